"""A sheet as data for the web page: the printed map is an image, what players write on it is drawn by the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goldenspike.drawing.svg import NAMESPACE, element, number
from goldenspike.engine.values import standard_data
from goldenspike.games.pioneer_rails.drawing.palette import SUIT_COLOURS, palette
from goldenspike.games.pioneer_rails.drawing.shapes import box

from ..board.load import SUITS, VALUES, Sheet, goals, owners
from . import icons
from .map import HEX, TOWN_TEXT, Map, definitions
from .tracks import BODY, CORES

if TYPE_CHECKING:
    from ..game import PioneerRails

LEFT, TOP, RIGHT, BOTTOM = 44.0, 34.0, 18.0, 18.0
"""Paper around the map: row letters on the left, column numbers above."""
PICTURES = ("cattle", "mine", "bank", "saloon", "fort", "yard", "bandit", "jail", "nugget", "hat", "house", "hamlet")


def page_board(game: PioneerRails, board: Sheet) -> dict[str, Any]:
    """Everything the page needs to draw a position on this sheet, in the coordinates of the printed map."""
    chart, g = _chart(board), board.grid
    return {
        "id": board.id,
        "name": board.name,
        "map": board.map,
        "side": board.side,
        "character": board.character,
        "hash": board.hash,
        "width": _round(chart.width + LEFT + RIGHT),
        "height": _round(chart.height + TOP + BOTTOM),
        "hex": HEX,
        "body": BODY,
        "accent": chart.colours.accent,
        "hexes": [_hex(chart, h) for h in range(len(g.hexes))],
        "vertices": [[g.vertex_names[v], *_at(point)] for v, point in enumerate(chart.corners)],
        "tracks": [
            [name, *board.track_vertices[t], board.kinds[t].name.lower(), list(board.track_hexes[t])]
            for t, name in enumerate(board.track_names)
        ],
        "towns": [_town(chart, k) for k in range(len(board.towns))],
        "stations": [
            {"suit": SUITS[suit], "hex": h, "corners": list(g.hex_vertices[h])} for suit, h in enumerate(board.stations)
        ],
        "ranges": [list(pair) for pair in board.ranges],
        "rows": _rows(board),
        "suits": [
            {"id": suit, "colour": SUIT_COLOURS[k], "core": {str(n): v for n, v in CORES[k].items()}}
            for k, suit in enumerate(SUITS)
        ],
        "values": list(VALUES),
        "rule_values": standard_data(game.values),
        "icons": _icons(),
        "goals": {card["id"]: {"deck": card["deck"], "need": card["need"]} for card in goals()},
        "owners": [owner["id"] for owner in owners()],
    }


def picture(game: PioneerRails, board: Sheet) -> str:
    """The printed map as an SVG image, without towns and tracks, which lie above it."""
    chart = _chart(board)
    width, height = chart.width + LEFT + RIGHT, chart.height + TOP + BOTTOM
    accent = chart.colours.accent
    body = element("defs", definitions(chart)) + box(0, 0, width, height, chart.colours.paper, None)
    body += element("rect", x=0, y=0, width=width, height=height, fill=f"url(#{chart.ids}vignette)")
    body += box(5, 5, width - 10, height - 10, "none", accent, 1.6, 9, opacity="0.55")
    body += element("g", chart.land + chart.margins(), transform=f"translate({number(LEFT)} {number(TOP)})")
    size = {"width": number(width), "height": number(height), "viewBox": f"0 0 {number(width)} {number(height)}"}
    return element("svg", body, xmlns=NAMESPACE, **size, font_family="Georgia,serif")


def pad(game: PioneerRails, board: Sheet, paper: str, copies: int | None = None) -> bytes:
    """So many empty copies of the sheet to print and play, four if nobody says (PR-SETUP-01)."""
    from .pdf import pad as press

    return press(board, paper, copies=4 if copies is None else copies)


def _chart(board: Sheet) -> Map:
    return Map(board, palette(board.forest, printed=False), "pr-", printed=False)


def _at(point: tuple[float, float]) -> list[float]:
    return [_round(point[0] + LEFT), _round(point[1] + TOP)]


def _hex(chart: Map, h: int) -> dict[str, Any]:
    sheet = chart.sheet
    x, y = _at(chart.centres[h])
    found: dict[str, Any] = {
        "id": sheet.grid.hex_names[h],
        "x": x,
        "y": y,
        "is": sheet.terrain[h].name.lower(),
        "corners": list(sheet.grid.hex_vertices[h]),
    }
    if sheet.numbers[h]:
        found["need"] = sheet.numbers[h]
    return found


def _town(chart: Map, k: int) -> dict[str, Any]:
    town = chart.sheet.towns[k]
    x, y, anchor = chart.names[k]
    lx, ly = _at((x, y))
    return {
        "at": town.at,
        "vertex": town.vertex,
        "name": town.name,
        "label": {"x": lx, "y": ly, "anchor": anchor, "size": TOWN_TEXT},
    }


def _rows(board: Sheet) -> dict[str, Any]:
    """The symbols of the score area (PR-SHEET-08, -09)."""
    r = board.rows
    shared = {"ranch": list(r.ranch), "yard": list(r.yard), "towns": r.towns, "goal": list(r.goal)}
    if board.forest:
        return shared | {
            "fort_side": r.fort_side,
            "saloon_values": list(r.saloon_values),
            "jails": [list(cells) for cells in r.jails],
            "escaped": r.escaped,
        }
    return shared | {
        "fort": list(r.fort),
        "nuggets": r.nuggets,
        "nuggets_per_bank": r.nuggets_per_bank,
        "bank": list(r.bank),
    }


def _icons() -> dict[str, str]:
    """Pictures as SVG, each in a box from -30 to 30."""
    drawn = {name: icons.STOCK[name]() for name in PICTURES}
    drawn |= {f"benefit-{name}": icons.benefit(name) for name in icons.BENEFITS}
    return drawn | {f"suit-{suit}": icons.suit(k) for k, suit in enumerate(SUITS)}


def _round(value: float) -> float:
    return round(value, 1)
