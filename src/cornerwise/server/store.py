"""The store: where games live for good.

A game is an append-only list of events with key (game, seq); an append succeeds only as last + 1,
and appending the same bytes again is no error, so a caller that lost the answer may ask again.
`Store` is the port; `SqliteStore` the embedded adapter.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from cornerwise.errors import CornerwiseError

_VERSIONS = Path(__file__).parent / "migrations" / "versions"


class StoreError(CornerwiseError):
    """The store cannot be opened or used; the message says why."""


class Conflict(Exception):
    """Somebody else appended first; `last` is the newest seq, -1 if there is no such game."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the newest event is {last}")
        self.last = last


class Holding(NamedTuple):
    """In a game, a guest may act as a holder of seats."""

    guest: str
    holder: str


class Line(NamedTuple):
    """What lists and restarts need to know of a game without reading its events."""

    wakes: bool
    over: bool
    updated: int
    summary: bytes


class Store(Protocol):
    """Where games live for good. Any driver error means: outcome unknown, read again."""

    async def append(
        self, game: str, seq: int, body: bytes, line: Line, holdings: Sequence[Holding] = ()
    ) -> None:
        """Add an event (seq 0 makes the game). Raises Conflict unless seq is last + 1."""

    async def events(self, game: str, since: int = -1) -> list[bytes]:
        """The events after `since`, oldest first; none if there is no such game."""

    async def hold(self, game: str, holding: Holding) -> None:
        """Let a guest act as a holder."""

    async def holdings(self, game: str) -> list[Holding]:
        """Who may act as whom in a game."""

    async def games_of(self, guest: str, limit: int) -> list[tuple[bytes, list[str]]]:
        """Summaries of a guest's games and as whom it acts: unfinished first, then newest."""

    async def waking(self) -> list[str]:
        """The games that go on by themselves: a clock runs or a computer is on turn."""

    async def secret(self, name: str) -> bytes:
        """32 random bytes that are the same for ever and for every process."""

    async def beat(self, run: str, start: int, now: int) -> None:
        """Note that the process `run`, which started then, is still running."""

    async def runs(self) -> list[tuple[int, int]]:
        """When processes ran: from, to."""

    async def close(self) -> None: ...


class SqliteStore:
    """One file, one thread that writes and one that reads.

    The writer takes whatever waits, writes it in one transaction and answers after the commit
    (WAL, synchronous=FULL: the answer means it is on the disk). Plain SQL here, and SQLAlchemy
    and Alembic only where the schema is not up to date: to import them takes longer than the rest
    of a start, and after a crash everybody waits for that.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _prepare(path)
            self._db = _connect(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"the games in {path} cannot be opened: {error}") from None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()
        self._reader = ThreadPoolExecutor(1, "reader")

    async def append(
        self, game: str, seq: int, body: bytes, line: Line, holdings: Sequence[Holding] = ()
    ) -> None:
        await self._later(lambda db: _append(db, _Event(game, seq, body), line, holdings))

    async def hold(self, game: str, holding: Holding) -> None:
        await self._later(lambda db: _hold(db, game, [holding]))

    async def beat(self, run: str, start: int, now: int) -> None:
        await self._later(
            lambda db: db.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?)", (run, start, now))
        )

    async def secret(self, name: str) -> bytes:
        query = "SELECT value FROM secrets WHERE name = ?"
        if not (found := await self._read(query, name)):
            value = secrets.token_bytes(32)
            await self._later(
                lambda db: db.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, value))
            )
            found = await self._read(query, name)  # another process may have been faster
        return bytes(found[0][0])

    async def events(self, game: str, since: int = -1) -> list[bytes]:
        query = "SELECT body FROM events WHERE game = ? AND seq > ? ORDER BY seq"
        return [row[0] for row in await self._read(query, game, since)]

    async def holdings(self, game: str) -> list[Holding]:
        query = "SELECT guest, holder FROM holdings WHERE game = ?"
        return [Holding(*row) for row in await self._read(query, game)]

    async def games_of(self, guest: str, limit: int) -> list[tuple[bytes, list[str]]]:
        query = """
            SELECT id, summary, holder FROM games JOIN holdings ON game = id
            WHERE guest = ? ORDER BY over, updated DESC, id LIMIT ?
        """
        found: dict[str, tuple[bytes, list[str]]] = {}
        for game, summary, holder in await self._read(query, guest, limit):
            found.setdefault(game, (summary, []))[1].append(holder)
        return list(found.values())

    async def waking(self) -> list[str]:
        return [row[0] for row in await self._read("SELECT id FROM games WHERE wakes = 1")]

    async def runs(self) -> list[tuple[int, int]]:
        return await self._read("SELECT start, last FROM runs ORDER BY start")

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reader.shutdown)
        self._db.close()

    async def _read(self, query: str, *values: object) -> list[Any]:
        def fetch() -> list[Any]:
            return self._db.execute(query, values).fetchall()

        return await asyncio.get_running_loop().run_in_executor(self._reader, fetch)

    # --- the writer thread -------------------------------------------------------------------

    async def _later(self, work: Callable[[sqlite3.Connection], object]) -> None:
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        await job.done

    def _write(self) -> None:
        db = _connect(self._path)
        db.execute("PRAGMA synchronous=FULL")
        going = True
        while going:
            jobs = [self._jobs.get()]
            while len(jobs) < 512 and not self._jobs.empty():
                jobs.append(self._jobs.get())
            going = None not in jobs
            _commit(db, [job for job in jobs if job is not None])
        db.close()


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that one thread uses at a time."""
    return sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)


def _prepare(path: Path) -> None:
    """Bring a database, new or old, to the newest schema."""
    with contextlib.closing(_connect(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        found = _version(db)
    newest = max(file.stem.partition("_")[0] for file in _VERSIONS.glob("[0-9]*.py"))
    if found > newest:
        raise StoreError(f"the games in {path} were written by a newer Cornerwise")
    if found < newest:
        from cornerwise.server import schema

        schema.migrate(path)


def _version(db: sqlite3.Connection) -> str:
    """The number of the newest migration that the database has seen, nothing if it is new."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return ""
    row = db.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


class _Job(NamedTuple):
    """Something to write, and whom to tell when it is on the disk."""

    work: Callable[[sqlite3.Connection], object]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]

    def answer(self, error: Exception | None) -> None:
        if self.done.done():  # nobody waits any more
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def _commit(db: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Do all jobs in one transaction, then answer each."""
    answers: list[tuple[_Job, Exception | None]] = []
    try:
        db.execute("BEGIN IMMEDIATE")
        for job in jobs:
            try:
                job.work(db)
            except Conflict as error:
                answers.append((job, error))
            else:
                answers.append((job, None))
        db.execute("COMMIT")
    except sqlite3.Error as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        failure = StoreError(f"the store could not write: {error}")
        answers = [(job, failure) for job in jobs]
    for loop in {job.loop for job in jobs}:
        mine = [answer for answer in answers if answer[0].loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, mine)


def _answer(answers: list[tuple[_Job, Exception | None]]) -> None:
    for job, error in answers:
        job.answer(error)


class _Event(NamedTuple):
    """A row of the events."""

    game: str
    seq: int
    body: bytes


def _append(db: sqlite3.Connection, event: _Event, line: Line, holdings: Sequence[Holding]) -> None:
    """Check, then write: nothing is written for a refused append."""
    game, seq, body = event
    row = db.execute("SELECT last FROM games WHERE id = ?", (game,)).fetchone()
    last = -1 if row is None else row[0]
    if seq != last + 1:
        same = db.execute("SELECT body FROM events WHERE game = ? AND seq = ?", (game, seq))
        if same.fetchone() == (body,):
            return
        raise Conflict(last)
    db.execute(
        "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?)",
        (game, seq, line.wakes, line.over, line.updated, line.summary),
    )
    db.execute("INSERT INTO events VALUES (?, ?, ?)", event)
    _hold(db, game, holdings)


def _hold(db: sqlite3.Connection, game: str, holdings: Sequence[Holding]) -> None:
    db.executemany(
        "INSERT OR IGNORE INTO holdings VALUES (?, ?, ?)",
        [(holding.guest, game, holding.holder) for holding in holdings],
    )
