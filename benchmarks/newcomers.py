"""Newcomers of known strength: how near a few rated games bring them to it, and could bring them.

Games are as our model thinks them to be. People meet as in the lobby: by rating, and in the first
game, where there is none, whoever comes. Levels are the three nearest ones, of half or full weight.

Two yardsticks stand beside it, for whoever sees only who ended before whom:
- the ideal: the mean of the exact posterior of the same games, knowing how strengths are spread;
- the floor: what is left if all games are against equals of known strength (Fisher's information).

The points of a game could tell more than places: `margins` asks the archive how much more.

Run: python benchmarks/newcomers.py [--people 1000]
     python benchmarks/newcomers.py margins
"""

import argparse
import dataclasses
import math
import random
from collections.abc import Iterator, Sequence
from statistics import NormalDist, fmean, median
from typing import NamedTuple

import numpy as np
from ratings import ARCHIVE, TRIALS, Played, archive, probit, size

from cornerwise.ratings import Member, Parameters, Rater, Rating, Result, Side, parameters
from cornerwise.ratings.rater import ANCHOR
from cornerwise.variants import QUICK, VARIANTS

SPREAD = 300.0
"""The deviation of people's strengths, as in the town of benchmarks/town.py."""
GAP = 220.0
"""That of the difference in rating of people who meet: in the town half of them are within 150."""
KNOWN = 70.0
"""How well the rating of somebody is known who has played for a while."""
GOALS = ((QUICK, 12), ("classic", 5), ("trigon", 5))
"""In which variants a newcomer plays how many games."""
NEAR = 100
"""Points from the true strength that are near enough."""
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(15)
_WEIGHTS /= _WEIGHTS.sum()
_X = np.linspace(-8, 8, 3201)
_CDF = np.array([NormalDist().cdf(x) for x in _X])


def _cdf(x: np.ndarray) -> np.ndarray:
    """The normal distribution, from a table: right to six digits."""
    return np.asarray(np.interp(x, _X, _CDF))


def information(sides: int) -> float:
    """What the place among equals tells of a strength, in units of the game's chance.

    With one opponent it is 1 / pi, with endlessly many it would be 1.

    >>> round(information(2) * math.pi, 4)
    1.0
    """
    others = sides - 1
    dense = np.exp(-_X * _X / 2) / math.sqrt(2 * math.pi) * (_X[1] - _X[0])

    def places(stronger: float) -> np.ndarray:
        """How likely each number of opponents is left behind."""
        each = _cdf(_X + stronger)
        return np.array(
            [
                math.comb(others, n) * (dense * each**n * (1 - each) ** (others - n)).sum()
                for n in range(sides)
            ]
        )

    step = 0.01
    slope = (places(step) - places(-step)) / (2 * step)
    return float((slope**2 / places(0.0)).sum())


def floor(given: Parameters, variant: str, count: int, spread: float) -> float:
    """The deviation of the error that is left after so many games, at the least."""
    told = count * information(VARIANTS[variant].team_count) / given.play(variant).beta ** 2
    return float((told + spread**-2) ** -0.5)


class Posterior:
    """All that games say of somebody's strength: a density, where it is likely to be."""

    def __init__(self, mu: float, spread: float) -> None:
        self._at = mu + spread * np.linspace(-4, 4, 121)
        self._log = -(((self._at - mu) / spread) ** 2) / 2

    def note(
        self, beta: float, others: Sequence[tuple[float, float]], behind: Sequence[bool]
    ) -> None:
        """Count a game: how strong the others seemed, seats counted in, and who was left behind."""
        shown = self._at[:, None] + beta * _NODES
        chance = np.ones_like(shown)
        for (mu, sigma), below in zip(others, behind, strict=True):
            far = (shown - mu) / math.hypot(beta, sigma)
            chance *= _cdf(far if below else -far)
        self._log += np.log(chance @ _WEIGHTS + 1e-300)

    @property
    def mean(self) -> float:
        density = np.exp(self._log - self._log.max())
        return float(density @ self._at / density.sum())


@dataclasses.dataclass(frozen=True)
class World:
    """Where newcomers come to.

    spread  the deviation of strengths
    gap     that of the difference in rating of people who meet
    levels  whether the others are computers; `half` is the weight of games with them, if another
            than usual
    """

    spread: float = SPREAD
    gap: float = GAP
    levels: bool = False
    half: float | None = None


class Newcomer(NamedTuple):
    """Somebody after some games: the true strength, our rating, and the ideal estimate."""

    true: float
    rating: Rating
    ideal: float


def newcomers(
    given: Parameters, variant: str, count: int, world: World, people: int
) -> Iterator[Newcomer]:
    """So many newcomers, each after so many games."""
    chance, rater = random.Random(f"{variant} {world}"), Rater(given)
    play, sides = given.play(variant), VARIANTS[variant].team_count
    for _ in range(people):
        true, rating = chance.gauss(given.mu, world.spread), given.newcomer
        posterior = Posterior(given.mu, world.spread)
        for _ in range(count):
            place = chance.randrange(sides)
            met = [_met(given, rating, world, chance, seat) for seat in range(sides)]
            met[place] = Member("new"), rating
            strengths = [r.mu if m.level else chance.gauss(r.mu, r.sigma) for m, r in met]
            strengths[place] = true
            shown = [
                chance.gauss(strength + play.advantage(seat), play.beta)
                for seat, strength in enumerate(strengths)
            ]
            seats = tuple(Side((m,), round(x)) for (m, _), x in zip(met, shown, strict=True))
            known = {member.who: r for member, r in met if member.who}
            rating = rater.rated(Result("", 0, variant, seats), known, half=world.half)["new"]
            others = [seat for seat in range(sides) if seat != place]
            own = play.advantage(place)
            posterior.note(
                play.beta,
                [(met[n][1].mu + play.advantage(n) - own, met[n][1].sigma) for n in others],
                [shown[n] < shown[place] for n in others],
            )
        yield Newcomer(true, rating, posterior.mean)


def _met(
    given: Parameters, rating: Rating, world: World, chance: random.Random, seat: int
) -> tuple[Member, Rating]:
    """Somebody whom a newcomer meets, with the rating by which they met."""
    if world.levels:
        near = sorted(range(9), key=lambda n: abs(given.levels[n] - rating.mu))[:3]
        level = chance.choice(near)
        return Member(level=level + 1), Rating(given.levels[level], ANCHOR)
    mu = chance.gauss(rating.mu, world.gap if rating.games else world.spread)
    return Member(f"other {seat}"), Rating(mu, KNOWN, 30)


def report(given: Parameters, people: int) -> None:
    """Print how near newcomers come, in several worlds."""
    worlds = {
        "people as the lobby pairs them": World(),
        "people of about the same rating": World(gap=100),
        "people, strengths 250 apart": World(250.0),
        "people, strengths 350 apart": World(350.0),
        "levels, in the list of computers": World(levels=True, half=1.0),
        "levels, at half weight": World(levels=True),
    }
    for variant, count in GOALS:
        print(f"{variant}, {count} games; the chance in it is {given.play(variant).beta:.0f}")
        for name, world in worlds.items():
            met = list(newcomers(given, variant, count, world, people))
            doubt = fmean(one.rating.sigma for one in met)
            least = NormalDist(0, floor(given, variant, count, world.spread))
            print(
                f"  {name:33}{errors([one.rating.mu - one.true for one in met])}, doubt {doubt:.0f}"
                f"; ideal:{errors([one.ideal - one.true for one in met])}"
                f"; floor: median {least.inv_cdf(0.75):3.0f}, {2 * least.cdf(NEAR) - 1:.0%}",
                flush=True,
            )


def errors(by: Sequence[float]) -> str:
    """Errors in words; the deviation of the median is about 0.9 of the median / sqrt(people)."""
    found = [abs(error) for error in by]
    near = fmean(error <= NEAR for error in found)
    return f" median {median(found):3.0f}, mean {fmean(found):3.0f}, within {NEAR}: {near:.0%}"


# --- what points tell -----------------------------------------------------------------------


def chance_in(given: Parameters, games: Sequence[Played]) -> tuple[float, float]:
    """How much chance there is in the places of games of a variant, and in their points.

    Both in points of rating: strength shows in places as if it varied so much from game to game,
    and in points, made as long as strengths by a factor, it does.
    """
    play, rows = given.play(games[0].variant), np.arange(len(games[0].levels))
    strength = np.array(
        [[given.levels[level - 1] + play.advantage(n) for n, level in enumerate(game.levels)]
         for game in games]
    )  # fmt: skip
    points = np.array([game.points for game in games], float)
    first, second = (rows[side] for side in np.triu_indices(len(rows), 1))
    gap = (strength[:, first] - strength[:, second]).ravel() * size(games[0].variant)
    won = (0.5 + np.sign(points[:, first] - points[:, second]) / 2).ravel()
    usual = np.array([1 / (math.sqrt(2) * play.beta)])
    steep = probit(gap[:, None], won, usual, usual, np.array([1e-6]))[0]
    strength -= strength.mean(axis=1, keepdims=True)
    points -= points.mean(axis=1, keepdims=True)
    factor = (strength * points).sum() / (strength**2).sum()
    left = ((points - factor * strength) ** 2).sum() / (len(games) * (len(rows) - 1))
    return float(1 / (math.sqrt(2) * steep)), float(math.sqrt(left) / factor)


def margins(given: Parameters) -> None:
    """Print by how much points tell more than places, and where that would leave newcomers."""
    games = archive(ARCHIVE)
    for variant, count in GOALS:
        mine = [game for game in games if game.variant == variant]
        sides = VARIANTS[variant].team_count
        share = (sides - 1) / sides / information(sides)
        in_places, in_points = chance_in(given, mine)
        lots = np.random.default_rng(0).integers(len(mine), size=(TRIALS // 5, len(mine)))
        pairs = [chance_in(given, [mine[n] for n in lot]) for lot in lots]
        more = share * in_places**2 / in_points**2
        low, high = np.quantile([share * a * a / b / b for a, b in pairs], (0.025, 0.975))
        told = count * (sides - 1) / sides / in_points**2
        least = NormalDist(0, (told + SPREAD**-2) ** -0.5)
        print(
            f"{variant}, {len(mine)} games: chance {in_places:.0f} in places, {in_points:.0f} in "
            f"points; points tell {more:.2f} times as much ({low:.2f} to {high:.2f}); "
            f"floor after {count} games: median {least.inv_cdf(0.75):.0f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=("report", "margins"), default="report")
    parser.add_argument("--people", type=int, default=1000)
    given = parser.parse_args()
    if given.what == "margins":
        margins(parameters())
    else:
        report(parameters(), given.people)


if __name__ == "__main__":
    main()
