"""What processes that share a store decide through it: leases, attendance, endings to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("purpose", sa.String(16), primary_key=True),
        sa.Column("run", sa.String(32), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("leases_run", "leases", ["run"])
    op.create_table(
        "attendance",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("run", sa.String(32), primary_key=True),
        sa.Column("connections", sa.Integer, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("attendance_run", "attendance", ["run"])
    op.create_table(
        "endings",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
