"""Tutorials over HTTP: read one, take a lesson."""

from __future__ import annotations

import asyncio
from functools import lru_cache

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.server import tutorials
from goldenspike.server.http.errors import body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.slow_work import own_turn
from goldenspike.server.http.static_files import StaticContent
from goldenspike.server.live import messages as m

router = APIRouter()


@router.get("/api/tutorials/{game}")
async def tutorial(request: Request, game: str) -> Response:
    """A game's tutorial in the language asked for, or in English."""
    wanted = tutorials.language_of(game, request.query_params.get("lang", "en"))
    return (await asyncio.to_thread(_tutorial, game, wanted)).answer(request)


@lru_cache(64)
def _tutorial(game: str, language: str) -> StaticContent:
    return StaticContent(msgspec.json.encode(tutorials.in_language(game, language)), "application/json")


@router.post("/api/tutorials/{game}/{chapter}")
async def lesson(request: Request, game: str, chapter: str) -> Response:
    """Try an action in a chapter, or ask why some are not allowed; nothing is stored."""
    tried = await body(request, m.LessonTry)
    check_rate(request, "heavy")
    draws = tried.pictures and game not in request.app.state.page.games
    where = game, chapter, tuple(tried.done)
    language = tutorials.language_of(game, tried.language)
    async with own_turn(request):
        if tried.why:
            raw = await asyncio.to_thread(tutorials.reasons, *where, tuple(tried.why), language)
        else:
            raw = await asyncio.to_thread(tutorials.answer, *where, tried.text, language, draws)
    return Response(raw, media_type="application/json")
