"""The cost of being many: `python benchmarks/processes.py [--seconds 10] [--turns 3]`.

One cluster of eight servers is started. The same tables are played in turns at the first 1, 2, 4
and 8 of them, as fast as they answer, and the servers' processor time for each acknowledged move is
compared. A table has two clients: "any" lets each choose a server by chance, "by game" leads both
to the same one, as the proxy does. Then it tells what others notice of spectators that never read
and of a worker that was killed, and how late the servers' event loops are while computers think on
all cores. Ratios are of medians over the turns.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

import httpx
import uvloop
from bare import Hall, Tally, quantile
from faults import CONFIG, Site
from prometheus_client.parser import text_string_to_metric_families

COUNTS = (1, 2, 4, 8)
RATES = (40, 80)
"""Moves a second of each server, if all have the same load."""
TABLES = 16
"""Games at each server then."""
LAG = "cornerwise_loop_lag_seconds_bucket"


def processor(pids: list[int]) -> float:
    """The processor time that processes have used, in seconds."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Bench:
    """The servers, and what was measured."""

    def __init__(self, site: Site, options: argparse.Namespace) -> None:
        self.site, self.options = site, options
        servers = [part for part in site.parts if part.kind == "server"]
        self.pids, self.ports = [s.pid for s in servers], [s.port for s in servers]

    @asynccontextmanager
    async def hall(self, ports: list[int], tables: int = 0, **how: object) -> AsyncIterator[Hall]:
        """Tables in play, each of which has been warmed up."""
        hall, tables = Hall(ports, races=0, **how), tables or self.options.tables  # type: ignore[arg-type]
        await hall.open(tables)
        await self._acknowledged(hall, 5 * tables)
        yield hall
        await hall.close()
        assert not hall.tally.lost
        assert not hall.tally.forks

    async def _acknowledged(self, hall: Hall, moves: int) -> None:
        goal = hall.tally.acknowledged + moves
        while hall.tally.acknowledged < goal:
            await asyncio.sleep(0.02)

    async def turn(self, hall: Hall, servers: int = 2) -> tuple[float, float, float]:
        """Play for a while: processor time a move, moves a second, p99 of acknowledgements; ms."""
        pids = self.pids[:servers]
        used, hall.tally = processor(pids), Tally()
        await asyncio.sleep(self.options.seconds)
        told, seconds = hall.tally, processor(pids) - used
        each = 1000 * seconds / max(1, told.acknowledged)
        return each, told.acknowledged / self.options.seconds, 1000 * quantile(told.waits, 0.99)

    # --- what is measured --------------------------------------------------------------------

    async def idle(self) -> None:
        """What a server takes that nobody uses."""
        used = processor(self.pids)
        await asyncio.sleep(self.options.seconds)
        each = 1000 * (processor(self.pids) - used) / len(self.pids) / self.options.seconds
        print(f"a server that nobody uses: {each:.1f} ms of processor time a second")

    async def equal(self) -> None:
        """The same load for each server, by game, whether 1, 2, 4 or 8 of them work."""
        print("| moves/s of a server | servers | ms a move | times that of one | p99, ms |")
        print("|---|---|---|---|---|")
        for rate in self.options.rate or RATES:
            found: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
            for turn in range(self.options.turns):
                for count in COUNTS if turn % 2 else reversed(COUNTS):
                    ports, tables, moves = self.ports[:count], TABLES * count, rate * count
                    async with self.hall(ports, tables, by_game=True, rate=moves) as hall:
                        found[count].append(await self.turn(hall, count))
            one = median(each for each, _, _ in found[1])
            for count, turns in sorted(found.items()):
                each, seen, late = (median(column) for column in zip(*turns, strict=True))
                row = f"{each:.2f} | {each / one:.2f} | {late:.0f}"
                print(f"| {seen / count:.0f} | {count} | {row} |", flush=True)

    async def costs(self) -> None:
        found: dict[tuple[int, str], list[tuple[float, float, float]]] = defaultdict(list)
        for turn in range(self.options.turns):
            for count in COUNTS if turn % 2 else reversed(COUNTS):
                for how in ("any", "by game"):
                    async with self.hall(self.ports[:count], by_game=how == "by game") as hall:
                        found[count, how].append(await self.turn(hall, count))
        one = median(each for how in ("any", "by game") for each, _, _ in found[1, how])
        print("| servers | clients choose | ms a move | times that of one | moves/s | p99, ms |")
        print("|---|---|---|---|---|---|")
        for (count, how), turns in sorted(found.items()):
            each, rate, late = (median(column) for column in zip(*turns, strict=True))
            row = f"{each:.2f} | {each / one:.2f} | {rate:.0f} | {late:.0f}"
            print(f"| {count} | {how} | {row} |", flush=True)

    async def stalled(self) -> None:
        """Somebody who never reads, at every table."""
        without, among = [], []
        for _ in range(self.options.turns):
            async with self.hall(self.ports[:2]) as hall:
                without.append((await self.turn(hall))[2])
                sockets = [self._unread(table.id) for table in hall.tables]
                await asyncio.sleep(2)
                among.append((await self.turn(hall))[2])
                for each in sockets:
                    each.close()
        self._ratio("a spectator who never reads at every table", without, among)

    def _unread(self, game: str) -> socket.socket:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", random.choice(self.ports[:2])))
        made.sendall(
            f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        return made

    async def dead_worker(self) -> None:
        """A worker that is killed while computers think at some tables."""
        if not any(part.kind == "worker" for part in self.site.parts):
            print("there is no worker to kill")
            return
        without, among = [], []
        for _ in range(self.options.turns):
            async with self.hall(self.ports[:2], computers=0.2) as hall:
                without.append((await self.turn(hall))[2])
                next(p for p in self.site.parts if p.kind == "worker").tell(signal.SIGKILL)
                among.append((await self.turn(hall))[2])
        self._ratio("a worker is killed", without, among)

    def _ratio(self, what: str, without: list[float], among: list[float]) -> None:
        before, after = median(without), median(among)
        print(
            f"{what}: p99 {before:.0f} ms without, {after:.0f} ms with: {after / before:.2f} times"
        )

    async def lag(self) -> None:
        """How late event loops are, without and with computers that think on all cores."""
        async with self.hall(self.ports[:2]) as hall:
            calm = await self._lag_of_turn(hall)
            games = await self._thinking(2 * (os.cpu_count() or 1))
            busy = await self._lag_of_turn(hall)
            for client in games:
                await client.aclose()
        print(f"event loop p99: {calm:.0f} ms in play, {busy:.0f} ms while computers think as well")

    async def _thinking(self, count: int) -> list[httpx.AsyncClient]:
        """Games in which level 9 plays against itself, and somebody who looks at each."""
        seats = {seat: {"kind": "computer", "level": 9} for seat in ("blue", "yellow")}
        made = []
        for n in range(count):
            guest = {"Authorization": f"Bearer watcher-{random.getrandbits(96):024x}"}
            url = f"http://127.0.0.1:{self.ports[n % 2]}"
            client = httpx.AsyncClient(base_url=url, headers=guest, timeout=60)
            body = {"variant": "duo", "seats": seats, "first": "blue"}
            answer = await client.post("/api/games", json=body)
            assert answer.status_code == 201, answer.text
            made.append(client)
        return made

    async def _lag_of_turn(self, hall: Hall) -> float:
        before = await self._buckets()
        await self.turn(hall)
        after = await self._buckets()
        grown = {edge: after[edge] - before.get(edge, 0) for edge in sorted(after)}
        goal = 0.99 * grown[max(grown)]
        return 1000 * next(edge for edge, number in grown.items() if number >= goal)

    async def _buckets(self) -> dict[float, float]:
        """How often the loops were late by at most so many seconds."""
        found: dict[float, float] = defaultdict(float)
        async with httpx.AsyncClient(timeout=60) as client:
            for port in self.ports[:2]:
                text = (await client.get(f"http://127.0.0.1:{port}/metrics")).text
                for family in text_string_to_metric_families(text):
                    for sample in family.samples:
                        if sample.name == LAG:
                            found[float(sample.labels["le"])] += sample.value
        return found


async def run(options: argparse.Namespace, folder: Path) -> None:
    config = folder / "servers.toml"
    config.write_text(CONFIG.replace("heartbeat = 1", ""))
    site = Site(folder / "cluster")
    try:
        await site.start("--servers", str(max(COUNTS)), "--config", str(config))
        bench = Bench(site, options)
        for part in options.only or PARTS:
            await getattr(bench, part)()
    finally:
        await site.end()


PARTS = ("idle", "equal", "costs", "stalled", "dead_worker", "lag")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of each turn")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--rate", action="append", type=int, help="moves a second for `equal`")
    parser.add_argument("--only", action="append", choices=PARTS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o711)
        uvloop.run(run(options, Path(made)))


if __name__ == "__main__":
    main()
