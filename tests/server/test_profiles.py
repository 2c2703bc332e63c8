"""What is known of people: results by seat, profiles, puzzles that come along, pauses."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.settings import GAMES
from cornerwise.server.house.profiles import longest_run
from cornerwise.server.people.people import People
from cornerwise.server.people.ties import Ties
from cornerwise.server.puzzles.feats import PUZZLES, Feats, FeatsBook, ProblemFeat, ProblemRating
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.store import Store
from cornerwise.server.talk.pauses import (
    FIRST,
    HOUR,
    LONGEST,
    MEMORY,
    MINUTE,
    Offence,
    left_waiting,
    pause,
    paused_until,
)
from tests.server.site import Json, Person, Site, json_of, settings, site, until
from tests.server.stores import Run
from tests.server.test_talk import account

Special = Callable[..., Site]


def profile(person: Person, name: str) -> Json:
    return json_of(person.http.get(f"/api/people/{name}"))


def lost(loser: Person, winner: Person, **more: object) -> str:
    """A game that one person lost to another."""
    made = loser.new("duo", "me", "open", **more)
    winner.join(made)
    game: str = made["game"]["id"]
    assert loser.act(game, type="resign", seq=2).is_success
    return game


# --- results ------------------------------------------------------------------------------


def test_results_are_counted_by_seat_and_between_two(special: Special, tmp_path: Path) -> None:
    running = special()
    ana, bo = (account(running, tmp_path / "games", name) for name in ("Ana", "Bo"))
    games = [lost(ana, bo), lost(bo, ana), lost(ana, bo)]
    until(lambda: profile(ana, "Bo")["games"] == 3)
    shown = profile(ana, "Bo")
    assert shown["between"] == [2, 1]
    assert {row["seat"]: (row["games"], row["won"]) for row in shown["seats"]} == {
        "yellow": (2, 2),
        "blue": (1, 0),
    }
    assert {row["even"] for row in shown["seats"]} == {0.5}
    assert {game["id"] for game in shown["recent"]} == set(games)
    mine = [seat for game in shown["recent"] for seat in game["seats"] if seat["you"]]
    assert {seat["player"] for seat in mine} == {"Bo"}  # seen from the person's side
    assert profile(bo, "Bo")["own"]
    assert profile(bo, "Bo")["between"] is None
    assert "holders" not in str(shown)


def test_seats_stand_by_variant_in_their_order_of_play(special: Special, tmp_path: Path) -> None:
    running = special()
    ana, bo = (account(running, tmp_path / "games", name) for name in ("Ana", "Bo"))
    for _ in range(2):  # most often second in Duo, once something else, once first
        lost(bo, ana)
    other = bo.new("classic_2", "me", "open")
    ana.join(other)
    assert bo.act(other["game"]["id"], type="resign", seq=2).is_success
    lost(ana, bo)
    until(lambda: profile(bo, "Ana")["games"] == 4)
    rows = [(row["variant"], row["seat"]) for row in profile(bo, "Ana")["seats"]]
    assert rows == [("duo", "blue"), ("duo", "yellow"), ("classic_2", "yellow+green")]


def test_what_a_guest_played_is_counted_but_shown_only_to_its_owner(special: Special) -> None:
    running = special()
    guest, other = running.person(), running.person()
    game = lost(other, guest)
    guest.sign_up("Later")
    until(lambda: profile(guest, "Later")["games"] == 1)
    assert [one["id"] for one in profile(guest, "Later")["recent"]] == [game]
    assert profile(other, "Later")["recent"] == []


def test_what_was_played_by_link_only_is_found_by_its_players_alone(
    special: Special, tmp_path: Path
) -> None:
    """Else strangers would read on a profile where it was played, and there what was said."""
    running = special()
    ana, bo, eva = (account(running, tmp_path / "games", name) for name in ("Ana", "Bo", "Eva"))
    listed, private = lost(ana, bo, listed=True), lost(ana, bo)
    made = bo.new("duo", "me", "computer", listed=False)["game"]["id"]
    assert bo.act(made, type="resign", seq=bo.show(made)["state"]["seq"] + 1).is_success
    until(lambda: profile(eva, "Bo")["games"] == 3)

    def found(reader: Person) -> set[str]:
        return {game["id"] for game in profile(reader, "Bo")["recent"]}

    assert found(eva) == found(running.person()) == {listed, made}
    assert found(ana) == found(bo) == {listed, private, made}


def test_games_that_ended_before_are_caught_up_with(tmp_path: Path) -> None:
    data = tmp_path / "old"
    with site(settings(data)) as running:
        ana, bo = (account(running, data, name) for name in ("Ana", "Bo"))
        lost(ana, bo)
        alone = ana.new("duo", "me", "here")["game"]["id"]
        assert ana.act(alone, type="resign", seat="blue", seq=1).is_success
        until(lambda: profile(ana, "Bo")["games"] == 1)
        cookies = dict(ana.http.cookies)
    with sqlite3.connect(data / GAMES) as file:
        file.execute("DELETE FROM placings")
    file.close()
    with site(settings(data)) as running:
        back = running.person(cookies["guest"])
        back.http.cookies.set("session", cookies["session"])
        until(lambda: profile(back, "Bo")["games"] == 1)
        assert profile(back, "Ana")["games"] == 1  # who sat on both sides has won nothing


# --- profiles -----------------------------------------------------------------------------


def test_closed_accounts_show_their_name_only(special: Special, tmp_path: Path) -> None:
    running, data = special(), tmp_path / "games"
    ana, bo = (account(running, data, name) for name in ("Ana", "Bo"))
    lost(ana, bo)
    until(lambda: profile(ana, "Bo")["games"] == 1)
    assert ana.http.post("/api/people/Bo/follow").json()["following"] is True
    assert [one["name"] for one in ana.http.get("/api/following").json()] == ["Bo"]
    with sqlite3.connect(data / GAMES) as file:
        file.execute("UPDATE accounts SET state = 'disabled' WHERE name = 'Bo'")
    file.close()
    shown = profile(ana, "Bo")
    assert (shown["state"], shown["games"], shown["recent"]) == ("disabled", 0, [])
    assert ana.http.get("/api/following").json() == []
    assert profile(ana, "bO")["name"] == "Bo"
    for nobody in ("Nobody", "B0"):  # who looks like somebody is somebody else
        assert ana.http.get(f"/api/people/{nobody}").json()["error"]["code"] == "nobody"
    assert ana.http.get("/@/Nobody").status_code == 404


def test_only_accounts_follow_and_bring_puzzles(special: Special, tmp_path: Path) -> None:
    running = special()
    account(running, tmp_path / "games", "Ana")
    guest = running.person()
    for answer in (
        guest.http.post("/api/people/Ana/follow"),
        guest.http.get("/api/following"),
        guest.http.post("/api/feats", json={}),
    ):
        assert answer.json()["error"]["code"] == "sign_in"
    assert guest.http.post("/api/people/Ana/block").json()["blocked"] is True


def test_followers_find_only_games_that_everybody_may_watch(
    special: Special, tmp_path: Path
) -> None:
    running = special()
    ana, bo = (account(running, tmp_path / "games", name) for name in ("Ana", "Bo"))
    stranger = account(running, tmp_path / "games", "Eva")
    assert stranger.http.post("/api/people/Ana/follow").is_success
    shown = []
    for listed in (True, False):
        made = ana.new("duo", "me", "open", listed=listed)
        bo.join(made)
        shown.append(made["game"]["id"])
    (followed,) = stranger.http.get("/api/following").json()
    assert [game["id"] for game in followed["games"]] == shown[:1]


def test_who_watches_is_told_by_name(special: Special, tmp_path: Path) -> None:
    running = special()
    ana, bo = running.person(), running.person()
    eva = account(running, tmp_path / "games", "Eva")
    made = ana.new("duo", "me", "open")
    bo.join(made)
    game = made["game"]["id"]
    table = ana.socket(game)
    eva.socket(game).kind("presence")
    running.person().socket(game).kind("presence")
    table.settle(lambda: table.presence.get("watching") == 2)
    assert table.presence["watchers"] == ["Eva"]


# --- puzzles ------------------------------------------------------------------------------

small = st.integers(0, 3)
names = st.sampled_from(["cat", "dog", "duo-4"])
days = st.sampled_from(["2026-02-28", "2026-03-01", "2026-03-02"])
feats = st.builds(
    Feats,
    st.dictionaries(days, small),
    st.dictionaries(names, st.tuples(small, small)),
    st.dictionaries(
        names,
        st.builds(ProblemFeat, st.sampled_from([None, True, False]), small, small, st.booleans()),
    ),
    st.builds(ProblemRating, small, small, small, st.sampled_from(["", "2026-03-01"])),
)


@given(feats, feats, feats)
def test_merging_loses_nothing_whatever_the_order(one: Feats, two: Feats, three: Feats) -> None:
    together = one.joined(two)
    assert together == two.joined(one)
    assert together.joined(three) == one.joined(two.joined(three))
    assert one.joined(one) == one
    assert set(together.days) == {*one.days, *two.days}
    assert set(together.puzzles) == {*one.puzzles, *two.puzzles}
    for name, feat in {**one.problems, **two.problems}.items():
        assert together.problems[name].solved >= feat.solved


def test_however_much_is_brought_it_can_be_read_again(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        book = FeatsBook(store)
        for part in range(3):
            await book.add("ana", Feats(puzzles={f"p{part}-{n}": (0, 1) for n in range(2000)}))
        known = await book.of("ana")
        assert len(known.puzzles) == PUZZLES
        assert await book.add("ana", known) == known

    run_on_tables(test)


def test_browsers_bring_their_puzzles_at_the_same_time(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        book = FeatsBook(store)
        brought = [Feats({f"2026-03-0{n}": 0}) for n in range(1, 5)]
        await asyncio.gather(*(book.add("ana", one) for one in brought))
        assert sorted((await book.of("ana")).days) == [f"2026-03-0{n}" for n in range(1, 5)]
        assert await book.of("bo") == Feats()

    run_on_tables(test)


@pytest.mark.parametrize(
    "body",
    [
        {"days": {"<b>": 0}},
        {"days": {"2026-03-01": -1}},
        {"puzzles": {"cat": [0]}},
        {"puzzles": {"c a t": [0, 1]}},
        {"rating": {"rating": "high"}},
        {"more": 1},
    ],
)
def test_odd_puzzles_are_refused(special: Special, tmp_path: Path, body: Json) -> None:
    ana = account(special(), tmp_path / "games", "Ana")
    assert ana.http.post("/api/feats", json=body).json()["error"]["code"] == "bad_request"


def test_a_run_goes_over_the_end_of_a_month() -> None:
    assert longest_run(["2026-02-27", "2026-02-28", "2026-03-01", "2026-02-31"]) == 3
    assert longest_run([]) == 0


# --- pauses -------------------------------------------------------------------------------


def game_of(*events: m.AnyEvent, minutes: float = 10, rated: bool = False) -> list[m.AnyEvent]:
    clock = m.ClockChoice("live", minutes)
    seats = [m.SeatStart("blue", "person"), m.SeatStart("yellow", "person")]
    begun = m.Created(seq=0, at=0, variant="duo", options={}, seats=seats, clock=clock, rated=rated)
    return [begun, *events]


def moved(at: int, seat: str) -> m.Moved:
    return m.Moved(seq=1, at=at, seat=seat, colour=seat, placement=1)


def test_who_lets_the_clock_run_out_without_a_move_left_others_waiting() -> None:
    late = m.TimedOut(seq=3, at=10 * MINUTE, seat="yellow")
    assert left_waiting(game_of(moved(1000, "blue"), late)) == {"yellow": "clock"}
    thinking = [moved(1000, "blue"), moved(9 * MINUTE, "yellow"), moved(9 * MINUTE + 1, "blue")]
    assert left_waiting(game_of(*thinking, late)) == {}  # to the last second, and a little late
    assert left_waiting(game_of(late, minutes=60)) == {}  # ten minutes of an hour are no long time
    days = game_of(late)
    days[0] = msgspec.structs.replace(days[0], clock=m.ClockChoice("days"))
    assert left_waiting(days) == {}


def test_who_resigns_a_rated_game_at_once_has_left_it() -> None:
    resigned = m.Resigned(seq=2, at=2000, seat="blue")
    assert left_waiting(game_of(resigned, rated=True)) == {"blue": "left"}
    assert left_waiting(game_of(resigned)) == {}
    played = [moved(at, "blue") for at in (1, 2)]
    assert left_waiting(game_of(*played, resigned, rated=True)) == {}


@given(st.lists(st.integers(0, 100 * HOUR), min_size=1, max_size=30))
def test_pauses_grow_and_are_forgotten(gaps: list[int]) -> None:
    """By a simulated clock: each pause is twice the one before, or the first one again."""
    now = 0
    offences: list[Offence] = []
    for gap in gaps:
        now += gap
        length, expected = pause(now, offences), FIRST
        if offences and now - offences[-1].at < MEMORY:
            expected = min(LONGEST, 2 * (offences[-1].until - offences[-1].at))
        assert length == expected
        assert FIRST <= length <= LONGEST
        offences.append(Offence("clock", now, now + length))
        assert paused_until(now, offences) is not None
    assert paused_until(max(one.until for one in offences), offences) is None


def test_a_pause_closes_rated_games_and_nothing_else(special: Special, tmp_path: Path) -> None:
    running, data = special(), tmp_path / "games"
    ana, bo = (account(running, data, name) for name in ("Ana", "Bo"))
    clock: dict[str, Any] = {"kind": "live", "minutes": 10}
    made = ana.new("duo", "me", "open", clock=clock, rated=True)
    bo.join(made)
    assert ana.act(made["game"]["id"], type="resign", seq=2).is_success
    until(lambda: profile(ana, "Ana")["pause"])
    told = profile(ana, "Ana")["pause"]
    assert told["kind"] == "left"
    assert 0 < told["left"] <= FIRST
    assert profile(bo, "Ana")["pause"] is None  # that is nobody else's business
    again = ana.act(made["game"]["id"], type="rematch", seq=3)
    assert again.json()["error"]["code"] == "paused"
    body = {
        "variant": "duo", "seats": {"blue": {"kind": "me"}, "yellow": {"kind": "open"}},
        "rated": True, "clock": clock,
    }  # fmt: skip
    refused = ana.http.post("/api/games", json=body)
    assert refused.json()["error"]["code"] == "paused"
    assert refused.headers["retry-after"]
    ana.new("duo", "me", "open", clock=clock)
    other = bo.new("duo", "me", "open", clock=clock, rated=True)
    joined = ana.http.post(
        f"/api/games/{other['game']['id']}/join", json={"key": other["you"]["invite"]}
    )
    assert joined.json()["error"]["code"] == "paused"


def test_what_is_known_of_a_guest_comes_along(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        people, guest, ties = People(store, Timekeeper([], 0)), "g" * 64, Ties(store)
        await ties.tie(guest, "block", "eva", 1)
        row = "INSERT INTO mutes (person, until) VALUES (:p, :u)"
        await store.change(Change(row, {"p": guest, "u": 9}))
        made = await people.sign_up("Ana", "ana", None, guest)
        assert made is not None
        assert await ties.others(made, "block") == ["eva"]
        assert await store.ask("SELECT person FROM mutes") == [(made,)]

    run_on_tables(test)
