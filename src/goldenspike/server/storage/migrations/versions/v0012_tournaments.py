"""Tables that begin by themselves and have one link for all free seats; tournaments; tokens for programs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def _words(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(sa.Text(), "postgresql")


def upgrade() -> None:
    op.add_column("tables", sa.Column("fill_ms", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("any_seat_hash", _words(64), nullable=True))
    op.add_column("tables", sa.Column("tournament", _words(32), nullable=True))
    op.create_index("ix_tables_fill_ms", "tables", ["fill_ms"], sqlite_where=sa.text("fill_ms IS NOT NULL"))
    op.create_table(
        "tournaments",
        sa.Column("id", _words(32), nullable=False),
        sa.Column("holder", _words(66), nullable=False),
        sa.Column("name", _words(60), nullable=False),
        sa.Column("game", _words(64), nullable=False),
        sa.Column("board", _words(200), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("form", _words(12), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("status", _words(12), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("bots", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("link_hash", _words(64), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    for columns in (("holder", "changed_ms"), ("listed", "status", "changed_ms"), ("status", "changed_ms")):
        op.create_index(f"ix_tournaments_{'_'.join(columns)}", "tournaments", list(columns), unique=False)
    op.create_table(
        "tournament_players",
        sa.Column("tournament_id", _words(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", _words(24), nullable=False),
        sa.Column("holder", _words(66), nullable=True),
        sa.Column("bot", _words(32), nullable=True),
        sa.Column("secret_hash", _words(64), nullable=True),
        sa.Column("left_round", sa.Integer(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_players_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_tournament_players")),
        sa.UniqueConstraint("tournament_id", "holder", name=op.f("uq_tournament_players_tournament_id_holder")),
    )
    op.create_index("ix_tournament_players_holder", "tournament_players", ["holder"], unique=False)
    op.create_table(
        "tournament_tables",
        sa.Column("tournament_id", _words(32), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", _words(32), nullable=True),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_tables_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "round", "place", name=op.f("pk_tournament_tables")),
    )
    op.create_index(op.f("ix_tournament_tables_table_id"), "tournament_tables", ["table_id"], unique=False)
    op.create_table(
        "api_tokens",
        sa.Column("token_hash", _words(64), nullable=False),
        sa.Column("account_id", _words(32), nullable=False),
        sa.Column("name", _words(40), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_api_tokens_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_api_tokens")),
    )
    op.create_index(op.f("ix_api_tokens_account_id"), "api_tokens", ["account_id"], unique=False)
