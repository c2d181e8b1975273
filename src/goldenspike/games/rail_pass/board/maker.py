"""Layouts by search: by chance, and with a link more, less or of another kind, or other cities for two players."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Any

from goldenspike.engine.board_maker import MOST_TRIES, BoardData, BoardMaker

from .check import problems
from .load import BLOCKED, BRIDGE, OPEN, TUNNEL
from .random_layouts import random_layout
from .warnings import warnings

NAMES = (
    "Larch Junction", "Copper Yard", "Windmill Loop", "Cinder Bend", "Heron Crossing", "Twin Signals",
    "Foxglove Siding", "Lantern Row", "Pebble Fork", "Saltmarsh Line", "Quarry Switch", "Harbour Ladder",
    "Millrace", "Juniper Round", "Bellows Hill", "Sandglass", "Kestrel Yard", "Three Sheds", "Oxbow Siding",
    "Marigold Halt",
)  # fmt: skip
LOOKS_WRONG = ("run through", "runs through", "cross")


class LayoutMaker(BoardMaker):
    def fresh(self, like: Mapping[str, Any], dice: Random) -> BoardData:
        """With as many cities and players as the other one."""
        cities, players = len(like["cities"]), {one["players"] for one in like["seating"]}
        for _ in range(MOST_TRIES):
            data: BoardData = json.loads(json.dumps(dict(random_layout(dice.getrandbits(32)).source)))
            if len(data["cities"]) == cities and {one["players"] for one in data["seating"]} <= players:
                break
        return {**data, "name": dice.choice(NAMES)}

    def changed(self, board: Mapping[str, Any], dice: Random) -> BoardData:
        data: BoardData = json.loads(json.dumps(dict(board)))
        dice.choice((more_links, fewer_links, other_kind, other_cities))(data, dice)
        return data

    def problems(self, board: Mapping[str, Any]) -> list[str]:
        data = dict(board)
        return problems(data) or [text for text in warnings(data) if any(word in text for word in LOOKS_WRONG)]


def more_links(data: BoardData, dice: Random) -> None:
    """Join two cities that are not; a marker between them goes."""
    joined = {frozenset((link["a"], link["b"])) for link in data["links"] if link["kind"] != BLOCKED}
    free = [pair for pair in combinations([city["id"] for city in data["cities"]], 2) if frozenset(pair) not in joined]
    if free:
        a, b = dice.choice(free)
        data["links"] = [link for link in data["links"] if {link["a"], link["b"]} != {a, b}]
        data["links"].append({"a": a, "b": b, "kind": OPEN})


def fewer_links(data: BoardData, dice: Random) -> None:
    """Take a link away; the checker says whether all cities are still joined."""
    if len(data["links"]) > 1:
        data["links"].remove(dice.choice(data["links"]))


def other_kind(data: BoardData, dice: Random) -> None:
    """A tunnel, the bridge, or neither; the checker knows where they may stand."""
    link = dice.choice(data["links"])
    link["kind"] = dice.choice([kind for kind in (OPEN, TUNNEL, BRIDGE) if kind != link["kind"]])


def other_cities(data: BoardData, dice: Random) -> None:
    """Two players exchange a city, or one takes a city of another."""
    for seating in data["seating"]:
        if len(seating["seats"]) < 2:
            continue
        one, other = dice.sample(seating["seats"], 2)
        given = dice.choice(one)
        if len(one) > 1 and dice.random() < 0.5:
            one.remove(given)
            other.append(given)
        else:
            taken = dice.choice(other)
            one[one.index(given)], other[other.index(taken)] = taken, given
        one.sort()
        other.sort()
