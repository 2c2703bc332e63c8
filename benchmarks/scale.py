"""What a server costs, fitted to measurements, and what that says of larger ones.

    python benchmarks/scale.py measure COST.json    fit the model, by loads of several sizes
    python benchmarks/scale.py check COST.json      predict the load benchmark, run it, compare
    python benchmarks/scale.py people COST.json     what 10 k, 100 k and 1 M people online take

The model has one number for each thing that grows: processor time for a move, for a delivery to a
socket and for being awake; memory of a socket and of a game in play; bytes of an event on the disk;
the time of a commit. `check` lets a simulated event loop work through the same moves as
`benchmarks/load.py`: tasks wait in line, commits are grouped, and a move is acknowledged after its
commit. Run all of this on a quiet machine, after `ulimit -n 8192`.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import json
import math
import random
import tempfile
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median

import load

from cornerwise.server.base.settings import GAMES
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import ListLine

FITTED = ((60, 0, 60.0), (60, 6, 60.0), (200, 2, 120.0), (300, 2, 200.0), (400, 0, 400.0))
"""Loads by which the model is fitted: games, spectators of each, moves a second."""
CHECKED = (500, 2, 300.0)
"""The load of the benchmark, which is none of them."""
SECONDS = 15.0
TELLING = 0.6
"""The share of a move's processor time that comes after its commit: telling those who watch."""


@dataclass(frozen=True)
class Cost:
    """What one process takes.

    move, delivery  milliseconds of processor time, for a move and for each socket that is told
    awake           milliseconds a second that a process in play takes beside: the longer nothing
                    comes, the less of its data is left in the caches
    socket, game    bytes of memory; base is what the process takes without any
    event           bytes on the disk for a move, with its indexes and the line of its game
    commits         milliseconds from a wish to write until it is on the disk, some measured ones
    wire            milliseconds of an acknowledgement that the server does not account for: its
                    way, and the client, which wakes up as well. The median's part for each move,
                    its part for each second, and the p99
    """

    move: float
    delivery: float
    awake: float
    base: float
    socket: float
    game: float
    event: float
    commits: list[float]
    wire: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def processor(self, games: int, watch: int, rate: float) -> float:
        """Milliseconds of processor time a second."""
        return self.awake + rate * (self.move + self.delivery * (2 + watch))

    def memory(self, games: int, watch: int) -> float:
        return self.base + games * (self.game + self.socket * (2 + watch))


# --- measuring ------------------------------------------------------------------------------


def loaded(games: int, watch: int, rate: float) -> dict[str, float]:
    """A run of the load benchmark, with the growth of its file."""
    wanted = Namespace(games=games, watch=watch, rate=rate, seconds=SECONDS, stalled=False)
    with tempfile.TemporaryDirectory() as folder, load.server(Path(folder), 600) as (port, pid):
        time.sleep(2)  # what a start leaves to be done is over
        found = asyncio.run(load.run(port, pid, wanted))
        file = Path(folder) / GAMES
        written = sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))
    return found | {"file": float(written)}


async def commits(count: int = 300) -> list[float]:
    """How long single appends take, in milliseconds."""
    line, took = ListLine(False, False, 1, b"{}"), []
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / GAMES)
        for number in range(count):
            began = time.perf_counter()
            await store.append(f"game{number % 20}", number // 20, bytes(150), line)
            took.append((time.perf_counter() - began) * 1000)
        await store.close()
    return sorted(took)


def fitted(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Factors that are not negative and come nearest to the values, by repeated small steps."""
    factors = [0.0] * len(rows[0])
    for _ in range(5000):
        for at in range(len(factors)):
            errors = [
                value - sum(f * x for f, x in zip(factors, row, strict=True))
                for row, value in zip(rows, values, strict=True)
            ]
            step = sum(e * row[at] for e, row in zip(errors, rows, strict=True))
            factors[at] = max(0.0, factors[at] + step / sum(row[at] ** 2 for row in rows))
    return factors


def measure() -> Cost:
    runs = [loaded(*of) for of in FITTED]
    each = [run["server's processor time a move, ms"] for run in runs]
    terms = [(1.0, 2.0 + watch, 1 / rate) for _, watch, rate in FITTED]
    move, delivery, awake = fitted(terms, each)
    memory = [(run["memory in play, MB"] - run["memory before, MB"]) * 1e6 for run in runs]
    socket, game = fitted([(g * (2.0 + w), float(g)) for g, w, _ in FITTED], memory)
    moves = [run["moves/s"] * (SECONDS + 3) for run in runs]
    events = [
        run["file"] / (count + 2 * of[0])
        for run, count, of in zip(runs, moves, FITTED, strict=True)
    ]
    cost = Cost(
        move=move,
        delivery=delivery,
        awake=awake,
        base=median(run["memory before, MB"] for run in runs) * 1e6,
        socket=socket,
        game=game,
        event=median(events),
        commits=asyncio.run(commits()),
    )
    left = [
        [
            run[f"ack p{p}, ms"] - load.quantile(simulated(cost, w, r, SECONDS), p / 100)
            for p in (50, 99)
        ]
        for run, (_, w, r) in zip(runs, FITTED, strict=True)
    ]
    way, wake = fitted([(1.0, 1 / rate) for _, _, rate in FITTED], [p50 for p50, _ in left])
    return replace(cost, wire=(way, wake, median(p99 for _, p99 in left)))


# --- predicting -----------------------------------------------------------------------------


def simulated(cost: Cost, watch: int, rate: float, seconds: float, seed: int = 1) -> list[float]:
    """How long acknowledgements take, in milliseconds, if one event loop does all in turn.

    A move is checked, waits for its commit, and is then acknowledged and told. One commit at a
    time: what comes meanwhile goes into the next.
    """
    chance = random.Random(seed)
    work = cost.processor(0, watch, rate) / rate
    way, tail = cost.wire[0] + cost.wire[1] / rate, cost.wire[2]
    spread = math.log(max(1.0, tail / way)) / 2.326 if way else 0.0  # of a lognormal with this p99
    before, after = work * (1 - TELLING), work * TELLING
    waiting = [(number * 1000 / rate, 0, number) for number in range(int(rate * seconds))]
    heapq.heapify(waiting)  # when something can be done: a move checked (0) or told of (1)
    begun = {number: at for at, _, number in waiting}
    waits: list[float] = []
    free = disk = 0.0
    while waiting:
        at, stage, number = heapq.heappop(waiting)
        now = max(at, free)
        if stage == 0:
            free = now + before
            disk = max(free, disk) + chance.choice(cost.commits)
            heapq.heappush(waiting, (disk, 1, number))
        else:
            # The answer goes first, then the others are told.
            waits.append(now - begun[number] + way * chance.lognormvariate(0, spread))
            free = now + after
    return waits


def check(cost: Cost) -> None:
    games, watch, rate = CHECKED
    waits = simulated(cost, watch, rate, SECONDS)
    found = loaded(games, watch, rate)
    rows = {
        "processor time a move, ms": (
            cost.processor(games, watch, rate) / rate,
            found["server's processor time a move, ms"],
        ),
        "memory in play, MB": (cost.memory(games, watch) / 1e6, found["memory in play, MB"]),
        "acknowledgement p50, ms": (load.quantile(waits, 0.5), found["ack p50, ms"]),
        "acknowledgement p99, ms": (load.quantile(waits, 0.99), found["ack p99, ms"]),
    }
    print("| load benchmark | predicted | measured | ratio |\n|---|---|---|---|")
    for name, (expected, seen) in rows.items():
        print(f"| {name} | {expected:.2f} | {seen:.2f} | {expected / seen:.2f} |")


# --- larger ---------------------------------------------------------------------------------

PEOPLE = (10_000, 100_000, 1_000_000)
PLAYING, WATCHING = 0.5, 0.2
"""Shares of people online who play and who watch a game; the others read, look and solve."""
PER_GAME, PACE = 2.5, 12.0
"""Persons in a game, and seconds between its moves, as in live play."""
BUSY = 0.5
"""How far a process is loaded, so that a burst or the loss of another does not hurt."""


def people(cost: Cost) -> None:
    """What so many people online take, by the model."""
    print(
        "| people online | games | moves/s | processes | memory, GB | written, MB/s | a day, GB |"
    )
    print("|---|---|---|---|---|---|---|")
    for online in PEOPLE:
        games = online * PLAYING / PER_GAME
        watch = online * WATCHING / games
        rate = games / PACE
        work = rate * (cost.move + cost.delivery * (PER_GAME + watch)) / 1000
        processes = max(1, work / (BUSY - cost.awake / 1000))
        memory = processes * cost.base + online * cost.socket + games * cost.game
        written = rate * cost.event
        print(
            f"| {online:,} | {games:,.0f} | {rate:,.0f} | {processes:,.0f} | {memory / 1e9:,.1f} |"
            f" {written / 1e6:,.1f} | {written * 86400 / 1e9:,.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("what", choices=("measure", "check", "people"))
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    if options.what == "measure":
        cost = measure()
        options.file.write_text(json.dumps(asdict(cost), indent=1) + "\n")
        print(f"a move {cost.move:.3f} ms, a delivery {cost.delivery:.3f} ms, ", end="")
        print(f"awake {cost.awake:.1f} ms a second")
        print(f"a socket {cost.socket / 1e3:.0f} KB, a game {cost.game / 1e3:.0f} KB")
        print(f"an event {cost.event:.0f} bytes, a commit {median(cost.commits):.2f} ms")
        return
    cost = Cost(**json.loads(options.file.read_text()))
    check(cost) if options.what == "check" else people(cost)


if __name__ == "__main__":
    main()
