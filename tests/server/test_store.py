"""What every store must do. A new adapter is added to `stores`."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from cornerwise.server.store import Conflict, Holding, Line, SqliteStore, Store, StoreError

stores: dict[str, Callable[[Path], Store]] = {"sqlite": lambda path: SqliteStore(path / "games.db")}
LINE = Line(wakes=False, over=False, updated=1, summary=b"{}")


@pytest.fixture(params=stores)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., None]:
    """Run a test with a store of each kind; a second call opens the same store again."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Store]:
        store = stores[request.param](tmp_path)
        yield store
        await store.close()

    async def go(test: Callable[[Store], Awaitable[None]]) -> None:
        async with opened() as store:
            await test(store)

    return lambda test: asyncio.run(go(test))


Run = Callable[[Callable[[Store], Awaitable[None]]], None]


def test_events_come_back_in_order_after_reopening(run: Run) -> None:
    async def write(store: Store) -> None:
        for seq in range(5):
            await store.append("g", seq, b"event %d" % seq, LINE)

    async def read(store: Store) -> None:
        assert await store.events("g") == [b"event %d" % seq for seq in range(5)]
        assert await store.events("g", 2) == [b"event 3", b"event 4"]
        assert await store.events("other") == []

    run(write)
    run(read)


def test_an_append_succeeds_only_as_the_next(run: Run) -> None:
    async def test(store: Store) -> None:
        for seq in (1, 7):
            with pytest.raises(Conflict) as refused:
                await store.append("g", seq, b"x", LINE)
            assert refused.value.last == -1
        await store.append("g", 0, b"zero", LINE)
        for seq in (0, 2):
            with pytest.raises(Conflict) as refused:
                await store.append("g", seq, b"x", LINE, [Holding("guest", "holder")])
            assert refused.value.last == 0
        assert await store.events("g") == [b"zero"]
        assert await store.holdings("g") == []

    run(test)


def test_the_same_append_again_is_no_error(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append("g", 0, b"zero", LINE)
        await store.append("g", 1, b"one", LINE)
        await store.append("g", 0, b"zero", LINE)
        await store.append("g", 1, b"one", LINE)
        assert await store.events("g") == [b"zero", b"one"]

    run(test)


def test_of_many_at_once_exactly_one_wins(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append("g", 0, b"zero", LINE)
        rivals = [store.append("g", 1, b"rival %d" % n, LINE) for n in range(50)]
        others = [store.append(f"other {n}", 0, b"x", LINE) for n in range(50)]
        answers = await asyncio.gather(*rivals, *others, return_exceptions=True)
        assert sum(answer is None for answer in answers[:50]) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers[:50]) == 49
        assert answers[50:] == [None] * 50
        winner = answers[:50].index(None)
        assert await store.events("g", 0) == [b"rival %d" % winner]

    run(test)


def test_holdings(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append("g", 0, b"zero", LINE, [Holding("ana", "a")])
        await store.append("g", 1, b"one", LINE, [Holding("bo", "b")])
        for _ in range(2):
            await store.hold("g", Holding("ana", "b"))
        assert sorted(await store.holdings("g")) == [("ana", "a"), ("ana", "b"), ("bo", "b")]

    run(test)


def test_the_games_of_a_guest_unfinished_first_then_newest(run: Run) -> None:
    async def test(store: Store) -> None:
        mine = [Holding("ana", "a")]
        for name, over, updated in (
            ("x", True, 9),
            ("y", False, 1),
            ("z", False, 5),
            ("w", True, 2),
        ):
            await store.append(name, 0, b"", Line(False, over, updated, name.encode()), mine)
        await store.append("v", 0, b"", LINE, [Holding("bo", "b")])
        await store.hold("z", Holding("ana", "b"))
        found = await store.games_of("ana", 10)
        assert [summary for summary, _ in found] == [b"z", b"y", b"x", b"w"]
        assert sorted(found[0][1]) == ["a", "b"]
        assert len(await store.games_of("ana", 2)) <= 2
        assert await store.games_of("nobody", 10) == []

    run(test)


def test_the_newest_line_counts(run: Run) -> None:
    async def test(store: Store) -> None:
        for name in ("g", "h"):
            await store.append(name, 0, b"", LINE._replace(wakes=True), [Holding("ana", "a")])
        assert sorted(await store.waking()) == ["g", "h"]
        await store.append("g", 1, b"", Line(False, True, 2, b"new"))
        assert await store.waking() == ["h"]
        assert [summary for summary, _ in await store.games_of("ana", 9)] == [b"{}", b"new"]

    run(test)


def test_secrets_stay_the_same(run: Run) -> None:
    found: list[bytes] = []

    async def test(store: Store) -> None:
        found.append(await store.secret("keys"))
        assert await store.secret("keys") == found[-1] != await store.secret("other")

    run(test)
    run(test)
    assert found[0] == found[1]
    assert len(found[0]) == 32


def test_runs(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.beat("first", 100, 100)
        await store.beat("first", 100, 140)
        await store.beat("second", 200, 201)
        assert await store.runs() == [(100, 140), (200, 201)]

    run(test)


def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "games.db").close())
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer"):
        SqliteStore(tmp_path / "games.db")


def test_only_a_store_that_is_not_up_to_date_is_migrated(tmp_path: Path) -> None:
    code = """
import asyncio, sys
from pathlib import Path
from cornerwise.server.store import SqliteStore
asyncio.run(SqliteStore(Path(sys.argv[1])).close())
print("alembic" in sys.modules or "sqlalchemy" in sys.modules)
"""
    command = [sys.executable, "-c", code, str(tmp_path / "games.db")]
    migrated = [subprocess.check_output(command, text=True).strip() for _ in range(2)]
    assert migrated == ["True", "False"]


def test_a_store_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path / "file" / "games.db")
    (tmp_path / "games.db").write_text("this is no database, but it is long enough" * 99)
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path / "games.db")
