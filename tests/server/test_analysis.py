"""The analysis board: what follows from a line, trees in and out, fair play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cornerwise import VARIANTS, Game, parse_sgf, random_game
from cornerwise.notation import Move
from cornerwise.server.base.settings import Rate
from cornerwise.symmetry import Symmetry
from tests.server.site import (
    Json,
    Person,
    Site,
    Socket,
    json_of,
    summed,
)
from tests.server.test_analysts import analysis, line_of


def asked(person: Person, what: str, body: Any, status: int = 200) -> Json:
    answer = person.http.post(f"/api/analysis/{what}", json=body)
    assert answer.status_code == status, answer.text
    return json_of(answer)


@pytest.fixture(scope="module")
def ana(shared: Site) -> Person:
    return shared.person()


# --- lines --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_a_line_has_the_state_of_its_game(ana: Person, name: str) -> None:
    for plies in (0, 7, 200):
        game = random_game(name, seed=plies, plies=plies)
        state = asked(ana, "state", line_of(game))
        assert state["to_play"] == game.to_play
        assert summed(state["legal"]) == [move.number for move in game.legal_moves]
        assert state["scores"] == game.scores
        assert state["winners"] == list(game.winners)
        assert state["fault"] is None
        assert Game.from_position_string(state["position"]).key == game.key


def test_a_set_up_position_has_the_moves_of_the_game_it_is_from(ana: Person) -> None:
    game = random_game("trigon", seed=3, plies=11)
    laid = [[colour, move.number] for colour, move in game.placements]
    state = asked(ana, "state", {"variant": "trigon", "placed": laid, "to_play": game.to_play})
    assert summed(state["legal"]) == [move.number for move in game.legal_moves]


def test_a_piece_laid_freely_lies_on_free_cells(ana: Person) -> None:
    game = random_game("duo", seed=1, plies=6)
    state = asked(ana, "state", line_of(game, free="yellow"))
    taken = {cell for _, move in game.placements for cell in move.cells}
    held = {piece.name for piece in game.pieces_left("yellow")}
    wanted = [
        number
        for number in range(len(game.tables))
        if taken.isdisjoint((move := Move(game.tables, number)).cells) and move.piece.name in held
    ]
    assert summed(state["legal"]) == wanted


def test_an_illegal_set_up_says_what_is_wrong_and_is_not_thought_about(ana: Person) -> None:
    game = Game("duo")
    laid = [["blue", game.move("e10").number], ["blue", game.move("a1,a2").number]]
    line = {"variant": "duo", "placed": laid}
    state = asked(ana, "state", line)
    assert state["fault"]["colour"] == "blue"
    assert state["fault"]["placement"] == laid[1][1]
    assert state["fault"]["reason"]["code"] == "apart"
    assert (state["legal"], state["position"]) == ([], "")
    with analysis(ana) as board:
        assert board.ask(type="analyse", line=line)["code"] == "illegal"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"variant": "chess"}, "bad_variant"),
        ({"variant": "duo", "options": {"touch": "never"}}, "bad_variant"),
        ({"variant": "duo", "moves": [0, 0]}, "illegal"),
        ({"variant": "duo", "moves": [13_729]}, "bad_request"),
        ({"variant": "duo", "moves": [-1]}, "bad_request"),
        ({"variant": "duo", "moves": [1] * 129}, "bad_request"),
        ({"variant": "duo", "placed": [["blue", 0], ["yellow", 0]]}, "illegal"),
        ({"variant": "duo", "placed": [["red", 0]]}, "bad_variant"),
        ({"variant": "duo", "to_play": "green"}, "bad_variant"),
        ({"variant": "duo", "sharer": "blue"}, "illegal"),
        ({"variant": "duo", "left": [[0, "nobody"]]}, "bad_variant"),
        ({"variant": "duo", "more": 1}, "bad_request"),
        ([], "bad_request"),
    ],
)
def test_bad_lines_are_refused_in_words(ana: Person, line: Any, code: str) -> None:
    answer = ana.http.post("/api/analysis/state", json=line)
    assert answer.status_code in (400, 409)
    assert answer.json()["error"]["code"] == code
    assert len(answer.json()["error"]["message"]) > 10


def test_why_a_piece_may_not_lie_there(ana: Person) -> None:
    game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    far, there = game.move("a1").number, game.move("j5").number
    asks = {**line_of(game), "colour": "yellow"}
    assert asked(ana, "why", {**asks, "placement": far})["reason"]["code"] == "start"
    assert asked(ana, "why", {**asks, "placement": there})["reason"] is None


# --- trees --------------------------------------------------------------------------------

TREE = """(;GM[Blokus Duo]GN[A study]PB[Ana]C[Who begins wins.]
;B[e8,d9,e9,f9,e10]C[The cross.]TE[1]
(;W[j5,j6,j7,k7,k8];B[g7,g8,h8])(;W[j5]C[<b>small</b>]))"""


def test_a_tree_is_read_and_written_as_it_was(ana: Person) -> None:
    answer = ana.http.post("/api/analysis/read", content=TREE)
    study = json_of(answer)
    assert answer.status_code == 200, answer.text
    assert (study["title"], study["players"]["blue"]) == ("A study", "Ana")
    assert [node.get("parent", -1) for node in study["nodes"]] == [-1, 0, 1, 2, 1]
    assert study["nodes"][1]["sign"] == "!"
    assert study["nodes"][4]["comment"] == "<b>small</b>"
    written = ana.http.post("/api/analysis/write", json=study)
    assert written.headers["content-disposition"] == 'attachment; filename="duo.blksgf"'
    [one], [other] = parse_sgf(TREE), parse_sgf(written.text)
    assert [n.properties | {"AP": []} for n in one.nodes()] == [
        {k: v for k, v in (n.properties | {"AP": []}).items() if k != "CA"} for n in other.nodes()
    ]


def test_variations_that_the_rules_forbid_are_left_out_and_counted(ana: Person) -> None:
    wrong = TREE.replace(";W[j5]C[", ";W[a1]C[")
    study = json_of(ana.http.post("/api/analysis/read", content=wrong))
    assert (len(study["nodes"]), study["skipped"]) == (4, 1)


@pytest.mark.parametrize("name", VARIANTS)
def test_games_and_positions_are_read_as_studies(ana: Person, name: str) -> None:
    game = random_game(name, seed=5, plies=9)
    for text in (game.to_json(), game.to_sgf(), game.position_string):
        study = json_of(ana.http.post("/api/analysis/read", content=text))
        start = {k: study[k] for k in ("variant", "options", "placed", "to_play", "sharer")}
        moves = [node["placement"] for node in study["nodes"][1:]]
        state = asked(ana, "state", {**start, "moves": moves})
        assert Game.from_position_string(state["position"]).key == game.key


def test_an_unreadable_file_says_where(ana: Person) -> None:
    for text in ("(;GM[Go])", "{}", "duo 1/2", "", "(;GM[Blokus Duo];B[z99])"):
        answer = ana.http.post("/api/analysis/read", content=text)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "bad_record"


@pytest.mark.parametrize(
    ("nodes", "code"),
    [
        ([], "bad_request"),
        ([{}, {"parent": 1, "placement": 1}], "bad_request"),
        ([{}, {"parent": -1, "placement": 1}], "bad_request"),
        ([{}, {"parent": 0}], "bad_request"),
        ([{}, {"parent": 0, "placement": 0}], "illegal"),
        ([{}, {"parent": 0, "placement": 77, "colour": "yellow"}], "bad_request"),
    ],
)
def test_bad_trees_are_refused(ana: Person, nodes: list[Json], code: str) -> None:
    answer = ana.http.post("/api/analysis/write", json={"variant": "duo", "nodes": nodes})
    assert answer.json()["error"]["code"] == code


# --- playing on, and fair play ------------------------------------------------------------


def test_a_game_begins_from_a_line(ana: Person) -> None:
    game = random_game("duo", seed=4, plies=8)
    seats = {"blue": {"kind": "me"}, "yellow": {"kind": "here"}}
    answer = ana.http.post("/api/analysis/play", json=line_of(game, seats=seats))
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert [move[1] for move in made["moves"]] == [move.number for move in game.history]
    assert made["state"]["to_play"] == game.to_play


def test_a_finished_game_opens_and_a_running_one_among_people_does_not(
    shared: Site, ana: Person
) -> None:
    ben, cleo = shared.person(), shared.person()
    among = ana.new("duo", "me", "open")
    ben.join(among)
    alone = ana.new("duo", "me", "here")
    for who in (ana, ben, cleo):
        refused = who.http.get(f"/api/analysis/games/{among['game']['id']}")
        assert refused.json()["error"]["code"] == "fair_play"
        assert who.http.get(f"/api/analysis/games/{alone['game']['id']}").status_code == 200
    socket = ana.socket(among["game"]["id"])
    socket.kind("snapshot")
    assert socket.step(type="resign", seat="blue")["type"] == "ok"
    assert ben.http.get(f"/api/analysis/games/{among['game']['id']}").status_code == 200


def wait_for(table: Socket, colour: str) -> None:
    table.settle(lambda: table.state.get("to_play") == colour)


def test_who_plays_a_position_with_others_gets_no_analysis_of_it(
    shared: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = shared.person(), shared.person()
    made = ana.new("duo", "me", "open")
    ben.join(made)
    game = random_game("duo", seed=8, plies=6)
    tables = {"blue": ana.socket(made["game"]["id"]), "yellow": ben.socket(made["game"]["id"])}
    for turn in game.turns:
        for table in tables.values():
            wait_for(table, turn.colour)
        assert tables[turn.colour].step(type="play", placement=turn.move.number)["type"] == "ok"
    later = game.copy()
    later.play(later.legal_moves[0])
    mirrored = later.transformed(later.symmetries[-1])
    for who, code in ((ana, "fair_play"), (ben, "fair_play"), (shared.person(), None)):
        for line in (game, later, mirrored):
            with analysis(who) as board:
                assert board.ask(type="analyse", line=line_of(line)).get("code") == code
    with analysis(ana) as board:  # another game is free
        other, compared, transformed = random_game("duo", seed=9, plies=6), [], Move.transformed

        def counted(move: Move, image: Symmetry) -> Move:
            compared.append(move)
            return transformed(move, image)

        monkeypatch.setattr(Move, "transformed", counted)
        assert board.ask(type="analyse", line=line_of(other))["type"] == "analysis"
        assert len(compared) <= 2 * len(game.symmetries)  # by its first pieces: that is cheap


# --- studies ------------------------------------------------------------------------------


def test_a_shared_study_comes_back_and_others_do_not_exist(shared: Site, ana: Person) -> None:
    study = json_of(ana.http.post("/api/analysis/read", content=TREE))
    study["nodes"][1] |= {"comment": "<script>\u202e hidden", "by": "An\u200ba"}
    kept = asked(ana, "studies", study, 201)["id"]
    found = json_of(shared.person().http.get(f"/api/analysis/studies/{kept}"))
    assert found["nodes"][1]["comment"] == "<script> hidden"  # as text, and all of it can be seen
    assert found["nodes"][1]["by"] == "Ana"
    assert found["nodes"][2:] == study["nodes"][2:]
    text = ana.http.post("/api/analysis/write", json=study).text
    assert json_of(ana.http.post("/api/analysis/read", content=text)) == found  # and in files
    page = ana.http.get(f"/analysis/{kept}")
    assert page.status_code == 200
    assert "hidden" not in page.text
    for path in ("/api/analysis/studies/none", "/analysis/none"):
        assert ana.http.get(path).status_code == 404
    study["nodes"].append({"parent": 0, "placement": 0})
    assert asked(ana, "studies", study, 409)["error"]["code"] == "illegal"


def test_sharing_is_bounded(special: Callable[..., Site]) -> None:
    ana = special(studies=Rate(0.001, 2)).person()
    study = json_of(ana.http.post("/api/analysis/read", content=TREE))
    answers = [ana.http.post("/api/analysis/studies", json=study).status_code for _ in range(3)]
    assert answers == [201, 201, 429]
