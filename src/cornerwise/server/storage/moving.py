"""Moving: the whole data of one process, brought from its file into a PostgreSQL database.

Rows go over in parts, table by table in the order of their keys. How far a table has come is noted
in the same transaction as the rows, so that a move can be interrupted anywhere and gone on with. At
the end every row is read back. A table that differs, since the file has changed between two tries,
is brought over anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    URL,
    Column,
    Connection,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    Text,
    create_engine,
    inspect,
    make_url,
    select,
    text,
    tuple_,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from cornerwise.server.storage import schema
from cornerwise.server.storage.folder import Lock
from cornerwise.server.storage.sqlite import bring_up_to_date
from cornerwise.server.storage.store import StoreError

PART = 2000
"""Rows that are brought over in one transaction."""
TRIES = 2
"""So often a table is brought over before it is an error that it differs."""

_notes = MetaData()
progress = Table(
    "moving",
    _notes,
    Column("name", String(64), primary_key=True, doc="a table; or nothing for the source"),
    Column("moved", Integer, nullable=False, doc="how many of its rows are there"),
    Column("last", Text, nullable=False, doc="the key of the last of them, JSON"),
)
"""In the database as long as the move goes on."""


class Digest(NamedTuple):
    """What a table holds: how many rows, and a sum of the hashes of all, in whatever order."""

    rows: int = 0
    total: int = 0

    def __str__(self) -> str:
        return f"{self.total:032x}"

    def and_of(self, rows: Iterable[Row[Any]]) -> Digest:
        count, total = self
        for row in rows:
            data = msgspec.msgpack.encode(tuple(row))
            total += int.from_bytes(hashlib.blake2b(data, digest_size=16).digest(), "big")
            count += 1
        return Digest(count, total % (1 << 128))


Told = Callable[[str, Digest], None]
"""Is told the name of each table that is there, and what it holds."""


async def move(file: Path, url: str, told: Told = lambda name, digest: None) -> bool:
    """Bring all data over, or go on with that. False if all of it was there already."""
    if not file.is_file():
        raise StoreError(f"there are no games in {file}")
    lock = Lock(file)  # no server changes them meanwhile
    try:
        bring_up_to_date(file)
        with _source(file) as source:
            async with _target(url) as engine:
                return await _Move(source, engine, told).made()
    except (SQLAlchemyError, OSError) as error:
        what = str(getattr(error, "orig", None) or error) or type(error).__name__
        raise StoreError(f"not all is brought over yet, try it again: {what}") from None
    finally:
        lock.release()


@contextlib.contextmanager
def _source(file: Path) -> Iterator[Connection]:
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextlib.asynccontextmanager
async def _target(url: str) -> AsyncIterator[AsyncEngine]:
    engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))
    try:
        yield engine
    finally:
        await engine.dispose()


class _Move:
    """One try to bring everything over."""

    def __init__(self, source: Connection, engine: AsyncEngine, told: Told) -> None:
        self._source, self._engine, self._told = source, engine, told
        self._tables = schema.metadata.sorted_tables

    async def made(self) -> bool:
        if not await self._begin():
            return False
        for table in self._tables:
            for _ in range(TRIES):
                await self._bring(table)
                here, there = self._digest(table), await self._digest_there(table)
                if here == there:
                    break
                await self._empty(table)
            else:
                raise StoreError(
                    f"{table.name} differs after the move: {here.rows} rows here with the sum "
                    f"{here}, {there.rows} there with {there}. Does somebody write there?"
                )
            self._told(table.name, here)
        await self._end()
        return True

    # --- the beginning and the end -----------------------------------------------------------

    async def _begin(self) -> bool:
        """Whether there is something to do. Refuses a database that holds something else."""
        owner = self._owner()
        async with self._engine.begin() as db:
            names = set(await db.run_sync(lambda sync: inspect(sync).get_table_names()))
            if progress.name in names:
                query = select(progress.c.last).where(progress.c.name == "")
                if (await db.execute(query)).scalar() != owner:
                    raise StoreError("other games are being moved into this database")
                return True
            known = {table.name for table in self._tables}
            if names and "alembic_version" not in names:
                raise StoreError(
                    f"this database holds something else already ({min(names)}): "
                    "make an empty one with createdb"
                )
            for table in self._tables:
                if table.name in names and await self._first(db, table):
                    if await self._owner_there(db, known <= names) == owner:
                        return False
                    raise StoreError(
                        "this database is in use by other servers already: "
                        "make an empty one with createdb"
                    )
        await schema.migrate_shared(str(self._engine.url.render_as_string(hide_password=False)))
        async with self._engine.begin() as db:
            await db.run_sync(_notes.create_all)
            await db.execute(progress.insert().values(name="", moved=0, last=owner))
        return True

    def _owner(self) -> str:
        """What tells one server's data from another's: its secrets, which are not told."""
        rows = self._source.execute(select(schema.secrets).order_by("name"))
        return str(Digest().and_of(rows))

    async def _owner_there(self, db: AsyncConnection, whole: bool) -> str:
        if not whole:
            return ""
        rows = await db.execute(select(schema.secrets).order_by("name"))
        return str(Digest().and_of(rows))

    async def _first(self, db: AsyncConnection, table: Table) -> bool:
        return (await db.execute(select(text("1")).select_from(table).limit(1))).first() is not None

    async def _end(self) -> None:
        """Let what counts by itself go on from here, and forget how far the move had come."""
        async with self._engine.begin() as db:
            for table in self._tables:
                if (column := table.autoincrement_column) is not None:
                    await db.execute(
                        text(
                            "SELECT setval(pg_get_serial_sequence(:table, :column),"
                            f" (SELECT max({column.name}) FROM {table.name}))"
                        ),
                        {"table": table.name, "column": column.name},
                    )
            await db.run_sync(_notes.drop_all)

    # --- one table ---------------------------------------------------------------------------

    async def _bring(self, table: Table) -> None:
        """Bring over the rows that are not there yet."""
        while True:
            async with self._engine.begin() as db:
                noted = (
                    await db.execute(select(progress).where(progress.c.name == table.name))
                ).first()
                moved, last = (noted.moved, json.loads(noted.last)) if noted else (0, None)
                rows = self._rows(table, last, PART)
                if not rows:
                    return
                await db.execute(table.insert(), [dict(row._mapping) for row in rows])
                keys = [column.name for column in table.primary_key]
                last = json.dumps([getattr(rows[-1], key) for key in keys])
                values = {"moved": moved + len(rows), "last": last}
                if noted:
                    change = progress.update().where(progress.c.name == table.name)
                    await db.execute(change.values(**values))
                else:
                    await db.execute(progress.insert().values(name=table.name, **values))

    async def _empty(self, table: Table) -> None:
        async with self._engine.begin() as db:
            await db.execute(table.delete())
            await db.execute(progress.delete().where(progress.c.name == table.name))

    def _rows(self, table: Table, last: list[Any] | None, count: int) -> list[Row[Any]]:
        """The next rows after a key."""
        key = list(table.primary_key)
        query = select(table).order_by(*key).limit(count)
        if last is not None:
            query = query.where(tuple_(*key) > tuple_(*last))
        return list(self._source.execute(query))

    def _digest(self, table: Table) -> Digest:
        digest = Digest()
        for rows in self._source.execute(select(table)).partitions(PART):
            digest = digest.and_of(rows)
        return digest

    async def _digest_there(self, table: Table) -> Digest:
        digest = Digest()
        async with self._engine.connect() as db:
            found = await db.stream(select(table))
            async for rows in found.partitions(PART):
                digest = digest.and_of(rows)
        return digest
