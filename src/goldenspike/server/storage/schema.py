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

HOST = -1  # the seat number of a host's grant

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table(*, key: bool = False) -> Column[str]:
    return Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=key, nullable=False)


# A table's header (game to position) never changes once it is written: with the log it is the match.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", String(64), nullable=False),
    Column("seed", String(24), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("board_id", String(200), nullable=False),
    Column("board_hash", String(64), nullable=False),
    Column("board_source", Text),  # JSON; only of boards that are not built in
    Column("position", Text),  # JSON; where the match begins, if not with the usual setup
    Column("players", Integer, nullable=False, server_default=text("0")),  # how many play, known at the start
    Column("name", String(60), nullable=False),
    Column("status", String(12), nullable=False),
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
    Column("origin", String(32)),  # the table this one was made from (sandbox, again)
    Column("deal", Text),  # JSON; what the seed is made from: secret until the game is over
    Column("known", String(12), nullable=False, server_default=""),  # why somebody may know cards that the rules hide
    Column("rule_values", Text),  # JSON; those that are not the standard ones
    Index("ix_tables_listed_status_changed_ms", "listed", "status", "changed_ms"),
    Index("ix_tables_status_changed_ms", "status", "changed_ms"),  # what is to be deleted
)

log = Table(
    "log",
    metadata,
    _table(key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("move_id", String(80)),
    Column("at_ms", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("data", Text),  # JSON
    Column("sealed", Boolean, nullable=False, server_default=false()),  # nobody else may read it until revealed
    Column("final", Boolean, nullable=False, server_default=false()),  # something was revealed: no free undo
    Column("hash", String(16), nullable=False),  # of the state after it; empty before the start
    UniqueConstraint("table_id", "move_id"),
    sqlite_with_rowid=False,
)

# What a finished table reached; lists of the best are read from here.
scores = Table(
    "scores",
    metadata,
    _table(key=True),
    Column("game", String(64), nullable=False),
    Column("board_id", String(200), nullable=False),
    Column("setup", String(400), nullable=False),  # results of the same setup are compared
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
    Column("rules", String(64), nullable=False),
    Column("hash", String(16), nullable=False),
    Column("state", LargeBinary, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    _table(key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(12), nullable=False),
    Column("name", String(24), nullable=False),
    Column("colour", String(7), nullable=False),
    Column("bot", String(32)),
    Column("stands_in", Boolean, nullable=False, server_default=false()),
    Column("secret_hash", String(64)),  # of the invitation, until somebody has used it
    Column("device_hash", String(64)),  # of the holder's link for another device, until it was used
    Column(
        "absent_ms", BigInteger
    ),  # the host announced that the holder is away; from then on the seat may be given away
    Column("bank_ms", BigInteger),
    Column("due_ms", BigInteger),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("name_key", String(48), nullable=False, unique=True),  # folded, so that names differ visibly
    Column("password", String(200), nullable=False),  # argon2id
    Column("webhook", String(500), nullable=False, server_default=""),
    Column("email", String(200), nullable=False, server_default=""),
    Column("created_ms", BigInteger, nullable=False),
    Column("look", String(150), nullable=False, server_default="", index=True),  # equal where names look alike
    Column("email_confirmed_ms", BigInteger),  # no letter but the question whether it is theirs goes out before
    Column("language", String(2), nullable=False, server_default="en"),  # of letters
    Column("totp_secret", String(64)),  # once codes of a phone are asked for
    Column("totp_pending", String(64)),  # shown, not yet confirmed by a code
    Column("seen_ms", BigInteger, nullable=False, server_default=text("0")),  # when one of its browsers was here last
    Column("totp_last", BigInteger),  # the last time step whose code was used: no code counts twice
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("account_id", String(32), ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("device", String(60), nullable=False, server_default=""),  # browser and system, for the list of sessions
)

# A holder is "s:" + a session's token hash, or "a:" + an account's id.
grants = Table(
    "grants",
    metadata,
    _table(key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),  # HOST for the host's grant
    Column("holder", String(66), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Index("ix_grants_holder", "holder"),
)

notes = Table(
    "notes",
    metadata,
    _table(key=True),
    Column("holder", String(66), primary_key=True),
    Column("text", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("ix_notes_holder", "holder"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),  # webhook, email (a notice), confirm or recover
    Column("target", String(500), nullable=False),
    Column("payload", Text, nullable=False),  # JSON
    Column("table_id", String(32)),
    Column("account_id", String(32)),
    Column("unique_key", String(120), unique=True),  # the same notice is never put here twice
    Column("created_ms", BigInteger, nullable=False),
    Column("due_ms", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("done_ms", BigInteger),
    Column("error", String(400), nullable=False, server_default=""),
    Index("ix_outbox_target_created_ms", "target", "created_ms"),  # how much went to one address of late
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

# ------------------------------------------------------------------ people
# One-time links in letters: to confirm an address, to set a new password.
account_tokens = Table(
    "account_tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("account_id", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(12), nullable=False),  # confirm or recover
    Column("email", String(200), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("account_id", String(32), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_ms", BigInteger, nullable=False),
)

# Who said a line of chat, whom an entry about a seat names, who named the table (its first entry): nobody sees it, but
# deleting, exporting and reporting need it. Below 0 is whoever left a seat after the end: -1 for seat 0, and so on.
entry_authors = Table(
    "entry_authors",
    metadata,
    _table(key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(66), nullable=False, index=True),
)

# Whom somebody does not want to hear (muted) or to meet (blocked).
relations = Table(
    "relations",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("holder", String(66), nullable=False),
    Column("other", String(66), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # mute or block
    Column("name", String(24), nullable=False),  # as it was shown when this was asked for
    Column("created_ms", BigInteger, nullable=False),
    UniqueConstraint("holder", "other", "kind"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),  # HOST for a host without a seat
    Column("holder", String(66), nullable=False, index=True),  # who reports
    Column("about", String(66), nullable=False),
    Column("name", String(24), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("said", Text, nullable=False),  # JSON: the last lines of chat of whom it is about
    Column("created_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
)

bans = Table(
    "bans",
    metadata,
    Column("kind", String(8), primary_key=True),  # account or address
    Column("target", String(100), primary_key=True),
    Column("reason", String(200), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger),
)

# What operators asked for, and what came of it. Nothing is ever taken out of this list.
admin_actions = Table(
    "admin_actions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("operator", String(60), nullable=False),
    Column("action", String(16), nullable=False),
    Column("target", String(100), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("until_ms", BigInteger),
    Column("done_ms", BigInteger, index=True),
    Column("outcome", String(200), nullable=False, server_default=""),
)
