"""Passkeys, tickets, revocations and bans; an address for mail."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("email", sa.String(254)))
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
    )
    op.create_index("passkeys_account", "passkeys", ["account"])
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("note", sa.String(254), nullable=False),
    )
    op.create_index("tickets_account", "tickets", ["account", "purpose"])
    op.create_index("tickets_until", "tickets", ["until"])
    op.create_table(
        "revocations",
        sa.Column("session", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("revocations_at", "revocations", ["at"])
    op.create_table(
        "bans",
        sa.Column("account", sa.String(64), primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
    )
