"""Problems: what is claimed of them is true, they are varied, and new ones can be made."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from cornerwise import Game, IllegalMove
from cornerwise.cli import app
from cornerwise.errors import ProblemError
from cornerwise.problems import (
    Generation,
    Problem,
    ProblemSearch,
    Proof,
    grade_of,
    is_problem,
    misses_of,
    parse_problems,
    problem,
    problem_from,
    problems,
    proof_of,
    proofs,
    rating_of,
    result_of,
    to_json,
)
from cornerwise.problems.record import record_of
from cornerwise.problems.search import CHOICE, CLOSE
from cornerwise.variants import VARIANTS
from cornerwise.workers import Workers
from tests.tutor_checker import TooLong, margin_after

ALL = tuple(problems().values())
PLAIN = 6
"""A plain search can follow lines of so many moves."""


# --- what is shipped ----------------------------------------------------------------------


def test_there_are_enough_for_every_edition_and_every_strength() -> None:
    assert len(ALL) >= 300
    editions = Counter(one.game.variant.edition.family for one in ALL)
    assert all(editions[family] >= 80 for family in ("duo", "classic", "trigon")), editions
    for variant in ("duo", "classic_2", "trigon_2"):
        levels = Counter(one.level for one in ALL if one.variant == variant)
        assert levels[1] + levels[2] >= 20, (variant, levels)
        assert all(levels[level] >= 9 for level in range(3, 6)), (variant, levels)


def test_no_two_are_alike() -> None:
    assert len({one.position for one in ALL}) == len(ALL)
    games = Counter((one.variant, one.source.seed, one.source.game) for one in ALL)
    assert set(games.values()) == {1}
    for variant in {one.variant for one in ALL}:
        answers = Counter(one.best.piece.name for one in ALL if one.variant == variant)
        assert answers.most_common(1)[0][1] <= math.ceil(answers.total() / 5)
        assert len(answers) >= 5


def test_they_are_what_they_say() -> None:
    for one in ALL:
        assert one.name == f"{one.variant}-{one.number}"
        assert one.game.variant.team_count == 2
        assert one.game.position_string == one.position
        assert one.best in one.game.legal_moves
        assert len(one.game.legal_moves) >= CHOICE
        assert abs(one.margin) <= CLOSE
        assert one.margin - one.runner_up >= 2 or (one.decides and one.margin > one.runner_up)
        assert one.result == result_of(one.margin)
    for variant in {one.variant for one in ALL}:
        ranked = [one for one in ALL if one.variant == variant]
        assert sorted(one.number for one in ranked) == list(range(1, len(ranked) + 1))
        assert [one.rating for one in ranked] == sorted(one.rating for one in ranked)


def test_the_solver_proves_them_anew() -> None:
    for one in ALL[:: len(ALL) // 20]:
        one.check()


def test_a_plain_search_agrees() -> None:
    """Another answer to the same question: every line is played to its end by the plain rules."""
    agreed = Counter[str]()
    seen = set()
    for one in sorted(ALL, key=lambda one: len(one.game.legal_moves)):
        length = len(one.line)
        if length > PLAIN or (one.variant, length) in seen:
            continue
        seen.add((one.variant, length))
        try:
            margins = {m.number: margin_after(one.game, m, 800) for m in one.game.legal_moves}
        except TooLong:
            continue
        best = max(margins.values())
        assert [number for number, margin in margins.items() if margin == best] == [one.line[0]]
        assert (best, sorted(margins.values())[-2]) == (one.margin, one.runner_up), one.name
        for number, margin in margins.items():
            assert one.judge(number).margin == margin
        agreed[one.variant] += 1
    assert set(agreed) == {one.variant for one in ALL}
    assert agreed.total() >= 15, agreed


def test_grades_are_repeatable() -> None:
    for one in (ALL[0], ALL[len(ALL) // 2]):
        game = Game.from_position_string(one.position)
        assert misses_of(game, one.line[0]) == one.misses


@pytest.mark.parametrize("name", ["duo-10", "classic_2-10", "trigon_2-10"])
def test_a_wrong_try_is_refuted(name: str) -> None:
    one = problem(name)
    wrong = [move for move in one.game.legal_moves if move != one.best]
    for move in wrong[:: max(1, len(wrong) // 4)]:
        found = one.judge(move)
        assert found.margin <= one.runner_up
        assert found.line[0] == move.number
        assert played_out(one, found) == found.margin
    assert one.judge(one.best).margin == one.margin
    with pytest.raises(IllegalMove):
        one.judge(next(n for n in range(100) if n not in one.game.legal_moves))


def played_out(one: Problem, found: Proof) -> int:
    game = one.game.copy()
    teams = {seat.name: seat.team for seat in game.variant.seats}
    own = teams[game.seat_to_play or ""]
    for placement in found.line:
        game.play(placement)
    assert game.is_over
    points = {teams[name]: score for name, score in game.scores.items()}
    mine = points.pop(own)
    return mine - points.popitem()[1]


# --- grades and claims --------------------------------------------------------------------

Misses = st.tuples(*[st.integers(0, 5)] * 6)


@given(Misses, st.integers(0, 5))
def test_more_misses_make_it_harder(misses: tuple[int, ...], level: int) -> None:
    assert 1 <= grade_of(misses) <= 5
    assert 500 < rating_of(misses) < 2200
    if misses[level] < 5:
        more = (*misses[:level], misses[level] + 1, *misses[level + 1 :])
        assert grade_of(more) >= grade_of(misses)
        assert rating_of(more) > rating_of(misses)


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=9))
def test_one_move_must_stand_out(margins: list[int]) -> None:
    ranked = sorted(margins, reverse=True)
    found = tuple(Proof(number, margin, (number,)) for number, margin in enumerate(ranked))
    expected = len(ranked) > 1 and (
        ranked[0] >= ranked[1] + 2
        or (ranked[0] > 0) != (ranked[1] > 0)
        or (ranked[0] == 0) != (ranked[1] == 0)
    )
    assert is_problem(found) == expected


def changed(**what: object) -> dict[str, object]:
    return {**record_of(ALL[0]), **what}


def without(key: str) -> dict[str, object]:
    return {name: value for name, value in record_of(ALL[0]).items() if name != key}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([], "a problem is a JSON object"),
        (without("line"), "a problem has id, position, line"),
        (changed(more=1), "a problem has id, position, line"),
        (changed(id="Duo 1"), "is not an id: write it like duo-17"),
        (changed(position=7), "its position is a text"),
        (changed(line=[]), "begins with the best move"),
        (changed(line=["a1"]), "line is a list of whole numbers"),
        (changed(misses=[9] * 6), "misses are 6 numbers from 0 to 5"),
        (changed(source=[1]), "its source is seed, game and move"),
        (changed(margin="3"), "margin is a whole number"),
    ],
)
def test_bad_records_are_told(record: object, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        problem_from(record)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda one: {"margin": one.margin + 1}, "is best, by"),
        (lambda one: {"runner_up": one.runner_up - 1}, "is best, by"),
        (lambda one: {"line": [*one.line[:-1]]}, "does not reach the end"),
        (
            lambda one: {"line": [one.judge(_other(one)).line[0], *one.line[1:]]},
            "is best, by",
        ),
        (lambda one: {"position": _dull(one).position_string}, "no move is better than all"),
    ],
)
def test_false_claims_are_found(
    change: Callable[[Problem], dict[str, object]], message: str
) -> None:
    one = problem("duo-1")
    false = problem_from({**record_of(one), **change(one)})
    with pytest.raises(ProblemError, match=message):
        false.check()


def _dull(one: Problem) -> Game:
    """A position in which no move stands out."""
    game = one.game.copy()
    for placement in one.line:
        if not is_problem(proofs(game)):
            return game
        game.play(placement)
    raise AssertionError("every move of this line stands out")


def _other(one: Problem) -> int:
    return next(move.number for move in one.game.legal_moves if move != one.best)


def test_files() -> None:
    again = parse_problems(to_json(ALL[:5], "make them", "0.2.0"), "here")
    assert again == ALL[:5]
    for text, message in (
        ("{", "here is not JSON"),
        ("[]", "here has no list of problems"),
        ('{"problems": [1]}', "a problem is a JSON object"),
    ):
        with pytest.raises(ProblemError, match=message):
            parse_problems(text, "here")
    with pytest.raises(ProblemError, match="'chess-1' is not a problem"):
        problem("chess-1")


# --- making more --------------------------------------------------------------------------


def test_the_shipped_ones_can_be_found_again() -> None:
    one = min((one for one in ALL if one.variant == "duo"), key=lambda one: one.source)
    row = ProblemSearch("duo", one.source.seed).find(one.source.game)
    assert problem_from({"id": one.name, **row["problem"]}) == one
    game = ProblemSearch("duo", one.source.seed).play(one.source.game)
    for _ in range(len(game.history) - one.source.move + 1):
        game.undo()
    assert game.position_string == one.position
    assert proof_of(game, one.best) == Proof(one.line[0], one.margin, one.judge(one.best).line)


@pytest.mark.parametrize("name", [n for n, one in VARIANTS.items() if one.team_count != 2])
def test_other_numbers_of_sides_are_refused(name: str) -> None:
    with pytest.raises(ProblemError, match="only with two can a best move be proved"):
        ProblemSearch(name, 0)


def test_generation_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    search = ProblemSearch("duo", 2)
    whole = Generation(search, 2, tmp_path / "whole.jsonl").run()
    assert [one.name for one in whole] == ["duo-1", "duo-2"]
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    # Stopped in the middle of writing a line; and another worker was ahead.
    half = tmp_path / "half.jsonl"
    half.write_text("".join([lines[0], lines[2], lines[1][:20]]))
    shown: list[int] = []
    assert Generation(search, 2, half).run(Workers(), shown.append) == whole
    assert shown[-1] == 2
    assert shown == sorted(shown)


# --- the command --------------------------------------------------------------------------


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["problems", *words])
    assert result.exit_code == status, result.output
    return result.output


def test_the_command_shows_problems() -> None:
    listed = run("list", "--game", "duo", "--level", "1")
    assert {line.split()[0] for line in listed.splitlines()[1:]} == {
        one.name for one in ALL if one.variant == "duo" and one.level == 1
    }
    one = problem("duo-1")
    shown = run("show", "duo-1")
    assert f"{one.game.to_play} to move: find the move that" in shown
    assert str(one.best) not in shown
    assert f"best: {one.best}" in run("show", "duo-1", "--answer")
    assert f"{one.best}: right" in run("show", "duo-1", "--move", str(one.best))
    wrong = one.game.move(_other(one))
    cost = one.margin - one.judge(wrong).margin
    assert f"{wrong}: costs {cost} points" in run("show", "duo-1", "--move", str(wrong))
    assert run("check", "duo-1", "classic_2-1") == "2 problems: all proved\n"


def test_the_command_makes_problems(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    words = ("generate", "--game", "duo", "--count", "1", "--seed", "2", "-o", str(file))
    assert "1 problems from" in run(*words)
    record = json.loads(file.read_text())
    assert record["command"] == "cornerwise problems generate --game duo --count 1 --seed 2"
    assert run("check", "--file", str(file)) == "1 problems: all proved\n"
    assert "duo-1" in run("list", "--file", str(file))
    before = file.read_bytes()
    run(*words)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show", "nothing"), "'nothing' is not a problem"),
        (("show", "duo-1", "--move", "a1,b2"), "a1,b2"),
        (("list", "--game", "chess"), "chess"),
        (("generate", "--game", "classic", "-o", "x.json"), "only with two"),
        (("generate", "--count", "0", "-o", "x.json"), "--count"),
        (("check", "--file", "nowhere.json"), "nowhere.json"),
    ],
)
def test_commands_that_cannot_be_followed(
    words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in run(*words, status=2)
