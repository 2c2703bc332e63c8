"""The lobby: games that everybody may find, those who look for one, challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "listings",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("listings_at", "listings", ["at"])
    op.create_table(
        "seeks",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("filled", sa.BigInteger),
        sa.Column("run", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("game", sa.String(32)),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("rival", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("run", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32)),
    )
    op.create_index("challenges_person", "challenges", ["person"])
    op.create_index("challenges_rival", "challenges", ["rival"])
