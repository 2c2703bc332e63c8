"""Indexes for questions that read whole tables: who is there, what is an owner's, who is closed."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_index("accounts_state", "accounts", ["state"])
    op.create_index("ratings_account", "ratings", ["account", "list"])
    op.create_index("reviews_owner", "reviews", ["owner"])
    op.create_index("attendance_guest", "attendance", ["guest"])
    _partial("attendance_here", "attendance", ["guest", "game", "run"], "connections > 0")
    _partial("games_going", "games", ["id"], "over = 0")


def _partial(name: str, table: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)
