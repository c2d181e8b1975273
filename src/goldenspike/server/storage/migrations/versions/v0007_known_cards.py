"""Who may know cards of a game, rule values beside the header, whose an entry is, when an account was last seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("known", sa.String(length=12), server_default="", nullable=False))
    op.add_column("tables", sa.Column("rule_values", sa.Text(), nullable=True))
    if op.get_bind().dialect.name == "sqlite":  # any other database has no tables of earlier versions
        op.execute(
            "UPDATE tables SET known = CASE WHEN origin = 'file' THEN 'file' WHEN position IS NOT NULL THEN 'position'"
            " WHEN json_extract(deal, '$.chosen') THEN 'seed' WHEN hot_seat THEN 'shared' ELSE '' END"
        )
    op.add_column("accounts", sa.Column("seen_ms", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.execute(
        "UPDATE accounts SET seen_ms ="
        " coalesce((SELECT max(seen_ms) FROM sessions WHERE account_id = accounts.id), created_ms)"
    )
    _entry_authors()


def _entry_authors() -> None:
    """Not only what people said is theirs, but also the entries that name them."""
    op.create_table(
        "entry_authors",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.String(length=66), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_entry_authors_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_entry_authors")),
    )
    op.execute("INSERT INTO entry_authors (table_id, seq, holder) SELECT table_id, seq, holder FROM chat_authors")
    op.drop_table("chat_authors")
    op.create_index(op.f("ix_entry_authors_holder"), "entry_authors", ["holder"], unique=False)
