"""What the results of a match say: means with intervals, Elo differences, and when to stop.

The two games of a colour-swapped pair share an opening, so they are not independent. The unit of
all that follows is the round (the pair). Its score is the mean of its games, between 0 and 1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean, and the interval that holds the true one with a probability of 95 %."""

    mean: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of values of any size, with Student's interval; of one value it has no bounds."""
    if len(values) < 2:
        mean = values[0] if values else math.nan
        return Estimate(mean, -math.inf, math.inf)
    mean, reach = fmean(values), _reach(values)
    return Estimate(mean, mean - reach, mean + reach)


def score_of(values: Sequence[float]) -> Estimate:
    """The mean of scores between 0 and 1.

    One round won and one lost are added for the interval. Otherwise a match that one side won
    throughout would seem to leave no doubt.
    """
    if not values:
        return Estimate(math.nan, 0.0, 1.0)
    more = [*values, 0.0, 1.0]
    middle, reach = fmean(more), _reach(more)
    mean = fmean(values)
    return Estimate(mean, min(mean, max(0.0, middle - reach)), max(mean, min(1.0, middle + reach)))


def elo_of(score: Estimate) -> Estimate:
    """The Elo difference that a score stands for, with its interval."""
    return Estimate(*map(elo, (score.mean, score.low, score.high)))


def elo(score: float) -> float:
    """The Elo difference at which a player scores so much.

    >>> round(elo(0.75))
    191
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The score that an Elo difference promises."""
    return 1 / (1 + 10 ** (-difference / 400))


def rating_of(meetings: Sequence[tuple[float, Sequence[float]]]) -> Estimate:
    """The Elo number that explains scores against opponents of known Elo numbers.

    A meeting is an opponent's number and the scores of the rounds with it. One round won and one
    lost are added to each, as `score_of` does. The number is the one at which all rounds together
    score what was expected. Its interval comes from how the rounds differ from that, so it counts
    the two games of a pair as one.

    >>> found = rating_of([(100, [0.5] * 20), (300, [0.0, 0.5] * 10)])
    >>> round(found.mean)
    113
    """
    rows = [(elo, score) for elo, scores in meetings for score in (*scores, 0.0, 1.0)]
    low = min(elo for elo, _ in rows) - _FAR
    high = max(elo for elo, _ in rows) + _FAR
    for _ in range(60):
        middle = (low + high) / 2
        below = sum(score - expected_score(middle - elo) for elo, score in rows) > 0
        low, high = (middle, high) if below else (low, middle)
    hopes = [(score, expected_score(low - elo)) for elo, score in rows]
    spread = math.sqrt(sum((score - hope) ** 2 for score, hope in hopes))
    slope = math.log(10) / 400 * sum(hope * (1 - hope) for _, hope in hopes)
    reach = _student(len(rows) - 1) * spread / slope
    return Estimate(low, low - reach, low + reach)


_FAR = 4000.0
"""No player is so much stronger or weaker than its opponents."""


# --- stopping early ------------------------------------------------------------------------


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test of "the difference is elo1" against "it is elo0".

    errors  the probability of either wrong answer
    """

    elo0: float
    elo1: float
    errors: float = 0.05

    @property
    def bound(self) -> float:
        """The log-likelihood ratio at which the question is settled: elo1 above, elo0 below -it."""
        return math.log((1 - self.errors) / self.errors)

    def ratio(self, values: Sequence[float]) -> float:
        """The log-likelihood ratio of elo1 against elo0 after rounds with these scores."""
        return likelihood_ratio(values, expected_score(self.elo0), expected_score(self.elo1))

    def verdict(self, values: Sequence[float]) -> str:
        """The hypothesis that is accepted, "elo0" or "elo1"; "" while it is open."""
        ratio = self.ratio(values)
        if abs(ratio) < self.bound:
            return ""
        return "elo1" if ratio > 0 else "elo0"


def likelihood_ratio(values: Sequence[float], score0: float, score1: float) -> float:
    """How much better the mean `score1` explains these scores than `score0` does, as a logarithm.

    It is a generalised likelihood ratio: the spread of the scores is not known, so each mean gets
    its likeliest spread. The classes are the five results of a pair.
    """
    if not values:
        return 0.0
    counts: Counter[float] = Counter(values)
    for unseen in (0.0, 0.25, 0.5, 0.75, 1.0):
        counts[unseen] += 0.001  # type: ignore[assignment]  # no class may be impossible
    total = sum(counts.values())
    shares = [(value, count / total) for value, count in counts.items()]
    one, other = _tilt(shares, score1), _tilt(shares, score0)
    each = (
        share * math.log((1 + other * (value - score0)) / (1 + one * (value - score1)))
        for value, share in shares
    )
    return len(values) * sum(each)


def _tilt(shares: Sequence[tuple[float, float]], mean: float) -> float:
    """The x for which the shares, each divided by 1 + x (value - mean), have this mean.

    Those are the likeliest shares with that mean. The slope below falls as x grows, so halving
    finds its root between the limits at which a share would turn negative.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(100):
        middle = (low + high) / 2
        slope = sum(s * (v - mean) / (1 + middle * (v - mean)) for v, s in shares)
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2


# --- intervals -----------------------------------------------------------------------------


def _reach(values: Sequence[float]) -> float:
    """How far the interval of a mean goes to either side."""
    return _student(len(values) - 1) * stdev(values) / math.sqrt(len(values))


def _student(freedom: int) -> float:
    """The quantile of Student's distribution, by its expansion about the normal one."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))
