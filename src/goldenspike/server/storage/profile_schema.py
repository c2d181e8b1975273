"""The database tables behind people's profiles; ``schema`` has all others."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, Table

from goldenspike.server.storage.schema import _words as words
from goldenspike.server.storage.schema import metadata

NOT_RATED, WAITS, RATED = 0, 1, 2  # the column ``rated``

# What a person reached at a finished table. It stays when the table is deleted: only the link is lost then.
results = Table(
    "results",
    metadata,
    Column("table_id", words(32), primary_key=True, nullable=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("holder", words(66), nullable=False),
    Column("game", words(64), nullable=False),
    Column("board_id", words(200), nullable=False),
    Column("players", Integer, nullable=False),
    Column("form", words(8), nullable=False),  # people, bots, solo, team, or shared: one person had several seats
    Column("place", Integer, nullable=False),  # 1 for the winner; whoever left is behind everybody
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("departed", Boolean, nullable=False),  # left while others played on
    Column("setup", words(400), nullable=False),  # scores of the same setup are compared
    Column("score", Integer),
    Column("time_ms", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),  # the end of the game
    Column("rated", Integer, nullable=False),
    Column("rating_change", Float),  # once it is rated
    Index("ix_results_holder_at_ms", "holder", "at_ms"),
    Index("ix_results_rated_at_ms_table_id", "rated", "at_ms", "table_id"),  # what waits to be rated
)

# How strong somebody is in games between people, by openskill.
ratings = Table(
    "ratings",
    metadata,
    Column("account_id", words(32), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("game", words(64), primary_key=True, nullable=False),
    Column("mean", Float, nullable=False),
    Column("doubt", Float, nullable=False),  # one standard deviation
    Column("games", Integer, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
)
