"""The whole house: the tables of ``app`` with people, library, notices, clocks and figures around them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from fastapi import FastAPI

from goldenspike.server.app import create
from goldenspike.server.http import accounts as reception
from goldenspike.server.http import custom_boards as boards
from goldenspike.server.http import library
from goldenspike.server.http import timed_replays as reels
from goldenspike.server.http.metrics import Meter, Metrics
from goldenspike.server.http.openapi import document
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.http.security import Site
from goldenspike.server.http.static_files import Page
from goldenspike.server.people.accounts import People
from goldenspike.server.people.notifications import DELAY_MS, Mailer, Notices
from goldenspike.server.people.webhooks import Caller
from goldenspike.server.tables import copies as workshop
from goldenspike.server.tables.active_tables import BOT_DELAY_S, Hall
from goldenspike.server.tables.clock_watch import Timekeeper


def build(
    data: Path | str,
    *,
    site: Site | None = None,
    limits: Limits | None = None,
    bot_delay_s: float = BOT_DELAY_S,
    rate: int = 1,
    page: Page | None = None,
    base: str = "http://localhost",
    mailer: Mailer | None = None,
    caller: Caller | None = None,
    hasher: PasswordHasher | None = None,
    notice_delay_ms: int = DELAY_MS,
    metrics_token: str | None = None,
) -> FastAPI:
    """The app as it is served; everything that reaches outside can be replaced."""
    site = site or Site()
    app = create(
        data,
        site=site,
        limits=limits,
        bot_delay_s=bot_delay_s,
        rate=rate,
        routers=[reception.router, workshop.router, boards.router, reels.router, library.router, library.page_router],
    )
    app.state.metrics = Metrics()
    app.state.metrics_token = metrics_token or os.environ.get("GOLDENSPIKE_METRICS_TOKEN") or None
    app.state.page = page or Page(_page_folder())
    app.state.base = base
    app.state.import_door = asyncio.Semaphore(1)
    app.add_middleware(Meter, metrics=app.state.metrics)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    inner = app.router.lifespan_context

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[Any]:
        async with inner(app) as state:
            hall: Hall = app.state.hall
            app.state.people = People(hall.store, hasher=hasher)
            app.state.notices = Notices(
                hall.store,
                lambda: site.public_origin or app.state.base,
                online=lambda table: hall.tables[table].online() if table in hall.tables else set(),
                metrics=app.state.metrics,
                caller=caller,
                mailer=mailer,
                delay_ms=notice_delay_ms,
            )
            hall.listeners.append(lambda actor, rows: app.state.notices.touched(actor.head.id))
            _watch(app, hall)
            await app.state.people.tidy()
            app.state.timekeeper = Timekeeper(hall, metrics=app.state.metrics)
            workers = [app.state.notices, app.state.timekeeper]
            tasks = [asyncio.get_running_loop().create_task(worker.run()) for worker in workers]
            try:
                yield state
            finally:
                for worker in workers:
                    worker.stop()
                await asyncio.gather(*tasks, return_exceptions=True)
                app.state.people.close()

    app.router.lifespan_context = life
    return app


def _page_folder() -> Path | None:
    """A page built somewhere else, for those who work on it."""
    found = os.environ.get("GOLDENSPIKE_PAGE")
    return Path(found) if found else None


def _watch(app: FastAPI, hall: Hall) -> None:
    """Figures that others keep."""
    metrics, store, limits = app.state.metrics, hall.store, hall.limits
    metrics.watch("tables_in_memory", "Tables that are in use.", lambda: len(hall.tables))
    metrics.watch("moves", "Moves stored since the start.", lambda: hall.moves)
    metrics.watch("commits", "Commits of the database since the start.", lambda: store.commits)
    metrics.watch("store_failures", "Commits that failed since the start.", lambda: store.failures)
    metrics.watch("rate_limited", "Requests and frames refused for their rate.", lambda: sum(limits.refused.values()))
