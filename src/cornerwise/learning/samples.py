"""Positions from recorded games, as the numbers that weights are fitted to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cornerwise import _kernel
from cornerwise.engine.knowledge import FEATURES
from cornerwise.engine.player import position_of
from cornerwise.game import Game
from cornerwise.variants import EDITIONS

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int16]
"""Positions of the larger boards have thousands of moves: as floats they would fill the memory."""

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

    seen: Counts
    shares: Floats
    begins: npt.NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.begins)

    def parts(self, rows: int) -> Iterator[Samples]:
        """The same, whole positions at a time and so many rows or hardly more."""
        ends = [*self.begins[1:], len(self.shares)]
        first = 0
        for number, end in enumerate(ends):
            begin = self.begins[first]
            if end - begin >= rows or number == len(ends) - 1:
                begins = self.begins[first : number + 1] - begin
                yield Samples(self.seen[begin:end], self.shares[begin:end], begins)
                first = number + 1


def phase_of(placed: int) -> int:
    """The phase of a colour that has placed so many pieces."""
    return sum(placed >= end for end in PHASE_ENDS)


def gathered(
    games: Sequence[Mapping[str, Any]], edition: str, most: int, seed: int
) -> list[Samples]:
    """The samples of each phase, at most so many positions each, chosen by chance."""
    places: list[list[tuple[int, int]]] = [[] for _ in range(PHASES)]
    for number, row in enumerate(games):
        for searched in _searched(row):
            places[searched.phase].append((number, searched.turn))
    chance = random.Random(seed)
    chosen = {
        place for of_phase in places for place in chance.sample(of_phase, min(most, len(of_phase)))
    }
    found: list[list[tuple[Counts, Floats]]] = [[] for _ in range(PHASES)]
    for number, row in enumerate(games):
        for searched in _searched(row):
            if (number, searched.turn) in chosen:
                found[searched.phase].append(_seen(searched, len(EDITIONS[edition].pieces)))
    width = len(EDITIONS[edition].pieces) + len(FEATURES)
    return [_stacked(positions, width) for positions in found]


class _Searched(NamedTuple):
    """A position of a game in which more than one move was tried."""

    turn: int
    phase: int
    position: _kernel.Position
    visits: Mapping[int, int]


def _searched(row: Mapping[str, Any]) -> Iterator[_Searched]:
    """Those of a game; each must be used before the next is asked for."""
    placed: Counter[int] = Counter()
    position = position_of(Game(row["variant"]))
    for turn, (move, visits) in enumerate(zip(row["moves"], row["visits"], strict=True)):
        if len(visits) > 1:
            yield _Searched(turn, phase_of(placed[position.turn]), position, dict(visits))
        placed[position.turn] += 1
        position.play(move)


def _seen(searched: _Searched, pieces: int) -> tuple[Counts, Floats]:
    """What is seen of its moves, and their shares of the visits."""
    rows = searched.position.features()
    seen = np.zeros((len(rows), pieces + len(FEATURES)), dtype=np.int16)
    seen[np.arange(len(rows)), [piece for _, piece, _ in rows]] = 1
    seen[:, pieces:] = [counts for _, _, counts in rows]
    counted = np.array([searched.visits.get(move, 0) for move, _, _ in rows], dtype=float)
    return seen, counted / counted.sum()


def _stacked(positions: list[tuple[Counts, Floats]], width: int) -> Samples:
    sizes = [len(shares) for _, shares in positions]
    return Samples(
        np.concatenate([np.zeros((0, width), dtype=np.int16), *(seen for seen, _ in positions)]),
        np.concatenate([np.zeros(0), *(shares for _, shares in positions)]),
        np.cumsum([0, *sizes[:-1]])[: len(sizes)],
    )
