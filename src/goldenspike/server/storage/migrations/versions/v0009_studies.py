"""Studies of boards that people ask for at the page."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _words(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", _words(32), nullable=False),
        sa.Column("holder", _words(66), nullable=False),
        sa.Column("game", _words(64), nullable=False),
        sa.Column("board_id", _words(200), nullable=False),
        sa.Column("board_name", _words(200), nullable=False),
        sa.Column("board_hash", _words(64), nullable=False),
        sa.Column("board_source", sa.Text(), nullable=True),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("alone", sa.Boolean(), nullable=False),
        sa.Column("status", _words(12), nullable=False),
        sa.Column("progress", sa.Text(), server_default="", nullable=False),
        sa.Column("line", _words(400), server_default="", nullable=False),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("report", sa.LargeBinary(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_studies")),
    )
    op.create_index("ix_studies_holder_created_ms", "studies", ["holder", "created_ms"], unique=False)
    op.create_index("ix_studies_status_created_ms", "studies", ["status", "created_ms"], unique=False)
