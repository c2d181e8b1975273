"""Custom boards: checked and shown before a table is made with one, and served by the table that uses it."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from goldenspike.server import catalogue, custom_boards
from goldenspike.server.http.boards import PICTURE_CSP
from goldenspike.server.http.errors import answer, body
from goldenspike.server.http.printing import source_of
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.slow_work import run_slow
from goldenspike.server.http.tables import table_of
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_record import CUSTOM

router = APIRouter()


@router.post("/api/boards/{game}/check")
async def check_board(request: Request, game: str) -> Response:
    """What is wrong with a custom board; if nothing is, its warnings and its picture."""
    chosen = catalogue.game(game)
    check_rate(request, "heavy")
    wanted = await body(request, m.BoardFile)
    if wanted.board is not None:
        return answer(await run_slow(request, custom_boards.check, chosen.name, custom_boards.as_bytes(wanted.board)))
    if len(wanted.text.encode()) > custom_boards.BOARD_BYTES:
        raise custom_boards.too_large()
    return answer(await run_slow(request, custom_boards.check_text, chosen.name, wanted.text))


@router.get("/api/tables/{table}/board")
async def board_of_table(request: Request) -> Response:
    """The board of a table as data for the page, also if it is a custom one."""
    header = (await table_of(request)).header
    check_rate(request, "heavy")
    if header.board_source is None:
        return answer(await asyncio.to_thread(catalogue.page_board, header.game, header.board_id))
    own: dict[str, Any] = await run_slow(request, custom_boards.page_data, header.game, source_of(header))
    return answer({**own, "id": CUSTOM, "svg": f"/api/tables/{header.id}/board.svg"})


@router.get("/api/tables/{table}/board.svg")
async def picture_of_table(request: Request) -> Response:
    """The printed board of a table as an image."""
    header = (await table_of(request)).header
    check_rate(request, "heavy")
    svg = await run_slow(request, custom_boards.picture, header.game, source_of(header))
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_CSP})
