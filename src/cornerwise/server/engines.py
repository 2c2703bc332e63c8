"""The engine pool: where computer players think and puzzles are searched, holding up nobody.

Searches are bounded in number, for all together and for each owner, and by the engine in time and
memory. Short ones have threads of their own, so that none waits for a long one; among like ones
every owner has its turn. Spare ones, which nobody's play depends on, run only while no other waits,
and give way when one comes. `EnginePool` is the port; `ThreadPool` the embedded adapter.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from cornerwise.computer import Player
from cornerwise.engine import Engine
from cornerwise.engine.levels import level_of
from cornerwise.game import Game
from cornerwise.server.fairness import FairQueue

T = TypeVar("T")
MEMORY = 64 << 20  # bytes that one search may take
SIMULATION = 2e-5  # seconds that one simulation takes, roughly
QUICK = 0.5  # seconds up to which a search is short


class Busy(Exception):
    """All places for searches are taken, or all that one owner may have."""


class Interrupted(Exception):
    """A spare search gave way to others: it may be asked for again at once."""


@runtime_checkable
class Stoppable(Protocol):
    """A player whose search can be ended early, from any thread: it then answers at once."""

    def stop(self) -> None: ...


class EnginePool(Protocol):
    """Where computer players think. `owner` is on whose account a search is made."""

    async def choose(self, game: Game, level: int, owner: str = "") -> int:
        """The number of a legal placement for the colour on turn. Raises Busy when full."""

    async def run(
        self, search: Callable[[], T], owner: str = "", cost: float = 1, *, spare: bool = False
    ) -> T:
        """What another search finds, one that bounds itself in time. Raises Busy when full.

        `cost` says how many seconds it may take. A `spare` one begins when no other waits. If it
        is `Stoppable`, it is stopped as soon as another comes; it should then raise Interrupted.
        """

    async def close(self) -> None: ...


def spare_threads() -> int:
    """How many threads may think at once so that the machine has one left for all else."""
    usable = getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))
    return max(1, len(usable(0)) - 1)


class ThreadPool:
    """Threads of this process, at lower priority.

    workers   searches at once; 0 for as many as the machine can spare
    quick     threads besides, for short searches only
    waiting   searches that may wait, long and short ones each
    each      searches that one owner may have, running and waiting, long and short ones each
    seconds   after which a player is told to find an end
    """

    def __init__(
        self,
        workers: int = 1,
        waiting: int = 64,
        seconds: float = 20,
        players: Callable[[int], Player] | None = None,
        *,
        quick: int = 0,
        each: int | None = None,
    ) -> None:
        self._seconds, self._players = seconds, players or player
        self._long = _Lane(workers or spare_threads(), waiting, each, niceness=15)
        self._quick = _Lane(quick, waiting, each, niceness=5) if quick else self._long
        self._thinking: set[Stoppable] = set()

    @property
    def busy(self) -> int:
        """How many searches run or wait."""
        return sum(lane.busy for lane in {self._long, self._quick})

    async def choose(self, game: Game, level: int, owner: str = "") -> int:
        cost = level_of(level).simulations(game.variant.edition) * SIMULATION
        return await self.run(partial(self._think, game.copy(), level), owner, cost)

    async def run(
        self, search: Callable[[], T], owner: str = "", cost: float = 1, *, spare: bool = False
    ) -> T:
        lane = self._quick if cost <= QUICK and not spare else self._long
        found: T = await lane.run(search, owner, cost, spare)
        return found

    def _think(self, game: Game, level: int) -> int:
        """Ask a player, and let it find an end when its time is over."""
        thinker = self._players(level)
        if not isinstance(thinker, Stoppable):
            return thinker.choose(game).number
        alarm = threading.Timer(self._seconds, thinker.stop)
        alarm.daemon = True
        alarm.start()
        self._thinking.add(thinker)
        try:
            return thinker.choose(game).number
        finally:
            self._thinking.discard(thinker)
            alarm.cancel()

    async def close(self) -> None:
        for lane in (self._long, self._quick):
            lane.stop()
        for thinker in list(self._thinking):
            thinker.stop()
        for lane in (self._long, self._quick):
            await asyncio.to_thread(lane.threads.shutdown)


class _Job(NamedTuple):
    """A search that waits for a thread, and where its answer is awaited."""

    search: Callable[[], Any]
    owner: str
    cost: float
    answer: asyncio.Future[Any]

    def stop(self) -> None:
        if isinstance(self.search, Stoppable):
            self.search.stop()


class _Line:
    """Searches that wait, taken in turns of their owners, and how many each owner has."""

    def __init__(self, places: int, each: int) -> None:
        self._places, self._each = places, each
        self._queue: FairQueue[_Job] = FairQueue()
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def busy(self) -> int:
        """How many wait or run."""
        return self._held.total()

    def join(self, job: _Job) -> None:
        if self.busy >= self._places or self._held[job.owner] >= self._each:
            raise Busy
        self._held[job.owner] += 1
        self._queue.put(job.owner, job.cost, job)

    def take(self) -> _Job | None:
        """The next search, if somebody still wants it."""
        _, job = self._queue.take()
        if not job.answer.cancelled():
            return job
        self.leave(job, 0.0)
        return None

    def leave(self, job: _Job, took: float) -> None:
        self._queue.charge(job.owner, took - job.cost)
        self._held[job.owner] -= 1
        if not self._held[job.owner]:
            del self._held[job.owner]


class _Lane:
    """Some threads and the searches that wait for them, those that can wait after all others."""

    def __init__(self, threads: int, waiting: int, each: int | None, niceness: int) -> None:
        self.threads = ThreadPoolExecutor(
            threads, "engine", initializer=_lower_priority, initargs=(niceness,)
        )
        self._free, places = threads, threads + waiting
        each = places if each is None else each
        self._first, self._spare = _Line(places, each), _Line(places, each)
        self._yielding: list[_Job] = []

    @property
    def busy(self) -> int:
        return self._first.busy + self._spare.busy

    async def run(self, search: Callable[[], Any], owner: str, cost: float, spare: bool) -> Any:
        job = _Job(search, owner, cost, asyncio.get_running_loop().create_future())
        (self._spare if spare else self._first).join(job)
        if not spare and not self._free:
            self._make_room()
        self._begin()
        return await job.answer

    def _make_room(self) -> None:
        """Let one of the spare searches give way, that which has run for the shortest time."""
        if self._yielding:
            self._yielding.pop().stop()

    def _begin(self) -> None:
        """Give free threads the searches whose turn it is."""
        while self._free and (line := next((x for x in (self._first, self._spare) if x), None)):
            if (job := line.take()) is None:
                continue
            self._free -= 1
            loop, begun = asyncio.get_running_loop(), time.monotonic()
            if line is self._spare:
                self._yielding.append(job)
            found = loop.run_in_executor(self.threads, _contained, job.search)
            found.add_done_callback(partial(self._end, line, job, begun))

    def _end(self, line: _Line, job: _Job, begun: float, found: asyncio.Future[Any]) -> None:
        self._free += 1
        self._yielding = [other for other in self._yielding if other is not job]
        line.leave(job, time.monotonic() - begun)
        if found.cancelled():
            job.answer.cancel()
        elif (error := found.exception()) is not None:
            if not job.answer.done():
                job.answer.set_exception(error)
        elif not job.answer.done():
            job.answer.set_result(found.result())
        self._begin()

    def stop(self) -> None:
        """Begin no more searches, and end those that can be."""
        for line in (self._first, self._spare):
            while line:
                if (job := line.take()) is not None:
                    job.answer.cancel()
                    line.leave(job, 0.0)
        while self._yielding:
            self._make_room()
        self.threads.shutdown(wait=False, cancel_futures=True)


def _contained(search: Callable[[], T]) -> T:
    """Whatever ends a search, a wish to end the program included, is an error of that search."""
    try:
        return search()
    except Exception:
        raise
    except BaseException as end:
        raise RuntimeError(f"a search was ended by {end!r}") from None


def _lower_priority(niceness: int) -> None:
    """On Linux a thread has its own priority: the event loop goes before searches."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


def player(level: int) -> Player:
    """The computer player of a level."""
    return Engine(level=level, memory=MEMORY)
