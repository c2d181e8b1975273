"""The database tables of tournaments; ``schema`` has all others."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from goldenspike.server.storage.schema import _words as words
from goldenspike.server.storage.schema import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", words(32), primary_key=True),
    Column("holder", words(66), nullable=False),  # the host
    Column("name", words(60), nullable=False),
    Column("game", words(64), nullable=False),
    Column("board", words(200), nullable=False),  # empty: the usual one
    Column("options", Text, nullable=False),  # JSON
    Column("seats", Integer, nullable=False),  # of a table
    Column("form", words(12), nullable=False),  # swiss or round-robin
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("status", words(12), nullable=False),  # open, running, finished or closed
    Column("pace", Text, nullable=False),  # JSON
    Column("bots", Boolean, nullable=False),  # they fill tables
    Column("listed", Boolean, nullable=False),
    Column("link_hash", words(64)),  # of the link with which anybody joins
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("ix_tournaments_holder_changed_ms", "holder", "changed_ms"),
    Index("ix_tournaments_listed_status_changed_ms", "listed", "status", "changed_ms"),
    Index("ix_tournaments_status_changed_ms", "status", "changed_ms"),
)


def _tournament() -> Column[str]:
    key = ForeignKey("tournaments.id", ondelete="CASCADE")
    return Column("tournament_id", words(32), key, primary_key=True, nullable=False)


tournament_players = Table(
    "tournament_players",
    metadata,
    _tournament(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", words(24), nullable=False),
    Column("holder", words(66)),  # None: a bot, or a person who has not come yet
    Column("bot", words(32)),
    Column("secret_hash", words(64)),  # of a person's own link, until it was used
    Column("left_round", Integer),  # from this round on they take no part
    Column("created_ms", BigInteger, nullable=False),
    UniqueConstraint("tournament_id", "holder"),
    Index("ix_tournament_players_holder", "holder"),
)

# The tables of every round; without a table it is a bye. Results stay here when tables are deleted.
tournament_tables = Table(
    "tournament_tables",
    metadata,
    _tournament(),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("table_id", words(32), index=True),
    Column("players", Text, nullable=False),  # JSON: numbers by seat
    Column("result", Text),  # JSON, once the table is over
)
