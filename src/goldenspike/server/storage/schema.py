"""All tables of the database. The log is the truth; snapshots are a cache that can be deleted at any time."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.types import TypeEngine

HOST = -1  # the seat number of a host's grant
NOBODY = "gone"  # the holder of what stays without its person

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _words(length: int) -> TypeEngine[str]:
    """Text of about this length: SQLite never counted, and what it kept must fit into the other database as well."""
    return String(length).with_variant(Text(), "postgresql")


def _table(*, key: bool = False) -> Column[str]:
    return Column("table_id", _words(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=key, nullable=False)


# A table's header (game to position) never changes once it is written: with the log it is the match.
tables = Table(
    "tables",
    metadata,
    Column("id", _words(32), primary_key=True),
    Column("game", _words(64), nullable=False),
    Column("rules", _words(64), nullable=False),
    Column("seed", _words(24), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("board_id", _words(200), nullable=False),
    Column("board_hash", _words(64), nullable=False),
    Column("board_source", Text),  # JSON; only of boards that are not built in
    Column("position", Text),  # JSON; where the match begins, if not with the usual setup
    Column("players", Integer, nullable=False, server_default=text("0")),  # how many play, known at the start
    Column("name", _words(60), nullable=False),
    Column("status", _words(12), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("confirm", Boolean, nullable=False),
    Column("sandbox", Boolean, nullable=False),
    Column("hot_seat", Boolean, nullable=False),
    Column("pace", Text, nullable=False),  # JSON
    Column("proposal", Text),  # JSON; a proposal to go back that waits for votes
    Column("result", Text),  # JSON; once finished
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("awaited", Integer, nullable=False, server_default=text("0")),  # bit mask of seats
    Column("origin", _words(32)),  # the table this one was made from (sandbox, again)
    Column("deal", Text),  # JSON; what the seed is made from: secret until the game is over
    Column("known", _words(12), nullable=False, server_default=""),  # why somebody may know cards that the rules hide
    Column("rule_values", Text),  # JSON; those that are not the standard ones
    Column("saved_board", _words(48)),  # id/version of the saved board it is played on
    Column("fill_ms", BigInteger),  # before the start: when bots take the seats that are free by then, and it begins
    Column("tournament", _words(32)),  # to which it belongs
    Column("watch_delay_s", Integer, nullable=False, server_default=text("0")),  # how late others see the game
    Column("any_seat_hash", _words(64)),  # of the link with which anybody takes a free seat before the start
    # Where several servers share the database: which of them plays this table, and how often that was decided anew.
    Column("owner", _words(32)),
    Column("epoch", BigInteger, nullable=False, server_default=text("0")),
    Index("ix_tables_listed_status_changed_ms", "listed", "status", "changed_ms"),
    Index("ix_tables_status_changed_ms", "status", "changed_ms"),  # what is to be deleted
    Index("ix_tables_fill_ms", "fill_ms", sqlite_where=text("fill_ms IS NOT NULL")),
    Index("ix_tables_watch_delay_s", "watch_delay_s", sqlite_where=text("watch_delay_s > 0")),
)

log = Table(
    "log",
    metadata,
    _table(key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", _words(12), nullable=False),
    Column("seat", Integer),
    Column("move_id", _words(80)),
    Column("at_ms", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("data", Text),  # JSON
    Column("sealed", Boolean, nullable=False, server_default=false()),  # nobody else may read it until revealed
    Column("final", Boolean, nullable=False, server_default=false()),  # something was revealed: no free undo
    Column("hash", _words(16), nullable=False),  # of the state after it; empty before the start
    UniqueConstraint("table_id", "move_id"),
    sqlite_with_rowid=False,
)

# What a finished table reached; lists of the best are read from here.
scores = Table(
    "scores",
    metadata,
    _table(key=True),
    Column("game", _words(64), nullable=False),
    Column("board_id", _words(200), nullable=False),
    Column("setup", _words(400), nullable=False),  # results of the same setup are compared
    Column("score", Integer, nullable=False),
    Column("time_ms", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("ix_scores_game_board_id_setup_score", "game", "board_id", "setup", "score"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _table(key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("rules", _words(64), nullable=False),
    Column("hash", _words(16), nullable=False),
    Column("state", LargeBinary, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    _table(key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("holder", _words(12), nullable=False),
    Column("name", _words(24), nullable=False),
    Column("colour", _words(7), nullable=False),
    Column("bot", _words(32)),
    Column("stands_in", Boolean, nullable=False, server_default=false()),
    Column("secret_hash", _words(64)),  # of the invitation, until somebody has used it
    Column("device_hash", _words(64)),  # of the holder's link for another device, until it was used
    Column(
        "absent_ms", BigInteger
    ),  # the host announced that the holder is away; from then on the seat may be given away
    Column("bank_ms", BigInteger),
    Column("due_ms", BigInteger),
    Index("ix_seats_due_ms", "due_ms", sqlite_where=text("due_ms IS NOT NULL")),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", _words(32), primary_key=True),
    Column("name", _words(24), nullable=False),
    Column("name_key", _words(48), nullable=False, unique=True),  # folded, so that names differ visibly
    Column("password", _words(200), nullable=False),  # argon2id
    Column("webhook", _words(500), nullable=False, server_default=""),
    Column("email", _words(200), nullable=False, server_default=""),
    Column("created_ms", BigInteger, nullable=False),
    Column("look", _words(150), nullable=False, server_default="", index=True),  # equal where names look alike
    Column("email_confirmed_ms", BigInteger),  # no letter but the question whether it is theirs goes out before
    Column("language", _words(2), nullable=False, server_default="en"),  # of letters
    Column("totp_secret", _words(64)),  # once codes of a phone are asked for
    Column("totp_pending", _words(64)),  # shown, not yet confirmed by a code
    Column("seen_ms", BigInteger, nullable=False, server_default=text("0")),  # when one of its browsers was here last
    Column("totp_last", BigInteger),  # the last time step whose code was used: no code counts twice
    Column("profile_shown", Boolean, nullable=False, server_default=false()),  # to others
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", _words(64), primary_key=True),
    Column("account_id", _words(32), ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("device", _words(60), nullable=False, server_default=""),  # browser and system, for the list of sessions
)

# A holder is "s:" + a session's token hash, or "a:" + an account's id.
grants = Table(
    "grants",
    metadata,
    _table(key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),  # HOST for the host's grant
    Column("holder", _words(66), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Index("ix_grants_holder", "holder"),
)

notes = Table(
    "notes",
    metadata,
    _table(key=True),
    Column("holder", _words(66), primary_key=True),
    Column("text", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("ix_notes_holder", "holder"),
)

# Boards that people drew and saved here. A version never changes; who saves again makes the next one.
saved_boards = Table(
    "saved_boards",
    metadata,
    Column("id", _words(32), primary_key=True),
    Column("holder", _words(66), nullable=False),
    Column("game", _words(64), nullable=False),
    Column("author", _words(24), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("ix_saved_boards_holder_changed_ms", "holder", "changed_ms"),
)

board_versions = Table(
    "board_versions",
    metadata,
    Column("board_id", _words(32), ForeignKey("saved_boards.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("name", _words(60), nullable=False),
    Column("playable", Boolean, nullable=False),  # by the checker, when it was saved
    Column("source", Text, nullable=False),  # JSON
    Column("created_ms", BigInteger, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", _words(12), nullable=False),  # webhook, email, push (notices), try-push, confirm or recover
    Column("target", _words(500), nullable=False),
    Column("payload", Text, nullable=False),  # JSON
    Column("table_id", _words(32)),
    Column("account_id", _words(32)),
    Column("unique_key", _words(120), unique=True),  # the same notice is never put here twice
    Column("created_ms", BigInteger, nullable=False),
    Column("due_ms", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("done_ms", BigInteger),
    Column("error", _words(400), nullable=False, server_default=""),
    Column("claimed_ms", BigInteger),  # a server is sending it since then
    Index("ix_outbox_target_created_ms", "target", "created_ms"),  # how much went to one address of late
)

# Browsers that show notices although the page is closed. A session has one: the subscription of its browser.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("session_hash", _words(64), ForeignKey("sessions.token_hash", ondelete="CASCADE"), primary_key=True),
    Column("endpoint", _words(500), nullable=False, unique=True),  # at the push service of the browser's maker
    Column("p256dh", _words(100), nullable=False),  # the browser's public key
    Column("auth", _words(40), nullable=False),  # its secret: with both, only this browser can read a notice
    Column("language", _words(2), nullable=False),
    Column("time_zone", _words(64), nullable=False),
    Column("offset_minutes", Integer, nullable=False),  # east of Greenwich; for a server without the zone's rules
    Column("quiet_from", Integer),  # minutes after midnight; neither or both
    Column("quiet_to", Integer),
    Column("created_ms", BigInteger, nullable=False),
)

# Tables about which somebody does not want to be told that it is their turn.
silent_tables = Table(
    "silent_tables",
    metadata,
    _table(key=True),
    Column("holder", _words(66), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Index("ix_silent_tables_holder", "holder"),
)

settings = Table(
    "settings",
    metadata,
    Column("name", _words(64), primary_key=True),
    Column("value", Text, nullable=False),
)

# ------------------------------------------------------------------ several servers on one database
# Every server that is up; it plays the tables it owns for as long as its lease is renewed.
nodes = Table(
    "nodes",
    metadata,
    Column("id", _words(32), primary_key=True),
    Column("address", _words(200), nullable=False),  # for operators, and for other servers
    Column("rules", Text, nullable=False),  # JSON: the version of the rules of every game it has
    Column("started_ms", BigInteger, nullable=False),
    Column("lease_until_ms", BigInteger, nullable=False),  # by the clock of the database
    Column("draining", Boolean, nullable=False, server_default=false()),  # it is about to stop: give it no table
)

# Work that one server does for all of them.
claims = Table(
    "claims",
    metadata,
    Column("name", _words(64), primary_key=True),
    Column("holder", _words(32), nullable=False),
    Column("until_ms", BigInteger, nullable=False),  # by the clock of the database
)

# ------------------------------------------------------------------ people
# One-time links in letters: to confirm an address, to set a new password.
account_tokens = Table(
    "account_tokens",
    metadata,
    Column("token_hash", _words(64), primary_key=True),
    Column("account_id", _words(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", _words(12), nullable=False),  # confirm or recover
    Column("email", _words(200), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)

# Tokens with which programs act for an account.
api_tokens = Table(
    "api_tokens",
    metadata,
    Column("token_hash", _words(64), primary_key=True),
    Column("account_id", _words(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", _words(40), nullable=False),  # what it is for, in the account's own words
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("code_hash", _words(64), primary_key=True),
    Column("account_id", _words(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_ms", BigInteger, nullable=False),
)

# Who said a line of chat, whom an entry about a seat names, who named the table (its first entry): nobody sees it, but
# deleting, exporting and reporting need it. Below 0 is whoever left a seat after the end: -1 for seat 0, and so on.
entry_authors = Table(
    "entry_authors",
    metadata,
    _table(key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("holder", _words(66), nullable=False, index=True),
)

# Whom somebody does not want to hear (muted) or to meet (blocked).
relations = Table(
    "relations",
    metadata,
    Column("id", _words(32), primary_key=True),
    Column("holder", _words(66), nullable=False),
    Column("other", _words(66), nullable=False, index=True),
    Column("kind", _words(8), nullable=False),  # mute or block
    Column("name", _words(24), nullable=False),  # as it was shown when this was asked for
    Column("created_ms", BigInteger, nullable=False),
    UniqueConstraint("holder", "other", "kind"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", _words(32), nullable=False),
    Column("seat", Integer, nullable=False),  # HOST for a host without a seat
    Column("holder", _words(66), nullable=False, index=True),  # who reports
    Column("about", _words(66), nullable=False),
    Column("name", _words(24), nullable=False),
    Column("reason", _words(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("said", Text, nullable=False),  # JSON: the last lines of chat of whom it is about
    Column("created_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
)

bans = Table(
    "bans",
    metadata,
    Column("kind", _words(8), primary_key=True),  # account or address
    Column("target", _words(100), primary_key=True),
    Column("reason", _words(200), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger),
)

# What operators asked for, and what came of it. Nothing is ever taken out of this list.
admin_actions = Table(
    "admin_actions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("operator", _words(60), nullable=False),
    Column("action", _words(16), nullable=False),
    Column("target", _words(100), nullable=False),
    Column("reason", _words(200), nullable=False),
    Column("until_ms", BigInteger),
    Column("done_ms", BigInteger, index=True),
    Column("outcome", _words(200), nullable=False, server_default=""),
)

# What bots found out about a board for somebody. Whoever has the link may read it.
studies = Table(
    "studies",
    metadata,
    Column("id", _words(32), primary_key=True),
    Column("holder", _words(66), nullable=False),  # who asked for it
    Column("game", _words(64), nullable=False),
    Column("board_id", _words(200), nullable=False),
    Column("board_name", _words(200), nullable=False),
    Column("board_hash", _words(64), nullable=False),
    Column("board_source", Text),  # JSON; only of boards that are not built in
    Column("options", Text, nullable=False),  # JSON
    Column("seats", Integer, nullable=False),
    Column("alone", Boolean, nullable=False),  # the board by itself, not beside the usual one
    Column("status", _words(12), nullable=False),  # waiting, running, done, stopped or failed
    Column("progress", Text, nullable=False, server_default=""),  # JSON: how far it is, and its verdicts
    Column("line", _words(400), nullable=False, server_default=""),  # why it failed
    Column("tries", Integer, nullable=False, server_default=text("0")),  # how often it was begun
    Column("report", LargeBinary),  # an HTML page, compressed by gzip
    Column("saved_board", _words(48)),  # id/version of the saved board that it is
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("ix_studies_holder_created_ms", "holder", "created_ms"),
    Index("ix_studies_status_created_ms", "status", "created_ms"),
)

# What a finished game teaches: one review for each table, for whoever may see the game.
reviews = Table(
    "reviews",
    metadata,
    _table(key=True),
    Column("holder", _words(66), nullable=False),  # who asked for it
    Column("status", _words(12), nullable=False),  # waiting, running, done or failed
    Column("progress", Text, nullable=False, server_default=""),  # JSON: how far it is
    Column("line", _words(400), nullable=False, server_default=""),  # why it failed
    Column("tries", Integer, nullable=False, server_default=text("0")),  # how often it was begun
    Column("result", LargeBinary),  # JSON, compressed by gzip
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("ix_reviews_holder_created_ms", "holder", "created_ms"),
    Index("ix_reviews_status_created_ms", "status", "created_ms"),
)

# Register their tables with the metadata above.
from goldenspike.server.storage import profile_schema as profile_schema  # noqa: E402
from goldenspike.server.storage import tournament_schema as tournament_schema  # noqa: E402
