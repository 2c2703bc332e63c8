"""A problem: an ending in which one move is better than all others, and what is proved of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cornerwise.errors import ProblemError
from cornerwise.game import Game
from cornerwise.notation import AnyMove, Move
from cornerwise.problems.grading import grade_of, rating_of
from cornerwise.problems.proofs import Proof, proof_of, proofs

GAP = 2
"""So many points the second best move must cost, unless it changes who wins."""


class Source(NamedTuple):
    """Where a problem was found: a game of the engine with itself, before its move of this number.

    Seed and game give the same game again (docs/problems.md).
    """

    seed: int
    game: int
    move: int


@dataclass(frozen=True)
class Problem:
    """An ending of two sides with exactly one best move.

    name       such as "duo-17"
    position   the position as a text (`Game.position_string`)
    line       placements to the end of the game if both play best, beginning with the best move
    margin     by how much the side to move comes out ahead after the best move
    runner_up  the same after the second best move
    misses     how often each of the levels 1 to 6 missed the best move (`grading`)
    """

    name: str
    position: str
    line: tuple[int, ...]
    margin: int
    runner_up: int
    misses: tuple[int, ...]
    source: Source

    @cached_property
    def game(self) -> Game:
        """The position as a game. Copy it before you play on."""
        return Game.from_position_string(self.position)

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.position.partition(" ")[0].partition(",")[0]

    @property
    def number(self) -> int:
        """Its number among the problems of the variant."""
        return int(self.name.rpartition("-")[2])

    @property
    def best(self) -> Move:
        """The one best move."""
        return self.game.move(self.line[0])

    @property
    def result(self) -> str:
        """What the best move reaches: "win", "draw" or "loss"."""
        return result_of(self.margin)

    @property
    def decides(self) -> bool:
        """Whether every other move has a worse result."""
        return result_of(self.runner_up) != self.result

    @property
    def level(self) -> int:
        """The grade, 1 (easy) to 5 (hard)."""
        return grade_of(self.misses)

    @property
    def rating(self) -> int:
        """How hard it is, on the scale of the personal rating."""
        return rating_of(self.misses)

    def judge(self, move: AnyMove) -> Proof:
        """What comes of a move; its line refutes it unless it is the best one.

        Raises for an illegal move.
        """
        found = proof_of(self.game, move)
        if found is None:  # no move of the shipped problems needs so much
            raise ProblemError(f"{self.name}: what comes of {move} was not found")
        return found

    def check(self) -> None:
        """Prove anew all that is claimed; an error says what is not true."""
        found = proofs(self.game)
        if not found:
            raise ProblemError(f"{self.name}: the solver does not reach this position")
        if not is_problem(found):
            raise ProblemError(f"{self.name}: no move is better than all others by enough")
        best, second = found[:2]
        if (best.move, best.margin, second.margin) != (self.line[0], self.margin, self.runner_up):
            raise ProblemError(
                f"{self.name}: {self.game.move(best.move)} is best, by {best.margin} before "
                f"{second.margin}; it is said to be {self.best}, by {self.margin} before "
                f"{self.runner_up}"
            )
        if _end_of(self) != self.margin:
            raise ProblemError(f"{self.name}: its line does not end with a margin of {self.margin}")


def result_of(margin: int) -> str:
    """What a margin means for the side that is ahead by it."""
    return "win" if margin > 0 else "draw" if margin == 0 else "loss"


def is_problem(found: tuple[Proof, ...]) -> bool:
    """Whether one move is best, and every other worse by enough: all proofs, best first."""
    if len(found) < 2:
        return False
    best, second = found[0].margin, found[1].margin
    return best - second >= GAP or (best > second and result_of(best) != result_of(second))


def _end_of(problem: Problem) -> int:
    """The margin at the end of the line, by the plain rules."""
    game = problem.game.copy()
    seat = {seat.name: seat for seat in game.variant.seats}[game.seat_to_play or ""]
    for placement in problem.line:
        game.play(placement)
    if not game.is_over:
        raise ProblemError(f"{problem.name}: its line does not reach the end of the game")
    scores = {seat.team: game.scores[seat.name] for seat in game.variant.seats}
    mine = scores.pop(seat.team)
    margin = mine - scores.popitem()[1]
    return margin if game.variant.scoring.most_wins else -margin
