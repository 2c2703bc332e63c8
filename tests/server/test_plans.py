"""No question reads a big table whole: every statement of the server is explained by both stores.

The statements are found in the source, so that a new one is asked about, too. What reads a table
from one end to the other stands below with its reason.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from cornerwise.server.storage.database import numbered
from cornerwise.server.storage.sqlite import SqliteStore
from tests.server import services
from tests.server.plans import Statement, scans_of_postgres, scans_of_sqlite, statements

SMALL = {
    "runs": "a row for each process of the last month",
    "leases": "what processes do just now",
    "endings": "what nobody was told of yet",
    "seeks": "who waits just now",
    "challenges": "of the last minutes",
    "listings": "games of the last day that everybody may find, and those in play",
    "audit": "what moderators did",
    "alembic_version": "one row",
    "sqlite_master": "the tables",
    "page": "so many rows as were asked for",
}
"""Tables that may be read whole."""

ALLOWED = {
    "DELETE FROM sessions WHERE seen": "once a day",
    "DELETE FROM tickets WHERE until": "once a day",
    "DELETE FROM chat WHERE at": "once a day",
    "DELETE FROM attendance WHERE seen": "once a day",
    "SELECT DISTINCT pool FROM results": "for a dump, or a command of the operator",
    "SELECT id FROM games WHERE over = 1 AND NOT EXISTS": "once a start, in the background",
    "SELECT id FROM games WHERE over = 1 AND id >": "once a start, in the background",
    "SELECT game, MAX(id) FROM (SELECT game, id FROM chat ORDER BY id DESC LIMIT": "no more",
    "SELECT move, count(*)": "by its position, in an index that has all it needs",
}
"""How statements begin that may read a big table whole, and why."""

TABLES = ("reviews", "review_parts")
FILLINGS = {
    ("accounts", "which"): ("id = :id", "folded = :folded AND state <> 'deleted'"),
    ("accounts", "column"): ("country",),
    ("passkeys", "which"): ("account = :account AND substr(id, 1, 8) = :handle",),
    ("people", "which"): (
        "id = :session",
        "account = :account",
        "account = :account AND id <> :keep",
        "account = :account AND substr(id, 1, 8) = :handle",
    ),
    ("tickets", "which"): ("purpose = 'invitation' AND uses > 0 AND until > :now",),
    ("statements", "table"): TABLES,
    ("statements", "kept"): ("?, ?",),
    ("postgres", "table"): TABLES,
    ("postgres", "rest"): ("game = $1 AND holder = $2 AND guest <> ALL($3::text[])",),
    ("postgres", "others"): ("game = $1 AND (seq, fingerprint) <> ($2, $3)",),
    ("postgres", "gone"): ("run NOT IN (SELECT id FROM runs)",),
    ("postgres", "old"): ("seen < $1 AND (connections = 0 OR run NOT IN (SELECT id FROM runs))",),
    ("postgres", "left"): ("SET connections = 0, seen = $2, until = $2",),
    ("postgres", "here"): ("WHERE run = $1 AND connections > 0",),
    ("sqlite", "where"): ("WHERE game = ? AND seq = ? AND fingerprint = ?",),
    ("sqlite", "marks"): ("?, ?",),
}
"""What can stand in the gaps of statements: as in the source."""

ELSEWHERE = {
    "backup": "a command of the operator, which reads everything",
    "moving": "a command of the operator, which reads everything",
    "belongings": "its changes are asked for, and stand in the list",
    "dossier": "one of what `belongings` names, by the same column",
}
"""Modules whose texts with gaps are not taken from the source."""

GAMES = """
    INSERT INTO games (id, last, wakes, over, updated, summary)
    SELECT number::text, 1, 0, 1, number, '' FROM generate_series(1, 5000) AS number
"""
"""PostgreSQL has to know that there are more games than rows of small tables."""

BEGINNINGS = ("FROM reviews", "FROM accounts", "FROM reports")
"""How texts end that are only the beginning of statements."""


def known() -> list[Statement]:
    found = [s for s in statements(FILLINGS) if s.module not in ("backup", "moving")]
    found = [s for s in found if not s.text.strip().endswith(BEGINNINGS)]
    return [s for s in found if "⟨" not in s.text or s.module not in ELSEWHERE]


def allowed(statement: Statement, table: str) -> bool:
    text = " ".join(statement.text.split())
    return table in SMALL or any(text.startswith(beginning) for beginning in ALLOWED)


def for_sqlite() -> list[Statement]:
    return [s for s in known() if not s.module.startswith("postgres")]


def for_postgres() -> list[Statement]:
    own = ("sqlite", "statements", "schema")
    return [s for s in known() if s.module not in own and "{line}" not in s.text]


def test_there_are_statements_and_no_gap_is_left() -> None:
    assert len(for_sqlite()) > 150
    assert len(for_postgres()) > 150
    for statement in known():
        assert "⟨" not in statement.text, f"say in FILLINGS what can stand in {statement.brief}"


def test_sqlite_reads_no_big_table_whole(tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "games.db").close())
    with closing(sqlite3.connect(tmp_path / "games.db")) as db:
        wrong = [
            f"{scan.how}: {statement.brief}"
            for statement in for_sqlite()
            for scan in scans_of_sqlite(db, statement.text)
            if not allowed(statement, scan.table)
        ]
    assert not wrong, "\n".join(wrong)


def test_postgres_reads_no_big_table_whole() -> None:
    url = services.postgres().database()

    async def explained() -> list[str]:
        db = await asyncpg.connect(url)
        try:
            return await _explained(db)
        finally:
            await db.close()

    async def _explained(db: asyncpg.Connection) -> list[str]:
        for what in ("enable_seqscan", "enable_mergejoin", "enable_hashjoin"):
            await db.execute(f"SET {what} = off")  # only if there is no other way
        await db.execute(GAMES)
        await db.execute("ANALYZE games")
        await db.execute("SET plan_cache_mode = force_generic_plan")
        rows = await db.fetch("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '% WHERE %'")
        partial, wrong = {row[0] for row in rows}, []
        for number, statement in enumerate(for_postgres()):
            text, _ = numbered(statement.text)
            name = f"plan{number}"
            await db.execute(f"PREPARE {name} AS {text}")
            query = (
                "SELECT cardinality(parameter_types) FROM pg_prepared_statements WHERE name = $1"
            )
            count = await db.fetchval(query, name)
            given = f"({', '.join(['NULL'] * count)})" if count else ""
            plan = await db.fetchval(f"EXPLAIN (FORMAT JSON) EXECUTE {name}{given}")
            for scan in scans_of_postgres(plan, partial):
                if not allowed(statement, scan.table):
                    wrong.append(f"{scan.how} of {scan.table}: {statement.brief}")
        return wrong

    wrong = asyncio.run(explained())
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "text", ["SELECT id FROM accounts WHERE about = :x", "SELECT body FROM events ORDER BY body"]
)
def test_one_that_does_is_found(text: str, tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "games.db").close())
    with closing(sqlite3.connect(tmp_path / "games.db")) as db:
        assert scans_of_sqlite(db, text)
