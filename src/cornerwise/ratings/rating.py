"""Ratings as values: how strong somebody seems, and how sure that is."""

from __future__ import annotations

import math
from typing import NamedTuple

DAY = 86_400_000
"""Milliseconds."""
DOUBTS = 2
"""Who ranks by the lower bound is put so many deviations below what is shown."""


class Rating(NamedTuple):
    """How strong somebody seems after so many games, the last of them at a time.

    mu     the number that is shown
    sigma  how far off it may be: two times in three it is nearer
    """

    mu: float
    sigma: float
    games: int = 0
    at: int = 0

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(self.mu)

    @property
    def doubt(self) -> int:
        """How far off the number may be, as people see it."""
        return round(self.sigma)

    @property
    def lower(self) -> float:
        """What the strength almost surely exceeds: people are ranked by it."""
        return self.mu - DOUBTS * self.sigma

    def aged(self, at: int, growth: float, most: float) -> Rating:
        """The same at a later time: who has not played for long is less sure.

        growth  of the deviation in a day, as the root of what its square gains
        most    the deviation of somebody who never played
        """
        days = max(0, at - self.at) / DAY if self.games else 0.0
        sigma = min(most, math.sqrt(self.sigma * self.sigma + growth * growth * days))
        return self._replace(sigma=max(sigma, self.sigma))
