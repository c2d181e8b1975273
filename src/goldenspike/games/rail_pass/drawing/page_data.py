"""A layout as data for the web page, which draws everything on it itself; the picture is for choosing one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..board.load import BLOCKED, BRIDGE, PARTS, TUNNEL, Layout
from ..rules.scoring import WIN
from ..rules.state import (
    AGAIN_MS,
    CUBE_MS,
    ENG_MS,
    GO_MS,
    LOAD_MS,
    PARK_MS,
    PICK_MS,
    STORE_MS,
    TAKE_BRIDGE_MS,
    TAKE_OPEN_MS,
    TAKE_TUNNEL_MS,
    XCHG_MS,
    XFER_MS,
)
from .layout import draw

if TYPE_CHECKING:
    from ..game import RailPass

# What the page must know before the table has answered: how long to hold (RP-DIG-07, -14).
TIMES = {
    "load": LOAD_MS,
    "store": STORE_MS,
    "xfer": XFER_MS,
    "xchg": XCHG_MS,
    "eng": ENG_MS,
    "pick": PICK_MS,
    "park": PARK_MS,
    "go": GO_MS,
    "take_open": TAKE_OPEN_MS,
    "take_tunnel": TAKE_TUNNEL_MS,
    "take_bridge": TAKE_BRIDGE_MS,
    "cube": CUBE_MS,
    "again": AGAIN_MS,
}


def page_board(game: RailPass, layout: Layout) -> dict[str, Any]:
    """Places, links, seats and times of a layout (RP-SETUP-02, -04)."""
    return {
        "id": layout.id,
        "name": layout.name,
        "note": layout.note,
        "kind": layout.kind,
        "shape": layout.shape,
        "hash": layout.hash,
        "yard": layout.yard,
        "win": WIN,
        "times": TIMES,
        "parts": {kind: PARTS[kind] for kind in (TUNNEL, BRIDGE, BLOCKED)},
        "cities": [
            {"id": city.id, "colour": city.colour, "column": city.place[0], "row": city.place[1]}
            for city in layout.cities
        ],
        "links": [{"a": link.a, "b": link.b, "kind": link.kind} for link in layout.links],
        "seating": [
            {
                "players": seating.players,
                "seats": [list(cities) for cities in seating.seats],
                "time_s": seating.time_s,
                "express_s": seating.express_s,
            }
            for seating in layout.seating
        ],
        "source": json.loads(json.dumps(layout.source)),
    }


def picture(game: RailPass, layout: Layout) -> str:
    """The bare table with its cities and links as an SVG image."""
    return draw(layout)
