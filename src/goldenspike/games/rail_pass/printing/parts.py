"""The parts of Rail Pass to print and play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from goldenspike.drawing.pages.aids import Aid, ScorePad, Section, aid_pages, pad_pages
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.pages.tiles import one_page
from goldenspike.drawing.pages.tokens import token_pages
from goldenspike.engine.print_and_play import PrintOrder, PrintPart

from ..board.load import AnyLayout, Layout
from .city_boards import city_boards
from .plan import plan
from .tokens import cubes, markers, trains

if TYPE_CHECKING:
    from ..game import RailPass

PADS = 4
ROUNDS = 5  # columns of a score pad
RED = "#9c2f25"


def print_parts(game: RailPass, board: Layout | AnyLayout, order: PrintOrder) -> Sequence[PrintPart]:
    """Layout, city boards, trains, cubes, markers, pads and aids, by the values of the layout and the options."""
    words = Words(order.language, game.print_words)
    seats = board.players[0] if board.players else game.usual_seats
    setting = game.setting(game.read_options(order.options), board, seats)
    layout, values = setting.board, setting.values
    players = max(seating.players for seating in layout.seating)
    cities = len(layout.cities)
    rolling, cargo, others = trains(layout, words, values), cubes(layout, words), markers(layout, words)

    def count(groups: Sequence[Any]) -> int:
        return sum(one.count for one in groups)

    return [
        PrintPart(
            "layout", words("part.layout"), words("about.layout"), lambda: [one_page(plan(layout, words), order.paper)]
        ),
        PrintPart(
            "cities",
            words("part.cities"),
            words("about.cities", n=cities),
            lambda: city_boards(layout, words, values, order.paper),
        ),
        PrintPart(
            "trains",
            words("part.trains"),
            words("about.trains", n=count(rolling)),
            lambda: token_pages(rolling, order.paper, head=words("head.trains")),
        ),
        PrintPart(
            "cubes",
            words("part.cubes"),
            words("about.cubes", n=count(cargo)),
            lambda: token_pages(cargo, order.paper, head=words("head.cubes")),
        ),
        PrintPart(
            "tokens",
            words("part.tokens"),
            words("about.tokens", n=count(others)),
            lambda: token_pages(others, order.paper),
        ),
        PrintPart(
            "pad",
            words("part.pad"),
            words("about.pad", n=order.copies or PADS),
            lambda: pad_pages(score_pad(game, layout, words, values), order.copies or PADS, order.paper),
        ),
        PrintPart(
            "aid",
            words("part.aid"),
            words("about.aid", n=players),
            lambda: aid_pages(aid(game, layout, words, values), players, order.paper),
        ),
    ]


def score_pad(game: RailPass, layout: Layout, words: Words, values: Any) -> ScorePad:
    """What every city has, the product of the two lowest, and what was lost (RP-SCORE-04, -05)."""
    rows = [(f"{city.id} · {words(f'colour.{city.colour}')}", "", "") for city in layout.cities]
    rows.append((words("pad.product"), words("pad.lowest"), "×"))
    for name in ("drop", "engineer", "wreck", "misplaced"):
        rows.append((words(f"pad.{name}"), words("pad.each", n=values[f"{name}_cost"]), "−"))
    how = words("pad.how", win=values["win"])
    return ScorePad(game.title, f"{layout.name} · {how}", tuple(rows), ROUNDS, words("pad.total"), RED)


def aid(game: RailPass, layout: Layout, words: Words, values: Any) -> Aid:
    """What a player may do, what must not happen, and the score."""
    minutes = ", ".join(f"{seating.players}: {_clock(seating.time_s)}" for seating in layout.seating)
    numbers = {
        "long": values["long_cars"],
        "short": values["short_cars"],
        "beds": values["hotel_beds"],
        "win": values["win"],
        "drop": values["drop_cost"],
        "engineer": values["engineer_cost"],
        "wreck": values["wreck_cost"],
        "misplaced": values["misplaced_cost"],
        "time": minutes,
    }
    names = ("setup", "cargo", "trains", "pass", "engineers", "faults", "score")
    sections = [
        Section(words(f"aid.{name}.title"), tuple(words(f"aid.{name}", **numbers).split("\n"))) for name in names
    ]
    return Aid(game.title, words("aid.goal"), tuple(sections), RED)


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"
