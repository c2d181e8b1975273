"""Print and play for people's boards, in worker processes: what can be printed, and the PDF of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from goldenspike.drawing.pages.print_words import LANGUAGES
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game
from goldenspike.engine.print_and_play import PrintOrder
from goldenspike.server import catalogue, custom_boards
from goldenspike.server.custom_boards import UnusableBoard
from goldenspike.server.live import messages as m

MOST_COPIES = 20


def order_of(wish: m.PrintOrder, options: dict[str, Any] | None = None) -> PrintOrder:
    """What somebody wants printed, as the games know it."""
    language = known_language(wish.language)
    copies = None if wish.copies is None else min(wish.copies, MOST_COPIES)
    return PrintOrder(
        wish.paper, language, wish.options if options is None else options, wish.scale, copies, wish.backs
    )


@cache
def printable(name: str, language: str) -> list[m.PrintablePart]:
    """The parts that can be printed of a game, as they are for its usual board."""
    from goldenspike.drawing.pages.print_and_play import all_parts  # a server that starts needs none of it

    chosen = catalogue.game(name)
    board = chosen.board(chosen.boards[0] if chosen.boards else None)
    parts = all_parts(chosen, board, PrintOrder(language=language))
    return [m.PrintablePart(part.name, part.title, part.about, part.two_sided) for part in parts]


def known_language(wanted: str) -> str:
    """The language wanted if there are words in it, else English."""
    return wanted[:2].lower() if wanted[:2].lower() in LANGUAGES else "en"


# ------------------------------------------------------------------ in a worker process
def print_and_play(game: str, raw: bytes, order: bytes, options: bytes) -> bytes:
    """The PDF; ``options`` are those of a table, or null for those of the order."""
    from goldenspike.drawing.pages.print_and_play import print_and_play as make

    chosen, board = _board(game, raw)
    wish = msgspec.json.decode(order, type=m.PrintOrder)
    try:
        return make(chosen, board, order_of(wish, msgspec.json.decode(options)), wish.parts).pdf
    except GoldenSpikeError as error:
        raise UnusableBoard(str(error)) from None


def sheets(game: str, raw: bytes, paper: str) -> bytes:
    """The sheets of a game that is played on paper, or everything that can be printed."""
    from goldenspike.drawing.pages.print_and_play import print_and_play as make

    chosen, board = _board(game, raw)
    made = chosen.pdf(board, paper)
    return make(chosen, board, PrintOrder(paper)).pdf if made is None else made


def _board(game: str, raw: bytes) -> tuple[Game, Any]:
    try:
        return custom_boards.board_of(game, raw)
    except GoldenSpikeError as error:
        raise UnusableBoard(str(error)) from None
