"""The store of many processes: a PostgreSQL database, named by its URL.

An append is one statement: the row of the game is changed only if it is at the seq before, and all
else follows from that row. Its answer means that it is committed (synchronous_commit is on).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import asyncpg

from cornerwise.server.storage import postgres_sql as sql
from cornerwise.server.storage.database import Change, Row, numbered
from cornerwise.server.storage.migrations import newest_version
from cornerwise.server.storage.store import (
    READ,
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

T = TypeVar("T")
CONNECTIONS = 8
"""Connections of one process to the database."""
SECONDS = 10.0
"""After which an answer of the database is given up: its outcome is then unknown."""
_DAMAGED = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)
_FAILED = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that ended in the midst of a question
    OSError,
    TimeoutError,
)


class _Session(asyncpg.Connection):  # type: ignore[misc]
    """A connection that has nothing to reset when it goes back into the pool.

    We set nothing, lock nothing and listen to nothing that outlives a transaction. The usual reset
    would be a second question to the database for each of ours.
    """

    def get_reset_query(self) -> str:
        return ""


class _Refused(Exception):  # ends a transaction without an error
    pass


class PostgresStore:
    """A pool of connections to one database. It is opened at the first use."""

    shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool: asyncpg.Pool | None = None
        self._opening = asyncio.Lock()

    # --- writing -----------------------------------------------------------------------------

    async def append(
        self, game: str, seq: int, body: bytes, line: ListLine, holdings: Sequence[Holding] = ()
    ) -> None:
        kept = (int(line.wakes), int(line.over), line.updated, line.summary)
        guests, holders = [h.guest for h in holdings], [h.holder for h in holdings]
        values = (game, seq, body, *kept, line.turn_at, line.deadline, guests, holders)
        if await self._value(sql.NEXT if seq else sql.FIRST, *values):
            return
        found = await self._rows("SELECT last FROM games WHERE id = $1", game)
        same = await self._rows("SELECT body FROM events WHERE game = $1 AND seq = $2", game, seq)
        if not same or same[0][0] != body:
            raise Conflict(found[0][0] if found else -1)

    async def hold(self, game: str, holding: Holding) -> None:
        await self._rows(sql.HOLD, game, *holding)

    async def hide(self, game: str, guest: str, hidden: bool = True) -> None:
        query = "UPDATE holdings SET hidden = $3 WHERE game = $1 AND guest = $2"
        await self._rows(query, game, guest, int(hidden))

    async def rekey(self, game: str, holder: str, keep: Collection[str]) -> int:
        async def change(db: Any) -> int:
            async with db.transaction():
                generation: int = await db.fetchval(sql.REKEY, game, holder)
                rest = "game = $1 AND holder = $2 AND guest <> ALL($3::text[])"
                await db.execute(f"DELETE FROM holdings WHERE {rest}", game, holder, list(keep))
                return generation

        return await self._with(change)

    async def beat(self, run: str, start: int, now: int) -> None:
        await self._rows(sql.BEAT, run, start, now)

    async def prune(self, before: int) -> None:
        async def forget(db: Any) -> None:
            async with db.transaction():
                await db.execute(sql.PRUNE, before)
                gone = "run NOT IN (SELECT id FROM runs)"
                await db.execute(f"DELETE FROM leases WHERE {gone}")
                old = f"seen < $1 AND (connections = 0 OR {gone})"
                await db.execute(f"DELETE FROM attendance WHERE {old}", before)

        await self._with(forget)

    async def settle(self, ending: Ending) -> None:
        await self._rows("DELETE FROM endings WHERE game = $1 AND seq = $2", *ending)

    async def ask_review(self, wish: ReviewWish) -> bool:
        async def ask(db: Any) -> bool:
            async with db.transaction():
                if not await db.fetch(sql.ASK_REVIEW, *wish.key, *wish[1:]):
                    return False
                others = "game = $1 AND (seq, fingerprint) <> ($2, $3)"
                for table in ("reviews", "review_parts"):
                    await db.execute(f"DELETE FROM {table} WHERE {others}", *wish.key)
                return True

        return await self._with(ask)

    async def add_part(self, key: ReviewKey, part: int, body: bytes) -> None:
        await self._rows(sql.ADD_PART, *key, part, body)

    async def drop_review(self, key: ReviewKey) -> None:
        async def drop(db: Any) -> None:
            async with db.transaction():
                for table in ("reviews", "review_parts"):
                    await db.execute(f"DELETE FROM {table} WHERE {sql.KEY}", *key)

        await self._with(drop)

    async def note_opening(self, game: str, moves: Sequence[EarlyMove]) -> None:
        rows = [(game, *row) for row in (READ, *moves)]

        async def replace(db: Any) -> None:
            async with db.transaction():
                await db.execute("DELETE FROM openings WHERE game = $1", game)
                await db.executemany("INSERT INTO openings VALUES ($1, $2, $3, $4, $5, $6)", rows)

        await self._with(replace)

    async def keep_study(self, study: KeptStudy) -> None:
        await self._rows("INSERT INTO studies VALUES ($1, $2, $3, $4)", *study)

    async def take(self, lease: Lease, alive: int) -> bool:
        return bool(await self._rows(sql.TAKE, *lease, alive))

    async def give_up(self, leases: Sequence[Lease]) -> None:
        query = "DELETE FROM leases WHERE game = $1 AND purpose = $2 AND run = $3"
        await self._with(lambda db: db.executemany(query, leases))

    async def attend(self, rows: Sequence[Attendance]) -> None:
        await self._with(lambda db: db.executemany(sql.ATTEND, [row[:6] for row in rows]))

    async def depart(self, run: str, now: int) -> None:
        async def leave(db: Any) -> None:
            async with db.transaction():
                await db.execute("DELETE FROM leases WHERE run = $1", run)
                left = "SET connections = 0, seen = $2, until = $2"
                here = "WHERE run = $1 AND connections > 0"
                await db.execute(f"UPDATE attendance {left} {here}", run, now)

        await self._with(leave)

    async def secret(self, name: str) -> bytes:
        query = "INSERT INTO secrets VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
        await self._rows(query, name, secrets.token_bytes(32))
        return bytes(await self._value("SELECT value FROM secrets WHERE name = $1", name))

    async def change(self, *changes: Change) -> list[list[Row]] | None:
        async def make(db: Any) -> list[list[Row]] | None:
            made: list[list[Row]] = []
            try:
                async with db.transaction():
                    for text, values, needed in changes:
                        query, names = numbered(text)
                        rows = await db.fetch(query, *(values[name] for name in names))
                        if needed and not rows:
                            raise _Refused
                        made.append([tuple(row) for row in rows])
            except _Refused:
                return None
            return made

        return await self._with(make)

    # --- reading -----------------------------------------------------------------------------

    async def ask(self, text: str, **values: object) -> list[Row]:
        query, names = numbered(text)
        rows = await self._rows(query, *(values[name] for name in names))
        return [tuple(row) for row in rows]

    async def events(self, game: str, since: int = -1, limit: int = -1) -> list[bytes]:
        query = "SELECT body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq LIMIT $3"
        rows = await self._rows(query, game, since, None if limit < 0 else limit)
        return [row[0] for row in rows]

    async def holdings(self, game: str) -> list[Holding]:
        query = "SELECT guest, holder FROM holdings WHERE game = $1"
        return [Holding(*row) for row in await self._rows(query, game)]

    async def generations(self, game: str) -> dict[str, int]:
        query = "SELECT holder, generation FROM seat_keys WHERE game = $1"
        return dict(await self._rows(query, game))

    async def games_of(
        self, guest: str, limit: int, after: Place | None = None, over: bool | None = None
    ) -> list[Entry]:
        return await in_parts(partial(self._listed, guest), limit, after, over)

    async def _listed(self, guest: str, over: bool, limit: int, after: Place | None) -> list[Entry]:
        """One part of a guest's list, in the order of an index."""
        updated, game = (after.updated, after.game) if after else (1 << 62, "")
        found: dict[str, Entry] = {}
        for row in await self._rows(sql.LISTED, guest, int(over), updated, game, limit):
            entry = Entry(Place(over, row["updated"], row["game"]), row["summary"], [])
            found.setdefault(row["game"], entry).holders.append(row["holder"])
        return list(found.values())

    async def waking(self, alive: int) -> list[str]:
        return [row[0] for row in await self._rows(sql.WAKING, alive)]

    async def endings(self, alive: int) -> list[Ending]:
        return [Ending(*row) for row in await self._rows(sql.ENDINGS, alive)]

    async def review(self, key: ReviewKey, since: int = 0) -> tuple[ReviewWish, list[bytes]] | None:
        wishes = await self._rows(f"{sql.WISH} WHERE {sql.KEY}", *key)
        if not wishes:
            return None
        query = f"SELECT body FROM review_parts WHERE {sql.KEY} AND part > $4 ORDER BY part"
        parts = await self._rows(query, *key, since)
        return _wish(wishes[0]), [part[0] for part in parts]

    async def unreviewed(self, alive: int | None = None) -> list[ReviewWish]:
        query = (sql.UNREVIEWED,) if alive is None else (sql.UNREVIEWED_LEFT, alive)
        return [_wish(row) for row in await self._rows(*query)]

    async def opening(self, variant: str, position: str) -> list[Played]:
        return [Played(*row) for row in await self._rows(sql.OPENING, variant, position)]

    async def openings_missing(self, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(sql.OPENINGS_MISSING, limit)]

    async def study(self, study: str) -> bytes | None:
        rows = await self._rows("SELECT body FROM studies WHERE id = $1", study)
        return bytes(rows[0][0]) if rows else None

    async def reached(self, games: Collection[str]) -> dict[str, int]:
        query = "SELECT id, last FROM games WHERE id = ANY($1::text[])"
        return dict(await self._rows(query, list(games)))

    async def attendance(self, game: str) -> list[Attendance]:
        return [Attendance(*row) for row in await self._rows(sql.ATTENDANCE, game)]

    async def alarms(self, until: int) -> list[Alarm]:
        query = "SELECT id, turn_at, deadline FROM games WHERE deadline <= $1"
        return [Alarm(*row) for row in await self._rows(query, until)]

    async def runs(self) -> list[tuple[int, int]]:
        return [tuple(row) for row in await self._rows("SELECT start, last FROM runs ORDER BY 1")]

    async def running(self, alive: int) -> dict[str, int]:
        return dict(await self._rows("SELECT id, last FROM runs WHERE last > $1", alive))

    async def newest(self) -> int:
        return int(await self._value(sql.NEWEST))

    async def check(self) -> list[str]:
        """PostgreSQL looks after its pages itself: what it cannot read is told when it is read."""
        return []

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), SECONDS)
            except TimeoutError:
                pool.terminate()

    # --- the database ------------------------------------------------------------------------

    async def _rows(self, query: str, *values: object) -> list[Any]:
        found: list[Any] = await self._with(lambda db: db.fetch(query, *values))
        return found

    async def _value(self, query: str, *values: object) -> Any:
        return await self._with(lambda db: db.fetchval(query, *values))

    async def _with(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do something with a connection; what fails there is an error of ours."""
        async with self._told(), (await self._opened()).acquire(timeout=SECONDS) as connection:
            return await work(connection)

    async def _opened(self) -> asyncpg.Pool:
        async with self._opening:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=CONNECTIONS,
                    command_timeout=SECONDS,
                    connection_class=_Session,
                )
            return self._pool

    @asynccontextmanager
    async def _told(self) -> AsyncIterator[None]:
        try:
            yield
        except _DAMAGED as error:
            raise Unreadable(f"the store could not read: {error}") from None
        except _FAILED as error:
            what = str(error) or type(error).__name__
            raise StoreError(f"the database does not do it now: {what}") from None


def _wish(row: Any) -> ReviewWish:
    return ReviewWish(ReviewKey(*row[:3]), *row[3:])


# --- opening --------------------------------------------------------------------------------


def opened(url: str) -> PostgresStore:
    """The store of a database, which is brought to the newest schema; StoreError says why not."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        asyncio.run(_bring_up_to_date(url))
    except (*_FAILED, ValueError, SQLAlchemyError) as error:
        what = str(getattr(error, "orig", None) or error) or type(error).__name__
        raise StoreError(f"the database cannot be opened: {what}") from None
    return PostgresStore(url)


async def _bring_up_to_date(url: str) -> None:
    connection = await asyncpg.connect(url, timeout=SECONDS)
    try:
        known = await connection.fetchval("SELECT to_regclass('alembic_version')")
        query = "SELECT version_num FROM alembic_version"
        found = str(await connection.fetchval(query) or "") if known else ""
    finally:
        await connection.close()
    if found > newest_version():
        raise StoreError("the games in this database were written by a newer Cornerwise")
    if found < newest_version():
        from cornerwise.server.storage import schema

        await schema.migrate_shared(url)
