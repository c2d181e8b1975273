"""Scores of finished tables. The server enters earlier tables when it opens the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scores",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("board_id", sa.String(length=200), nullable=False),
        sa.Column("setup", sa.String(length=400), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("time_ms", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_scores_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_scores")),
    )
    op.create_index("ix_scores_game_board_id_setup_score", "scores", ["game", "board_id", "setup", "score"])
    op.create_index("ix_tables_status_changed_ms", "tables", ["status", "changed_ms"])
    op.create_index("ix_notes_holder", "notes", ["holder"])
