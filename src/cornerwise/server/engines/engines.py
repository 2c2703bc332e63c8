"""The engine pool: where computer players think and puzzles are searched, holding up nobody.

Searches are bounded in number, for all together and for each owner, and by the engine in time and
memory. Short ones have threads of their own, and so has advice, so that none of them waits for a
long one; among like ones every owner has its turn. Spare ones, which nobody's play depends on, run
only while no other waits, and give way when one comes. `EnginePool` is the port; `ThreadPool` the
embedded adapter.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable, Iterator
from functools import partial
from typing import Any, Literal, Protocol, TypeVar, get_args

from cornerwise.computer import Player
from cornerwise.server.engines.jobs import Attempt, Course, Job, Memory, player
from cornerwise.server.engines.lanes import Lane, Search, Threads

T = TypeVar("T")
QUICK = 0.5
"""Seconds up to which a search is short."""
Queue = Literal["heavy", "light", "advice"]
QUEUES: tuple[Queue, ...] = get_args(Queue)
"""Where searches wait: long ones, short ones, and advice, each for hands of their own."""
NICENESS: dict[Queue, int] = {"heavy": 15, "light": 5, "advice": 10}
"""The priorities of their threads: on one core advice goes before a long search, and the moves of
most computers go before advice."""


class EnginePool(Protocol):
    """Where jobs are carried out. `owner` is on whose account a search is made."""

    async def run(self, job: Job[T], owner: str = "") -> T:
        """What a job finds. Raises Busy when full, Interrupted when it had to give way."""

    def follow(self, course: Course[T], owner: str = "") -> AsyncGenerator[T, None]:
        """What a course tells while it goes on. Whoever leaves the loop ends it."""

    async def close(self) -> None: ...


def queue_of(job: Job[Any]) -> Queue:
    """Where a job waits: what is short, or advice, shall wait for nothing long."""
    if job.advice:
        return "advice"
    short = job.cost <= QUICK and not job.spare and not isinstance(job, Course)
    return "light" if short else "heavy"


def spare_threads() -> int:
    """How many threads may think at once so that the machine has one left for all else."""
    usable = getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))
    return max(1, len(usable(0)) - 1)


class ThreadPool:
    """Threads of this process, at lower priority.

    workers   searches at once; 0 for as many as the machine can spare
    quick     threads besides, for short searches only
    advisers  threads besides, for advice only
    waiting   searches that may wait, of each kind
    each      searches that one owner may have, running and waiting, of each kind
    """

    def __init__(
        self,
        workers: int = 1,
        waiting: int = 64,
        players: Callable[[int], Player] | None = None,
        *,
        quick: int = 0,
        advisers: int = 0,
        each: int | None = None,
    ) -> None:
        self.waiting, self.each = waiting, each
        self._players, self._memory = players or player, Memory()
        counts: dict[Queue, int] = {
            "heavy": workers or spare_threads(),
            "light": quick,
            "advice": advisers,
        }
        self._threads = {
            queue: Threads(count, NICENESS[queue]) for queue, count in counts.items() if count
        }
        self._lanes = {
            queue: Lane(threads, counts[queue] + waiting, each)
            for queue, threads in self._threads.items()
        }

    @property
    def busy(self) -> int:
        """How many searches run or wait."""
        return sum(lane.busy for lane in self._lanes.values())

    async def run(self, job: Job[T], owner: str = "") -> T:
        attempt = Attempt(self._memory, self._players)
        lane = self._lanes.get(queue_of(job)) or self._lanes["heavy"]
        work = partial(job.run, attempt)
        found: T = await lane.run(Search(work, attempt, owner, job.cost, job.spare))
        return found

    async def follow(self, course: Course[T], owner: str = "") -> AsyncGenerator[T, None]:
        attempt = Attempt(self._memory, self._players)
        steps: Iterator[T | None] = iter(course.steps(attempt))
        work = partial(next, steps, None)
        try:
            while True:  # one step at a time, so that none waits for another to end
                found = await self._lanes["heavy"].run(Search(work, attempt, owner, course.cost))
                if found is None:
                    return
                yield found
        finally:
            attempt.stop()

    async def close(self) -> None:
        for lane in self._lanes.values():
            lane.stop()
        for threads in self._threads.values():
            await threads.close()
