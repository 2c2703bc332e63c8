"""Accounts and their sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("folded", sa.String(64), nullable=False, unique=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("password", sa.String(256)),
        sa.Column("country", sa.String(2), nullable=False),
        sa.Column("about", sa.String(400), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(200), nullable=False),
    )
    op.create_index("sessions_account", "sessions", ["account"])
