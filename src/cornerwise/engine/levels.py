"""The nine levels: how long the computer thinks and how strictly it follows what it finds."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.editions import Edition, Strength
from cornerwise.errors import EngineError
from cornerwise.notation import whole_number


@dataclass(frozen=True)
class Level:
    """A strength. What it means in numbers is a matter of the edition.

    strength  these numbers instead of `Edition.strength`
    """

    number: int
    strength: Strength | None = None

    def simulations(self, edition: Edition) -> int:
        """How many simulations are made before a move."""
        return (self.strength or edition.strength).simulations[self.number - 1]

    def temperature(self, edition: Edition) -> float:
        """The selection temperature: 0 plays the best move found.

        More also plays others that looked nearly as good. The weight of a move is its visits plus
        its prior, to the power of 1 / temperature.
        """
        return (self.strength or edition.strength).temperatures[self.number - 1]


LEVELS = tuple(Level(number) for number in range(1, 10))


def level_of(number: int) -> Level:
    """The level of this number, 1 (a beginner enjoys beating it) to 9 (the strongest)."""
    at = whole_number(number)
    if at is None or not 1 <= at <= len(LEVELS):
        raise EngineError(f"there is no level {number!r}: choose 1 to {len(LEVELS)}")
    return LEVELS[at - 1]
