"""A board as data for the web page: the printed map is an image, everything that moves is drawn on it by the page."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from goldenspike.drawing.geometry import Path, length, thin
from goldenspike.drawing.svg import number, polyline, ribbon
from goldenspike.engine.values import standard_data

from ..board.load import LAKE, MOUNTAIN, RIVER, Board, City, Line, Railroad
from ..rules.state import SF1992
from .board import blank
from .palette import VALUE_COLOURS
from .pieces import mark, pattern
from .placement import (
    BASE_DISC,
    KEY_SIZE,
    PIN,
    ROADS_WIDTH,
    SLOT,
    SQUARE,
    SQUARE_STEP,
    TITLE_SIZE,
    Name,
    Placement,
    midpoint,
)

if TYPE_CHECKING:
    from ..game import SantaFe


def page_board(game: SantaFe, board: Board) -> dict[str, Any]:
    """Everything the page needs to draw a position on this board, in the coordinates of the printed map."""
    edition = edition_of(game)
    placement = Placement(board, tables=False)
    roads = [road for road in board.railroads if edition == "2002" or road.kind == "major"]
    shown = {road.id for road in roads}
    stamp = hashlib.sha256(picture(game, board).encode()).hexdigest()[:12]
    return {
        "id": board.id,
        "name": board.name,
        "note": board.note,
        "hash": board.hash,
        "edition": edition,
        "rule_values": standard_data(game.values),
        "svg": f"/api/boards/{game.name}/{board.id}.svg?v={stamp}",
        "width": placement.width,
        "height": placement.height,
        "slot": SLOT,
        "pin": PIN,
        "square": SQUARE,
        "base_disc": BASE_DISC,
        "value_colours": {str(value): colour for value, colour in VALUE_COLOURS.items()},
        "markers": {"4": board.markers[0], "5": board.markers[1]},
        "cities": [_city(placement, city, shown) for city in board.cities],
        "lines": [_line(placement, line, arrows=edition == "2002") for line in board.lines],
        "railroads": [_railroad(board, road) for road in roads],
        "panels": {
            "title": _panel(placement, "title", *TITLE_SIZE),
            "key": _panel(placement, "key", *KEY_SIZE),
            "railroads": _panel(placement, "railroads", ROADS_WIDTH, placement.roads_height(9)),
        }
        if placement.tables
        else None,  # the page shows railroads and values beside the map
    }


def picture(game: SantaFe, board: Board) -> str:
    """The printed map as an SVG image, without names, tables and pieces."""
    return blank(board, edition_of(game))


def edition_of(game: SantaFe) -> str:
    return "1992" if game.edition == SF1992 else "2002"


def _city(placement: Placement, city: City, shown: Collection[str]) -> dict[str, Any]:
    name = placement.names[city.id]
    x, y = name.x + name.width + 3.5, name.y - SQUARE / 2
    return {
        "id": city.id,
        "name": city.name,
        "value": city.value,
        "cards": city.cards,
        "x": city.x,
        "y": city.y,
        "r": placement.radius(city),
        "homes": [road for road in placement.homes.get(city.id, ()) if road in shown],
        "label": {
            "x": _round(name.x),
            "y": _round(name.y + name.size * 0.33),
            "width": _round(name.width),
            "size": _round(name.size),
            "side": _side(name, city),
        },
        "squares": [
            {"railroad": road, "x": _round(x + SQUARE_STEP * k), "y": _round(y)} for k, road in enumerate(city.squares)
        ],
        "pins": [[_round(px), _round(py)] for px, py in placement.pin_places[city.id]],
    }


def _side(name: Name, city: City) -> str:
    """Where a name can grow: away from its city."""
    if name.x >= city.x:
        return "right"
    return "left" if name.box[2] <= city.x else "middle"


def _line(placement: Placement, line: Line, *, arrows: bool) -> dict[str, Any]:
    slots = placement.slots[line.id]
    return {
        "id": line.id,
        "a": line.a,
        "b": line.b,
        "index": line.index,
        "one_way": line.one_way if arrows else None,
        "follows": line.follows,
        "d": polyline(thin(placement.paths[line.id])),
        "pieces": [_piece(slot, terrain) for slot, terrain in zip(slots, line.segments, strict=True)],
    }


def _piece(slot: Path, terrain: int) -> dict[str, Any]:
    """One space: its middle and direction (degrees, from a to b), its centre line, its outline, its terrain."""
    (x, y), angle = midpoint(slot)
    letters = [letter for letter, bit in (("m", MOUNTAIN), ("r", RIVER), ("l", LAKE)) if terrain & bit]
    return {
        "x": _round(x),
        "y": _round(y),
        "angle": _round(math.degrees(angle)),
        "length": _round(length(slot)),
        "terrain": "".join(letters),
        "d": polyline(thin(slot)),
        "outline": ribbon(slot, SLOT / 2),
    }


def _railroad(board: Board, road: Railroad) -> dict[str, Any]:
    return {
        "id": road.id,
        "name": road.name,
        "kind": road.kind,
        "colour": road.colour,
        "mark": mark(road.colour),
        "pieces": road.pieces,
        "home": road.home,
        "pattern": [
            {
                "ink": stroke.ink,
                "width": stroke.width,
                "dash": stroke.dash,
                "start": stroke.start,
                "round": stroke.round,
            }
            for stroke in pattern(board, road)
        ],
    }


def _panel(placement: Placement, name: str, width: float, height: float) -> dict[str, float]:
    x, y = placement.panel(name)
    return {"x": _round(x), "y": _round(y), "width": _round(width), "height": _round(height)}


def _round(value: float) -> float:
    return float(number(value))
