"""Layouts at the limits of what a layout file may say, for checks: the largest of everything, and the smallest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

PLACES = "ABCDEF"
COLOURS = "KRBGYW"
KINDS = ("open", "tunnel", "bridge")
ALL_KINDS = (*KINDS, "blocked")
MOST_CUBES = 4  # of each colour in the yard of a city, where there are six
SHORTEST_S, LONGEST_S = 30, 600  # of a round for a team that wants a challenge


def limit_boards() -> Iterator[dict[str, Any]]:
    """Six cities all joined with full yards, by links of one kind and of all; a row; two cities, one link, one cube.

    Rounds for a challenge are as short and as long as they can be.
    """
    everywhere = list(combinations(range(6), 2))
    yield layout("all-kinds-of-links", 6, everywhere, MOST_CUBES, KINDS, range(6, 7))
    yield layout("blocked-links", 6, everywhere, MOST_CUBES, ALL_KINDS, range(6, 7))
    yield layout("all-links-open", 6, everywhere, MOST_CUBES)
    yield layout("row", 6, [(k, k + 1) for k in range(5)], 1)
    yield layout("smallest", 2, [(0, 1)], 1)
    yield layout("full-yards", 2, [(0, 1)], 20, express_s=LONGEST_S)


def layout(
    name: str,
    cities: int,
    links: list[tuple[int, int]],
    each: int,
    kinds: tuple[str, ...] = ("open",),
    players: range | None = None,
    express_s: int = SHORTEST_S,
) -> dict[str, Any]:
    """So many cities with these links, for every number of players that they suffice for."""
    places = PLACES[:cities]
    return {
        "schema": 1,
        "id": name,
        "name": name,
        "note": "at the limits of a layout file",
        "kind": "custom",
        "version": 1,
        "unlimited_parts": len(kinds) > 1,
        "cities": [{"id": place, "colour": COLOURS[k]} for k, place in enumerate(places)],
        "links": [{"a": places[a], "b": places[b], "kind": kinds[k % len(kinds)]} for k, (a, b) in enumerate(links)],
        "yard": {"each": each},
        "seating": [
            {
                "players": count,
                "seats": [list(places[k::count]) for k in range(count)],
                "express_s": express_s,
            }
            for count in players or range(2, cities + 1)
        ],
    }
