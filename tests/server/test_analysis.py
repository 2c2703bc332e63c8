"""The analysis board: what follows from a line, trees in and out, live analysis, fair play."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from cornerwise import VARIANTS, Game, parse_sgf, random_game
from cornerwise.engine.analysis import Analysis, Candidate
from cornerwise.engine.book import book_of
from cornerwise.notation import Move
from cornerwise.server.analyses import CALM, Shortlist
from cornerwise.server.settings import GAMES, Rate
from tests.server.site import (
    PATIENCE,
    Json,
    Person,
    Site,
    Socket,
    json_of,
    settings,
    site,
    summed,
    until,
)


def line_of(game: Game, **more: Any) -> Json:
    """A game as the board sends it."""
    return {
        "variant": game.variant.name,
        "options": dict(game.variant.options),
        "placed": [[colour, move.number] for colour, move in game.setup.placements],
        "to_play": game.setup.to_play,
        "sharer": game.setup.sharer,
        "moves": [move.number for move in game.history],
        "left": [list(pair) for pair in game.retirements],
        **more,
    }


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


# --- live analysis ------------------------------------------------------------------------


class Board:
    """The socket of an analysis board."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection, self._asked = connection, 0

    def send(self, **wish: Any) -> int:
        self._asked += 1
        self.connection.send(json.dumps({"id": self._asked, **wish}))
        return self._asked

    def receive(self) -> Json:
        heard: Json = json.loads(self.connection.recv(PATIENCE))
        return heard

    def ask(self, **wish: Any) -> Json:
        number = self.send(**wish)
        while (heard := self.receive()).get("id") != number:
            pass
        return heard


@contextlib.contextmanager
def analysis(person: Person) -> Iterator[Board]:
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    with connect(
        f"ws://127.0.0.1:{person.site.port}/api/analysis/socket",
        additional_headers={"Cookie": cookie},
        origin=Origin(person.site.origin),
        close_timeout=2,
    ) as opened:
        yield Board(opened)


def test_analysis_grows_and_comes_to_an_end(special: Callable[..., Site]) -> None:
    ana = special(analysis_seconds=1.5).person()
    game = random_game("duo", seed=2, plies=6)
    with analysis(ana) as board:
        seen = [board.ask(type="analyse", line=line_of(game))]
        while not seen[-1]["done"]:
            seen.append(board.receive())
    assert len(seen) > 2
    assert [a["simulations"] for a in seen] == sorted(a["simulations"] for a in seen)
    for found in seen:
        moves = [Move(game.tables, move["placement"]) for move in found["moves"]]
        assert all(move in game.legal_moves for move in moves)
        cells = [cell for move in moves for cell in move.cells]
        assert len(cells) == len(set(cells))  # each at another place
        assert 0.99 < sum(found["results"].values()) < 1.01
    assert seen[-1]["line"][0] == [game.to_play, seen[-1]["moves"][0]["placement"]]


def test_a_move_is_explained_by_the_same_search(ana: Person) -> None:
    game = random_game("duo", seed=2, plies=6)
    with analysis(ana) as board:
        assert board.ask(type="explain", placement=3)["code"] == "not_now"
        found = board.ask(type="analyse", line=line_of(game))
        best = found["moves"][0]["placement"]
        said = board.ask(type="explain", placement=best)
        assert said["type"] == "explained"
        assert said["sayings"][0]["one"].startswith("This is the best move")
        assert said["line"][0] == [game.to_play, best]
        worst = game.legal_moves[-1].number
        assert board.ask(type="explain", placement=worst)["line"][0][1] == worst
        assert board.ask(type="explain", placement=0)["code"] in ("illegal", "bad_request")
        assert board.ask(type="dance")["code"] == "bad_request"
        assert board.ask(type="stop")["type"] == "ok"


def test_a_search_ends_with_its_board(special: Callable[..., Site]) -> None:
    running = special(analyses_each=1, analysis_seconds=600)
    ana = running.person()
    game = random_game("duo", seed=2, plies=6)
    with analysis(ana) as board:
        assert board.ask(type="analyse", line=line_of(game))["type"] == "analysis"
        with analysis(ana) as another:
            assert another.ask(type="analyse", line=line_of(game))["code"] == "busy"
        # Another position takes the place of the first.
        assert board.ask(type="analyse", line=line_of(Game("duo")))["type"] == "analysis"
        assert running.metric("cornerwise_searches", pool="analysis") == 1
    until(lambda: running.metric("cornerwise_searches", pool="analysis") == 0)
    with analysis(ana) as board:
        assert board.ask(type="analyse", line=line_of(game))["type"] == "analysis"


def test_the_moves_shown_change_at_most_once_a_second() -> None:
    tables, now = Game("duo").tables, 0.0

    def thought(*numbers: int) -> Analysis:
        found = tuple(
            Candidate(Move(tables, n), 100 - at, 0.1, 0.5, {"blue": 0.5}, {"blue": 1.0})
            for at, n in enumerate(numbers)
        )
        return Analysis("blue", found, (found[0].move,), 100, 1.0)

    single = [n for n in range(len(tables)) if len(tables.cells[n]) == 1]
    a, b, c, d = single[:4]
    cell = tables.cells[a][0]
    overlapping = next(
        n for n, cells in enumerate(tables.cells) if len(cells) == 2 and cell in cells
    )
    shortlist = Shortlist(lambda: now)

    def shown(*numbers: int) -> list[int]:
        return [candidate.move.number for candidate in shortlist.renew(thought(*numbers))]

    assert shown(a, overlapping, b, c, d) == [a, b, c]  # three places
    now = CALM / 2
    assert shown(d, b, a, c) == [a, b, c]
    now = CALM
    assert shown(d, b, a, c) == [d, b, a]
    assert shown(a, b, c, d) == [d, b, a]


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


def test_who_plays_a_position_with_others_gets_no_analysis_of_it(shared: Site) -> None:
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
        other = random_game("duo", seed=9, plies=6)
        assert board.ask(type="analyse", line=line_of(other))["type"] == "analysis"


# --- studies ------------------------------------------------------------------------------


def test_a_shared_study_comes_back_and_others_do_not_exist(shared: Site, ana: Person) -> None:
    study = json_of(ana.http.post("/api/analysis/read", content=TREE))
    study["nodes"][1]["comment"] = "<script>\u202e hidden"
    kept = asked(ana, "studies", study, 201)["id"]
    found = json_of(shared.person().http.get(f"/api/analysis/studies/{kept}"))
    assert found["nodes"][1]["comment"] == "<script> hidden"  # as text, and all of it can be seen
    assert found["nodes"][2:] == study["nodes"][2:]
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


# --- openings -----------------------------------------------------------------------------


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


def test_a_client_that_goes_at_once_is_no_fault(
    shared: Site, ana: Person, caplog: pytest.LogCaptureFixture
) -> None:
    game = random_game("duo", seed=2, plies=6)
    with caplog.at_level("ERROR"):
        for _ in range(5):
            with analysis(ana) as board:
                board.send(type="analyse", line=line_of(game))
                board.send(type="explain", placement=1)
                board.send(type="stop")
                board.connection.socket.close()
        until(lambda: shared.metric("cornerwise_searches", pool="analysis") == 0)
    ours = [record for record in caplog.records if record.name != "websockets.client"]
    assert ours == []
