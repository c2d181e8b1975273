"""What can be wrong with a sheet: every clause of its design, each failure a sentence (PR-SHEET-01..13).

Official sheets keep all of it. Fan sheets must be whole and playable; what only upsets the balance is a warning.
Test sheets must be whole.
"""

import json
from functools import lru_cache
from typing import Any

from goldenspike.engine.board_file import read_document
from goldenspike.engine.board_places import records
from goldenspike.engine.values import value_problems

from .check_map import (
    Draft,
    check_counts,
    check_crowding,
    check_ranges,
    check_rivers,
    check_rows,
    check_stations,
    check_terrain,
    check_towns,
)
from .check_play import check_balance, check_distances, check_goals, check_herds, check_reach, check_river_banks
from .findings import Findings
from .hexes import MAX_COLS, MAX_ROWS
from .load import BadSheet, build, rule_values, schema

MAP_CHECKS = (
    check_terrain, check_stations, check_rivers, check_ranges, check_towns, check_counts, check_crowding, check_rows,
)  # fmt: skip
PLAY_CHECKS = (check_river_banks, check_distances, check_balance, check_reach, check_herds, check_goals)


def examine(data: Any) -> Findings:
    """Everything wrong with a sheet document, and everything a designer should look at.

    The last ones are remembered: who loads a sheet usually wants its warnings next, and the goals take a second.
    """
    try:
        text = json.dumps(data)
    except (TypeError, ValueError, RecursionError):
        return _examine(data)  # no plain data, as it will say
    found = _remembered(text)
    return Findings(found.kind, list(found.errors), list(found.warnings), found.shapeless)


@lru_cache(8)
def _remembered(text: str) -> Findings:
    return _examine(json.loads(text))


def _examine(data: Any) -> Findings:
    found = Findings("official")
    data, wrong = read_document(BadSheet, schema(), data)
    wrong += value_problems(rule_values(), data.get("values"), "a sheet")
    found.errors += [f"PR-SHEET-15: {problem}" for problem in wrong]
    if found.errors:
        return found
    found.kind = data["kind"]
    draft = Draft(data)
    for check in MAP_CHECKS:
        check(draft, found)
    if not found.shapeless:
        sheet = build(data)
        for examined in PLAY_CHECKS:
            examined(sheet, found)
    return found


def warnings(data: Any) -> list[str]:
    """What a designer should look at on a sheet that can be played."""
    found = examine(data)
    return [] if found.errors else found.warnings


def place_names(data: Any) -> dict[str, str]:
    """What the sentences call hexes, ranges and towns, and where they stand in the document.

    A hex that is blank has no place of its own there: its name leads to where it would stand.
    """
    hexes: dict[str, str] = {}
    rows, cols = (data.get(key) if isinstance(data, dict) else None for key in ("rows", "cols"))
    if isinstance(rows, int) and isinstance(cols, int) and rows <= MAX_ROWS and cols <= MAX_COLS:
        hexes = {f"{chr(ord('A') + row)}{col + 1}": "" for row in range(rows) for col in range(cols)}
    ranges = data.get("ranges") if isinstance(data, dict) else None
    return {
        **{name: f"/hex/{name}" for name in hexes},
        **{name: f"/ranges/{name}" for name in (ranges if isinstance(ranges, dict) else ())},
        **records(data, "towns", "v"),
        **records(data, "towns", "name"),
    }
