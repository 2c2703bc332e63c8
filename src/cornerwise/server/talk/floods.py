"""Floods: when somebody says too much, too fast, or the same again and again.

Pure: what was said, and when, is given. The times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WINDOW = 10_000
LINES = 4
"""So many written lines within the window are too many."""
PHRASES = 8
"""And so many lines of any kind: phrases are exempt up to here."""
MEMORY = 60_000
"""For so long the same words are remembered."""


class Spoken(NamedTuple):
    """What somebody said before: when, and the words; none for a phrase."""

    at: int
    words: str


def is_flood(now: int, words: str, before: Sequence[Spoken]) -> bool:
    """Whether one more line, with these words or a phrase, would be too much.

    >>> is_flood(9_000, "four", [Spoken(at, f"line {at}") for at in (1_000, 2_000, 3_000)])
    True
    >>> is_flood(20_000, "four", [Spoken(at, f"line {at}") for at in (1_000, 2_000, 3_000)])
    False
    """
    lately = [one for one in before if one.at > now - WINDOW]
    if len(lately) + 1 >= PHRASES:
        return True
    if not words:
        return False
    if sum(bool(one.words) for one in lately) + 1 >= LINES:
        return True
    heard = (one.words for one in before if one.at > now - MEMORY and one.words)
    return any(alike(words, earlier) for earlier in heard)


def alike(one: str, other: str) -> bool:
    """Whether two texts are nearly the same: few letters must change to get from one to the other.

    Short words differ soon: "yes" and "yep" are two answers, so they must be the same to count.

    >>> alike("Hello there!", "hello  there!!"), alike("yes", "yep"), alike("left", "right")
    (True, False, False)
    """
    one, other = one.casefold(), other.casefold()
    longer = max(len(one), len(other))
    return _distance_within(one, other, max(2, longer // 8) if longer > 5 else 0)


def _distance_within(one: str, other: str, most: int) -> bool:
    """Whether at most so many letters are added, dropped or replaced; only near pairs are tried."""
    if abs(len(one) - len(other)) > most:
        return False
    far = most + 1
    row = {at: at for at in range(min(most, len(other)) + 1)}
    for i, letter in enumerate(one, 1):
        below: dict[int, int] = {}
        for j in range(max(0, i - most), min(len(other), i + most) + 1):
            if j == 0:
                below[j] = i
                continue
            replaced = row.get(j - 1, far) + (letter != other[j - 1])
            below[j] = min(replaced, row.get(j, far) + 1, below.get(j - 1, far) + 1)
        row = below
        if min(row.values()) > most:
            return False
    return row.get(len(other), far) <= most
