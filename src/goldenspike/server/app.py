"""The table as an ASGI app: ``create`` puts store, tables, channel and guard together."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import Response

from goldenspike.server.http import errors as problems
from goldenspike.server.http import tables as rooms
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.http.security import Guard, Site
from goldenspike.server.live.channel import ChannelDoor, Channels
from goldenspike.server.storage.store import Store, StoreTrouble
from goldenspike.server.tables.active_tables import BOT_DELAY_S, IDLE_S, Hall

# Positions are many small lists in use for long: looking through them as often as Python does by itself costs a tenth.
GC_THRESHOLD = (20_000, 20, 50)

# Everything the table answers over HTTP, in the order in which addresses are tried.
ROUTERS: list[APIRouter] = [rooms.router]


async def not_stored(request: Request, error: Exception) -> Response:
    return problems.problem(503, str(error), "store")


def create(
    data: Path | str,
    *,
    site: Site | None = None,
    limits: Limits | None = None,
    bot_delay_s: float = BOT_DELAY_S,
    idle_s: float = IDLE_S,
    rate: int = 1,
    routers: Sequence[APIRouter] = (),
) -> FastAPI:
    """The app over a data folder; ``app.state.hall`` holds everything once it has started."""
    site = site or Site()
    limits = Limits() if limits is None else limits  # empty buckets count as nothing

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        gc.set_threshold(*GC_THRESHOLD)
        store = Store(data)
        app.state.store = store
        app.state.hall = Hall(store, site=site, limits=limits, bot_delay_s=bot_delay_s, idle_s=idle_s, rate=rate)
        await app.state.hall.open()
        try:
            yield
        finally:
            await leave()
            await app.state.hall.close()
            store.close()

    app = FastAPI(title="Golden Spike table", lifespan=life, docs_url=None, redoc_url=None)
    app.state.site = site
    app.state.limits = limits
    app.state.channels = Channels(lambda: app.state.hall)

    async def leave() -> None:
        """Before the server goes down: everybody is told to come back."""
        await app.state.channels.leave("the server is going down; it will be back soon")

    app.state.leave = leave
    problems.install(app)
    app.add_exception_handler(StoreTrouble, not_stored)
    for router in (*ROUTERS, *routers):
        app.include_router(router)
    app.add_middleware(ChannelDoor, channels=app.state.channels)
    app.add_middleware(Guard, site=site, limits=limits)
    return app
