"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("name_key", sa.String(length=48), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("webhook", sa.String(length=500), server_default="", nullable=False),
        sa.Column("email", sa.String(length=200), server_default="", nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("target", sa.String(length=500), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=True),
        sa.Column("account_id", sa.String(length=32), nullable=True),
        sa.Column("unique_key", sa.String(length=120), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("done_ms", sa.BigInteger(), nullable=True),
        sa.Column("error", sa.String(length=400), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("unique_key", name=op.f("uq_outbox_unique_key")),
    )
    op.create_index(op.f("ix_outbox_due_ms"), "outbox", ["due_ms"], unique=False)
    op.create_table(
        "settings",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settings")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.String(length=24), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("board_id", sa.String(length=200), nullable=False),
        sa.Column("board_hash", sa.String(length=64), nullable=False),
        sa.Column("board_source", sa.Text(), nullable=True),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("players", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("hints", sa.Boolean(), nullable=False),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.Column("sandbox", sa.Boolean(), nullable=False),
        sa.Column("hot_seat", sa.Boolean(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("proposal", sa.Text(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("awaited", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("origin", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index("ix_tables_listed_status_changed_ms", "tables", ["listed", "status", "changed_ms"], unique=False)
    op.create_table(
        "grants",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.String(length=66), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_grants_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", "holder", name=op.f("pk_grants")),
    )
    op.create_index("ix_grants_holder", "grants", ["holder"], unique=False)
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("move_id", sa.String(length=80), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=True),
        sa.Column("sealed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("final", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("hash", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_log_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_log")),
        sa.UniqueConstraint("table_id", "move_id", name=op.f("uq_log_table_id_move_id")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("holder", sa.String(length=66), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_notes_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "holder", name=op.f("pk_notes")),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("colour", sa.String(length=7), nullable=False),
        sa.Column("bot", sa.String(length=32), nullable=True),
        sa.Column("stands_in", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=True),
        sa.Column("bank_ms", sa.BigInteger(), nullable=True),
        sa.Column("due_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("seen_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_sessions_account_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_account_id"), "sessions", ["account_id"], unique=False)
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rules", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=16), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_snapshots_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_snapshots")),
    )
