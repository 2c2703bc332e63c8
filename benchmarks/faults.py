"""Faults under load: `python benchmarks/faults.py [--kills 1000] [--moves 1000000] [--rolls 100]`.

A cluster is started (`cornerwise cluster`), and many tables are played as fast as it answers. Then
parts of it are killed, stopped, cut off, filled up and restarted. Clients check every acknowledged
move afterwards. The report is Markdown; the exit code is 1 if anything was lost or forked.

kill    SIGKILL to a server, a worker, NATS, PostgreSQL (or SIGQUIT: "immediate") or the proxy
stop    SIGSTOP for ten seconds to each of them
cut     all connections to broker or database end, and none is made for three seconds
delay   all they carry comes 0.2 s later, for five seconds
full    the database's disk (a tmpfs, so this needs root) is full for five seconds
roll    `cornerwise cluster restart`: every server anew, one at a time
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from statistics import median
from typing import Any

import asyncpg
import uvloop
from bare import Hall, quantile
from sluice import Sluice

from cornerwise.cluster.programs import listens

SELF = [sys.executable, "-m", "cornerwise", "cluster"]
MUCH = "{per_second = 1e9, burst = 1e9}"
CONFIG = "\n".join(
    [f"{name} = {MUCH}" for name in ("games", "requests", "messages", "frames", "handshakes")]
    + [f"{name} = {MUCH}" for name in ("knocks", "messages_per_address")]
    + [f"{name} = 1000000" for name in ("sockets", "connections_per_address", "requests_at_once")]
    + ["silent_per_address = 1000000", "heartbeat = 1"]
)
"""Settings of the servers: everybody comes from one address, and hints may be lost for seconds."""
DISK = 400
"""Mebibytes of the disk that is filled."""
STOPPED, CUT, DELAYED, FULL = 10.0, 3.0, 5.0, 5.0
"""Seconds that these faults last."""
Json = dict[str, Any]


class Part:
    """A process of the cluster, as its status tells."""

    def __init__(self, given: Json) -> None:
        self.name: str = given["name"]
        self.pid: int = given["pid"]
        self.port: int = given["port"]

    @property
    def kind(self) -> str:
        return self.name.partition(" ")[0]

    def tell(self, how: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, how)

    def tell_all(self, how: signal.Signals) -> None:
        """Also what it has started: PostgreSQL has a process for each connection."""
        asked = ["pgrep", "-P", str(self.pid)]
        for pid in subprocess.run(asked, check=False, capture_output=True).stdout.split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), how)
        self.tell(how)


class Site:
    """A cluster in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, *options: str) -> None:
        command = [*SELF, "--folder", str(self._folder), "--port", "0", *options]
        self._process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        while b"is ready" not in (line := await self._process.stdout.readline()):
            assert line, "the cluster does not start"
        self._reading = asyncio.create_task(self._process.stdout.read())

    async def end(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()

    async def restart(self) -> None:
        command = [*SELF, "restart", "--folder", str(self._folder)]
        done = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
        assert await done.wait() == 0

    @property
    def status(self) -> Json:
        found: Json = json.loads((self._folder / "cluster.json").read_text())
        return found

    @property
    def port(self) -> int:
        return int(self.status["address"].rstrip("/").rpartition(":")[2])

    @property
    def parts(self) -> list[Part]:
        return [Part(part) for part in self.status["parts"]]

    async def back(self, part: Part) -> None:
        """Wait until a killed part is another process, and answers."""
        while True:
            now = next(p for p in self.parts if p.name == part.name)
            if now.pid != part.pid and (not now.port or listens(now.port)):
                break
            await asyncio.sleep(0.05)


class Trial:
    """A cluster under load, and what faults did to it."""

    def __init__(self, options: argparse.Namespace, kind: str, folder: Path) -> None:
        self.kind, self.options, self.folder = kind, options, folder
        self.away: dict[str, list[float]] = defaultdict(list)  # seconds from a kill to recovery
        self.equal: dict[str, list[float]] = defaultdict(list)  # and from there until all is known
        self.sites: list[Site] = []
        self.sluices: dict[str, Sluice] = {}

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        config = self.folder / "servers.toml"
        config.write_text(CONFIG)
        given = ["--servers", str(self.options.servers), "--config", str(config)]
        try:
            if self.kind in ("cut", "delay"):
                given += await self._through_sluices()
            await self._site("cluster", *given)
            self.store = self.sites[0].status["store"]
            self.hall = Hall(self._doors(), computers=0.1)
            await self.hall.open(self.options.tables)
            began = time.monotonic()
            yield
            await self.hall.close()
            self.seconds = time.monotonic() - began
        finally:
            for site in reversed(self.sites):
                await site.end()
            for sluice in self.sluices.values():
                sluice.close()

    def _doors(self) -> list[int]:
        """The proxy leads a game's clients to one server, so some ask servers themselves.

        In rolling restarts nobody does: what counts there is how long the way through it takes.
        """
        servers = [part.port for part in self.parts if part.kind == "server"]
        return [self.sites[-1].port, *(servers if self.kind != "roll" else [])]

    async def _site(self, name: str, *options: str) -> Site:
        site = Site(self.folder / name)
        self.sites.append(site)
        await site.start(*options)
        return site

    async def _through_sluices(self) -> list[str]:
        """Database and broker in a cluster of their own; the servers reach them through sluices."""
        status = (await self._site("services", "--servers", "0", "--workers", "0")).status
        ports = {part["name"]: part["port"] for part in status["parts"]}
        given = []
        for name, option in (("postgresql", "store"), ("nats", "bus")):
            sluice = self.sluices[name] = Sluice(ports[name])
            url = status[option].replace(f":{ports[name]}", f":{await sluice.begin()}")
            given += [f"--{option}", url]
        return given

    @property
    def parts(self) -> list[Part]:
        return self.sites[-1].parts

    async def truth(self) -> dict[str, int]:
        """The newest seq of every table, as the database has it."""
        games = [table.id for table in self.hall.tables]
        while True:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                db = await asyncpg.connect(self.store, timeout=5)
                try:
                    query = "SELECT id, last FROM games WHERE id = ANY($1::text[])"
                    return dict(await db.fetch(query, games, timeout=5))
                finally:
                    db.terminate()
            await asyncio.sleep(0.05)

    async def settle(self, label: str, since: float) -> None:
        """Wait until all clients know what is true now; note how long that took."""
        truth = await self.truth()
        while any(c.behind(truth) for table in self.hall.tables for c in table.clients):
            await asyncio.sleep(0.01)
        self.equal[label].append(time.monotonic() - since)

    async def play(self, moves: int) -> None:
        """Wait until so many more moves were acknowledged."""
        goal = self.hall.tally.acknowledged + moves
        while self.hall.tally.acknowledged < goal:
            await asyncio.sleep(0.02)


# --- faults ---------------------------------------------------------------------------------


async def kill(trial: Trial, number: int) -> None:
    kinds = trial.options.part or sorted({part.kind for part in trial.parts})
    kind = kinds[number % len(kinds)]
    part = random.choice([part for part in trial.parts if part.kind == kind])
    immediate = kind == "postgresql" and random.random() < 0.5
    begun = time.monotonic()
    part.tell(signal.SIGQUIT if immediate else signal.SIGKILL)
    await trial.sites[-1].back(part)
    await trial.truth()  # PostgreSQL listens before it has recovered
    trial.away[f"kill {kind}"].append(time.monotonic() - begun)
    await trial.settle(f"kill {kind}", time.monotonic())


async def stop(trial: Trial, number: int) -> None:
    part = trial.parts[number % len(trial.parts)]
    part.tell_all(signal.SIGSTOP)
    await asyncio.sleep(STOPPED)
    part.tell_all(signal.SIGCONT)
    await trial.settle(f"stop {part.kind}", time.monotonic())


async def cut(trial: Trial, number: int) -> None:
    name = sorted(trial.sluices)[number % 2]
    trial.sluices[name].cut()
    await asyncio.sleep(CUT)
    trial.sluices[name].open = True
    await trial.settle(f"cut {name}", time.monotonic())


async def delay(trial: Trial, number: int) -> None:
    name = sorted(trial.sluices)[number % 2]
    trial.sluices[name].delay = 0.2
    await asyncio.sleep(DELAYED)
    trial.sluices[name].delay = 0.0
    await trial.settle(f"delay {name}", time.monotonic())


async def full(trial: Trial, number: int) -> None:
    ballast = trial.folder / "cluster" / "postgresql" / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
    before = trial.hall.tally.errors["storage"]
    end = time.monotonic() + 60
    while trial.hall.tally.errors["storage"] == before and time.monotonic() < end:
        await asyncio.sleep(0.05)  # until somebody notices
    await asyncio.sleep(FULL)
    ballast.unlink()
    await trial.truth()  # it may have to recover first
    await trial.settle("full", time.monotonic())


async def roll(trial: Trial, number: int) -> None:
    await trial.sites[-1].restart()
    await trial.settle("roll", time.monotonic())


FAULTS: dict[str, Callable[[Trial, int], Coroutine[Any, Any, None]]] = {
    "kill": kill, "stop": stop, "cut": cut, "delay": delay, "full": full, "roll": roll,
}  # fmt: skip


@contextlib.contextmanager
def disk(kind: str, folder: Path) -> Any:
    """A small disk for the database, if it is to be filled."""
    if kind != "full":
        yield
        return
    place = folder / "cluster" / "postgresql"
    place.mkdir(parents=True)
    place.parent.chmod(0o711)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


async def run(kind: str, count: int, options: argparse.Namespace, folder: Path) -> Trial:
    trial = Trial(options, kind, folder)
    moves = options.moves // count if kind == "kill" else 0
    end = time.monotonic() + 60 * options.minutes if options.minutes else float("inf")
    async with trial.running():
        for number in range(count):
            if time.monotonic() > end:
                moves = 0
                break
            await trial.play(max(moves, random.randrange(20, 200)))
            await FAULTS[kind](trial, number)
            if (number + 1) % 10 == 0 or number + 1 == count:
                told = trial.hall.tally
                late = {label: sum(t > 5 for t in times) for label, times in trial.equal.items()}
                print(
                    f"{kind} {number + 1}: {told.acknowledged} acknowledged, "
                    f"{len(told.lost)} lost, {len(told.forks)} forks, over 5 s: {late}",
                    file=sys.stderr,
                    flush=True,
                )
        await trial.play(max(0, options.moves - trial.hall.tally.acknowledged) if moves else 100)
    return trial


def report(trials: list[Trial]) -> None:
    head = ["fault", "times", "away, s", "equal after, s", "p99", "most", "over 5 s"]
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for trial in trials:
        for label, times in sorted(trial.equal.items()):
            late = sum(t > 5 for t in times)
            away = f"{median(trial.away[label]):.1f}" if label in trial.away else ""
            row = [label, len(times), away, f"{median(times):.2f}", f"{quantile(times, 0.99):.2f}"]
            print("| " + " | ".join(map(str, [*row, f"{max(times):.2f}", late])) + " |")
    head = ["run", "acknowledged", "lost", "forks", "moves/s", "reconnected", "p99, s", "errors"]
    print("\n| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for trial in trials:
        told = trial.hall.tally
        errors = ", ".join(f"{code} {n}" for code, n in told.errors.most_common()) or "none"
        row = [trial.kind, told.acknowledged, len(told.lost), len(told.forks)]
        row += [f"{told.acknowledged / trial.seconds:.0f}", len(told.absences)]
        row += [f"{quantile(told.absences, 0.99):.2f}", errors]
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
        for wrong in [*told.lost, *told.forks][:50]:
            print(wrong)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--moves", type=int, default=0, help="acknowledged while they are killed")
    parser.add_argument("--rolls", type=int, default=10, help="rolling restarts")
    parser.add_argument("--others", type=int, default=6, help="of each of the other faults")
    parser.add_argument("--only", action="append", choices=FAULTS, help="these faults")
    parser.add_argument("--part", action="append", help="kill these: server, worker, nats …")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=0, help="for each kind, at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    counts = {"kill": options.kills, "roll": options.rolls}
    trials = []
    for kind in options.only or FAULTS:
        if kind == "full" and os.geteuid() != 0:
            print("full: left out, since only root can make a small disk", file=sys.stderr)
            continue
        folder = Path(tempfile.mkdtemp(prefix="cornerwise-faults-"))
        folder.chmod(0o711)
        try:
            with disk(kind, folder):
                count = counts.get(kind, options.others)
                trials.append(uvloop.run(run(kind, count, options, folder)))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        report(trials[-1:])
    if len(trials) > 1:
        report(trials)
    sys.exit(any(trial.hall.tally.lost or trial.hall.tally.forks for trial in trials))


if __name__ == "__main__":
    main()
