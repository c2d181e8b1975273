"""Sheets by search: everything that another sheet has, in other places, until the rules of good sheets are kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from goldenspike.engine.board_maker import BoardData, BoardMaker

from .check import MAP_CHECKS, examine
from .check_map import Draft
from .findings import Findings
from .hexes import Grid, grid

NAMES = (
    "Amber Gulch", "Nine Fences", "Quiet Mesa", "Widow's Ford", "Ember Flats", "Long Shadow", "Pepperwood",
    "Cold Anvil", "Rattle Creek", "Juniper Sink", "Blue Harness", "Thistle Gap", "Old Compass", "Marrow Bend",
    "Saint Orrin", "Copper Kettle", "Windlass", "Plum Hollow", "Redtail", "Hard Biscuit", "Silver Ladle", "Two Mules",
    "Candle Rock", "Painted Gate", "Sundown Wells", "Fiddler's Rise", "Cactus Bell", "Whistle Draw", "Barrel Springs",
    "Lost Stirrup",
)  # fmt: skip
SHEETS = (
    "Broken Wagon Valley", "Painted Basin", "Long Fence Country", "Kettle Plains", "Eagle Shelf", "Three Rivers Land",
    "Sage Hollow", "Sunken Road", "High Lonesome", "Lantern Range", "Dust Harbour", "Copper Steppe", "Wide Gate Valley",
    "Buffalo Reach", "Crooked Mesa", "Honey Creek Land",
)  # fmt: skip
CHARACTER = "Made by search: the features of another sheet in other places."
REPAIRS = 900  # small changes by which a sheet by chance becomes a good one
LAST_REPAIRS = 30  # those after which it is looked at as a whole, with the ways to every goal: that takes long
RIVER_TRIES = 200
LONGEST_RIVER = 10


class SheetMaker(BoardMaker):
    def fresh(self, like: Mapping[str, Any], dice: Random) -> BoardData:
        """A new river, then ranges, stations, features and Towns where there is room; then repaired."""
        data: BoardData = json.loads(json.dumps(dict(like)))
        data |= {"kind": "fan", "name": dice.choice(SHEETS), "character": CHARACTER}
        data["river"] = [new_river(grid(data["rows"], data["cols"]), dice)] if data["river"] else []
        place_everything(data, like, dice)
        return completed(repaired(data, dice, REPAIRS), dice)

    def changed(self, board: Mapping[str, Any], dice: Random) -> BoardData:
        most = faults(dict(board))
        data = changed_once(board, dice)
        for _ in range(60):
            if faults(data) <= most:
                break
            data = changed_once(board, dice)
        return data

    def problems(self, board: Mapping[str, Any]) -> list[str]:
        return examine(dict(board)).errors


# ---------------------------------------------------------------- placing
def new_river(g: Grid, dice: Random) -> list[str]:
    """A path from the upper rim to the lower one that never touches itself, or the rim between its mouths."""
    for _ in range(RIVER_TRIES):
        path = [dice.randrange(g.cols // 5, g.cols - g.cols // 5)]
        while path[-1] // g.cols < g.rows - 1 and len(path) < LONGEST_RIVER:
            here = path[-1]
            ways = [
                h
                for h in g.hex_neighbours[here]
                if h >= 0
                and h // g.cols >= here // g.cols
                and not any(near in path[:-1] for near in g.hex_neighbours[h])
                and (h not in g.rim_hexes or h // g.cols == g.rows - 1)
            ]
            if not ways:
                break
            path.append(dice.choice(ways))
        if path[-1] // g.cols == g.rows - 1 and len(path) >= g.rows:
            return [g.hex_names[h] for h in path]
    column = g.cols // 2
    return [g.hex_names[row * g.cols + column] for row in range(g.rows)]


def place_everything(data: BoardData, like: Mapping[str, Any], dice: Random) -> None:
    """What the other sheet shows, where there is room on this one."""
    g = grid(data["rows"], data["cols"])
    data["hex"] = {name: {"t": "river"} for river in data["river"] for name in river}
    free = [name for name in g.hex_names if name not in data["hex"]]
    dice.shuffle(free)
    data["ranges"] = {}
    for key in like["ranges"]:
        pair = free_pair(g, data, dice)
        data["ranges"][key] = pair
        data["hex"] |= {name: {"t": "mountain", "range": key} for name in pair}
    free = [name for name in free if name not in data["hex"]]
    others = [dict(spec) for spec in like["hex"].values() if spec["t"] not in {"river", "mountain"}]
    data["hex"] |= dict(zip(free, others, strict=False))
    names = dice.sample(NAMES, len(like["towns"]))
    inner = [v for v in range(len(g.vertices)) if v not in g.rim_vertices]
    spots = dice.sample(inner, len(names))
    data["towns"] = [{"v": g.vertex_names[v], "name": name} for v, name in zip(spots, names, strict=True)]


def free_pair(g: Grid, data: BoardData, dice: Random) -> list[str]:
    """Two adjacent hexes for a range, near the rim if there is room, away from other ranges."""
    peaks = {g.hex(name) for pair in data["ranges"].values() for name in pair}
    pairs = [
        (one, other)
        for one in range(len(g.hexes))
        for other in g.hex_neighbours[one]
        if other > one and not {g.hex_names[one], g.hex_names[other]} & data["hex"].keys()
    ]
    apart = [
        pair for pair in pairs if not any(near in peaks for h in pair for near in g.hex_neighbours[h])
    ]  # fmt: skip
    outer = [pair for pair in apart if pair[0] in g.rim_hexes and pair[1] in g.rim_hexes]
    chosen = dice.choice(outer or apart or pairs)
    return [g.hex_names[h] for h in chosen]


# ---------------------------------------------------------------- changing
def changed_once(board: Mapping[str, Any], dice: Random) -> BoardData:
    """One thing in another place: a feature, a Town, a range or two features with each other."""
    data: BoardData = dict(board)
    data |= {"hex": dict(board["hex"]), "ranges": dict(board["ranges"]), "towns": [dict(one) for one in board["towns"]]}
    g = grid(data["rows"], data["cols"])
    what = dice.random()
    if what < 0.25:
        dice.choice(data["towns"])["v"] = g.vertex_names[
            dice.choice([v for v in range(len(g.vertices)) if v not in g.rim_vertices])
        ]
    elif what < 0.35 and data["ranges"]:
        key = dice.choice(sorted(data["ranges"]))
        for name in data["ranges"].pop(key):
            del data["hex"][name]
        data["ranges"][key] = free_pair(g, data, dice)
        data["hex"] |= {name: {"t": "mountain", "range": key} for name in data["ranges"][key]}
        data["ranges"] = dict(sorted(data["ranges"].items(), key=lambda pair: int(pair[0][1:])))
    else:
        moved = [name for name, spec in data["hex"].items() if spec["t"] not in {"river", "mountain"}]
        one = dice.choice(moved)
        places = [name for name in g.hex_names if name != one and (name in moved or name not in data["hex"])]
        other = dice.choice(places)
        here, there = data["hex"].pop(one), data["hex"].pop(other, None)
        data["hex"][other] = here
        if there is not None:
            data["hex"][one] = there
    return data


def faults(data: BoardData) -> int:
    """How many of the rules of good sheets the map breaks."""
    found = Findings("official")
    draft = Draft({**data, "kind": "official"})
    for check in MAP_CHECKS:
        check(draft, found)
    return len(found.errors)


def repaired(data: BoardData, dice: Random, steps: int) -> BoardData:
    """Small changes that make it no worse, until nothing is wrong with the map."""
    least = faults(data)
    for _ in range(steps):
        if not least:
            break
        other = changed_once(data, dice)
        count = faults(other)
        if count <= least:
            data, least = other, count
    return data


def completed(data: BoardData, dice: Random) -> BoardData:
    """Small changes of a map without faults that leave fewer of the other rules of good sheets broken."""
    least = len(examine({**data, "kind": "official"}).errors)
    tried = 0
    for _ in range(40 * LAST_REPAIRS):
        if not least or tried == LAST_REPAIRS:
            break
        other = changed_once(data, dice)
        if faults(other):
            continue
        tried += 1
        count = len(examine({**other, "kind": "official"}).errors)
        if count <= least:
            data, least = other, count
    return data
