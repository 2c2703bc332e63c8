"""The points that make Duo even: what the second player must be given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import selfplay
from .watching import estimate

LEVELS = ((4,), (7,), (8,), (7, 8))
"""Levels whose games are looked at together; the last are the ones to go by."""
POINTS = range(11)
RESAMPLES = 2000


def scores(margins: NDArray[Any], given: float) -> NDArray[Any]:
    """The first player's score in each game when the second is given so many points."""
    return (np.sign(margins - given) + 1) / 2


def even(margins: NDArray[Any]) -> float:
    """The handicap at which the first player scores one half, between whole points by a line."""
    low, high = int(margins.min()), int(margins.max())
    steps = range(low, high + 1)
    found = np.array([scores(margins, given).mean() for given in steps])
    at = int((found < 0.5).argmax())
    if at == 0:
        return float(steps[at])
    above, below = found[at - 1], found[at]
    return float(steps[at - 1] + (above - 0.5) / (above - below))


def rows() -> Iterator[dict[str, Any]]:
    """What the games of Duo of some levels say."""
    for levels in LEVELS:
        played = (game for level in levels for game in selfplay.read(level))
        games = [game for game in played if game.variant == "duo"]
        margins = np.array([game.points[0] - game.points[1] for game in games])
        chance = np.random.default_rng(levels)
        drawn = [even(chance.choice(margins, len(margins))) for _ in range(RESAMPLES)]
        low, high = np.quantile(drawn, (0.025, 0.975))
        yield {
            "levels": " and ".join(map(str, levels)),
            "games": len(games),
            "margin": estimate(margins),
            "even": [round(x, 2) for x in (even(margins), float(low), float(high))],
            "scores": {str(given): estimate(scores(margins, given)) for given in POINTS},
        }
