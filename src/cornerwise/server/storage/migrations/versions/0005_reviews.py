"""Reviews of games that are over, kept with them part by part."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("fingerprint", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("parts", sa.Integer, nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    left = sa.text("made < parts")
    op.create_index("reviews_left", "reviews", ["asked"], sqlite_where=left, postgresql_where=left)
    op.create_table(
        "review_parts",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("fingerprint", sa.String(32), primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
