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
    _partial("games_going", "id", where="over = 0"),
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
    Index("attendance_guest", "guest"),
    _partial("attendance_here", "guest", "game", "run", where="connections > 0"),
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
    Index("reviews_owner", "owner"),
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
accounts = Table(
    "accounts",
    metadata,
    Column("id", String(64), primary_key=True, doc="stands where a guest's hash stands"),
    Column("holder", String(32), nullable=False, unique=True, doc="as whom it holds new seats"),
    Column("name", String(32), nullable=False, doc="as it is shown; empty once it is deleted"),
    Column("folded", String(64), nullable=False, unique=True, doc="names that look alike agree"),
    Column("made", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False, doc="person or bot"),
    Column("role", String(16), nullable=False, doc="user, moderator or admin"),
    Column("state", String(16), nullable=False, doc="active, disabled or deleted"),
    Column("password", String(256), doc="its argon2id hash, if there is one"),
    Column("country", String(2), nullable=False, doc="ISO 3166, or empty"),
    Column("about", String(400), nullable=False, doc="a line of text"),
    Column("email", String(254), doc="confirmed by its owner, or null"),
    Index("accounts_state", "state"),
)
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True, doc="hash of the session's secret"),
    Column("account", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, doc="when it was last used, to the minute"),
    Column("device", String(200), nullable=False, doc="what the browser says it is"),
    Index("sessions_account", "account"),
)
revocations = Table(
    "revocations",
    metadata,
    Column("session", String(64), primary_key=True, doc="one that was ended from elsewhere"),
    Column("at", BigInteger, nullable=False),
    Index("revocations_at", "at"),
)
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True, doc="hash of the credential's id"),
    Column("account", String(64), nullable=False),
    Column("credential", LargeBinary, nullable=False, doc="its id, as the device knows it"),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False, doc="as the device counts them"),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("label", String(64), nullable=False, doc="what its owner calls it"),
    Index("passkeys_account", "account"),
)
tickets = Table(
    "tickets",
    metadata,
    Column("id", String(64), primary_key=True, doc="hash of the secret"),
    Column("purpose", String(16), nullable=False, doc="what it is good for"),
    Column("account", String(64), nullable=False, doc="for whom, or empty"),
    Column("uses", Integer, nullable=False, doc="how often it can still be used"),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("note", String(254), nullable=False),
    Index("tickets_account", "account", "purpose"),
    Index("tickets_until", "until"),
)
bans = Table(
    "bans",
    metadata,
    Column("account", String(64), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("reason", String(400), nullable=False, doc="as its owner is told"),
)
results = Table(
    "results",
    metadata,
    Column("pool", String(64), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, doc="in the pool, from 1"),
    Column("game", String(32), nullable=False, unique=True),
    Column("at", BigInteger, nullable=False, doc="when it ended"),
    Column("body", LargeBinary, nullable=False, doc="a result as JSON; ratings follow from them"),
    Index("results_at", "at"),
)
ratings = Table(
    "ratings",
    metadata,
    Column("list", String(64), primary_key=True, doc="a pool, or its games against computers"),
    Column("account", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, doc="when the newest game ended"),
    Index("ratings_account", "account", "list"),
)
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("list", String(64), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, doc="of the result"),
    Column("account", String(64), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("rating_changes_account", "account", "list", "number"),
    Index("rating_changes_game", "game"),
)
listings = Table(
    "listings",
    metadata,
    Column("game", String(32), primary_key=True, doc="everybody may find it in the lobby"),
    Column("at", BigInteger, nullable=False),
    Index("listings_at", "at"),
)
seeks = Table(
    "seeks",
    metadata,
    Column("person", String(64), primary_key=True, doc="who looks for a game"),
    Column("id", String(32), nullable=False, unique=True, doc="what others call this seek"),
    Column("name", String(32), nullable=False, doc="of the account, if signed in"),
    Column("body", LargeBinary, nullable=False, doc="the wishes, JSON"),
    Column("since", BigInteger, nullable=False),
    Column("filled", BigInteger, doc="when computers were agreed to"),
    Column("run", String(32), nullable=False, doc="counts while this process runs"),
    Column("until", BigInteger, doc="no longer than that; null: while the line holds"),
    Column("game", String(32), doc="what came of it"),
)
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), nullable=False, doc="who challenges"),
    Column("rival", String(64), nullable=False, doc="the account that is challenged"),
    Column("body", LargeBinary, nullable=False, doc="names and terms, JSON"),
    Column("made", BigInteger, nullable=False),
    Column("run", String(32), nullable=False, doc="counts while this process runs"),
    Column("until", BigInteger, nullable=False),
    Column("answer", String(16), nullable=False, doc="why it was declined; empty: not yet"),
    Column("game", String(32), doc="what came of it"),
    Index("challenges_person", "person"),
    Index("challenges_rival", "rival"),
)
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("room", String(16), nullable=False, doc="players or spectators"),
    Column("author", String(64), nullable=False, doc="a guest's hash, or an account's id"),
    Column("name", String(32), nullable=False, doc="as it was called then"),
    Column("seat", String(32), nullable=False, doc="empty for spectators"),
    Column("phrase", String(32), nullable=False, doc="the id of a canned phrase, or empty"),
    Column("body", String(240), nullable=False, doc="what was written, or empty"),
    Column("hidden", Integer, nullable=False, doc="1: only its author sees it"),
    Index("chat_game", "game", "id"),
    Index("chat_author", "author", "at"),
)
ties = Table(
    "ties",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("kind", String(8), primary_key=True, doc="follow or block"),
    Column("other", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("name", String(32), nullable=False, doc="what the other was called then"),
    Index("ties_other", "other", "kind"),
)
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(64), nullable=False),
    Column("accused", String(64), nullable=False),
    Column("name", String(32), nullable=False, doc="of the accused, as it was then"),
    Column("game", String(32), nullable=False, doc="where it happened, or empty"),
    Column("reason", String(16), nullable=False),
    Column("note", String(400), nullable=False, doc="what the reporter wrote"),
    Column("context", LargeBinary, nullable=False, doc="the lines around it, JSON"),
    Column("state", String(16), nullable=False, doc="open, or what a moderator did"),
    Index("reports_accused", "accused"),
    Index("reports_reporter", "reporter", "at"),
    _partial("reports_open", "id", where="state = 'open'"),
)
mutes = Table(
    "mutes",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("until", BigInteger, primary_key=True, autoincrement=False, doc="when it ends"),
)
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(64), nullable=False, doc="who did it"),
    Column("act", String(16), nullable=False),
    Column("target", String(64), nullable=False, doc="to whom"),
    Column("name", String(32), nullable=False, doc="of the target, as it was then"),
    Column("report", Integer, nullable=False, doc="because of which report; 0 for none"),
    Column("until", BigInteger, nullable=False, doc="when it ends; 0 if it has no end"),
)
placings = Table(
    "placings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("person", String(64), primary_key=True, doc="empty: the game was read"),
    Column("seat", String(32), primary_key=True),
    Column("variant", String(32), nullable=False),
    Column("won", Float, nullable=False, doc="the share of the win"),
    Column("shown", Integer, nullable=False, doc="who finds the game: see placings.py"),
    Column("at", BigInteger, nullable=False, doc="when it ended"),
    Index("placings_person", "person", "at"),
)
offences = Table(
    "offences",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("kind", String(8), nullable=False, doc="clock or left"),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, doc="how long the pause lasts"),
    Index("offences_person", "person", "at"),
)
feats = Table(
    "feats",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("version", Integer, nullable=False, doc="grows with each change"),
    Column("body", LargeBinary, nullable=False, doc="puzzles and problems solved, JSON"),
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
