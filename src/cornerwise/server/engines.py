"""The engine pool: where computer players think and puzzles are searched, holding up nobody.

Searches are bounded in number (`workers` at once, `waiting` in the queue) and by the engine in time
and memory. `EnginePool` is the port; `ThreadPool` the embedded adapter.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol, TypeVar, runtime_checkable

from cornerwise.computer import Player
from cornerwise.engine import Engine
from cornerwise.game import Game

T = TypeVar("T")
MEMORY = 64 << 20  # bytes that one search may take


class Busy(Exception):
    """All places for searches are taken."""


@runtime_checkable
class Stoppable(Protocol):
    """A player whose search can be ended early, from any thread: it then answers at once."""

    def stop(self) -> None: ...


class EnginePool(Protocol):
    """Where computer players think."""

    async def choose(self, game: Game, level: int) -> int:
        """The number of a legal placement for the colour on turn. Raises Busy when full."""

    async def run(self, search: Callable[[], T]) -> T:
        """What another search finds, one that bounds itself in time. Raises Busy when full."""

    async def close(self) -> None: ...


class ThreadPool:
    """Threads of this process, at lower priority."""

    def __init__(
        self,
        workers: int = 1,
        waiting: int = 64,
        seconds: float = 20,
        players: Callable[[int], Player] | None = None,
    ) -> None:
        self._places = self._room = workers + waiting
        self._seconds = seconds
        self._players = players or player
        self._pool = ThreadPoolExecutor(workers, "engine", initializer=_lower_priority)
        self._thinking: set[Stoppable] = set()

    async def choose(self, game: Game, level: int) -> int:
        return await self.run(partial(self._think, game.copy(), level))

    async def run(self, search: Callable[[], T]) -> T:
        if self._room == 0:
            raise Busy
        self._room -= 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, partial(_contained, search))
        finally:
            self._room += 1

    @property
    def busy(self) -> int:
        """How many searches run or wait."""
        return self._places - self._room

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
        self._pool.shutdown(wait=False, cancel_futures=True)
        for thinker in list(self._thinking):
            thinker.stop()
        await asyncio.to_thread(self._pool.shutdown)


def _contained(search: Callable[[], T]) -> T:
    """Whatever ends a search, a wish to end the program included, is an error of that search."""
    try:
        return search()
    except Exception:
        raise
    except BaseException as end:
        raise RuntimeError(f"a search was ended by {end!r}") from None


def _lower_priority() -> None:
    """On Linux a thread has its own priority: the event loop goes before searches."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def player(level: int) -> Player:
    """The computer player of a level."""
    return Engine(level=level, memory=MEMORY)
