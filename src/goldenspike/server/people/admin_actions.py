"""What operators ask for at the command line, carried out by the server: the list of it is the audit log.

``goldenspike admin`` writes a row; the running server (or, if none runs, the command itself) does it and notes what
came of it. So a table is closed by its own actor, in order with the moves, and a banned person is gone at once.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from goldenspike.server import server_clock
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.rate_limits import address_key
from goldenspike.server.live import messages as m
from goldenspike.server.live.channel import Channels
from goldenspike.server.live.frames import now_ms
from goldenspike.server.people.bans import BannedAddresses
from goldenspike.server.storage import saved_boards
from goldenspike.server.storage.claims import claim
from goldenspike.server.storage.schema import accounts, admin_actions, api_tokens, bans, reports, sessions
from goldenspike.server.storage.store import NotOwner, StoreError
from goldenspike.server.tables import seats
from goldenspike.server.tables.active_tables import ActiveTables

POLL_S = 2.0
CLAIM_S = 10.0  # where several servers share a database, one of them does what operators ask for
logger = logging.getLogger("goldenspike.server.people.admin_actions")


class AdminActions:
    """Looks for what operators asked for, and does it."""

    def __init__(
        self, active_tables: ActiveTables, banned: BannedAddresses | None = None, channels: Channels | None = None
    ) -> None:
        self.active_tables = active_tables
        self.store = active_tables.store
        self.banned = banned or BannedAddresses()
        self.channels = channels
        self._stop = asyncio.Event()

    async def run(self) -> None:
        """Until ``stop`` is called."""
        while not self._stop.is_set():
            try:
                await self.carry_out()
            except StoreError as error:
                logger.warning("operators wait: %s", error)
            except Exception:
                logger.exception("an operator's wish failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), POLL_S)

    def stop(self) -> None:
        self._stop.set()

    async def carry_out(self) -> int:
        """Do everything that waits; how much that was. Each server closes the tables it plays, one does the rest."""
        leases = self.active_tables.leases
        if leases is not None:
            await self._shut_out()
        waiting = sa.select(admin_actions).where(admin_actions.c.done_ms.is_(None)).order_by(admin_actions.c.id)
        rows = await self.store.read(lambda c: c.execute(waiting).all())
        mine = bool(rows) and await claim(self.store, leases, "operators", CLAIM_S)
        for row in rows:
            if row.action != "close" and not mine:
                continue
            try:
                outcome = await self._do(row)
            except NotOwner:
                continue  # whoever plays the table closes it
            except HttpError as error:
                outcome = f"refused: {error.line}"
            logger.info("operator %s: %s %s: %s", row.operator, row.action, row.target, outcome)
            change = sa.update(admin_actions).where(admin_actions.c.id == row.id)
            done: dict[str, Any] = {"done_ms": now_ms(), "outcome": outcome[:200]}
            await self.store.write(lambda c, change=change, done=done: c.execute(change.values(done)).rowcount)  # type: ignore[misc]
        return len(rows)

    async def _do(self, row: Row[Any]) -> str:
        if row.action == "close":
            return await self._close(row.target)
        if row.action == "ban account":
            return await self._ban(row, "account", row.target)
        if row.action == "ban address":
            return await self._ban(row, "address", row.target)
        if row.action in {"unban account", "unban address"}:
            return await self._unban(row.action.removeprefix("unban "), row.target)
        if row.action == "resolve":
            change = sa.update(reports).where(reports.c.id == int(row.target), reports.c.closed_ms.is_(None))
            done = await self.store.write(lambda c: c.execute(change.values(closed_ms=now_ms())).rowcount)
            return "done" if done else "refused: there is no such open report"
        if row.action == "remove board":
            gone = await self.store.write(lambda c: saved_boards.remove(c, row.target))
            return "done" if gone else "refused: there is no such board"
        if row.action == "trust clock":
            await self.store.write(server_clock.trust)
            return "done: what is too old is deleted again"
        return f"refused: nobody knows how to {row.action}"

    async def _close(self, table: str) -> str:
        actor = await self.active_tables.table(table, fetch=False)
        if actor is None:
            return "refused: there is no such table"
        if actor.header.status in {"finished", "closed"}:
            # It is over already; nobody finds it in a list any more.
            await actor.call(seats.change_table, actor, m.TableChange(listed=False))
            return "done: it was over, and is not listed any more"
        await actor.call(seats.change_table, actor, m.TableChange(close=True))
        return "done"

    async def _ban(self, row: Row[Any], kind: str, target: str) -> str:
        ban = {"kind": kind, "target": target, "reason": row.reason, "created_ms": now_ms(), "until_ms": row.until_ms}

        def work(c: Connection) -> bool:
            if kind == "account":
                if c.execute(sa.select(accounts.c.id).where(accounts.c.id == target)).first() is None:
                    return False
                for held in (sessions, api_tokens):
                    c.execute(sa.delete(held).where(held.c.account_id == target))
            c.execute(sa.delete(bans).where(bans.c.kind == kind, bans.c.target == target))
            c.execute(sa.insert(bans), ban)
            return True

        if not await self.store.write(work):
            return "refused: there is no such account"
        await self.banned.read(self.store)
        self._close_channels({(kind, address_key(target) if kind == "address" else target)})
        return "done"

    def _close_channels(self, whose: set[tuple[str, str]]) -> None:
        """Pages of accounts and addresses that were shut out."""
        for channel in list(self.channels.open) if self.channels is not None else ():
            if {("account", channel.session.account or ""), ("address", channel.address)} & whose:
                channel.bye("the operator of this server has shut you out", False)

    async def _shut_out(self) -> None:
        """Bans that another server has carried out count here as well."""
        await self.banned.read(self.store)
        now, known = now_ms(), sa.select(bans.c.kind, bans.c.target, bans.c.until_ms)
        rows = await self.store.read(lambda c: c.execute(known).all())
        held = [row for row in rows if row.until_ms is None or row.until_ms > now]
        self._close_channels(
            {(row.kind, address_key(row.target) if row.kind == "address" else row.target) for row in held}
        )

    async def _unban(self, kind: str, target: str) -> str:
        gone = sa.delete(bans).where(bans.c.kind == kind, bans.c.target == target)
        done = await self.store.write(lambda c: c.execute(gone).rowcount)
        await self.banned.read(self.store)
        return "done" if done else "refused: there is no such ban"
