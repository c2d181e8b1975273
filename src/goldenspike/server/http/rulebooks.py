"""Rulebooks over HTTP."""

from __future__ import annotations

import asyncio
from functools import lru_cache

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.server import catalogue
from goldenspike.server.http.boards import PICTURE_CSP
from goldenspike.server.http.static_files import ASK_AGAIN, FOREVER, StaticContent

router = APIRouter()


@router.get("/api/rulebook/{game}")
async def rulebook(request: Request, game: str) -> Response:
    """A game's rulebook in the language asked for, or in English."""
    wanted = request.query_params.get("lang", "en")
    return (await asyncio.to_thread(_rulebook, game, catalogue.language(catalogue.game(game), wanted))).answer(request)


@lru_cache(32)
def _rulebook(game: str, language: str) -> StaticContent:
    return StaticContent(msgspec.json.encode(catalogue.rulebook(game, language)), "application/json")


@router.get("/api/rulebook/{game}/pictures/{picture}.svg")
async def rulebook_picture(request: Request, game: str, picture: str) -> Response:
    """A picture of a rulebook; with its hash in the address it may be cached for ever."""
    stamp, content = await asyncio.to_thread(_picture, game, picture, ASK_AGAIN)
    if request.query_params.get("v") == stamp:
        content = _picture(game, picture, FOREVER)[1]
    return content.answer(request, {"Content-Security-Policy": PICTURE_CSP})


@lru_cache(128)
def _picture(game: str, picture: str, cache: str) -> tuple[str, StaticContent]:
    found = catalogue.rulebook_picture(game, picture)
    return found.stamp, StaticContent(found.svg, "image/svg+xml", cache)
