"""Built-in boards over HTTP: as data for the page and as a picture."""

from __future__ import annotations

import asyncio
from functools import lru_cache

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.server import catalogue
from goldenspike.server.http.static_files import ASK_AGAIN, FOREVER, StaticContent

router = APIRouter()

# A picture runs nothing and fetches nothing; its own styles stand inside it.
PICTURE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@router.get("/api/boards/{game}/{board}.svg")
async def board_picture(request: Request, game: str, board: str) -> Response:
    """The printed board as an image; with its hash in the address it may be cached for ever."""
    content = await asyncio.to_thread(_picture, game, board)
    stamp = request.query_params.get("v")
    if stamp == catalogue.board_picture(game, board).stamp:
        content = _picture(game, board, FOREVER)
    return content.answer(request, {"Content-Security-Policy": PICTURE_CSP})


@lru_cache(64)
def _picture(game: str, board: str, cache: str = ASK_AGAIN) -> StaticContent:
    return StaticContent(catalogue.board_picture(game, board).svg, "image/svg+xml", cache)


@router.get("/api/boards/{game}/{board}/file")
async def board_file(request: Request, game: str, board: str) -> Response:
    """A built-in board as its file has it: what a board of one's own begins with."""
    return (await asyncio.to_thread(_file, game, board)).answer(request)


@lru_cache(64)
def _file(game: str, board: str) -> StaticContent:
    chosen = catalogue.game(game)
    return StaticContent(msgspec.json.encode(dict(catalogue.board(chosen, board).source)), "application/json")


@router.get("/api/boards/{game}/{board}")
async def board(request: Request, game: str, board: str) -> Response:
    """A board as data for the page."""
    return (await asyncio.to_thread(_board, game, board)).answer(request)


@lru_cache(64)
def _board(game: str, board: str) -> StaticContent:
    return StaticContent(msgspec.json.encode(catalogue.page_board(game, board)), "application/json")
