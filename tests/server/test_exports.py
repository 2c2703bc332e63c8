"""Games as files and pictures, and files as games."""

from __future__ import annotations

import pytest

from cornerwise import Game, parse_sgf
from tests.server.site import Person, Site, until


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


def played(person: Person, moves: int = 6) -> str:
    game = person.new("classic", "me", "here", "here", "computer")["game"]["id"]
    table = person.socket(str(game))
    table.kind("snapshot")
    while len(table.moves) < moves:
        if table.state["seat"] == "green":
            table.kind("events")
        else:
            table.play()
    return str(game)


def exported(ana: Person, game: str) -> bytes:
    return ana.http.get(f"/api/games/{game}.blksgf").content


def test_files_hold_the_game(ana: Person) -> None:
    game = played(ana)
    numbers = [move[1] for move in ana.show(game)["moves"]]
    answer = ana.http.get(f"/api/games/{game}.blksgf")
    tree = parse_sgf(answer.content)[0]
    assert [move.number for move in tree.game().history] == numbers
    assert "level 1" in tree.players["green"]
    assert "attachment" in answer.headers["content-disposition"]
    record = ana.http.get(f"/api/games/{game}.json").text
    assert [move.number for move in Game.from_json(record).history] == numbers


@pytest.mark.parametrize("clock", [None, {"kind": "live", "minutes": 0.02}])
def test_files_hold_who_left(ana: Person, clock: dict[str, object] | None) -> None:
    made = ana.new("duo", "me", "here", **({"clock": clock} if clock else {}))
    game = made["game"]["id"]
    if clock is None:
        ana.act(game, type="resign", seq=1, seat="blue")
    until(lambda: ana.show(game)["state"]["status"] == "over")
    state = ana.show(game)["state"]
    assert [seat["out"] for seat in state["seats"]] == ["time" if clock else "resigned", None]
    assert clock is None or state["clock"]["left"]["blue"] == 0
    record = exported(ana, game)
    tree = parse_sgf(record)[0]
    assert tree.result == ("W+T" if clock else "W+R")
    assert tree.game().retirements == ((0, "blue"),)
    again = ana.http.post("/api/import", content=record).json()
    assert again["state"]["winners"] == ["yellow"]
    assert [seat["retired"] for seat in again["state"]["seats"]] == [True, False]
    assert ana.http.get(f"/api/games/{again['game']['id']}.blksgf").status_code == 200


def test_pictures(ana: Person) -> None:
    game = played(ana)
    svg = ana.http.get(f"/api/games/{game}.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    earlier = ana.http.get(f"/api/games/{game}.svg?ply=0")
    assert len(earlier.content) < len(svg.content)
    png = ana.http.get(f"/api/games/{game}.png?size=200")
    assert png.content.startswith(b"\x89PNG")
    assert int.from_bytes(png.content[16:20], "big") == 200


@pytest.mark.parametrize(
    "query", ["ply=x", "ply=-1", "size=1", "size=99999", "size=", "ply=" + "9" * 99]
)
def test_odd_wishes_are_refused(ana: Person, query: str) -> None:
    game = played(ana, 1)
    assert ana.http.get(f"/api/games/{game}.svg?{query}").status_code == 400
    assert ana.http.get(f"/api/games/{game}.exe").status_code == 404


def test_an_imported_file_can_be_looked_at_and_not_played(ana: Person, shared: Site) -> None:
    game = played(ana)
    text = ana.http.get(f"/api/games/{game}.blksgf").content
    answer = ana.http.post("/api/import", content=text)
    assert answer.status_code == 201
    kept = answer.json()
    assert kept["game"]["imported"]
    assert (kept["state"]["status"], kept["state"]["ended"]) == ("over", "imported")
    original = ana.show(game)
    assert [move[:3] for move in kept["moves"]] == [move[:3] for move in original["moves"]]
    assert kept["state"]["scores"] == original["state"]["scores"]
    computer = kept["state"]["seats"][3]
    assert (computer["kind"], computer["player"], computer["level"]) == ("record", "", 1)
    again = kept["game"]["id"]
    assert shared.person().show(again)["moves"] == kept["moves"]
    assert parse_sgf(text)[0].players == parse_sgf(exported(ana, again))[0].players
    for kind in ("play", "undo", "resign", "rematch"):
        step = {"type": kind, "seq": 1} | ({"placement": 0} if kind == "play" else {})
        assert ana.act(again, **step).status_code in (403, 409)
    assert ana.http.get(f"/api/games/{again}.blksgf").status_code == 200


@pytest.mark.parametrize(
    "text", [b"", b"hello", b"(;GM[Chess])", b"(;GM[Blokus Duo];B[zz99])", b"\xff"]
)
def test_a_file_that_cannot_be_read_says_where(ana: Person, text: bytes) -> None:
    answer = ana.http.post("/api/import", content=text)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "bad_record"
    assert error["line"] >= 1
    assert error["column"] >= 1


def test_qr_codes_are_for_those_concerned(ana: Person) -> None:
    game = ana.new("duo", "me", "open")["game"]["id"]
    for name in ("invite", "seat"):
        answer = ana.http.get(f"/api/games/{game}/{name}.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.text.startswith("<svg")
        answer = ana.site.person().http.get(f"/api/games/{game}/{name}.svg")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
