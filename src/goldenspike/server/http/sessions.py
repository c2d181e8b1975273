"""Sessions: which browser sends a request, its account if it has one, and what it was granted at a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite import insert
from starlette.types import Scope

from goldenspike.server.http.security import Site, hashed, new_secret, token_in
from goldenspike.server.live.frames import now_ms
from goldenspike.server.live.messages import You
from goldenspike.server.storage import schema
from goldenspike.server.storage.schema import HOST
from goldenspike.server.storage.store import Store


@dataclass(frozen=True)
class Session:
    """A browser's session, and the account it is logged in to. Without a token it is a stranger's first visit."""

    token_hash: str | None = None
    account: str | None = None
    name: str | None = None  # of the account

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
    return Session() if row is None else Session(token_hash, row[0], row[1])


async def session_of(store: Store, site: Site, scope: Scope) -> Session:
    """The session of a request."""
    token = token_in(site, scope)
    if token is None:
        return Session()
    return await store.read(lambda connection: find_session(connection, hashed(token)))


async def new_session(store: Store) -> tuple[Session, str]:
    """A session for a stranger, and the token for its cookie."""
    token = new_secret()
    now = now_ms()
    row = {"token_hash": hashed(token), "created_ms": now, "seen_ms": now}
    await store.write(lambda connection: connection.execute(sa.insert(schema.sessions), row) and None)
    return Session(hashed(token)), token


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
        connection.execute(insert(schema.grants).on_conflict_do_nothing(), rows)


def withdraw(connection: Connection, table: str, seat: int) -> None:
    """Take a seat from everybody who held it."""
    known = schema.grants
    connection.execute(sa.delete(known).where(known.c.table_id == table, known.c.seat == seat))
