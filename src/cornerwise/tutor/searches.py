"""Searches that are made once: the search after a move is that of the next position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace

from cornerwise.engine import Analysis, Engine
from cornerwise.game import Game
from cornerwise.variants import Variant

SHARE = 4
"""A move is judged by a quarter of the simulations of the highest level. That is enough to judge
by, and a whole game is done within a minute (docs/review.md)."""

KEPT = 256
"""So many positions are remembered: more than a game has."""


def judging_engine(of: Variant) -> Engine:
    """The engine that judges unless another is given: it finds the same on every machine."""
    return Engine(simulations=of.edition.strength.simulations[-1] // SHARE, seed=0)


class Searches:
    """The searches of an engine, each position's made once and remembered.

    kept        so many positions; those not asked for longest are forgotten
    remembered  what was found before, by the keys of the positions; what is found is added to it
    """

    def __init__(
        self,
        engine: Engine,
        kept: int = KEPT,
        remembered: OrderedDict[str, Analysis] | None = None,
    ) -> None:
        self.engine = engine
        self._remembered = OrderedDict() if remembered is None else remembered
        self._kept = kept

    def analyse(self, game: Game, *, every: float = 0.25) -> Iterator[Analysis]:
        """What the engine's `analyse` yields, or its last word if it is known."""
        known = self._remembered.pop(game.key, None)
        if known is not None:
            self._remembered[game.key] = known  # now it is the newest
            yield known
            return
        for found in self.engine.analyse(game, every=every):
            yield found
        self._remembered[game.key] = _visited(found)
        if len(self._remembered) > self._kept:
            self._remembered.popitem(last=False)

    def final(self, game: Game) -> Analysis:
        """What the search of a position found in the end."""
        *_, last = self.analyse(game, every=1e9)
        return last


def _visited(found: Analysis) -> Analysis:
    """An analysis without the many moves that were not searched: they are not asked for."""
    if not found.simulations:
        return found  # solved: all are known
    kept = tuple(c for c in found.candidates if c.visits or c is found.best)
    return replace(found, candidates=kept)
