"""The embedded store: its file, old and new, and what fails there."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import Place, StoreError
from tests.patience import PATIENCE
from tests.server.test_store import LINE


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
from cornerwise.server.storage.sqlite import SqliteStore
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


def test_an_old_store_is_brought_up_to_date_with_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(OLD)
    store = SqliteStore(path)

    async def test() -> None:
        found = await store.games_of("ana", 9)
        assert [entry.place for entry in found] == [Place(False, 5, "h"), Place(True, 7, "g")]
        assert await store.waking(0) == ["h"]
        assert await store.events("g") == [b"zero"]
        await store.close()

    asyncio.run(test())


OLD = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL);
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE games (id VARCHAR(32) PRIMARY KEY, last INTEGER NOT NULL, wakes INTEGER NOT NULL,
    over INTEGER NOT NULL, updated BIGINT NOT NULL, summary BLOB NOT NULL);
CREATE INDEX games_wakes ON games (wakes);
CREATE TABLE events (game VARCHAR(32), seq INTEGER, body BLOB NOT NULL, PRIMARY KEY (game, seq))
    WITHOUT ROWID;
CREATE TABLE holdings (guest VARCHAR(64), game VARCHAR(32), holder VARCHAR(32),
    PRIMARY KEY (guest, game, holder)) WITHOUT ROWID;
CREATE INDEX holdings_game ON holdings (game);
CREATE TABLE runs (id VARCHAR(32) PRIMARY KEY, start BIGINT NOT NULL, last BIGINT NOT NULL);
CREATE TABLE secrets (name VARCHAR(32) PRIMARY KEY, value BLOB NOT NULL);
INSERT INTO games VALUES ('g', 0, 0, 1, 7, x'7b7d'), ('h', 0, 1, 0, 5, x'7b7d');
INSERT INTO events VALUES ('g', 0, CAST('zero' AS BLOB));
INSERT INTO holdings VALUES ('ana', 'g', 'a'), ('ana', 'h', 'a');
"""


def test_a_long_list_costs_what_a_short_one_does(tmp_path: Path) -> None:
    """Counted in steps of SQLite's machine, which no other work on this machine changes."""
    asyncio.run(SqliteStore(tmp_path / "games.db").close())

    def steps(games: int) -> int:
        count = 0
        guest = f"guest of {games}"
        with closing(sqlite3.connect(tmp_path / "games.db")) as db:
            rows = range(games)
            db.executemany(
                "INSERT INTO games VALUES (?, 0, 0, ?, ?, x'', NULL, NULL)",
                [(f"{games}-{n}", n % 9 > 0, n) for n in rows],
            )
            db.executemany(
                "INSERT INTO holdings VALUES (?, ?, 'a', ?, ?, 0)",
                [(guest, f"{games}-{n}", n % 9 > 0, n) for n in rows],
            )
            db.commit()

        class Counting(SqliteStore):
            def connect(self) -> sqlite3.Connection:
                db = super().connect()

                def step() -> None:
                    nonlocal count
                    count += 1

                db.set_progress_handler(step, 10)
                return db

        async def read() -> None:
            store = Counting(tmp_path / "games.db")
            found = await store.games_of(guest, 25, over=True)
            assert len(found) == 25
            await store.close()

        asyncio.run(read())
        return count

    assert steps(5000) < 2 * steps(50)


# --- what fails ---------------------------------------------------------------------------


def test_a_write_that_fails_fails_alone(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "games.db")
        odd = LINE._replace(updated=1 << 70)  # no number of SQLite's
        lines = {str(n): odd if n == 20 else LINE for n in range(40)}  # many in one transaction
        async with asyncio.timeout(PATIENCE):  # nothing ends the thread that writes
            found = await asyncio.gather(
                *(store.append(game, 0, b"{}", line) for game, line in lines.items()),
                return_exceptions=True,
            )
        assert [n for n, error in enumerate(found) if isinstance(error, StoreError)] == [20]
        assert [len(await store.events(game)) for game in ("19", "20", "21")] == [1, 0, 1]
        await store.close()

    asyncio.run(test())


def test_a_store_that_failed_to_read_is_opened_anew(tmp_path: Path) -> None:
    opened: list[sqlite3.Connection] = []

    class Watched(SqliteStore):
        def connect(self) -> sqlite3.Connection:
            opened.append(super().connect())
            return opened[-1]

    async def test() -> None:
        store = Watched(tmp_path / "games.db")
        assert await store.events("g") == []
        opened[-1].close()
        with pytest.raises(StoreError):
            await store.events("g")
        assert await store.events("g") == []
        await store.close()

    asyncio.run(test())
