"""Chat at games: who hears whom, what may be said, and how much of it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.server.base import messages as m
from cornerwise.server.storage.bus import LocalBus
from cornerwise.server.storage.store import Store
from cornerwise.server.talk import talk
from cornerwise.server.talk.floods import LINES, MEMORY, PHRASES, WINDOW, Spoken, alike, is_flood
from cornerwise.server.talk.transcript import ChatLine, Transcript
from tests.server.processes import ANA, BO, CY, InlineSqlite, Listener, Process, World
from tests.server.processes import run as run_in
from tests.server.signing import session
from tests.server.site import Json, Person, Site, Socket, json_of
from tests.server.stores import Run

Special = Callable[..., Site]


def said(socket: Socket) -> list[Json]:
    """What comes next in a chat."""
    lines: list[Json] = socket.kind("chat")["lines"]
    return lines


def words(lines: list[Json]) -> list[str]:
    return [line["phrase"] or line["text"] for line in lines]


def table(running: Site, ana: Person, bo: Person) -> tuple[str, Socket, Socket]:
    """Two persons at a game, both connected and told what was said."""
    made = ana.new("duo", "me", "open")
    bo.join(made)
    game = made["game"]["id"]
    sockets = ana.socket(game), bo.socket(game)
    for socket in sockets:
        assert said(socket) == []
    return game, *sockets


def account(running: Site, data: Path, name: str, role: str = "user") -> Person:
    person = running.person()
    person.http.cookies.set("session", session(data, name, role=role))
    return person


# --- who hears whom -----------------------------------------------------------------------


def test_players_and_spectators_hear_their_own_until_the_game_is_over(shared: Site) -> None:
    ana, bo, eva = (shared.person() for _ in range(3))
    game, hers, his = table(shared, ana, bo)
    watching = eva.socket(game)
    assert said(watching) == []
    assert hers.ask(type="say", phrase="hello")["type"] == "ok"
    assert watching.ask(type="say", phrase="nice")["type"] == "ok"
    assert words(said(his)) == ["hello"]
    assert words(said(watching)) == ["nice"]
    assert words(json_of(ana.http.get(f"/api/games/{game}/chat"))["lines"]) == ["hello"]
    again = eva.socket(game, "?since=0")  # who comes back is told, too
    assert words(said(again)) == ["nice"]
    hers.settle(lambda: hers.state["status"] == "playing")
    hers.step(type="resign")
    for person in (ana, bo, eva):
        heard = json_of(person.http.get(f"/api/games/{game}/chat"))["lines"]
        assert words(heard) == ["hello", "nice"]
    watching.ask(type="say", phrase="game")
    assert words(said(his)) == ["nice", "game"]


def test_spectators_however_loud_hide_nothing_that_players_said(
    shared: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "NEWEST", 2)
    ana, bo = shared.person(), shared.person()
    game, hers, _ = table(shared, ana, bo)
    assert hers.ask(type="say", phrase="hello")["type"] == "ok"
    for _ in range(3):
        assert shared.person().act(game, type="say", phrase="nice").is_success
    assert words(json_of(bo.http.get(f"/api/games/{game}/chat"))["lines"]) == ["hello"]
    watched = json_of(shared.person().http.get(f"/api/games/{game}/chat"))["lines"]
    assert words(watched) == ["nice", "nice"]


def test_everybody_sees_who_spoke_and_which_lines_are_their_own(shared: Site) -> None:
    _, hers, his = table(shared, shared.person(), shared.person())
    hers.ask(type="say", phrase="luck")
    (one,), (other,) = said(hers), said(his)
    assert (one["own"], other["own"]) == (True, False)
    assert one["seat"] == other["seat"] == "blue"


@pytest.mark.parametrize("together", [True, False], ids=["a bus", "no bus"])
def test_what_is_said_arrives_in_other_processes(tmp_path: Path, together: bool) -> None:
    """With a hint at once, without one at the latest with the next heartbeat."""

    async def test(world: World) -> None:
        first = await world.process()
        second = Process(world.store, world.bus if together else LocalBus(), world.engines)
        world.processes.append(second)
        await second.start()
        game = await first.create("me", "open")
        await first.join(game, BO)
        hers, his = await first.connect(game), await second.connect(game, BO)
        watching = await second.connect(game, CY)
        await second.house.talk.welcome(await second.room(game), his)
        await first.act(game, ANA, m.Say(phrase="hello"))
        await second.act(game, CY, m.Say(phrase="nice"))

        def heard(listener: Listener) -> list[str]:
            chats = (said for said in listener.heard if said["type"] == "chat")
            return [line["phrase"] for chat in chats for line in chat["lines"]]

        at_once = 1 if together else 2 * first.house.settings.heartbeat
        await world.until(lambda: heard(his), at_once)
        assert heard(his) == heard(hers) == ["hello"]
        assert heard(watching) == ["nice"]
        await first.act(game, ANA, m.Say(phrase="luck"))
        await world.until(lambda: len(heard(his)) > 1, at_once)
        await asyncio.sleep(3 * first.house.settings.heartbeat)
        assert heard(his) == ["hello", "luck"]  # nothing is told twice

    run_in(test, InlineSqlite(tmp_path / "games.sqlite", shared=True), random.Random(7))


# --- what may be said ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({}, "bad_request"),
        ({"phrase": "hello", "text": "hello"}, "bad_request"),
        ({"phrase": "<b>"}, "bad_request"),
        ({"text": "x" * 201}, "bad_request"),
        ({"text": 1}, "bad_request"),
        ({"text": "hello"}, "no_chat"),
    ],
)
def test_what_cannot_be_said_is_refused(shared: Site, request_: Json, code: str) -> None:
    person = shared.person()
    game = person.new("duo", "me", "open")["game"]["id"]
    answer = person.act(game, type="say", **request_)
    assert answer.json()["error"]["code"] == code


@pytest.mark.parametrize(
    ("chat", "guests", "account_may", "guest_may"),
    [
        ("text", False, True, False),
        ("text", True, True, True),
        ("phrases", True, False, False),
    ],
)
def test_operators_say_who_may_write(  # noqa: PLR0917 (each is a column of the table)
    special: Special, tmp_path: Path, chat: str, guests: bool, account_may: bool, guest_may: bool
) -> None:
    running = special(chat=chat, chat_guests=guests)
    ana, guest = account(running, tmp_path / "games", "Ana"), running.person()
    for person, may in ((ana, account_may), (guest, guest_may)):
        game = person.new("duo", "me", "open")["game"]["id"]
        assert json_of(person.http.get(f"/api/games/{game}/chat"))["writes"] is may
        assert person.act(game, type="say", text="Hi there").is_success is may
        assert person.act(game, type="say", phrase="hello").is_success


def test_without_chat_nothing_is_said_or_told(special: Special) -> None:
    running = special(chat="off")
    person = running.person()
    game = person.new("duo", "me", "open")["game"]["id"]
    assert person.act(game, type="say", phrase="hello").json()["error"]["code"] == "no_chat"
    assert person.http.get(f"/api/games/{game}/chat").json()["error"]["code"] == "no_chat"
    assert person.http.get("/api/start").json()["chat"] == "off"
    socket = person.socket(game)
    socket.kind("presence")
    assert socket.ask(type="ping")["type"] == "pong"


def test_a_text_is_told_as_text_without_what_cannot_be_seen(
    special: Special, tmp_path: Path
) -> None:
    running = special()
    ana = account(running, tmp_path / "games", "Ana")
    game = ana.new("duo", "me", "open")["game"]["id"]
    socket = ana.socket(game)
    assert said(socket) == []
    socket.ask(type="say", text="  <b>Hi</b>\u202e \u200b you\x00 ")
    (line,) = said(socket)
    assert line["text"] == "<b>Hi</b> you"
    assert line["name"] == "Ana"
    answer = ana.act(game, type="say", text="\u200b\u202e")
    assert answer.json()["error"]["code"] == "bad_request"


# --- how much -----------------------------------------------------------------------------


def test_a_flood_is_refused(special: Special, tmp_path: Path) -> None:
    running = special()
    ana = account(running, tmp_path / "games", "Ana")
    game = ana.new("duo", "me", "open")["game"]["id"]
    texts = ["How are you?", "Where is everybody?", "I like this game."]
    answers = [ana.act(game, type="say", text=text) for text in texts]
    assert all(answer.is_success for answer in answers)
    refused = ana.act(game, type="say", text="One more.")
    assert refused.status_code == 429
    assert refused.json()["error"]["code"] == "flood"
    assert ana.act(game, type="say", phrase="sorry").is_success


def test_a_flood_over_many_sockets_at_once_is_refused(
    shared: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    said_by = Transcript.said_by

    async def slow(transcript: Transcript, person: str, since: int) -> list[Spoken]:
        before = await said_by(transcript, person, since)
        await asyncio.sleep(0.1)
        return before

    monkeypatch.setattr(Transcript, "said_by", slow)
    ana = shared.person()
    game = ana.new("duo", "me", "open")["game"]["id"]
    sockets = [ana.socket(game) for _ in range(PHRASES + 3)]
    for socket in sockets:
        socket.connection.send('{"type": "say", "id": 1, "phrase": "hello"}')
    answers = [socket.until(lambda message: message.get("id") == 1) for socket in sockets]
    assert sum(answer["type"] == "ok" for answer in answers) == PHRASES - 1
    assert {answer.get("code") for answer in answers} == {None, "flood"}


@pytest.mark.parametrize(
    "limits", [{"CROWD": 3, "WINDOW": 10**9}, {"MOST": 3, "NEWEST": 2}], ids=["at once", "in all"]
)
def test_a_crowd_at_one_game_is_refused(
    shared: Site, monkeypatch: pytest.MonkeyPatch, limits: dict[str, int]
) -> None:
    for name, value in limits.items():
        monkeypatch.setattr(talk, name, value)
    player = shared.person()
    game = player.new("duo", "me", "open")["game"]["id"]
    answers = [shared.person().act(game, type="say", phrase="hello") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert player.act(game, type="say", phrase="hello").is_success  # players have room of their own


gaps = st.lists(st.integers(0, 15_000), max_size=30)
letters = st.text(st.sampled_from("abc Ä"), max_size=12)


@given(gaps, st.integers(0, 10**12))
def test_no_ten_seconds_have_too_many_lines(gaps: list[int], start: int) -> None:
    """Whatever the times, what is let through stays within both bounds."""
    let: list[Spoken] = []
    now = start
    for number, gap in enumerate(gaps):
        now += gap
        text = f"{number * 7919 % 1000:03d}" * 4 if number % 2 else ""
        if not is_flood(now, text, let):
            let.append(Spoken(now, text))
    for line in let:
        window = [other for other in let if line.at - WINDOW < other.at <= line.at]
        assert len(window) < PHRASES
        assert sum(bool(other.words) for other in window) < LINES


@given(letters, letters)
def test_likeness_is_the_edit_distance(one: str, other: str) -> None:
    def distance(a: str, b: str) -> int:
        row = list(range(len(b) + 1))
        for i, letter in enumerate(a, 1):
            row, last = [i], row
            for j, wanted in enumerate(b, 1):
                row.append(min(last[j - 1] + (letter != wanted), last[j] + 1, row[-1] + 1))
        return row[-1]

    longer = max(len(one), len(other))
    most = max(2, longer // 8) if longer > 5 else 0
    assert alike(one, other) == (distance(one.casefold(), other.casefold()) <= most)
    assert alike(one, other) == alike(other, one)


def test_the_same_again_is_too_much_for_a_minute() -> None:
    before = [Spoken(0, "Come on, move!")]
    assert is_flood(WINDOW * 2, "come on, move!!", before)
    assert not is_flood(MEMORY + 1, "come on, move!!", before)


# --- the transcript -----------------------------------------------------------------------


def line(at: int, author: str = "a" * 64, hidden: bool = False) -> ChatLine:
    return ChatLine(0, at, "players", author, "Ana", "blue", "", f"line {at}", hidden)


def test_lines_are_kept_in_their_order(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        transcript = Transcript(store)
        ids = [await transcript.add("one", line(at, hidden=at == 3)) for at in range(1, 8)]
        await transcript.add("other", line(9))
        newest = await transcript.newest("one", 3)
        assert [(one.id, one.body) for one in newest] == [
            (id, f"line {at}") for id, at in zip(ids[-3:], (5, 6, 7), strict=True)
        ]
        around = await transcript.around("one", ids[2], 2)
        assert [one.at for one in around] == [2, 3, 4, 5]
        assert [one.hidden for one in around] == [False, True, False, False]
        assert await transcript.said_by("a" * 64, 6) == [Spoken(7, "line 7"), Spoken(9, "line 9")]
        assert await transcript.count("one", "players") == 7
        assert await transcript.count("one", "spectators") == 0
        await transcript.forget(6)
        assert [one.at for one in await transcript.newest("one", 9)] == [6, 7]

    run_on_tables(test)
