"""Web Push: notices that a browser shows although the page is closed.

A browser names an address at the push service of its maker, and two keys. What is sent there is encrypted for that
browser alone (RFC 8291) and signed by this server (VAPID, RFC 8292): the service passes on what it can neither read nor
forge. The address is one that a stranger names, so it is called as webhooks are.
"""

from __future__ import annotations

import asyncio
import os
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Row

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import Session
from goldenspike.server.live.messages import NewPush, PushSettings
from goldenspike.server.people import letters
from goldenspike.server.people.awaited import awaited_seats
from goldenspike.server.people.webhooks import BadWebhook, WebhookClient, read_url
from goldenspike.server.storage.conflicts import insert_new, insert_or_update
from goldenspike.server.storage.schema import outbox, push_subscriptions, sessions, settings, silent_tables
from goldenspike.server.storage.store import Store

NOTICE, TRY = "push", "try-push"
KINDS = (NOTICE, TRY)
KEYS = "push_keys"
TTL_S = 86_400  # a device that is off for longer misses the notice, not the game
MOST_SILENT = 200  # tables, told to the page
NOT_INSTALLED = "this server sends no notices to browsers; its operator can install goldenspike[push]"
_TOPIC = re.compile(r"^[A-Za-z0-9_-]{1,32}$")


def can_push() -> bool:
    """Is what encrypts notices installed? It is loaded only when it is used."""
    return find_spec("webpush") is not None


# ------------------------------------------------------------------ the server's keys
class Keys(msgspec.Struct):
    """This server's key pair as PEM, and the public one as browsers want it. Made once: subscriptions depend on it."""

    private: str
    public: str
    browser: str


def _new_keys() -> Keys:
    from webpush.vapid import VAPID

    private, public, browser = VAPID.generate_keys()
    return Keys(private.decode(), public.decode(), browser)


def _kept_keys(c: Connection) -> Keys | None:
    value = c.execute(sa.select(settings.c.value).where(settings.c.name == KEYS)).scalar()
    return None if value is None else msgspec.json.decode(value, type=Keys)


# ------------------------------------------------------------------ subscriptions
def _of_person(session: Session) -> sa.ColumnElement[bool]:
    """The subscriptions of all browsers of a person."""
    mine = push_subscriptions.c.session_hash == session.token_hash
    if session.account is None:
        return mine
    same = sa.select(sessions.c.token_hash).where(sessions.c.account_id == session.account)
    return mine | push_subscriptions.c.session_hash.in_(same)


def checked(given: NewPush) -> None:
    """HttpError unless a browser could have sent this."""
    try:
        read_url(given.endpoint)
    except BadWebhook:
        raise HttpError(400, "a push service has a public https address", "push") from None
    point, auth = _decoded(given.p256dh), _decoded(given.auth)
    if len(point) != 65 or point[0] != 4 or len(auth) != 16:
        raise HttpError(400, "these are no keys of a browser", "push")
    if (given.quiet_from is None) != (given.quiet_to is None):
        raise HttpError(400, "quiet hours have a beginning and an end", "push")


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def subscribe(c: Connection, session: Session, given: NewPush, now_ms: int) -> None:
    """Keep the subscription of a browser; quiet hours are the person's, on all their devices."""
    table = push_subscriptions
    c.execute(sa.delete(table).where(table.c.endpoint == given.endpoint, table.c.session_hash != session.token_hash))
    row = {
        "session_hash": session.token_hash,
        "endpoint": given.endpoint,
        "p256dh": given.p256dh,
        "auth": given.auth,
        "language": letters.language_of(given.language),
        "time_zone": given.time_zone,
        "offset_minutes": given.offset_minutes,
        "quiet_from": given.quiet_from,
        "quiet_to": given.quiet_to,
        "created_ms": now_ms,
    }
    insert_or_update(c, table, row)
    quiet = {"quiet_from": given.quiet_from, "quiet_to": given.quiet_to}
    c.execute(sa.update(table).where(_of_person(session)).values(quiet))


def unsubscribe(c: Connection, session_hash: str | None) -> None:
    c.execute(sa.delete(push_subscriptions).where(push_subscriptions.c.session_hash == session_hash))


def settings_of(c: Connection, session: Session, key: str) -> PushSettings:
    """What the page shows: can this server do it, does this browser get notices, when not, and about which tables."""
    here = c.execute(
        sa.select(push_subscriptions).where(push_subscriptions.c.session_hash == session.token_hash)
    ).first()
    any_device = here or c.execute(sa.select(push_subscriptions).where(_of_person(session)).limit(1)).first()
    silent = sa.select(silent_tables.c.table_id).where(silent_tables.c.holder.in_(session.holders)).distinct()
    return PushSettings(
        key=key,
        endpoint="" if here is None else here.endpoint,
        quiet_from=None if any_device is None else any_device.quiet_from,
        quiet_to=None if any_device is None else any_device.quiet_to,
        silent=list(c.scalars(silent.limit(MOST_SILENT))) if session.holders else [],
        language="en" if here is None else here.language,
    )


def set_silent(c: Connection, session: Session, table: str, silent: bool, now_ms: int) -> None:
    """Somebody wants no notices about a table, or wants them again."""
    which = (silent_tables.c.table_id == table) & silent_tables.c.holder.in_(session.holders)
    c.execute(sa.delete(silent_tables).where(which))
    if silent:
        rows = [{"table_id": table, "holder": holder, "created_ms": now_ms} for holder in session.holders]
        insert_new(c, silent_tables, rows)


def try_out(c: Connection, session: Session, now_ms: int) -> bool:
    """Put a notice that says no more than that it arrived into the outbox; False if this browser gets none."""
    mine = push_subscriptions.c.session_hash == session.token_hash
    if c.execute(sa.select(push_subscriptions.c.endpoint).where(mine)).first() is None:
        return False
    row = {"kind": TRY, "target": session.token_hash, "payload": "{}", "account_id": session.account}
    c.execute(sa.insert(outbox), {**row, "created_ms": now_ms, "due_ms": now_ms})
    return True


# ------------------------------------------------------------------ who is told
@dataclass(frozen=True)
class AwaitedBrowser:
    """A browser of somebody who is awaited."""

    session_hash: str
    account: str | None
    seat: Row[Any]


def awaited_browsers(c: Connection, table: str) -> list[AwaitedBrowser]:
    """The browsers to be told about a table; one that holds several awaited seats is told about the first."""
    found: dict[str, AwaitedBrowser] = {}
    for seat in c.execute(awaited_seats(table)).all():
        kind, _, key = seat.holder.partition(":")
        mine = sessions.c.token_hash == key if kind == "s" else sessions.c.account_id == key
        chosen = sa.select(push_subscriptions.c.session_hash, sessions.c.account_id).join_from(
            push_subscriptions, sessions
        )
        for row in c.execute(chosen.where(mine)):
            found.setdefault(row.session_hash, AwaitedBrowser(row.session_hash, row.account_id, seat))
    return list(found.values())


def anybody(c: Connection) -> bool:
    """Does any browser get notices?"""
    return c.execute(sa.select(push_subscriptions.c.session_hash).limit(1)).first() is not None


def sent_of_late(c: Connection, session_hash: str, since_ms: int) -> int:
    """How many notices were put into the outbox for a browser since then."""
    which = (outbox.c.target == session_hash) & (outbox.c.created_ms > since_ms) & outbox.c.kind.in_(KINDS)
    return c.execute(sa.select(sa.func.count()).where(which)).scalar() or 0


# ------------------------------------------------------------------ quiet hours
def quiet_until(row: Row[Any], now_ms: int) -> int | None:
    """When the quiet hours of a device end that has them now."""
    if row.quiet_from is None or row.quiet_to is None or row.quiet_from == row.quiet_to:
        return None
    here = datetime.fromtimestamp(now_ms / 1000, UTC).astimezone(_zone(row))
    minute = here.hour * 60 + here.minute
    inside = (minute - row.quiet_from) % 1440 < (row.quiet_to - row.quiet_from) % 1440
    if not inside:
        return None
    end = here.replace(hour=row.quiet_to // 60, minute=row.quiet_to % 60, second=0, microsecond=0)
    if row.quiet_to <= minute:  # the clock on the wall, also in nights with 23 or 25 hours
        end += timedelta(days=1)
    return int(end.timestamp() * 1000)


def _zone(row: Row[Any]) -> tzinfo:
    try:
        return ZoneInfo(row.time_zone)
    except (
        OSError,
        ValueError,
        LookupError,
    ):  # a machine without a list of time zones, or a device with a zone of its own
        return timezone(timedelta(minutes=row.offset_minutes))


# ------------------------------------------------------------------ sending
class Push:
    """Encrypts notices and hands them to the push service of each browser."""

    def __init__(self, store: Store, client: WebhookClient, base: Callable[[], str], contact: str = "") -> None:
        self.store = store
        self.client = client
        self.base = base
        self.contact = contact or os.environ.get("GOLDENSPIKE_PUSH_CONTACT", "").strip()
        self._keys: Keys | None = None

    async def keys(self) -> Keys:
        """This server's keys, made when it starts for the first time; all servers of a database have the same."""
        if self._keys is None:
            kept = await self.store.read(_kept_keys)
            if kept is None:
                row = {"name": KEYS, "value": msgspec.json.encode(await asyncio.to_thread(_new_keys)).decode()}
                await self.store.write(lambda c: insert_new(c, settings, row))
                kept = await self.store.read(_kept_keys)
            self._keys = kept
        assert self._keys is not None
        return self._keys

    async def subscription(self, session_hash: str) -> Row[Any] | None:
        which = push_subscriptions.c.session_hash == session_hash
        return await self.store.read(lambda c: c.execute(sa.select(push_subscriptions).where(which)).first())

    async def send(self, subscription: Row[Any], table: str | None, said: dict[str, Any]) -> None:
        """Send one notice; BadWebhook if that is no use, also later, and OSError if it may be."""
        body, headers = await asyncio.to_thread(
            self._sealed, await self.keys(), subscription, message(table, said, subscription.language)
        )
        if table is not None and _TOPIC.match(table):
            headers["Topic"] = table  # of two notices that wait for a device, only the later one is shown
        status = await self.client.post(subscription.endpoint, body, headers)
        if status in {404, 410}:
            await self.store.write(lambda c: unsubscribe(c, subscription.session_hash))
            raise BadWebhook("the browser wants no notices any more")
        if 300 <= status < 400 or status in {400, 401, 403, 413}:
            raise BadWebhook(f"the push service answered {status}")
        if not 200 <= status < 300:
            raise OSError(f"the push service answered {status}")

    def _sealed(self, keys: Keys, subscription: Row[Any], text: bytes) -> tuple[bytes, dict[str, str]]:
        from webpush import WebPush, WebPushSubscription

        named = {"endpoint": subscription.endpoint, "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth}}
        sender = WebPush(keys.private.encode(), keys.public.encode(), subscriber=self._contact(), ttl=TTL_S)
        try:
            sealed = sender.get(text, WebPushSubscription.model_validate(named))
        except ValueError as error:  # a key that is no point of the curve
            raise BadWebhook(f"this browser's keys cannot be used: {error}") from None
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": sealed.headers["content-encoding"],
            "Authorization": sealed.headers["authorization"],
            "TTL": sealed.headers["ttl"],
            "Urgency": "normal",
        }
        return sealed.encrypted, headers

    def _contact(self) -> str:
        """Whom the push service may write to about us."""
        return self.contact or f"table@{urlsplit(self.base()).hostname or 'localhost'}"


def message(table: str | None, said: dict[str, Any], language: str) -> bytes:
    """What the browser shows: whose turn it is and where. What was played is nowhere in it."""
    words = letters.words()[language]
    if table is None:
        shown = {"body": words["push.try"], "url": "/account", "tag": TRY}
    else:
        where = f"{said['game']} ({said['table_name']})" if said["table_name"] else str(said["game"])
        line = words["notice.line"].format(who=said["name"] or "Golden Spike", where=where)
        shown = {"body": line, "url": f"/t/{table}", "tag": table}
    return msgspec.json.encode({"title": "Golden Spike", "language": language, **shown})
