"""Files as games: what is read, what is refused and why, and how a record is played on."""

from __future__ import annotations

import json

import pytest

from cornerwise import Game
from tests.server.site import Json, Person, Site


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


def a_game(moves: int, name: str = "duo") -> Game:
    game = Game(name)
    for _ in range(moves):
        game.play(game.legal_moves[-1])
    return game


def spoilt(game: Game, at: int, move: str, kind: str) -> str:
    """The record of a game with another move in the place of one, counted from 1."""
    wrong, text = str(game.history[at - 1]), game.to_sgf() if kind == "blksgf" else game.to_json()
    assert text.count(wrong) == 1
    return text.replace(wrong, move)


@pytest.mark.parametrize("kind", ["blksgf", "json"])
def test_an_illegal_move_is_named_with_its_number_and_nothing_is_set_up(
    ana: Person, kind: str
) -> None:
    game, before = a_game(9), a_game(6)
    wrong: dict[str, str] = {}
    for number in range(len(game.tables)):
        reason = before.illegality(number)
        if reason is not None and reason.code not in wrong:
            wrong[reason.code] = str(game.move(number))
    assert wrong.keys() >= {"edge", "apart", "taken", "used"}
    kept = ana.http.get("/api/games").json()["games"]
    for code, move in wrong.items():
        answer = ana.http.post("/api/import", content=spoilt(game, 7, move, kind))
        assert answer.status_code == 400, answer.text
        error = answer.json()["error"]
        assert (error["code"], error["reason"]) == ("bad_record", code)
        assert (error["move"], error["readable"]) == (7, 6)
        assert error["message"].startswith("move 7")
    assert ana.http.get("/api/games").json()["games"] == kept


@pytest.mark.parametrize("kind", ["blksgf", "json"])
def test_what_can_be_read_before_is_read_if_asked_for(ana: Person, kind: str) -> None:
    game = a_game(9)
    text = spoilt(game, 7, "a14", kind)
    kept = ana.http.post("/api/import?moves=6", content=text)
    assert kept.status_code == 201
    shown = kept.json()
    assert [move[1] for move in shown["moves"]] == [m.number for m in game.history[:6]]
    assert shown["game"]["setup"] == []
    assert shown["game"]["resumes"] == "blue"
    assert ana.http.post("/api/import?moves=99", content=text).status_code == 400


def test_out_of_turn_is_named(ana: Person) -> None:
    text = "(;GM[Blokus Duo];B[e8,d9,e9,f9,e10];B[g8,h8])"
    error = ana.http.post("/api/import", content=text).json()["error"]
    assert (error["move"], error["reason"], error["colour"]) == (2, "turn", "blue")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        "[]",
        '{"moves": 3}',
        '{"variant": "duo"}',
        '{"variant": "duo", "moves": [[]]}',
        '{"variant": "chess", "moves": []}',
        '{"variant": "duo", "moves": ["zz9"]}',
        "{" * 9999,
        '{"variant": "duo", "moves": [], "retired": 7}',
        '{"variant": "duo", "moves": {"a": 1}}',
    ],
)
def test_json_that_cannot_be_read_gets_a_clear_error(ana: Person, text: str) -> None:
    answer = ana.http.post("/api/import", content=text)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_record"


def seats(person: Person, game: Json, *kinds: str) -> Json:
    names = [seat["name"] for seat in game["state"]["seats"]]
    return {n: {"kind": kind, "level": 1} for n, kind in zip(names, kinds, strict=True)}


def test_a_record_is_played_on(ana: Person) -> None:
    game = a_game(5)
    record = ana.http.post("/api/import", content=game.to_json()).json()
    assert record["game"]["resumes"] == "yellow"
    line = ana.http.get("/api/games").json()["games"][0]
    assert (line["imported"], line["resumes"]) == (True, "yellow")
    body = {"seats": seats(ana, record, "computer", "me")}
    answer = ana.http.post(f"/api/games/{record['game']['id']}/continue", json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (made["state"]["status"], made["state"]["to_play"]) == ("playing", "yellow")
    assert not made["game"]["imported"]
    assert [move[1] for move in made["moves"]] == [m.number for m in game.history]
    table = ana.socket(made["game"]["id"])
    table.kind("snapshot")
    table.play()
    table.settle(lambda: len(table.moves) == 7)  # the computer answers
    assert table.step(type="undo")["type"] == "ok"
    assert len(table.moves) == 5
    assert table.step(type="undo")["code"] == "not_now"  # what was made elsewhere stays
    again = ana.http.get(f"/api/games/{made['game']['id']}.json").text
    assert Game.from_json(again) == game


def test_a_set_up_and_an_earlier_position_are_played_on(ana: Person) -> None:
    text = "(;GM[Blokus Duo]AB[e8,d9,e9,f9,e10]PL[W];W[j5,j6];B[g8,h8])"
    record = ana.http.post("/api/import", content=text)
    assert record.status_code == 201, record.text
    shown = record.json()
    path = f"/api/games/{shown['game']['id']}/continue"
    body = {"seats": seats(ana, shown, "me", "here"), "ply": 1}
    made = ana.http.post(path, json=body).json()
    assert (len(made["moves"]), made["state"]["to_play"]) == (1, "blue")
    assert len(made["game"]["setup"]) == 1
    assert ana.show(made["game"]["id"])["state"] == made["state"]
    for wrong, code in (({"ply": 9}, "bad_request"), ({"seats": {}}, "bad_variant")):
        error = ana.http.post(path, json={**body, **wrong}).json()["error"]
        assert error["code"] == code
    error = ana.http.post(f"/api/games/{made['game']['id']}/continue", json=body).json()["error"]
    assert error["code"] == "not_now"  # it is being played


def test_nothing_goes_on_from_the_end(ana: Person) -> None:
    game = Game("duo")
    while not game.is_over:
        game.play(game.legal_moves[-1])
    record = ana.http.post("/api/import", content=json.dumps(json.loads(game.to_json()))).json()
    assert record["game"]["resumes"] is None
    body = {"seats": seats(ana, record, "me", "here")}
    answer = ana.http.post(f"/api/games/{record['game']['id']}/continue", json=body)
    assert answer.json()["error"]["code"] == "not_now"
