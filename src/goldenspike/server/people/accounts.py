"""Accounts: registering, logging in, what people hold at which table, and their private notes.

A session is a browser; an account is a person with a name and a password. Logging in moves what the
browser holds to the account, and every browser of the account has it from then on.
"""

from __future__ import annotations

import asyncio
import secrets
import time
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.security import COOKIE_DAYS, hashed, new_secret
from goldenspike.server.http.sessions import Session
from goldenspike.server.live.messages import Account, Credentials, Notices
from goldenspike.server.storage.schema import accounts, grants, notes, outbox, sessions
from goldenspike.server.storage.store import DuplicateRow, Store

DAY_MS = 86_400_000
KEEP_DAYS = COOKIE_DAYS + 1
WAITING_LOGINS = 32


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Accounts:
    """Sessions and accounts in the database."""

    def __init__(self, store: Store, *, hasher: PasswordHasher | None = None, now: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.now = now
        self.hasher = hasher or PasswordHasher()
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="goldenspike-password")
        self._waiting = 0

    @cached_property
    def _nobody(self) -> str:
        """A password of nobody: a name that does not exist takes as long to refuse as one that does."""
        return self.hasher.hash(new_secret())

    def close(self) -> None:
        self._slow.shutdown(cancel_futures=True)

    # ------------------------------------------------------------ sessions
    async def tidy(self) -> int:
        """Delete sessions whose cookie has long expired, and notices long sent."""
        line = self.now() - KEEP_DAYS * DAY_MS

        def work(c: Connection) -> int:
            old = sa.select(sessions.c.token_hash).where(sessions.c.created_ms < line)
            held = sa.select(sa.literal("s:").concat(sessions.c.token_hash)).where(sessions.c.created_ms < line)
            for kept in (grants, notes):
                c.execute(sa.delete(kept).where(kept.c.holder.in_(held)))
            c.execute(sa.delete(outbox).where(outbox.c.done_ms < self.now() - 30 * DAY_MS))
            return int(c.execute(sa.delete(sessions).where(sessions.c.token_hash.in_(old))).rowcount)

        return int(await self.store.write(work))

    # ------------------------------------------------------------ accounts
    async def register(self, session: Session, given: Credentials) -> tuple[str, Session]:
        """A new account, logged in at once."""
        name, key = names(given.name)
        row = {
            "id": secrets.token_urlsafe(15),
            "name": name,
            "name_key": key,
            "password": await self._slowly(self.hasher.hash, given.password),
            "created_ms": self.now(),
        }
        try:
            await self.store.write(lambda c: c.execute(sa.insert(accounts), row).rowcount)
        except DuplicateRow:
            raise HttpError(409, f"the name {name} is taken; choose another", "taken") from None
        return await self._enter(session, row["id"], name)

    async def login(self, session: Session, given: Credentials) -> tuple[str, Session]:
        """Log in to an account. Nobody learns whether the name or the password was wrong."""
        _, key = names(given.name)
        row = await self.store.read(lambda c: c.execute(sa.select(accounts).where(accounts.c.name_key == key)).first())
        right = await self._slowly(self._fits, None if row is None else row.password, given.password)
        if row is None or not right:
            raise HttpError(403, "no account has this name and password", "login")
        if self.hasher.check_needs_rehash(row.password):
            stronger = await self._slowly(self.hasher.hash, given.password)
            change = sa.update(accounts).where(accounts.c.id == row.id).values(password=stronger)
            await self.store.write(lambda c: c.execute(change).rowcount)
        return await self._enter(session, row.id, row.name)

    async def _enter(self, session: Session, account: str, name: str) -> tuple[str, Session]:
        """A fresh token for the account; what the browser held is the account's now."""
        token = new_secret()
        row = {"token_hash": hashed(token), "account_id": account, "created_ms": self.now(), "seen_ms": self.now()}

        def work(c: Connection) -> None:
            c.execute(sa.insert(sessions), row)
            if session.token_hash is not None and session.account is None:
                move(c, f"s:{session.token_hash}", f"a:{account}")
            if session.token_hash is not None:
                c.execute(sa.delete(sessions).where(sessions.c.token_hash == session.token_hash))

        await self.store.write(work)
        return token, Session(hashed(token), account, name)

    async def logout(self, session: Session) -> None:
        gone = sa.delete(sessions).where(sessions.c.token_hash == session.token_hash)
        await self.store.write(lambda c: c.execute(gone).rowcount)

    async def delete(self, session: Session) -> None:
        """Delete an account and everything that is only its own; tables go on without it."""
        if session.account is None:
            raise HttpError(401)
        holder = f"a:{session.account}"

        def work(c: Connection) -> None:
            for kept in (grants, notes):
                c.execute(sa.delete(kept).where(kept.c.holder == holder))
            c.execute(sa.delete(outbox).where(outbox.c.account_id == session.account))
            c.execute(sa.delete(sessions).where(sessions.c.account_id == session.account))
            c.execute(sa.delete(accounts).where(accounts.c.id == session.account))

        await self.store.write(work)

    async def account(self, session: Session) -> Account:
        """The account of a session as the page shows it."""
        if session.account is None:
            return Account(None, Notices())
        row = await self.store.read(
            lambda c: c.execute(sa.select(accounts).where(accounts.c.id == session.account)).first()
        )
        return Account(None, Notices()) if row is None else Account(row.name, Notices(row.webhook, row.email))

    async def set_notices(self, session: Session, wanted: Notices) -> None:
        if session.account is None:
            raise HttpError(401, "notices are for accounts: log in or register first")
        change = sa.update(accounts).where(accounts.c.id == session.account)
        values = {"webhook": wanted.webhook, "email": wanted.email}
        await self.store.write(lambda c: c.execute(change.values(values)).rowcount)

    # ------------------------------------------------------------ notes
    async def note(self, session: Session, table: str) -> str:
        """The private note of a session about a table."""
        if session.holder is None:
            return ""
        wanted = sa.select(notes.c.text).where(notes.c.table_id == table, notes.c.holder == session.holder)
        return await self.store.read(lambda c: c.execute(wanted).scalar()) or ""

    async def set_note(self, session: Session, table: str, text: str, *, most: int = 1000) -> None:
        holder = session.holder
        assert holder is not None

        def work(c: Connection) -> None:
            c.execute(sa.delete(notes).where(notes.c.table_id == table, notes.c.holder == holder))
            if text:
                count = sa.select(sa.func.count()).select_from(notes).where(notes.c.holder == holder)
                if (c.execute(count).scalar() or 0) >= most:
                    raise HttpError(409, f"you have {most} notes already; delete one", "notes")
                row = {"table_id": table, "holder": holder, "text": text, "changed_ms": self.now()}
                c.execute(sa.insert(notes), row)

        await self.store.write(work)

    # ------------------------------------------------------------ slow work
    async def _slowly(self, work: Callable[..., Any], *given: Any) -> Any:
        """Passwords take time and memory by design: one after another, off the event loop, in a bounded queue."""
        if self._waiting >= WAITING_LOGINS:
            raise HttpError(503, "too many people are at the door; try again in a moment", wait=5)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._slow, work, *given)
        finally:
            self._waiting -= 1

    def _fits(self, stored: str | None, password: str) -> bool:
        try:
            return self.hasher.verify(self._nobody if stored is None else stored, password)
        except (VerificationError, InvalidHashError):
            return False


def names(given: str) -> tuple[str, str]:
    """A name as it is shown, and folded so that no two people look alike by case, width or spaces."""
    name = " ".join(unicodedata.normalize("NFKC", given).split())
    key = unicodedata.normalize("NFKC", name.casefold())
    if not 2 <= len(name) <= 24 or len(key) > 48 or not any(c.isalnum() for c in name):
        raise HttpError(400, "a name has 2 to 24 letters", "name")
    return name, key


def move(c: Connection, old: str, new: str) -> None:
    """Move everything from one holder to another; duplicate grants become one, two notes are joined."""
    both = grants.alias()
    mine = sa.select(both.c.table_id, both.c.seat).where(both.c.holder == new)
    c.execute(sa.delete(grants).where(grants.c.holder == old, sa.tuple_(grants.c.table_id, grants.c.seat).in_(mine)))
    c.execute(sa.update(grants).where(grants.c.holder == old).values(holder=new))
    kept = {row.table_id: row.text for row in c.execute(sa.select(notes).where(notes.c.holder == new))}
    for row in c.execute(sa.select(notes).where(notes.c.holder == old)).all():
        which = (notes.c.table_id == row.table_id) & (notes.c.holder == old)
        if row.table_id in kept:
            both_texts = f"{kept[row.table_id]}\n{row.text}"[:8000]
            c.execute(sa.delete(notes).where(which))
            where = (notes.c.table_id == row.table_id) & (notes.c.holder == new)
            c.execute(sa.update(notes).where(where).values(text=both_texts))
        else:
            c.execute(sa.update(notes).where(which).values(holder=new))
