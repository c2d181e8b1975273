"""All tables in use: each is loaded when somebody comes, and unloaded when nobody has used it for a while."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import sqlalchemy as sa

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.http.security import Site
from goldenspike.server.live.frames import now_ms
from goldenspike.server.storage import schema
from goldenspike.server.storage.leases import Leases, NewerRules, OwnedElsewhere
from goldenspike.server.storage.store import NotOwner, Store, StoreError
from goldenspike.server.storage.table_record import LogRow
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.bot_queue import BotQueue
from goldenspike.server.tables.late import note_rows

IDLE_S = 60.0
SWEEP_S = 15.0
BOT_DELAY_S = 0.7
COUNTDOWN_S = 5.0  # before a wall clock starts
UNWATCHED_S = 600.0  # how long bots go on at a table that nobody looks at
CHAT_BYTES = 512_000
MOST_ENTRIES = 20_000
WAKE_DAYS = 7  # after a restart, bots go on at tables that were in use so lately
WAKE_PATIENCE_S = 30.0  # the longest that one of them may keep the others waiting

Prepare = Callable[[str, str, Any], Awaitable[None]]

log = logging.getLogger("goldenspike.server")


class ActiveTables:
    """The tables of one server."""

    def __init__(
        self,
        store: Store,
        *,
        site: Site | None = None,
        limits: Limits | None = None,
        bot_delay_s: float = BOT_DELAY_S,
        idle_s: float = IDLE_S,
        countdown_s: float = COUNTDOWN_S,
        rate: int = 1,
        draws: Callable[[str], bool] = lambda game: True,
        bot_queue: BotQueue | None = None,
        unwatched_s: float = UNWATCHED_S,
        chat_bytes: int = CHAT_BYTES,
        most_entries: int = MOST_ENTRIES,
        prepare_board: Prepare | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], int] = now_ms,
        leases: Leases | None = None,
    ) -> None:
        self.store = store
        self.leases = Leases(store) if leases is None and store.shared else leases  # None: every table is ours
        self.site = site or Site()
        self.limits = Limits() if limits is None else limits
        self.bot_delay_s = bot_delay_s
        self.idle_s = idle_s
        self.countdown_s = countdown_s / rate
        self.rate = rate  # how many times as fast as real time clocks run: for tests
        self.draws = draws  # are positions of this game drawn for pages that ask for it?
        self.clock = clock
        self.now = now  # the time stamps of the log
        self.bot_queue = bot_queue or BotQueue()
        self.unwatched_s = unwatched_s
        self.chat_bytes = chat_bytes  # what may be said at one table
        self.most_entries = most_entries  # of one table; from then on only moves are recorded
        self.prepare_board = prepare_board or _no_preparation  # called before a table with a custom board is loaded
        self.loaded: dict[str, TableActor] = {}
        self.listeners: list[Callable[[TableActor, Sequence[LogRow]], None]] = []  # called after each stored step
        self.moves = 0
        self.listed_changes = 0  # whoever shows lists of tables reads them again when this has grown
        self.result_changes = 0  # likewise for lists of results
        self._loading: dict[str, asyncio.Future[TableActor | None]] = {}
        self._background: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self.closing = False
        self.fetch: Callable[[str, OwnedElsewhere], Awaitable[None]] | None = None  # asks another server for a table
        self.online_elsewhere: Callable[[str], set[int]] = lambda table: set()  # who is at a table of another server
        self.full = False  # is there no room for anything but moves?

    async def open(self) -> None:
        """Start: unload idle tables from now on, and wake the bots that were awaited when the server went down."""
        loop = asyncio.get_running_loop()
        if self.leases is not None:
            self.leases.lost = lambda: loop.call_soon_threadsafe(self.let_go_of_all)
        self._sweeper = loop.create_task(self._sweep())
        self.in_background(self._wake_bots())

    async def close(self) -> None:
        """Stop every table; what was acknowledged is on the disk."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for task in list(self._background):
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        for actor in list(self.loaded.values()):
            await actor.stop()
        self.loaded.clear()
        if self.leases is not None:
            await asyncio.to_thread(self.leases.close)
        await self.bot_queue.close()

    def online_at(self, table: str) -> set[int]:
        """The seats whose people are at this table now."""
        return self.loaded[table].online() if table in self.loaded else self.online_elsewhere(table)

    def in_use(self, name: str) -> bool:
        """Is a table in memory, or about to be?"""
        return name in self.loaded or name in self._loading

    async def table(self, name: str, *, fetch: bool = True) -> TableActor | None:
        """A table by its id, loaded if need be; where another server plays it, that one is asked to give it up."""
        try:
            return await self._table(name)
        except OwnedElsewhere as owned:
            if not fetch or self.fetch is None or isinstance(owned, NewerRules):
                raise
            await self.fetch(name, owned)
            return await self._table(name)

    async def _table(self, name: str) -> TableActor | None:
        found = self.loaded.get(name)
        if found is not None:
            found.used = found.attended = self.clock()
            return found
        if name not in self._loading:
            loading = self._loading[name] = asyncio.ensure_future(self._load(name))
            # Whoever asked may have gone by then: that nobody hears of an error is no error.
            loading.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> TableActor | None:
        epoch: int | None = 0
        try:
            if self.leases is not None:
                if self.leases.draining:  # whoever still looks for it here would only have to move once more
                    raise NotOwner("this server is about to stop; try again")
                epoch = await self.leases.take(name)
            actor = None if epoch is None else await TableActor.load(self, name, epoch)
            if actor is not None and self.leases is not None and self.leases.held.get(name) != epoch:
                raise self.lost(actor)
            if actor is not None:
                self.loaded[name] = actor
                self.listed_changes += actor.header.listed
            return actor
        finally:
            del self._loading[name]

    # ------------------------------------------------------------ where several servers share the database
    def lost(self, actor: TableActor) -> NotOwner:
        error = NotOwner("another server plays this table by now; try again")
        self.let_go(actor, error)
        return error

    def let_go(self, actor: TableActor, error: NotOwner) -> None:
        """Another server plays this table, or may soon: it is not touched here any more."""
        name = actor.header.id
        if actor.stopped:
            return
        if self.loaded.get(name) is actor:
            del self.loaded[name]
        if self.leases is not None and self.leases.held.get(name) == actor.epoch:
            del self.leases.held[name]
        actor.abandon(error)
        self.in_background(actor.stop())

    def owns(self, actor: TableActor) -> bool:
        """May this server still play this table? After it was frozen, others may do so by now."""
        leases = self.leases
        return leases is None or (leases.trusted and leases.held.get(actor.header.id) == actor.epoch)

    async def hand_over(self, names: Sequence[str]) -> None:
        """Give tables up in order: what was begun there is finished, then pages are told to come back."""
        assert self.leases is not None
        actors = [self.loaded.pop(name) for name in names if name in self.loaded]
        await asyncio.gather(*(actor.stop() for actor in actors))
        await self.leases.release([actor.header.id for actor in actors])
        for actor in actors:
            for viewer in list(actor.viewers):
                viewer.bye("this table goes on in a moment", True)

    def let_go_of_all(self) -> None:
        """This server has lost touch with the database for so long that others may play its tables."""
        for actor in list(self.loaded.values()):
            self.let_go(actor, NotOwner("this server has lost touch with the database; try again"))

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._background.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreError):
            log.warning("nobody waited for it: %s", error)
        elif error is not None:
            log.error("a background task failed", exc_info=error)

    def stored(self, actor: TableActor, rows: Sequence[LogRow]) -> None:
        """Tell the listeners what was stored: clocks, notifications."""
        self.moves += sum(row.kind == "move" for row in rows)
        self.listed_changes += actor.header.listed or any(row.kind in {"seat", "close"} for row in rows)
        changed = any(row.kind in {"seat", "close", "rewind"} for row in rows)
        self.result_changes += changed or actor.header.result is not None
        note_rows(actor, rows)
        for listener in self.listeners:
            listener(actor, rows)

    async def check_all_grants(self, actor: TableActor) -> None:
        """Grants have changed: look up again what everybody at this table may do."""
        for viewer in list(actor.viewers):
            await viewer.check_grants()

    # ------------------------------------------------------------ coming and going
    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP_S, max(0.05, self.idle_s / 2)))
            await self.sweep()

    async def sweep(self, idle_s: float | None = None) -> None:
        """Unload tables that nobody has used for a while."""
        enough = self.idle_s if idle_s is None else idle_s
        gone = []
        for name, actor in list(self.loaded.items()):
            if actor.busy or self.clock() - actor.used < enough:
                continue
            del self.loaded[name]
            await actor.stop()
            gone.append(name)
        if self.leases is not None:
            await self.leases.release([name for name in gone if not self.in_use(name)])

    async def _wake_bots(self) -> None:
        """After a restart: bots that people wait for, one table after another; the others wake when somebody comes."""
        known, places = schema.tables, schema.seats
        people = sa.select(places.c.table_id).where(places.c.holder == "person")
        chosen = (
            sa.select(known.c.id, known.c.awaited, places.c.seat)
            .join_from(known, places)
            .where(known.c.status == "running", known.c.awaited != 0, places.c.bot.is_not(None))
            .where(known.c.id.in_(people), known.c.changed_ms > self.now() - WAKE_DAYS * 86_400_000)
            .order_by(known.c.changed_ms.desc())
        )
        rows = await self.store.read(lambda connection: connection.execute(chosen).all())
        for name in dict.fromkeys(name for name, awaited, seat in rows if awaited >> seat & 1):
            try:
                actor = await self.table(name, fetch=False)
            except OwnedElsewhere:
                continue
            except HttpError as error:
                log.error("table %s could not be loaded: %s", name, error)
                continue
            until = self.clock() + WAKE_PATIENCE_S
            while actor is not None and actor.bots.thinking and self.clock() < until:
                await asyncio.sleep(0.1)


async def _no_preparation(table: str, game: str, source: Any) -> None:
    """Boards are built when they are needed: outside of a server there is no hurry."""
