"""Positions from recorded games, as the numbers that weights are fitted to."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cornerwise import _kernel
from cornerwise.engine.knowledge import FEATURES
from cornerwise.engine.player import position_of
from cornerwise.game import Game
from cornerwise.variants import EDITIONS

Floats = npt.NDArray[np.float64]

PHASE_ENDS = _kernel.PHASE_ENDS
"""After so many placements of a colour the next phase of its game begins."""
PHASES = len(PHASE_ENDS) + 1


@dataclass(frozen=True)
class Samples:
    """Moves of many positions, one row each; the rows of a position stand together.

    seen    for each move: 1 in the column of its piece, then the counts of its features
    shares  of the visits of its position
    begins  the first row of each position
    """

    seen: Floats
    shares: Floats
    begins: npt.NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.begins)


def phase_of(placed: int) -> int:
    """The phase of a colour that has placed so many pieces."""
    return sum(placed >= end for end in PHASE_ENDS)


def gathered(
    games: Iterable[Mapping[str, Any]], edition: str, most: int, seed: int
) -> list[Samples]:
    """The samples of each phase, at most so many positions each, chosen by chance."""
    found: list[list[tuple[Floats, Floats]]] = [[] for _ in range(PHASES)]
    for row in games:
        for phase, position in _positions(row):
            found[phase].append(position)
    chance = random.Random(seed)
    width = len(EDITIONS[edition].pieces) + len(FEATURES)
    return [_stacked(chance.sample(rows, min(most, len(rows))), width) for rows in found]


def _positions(row: Mapping[str, Any]) -> Iterator[tuple[int, tuple[Floats, Floats]]]:
    """The positions of a game in which more than one move was tried, each with its phase."""
    game = Game(row["variant"])
    pieces = len(game.variant.pieces)
    for move, visits in zip(row["moves"], row["visits"], strict=True):
        if len(visits) > 1 and game.to_play is not None:
            placed = pieces - len(game.pieces_left(game.to_play))
            yield phase_of(placed), _position(game, dict(visits), pieces)
        game.play(move)


def _position(game: Game, visits: Mapping[int, int], pieces: int) -> tuple[Floats, Floats]:
    rows = position_of(game).features()
    seen = np.zeros((len(rows), pieces + len(FEATURES)))
    seen[np.arange(len(rows)), [piece for _, piece, _ in rows]] = 1
    seen[:, pieces:] = [counts for _, _, counts in rows]
    counted = np.array([visits.get(move, 0) for move, _, _ in rows], dtype=float)
    return seen, counted / counted.sum()


def _stacked(positions: list[tuple[Floats, Floats]], width: int) -> Samples:
    sizes = [len(shares) for _, shares in positions]
    return Samples(
        np.concatenate([np.zeros((0, width)), *(seen for seen, _ in positions)]),
        np.concatenate([np.zeros(0), *(shares for _, shares in positions)]),
        np.cumsum([0, *sizes[:-1]])[: len(sizes)],
    )
