"""Boards that people save, in versions, and which of them a table is played on or a study is about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def _words(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.add_column("tables", sa.Column("saved_board", _words(48), nullable=True))
    op.add_column("studies", sa.Column("saved_board", _words(48), nullable=True))
    op.create_table(
        "saved_boards",
        sa.Column("id", _words(32), nullable=False),
        sa.Column("holder", _words(66), nullable=False),
        sa.Column("game", _words(64), nullable=False),
        sa.Column("author", _words(24), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_boards")),
    )
    op.create_index("ix_saved_boards_holder_changed_ms", "saved_boards", ["holder", "changed_ms"], unique=False)
    op.create_table(
        "board_versions",
        sa.Column("board_id", _words(32), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", _words(60), nullable=False),
        sa.Column("playable", sa.Boolean(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["board_id"], ["saved_boards.id"], name=op.f("fk_board_versions_board_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("board_id", "version", name=op.f("pk_board_versions")),
    )
