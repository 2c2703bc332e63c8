"""Lists of games by index, clocks that need no replay, seat keys that can be changed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("turn_at", sa.BigInteger))
    op.add_column("games", sa.Column("deadline", sa.BigInteger))
    op.drop_index("games_wakes", "games")
    op.create_index(
        "games_wakes",
        "games",
        ["id"],
        sqlite_where=sa.text("wakes = 1"),
        postgresql_where=sa.text("wakes = 1"),
    )
    op.create_index(
        "games_deadline",
        "games",
        ["deadline"],
        sqlite_where=sa.text("deadline IS NOT NULL"),
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    for name, kind in (("over", sa.Integer), ("updated", sa.BigInteger)):
        op.add_column("holdings", sa.Column(name, kind, nullable=False, server_default="0"))
    op.execute(
        "UPDATE holdings SET (over, updated) ="
        " (SELECT over, updated FROM games WHERE id = holdings.game)"
        " WHERE game IN (SELECT id FROM games)"
    )
    op.create_index("holdings_list", "holdings", ["guest", "over", sa.text("updated DESC"), "game"])
    op.create_table(
        "seat_keys",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(32), primary_key=True),
        sa.Column("generation", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
