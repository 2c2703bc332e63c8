"""Lanes: searches that wait for an executor. Every owner has its turn.

An executor is threads of this process (`Threads`), or workers elsewhere (`nats_engines`).
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
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from cornerwise.server.engines.fairness import FairQueue
from cornerwise.server.engines.jobs import Attempt, Busy

T = TypeVar("T")


@dataclass(eq=False)
class Search:
    """A search that waits or runs, and where its answer is awaited.

    work     finds the answer, in a thread
    attempt  to tell it to end
    """

    work: Callable[[], Any]
    attempt: Attempt
    owner: str
    cost: float
    spare: bool = False
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Executor(Protocol):
    """Who does searches."""

    @property
    def free(self) -> bool:
        """Whether one more can be begun."""

    def begin(self, search: Search) -> asyncio.Future[Any]:
        """Do a search; what it finds, later."""


class Threads:
    """Threads of this process, at lower priority."""

    def __init__(self, count: int, niceness: int) -> None:
        self._executor = ThreadPoolExecutor(
            count, "engine", initializer=_lower_priority, initargs=(niceness,)
        )
        self._idle = count

    @property
    def free(self) -> bool:
        return self._idle > 0

    def begin(self, search: Search) -> asyncio.Future[Any]:
        self._idle -= 1
        loop = asyncio.get_running_loop()
        found = loop.run_in_executor(self._executor, _contained, search.work)
        found.add_done_callback(self._done)
        return found

    def _done(self, found: asyncio.Future[Any]) -> None:
        self._idle += 1

    async def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._executor.shutdown)


class Queue:
    """Searches that wait, taken in turns of their owners, and how many each owner has."""

    def __init__(self, places: int, each: int) -> None:
        self._places, self._each = places, each
        self._queue: FairQueue[Search] = FairQueue()
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def busy(self) -> int:
        """How many wait or run."""
        return self._held.total()

    def join(self, search: Search) -> None:
        if self.busy >= self._places or self._held[search.owner] >= self._each:
            raise Busy
        self._held[search.owner] += 1
        self._queue.put(search.owner, search.cost, search)

    def take(self) -> Search | None:
        """The next search, if somebody still wants it."""
        _, search = self._queue.take()
        if not search.answer.cancelled():
            return search
        self.leave(search, 0.0)
        return None

    def leave(self, search: Search, took: float) -> None:
        self._queue.charge(search.owner, took - search.cost)
        self._held[search.owner] -= 1
        if not self._held[search.owner]:
            del self._held[search.owner]


class Lane:
    """An executor and the searches that wait for it, those that can wait after all others."""

    def __init__(self, executor: Executor, places: int, each: int | None) -> None:
        self._executor = executor
        each = places if each is None else each
        self._first, self._spare = Queue(places, each), Queue(places, each)
        self._running: list[Search] = []

    @property
    def busy(self) -> int:
        return self._first.busy + self._spare.busy

    async def run(self, search: Search) -> Any:
        """What a search finds. Whoever no longer waits for it ends it."""
        (self._spare if search.spare else self._first).join(search)
        if not search.spare and not self._executor.free:
            self._make_room()
        self.begin()
        try:
            return await search.answer
        except asyncio.CancelledError:
            search.attempt.stop()
            raise

    def _make_room(self) -> None:
        """Let one of the spare searches give way, that which has run for the shortest time."""
        for search in reversed(self._running):
            if search.spare and not search.attempt.stopped:
                search.attempt.stop()
                return

    def begin(self) -> None:
        """Begin the searches whose turn it is, as long as the executor is free."""
        while self._executor.free and (queue := self._first or self._spare):
            if (search := queue.take()) is not None:
                begun = time.monotonic()
                self._running.append(search)
                found = self._executor.begin(search)
                found.add_done_callback(partial(self._end, queue, search, begun))

    def _end(self, queue: Queue, search: Search, begun: float, found: asyncio.Future[Any]) -> None:
        self._running.remove(search)
        queue.leave(search, time.monotonic() - begun)
        if found.cancelled():
            search.answer.cancel()
        elif (error := found.exception()) is not None:
            if not search.answer.done():
                search.answer.set_exception(error)
        elif not search.answer.done():
            search.answer.set_result(found.result())
        self.begin()

    def stop(self) -> None:
        """Begin no more searches, and end those that can be."""
        for queue in (self._first, self._spare):
            while queue:
                if (search := queue.take()) is not None:
                    search.answer.cancel()
                    queue.leave(search, 0.0)
        for search in self._running:
            search.attempt.stop()


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
