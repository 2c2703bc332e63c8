"""Statistics of matches, against known values and against chance itself."""

import math
import random

import pytest

from cornerwise.arena.statistics import (
    Estimate,
    Sprt,
    elo,
    elo_of,
    expected_score,
    likelihood_ratio,
    mean_of,
    score_of,
)


@pytest.mark.parametrize(("score", "difference"), [(0.5, 0), (0.64, 99.95), (0.75, 190.85)])
def test_elo_of_a_score(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=0.01)
    assert elo(1 - score) == pytest.approx(-difference, abs=0.01)
    assert expected_score(difference) == pytest.approx(score, abs=1e-5)


def test_elo_of_all_or_nothing_is_unbounded() -> None:
    assert elo_of(Estimate(1.0, 0.5, 1.0)) == Estimate(math.inf, 0.0, math.inf)
    assert elo(0.0) == -math.inf


def test_mean_has_students_interval() -> None:
    # Mean 6, standard error 1, ten degrees of freedom: the quantile is 2.228.
    found = mean_of(list(range(1, 12)))
    assert found.mean == 6
    assert found.high - 6 == pytest.approx(2.228, abs=0.001)
    assert 6 - found.low == pytest.approx(2.228, abs=0.001)


def test_few_values_leave_much_doubt() -> None:
    assert mean_of([3.0]) == Estimate(3.0, -math.inf, math.inf)
    assert math.isnan(mean_of([]).mean)
    assert math.isnan(score_of([]).mean)
    # The quantile for two degrees of freedom is 4.303; the expansion must not fall far short.
    found = mean_of([-1.0, 0.0, 1.0])
    assert found.high * math.sqrt(3) == pytest.approx(4.303, rel=0.06)


def test_winning_throughout_leaves_some_doubt() -> None:
    ten, hundred = score_of([1.0] * 10), score_of([1.0] * 100)
    assert ten.mean == hundred.mean == hundred.high == 1
    assert 0.6 < ten.low < 0.9 < hundred.low < 1


def test_interval_of_scores_holds_the_truth_19_times_in_20() -> None:
    chance = random.Random(1)
    for truth in (0.5, 0.8, 0.95):
        held = 0
        for _ in range(400):
            pairs = [fair_pair(chance, truth) for _ in range(30)]
            held += (found := score_of(pairs)).low <= truth <= found.high
        assert held / 400 > 0.925


def fair_pair(chance: random.Random, truth: float) -> float:
    return ((chance.random() < truth) + (chance.random() < truth)) / 2


def test_likelihood_ratio_of_wins_and_losses_is_the_binomial_one() -> None:
    scores = [1.0] * 60 + [0.0] * 40
    known = 60 * math.log(0.55 / 0.5) + 40 * math.log(0.45 / 0.5)
    assert likelihood_ratio(scores, 0.5, 0.55) == pytest.approx(known, abs=0.001)
    assert likelihood_ratio(scores, 0.55, 0.5) == pytest.approx(-known, abs=0.001)
    assert likelihood_ratio([], 0.5, 0.55) == 0


def test_likelihood_ratio_is_near_the_normal_one_for_many_pairs() -> None:
    scores = [0.0] * 80 + [0.25] * 150 + [0.5] * 520 + [0.75] * 160 + [1.0] * 90
    mean = sum(scores) / 1000
    spread = sum((score - mean) ** 2 for score in scores) / 1000
    normal = 1000 * 0.01 * (2 * mean - 0.5 - 0.51) / (2 * spread)
    assert likelihood_ratio(scores, 0.5, 0.51) == pytest.approx(normal, rel=0.02)


def test_draws_say_more_in_pairs_that_spread_less() -> None:
    wild = [0.0, 1.0, 1.0, 0.5] * 50
    tame = [0.5, 0.75, 0.75, 0.5] * 50
    assert likelihood_ratio(tame, 0.5, 0.6) > 2 * likelihood_ratio(wild, 0.5, 0.6) > 0


def test_sequential_test_errs_seldom() -> None:
    sprt, chance = Sprt(0, 60), random.Random(2)
    assert sprt.bound == pytest.approx(2.944, abs=0.001)
    for truth, right in ((0.0, "elo0"), (60.0, "elo1")):
        found = [verdict(sprt, chance, expected_score(truth)) for _ in range(40)]
        assert found.count(right) >= 35


def verdict(sprt: Sprt, chance: random.Random, truth: float) -> str:
    scores: list[float] = []
    for _ in range(200):
        scores += [fair_pair(chance, truth) for _ in range(10)]
        if found := sprt.verdict(scores):
            return found
    return ""
