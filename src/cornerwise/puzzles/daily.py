"""A puzzle a day: the same for everybody, and how many days in a row one has solved it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from typing import TypeVar

from cornerwise.problems import Problem, problems
from cornerwise.puzzles.collection import patterns
from cornerwise.puzzles.puzzle import Puzzle

WEEK = 7
PROBLEM_DAYS = (2, 5)
"""Wednesday and Saturday bring a problem, the other days a pattern."""

T = TypeVar("T", Puzzle, Problem)


def daily(day: date) -> Puzzle | Problem:
    """The puzzle of a day: easy on Monday, harder day by day, hardest on Sunday.

    It is a pattern, or on two days of the week a problem.

    >>> from datetime import date
    >>> daily(date(2026, 11, 16)).level, daily(date(2026, 11, 22)).level
    (1, 5)
    """
    week, weekday = divmod(day.toordinal() - 1, WEEK)  # the first day of the calendar is a Monday
    turns = _weekdays()[weekday]
    return turns[week % len(turns)]


@cache
def _weekdays() -> tuple[tuple[Puzzle, ...] | tuple[Problem, ...], ...]:
    """The puzzles of each weekday, in the order of their weeks.

    Patterns are ranked from easy to hard and dealt out in equal parts to their days. There are
    more problems than their days need: of seven parts each of these days has the one of its place
    in the week. The order within a part never changes, so none comes again before all of its part
    have had their day.
    """
    figures = _dealt(
        sorted(patterns(), key=lambda one: (one.level, one.piece_count, one.name)),
        WEEK - len(PROBLEM_DAYS),
    )
    endings = _dealt(
        sorted(problems().values(), key=lambda one: (one.level, one.rating, one.name)), WEEK
    )
    return tuple(
        endings[at] if at in PROBLEM_DAYS else figures[at - sum(day < at for day in PROBLEM_DAYS)]
        for at in range(WEEK)
    )


def _dealt(ranked: Sequence[T], count: int) -> tuple[tuple[T, ...], ...]:
    parts: list[list[T]] = [[] for _ in range(count)]
    for rank, one in enumerate(ranked):
        parts[rank * count // len(ranked)].append(one)
    return tuple(tuple(sorted(part, key=lambda one: _lot(one.name))) for part in parts)


def _lot(name: str) -> bytes:
    return sha256(name.encode()).digest()


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
