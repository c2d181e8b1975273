"""Reviews of finished games, one for each table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def _words(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", _words(32), nullable=False),
        sa.Column("holder", _words(66), nullable=False),
        sa.Column("status", _words(12), nullable=False),
        sa.Column("progress", sa.Text(), server_default="", nullable=False),
        sa.Column("line", _words(400), server_default="", nullable=False),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_reviews_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_reviews")),
    )
    op.create_index("ix_reviews_holder_created_ms", "reviews", ["holder", "created_ms"], unique=False)
    op.create_index("ix_reviews_status_created_ms", "reviews", ["status", "created_ms"], unique=False)
