"""Time: when the server ran, and what each seat has left."""

from __future__ import annotations

import time
from collections.abc import Iterable
from copy import copy

from cornerwise.server.messages import ClockChoice

DAY = 24 * 60 * 60 * 1000


class Timekeeper:
    """Tells the time, and how much of a span the server was running: only that counts on clocks.

    `runs` are the spans in which processes ran before; this one runs from its making on.
    """

    def __init__(self, runs: Iterable[tuple[int, int]] = ()) -> None:
        self._wall = time.time_ns() // 1_000_000
        self._monotonic = time.monotonic_ns()
        self.start = self._wall
        self._runs = _joined([*runs, (self.start, 1 << 62)])

    def now(self) -> int:
        """Milliseconds since 1970, never going back."""
        return self._wall + (time.monotonic_ns() - self._monotonic) // 1_000_000

    def elapsed(self, since: int, until: int) -> int:
        """The milliseconds of a span during which the server was running."""
        return sum(max(0, min(end, until) - max(start, since)) for start, end in self._runs)


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The union of spans, as few as possible."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


class Clock:
    """What each person's seat has left; computers have no clock."""

    def __init__(self, choice: ClockChoice, seats: Iterable[str]) -> None:
        self.per_move = choice.kind == "days"
        self.increment = 0 if self.per_move else round(choice.increment * 1000)
        self._full = choice.days * DAY if self.per_move else round(choice.minutes * 60_000)
        self.left = dict.fromkeys(seats, self._full)

    def copy(self) -> Clock:
        """A clock that goes its own way."""
        other = copy(self)
        other.left = self.left.copy()
        return other

    def spend(self, seat: str, ms: int) -> None:
        """A seat has moved after so long."""
        if seat in self.left:
            rest = max(0, self.left[seat] - ms) + self.increment
            self.left[seat] = self._full if self.per_move else rest

    def leave(self, seat: str) -> None:
        """A seat needs no clock any more."""
        self.left.pop(seat, None)
