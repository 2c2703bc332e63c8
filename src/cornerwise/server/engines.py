"""The engine pool: where computer players think without holding up anybody.

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
from typing import Protocol

import cornerwise
from cornerwise.computer import Player, SimpleComputer, Weights
from cornerwise.game import Game

LEVELS = range(1, 10)
MEMORY = 64 << 20  # bytes that one search may take


class Busy(Exception):
    """All places for searches are taken."""


class EnginePool(Protocol):
    """Where computer players think."""

    async def choose(self, game: Game, level: int) -> int:
        """The number of a legal placement for the colour on turn. Raises Busy when full."""

    async def close(self) -> None: ...


class ThreadPool:
    """Threads of this process, at lower priority."""

    def __init__(
        self, workers: int = 1, waiting: int = 64, think: Callable[[Game, int], int] | None = None
    ) -> None:
        self._room, self._think = workers + waiting, think
        self._pool = ThreadPoolExecutor(workers, "engine", initializer=_lower_priority)

    async def choose(self, game: Game, level: int) -> int:
        if self._room == 0:
            raise Busy
        self._room -= 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._think or think, game.copy(), level)
        finally:
            self._room += 1

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


def _lower_priority() -> None:
    """On Linux a thread has its own priority: the event loop goes before searches."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def think(game: Game, level: int) -> int:
    """The placement that a computer player of this level chooses."""
    return player(level).choose(game).number


def player(level: int) -> Player:
    """A computer player: the engine where it is built in, else the simple one.

    The simple one looks one move ahead; at low levels chance has more to say in its choice.
    """
    engine = getattr(cornerwise, "Engine", None)
    if engine is not None:
        chosen: Player = engine(level=level, memory=MEMORY)
        return chosen
    return SimpleComputer(weights=Weights(noise=0.5 + len(LEVELS) - level))
