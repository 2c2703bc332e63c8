"""Copies of all games: taken while the server runs, brought back, or saved from a damaged file."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import string
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from cornerwise.server.base import messages as m
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.lists import line_of
from cornerwise.server.storage.folder import Lock, prepare
from cornerwise.server.storage.migrations import newest_version
from cornerwise.server.storage.sqlite import bring_up_to_date, damages, version_of
from cornerwise.server.storage.statements import put_line
from cornerwise.server.storage.store import StoreError

_KEYS = sorted(string.ascii_letters + string.digits + "-_")
"""What ids are made of, in the order of the index."""


_NOT_COPIED = {"games", "events", "endings", "leases", "attendance", "alembic_version"}
"""Tables that are made anew, or of no use to another server. All others are saved as they are."""


class Saved(NamedTuple):
    """What came out of a damaged file: whole games, and games of which something is missing."""

    whole: int
    cut: int
    lost: int


def backup(file: Path, copy: Path, *, force: bool = False) -> int:
    """Copy the games as they are at one moment; the server may run on. The number of games."""
    _refuse_to_replace(copy, force)
    with _part(copy) as part:
        with _opened(file) as source, contextlib.closing(sqlite3.connect(part)) as target:
            source.backup(target)  # in one step: a snapshot, which holds up no writer
            target.execute("PRAGMA journal_mode=DELETE")  # one file, and nothing beside it
        return _checked(part)


def restore(copy: Path, file: Path, *, force: bool = False) -> tuple[int, Path | None]:
    """Put a copy in the place of the games; gives their number and where the old ones are now."""
    prepare(file) if file.exists() else file.parent.mkdir(0o700, parents=True, exist_ok=True)
    lock = Lock(file)
    try:
        has_games = file.exists() and file.stat().st_size > 0
        if has_games and not force:
            raise StoreError(f"there are games in {file} already; --force puts them aside")
        with _part(file) as part:
            with _opened(copy) as source, contextlib.closing(sqlite3.connect(part)) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")
            games = _checked(part)
            aside = _put_aside(file) if has_games else None
        return games, aside
    finally:
        lock.release()


def _put_aside(file: Path) -> Path:
    """Move the games out of the way, with what SQLite keeps beside them."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = file.with_name(f"{file.name}.{stamp}")
    for end in ("-wal", "-shm", ""):
        part = file.with_name(file.name + end)
        if part.exists():
            part.rename(file.with_name(aside.name + end))
    return aside


def _refuse_to_replace(path: Path, force: bool) -> None:
    if path.exists() and not force:
        raise StoreError(f"{path} exists already; --force replaces it")


@contextlib.contextmanager
def _part(path: Path) -> Iterator[Path]:
    """A file that becomes `path` when all went well; nobody else may read it."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(path)
    except sqlite3.Error as error:
        raise StoreError(f"{path} could not be written: {error}") from None
    finally:
        part.unlink(missing_ok=True)


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A file of games, to read."""
    if not file.is_file():
        raise StoreError(f"there are no games in {file}")
    try:
        with contextlib.closing(
            sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
        ) as db:
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            yield db
    except sqlite3.Error as error:
        raise StoreError(f"{file} cannot be read: {error}") from None


def _checked(file: Path) -> int:
    """Look whether a copy is whole and ours; the number of games in it."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        if found := damages(db, thorough=True):
            raise StoreError(f"the copy is damaged ({found[0]}): see --salvage")
        version = version_of(db)
        if not version:
            raise StoreError("these are not the games of a Cornerwise server")
        if version > newest_version():
            raise StoreError("these games were written by a newer Cornerwise")
        return int(db.execute("SELECT count(*) FROM games").fetchone()[0])


# --- what can still be read -----------------------------------------------------------------


def salvage(file: Path, copy: Path, *, force: bool = False) -> Saved:
    """Save from a damaged file what can be read of it, game by game."""
    _refuse_to_replace(copy, force)
    whole = cut = lost = 0
    with _part(copy) as part, _opened(file) as source:
        bring_up_to_date(part)
        with contextlib.closing(sqlite3.connect(part)) as target:
            for game in sorted(_games(source)):
                bodies, all_there = _events(source, game)
                contest, used = _replayed(game, bodies)
                if contest is None:
                    lost += 1
                    continue
                target.executemany(
                    "INSERT INTO events VALUES (?, ?, ?)",
                    [(game, seq, body) for seq, body in enumerate(bodies[:used])],
                )
                put_line(target, game, used - 1, line_of(contest))
                whole, cut = (
                    (whole + 1, cut) if all_there and used == len(bodies) else (whole, cut + 1)
                )
            _copy_rest(source, target)
            target.commit()
            target.execute("PRAGMA journal_mode=DELETE")
    return Saved(whole, cut, lost)


def _games(db: sqlite3.Connection) -> set[str]:
    """Every game that some table or index still names."""
    found: set[str] = set()
    for table, column in (("games", "id"), ("events", "game"), ("holdings", "game")):
        for low, high in _ranges():
            for order in ("", "DESC"):  # up to the damage from either side
                query = (
                    f"SELECT DISTINCT {column} FROM {table} WHERE {column} >= ? AND {column} < ?"
                    f" ORDER BY {column} {order}"
                )
                found.update(str(row[0]) for row in _readable(db, query, (low, high)))
    return found


def _ranges() -> Iterator[tuple[str, str]]:
    """All ids, in small parts: damage in one of them hides no other."""
    for first in _KEYS:
        for second in _KEYS:
            yield first + second, first + chr(ord(second) + 1)


def _readable(
    db: sqlite3.Connection, query: str, values: Iterable[object]
) -> Iterator[tuple[object, ...]]:
    """The rows until one cannot be read."""
    with contextlib.suppress(sqlite3.Error):
        yield from db.execute(query, tuple(values))


def _events(db: sqlite3.Connection, game: str) -> tuple[list[bytes], bool]:
    """The events of a game from the first on without a gap, and whether these are all."""
    bodies: list[bytes] = []
    query = "SELECT seq, body FROM events WHERE game = ? ORDER BY seq"
    for seq, body in _readable(db, query, (game,)):
        if seq != len(bodies) or not isinstance(body, bytes):
            break
        bodies.append(body)
    last = list(_readable(db, "SELECT last FROM games WHERE id = ?", (game,)))
    return bodies, bool(last) and last[0][0] == len(bodies) - 1


def _replayed(game: str, bodies: list[bytes]) -> tuple[Contest | None, int]:
    """A game as far as its events make sense, and how many of them do."""
    contest, used = None, 0
    with contextlib.suppress(Exception):  # whatever is wrong: what came before is saved
        for body in bodies:
            event = m.read_event(body)
            if contest is None:
                assert isinstance(event, m.Created)
                contest = Contest(game, event)
            else:
                contest = contest.after(event)
            used += 1
    return contest, used


def _copy_rest(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Accounts, seats, keys, times and all else, as far as they can be read."""
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (table,) in target.execute(tables).fetchall():
        if table in _NOT_COPIED:
            continue
        columns = target.execute(f"PRAGMA table_info({table})").fetchall()
        key = [row[1] for row in columns if row[5]] or ["rowid"]
        known = {row[1] for row in _readable(source, f"PRAGMA table_info({table})", ())}
        names = [str(row[1]) for row in columns if row[1] in known]
        listed = ", ".join(names)
        for order in ("", "DESC") if names else ():  # up to the damage from either side
            sorting = ", ".join(f"{column} {order}" for column in key)
            rows = _readable(source, f"SELECT {listed} FROM {table} ORDER BY {sorting}", ())
            marks = ", ".join("?" * len(names))
            target.executemany(f"INSERT OR IGNORE INTO {table} ({listed}) VALUES ({marks})", rows)
    target.execute(
        "UPDATE holdings SET (over, updated) ="
        " (SELECT over, updated FROM games WHERE id = holdings.game)"
        " WHERE game IN (SELECT id FROM games)"
    )
