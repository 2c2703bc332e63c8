"""The edges of rights: who counts as there, who is asked, how often, and under which names."""

from __future__ import annotations

import socket
from collections.abc import Callable

import httpx
import pytest

from cornerwise.records import GameTree
from cornerwise.server.base.security import HEADERS
from tests.patience import PATIENCE
from tests.server.site import Person, Site, Socket, json_of, until

Special = Callable[..., Site]


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


def connected(person: Person, game: str) -> Socket:
    opened = person.socket(game)
    opened.kind("snapshot")
    return opened


def four(running: Site) -> tuple[str, list[Socket]]:
    """Four persons at four screens."""
    people = [running.person() for _ in range(4)]
    made = people[0].new("classic", "me", "open", "open", "open")
    for person in people[1:]:
        person.join(made)
    game = str(made["game"]["id"])
    return game, [connected(person, game) for person in people]


def settled(sockets: list[Socket]) -> None:
    """Everybody knows what happened."""
    newest = max(opened.state["seq"] for opened in sockets)
    for opened in sockets:
        opened.wait(newest)


# --- who is there -------------------------------------------------------------------------


def test_who_plays_over_http_is_not_away(special: Special) -> None:
    running = special(away=1500)
    ana, bo = running.person(), running.person()
    made = ana.new("duo", "me", "open")
    game = made["game"]["id"]
    bo.join(made)
    table = connected(ana, game)
    table.settle(lambda: "yellow" in table.presence.get("away", {}))
    bo.act(game, type="ping")
    table.settle(lambda: "yellow" in table.presence["present"])
    assert table.step(type="take_over", seat="yellow")["code"] == "not_now"
    table.settle(lambda: "yellow" in table.presence["away"])
    bo.show(game, since=0)
    table.settle(lambda: "yellow" in table.presence["present"])
    table.settle(lambda: "yellow" in table.presence["away"])  # who falls silent is away in the end
    assert table.step(type="take_over", seat="yellow")["type"] == "ok"


def test_who_closes_the_page_is_away_at_once(special: Special) -> None:
    running = special(away=60_000)
    ana, bo = running.person(), running.person()
    made = ana.new("duo", "me", "open")
    bo.join(made)
    game = made["game"]["id"]
    table, theirs = connected(ana, game), connected(bo, game)
    bo.act(game, type="ping")  # which does not outlive the page
    table.settle(lambda: "yellow" in table.presence.get("present", ()))
    theirs.close()
    table.settle(lambda: "yellow" in table.presence["away"])
    assert table.presence["away"]["yellow"] < 50  # told when it happened, not some time after


# --- who is asked -------------------------------------------------------------------------


def test_the_level_of_a_takeover_is_not_the_opponents_choice(special: Special) -> None:
    running = special(away=0, takeover_level=3)
    ana, bo = running.person(), running.person()
    made = ana.new("duo", "me", "open")
    bo.join(made)
    table = connected(ana, made["game"]["id"])
    assert table.step(type="take_over", seat="yellow", level=1)["code"] == "bad_request"
    assert table.step(type="take_over", seat="yellow")["type"] == "ok"
    assert table.state["seats"][1]["level"] == 3


def test_who_resigned_is_not_asked_and_stays_out(shared: Site) -> None:
    _, (blue, yellow, red, green) = four(shared)
    blue.play()
    settled([blue, yellow])
    yellow.play()
    settled([yellow, red, green])
    green.step(type="resign")
    settled([green, red])
    assert red.play()["type"] == "ok"
    settled([red, blue])
    assert blue.step(type="undo")["type"] == "ok"
    assert blue.state["undo"]["waiting"] == ["yellow", "red"]
    for other in (yellow, red):
        settled([blue, yellow, red])
        assert other.step(type="answer", yes=True)["type"] == "ok"
    assert red.moves == []
    assert [seat["retired"] for seat in red.state["seats"]] == [False, False, False, True]
    settled([red, green])
    assert green.step(type="undo")["code"] == "not_now"


def test_a_seat_that_was_given_up_is_nobodys_to_take(special: Special) -> None:
    running = special(away=0)
    ana, bo = running.person(), running.person()
    made = ana.new("classic_3", "me", "open", "computer")
    bo.join(made)
    game = made["game"]["id"]
    assert bo.act(game, type="resign", seq=2).status_code == 200
    table = connected(ana, game)
    assert "has left" in table.step(type="take_over", seat="yellow")["message"]


def test_a_game_of_too_many_events_changes_no_more_hands(special: Special) -> None:
    running = special(away=0, events=1)
    ana, bo = running.person(), running.person()
    made = ana.new("duo", "me", "open")
    bo.join(made)
    table = connected(ana, made["game"]["id"])
    assert table.step(type="take_over", seat="yellow")["code"] == "enough"


def test_wishes_to_take_back_are_limited(shared: Site) -> None:
    ana, bo = shared.person(), shared.person()
    made = ana.new("duo", "me", "open")
    bo.join(made)
    game = made["game"]["id"]
    first, second = connected(ana, game), connected(bo, game)
    first.play()
    for _ in range(2):
        assert first.step(type="undo")["type"] == "ok"
        assert first.step(type="undo")["code"] == "not_now"  # one wish at a time
        second.wait(first.state["seq"])
        second.step(type="answer", yes=False)
        first.wait(second.state["seq"])
    assert first.step(type="undo")["code"] == "not_now"
    second.play()
    first.wait(second.state["seq"])
    assert first.step(type="undo")["type"] == "ok"


def test_moves_are_taken_back_only_so_often(special: Special) -> None:
    running = special(take_backs=2)
    table = connected(ana := running.person(), ana.new("duo", "me", "here")["game"]["id"])
    for _ in range(2):
        table.play()
        assert table.step(type="undo")["type"] == "ok"
    table.play()
    refused = table.step(type="undo")
    assert (refused["code"], refused["most"]) == ("enough", 2)
    assert table.play()["type"] == "ok"  # the game itself goes on


def test_seats_change_hands_only_so_often(special: Special) -> None:
    running = special(away=0, takeovers=1)
    ana, bo = running.person(), running.person()
    made = ana.new("duo", "me", "open")
    bo.join(made)
    table, game = connected(ana, made["game"]["id"]), made["game"]["id"]
    assert table.step(type="take_over", seat="yellow")["type"] == "ok"
    assert bo.act(game, type="take_back", seq=3, seat="yellow").status_code == 200
    table.wait(3)
    assert table.step(type="take_over", seat="yellow")["code"] == "enough"


# --- names --------------------------------------------------------------------------------

ODD = "\u202eA\u200bn\x1b[2J\u0000e\u0301\tB\ufeff"
"""A name that would turn the line around, clear a terminal and hold what nobody sees."""


def test_names_hold_only_what_can_be_seen(ana: Person) -> None:
    seats = {"blue": {"kind": "me", "name": ODD}, "yellow": {"kind": "open"}}
    made = json_of(ana.http.post("/api/games", json={"variant": "duo", "seats": seats}))
    joined = ana.site.person().join(made, name=ODD)
    assert [seat["player"] for seat in joined["state"]["seats"]] == ["An[2Jé B"] * 2
    tree = GameTree("duo")
    tree.set_player("blue", ODD.replace("\0", ""))
    kept = json_of(ana.http.post("/api/import", content=tree.to_sgf().encode()))
    assert kept["state"]["seats"][0]["player"] == "An[2Jé B"


# --- under which names --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "x" * 3000, "a/b", ""])
def test_a_foreign_name_that_points_here_is_refused(ana: Person, name: str) -> None:
    game = ana.new("duo", "me", "open")["game"]["id"]
    for path in ("/", "/api/start", f"/api/games/{game}/invite.svg"):
        answer = ana.http.get(path, headers={"Host": name})
        assert (answer.status_code, answer.json()["error"]["code"]) == (421, "bad_host")
    with pytest.raises(Exception, match="421"):
        ana.socket(game, Host=name, Origin=f"http://{name[:9]}")


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST:1", "192.168.7.7:8080", "[fe80::1]:80"])
def test_own_names_and_addresses_are_answered(ana: Person, name: str) -> None:
    assert ana.http.get("/api/start", headers={"Host": name}).status_code == 200


def test_the_operator_may_name_the_server(special: Special) -> None:
    http = special(hosts=("play.example.org",)).person().http
    assert http.get("/", headers={"Host": "play.example.org"}).status_code == 200
    assert http.get("/", headers={"Host": "org"}).status_code == 421


def test_two_names_at_once_are_refused(ana: Person) -> None:
    with socket.create_connection(("127.0.0.1", ana.site.port), PATIENCE) as raw:
        raw.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: 127.0.0.1\r\n\r\n")
        assert raw.recv(12) == b"HTTP/1.1 421"


# --- bad input gets an answer -------------------------------------------------------------


def test_odd_numbers_and_options_are_refused(ana: Person) -> None:
    game = ana.new("duo", "me", "here")["game"]["id"]
    for since in ("--5", "-", "", "٣", "1" * 16, "+1", " 1"):
        assert ana.http.get(f"/api/games/{game}", params={"since": since}).status_code == 400
    assert ana.http.get(f"/api/games/{game}", params={"since": "-1"}).status_code == 200
    for since in ("%D9%A3", "--5", "x"):
        ana.socket(game, f"?since={since}").kind("snapshot")
    seats = {"blue": {"kind": "me"}, "yellow": {"kind": "here"}}
    for options in ({"name": "x"}, {"self": "x"}, {"touch": "x"}, {"": ""}):
        body = {"variant": "duo", "seats": seats, "options": options, "first": "blue"}
        answer = ana.http.post("/api/games", json=body)
        assert answer.status_code == 400, options


def test_a_request_that_is_not_understood_is_answered_with_its_id(ana: Person) -> None:
    table = connected(ana, ana.new("duo", "me", "here")["game"]["id"])
    for text, known in (
        ('{"type": "dance", "id": 7}', 7),
        ('{"id": "x", "type": "play"}', "x"),
        ('{"type": "ping", "id": 8, "more": []}', 8),
        ('{"type": "ping", "id": [9]}', None),
        ('{"type": "ping", "id": 9', None),
    ):
        table.connection.send(text)
        assert table.kind("error").get("id") == known


def test_every_answer_has_the_headers(
    ana: Person, shared: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("cornerwise.server.page.catalogue.start", broken)
    answers: dict[int, httpx.Response] = {}
    for method, path, body in (
        ("GET", "/nothing", None),
        ("PUT", "/api/games", None),
        ("POST", "/api/games", b" " * 70_000),
        ("POST", "/api/games", b"{"),
        ("GET", "/api/start", None),
        ("GET", "/docs", None),
    ):
        answer = ana.http.request(method, path, content=body)
        answers[answer.status_code] = answer
    assert sorted(answers) == [200, 400, 404, 405, 413, 500]
    for status, answer in answers.items():
        assert HEADERS.items() <= {k.title(): v for k, v in answer.headers.items()}.items()
        assert status == 200 or answer.json()["error"]["message"]
    assert answers[405].headers["allow"]
    assert "fault of ours" not in answers[500].text


# --- long games ---------------------------------------------------------------------------


def test_missed_events_come_in_pages(special: Special) -> None:
    ana = special(page=7).person()
    game = ana.new("duo", "me", "here")["game"]["id"]
    table = connected(ana, game)
    for _ in range(24):
        table.play()
    found, since = [], 0
    while True:
        page = ana.show(game, since=since)
        assert len(page["events"]) <= 16
        found += [event["seq"] for event in page["events"]]
        since = found[-1]
        if not page.get("more"):
            break
    assert found == list(range(1, 25))
    assert len(ana.show(game, since=0)["events"]) == 7


def test_a_game_does_not_grow_without_end_but_can_always_be_ended(special: Special) -> None:
    running = special(events=6, take_backs=100)
    ana = running.person()
    game = ana.new("duo", "me", "here")["game"]["id"]
    table = connected(ana, game)
    for _ in range(3):
        table.play()
        assert table.step(type="undo")["type"] == "ok"
    table.play()
    refused = table.step(type="undo")
    assert (refused["code"], refused["most"]) == ("enough", 6)
    while table.state["status"] == "playing":  # moves are not refused
        table.play()
    assert table.state["ended"] == "played"

    made, bo = ana.new("classic_3", "me", "open", "open"), running.person()
    game = made["game"]["id"]
    for _ in range(3):  # who comes and goes makes events, too
        bo.join(made)
        assert bo.http.post(f"/api/games/{game}/abandon").status_code == 200
    late = bo.http.post(f"/api/games/{game}/join", json={"key": made["you"]["invite"]})
    assert late.json()["error"]["code"] == "enough"
    table = connected(ana, game)
    for seat in ("yellow", "red"):  # but it can begin
        assert table.step(type="fill", seat=seat)["type"] == "ok"
    assert table.step(type="resign")["type"] == "ok"  # and be left

    running = special(events=0)
    ana = running.person()
    game = ana.new("duo", "me", "here", clock={"kind": "live", "minutes": 0.01})["game"]["id"]
    until(lambda: ana.show(game)["state"]["ended"] == "time")


def test_requests_wait_while_answers_are_not_read(special: Special) -> None:
    ana = special(queue_bytes=100_000, queue=1000).person()
    game = ana.new("classic", "me", "here", "here", "here")["game"]["id"]
    table = connected(ana, game)
    lazy = connected(ana, game)
    for number in range(400):
        lazy.connection.send(f'{{"type": "sync", "since": -1, "id": {number}}}')
    assert table.ask(type="ping")["type"] == "pong"
    answers = 0
    while answers < 400:  # it is neither closed nor is anything lost
        answers += counted(lazy)


def counted(opened: Socket) -> bool:
    """Whether the next message is one of events, without applying it."""
    return '"type":"events"' in str(opened.connection.recv(PATIENCE))
