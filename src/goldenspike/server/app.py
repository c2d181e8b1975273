"""The server as an ASGI app: ``create`` puts store, tables, channel, accounts, notifications and metrics together."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from argon2 import PasswordHasher
from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import Response

from goldenspike.server.http import (
    accounts,
    boards,
    copies,
    custom_boards,
    deals,
    errors,
    game_pages,
    health,
    match_files,
    rulebooks,
    static_files,
    tables,
    timed_replays,
)
from goldenspike.server.http.metrics import Metrics, MetricsMiddleware
from goldenspike.server.http.openapi import document
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.http.security import SecurityMiddleware, Site
from goldenspike.server.http.static_files import Page
from goldenspike.server.live.channel import ChannelMiddleware, Channels
from goldenspike.server.people.accounts import Accounts
from goldenspike.server.people.notifications import DELAY_MS, Mailer, Notifications
from goldenspike.server.people.webhooks import WebhookClient
from goldenspike.server.storage.store import Store, StoreError
from goldenspike.server.tables.active_tables import BOT_DELAY_S, IDLE_S, ActiveTables
from goldenspike.server.tables.clock_watch import ClockWatch

# Positions are many small lists that live long: collecting garbage as often as Python does by default costs a tenth.
GC_THRESHOLD = (20_000, 20, 50)

# In the order in which addresses are tried: the page takes every address that is left over, so it comes last.
ROUTERS: list[APIRouter] = [
    tables.router,
    accounts.router,
    copies.router,
    deals.router,
    match_files.router,
    custom_boards.router,
    timed_replays.router,
    boards.router,
    rulebooks.router,
    game_pages.router,
    health.router,
    static_files.router,
]


def create(
    data: Path | str,
    *,
    site: Site | None = None,
    limits: Limits | None = None,
    bot_delay_s: float = BOT_DELAY_S,
    idle_s: float = IDLE_S,
    rate: int = 1,
    page: Page | None = None,
    base: str = "http://localhost",
    mailer: Mailer | None = None,
    webhook_client: WebhookClient | None = None,
    hasher: PasswordHasher | None = None,
    notice_delay_ms: int = DELAY_MS,
    metrics_token: str | None = None,
) -> FastAPI:
    """The app over a data folder; everything that reaches outside can be replaced.

    While it runs, ``app.state.active_tables`` holds the tables that are in use.
    """
    site = site or Site()
    limits = Limits() if limits is None else limits  # empty buckets count as nothing

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        gc.set_threshold(*GC_THRESHOLD)
        state = app.state
        store = state.store = Store(data)
        active_tables = state.active_tables = ActiveTables(
            store,
            site=site,
            limits=limits,
            bot_delay_s=bot_delay_s,
            idle_s=idle_s,
            rate=rate,
            draws=lambda game: game not in state.page.games,
        )
        await active_tables.open()
        state.accounts = Accounts(store, hasher=hasher)
        state.notifications = Notifications(
            store,
            lambda: site.public_origin or state.base,
            online=active_tables.online_at,
            metrics=state.metrics,
            webhook_client=webhook_client,
            mailer=mailer,
            delay_ms=notice_delay_ms,
        )
        active_tables.listeners.append(lambda actor, rows: state.notifications.touched(actor.header.id))
        _watch(state.metrics, active_tables)
        await state.accounts.tidy()
        state.clock_watch = ClockWatch(active_tables, metrics=state.metrics)
        workers = [state.notifications, state.clock_watch]
        tasks = [asyncio.get_running_loop().create_task(worker.run()) for worker in workers]
        try:
            yield
        finally:
            for worker in workers:
                worker.stop()
            await asyncio.gather(*tasks, return_exceptions=True)
            state.accounts.close()
            await leave()
            await active_tables.close()
            store.close()

    app = FastAPI(title="Golden Spike table", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.site = site
    app.state.limits = limits
    app.state.base = base
    app.state.metrics = Metrics()
    app.state.metrics_token = metrics_token or os.environ.get("GOLDENSPIKE_METRICS_TOKEN") or None
    app.state.page = page or Page(_page_folder())
    app.state.import_slot = asyncio.Semaphore(1)
    app.state.channels = Channels(lambda: app.state.active_tables)

    async def leave() -> None:
        """Before the server goes down: tell every page to come back."""
        await app.state.channels.leave("the server is going down; it will be back soon")

    app.state.leave = leave
    errors.install(app)
    app.add_exception_handler(StoreError, _not_stored)
    for router in ROUTERS:
        app.include_router(router)
    # The last one added is the first to see a request.
    app.add_middleware(ChannelMiddleware, channels=app.state.channels)
    app.add_middleware(SecurityMiddleware, site=site, limits=limits)
    app.add_middleware(MetricsMiddleware, metrics=app.state.metrics)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


async def _not_stored(request: Request, error: Exception) -> Response:
    return errors.error_response(503, str(error), "store")


def _page_folder() -> Path | None:
    """A page built somewhere else, for those who work on it."""
    found = os.environ.get("GOLDENSPIKE_PAGE")
    return Path(found) if found else None


def _watch(metrics: Metrics, active_tables: ActiveTables) -> None:
    """Metrics that other parts of the server count."""
    store, limits = active_tables.store, active_tables.limits
    metrics.watch("tables_in_memory", "Tables that are in use.", lambda: len(active_tables.loaded))
    metrics.watch("moves", "Moves stored since the start.", lambda: active_tables.moves)
    metrics.watch("commits", "Commits of the database since the start.", lambda: store.commits)
    metrics.watch("store_failures", "Commits that failed since the start.", lambda: store.failures)
    metrics.watch("rate_limited", "Requests and frames refused for their rate.", lambda: sum(limits.refused.values()))
