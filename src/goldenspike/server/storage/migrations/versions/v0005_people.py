"""Confirmed addresses, second factors, recovery, devices, and what people and operators decide about others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from goldenspike.server.visible_text import visible_line

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _accounts()
    op.add_column("sessions", sa.Column("device", sa.String(60), nullable=False, server_default=""))
    op.create_index("ix_outbox_target_created_ms", "outbox", ["target", "created_ms"])
    _people()
    _visible_names()


def _visible_names() -> None:
    """Names of earlier versions may hold characters that hide or reorder text."""
    bind = op.get_bind()
    known = [("tables", "id"), ("seats", "table_id, seat")]
    for table, key in known:
        for *which, name in bind.execute(sa.text(f"SELECT {key}, name FROM {table}")).all():
            if visible_line(name) == name:
                continue
            where = " AND ".join(f"{column} = :{column}" for column in key.split(", "))
            values = dict(zip(key.split(", "), which, strict=True))
            bind.execute(
                sa.text(f"UPDATE {table} SET name = :name WHERE {where}"), {"name": visible_line(name), **values}
            )


def _accounts() -> None:
    """Addresses that were never confirmed stay, and get no letter until they are."""
    for column in (
        sa.Column("look", sa.String(150), nullable=False, server_default=""),
        sa.Column("email_confirmed_ms", sa.BigInteger()),
        sa.Column("language", sa.String(2), nullable=False, server_default="en"),
        sa.Column("totp_secret", sa.String(64)),
        sa.Column("totp_pending", sa.String(64)),
        sa.Column("totp_last", sa.BigInteger()),
    ):
        op.add_column("accounts", column)
    op.create_index("ix_accounts_look", "accounts", ["look"])


def _people() -> None:
    op.create_table(
        "admin_actions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("operator", sa.String(length=60), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("target", sa.String(length=100), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=True),
        sa.Column("done_ms", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.String(length=200), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_actions")),
    )
    op.create_index(op.f("ix_admin_actions_done_ms"), "admin_actions", ["done_ms"], unique=False)
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("target", sa.String(length=100), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("kind", "target", name=op.f("pk_bans")),
    )
    op.create_table(
        "relations",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("holder", sa.String(length=66), nullable=False),
        sa.Column("other", sa.String(length=66), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relations")),
        sa.UniqueConstraint("holder", "other", "kind", name=op.f("uq_relations_holder_other_kind")),
    )
    op.create_index(op.f("ix_relations_other"), "relations", ["other"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(length=66), nullable=False),
        sa.Column("about", sa.String(length=66), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("reason", sa.String(length=12), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("closed_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_holder"), "reports", ["holder"], unique=False)
    op.create_table(
        "account_tokens",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("email", sa.String(length=200), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_account_tokens_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_account_tokens")),
    )
    op.create_index(op.f("ix_account_tokens_account_id"), "account_tokens", ["account_id"], unique=False)
    op.create_table(
        "chat_authors",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.String(length=66), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_chat_authors_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_chat_authors")),
    )
    op.create_index(op.f("ix_chat_authors_holder"), "chat_authors", ["holder"], unique=False)
    op.create_table(
        "recovery_codes",
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_recovery_codes_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_recovery_codes")),
    )
    op.create_index(op.f("ix_recovery_codes_account_id"), "recovery_codes", ["account_id"], unique=False)
