"""Being together: chat, whom one follows or blocks, reports, results, pauses."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("phrase", sa.String(32), nullable=False),
        sa.Column("body", sa.String(240), nullable=False),
        sa.Column("hidden", sa.Integer, nullable=False),
    )
    op.create_index("chat_game", "chat", ["game", "id"])
    op.create_index("chat_author", "chat", ["author", "at"])
    op.create_table(
        "ties",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ties_other", "ties", ["other", "kind"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("accused", sa.String(64), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("context", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
    )
    op.create_index("reports_accused", "reports", ["accused"])
    op.create_index("reports_reporter", "reports", ["reporter", "at"])
    op.create_index(
        "reports_open",
        "reports",
        ["id"],
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("report", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "placings",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("seat", sa.String(32), primary_key=True),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("won", sa.Float, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("placings_person", "placings", ["person", "at"])
    op.create_table(
        "offences",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("offences_person", "offences", ["person", "at"])
    op.create_table(
        "feats",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
