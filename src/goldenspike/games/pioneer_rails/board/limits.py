"""Sheets at the limits of what a sheet file may say, for checks: the largest, the smallest, the fullest maps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

from .load import load

ROWS, COLUMNS = 8, 14  # 112 hexes: there cannot be more
TALL, WIDE = (16, 7), (5, 20)
TOWNS = 16
MOST_POINTS = 99
MOST_IN_ROW = 16
JAILS, CELLS = 4, 6
LETTERS = "ABCDEFGHIJKLMNOP"
FEATURES = {
    "desert": ("mine", "fort", "saloon", "cattle", "bank", "yard", "mine", "fort", "mine", "cattle"),
    "forest": ("bandit", "jail", "saloon", "cattle", "fort", "bandit", "yard", "bandit", "fort", "cattle"),
}
NUMBERS = {"mine": 1, "bank": 3, "saloon": 2, "yard": 3, "bandit": 2, "jail": 3, "fort": 4}
MOST_OF = {"jail": JAILS, "bank": 3}


def limit_boards() -> Iterator[dict[str, Any]]:
    """The dearest rows; the largest map, the tallest, the widest, the smallest; everything at once on both maps."""
    dear = sheet("dearest-rows")
    rows = dear["score_rows"]
    for name in ("ranch", "fort", "yard"):
        rows[name] = dearest(len(rows[name]))
    yield dear
    yield large("largest-map")
    yield packed("most-of-everything-desert", "desert")
    yield packed("most-of-everything-forest", "forest")
    for name, (high, wide) in {"tallest-map": TALL, "widest-map": WIDE, "smallest-map": (3, 6)}.items():
        yield bare(name, high, wide)


def sheet(name: str) -> dict[str, Any]:
    """The sheet for tests under another name, to be changed."""
    data: dict[str, Any] = json.loads(json.dumps(load("fx").source))
    return {**data, "id": name, "name": name}


def dearest(length: int) -> list[int]:
    """A row that rises to the most points there are."""
    return list(range(MOST_POINTS + 1 - length, MOST_POINTS + 1))


def large(name: str) -> dict[str, Any]:
    """The sheet for tests on the largest map, with all the Towns there can be."""
    wide = sheet(name)
    wide["rows"], wide["cols"] = ROWS, COLUMNS
    for river in wide["river"]:  # it would have to reach the rim
        for place in river:
            del wide["hex"][place]
    wide["river"] = []
    new = TOWNS - len(wide["towns"])
    wide["towns"] += [{"v": f"{LETTERS[1 + k // 2]}{11 + 2 * (k % 2)}n", "name": f"Town {k + 1}"} for k in range(new)]
    wide["score_rows"]["towns"] = TOWNS + 1
    return wide


def bare(name: str, rows: int, columns: int) -> dict[str, Any]:
    """A map with nothing on it but four stations and a Town."""
    middle = LETTERS[rows // 2]
    places = [f"{middle}{2 + k}" for k in range(4)]
    if rows > columns:
        places = [f"{LETTERS[2 + 2 * k]}3" for k in range(4)]
    return {
        **sheet(name),
        "rows": rows,
        "cols": columns,
        "hex": {place: {"t": "station", "suit": suit} for place, suit in zip(places, "SHDC", strict=True)},
        "river": [],
        "ranges": {},
        "towns": [{"v": "B1n", "name": "Town"}],
        "score_rows": {**sheet(name)["score_rows"], "towns": 2},
    }


def packed(name: str, kind: str) -> dict[str, Any]:
    """The largest map with twenty ranges in every second row, eight rivers on the rim, and features on all the rest."""
    hexes: dict[str, dict[str, Any]] = {}
    ranges: dict[str, list[str]] = {}
    for row in LETTERS[0:ROWS:2]:
        for column in range(1, COLUMNS, 3):
            key, pair = f"m{len(ranges) + 1}", [f"{row}{column}", f"{row}{column + 1}"]
            ranges[key] = pair
            hexes |= {place: {"t": "mountain", "range": key} for place in pair}
    rivers = [[f"{LETTERS[ROWS - 1]}{column}"] for column in range(1, COLUMNS, 2)] + [[f"{LETTERS[3]}{COLUMNS}"]]
    hexes |= {river[0]: {"t": "river"} for river in rivers}
    stations = dict(zip(("D4", "D10", "F4", "F10"), "SHDC", strict=True))
    hexes |= {place: {"t": "station", "suit": suit} for place, suit in stations.items()}
    free = [f"{row}{column + 1}" for row in "BDF" for column in range(COLUMNS)]
    numbered = NUMBERS.keys() - ({"fort"} if kind == "forest" else set())
    counts: dict[str, int] = {}
    for place, feature in zip([place for place in free if place not in hexes], cycle(FEATURES[kind]), strict=False):
        if counts.get(feature, 0) < MOST_OF.get(feature, MOST_IN_ROW):
            counts[feature] = counts.get(feature, 0) + 1
            hexes[place] = {"t": feature, **({"n": NUMBERS[feature]} if feature in numbered else {})}
    rows = {
        "ranch": dearest(MOST_IN_ROW),
        "yard": dearest(MOST_IN_ROW),
        "towns": TOWNS + 1,
        "goal": [10, 5],
        "boxes": {"hands": 4, "goals": 3, "target": 1},
    }
    if kind == "desert":
        rows |= {"nuggets": 30, "bank": [2, 3, 4], "nuggets_per_bank": 4, "saloon": 4, "fort": dearest(MOST_IN_ROW)}
    else:
        jails = [dearest(CELLS)] * JAILS
        rows |= {"jails": jails, "escaped": 30, "fort_side": 2, "saloon": ["10", "J", "Q", "K", "A"]}
    towns = [*(f"C{column}n" for column in range(2, 15, 2)), "E2n", "E6n", "E8n", "E12n", "E14n"]
    towns += ["G2n", "G6n", "G8n", "G12n"]
    return {
        **sheet(name),
        "map": kind,
        "rows": ROWS,
        "cols": COLUMNS,
        "hex": hexes,
        "river": rivers,
        "ranges": ranges,
        "towns": [{"v": place, "name": f"Town {k + 1}"} for k, place in enumerate(towns)],
        "score_rows": rows,
    }
