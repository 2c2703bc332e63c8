"""Random openings, so that a match is about many games instead of one."""

from __future__ import annotations

import random

from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.gtp.names import customary
from cornerwise.variants import Variant


def default_plies(variant: Variant) -> int:
    """One placement more than there are colours.

    A random placement is a bad one. After each colour's first, the next to play is far ahead, and
    strong players share the pairs, whichever of them is better (benchmarks/openings.py).
    """
    return len(variant.colours) + 1


def random_opening(variant: Variant, plies: int, seed: str) -> Game:
    """A game with its first placements made by chance, among those of the largest pieces.

    No player would spend small pieces so early, so they are left out. A start where other programs
    do not expect it is turned to where they do.
    """
    chance = random.Random(seed)
    game = Game(variant)
    for _ in range(plies):
        if game.is_over:
            raise CornerwiseError(f"an opening of {plies} moves is longer than a whole game")
        size = max(move.piece.size for move in game.legal_moves)
        largest = [move for move in game.legal_moves if move.piece.size == size]
        game.play(customary(game, chance.choice(largest)))
    return game
