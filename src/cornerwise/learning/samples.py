"""Positions from recorded games, as the numbers that weights are fitted to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
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
    games: Sequence[Mapping[str, Any]], edition: str, most: int, seed: int
) -> list[Samples]:
    """The samples of each phase, at most so many positions each, chosen by chance."""
    places: list[list[tuple[int, int]]] = [[] for _ in range(PHASES)]
    for number, row in enumerate(games):
        for phase, move in _searched(row):
            places[phase].append((number, move))
    chance = random.Random(seed)
    chosen: list[set[int]] = [set() for _ in games]  # of each game the moves to look at
    for of_phase in places:
        for number, move in chance.sample(of_phase, min(most, len(of_phase))):
            chosen[number].add(move)
    found: list[list[tuple[Floats, Floats]]] = [[] for _ in range(PHASES)]
    for row, moves in zip(games, chosen, strict=True):
        for phase, position in _positions(row, moves):
            found[phase].append(position)
    width = len(EDITIONS[edition].pieces) + len(FEATURES)
    return [_stacked(positions, width) for positions in found]


def _searched(row: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Where in a game more than one move was tried, with the phase."""
    placed: Counter[int] = Counter()
    position = position_of(Game(row["variant"]))
    for number, (move, visits) in enumerate(zip(row["moves"], row["visits"], strict=True)):
        if len(visits) > 1:
            yield phase_of(placed[position.turn]), number
        placed[position.turn] += 1
        position.play(move)


def _positions(
    row: Mapping[str, Any], chosen: Collection[int]
) -> Iterator[tuple[int, tuple[Floats, Floats]]]:
    """What is seen at these moves of a game, each with its phase."""
    placed: Counter[int] = Counter()
    game = Game(row["variant"])
    position, pieces = position_of(game), len(game.variant.pieces)
    for number, (move, visits) in enumerate(zip(row["moves"], row["visits"], strict=True)):
        if number in chosen:
            yield phase_of(placed[position.turn]), _position(position, dict(visits), pieces)
        placed[position.turn] += 1
        position.play(move)


def _position(
    position: _kernel.Position, visits: Mapping[int, int], pieces: int
) -> tuple[Floats, Floats]:
    rows = position.features()
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
