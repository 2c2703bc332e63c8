"""Judging moves in the engine pool: searches that give way to those that somebody plays with."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from cornerwise.engine import Analysis, Engine
from cornerwise.game import Game
from cornerwise.server.engines import Interrupted
from cornerwise.tutor.searches import Searches, judging_engine
from cornerwise.variants import Variant

T = TypeVar("T")
COST = 1.0
"""Seconds that a position takes to judge, roughly."""


class PatientSearches(Searches):
    """The tutor's searches, each of which ends in time or gives way. What was not finished for
    another's sake is not remembered."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        super().__init__(engine)
        self._longest = seconds
        self.given_way = False

    def analyse(self, game: Game, **how: Any) -> Iterator[Analysis]:
        self._check()
        alarm = threading.Timer(self._longest, self.stop)
        alarm.daemon = True
        alarm.start()
        try:
            for found in super().analyse(game, **how):
                self._check()
                yield found
        finally:
            alarm.cancel()

    def _check(self) -> None:
        if self.given_way:
            raise Interrupted


class Judgement(Generic[T]):
    """Something to be found by searches, once, unless it has to give way."""

    def __init__(self, searches: PatientSearches, find: Callable[[], T]) -> None:
        self._searches, self._find = searches, find
        self._stopped = False

    def __call__(self) -> T:
        self._searches.given_way = self._stopped
        return self._find()

    def stop(self) -> None:
        """Give way, from any thread."""
        self._stopped = self._searches.given_way = True
        self._searches.stop()


def judging(of: Variant, simulations: int, seconds: float) -> PatientSearches:
    """The searches that judge games of a variant: 0 simulations mean as many as usual."""
    engine = Engine(simulations=simulations, seed=0) if simulations else judging_engine(of)
    return PatientSearches(engine, seconds)
