"""A rule of a variant: the lowest city alone makes the base of the score."""

from __future__ import annotations

from goldenspike.games.rail_pass.rules.state import BoardArrays, State


def lowest_product(s: State, b: BoardArrays) -> int:
    """Ten points for every cube in the city with the fewest."""
    low = 0 + s.storage[0]
    for city in range(1, b.n_cities):
        if s.storage[city] < low:
            low = 0 + s.storage[city]
    return 10 * low
