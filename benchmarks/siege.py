"""What one attacker does to everybody else: `python benchmarks/siege.py [--seconds 10] [ATTACK …]`.

Each attack is made on a fresh server with default limits, from an address of its own (127.0.0.2).
Meanwhile a player at another address pings, moves and plays the computer at level 1. A row tells
what that player felt, how much the server grew, and how many of its tasks died. Everything stays on
this machine's loopback addresses, and every attack ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ATTACKER, PLAYER = "127.0.0.2", "127.0.0.1"
SERVER = """
import socket, sys
from pathlib import Path
from cornerwise.server.web.process import run
from cornerwise.server.base.settings import Settings
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=2048)
run(listener, Settings(data=Path(sys.argv[2])), lambda: print("ready", flush=True))
"""
GOALS = {"ping p99": 50, "move p99": 100, "reply max": 1000, "grown MB": 100, "dead": 0}
"""What may be felt at most: milliseconds, megabytes, tasks."""


# --- the server ---------------------------------------------------------------------------


@contextlib.contextmanager
def server(data: Path) -> Iterator[tuple[int, psutil.Process]]:
    """A server process with default settings; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", SERVER, str(port), str(data)]
    quiet = subprocess.DEVNULL  # what is turned away is logged
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield port, psutil.Process(process.pid)
        finally:
            process.terminate()


def memory(process: psutil.Process) -> float:
    """Resident megabytes of a process and its children."""
    family = [process, *process.children(recursive=True)]
    total = 0
    for member in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            total += member.memory_info().rss
    return total / 1e6


# --- somebody at an address ---------------------------------------------------------------


@dataclass
class Person:
    """A guest who comes from an address of this machine."""

    port: int
    address: str
    guest: str = field(default_factory=lambda: f"guest-{random.getrandbits(96):024x}")

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.guest}"}

    def http(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(
            local_address=self.address, limits=httpx.Limits(max_connections=50)
        )
        base = f"http://127.0.0.1:{self.port}"
        return httpx.AsyncClient(
            base_url=base, transport=transport, headers=self.headers, timeout=60
        )

    async def new(self, variant: str, **kinds: str) -> str:
        level = {"level": int(kinds.pop("level", "1"))}
        seats = {
            seat.replace("_", "+"): {"kind": kind, **(level if kind == "computer" else {})}
            for seat, kind in kinds.items()
        }
        body = {"variant": variant, "seats": seats, "first": "blue"}
        async with self.http() as client:
            made = await client.post("/api/games", json=body)
            made.raise_for_status()
            return str(made.json()["game"]["id"])

    async def socket(self, game: str) -> ClientConnection:
        return await self.connected(f"/api/games/{game}/socket")

    async def connected(self, path: str) -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{self.port}{path}",
            additional_headers=self.headers,
            compression=None,
            ping_interval=None,
            local_addr=(self.address, 0),
            open_timeout=30,
            max_size=None,
        )

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))


# --- what the player feels ----------------------------------------------------------------


class Table:
    """A game as the player's client knows it."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.state: dict[str, object] = {}
        self._numbers = itertools.count()

    async def until(self, wanted: Callable[[dict[str, object]], bool]) -> None:
        while True:
            message = json.loads(await self._connection.recv())
            self.state = message.get("state", self.state)
            if wanted(message):
                return

    async def ask(self, **request: object) -> float:
        """The milliseconds until a request is answered."""
        number = next(self._numbers)
        start = time.perf_counter()
        await self._connection.send(json.dumps({"id": number, **request}))
        await self.until(lambda message: message.get("id") == number)
        return (time.perf_counter() - start) * 1000

    def placement(self, chance: random.Random) -> int:
        """A legal one."""
        colour = self.state["to_play"]
        steps: list[int] = self.state["legal"][colour]  # type: ignore[index]
        return chance.choice(list(itertools.accumulate(steps)))

    def move(self, chance: random.Random) -> dict[str, object]:
        return {"type": "play", "seq": self.seq + 1, "placement": self.placement(chance)}

    @property
    def seq(self) -> int:
        return int(self.state["seq"])  # type: ignore[call-overload, no-any-return]

    @property
    def over(self) -> bool:
        return self.state["status"] == "over"


@dataclass
class Felt:
    """Waits in milliseconds."""

    pings: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)


async def opened(person: Person, **kinds: str) -> Table:
    table = Table(await person.socket(await person.new("duo", **kinds)))
    await table.until(lambda message: message["type"] == "snapshot")
    return table


async def pinging(person: Person, felt: Felt) -> None:
    table = await opened(person, blue="me", yellow="here")
    while True:
        felt.pings.append(await table.ask(type="ping"))
        await asyncio.sleep(0.06)


async def moving(person: Person, felt: Felt) -> None:
    chance = random.Random(1)
    while True:
        table = await opened(person, blue="me", yellow="here")
        while not table.over:
            seq = table.seq
            felt.moves.append(await table.ask(**table.move(chance)))
            await table.until(lambda _, seq=seq, table=table: table.seq > seq)  # type: ignore[misc]
            await asyncio.sleep(0.06)


async def replying(person: Person, felt: Felt) -> None:
    """From the player's move until level 1 has answered it."""
    chance = random.Random(2)
    while True:
        table = await opened(person, blue="me", yellow="computer", level="1")
        while not table.over:
            await table.ask(**table.move(chance))
            start = time.perf_counter()
            await table.until(
                lambda _, table=table: table.over or table.state["seat"] == "blue"  # type: ignore[misc]
            )
            felt.replies.append((time.perf_counter() - start) * 1000)
            await asyncio.sleep(0.3)


# --- attacks ------------------------------------------------------------------------------

Attack = Callable[[Person], Awaitable[None]]
ATTACKS: dict[str, Attack] = {}


def attack(work: Attack) -> Attack:
    ATTACKS[work.__name__.replace("_", " ")] = work
    return work


async def crowd(count: int, work: Callable[[int], Awaitable[None]]) -> None:
    """The same by many at once, again and again; who is turned away comes back."""

    async def one(number: int) -> None:
        while True:
            with contextlib.suppress(httpx.HTTPError, OSError, WebSocketException, EOFError):
                await work(number)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one(number) for number in range(count)))


@attack
async def pictures(eve: Person) -> None:
    """Three clients ask for large pictures without a pause."""
    game = await eve.new("trigon", blue="me", yellow="here", red="here", green="here")

    async def draw(number: int) -> None:
        async with eve.http() as client:
            for size in range(1000 + number, 2000, 3):
                await client.get(f"/api/games/{game}.png", params={"size": size})

    await crowd(3, draw)


@attack
async def long_games_unread(eve: Person) -> None:
    """A game is made long by taking back; then 55 sockets ask for all of it and read nothing."""
    game = await eve.new("duo", blue="me", yellow="here")
    table = Table(await eve.socket(game))
    await table.until(lambda message: message["type"] == "snapshot")
    chance, start = random.Random(3), time.monotonic()
    while time.monotonic() - start < 3:
        seq = table.seq
        step = {"type": "undo", "seq": seq + 1} if seq % 2 else table.move(chance)
        await table.ask(**step)
        if table.seq == seq:
            await table.until(lambda _, seq=seq: table.seq > seq)  # type: ignore[misc]
        await asyncio.sleep(0.05)  # as fast as a socket may send

    async def ask(number: int) -> None:
        connection = await eve.socket(game)
        connection.transport.pause_reading()
        for _ in range(55):
            await connection.send('{"type": "sync", "since": -1}')
        await asyncio.sleep(1)
        connection.transport.abort()

    await crowd(55, ask)


@attack
async def thirty_games_of_level_9(eve: Person) -> None:
    """All seats of thirty games are computers at level 9, and all are watched."""
    seats = dict.fromkeys(("blue", "yellow", "red", "green"), "computer")

    async def begin(number: int) -> None:
        game = await eve.new("classic", **seats, level="9")
        async for _ in await eve.socket(game):
            pass

    await crowd(30, begin)


@attack
async def tips(eve: Person) -> None:
    """Twenty sockets ask for tips and let every move be weighed, without a pause."""

    async def ask(number: int) -> None:
        chance = random.Random(number)
        table = await opened(eve, blue="me", yellow="here")
        while True:
            await table.ask(type="hint")
            await table.ask(type="weigh", placement=table.placement(chance))
            await asyncio.sleep(0.06)

    await crowd(20, ask)


@attack
async def puzzle_searches(eve: Person) -> None:
    """Twenty clients ask whether a great puzzle can be solved."""

    async def ask(number: int) -> None:
        async with eve.http() as client:
            for name in ("the-84", "the-88", "the-42"):
                await client.post(f"/api/puzzles/{name}/solvable", json={"placed": []})

    await crowd(20, ask)


async def frames(eve: Person, frame: bytes, first: bytes = b"") -> None:
    """A megabyte a second of tiny frames, over ten sockets that come back when they are closed."""
    game = await eve.new("duo", blue="me", yellow="here")

    async def send(number: int) -> None:
        connection = await eve.socket(game)
        connection.transport.write(first)
        while not connection.transport.is_closing():
            connection.transport.write(frame * (10_000 // len(frame)))
            await asyncio.sleep(0.1)

    await crowd(10, send)


@attack
async def tiny_frames(eve: Person) -> None:
    await frames(eve, b"\x81\x80\0\0\0\0")


@attack
async def empty_fragments(eve: Person) -> None:
    await frames(eve, b"\x00\x80\0\0\0\0", b"\x01\x80\0\0\0\0")


@attack
async def ping_frames(eve: Person) -> None:
    await frames(eve, b"\x89\x80\0\0\0\0")


@attack
async def pong_frames(eve: Person) -> None:
    await frames(eve, b"\x8a\x80\0\0\0\0")


@attack
async def endless_heads(eve: Person) -> None:
    """Heads of requests that never end, at 10 megabytes a second."""

    async def send(number: int) -> None:
        _, writer = await eve.raw()
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        while not writer.transport.is_closing():
            writer.write(b"X-Header: aaaaaaaa\r\n" * 2_500)
            await asyncio.sleep(0.1)

    await crowd(20, send)


@attack
async def half_open(eve: Person) -> None:
    """Two thousand connections that begin a request and say no more."""

    async def hold(number: int) -> None:
        reader, writer = await eve.raw()
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        await reader.read()
        writer.close()
        await asyncio.sleep(0.5)

    await crowd(2000, hold)


@attack
async def huge_bodies(eve: Person) -> None:
    """Bodies of 100 megabytes, at 10 megabytes a second."""
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n"

    async def send(number: int) -> None:
        _, writer = await eve.raw()
        writer.write(head)
        while not writer.transport.is_closing():
            writer.write(b" " * 100_000)
            await asyncio.sleep(0.1)

    await crowd(10, send)


@attack
async def handshakes(eve: Person) -> None:
    """Twenty clients open and close sockets as fast as they can."""
    game = await eve.new("duo", blue="me", yellow="here")

    async def knock(number: int) -> None:
        await (await eve.socket(game)).close()

    await crowd(20, knock)


@attack
async def requests(eve: Person) -> None:
    """Twenty clients ask for pages and games as fast as they can."""
    game = await eve.new("trigon", blue="me", yellow="here", red="here", green="here")

    async def ask(number: int) -> None:
        async with eve.http() as client:
            for path in ("/", "/api/start", f"/api/games/{game}", f"/api/games/{game}.svg"):
                await client.get(path)

    await crowd(20, ask)


@attack
async def new_games(eve: Person) -> None:
    """Twenty clients make games and send files as fast as they can."""
    record = "(;GM[Blokus Duo]" + ";B[e10]C[" + "x" * 60_000 + "])"

    async def make(number: int) -> None:
        await eve.new("trigon", blue="me", yellow="here", red="here", green="here")
        async with eve.http() as client:
            await client.post("/api/import", content=record)

    await crowd(20, make)


@attack
async def take_backs(eve: Person) -> None:
    """Twenty games in which a move is made and taken back without end."""

    async def dither(number: int) -> None:
        table, chance = await opened(eve, blue="me", yellow="here"), random.Random(number)
        while True:
            seq = table.seq
            await table.ask(**({"type": "undo", "seq": seq + 1} if seq % 2 else table.move(chance)))
            if table.seq == seq:
                await table.until(lambda _, seq=seq: table.seq > seq)  # type: ignore[misc]

    await crowd(20, dither)


@attack
async def files_to_read(eve: Person) -> None:
    """Twenty clients have large files read, in which nothing is legal, and pictures drawn."""
    record = "(;GM[Blokus Duo]" + "(;B[e10])" * 7_000 + ")"

    async def read(number: int) -> None:
        async with eve.http() as client:
            await client.post("/api/analysis/read", content=record)
            await client.get(f"/api/problems/duo-{random.randrange(1, 60)}.png")

    await crowd(20, read)


@attack
async def thoughts(eve: Person) -> None:
    """Twenty analysis boards change their positions without a pause."""
    chance = random.Random(4)
    variants = ["trigon", "classic", "duo"]

    async def look(number: int) -> None:
        connection = await eve.connected("/api/analysis/socket")
        while True:
            wish = {"type": "analyse", "id": 1, "line": {"variant": chance.choice(variants)}}
            await connection.send(json.dumps(wish))
            await asyncio.sleep(0.06)

    await crowd(20, look)


@attack
async def wishes_to_play(eve: Person) -> None:
    """Sixty guests look for games that nobody else wants, each with eighty wishes."""
    names = "classic classic_2 classic_3 classic_teams duo trigon trigon_2 trigon_3 trigon_teams"
    variants = [*names.split(), "junior"]

    async def look(number: int) -> None:
        guest = Person(eve.port, eve.address)
        connection = await guest.connected("/api/lobby/socket")
        for turn in itertools.count():
            clocks = [
                {"kind": "live", "minutes": 1 + k + number / 100, "increment": turn % 50}
                for k in range(8)
            ]
            wish = {"variants": variants, "clocks": clocks}
            await connection.send(json.dumps({"type": "seek", "wish": wish}))
            while json.loads(await connection.recv())["type"] not in ("ok", "error"):
                pass
            await asyncio.sleep(1 + 6 * (turn % 2))

    await crowd(60, look)


@attack
async def sign_ins(eve: Person) -> None:
    """Twenty clients sign in and sign up with names and passwords they guess."""

    async def guess(number: int) -> None:
        async with eve.http() as client:
            for turn in itertools.count():
                body = {"name": f"Ana{turn % 7}x", "password": f"guess number {turn}"}
                path = "/api/account" if turn % 3 == 2 else "/api/session"
                await client.post(path, json=body)

    await crowd(20, guess)


# --- the measurement ----------------------------------------------------------------------


@contextlib.asynccontextmanager
async def attacked(name: str, port: int, seconds: float) -> AsyncIterator[None]:
    """The attack in a process of its own, which the player's process does not wait for."""
    if name == "peace":
        yield
        return
    command = [sys.executable, __file__, "--attack", name, "--port", str(port)]
    process = subprocess.Popen([*command, "--seconds", str(seconds)])
    try:
        yield
    finally:
        process.terminate()
        process.wait()


async def besieged(name: str, port: int, process: psutil.Process, seconds: float) -> list[float]:
    player, felt = Person(port, PLAYER), Felt()
    works = [asyncio.create_task(w(player, felt)) for w in (pinging, moving, replying)]
    await asyncio.sleep(3)
    before = grown = memory(process)
    for waits in (felt.pings, felt.moves, felt.replies):
        waits.clear()
    async with attacked(name, port, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(0.1)
            grown = max(grown, memory(process))
    dead = await _dead(player)
    for work in works:
        if work.done():
            raise SystemExit(f"{name}: the player was thrown out: {work.exception()!r}")
        work.cancel()
    return [
        quantile(felt.pings, 0.99),
        quantile(felt.moves, 0.99),
        max(felt.replies, default=float("inf")),
        grown - before,
        dead,
    ]


async def _dead(player: Person) -> float:
    async with player.http() as client:
        found = (await client.get("/metrics")).text.splitlines()
    return sum(float(line.split()[-1]) for line in found if line.startswith("cornerwise_dead_task"))


def quantile(waits: list[float], part: float) -> float:
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * part))] if waits else float("inf")


async def make_attack(name: str, port: int, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(ATTACKS[name](Person(port, ATTACKER)), seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="ATTACK", help="; ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        os.nice(5)  # it would come from another machine, whose processor it uses
        asyncio.run(make_attack(options.attack, options.port, options.seconds))
        return
    print(f"| attack | {' | '.join(GOALS)} |\n|---|{'---|' * len(GOALS)}", flush=True)
    for name in ("peace", *(options.names or ATTACKS)):
        with tempfile.TemporaryDirectory() as data, server(Path(data)) as (port, process):
            row = asyncio.run(besieged(name, port, process, options.seconds))
        marks = (
            "" if value <= goal else " **!**"
            for value, goal in zip(row, GOALS.values(), strict=True)
        )
        cells = (f"{value:.0f}{mark}" for value, mark in zip(row, marks, strict=True))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
