"""What people were called when they were blocked: guests have no other name to be found by."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("ties", sa.Column("name", sa.String(32), nullable=False, server_default=""))
