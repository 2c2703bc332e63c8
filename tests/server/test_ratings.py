"""Ratings on a server: who is rated, when, once, and what everybody can read of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cornerwise import variant
from cornerwise.cli import app as cli
from cornerwise.ratings import (
    Leaving,
    Member,
    Ranking,
    Rater,
    Result,
    Side,
    parameters,
    read_dump,
)
from cornerwise.ratings.parameters import FILE
from cornerwise.records import parse_sgf
from cornerwise.server.base.clocks import DAY, Timekeeper
from cornerwise.server.people.people import People
from cornerwise.server.ratings.ratings import Ratings
from cornerwise.server.ratings.standings import StandingsCache
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.store import Store
from tests.server.signing import signed_in
from tests.server.site import Json, Person, Site, json_of, settings, site, until
from tests.server.stores import Run

Special = Callable[..., Site]
LIVE = {"kind": "live", "minutes": 30}


def of_two(number: int, one: str, other: str | int, points: int = 5) -> Result:
    second = Member(other) if isinstance(other, str) else Member(level=other)
    sides = Side((Member(one),), points), Side((second,), 0)
    return Result(f"game{number}", number * DAY, "duo", sides)


# --- the archive, on every database -----------------------------------------------------------


def archive(people: list[str]) -> list[Result]:
    ana, bo, cy = people
    return [
        of_two(1, ana, bo),
        of_two(2, bo, cy, -3),
        of_two(3, cy, 5),
        of_two(4, ana, cy, 0),
        of_two(5, ana, 7, -9),
    ]


async def signed_up(store: Store, *names: str) -> list[str]:
    people = People(store, Timekeeper([], 0))
    found = [await people.sign_up(name, name.casefold(), None, name * 8) for name in names]
    return [account for account in found if account]


async def kept(store: Store) -> list[tuple[Any, ...]]:
    query = "SELECT list, account, mu, sigma, games, at FROM ratings ORDER BY list, account"
    steps = "SELECT * FROM rating_changes ORDER BY list, number, account"
    return [*await store.ask(query), *await store.ask(steps)]


def test_the_tables_are_what_follows_from_the_archive_to_the_bit(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        ratings = Ratings(store)
        results = archive(await signed_up(store, "Ana", "Bo", "Cy"))
        for result in results:
            await ratings.add("duo", result)
            await ratings.add("duo", result)  # told twice
        whole = Ranking(ratings.rater).rebuild(results)
        for (name, account), rating in whole.ratings.items():
            assert await ratings.of(account, name) == rating
        first = await kept(store)
        assert await ratings.rebuild("duo") == (len(whole.ratings), 0)
        assert await kept(store) == first
        await store.change(*_spoilt())
        rebuilt, differed = await ratings.rebuild("duo")
        assert (rebuilt, differed) == (len(whole.ratings), len(whole.ratings))
        assert await kept(store) == first

    run_on_tables(test)


def _spoilt() -> list[Any]:
    return [Change("UPDATE ratings SET mu = 0"), Change("DELETE FROM rating_changes")]


def test_who_rates_at_the_same_time_rates_in_one_order(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        people = await signed_up(store, "Ana", "Bo", "Cy")
        raters = [Ratings(store) for _ in range(3)]
        results = archive(people)
        await asyncio.gather(*(one.add("duo", result) for one in raters for result in results))
        rows = await store.ask("SELECT number, body FROM results ORDER BY number")
        assert [number for number, _ in rows] == [1, 2, 3, 4, 5]
        order = [Result.from_json(bytes(body)) for _, body in rows]
        whole = Ranking(raters[0].rater).rebuild(order)
        for (name, account), rating in whole.ratings.items():
            assert await raters[0].of(account, name) == rating

    run_on_tables(test)


def test_annulled_games_are_kept_and_change_nothing(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        ana, bo = await signed_up(store, "Ana", "Bo")
        sides = Side((Member(ana),), 5), Side((Member(bo, left=Leaving(1, 0, "time")),), 0)
        await Ratings(store).add("duo", Result("game", 1, "duo", sides))
        assert await Ratings(store).changes("game") == []
        assert await Ratings(store).of(ana, "duo") is None

    run_on_tables(test)


def test_places_by_country_and_by_name(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        names = ["Ana", "Bo", "Cy"]
        people = await signed_up(store, *names)
        await store.change(
            *(
                Change("UPDATE accounts SET country = :c WHERE id = :id", {"c": c, "id": account})
                for account, c in zip(people, ("DE", "PL", "DE"), strict=True)
            )
        )
        ratings = Ratings(store)
        for result in archive(people):
            await ratings.add("duo", result)
        cache = StandingsCache(store, Timekeeper([], 0))
        standings = await cache.standings("duo")
        lowers = [row.rating.lower for row in standings.rows]
        assert lowers == sorted(lowers, reverse=True)
        assert [standings.place(row) for row in standings.rows] == [1, 2, 3]
        assert standings.find("2") == 1
        assert standings.find("4") is None
        at = standings.find("an")
        assert at is not None
        assert standings.rows[at].name == "Ana"
        assert standings.countries == ["DE", "PL"]
        german = await cache.standings("duo", "DE")
        assert {row.name for row in german.rows} == {"Ana", "Cy"}

    run_on_tables(test)


# --- rated games -----------------------------------------------------------------------------


@pytest.fixture
def town(special: Special, tmp_path: Path) -> Callable[[str], Person]:
    """A server on which everybody signs in by name."""
    running = special()
    return lambda name: signed_in(running, tmp_path / "games", name)


def rated(person: Person, name: str, *kinds: str, **more: Any) -> Json:
    return person.new(name, *kinds, rated=True, clock=LIVE, **more)


def refusal(person: Person, name: str, *kinds: str, **more: Any) -> tuple[int, str]:
    seats = {s.name: {"kind": k} for s, k in zip(variant(name).seats, kinds, strict=True)}
    body = {"variant": name, "seats": seats, "rated": True, **more}
    answer = person.http.post("/api/games", json=body)
    return answer.status_code, answer.json()["error"]["code"]


def play(game: str, *people: Person, moves: int = 10**6) -> None:
    """Play on with the first legal move each time, until the game is over or so many are made."""
    for _ in range(moves):
        for person in people:
            seen = person.show(game)
            state = seen["state"]
            if state["status"] != "playing":
                return
            if state["seat"] in seen["you"]["seats"]:
                legal = state["legal"][state["to_play"]]
                person.act(game, type="play", seq=state["seq"] + 1, placement=legal[0])
                break


def settled(person: Person, game: str) -> Json:
    address = f"/api/games/{game}/ratings"
    until(lambda: bool(person.http.get(address).json()["settled"]))
    return json_of(person.http.get(address))


def test_who_can_be_rated(town: Callable[[str], Person], special: Special) -> None:
    ana = town("Ana")
    guest = ana.site.person()
    assert refusal(guest, "duo", "me", "open", clock=LIVE) == (409, "not_rated")
    assert refusal(ana, "duo", "me", "here", clock=LIVE) == (409, "not_rated")
    assert refusal(ana, "duo", "me", "open") == (409, "not_rated"), "without a clock"
    assert refusal(ana, "duo", "me", "open", clock=LIVE, tips=True) == (409, "not_rated")
    assert refusal(ana, "classic_solo", "me", clock=LIVE) == (409, "not_rated")
    made = rated(ana, "duo", "me", "open")
    key = {"key": made["you"]["invite"]}
    address = f"/api/games/{made['game']['id']}"
    assert guest.http.post(f"{address}/join", json=key).json()["error"]["code"] == "not_rated"
    assert ana.http.post(f"{address}/join", json=key).json()["error"]["code"] == "not_rated"
    claim = guest.http.post(f"{address}/claim", json={"key": made["you"]["key"]})
    assert claim.json()["error"]["code"] == "not_rated"


def test_a_rated_game_of_two_changes_both_ratings(town: Callable[[str], Person]) -> None:
    ana, bo = town("Ana"), town("Bo")
    made = rated(ana, "duo", "me", "open")
    game = made["game"]["id"]
    bo.join(made)
    play(game, ana, bo, moves=8)
    seats = json_of(ana.http.get(f"/api/games/{game}/ratings"))
    assert [(seat["rating"], seat["after"], seat["unsure"]) for seat in seats["seats"]] == [
        (1400, None, True)
    ] * 2
    seq = ana.show(game)["state"]["seq"] + 1
    assert bo.act(game, type="undo", seq=seq).json()["error"]["code"] == "not_now"
    assert bo.act(game, type="hint").json()["error"]["code"] == "no_hints"
    assert ana.http.get(f"/api/analysis/games/{game}").json()["error"]["code"] == "fair_play"
    assert bo.act(game, type="resign", seq=seq).status_code == 200
    after = {seat["seat"]: seat["after"] for seat in settled(ana, game)["seats"]}
    assert after["blue"] > 1400 > after["yellow"]
    ranking = json_of(bo.http.get("/api/ranking/duo"))
    assert [row["name"] for row in ranking["rows"]] == ["Ana", "Bo"]
    assert ranking["you"]["place"] == 2
    assert ranking["rows"][0]["rating"] == after["blue"]
    assert ranking["rows"][0]["week"] == after["blue"] - 1400
    person = json_of(ana.http.get("/api/people/Ana/ratings"))
    assert [(one["pool"], one["rating"]) for one in person["ratings"]] == [("duo", after["blue"])]
    assert ana.http.get("/api/people/Nobody/ratings").status_code == 404


def test_time_that_runs_out_in_the_first_moves_is_annulled(town: Callable[[str], Person]) -> None:
    ana, bo = town("Ana"), town("Bo")
    made = ana.new("duo", "me", "open", rated=True, clock={"kind": "live", "minutes": 0.01})
    game = made["game"]["id"]
    bo.join(made)
    until(lambda: bo.show(game)["state"]["status"] == "over")
    found = settled(bo, game)
    assert found["annulled"]
    assert [seat["after"] for seat in found["seats"]] == [None, None]
    assert json_of(bo.http.get("/api/ranking/duo"))["total"] == 0


def test_whose_time_is_up_in_a_game_of_three_is_replaced(town: Callable[[str], Person]) -> None:
    people = [town(name) for name in ("Ana", "Bo", "Cy")]
    clock = {"kind": "live", "minutes": 0.05}
    made = people[0].new("trigon_3", "me", "open", "open", rated=True, clock=clock)
    game = made["game"]["id"]
    for other in people[1:]:
        other.join(made)
    # Nobody moves: one after another runs out of time, and with the second the game is over.
    until(lambda: people[0].show(game)["state"]["status"] == "over")
    seats = people[0].show(game)["state"]["seats"]
    assert [seat["out"] for seat in seats] == ["time", "time", None]
    assert [seat["taken_over"] for seat in seats] == [True, False, False]
    assert settled(people[0], game)["annulled"]


def test_a_game_against_the_computer_counts_in_both_lists(town: Callable[[str], Person]) -> None:
    ana = town("Ana")
    made = rated(ana, "duo", "me", "computer")
    game = made["game"]["id"]
    play(game, ana, moves=1)
    until(lambda: ana.show(game)["state"]["seat"] == "blue")
    ana.act(game, type="resign", seq=ana.show(game)["state"]["seq"] + 1)
    settled(ana, game)
    lost = {
        computers: json_of(ana.http.get("/api/ranking/duo", params={"computers": computers}))
        for computers in (0, 1)
    }
    assert 1400 - lost[1]["you"]["rating"] == pytest.approx(
        2 * (1400 - lost[0]["you"]["rating"]), abs=2
    )


def test_who_leaves_a_game_of_four_is_last_and_the_others_play_on(
    town: Callable[[str], Person],
) -> None:
    people = [town(name) for name in ("Ana", "Bo", "Cy", "Di")]
    ana, bo, cy, di = people
    made = rated(ana, "classic", "me", "open", "open", "open")
    game = made["game"]["id"]
    for other in people[1:]:
        other.join(made)
    play(game, *people, moves=8)
    until(lambda: di.show(game)["state"]["status"] == "playing")
    seq = di.show(game)["state"]["seq"] + 1
    assert di.act(game, type="resign", seq=seq).status_code == 200
    seats = {seat["name"]: seat for seat in di.show(game)["state"]["seats"]}
    mine = di.show(game)["you"]["seats"][0]
    assert (seats[mine]["taken_over"], seats[mine]["out"]) == (True, "resigned")
    back = di.act(game, type="take_back", seat=mine, seq=seq + 1)
    assert back.json()["error"]["code"] in ("not_now", "stale")
    # Two more leave: then one is left, and nobody has to play on alone.
    until(lambda: _resigned(bo, game))
    until(lambda: _resigned(cy, game))
    assert ana.show(game)["state"]["status"] == "over"
    assert ana.show(game)["state"]["winners"] == ana.show(game)["you"]["seats"]
    found = settled(ana, game)
    after = {seat["seat"]: seat["after"] for seat in found["seats"]}
    order = [person.show(game)["you"]["seats"][0] for person in (ana, cy, bo, di)]
    assert [after[seat] for seat in order] == sorted(after.values(), reverse=True)


def test_commands_explain_rebuild_and_give_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*words: str) -> Any:
        return CliRunner().invoke(cli, ["ratings", *words, "--data", str(tmp_path)])

    month, file = f"{datetime.now(UTC):%Y-%m}", tmp_path / "dump.jsonl"
    with site(settings(tmp_path)) as running:
        ana = signed_in(running, tmp_path, "Ana")
        game = rated(ana, "duo", "me", "computer")["game"]["id"]
        play(game, ana, moves=1)
        until(lambda: _resigned(ana, game))
        settled(ana, game)
        for what in ("Ana", game):
            shown = told("show", what)
            assert shown.exit_code == 0, shown.output
            assert game in shown.output
            assert "1400.0" in shown.output
        for nobody in ("nobody", "-5yZ_d0gW2hQ4x1a"):
            assert "neither" in told("show", nobody).stderr
        assert "dump_licence" in told("dump", str(file), "--month", month).stderr
        monkeypatch.setenv("CORNERWISE_DUMP_LICENCE", "CC0-1.0")
        file.write_text("the dump of another month")
        for month_not in ("soon", "9999-12"):
            assert "2026-11" in told("dump", str(file), "--month", month_not).stderr
        assert file.read_text() == "the dump of another month"
        assert not file.with_name("dump.jsonl.part").exists()
        given = told("dump", str(file), "--month", month)
        assert given.exit_code == 0, given.output
        rating = json_of(ana.http.get("/api/people/Ana/ratings"))["ratings"][0]
        assert "0 of them other" in told("rebuild").output
        assert "0 of 2 ratings differ" in told("compare").output
        other = tmp_path / "other.json"
        other.write_text(FILE.read_text().replace('"half": 0.5', '"half": 0.4'))
        assert "1 of 2 ratings differ" in told("compare", str(other)).output
        assert "does not hold" in told("compare", str(tmp_path / "none.json")).stderr
    [entry] = read_dump(file)
    assert entry.licence == "CC0-1.0"
    assert list(entry.names.values()) == ["Ana"]
    assert len(parse_sgf(entry.record)[0].main_line) > 1
    again = Ranking(Rater(parameters())).rebuild([entry.result])
    [who] = entry.names
    assert again.ratings["duo", who].shown == rating["rating"]


def _resigned(person: Person, game: str) -> bool:
    """Resign, whatever computers do meanwhile."""
    seq = person.show(game)["state"]["seq"] + 1
    return person.act(game, type="resign", seq=seq).status_code == 200


def test_a_ranking_refuses_what_it_does_not_know(shared: Site) -> None:
    guest = shared.person()
    assert guest.http.get("/api/ranking/chess").status_code == 404
    assert guest.http.get("/api/ranking/duo", params={"country": "xyz"}).status_code == 400
    assert guest.http.get("/api/ranking/duo", params={"limit": 0}).status_code == 400
    empty = json_of(guest.http.get("/api/ranking/duo", params={"find": "nobody"}))
    assert (empty["rows"], empty["you"], empty["found"]) == ([], None, None)
    assert len(empty["levels"]) == 9
    made = guest.new("duo", "me", "computer")
    assert guest.http.get(f"/api/games/{made['game']['id']}/ratings").status_code == 409
