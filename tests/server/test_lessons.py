"""Lessons and the pictures of the rules: data that the rules themselves have checked."""

from __future__ import annotations

import pytest

from cornerwise import Game
from cornerwise.server.page.catalogue import families
from cornerwise.server.page.lessons import LESSONS
from tests.server.site import Json, Person, Site, json_of
from tests.server.test_catalogue import placements


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


def lesson(ana: Person, name: str) -> Json:
    answer = ana.http.get(f"/api/lessons/{name}")
    assert answer.status_code == 200, answer.text
    return json_of(answer)


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_has_right_and_wrong_places_for_its_piece(ana: Person, name: str) -> None:
    shown = lesson(ana, name)
    assert len(shown["steps"]) == 6
    cells = placements(shown["board"])
    for step in shown["steps"]:
        legal, aim = set(step["legal"]), set(step["aim"])
        wrong = {int(number) for number in step["reasons"]}
        assert set() < aim <= legal
        assert wrong
        assert not legal & wrong
        taken = {cell for _, number in step["placed"] for cell in cells[number]}
        for number in legal:
            assert not taken & set(cells[number])
        for number in wrong:
            reason = step["reasons"][str(number)]
            assert (reason["code"] == "taken") == bool(taken & set(cells[number]))
        size = shown["board"]["pieces"][step["piece"]]["size"]
        assert {len(cells[number]) for number in legal | wrong} == {size}


def test_what_the_steps_are_about(ana: Person) -> None:
    squares = {step["name"]: step for step in lesson(ana, "squares")["steps"]}
    triangles = {step["name"]: step for step in lesson(ana, "triangles")["steps"]}
    assert {r["code"] for r in squares["start"]["reasons"].values()} == {"own"}
    for step in (squares["sides"], triangles["sides"], squares["corners"], triangles["corners"]):
        assert {"edge", "apart"} <= {reason["code"] for reason in step["reasons"].values()}
    after = squares["open"]["open_after"]
    assert {int(n) for n, cells in after.items() if cells} == set(squares["open"]["aim"])
    assert any(not cells for cells in after.values())
    for step in (squares["others"], triangles["others"], triangles["inside"]):
        assert len(step["aim"]) < len(step["legal"])


def test_unknown_names_are_refused(ana: Person) -> None:
    for address in ("/api/lessons/hexagons", "/api/rules/chess"):
        answer = ana.http.get(address)
        assert answer.status_code == 404
        assert json_of(answer)["error"]["code"] == "not_found"


REASONS = {"side": "edge", "vertices_only": "side", "spacing": "spacing"}
"""The pictures that show what is not allowed, and why not."""


@pytest.mark.parametrize("edition", families())
def test_pictures_of_the_rules_say_what_the_rules_say(ana: Person, edition: str) -> None:
    shown = json_of(ana.http.get(f"/api/rules/{edition}"))
    for name, figure in shown["figures"].items():
        reason = figure["tried"]["reason"]
        assert (reason["code"] if reason else None) == REASONS.get(name), name


def test_a_vertex_inside_a_side_is_legal_only_without_the_option(ana: Person) -> None:
    figures = json_of(ana.http.get("/api/rules/trigon"))["figures"]
    for name, touch, legal in (("inside", "any", True), ("vertices_only", "vertices", False)):
        figure = figures[name]
        game = Game("trigon", touch=touch)
        for _, number in figure["placed"]:
            game.play(number)
        moves = game.legal_moves_of("blue")
        assert (figure["tried"]["placement"] in moves.numbers) == legal


def test_worked_scores_add_up_as_in_the_books(ana: Person) -> None:
    def points(edition: str, name: str = "books") -> tuple[list[int], list[int]]:
        score = json_of(ana.http.get(f"/api/rules/{edition}"))["scores"][name]
        return [row["points"] for row in score["colours"]], list(score["teams"].values())

    assert points("classic") == ([20, -8, -24, -20], [-4, -28])
    assert points("classic", "portuguese") == ([20, -3, -24, -20], [-4, -23])
    assert points("duo") == ([-10, 20], [])
    assert points("trigon") == ([20, -12, -9, -31], [])
