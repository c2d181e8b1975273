"""Browsers that show notices although the page is closed, and tables about which somebody wants none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def _words(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "push_subscriptions",
        sa.Column("session_hash", _words(64), nullable=False),
        sa.Column("endpoint", _words(500), nullable=False),
        sa.Column("p256dh", _words(100), nullable=False),
        sa.Column("auth", _words(40), nullable=False),
        sa.Column("language", _words(2), nullable=False),
        sa.Column("time_zone", _words(64), nullable=False),
        sa.Column("offset_minutes", sa.Integer(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_to", sa.Integer(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_hash"],
            ["sessions.token_hash"],
            name=op.f("fk_push_subscriptions_session_hash"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("session_hash", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
    )
    op.create_table(
        "silent_tables",
        sa.Column("table_id", _words(32), nullable=False),
        sa.Column("holder", _words(66), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_silent_tables_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "holder", name=op.f("pk_silent_tables")),
    )
    op.create_index("ix_silent_tables_holder", "silent_tables", ["holder"], unique=False)
