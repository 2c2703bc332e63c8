"""Time: when the server ran, and what each seat has left."""

from __future__ import annotations

import time
from collections.abc import Iterable
from copy import copy

from cornerwise.server.base.messages import ClockChoice

DAY = 24 * 60 * 60 * 1000
FOR_EVER = 1 << 62
PAUSE = 10_000
"""After so many milliseconds without a sign of life the server is taken not to have run."""


class Timekeeper:
    """Tells the time, and how much of a span the server was running: only that counts on clocks.

    `runs` are the spans in which processes ran before; this one runs from its making on. `newest`
    is the latest time that was ever noted: if the machine's clock was set back, time goes on from
    there, or the turns that began then would stand still until the clock has caught up.

    number, start  which run of this process it is, and since when
    behind         by how much the machine's clock is behind what was noted
    """

    def __init__(self, runs: Iterable[tuple[int, int]] = (), newest: int = 0) -> None:
        machine = time.time_ns() // 1_000_000
        self._wall = max(machine, newest)
        self._began = self.ticks()
        self._seen = self.start = self._wall
        self.behind = self._wall - machine
        self.number = 0
        self._runs = _joined([*runs, (self.start, FOR_EVER)])

    def ticks(self) -> int:
        """The nanoseconds of a clock that nobody sets."""
        return time.monotonic_ns()

    def now(self) -> int:
        """Milliseconds since 1970, never going back.

        Somebody asks every few seconds. When nobody has for long, this process did not run: it
        was stopped, or the whole machine was. That ends a run and begins another.
        """
        now = self._wall + (self.ticks() - self._began) // 1_000_000
        if now - self._seen > PAUSE:
            self._runs[-1] = (self._runs[-1][0], self._seen)
            self._runs.append((now, FOR_EVER))
            self.start, self.number = now, self.number + 1
        self._seen = now
        return now

    def learn(self, runs: Iterable[tuple[int, int]]) -> None:
        """When other processes ran, as far as that is known now: the server ran, too."""
        ours = [(start, min(end, self._seen)) for start, end in self._runs[:-1]]
        self._runs = _joined([*runs, *ours, (self.start, FOR_EVER)])

    def elapsed(self, since: int, until: int) -> int:
        """The milliseconds of a span during which the server was running."""
        total = 0
        for start, end in reversed(self._runs):  # few turns began before the newest run
            if end <= since:
                break
            total += max(0, min(end, until) - max(start, since))
        return total


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
