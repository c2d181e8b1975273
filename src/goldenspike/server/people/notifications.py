"""Notifying people who are awaited: notices go through an outbox, so that no move ever waits for them.

Whoever is at the table needs no notice; everybody else gets at most one for each decision awaited of them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import smtplib
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Row

from goldenspike.engine.errors import BadOption, GoldenSpikeError
from goldenspike.games import game
from goldenspike.server.http.errors import HttpError, one_line
from goldenspike.server.http.metrics import Metrics
from goldenspike.server.live.messages import Notices
from goldenspike.server.people import letters
from goldenspike.server.people import push as browsers
from goldenspike.server.people.accounts import now_ms
from goldenspike.server.people.awaited import awaited_seats
from goldenspike.server.people.mail_pool import MailPool
from goldenspike.server.people.webhooks import BadWebhook, WebhookClient, read_url
from goldenspike.server.storage.claims import claim_notices
from goldenspike.server.storage.leases import Leases, free_for
from goldenspike.server.storage.schema import accounts, grants, outbox, tables
from goldenspike.server.storage.store import DuplicateRow, Store, StoreError

DELAY_MS = 20_000  # people who are just coming back need no notice
BACKOFF_S = (30, 120, 600, 3600, 6 * 3600)
IDLE_S = 5.0
MOST_AN_HOUR = 60  # to one account, and to one browser
CALLS = ("webhook", *browsers.KINDS)  # what is no letter
AT_ONCE = 20
MAIL_SECONDS = 10  # for each answer of the mail server
LETTER_SECONDS = 30  # for the whole letter
_MAIL = re.compile(r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$")
logger = logging.getLogger("goldenspike.server.people.notifications")


# ------------------------------------------------------------------ e-mail
@dataclass(frozen=True)
class Mailer:
    """The mail server that sends our e-mail."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    secure: str = "starttls"  # or tls, or none

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Mailer | None:
        """As GOLDENSPIKE_SMTP and its companions say; None if they say nothing."""
        where = environment.get("GOLDENSPIKE_SMTP", "").strip()
        if not where:
            return None
        host, _, port = where.partition(":")
        secure = environment.get("GOLDENSPIKE_SMTP_TLS", "starttls")
        sender = environment.get("GOLDENSPIKE_SMTP_FROM", "")
        if secure not in {"starttls", "tls", "none"}:
            raise BadOption("GOLDENSPIKE_SMTP_TLS is starttls, tls or none")
        if not _MAIL.match(sender):
            raise BadOption("GOLDENSPIKE_SMTP_FROM is the address our letters come from, such as table@example.org")
        if port and not port.isdecimal():
            raise BadOption("GOLDENSPIKE_SMTP is written like mail.example.org:587")
        usual = {"starttls": 587, "tls": 465, "none": 25}[secure]
        user, password = environment.get("GOLDENSPIKE_SMTP_USER", ""), environment.get("GOLDENSPIKE_SMTP_PASSWORD", "")
        return cls(host, int(port or usual), sender, user, password, secure)

    def send(self, to: str, subject: str, text: str) -> None:
        """Send an e-mail; OSError or SMTPException if that fails."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, one_line(subject)
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        trust = ssl.create_default_context()
        if self.secure == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=MAIL_SECONDS, context=trust)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=MAIL_SECONDS)
        with server, _time_limit(server, LETTER_SECONDS):
            if self.secure == "starttls":
                server.starttls(context=trust)
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)


@contextmanager
def _time_limit(server: smtplib.SMTP, seconds: float) -> Iterator[None]:
    """Hang up after so long, also on a mail server that says a little now and then."""
    late = threading.Event()

    def hang_up() -> None:
        late.set()
        with suppress(OSError):
            if server.sock is not None:
                server.sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, smtplib.SMTPException):
        if late.is_set():
            raise TimeoutError(f"the mail server did not take the letter in {seconds:.0f} s") from None
        raise
    finally:
        timer.cancel()


def checked_notices(wanted: Notices, mailer: Mailer | None) -> Notices:
    """Where somebody wants to be notified, checked as far as possible without sending anything."""
    webhook, email = wanted.webhook.strip(), wanted.email.strip()
    if webhook:
        try:
            read_url(webhook)
        except BadWebhook as error:
            raise HttpError(400, str(error), "webhook") from None
    if email:
        if mailer is None:
            raise HttpError(409, "this server does not send e-mail; its operator can set that up", "email")
        if not _MAIL.match(email):
            raise HttpError(400, "this is not an e-mail address", "email")
    return Notices(webhook, email)


# ------------------------------------------------------------------ the outbox
class Notifications:
    """Puts notices into the outbox and sends what is in it."""

    def __init__(
        self,
        store: Store,
        base: Callable[[], str],
        *,
        online: Callable[[str], set[int]] = lambda table: set(),
        metrics: Metrics | None = None,
        webhook_client: WebhookClient | None = None,
        mailer: Mailer | None = None,
        delay_ms: int = DELAY_MS,
        now: Callable[[], int] = now_ms,
        leases: Leases | None = None,
        push: browsers.Push | None = None,
    ) -> None:
        self.store = store
        self.leases = leases
        self.push = push
        self.base = base
        self.online = online
        self.metrics = metrics
        self.webhook_client = webhook_client or WebhookClient()
        self.mailer = mailer
        self.delay_ms = delay_ms
        self.now = now
        self._touched: set[str] = set()
        self._mail_pool: MailPool | None = None
        self._stop = asyncio.Event()
        self._hurry = asyncio.Event()

    def touched(self, table: str) -> None:
        """Something happened at a table; who is awaited there is looked up later."""
        self._touched.add(table)

    async def run(self) -> None:
        """Until ``stop`` is called: look up who is awaited, send what is due. Letters hold up nothing else."""
        with suppress(StoreError):
            self._touched.update(await self.store.read(lambda c: _running(c, self.leases)))
        await asyncio.gather(self._repeat(self._collect_and_call), self._repeat(lambda: self.deliver(mail=True)))

    async def _collect_and_call(self) -> None:
        await self.collect()
        await self.deliver(mail=False)

    async def _repeat(self, work: Callable[[], Awaitable[object]]) -> None:
        while not self._stop.is_set():
            try:
                await work()
            except StoreError as error:
                logger.warning("notices wait: %s", error)
            except Exception:
                logger.exception("notices failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), IDLE_S)
            if not self._stop.is_set():
                self._hurry.clear()

    def hurry(self) -> None:
        """Something is due that somebody waits for."""
        self._hurry.set()

    def stop(self) -> None:
        self._stop.set()
        self._hurry.set()
        if self._mail_pool is not None:
            self._mail_pool.close()

    async def _mail(self, to: str, subject: str, text: str) -> None:
        """Send a letter by the threads that do nothing else."""
        if self.mailer is None:
            raise BadWebhook("this server sends no e-mail")
        if self._mail_pool is None:
            self._mail_pool = MailPool(self.mailer)
        await self._mail_pool.send(to, subject, text)

    async def collect(self) -> int:
        """A notice for everybody awaited at the touched tables who wants one; how many are new."""
        touched, self._touched = self._touched, set()
        added = 0
        if not touched or not await self.store.read(_anybody):
            return 0
        for table in touched:
            here = self.online(table)
            found = await self.store.read(lambda c, table=table: _awaited(c, table))  # type: ignore[misc]
            for who in found:
                if who.seat not in here:
                    added += await self._put(table, who)
            if self.push is not None:
                for one in await self.store.read(lambda c, table=table: browsers.awaited_browsers(c, table)):  # type: ignore[misc]
                    if one.seat.seat not in here:
                        added += await self._put_push(table, one)
        return added

    async def _put_push(self, table: str, one: browsers.AwaitedBrowser) -> int:
        """A notice for a browser of somebody who is awaited."""
        hour_ago = self.now() - 3_600_000
        if await self.store.read(lambda c: browsers.sent_of_late(c, one.session_hash, hour_ago)) >= MOST_AN_HOUR:
            return 0
        row = {
            "kind": browsers.NOTICE,
            "target": one.session_hash,
            "payload": msgspec.json.encode(_said(one.seat)).decode(),
            "table_id": table,
            "account_id": one.account,
            "unique_key": f"{table}/{one.seat.seat}/{one.seat.since}/push/{one.session_hash}",
        }
        return await self._insert(row)

    async def _insert(self, row: dict[str, Any]) -> int:
        """Put a notice into the outbox; 0 if it is there already."""
        whole = {**row, "created_ms": self.now(), "due_ms": self.now() + self.delay_ms}
        with suppress(DuplicateRow):
            await self.store.write(lambda c: c.execute(sa.insert(outbox), whole).rowcount)
            return 1
        return 0

    async def _put(self, table: str, who: Row[Any]) -> int:
        added = 0
        hour = sa.select(sa.func.count()).where(
            outbox.c.account_id == who.account_id, outbox.c.created_ms > self.now() - 3_600_000
        )
        if await self.store.read(lambda c: int(c.execute(hour).scalar() or 0)) >= MOST_AN_HOUR:
            return 0
        payload = msgspec.json.encode({**_said(who), "to": who.email, "language": who.language}).decode()
        for kind, target in (("webhook", who.webhook), ("email", who.email)):
            if not target or (kind == "email" and await self._enough(target)):
                continue
            row = {
                "kind": kind,
                "target": letters.mailbox(target) if kind == "email" else target,
                "payload": payload,
                "table_id": table,
                "account_id": who.account_id,
                "unique_key": f"{table}/{who.seat}/{who.since}/{kind}/{who.account_id}",
            }
            added += await self._insert(row)
        return added

    async def _enough(self, address: str) -> bool:
        """Did so many notices go to this address of late that one more would be a nuisance?"""
        sent = await self.store.read(lambda c: letters.notices_sent(c, address, self.now()))
        return sent >= letters.NOTICES_TO_ONE_ADDRESS_AN_HOUR

    async def deliver(self, *, mail: bool | None = None) -> int:
        """Send everything that is due, or only letters, or only what is none; how much was sent."""
        which = {None: sa.true(), True: outbox.c.kind.not_in(CALLS), False: outbox.c.kind.in_(CALLS)}[mail]
        return sum(await asyncio.gather(*(self._send(row) for row in await self._due(which))))

    async def _due(self, which: sa.ColumnElement[bool]) -> list[Row[Any]]:
        """What this server has to send now."""
        now, waits = self.now(), (outbox.c.done_ms.is_(None)) & (outbox.c.due_ms <= self.now()) & which
        due = sa.select(outbox).where(waits).order_by(outbox.c.due_ms).limit(AT_ONCE)
        rows = await self.store.read(lambda c: list(c.execute(due)))
        if not rows or self.leases is None:
            return rows
        node, letters_ = self.leases.node, tuple(letters.LETTERS)
        claimed = await self.store.write(lambda c: claim_notices(c, node, now, which, letters_, AT_ONCE))
        return list(claimed)

    async def _send(self, row: Row[Any]) -> bool:
        payload = msgspec.json.decode(row.payload)
        if row.kind in browsers.KINDS and await self._quiet(row):
            return False
        if row.kind not in (*letters.LETTERS, browsers.TRY) and not await self._needed(row, int(payload["seat"])):
            await self._done(row, "not needed any more")
            return False
        try:
            await self._deliver(row, payload)
        except BadWebhook as error:
            await self._done(row, str(error))
        except (OSError, smtplib.SMTPException, GoldenSpikeError) as error:
            await self._again(row, one_line(str(error)) or type(error).__name__)
        else:
            await self._done(row, "")
            return True
        return False

    async def _needed(self, row: Row[Any], seat: int) -> bool:
        """Is this seat still awaited, by somebody who wants to be told here and is not there?"""
        if row.kind == browsers.NOTICE:
            told = await self.store.read(lambda c: browsers.awaited_browsers(c, row.table_id))
            mine = (seat, row.target) in {(one.seat.seat, one.session_hash) for one in told}
            return mine and seat not in self.online(row.table_id)
        waiting = await self.store.read(lambda c: {(who.seat, who.account_id) for who in _awaited(c, row.table_id)})
        return (seat, row.account_id) in waiting and seat not in self.online(row.table_id)

    async def _quiet(self, row: Row[Any]) -> bool:
        """In quiet hours a notice waits until they are over; it is sent then if it is still needed."""
        device = None if self.push is None else await self.push.subscription(row.target)
        until = None if device is None or row.kind == browsers.TRY else browsers.quiet_until(device, self.now())
        if until is None:
            return False
        await self._note(row, "quiet", due_ms=until, claimed_ms=None)
        return True

    async def _deliver(self, row: Row[Any], payload: dict[str, Any]) -> None:
        if row.kind in browsers.KINDS:
            device = None if self.push is None else await self.push.subscription(row.target)
            if self.push is None or device is None:
                raise BadWebhook("this browser gets no notices")
            await self.push.send(device, row.table_id, payload)
            return
        if row.kind in letters.LETTERS:
            written = letters.one_time_letter(row.kind, payload["language"], self.base(), payload["token"])
            await self._mail(payload["to"], *written)
            return
        where = f"{payload['game']} ({payload['table_name']})" if payload["table_name"] else str(payload["game"])
        if row.kind == "email":
            who, language = one_line(payload["name"]) or "Golden Spike", payload.get("language", "en")
            written = letters.notice_letter(language, self.base(), row.table_id, who, one_line(where))
            await self._mail(payload.get("to") or row.target, *written)
            return
        link = f"{self.base().rstrip('/')}/t/{row.table_id}"
        line = one_line(f"{payload['name'] or 'You'}: it is your turn at {where}")
        # The words twice: chat services look for them under one name or the other.
        said = {"text": f"{line} {link}", "content": f"{line} {link}", "url": link, "table": row.table_id}
        status = await self.webhook_client.post(row.target, msgspec.json.encode(said))
        if 300 <= status < 400 or status in {400, 401, 403, 404, 410}:
            raise BadWebhook(f"the webhook answered {status}")
        if not 200 <= status < 300:
            raise OSError(f"the webhook answered {status}")

    async def _done(self, row: Row[Any], error: str) -> None:
        fate = "sent" if not error else "dropped"
        values = {"done_ms": self.now(), "error": one_line(error)[:400], "tries": row.tries + 1}
        if row.kind in letters.LETTERS:
            values["payload"] = "{}"  # the link in it is a key
        await self._note(row, fate, **values)

    async def _again(self, row: Row[Any], error: str) -> None:
        if row.tries >= len(BACKOFF_S):
            await self._done(row, f"given up: {error}")
            return
        due = self.now() + BACKOFF_S[row.tries] * 1000
        await self._note(row, "delayed", due_ms=due, tries=row.tries + 1, error=error[:400], claimed_ms=None)

    async def _note(self, row: Row[Any], fate: str, **values: Any) -> None:
        if self.metrics is not None:
            self.metrics.notices.labels(row.kind, fate).inc()
        change = sa.update(outbox).where(outbox.c.id == row.id).values(values)
        await self.store.write(lambda c: c.execute(change).rowcount)


def _said(who: Row[Any]) -> dict[str, Any]:
    """What every notice says: who is awaited at which table."""
    return {"seat": who.seat, "name": who.seat_name, "game": _title(who.game), "table_name": who.table_name}


def _title(name: str) -> str:
    try:
        return game(name).title
    except GoldenSpikeError:
        return name


def _anybody(c: Connection) -> bool:
    """Does anybody here want notices at all?"""
    chosen = sa.select(accounts.c.id).where((accounts.c.webhook != "") | accounts.c.email_confirmed_ms.is_not(None))
    return c.execute(chosen.limit(1)).first() is not None or browsers.anybody(c)


def _running(c: Connection, leases: Leases | None) -> list[str]:
    chosen = sa.select(tables.c.id).where(tables.c.status == "running", tables.c.awaited != 0)
    if leases is not None:  # other servers look after theirs
        chosen = chosen.where(free_for(leases.node))
    return list(c.execute(chosen).scalars())


def _awaited(c: Connection, table: str) -> list[Row[Any]]:
    """The people with accounts whose decision is awaited, each with the move since which they are."""
    columns = (
        accounts.c.id.label("account_id"),
        accounts.c.webhook,
        sa.case((accounts.c.email_confirmed_ms.is_(None), ""), else_=accounts.c.email).label("email"),
        accounts.c.language,
    )
    chosen = awaited_seats(table, *columns).join(accounts, grants.c.holder == sa.literal("a:").concat(accounts.c.id))
    return list(c.execute(chosen.where((accounts.c.webhook != "") | accounts.c.email_confirmed_ms.is_not(None))))
