"""Problems over HTTP: positions without answers, tries that are judged, hints, and their bounds."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import pytest

from cornerwise import Game
from cornerwise.problems import Problem, problem, problems
from cornerwise.server.base.settings import Rate
from cornerwise.server.page import answers
from tests.server.site import Json, Person, Site, json_of

EASY = "duo-1"


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


def ask(person: Person, name: str, what: str, **body: int) -> Json:
    answer = person.http.post(f"/api/problems/{name}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def wrong_move(one: Problem) -> int:
    return next(move.number for move in one.game.legal_moves if move != one.best)


def test_the_problems_of_a_game_are_listed(ana: Person) -> None:
    first = json_of(ana.http.get("/api/problems"))
    assert sum(first["games"].values()) == len(problems())
    for game, count in first["games"].items():
        answer = ana.http.get("/api/problems", params={"game": game})
        listed = msgspec.json.decode(answer.content, type=answers.ProblemList)
        assert len(listed.problems) == count
        for one in listed.problems:
            known = problem(one.id)
            assert (one.variant, one.level, one.rating) == (game, known.level, known.rating)
            laid = {(str(colour), move.number) for colour, move in known.game.placements}
            assert {(c, n) for c, own in one.placed.items() for n in own} == laid
    answer = ana.http.get("/api/problems", params={"game": "chess"})
    assert answer.status_code == 400
    assert "duo" in json_of(answer)["error"]["message"]


@pytest.mark.parametrize("name", ["duo-5", "classic_2-5", "trigon_2-5"])
def test_a_problem_is_shown_without_its_answer(ana: Person, name: str) -> None:
    answer = ana.http.get(f"/api/problems/{name}")
    shown = msgspec.json.decode(answer.content, type=answers.ProblemData)
    one = problem(name)
    legal, at = [], 0
    for step in shown.legal:
        at += step
        legal.append(at)
    assert legal == sorted(move.number for move in one.game.legal_moves)
    pieces = [piece.name for piece in one.game.variant.edition.pieces]
    for colour, left in shown.left.items():
        assert [pieces[piece] for piece in left] == [p.name for p in one.game.pieces_left(colour)]
    assert sorted(c for side in shown.sides for c in side) == sorted(one.game.variant.colours)
    assert shown.to_play in shown.sides[0]
    assert set(json.loads(answer.content)) == {*answers.ProblemData.__struct_fields__}
    known = {"margin", "runner_up", "line", "best", "misses"}
    assert not known & set(json.loads(answer.content))


@pytest.mark.parametrize("name", ["duo-5", "classic_2-5", "trigon_2-5"])
def test_tries_are_judged(ana: Person, name: str) -> None:
    one = problem(name)
    right = ask(ana, name, "try", placement=one.line[0])
    assert right["right"] is True
    assert (right["margin"], right["best"], right["second"]) == (
        one.margin, one.margin, one.runner_up,
    )  # fmt: skip
    wrong = ask(ana, name, "try", placement=wrong_move(one))
    assert wrong["right"] is False
    assert wrong["margin"] <= one.runner_up
    assert wrong["best"] == one.margin
    assert "second" not in wrong
    assert ask(ana, name, "try", placement=wrong_move(one)) == wrong
    for line in (right["line"], wrong["line"]):
        game = Game.from_position_string(one.position)
        for colour, placement in line:
            assert game.to_play == colour
            game.play(placement)
        assert game.is_over


def test_hints_tell_a_little_first(ana: Person) -> None:
    one = problem(EASY)
    pieces = [piece.name for piece in one.game.variant.edition.pieces]
    piece = pieces.index(one.best.piece.name)
    assert ask(ana, EASY, "hint", step=1) == {"piece": piece}
    assert ask(ana, EASY, "hint", step=2) == {"piece": piece, "placement": one.line[0]}


def test_what_is_not_legal_has_a_reason(ana: Person) -> None:
    one = problem(EASY)
    for placement in (0, 1, one.line[0]):
        reason = one.game.illegality(placement)
        answer = ask(ana, EASY, "why", placement=placement)["reason"]
        assert (answer and answer["code"]) == (reason and reason.code)
        if reason:
            refused = ana.http.post(f"/api/problems/{EASY}/try", json={"placement": placement})
            assert refused.status_code == 409
            assert json_of(refused)["error"]["code"] == "illegal"
            assert json_of(refused)["error"]["reason"]["code"] == reason.code


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("try", b"{", 400),
        ("try", b"{}", 400),
        ("try", b'{"placement": -1}', 400),
        ("try", b'{"placement": 1000000}', 400),
        ("try", b'{"placement": 1, "more": 2}', 400),
        ("why", b'{"placement": "a1"}', 400),
        ("why", b'{"placement": 1000000}', 400),
        ("hint", b'{"step": 3}', 400),
        ("hint", b"[]", 400),
        ("try", b"x" * 70_000, 413),
    ],
)
def test_nonsense_is_refused(ana: Person, what: str, body: bytes, status: int) -> None:
    answer = ana.http.post(f"/api/problems/{EASY}/{what}", content=body)
    assert answer.status_code == status, answer.text


def test_what_is_not_there_is_refused(ana: Person) -> None:
    for path in ("/api/problems/nothing", "/api/problems/nothing.png", f"/api/problems/{EASY}.gif"):
        assert ana.http.get(path).status_code == 404
    assert ana.http.post("/api/problems/nothing/try", json={"placement": 1}).status_code == 404
    other = {"Origin": "http://elsewhere.example"}
    answer = ana.http.post(f"/api/problems/{EASY}/hint", json={"step": 1}, headers=other)
    assert answer.status_code == 403


def test_a_link_shows_the_position(ana: Person) -> None:
    text = ana.http.get(f"/problem/{EASY}").text
    assert 'property="og:title" content="Duo: problem 1 · Cornerwise"' in text
    assert f"/api/problems/{EASY}.png" in text
    assert ana.http.get(f"/api/problems/{EASY}.png").content.startswith(b"\x89PNG")
    reader = {"Accept": "text/html"}
    assert ana.http.get("/problem/nothing", headers=reader).status_code == 404


def test_tries_that_must_be_worked_out_are_bounded_in_rate(special: Callable[..., Site]) -> None:
    ana, one = special(searches=Rate(0.01, 2)).person(), problem(EASY)

    def status(placement: int) -> int:
        return ana.http.post(f"/api/problems/{EASY}/try", json={"placement": placement}).status_code

    assert [status(wrong_move(one)) for _ in range(4)] == [200, 200, 429, 429]
    assert status(one.line[0]) == 200  # what is known costs nothing
