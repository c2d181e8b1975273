"""What guards an account: changing and recovering the password, codes of a phone, recovery codes, sessions."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import Session
from goldenspike.server.live import messages as m
from goldenspike.server.people import letters
from goldenspike.server.people.accounts import Accounts
from goldenspike.server.people.names import names
from goldenspike.server.people.second_factor import (
    is_code,
    new_codes,
    new_totp_secret,
    store_codes,
    time_step,
    totp_address,
    use_code,
    use_second_factor,
)
from goldenspike.server.storage.schema import account_tokens, accounts, api_tokens, outbox, sessions

DAY_S = 86_400
SESSION_ID = 16  # so much of a token's hash names a session: enough to tell them apart, useless to enter


class Credentials:
    """Everything about getting into an account apart from logging in."""

    def __init__(self, people: Accounts) -> None:
        self.people = people
        self.store = people.store

    # ------------------------------------------------------------ passwords
    async def change_password(self, session: Session, wanted: m.NewPassword) -> None:
        """A new password; every other browser is logged out, and links to set one are void."""
        row = await self.people.confirm_password(session, wanted.password)
        await self.people.check_password(wanted.new, row.name)
        await self._set_password(row.id, wanted.new, keep=session.token_hash)

    async def _set_password(self, account: str, password: str, keep: str | None) -> None:
        value = await self.people.slowly(self.people.hasher.hash, password)

        def work(c: Connection) -> None:
            c.execute(sa.update(accounts).where(accounts.c.id == account).values(password=value))
            links = (account_tokens.c.account_id == account) & (account_tokens.c.kind == "recover")
            c.execute(sa.delete(account_tokens).where(links))
            c.execute(
                sa.delete(sessions).where(sessions.c.account_id == account, sessions.c.token_hash != (keep or ""))
            )
            c.execute(sa.delete(api_tokens).where(api_tokens.c.account_id == account))

        await self.store.write(work)

    async def ask_for_letter(self, name: str) -> None:
        """A letter with a link to set a new password, to the confirmed address of this account if it has one."""
        try:
            _, key = names(name)
        except HttpError:
            return

        def work(c: Connection) -> None:
            row = c.execute(sa.select(accounts).where(accounts.c.name_key == key)).first()
            if row is not None and row.email and row.email_confirmed_ms is not None:
                letters.put_letter(c, "recover", row.id, row.email, row.language, self.people.now())

        await self.store.write(work)

    async def recover(self, wanted: m.RecoverPassword) -> str:
        """A new password by a letter's link or by a recovery code; the account whose sessions have all ended.

        It logs nobody in: where a phone's code is asked for, it still is.
        """
        # First whether the link or code counts: looking at a password takes long.
        account = await self.store.read(lambda c: self._recovered(c, wanted, use=False))
        if account is not None:
            await self.people.check_password(wanted.new, wanted.name)
            account = await self.store.write(lambda c: self._recovered(c, wanted))
        if account is None:
            raise HttpError(403, "this link or code does not work (any more); ask for a new one", "recover")
        await self._set_password(account, wanted.new, keep=None)
        return str(account)

    def _recovered(self, c: Connection, wanted: m.RecoverPassword, *, use: bool = True) -> str | None:
        """The account of a link or code, which counts once: ``use`` it up, or only look."""
        if wanted.token is not None:
            find = letters.use_token if use else letters.find_token
            found = find(c, "recover", wanted.token, self.people.now())
            return None if found is None else found[0]
        try:
            _, key = names(wanted.name)
        except HttpError:
            return None
        account: str | None = c.execute(sa.select(accounts.c.id).where(accounts.c.name_key == key)).scalar()
        right = use_code if use else is_code
        return account if account is not None and right(c, account, wanted.code) else None

    async def recovery_codes(self, session: Session, password: str) -> list[str]:
        """New recovery codes; all earlier ones are void."""
        row = await self.people.confirm_password(session, password)
        codes = new_codes()
        await self.store.write(lambda c: store_codes(c, row.id, codes, self.people.now()))
        return codes

    # ------------------------------------------------------------ codes of a phone
    async def set_up_totp(self, session: Session, password: str) -> m.TotpSetUp:
        """A secret for the phone's app. It counts once a code of it was sent."""
        row = await self.people.confirm_password(session, password)
        if row.totp_secret is not None:
            raise HttpError(409, "codes of a phone are asked for already; switch that off first", "totp")
        secret = new_totp_secret()
        change = sa.update(accounts).where(accounts.c.id == row.id).values(totp_pending=secret)
        await self.store.write(lambda c: c.execute(change).rowcount)
        return m.TotpSetUp(secret, *totp_address(secret, row.name))

    async def switch_totp_on(self, session: Session, code: str) -> list[str]:
        """Ask for codes from now on; with them come recovery codes, for whoever loses the phone."""
        account = session.account
        if account is None:
            raise HttpError(401)
        codes, now = new_codes(), self.people.now()

        def work(c: Connection) -> bool:
            secret = c.execute(sa.select(accounts.c.totp_pending).where(accounts.c.id == account)).scalar()
            step = None if secret is None else time_step(secret, code, now, None)
            if step is None:
                return False
            values = {"totp_secret": secret, "totp_pending": None, "totp_last": step}
            c.execute(sa.update(accounts).where(accounts.c.id == account).values(values))
            store_codes(c, account, codes, now)
            return True

        if not await self.store.write(work):
            raise HttpError(403, "this code is wrong; is the clock of the phone right?", "totp")
        return codes

    async def switch_totp_off(self, session: Session, wanted: m.TotpOff) -> None:
        row = await self.people.confirm_password(session, wanted.password)
        if row.totp_secret is None:
            raise HttpError(409, "no codes of a phone are asked for", "totp")

        def work(c: Connection) -> bool:
            if not use_second_factor(c, row.id, wanted.code, self.people.now()):
                return False
            values = {"totp_secret": None, "totp_pending": None, "totp_last": None}
            c.execute(sa.update(accounts).where(accounts.c.id == row.id).values(values))
            return True

        if not await self.store.write(work):
            raise HttpError(403, "this code is wrong, or was used already", "totp")

    # ------------------------------------------------------------ sessions
    async def sessions(self, session: Session) -> list[m.BrowserSession]:
        """The browsers that are logged in to this account, the latest first."""
        if session.account is None:
            raise HttpError(401)
        chosen = sa.select(sessions).where(sessions.c.account_id == session.account).order_by(sessions.c.seen_ms.desc())
        rows = await self.store.read(lambda c: c.execute(chosen).all())
        return [
            m.BrowserSession(
                row.token_hash[:SESSION_ID],
                row.device,
                row.created_ms,
                row.seen_ms,
                row.token_hash == session.token_hash,
            )
            for row in rows
        ]

    async def end_sessions(self, session: Session, which: str | None = None) -> set[str]:
        """Log out one browser of this account, or all; the hashes of their tokens."""
        if session.account is None:
            raise HttpError(401)
        mine = sessions.c.account_id == session.account
        if which is not None:
            mine &= sa.func.substr(sessions.c.token_hash, 1, SESSION_ID) == which

        def work(c: Connection) -> set[str]:
            ended = set(c.scalars(sa.select(sessions.c.token_hash).where(mine)))
            c.execute(sa.delete(sessions).where(mine))
            if which is None:
                c.execute(sa.delete(api_tokens).where(api_tokens.c.account_id == session.account))
            return ended

        ended: set[str] = await self.store.write(work)
        if not ended:
            raise HttpError(404, "there is no such session", "session")
        return ended

    # ------------------------------------------------------------ where to notify
    async def set_notices(self, session: Session, wanted: m.Notices, language: str) -> None:
        """Where to notify an account. A new address is asked first whether it is theirs; until then it gets nothing."""
        account = session.account
        if account is None:
            raise HttpError(401, "notices are for accounts: log in or register first")

        def work(c: Connection) -> None:
            row = c.execute(sa.select(accounts).where(accounts.c.id == account)).one()
            same = row.email == wanted.email
            values: dict[str, Any] = {"webhook": wanted.webhook, "email": wanted.email, "language": language}
            if not same:
                values["email_confirmed_ms"] = None
                links = account_tokens.c.account_id == account
                c.execute(sa.delete(account_tokens).where(links))
                c.execute(sa.delete(outbox).where(outbox.c.account_id == account, outbox.c.done_ms.is_(None)))
            c.execute(sa.update(accounts).where(accounts.c.id == account).values(values))
            if not wanted.email or (same and row.email_confirmed_ms is not None):
                return
            if not letters.put_letter(c, "confirm", account, wanted.email, language, self.people.now()):
                raise HttpError(
                    429, "enough letters went to this address today; try again tomorrow", "letters", wait=DAY_S
                )

        await self.store.write(work)

    async def confirm_email(self, token: str) -> None:
        """An address is theirs: they have read the letter."""

        def work(c: Connection) -> bool:
            found = letters.use_token(c, "confirm", token, self.people.now())
            if found is None:
                return False
            which = (accounts.c.id == found[0]) & (accounts.c.email == found[1])
            change = sa.update(accounts).where(which).values(email_confirmed_ms=self.people.now())
            return bool(c.execute(change).rowcount)

        if not await self.store.write(work):
            raise HttpError(403, "this link does not work (any more); ask for a new letter", "confirm")
