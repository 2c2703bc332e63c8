"""How a game ended: why it is over, who won, and the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Termination(StrEnum):
    """Why a game is over."""

    COMPLETE = "complete"
    """Every piece that counts has been placed."""
    BLOCKED = "blocked"
    """No player can place another piece (R5, C6)."""
    RETIRED = "retired"
    """Players left, and so the game is decided, or nobody is there to go on."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    termination  why it is over
    winners      the seats with the best result: several if they share it or are a team, none if
                 somebody who plays alone did not place every piece
    scores       each seat's points; both partners of a team have its sum
    """

    termination: Termination
    winners: tuple[str, ...]
    scores: Mapping[str, int]

    @property
    def winner(self) -> str | None:
        """The seat that won alone, None if there are several winners or none."""
        return self.winners[0] if len(self.winners) == 1 else None

    def __hash__(self) -> int:
        return hash((self.termination, self.winners, tuple(self.scores.items())))
