"""Learn from your mistakes: a position comes back, and one tries again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cornerwise.engine import Engine
from cornerwise.game import Game
from cornerwise.notation import AnyMove, Move
from cornerwise.tutor.explanation import Explanation, explain
from cornerwise.tutor.fingerprint import Origin
from cornerwise.tutor.mark import ACCEPTED
from cornerwise.tutor.move_review import MoveReview
from cornerwise.tutor.searches import Searches, judging_engine


@dataclass(frozen=True)
class Answer:
    """What is thought of a try.

    is_right     whether it loses no more than 2 % chance to win beside the best move
    explanation  what it costs, and why
    """

    is_right: bool
    explanation: Explanation


@dataclass(frozen=True)
class Retry:
    """A position in which somebody erred.

    game    the game before the move
    review  what was found of the move that was made
    origin  what the review was made with
    """

    game: Game
    review: MoveReview
    origin: Origin

    @property
    def accepted(self) -> tuple[Move, ...]:
        """The right answers that are known; `answer` finds out about all others."""
        near = [other.move for other in self.review.alternatives if other.loss <= ACCEPTED]
        return tuple(dict.fromkeys((self.review.best, *near)))

    def answer(self, move: AnyMove, engine: Engine | Searches | None = None) -> Answer:
        """Judge a try by the search that judged the game.

        A move that this search hardly looked at gets a search of its own. An illegal move raises.
        Searches that are remembered go on to be.
        """
        if engine is None:
            searches = self._searches
        else:
            searches = engine if isinstance(engine, Searches) else Searches(engine)
        found = explain(self.game, move, engine=searches, analysis=searches.final(self.game))
        return self.judged(found)

    def judged(self, found: Explanation) -> Answer:
        """What is thought of a try that was compared with the best move."""
        return Answer(found.loss <= ACCEPTED or found.move in self.accepted, found)

    @cached_property
    def _searches(self) -> Searches:
        """The engine of the review, with the same simulations and seed."""
        if not self.origin.simulations:
            return Searches(judging_engine(self.game.variant))
        return Searches(Engine(simulations=self.origin.simulations, seed=self.origin.seed))
