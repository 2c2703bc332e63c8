"""How finished games began, for the opening explorer, and studies that were shared."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "openings",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("variant", sa.String(128), nullable=False),
        sa.Column("position", sa.String(256), nullable=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("won", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("openings_position", "openings", ["variant", "position", "move", "won"])
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("studies_guest", "studies", ["guest"])
