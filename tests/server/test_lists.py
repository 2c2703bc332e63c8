"""My games: what a line tells, and how a game leaves the list."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.site import Json, Person, Site, until


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


@pytest.fixture
def bo(shared: Site) -> Person:
    return shared.person()


def listed(person: Person) -> list[str]:
    return [line["id"] for line in person.http.get("/api/games").json()["games"]]


def finished(person: Person) -> str:
    game = str(person.new("duo", "me", "here")["game"]["id"])
    person.act(game, type="resign", seq=1, seat="blue")
    return game


def test_a_line_tells_board_and_scores(ana: Person) -> None:
    game = ana.new("classic_2", "me", "computer")["game"]["id"]
    table = ana.socket(game)
    table.kind("snapshot")
    table.play()
    table.settle(lambda: len(table.moves) >= 2)
    line = ana.http.get("/api/games").json()["games"][0]
    shown = ana.show(game)
    by_colour: Json = {colour: [] for colour in shown["game"]["colours"]}
    for colour, placement, *_ in shown["moves"]:
        by_colour[colour].append(placement)
    assert line["board"] == by_colour
    assert line["scoring"] == "advanced"
    assert line["scores"] == shown["state"]["scores"]["advanced"]["seats"]
    assert [seat["colours"] for seat in line["seats"]] == [["blue", "red"], ["yellow", "green"]]
    ana.act(game, type="resign", seq=shown["state"]["seq"] + 1)
    line = ana.http.get("/api/games").json()["games"][0]
    assert (line["ended"], line["seats"][0]["retired"]) == ("resigned", True)


def test_a_finished_game_leaves_the_list_and_comes_back(ana: Person, bo: Person) -> None:
    game = finished(ana)
    assert ana.http.delete(f"/api/games/{game}").status_code == 200
    assert game not in listed(ana)
    assert ana.show(game)["you"]["seats"] == ["blue", "yellow"]  # the game itself stays
    assert bo.show(game)["state"]["status"] == "over"
    assert ana.http.post(f"/api/games/{game}/restore").status_code == 200
    assert game in listed(ana)


def test_it_leaves_only_the_list_of_who_put_it_away(ana: Person, bo: Person) -> None:
    made = ana.new("duo", "me", "open")
    game = made["game"]["id"]
    bo.join(made)
    ana.act(game, type="resign", seq=2)
    assert bo.http.delete(f"/api/games/{game}").status_code == 200
    assert game in listed(ana)
    assert game not in listed(bo)


def test_only_who_has_a_game_in_the_list_may_take_it_out(ana: Person, bo: Person) -> None:
    game = finished(ana)
    for method, path in (("DELETE", ""), ("POST", "/restore"), ("POST", "/abandon")):
        answer = bo.http.request(method, f"/api/games/{game}{path}")
        assert answer.status_code == 403
        assert bo.http.request(method, f"/api/games/nosuchgame{path}").status_code == 404
    assert game in listed(ana)


def test_a_game_in_play_is_not_put_away_but_abandoned(ana: Person, bo: Person) -> None:
    made = ana.new("classic", "me", "here", "open", "open")
    game = made["game"]["id"]
    bo.join(made)
    shared_by_three = bo.join(made)
    assert ana.http.delete(f"/api/games/{game}").json()["error"]["code"] == "not_now"
    assert shared_by_three["state"]["status"] == "playing"
    assert ana.http.post(f"/api/games/{game}/abandon").status_code == 200
    assert game not in listed(ana)
    seats = bo.show(game)["state"]["seats"]
    assert [seat["retired"] for seat in seats] == [True, True, False, False]
    assert bo.show(game)["state"]["status"] == "playing"  # the others play on
    assert game in listed(bo)


def test_a_seat_given_up_before_the_game_is_open_again(ana: Person, bo: Person) -> None:
    made = ana.new("classic", "me", "open", "open", "computer")
    game = made["game"]["id"]
    bo.join(made, seat="yellow", name="Bo")
    assert bo.http.post(f"/api/games/{game}/abandon").status_code == 200
    yellow = ana.show(game)["state"]["seats"][1]
    assert (yellow["kind"], yellow["joined"], yellow["player"]) == ("open", False, "")
    assert bo.show(game)["you"]["seats"] == []
    assert game not in listed(bo)
    assert bo.join(made, seat="yellow")["you"]["seats"] == ["yellow"]
    assert game in listed(bo)  # who comes back has it again


def test_computers_rest_when_everybody_has_left(ana: Person) -> None:
    game = ana.new("classic", "me", "computer", "computer", "computer")["game"]["id"]
    ana.http.post(f"/api/games/{game}/abandon")
    moves = len(ana.show(game)["moves"])
    table = ana.socket(game)  # whoever looks sees them go on
    table.settle(lambda: len(table.moves) > moves)


def test_lines_of_older_servers_are_worked_out_anew(
    special: Callable[..., Site], tmp_path: Path
) -> None:
    ana = special().person()
    ana.new("duo", "me", "computer", first="yellow")
    until(lambda: len(ana.http.get("/api/games").json()["games"][0]["board"]["yellow"]) == 1)
    with closing(sqlite3.connect(next(tmp_path.rglob("games.sqlite")))) as db:
        older = "replace(summary, '\"board\":', '\"bored\":')"
        db.execute(f"UPDATE games SET summary = CAST({older} AS BLOB)")
        db.commit()
    assert len(ana.http.get("/api/games").json()["games"][0]["board"]["yellow"]) == 1
