"""Bans: accounts and addresses that the operator of this server shut out, until a day or for good."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.rate_limits import address_key
from goldenspike.server.storage.schema import bans
from goldenspike.server.storage.store import Store


def account_ban(c: Connection, account: str, now_ms: int) -> str | None:
    """Why an account is banned; None if it is not."""
    which = (bans.c.kind == "account") & (bans.c.target == account)
    still = bans.c.until_ms.is_(None) | (bans.c.until_ms > now_ms)
    found: str | None = c.execute(sa.select(bans.c.reason).where(which, still)).scalar()
    return found


class BannedAddresses:
    """The banned addresses, in memory: every request asks."""

    def __init__(self) -> None:
        self._until: dict[str, int | None] = {}

    async def read(self, store: Store) -> None:
        chosen = sa.select(bans.c.target, bans.c.until_ms).where(bans.c.kind == "address")
        rows = await store.read(lambda c: c.execute(chosen).all())
        self._until = {address_key(target): until for target, until in rows}

    def holds(self, address: str, now_ms: int) -> bool:
        """Is this address (as rate limits name it) shut out now?"""
        if address not in self._until:
            return False
        until = self._until[address]
        return until is None or until > now_ms
