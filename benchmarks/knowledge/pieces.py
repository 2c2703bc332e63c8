"""What a piece is worth: the points that it costs to keep it for the end.

Two players of Duo lay any of the largest pieces that fit, by chance. One of them lays a given piece
only when nothing else fits. What its margin loses by that is the worth of the piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise import VectorGame
from cornerwise.vector import STAY

from .watching import estimate

GAMES = 4000
WIDTH = 1024
"""Room for all legal moves of Duo: it has 828 at the start."""


def margins(piece: int | None, count: int, seed: int) -> NDArray[Any]:
    """The points by which the one who keeps a piece is ahead, game by game.

    That one begins in every other game. Without a piece there is nothing to keep.
    """
    games = VectorGame("duo", count, reward="points")
    seen = games.arrays("actions", "seats", "ends", "rewards", width=WIDTH)
    chance = np.random.default_rng(seed)
    piece_of = np.frombuffer(games.tables.piece, np.uint8)
    sizes = np.array([of.size for of in games.tables.pieces], np.uint16)[piece_of] << 10
    keeper = np.arange(count) % 2
    while not seen["ends"].all():
        actions = seen["actions"]
        lots = chance.integers(1, 1 << 10, actions.shape, np.uint16)
        merit = sizes[actions] + lots
        if piece is not None:
            kept = (piece_of[actions] == piece) & (seen["seats"] == keeper)[:, None]
            merit[kept] = lots[kept]
        merit[actions == STAY] = 0
        games.step(actions[np.arange(count), merit.argmax(axis=1)])
    points = seen["rewards"]
    mine = points[np.arange(count), keeper]
    return np.asarray(mine - points[np.arange(count), 1 - keeper])


def rows(games: int = GAMES) -> Iterator[dict[str, Any]]:
    """Each piece of Duo with its worth."""
    pieces = VectorGame("duo").tables.pieces
    for number, piece in enumerate(pieces):
        lost, reach = estimate(-margins(number, games, seed=number + 1))
        yield {"piece": piece.name, "size": piece.size, "games": games, "worth": [lost, reach]}
    # Nothing is kept here, so this must be 0 within its interval.
    lost, reach = estimate(-margins(None, games, seed=0))
    yield {"piece": "none", "size": 0, "games": games, "worth": [lost, reach]}
