"""What is the same for everybody, over HTTP: boards, rulebooks, health, figures, the page itself."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.engine.game import Game
from goldenspike.server import catalogue
from goldenspike.server.http.errors import Trouble, answer
from goldenspike.server.http.metrics import CONTENT_TYPE, Metrics, may_read
from goldenspike.server.http.static_files import ASK_AGAIN, FOREVER, Fixed, Page
from goldenspike.server.http.tables import hall_of

router = APIRouter()
page_router = APIRouter()  # takes every address that is left over, so it comes last

# A picture runs nothing and fetches nothing; its own styles stand inside it.
PICTURE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@router.get("/api/boards/{game}/{board}.svg")
async def board_picture(request: Request, game: str, board: str) -> Response:
    """The printed board as an image; with its hash in the address it may be kept for ever."""
    fixed = await asyncio.to_thread(_picture, game, board)
    stamp = request.query_params.get("v")
    if stamp == catalogue.board_picture(game, board).stamp:
        fixed = _picture(game, board, FOREVER)
    return fixed.answer(request, {"Content-Security-Policy": PICTURE_CSP})


@lru_cache(64)
def _picture(game: str, board: str, keep: str = ASK_AGAIN) -> Fixed:
    return Fixed(catalogue.board_picture(game, board).svg, "image/svg+xml", keep)


@router.get("/api/boards/{game}/{board}.pdf")
async def board_pad(request: Request, game: str, board: str) -> Response:
    """Sheets to print and play, of games that are played on paper."""
    named = {"Content-Disposition": f'inline; filename="{catalogue.game(game).name}.pdf"'}
    return (await asyncio.to_thread(_pad, game, board, paper_of(request))).answer(request, named)


@lru_cache(16)
def _pad(game: str, board: str, paper: str) -> Fixed:
    chosen = catalogue.game(game)
    return Fixed(printed(chosen, catalogue.board(chosen, board), paper), "application/pdf")


def printed(chosen: Game, board: Any, paper: str) -> bytes:
    """A board as sheets of paper, in games that have them."""
    room = f"{catalogue.package(chosen)}.drawing.page_data"
    press = getattr(import_module(room), "pad", None) if find_spec(room) else None
    if press is None:
        raise Trouble(404, f"{chosen.title} has no sheets to print", "board")
    return cast(bytes, press(chosen, board, paper))


def paper_of(request: Request) -> str:
    return "letter" if request.query_params.get("paper", "").lower() == "letter" else "a4"


@router.get("/api/boards/{game}/{board}")
async def board(request: Request, game: str, board: str) -> Response:
    """A board as data for the page."""
    return (await asyncio.to_thread(_board, game, board)).answer(request)


@lru_cache(64)
def _board(game: str, board: str) -> Fixed:
    return Fixed(msgspec.json.encode(catalogue.page_board(game, board)), "application/json")


@router.get("/api/rulebook/{game}")
async def rulebook(request: Request, game: str) -> Response:
    """A game's rulebook in the language asked for, or in English."""
    wanted = request.query_params.get("lang", "en")
    return (await asyncio.to_thread(_rulebook, game, catalogue.language(catalogue.game(game), wanted))).answer(request)


@lru_cache(32)
def _rulebook(game: str, word: str) -> Fixed:
    return Fixed(msgspec.json.encode(catalogue.rulebook(game, word)), "application/json")


@router.get("/health")
async def health(request: Request) -> Response:
    """Well, if the database answers."""
    hall = hall_of(request)
    if hall.closing:
        raise Trouble(503, "the server is going down", wait=5)
    await hall.store.read(lambda c: c.exec_driver_sql("SELECT 1").scalar())
    return answer({"ok": True, "page": page_of(request).built})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures for Prometheus: for programs on this machine, or with the token."""
    kept = request.app.state.metrics
    assert isinstance(kept, Metrics)
    if not may_read(request.scope, request.app.state.site, request.app.state.metrics_token):
        raise Trouble(403, "figures are for programs on this machine, or with the token", "token")
    return Response(kept.text(), media_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})


def page_of(request: Request) -> Page:
    page = request.app.state.page
    assert isinstance(page, Page)
    return page


@page_router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request, path: str) -> Response:
    return page_of(request).answer(request, path)
