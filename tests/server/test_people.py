"""Accounts, sessions and tickets in the store, on both databases."""

from __future__ import annotations

from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.security import hashed
from cornerwise.server.people.accounts import Accounts
from cornerwise.server.people.belongings import BELONGINGS, let_go
from cornerwise.server.people.people import People
from cornerwise.server.people.tickets import Tickets, new_code, typed
from cornerwise.server.storage.bus import LocalBus
from cornerwise.server.storage.schema import metadata
from cornerwise.server.storage.store import Holding, ListLine, Store
from tests.server.stores import Run

LINE = ListLine(wakes=False, over=False, updated=1, summary=b"{}")


def test_a_session_ended_in_one_process_ends_in_all(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        keeper, bus = Timekeeper([], 0), LocalBus()
        here, there = People(store, keeper, bus), People(store, keeper, bus)
        account = await here.sign_up("Ana", "ana", None, "g" * 64)
        assert account is not None
        secret, other = [await here.sign_in(account, "a browser") for _ in range(2)]
        assert await there.signed_in(secret) is not None  # it is remembered now
        ended: list[str] = []
        one = there.watched(secret, lambda: ended.append("one"))
        with one, there.watched(other, lambda: ended.append("other")):
            await here.end_sessions("account = :a AND id <> :k", a=account, k=hashed(other))
            assert await here.signed_in(secret) is None
            await there.look()
            assert await there.signed_in(secret) is None
            assert await there.signed_in(other) is not None
        assert ended == ["one"]
        assert [session.device for session in await here.sessions(account)] == ["a browser"]
        await store.change(*here.pruning())

    run_on_tables(test)


def test_what_both_have_the_account_keeps_once(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        people, guest = People(store, Timekeeper([], 0)), "g" * 64
        account = await people.sign_up("Bo", "bo", None, "h" * 64)
        assert account is not None
        await store.append("both", 0, b"{}", LINE, [Holding(guest, "x"), Holding(account, "x")])
        await store.append("mine", 0, b"{}", LINE, [Holding(guest, "y")])
        await people.bring(guest, account)
        assert await store.holdings("both") == [Holding(account, "x")]
        assert await store.holdings("mine") == [Holding(account, "y")]
        assert await store.games_of(guest, 10) == []

    run_on_tables(test)


def test_tickets_are_good_for_a_purpose_a_person_and_so_many_times(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        tickets = Tickets(store, Timekeeper([], 0))
        secret = await tickets.give("invitation", note="club", uses=2)
        assert await tickets.take("reset", secret) is None
        assert [await tickets.take("invitation", secret) for _ in range(3)] == [
            ("", "club"), ("", "club"), None,
        ]  # fmt: skip
        late = await tickets.give("reset", "a", lasts=-1)
        assert await tickets.take("reset", late) is None
        codes = await tickets.codes("ana")
        assert await tickets.take("recovery", codes[0], "bo") is None
        assert await tickets.take("recovery", codes[0], "ana") == ("ana", "")
        assert await tickets.take("recovery", codes[0], "ana") is None
        assert await tickets.codes_left("ana") == 9
        await store.change(tickets.pruning())
        assert await tickets.codes_left("ana") == 9

    run_on_tables(test)


def test_of_an_erased_account_nothing_is_left_but_that_the_name_is_gone(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        keeper = Timekeeper([], 0)
        people = People(store, keeper)
        accounts, tickets = Accounts(store, keeper, people), Tickets(store, keeper)
        account = await people.sign_up("Cyril", "cyril", "hash", "g" * 64)
        assert account is not None
        await people.sign_in(account, "a browser")
        await tickets.codes(account)
        await accounts.set_email(account, "cyril@example.org")
        await accounts.shut_out(account, 3, "rude")
        kept = await accounts.of(account)
        assert kept is not None
        await store.change(*let_go(account), accounts.erased(kept))
        for table, column, *_ in BELONGINGS:
            rows = await store.ask(f"SELECT 1 FROM {table} WHERE {column} = :id", id=account)
            assert rows == [], table
        left = str(await store.ask("SELECT * FROM accounts WHERE id = :id", id=account))
        assert not any(word in left.lower() for word in ("cyril", "example", "hash", "rude"))
        assert not await accounts.is_free("cyril")
        assert await accounts.named("cyril") is None
        assert await people.sign_up("Cyril", "cyril", None, "h" * 64) is None

    run_on_tables(test)


def test_every_table_that_names_somebody_is_among_the_belongings() -> None:
    known = {(one.table, one.column) for one in BELONGINGS}
    whose = {"guest", "account", "owner", "person", "other", "author"}
    whose |= {"reporter", "accused", "actor", "target", "rival"}
    found = {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in whose
    }
    assert found == known


def test_codes_are_read_however_they_are_typed() -> None:
    code = new_code()
    for written in (code, code.upper(), code.replace("-", ""), f" {code.replace('-', ' ')}\n"):
        assert typed(written) == code
