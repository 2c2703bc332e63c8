"""The opening explorer: what was played in early positions, and what came of it.

Positions that are alike, but for a turn or mirroring of the board, count as one. Every game that
ends here is noted; games that ended before are read in the background when the server starts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from msgspec import Struct

from cornerwise.engine.book import book_of, sight
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.ground import Ground
from cornerwise.server.storage.store import EarlyMove, Played, Unreadable
from cornerwise.variants import Variant

PLIES = 12
"""Moves at the beginning of a game that are noted."""
SHOWN = 12
"""Moves of a position that are told."""
BATCH = 50
"""Older games that are looked for at a time."""


class OpeningMove(Struct):
    """A move with the games in which it was made here."""

    placement: int
    games: int
    won: int
    """by the side that made it,"""
    tied: int
    book: float | None
    """What the opening book expects, from 0 to 1 for the side to play."""


class OpeningsView(Struct):
    """What is known of a position; the most often played move first."""

    games: int
    moves: list[OpeningMove]


class Openings:
    """Notes how games began, and tells what was played."""

    def __init__(self, ground: Ground) -> None:
        self._store, self._archive = ground.store, ground.archive

    async def note(self, contest: Contest) -> None:
        """Note a game that is over."""
        moves = []
        for move in early_moves(contest):
            moves.append(move)
            await asyncio.sleep(0)  # each takes a moment: others have their turn in between
        await self._store.note_opening(contest.id, moves)

    async def catch_up(self) -> None:
        """Note the games that ended before this was known to be of interest."""
        while games := await self._store.openings_missing(BATCH):
            for game in games:
                try:
                    await self.note(await self._archive.contest(game))
                except Unreadable:
                    await self._store.note_opening(game, [])

    async def look_up(self, game: Game) -> OpeningsView:
        """What was played in the position of a game."""
        if game.retired or game.is_over:
            return OpeningsView(0, [])
        seen = await asyncio.to_thread(sight, game)
        played = await self._store.opening(kind(game.variant), seen.key)
        return await asyncio.to_thread(_told, game, played)


def kind(of: Variant) -> str:
    """A variant with its options as text, whichever colour begins."""
    return ",".join(
        [of.name, *(f"{name}={value}" for name, value in of.options if name != "first")]
    )


def early_moves(contest: Contest) -> Iterator[EarlyMove]:
    """The first moves of a finished game. One that began elsewhere was counted there."""
    if contest.begun or contest.created.record is not None or contest.game.setup:
        return
    of, end = contest.variant, contest.game
    shares, game = end.shares, Game(of)
    for ply, turn in enumerate(end.turns[:PLIES]):
        if any(left <= ply for left, _ in end.retirements):
            break  # from here on it is another game
        seen = sight(game)
        move = min(turn.move.transformed(image).number for image in seen.images)
        yield EarlyMove(ply, kind(of), seen.key, move, shares[turn.seat])
        game.play(turn.move)


def _told(game: Game, played: list[Played]) -> OpeningsView:
    """What was played, where it lies on this board, with what the book says."""
    seen = sight(game)
    back = seen.images[0].inverse
    book = book_of(game.variant.name)
    known: dict[int, float] = {}
    for move, entry in book.look_up(game) if book is not None else ():
        known[min(move.transformed(image).number for image in seen.images)] = entry.value
    rows = {row.move: row for row in played}
    moves = []
    for number in [*rows, *(number for number in known if number not in rows)]:
        here = Move(game.tables, number).transformed(back)
        if here in game.legal_moves:
            row = rows.get(number, Played(number, 0, 0, 0))
            value = known.get(number)
            book_value = None if value is None else round(value, 4)
            moves.append(OpeningMove(here.number, row.games, row.won, row.tied, book_value))
    moves.sort(key=lambda move: (-move.games, -(move.book or 0)))
    return OpeningsView(sum(move.games for move in moves), moves[:SHOWN])
