"""Inception: how a game comes into the store as a part of a larger change.

Whoever pairs people takes their seeks and makes their game in one transaction: either both happen
or neither does. These are the rows that `Store.append` writes for the first event of a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from cornerwise.server.base import messages as m
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.lists import line_of
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.store import Holding


def incepted(contest: Contest, holdings: Sequence[Holding]) -> list[Change]:
    """The changes that make a game, whose id must be new."""
    line, game = line_of(contest), contest.id
    row = {
        "game": game, "wakes": int(line.wakes), "over": int(line.over), "updated": line.updated,
        "summary": line.summary, "turn_at": line.turn_at, "deadline": line.deadline,
    }  # fmt: skip
    held = [
        {"guest": guest, "game": game, "holder": holder, "updated": line.updated}
        for guest, holder in holdings
    ]
    return [
        Change(_GAME, row),
        Change(_EVENT, {"game": game, "body": m.encode(contest.created)}),
        *(Change(_HOLDING, values) for values in held),
        *([listed(contest)] if contest.created.listed else []),
    ]


def listed(contest: Contest) -> Change:
    """The change that lets everybody find a game in the lobby."""
    return Change(_LISTING, {"game": contest.id, "at": contest.created.at})


_GAME = """
    INSERT INTO games (id, last, wakes, over, updated, summary, turn_at, deadline)
    VALUES (:game, 0, :wakes, :over, :updated, :summary, :turn_at, :deadline)
"""
_EVENT = "INSERT INTO events (game, seq, body) VALUES (:game, 0, :body)"
_HOLDING = """
    INSERT INTO holdings (guest, game, holder, over, updated, hidden)
    VALUES (:guest, :game, :holder, 0, :updated, 0)
"""
_LISTING = "INSERT INTO listings (game, at) VALUES (:game, :at) ON CONFLICT DO NOTHING"
