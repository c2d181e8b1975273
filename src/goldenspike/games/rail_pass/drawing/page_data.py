"""A layout as data for the web page, which draws everything on it itself; the picture is for choosing one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from goldenspike.engine.values import standard_data, standard_values

from ..board.load import BLOCKED, BRIDGE, PARTS, TUNNEL, Layout
from .layout import draw

if TYPE_CHECKING:
    from ..game import RailPass

# What the page must know before the table has answered: how long to hold (RP-DIG-07, -14).
TIMES = (
    "load", "store", "xfer", "xchg", "eng", "pick", "park", "go", "take_open", "take_tunnel", "take_bridge", "cube",
    "again",
)  # fmt: skip


def page_board(game: RailPass, layout: Layout) -> dict[str, Any]:
    """Places, links, seats and times of a layout (RP-SETUP-02, -04)."""
    values = {**standard_values(game.values), **layout.values}
    return {
        "id": layout.id,
        "name": layout.name,
        "note": layout.note,
        "kind": layout.kind,
        "shape": layout.shape,
        "hash": layout.hash,
        "rule_values": standard_data(game.values),
        "yard": layout.yard,
        "win": values["win"],
        "times": {name: values[f"{name}_ms"] for name in TIMES},
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
