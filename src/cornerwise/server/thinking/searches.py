"""The searches of the server, each a job: moves, tips, reviews, analysis, puzzles, problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Generic

from cornerwise.engine import Analysis, Engine
from cornerwise.engine.levels import level_of
from cornerwise.game import Game
from cornerwise.server.engines.jobs import Attempt, Course, Job, T, job
from cornerwise.server.engines.judging import JudgingSearches, engine_of
from cornerwise.server.page.answers import TryAnswer
from cornerwise.server.puzzles import problemset, puzzles
from cornerwise.tutor import Expectation, Explanation, MoveReview, Reviewer, Weighed, explain, weigh

LONGEST = 20.0
"""Seconds after which a computer player is told to find an end."""
SIMULATION = 2e-5
"""Seconds that one simulation takes, roughly."""
EVERY = 0.25
"""Seconds of thought between two looks at an analysis."""
LOOKED = 200
"""Candidates of an analysis that are told of, the best."""
EXPLAINING = 1_000
"""Simulations for a move that the analysis has hardly looked at, when it is to be explained."""


@job
class Choose(Job[int], frozen=True, kw_only=True):
    """The number of a legal placement for the colour on turn."""

    game: Game
    level: int
    seconds: float = LONGEST

    @property
    def cost(self) -> float:
        return level_of(self.level).simulations(self.game.variant.edition) * SIMULATION

    def run(self, attempt: Attempt) -> int:
        thinker = attempt.players(self.level)
        with attempt.ending(thinker, self.seconds):
            return thinker.choose(self.game).number


# --- advice -------------------------------------------------------------------------------
# No short searches: who plays levels 1 to 8 does not wait for them. But they wait for no long one.


class Advice(Job[T], Generic[T], frozen=True, kw_only=True):
    """What somebody waits for at the board. What is searched is remembered under the name."""

    game: Game
    name: str

    @property
    def advice(self) -> bool:
        return True


@job
class Tip(Advice[Explanation], frozen=True, kw_only=True):
    """The best move of a position and why."""

    @property
    def cost(self) -> float:
        return 0.6

    def run(self, attempt: Attempt) -> Explanation:
        searches = JudgingSearches(engine_of(self.game.variant), attempt, self.name)
        return explain(self.game, engine=searches)


@job
class Weigh(Advice[Weighed], frozen=True, kw_only=True):
    """What a legal move would cost: up to three searches."""

    placement: int

    @property
    def cost(self) -> float:
        return 0.9

    def run(self, attempt: Attempt) -> Weighed:
        searches = JudgingSearches(engine_of(self.game.variant), attempt, self.name)
        return weigh(self.game, self.placement, engine=searches)


# --- reviews ------------------------------------------------------------------------------


class Judging(Job[Any], frozen=True, kw_only=True):
    """What the jobs of reviews have in common. Most run while no player needs the engine.

    name         under which searches are remembered
    simulations  of each position; 0 for as many as usual
    seconds      that one search may take; then what it has found counts
    """

    game: Game
    name: str
    simulations: int
    seconds: float

    @property
    def spare(self) -> bool:
        return True

    def searches(self, attempt: Attempt) -> JudgingSearches:
        engine = engine_of(self.game.variant, self.simulations)
        return JudgingSearches(engine, attempt, self.name, self.seconds)

    def reviewer(self, attempt: Attempt) -> Reviewer:
        made = Reviewer(self.game)
        made.searches = self.searches(attempt)
        return made


@job
class JudgeMove(Judging, frozen=True, kw_only=True):
    """What a move of a game was worth, counted from 1."""

    number: int

    def run(self, attempt: Attempt) -> MoveReview:
        return self.reviewer(attempt).move(self.number)


@job
class JudgeEnd(Judging, frozen=True, kw_only=True):
    """What is expected where a game ended."""

    def run(self, attempt: Attempt) -> Expectation:
        return self.reviewer(attempt).end()


@job
class JudgeTry(Judging, frozen=True, kw_only=True):
    """What another move is worth in a position of a reviewed game: somebody waits for that."""

    placement: int

    @property
    def spare(self) -> bool:
        return False

    @property
    def advice(self) -> bool:
        return True

    def run(self, attempt: Attempt) -> Explanation:
        searches = self.searches(attempt)
        known = searches.final(self.game)
        return explain(self.game, self.placement, engine=searches, analysis=known)


# --- analysis -----------------------------------------------------------------------------


@job
class Analyse(Course[Analysis], frozen=True, kw_only=True):
    """What is thought of a position, told again and again while the thinking goes on."""

    game: Game
    seconds: float
    memory: int

    @property
    def cost(self) -> float:
        return EVERY

    def steps(self, attempt: Attempt) -> Iterator[Analysis]:
        engine = Engine(seconds=self.seconds, memory=self.memory, seed=0)
        with attempt.ending(engine):
            for found in engine.analyse(self.game, every=EVERY):
                yield replace(found, candidates=found.candidates[:LOOKED])


@job
class Explain(Job[Explanation], frozen=True, kw_only=True):
    """Why a move is good or not, by what an analysis has found."""

    game: Game
    placement: int
    analysis: Analysis
    memory: int

    def run(self, attempt: Attempt) -> Explanation:
        engine = Engine(simulations=EXPLAINING, memory=self.memory, seed=0)
        with attempt.ending(engine):
            return explain(self.game, self.placement, engine=engine, analysis=self.analysis)


# --- puzzles and problems -----------------------------------------------------------------


@job
class Solve(Job[dict[str, Any]], frozen=True, kw_only=True):
    """Whether a puzzle can still be solved, with a hint if one is wanted."""

    puzzle: str
    placed: puzzles.Placed
    hint: bool

    @property
    def cost(self) -> float:
        return puzzles.SECONDS

    def run(self, attempt: Attempt) -> dict[str, Any]:
        puzzle = puzzles.named(self.puzzle)
        return puzzles.sought(puzzle, self.placed, self.hint, lambda: attempt.stopped)


@job
class Try(Job[TryAnswer], frozen=True, kw_only=True):
    """What a legal move comes to in a problem."""

    problem: str
    placement: int

    @property
    def cost(self) -> float:
        return problemset.SECONDS

    def run(self, attempt: Attempt) -> TryAnswer:
        return problemset.judged(self.problem, self.placement)
