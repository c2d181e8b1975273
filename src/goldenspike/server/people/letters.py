"""Letters: fixed words in every language of the page, and how many of them anybody may get or cause.

Subjects hold nothing that people wrote. Before an address is confirmed, letters to it hold nothing of that kind at all:
only this server's own words and links.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.security import hashed, new_secret
from goldenspike.server.storage.schema import account_tokens, outbox

Kind = Literal["confirm", "recover"]
DAY_MS = 86_400_000
HOUR_MS = 3_600_000
TO_ONE_ADDRESS_A_DAY = 3  # letters of one kind that anybody can cause: is this address yours, set a new password
FROM_ONE_ACCOUNT_A_DAY = 6
NOTICES_TO_ONE_ADDRESS_AN_HOUR = 20
# Requests in somebody else's name use up the day's letters: the last one must still work by then.
VALID_MS: dict[Kind, int] = {"confirm": 3 * DAY_MS, "recover": DAY_MS}
LETTERS = frozenset(VALID_MS)
PAGE = "/account"


@cache
def words() -> dict[str, dict[str, str]]:
    """The words of all letters, by language; a new file is a new language."""
    found = files(__package__).joinpath("words").iterdir()
    texts = {file.name.removesuffix(".json"): msgspec.json.decode(file.read_bytes()) for file in found}
    del texts["context"]
    return texts


def language_of(header: str | None) -> str:
    """The first language of an Accept-Language header that letters are written in."""
    for part in (header or "").lower().split(","):
        if (found := part.strip()[:2]) in words():
            return found
    return "en"


def subject(kind: str, language: str) -> str:
    return f"Golden Spike: {words()[language][f'{kind}.subject']}"


def one_time_letter(kind: Kind, language: str, base: str, token: str) -> tuple[str, str]:
    """Subject and text of a letter with a link that works once. The secret is behind the #: no server log sees it."""
    link = f"{base.rstrip('/')}{PAGE}#{kind}={token}"
    return subject(kind, language), words()[language][f"{kind}.text"].format(base=base, link=link) + "\n"


def notice_letter(language: str, base: str, table: str, who: str, where: str) -> tuple[str, str]:
    """Subject and text of a letter to somebody who is awaited and asked to be told."""
    line = words()[language]["notice.line"].format(who=who, where=where)
    root = base.rstrip("/")
    text = words()[language]["notice.text"].format(line=line, link=f"{root}/t/{table}", account=f"{root}{PAGE}")
    return subject("notice", language), text + "\n"


# ------------------------------------------------------------------ how many
def may_write(c: Connection, kind: Kind, address: str, account: str, now_ms: int) -> bool:
    """May one more letter that anybody can cause go to this address, and because of this account?"""
    day = (outbox.c.kind == kind) & (outbox.c.created_ms > now_ms - DAY_MS)
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
    """Put a letter with a link that works once into the outbox, unless there were too many of late."""
    if not may_write(c, kind, address, account, now_ms):
        return False
    token = new_secret()
    row = {"token_hash": hashed(token), "account_id": account, "kind": kind, "email": address}
    c.execute(sa.insert(account_tokens), {**row, "created_ms": now_ms, "until_ms": now_ms + VALID_MS[kind]})
    payload = msgspec.json.encode({"to": address, "token": token, "language": language}).decode()
    letter = {"kind": kind, "target": mailbox(address), "payload": payload, "account_id": account}
    c.execute(sa.insert(outbox), {**letter, "created_ms": now_ms, "due_ms": now_ms})
    return True


def find_token(c: Connection, kind: Kind, token: str, now_ms: int) -> tuple[str, str] | None:
    """The account and the address of a link; None if it does not work."""
    which = (account_tokens.c.token_hash == hashed(token)) & (account_tokens.c.kind == kind)
    row = c.execute(sa.select(account_tokens).where(which)).first()
    return None if row is None or row.until_ms <= now_ms else (row.account_id, row.email)


def use_token(c: Connection, kind: Kind, token: str, now_ms: int) -> tuple[str, str] | None:
    """The same, and it works no second time."""
    found = find_token(c, kind, token, now_ms)
    which = (account_tokens.c.token_hash == hashed(token)) & (account_tokens.c.kind == kind)
    c.execute(sa.delete(account_tokens).where(which))
    return found
