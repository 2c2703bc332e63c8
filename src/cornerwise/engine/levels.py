"""The nine levels: how long the computer thinks and how strictly it follows what it finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cornerwise.errors import EngineError


@dataclass(frozen=True)
class Level:
    """A strength.

    simulations  games played out before a move, by the name of the edition
    softness     0 plays the best move found; more also plays others that looked nearly as good:
                 a move is chosen with a chance that grows with its visits, and its prior if there
                 were none, to the power 1 / softness
    """

    number: int
    simulations: Mapping[str, int]
    softness: float


_SOFTNESS = (2.25, 1.75, 1.4, 1.1, 0.93, 0.77, 0.5, 0.25, 0.0)
_TRIGON = (25, 35, 80, 180, 420, 1_000, 2_500, 8_000, 25_000)
_SIMULATIONS = {
    "duo": (25, 35, 80, 190, 450, 1_100, 4_000, 25_000, 200_000),
    "classic": (25, 35, 70, 145, 300, 650, 2_000, 10_000, 60_000),
    "trigon": _TRIGON,
    "trigon8": _TRIGON,
}


LEVELS = tuple(
    Level(
        number + 1,
        MappingProxyType({edition: counts[number] for edition, counts in _SIMULATIONS.items()}),
        softness,
    )
    for number, softness in enumerate(_SOFTNESS)
)


def level_of(number: int) -> Level:
    """The level of this number, 1 (a beginner enjoys beating it) to 9 (the strongest)."""
    if not isinstance(number, int) or not 1 <= number <= len(LEVELS):
        raise EngineError(f"there is no level {number!r}: choose 1 to {len(LEVELS)}")
    return LEVELS[number - 1]
