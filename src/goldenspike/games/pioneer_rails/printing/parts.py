"""The parts of Pioneer Rails to print and play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from goldenspike.drawing.pages.aids import Aid, Section, aid_pages
from goldenspike.drawing.pages.cards import Card, card_pages
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.pages.tiles import one_page
from goldenspike.engine.print_and_play import PrintOrder, PrintPage, PrintPart

from ..board.load import Sheet
from ..drawing.palette import palette
from ..drawing.score_area import LABELS
from ..drawing.sheet import draw
from .cards import goal_cards, owner_cards, playing_cards

if TYPE_CHECKING:
    from ..game import PioneerRails

PADS = 4
AIDS = 4


def print_parts(game: PioneerRails, board: Sheet, order: PrintOrder) -> Sequence[PrintPart]:
    """The pad, the cards, a token for the Dealer and player aids, by the values of the sheet and the options."""
    words = Words(order.language, game.print_words)
    setting = game.setting(game.read_options(order.options), board, game.seats[0])
    values = setting.values
    copies = order.copies or PADS

    def pad() -> list[PrintPage]:
        svg = draw(setting.printed, paper="print", labels=sheet_labels(board, words, values))
        return [one_page(svg, order.paper)] * copies

    def cards(name: str, made: list[Card]) -> PrintPart:
        return PrintPart(
            name,
            words(f"part.{name}"),
            words(f"about.{name}", n=len(made)),
            lambda: card_pages(made, order.paper, backs=order.backs),
            two_sided=order.backs,
        )

    return [
        PrintPart("pad", words("part.sheets"), words("about.sheets", n=copies), pad),
        cards("goals", goal_cards(board, words, values)),
        cards("cards", playing_cards(words)),
        cards("owners", owner_cards(words, values)),
        PrintPart(
            "aid",
            words("part.aid"),
            words("about.aid", n=AIDS),
            lambda: aid_pages(aid(game, board, words, values), AIDS, order.paper),
        ),
    ]


def sheet_labels(board: Sheet, words: Words, values: Any) -> dict[str, str]:
    """What is printed on a sheet in this language, with these amounts."""
    numbers = {
        "double": {"n": values["saloon_factor"]},
        "escaped": {"n": values["escape"]},
        "spend": {"n": values["town_tracks"]},
    }
    found = {}
    for name in LABELS:
        key = f"sheet.{name}"
        if name == "map":
            found[name] = words(f"map.{board.map}").upper()
        elif name in numbers:
            found[name] = words(key, **numbers[name])
        else:
            found[name] = words.texts[key]  # the rows of the sheet fill in their own numbers
    if words.has(f"character.{board.id}") and board.kind == "official":
        found["character"] = words(f"character.{board.id}")
    return found


def aid(game: PioneerRails, board: Sheet, words: Words, values: Any) -> Aid:
    """The order of a turn, hands, what is on the map, and the score."""
    poker = values["poker"]
    numbers: dict[str, Any] = {
        "tracks": values["tracks"],
        "town": values["town_tracks"],
        "factor": values["saloon_factor"],
        "plus": values["saloon_plus"],
        "nugget": values["nugget_points"],
        "towns": values["town_points"],
        "deposit": values["nuggets_per_bank"],
        "bank": ", ".join(f"×{n}" for n in values["bank"]),
        "side": values["fort_side"],
        "escape": values["escape"],
        "first": values["goal"][0],
        "later": values["goal"][1],
    }
    numbers |= {f"p{k}": points for k, points in enumerate(poker, 1)}
    names = ("turn", "hands", "town", "map", "end")
    sections = []
    for name in names:
        key = f"aid.{name}.{board.map}" if words.has(f"aid.{name}.{board.map}") else f"aid.{name}"
        sections.append(Section(words(f"aid.{name}.title"), tuple(words(key, **numbers).split("\n"))))
    return Aid(game.title, words("aid.goal"), tuple(sections), palette(board.forest, printed=True).accent)
