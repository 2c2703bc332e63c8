"""Games that a guest has put away: they leave its list and stay for everybody else."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("holdings", sa.Column("hidden", sa.Integer, nullable=False, server_default="0"))
    op.drop_index("holdings_list", "holdings")
    op.create_index(
        "holdings_list",
        "holdings",
        ["guest", "over", sa.text("updated DESC"), "game"],
        sqlite_where=sa.text("hidden = 0"),
        postgresql_where=sa.text("hidden = 0"),
    )
