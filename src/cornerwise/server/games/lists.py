"""A guest's list of games: what the store keeps of each, and pages of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games import views
from cornerwise.server.games.contest import Contest
from cornerwise.server.storage.store import Entry, ListLine, Place

_CURSOR = re.compile(r"([01])\.(\d{1,15})\.([A-Za-z0-9_-]{1,32})")


class SeatSummary(Struct):
    name: str
    kind: m.SeatKind
    player: str
    level: int | None
    you: bool = False
    colours: tuple[m.ColourName, ...] = ()
    team: int = 0
    joined: bool = True
    retired: bool = False
    account: str = ""


class Summary(Struct):
    """A line of the list of games.

    scores  each seat's points under the game's scoring
    board   what lies on the board: placements by colour
    """

    id: str
    variant: str
    edition: str
    status: m.Status
    seats: list[SeatSummary]
    moves: int
    seat: str | None
    created: int
    updated: int
    winners: list[str]
    your_turn: bool = False
    imported: bool = False
    ended: m.Ended | None = None
    scoring: str = ""
    scores: dict[str, int] = {}
    board: dict[m.ColourName, list[int]] = {}
    resumes: m.ColourName | None = None
    clock: Annotated[dict[str, Any], Meta(extra={"holds": m.AnyClock})] = {}
    rated: bool = False


class StoredSummary(Struct):
    """The same as the store keeps it: with the holder of each seat, whom nobody may see."""

    line: Summary
    holders: list[str]


def line_of(contest: Contest) -> ListLine:
    """What is stored of a contest for lists and restarts."""
    turn_at = deadline = None
    if contest.clock is not None and contest.running is not None:
        turn_at = contest.turn_at
        deadline = turn_at + contest.clock.left[contest.running]
    wakes = contest.computer_on_turn is not None and not contest.waits_for_eyes
    over = contest.status == "over"
    return ListLine(wakes, over, contest.updated, m.encode(summary(contest)), turn_at, deadline)


def summary(contest: Contest) -> StoredSummary:
    """A line for lists."""
    line = Summary(
        id=contest.id,
        variant=contest.variant.name,
        edition=contest.variant.edition.name,
        status=contest.status,
        seats=[
            SeatSummary(
                chair.name,
                chair.kind,
                chair.player,
                chair.level,
                colours=tuple(chair.colours),
                team=chair.team,
                joined=chair.joined,
                retired=chair.name in contest.game.retired,
                account=chair.account,
            )
            for chair in contest.chairs.values()
        ],
        moves=len(contest.moves),
        seat=contest.seat,
        created=contest.created.at,
        updated=contest.updated,
        winners=contest.winners,
        imported=contest.created.record is not None,
        ended=contest.ended,
        scoring=contest.variant.scoring.name,
        scores=contest.game.scores,
        board=_board(contest),
        resumes=views.resumes(contest),
        clock=views.clock_shown(contest.created.clock),
        rated=contest.rated,
    )
    return StoredSummary(line, [chair.holder for chair in contest.chairs.values()])


def _board(contest: Contest) -> dict[str, list[int]]:
    """What lies on the board: enough for a small picture."""
    board: dict[str, list[int]] = {str(colour): [] for colour in contest.variant.colours}
    for colour, move in contest.game.setup.placements:
        board[colour].append(move.number)
    for played, placement, _, _ in contest.moves:
        board[played].append(placement)
    return board


def shown(entry: Entry) -> Summary:
    """A line as its guest sees it."""
    return seen(entry.summary, entry.holders)


def seen(summary: bytes, holders: Collection[str]) -> Summary:
    """A stored line as somebody sees it who may act as these holders."""
    stored = msgspec.json.decode(summary, type=StoredSummary)
    for seat, holder in zip(stored.line.seats, stored.holders, strict=True):
        seat.you = holder in holders
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
        raise Refusal("bad_request", "after must be what `next` of the page before was")
    return Place(found[1] == "1", int(found[2]), found[3])
