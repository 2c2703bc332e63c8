"""The opening explorer: what was played in a position, on this server and in the book."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

from cornerwise import Game, random_game
from cornerwise.engine.book import book_of
from cornerwise.server.base.settings import GAMES
from tests.server.site import Json, Person, Site, settings, site, until
from tests.server.test_analysis import asked
from tests.server.test_analysts import line_of


def finished(person: Person, game: Game, name: str = "duo") -> str:
    """A game on the server that begins with these moves and ends at once after them."""
    made = person.new(name, *(["me"] + ["here"] * (len(game.variant.seats) - 1)))
    played = person.socket(made["game"]["id"])
    played.kind("snapshot")
    for move in game.history:
        assert played.step(type="play", placement=move.number)["type"] == "ok"
    assert played.step(type="resign", seat=played.state["seat"])["type"] == "ok"
    played.close()
    return str(made["game"]["id"])


def known(person: Person, game: Game) -> Json:
    return asked(person, "openings", line_of(game))


def test_games_are_counted_however_the_board_is_turned(special: Callable[..., Site]) -> None:
    ana = special().person()
    game = Game("duo", moves=["e8,d9,e9,f9,e10", "j5,j6,j7,k7,k8"])
    for image in game.symmetries:
        finished(ana, game.transformed(image))
    until(lambda: known(ana, Game("duo"))["games"] == 4)
    [row] = [move for move in known(ana, Game("duo"))["moves"] if move["games"]]
    images = {game.history[0].transformed(image).number for image in game.symmetries}
    assert row["placement"] in images
    assert (row["won"], row["tied"]) == (0, 0)  # blue was to move and resigned
    for image in game.symmetries:  # and the answer lies where it does on this board
        begun = Game("duo", moves=[game.history[0].transformed(image)])
        [answer] = [move for move in known(ana, begun)["moves"] if move["games"]]
        assert answer["games"] == answer["won"] == 4
        assert answer["placement"] in begun.legal_moves.numbers
        symmetric = [i for i in game.symmetries if begun.transformed(i).key == begun.key]
        wanted = {game.history[1].transformed(image).transformed(i).number for i in symmetric}
        assert answer["placement"] in wanted
    assert known(ana, Game("classic"))["games"] == 0
    assert known(ana, random_game("duo", seed=3, plies=20))["moves"] == []


def test_the_book_is_told_where_nobody_has_played(special: Callable[..., Site]) -> None:
    ana = special().person()
    told = known(ana, Game("duo"))
    book = book_of("duo")
    assert book is not None
    assert told["games"] == 0
    assert {move["placement"]: move["book"] for move in told["moves"]} == {
        move.number: round(entry.value, 4) for move, entry in book.look_up(Game("duo"))
    }


def test_games_from_before_are_read_when_the_server_starts(tmp_path: Path) -> None:
    with site(settings(tmp_path)) as running:
        ana = running.person()
        game = Game("duo", moves=["e8,d9,e9,f9,e10"])
        for _ in range(2):
            finished(ana, game)
        until(lambda: known(ana, Game("duo"))["games"] == 2)
    with contextlib.closing(sqlite3.connect(tmp_path / GAMES)) as db:
        db.execute("DELETE FROM openings")  # as it was before there were any
        db.commit()
    with site(settings(tmp_path)) as running:
        person = running.person()
        until(lambda: known(person, Game("duo"))["games"] == 2)


def test_games_that_go_on_from_elsewhere_are_not_counted_twice(
    special: Callable[..., Site],
) -> None:
    ana = special().person()
    first = finished(ana, Game("duo", moves=["e8,d9,e9,f9,e10", "j5"]))
    seats = {"blue": {"kind": "me"}, "yellow": {"kind": "here"}}
    again = ana.http.post(f"/api/games/{first}/continue", json={"seats": seats, "ply": 1})
    played = ana.socket(again.json()["game"]["id"])
    played.kind("snapshot")
    assert played.step(type="resign", seat="yellow")["type"] == "ok"
    record = ana.http.post("/api/import", content=Game("duo", moves=["e10"]).to_sgf())
    assert record.status_code == 201
    finished(ana, Game("duo", moves=["j5,j6"]))  # told after all of them
    until(lambda: known(ana, Game("duo"))["games"] == 2)
    counts = {move["placement"]: move["games"] for move in known(ana, Game("duo"))["moves"]}
    assert sorted(count for count in counts.values() if count) == [1, 1]
