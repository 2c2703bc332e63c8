"""Kill the server at random moments under play: `python benchmarks/kills.py [--kills 1000]`.

People play as fast as the server answers, at several tables with spectators and computers. Again
and again the process is killed (SIGKILL) and started anew on the same data. Everybody connects
again and asks for what came since. Checked each time: every acknowledged move is there, in its
place; what all clients have seen is what the server has; how long that took from the new start on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import resource
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from cornerwise import Game

SERVER = """
import socket, sys
from pathlib import Path
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=2048)
from cornerwise.server.web.process import run
from cornerwise.server.base.settings import Rate, Settings
much = Rate(1e9, 1e9)
settings = Settings(data=Path(sys.argv[2]), games=much, requests=much, messages=much, sockets=10**6)
run(listener, settings, lambda: print("ready", flush=True))
"""  # as `cornerwise serve`, but without the limits that people keep to
TABLES = {
    "duo": ["blue", "yellow"],
    "classic_2": ["blue+red", "yellow+green"],
    "trigon_3": ["blue", "yellow", "red"],
}
FIRST_WAIT = 0.02  # seconds until a client tries to connect again
Json = dict[str, Any]


class Table:
    """A game with everything that was acknowledged in it: seq and placement."""

    def __init__(self, name: str, made: Json) -> None:
        self.name, self.id = name, made["game"]["id"]
        self.acknowledged: dict[int, int] = {}


class Client:
    """Somebody at a table: plays the seats it holds, or only watches."""

    def __init__(self, house: House, table: Table, guest: str) -> None:
        self.house, self.table, self.guest = house, table, guest
        self.seq = -1
        self._wait = FIRST_WAIT

    async def run(self) -> None:
        """Stay connected, whatever happens: try again soon, then less and less often."""
        while True:
            with contextlib.suppress(OSError, WebSocketException, EOFError):
                await self._stay()
            await asyncio.sleep(self._wait * random.uniform(0.7, 1.3))
            self._wait = min(self._wait * 1.5, 1)

    async def _stay(self) -> None:
        url = f"ws://127.0.0.1:{self.house.port}/api/games/{self.table.id}/socket?since={self.seq}"
        if self.seq < 0:
            url = url.partition("?")[0]
        headers = {"Authorization": f"Bearer {self.guest}"}
        async with connect(url, additional_headers=headers, compression=None) as connection:
            self._wait = FIRST_WAIT
            async for text in connection:
                message = json.loads(text)
                state = self._read(message)
                if state is not None and state["status"] == "playing":
                    step = self._chosen(state)
                    if step is not None:
                        await connection.send(json.dumps(step))

    def _read(self, message: Json) -> Json | None:
        kind = message["type"]
        if kind == "ok":
            self.table.acknowledged[message["seq"]] = message["id"]
        if kind not in ("snapshot", "events"):
            return None
        for event in message.get("events", ()):
            if event["seq"] > self.seq and kind == "events":
                assert event["seq"] == self.seq + 1, "a gap"
                self.seq = event["seq"]
        self.seq = message["state"]["seq"]
        state: Json = message["state"]
        return state

    def _chosen(self, state: Json) -> Json | None:
        differences = state["legal"].get(state["to_play"])
        if not differences or not self._plays(state):
            return None
        number = sum(differences[: random.randrange(len(differences)) + 1])
        return {"type": "play", "id": number, "seq": state["seq"] + 1, "placement": number}

    def _plays(self, state: Json) -> bool:
        # A guest's name begins with its seat; + is no letter of it.
        return self.guest.startswith(f"{str(state['seat']).replace('+', '_')}-")


class House:
    """The server process and everybody who uses it."""

    def __init__(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self._data = data
        self._process: asyncio.subprocess.Process | None = None
        self._clients: dict[Client, asyncio.Task[None]] = {}
        self.tables: list[Table] = []

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVER, str(self.port), str(self._data),
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert self._process.stdout is not None
        await self._process.stdout.readline()

    async def kill(self) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    def request(self, guest: str) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {guest}"}
        url = f"http://127.0.0.1:{self.port}"
        return httpx.AsyncClient(base_url=url, headers=headers, timeout=60)

    async def lay(self, name: str) -> None:
        """A new table: people at every seat but the last, which a computer has, and a spectator."""
        seats = TABLES[name]
        tag = f"{random.getrandbits(96):024x}"
        guests = [f"{seat.replace('+', '_')}-{tag}" for seat in seats]
        chosen = {seat: {"kind": "open"} for seat in seats}
        chosen[seats[0]] = {"kind": "me"}
        if len(seats) > 2:
            chosen[seats[-1]] = {"kind": "computer"}
        async with self.request(guests[0]) as client:
            body = {"variant": name, "seats": chosen, "first": "blue"}
            made = (await client.post("/api/games", json=body)).json()
        table = Table(name, made)
        for seat, guest in list(zip(seats, guests, strict=True))[1:]:
            if chosen[seat]["kind"] == "open":
                async with self.request(guest) as client:
                    join = {"key": made["you"]["invite"], "seat": seat}
                    await client.post(f"/api/games/{table.id}/join", json=join)
        self.tables.append(table)
        for guest in [*guests, f"watch-{tag}"]:
            client_ = Client(self, table, guest)
            self._clients[client_] = asyncio.create_task(client_.run())

    async def check(self) -> int:
        """Nothing acknowledged is missing and everything is a game; gives the moves checked."""
        checked = 0
        for table in self.tables:
            promised = dict(table.acknowledged)  # play goes on while we ask
            async with self.request("referee-0123456789abcdef") as client:
                answer = (await client.get(f"/api/games/{table.id}?since=-1")).json()
            moves = {e["seq"]: e["placement"] for e in answer["events"] if e["type"] == "move"}
            for seq, placement in promised.items():
                assert moves.get(seq) == placement, f"{table.id}: move {seq} is lost"
            Game(table.name, moves=moves.values())
            checked += len(promised)
        return checked

    async def converged(self) -> None:
        """Wait until every client has what the server has."""
        for table in self.tables:
            async with self.request("referee-0123456789abcdef") as client:
                shown = (await client.get(f"/api/games/{table.id}")).json()
            for client_ in self._clients:
                while client_.table is table and client_.seq < shown["state"]["seq"]:
                    await asyncio.sleep(0.005)

    async def renew(self) -> int:
        """Replace tables whose game is over; gives the acknowledged moves of those."""
        done = 0
        for table in list(self.tables):
            async with self.request("referee-0123456789abcdef") as client:
                shown = (await client.get(f"/api/games/{table.id}")).json()
            if shown["state"]["status"] == "over":
                done += len(table.acknowledged)
                self.tables.remove(table)
                for client_ in [each for each in self._clients if each.table is table]:
                    self._clients.pop(client_).cancel()
                await self.lay(table.name)
        return done


async def run(options: argparse.Namespace, data: Path) -> None:
    random.seed(options.seed)
    house = House(data)
    await house.start()
    try:
        await repeat(house, options)
    finally:
        await house.kill()


async def repeat(house: House, options: argparse.Namespace) -> None:
    """Kill, start, check, as often as asked for."""
    for name in [*TABLES] * 2:
        await house.lay(name)
    starts, waits, done, began = [], [], 0, time.monotonic()
    for number in range(1, options.kills + 1):
        await asyncio.sleep(random.uniform(0.02, 0.4))
        await house.kill()
        started = time.monotonic()
        await house.start()
        starts.append(time.monotonic() - started)
        await house.converged()
        waits.append(time.monotonic() - started)
        kept = await house.check()
        if number % 25 == 0 or number == options.kills:
            print(
                f"{number} kills, {done + kept} acknowledged moves, none lost; "
                f"all clients caught up within {max(waits):.2f} s of the new start "
                f"(median {median(waits):.2f} s, {median(starts):.2f} s of it until it was up, "
                f"{server_seconds() / number:.2f} s of processor time a life); "
                f"{time.monotonic() - began:.0f} s",
                flush=True,
            )
        done += await house.renew()


def server_seconds() -> float:
    """The processor time of the servers that were killed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    with tempfile.TemporaryDirectory() as data:
        asyncio.run(run(parser.parse_args(), Path(data)))


if __name__ == "__main__":
    main()
