"""The addresses of the web page: what there is and what there is not."""

from __future__ import annotations

import pytest

from tests.server.site import Site

READER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/settings", 200),
        ("/rules/trigon", 200),
        ("/puzzles/cat", 200),
        ("/problem/duo-1", 200),
        ("/nowhere", 404),
        ("/game/nosuchgame", 404),
        ("/game/" + "x" * 99, 404),
        ("/rules/chess", 404),
        ("/puzzles/nosuchpuzzle", 404),
        ("/problem/duo-0", 404),
    ],
)
def test_a_reader_always_gets_a_page_and_its_status(shared: Site, path: str, status: int) -> None:
    answer = shared.person().http.get(path, headers=READER)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert 'id="main"' in answer.text


def test_the_page_of_a_game_is_found(shared: Site) -> None:
    ana = shared.person()
    game = ana.new("duo", "me", "here")["game"]["id"]
    assert ana.http.get(f"/game/{game}", headers=READER).status_code == 200


@pytest.mark.parametrize("path", ["/api/nothing", "/api/games/nosuchgame", "/static/no.js"])
def test_programs_get_a_code(shared: Site, path: str) -> None:
    answer = shared.person().http.get(path, headers=READER)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"
