"""One WebSocket: what comes in goes to its room, what the room says goes out.

Each socket has a bounded queue of outgoing messages and a task that sends them. A client that reads
too slowly fills its own queue and is closed. It slows nobody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from dataclasses import dataclass

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cornerwise.server import messages as m
from cornerwise.server.clerk import Clerk
from cornerwise.server.problems import Problem, cannot_store
from cornerwise.server.room import Room
from cornerwise.server.security import (
    Bucket,
    Doorkeeper,
    Limiter,
    address_of,
    guest_secret,
    hashed,
    new_guest,
    origin_allowed,
)
from cornerwise.server.settings import Settings
from cornerwise.server.store import StoreError

_log = logging.getLogger(__name__)

TOO_SLOW, FORBIDDEN, NOT_FOUND, TOO_OFTEN = 4008, 4003, 4004, 4029
NOT_TEXT, TRY_LATER = 1003, 1013
NO_GAME = {"not_found": NOT_FOUND, "unreadable": 4005}


@dataclass(frozen=True)
class Doors:
    """Where addresses are counted: with open sockets, advice looked for, messages sent."""

    sockets: Doorkeeper
    hints: Doorkeeper
    messages: Limiter


class Socket:
    """A connected client, as its room sees it."""

    def __init__(self, websocket: WebSocket, guest: str, settings: Settings, doors: Doors) -> None:
        self.guest = guest
        self._websocket, self._doors = websocket, doors
        self._address = address_of(websocket)
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(settings.queue)
        self._bytes, self._most = 0, settings.queue_bytes
        self._read = asyncio.Event()
        self._bucket = Bucket(settings.messages)
        self._advice: asyncio.Task[None] | None = None
        self._stopped = asyncio.Event()
        self.code = 1000

    def send(self, message: bytes) -> None:
        """Queue a message. Who lets the queue fill up is let go."""
        if self._queue.full() or (self._bytes and self._bytes + len(message) > self._most):
            self.stop(TOO_SLOW)
            return
        self._bytes += len(message)
        self._queue.put_nowait(message)

    def stop(self, code: int) -> None:
        """Let the client go; what still waits for it is dropped."""
        if not self._stopped.is_set():
            self.code = code
            self._stopped.set()

    async def stopped(self) -> None:
        await self._stopped.wait()

    async def deliver(self) -> None:
        """Send what is queued."""
        while True:
            message = await self._queue.get()
            await self._websocket.send_text(message.decode())
            self._bytes -= len(message)
            self._read.set()

    async def _answers_read(self) -> None:
        """Who does not read answers is given no more of them: its requests wait."""
        while self._bytes > self._most // 4:
            self._read.clear()
            await self._read.wait()

    async def listen(self, clerk: Clerk, room: Room) -> None:
        """Take requests until the client goes."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if message.get("text") is None:
                self.stop(NOT_TEXT)
                return
            if self._bucket.wait():
                self.stop(TOO_OFTEN)
                return
            await self._answers_read()
            await self._ask(clerk, room, message["text"])

    async def _ask(self, clerk: Clerk, room: Room, text: str) -> None:
        try:
            self._doors.messages.check(self._address)
            action = m.read_action(text)
        except Problem as problem:
            self._refuse(problem, m.id_in(text))
            return
        if not isinstance(action, m.Advised):
            await self._act(clerk, room, action)
        elif self._advice is None or self._advice.done():
            self._advice = asyncio.create_task(self._advise(clerk, room, action))
        else:
            self._refuse(
                Problem("busy", "other advice is being looked for", retry_after=1), action.id
            )

    async def _advise(self, clerk: Clerk, room: Room, action: m.Advised) -> None:
        try:
            with self._doors.hints.inside(self._address):
                await self._act(clerk, room, action)
        except Problem as problem:
            self._refuse(problem, action.id)

    async def _act(self, clerk: Clerk, room: Room, action: m.AnyAction) -> None:
        try:
            await clerk.act(room, self.guest, action, self.send)
        except Problem as problem:
            self._refuse(problem, action.id)
        except StoreError:
            self._refuse(cannot_store(), action.id)
        except Exception as error:  # a mistake of ours ends no connection
            _log.error("a request on a socket failed: %r", error, exc_info=error)
            fault = Problem("fault", "something went wrong here: it has been noted")
            self._refuse(fault, action.id)

    def _refuse(self, problem: Problem, known: m.RequestId | None) -> None:
        named = {} if known is None else {"id": known}
        self.send(m.encode({"type": "error", **named, **problem.body()}))

    def end(self) -> None:
        if self._advice is not None:
            self._advice.cancel()


async def serve_socket(
    websocket: WebSocket, clerk: Clerk, settings: Settings, doors: Doors
) -> None:
    """From the handshake to the end of a connection."""
    await websocket.accept()
    if not origin_allowed(websocket.headers):
        await websocket.close(FORBIDDEN)
        return
    with contextlib.ExitStack() as stay:
        try:
            stay.enter_context(doors.sockets.inside(address_of(websocket)))
        except Problem:
            await websocket.close(TRY_LATER)
            return
        await _converse(websocket, clerk, settings, doors)


async def _converse(websocket: WebSocket, clerk: Clerk, settings: Settings, doors: Doors) -> None:
    guest = hashed(guest_secret(websocket) or new_guest())
    client = Socket(websocket, guest, settings, doors)
    since = websocket.query_params.get("since", "")
    house = clerk.house
    known = int(since) if re.fullmatch("[0-9]{1,15}", since) else None
    try:
        room = await house.rooms.room(websocket.path_params["game"])
        house.reception.look(room, guest, address_of(websocket))
        await house.reception.connect(room, client, known)
    except (Problem, StoreError) as error:
        problem = error if isinstance(error, Problem) else cannot_store()
        await websocket.send_text(m.encode({"type": "error", **problem.body()}).decode())
        await websocket.close(NO_GAME.get(problem.code, TRY_LATER))
        return
    work = (client.deliver(), client.listen(clerk, room), client.stopped())
    tasks = [asyncio.create_task(part) for part in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        house.reception.disconnect(room, client)
        client.end()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if websocket.client_state is WebSocketState.CONNECTED:
        # Who does not read will not read this either: the system drops the connection in time.
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            await asyncio.wait_for(websocket.close(client.code), 1)
