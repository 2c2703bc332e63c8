"""The rater: what a result changes. Around openskill's `rate` it sets what that does not know.

These are the advantage of a seat, the growth of doubt with time, levels that stay where they are,
games that count half, and those who left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import NormalDist, fmean
from typing import Any

from cornerwise.extras import need
from cornerwise.ratings.parameters import Parameters, Play
from cornerwise.ratings.rating import Rating
from cornerwise.ratings.result import Member, Result, Side, ranks

ANCHOR = 1.0
"""The deviation of a level: openskill wants one."""
_NORMAL = NormalDist()


class Rater:
    """Rates results, with certain parameters."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    def before(self, rating: Rating | None, at: int) -> Rating:
        """A rating as it is when a game ends; that of a newcomer if there is none yet."""
        given = self.parameters
        known = given.newcomer if rating is None else rating
        return known.aged(at, given.growth, given.sigma)

    def rated(
        self, result: Result, known: Mapping[str, Rating], *, half: float | None = None
    ) -> dict[str, Rating]:
        """The new ratings of the persons whom a result concerns.

        known  their ratings; who has none is a newcomer
        half   the weight of games against computers, if another than usual
        """
        if result.annulled:
            return {}
        places = [place for place, side in enumerate(result.sides) if side in result.present]
        stayed = [place for place in places if result.sides[place].left is None]
        changed = self._rated(result, known, places, half)
        if 1 < len(stayed) < len(places):
            # Who stayed gains nothing by somebody's leaving: they are rated among themselves.
            changed.update(self._rated(result, known, stayed, half))
        return changed

    def _rated(
        self,
        result: Result,
        known: Mapping[str, Rating],
        places: Sequence[int],
        half: float | None,
    ) -> dict[str, Rating]:
        """The new ratings as far as the sides in these places count.

        Whose partner left, and so lost the game for both, is not rated.
        """
        given = self.parameters
        play = given.play(result.variant)
        sides = tuple(result.sides[place] for place in places)
        model = _model(given.model, play.beta, given.epsilon)
        ahead = self._advantages(play, sides, places)
        before = [[self._known(m, known, result.at) for m in side.members] for side in sides]
        teams = [
            [model.rating(mu=rating.mu + more, sigma=rating.sigma) for rating in ratings]
            for ratings, more in zip(before, ahead, strict=True)
        ]
        after = model.rate(teams, ranks=[float(rank) for rank in ranks(sides)])
        share = given.half if half is None else half
        told = (len(sides) - 1) ** -given.overlap
        changed = {}
        for number, side in enumerate(sides):
            others = (other for place, other in enumerate(sides) if place != number)
            weight = told * fmean(share if other.by_computer else 1.0 for other in others)
            for member, old, new in zip(side.members, before[number], after[number], strict=True):
                if member.who and (member.left or not side.left):
                    change = new.mu - ahead[number] - old.mu
                    square = old.sigma**2 + weight * (new.sigma**2 - old.sigma**2)
                    changed[member.who] = Rating(
                        old.mu + weight * change, square**0.5, old.games + 1, result.at
                    )
        return changed

    def _known(self, member: Member, known: Mapping[str, Rating], at: int) -> Rating:
        if not member.who:
            return Rating(self.parameters.levels[member.level - 1], ANCHOR)
        return self.before(known.get(member.who), at)

    def _advantages(self, play: Play, sides: Sequence[Side], places: Sequence[int]) -> list[float]:
        """What the seat of each side adds to each of its members."""
        return [
            play.advantage(place) / len(side.members)
            for place, side in zip(places, sides, strict=True)
        ]

    def chances(self, variant: str, sides: Sequence[Sequence[Rating]]) -> list[list[float]]:
        """How likely each side, in the order of play, ends before each other one."""
        play = self.parameters.play(variant)
        mus = [sum(r.mu for r in side) + play.advantage(n) for n, side in enumerate(sides)]
        squares = [sum(r.sigma**2 for r in side) for side in sides]
        return [
            [
                _NORMAL.cdf((mine - other) / (a + b + 2 * play.beta**2) ** 0.5)
                for other, b in zip(mus, squares, strict=True)
            ]
            for mine, a in zip(mus, squares, strict=True)
        ]


@cache
def _model(name: str, beta: float, epsilon: float) -> Any:
    """A model of openskill in which time brings no doubt of its own: we add that."""
    need("ratings")
    from openskill import models

    margin = (
        {"epsilon": epsilon} if name in ("ThurstoneMostellerFull", "ThurstoneMostellerPart") else {}
    )
    return getattr(models, name)(beta=beta, gamma=_whole, tau=0.0, **margin)


def _whole(*_: Any) -> float:
    """A game takes from the doubt all that it tells."""
    return 1.0
