"""Fair play: who plays with others does so without the analysis board.

While a game of several people goes on, nobody can open it there. Its players get no analysis of
its position either, nor of what may come of it, whatever way they bring it to the board.
"""

from __future__ import annotations

import msgspec

from cornerwise.game import Game
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games import lists
from cornerwise.server.games.contest import Contest
from cornerwise.server.house.house import House

ROUNDS = 2
"""The first rounds of a game are free to study, as any opening is."""
RUNNING = 100
"""So many games that a guest plays at once are looked at."""


def check_contest(contest: Contest) -> None:
    """Refuse a game that several people still play, or that counts."""
    if contest.status != "over" and contest.rated:
        raise Refusal("fair_play", "this game is rated, and still being played")
    if contest.status != "over" and not contest.alone:
        raise Refusal("fair_play", "this game is still being played by several people")


async def check_position(house: House, guest: str, game: Game) -> None:
    """Refuse a position that comes from a game which the guest plays with others right now."""
    for entry in await house.archive.games_of(guest, RUNNING, None, False):
        line = msgspec.json.decode(entry.summary, type=lists.StoredSummary).line
        if line.variant != game.variant.name:
            continue
        contest = (await house.rooms.room(entry.place.game)).contest
        if contest.status != "playing" or contest.private or not contest.seats_of(entry.holders):
            continue
        if len(contest.moves) >= ROUNDS * len(contest.variant.colours) and _comes_from(
            game, contest.game
        ):
            if contest.rated:
                raise Refusal("fair_play", "you play this position in a rated game right now")
            raise Refusal("fair_play", "you play this position with others right now")


def _comes_from(game: Game, earlier: Game) -> bool:
    """Whether all that lies in one game lies in the other too, perhaps turned or mirrored.

    The first piece that does not lie there tells: nearly always that is one of the first.
    """
    laid, before = set(game.placements), earlier.placements
    return any(
        all((colour, move.transformed(image)) in laid for colour, move in before)
        for image in game.symmetries
    )
