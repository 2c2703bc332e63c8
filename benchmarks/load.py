"""How much one server process carries: `python benchmarks/load.py [--seconds 20] [--stalled]`.

Opens 2,000 sockets on 500 games (two players and two who watch each), plays 300 moves a second in
all, evenly spread, and tells how long acknowledgements take. The games are prepared beforehand, so
that this process has little to do but send and wait. With `--stalled` it plays on in turns without
and with a spectator who never reads in every tenth game, and compares. `--memory` tells instead
what an idle game takes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import httpx
from websockets.asyncio.client import ClientConnection, connect

from cornerwise import Game
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.messages import NewGame, Play, SeatChoice
from cornerwise.server.base.settings import Settings
from cornerwise.server.house.desk import Desk
from cornerwise.server.house.house import House
from cornerwise.server.thinking.adapters import chosen
from cornerwise.server.web.clerk import Clerk

TURNS = 5
VARIANTS = ("duo", "classic_2", "trigon_2")
SERVER = """
import socket, sys
from pathlib import Path
from cornerwise.server.web.process import run
from cornerwise.server.base.settings import Rate, Settings
port, data, idle, much = int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), Rate(1e9, 1e9)
settings = Settings(
    data=data, games=much, requests=much, handshakes=much, knocks=much, messages_per_address=much,
    sockets=10**6, connections_per_address=10**6, silent_per_address=10**6, idle=idle,
)
listener = socket.create_server(("127.0.0.1", port), backlog=4096)
run(listener, settings, lambda: print("ready", flush=True))
"""


@dataclass
class Table:
    """A game, the sockets of its two players, and the moves that will be made."""

    id: str
    players: dict[str, ClientConnection]
    line: list[tuple[str, int]]
    played: int = 0
    seq: int = 0
    acks: dict[int, asyncio.Future[float]] = field(default_factory=dict)


@contextlib.contextmanager
def server(data: Path, idle: float) -> Iterator[tuple[int, int]]:
    """A server process; gives its port and process id."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", SERVER, str(port), str(data), str(idle)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def lines() -> dict[str, list[tuple[str, int]]]:
    """A random game of each variant: seat and placement of each move."""
    chance, found = random.Random(1), {}
    for name in VARIANTS:
        game = Game(name)
        while not game.is_over:
            game.play(chance.choice(game.legal_moves.numbers))
        found[name] = [(turn.seat, turn.move.number) for turn in game.turns]
    return found


async def open_table(client: httpx.AsyncClient, url: str, number: int, line: object) -> Table:
    name = VARIANTS[number % len(VARIANTS)]
    host, friend = (f"{who}-{number:020d}" for who in ("host", "friend"))
    seats = ["blue", "yellow"] if name == "duo" else ["blue+red", "yellow+green"]
    chosen = {seats[0]: {"kind": "me"}, seats[1]: {"kind": "open"}}
    body = {"variant": name, "seats": chosen, "first": "blue"}
    made = await client.post("/api/games", json=body, headers={"Authorization": f"Bearer {host}"})
    made.raise_for_status()
    game = made.json()
    joined = await client.post(
        f"/api/games/{game['game']['id']}/join",
        json={"key": game["you"]["invite"]},
        headers={"Authorization": f"Bearer {friend}"},
    )
    joined.raise_for_status()
    address = f"{url}/api/games/{game['game']['id']}/socket"
    sockets = [await _connect(address, guest) for guest in (host, friend)]
    players = dict(zip(seats, sockets, strict=True))
    return Table(game["game"]["id"], players, line, seq=1)  # type: ignore[arg-type]


async def _connect(address: str, guest: str) -> ClientConnection:
    headers = {"Authorization": f"Bearer {guest}"}
    return await connect(
        address, additional_headers=headers, compression=None, max_queue=None, ping_interval=None
    )


async def drain(connection: ClientConnection, acks: dict[int, asyncio.Future[float]]) -> None:
    """Read everything; note acknowledgements."""
    async for message in connection:
        if message.startswith('{"type":"ok"') or message.startswith('{"type":"error"'):  # type: ignore[arg-type]
            answer = json.loads(message)
            done = acks.pop(answer.get("id"), None)
            if done is not None and answer["type"] == "ok":
                done.set_result(time.perf_counter())
            elif done is not None:
                done.set_exception(RuntimeError(str(answer)))


async def play(tables: list[Table], rate: float, seconds: float) -> list[float]:
    """Make moves at a steady rate, whatever the answers do; the waits in milliseconds."""
    waits: list[float] = []
    pending: set[asyncio.Task[None]] = set()

    async def move(table: Table, due: float) -> None:
        seat, placement = table.line[table.played]
        table.played, table.seq = table.played + 1, table.seq + 1
        done = table.acks[table.seq] = asyncio.get_running_loop().create_future()
        step = {"type": "play", "id": table.seq, "seq": table.seq, "placement": placement}
        await table.players[seat].send(json.dumps(step))
        waits.append((await done - due) * 1000)

    start, number = time.perf_counter(), 0
    while (due := start + number / rate) < start + seconds:
        await asyncio.sleep(max(0, due - time.perf_counter()))
        table = tables[number % len(tables)]
        if table.played < len(table.line):
            task = asyncio.create_task(move(table, due))
            pending.add(task)
            task.add_done_callback(pending.discard)
        number += 1
    await asyncio.gather(*pending)
    return waits


def memory(pid: int) -> int:
    """The resident memory of a process in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """The processor time that a process has used, in seconds."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def quantile(waits: list[float], part: float) -> float:
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * part))]


@contextlib.asynccontextmanager
async def stalled(port: int, tables: list[Table]) -> AsyncIterator[None]:
    """Somebody who watches every tenth game and never reads."""
    writers = []
    for table in tables[::10]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        request = (
            f"GET /api/games/{table.id}/socket HTTP/1.1\r\nHost: localhost\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        writer.write(request.encode())
        writers.append(writer)
    yield
    for writer in writers:
        writer.close()


async def run(port: int, pid: int, options: argparse.Namespace) -> dict[str, float]:
    http, ws = f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}"
    prepared = lines()
    gc.disable()  # this process must not be what is measured
    tables: list[Table] = []
    readers: list[asyncio.Task[None]] = []
    before = memory(pid)
    async with httpx.AsyncClient(base_url=http, timeout=60) as client:
        for number in range(options.games):
            line = prepared[VARIANTS[number % len(VARIANTS)]]
            tables.append(await open_table(client, ws, number, line))
    for table in tables:
        address = f"{ws}/api/games/{table.id}/socket"
        guests = [f"watch-{n}-{table.id:0>20}" for n in range(options.watch)]
        watchers = [await _connect(address, guest) for guest in guests]
        for connection in (*table.players.values(), *watchers):
            readers.append(asyncio.create_task(drain(connection, table.acks)))
    sockets = len(readers)
    figures = {"sockets": float(sockets), "memory before, MB": before / 1e6}
    await play(tables, options.rate, 3)  # warm up
    used, own = processor(pid), time.process_time()
    waits = await play(tables, options.rate, options.seconds)
    figures |= {"moves/s": len(waits) / options.seconds} | _quantiles("ack", waits)
    figures["server's processor time a move, ms"] = (processor(pid) - used) / len(waits) * 1000
    figures["this process's, ms"] = (time.process_time() - own) / len(waits) * 1000
    if options.stalled:
        figures |= await compared(port, tables, options)
    figures["memory in play, MB"] = memory(pid) / 1e6
    for reader in readers:
        reader.cancel()
    return figures


async def compared(port: int, tables: list[Table], options: argparse.Namespace) -> dict[str, float]:
    """What stalled spectators change: medians over several turns, since a p99 is a noisy thing."""
    without, among = [], []
    for _ in range(TURNS):
        without.append(quantile(await play(tables, options.rate, options.seconds / TURNS), 0.99))
        async with stalled(port, tables):
            await asyncio.sleep(3)  # it is stalling that counts here, not fifty who come at once
            among.append(quantile(await play(tables, options.rate, options.seconds / TURNS), 0.99))
    found = {"p99 in turns, ms": median(without), "p99 with stalled, ms": median(among)}
    return found | {"ratio": median(among) / median(without)}


def _quantiles(name: str, waits: list[float]) -> dict[str, float]:
    return {f"{name} p{p}, ms": quantile(waits, p / 100) for p in (50, 99)}


async def idle_games(count: int, data: Path) -> dict[str, float]:
    """What games take that somebody looks at and nobody plays, sockets not counted."""
    ports = chosen(Settings(data=data))
    house = House(ports, Timekeeper(), bytes(32), Settings(data=data))
    desk, clerk = Desk(house), Clerk(house, ports.engines)
    prepared, guest = lines(), "0" * 64
    sizes = []
    for number in range(-10, count):
        if number == 0:
            gc.collect()
            tracemalloc.start()
        name = VARIANTS[number % len(VARIANTS)]
        seats = {seat.name: SeatChoice("me") for seat in Game(name).variant.seats}
        room = await desk.create(NewGame(name, seats, first="blue"), guest)
        for _, placement in prepared[name][: len(prepared[name]) // 2]:
            step = Play(seq=room.contest.seq + 1, placement=placement)
            await clerk.act(room, guest, step, lambda _: None)
        busy = tracemalloc.get_traced_memory()[0]
        room.contest.rest()
        gc.collect()
        sizes.append(busy - tracemalloc.get_traced_memory()[0])
    return {
        "an idle game, KB": tracemalloc.get_traced_memory()[0] / count / 1000,
        "more while it is played, KB": sum(sizes[10:]) / count / 1000,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--watch", type=int, default=2)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--stalled", action="store_true")
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        if options.memory:
            figures = asyncio.run(idle_games(60, Path(data)))
        else:
            with server(Path(data), 60) as (port, pid):
                figures = asyncio.run(run(port, pid, options))
    for name, value in figures.items():
        print(f"{name:40} {value:10.1f}")


if __name__ == "__main__":
    main()
