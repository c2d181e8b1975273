"""Who somebody is: sessions, accounts, what they hold at which table, and their private notes.

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

from goldenspike.server.http.errors import Trouble
from goldenspike.server.http.security import COOKIE_DAYS, hashed, new_secret
from goldenspike.server.http.sessions import Visitor
from goldenspike.server.live.messages import Account, Credentials, Notices
from goldenspike.server.storage.schema import accounts, grants, notes, outbox, sessions
from goldenspike.server.storage.store import Store, Taken

DAY_MS = 86_400_000
KEEP_DAYS = COOKIE_DAYS + 1
WAITING_LOGINS = 32


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class People:
    """Sessions and accounts in the database."""

    def __init__(self, store: Store, *, hasher: PasswordHasher | None = None, now: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.now = now
        self.hasher = hasher or PasswordHasher()
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="goldenspike-password")
        self._waiting = 0

    @cached_property
    def _nobody(self) -> str:
        """The password of nobody: names that do not exist take as long to refuse as those that do."""
        return self.hasher.hash(new_secret())

    def close(self) -> None:
        self._slow.shutdown(cancel_futures=True)

    # ------------------------------------------------------------ sessions
    async def tidy(self) -> int:
        """Forget browsers whose cookie is long gone, and notices long sent."""
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
    async def register(self, visitor: Visitor, given: Credentials) -> tuple[str, Visitor]:
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
        except Taken:
            raise Trouble(409, f"the name {name} is taken; choose another", "taken") from None
        return await self._enter(visitor, row["id"], name)

    async def login(self, visitor: Visitor, given: Credentials) -> tuple[str, Visitor]:
        """Into an account. Whether the name or the password is wrong, nobody learns."""
        _, key = names(given.name)
        row = await self.store.read(lambda c: c.execute(sa.select(accounts).where(accounts.c.name_key == key)).first())
        right = await self._slowly(self._fits, None if row is None else row.password, given.password)
        if row is None or not right:
            raise Trouble(403, "no account has this name and password", "login")
        if self.hasher.check_needs_rehash(row.password):
            stronger = await self._slowly(self.hasher.hash, given.password)
            change = sa.update(accounts).where(accounts.c.id == row.id).values(password=stronger)
            await self.store.write(lambda c: c.execute(change).rowcount)
        return await self._enter(visitor, row.id, row.name)

    async def _enter(self, visitor: Visitor, account: str, name: str) -> tuple[str, Visitor]:
        """A fresh token for the account; what the browser held is the account's now."""
        token = new_secret()
        row = {"token_hash": hashed(token), "account_id": account, "created_ms": self.now(), "seen_ms": self.now()}

        def work(c: Connection) -> None:
            c.execute(sa.insert(sessions), row)
            if visitor.session is not None and visitor.account is None:
                move(c, f"s:{visitor.session}", f"a:{account}")
            if visitor.session is not None:
                c.execute(sa.delete(sessions).where(sessions.c.token_hash == visitor.session))

        await self.store.write(work)
        return token, Visitor(hashed(token), account, name)

    async def logout(self, visitor: Visitor) -> None:
        gone = sa.delete(sessions).where(sessions.c.token_hash == visitor.session)
        await self.store.write(lambda c: c.execute(gone).rowcount)

    async def delete(self, visitor: Visitor) -> None:
        """The account and everything that is only its own; tables go on without it."""
        if visitor.account is None:
            raise Trouble(401)
        holder = f"a:{visitor.account}"

        def work(c: Connection) -> None:
            for kept in (grants, notes):
                c.execute(sa.delete(kept).where(kept.c.holder == holder))
            c.execute(sa.delete(outbox).where(outbox.c.account_id == visitor.account))
            c.execute(sa.delete(sessions).where(sessions.c.account_id == visitor.account))
            c.execute(sa.delete(accounts).where(accounts.c.id == visitor.account))

        await self.store.write(work)

    async def account(self, visitor: Visitor) -> Account:
        """The visitor's own account as the page shows it."""
        if visitor.account is None:
            return Account(None, Notices())
        row = await self.store.read(
            lambda c: c.execute(sa.select(accounts).where(accounts.c.id == visitor.account)).first()
        )
        return Account(None, Notices()) if row is None else Account(row.name, Notices(row.webhook, row.email))

    async def set_notices(self, visitor: Visitor, wanted: Notices) -> None:
        if visitor.account is None:
            raise Trouble(401, "notices are for accounts: log in or register first")
        change = sa.update(accounts).where(accounts.c.id == visitor.account)
        values = {"webhook": wanted.webhook, "email": wanted.email}
        await self.store.write(lambda c: c.execute(change.values(values)).rowcount)

    # ------------------------------------------------------------ notes
    async def note(self, visitor: Visitor, table: str) -> str:
        """The visitor's private words about a table."""
        if visitor.holder is None:
            return ""
        wanted = sa.select(notes.c.text).where(notes.c.table_id == table, notes.c.holder == visitor.holder)
        return await self.store.read(lambda c: c.execute(wanted).scalar()) or ""

    async def set_note(self, visitor: Visitor, table: str, text: str) -> None:
        holder = visitor.holder
        assert holder is not None

        def work(c: Connection) -> None:
            c.execute(sa.delete(notes).where(notes.c.table_id == table, notes.c.holder == holder))
            if text:
                row = {"table_id": table, "holder": holder, "text": text, "changed_ms": self.now()}
                c.execute(sa.insert(notes), row)

        await self.store.write(work)

    # ------------------------------------------------------------ slow work
    async def _slowly(self, work: Callable[..., Any], *given: Any) -> Any:
        """Passwords take time and memory by design: one after the other, off the event loop, and no endless queue."""
        if self._waiting >= WAITING_LOGINS:
            raise Trouble(503, "too many people are at the door; try again in a moment", wait=5)
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
        raise Trouble(400, "a name has 2 to 24 letters", "name")
    return name, key


def move(c: Connection, old: str, new: str) -> None:
    """Everything one holder has goes to another; double grants become one, double notes one after the other."""
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
