"""Accounts: registering, logging in, what people hold at which table, and their private notes.

A session is a browser; an account is a person with a name and a password. Logging in moves what the
browser holds to the account, and every browser of the account has it from then on.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.security import COOKIE_DAYS, hashed, new_secret
from goldenspike.server.http.sessions import Session
from goldenspike.server.live.messages import Account, Credentials, Notices
from goldenspike.server.people.bans import account_ban
from goldenspike.server.people.names import check_new_name, look, names, read_lists
from goldenspike.server.people.passwords import check_new_password
from goldenspike.server.people.second_factor import use_second_factor
from goldenspike.server.storage.profile_schema import results
from goldenspike.server.storage.schema import (
    HOST,
    NOBODY,
    account_tokens,
    accounts,
    entry_authors,
    grants,
    notes,
    outbox,
    push_subscriptions,
    recovery_codes,
    relations,
    reports,
    reviews,
    saved_boards,
    sessions,
    silent_tables,
    studies,
    tables,
)
from goldenspike.server.storage.store import DuplicateRow, Store
from goldenspike.server.tournaments import record as tournament_record

DAY_MS = 86_400_000
KEEP_DAYS = COOKIE_DAYS + 1
WAITING_LOGINS = 32


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Accounts:
    """Sessions and accounts in the database."""

    def __init__(
        self,
        store: Store,
        *,
        hasher: PasswordHasher | None = None,
        now: Callable[[], int] = now_ms,
        mail: bool = False,
    ) -> None:
        self.store = store
        self.mail = mail  # does this server send e-mail?
        self.now = now
        self.hasher = hasher or PasswordHasher()
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="goldenspike-password")
        self._checks = ThreadPoolExecutor(1, thread_name_prefix="goldenspike-new-password")  # no login waits for these
        self._waiting = {self._slow: 0, self._checks: 0}

    @cached_property
    def _nobody(self) -> str:
        """A password of nobody: a name that does not exist takes as long to refuse as one that does."""
        return self.hasher.hash(new_secret())

    def close(self) -> None:
        for pool in (self._slow, self._checks):
            pool.shutdown(cancel_futures=True)

    # ------------------------------------------------------------ sessions
    async def prepare(self) -> None:
        """Before the first visitor: learn how old names look."""
        await asyncio.to_thread(read_lists)  # now, and off the event loop, not when the first name is checked

        def work(c: Connection) -> None:
            for row in c.execute(sa.select(accounts.c.id, accounts.c.name).where(accounts.c.look == "")).all():
                c.execute(sa.update(accounts).where(accounts.c.id == row.id).values(look=look(row.name)))

        await self.store.write(work)

    async def tidy(self, now: int | None = None) -> int:
        """Delete sessions whose cookie has long expired, and links and notices long past."""
        now = self.now() if now is None else now
        line = now - KEEP_DAYS * DAY_MS

        def work(c: Connection) -> int:
            old = sa.select(sessions.c.token_hash).where(sessions.c.created_ms < line)
            held = sa.select(sa.literal("s:").concat(sessions.c.token_hash)).where(sessions.c.created_ms < line)
            for kept in (grants, notes, relations, saved_boards, silent_tables, studies):
                c.execute(sa.delete(kept).where(kept.c.holder.in_(held)))
            for left in (reviews, results):
                c.execute(sa.update(left).where(left.c.holder.in_(held)).values(holder=NOBODY))
            there = sa.exists().where(tables.c.id == results.c.table_id)
            c.execute(sa.delete(results).where(results.c.holder == NOBODY, ~there))
            c.execute(sa.delete(outbox).where(outbox.c.done_ms < now - 30 * DAY_MS))
            c.execute(sa.delete(account_tokens).where(account_tokens.c.until_ms < now))
            return int(c.execute(sa.delete(sessions).where(sessions.c.token_hash.in_(old))).rowcount)

        return int(await self.store.write(work))

    # ------------------------------------------------------------ accounts
    async def register(self, session: Session, given: Credentials, device: str = "") -> tuple[str, Session]:
        """A new account, logged in at once."""
        name, key = names(given.name)
        check_new_name(name)
        await self.check_password(given.password, name)
        row = {
            "id": secrets.token_urlsafe(15),
            "name": name,
            "name_key": key,
            "look": look(name),
            "password": await self.slowly(self.hasher.hash, given.password),
            "created_ms": self.now(),
        }

        def work(c: Connection) -> bool:
            alike = c.execute(sa.select(accounts.c.id).where(accounts.c.look == row["look"]).limit(1)).first()
            return alike is None and bool(c.execute(sa.insert(accounts), row).rowcount)

        try:
            made = await self.store.write(work)
        except DuplicateRow:
            made = False
        if not made:
            raise HttpError(409, f"the name {name} is taken, or looks like one that is; choose another", "taken")
        return await self._enter(session, row["id"], name, device)

    async def login(self, session: Session, given: Credentials, device: str = "") -> tuple[str, Session]:
        """Log in to an account. Nobody learns whether the name or the password was wrong."""
        _, key = names(given.name)
        row = await self.store.read(lambda c: c.execute(sa.select(accounts).where(accounts.c.name_key == key)).first())
        right = await self.slowly(self._fits, None if row is None else row.password, given.password)
        if row is None or not right:
            raise HttpError(403, "no account has this name and password", "login")
        banned = await self.store.read(lambda c: account_ban(c, row.id, self.now()))
        if banned is not None:
            raise HttpError(403, f"this account is banned: {banned}", "banned")
        await self._second_factor(row.id, row.totp_secret, given.code)
        if self.hasher.check_needs_rehash(row.password):
            stronger = await self.slowly(self.hasher.hash, given.password)
            change = sa.update(accounts).where(accounts.c.id == row.id).values(password=stronger)
            await self.store.write(lambda c: c.execute(change).rowcount)
        return await self._enter(session, row.id, row.name, device)

    async def _second_factor(self, account: str, secret: str | None, code: str) -> None:
        """HttpError if the account asks for a code and this is none that counts."""
        if secret is None:
            return
        if not code:
            raise HttpError(401, "enter the code of your phone's app, or a recovery code", "totp")
        if not await self.store.write(lambda c: use_second_factor(c, account, code, self.now())):
            raise HttpError(403, "this code is wrong, or was used already", "totp")

    async def _enter(self, session: Session, account: str, name: str, device: str) -> tuple[str, Session]:
        """A fresh token for the account; what the browser held is the account's now."""
        token = new_secret()
        row = {"token_hash": hashed(token), "account_id": account, "created_ms": self.now(), "seen_ms": self.now()}

        def work(c: Connection) -> None:
            c.execute(sa.insert(sessions), {**row, "device": device})
            c.execute(sa.update(accounts).where(accounts.c.id == account).values(seen_ms=row["seen_ms"]))
            if session.token_hash is not None and session.account is None:
                check_no_second_seat(c, f"s:{session.token_hash}", f"a:{account}")
                move(c, f"s:{session.token_hash}", f"a:{account}")
            if session.token_hash is not None:
                mine = push_subscriptions.c.session_hash == session.token_hash  # the device stays the same
                c.execute(sa.update(push_subscriptions).where(mine).values(session_hash=row["token_hash"]))
                c.execute(sa.delete(sessions).where(sessions.c.token_hash == session.token_hash))

        await self.store.write(work)
        return token, Session(hashed(token), account, name)

    async def logout(self, session: Session) -> None:
        def work(c: Connection) -> None:
            c.execute(sa.delete(sessions).where(sessions.c.token_hash == session.token_hash))
            c.execute(sa.update(accounts).where(accounts.c.id == session.account).values(seen_ms=self.now()))

        await self.store.write(work)

    async def account(self, session: Session) -> Account:
        """The account of a session as the page shows it."""
        nobody = Account(None, Notices(), mail=self.mail)
        if session.account is None:
            return nobody
        left = sa.select(sa.func.count()).where(recovery_codes.c.account_id == session.account)

        def read(c: Connection) -> Account:
            row = c.execute(sa.select(accounts).where(accounts.c.id == session.account)).first()
            if row is None:
                return nobody
            notices = Notices(row.webhook, row.email)
            confirmed, totp = row.email_confirmed_ms is not None, row.totp_secret is not None
            return Account(row.name, notices, confirmed, self.mail, totp, c.execute(left).scalar() or 0)

        return await self.store.read(read)

    async def confirm_password(self, session: Session, password: str) -> Row[Any]:
        """The account's row, if this is its password: for what a borrowed browser must not do."""
        if session.account is None:
            raise HttpError(401)
        row = await self.store.read(
            lambda c: c.execute(sa.select(accounts).where(accounts.c.id == session.account)).first()
        )
        if row is None or not await self.slowly(self._fits, row.password, password):
            raise HttpError(403, "this is not the password of this account", "password")
        return row

    async def check_password(self, password: str, *known: str) -> None:
        """HttpError if this must not be anybody's new password."""
        await self._queued(self._checks, check_new_password, password, *known)

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
    async def slowly(self, work: Callable[..., Any], *given: Any) -> Any:
        """Passwords take time and memory by design: one after another, off the event loop, in a bounded queue."""
        return await self._queued(self._slow, work, *given)

    async def _queued(self, pool: ThreadPoolExecutor, work: Callable[..., Any], *given: Any) -> Any:
        if self._waiting[pool] >= WAITING_LOGINS:
            raise HttpError(503, "too many people are logging in; try again in a moment", wait=5)
        self._waiting[pool] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *given)
        finally:
            self._waiting[pool] -= 1

    def _fits(self, stored: str | None, password: str) -> bool:
        try:
            return self.hasher.verify(self._nobody if stored is None else stored, password)
        except (VerificationError, InvalidHashError):
            return False


def check_no_second_seat(c: Connection, old: str, new: str) -> None:
    """HttpError if two holders that become one would have two hands of the same game."""
    other = grants.alias()
    chosen = (
        sa.select(tables.c.name)
        .join_from(grants, other, (other.c.table_id == grants.c.table_id) & (other.c.seat != grants.c.seat))
        .join(tables, tables.c.id == grants.c.table_id)
        .where(grants.c.holder == old, other.c.holder == new, grants.c.seat != HOST, other.c.seat != HOST)
        .where(tables.c.status.in_(("open", "running")), ~tables.c.hot_seat, ~tables.c.sandbox)
    )
    if c.execute(chosen.limit(1)).first() is not None:
        line = "this browser plays a seat of a game in which this account has another: leave one of them, or finish it"
        raise HttpError(409, line, "two seats")


def move(c: Connection, old: str, new: str) -> None:
    """Move everything from one holder to another; duplicate grants become one, two notes are joined."""
    c.execute(sa.update(entry_authors).where(entry_authors.c.holder == old).values(holder=new))
    c.execute(sa.update(reports).where(reports.c.holder == old).values(holder=new))
    for asked in (studies, reviews, results):
        c.execute(sa.update(asked).where(asked.c.holder == old).values(holder=new))
    c.execute(sa.update(saved_boards).where(saved_boards.c.holder == old).values(holder=new))
    c.execute(sa.update(reports).where(reports.c.about == old).values(about=new))
    tournament_record.moved(c, old, new)
    for column, other in ((relations.c.holder, "other"), (relations.c.other, "holder")):
        # Who had the same wish in both places has it once.
        twin = relations.alias()
        same = sa.exists().where(
            twin.c[column.name] == new, twin.c[other] == relations.c[other], twin.c.kind == relations.c.kind
        )
        c.execute(sa.delete(relations).where(column == old, same))
        c.execute(sa.update(relations).where(column == old).values({column.name: new}))
    c.execute(sa.delete(relations).where(relations.c.holder == relations.c.other))
    wanted = sa.select(silent_tables.c.table_id).where(silent_tables.c.holder == new)
    c.execute(sa.delete(silent_tables).where(silent_tables.c.holder == old, silent_tables.c.table_id.in_(wanted)))
    c.execute(sa.update(silent_tables).where(silent_tables.c.holder == old).values(holder=new))
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


__all__ = ["Accounts", "move", "names", "now_ms"]
