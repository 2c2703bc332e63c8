"""WebSockets: how they are opened, limited and closed; and those of games.

Each socket has a bounded queue of outgoing messages and a task that sends them. A client that reads
too slowly fills its own queue and is closed. It slows nobody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal, cannot_store
from cornerwise.server.base.security import (
    Bucket,
    Doorkeeper,
    Limiter,
    Workshop,
    address_of,
    origin_allowed,
)
from cornerwise.server.base.settings import Settings
from cornerwise.server.games.room import Room
from cornerwise.server.people.identity import account_name, guest_of, session_secret
from cornerwise.server.people.people import People
from cornerwise.server.storage.store import StoreError
from cornerwise.server.web.clerk import Clerk

_log = logging.getLogger(__name__)

TOO_SLOW, FORBIDDEN, NOT_FOUND, TOO_OFTEN = 4008, 4003, 4004, 4029
SIGNED_OUT = 4001
NOT_TEXT, RESTARTS, TRY_LATER = 1003, 1012, 1013
NO_GAME = {"not_found": NOT_FOUND, "unreadable": 4005}


@dataclass(frozen=True)
class Doors:
    """Where addresses are counted: with open sockets, advice looked for, messages, wishes to play.

    workshop  where what takes milliseconds is done
    here      everybody who is connected to a game or to the lobby
    """

    sockets: Doorkeeper
    hints: Doorkeeper
    messages: Limiter
    seeks: Limiter
    workshop: Workshop
    here: set[Socket] = field(default_factory=set)

    async def see_out(self, seconds: float) -> None:
        """Ask all who are here to connect again, each at another moment of this time."""
        leaving = list(self.here)
        random.shuffle(leaving)
        for client in leaving:
            client.stop(RESTARTS)
            await asyncio.sleep(seconds / len(leaving))


class Socket:
    """A connected client. What it asks is for subclasses to do (`take`)."""

    def __init__(self, websocket: WebSocket, settings: Settings, doors: Doors) -> None:
        self.guest, self.account = guest_of(websocket), account_name(websocket)
        self._websocket, self._doors = websocket, doors
        self._address = address_of(websocket)
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(settings.queue)
        self._bytes, self._most = 0, settings.queue_bytes
        self._read = asyncio.Event()
        self._bucket = Bucket(settings.messages)
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

    @contextlib.contextmanager
    def known(self, people: People) -> Iterator[None]:
        """As long as the client is here: it is let go when its session or this process ends."""
        secret = session_secret(self._websocket)
        self._doors.here.add(self)
        try:
            with people.watched(secret, partial(self.stop, SIGNED_OUT)):
                yield
        finally:
            self._doors.here.discard(self)

    async def begin(self) -> None:
        """What is done first, while messages can be sent and taken already."""

    async def converse(self) -> int:
        """Send and take until the client goes, or must: with which code."""
        work = (self._deliver(), self._listen(), self._stopped.wait())
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(part) for part in work]
        try:
            await self.begin()
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.end()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return self.code

    async def _deliver(self) -> None:
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

    async def _listen(self) -> None:
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
            try:
                self._doors.messages.check(self._address)
                await self.take(message["text"])
            except Refusal as refusal:
                self.refuse(refusal, m.id_in(message["text"]))

    async def take(self, text: str) -> None:
        """Do what is asked, or raise Refusal."""
        raise NotImplementedError

    def end(self) -> None:
        """The client has gone, or must: others are told at once."""

    async def guarded(self, work: Awaitable[None], known: m.RequestId | None) -> None:
        """Do some work for a request; whatever fails is answered."""
        try:
            await work
        except Refusal as refusal:
            self.refuse(refusal, known)
        except StoreError:
            self.refuse(cannot_store(), known)
        except Exception as error:  # a mistake of ours ends no connection
            _log.error("a request on a socket failed: %r", error, exc_info=error)
            self.refuse(Refusal("fault", "something went wrong here: it has been noted"), known)

    def refuse(self, refusal: Refusal, known: m.RequestId | None) -> None:
        named = {} if known is None else {"id": known}
        self.send(m.encode({"type": "error", **named, **refusal.body()}))


class GameSocket(Socket):
    """A connected client, as its room sees it."""

    def __init__(
        self, websocket: WebSocket, clerk: Clerk, room: Room, settings: Settings, doors: Doors
    ) -> None:
        super().__init__(websocket, settings, doors)
        self._clerk, self._room = clerk, room
        self._advice: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        with contextlib.suppress(StoreError):  # who cannot be told what was said can still play
            await self._clerk.house.talk.welcome(self._room, self)

    async def take(self, text: str) -> None:
        action = m.read_action(text)
        if not isinstance(action, m.Advised):
            await self._act(action)
        elif self._advice is None or self._advice.done():
            self._advice = asyncio.create_task(self._advise(action))
        else:
            raise Refusal("busy", "other advice is being looked for", retry_after=1)

    async def _advise(self, action: m.Advised) -> None:
        try:
            with self._doors.hints.inside(self._address):
                await self._act(action)
        except Refusal as refusal:
            self.refuse(refusal, action.id)

    async def _act(self, action: m.AnyAction) -> None:
        await self.guarded(self._clerk.act(self._room, self.guest, action, self.send), action.id)

    def end(self) -> None:
        reception = self._clerk.house.reception
        reception.disconnect(self._room, self, moves=self.code == RESTARTS)
        if self._advice is not None:
            self._advice.cancel()


async def serve(
    websocket: WebSocket, doors: Doors, conversation: Callable[[], Awaitable[int | None]]
) -> None:
    """From the handshake to the end of a connection, which a code may say."""
    await websocket.accept()
    if not origin_allowed(websocket.headers):
        await websocket.close(FORBIDDEN)
        return
    with contextlib.ExitStack() as stay:
        try:
            stay.enter_context(doors.sockets.inside(address_of(websocket)))
        except Refusal:
            await websocket.close(TRY_LATER)
            return
        code = await conversation()
    if code is not None and websocket.client_state is WebSocketState.CONNECTED:
        # Who does not read will not read this either: the system drops the connection in time.
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            await asyncio.wait_for(websocket.close(code), 1)


async def serve_socket(
    websocket: WebSocket, clerk: Clerk, people: People, settings: Settings, doors: Doors
) -> None:
    """The socket of a game."""
    house = clerk.house

    async def conversation() -> int:
        since = websocket.query_params.get("since", "")
        known = int(since) if re.fullmatch("[0-9]{1,15}", since) else None
        try:
            room = await house.rooms.room(websocket.path_params["game"])
            client = GameSocket(websocket, clerk, room, settings, doors)
            with client.known(people):
                house.reception.look(room, client.guest, address_of(websocket))
                if client.account:
                    room.names[client.guest] = client.account
                await house.reception.connect(room, client, known)
                return await client.converse()
        except (Refusal, StoreError) as error:
            refusal = error if isinstance(error, Refusal) else cannot_store()
            await websocket.send_text(m.encode({"type": "error", **refusal.body()}).decode())
            return NO_GAME.get(refusal.code, TRY_LATER)

    await serve(websocket, doors, conversation)
