"""The ranking of all ratings, as the sum of an archive of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cornerwise.ratings.pools import COMPUTERS, pools
from cornerwise.ratings.rater import Rater
from cornerwise.ratings.rating import Rating
from cornerwise.ratings.result import Result

Key = tuple[str, str]
"""A list and somebody in it. A list is a pool, or its games against computers (`COMPUTERS`)."""


class Change(NamedTuple):
    """What a game changed for somebody in a list; who was new there began with `before`."""

    list: str
    who: str
    before: Rating
    after: Rating


class Ranking:
    """Ratings by list and person, as far as results were added."""

    def __init__(self, rater: Rater, ratings: Mapping[Key, Rating] | None = None) -> None:
        self._rater = rater
        self._pools = {name: pool.name for pool in pools() for name in pool.variants}
        self.ratings: dict[Key, Rating] = dict(ratings or {})

    def add(self, result: Result) -> list[Change]:
        """Rate a result, which comes after all that were added: what it changed."""
        return [
            change
            for name, half in self.lists(result)
            for change in self._added(name, result, half)
        ]

    def lists(self, result: Result) -> list[tuple[str, float | None]]:
        """The lists that a result counts for, with the weight of computers in them."""
        pool = self._pools.get(result.variant)
        if pool is None:
            return []
        alone = len(result.people) == 1
        return [(pool, None), *([(pool + COMPUTERS, 1.0)] if alone else [])]

    def _added(self, name: str, result: Result, half: float | None) -> list[Change]:
        known = {
            who: self.ratings[name, who] for who in result.people if (name, who) in self.ratings
        }
        changed = self._rater.rated(result, known, half=half)
        changes = []
        for who, after in changed.items():
            changes.append(Change(name, who, self._rater.before(known.get(who), result.at), after))
            self.ratings[name, who] = after
        return changes

    def rebuild(self, results: Iterable[Result]) -> Ranking:
        """Add results in their order."""
        for result in results:
            self.add(result)
        return self
