"""The SQL of the embedded store: what is done in its one writing transaction, and its questions."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import NamedTuple

from cornerwise.server.storage.database import Change, Row
from cornerwise.server.storage.store import (
    READ,
    Attendance,
    Conflict,
    EarlyMove,
    Ending,
    Holding,
    Lease,
    ListLine,
    ReviewKey,
    ReviewWish,
)

# --- questions ------------------------------------------------------------------------------

LISTED = """
    WITH page AS (
        SELECT DISTINCT updated, game FROM holdings
        WHERE guest = ? AND over = ? AND updated <= ? AND (updated < ? OR game > ?) AND hidden = 0
        ORDER BY updated DESC, game LIMIT ?
    )
    SELECT page.game, page.updated, summary, holder FROM page
    JOIN games ON games.id = page.game
    JOIN holdings ON holdings.game = page.game AND holdings.guest = ?
    ORDER BY page.updated DESC, page.game
"""
NEWEST = """
    SELECT max(coalesce((SELECT max(last) FROM runs), 0),
               coalesce((SELECT max(turn_at) FROM games WHERE deadline IS NOT NULL), 0))
"""
WAKING = """
    SELECT id FROM games WHERE wakes = 1 AND NOT EXISTS (
        SELECT 1 FROM leases JOIN runs ON runs.id = leases.run
        WHERE leases.game = games.id AND purpose = 'think' AND runs.last > ?
    )
"""
ENDINGS = """
    SELECT game, seq FROM endings WHERE NOT EXISTS (
        SELECT 1 FROM leases JOIN runs ON runs.id = leases.run
        WHERE leases.game = endings.game AND purpose = 'tell' AND runs.last > ?
    )
"""
WISH = "SELECT game, seq, fingerprint, owner, asked, parts FROM reviews"
UNREVIEWED = f"{WISH} WHERE made < parts ORDER BY asked, game"
UNREVIEWED_LEFT = f"""
    {WISH} WHERE made < parts AND NOT EXISTS (
        SELECT 1 FROM leases JOIN runs ON runs.id = leases.run
        WHERE leases.game = reviews.game AND purpose = 'review' AND runs.last > ?
    ) ORDER BY asked, game
"""
ATTENDANCE = """
    SELECT game, guest, run, connections, seen, until, coalesce(runs.last, 0) FROM attendance
    LEFT JOIN runs ON runs.id = attendance.run WHERE game = ?
"""

OPENING = """
    SELECT move, count(*), sum(won >= 1), sum(won > 0 AND won < 1) FROM openings
    WHERE variant = ? AND position = ? GROUP BY move ORDER BY count(*) DESC, move
"""
OPENINGS_MISSING = """
    SELECT id FROM games WHERE over = 1
    AND NOT EXISTS (SELECT 1 FROM openings WHERE game = games.id) LIMIT ?
"""

# --- games ----------------------------------------------------------------------------------

_LINE = """
    INSERT INTO games (id, last, wakes, over, updated, summary, turn_at, deadline)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        last = excluded.last, wakes = excluded.wakes, over = excluded.over,
        updated = excluded.updated, summary = excluded.summary,
        turn_at = excluded.turn_at, deadline = excluded.deadline
"""


class Event(NamedTuple):
    """A row of the events."""

    game: str
    seq: int
    body: bytes


def append(
    db: sqlite3.Connection, event: Event, line: ListLine, holdings: Sequence[Holding]
) -> None:
    """Check, then write: nothing is written for a refused append."""
    game, seq, body = event
    row = db.execute("SELECT last, over FROM games WHERE id = ?", (game,)).fetchone()
    last, over = (-1, line.over) if row is None else row
    if seq != last + 1:
        same = db.execute("SELECT body FROM events WHERE game = ? AND seq = ?", (game, seq))
        if same.fetchone() == (body,):
            return
        raise Conflict(last)
    put_line(db, game, seq, line)
    db.execute("INSERT INTO events VALUES (?, ?, ?)", event)
    if seq:
        db.execute(
            "UPDATE holdings SET over = ?, updated = ? WHERE game = ?",
            (line.over, line.updated, game),
        )
    if line.over and not over:
        db.execute("INSERT OR REPLACE INTO endings VALUES (?, ?)", (game, seq))
    elif over and not line.over:
        db.execute("DELETE FROM endings WHERE game = ?", (game,))
    hold(db, game, holdings)


def put_line(db: sqlite3.Connection, game: str, last: int, line: ListLine) -> None:
    """Write what is kept of a game besides its events."""
    values = (line.wakes, line.over, line.updated, line.summary, line.turn_at, line.deadline)
    db.execute(_LINE, (game, last, *values))


def settle(db: sqlite3.Connection, ending: Ending) -> None:
    db.execute("DELETE FROM endings WHERE game = ? AND seq = ?", ending)


def note_opening(db: sqlite3.Connection, game: str, moves: Sequence[EarlyMove]) -> None:
    """Replace what is noted of a game."""
    db.execute("DELETE FROM openings WHERE game = ?", (game,))
    rows = [(game, *row) for row in (READ, *moves)]
    db.executemany("INSERT INTO openings VALUES (?, ?, ?, ?, ?, ?)", rows)


# --- tables ---------------------------------------------------------------------------------


def change(db: sqlite3.Connection, changes: Sequence[Change]) -> list[list[Row]] | None:
    """Make changes, all or none. Others of the same transaction do not depend on them."""
    db.execute("SAVEPOINT change")
    made: list[list[Row]] = []
    for text, values, needed in changes:
        made.append(db.execute(text, dict(values)).fetchall())
        if needed and not made[-1]:
            db.execute("ROLLBACK TO change")
            db.execute("RELEASE change")
            return None
    db.execute("RELEASE change")
    return made


# --- who holds what -------------------------------------------------------------------------


def hold(db: sqlite3.Connection, game: str, holdings: Sequence[Holding]) -> None:
    db.executemany(
        "INSERT INTO holdings (guest, game, holder, over, updated)"
        " SELECT ?, id, ?, over, updated FROM games WHERE id = ?"
        " ON CONFLICT DO UPDATE SET hidden = 0",
        [(holding.guest, holding.holder, game) for holding in holdings],
    )


def rekey(db: sqlite3.Connection, game: str, holder: str, keep: Collection[str]) -> int:
    row = db.execute(
        "INSERT INTO seat_keys VALUES (?, ?, 1)"
        " ON CONFLICT (game, holder) DO UPDATE SET generation = generation + 1"
        " RETURNING generation",
        (game, holder),
    ).fetchall()[0]
    kept = ", ".join("?" * len(keep))
    db.execute(
        f"DELETE FROM holdings WHERE game = ? AND holder = ? AND guest NOT IN ({kept})",
        (game, holder, *keep),
    )
    return int(row[0])


# --- reviews --------------------------------------------------------------------------------

_KEY = "game = ? AND seq = ? AND fingerprint = ?"


def ask_review(db: sqlite3.Connection, wish: ReviewWish) -> bool:
    key = wish.key
    if db.execute(f"SELECT 1 FROM reviews WHERE {_KEY}", key).fetchone():
        return False
    for table in ("reviews", "review_parts"):
        db.execute(f"DELETE FROM {table} WHERE game = ?", (key.game,))
    db.execute(
        "INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?, 0)",
        (*key, wish.owner, wish.asked, wish.parts),
    )
    return True


def add_part(db: sqlite3.Connection, key: ReviewKey, part: int, body: bytes) -> None:
    added = db.execute(
        "INSERT OR IGNORE INTO review_parts"
        f" SELECT game, seq, fingerprint, ?, ? FROM reviews WHERE {_KEY}",
        (part, body, *key),
    )
    db.execute(f"UPDATE reviews SET made = made + ? WHERE {_KEY}", (added.rowcount, *key))


def drop_review(db: sqlite3.Connection, key: ReviewKey) -> None:
    for table in ("reviews", "review_parts"):
        db.execute(f"DELETE FROM {table} WHERE {_KEY}", key)


# --- processes that share the store ---------------------------------------------------------


def take(db: sqlite3.Connection, lease: Lease, alive: int) -> bool:
    found = db.execute(
        "INSERT INTO leases VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET run = excluded.run"
        " WHERE run = excluded.run"
        " OR NOT EXISTS (SELECT 1 FROM runs WHERE id = leases.run AND last > ?)",
        (*lease, alive),
    )
    return found.rowcount > 0


def give_up(db: sqlite3.Connection, leases: Sequence[Lease]) -> None:
    db.executemany("DELETE FROM leases WHERE game = ? AND purpose = ? AND run = ?", leases)


def attend(db: sqlite3.Connection, rows: Sequence[Attendance]) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO attendance VALUES (?, ?, ?, ?, ?, ?)", [row[:6] for row in rows]
    )


def depart(db: sqlite3.Connection, run: str, now: int) -> None:
    db.execute("DELETE FROM leases WHERE run = ?", (run,))
    db.execute(
        "UPDATE attendance SET connections = 0, seen = ?, until = ?"
        " WHERE run = ? AND connections > 0",
        (now, now, run),
    )


_PRUNE = """
    DELETE FROM runs WHERE last < min(
        ?,
        coalesce((SELECT min(turn_at) FROM games WHERE deadline IS NOT NULL), 1 << 62),
        coalesce((SELECT min(updated) FROM games WHERE wakes = 1), 1 << 62),
        (SELECT max(last) FROM runs)
    )
"""


def prune(db: sqlite3.Connection, before: int) -> None:
    db.execute(_PRUNE, (before,))
    db.execute("DELETE FROM leases WHERE run NOT IN (SELECT id FROM runs)")
    db.execute(
        "DELETE FROM attendance WHERE seen < ?"
        " AND (connections = 0 OR run NOT IN (SELECT id FROM runs))",
        (before,),
    )
