"""The contract of tables: questions and changes, all or nothing, in every store."""

from __future__ import annotations

import asyncio

from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.people.people import People
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.store import Holding, ListLine, Store
from tests.server.stores import Run

PUT = """
    INSERT INTO seat_keys (game, holder, generation) VALUES (:game, :holder, 0)
    ON CONFLICT DO NOTHING RETURNING 1
"""
ALL = "SELECT game, holder FROM seat_keys WHERE generation = :generation ORDER BY game, holder"


def put(game: str, holder: str, needed: bool = True) -> Change:
    return Change(PUT, {"game": game, "holder": holder}, needed)


def test_changes_happen_all_or_none(run: Run) -> None:
    async def test(store: Store) -> None:
        assert await store.change(put("a", "x"), put("b", "x")) == [[(1,)], [(1,)]]
        assert await store.change(put("c", "x"), put("b", "x"), put("d", "x")) is None
        assert await store.change(put("b", "x", needed=False), put("e", "x")) == [[], [(1,)]]
        assert await store.ask(ALL, generation=0) == [("a", "x"), ("b", "x"), ("e", "x")]
        gone = Change("DELETE FROM seat_keys WHERE holder = :x RETURNING game", {"x": "x"}, True)
        assert await store.change(gone) == [[("a",), ("b",), ("e",)]]
        assert await store.change(gone) is None

    run(test)


def test_of_many_who_want_one_row_one_gets_it(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.change(put("a", "x"))
        take = Change("DELETE FROM seat_keys WHERE game = :game RETURNING 1", {"game": "a"}, True)
        taken = await asyncio.gather(*(store.change(take, put(f"b{n}", "x")) for n in range(8)))
        assert sum(one is not None for one in taken) == 1
        assert len(await store.ask(ALL, generation=0)) == 1

    run(test)


def test_accounts_are_known_by_their_sessions(run: Run) -> None:
    async def test(store: Store) -> None:
        people = People(store, Timekeeper([], 0))
        first = await people.sign_up("Ana", "ana", None, "g" * 64)
        assert first is not None
        assert await people.sign_up("ANA", "ana", None, "h" * 64) is None
        secret = await people.sign_in(first, "a browser")
        known = await people.signed_in(secret)
        assert known is not None
        assert (known.id, known.name, known.role) == (first, "Ana", "user")
        await people.sign_out(secret)
        assert await people.signed_in(secret) is None

    run(test)


def test_what_a_guest_has_comes_along_into_the_account(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        people, guest = People(store, Timekeeper([], 0)), "g" * 64
        line = ListLine(wakes=False, over=False, updated=1, summary=b"{}")
        await store.append("one", 0, b"{}", line, [Holding(guest, "old")])
        account = await people.sign_up("Bo", "bo", None, guest)
        assert account is not None
        assert await store.holdings("one") == [Holding(account, "old")]
        assert await store.games_of(guest, 10) == []
        assert [entry.holders for entry in await store.games_of(account, 10)] == [["old"]]

    run_on_tables(test)
