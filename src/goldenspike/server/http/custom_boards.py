"""Custom boards: checked and shown before a table is made with one, and served by the table that uses it."""

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
from goldenspike.server.http.boards import PICTURE_CSP, paper_of
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.tables import table_of
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_record import CUSTOM, TableHeader

router = APIRouter()


@router.post("/api/boards/{game}/check")
async def check_board(request: Request, game: str) -> Response:
    """What is wrong with a custom board, and its picture if nothing is."""
    chosen = catalogue.game(game)
    check_rate(request, "heavy")
    wanted = await body(request, m.BoardFile)
    return answer(await asyncio.to_thread(checked, chosen, wanted.board))


def checked(chosen: Game, data: dict[str, Any]) -> m.BoardCheck:
    try:
        board = catalogue.custom_board(chosen, data)
        return m.BoardCheck(True, [], catalogue.picture_of(chosen, board))
    except BadData as error:
        return m.BoardCheck(False, list(error.problems))
    except GoldenSpikeError as error:
        return m.BoardCheck(False, [str(error)])


@router.get("/api/tables/{table}/board")
async def board_of_table(request: Request) -> Response:
    """The board of a table as data for the page, also if it is a custom one."""
    header = (await table_of(request)).header
    check_rate(request, "heavy")
    return answer(await asyncio.to_thread(data_of, header))


@router.get("/api/tables/{table}/board.svg")
async def picture_of_table(request: Request) -> Response:
    """The printed board of a table as an image."""
    header = (await table_of(request)).header
    check_rate(request, "heavy")
    svg = await asyncio.to_thread(_picture, header.game, source_of(header))
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_CSP})


@router.get("/api/tables/{table}/board.pdf")
async def pdf_of_table(request: Request) -> Response:
    """The sheets of a table to print and play, also if its board is a custom one."""
    header = (await table_of(request)).header
    check_rate(request, "heavy")
    raw = await asyncio.to_thread(_pdf, header.game, source_of(header), paper_of(request))
    return Response(raw, media_type="application/pdf", headers={"Content-Disposition": 'inline; filename="sheet.pdf"'})


def data_of(header: TableHeader) -> dict[str, Any]:
    if header.board_source is None:
        return catalogue.page_board(header.game, header.board_id)
    chosen = catalogue.game(header.game)
    own = catalogue.board_data(chosen, chosen.board(header.board_source))
    return {**own, "id": CUSTOM, "svg": f"/api/tables/{header.id}/board.svg"}


def source_of(header: TableHeader) -> bytes:
    """A board as bytes, so that its picture can be cached: its name, or all of it."""
    return msgspec.json.encode(header.board_id if header.board_source is None else header.board_source)


@lru_cache(32)
def _picture(game: str, source: bytes) -> str:
    return catalogue.picture_of(*_board(game, source))


@lru_cache(8)
def _pdf(game: str, source: bytes, paper: str) -> bytes:
    return catalogue.pdf(*_board(game, source), paper)


def _board(game: str, source: bytes) -> tuple[Game, Any]:
    chosen, spec = catalogue.game(game), msgspec.json.decode(source)
    try:
        return chosen, catalogue.board(chosen, spec) if isinstance(spec, str) else chosen.board(spec)
    except GoldenSpikeError as error:
        raise HttpError(409, str(error), "rules") from None
