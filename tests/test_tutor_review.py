"""Reviews: every figure hangs together, every line can be played, and what was written reads."""

from __future__ import annotations

import json
import math
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from cornerwise import (
    Engine,
    Game,
    GameTree,
    IllegalMove,
    Mark,
    Review,
    ReviewError,
    parse_sgf,
    random_game,
    review,
)
from cornerwise.cli import app
from cornerwise.tutor import Expectation, Reviewer, chart
from cornerwise.tutor.annotation import annotated
from cornerwise.tutor.mark import accuracy_of, mark_of
from cornerwise.tutor.report import report
from cornerwise.tutor.summary import summary_of

VARIANTS = ("duo", "classic_2", "classic_3", "classic_teams", "trigon_3")


def judge() -> Engine:
    return Engine(simulations=25, seed=1)


@cache
def reviewed(name: str) -> Review:
    """The review of a game of which the end is played with large pieces; in one somebody leaves."""
    length = len(random_game(name, seed=3).history)
    game = random_game(name, seed=3, plies=length - 12)
    if name == "classic_3":
        game.retire(game.variant.seats[0].name)
    while not game.is_over:
        game.play(game.legal_moves[-1])
    return review(game, judge())


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_and_expectations_hang_together(name: str) -> None:
    found = reviewed(name)
    assert tuple(move.move for move in found.moves) == found.game.history
    assert [move.number for move in found.moves] == list(range(1, len(found.moves) + 1))
    assert len(found.expected) == len(found.moves) + 1
    gone = {ply for ply, _ in found.game.retirements}
    for one, other in pairwise(found.moves):
        if one.number not in gone:
            assert one.after == other.before
    teams = {seat.name: seat.team for seat in found.game.variant.seats}
    for expected in found.expected:
        shares = {teams[seat]: share for seat, share in expected.results.items()}
        assert sum(shares.values()) == pytest.approx(1, abs=0.01)
    assert found.end == Expectation.of_end(found.game)
    assert dict(found.end.scores) == found.game.scores


@pytest.mark.parametrize("name", VARIANTS)
def test_marks_follow_from_losses(name: str) -> None:
    found = reviewed(name)
    for move in found.moves:
        assert 0 <= move.loss <= 1
        if move.is_best:
            assert (move.mark, move.loss) == (Mark.BEST, 0)
        else:
            least = {"good": 0, "inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20}
            fits = [mark for mark, loss in least.items() if move.loss >= loss]
            assert move.mark == fits[-1]
            assert move.best == move.alternatives[0].move != move.move
            said = move.text == "This is as good as the best move."
            assert said == (move.loss <= 0.02 and move.is_decision)
        before, after = move.chances
        assert after == move.after.results[move.seat] <= before
    for seat, accuracy in found.accuracy.items():
        losses = [m.loss for m in found.moves if m.seat == seat and m.choices > 1]
        mean = sum(100 * math.exp(-4 * loss) for loss in losses) / max(1, len(losses))
        assert accuracy == (pytest.approx(mean) if losses else None)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_line_can_be_played(name: str) -> None:
    found = reviewed(name)
    for move in found.moves:
        lines = [move.line, *(other.line for other in move.alternatives)]
        assert move.line[:1] in ((move.move,), ())
        covered = [set(other.move.cells) for other in move.alternatives]
        assert len(covered) <= 3
        for one, other in pairwise(covered[1:] if not move.is_best else covered):
            assert not one & other
        for line in lines:
            game = found.before(move.number)
            for step in line:
                game.play(step)


@pytest.mark.parametrize("name", VARIANTS)
def test_turning_points_are_the_dearest_errors_apart(name: str) -> None:
    found = reviewed(name)
    for seat in (None, *(s.name for s in found.game.variant.seats)):
        errors = [m for m in found.moves if m.loss >= 0.05 and seat in (None, m.seat)]
        assert list(found.errors(seat)) == errors
        points = found.turning_points(seat)
        assert len(points) <= 3
        assert all(b.number - a.number >= 5 for a, b in pairwise(points))
        if errors:
            assert max(m.loss for m in points) == max(m.loss for m in errors)
            spared = [m for m in errors if all(abs(m.number - p.number) >= 5 for p in points)]
            assert not spared or len(points) == 3


def test_a_review_is_the_same_again() -> None:
    game = random_game("duo", seed=8, plies=10)
    assert review(game, judge()) == review(game, judge())
    steps: list[tuple[int, int]] = []
    one_by_one = Reviewer(game, judge())
    assert (
        tuple(one_by_one.moves())
        == review(game, judge(), progress=lambda done, all_: steps.append((done, all_))).moves
    )
    assert steps == [(n, 10) for n in range(1, 11)]


def test_who_made_it_is_known() -> None:
    found = reviewed("duo")
    assert found.is_current(judge())
    assert not found.is_current(Engine(simulations=26, seed=1))
    assert not found.is_current(Engine(simulations=25, seed=2))


def test_what_cannot_be_reviewed() -> None:
    with pytest.raises(ReviewError, match="no move has been made"):
        review(Game("duo"))
    with pytest.raises(ReviewError, match="nobody plays against you"):
        review(random_game("classic_solo", seed=1, plies=3))
    with pytest.raises(ReviewError, match="'red' is not a seat of this game: it has blue, yellow"):
        reviewed("duo").summary("red")


def test_marks_and_accuracy_at_their_limits() -> None:
    losses = (0.0, 0.0499, 0.05, 0.0999, 0.1, 0.1999, 0.2, 1.0)
    assert [mark_of(loss).value for loss in losses] == [
        "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert accuracy_of([]) is None
    assert accuracy_of([0.0, 0.0]) == 100


# --- the summary --------------------------------------------------------------------------


def told(leads: str, seat: str | None) -> list[str]:
    """The sentences for a finished Duo game with blue or yellow ahead before each move."""
    game = random_game("duo", seed=3)
    shares = {"b": (0.7, 0.3), "y": (0.3, 0.7), "=": (0.5, 0.5)}
    expected = [
        Expectation({"blue": shares[x][0], "yellow": shares[x][1]}, {"blue": 0, "yellow": 0})
        for x in leads
    ]
    return [str(sentence) for sentence in summary_of(game, expected, (), seat)]


def test_sentences_on_who_led() -> None:
    assert "You led from the first move to the last." in told("bbbb", "blue")
    assert "You led until move 2." in told("bbyy", "blue")
    assert "You led from move 2 on." in told("yybb", "blue")
    assert "You led before 2 of 4 moves, the last time before move 3." in told("bybyy", "blue")
    assert "You never led." in told("y=yy", "blue")


@pytest.mark.parametrize("name", VARIANTS)
def test_the_summary_agrees_with_the_game(name: str) -> None:
    found = reviewed(name)
    game = found.game
    for seat in (None, *(s.name for s in game.variant.seats)):
        said = {s.name: s for s in found.summary(seat)}
        assert all("{" not in str(s) for s in said.values())
        about = seat or game.winners[0]
        teams = {s.name: s.team for s in game.variant.seats}
        rivals = [game.scores[s] for s in teams if teams[s] != teams[about]]
        if "won" in said or "lost" in said:
            result = said.get("won") or said["lost"]
            assert ("won" in said) == (about in game.winners)
            assert dict(result.numbers)["n"] == abs(game.scores[about] - max(rivals))
        if "left" in said:
            assert seat in game.retired
        if "dearest" in said:
            numbers = dict(said["dearest"].numbers)
            dearest = max(found.errors(seat), key=lambda move: move.loss)
            assert numbers["lost"] == round(100 * dearest.loss)
        if "unplaced" in said:
            (number,) = [n for name, n in said["unplaced"].numbers if name == "number"]
            colours = next(s.colours for s in game.variant.seats if s.name == seat)
            for moves, fits in ((number, False), (number - 1, True)):
                at = Game(game.variant, moves=game.history[:moves])
                left = {(c, p.name) for c in colours for p in game.pieces_left(c)}
                can = {(c, m.piece.name) for c in colours for m in at.legal_moves_of(c)} & left
                assert bool({piece for _, piece in can} & set(said["unplaced"].pieces)) == fits


# --- retries ------------------------------------------------------------------------------


def test_lessons_accept_what_is_as_good_as_the_best() -> None:
    found = reviewed("duo")
    retries = [retry for seat in ("blue", "yellow") for retry in found.retries(seat)]
    assert {retry.review.number for retry in retries} == {m.number for m in found.errors()}
    for retry in retries[:4]:
        assert len(retry.game.turns) == retry.review.number - 1
        assert retry.answer(retry.review.best).is_right
        again = retry.answer(retry.review.move)
        assert not again.is_right
        assert again.explanation.loss == pytest.approx(retry.review.loss, abs=1e-3)
        with pytest.raises(IllegalMove):
            retry.answer("a1,a2,a3,a4,a5" if retry.game.history else "a1")


# --- records ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_reviews_survive_json(name: str) -> None:
    found = reviewed(name)
    text = found.to_json()
    again = Review.from_json(text)
    assert again == found
    assert again.to_json() == text
    assert again.summary() == found.summary()


def broken() -> list[Any]:
    """Records with one thing wrong in each."""
    whole = json.loads(reviewed("duo").to_json())

    def changed(**parts: Any) -> dict[str, Any]:
        return {**whole, **parts}

    def first(**parts: Any) -> dict[str, Any]:
        return changed(moves=[{**whole["moves"][0], **parts}, *whole["moves"][1:]])

    reason = {"name": "cuts", "colour": "blue", "good": True, "cells": [], "pieces": []}
    reason |= {"numbers": {"n": 4}, "vertex": False}
    return [
        [], "x", None, {}, changed(review=2), changed(moves=[]), changed(game={}),
        changed(origin=7), changed(end={}), first(move="a1"), first(loss=2), first(loss="x"),
        first(before={"results": {}}), first(line=["zz"]), first(alternatives=[{}]),
        first(better=[{}]), first(better=[reason]), first(better=[{**reason, "name": "mood"}]),
        first(better=[{**reason, "cells": [999]}]), first(better=[{**reason, "colour": "pink"}]),
    ]  # fmt: skip


def test_what_is_no_review_is_refused_in_words() -> None:
    for record in broken():
        with pytest.raises(ReviewError):
            Review.from_json(json.dumps(record))
    with pytest.raises(ReviewError, match="not JSON"):
        Review.from_json("{")
    with pytest.raises(ReviewError, match="not JSON"):
        Review.from_json("[" * 100_000)


# --- the annotated file -------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_an_annotated_file_reads_and_breaks_no_rule(name: str) -> None:
    found = reviewed(name)
    [tree] = parse_sgf(annotated(found).to_sgf())
    assert tree.game() == found.game
    assert list(tree.faults()) == []
    signs = {Mark.INACCURACY: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}
    made = [node for node in tree.main_line if node.move is not None]
    for node, move in zip(made, found.moves, strict=True):
        assert node.annotation == signs.get(move.mark, "")
        assert bool(node.comment) == move.is_decision
        assert node.parent is not None
        if move.mark.is_error:
            others = [child.move for child in node.parent.children[1:]]
            assert others == [other.move for other in move.alternatives]
            assert move.text in node.comment.replace("\n", " ")
    for sentence in found.summary():
        assert str(sentence) in tree.root.comment


def test_what_stood_in_a_record_is_kept() -> None:
    found = reviewed("duo")
    tree = GameTree.from_game(found.game)
    tree.set_player("blue", "Ann")
    tree.main_line[1].comment = "My own words."
    tree.root.add("e10")
    kept = annotated(found, tree, seat="yellow")
    assert kept.players["blue"] == "Ann"
    assert kept.main_line[1].comment == "My own words."
    assert [str(child.move) for child in kept.root.children][-1] == "e10"
    assert kept.root.comment.startswith(str(found.summary("yellow")[0]))


# --- the report ---------------------------------------------------------------------------


class Links(HTMLParser):
    """What a page refers to, and whether its elements are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", VARIANTS)
def test_a_report_stands_alone(name: str) -> None:
    found = reviewed(name)
    page = report(found, players={found.game.variant.seats[0].name: "<Ann>"})
    reader = Links()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert all(link.startswith("data:image/svg+xml;base64,") for link in reader.found)
    assert len(reader.found) == 2 * len(found.turning_points())
    assert "<Ann>" not in page
    assert "&lt;Ann&gt;" in page


@pytest.mark.parametrize("name", VARIANTS)
def test_areas_of_the_chart_fill_it(name: str) -> None:
    """Each area begins where the one below ends; together they reach from bottom to top."""
    found = reviewed(name)
    drawn = ElementTree.fromstring(chart.chances(found.game, found.expected))
    areas = [
        [tuple(map(float, point.split(","))) for point in area.attrib["points"].split()]
        for area in drawn.iter("polygon")
    ]
    assert len(areas) == found.game.variant.team_count
    columns = len(found.expected)
    upper = [area[:columns] for area in areas]
    lower = [area[columns:][::-1] for area in areas]
    for below, above in zip(upper, lower[1:], strict=False):
        assert below == above
    assert {y for _, y in lower[0]} == {chart.HEIGHT - chart.BOTTOM}
    assert all(abs(y - chart.TOP) < 2 for _, y in upper[-1])


# --- the commands -------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.blksgf"
    path.write_text(random_game("duo", seed=3, plies=8).to_sgf())
    return path


def said_by(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_the_review_command_writes_what_the_ending_says(record: Path, tmp_path: Path) -> None:
    short = ("--simulations", "25")
    said = said_by("review", str(record), *short)
    assert "Accuracy: " in said
    for ending in ("blksgf", "html", "json"):
        out = tmp_path / f"out.{ending}"
        assert said_by("review", str(record), "-o", str(out), *short) == ""
        text = out.read_text(encoding="utf-8")
        if ending == "json":
            assert len(Review.from_json(text).moves) == 8
        elif ending == "html":
            assert text.startswith("<!doctype html>")
        else:
            [tree] = parse_sgf(text)
            assert "Accuracy: " in tree.root.comment


def test_a_record_that_breaks_the_rules_is_reviewed_from_there_on(tmp_path: Path) -> None:
    """Other programs allow what we forbid (T7): only what follows can be judged."""
    path, out = tmp_path / "lenient.blksgf", tmp_path / "out.blksgf"
    path.write_text("(;GM[Blokus Trigon Two-Player];1[r15];2[r4];3[j7];4[z12];1[q13,q14];2[q5,q6])")
    result = CliRunner().invoke(app, ["review", str(path), "-o", str(out), "--simulations", "20"])
    assert result.exit_code == 0, result.output
    assert "kept for red (T7)" in result.stderr
    [tree] = parse_sgf(out.read_text(encoding="utf-8"))
    made = [node for node in tree.main_line if node.move is not None]
    assert [bool(node.comment) for node in made] == [False] * 4 + [True] * 2


def test_commands_speak_five_languages(record: Path) -> None:
    words = {"en": "Accuracy", "cs": "Přesnost", "de": "Genauigkeit", "pl": "Dokładność"}
    words["pt"] = "Precisão"
    for language, word in words.items():
        arguments = ("--simulations", "25", "--language", language)
        said = said_by("review", str(record), *arguments)
        assert f"{word}: " in said
        assert "{" not in said
        assert "{" not in said_by("explain", str(record), "--move", "3", *arguments)


def test_explain_compares_the_move_that_was_made(record: Path) -> None:
    game = random_game("duo", seed=3, plies=8)
    said = said_by("explain", str(record), "--move", "3", "--simulations", "25").splitlines()
    assert said[0] == f"Blue: {game.history[2].piece} {game.history[2]}"
    best = said_by("explain", str(record), "--simulations", "25")
    assert "This is the best move" in best


def test_commands_refuse_in_one_line(record: Path, tmp_path: Path) -> None:
    assert "ends in .blksgf, .html, .json" in refused("review", str(record), "-o", "x.pdf")
    assert "there is no folder" in refused("review", str(record), "-o", "no/such/x.html")
    assert "it has blue, yellow" in refused("review", str(record), "--seat", "red")
    assert "choose one of en, cs" in refused("review", str(record), "--language", "xx")
    assert "there is no move 9" in refused("explain", str(record), "--move", "9")
    assert "not several" in refused("review", str(record), "--seconds", "1", "--simulations", "9")
    assert "gone.blksgf" in refused("review", str(tmp_path / "gone.blksgf"))
    over = tmp_path / "over.blksgf"
    over.write_text(random_game("duo", seed=3).to_sgf())
    assert "the game is over" in refused("explain", str(over))
