"""The engine pool: where computer players think and puzzles are searched, holding up nobody.

Searches are bounded in number, for all together and for each owner, and by the engine in time and
memory. Short ones have threads of their own, so that none waits for a long one; among like ones
every owner has its turn. `EnginePool` is the port; `ThreadPool` the embedded adapter.
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


@runtime_checkable
class Stoppable(Protocol):
    """A player whose search can be ended early, from any thread: it then answers at once."""

    def stop(self) -> None: ...


class EnginePool(Protocol):
    """Where computer players think. `owner` is on whose account a search is made."""

    async def choose(self, game: Game, level: int, owner: str = "") -> int:
        """The number of a legal placement for the colour on turn. Raises Busy when full."""

    async def run(self, search: Callable[[], T], owner: str = "", cost: float = 1) -> T:
        """What another search finds, one that bounds itself in time. Raises Busy when full.

        `cost` says how many seconds it may take.
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

    async def run(self, search: Callable[[], T], owner: str = "", cost: float = 1) -> T:
        lane = self._quick if cost <= QUICK else self._long
        found: T = await lane.run(search, owner, cost)
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
    cost: float
    answer: asyncio.Future[Any]


class _Lane:
    """Some threads and the searches that wait for them, taken in turns of their owners."""

    def __init__(self, threads: int, waiting: int, each: int | None, niceness: int) -> None:
        self.threads = ThreadPoolExecutor(
            threads, "engine", initializer=_lower_priority, initargs=(niceness,)
        )
        self._free, self._places = threads, threads + waiting
        self._each = self._places if each is None else each
        self._queue: FairQueue[_Job] = FairQueue()
        self._held: Counter[str] = Counter()

    @property
    def busy(self) -> int:
        return self._held.total()

    async def run(self, search: Callable[[], Any], owner: str, cost: float) -> Any:
        if self.busy >= self._places or self._held[owner] >= self._each:
            raise Busy
        job = _Job(search, cost, asyncio.get_running_loop().create_future())
        self._held[owner] += 1
        self._queue.put(owner, cost, job)
        self._begin()
        return await job.answer

    def _begin(self) -> None:
        """Give free threads the searches whose turn it is."""
        while self._free and len(self._queue):
            owner, job = self._queue.take()
            if job.answer.cancelled():
                self._queue.charge(owner, -job.cost)
                self._leave(owner)
                continue
            self._free -= 1
            loop, begun = asyncio.get_running_loop(), time.monotonic()
            found = loop.run_in_executor(self.threads, _contained, job.search)
            found.add_done_callback(partial(self._end, owner, job, begun))

    def _end(self, owner: str, job: _Job, begun: float, found: asyncio.Future[Any]) -> None:
        self._free += 1
        self._queue.charge(owner, time.monotonic() - begun - job.cost)
        self._leave(owner)
        if found.cancelled():
            job.answer.cancel()
        elif (error := found.exception()) is not None:
            if not job.answer.done():
                job.answer.set_exception(error)
        elif not job.answer.done():
            job.answer.set_result(found.result())
        self._begin()

    def _leave(self, owner: str) -> None:
        self._held[owner] -= 1
        if not self._held[owner]:
            del self._held[owner]

    def stop(self) -> None:
        """Begin no more searches."""
        while len(self._queue):
            owner, job = self._queue.take()
            job.answer.cancel()
            self._leave(owner)
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
