"""Ratings of people, game by game: openskill's Plackett-Luce over the order of finish, in the order in which games end.

The commit that ends a game notes that it waits to be rated. Each waiting game is rated in one transaction, which
changes the ratings and takes the game off the list: so it counts once, whatever server goes down when. Of several
servers one does it (a claim), and a lock in the transaction keeps out one that has lost the claim without knowing it.
A game that is watched with a delay is rated when those who watch have seen its end: a rating would give it away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.storage.claims import claim
from goldenspike.server.storage.profile_schema import NOT_RATED, RATED, WAITS, ratings, results
from goldenspike.server.storage.results import ACCOUNT, COUNTED, count_earlier_results
from goldenspike.server.storage.schema import accounts, settings, tables
from goldenspike.server.storage.store import StoreError
from goldenspike.server.storage.table_record import LogRow
from goldenspike.server.storage.watch_delay import hidden_end
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor

LOOK_S = 20.0  # besides whenever a game ends here
CLAIM_S = 60.0
AT_ONCE = 100  # seats whose games are rated in one commit: nobody's move waits for more

log = logging.getLogger("goldenspike.server")


@dataclass(frozen=True)
class Known:
    """A rating and the games it comes from."""

    rating: Any
    games: int


class RatingWatch:
    """Enters earlier results once after the start, then rates games as they end."""

    def __init__(self, active_tables: ActiveTables) -> None:
        self.active_tables = active_tables
        self.store = active_tables.store
        self.rated = 0
        self.counted = False  # are all earlier results in the list?
        self._wake = asyncio.Event()
        self._stopping = False
        active_tables.listeners.append(self.table_changed)

    def table_changed(self, actor: TableActor, rows: Sequence[LogRow]) -> None:
        """A game is over: rate it."""
        if any(row.kind == "finish" for row in rows):
            self._wake.set()

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Run until ``stop`` is called."""
        while not self._stopping:
            self._wake.clear()
            try:
                await self.check()
            except StoreError as error:
                log.warning("ratings could not be looked after: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_S)

    async def check(self) -> None:
        """Rate every game that waits, if that is up to this server."""
        if self.counted and not await self.store.read(self._waiting):
            return
        if not await claim(self.store, self.active_tables.leases, "ratings", CLAIM_S):
            return
        if not self.counted:
            await count_earlier_results(self.store, self.active_tables.now())
            self.counted = True
        model: Any = None
        while not self._stopping and (games := await self.store.read(self._waiting)):
            model = model or await asyncio.to_thread(new_model)
            self.rated += await self.store.write(lambda c: rate(c, games, model))  # noqa: B023 (awaited at once)
            if not await claim(self.store, self.active_tables.leases, "ratings", CLAIM_S):
                return

    def _waiting(self, c: Connection) -> list[str]:
        """The next games to be rated, in the order in which they ended."""
        hidden = sa.exists().where(tables.c.id == results.c.table_id, hidden_end(self.active_tables.now()))
        waits = (results.c.rated == WAITS) & ~hidden
        chosen = sa.select(results.c.table_id).where(waits).order_by(results.c.at_ms, results.c.table_id)
        return list(dict.fromkeys(c.scalars(chosen.limit(AT_ONCE))))


def new_model() -> Any:
    """The same model as the arena's. Loaded with the first game that is rated: no server starts later for it."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rate(c: Connection, games: Sequence[str], model: Any) -> int:
    """Rate these games, one after another; those that another server has rated meanwhile count no more."""
    c.execute(sa.select(settings.c.value).where(settings.c.name == COUNTED).with_for_update())
    waits = results.c.table_id.in_(games) & (results.c.rated == WAITS)
    rows = c.execute(sa.select(results).where(waits).order_by(results.c.seat)).all()
    people = {account_of(row.holder) for row in rows}
    # Whoever deleted their account has no rating, and nobody's changes by them.
    there = set(c.scalars(sa.select(accounts.c.id).where(accounts.c.id.in_(people))))
    known: dict[tuple[str, str], Known] = {
        (row.account_id, row.game): Known(model.create_rating([row.mean, row.doubt]), row.games)
        for row in c.execute(sa.select(ratings).where(ratings.c.account_id.in_(people)))
    }
    new: dict[tuple[str, str], dict[str, Any]] = {}
    changes: list[dict[str, Any]] = []
    for table in games:
        mine = [row for row in rows if row.table_id == table and account_of(row.holder) in there]
        if len(mine) < 2:
            continue
        keys = [(account_of(row.holder), row.game) for row in mine]
        before = [known.get(key) or Known(model.rating(), 0) for key in keys]
        after = model.rate([[one.rating] for one in before], ranks=[float(row.place) for row in mine])
        for row, key, old, (now,) in zip(mine, keys, before, after, strict=True):
            known[key] = Known(now, old.games + 1)
            new[key] = {
                "account_id": key[0],
                "game": key[1],
                "mean": float(now.mu),
                "doubt": float(now.sigma),
                "games": old.games + 1,
                "changed_ms": row.at_ms,
            }
            changes.append({"at_table": table, "at_seat": row.seat, "by": float(now.mu - old.rating.mu)})
    if changes:
        c.execute(sa.delete(ratings).where(sa.tuple_(ratings.c.account_id, ratings.c.game).in_(list(new))))
        c.execute(sa.insert(ratings), list(new.values()))
        one = (results.c.table_id == sa.bindparam("at_table")) & (results.c.seat == sa.bindparam("at_seat"))
        c.execute(sa.update(results).where(one).values(rated=RATED, rating_change=sa.bindparam("by")), changes)
    c.execute(sa.update(results).where(waits).values(rated=NOT_RATED))
    return len({change["at_table"] for change in changes})


def account_of(holder: str) -> str:
    """The id of the account that a holder is; empty for a browser without one."""
    return holder.removeprefix(ACCOUNT) if holder.startswith(ACCOUNT) else ""
