"""What a search thinks of a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cornerwise.notation import Move


@dataclass(frozen=True)
class Candidate:
    """A move and what is expected to come of it.

    visits   how often the search went this way: its measure of trust
    prior    how good the move looked at first sight, as a share of all moves
    value    the utility for the seat to play, 0 to 1: its share of the win mixed with its margin;
             of a solved position the share alone
    results  each seat's expected share of the win; alone at the table, of placing everything
    scores   each seat's expected points under the game's scoring
    """

    move: Move
    visits: int
    prior: float
    value: float
    results: Mapping[str, float]
    scores: Mapping[str, float]


@dataclass(frozen=True)
class Analysis:
    """The state of a search, to be shown or acted on.

    seat         who is to play
    candidates   the moves, most trusted first
    line         the moves expected from here, beginning with the best
    simulations  made so far, in how many `seconds`
    exact        whether results and scores are proved and not merely expected
    """

    seat: str
    candidates: tuple[Candidate, ...]
    line: tuple[Move, ...]
    simulations: int
    seconds: float
    exact: bool = False

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def move(self) -> Move:
        """The best move."""
        return self.best.move

    @property
    def results(self) -> Mapping[str, float]:
        """Each seat's expected share of the win after the best move."""
        return self.best.results

    @property
    def scores(self) -> Mapping[str, float]:
        """Each seat's expected points after the best move."""
        return self.best.scores

    def __str__(self) -> str:
        shares = ", ".join(
            f"{seat} {share:.0%} {self.scores[seat]:+.1f}" for seat, share in self.results.items()
        )
        known = "solved" if self.exact else f"{self.simulations} simulations"
        return f"{self.move} ({known}): {shares}"
