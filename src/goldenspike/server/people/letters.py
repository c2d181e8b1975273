"""Letters: fixed words in three languages, and how many of them anybody may get or cause.

Subjects hold nothing that people wrote. Before an address is confirmed, letters to it hold nothing of that kind at all:
only this server's own words and links.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.security import hashed, new_secret
from goldenspike.server.storage.schema import account_tokens, outbox

Kind = Literal["confirm", "recover"]
LANGUAGES = ("en", "de", "it")
DAY_MS = 86_400_000
HOUR_MS = 3_600_000
TO_ONE_ADDRESS_A_DAY = 3  # letters that anybody can cause: questions whether an address is theirs, recovery
FROM_ONE_ACCOUNT_A_DAY = 6
NOTICES_TO_ONE_ADDRESS_AN_HOUR = 20
VALID_MS: dict[Kind, int] = {"confirm": 3 * DAY_MS, "recover": HOUR_MS}
PAGE = "/account"


@cache
def words() -> dict[str, Any]:
    """The words of all letters, by language."""
    return dict(msgspec.json.decode(files(__package__).joinpath("letters.json").read_bytes()))


def language_of(header: str | None) -> str:
    """The first language of an Accept-Language header that letters are written in."""
    for part in (header or "").lower().split(","):
        if (found := part.strip()[:2]) in LANGUAGES:
            return found
    return "en"


def subject(kind: str, language: str) -> str:
    return f"Golden Spike: {words()[language]['subject'][kind]}"


def one_time_letter(kind: Kind, language: str, base: str, token: str) -> tuple[str, str]:
    """Subject and text of a letter with a link that works once. The secret is behind the #: no server log sees it."""
    link = f"{base.rstrip('/')}{PAGE}#{kind}={token}"
    return subject(kind, language), words()[language]["text"][kind].format(base=base, link=link)


def notice_letter(language: str, base: str, table: str, who: str, where: str) -> tuple[str, str]:
    """Subject and text of a letter to somebody who is awaited and asked to be told."""
    line = words()[language]["awaited"].format(who=who, where=where)
    root = base.rstrip("/")
    text = words()[language]["text"]["notice"].format(line=line, link=f"{root}/t/{table}", account=f"{root}{PAGE}")
    return subject("notice", language), text


# ------------------------------------------------------------------ how many
def may_write(c: Connection, address: str, account: str, now_ms: int) -> bool:
    """May one more letter that anybody can cause go to this address, and because of this account?"""
    day = (outbox.c.kind == "letter") & (outbox.c.created_ms > now_ms - DAY_MS)
    to = c.execute(sa.select(sa.func.count()).where(day, outbox.c.target == mailbox(address))).scalar() or 0
    by = c.execute(sa.select(sa.func.count()).where(day, outbox.c.account_id == account)).scalar() or 0
    return to < TO_ONE_ADDRESS_A_DAY and by < FROM_ONE_ACCOUNT_A_DAY


def notices_sent(c: Connection, address: str, now_ms: int) -> int:
    """How many notices went to this address in the last hour, for all accounts that name it."""
    hour = (outbox.c.kind == "email") & (outbox.c.created_ms > now_ms - HOUR_MS)
    return c.execute(sa.select(sa.func.count()).where(hour, outbox.c.target == mailbox(address))).scalar() or 0


def mailbox(address: str) -> str:
    """One spelling for each mailbox, as far as spelling tells: capitals never matter, nor what follows a +."""
    name, _, host = address.strip().lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def put_letter(c: Connection, kind: Kind, account: str, address: str, language: str, now_ms: int) -> bool:
    """Put a letter with a link that works once into the outbox, unless there were too many; earlier links are void."""
    if not may_write(c, address, account, now_ms):
        return False
    token = new_secret()
    gone = (account_tokens.c.account_id == account) & (account_tokens.c.kind == kind)
    c.execute(sa.delete(account_tokens).where(gone))
    row = {"token_hash": hashed(token), "account_id": account, "kind": kind, "email": address}
    c.execute(sa.insert(account_tokens), {**row, "created_ms": now_ms, "until_ms": now_ms + VALID_MS[kind]})
    payload = msgspec.json.encode({"letter": kind, "to": address, "token": token, "language": language}).decode()
    letter = {"kind": "letter", "target": mailbox(address), "payload": payload, "account_id": account}
    c.execute(sa.insert(outbox), {**letter, "created_ms": now_ms, "due_ms": now_ms})
    return True


def use_token(c: Connection, kind: Kind, token: str, now_ms: int) -> tuple[str, str] | None:
    """The account and the address of a link, which works no second time; None if it does not work."""
    which = (account_tokens.c.token_hash == hashed(token)) & (account_tokens.c.kind == kind)
    row = c.execute(sa.select(account_tokens).where(which)).first()
    if row is None:
        return None
    c.execute(sa.delete(account_tokens).where(which))
    return (row.account_id, row.email) if row.until_ms > now_ms else None
