"""The database schema, once for every database. Changes go into migrations/versions."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
)
from sqlalchemy.exc import DBAPIError

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("last", Integer, nullable=False, doc="the newest seq"),
    Column("wakes", Integer, nullable=False, doc="1: a clock or a computer goes on by itself"),
    Column("over", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("summary", LargeBinary, nullable=False, doc="a line for lists, JSON"),
    Index("games_wakes", "wakes"),
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
    Index("holdings_game", "game"),
)
runs = Table(
    "runs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("start", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False, doc="when the process was last known to run"),
)
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)


def migrate(file: Path) -> None:
    """Bring an SQLite database, empty or old, to this schema."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise error.orig or error from None  # the same as when the file is opened without us
    finally:
        engine.dispose()
