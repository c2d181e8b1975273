"""Sheets at the limits of what a sheet file may say, for checks: the largest map, the most Towns, the dearest rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .load import load

ROWS, COLUMNS = 8, 14  # more hexes cannot be played
TOWNS = 16
MOST_POINTS = 99
LETTERS = "BCDEFG"


def limit_boards() -> Iterator[dict[str, Any]]:
    """The sheet for tests with the dearest rows; the same on the largest map, with all the Towns there can be."""
    dear = sheet("dearest-rows")
    rows = dear["score_rows"]
    for name in ("ranch", "fort", "yard"):
        rows[name] = list(range(MOST_POINTS + 1 - len(rows[name]), MOST_POINTS + 1))
    yield dear
    wide = sheet("largest-map")
    wide["rows"], wide["cols"] = ROWS, COLUMNS
    for river in wide["river"]:  # it would have to reach the rim
        for place in river:
            del wide["hex"][place]
    wide["river"] = []
    new = TOWNS - len(wide["towns"])
    wide["towns"] += [{"v": f"{LETTERS[k // 2]}{11 + 2 * (k % 2)}n", "name": f"Town {k + 1}"} for k in range(new)]
    wide["score_rows"]["towns"] = TOWNS + 1
    yield wide


def sheet(name: str) -> dict[str, Any]:
    """The sheet for tests under another name, to be changed."""
    data: dict[str, Any] = json.loads(json.dumps(load("fx").source))
    return {**data, "id": name, "name": name}
