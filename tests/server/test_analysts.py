"""The analysis board while it thinks: its socket, what is told, how much of it there may be."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cornerwise import Game, random_game
from cornerwise.engine.analysis import Analysis, Candidate
from cornerwise.notation import Move
from cornerwise.server.base.settings import Rate
from cornerwise.server.thinking.searches import Explain
from cornerwise.server.tutor.analyses import CALM, Shortlist
from tests.patience import PATIENCE
from tests.server.site import Json, Person, Site, until

Special = Callable[..., Site]


@pytest.fixture(scope="module")
def ana(shared: Site) -> Person:
    return shared.person()


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
def analysis(person: Person, origin: str = "", **headers: str) -> Iterator[Board]:
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    with connect(
        f"ws://127.0.0.1:{person.site.port}/api/analysis/socket",
        additional_headers={"Cookie": cookie, **headers},
        origin=Origin(origin or person.site.origin),
        open_timeout=PATIENCE,
        close_timeout=2,
    ) as opened:
        yield Board(opened)


def test_analysis_grows_and_comes_to_an_end(special: Special) -> None:
    ana = special(analysis_seconds=1.5).person()
    game = random_game("duo", seed=2, plies=6)
    with analysis(ana) as board:
        seen = [board.ask(type="analyse", line=line_of(game))]
        while not seen[-1]["done"]:
            seen.append(board.receive())
            assert len(seen) < 60, "it goes on and on"
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


def test_a_search_ends_with_its_board(special: Special) -> None:
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


def test_one_address_has_so_many_explanations_under_way(
    special: Special, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    monkeypatch.setattr(Explain, "run", lambda *_: done.wait(PATIENCE))
    ana = special(analyses_each=1, analysts=1).person()
    with contextlib.ExitStack() as stack:
        # One is worked on, perhaps, and four wait.
        boards = [stack.enter_context(analysis(ana)) for _ in range(6)]
        stack.callback(done.set)
        for board in boards:
            found = board.ask(type="analyse", line=line_of(Game("duo")))
            assert found["type"] == "analysis"
            assert board.ask(type="stop")["type"] == "ok"
        best = found["moves"][0]["placement"]
        for board in boards[:-1]:
            board.send(type="explain", placement=best)
            pinged = board.send(type="ping")
            while board.receive().get("id") != pinged:
                pass
        assert boards[-1].ask(type="explain", placement=best)["code"] == "busy"


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

    def shown(*numbers: int, done: bool = False) -> list[int]:
        return [candidate.move.number for candidate in shortlist.renew(thought(*numbers), done)]

    assert shown(a, overlapping, b, c, d) == [a, b, c]  # three places
    now = CALM / 2
    assert shown(d, b, a, c) == [a, b, c]
    now = CALM
    assert shown(d, b, a, c) == [d, b, a]
    assert shown(a, b, c, d) == [d, b, a]
    assert shown(a, b, c, d, done=True) == [a, b, c]  # the last word hides nothing


def closing_code(board: Board) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        board.receive()
    return closed.value.rcvd.code if closed.value.rcvd is not None else None


def test_the_socket_of_the_board_is_as_guarded_as_that_of_a_game(special: Special) -> None:
    few = special(messages=Rate(0.01, 3), sockets=1).person()
    with analysis(few) as board:
        with analysis(few) as another:
            assert closing_code(another) == 1013
        assert [board.ask(type="ping")["type"] for _ in range(3)] == ["pong"] * 3
        board.send(type="ping")
        assert closing_code(board) == 4029
    shy = special(messages_per_address=Rate(0.01, 1)).person()
    with analysis(shy) as board:
        assert board.ask(type="ping")["type"] == "pong"
        assert board.ask(type="ping")["code"] == "too_many"
    with analysis(shy, origin="http://evil.example") as board:
        assert closing_code(board) == 4003
    with analysis(shy) as board:
        board.connection.send(b"bytes")
        assert closing_code(board) == 1003


def test_analyses_are_few_in_all_and_for_each_address(special: Special) -> None:
    running = special(analyses=2, analyses_each=1, analysis_seconds=600, proxies=("127.0.0.1",))
    line = line_of(random_game("duo", seed=2, plies=6))
    with contextlib.ExitStack() as stay:

        def asked(address: str) -> Any:
            there = {"X-Forwarded-For": address}
            board = stay.enter_context(analysis(running.person(), **there))
            return board.ask(type="analyse", line=line).get("code")

        assert asked("192.0.2.1") is None
        assert asked("192.0.2.1") == "busy"  # one for each address
        assert asked("192.0.2.2") is None
        assert asked("192.0.2.3") == "busy"  # two in all


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
