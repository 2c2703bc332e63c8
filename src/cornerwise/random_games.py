"""Games by chance, to test and to try things out with."""

from __future__ import annotations

import random

from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.notation import whole_number
from cornerwise.variants import Variant, variant


def random_game(
    name: str | Variant = "classic",
    *,
    seed: int | str | None = None,
    plies: int | None = None,
    **options: str | None,
) -> Game:
    """A game with so many moves made by chance, or all to its end.

    The same seed gives the same game.

    >>> random_game("duo", seed=1, plies=5)
    <Game duo: 5 moves, yellow to play>
    >>> random_game("trigon", seed=1).is_over
    True
    """
    if plies is not None and (whole_number(plies) is None or plies < 0):
        raise CornerwiseError(f"a game cannot have {plies!r} moves")
    chance = random.Random(seed)
    game = Game(variant(name, seed=seed, **options))
    while not game.is_over and (plies is None or len(game.history) < plies):
        game.play(chance.choice(game.legal_moves.numbers))
    return game
