"""The layout as numbers for the rules."""

from __future__ import annotations

from ..rules.state import BLOCKED, BRIDGE, NONE, OPEN, TUNNEL, YARD, BoardArrays
from .load import BRIDGE as BRIDGE_WORD
from .load import COLOURS, Layout
from .load import OPEN as OPEN_WORD
from .load import TUNNEL as TUNNEL_WORD

LETTERS = "".join(COLOURS)
_KINDS = {OPEN_WORD: OPEN, TUNNEL_WORD: TUNNEL, BRIDGE_WORD: BRIDGE}


def fill_board(b: BoardArrays, layout: Layout, seats: int) -> None:
    """Cities in the order of the layout, each with its seat, its links and its distances (RP-SETUP-02)."""
    seating = layout.seats(seats)
    index = layout.index
    assert layout.yard <= YARD
    b.n_cities, b.seats, b.each = len(layout.cities), seats, layout.each
    b.owner = [NONE] * len(b.owner)
    for here, city in enumerate(layout.cities):
        b.colour[here] = LETTERS.index(city.colour)
        b.owner[here] = seating.controller[city.id]
        for other in layout.cities:
            there = index[other.id]
            b.dist[here][there] = layout.distance[city.id][other.id]
            if here != there:
                b.hops[here][there] = sum(1 << index[hop] for hop in layout.next_hops(city.id, other.id))
    for link in layout.links:
        kind = _KINDS.get(link.kind, BLOCKED)
        b.link[index[link.a]][index[link.b]] = b.link[index[link.b]][index[link.a]] = kind
