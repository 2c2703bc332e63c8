"""Players that do not think: any move, or any that uses a large piece."""

from __future__ import annotations

import random

from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.vector import VectorGame


class RandomPlayer:
    """Any legal move. The same seed and the same game always give the same move."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Move:
        return _chance(self.seed, game).choice(game.legal_moves)


class GreedyPlayer:
    """A move with one of the largest pieces, rather one that takes an opponent's open corner.

    It is the greedy agent of `VectorGame`. The same seed and the same game always give the same
    move.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Move:
        games = VectorGame(game.variant, 1, seed=_chance(self.seed, game).getrandbits(32))
        games.put(0, game)
        return game.move(int(games.choose("greedy")[0]))


def _chance(seed: int, game: Game) -> random.Random:
    played = ",".join(str(move.number) for move in game.history)
    return random.Random(f"{seed}:{played}")
