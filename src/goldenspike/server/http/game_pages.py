"""Page modules that games bring in their own packages."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.static_files import StaticContent

router = APIRouter()


@router.get("/games/{game}/page.js")
async def page_module(request: Request, game: str) -> Response:
    """The page of a game as a JavaScript module; games whose page is part of the built page have none here."""
    return (await asyncio.to_thread(_module, catalogue.game(game).name)).answer(request)


@lru_cache(32)
def _module(game: str) -> StaticContent:
    raw = catalogue.page_module(catalogue.game(game))
    if raw is None:
        raise HttpError(404, f"{catalogue.game(game).title} brings no page of its own", "page")
    return StaticContent(raw, "text/javascript")
