"""Pauses: who leaves others waiting again and again looks for no new players for a while.

Pure: what somebody did, and when, is given. The times are milliseconds. The first pause is short.
Each further one within three days is twice as long as the one before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from cornerwise.server.base import messages as m

MINUTE, HOUR = 60_000, 3_600_000
FIRST = 10 * MINUTE
MEMORY = 72 * HOUR
"""Offences are forgotten after so long."""
LONGEST = 72 * HOUR
PATIENCE = 60_000
"""A clock that runs out after so long without a move was left to run: nobody thought about it."""
SHARE = 4
"""Or after this part of the time that a player has in all, where that is longer."""

EARNEST = 2
"""After so many own moves a game has begun in earnest."""

Kind = Literal["clock", "left"]


class Offence(NamedTuple):
    """What somebody did to those who played with them.

    kind   let a clock run out without moving, or left a game that others played on
    until  when the pause for it ends
    """

    kind: Kind
    at: int
    until: int


def pause(now: int, before: Sequence[Offence]) -> int:
    """How long the pause for an offence lasts, after those before.

    >>> pause(0, []) // MINUTE
    10
    >>> pause(HOUR, [Offence("clock", 0, FIRST)]) // MINUTE
    20
    >>> pause(MEMORY + 1, [Offence("clock", 0, FIRST)]) // MINUTE
    10
    """
    lately = [one for one in before if now - MEMORY < one.at <= now]
    if not lately:
        return FIRST
    newest = max(lately, key=lambda one: (one.at, one.until))
    return min(LONGEST, max(FIRST, 2 * (newest.until - newest.at)))


def paused_until(now: int, offences: Sequence[Offence]) -> Offence | None:
    """The offence whose pause lasts longest, if one lasts still."""
    lasting = [one for one in offences if one.until > now]
    return max(lasting, key=lambda one: one.until, default=None)


def left_waiting(events: Sequence[m.AnyEvent]) -> dict[str, Kind]:
    """The seats whose players left others waiting, by the events of a game of several people.

    Who thinks to the last second and is late has done nothing wrong. Who makes no move for long,
    until a live clock runs out, was gone or wanted the others to give up. Who resigns a rated game
    before it has begun in earnest has left it.
    """
    created = events[0]
    if not isinstance(created, m.Created) or created.clock.kind != "live":
        return {}
    patience = max(PATIENCE, round(created.clock.minutes * MINUTE / SHARE))
    found: dict[str, Kind] = {}
    moves: Counter[str] = Counter()
    since = created.at
    for event in events:
        match event:
            case m.TimedOut() if event.at - since >= patience:
                found[event.seat] = "clock"
            case m.Resigned() if created.rated and moves[event.seat] < EARNEST:
                found[event.seat] = "left"
            case m.Moved():
                moves[event.seat] += 1
        if isinstance(event, m.Joined | m.Filled | m.Moved | m.Undone | m.TimedOut | m.Resigned):
            since = event.at
    return found
