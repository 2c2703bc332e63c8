"""Puzzles over HTTP: the collection, what may be laid, searches and their bounds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from cornerwise import Game
from cornerwise.problems import problems
from cornerwise.puzzles import Puzzle, collection, patterns, puzzle, solve
from cornerwise.puzzles.collection import pictures
from cornerwise.server.base.settings import Rate
from cornerwise.server.puzzles import puzzles
from cornerwise.variants import Colour
from tests.patience import PATIENCE
from tests.server.site import Json, Person, Site, json_of, summed
from tests.server.test_catalogue import placements

KINDS = ("pattern", "problem")
EASY = "rectangle-4x5"


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


def ask(person: Person, name: str, what: str, placed: list[Any], **more: Any) -> Json:
    answer = person.http.post(f"/api/puzzles/{name}/{what}", json={"placed": placed, **more})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def solution(of: Puzzle) -> list[tuple[str, int]]:
    """A known solution as a client would lay it."""
    return [(laid.colour, laid.move.number) for laid in of.laid(of.solutions[0])]


def test_the_collection_is_listed_with_its_regions(ana: Person) -> None:
    listed = json_of(ana.http.get("/api/puzzles"))
    assert [one["id"] for one in listed["puzzles"]] == list(collection())
    assert set(listed["grids"]) == {"squares", "triangles"}
    for one in listed["puzzles"]:
        known = puzzle(one["id"])
        assert [tuple(place) for place in one["places"]] == list(known.board.places)
        assert one["piece_count"] == known.piece_count
        assert one["unique"] == known.is_unique
        assert "solutions" not in one


def test_pictures_of_solitaires_are_legal_and_give_nothing_away(ana: Person) -> None:
    listed = {one["id"]: one for one in json_of(ana.http.get("/api/puzzles"))["puzzles"]}
    with_picture = {name for name, one in listed.items() if one["picture"]}
    assert with_picture == {"the-84", "the-88", "the-42", "the-48", "rectangle"}
    for name in with_picture:
        of = puzzle(name)
        laid = [
            (Colour(colour), ",".join(of.board.cell_names[cell] for cell in cells))
            for colour, cells in listed[name]["picture"]
        ]
        problems = of.check(laid).problems
        assert not problems
    rectangle = [(str(c), of_move) for c, of_move in pictures()["rectangle"].items()]
    flat = [(colour, move) for colour, moves in rectangle for move in moves]
    assert solve(puzzle("rectangle"), flat).verdict == "no"


def test_a_puzzle_can_be_had_as_a_picture(ana: Person) -> None:
    answer = ana.http.get("/api/puzzles/cat.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert ana.http.get("/api/puzzles/cat.gif").status_code == 404
    assert ana.http.get("/api/puzzles/nothing.png").status_code == 404


@pytest.mark.parametrize("name", ["cat", "letter-o", "rectangle", "fox", "ring", "bird-3"])
def test_a_client_can_number_the_placements(ana: Person, name: str) -> None:
    shown = json_of(ana.http.get(f"/api/puzzles/{name}"))
    numbered = placements(shown["board"])
    assert len(numbered) == shown["board"]["placements"]
    assert numbered == [list(cells) for cells in puzzle(name).tables.cells]
    pieces = {
        colour: [shown["board"]["pieces"][number]["name"] for number in numbers]
        for colour, numbers in shown["pieces"].items()
    }
    assert pieces == {colour: list(names) for colour, names in puzzle(name).pieces}


@pytest.mark.parametrize("name", [EASY, "mirror-20"])
def test_a_solution_is_legal_piece_by_piece(ana: Person, name: str) -> None:
    placed: list[Any] = []
    for colour, number in solution(puzzle(name)):
        state = ask(ana, name, "state", placed)
        assert not state["solved"]
        assert number in summed(state["legal"][colour])
        assert ask(ana, name, "why", placed, colour=colour, placement=number)["reason"] is None
        placed.append((colour, number))
    state = ask(ana, name, "state", placed)
    assert state["solved"]
    assert not state["stuck"]
    assert state["cells_left"] == 0
    assert not any(state["left"].values())


def test_legal_is_what_the_library_finds_no_fault_with(ana: Person) -> None:
    of = puzzle("mirror-20")
    first = solution(of)[0]
    state = ask(ana, of.name, "state", [first])
    tables = of.tables
    for colour in of.colours:
        held = dict(of.pieces)[colour]
        expected = [
            number
            for number in range(len(tables))
            if tables.pieces[tables.piece[number]].name in held
            and not of.check(
                [
                    (c, ",".join(tables.board.cell_names[cell] for cell in tables.cells[n]))
                    for c, n in (first, (colour, number))
                ]
            ).problems
        ]
        assert summed(state["legal"][colour]) == expected


def test_why_names_the_fault(ana: Person) -> None:
    of = puzzle("mirror-20")
    laid = solution(of)
    (colour, number), *_ = laid

    def code(placement: int, who: str = colour) -> str:
        reason = ask(ana, of.name, "why", laid[:1], colour=who, placement=placement)["reason"]
        return str(reason["code"]) if reason else ""

    assert code(number) == "used"
    other, taken = laid[-1][0], laid[0][1]
    assert code(taken, other) in ("used", "taken")
    legal = set(summed(ask(ana, of.name, "state", laid[:1])["legal"][colour]))
    held = {of.shapes[name] for name in dict(of.pieces)[Colour(colour)]} - {of.tables.piece[number]}
    refused = [n for n in range(len(of.tables)) if of.tables.piece[n] in held and n not in legal]
    assert {code(n) for n in refused[::7]} <= {"taken", "edge"}


def test_the_84_follows_the_rules_of_its_game(ana: Person) -> None:
    game = Game("classic_solo")
    placed: list[tuple[str, int]] = []
    for _ in range(6):
        state = ask(ana, "the-84", "state", placed)
        assert state["to_play"] == game.to_play
        assert summed(state["legal"][str(game.to_play)]) == list(game.legal_moves.numbers)
        placed.append((str(game.to_play), game.legal_moves.numbers[-1]))
        game.play(game.legal_moves[-1])
    assert state["cells_left"] == 4 * 89 - 5 * 5
    wrong = ana.http.post("/api/puzzles/the-84/state", json={"placed": placed[1:]})
    assert wrong.status_code == 409
    again = ana.http.post("/api/puzzles/the-84/state", json={"placed": [*placed[:4], placed[0]]})
    assert again.json()["error"]["code"] == "illegal"


def test_equal_shapes_in_contact_are_counted(ana: Person) -> None:
    of = puzzle("rectangle")
    counts = [ask(ana, of.name, "state", solution(of))["equal_pairs"]]
    for known in of.solutions[1:]:
        placed = [(str(laid.colour), laid.move.number) for laid in of.laid(known)]
        counts.append(puzzles.state(of, placed).equal_pairs)
    assert min(counts) == 5  # fewer cannot be reached: see docs/puzzles.md
    assert ask(ana, of.name, "state", solution(of)[:1])["equal_pairs"] == 0


def test_hints_solve_a_pattern_and_dead_ends_are_proved(ana: Person) -> None:
    placed: list[tuple[str, int]] = []
    while not ask(ana, EASY, "state", placed)["solved"]:
        found = ask(ana, EASY, "hint", placed)
        assert found["verdict"] == "yes"
        placed.append((found["colour"], found["placement"]))
    assert len(placed) == puzzle(EASY).piece_count

    verdicts = {}
    for number in summed(ask(ana, EASY, "state", [])["legal"]["blue"]):
        verdict = ask(ana, EASY, "solvable", [("blue", number)])["verdict"]
        verdicts[verdict] = number
        if len(verdicts) == 2:
            break
    assert set(verdicts) == {"yes", "no"}
    assert "placement" not in ask(ana, EASY, "hint", [("blue", verdicts["no"])])


def test_a_day_has_its_puzzle(ana: Person) -> None:
    def of(day: str) -> Json:
        return json_of(ana.http.get("/api/puzzles/daily", params={"date": day} if day else {}))

    assert of("2026-11-15") == of("2026-11-15")
    month = [of(f"2026-11-{day:02}") for day in range(1, 31)]
    names = {kind: {one["id"] for one in month if one["kind"] == kind} for kind in KINDS}
    assert names["pattern"] <= {one.name for one in patterns()}
    assert names["problem"] <= set(problems())
    assert len(names["pattern"]) > 10
    assert len(names["problem"]) == 8  # Wednesdays and Saturdays
    days = [datetime.now(UTC).date().isoformat(), of("")["date"]]
    assert days[0] <= days[1] <= datetime.now(UTC).date().isoformat()
    for bad in ("tomorrow", "2026-13-01", "0", "2026-11-15T00:00"):
        assert ana.http.get("/api/puzzles/daily", params={"date": bad}).status_code == 400


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b'{"placed": [["blue", -1]]}', 400),
        (b'{"placed": [["blue", 1048000]]}', 400),
        (b'{"placed": [["pink", 1]]}', 400),
        (b'{"placed": [["blue"]]}', 400),
        (b'{"placed": [' + b'["blue",1],' * 128 + b'["blue",1]]}', 400),
        (b'{"placed": [], "more": 1}', 400),
        (b"x" * 70_000, 413),
    ],
)
@pytest.mark.parametrize("what", ["state", "solvable", "hint"])
def test_nonsense_is_refused(ana: Person, what: str, body: bytes, status: int) -> None:
    answer = ana.http.post(f"/api/puzzles/{EASY}/{what}", content=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["code"] in ("bad_request", "too_large")


def test_unknown_puzzles_and_other_sites_are_refused(ana: Person) -> None:
    assert ana.http.get("/api/puzzles/nothing").status_code == 404
    assert ana.http.post("/api/puzzles/nothing/state", json={"placed": []}).status_code == 404
    other = {"Origin": "http://elsewhere.example"}
    answer = ana.http.post(f"/api/puzzles/{EASY}/hint", json={"placed": []}, headers=other)
    assert answer.status_code == 403


def test_searches_are_bounded_in_rate(special: Callable[..., Site]) -> None:
    ana = special(searches=Rate(0.01, 2)).person()
    codes = [
        ana.http.post(f"/api/puzzles/{EASY}/hint", json={"placed": []}).status_code
        for _ in range(3)
    ]
    assert codes == [200, 200, 429]


def test_searches_are_bounded_in_number(
    special: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    free = threading.Event()

    def wait(of: Puzzle, placed: Any, *more: Any) -> dict[str, Any]:
        free.wait(PATIENCE)
        return {"verdict": "unknown"}

    monkeypatch.setattr(puzzles, "sought", wait)
    ana = special(solvers=1, unsolved=1, unsolved_each=9).person()
    codes: list[int] = []

    def search() -> None:
        answer = ana.http.post(f"/api/puzzles/{EASY}/solvable", json={"placed": []})
        codes.append(answer.status_code)
        if answer.status_code == 429:
            free.set()

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 200, 429]
