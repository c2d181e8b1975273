"""Sessions: which browser sends a request, its account if it has one, and what it was granted at a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy import Connection
from starlette.types import Scope

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.security import Site, hashed, new_secret, token_in
from goldenspike.server.live.frames import now_ms
from goldenspike.server.live.messages import You
from goldenspike.server.storage import schema
from goldenspike.server.storage.conflicts import insert_new
from goldenspike.server.storage.schema import HOST
from goldenspike.server.storage.store import Store

SEEN_MS = 3_600_000
USED_MS = 60_000


@dataclass(frozen=True)
class Session:
    """A browser's session, and the account it is logged in to. Without a token it is a stranger's first visit."""

    token_hash: str | None = None
    account: str | None = None
    name: str | None = None  # of the account
    program: bool = False  # a program with a token of the account, no browser

    @property
    def holders(self) -> list[str]:
        """The keys under which this session's grants are stored."""
        found = [] if self.token_hash is None else [f"s:{self.token_hash}"]
        return found if self.account is None else [*found, f"a:{self.account}"]

    @property
    def holder(self) -> str | None:
        """The key under which new grants are stored: the account's, if there is one."""
        return self.holders[-1] if self.holders else None


def find_session(connection: Connection, token_hash: str | None) -> Session:
    """The session of a token hash."""
    if token_hash is None:
        return Session()
    known, people = schema.sessions, schema.accounts
    chosen = sa.select(known.c.account_id, people.c.name).outerjoin_from(known, people)
    row = connection.execute(chosen.where(known.c.token_hash == token_hash)).first()
    if row is not None:
        return Session(token_hash, row[0], row[1])
    tokens = schema.api_tokens
    held = sa.select(tokens.c.account_id, people.c.name).join_from(tokens, people)
    row = connection.execute(held.where(tokens.c.token_hash == token_hash)).first()
    return Session() if row is None else Session(token_hash, row[0], row[1], program=True)


async def session_of(store: Store, site: Site, scope: Scope) -> Session:
    """The session of a request."""
    if "token_hash" in scope:  # another node has read the cookie
        found = scope["token_hash"]
    else:
        token = token_in(site, scope)
        found = None if token is None else hashed(token)
    if found is None:
        return Session()
    session = await store.read(lambda connection: find_session(connection, found))
    if "api_token" in scope:
        if session.account is None:
            raise HttpError(401, "this token is unknown, or was revoked", "token")
        await note_used(store, found)
    return session


async def note_used(store: Store, token_hash: str) -> None:
    """When a token was used last, to the minute."""
    tokens, now = schema.api_tokens, now_ms()
    last = await store.read(lambda c: c.scalar(sa.select(tokens.c.used_ms).where(tokens.c.token_hash == token_hash)))
    if last is None or last < now - USED_MS:
        change = sa.update(tokens).where(tokens.c.token_hash == token_hash).values(used_ms=now)
        await store.write(lambda c: c.execute(change) and None)


async def new_session(store: Store) -> tuple[Session, str]:
    """A session for a stranger, and the token for its cookie."""
    token = new_secret()
    now = now_ms()
    row = {"token_hash": hashed(token), "created_ms": now, "seen_ms": now}
    await store.write(lambda connection: connection.execute(sa.insert(schema.sessions), row) and None)
    return Session(hashed(token)), token


async def note_seen(store: Store, session: Session, now: int) -> None:
    """A browser is here: noted once an hour, for the list of sessions and for tables whose host is lost."""
    known, people = schema.sessions, schema.accounts
    mine = known.c.token_hash == session.token_hash
    last = await store.read(lambda connection: connection.execute(sa.select(known.c.seen_ms).where(mine)).scalar())
    if last is None or last >= now - SEEN_MS:
        return

    def work(connection: Connection) -> None:
        connection.execute(sa.update(known).where(mine).values(seen_ms=now))
        connection.execute(sa.update(people).where(people.c.id == session.account).values(seen_ms=now))

    await store.write(work)


# ------------------------------------------------------------------ grants
def granted(connection: Connection, table: str, session: Session) -> You:
    """What a session may do at a table."""
    known = schema.grants
    chosen = sa.select(known.c.seat).where(known.c.table_id == table, known.c.holder.in_(session.holders))
    found = set(connection.scalars(chosen)) if session.holders else set()
    muted = muted_at(connection, table, session.holders)
    return You(HOST in found, sorted(found - {HOST}), session.name, muted=muted or UNSET)


def muted_at(connection: Connection, table: str, holders: list[str]) -> list[int]:
    """The seats at a table whose people these holders do not want to hear; HOST for the host."""
    if not holders:
        return []
    known, wishes = schema.grants, schema.relations
    chosen = sa.select(known.c.seat).join_from(known, wishes, wishes.c.other == known.c.holder)
    return sorted(set(connection.scalars(chosen.where(known.c.table_id == table, wishes.c.holder.in_(holders)))))


def grant(connection: Connection, table: str, seats: Iterable[int], holder: str) -> None:
    """Give seats (or HOST) of a table to a holder."""
    rows = [{"table_id": table, "seat": seat, "holder": holder, "created_ms": now_ms()} for seat in seats]
    if rows:
        insert_new(connection, schema.grants, rows)


def note_named(connection: Connection, table: str, seq: int, seat: int) -> None:
    """An entry names whoever holds a seat; nothing if nobody does, or that is known."""
    known = schema.grants
    chosen = sa.select(known.c.holder).where(known.c.table_id == table, known.c.seat == seat).order_by("created_ms")
    holder = connection.scalars(chosen.limit(1)).first()
    if holder is not None:
        note_author(connection, table, seq, holder)


def note_author(connection: Connection, table: str, seq: int, holder: str) -> None:
    """Whose an entry is, unless that is known."""
    row = {"table_id": table, "seq": seq, "holder": holder}
    insert_new(connection, schema.entry_authors, row)


def withdraw(connection: Connection, table: str, seat: int) -> None:
    """Take a seat from everybody who held it."""
    known = schema.grants
    connection.execute(sa.delete(known).where(known.c.table_id == table, known.c.seat == seat))
