"""A puzzle a day: the same for everybody, and how many days in a row one has solved it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from hashlib import sha256

from cornerwise.puzzles.collection import patterns
from cornerwise.puzzles.puzzle import Puzzle


def daily(day: date) -> Puzzle:
    """The pattern of a day. All take their turn, in another order each time round.

    >>> from datetime import date
    >>> daily(date(2026, 11, 15)) == daily(date(2026, 11, 15))
    True
    """
    known = patterns()
    lap, at = divmod(day.toordinal(), len(known))
    return sorted(known, key=lambda p: sha256(f"{lap} {p.name}".encode()).digest())[at]


def streak(solved: Iterable[date], today: date) -> int:
    """How many days in a row the puzzle of the day was solved; today may still be open.

    >>> from datetime import date
    >>> streak([date(2026, 11, 12), date(2026, 11, 13), date(2026, 11, 14)], date(2026, 11, 15))
    3
    """
    days = set(solved)
    day = today if today in days else today - timedelta(days=1)
    length = 0
    while day in days:
        length += 1
        day -= timedelta(days=1)
    return length
