"""The parts of either edition to print and play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from goldenspike.drawing.pages.aids import Aid, ScorePad, Section, aid_pages, pad_pages
from goldenspike.drawing.pages.cards import EACH_PAGE, card_pages
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.pages.tiles import one_page, tile_pages, tiling
from goldenspike.drawing.pages.tokens import token_pages
from goldenspike.engine.print_and_play import PrintOrder, PrintPart

from ..board.load import Board
from ..drawing.board import draw
from ..drawing.page_data import edition_of
from ..drawing.placement import Placement
from .cards import deck
from .tokens import slot_size, tokens, track

if TYPE_CHECKING:
    from ..game import SantaFe
    from ..rules.state import Values

WISHED = 4.8  # tenths of a millimetre for a unit of the board: a space is four millimetres wide
PADS = 4
ROWS = 12  # of played cities on a score pad
RED = "#8f2a1f"


def print_parts(game: SantaFe, board: Board, order: PrintOrder) -> Sequence[PrintPart]:
    """Board, cards, track, tokens, pads and aids, by the values of the board and the options."""
    words = Words(order.language, game.print_words)
    values = game.setting(game.read_options(order.options), board, game.seats[0]).b.values
    edition = edition_of(game)
    placement = Placement(board)
    sides = placement.width, placement.height
    laid_out = tiling(*sides, WISHED * order.scale / 100, order.paper)
    cards = deck(game, board, words, values)
    pieces = track(placement, edition, laid_out.scale)
    others = tokens(board, edition, words, values, laid_out.scale)
    wide, high = (round(side * laid_out.scale / 100) for side in sides)
    count = len(game.seats) + game.seats[0] - 1
    length, breadth = (f"{side / 10:.0f}" for side in slot_size(placement, laid_out.scale))

    @cache
    def svg() -> str:
        return printed_board(game, board, words, values)

    return [
        PrintPart(
            "board",
            words("part.board"),
            words("about.board", n=laid_out.pages, w=wide, h=high),
            lambda: tile_pages(svg(), laid_out, words),
        ),
        PrintPart(
            "board-small", words("part.board-small"), words("about.board-small"), lambda: [one_page(svg(), order.paper)]
        ),
        PrintPart(
            "cards",
            words("part.cards"),
            words("about.cards", n=len(cards), sheets=-(-len(cards) // EACH_PAGE)),
            lambda: card_pages(cards, order.paper, backs=order.backs),
            two_sided=order.backs,
        ),
        PrintPart(
            "track",
            words("part.track"),
            words("about.track", n=sum(one.count for one in pieces), w=length, h=breadth),
            lambda: token_pages(pieces, order.paper, head=words("head.track")),
        ),
        PrintPart(
            "tokens",
            words("part.tokens"),
            words("about.tokens", n=sum(one.count for one in others)),
            lambda: token_pages(others, order.paper),
        ),
        PrintPart(
            "pad",
            words("part.pad"),
            words("about.pad", n=order.copies or PADS),
            lambda: pad_pages(score_pad(game, board, words), order.copies or PADS, order.paper),
        ),
        PrintPart(
            "aid",
            words("part.aid"),
            words("about.aid", n=count),
            lambda: aid_pages(aid(game, board, words, values), count, order.paper),
        ),
    ]


def printed_board(game: SantaFe, board: Board, words: Words, values: Values) -> str:
    """The board with its tables in the language and with the amounts of this order."""
    both = values.mountain_price + values.river_price
    amounts = {
        "square": values.square_bonus,
        "mountain": values.mountain_price,
        "river": values.river_price,
        "both": both,
    }
    names = ("railroads", "shorts", "closed", "values", "boomtown", "square", "open", "mountain", "arrow", "river")
    labels = {name: words(f"board.{name}", money=f"${amounts.get(name, 0)}") for name in (*names, "both", "lake")}
    return draw(board, {"edition": edition_of(game)}, title=game.title, labels=labels)


def score_pad(game: SantaFe, board: Board, words: Words) -> ScorePad:
    """Money, and a row for every played city."""
    rows = [(words("pad.money"), "", "$")]
    rows += [("", words("pad.city"), "×      =")] * ROWS
    return ScorePad(game.title, f"{board.name} · {words('pad.how')}", tuple(rows), 5, words("pad.total"), RED)


def aid(game: SantaFe, board: Board, words: Words, values: Values) -> Aid:
    """The order of a round, track, money, the end and the score."""
    later = edition_of(game) == "2002"
    edition = "2002" if later else "1992"
    numbers = {
        "hand": values.hand,
        "money": values.money,
        "connection": values.connection_bonus,
        "square": values.square_bonus,
        "times": values.double_bonus,
        "branch": values.branch_price,
        "plain": values.pieces_plain,
        "double": values.pieces_double,
        "triple": values.pieces_triple if later else 0,
        "four": values.pieces_four if later else 0,
        "exchange": values.exchange,
        "start": values.money_terrain,
        "dear": values.branch_price_terrain,
        "mountain": values.mountain_price,
        "river": values.river_price,
        "track_price": 0 if later else values.track_price,
        "hire": 0 if later else values.hire_price,
    }
    sections = []
    for name in ("round", "track", "plays", "money", "terrain", "end"):
        key = f"aid.{name}.{edition}" if words.has(f"aid.{name}.{edition}") else f"aid.{name}"
        lines = tuple(words(key, **numbers).split("\n"))
        sections.append(Section(words(f"aid.{name}.title"), lines))
    return Aid(game.title, words("aid.goal"), tuple(sections), RED)
