"""The page's types are those of the structures, and the structures those of the real answers."""

from __future__ import annotations

import msgspec
import pytest

from cornerwise.server.page import answers
from cornerwise.server.web import types
from tests.server.site import Site


def test_the_types_of_the_page_are_current() -> None:
    assert types.FILE.read_text("utf-8") == types.text(), "run make messages"


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("/api/start", answers.StartData),
        ("/api/puzzles", answers.PuzzleList),
        ("/api/puzzles/rectangle-chain", answers.PuzzleData),
        ("/api/puzzles/daily", answers.OfTheDay),
        ("/api/problems", answers.ProblemList),
        ("/api/problems/trigon_2-1", answers.ProblemData),
        ("/api/lessons/squares", answers.LessonData),
        ("/api/lessons/triangles", answers.LessonData),
        ("/api/rules/trigon", answers.RulesData),
        ("/api/network", answers.Reachable),
    ],
)
def test_answers_are_as_the_types_say(shared: Site, address: str, kind: type) -> None:
    answer = shared.person().http.get(address)
    msgspec.json.decode(answer.content, type=kind)


def test_boards_are_as_the_types_say(shared: Site) -> None:
    guest = shared.person().http
    for address in guest.get("/api/start").json()["editions"].values():
        msgspec.json.decode(guest.get(address).content, type=answers.EditionData)
