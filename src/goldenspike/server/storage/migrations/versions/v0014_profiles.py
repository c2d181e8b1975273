"""Results of people and their ratings. The server enters earlier tables in the background."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def _words(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.add_column("accounts", sa.Column("profile_shown", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "results",
        sa.Column("table_id", _words(32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", _words(66), nullable=False),
        sa.Column("game", _words(64), nullable=False),
        sa.Column("board_id", _words(200), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("form", _words(8), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("departed", sa.Boolean(), nullable=False),
        sa.Column("setup", _words(400), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("time_ms", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("rating_change", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_results")),
    )
    op.create_index("ix_results_holder_at_ms", "results", ["holder", "at_ms"], unique=False)
    op.create_index("ix_results_rated_at_ms_table_id", "results", ["rated", "at_ms", "table_id"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("account_id", _words(32), nullable=False),
        sa.Column("game", _words(64), nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("doubt", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_ratings_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "game", name=op.f("pk_ratings")),
    )
