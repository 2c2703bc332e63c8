"""The nine levels: how long the computer thinks and how strictly it follows what it finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from cornerwise.errors import EngineError

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True)
class Level:
    """A strength, by the name of the edition.

    simulations  made before a move
    softness     0 plays the best move found; more also plays others that looked nearly as good:
                 a move is chosen with a chance that grows with its visits, and its prior if there
                 were none, to the power 1 / softness
    """

    number: int
    simulations: Mapping[str, int]
    softness: Mapping[str, float]


_TRIANGLES = (2.05, 1.7, 1.4, 1.12, 0.96, 0.85, 0.73, 0.4, 0.0)
_SOFTNESS = {
    "duo": (2.25, 1.75, 1.4, 1.1, 0.95, 0.77, 0.5, 0.25, 0.0),
    "classic": (2.25, 1.87, 1.4, 1.1, 0.93, 0.77, 0.5, 0.25, 0.0),
    "trigon": _TRIANGLES,
    "trigon8": _TRIANGLES,
}
_TRIGON = (25, 33, 75, 170, 330, 700, 1_250, 4_500, 40_000)
_SIMULATIONS = {
    "duo": (25, 35, 80, 190, 430, 950, 2_000, 8_000, 200_000),
    "classic": (25, 35, 70, 145, 300, 650, 1_600, 10_000, 60_000),
    "trigon": _TRIGON,
    "trigon8": _TRIGON,
}


def _at(number: int, of_editions: Mapping[str, tuple[_Number, ...]]) -> Mapping[str, _Number]:
    return MappingProxyType({name: values[number] for name, values in of_editions.items()})


LEVELS = tuple(
    Level(number + 1, _at(number, _SIMULATIONS), _at(number, _SOFTNESS)) for number in range(9)
)


def level_of(number: int) -> Level:
    """The level of this number, 1 (a beginner enjoys beating it) to 9 (the strongest)."""
    if not isinstance(number, int) or not 1 <= number <= len(LEVELS):
        raise EngineError(f"there is no level {number!r}: choose 1 to {len(LEVELS)}")
    return LEVELS[number - 1]
