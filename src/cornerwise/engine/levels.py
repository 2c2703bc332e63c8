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
                 a move is chosen with a chance that grows with its visits to the power 1 / softness
    """

    number: int
    simulations: Mapping[str, int]
    softness: float


def _levels() -> tuple[Level, ...]:
    top = {"duo": 200_000, "classic": 100_000, "trigon": 40_000, "trigon8": 40_000}
    softness = (1.8, 1.3, 1.1, 0.92, 0.75, 0.58, 0.4, 0.2)
    return tuple(
        Level(
            number,
            MappingProxyType({e: max(16, round(n / 3 ** (9 - number))) for e, n in top.items()}),
            softness[number - 1] if number <= len(softness) else 0.0,
        )
        for number in range(1, 10)
    )


LEVELS = _levels()


def level_of(number: int) -> Level:
    """The level of this number, 1 (a beginner enjoys beating it) to 9 (the strongest)."""
    if not isinstance(number, int) or not 1 <= number <= len(LEVELS):
        raise EngineError(f"there is no level {number!r}: choose 1 to {len(LEVELS)}")
    return LEVELS[number - 1]
