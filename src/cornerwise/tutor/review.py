"""A review of a game: what every move was worth, where it turned, and what can be learned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cornerwise.engine import Engine
from cornerwise.errors import ReviewError
from cornerwise.game import Game
from cornerwise.tutor.expectation import Expectation
from cornerwise.tutor.fingerprint import Origin
from cornerwise.tutor.mark import accuracy_of
from cornerwise.tutor.move_review import MoveReview
from cornerwise.tutor.retry import Retry
from cornerwise.tutor.reviewer import Reviewer
from cornerwise.tutor.searches import judging_engine
from cornerwise.tutor.summary import Statement, summary_of

TURNING_POINTS, APART = 3, 5
"""How many turning points there are at most, and how many moves lie between two at least."""

Progress = Callable[[int, int], object]
"""Is told how many moves are done, and of how many."""


@dataclass(frozen=True)
class Review:
    """What can be said of a game after it was played.

    game    the game
    origin  what the review was made with
    moves   the moves from the first to the last
    end     what is expected where the game stands, or what came of it
    """

    game: Game
    origin: Origin
    moves: tuple[MoveReview, ...]
    end: Expectation

    @property
    def expected(self) -> tuple[Expectation, ...]:
        """What was expected of every position: before each move, and at the end."""
        return (*(move.before for move in self.moves), self.end)

    @property
    def accuracy(self) -> dict[str, float | None]:
        """How accurate each seat played, 0 to 100; None for one that had nothing to decide."""
        return {
            seat.name: accuracy_of(
                move.loss for move in self.moves_of(seat.name) if move.is_decision
            )
            for seat in self.game.variant.seats
        }

    def moves_of(self, seat: str | None = None) -> tuple[MoveReview, ...]:
        """The moves that a seat made, those of a shared colour included; without one, all."""
        self._check(seat)
        return tuple(move for move in self.moves if seat in (None, move.seat))

    def errors(self, seat: str | None = None) -> tuple[MoveReview, ...]:
        """The inaccuracies, mistakes and blunders of a seat, or of all."""
        return tuple(move for move in self.moves_of(seat) if move.mark.is_error)

    def turning_points(self, seat: str | None = None) -> tuple[MoveReview, ...]:
        """The three dearest errors that lie at least five moves apart, in the order of play."""
        found: list[MoveReview] = []
        for move in sorted(self.errors(seat), key=lambda error: (-error.loss, error.number)):
            far = all(abs(move.number - other.number) >= APART for other in found)
            if far and len(found) < TURNING_POINTS:
                found.append(move)
        return tuple(sorted(found, key=lambda move: move.number))

    def closest(self, seat: str | None = None) -> MoveReview | None:
        """The decision in which another move was most nearly as good; None if there was none."""
        close = [m for m in self.moves_of(seat) if m.is_best and m.alternatives]
        undecided = [m for m in close if not m.exact] or close
        return min(undecided, key=lambda move: move.alternatives[0].loss, default=None)

    def summary(self, seat: str | None = None) -> tuple[Statement, ...]:
        """A few sentences on the game: for one seat, which they address, or for everybody."""
        self._check(seat)
        return summary_of(self.game, self.expected, self.turning_points(seat), seat)

    def retries(self, seat: str) -> tuple[Retry, ...]:
        """The positions in which a seat erred, to be tried again."""
        return tuple(
            Retry(self.before(move.number), move, self.origin) for move in self.errors(seat)
        )

    def is_current(self, engine: Engine | None = None) -> bool:
        """Whether an engine, by default that of `review`, would still find the same."""
        variant = self.game.variant
        return Origin.of(engine or judging_engine(variant), variant) == self.origin

    def to_json(self) -> str:
        """The review with its game as a JSON text (docs/formats.md)."""
        from cornerwise.tutor.review_record import written

        return written(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Review:
        """The review that `to_json` wrote."""
        from cornerwise.tutor.review_record import read

        return read(text)

    def before(self, number: int) -> Game:
        """The game before a move, counted from 1."""
        return self.game.after(number - 1)

    def _check(self, seat: str | None) -> None:
        seats = [known.name for known in self.game.variant.seats]
        if seat is not None and seat not in seats:
            raise ReviewError(f"{seat!r} is not a seat of this game: it has {', '.join(seats)}")

    def __repr__(self) -> str:
        return f"<Review of {self.game!r}: {len(self.errors())} errors>"


def review(game: Game, engine: Engine | None = None, *, progress: Progress | None = None) -> Review:
    """Judge every move of a game.

    engine    who judges, with its number of simulations for each position. By default one that
              finds the same on every machine and takes less than a minute for a game
    progress  is called with the number of moves that are done and of all moves. An exception that
              it raises ends the review. To see the moves as they come, use `Reviewer`

    >>> from cornerwise import random_game
    >>> found = review(random_game("duo", seed=1, plies=6), Engine(simulations=100, seed=1))
    >>> len(found.moves), sorted(found.accuracy)
    (6, ['blue', 'yellow'])
    """
    reviewer = Reviewer(game, engine)
    done = []
    for move in reviewer.moves():
        done.append(move)
        if progress is not None:
            progress(len(done), len(game.turns))
    return Review(reviewer.game, reviewer.origin(), tuple(done), reviewer.end())
