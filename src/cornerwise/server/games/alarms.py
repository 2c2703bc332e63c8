"""Alarms: one for each game whose running clock may run out soon."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarms:
    """Calls `ring` with the id of a game when its time is up."""

    def __init__(self, ring: Callable[[str], object]) -> None:
        self._ring = ring
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def __contains__(self, game: str) -> bool:
        return game in self._timers

    def set(self, game: str, left: int | None) -> None:
        """Ring in so many milliseconds, or not at all; an earlier alarm of the game is off."""
        timer = self._timers.pop(game, None)
        if timer is not None:
            timer.cancel()
        if left is not None:
            wait = max(0, left) / 1000 + 0.001
            self._timers[game] = asyncio.get_running_loop().call_later(wait, self._due, game)

    def _due(self, game: str) -> None:
        del self._timers[game]
        self._ring(game)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
