"""A guest's list of games: what the store keeps of each, and pages of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from cornerwise.server import messages as m
from cornerwise.server import views
from cornerwise.server.match import Match
from cornerwise.server.problems import Problem
from cornerwise.server.store import Entry, Line, Place

_CURSOR = re.compile(r"([01])\.(\d{1,15})\.([A-Za-z0-9_-]{1,32})")


def line_of(match: Match) -> Line:
    """What is stored of a match for lists and restarts."""
    turn_at = deadline = None
    if match.clock is not None and match.running is not None:
        turn_at = match.turn_at
        deadline = turn_at + match.clock.left[match.running]
    wakes = match.computer_on_turn is not None and not match.waits_for_eyes
    over = match.status == "over"
    summary = m.encode(views.summary(match))
    return Line(wakes, over, match.updated, summary, turn_at, deadline)


def shown(entry: Entry) -> m.Summary:
    """A line as its guest sees it."""
    stored = msgspec.json.decode(entry.summary, type=m.StoredSummary)
    for seat, holder in zip(stored.line.seats, stored.holders, strict=True):
        seat.you = holder in entry.holders
        stored.line.your_turn |= seat.you and seat.name == stored.line.seat
    return stored.line


def page(entries: Sequence[Entry], limit: int) -> dict[str, Any]:
    """The lines of a page, and the cursor of the next one if there are more than `limit`."""
    more = len(entries) > limit
    games = []
    for entry in entries[:limit]:
        try:
            games.append(shown(entry))
        except (msgspec.MsgspecError, ValueError):
            continue  # a damaged line hides no other
    return {"games": games, "next": _cursor(entries[limit - 1].place) if more else None}


def _cursor(place: Place) -> str:
    return f"{place.over:d}.{place.updated}.{place.game}"


def read_cursor(text: str) -> Place | None:
    """The place that a cursor names; none if it is empty."""
    if not text:
        return None
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise Problem("bad_request", "after must be what `next` of the page before was")
    return Place(found[1] == "1", int(found[2]), found[3])
