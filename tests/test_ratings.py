"""Ratings: what a result changes, by formulas of our own, and the ranking as a sum of results."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise import VARIANTS, variant
from cornerwise.ratings import (
    COMPUTERS,
    Leaving,
    Member,
    Ranking,
    Rater,
    Rating,
    Result,
    Side,
    parameters,
    pool_of,
    pools,
    read_dump,
)
from cornerwise.ratings.parameters import FILE, ParametersError, Play, read
from cornerwise.ratings.rating import DAY
from cornerwise.ratings.result import ResultError, ranks

NORMAL = NormalDist()
FAIR = replace(
    parameters(), plays={}, other=Play(200.0), epsilon=1e-9, model="ThurstoneMostellerFull"
)


def result(*sides: tuple[str | int, int], of: str = "duo", at: int = 0) -> Result:
    """A game of single seats: who sits there, a name or a level, and the points."""
    return Result("game", at, of, tuple(Side((member(who),), points) for who, points in sides))


def member(who: str | int, left: Leaving | None = None) -> Member:
    return Member(who, left=left) if isinstance(who, str) else Member(level=who, left=left)


def left(game: Result, place: int, leaving: Leaving) -> Result:
    """The same game, but somebody left it."""
    sides = list(game.sides)
    sides[place] = Side(tuple(replace(m, left=leaving) for m in sides[place].members), 0)
    return replace(game, sides=tuple(sides))


# --- pools ------------------------------------------------------------------------------------


def test_every_variant_with_opponents_is_in_one_pool() -> None:
    held = [name for pool in pools() for name in pool.variants]
    assert sorted(held) == sorted(n for n, of in VARIANTS.items() if of.team_count > 1)
    for pool in pools():
        counts = {variant(name).team_count for name in pool.variants}
        assert (min(counts), max(counts)) == pool.sides
        assert len({variant(name).edition.family for name in pool.variants}) == 1
        assert counts == {2} or 2 not in counts


def test_who_plays_alone_is_in_no_pool() -> None:
    assert pool_of(variant("classic_solo")) is None


# --- a game of two, by the formulas of the paper -----------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    st.floats(800, 2200), st.floats(800, 2200), st.floats(30, 350), st.floats(30, 350),
    st.floats(-150, 150),
)  # fmt: skip
def test_a_win_moves_ratings_as_theory_says(
    mu: float, other: float, sigma: float, doubt: float, seat: float
) -> None:
    given = replace(FAIR, other=Play(200.0, (seat, -seat)))
    known = {"a": Rating(mu, sigma, 5), "b": Rating(other, doubt, 5)}
    after = Rater(given).rated(result(("a", 9), ("b", 3)), known)
    c = math.sqrt(sigma**2 + doubt**2 + 2 * 200.0**2)
    t = (mu + seat - other + seat) / c
    if abs(t) > 4:
        return
    v = NORMAL.pdf(t) / NORMAL.cdf(t)
    w = v * (v + t)
    assert after["a"].mu == pytest.approx(mu + sigma**2 / c * v, rel=1e-6)
    assert after["b"].mu == pytest.approx(other - doubt**2 / c * v, rel=1e-6)
    assert after["a"].sigma == pytest.approx(sigma * math.sqrt(1 - sigma**2 / c**2 * w), rel=1e-6)
    assert after["a"].games == 6


def test_the_seat_that_wins_more_often_gains_less() -> None:
    given = replace(FAIR, other=Play(200.0, (100.0, -100.0)))
    first = Rater(given).rated(result(("a", 9), ("b", 3)), {})
    second = Rater(given).rated(result(("a", 3), ("b", 9)), {})
    assert first["a"].mu < second["b"].mu


def test_chances_follow_strength_and_seat() -> None:
    given = replace(FAIR, other=Play(200.0, (50.0, -50.0)))
    a, b = Rating(1500, 0), Rating(1600, 0)
    chances = Rater(given).chances("duo", [[a], [b]])
    assert chances[0][1] == pytest.approx(0.5)
    assert chances[1][0] == pytest.approx(0.5)


# --- computers --------------------------------------------------------------------------------


def test_a_game_against_a_level_counts_half_and_in_a_list_of_its_own() -> None:
    ranking = Ranking(Rater(FAIR))
    changes = {change.list: change for change in ranking.add(result(("a", 9), (5, 3)))}
    assert set(changes) == {"duo", "duo" + COMPUTERS}
    half, full = changes["duo"], changes["duo" + COMPUTERS]
    assert half.after.mu - half.before.mu == pytest.approx((full.after.mu - full.before.mu) / 2)
    assert {who for _, who in ranking.ratings} == {"a"}, "levels stay where they are"


def test_a_computer_among_people_counts_half_for_its_part() -> None:
    people = Rater(FAIR).rated(result(("a", 9), ("b", 3), ("c", 1), of="classic_3"), {})
    level = Rating(FAIR.levels[4], 1.0)
    known = {"a": level, "b": level}
    mixed = Rater(FAIR).rated(result(("a", 9), ("b", 3), (5, 1), of="classic_3"), known)
    whole = Rater(replace(FAIR, half=1.0)).rated(
        result(("a", 9), ("b", 3), (5, 1), of="classic_3"), known
    )
    assert mixed["a"].mu - level.mu == pytest.approx((whole["a"].mu - level.mu) * 0.75)
    assert set(people) == {"a", "b", "c"}


# --- who left ---------------------------------------------------------------------------------


def test_places_go_by_points_and_who_left_comes_last() -> None:
    game = result(("a", 5), ("b", 9), ("c", 5), ("d", 20), of="classic")
    assert ranks(game.sides) == [3, 2, 3, 1]
    gone = left(left(game, 3, Leaving(40, 10, "time")), 1, Leaving(60, 15, "resigned"))
    assert ranks(gone.sides) == [1, 3, 1, 4]


def test_who_stays_is_rated_among_themselves() -> None:
    four = left(
        result(("a", 5), ("b", 9), ("c", 1), ("d", 20), of="classic"), 3, Leaving(40, 10, "time")
    )
    given = replace(FAIR, plays={})
    after = Rater(given).rated(four, {})
    three = Rater(given).rated(replace(four, sides=four.sides[:3]), {})
    assert {who: after[who] for who in "abc"} == three
    assert after["d"].mu < min(rating.mu for rating in three.values()) + 1
    assert after["d"].mu < given.mu


def test_of_two_the_one_who_stays_wins() -> None:
    game = left(result(("a", -30), ("b", 9)), 1, Leaving(20, 10, "resigned"))
    after = Rater(FAIR).rated(game, {})
    assert after["a"].mu > FAIR.mu > after["b"].mu


def test_whose_partner_leaves_loses_nothing() -> None:
    away = Side((member("a", Leaving(0, 9, "time")), member("b")), 0)
    game = Result("game", 0, "classic_teams", (away, Side((member("c"), member("d")), 9)))
    after = Rater(FAIR).rated(game, {})
    assert set(after) == {"a", "c", "d"}
    assert after["a"].mu < FAIR.mu < after["c"].mu


@pytest.mark.parametrize(
    ("leaving", "annulled"),
    [
        (Leaving(3, 1, "time"), True),
        (Leaving(4, 2, "time"), False),
        (Leaving(1, 0, "resigned"), True),
        (Leaving(2, 1, "resigned"), False),
    ],
)
def test_an_early_timeout_is_annulled(leaving: Leaving, annulled: bool) -> None:
    game = left(result(("a", 5), ("b", 9)), 0, leaving)
    assert game.annulled == annulled
    assert bool(Rater(FAIR).rated(game, {})) != annulled


def test_who_never_came_to_a_game_of_four_does_not_spoil_it() -> None:
    game = left(
        result(("a", 5), ("b", 9), ("c", 1), ("d", 20), of="classic"), 0, Leaving(0, 0, "time")
    )
    assert set(Rater(FAIR).rated(game, {})) == {"b", "c", "d"}


# --- time -------------------------------------------------------------------------------------


def test_doubt_grows_with_idle_time_up_to_that_of_a_newcomer() -> None:
    given = parameters()
    rating = Rating(1500, 60, 30, at=0)
    year = rating.aged(365 * DAY, given.growth, given.sigma)
    assert 100 < year.sigma < 120
    assert rating.aged(10**6 * DAY, given.growth, given.sigma).sigma == given.sigma
    assert rating.aged(-5, given.growth, given.sigma) == rating
    assert not given.is_unsure(rating, 0)
    assert given.is_unsure(given.newcomer, 0)


# --- the ranking is the sum of the archive -------------------------------------------------------

people = st.sampled_from(["ann", "bob", "cyd", "dan", "eve"])
players = st.one_of(people, st.integers(1, 9))


@st.composite
def results(draw: st.DrawFn) -> Result:
    of = draw(st.sampled_from([name for name, v in VARIANTS.items() if v.team_count > 1]))
    names = iter(draw(st.permutations(["ann", "bob", "cyd", "dan", "eve"])))
    sides = []
    for _ in range(variant(of).team_count):
        size = len(variant(of).seats) // variant(of).team_count
        members = []
        for _ in range(size):
            leaving = draw(
                st.none()
                | st.builds(
                    Leaving,
                    st.integers(0, 80),
                    st.integers(0, 9),
                    st.sampled_from(["time", "resigned"]),
                )
            )
            level = draw(st.integers(0, 9))
            members.append(Member(level=level) if level else Member(next(names), left=leaving))
        sides.append(Side(tuple(members), draw(st.integers(-80, 20))))
    return Result(
        draw(st.text("abc", min_size=1, max_size=4)), draw(st.integers(0, 10**12)), of, tuple(sides)
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(results(), max_size=12), st.integers(0, 12))
def test_rating_in_parts_is_rating_at_once_to_the_bit(archive: list[Result], cut: int) -> None:
    whole = Ranking(Rater(parameters())).rebuild(archive)
    first = Ranking(Rater(parameters())).rebuild(archive[:cut])
    rest = Ranking(Rater(parameters()), first.ratings).rebuild(archive[cut:])
    assert rest.ratings == whole.ratings
    for (name, _), rating in whole.ratings.items():
        assert math.isfinite(rating.mu)
        assert 0 < rating.sigma <= parameters().sigma + 1e-6, name


@settings(max_examples=60, deadline=None)
@given(results())
def test_a_result_is_read_as_it_was_written(game: Result) -> None:
    assert Result.from_json(game.to_json()) == game


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"game": 1}', '{"game":"a","at":0,"variant":"duo","sides":[1]}']
)
def test_what_is_no_result_is_refused(text: str) -> None:
    with pytest.raises(ResultError, match="no result"):
        Result.from_json(text)


# --- the parameters ---------------------------------------------------------------------------


def test_levels_rise_and_every_variant_was_measured() -> None:
    given = parameters()
    assert list(given.levels) == sorted(set(given.levels))
    assert len(given.levels) == 9
    for name, of in VARIANTS.items():
        if of.team_count > 1:
            assert len(given.plays[name].seats) == of.team_count


def test_a_file_without_parameters_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("ratings") / "none.json"
    for text, word in (
        ("{}", "command.* missing"),
        ("[]", "does not hold"),
        ("?", "does not hold"),
    ):
        path.write_text(text)
        with pytest.raises(ParametersError, match=word):
            read(path)


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("model", "Elo", "not one of"),
        ("sigma", -3, "sigma is -3"),
        ("half", 2, "from 0 to 1"),
        ("mu", "much", "mu is 'much'"),
        ("growth", float("nan"), "growth is nan"),
        ("levels", [1000.0] * 8, "8 levels"),
        ("levels", ["a"] * 9, "a level is 'a'"),
        ("other", {"beta": 0}, "beta of other"),
        ("plays", {"duo": {"beta": 200, "seats": [None, 1]}}, "a seat of duo"),
        ("plays", [], "does not hold"),
        ("surplus", 1, "nothing is called surplus"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(
    tmp_path: Path, name: str, value: object, word: str
) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps({**json.loads(FILE.read_text()), name: value}))
    with pytest.raises(ParametersError, match=word):
        read(path)


def test_what_is_no_dump_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dump.jsonl"
    for content in (b"hello", b"[]", b"{}", b"\xff\xfe", b'{"pool": "duo", "number": 1}'):
        path.write_bytes(content + b"\n")
        with pytest.raises(ResultError, match="not a dump"):
            list(read_dump(path))
