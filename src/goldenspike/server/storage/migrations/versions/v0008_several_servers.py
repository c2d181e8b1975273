"""Several servers on one database: which of them plays a table, and what one of them does for all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from goldenspike.server.storage.schema import metadata

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _without_lengths()
    op.add_column("tables", sa.Column("owner", _words(32), nullable=True))
    op.add_column("tables", sa.Column("epoch", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("outbox", sa.Column("claimed_ms", sa.BigInteger(), nullable=True))
    op.create_index("ix_seats_due_ms", "seats", ["due_ms"], sqlite_where=sa.text("due_ms IS NOT NULL"))
    op.create_table(
        "nodes",
        sa.Column("id", _words(32), nullable=False),
        sa.Column("address", _words(200), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("started_ms", sa.BigInteger(), nullable=False),
        sa.Column("lease_until_ms", sa.BigInteger(), nullable=False),
        sa.Column("draining", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nodes")),
    )
    op.create_table(
        "claims",
        sa.Column("name", _words(64), nullable=False),
        sa.Column("holder", _words(32), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_claims")),
    )


def _words(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(sa.Text(), "postgresql")


def _without_lengths() -> None:
    """SQLite never counted the characters of a text, and what it kept must fit in here as well."""
    inspector = sa.inspect(op.get_bind())
    for table in inspector.get_table_names():
        for column in inspector.get_columns(table) if table in metadata.tables else ():
            if isinstance(column["type"], sa.String) and column["type"].length is not None:
                op.alter_column(table, column["name"], type_=sa.Text())
