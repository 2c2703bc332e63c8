"""The database schema, once for every database. Changes go into migrations/versions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    make_url,
    text,
)
from sqlalchemy.exc import DBAPIError

LOCK = 0x436F726E
"""The advisory lock of PostgreSQL that guards the schema."""

metadata = MetaData()


def _partial(name: str, *columns: Any, where: str) -> Index:
    """An index over some rows only."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("last", Integer, nullable=False, doc="the newest seq"),
    Column("wakes", Integer, nullable=False, doc="1: a computer is on turn"),
    Column("over", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("summary", LargeBinary, nullable=False, doc="a line for lists, JSON"),
    Column("turn_at", BigInteger, doc="when the turn began whose clock runs"),
    Column("deadline", BigInteger, doc="when that clock runs out if the server runs on; or null"),
    _partial("games_wakes", "id", where="wakes = 1"),
    _partial("games_deadline", "deadline", where="deadline IS NOT NULL"),
)
events = Table(
    "events",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False, doc="JSON"),
)
holdings = Table(
    "holdings",
    metadata,
    Column("guest", String(64), primary_key=True, doc="hash of the guest's secret"),
    Column("game", String(32), primary_key=True),
    Column("holder", String(32), primary_key=True, doc="as which holder the guest may act"),
    Column("over", Integer, nullable=False, doc="as in games, to list by index"),
    Column("updated", BigInteger, nullable=False, doc="as in games"),
    Column("hidden", Integer, nullable=False, doc="1: the guest has put the game away"),
    Index("holdings_game", "game"),
    _partial("holdings_list", "guest", "over", text("updated DESC"), "game", where="hidden = 0"),
)
seat_keys = Table(
    "seat_keys",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("holder", String(32), primary_key=True),
    Column("generation", Integer, nullable=False, doc="how often the key was changed"),
)
runs = Table(
    "runs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("start", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False, doc="when the process was last known to run"),
)
leases = Table(
    "leases",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("purpose", String(16), primary_key=True),
    Column("run", String(32), nullable=False, doc="the process that does this work"),
    Index("leases_run", "run"),
)
attendance = Table(
    "attendance",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Column("run", String(32), primary_key=True, doc="the process that knows this"),
    Column("connections", Integer, nullable=False, doc="open sockets"),
    Column("seen", BigInteger, nullable=False, doc="when the guest was last known to be there"),
    Column("until", BigInteger, nullable=False, doc="there until then, without a socket too"),
    Index("attendance_run", "run"),
)
endings = Table(
    "endings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seq", Integer, nullable=False, doc="the event that ended it, to be told still"),
)
reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False, doc="the event that ended it"),
    Column("fingerprint", String(32), primary_key=True, doc="of the engine and its settings"),
    Column("owner", String(64), nullable=False, doc="who asked: hash of the guest's secret"),
    Column("asked", BigInteger, nullable=False),
    Column("parts", Integer, nullable=False, doc="how many there will be"),
    Column("made", Integer, nullable=False, doc="how many there are"),
    _partial("reviews_left", "asked", where="made < parts"),
)
review_parts = Table(
    "review_parts",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("fingerprint", String(32), primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False, doc="a move, or the end"),
    Column("body", LargeBinary, nullable=False, doc="JSON"),
)
openings = Table(
    "openings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False, doc="-1: the game was read"),
    Column("variant", String(128), nullable=False),
    Column("position", String(256), nullable=False, doc="the key of all that are alike"),
    Column("move", Integer, nullable=False),
    Column("won", Float, nullable=False, doc="the mover's share of the win"),
    Index("openings_position", "variant", "position", "move", "won"),
)
studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(64), nullable=False, doc="who shared it: hash of the guest's secret"),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False, doc="JSON"),
    Index("studies_guest", "guest"),
)
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)


def migrate(file: Path) -> None:
    """Bring an SQLite database, empty or old, to this schema."""
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        with engine.begin() as connection:
            _upgrade(connection)
    except DBAPIError as error:
        raise error.orig or error from None  # the same as when the file is opened without us
    finally:
        engine.dispose()


async def migrate_shared(url: str) -> None:
    """The same for a PostgreSQL database. Of processes that start together one does it."""
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))
    try:
        async with engine.begin() as connection:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
