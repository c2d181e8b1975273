"""Print and play over HTTP: boards of any game as PDF, by parts, paper and language."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.server import catalogue, custom_boards, printing
from goldenspike.server.http.errors import answer, body, decode
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.slow_work import run_slow
from goldenspike.server.http.tables import table_of
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_record import TableHeader

router = APIRouter()


@router.get("/api/print/{game}")
async def printable(request: Request, game: str) -> Response:
    """What can be printed of a game, in the language wanted."""
    chosen = catalogue.game(game)
    language = printing.known_language(request.query_params.get("lang", "en"))
    return answer(await asyncio.to_thread(printing.printable, chosen.name, language))


@router.post("/api/boards/{game}/print")
async def print_board(request: Request, game: str) -> Response:
    """A board to print and play: one of the game's own by name, or any board as data."""
    chosen = catalogue.game(game)
    check_rate(request, "heavy")
    wish = await body(request, m.PrintOrder)
    board = wish.board if wish.board is not None else next(iter(chosen.boards), None)
    return await _printed(request, chosen.name, custom_boards.as_bytes(board), wish, None)


@router.get("/api/boards/{game}/{board}.pdf")
async def board_pdf(request: Request, game: str, board: str) -> Response:
    """A built-in board to print: its sheets, or the parts that the address names."""
    return await _asked(request, catalogue.game(game).name, custom_boards.as_bytes(board), None)


@router.get("/api/tables/{table}/board.pdf")
async def pdf_of_table(request: Request) -> Response:
    """The same of the board of a table, also if it is a custom one, by the options of the table."""
    header = (await table_of(request)).header
    return await _asked(request, header.game, source_of(header), header.options)


def source_of(header: TableHeader) -> bytes:
    """A board as bytes: its name, or all of it."""
    return custom_boards.as_bytes(header.board_id if header.board_source is None else header.board_source)


async def _asked(request: Request, game: str, source: bytes, options: dict[str, Any] | None) -> Response:
    """By what the address asks for; ``parts=all`` is everything."""
    check_rate(request, "heavy")
    query = request.query_params
    paper = "letter" if query.get("paper", "").lower() == "letter" else "a4"
    if "parts" not in query:
        return _file(game, await run_slow(request, printing.sheets, game, source, paper))
    wanted = {
        "parts": [name for name in query["parts"].split(",") if name and name != "all"],
        "paper": paper,
        "language": query.get("lang", "en")[:8],
        "backs": query.get("backs") != "0",
    }
    return await _printed(request, game, source, decode(msgspec.json.encode(wanted), m.PrintOrder), options)


async def _printed(
    request: Request, game: str, source: bytes, wish: m.PrintOrder, options: dict[str, Any] | None
) -> Response:
    order = msgspec.json.encode(msgspec.structs.replace(wish, board=None))
    return _file(
        game, await run_slow(request, printing.print_and_play, game, source, order, msgspec.json.encode(options))
    )


def _file(game: str, raw: bytes) -> Response:
    named = {"Content-Disposition": f'inline; filename="{game}.pdf"'}
    return Response(raw, media_type="application/pdf", headers=named)
