"""The embedded store: one SQLite file."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cornerwise.server.storage import statements as sql
from cornerwise.server.storage.database import Change, Row, Values
from cornerwise.server.storage.folder import Lock, prepare
from cornerwise.server.storage.migrations import newest_version
from cornerwise.server.storage.store import (
    Alarm,
    Attendance,
    Conflict,
    EarlyMove,
    Ending,
    Entry,
    Holding,
    KeptStudy,
    Lease,
    ListLine,
    Place,
    Played,
    ReviewKey,
    ReviewWish,
    StoreError,
    Unreadable,
    in_parts,
)

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
WAY_OUT = "bring back a copy with `cornerwise restore`, or save what can be read with `cornerwise backup --salvage`"  # noqa: E501


class SqliteStore:
    """One file, one thread that writes and one that reads.

    The writer takes whatever waits, writes it in one transaction and answers after the commit
    (WAL, synchronous=FULL: the answer means it is on the disk). Plain SQL here, and SQLAlchemy
    and Alembic only where the schema is not up to date: to import them takes longer than the rest
    of a start, and after a crash everybody waits for that.

    shared  whether several servers of this process use it; other processes cannot
    beside  whether a server may use the file at the same time: then only for tables that it does
            not keep in memory, such as those of accounts
    """

    def __init__(self, path: Path, *, shared: bool = False, beside: bool = False) -> None:
        self._path, self.shared = path, shared
        self._lock: Lock | None = None
        if beside:
            _must_be_up_to_date(path)
        else:
            self._open()
        self._reading: sqlite3.Connection | None = None
        self._writing: sqlite3.Connection | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()
        self._reader = ThreadPoolExecutor(1, "reader")

    def _open(self) -> None:
        """Have the file for this process alone, at the newest schema."""
        path = self._path
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = Lock(path)
            prepare(path)
        except OSError as error:
            raise StoreError(f"the games in {path} cannot be opened: {error}") from None
        try:
            bring_up_to_date(path)
        except BaseException:
            self._lock.release()
            raise

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return self._jobs.qsize()

    def connect(self) -> sqlite3.Connection:
        """A connection that one thread uses at a time."""
        return _connect(self._path)

    # --- writing -----------------------------------------------------------------------------

    async def append(
        self, game: str, seq: int, body: bytes, line: ListLine, holdings: Sequence[Holding] = ()
    ) -> None:
        await self._later(lambda db: sql.append(db, sql.Event(game, seq, body), line, holdings))

    async def hold(self, game: str, holding: Holding) -> None:
        await self._later(lambda db: sql.hold(db, game, [holding]))

    async def hide(self, game: str, guest: str, hidden: bool = True) -> None:
        query = "UPDATE holdings SET hidden = ? WHERE game = ? AND guest = ?"
        await self._later(lambda db: db.execute(query, (hidden, game, guest)))

    async def rekey(self, game: str, holder: str, keep: Collection[str]) -> int:
        return int(await self._later(lambda db: sql.rekey(db, game, holder, keep)))

    async def beat(self, run: str, start: int, now: int) -> None:
        await self._later(
            lambda db: db.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?)", (run, start, now))
        )

    async def prune(self, before: int) -> None:
        await self._later(lambda db: sql.prune(db, before))

    async def settle(self, ending: Ending) -> None:
        await self._later(lambda db: sql.settle(db, ending))

    async def ask_review(self, wish: ReviewWish) -> bool:
        return bool(await self._later(lambda db: sql.ask_review(db, wish)))

    async def add_part(self, key: ReviewKey, part: int, body: bytes) -> None:
        await self._later(lambda db: sql.add_part(db, key, part, body))

    async def drop_review(self, key: ReviewKey) -> None:
        await self._later(lambda db: sql.drop_review(db, key))

    async def note_opening(self, game: str, moves: Sequence[EarlyMove]) -> None:
        await self._later(lambda db: sql.note_opening(db, game, moves))

    async def keep_study(self, study: KeptStudy) -> None:
        await self._later(lambda db: db.execute("INSERT INTO studies VALUES (?, ?, ?, ?)", study))

    async def take(self, lease: Lease, alive: int) -> bool:
        return bool(await self._later(lambda db: sql.take(db, lease, alive)))

    async def give_up(self, leases: Sequence[Lease]) -> None:
        await self._later(lambda db: sql.give_up(db, leases))

    async def attend(self, rows: Sequence[Attendance]) -> None:
        await self._later(lambda db: sql.attend(db, rows))

    async def depart(self, run: str, now: int) -> None:
        await self._later(lambda db: sql.depart(db, run, now))

    async def secret(self, name: str) -> bytes:
        query = "SELECT value FROM secrets WHERE name = ?"
        if not (found := await self._read(query, name)):
            value = secrets.token_bytes(32)
            await self._later(
                lambda db: db.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, value))
            )
            found = await self._read(query, name)  # another process may have been faster
        return bytes(found[0][0])

    async def change(self, *changes: Change) -> list[list[Row]] | None:
        made: list[list[Row]] | None = await self._later(lambda db: sql.change(db, changes))
        return made

    # --- reading -----------------------------------------------------------------------------

    async def ask(self, text: str, **values: object) -> list[Row]:
        return await self._fetched(text, values)

    async def events(self, game: str, since: int = -1, limit: int = -1) -> list[bytes]:
        query = "SELECT body FROM events WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?"
        return [row[0] for row in await self._read(query, game, since, limit)]

    async def holdings(self, game: str) -> list[Holding]:
        query = "SELECT guest, holder FROM holdings WHERE game = ?"
        return [Holding(*row) for row in await self._read(query, game)]

    async def generations(self, game: str) -> dict[str, int]:
        query = "SELECT holder, generation FROM seat_keys WHERE game = ?"
        return dict(await self._read(query, game))

    async def games_of(
        self, guest: str, limit: int, after: Place | None = None, over: bool | None = None
    ) -> list[Entry]:
        return await in_parts(partial(self._listed, guest), limit, after, over)

    async def _listed(self, guest: str, over: bool, limit: int, after: Place | None) -> list[Entry]:
        """One part of a guest's list, in the order of an index."""
        rows = await self._read(
            sql.LISTED, guest, over,
            after.updated if after else 1 << 62, after.updated if after else 1 << 62,
            after.game if after else "", limit, guest,
        )  # fmt: skip
        found: dict[str, Entry] = {}
        for game, updated, summary, holder in rows:
            entry = Entry(Place(over, updated, game), bytes(summary), [])
            found.setdefault(game, entry).holders.append(holder)
        return list(found.values())

    async def waking(self, alive: int) -> list[str]:
        return [row[0] for row in await self._read(sql.WAKING, alive)]

    async def endings(self, alive: int) -> list[Ending]:
        return [Ending(*row) for row in await self._read(sql.ENDINGS, alive)]

    async def review(self, key: ReviewKey, since: int = 0) -> tuple[ReviewWish, list[bytes]] | None:
        where = "WHERE game = ? AND seq = ? AND fingerprint = ?"
        wishes = await self._read(f"{sql.WISH} {where}", *key)
        if not wishes:
            return None
        query = f"SELECT body FROM review_parts {where} AND part > ? ORDER BY part"
        parts = await self._read(query, *key, since)
        return _wish(wishes[0]), [bytes(part[0]) for part in parts]

    async def unreviewed(self, alive: int | None = None) -> list[ReviewWish]:
        query = (sql.UNREVIEWED,) if alive is None else (sql.UNREVIEWED_LEFT, alive)
        return [_wish(row) for row in await self._read(*query)]

    async def opening(self, variant: str, position: str) -> list[Played]:
        return [Played(*row) for row in await self._read(sql.OPENING, variant, position)]

    async def openings_missing(self, limit: int) -> list[str]:
        return [row[0] for row in await self._read(sql.OPENINGS_MISSING, limit)]

    async def study(self, study: str) -> bytes | None:
        rows = await self._read("SELECT body FROM studies WHERE id = ?", study)
        return bytes(rows[0][0]) if rows else None

    async def reached(self, games: Collection[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        wanted = list(games)
        for first in range(0, len(wanted), 500):
            some = wanted[first : first + 500]
            marks = ", ".join("?" * len(some))
            query = f"SELECT id, last FROM games WHERE id IN ({marks})"
            found.update(await self._read(query, *some))
        return found

    async def attendance(self, game: str) -> list[Attendance]:
        return [Attendance(*row) for row in await self._read(sql.ATTENDANCE, game)]

    async def alarms(self, until: int) -> list[Alarm]:
        query = "SELECT id, turn_at, deadline FROM games WHERE deadline <= ?"
        return [Alarm(*row) for row in await self._read(query, until)]

    async def runs(self) -> list[tuple[int, int]]:
        return await self._read("SELECT start, last FROM runs ORDER BY start")

    async def running(self, alive: int) -> dict[str, int]:
        return dict(await self._read("SELECT id, last FROM runs WHERE last > ?", alive))

    async def newest(self) -> int:
        return int((await self._read(sql.NEWEST))[0][0])

    async def check(self) -> list[str]:
        """Look at every page, in a thread and with a connection of its own: it may take long."""

        def look() -> list[str]:
            with contextlib.closing(self.connect()) as db:
                return damages(db)

        return await asyncio.to_thread(look)

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reader.shutdown)
        if self._reading is not None:
            self._reading.close()
        if self._lock is not None:
            self._lock.release()

    async def _read(self, query: str, *values: object) -> list[Any]:
        return await self._fetched(query, values)

    async def _fetched(self, query: str, values: Values | Sequence[object]) -> list[Any]:
        def fetch() -> list[Any]:
            try:
                if self._reading is None:
                    self._reading = self.connect()
                return self._reading.execute(query, values).fetchall()
            except sqlite3.Error as error:
                _close(self._reading)
                self._reading = None  # a new one may fare better
                raise _told("read", error) from None

        return await asyncio.get_running_loop().run_in_executor(self._reader, fetch)

    # --- the writer thread -------------------------------------------------------------------

    async def _later(self, work: Callable[[sqlite3.Connection], object]) -> Any:
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        return await job.done

    def _write(self) -> None:
        """Carry out what waits. Nothing that goes wrong ends this."""
        going = True
        while going:
            jobs = [self._jobs.get()]
            while len(jobs) < 512 and not self._jobs.empty():
                jobs.append(self._jobs.get())
            going = None not in jobs
            _answer_all(self._carry_out([job for job in jobs if job is not None]))
        _close(self._writing)

    def _carry_out(self, jobs: list[_Job]) -> list[_Outcome]:
        """Do all jobs in one transaction, or each by itself: one that fails fails alone."""
        outcomes = self._transact(jobs)
        if len(jobs) > 1 and any(isinstance(outcome.error, StoreError) for outcome in outcomes):
            outcomes = [outcome for job in jobs for outcome in self._transact([job])]
        return outcomes

    def _transact(self, jobs: list[_Job]) -> list[_Outcome]:
        outcomes: list[_Outcome] = []
        try:
            if self._writing is None:
                self._writing = self.connect()
                self._writing.execute("PRAGMA synchronous=FULL")
            self._writing.execute("BEGIN IMMEDIATE")
            for job in jobs:
                try:
                    outcomes.append(_Outcome(job, job.work(self._writing)))
                except Conflict as conflict:
                    outcomes.append(_Outcome(job, None, conflict))
            self._writing.execute("COMMIT")
        except Exception as error:  # whatever it is: the thread must go on
            _close(self._writing)  # which takes back what was begun
            self._writing = None
            return [_Outcome(job, None, _told("write", error)) for job in jobs]
        return outcomes


class _Job(NamedTuple):
    """Something to write, and whom to tell when it is on the disk."""

    work: Callable[[sqlite3.Connection], object]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class _Outcome(NamedTuple):
    """What became of a job."""

    job: _Job
    result: object
    error: Exception | None = None

    def tell(self) -> None:
        if self.job.done.done():  # nobody waits any more
            return
        if self.error is None:
            self.job.done.set_result(self.result)
        else:
            self.job.done.set_exception(self.error)


def _answer_all(outcomes: list[_Outcome]) -> None:
    """Tell those who wait, each event loop once."""

    def tell(mine: list[_Outcome]) -> None:
        for outcome in mine:
            outcome.tell()

    for loop in {outcome.job.loop for outcome in outcomes}:
        mine = [outcome for outcome in outcomes if outcome.job.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits
            loop.call_soon_threadsafe(tell, mine)


def _wish(row: tuple[Any, ...]) -> ReviewWish:
    return ReviewWish(ReviewKey(*row[:3]), *row[3:])


def _told(what: str, error: Exception) -> StoreError:
    """An error of the driver as ours."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    kind = Unreadable if code in _DAMAGED else StoreError
    return kind(f"the store could not {what}: {error}")


def _close(db: sqlite3.Connection | None) -> None:
    if db is not None:
        with contextlib.suppress(sqlite3.Error):
            db.close()


# --- opening --------------------------------------------------------------------------------


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=5, check_same_thread=False)


def bring_up_to_date(path: Path) -> None:
    """Bring a database, new or old, to the newest schema; StoreError says why it cannot be."""
    try:
        with contextlib.closing(_connect(path)) as db:
            db.execute("PRAGMA journal_mode=WAL")
            found = version_of(db)
        if found > newest_version():
            raise StoreError(f"the games in {path} were written by a newer Cornerwise")
        if found < newest_version():
            from cornerwise.server.storage import schema

            schema.migrate(path)
    except (OSError, sqlite3.Error) as error:
        damaged = isinstance(_told("read", error), Unreadable)
        hint = f"; {WAY_OUT}" if damaged else ""
        raise StoreError(f"the games in {path} cannot be opened: {error}{hint}") from None


def _must_be_up_to_date(path: Path) -> None:
    """Refuse a database that a server has yet to make, or to bring to this schema."""
    if not path.exists():
        raise StoreError(f"there are no games in {path.parent}: start the server there first")
    try:
        with contextlib.closing(_connect(path)) as db:
            found = version_of(db)
    except sqlite3.Error as error:
        raise StoreError(f"the games in {path} cannot be opened: {error}") from None
    if found != newest_version():
        older = "an older" if found < newest_version() else "a newer"
        raise StoreError(f"the games in {path} are of {older} Cornerwise: use the server's own")


def version_of(db: sqlite3.Connection) -> str:
    """The number of the newest migration that the database has seen, nothing if it is new."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return ""
    row = db.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def damages(db: sqlite3.Connection, thorough: bool = False) -> list[str]:
    """What is wrong with a database, in SQLite's words; nothing if all is well."""
    try:
        rows = db.execute("PRAGMA integrity_check" if thorough else "PRAGMA quick_check").fetchall()
    except sqlite3.Error as error:
        return [str(error)]
    return [line for row in rows for line in str(row[0]).splitlines() if line != "ok"]
