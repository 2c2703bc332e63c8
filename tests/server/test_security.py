"""The defences, one by one: each test fails when its defence is taken away."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cornerwise import Explanation, Game, Move, explain
from cornerwise.server.base.security import Workshop
from cornerwise.server.base.settings import Rate
from cornerwise.server.engines import engines
from cornerwise.server.puzzles import puzzles
from cornerwise.server.thinking import searches
from tests.patience import PATIENCE
from tests.server.site import Person, Site, Socket, json_of, until

Special = Callable[..., Site]


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


@pytest.fixture
def eve(shared: Site) -> Person:
    return shared.person()


def closing_code(opened: Socket) -> int | None:
    """The code with which a server closes a socket."""
    with pytest.raises(ConnectionClosed) as closed:
        opened.until(lambda _: False)
    return closed.value.rcvd.code if closed.value.rcvd is not None else None


def duo(person: Person, *kinds: str) -> tuple[str, Socket]:
    game = person.new("duo", *(kinds or ("me", "here")))["game"]["id"]
    opened = person.socket(game)
    opened.kind("snapshot")
    return game, opened


# --- the server decides -------------------------------------------------------------------


def test_only_the_holder_of_the_seat_on_turn_may_move(ana: Person, eve: Person) -> None:
    game, table = duo(ana)
    number = table.legal()[0]
    for action in (
        {"type": "play", "placement": number},
        {"type": "resign", "seat": "blue"},
        {"type": "undo"},
        {"type": "take_over", "seat": "blue"},
        {"type": "take_back", "seat": "blue"},
        {"type": "rematch"},
    ):
        answer = eve.act(game, seq=1, **action)
        assert answer.json()["error"]["code"] in ("forbidden", "not_your_turn"), action
    assert ana.show(game)["state"]["seq"] == 0


def test_nobody_moves_out_of_turn(ana: Person, eve: Person) -> None:
    made = ana.new("duo", "me", "open")
    eve.join(made)
    theirs = eve.socket(made["game"]["id"])
    theirs.kind("snapshot")
    number = Game("duo").legal_moves.numbers[0]
    assert theirs.ask(type="play", seq=2, placement=number)["code"] == "not_your_turn"
    assert ana.show(made["game"]["id"])["moves"] == []


def test_computer_seats_cannot_be_played_by_hand(ana: Person) -> None:
    game = ana.new("duo", "me", "computer", first="blue")["game"]["id"]
    assert ana.act(game, type="resign", seq=1, seat="yellow").json()["error"]["code"] == "forbidden"


def test_only_the_host_gives_open_seats_away(ana: Person, eve: Person) -> None:
    made = ana.new("classic_3", "me", "open", "open")
    eve.join(made)
    refused = eve.act(made["game"]["id"], type="fill", seq=2, seat="red", level=1)
    assert refused.json()["error"]["code"] == "forbidden"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "null",
        "[]",
        '"play"',
        "{}",
        '{"type": "dance"}',
        '{"type": "play"}',
        '{"type": "play", "seq": 1}',
        '{"type": "play", "seq": "1", "placement": 0}',
        '{"type": "play", "seq": 1, "placement": -1}',
        '{"type": "play", "seq": 1, "placement": 1e99}',
        '{"type": "play", "seq": 1, "placement": 0, "seat": "blue"}',
        '{"type": "play", "seq": 99999999999999999999, "placement": 0}',
        '{"type": "resign", "seq": 1, "seat": "' + "x" * 40 + '"}',
        '{"type": "ping", "id": "' + "x" * 65 + '"}',
        '{"type": "sync", "since": {}}',
        "[" * 4000,
        '{"a":' * 1000,
        "😀",
    ],
)
def test_malformed_messages_get_an_error_and_change_nothing(ana: Person, message: str) -> None:
    game, table = duo(ana)
    table.connection.send(message)
    assert table.kind("error")["code"] == "bad_request"
    assert table.ask(type="ping")["seq"] == 0
    answer = ana.http.post(f"/api/games/{game}/actions", content=message.encode())
    assert answer.status_code == 400


def test_bytes_are_not_text(ana: Person) -> None:
    _, table = duo(ana)
    table.connection.send(b'{"type": "ping"}')
    assert closing_code(table) == 1003


# --- secrets ------------------------------------------------------------------------------


def test_ids_and_keys_cannot_be_guessed(ana: Person) -> None:
    made = [ana.new("duo", "me", "open") for _ in range(20)]
    ids = {game["game"]["id"] for game in made}
    keys = {game["you"][name] for game in made for name in ("key", "invite")}
    assert len(ids) == 20
    assert len(keys) == 40
    assert all(len(name) * 6 >= 64 for name in ids)
    assert all(len(key) * 6 >= 128 for key in keys)
    assert len(ana.http.cookies["guest"]) * 6 >= 128


def test_wrong_keys_open_nothing(ana: Person, eve: Person) -> None:
    made, other = ana.new("duo", "me", "open"), ana.new("duo", "me", "open")
    game = made["game"]["id"]
    wrong = ["", "x", made["you"]["key"], other["you"]["invite"], "\u00e9", game]
    for key in wrong:
        answer = eve.http.post(f"/api/games/{game}/join", json={"key": key})
        assert answer.json()["error"]["code"] == "bad_key"
    for key in ["", "x", made["you"]["invite"], other["you"]["key"]]:
        answer = eve.http.post(f"/api/games/{game}/claim", json={"key": key})
        assert answer.json()["error"]["code"] == "bad_key"
    assert eve.show(game)["you"]["seats"] == []


def test_keys_are_kept_by_nobody(ana: Person) -> None:
    made = ana.new("duo", "me", "open")
    for end in ("", "/invite.svg", "/seat.svg"):
        answer = ana.http.get(f"/api/games/{made['game']['id']}{end}")
        assert answer.headers["cache-control"] == "no-store"


def test_others_see_no_secrets(ana: Person, eve: Person, shared: Site) -> None:
    made = ana.new("classic", "me", "open", "open", "open")
    game, bo = made["game"]["id"], shared.person()
    bo.join(made)
    seen = (
        eve.http.get(f"/api/games/{game}").text + eve.http.get(f"/api/games/{game}?since=-1").text
    )
    assert '"joined"' in seen
    for secret in (made["you"]["key"], made["you"]["invite"], ana.guest, bo.guest, "holder"):
        assert secret not in seen
    for name in ("invite", "seat"):
        assert eve.http.get(f"/api/games/{game}/{name}.svg").status_code == 403
    assert bo.http.get(f"/api/games/{game}/invite.svg").status_code == 403
    assert bo.show(game)["you"]["invite"] is None


def test_the_database_does_not_hold_what_a_guest_proves_itself_with(
    special: Special, tmp_path: Path
) -> None:
    person = special().person()
    person.new("duo", "me", "here")
    stored = b"".join(path.read_bytes() for path in (tmp_path / "games").iterdir())
    assert person.http.cookies["guest"].encode() not in stored
    (count,) = sqlite3.connect(tmp_path / "games" / "games.sqlite").execute(
        "SELECT count(*) FROM holdings"
    )
    assert count == (1,)


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(shared: Site) -> None:
    answer = shared.person().http.get("/api/start")
    assert "set-cookie" not in answer.headers  # it has one already
    fresh = shared.person().http
    fresh.cookies.clear()
    flags = fresh.get("/api/start").headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert "path=/" in flags


# --- other sites --------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "x"])
def test_sockets_from_other_sites_are_closed(ana: Person, origin: str) -> None:
    game = ana.new("duo", "me", "here")["game"]["id"]
    assert closing_code(ana.socket(game, Origin=origin)) == 4003


def test_requests_from_other_sites_are_refused(ana: Person) -> None:
    game = ana.new("duo", "me", "here")["game"]["id"]
    body = {"type": "resign", "seq": 1, "seat": "blue"}
    for origin in ("https://evil.example", "null"):
        answer = ana.http.post(f"/api/games/{game}/actions", json=body, headers={"Origin": origin})
        assert answer.status_code == 403
    assert ana.show(game)["state"]["seq"] == 0
    own = {"Origin": ana.site.origin}
    assert ana.http.post(f"/api/games/{game}/actions", json=body, headers=own).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/start", "/static/nothing", "/docs", "/game/x"])
def test_every_answer_has_the_policies(ana: Person, path: str) -> None:
    headers = ana.http.get(path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_names_are_text(ana: Person) -> None:
    name = "<img src=x>&\"'"
    seats = {"blue": {"kind": "me", "name": name}, "yellow": {"kind": "here"}}
    body = {"variant": "duo", "seats": seats, "first": "blue"}
    answer = ana.http.post("/api/games", json=body)
    assert answer.headers["content-type"] == "application/json"
    assert json_of(answer)["state"]["seats"][0]["player"] == name


def test_files_outside_the_page_stay_hidden(ana: Person) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"):
        assert ana.http.get(path).status_code == 404


# --- too large, too often -----------------------------------------------------------------


def test_a_message_of_more_than_8_kib_closes_the_socket(ana: Person) -> None:
    _, table = duo(ana)
    padding = " " * (8 * 1024 - len('{"type": "ping"}'))
    table.connection.send('{"type": "ping"}' + padding)
    table.kind("pong")
    table.connection.send('{"type": "ping"}' + padding + " ")
    assert closing_code(table) == 1009


def test_a_body_of_more_than_64_kib_is_refused(ana: Person) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(80):
            yield b" " * 1024

    large: list[Any] = [b" " * (64 * 1024 + 1), chunks()]
    for body in large:
        answer = ana.http.post("/api/games", content=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_messages_are_limited_per_socket(special: Special) -> None:
    running = special(messages=Rate(0.01, 5))
    person = running.person()
    game, table = duo(person)
    other = person.socket(game)
    for _ in range(5):
        assert table.ask(type="ping")["type"] == "pong"
    table.connection.send('{"type": "ping"}')
    assert closing_code(table) == 4029
    other.kind("snapshot")
    assert other.ask(type="ping")["type"] == "pong"


def test_requests_are_limited_per_address(special: Special) -> None:
    http = special(requests=Rate(0.01, 5)).person().http
    answers = [http.get("/api/start") for _ in range(6)]
    assert [answer.status_code for answer in answers[:4]] == [200] * 4
    assert answers[-1].status_code == 429
    assert answers[-1].json()["error"]["code"] == "too_many"
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 100
    assert "content-security-policy" in answers[-1].headers


def test_an_address_that_asks_much_at_once_waits_for_its_own_turn(
    special: Special, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, inside = threading.Event(), []

    def search(puzzle: object, placed: object, *more: object) -> dict[str, str]:
        inside.append(placed)
        free.wait(PATIENCE)
        return {"verdict": "unknown"}

    monkeypatch.setattr(puzzles, "sought", search)
    person = special(requests_at_once=2, solvers=9, unsolved_each=9).person()

    def ask() -> None:
        person.http.post("/api/puzzles/the-42/solvable", json={"placed": []})

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    until(lambda: len(inside) == 2)
    with pytest.raises(httpx.ReadTimeout):  # its turn has not come
        person.http.get("/api/start", timeout=0.3)
    free.set()
    until(lambda: len(inside) == 3)
    for thread in threads:
        thread.join()
    assert person.http.get("/api/start").status_code == 200


def test_no_address_takes_all_places_for_work() -> None:
    async def test() -> None:
        shop, done, inside = Workshop(2), threading.Event(), list[str]()

        def work(address: str) -> None:
            inside.append(address)
            assert done.wait(PATIENCE)

        def begin(address: str) -> asyncio.Task[None]:
            return asyncio.create_task(shop.do(address, work, address))

        given_up = begin("eve")
        while not inside:
            await asyncio.sleep(0.001)
        given_up.cancel()  # but its thread goes on
        tasks = [begin("eve"), begin("ana")]
        while len(inside) < 2:
            await asyncio.sleep(0.001)
        assert inside == ["eve", "ana"]
        done.set()
        await asyncio.gather(*tasks)
        assert inside == ["eve", "ana", "eve"]
        with pytest.raises(asyncio.CancelledError):
            await given_up

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_new_games_are_limited_per_address(special: Special) -> None:
    running = special(games=Rate(0.001, 2))
    person = running.person()
    for _ in range(2):
        person.new("duo", "me", "here")
    body = {"variant": "duo", "seats": {"blue": {"kind": "me"}, "yellow": {"kind": "me"}}}
    assert running.person().http.post("/api/games", json=body).status_code == 429
    game = person.http.get("/api/games").json()["games"][0]["id"]
    line = {"variant": "duo", "moves": [], "seats": body["seats"]}
    for path, asked in (
        ("/api/import", {"content": b"(;GM[Blokus Duo])"}),
        (f"/api/games/{game}/continue", {"json": {"seats": body["seats"], "ply": 0}}),
        ("/api/analysis/play", {"json": line}),
    ):
        assert running.person().http.post(path, **asked).status_code == 429


class Slow:
    """A computer player that waits to be let on."""

    free = threading.Event()

    def choose(self, game: Game) -> Move:
        self.free.wait(PATIENCE)
        return game.legal_moves[0]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Computers and advice that wait for this."""
    real = explain

    def explained(*given: Any, **more: Any) -> Explanation:
        Slow.free.wait(PATIENCE)
        return real(*given, **more)

    monkeypatch.setattr(engines, "player", lambda level: Slow())
    monkeypatch.setattr(searches, "explain", explained)
    Slow.free.clear()
    yield Slow.free
    Slow.free.set()


def test_searches_are_bounded(special: Special, slow: threading.Event) -> None:
    running = special(workers=1, waiting=1)
    people = [running.person() for _ in range(3)]
    tables = [duo(person)[1] for person in people]
    for table in tables[:2]:
        table.connection.send('{"type": "hint", "id": "h"}')
        assert table.ask(type="ping")["type"] == "pong"  # nothing waits for a search
    refused = people[2].act(people[2].new("duo", "me", "here")["game"]["id"], type="hint")
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "busy")
    slow.set()
    assert tables[1].kind("hint")["placement"] in tables[1].legal()


def test_a_socket_asks_for_one_hint_at_a_time(special: Special, slow: threading.Event) -> None:
    _, table = duo(special(workers=1, waiting=10).person())
    table.connection.send('{"type": "hint", "id": "h"}')
    assert table.ask(type="hint")["code"] == "busy"
    slow.set()
    assert table.kind("hint")["placement"] in table.legal()


def test_an_address_asks_for_few_hints_at_a_time(special: Special, slow: threading.Event) -> None:
    running = special(workers=1, waiting=10, hints=2)
    people = [running.person() for _ in range(3)]
    games = [duo(person) for person in people]
    for _, table in games[:2]:
        table.connection.send('{"type": "hint", "id": "h"}')
        assert table.ask(type="ping")["type"] == "pong"
    game, table = games[2]
    assert table.ask(type="hint")["code"] == "busy"
    refused = people[2].act(game, type="hint")
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "busy")
    assert table.play()["type"] == "ok"  # which concerns hints only
    slow.set()
    for _, table in games[:2]:
        assert table.kind("hint")["placement"] in table.legal()
    until(lambda: people[2].act(game, type="hint").status_code == 200)  # it may ask again


def test_a_message_for_no_game_finds_nothing(ana: Person) -> None:
    for name in ("nothing", "x" * 200, "..", "%00"):
        assert ana.http.get(f"/api/games/{name}").status_code == 404
    assert closing_code(ana.socket("nothing")) == 4004


def test_requests_may_be_nonsense(ana: Person) -> None:
    for path in ("/api/games/%ff", "/api/messages?lang=../../x", "/api/editions/x.y.json"):
        assert ana.http.get(path).status_code in (200, 404)
    assert json.loads(ana.http.get("/api/messages?lang=../..").text)["language"] == "en"
    for method in ("PUT", "DELETE", "PATCH"):
        assert ana.http.request(method, "/api/games").status_code == 405


def test_a_seat_link_can_be_made_invalid(shared: Site) -> None:
    ana, thief, phone, bo = (shared.person() for _ in range(4))
    made = ana.new("duo", "me", "open")
    game, key = made["game"]["id"], made["you"]["key"]
    bo.join(made)
    for device in (thief, phone):
        claimed = device.http.post(f"/api/games/{game}/claim", json={"key": key}).json()
        assert claimed["you"]["seats"] == ["blue"]
    table = thief.socket(game)
    table.kind("snapshot")
    answer = phone.http.post(f"/api/games/{game}/rekey")
    assert answer.headers["cache-control"] == "no-store"
    fresh = answer.json()["you"]
    assert (fresh["seats"], fresh["key"] != key) == (["blue"], True)
    assert table.kind("snapshot")["you"] == {
        "seats": [], "host": False, "invite": None, "key": None
    }  # fmt: skip
    refused = table.ask(type="play", seq=2, placement=0)
    assert refused["code"] == "not_your_turn"
    assert ana.show(game)["you"]["key"] == fresh["key"]  # who took the seat stays
    assert bo.show(game)["you"]["seats"] == ["yellow"]
    for old in (thief, shared.person()):
        refused = old.http.post(f"/api/games/{game}/claim", json={"key": key}).json()
        assert refused["error"]["code"] == "bad_key"
    assert thief.http.post(f"/api/games/{game}/rekey").status_code == 403
    again = thief.http.post(f"/api/games/{game}/claim", json={"key": fresh["key"]}).json()
    assert again["you"]["seats"] == ["blue"]
