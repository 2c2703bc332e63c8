"""Hints, generated patterns, and the puzzle of the day."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from cornerwise.errors import PuzzleError
from cornerwise.geometry import SQUARES, TRIANGLES
from cornerwise.problems import Problem
from cornerwise.puzzles import (
    Puzzle,
    collection,
    count,
    daily,
    generate,
    hint,
    patterns,
    puzzle,
    streak,
    to_json,
)
from cornerwise.puzzles.figures import figure, random_figure
from cornerwise.puzzles.generate import written
from cornerwise.puzzles.region import region


def test_a_hint_can_be_stopped() -> None:
    unknown = replace(puzzle("the-42"), solutions=())
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(True)
        return True

    given_hint = hint(unknown, seconds=600, stop=stop)
    assert given_hint.laid is None
    assert given_hint.answer.verdict == "unknown"
    assert len(asked) == 1


def test_a_pattern_is_solved_by_hints() -> None:
    pattern = next(known for known in patterns() if known.level == 2)
    laid: list[tuple[str, str]] = []
    while (given_hint := hint(pattern, laid)).laid is not None:
        laid.append((given_hint.laid.colour, str(given_hint.laid.move)))
    assert pattern.check(laid).solved


@pytest.mark.parametrize(("grid", "colours"), [(SQUARES, 1), (TRIANGLES, 2)])
def test_generated_patterns_keep_their_promise(grid, colours) -> None:  # type: ignore[no-untyped-def]
    board = random_figure(grid, 20, "mirror", Random(4))
    made = generate(board, colours=colours, unique=True, seed=4)
    assert len(made.colours) == colours
    assert made.is_unique
    assert count(made).different == 1
    assert made.check(made.solutions[0]).solved
    assert made == generate(board, colours=colours, unique=True, seed=4)
    assert made.solutions[0] == written(made.laid(made.solutions[0]))


def test_generate_refuses() -> None:
    with pytest.raises(PuzzleError, match="colours"):
        generate(figure("cat"), colours=7)
    with pytest.raises(PuzzleError, match="time"):
        generate(figure("cat"), seconds=0)
    with pytest.raises(PuzzleError, match="too few"):
        generate(region("big", SQUARES, ["#" * 10] * 10), colours=1)
    with pytest.raises(PuzzleError, match="symmetry"):
        random_figure(SQUARES, 20, "odd", Random())
    with pytest.raises(PuzzleError, match="cells"):
        random_figure(SQUARES, 1000, "none", Random())


def test_every_pattern_has_its_day_and_weeks_grow_harder() -> None:
    monday = date(2026, 11, 16)
    shown = [daily(monday + timedelta(days=at)) for at in range(7 * 15 * 2)]
    figures = [one for one in shown if isinstance(one, Puzzle)]
    assert {one.name for one in figures} == {one.name for one in patterns()}
    for at in range(0, len(figures), 5):
        ranks = [(one.level, one.piece_count, one.name) for one in figures[at : at + 5]]
        assert ranks == sorted(ranks)
        assert ranks[0][0] <= 2
        assert ranks[-1][0] >= 4
    last: dict[str, int] = {}
    for at, one in enumerate(shown):
        assert at - last.get(one.name, -100) >= 70
        last[one.name] = at


def test_wednesday_and_saturday_bring_a_problem_as_hard_as_their_place_in_the_week() -> None:
    monday = date(2026, 11, 16)
    weeks = [
        [daily(monday + timedelta(days=7 * week + at)) for at in range(7)] for week in range(60)
    ]
    for week in weeks:
        assert [isinstance(one, Problem) for one in week] == [False, False, True] * 2 + [False]
        wednesday, saturday = week[2], week[5]
        assert 1 < wednesday.level < 5
        assert wednesday.level <= saturday.level
        assert saturday.level >= 4
    variants = {one.variant for week in weeks for one in week if isinstance(one, Problem)}
    assert len(variants) >= 3


def test_every_pattern_has_a_name_of_its_own() -> None:
    titles = [one.title for one in collection().values()]
    assert len(set(titles)) == len(titles)
    for pattern in patterns():
        assert not set(pattern.title) & set("0123456789-_") or "×" in pattern.title
        assert pattern.title[0].isupper()


def test_streak() -> None:
    today = date(2026, 3, 1)
    days = [today - timedelta(days=back) for back in (0, 1, 2, 4)]
    assert streak(days, today) == 3
    assert streak(days[1:], today) == 2
    assert streak(days[2:], today) == 0
    assert streak([], today) == 0
    assert streak(days, today, hinted=days[1:2]) == 2
    assert streak(days, today, hinted=[today]) == 2
    assert streak([], today, hinted=days) == 0
    bridge = [today - timedelta(days=3)]
    assert streak(days, today, hinted=bridge) == 4


def test_data_is_plain_json() -> None:
    for known in collection().values():
        assert json.loads(to_json(known))["id"] == known.name
