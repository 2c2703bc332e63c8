"""Marks for moves: how much of the chance to win a move gave away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from math import exp
from types import MappingProxyType

from cornerwise.texts import Message, marked


class Mark(StrEnum):
    """What a move was worth beside the best one."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_error(self) -> bool:
        """Whether the move cost enough to speak of."""
        return self in LIMITS

    @property
    def message(self) -> Message:
        """Its name, for people."""
        return Message(NAMES[self])


NAMES: Mapping[str, str] = MappingProxyType(
    {
        "best": marked("Best move"),
        "good": marked("Good move"),
        "inaccuracy": marked("Inaccuracy"),
        "mistake": marked("Mistake"),
        "blunder": marked("Blunder"),
    }
)

LIMITS: Mapping[Mark, float] = MappingProxyType(
    {Mark.INACCURACY: 0.05, Mark.MISTAKE: 0.10, Mark.BLUNDER: 0.20}
)
"""The least loss of the chance to win that earns each of these marks (docs/review.md)."""

ACCEPTED = 0.02
"""A move that loses no more than this is as right an answer as the best one."""

FORGIVENESS = 0.25
"""The loss at which a move's accuracy falls to 100 / e."""


def mark_of(loss: float, *, best: bool = False) -> Mark:
    """The mark for a loss; `best` says that no better move is known.

    >>> [mark_of(loss).value for loss in (0, 0.05, 0.1, 0.2)]
    ['good', 'inaccuracy', 'mistake', 'blunder']
    """
    if best:
        return Mark.BEST
    reached = [mark for mark, least in LIMITS.items() if loss >= least]
    return reached[-1] if reached else Mark.GOOD


def accuracy_of(losses: Iterable[float]) -> float | None:
    """How accurate moves were, 0 to 100: the mean of 100 e^(-loss / 0.25); None without moves.

    >>> round(accuracy_of([0, 0, 0.25]), 1)
    78.9
    """
    each = [100 * exp(-loss / FORGIVENESS) for loss in losses]
    return sum(each) / len(each) if each else None
