"""A puzzle a day: the same for everybody, and how many days in a row one has solved it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache
from hashlib import sha256

from cornerwise.puzzles.collection import patterns
from cornerwise.puzzles.puzzle import Puzzle

WEEK = 7


def daily(day: date) -> Puzzle:
    """The pattern of a day: easy on Monday, harder day by day, hardest on Sunday.

    >>> from datetime import date
    >>> daily(date(2026, 11, 16)).level, daily(date(2026, 11, 22)).level
    (1, 5)
    """
    week, weekday = divmod(day.toordinal() - 1, WEEK)  # the first day of the calendar is a Monday
    turns = _weekdays()[weekday]
    return turns[week % len(turns)]


@cache
def _weekdays() -> tuple[tuple[Puzzle, ...], ...]:
    """The patterns of each weekday, in the order of their weeks.

    All are ranked from easy to hard and dealt out in seven equal parts. The order within a part
    never changes, so none comes again before all of its part have had their day.
    """
    ranked = sorted(patterns(), key=lambda one: (one.level, one.piece_count, one.name))
    parts: list[list[Puzzle]] = [[] for _ in range(WEEK)]
    for rank, pattern in enumerate(ranked):
        parts[rank * WEEK // len(ranked)].append(pattern)
    return tuple(tuple(sorted(part, key=_lot)) for part in parts)


def _lot(pattern: Puzzle) -> bytes:
    return sha256(pattern.name.encode()).digest()


def streak(solved: Iterable[date], today: date, hinted: Iterable[date] = ()) -> int:
    """How many days in a row the puzzle of the day was solved; today may still be open.

    Days solved with hints keep the row together, but do not lengthen it.

    >>> from datetime import date
    >>> first, second, third = (date(2026, 11, day) for day in (12, 13, 14))
    >>> streak([first, second, third], date(2026, 11, 15))
    3
    >>> streak([first, third], date(2026, 11, 15), hinted=[second])
    2
    """
    helped = set(hinted)
    alone = set(solved) - helped
    day = today if today in alone | helped else today - timedelta(days=1)
    length = 0
    while day in alone | helped:
        length += day in alone
        day -= timedelta(days=1)
    return length
