"""Layouts by chance, each of them valid: what a team of bots must cope with, and ideas for designers."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from .load import BLOCKED, BRIDGE, COLOURS, OPEN, PARTS, PLACES, TUNNEL, Layout, load

# Of large layouts there are more different ones than of small ones.
SIZES = (2, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6)
HUBS = (0, 1, 20)  # how strongly cities with many links attract more of them
MORE_LINKS = (0.0, 0.0, 0.1, 0.3)  # share of the other pairs that are joined as well
OBSTACLES = (0.0, 0.3, 0.6)  # share of the links between two players with a tunnel or the bridge


def random_layout(seed: int) -> Layout:
    """The layout of a seed: two to six cities, up to five links a city, the parts of one box (RP-LAYOUT-12)."""
    dice = random.Random(f"rail-pass layout {seed}")
    cities = sorted(dice.sample(PLACES, dice.choice(SIZES)))
    pairs = tree(dice, cities)
    share = dice.choice(MORE_LINKS)
    others = [pair for pair in combinations(cities, 2) if pair not in pairs]
    pairs += [pair for pair in others if dice.random() < share]
    seats = seated(dice, cities)
    markers = [pair for pair in others if pair not in pairs]
    dice.shuffle(markers)
    return load(
        {
            "schema": 1,
            "id": f"random-{seed}",
            "name": f"Random layout {seed}",
            "note": "Made by chance.",
            "kind": "custom",
            "version": 1,
            "cities": [{"id": city, "colour": colour} for city, colour in zip(cities, COLOURS, strict=False)],
            "links": [
                *(
                    {"a": a, "b": b, "kind": kind}
                    for (a, b), kind in zip(pairs, kinds(dice, pairs, seats), strict=True)
                ),
                *({"a": a, "b": b, "kind": BLOCKED} for a, b in sorted(markers[: dice.randint(0, PARTS[BLOCKED])])),
            ],
            "seating": [{"players": len(seats), "seats": seats}],
        }
    )


def tree(dice: random.Random, cities: list[str]) -> list[tuple[str, str]]:
    """Links that join all cities, without a ring: stars, lines and everything between."""
    order = dice.sample(cities, len(cities))
    pull = dice.choice(HUBS)
    degree = dict.fromkeys(cities, 0)
    pairs = []
    for k, city in enumerate(order[1:], 1):
        to = dice.choices(order[:k], [1 + pull * degree[other] ** 3 for other in order[:k]])[0]
        pairs.append((min(city, to), max(city, to)))
        degree[city] += 1
        degree[to] += 1
    return sorted(pairs)


def seated(dice: random.Random, cities: list[str]) -> list[list[str]]:
    """Two players or more, each with a city or more."""
    order = dice.sample(cities, len(cities))
    seats = [[city] for city in order[: dice.randint(2, len(cities))]]
    for city in order[len(seats) :]:
        dice.choice(seats).append(city)
    return [sorted(seat) for seat in seats]


def kinds(dice: random.Random, pairs: list[tuple[str, str]], seats: list[list[str]]) -> list[str]:
    """Tunnels and the bridge only between two players, as many as a box holds (RP-COMP-05, RP-PASS-09)."""
    share = dice.choice(OBSTACLES)
    left: dict[str, Any] = {kind: PARTS[kind] for kind in (TUNNEL, BRIDGE)}
    found = []
    for a, b in pairs:
        kind = dice.choice([TUNNEL] * left[TUNNEL] + [BRIDGE] * left[BRIDGE] or [OPEN])
        if dice.random() >= share or any(a in seat and b in seat for seat in seats):
            kind = OPEN
        if kind != OPEN:
            left[kind] -= 1
        found.append(kind)
    return found
