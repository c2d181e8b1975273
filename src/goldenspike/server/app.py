"""The server as an ASGI app: ``create`` puts store, tables, channel, accounts, notifications and metrics together."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import Response

from goldenspike.server import custom_boards, server_clock
from goldenspike.server.custom_boards import UnusableBoard
from goldenspike.server.http import (
    account_security,
    accounts,
    boards,
    copies,
    deals,
    errors,
    game_pages,
    health,
    lobby,
    match_files,
    people,
    printing,
    profiles,
    programs,
    push,
    quick_join,
    reviews,
    rulebooks,
    saved_boards,
    static_files,
    studies,
    tables,
    timed_replays,
    tournaments,
    tutorials,
)
from goldenspike.server.http import custom_boards as boards_of_tables
from goldenspike.server.http.api_versions import ApiVersions
from goldenspike.server.http.connections import Capacity
from goldenspike.server.http.lobby import FRESH_S as LISTS_FRESH_S
from goldenspike.server.http.metrics import Metrics, MetricsMiddleware
from goldenspike.server.http.openapi import document
from goldenspike.server.http.rate_limits import Limits, daily_rates
from goldenspike.server.http.recent_answers import RecentAnswers
from goldenspike.server.http.security import SecurityMiddleware, Site
from goldenspike.server.http.slow_work import VisitorTurns
from goldenspike.server.http.static_files import Page
from goldenspike.server.live.channel import ChannelMiddleware, Channels
from goldenspike.server.loop_lag import LoopLag
from goldenspike.server.people.accounts import Accounts, now_ms
from goldenspike.server.people.admin_actions import AdminActions
from goldenspike.server.people.bans import BannedAddresses
from goldenspike.server.people.notifications import DELAY_MS, Mailer, Notifications
from goldenspike.server.people.push import Push, can_push
from goldenspike.server.people.webhooks import WebhookClient
from goldenspike.server.profiles.ratings import RatingWatch
from goldenspike.server.quotas import Quotas
from goldenspike.server.reviews.queue import ReviewQueue
from goldenspike.server.storage.claims import claim
from goldenspike.server.storage.databases import opened_store
from goldenspike.server.storage.kept_backups import BackupPlan, ScheduledBackups
from goldenspike.server.storage.leases import Leases
from goldenspike.server.storage.scores import count_earlier_tables
from goldenspike.server.storage.storage_watch import StorageWatch
from goldenspike.server.storage.store import StoreError
from goldenspike.server.storage.table_record import rules_versions
from goldenspike.server.studies.queue import StudyQueue
from goldenspike.server.tables.active_tables import BOT_DELAY_S, IDLE_S, ActiveTables
from goldenspike.server.tables.bot_queue import BotQueue
from goldenspike.server.tables.clock_watch import ClockWatch
from goldenspike.server.tables.fill_watch import FillWatch
from goldenspike.server.tables.retention import Retention
from goldenspike.server.tournaments.rounds import TournamentWatch
from goldenspike.server.worker_pool import WorkerPool

# Positions are many small lists that live long: collecting garbage as often as Python does by default costs a tenth.
GC_THRESHOLD = (20_000, 20, 50)

# In the order in which addresses are tried: the page takes every address that is left over, so it comes last.
ROUTERS: list[APIRouter] = [
    tables.router,
    lobby.router,
    quick_join.router,
    tournaments.router,
    programs.router,
    accounts.router,
    account_security.router,
    people.router,
    profiles.router,
    push.router,
    copies.router,
    deals.router,
    match_files.router,
    boards_of_tables.router,
    saved_boards.router,
    timed_replays.router,
    printing.router,
    studies.router,
    reviews.router,
    boards.router,
    rulebooks.router,
    tutorials.router,
    game_pages.router,
    health.router,
    static_files.router,
]


def create(
    data: Path | str,
    *,
    site: Site | None = None,
    limits: Limits | None = None,
    quotas: Quotas | None = None,
    bot_delay_s: float = BOT_DELAY_S,
    idle_s: float = IDLE_S,
    rate: int = 1,
    page: Page | None = None,
    base: str = "http://localhost",
    mailer: Mailer | None = None,
    webhook_client: WebhookClient | None = None,
    hasher: PasswordHasher | None = None,
    notice_delay_ms: int = DELAY_MS,
    notices: bool = True,
    metrics_token: str | None = None,
    backup_plan: BackupPlan | None = None,
    database: str | None = None,
    bus: str | None = None,
    lease_s: float | None = None,
) -> FastAPI:
    """The app over a data folder, or a database that several servers share; all that reaches outside can be replaced.

    While it runs, ``app.state.active_tables`` holds the tables that are in use.
    """
    site = site or Site()
    quotas = quotas or Quotas()
    limits = Limits(daily_rates(quotas)) if limits is None else limits  # empty buckets count as nothing
    capacity = Capacity(quotas, on=limits.on)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        gc.set_threshold(*GC_THRESHOLD)
        state = app.state
        metrics: Metrics = state.metrics
        store = state.store = opened_store(data, database)
        await store.write(server_clock.start_beside_others if store.shared else server_clock.start_from)
        membership = state.membership = None if bus is None else _membership(bus, base, lease_s)
        store.observe_read, store.observe_write = metrics.waited("read"), metrics.waited("write")
        workers = state.workers = WorkerPool(
            processes=quotas.workers,
            seconds=quotas.worker_seconds,
            waiting=quotas.worker_queue,
            observe=metrics.waited("worker"),
        )

        async def prepare_board(table: str, game: str, source: Any) -> None:
            with suppress(UnusableBoard):  # the table can be shown, but not played
                await custom_boards.prepare(workers, f"table {table}", game, source)

        leases = Leases(store, address=base, rules=rules_versions()) if store.shared else None
        if membership is not None and leases is not None:
            membership.name_lease(leases)
        active_tables = state.active_tables = ActiveTables(
            store,
            site=site,
            limits=limits,
            bot_delay_s=bot_delay_s,
            idle_s=idle_s,
            rate=rate,
            bot_queue=BotQueue(
                quotas.bot_threads,
                most_each=quotas.bots_per_address,
                most=quotas.bots,
                observe=metrics.waited("bot"),
            ),
            unwatched_s=60.0 * quotas.unwatched_minutes,
            chat_bytes=1000 * quotas.chat_kb_per_table,
            most_entries=quotas.entries_per_table,
            prepare_board=prepare_board,
            draws=lambda game: game not in state.page.games,
            leases=leases,
        )
        if membership is not None:
            await membership.open(state, active_tables)
        await active_tables.open()
        state.accounts = Accounts(store, hasher=hasher, mail=mailer is not None)
        client = webhook_client or WebhookClient()

        def own_address() -> str:
            return site.public_origin or str(state.base)

        state.notifications = Notifications(
            store,
            own_address,
            online=active_tables.online_at,
            metrics=state.metrics,
            webhook_client=client,
            mailer=mailer,
            delay_ms=notice_delay_ms,
            push=Push(store, client, own_address, mailer.sender if mailer else "") if notices and can_push() else None,
            leases=active_tables.leases,
        )
        active_tables.listeners.append(lambda actor, rows: state.notifications.touched(actor.header.id))
        state.clock_watch = ClockWatch(active_tables, metrics=state.metrics)
        state.fill_watch = FillWatch(active_tables)
        await state.banned.read(store)
        state.admin = AdminActions(active_tables, state.banned, state.channels)
        state.loop_lag = LoopLag(metrics.loop_lag.observe)
        state.studies = StudyQueue(store, quotas, now_ms, active_tables.leases)
        state.reviews = ReviewQueue(store, quotas, now_ms, active_tables.leases, workers)
        state.tournaments = TournamentWatch(active_tables, quotas)
        state.ratings = RatingWatch(active_tables)
        tidy = (state.accounts.tidy, state.studies.tidy, state.tournaments.tidy)
        state.retention = Retention(active_tables, quotas, *tidy)
        state.storage_watch = StorageWatch(store)
        state.backups = ScheduledBackups(
            store.folder,
            backup_plan,
            metrics,
            database,
            lambda seconds: claim(store, active_tables.leases, "backups", seconds),
        )
        await state.accounts.prepare()
        if state.notifications.push is not None:
            with suppress(StoreError):  # where nothing can be stored now, they are made when they are asked for
                await state.notifications.push.keys()
        await count_earlier_tables(store)
        await state.retention.measure()
        _watch(state, active_tables, workers)
        watchers = [state.clock_watch, state.storage_watch, state.loop_lag, state.retention, state.backups, state.admin]
        watchers += [state.studies, state.reviews, state.fill_watch, state.tournaments, state.ratings]
        if notices:
            watchers.append(state.notifications)
        tasks = [asyncio.get_running_loop().create_task(watcher.run()) for watcher in watchers]
        try:
            yield
        finally:
            for watcher in watchers:
                watcher.stop()
            await asyncio.gather(*tasks, return_exceptions=True)
            state.accounts.close()
            await leave()
            if membership is not None:
                await membership.close()
            await workers.close()
            await active_tables.close()
            store.close()

    app = FastAPI(title="Golden Spike table", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.site = site
    app.state.limits = limits
    app.state.quotas = quotas
    app.state.capacity = capacity
    app.state.base = base
    app.state.metrics = Metrics()
    app.state.metrics_token = metrics_token or os.environ.get("GOLDENSPIKE_METRICS_TOKEN") or None
    app.state.page = page or Page(_page_folder())
    app.state.import_slot = asyncio.Semaphore(1)
    app.state.turns = VisitorTurns()
    app.state.public_lists = RecentAnswers(LISTS_FRESH_S, most=1)
    app.state.best = RecentAnswers()
    app.state.channels = Channels(lambda: app.state.active_tables, capacity)
    app.state.banned = BannedAddresses()
    app.state.membership = None

    async def leave() -> None:
        """Before the server goes down: tell every page to come back."""
        membership = app.state.membership
        if membership is not None:
            await membership.leave()
        await app.state.channels.leave("the server is going down; it will be back soon")

    app.state.leave = leave
    errors.install(app)
    app.add_exception_handler(StoreError, _not_stored)
    for router in ROUTERS:
        app.include_router(router)
    # The last one added is the first to see a request.
    if bus is not None:
        from goldenspike.server.cluster.http_forwarding import ForwardingMiddleware

        app.add_middleware(ForwardingMiddleware, outer=app)
    app.add_middleware(ChannelMiddleware, channels=app.state.channels)
    banned: BannedAddresses = app.state.banned
    app.add_middleware(
        SecurityMiddleware,
        site=site,
        limits=limits,
        capacity=capacity,
        banned=lambda address: banned.holds(address, now_ms()),
    )
    app.add_middleware(ApiVersions, limits=limits)
    app.add_middleware(MetricsMiddleware, metrics=app.state.metrics)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


def _membership(bus: str, base: str, lease_s: float | None) -> Any:
    """This server's part in a cluster; nothing of it is loaded by a server of its own."""
    from goldenspike.server.cluster.membership import Membership

    return Membership(bus, base) if lease_s is None else Membership(bus, base, lease_s)


async def _not_stored(request: Request, error: Exception) -> Response:
    return errors.error_response(503, str(error), "store")


def _page_folder() -> Path | None:
    """A page built somewhere else, for those who work on it."""
    found = os.environ.get("GOLDENSPIKE_PAGE")
    return Path(found) if found else None


def _watch(state: Any, active_tables: ActiveTables, workers: WorkerPool) -> None:
    """Metrics that other parts of the server count."""
    metrics: Metrics = state.metrics
    store, limits, capacity = active_tables.store, active_tables.limits, state.capacity
    metrics.watch("tables_in_memory", "Tables that are in use.", lambda: len(active_tables.loaded))
    metrics.watch("moves", "Moves stored since the start.", lambda: active_tables.moves)
    metrics.watch("commits", "Commits of the database since the start.", lambda: store.commits)
    metrics.watch("store_failures", "Commits that failed since the start.", lambda: store.failures)
    metrics.watch("store_halted", "1 if nothing is acknowledged any more.", lambda: bool(store.halted))
    metrics.watch("rate_limited", "Requests and frames refused for their rate.", lambda: sum(limits.refused.values()))
    metrics.watch("loop_lag_worst_seconds", "Worst lag of the last minute.", lambda: state.loop_lag.worst)
    metrics.watch("connections", "Open HTTP connections.", lambda: capacity.connections.total())
    metrics.watch("capacity_refused", "Connections and channels refused for want of room.", lambda: capacity.refused)
    metrics.watch("bots_waiting", "Decisions that wait for a bot.", lambda: active_tables.bot_queue.waiting)
    metrics.watch("workers_waiting", "Jobs that wait for a worker process.", lambda: workers.waiting)
    metrics.watch("workers_killed", "Worker processes ended for taking too long.", lambda: workers.killed)
    metrics.watch("studies_waiting", "Studies of boards that wait.", lambda: len(state.studies.waiting))
    metrics.watch("studies_finished", "Studies of boards played since the start.", lambda: state.studies.finished)
    metrics.watch("reviews_waiting", "Finished games that wait for a review.", lambda: len(state.reviews.waiting))
    metrics.watch("reviews_finished", "Games reviewed since the start.", lambda: state.reviews.finished)
    metrics.watch("games_rated", "Games between people rated since the start.", lambda: state.ratings.rated)
    metrics.watch("database_bytes", "What is stored.", lambda: state.retention.stored_bytes)
    metrics.watch("tables_deleted", "Tables deleted because their time was up.", lambda: state.retention.deleted)
