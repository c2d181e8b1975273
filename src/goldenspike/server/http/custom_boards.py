"""Boards of people's own: looked at before a table is made, and shown by the table that is played on them."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game
from goldenspike.engine.json_file import BadData
from goldenspike.server import catalogue
from goldenspike.server.http.accounts import slow_down
from goldenspike.server.http.errors import Trouble, answer, body
from goldenspike.server.http.library import PICTURE_CSP, paper_of, printed
from goldenspike.server.http.tables import table_of
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_record import CUSTOM, Head

router = APIRouter()


@router.post("/api/boards/{game}/check")
async def check_board(request: Request, game: str) -> Response:
    """What is wrong with a board of one's own, and its picture if nothing is."""
    chosen = catalogue.game(game)
    slow_down(request, "heavy")
    wish = await body(request, m.BoardFile)
    return answer(await asyncio.to_thread(checked, chosen, wish.board))


def checked(chosen: Game, data: dict[str, Any]) -> m.BoardCheck:
    try:
        board = catalogue.own_board(chosen, data)
        return m.BoardCheck(True, [], catalogue.picture_of(chosen, board))
    except BadData as error:
        return m.BoardCheck(False, list(error.problems))
    except GoldenSpikeError as error:
        return m.BoardCheck(False, [str(error)])


@router.get("/api/tables/{table}/board")
async def board_of_table(request: Request) -> Response:
    """The board of a table as data for the page, also if it is one of its own."""
    head = (await table_of(request)).head
    slow_down(request, "heavy")
    return answer(await asyncio.to_thread(data_of, head))


@router.get("/api/tables/{table}/board.svg")
async def picture_of_table(request: Request) -> Response:
    """The printed board of a table as an image."""
    head = (await table_of(request)).head
    slow_down(request, "heavy")
    svg = await asyncio.to_thread(_drawn, head.game, source_of(head))
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_CSP})


@router.get("/api/tables/{table}/board.pdf")
async def pad_of_table(request: Request) -> Response:
    """The sheets of a table to print and play, also if they are its own."""
    head = (await table_of(request)).head
    slow_down(request, "heavy")
    pad = await asyncio.to_thread(_printed, head.game, source_of(head), paper_of(request))
    return Response(pad, media_type="application/pdf", headers={"Content-Disposition": 'inline; filename="sheet.pdf"'})


def data_of(head: Head) -> dict[str, Any]:
    if head.board_source is None:
        return catalogue.page_board(head.game, head.board_id)
    chosen = catalogue.game(head.game)
    own = catalogue.data_for_page(chosen, chosen.board(head.board_source))
    return {**own, "id": CUSTOM, "svg": f"/api/tables/{head.id}/board.svg"}


def source_of(head: Head) -> bytes:
    """A board as bytes, so that its picture can be remembered: its name, or all of it."""
    return msgspec.json.encode(head.board_id if head.board_source is None else head.board_source)


@lru_cache(32)
def _drawn(game: str, source: bytes) -> str:
    return catalogue.picture_of(*_board(game, source))


@lru_cache(8)
def _printed(game: str, source: bytes, paper: str) -> bytes:
    return printed(*_board(game, source), paper)


def _board(game: str, source: bytes) -> tuple[Game, Any]:
    chosen, spec = catalogue.game(game), msgspec.json.decode(source)
    try:
        return chosen, catalogue.board(chosen, spec) if isinstance(spec, str) else chosen.board(spec)
    except GoldenSpikeError as error:
        raise Trouble(409, str(error), "rules") from None
