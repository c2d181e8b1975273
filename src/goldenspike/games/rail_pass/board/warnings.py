"""What the designer of a layout should look at: it can be played, but perhaps not as it was meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from goldenspike.drawing.geometry import crossing

from ..drawing.tabletop import Tabletop
from ..values import STANDARD
from .check import problems
from .load import BLOCKED, BRIDGE, PARTS, TUNNEL, Layout, Seating, load

MANY_LINKS = 4


def warnings(data: Any) -> list[str]:
    """Each as a sentence; none for data that is no layout."""
    if problems(data):
        return []
    layout = load(data)
    found = [*_links(layout), *_parts(layout), *_points(layout)]
    for seating in layout.seating:
        found += _seats(seating)
    return found


def _links(layout: Layout) -> Iterator[str]:
    """Links that are drawn across each other, and hubs."""
    table = Tabletop(layout, 0.0, 0.0, 150.0, narrow=False)
    joins = [link for link in layout.links if link.joins]
    for one, other in combinations(joins, 2):
        if {one.a, one.b} & {other.a, other.b}:
            continue
        if crossing(table.route(one.a, one.b), table.route(other.a, other.b)) is not None:
            yield f"links {one.a}-{one.b} and {other.a}-{other.b} run through each other"
    for city, near in layout.neighbours.items():
        if len(near) >= MANY_LINKS:
            yield f"city {city} has {len(near)} links ({', '.join(near)}): trains of the whole team meet there"


def _parts(layout: Layout) -> Iterator[str]:
    """More than one box holds."""
    words = {TUNNEL: "tunnels", BRIDGE: "bridges", BLOCKED: "Blocked Track markers"}
    for kind, most in PARTS.items():
        used = sum(link.kind == kind for link in layout.links)
        if used > most:
            yield f"links: {used} {words[kind]} need more than one box, which holds {most} (RP-COMP-05)"


def _points(layout: Layout) -> Iterator[str]:
    """Fewer cubes than points that win."""
    cubes, win = layout.yard * len(layout.cities), layout.values.get("win", STANDARD["win"])
    assert isinstance(win, int)
    if cubes < win:
        yield f"yard: {cubes} cubes bring at most {cubes} points, and a round is won with {win} (RP-SCORE-07)"


def _seats(seating: Seating) -> Iterator[str]:
    """Players with much more to do than others."""
    where = f"seating of {seating.players} players"
    sizes = [len(cities) for cities in seating.seats]
    if max(sizes) - min(sizes) > 1:
        most, least = sizes.index(max(sizes)) + 1, sizes.index(min(sizes)) + 1
        yield f"{where}: player {most} controls {max(sizes)} cities, player {least} only {min(sizes)}"
