"""Which server plays which table, where several share a database.

A server (a node) holds one lease, by the database's clock, and renews it every second from a thread of its own: that is
one small statement, however many tables it has. A table's row names its owner and an epoch. To take a table that nobody
has, or whose owner's lease has run out, raises the epoch. Every commit at a table names the epoch, and one with an old
epoch changes nothing (``NotOwner``): a server that was frozen or cut off can do no harm when it wakes up. It also lets
go of all its tables by itself as soon as it could not renew for a while, by its own monotonic clock. During an update a
table that was begun under newer rules is left to the servers that have them.

A server on an embedded database owns every table, and nothing here is used.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from goldenspike.engine.options import version
from goldenspike.server.storage.schema import nodes, tables
from goldenspike.server.storage.store import NotOwner, Store, reason

LEASE_S = 3.0
RENEW_S = 0.75
TRUST = 0.8  # of a lease: so long this server believes in it without having renewed it
TAKE_AGAIN_S = (0.05, 0.1, 0.2, 0.4)
AT_ONCE = 1000  # tables in one statement
NAME_FILE = "node"  # in the data folder: the name of this server in the list of all
FORGET_MS = 86_400_000  # after this time nobody asks any more which server that was

log = logging.getLogger("goldenspike.server")

# The database's clock in milliseconds. (now() would be the beginning of the transaction.)
DATABASE_NOW = sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)


class OwnedElsewhere(NotOwner):
    """Another server plays this table: which one, and where it is."""

    def __init__(self, table: str, node: str, address: str) -> None:
        super().__init__("another server plays this table just now; try again")
        self.table, self.node, self.address = table, node, address


class NewerRules(OwnedElsewhere):
    """This server is too old for this table; that one is not."""


@dataclass(frozen=True)
class Node:
    """A server that is up."""

    id: str
    address: str
    rules: dict[str, str]  # the version of the rules of every game it has
    started_ms: int
    lease_until_ms: int
    draining: bool
    tables: int = 0  # how many it owns


class Leases:
    """The lease of this server, and the tables it plays under it."""

    def __init__(
        self,
        store: Store,
        *,
        address: str = "",
        rules: dict[str, str] | None = None,
        lease_s: float = LEASE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        assert store.shared
        self.store = store
        self.address = address
        self.rules = rules or {}
        self.lease_s = lease_s
        self.clock = clock
        self.node = ""  # a new name for every life of this server
        self.held: dict[str, int] = {}  # table -> epoch
        self.renewals = self.takeovers = self.losses = 0
        self.lost: Callable[[], object] = lambda: None  # called, from any thread, when all tables are lost
        self.draining = False
        self._until = float("-inf")  # by this server's clock
        self._begin = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._engine: Engine | None = None

    # ------------------------------------------------------------ tables
    async def take(self, table: str) -> int | None:
        """Own a table from now on: its epoch. None if there is no such table; OwnedElsewhere if it is another's."""
        for wait in TAKE_AGAIN_S:
            # Looked at first: whoever waits for a lease to run out asks often, and a question is cheaper than a commit.
            if not await self.store.read(lambda c: may_take(c, table, self.node, self.rules)):
                return None
            found = await self.take_many([table])
            if table in found:
                return found[table]
            await asyncio.sleep(wait)  # somebody is at its row this very moment
        raise OwnedElsewhere(table, "", "")

    async def take_many(self, names: Sequence[str]) -> dict[str, int]:
        """Own those of these tables that nobody else has: table -> epoch."""
        node = await self.name()
        rows: dict[str, tuple[int, str | None]] = await self.store.write(lambda c: taken(c, node, names))
        found = {name: epoch for name, (epoch, _) in rows.items()}
        if node != self.node:  # the lease was lost meanwhile
            raise NotOwner("this server has just lost touch with the database; try again")
        self.held.update(found)
        self.takeovers += sum(before not in {None, node} for _, before in rows.values())
        return found

    async def release(self, names: Iterable[str]) -> None:
        """Give tables up: whoever wants one may take it at once."""
        gone = {name: self.held.pop(name) for name in list(names) if name in self.held}
        if gone:
            await self.store.write(lambda c: given_up(c, gone))

    # ------------------------------------------------------------ the lease of this server
    @property
    def trusted(self) -> bool:
        """Has this server renewed its lease lately enough to believe in it?"""
        return self.clock() < self._until

    async def name(self) -> str:
        """The name of this server, which has a lease from now on."""
        if self._thread is None or not self.trusted:
            await asyncio.to_thread(self.start)
        return self.node

    def start(self) -> None:
        """Get a lease, and renew it from now on; also after it was lost."""
        with self._begin:
            if not self.trusted:
                self._register()
            if self._thread is None:
                self._thread = threading.Thread(target=self._renew_all, name="goldenspike-lease", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Give everything up; for the end of a server."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        held, self.held = self.held, {}
        if self._engine is not None:
            try:
                with self._engine.begin() as connection:
                    given_up(connection, held)
                    connection.execute(sa.delete(nodes).where(nodes.c.id == self.node))
            except SQLAlchemyError as error:
                log.warning("the lease of this server could not be given up, and runs out: %s", reason(error))
            self._engine.dispose()
            self._engine = None
        self._until = float("-inf")

    def drain(self) -> None:
        """Tell the others that this server is about to stop."""
        self.draining = True

    def _register(self) -> None:
        from goldenspike.server.storage.postgres_store import PostgresStore, make_engine

        assert isinstance(self.store, PostgresStore)
        if self._engine is None:
            # A connection of its own: neither a long commit nor a long read may keep a lease from being renewed.
            self._engine = make_engine(self.store.url, pool_size=1, statement_ms=int(self.lease_s * 500))
        begun, node = self.clock(), secrets.token_hex(8)
        row = {
            "id": node,
            "address": self.address,
            "rules": msgspec.json.encode(self.rules).decode(),
            "started_ms": time.time_ns() // 1_000_000,
            "draining": self.draining,
        }
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.delete(nodes).where(nodes.c.lease_until_ms < DATABASE_NOW - FORGET_MS))
                until = DATABASE_NOW + int(self.lease_s * 1000)
                connection.execute(sa.insert(nodes).values(**row, lease_until_ms=until))
        except SQLAlchemyError as error:
            raise NotOwner(f"this server has no lease on tables now ({reason(error)})") from error
        self.node, self._until = node, begun + TRUST * self.lease_s
        with suppress(OSError):  # it only makes the next start quicker
            (self.store.folder / NAME_FILE).write_text(node, "utf-8")

    def _renew_all(self) -> None:
        while not self._stop.wait(min(RENEW_S, self.lease_s / 4)):
            begun = self.clock()
            try:
                well = self._renew()
            except SQLAlchemyError as error:
                log.warning("the lease of this server was not renewed: %s", reason(error))
                well = None
            if well:
                self.renewals += 1
                self._until = max(self._until, begun + TRUST * self.lease_s)
            elif self.node and (well is False or not self.trusted):
                self._lose()

    def _renew(self) -> bool:
        assert self._engine is not None
        mine = (nodes.c.id == self.node) & (nodes.c.lease_until_ms > DATABASE_NOW)
        until = DATABASE_NOW + int(self.lease_s * 1000)
        with self._engine.begin() as connection:
            change = sa.update(nodes).where(mine).values(lease_until_ms=until, draining=self.draining)
            return bool(connection.execute(change).rowcount)

    def _lose(self) -> None:
        """Others may take the tables of this server by now: it lets go of all of them."""
        log.error("the lease of this server has run out: it lets go of %d tables", len(self.held))
        self.losses += 1
        self.node, self._until = "", float("-inf")
        self.held.clear()
        self.lost()


def end_former_life(engine: Engine, folder: Path) -> None:
    """Whoever has the lock of a folder knows that the server before it is gone: nobody waits for that one's lease."""
    with suppress(OSError):
        node = (folder / NAME_FILE).read_text("utf-8").strip()
        with engine.begin() as connection:
            connection.execute(sa.delete(nodes).where(nodes.c.id == node))


# ------------------------------------------------------------------ statements
LIVE = sa.select(nodes.c.id).where(nodes.c.lease_until_ms > DATABASE_NOW)  # servers that have a lease


def free_for(node: str) -> sa.ColumnElement[bool]:
    """Tables that no other server has."""
    return sa.or_(tables.c.owner.is_(None), tables.c.owner == node, tables.c.owner.not_in(LIVE))


def taken(connection: Connection, node: str, names: Sequence[str]) -> dict[str, tuple[int, str | None]]:
    """Those of these tables that this server owns from now on, with their epochs and whose they were before."""
    # A row that another transaction holds is left alone: a frozen server must not freeze this one.
    chosen = sa.select(tables.c.id, tables.c.owner).where(tables.c.id.in_(names), free_for(node)).order_by(tables.c.id)
    free = chosen.with_for_update(skip_locked=True, of=tables).cte("free")
    change = sa.update(tables).where(tables.c.id == free.c.id).values(owner=node, epoch=tables.c.epoch + 1)
    rows = connection.execute(change.returning(tables.c.id, tables.c.epoch, free.c.owner))
    return {name: (epoch, before) for name, epoch, before in rows}


def given_up(connection: Connection, held: dict[str, int]) -> None:
    """These tables are nobody's any more, as far as they are still ours."""
    for some in _batched(sorted(held.items()), AT_ONCE):
        mine = sa.tuple_(tables.c.id, tables.c.epoch).in_(some)
        connection.execute(sa.update(tables).where(mine).values(owner=None))


def _batched(items: Sequence[tuple[str, int]], size: int) -> Iterator[Sequence[tuple[str, int]]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def has_rules(rules: Mapping[str, str], game: str, wanted: str) -> bool:
    """Does a server with these rules play a table of this game that was begun under those?"""
    known = rules.get(game)
    return known is not None and version(wanted) <= version(known)


def may_take(connection: Connection, table: str, node: str, rules: Mapping[str, str]) -> bool:
    """Is there such a table? OwnedElsewhere if another server has it, NewerRules if one should have it that can."""
    chosen = sa.select(tables.c.game, tables.c.rules, nodes.c.id, nodes.c.address).where(tables.c.id == table)
    live = sa.and_(nodes.c.id == tables.c.owner, nodes.c.lease_until_ms > DATABASE_NOW)
    row = connection.execute(chosen.select_from(tables.outerjoin(nodes, live))).first()
    if row is None:
        return False
    if row.id is not None and row.id != node:
        raise OwnedElsewhere(table, row.id, row.address)
    if rules and not has_rules(rules, row.game, row.rules):
        others = [one for one in live_nodes(connection) if has_rules(one.rules, row.game, row.rules)]
        if others:  # if no server has them, any may say so
            better = min(others, key=lambda one: (one.draining, one.id))
            raise NewerRules(table, better.id, better.address)
    return True


def live_nodes(connection: Connection) -> list[Node]:
    """All servers that are up, with how many tables they own."""
    owned = sa.select(sa.func.count()).where(tables.c.owner == nodes.c.id).scalar_subquery()
    chosen = sa.select(nodes, owned.label("owned")).where(nodes.c.lease_until_ms > DATABASE_NOW)
    rows = connection.execute(chosen.order_by(nodes.c.started_ms, nodes.c.id)).all()
    return [_node(row, row.owned) for row in rows]


def _node(row: sa.Row[tuple[object, ...]], owned: int = 0) -> Node:
    rules = msgspec.json.decode(row.rules, type=dict[str, str])
    return Node(row.id, row.address, rules, row.started_ms, row.lease_until_ms, row.draining, owned)
