"""Rulebooks over HTTP."""

from __future__ import annotations

import asyncio
from functools import lru_cache

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.server import catalogue
from goldenspike.server.http.static_files import StaticContent

router = APIRouter()


@router.get("/api/rulebook/{game}")
async def rulebook(request: Request, game: str) -> Response:
    """A game's rulebook in the language asked for, or in English."""
    wanted = request.query_params.get("lang", "en")
    return (await asyncio.to_thread(_rulebook, game, catalogue.language(catalogue.game(game), wanted))).answer(request)


@lru_cache(32)
def _rulebook(game: str, language: str) -> StaticContent:
    return StaticContent(msgspec.json.encode(catalogue.rulebook(game, language)), "application/json")
