"""What is expected of a position: every seat's chance to win, and its points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cornerwise.engine import Analysis
from cornerwise.game import Game

DIGITS = 4
"""Decimals that are kept: a hundredth of a point of a hundred."""


@dataclass(frozen=True)
class Expectation:
    """What is expected to come of a position.

    results  each seat's expected share of the win
    scores   each seat's expected points under the game's scoring
    exact    whether both are proved
    """

    results: Mapping[str, float]
    scores: Mapping[str, float]
    exact: bool = False

    @classmethod
    def of(cls, analysis: Analysis) -> Expectation:
        """What a search says of its position."""
        return cls(_rounded(analysis.results), _rounded(analysis.scores), analysis.exact)

    @classmethod
    def of_end(cls, game: Game) -> Expectation:
        """What came of a game that is over. Winners who share the first place share the win."""
        return cls(_rounded(game.shares), _rounded(game.scores), True)


def _rounded(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(number), DIGITS) for name, number in numbers.items()}
