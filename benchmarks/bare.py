"""Clients on bare sockets, for benchmarks that must not be slower than what they measure.

A table is a game that two clients play for one guest, as two tabs do: most likely at different
servers. They make random legal moves, note what was acknowledged, and keep the log that they were
told. Whatever happens to a connection, a client connects again and asks for what came since.
"""

from __future__ import annotations

import asyncio
import json
import random
import struct
import time
import zlib
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import httpx
import msgspec

FIRST_WAIT, LONGEST_WAIT = 0.03, 0.5
"""Seconds until a client tries to connect again: at first, and at most."""
SILENCE = 4.0
"""Seconds without an answer after which a client asks again."""
PATIENCE = 30.0
"""Seconds until a server must have heard of every move."""
LATER = ("storage", "busy", "too_many", "fault")
"""Errors after which the same is tried again."""
VARIANT, SEATS = "duo", ("blue", "yellow")


class Event(msgspec.Struct):
    seq: int
    type: str
    placement: int = -1


class State(msgspec.Struct):
    seq: int
    status: str
    seat: str | None = None
    to_play: str | None = None
    legal: dict[str, list[int]] = {}


class Message(msgspec.Struct):
    type: str
    id: int | None = None
    seq: int = -1
    code: str = ""
    events: list[Event] = []
    more: bool = False
    state: State | None = None


_read = msgspec.json.Decoder(Message).decode


@dataclass
class Tally:
    """What all clients have seen."""

    acknowledged: int = 0
    waits: list[float] = field(default_factory=list)  # seconds until an acknowledgement
    absences: list[float] = field(default_factory=list)  # seconds from a lost connection to news
    errors: Counter[str] = field(default_factory=Counter)
    forks: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


class Socket(asyncio.Protocol):
    """As much of WebSocket as a client needs; frames are masked with zeros."""

    def __init__(self, client: Client, request: bytes) -> None:
        self._client, self._request = client, request
        self._unread, self._greeted = bytearray(), False
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self._greeted:
            head, found, rest = bytes(self._unread).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.transport.abort()
                return
            self._greeted, self._unread = True, bytearray(rest)
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Take one frame off what was read, if it is there."""
        unread = self._unread
        if len(unread) < 2:
            return False
        length, begin = unread[1] & 127, 2
        if length == 126 and len(unread) >= 4:
            length, begin = struct.unpack_from(">H", unread, 2)[0], 4
        elif length == 127 and len(unread) >= 10:
            length, begin = struct.unpack_from(">Q", unread, 2)[0], 10
        elif length > 125:
            return False
        if len(unread) < begin + length:
            return False
        kind, body = unread[0] & 15, bytes(unread[begin : begin + length])
        del unread[: begin + length]
        if kind == 1:
            self._client.told(_read(body))
        elif kind == 8:
            self.transport.close()
        elif kind == 9:
            self._send(10, body)
        return True

    def _send(self, kind: int, body: bytes) -> None:
        size = struct.pack(">BH", 254, len(body)) if len(body) > 125 else bytes([128 | len(body)])
        if not self.transport.is_closing():
            self.transport.write(bytes([128 | kind]) + size + bytes(4) + body)

    def send(self, request: dict[str, object]) -> None:
        self._send(1, json.dumps(request).encode())


class Client:
    """One of the two tabs of a table."""

    def __init__(self, table: Table, number: int) -> None:
        self.table, self._seat = table, SEATS[number]
        self.seq, self.log = -1, dict[int, int]()
        self._state: State | None = None
        self._socket: Socket | None = None
        self._asked = 0.0  # when something was asked last
        self._gone = 0.0  # since when there is no connection; 0 if there is one
        self._wait = FIRST_WAIT
        self._pending: dict[int, float] = {}
        self.task = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        """Be connected, whatever happens, until the game is over."""
        loop, hall = asyncio.get_running_loop(), self.table.hall
        while True:
            query = f"?since={self.seq}" if self.seq >= 0 else ""
            request = (
                f"GET /api/games/{self.table.id}/socket{query} HTTP/1.1\r\n"
                f"Host: localhost\r\nAuthorization: Bearer {self.table.guest}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            try:
                made = partial(Socket, self, request.encode())
                _, self._socket = await loop.create_connection(
                    made, "127.0.0.1", hall.door(self.table.id)
                )
                await self._socket.closed
            except OSError:
                pass
            finally:
                if self._socket is not None:
                    self._socket.transport.abort()
            self._socket, self._gone = None, self._gone or time.monotonic()
            await asyncio.sleep(self._wait * random.uniform(0.7, 1.3))
            self._wait = min(self._wait * 1.5, LONGEST_WAIT)

    def told(self, message: Message) -> None:
        tally = self.table.hall.tally
        if self._gone:
            tally.absences.append(time.monotonic() - self._gone)
            self._gone = 0.0
        self._wait = FIRST_WAIT
        if message.type == "ok" and message.id is not None:
            self._acknowledged(message.seq, message.id)
        elif message.type == "error":
            tally.errors[message.code] += 1
            if message.code in LATER:
                asyncio.get_running_loop().call_later(0.2, self._step)
            elif message.code == "stale":
                self._sync()
        elif message.type == "ping" and message.seq > self.seq:
            self._sync()
        elif message.type in ("snapshot", "events") and message.state is not None:
            self._happened(message)

    def _acknowledged(self, seq: int, placement: int) -> None:
        tally, table = self.table.hall.tally, self.table
        begun = self._pending.pop(seq, None)
        if begun is not None:
            tally.waits.append(time.monotonic() - begun)
        if table.acknowledged.setdefault(seq, placement) != placement:
            tally.forks.append(f"{table.id} {seq}: {placement} acknowledged, too")
        tally.acknowledged += 1

    def _happened(self, message: Message) -> None:
        for event in message.events:
            if event.seq > self.seq + 1 and self.seq >= 0:
                self._sync()
                return
            self.seq = max(self.seq, event.seq)
            if event.placement >= 0:
                self.log[event.seq] = event.placement
        if message.more:
            self._sync()
            return
        assert message.state is not None
        self.seq, self._state = message.state.seq, message.state
        if message.state.status == "over":
            self.table.over.set()
        elif message.state.seat == self._seat or random.random() < self.table.hall.races:
            asyncio.get_running_loop().call_later(self.table.hall.thought(), self._step)

    def _sync(self) -> None:
        if self._socket is not None:
            self._asked = time.monotonic()
            self._socket.send({"type": "sync", "since": self.seq})

    def _step(self) -> None:
        """Make a random legal move, if there is one."""
        state = self._state
        if self._socket is None or state is None or state.status != "playing":
            return
        differences = state.legal.get(state.to_play or "")
        if not differences or (self.table.computer and state.seat != SEATS[0]):
            return
        number = sum(differences[: random.randrange(len(differences)) + 1])
        self._asked = self._pending[state.seq + 1] = time.monotonic()
        step = {"type": "play", "id": number, "seq": state.seq + 1, "placement": number}
        self._socket.send(step)

    def behind(self, truth: dict[str, int]) -> bool:
        """Whether there is more than it knows."""
        return self.seq < truth.get(self.table.id, -1)

    def look(self) -> None:
        """Ask again if there was no answer for long: the request may have died with a server."""
        if self._socket is not None and time.monotonic() - self._asked > SILENCE:
            self._sync()


class Table:
    """A game, what was acknowledged in it, and its two clients."""

    def __init__(self, hall: Hall, game: str, guest: str, computer: bool) -> None:
        self.hall, self.id, self.guest, self.computer = hall, game, guest, computer
        self.acknowledged: dict[int, int] = {}
        self.over = asyncio.Event()
        self.clients = [Client(self, number) for number in range(2)]

    def leave(self) -> None:
        for client in self.clients:
            client.task.cancel()


class Hall:
    """All tables. A game that is over is checked, and another one begins.

    ports   where servers or their proxy listen; each connection takes one by chance
    races   how often a client moves though it is the other one's turn to
    by_game each connection takes the port of its game instead
    rate    about how many moves a second all tables make together; 0 is as many as are answered
    """

    def __init__(
        self,
        ports: list[int],
        races: float = 0.02,
        computers: float = 0.0,
        by_game: bool = False,
        rate: float = 0.0,
    ) -> None:
        self._ports, self.races, self._computers, self._by_game = ports, races, computers, by_game
        self._rate = rate
        self.tally, self.tables = Tally(), set[Table]()
        self._http = httpx.AsyncClient(timeout=20, headers={"Host": "localhost"})
        self._tasks: list[asyncio.Task[None]] = []

    def door(self, game: str = "") -> int:
        if game and self._by_game:
            return self._ports[zlib.crc32(game.encode()) % len(self._ports)]
        return random.choice(self._ports)

    def thought(self) -> float:
        """For how many seconds a client thinks about a move."""
        return random.expovariate(self._rate / max(1, len(self.tables))) if self._rate else 0.0

    async def ask(
        self, path: str, guest: str, body: object = None, game: str = ""
    ) -> httpx.Response:
        """The answer to a request, perhaps about a game, asked as often as it takes."""
        headers = {"Authorization": f"Bearer {guest}"}
        end = time.monotonic() + 120
        while True:
            url = f"http://127.0.0.1:{self.door(game)}{path}"
            method = "GET" if body is None else "POST"
            try:
                answer = await self._http.request(method, url, json=body, headers=headers)
                if answer.status_code < 429:
                    return answer
            except httpx.HTTPError:
                pass
            assert time.monotonic() < end, f"no answer from {path}"
            await asyncio.sleep(0.2)

    async def open(self, count: int) -> None:
        """Open so many tables."""
        self._tasks.append(asyncio.create_task(self._look()))
        for _ in range(count):
            self._tasks.append(asyncio.create_task(self._go_on()))
        while len(self.tables) < count:
            await asyncio.sleep(0.05)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(SILENCE / 2)
            for table in self.tables:
                for client in table.clients:
                    client.look()

    async def _go_on(self) -> None:
        while True:
            table = await self._table()
            self.tables.add(table)
            await table.over.wait()
            await self.check(table)
            self.tables.discard(table)
            table.leave()

    async def _table(self) -> Table:
        guest = f"guest-{random.getrandbits(96):024x}"
        computer = random.random() < self._computers
        other = {"kind": "computer", "level": 2} if computer else {"kind": "here"}
        seats = dict(zip(SEATS, ({"kind": "me"}, other), strict=True))
        body = {"variant": VARIANT, "seats": seats, "first": SEATS[0]}
        answer = await self.ask("/api/games", guest, body)
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json()["game"]["id"], guest, computer)

    async def check(self, table: Table) -> None:
        """Compare a game's log with what was acknowledged and with what each client was told.

        Whichever server is asked may not have heard of the last moves yet: it gets some time to.
        """
        promised = [dict(table.acknowledged), *(dict(client.log) for client in table.clients)]
        newest = max((seq for log in promised for seq in log), default=-1)
        end = time.monotonic() + PATIENCE
        while True:
            moves, last = await self._moves(table)
            if last >= newest or time.monotonic() > end:
                break
            await asyncio.sleep(0.2)
        for log, wrong in zip(promised, (self.tally.lost, *[self.tally.forks] * 2), strict=True):
            for seq, placement in log.items():
                if moves.get(seq) != placement:
                    wrong.append(f"{table.id} {seq}: {placement}, not {moves.get(seq)}")

    async def _moves(self, table: Table) -> tuple[dict[int, int], int]:
        """The moves that some server tells of, by seq, and its newest seq."""
        seq, moves = -1, dict[int, int]()
        while True:
            path = f"/api/games/{table.id}?since={seq}"
            answer = await self.ask(path, table.guest, game=table.id)
            page = msgspec.json.decode(answer.content, type=Message)
            for event in page.events:
                assert event.seq == seq + 1, f"{table.id}: a gap after {seq}"
                seq = event.seq
                if event.placement >= 0:
                    moves[seq] = event.placement
            if not page.more:
                return moves, seq

    async def close(self) -> None:
        """Check what is still played, and go."""
        for task in self._tasks:
            task.cancel()
        for table in self.tables:
            await self.check(table)
            table.leave()
        await self._http.aclose()


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0
