"""Judging moves: the tutor's searches as parts of jobs, which end in time or are told to end."""

from __future__ import annotations

from collections.abc import Iterator

from cornerwise.engine import Analysis, Engine
from cornerwise.game import Game
from cornerwise.server.engines.jobs import Attempt
from cornerwise.tutor.searches import Searches, judging_engine
from cornerwise.variants import Variant

POSITIONS = 6
"""So many positions are remembered of what is judged: the one on the board, and after some moves.
The newest of them are those that the next job about the same game needs."""


class JudgingSearches(Searches):
    """The tutor's searches of one attempt, which know what was searched under their name before.

    A search that is told to end raises Interrupted, and is not remembered.
    """

    def __init__(
        self, engine: Engine, attempt: Attempt, name: str, seconds: float | None = None
    ) -> None:
        super().__init__(engine, POSITIONS, attempt.memory.of(name))
        self._attempt, self._longest = attempt, seconds

    def analyse(self, game: Game, *, every: float = 0.25) -> Iterator[Analysis]:
        with self._attempt.ending(self.engine, self._longest):
            for found in super().analyse(game, every=every):
                self._attempt.check()
                yield found


def engine_of(of: Variant, simulations: int = 0) -> Engine:
    """The engine that judges games of a variant: 0 simulations mean as many as usual."""
    return Engine(simulations=simulations, seed=0) if simulations else judging_engine(of)
