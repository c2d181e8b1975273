"""What can be wrong with a sheet: every clause of its design, each failure a sentence (PR-SHEET-01..13).

Official sheets keep all of it. Fan sheets must be whole and playable; what only upsets the balance is a warning.
Test sheets must be whole.
"""

from typing import Any

from goldenspike.engine.errors import BadOption
from goldenspike.engine.json_file import kind_of, plain, quote, schema_problems
from goldenspike.engine.values import read_values

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
from .load import BadSheet, Sheet, build, rule_values, schema

MAP_CHECKS = (
    check_terrain, check_stations, check_rivers, check_ranges, check_towns, check_counts, check_crowding, check_rows,
)  # fmt: skip
PLAY_CHECKS = (check_river_banks, check_distances, check_balance, check_reach, check_herds, check_goals)


def examine(data: Any) -> Findings:
    """Everything wrong with a sheet document, and everything a designer should look at."""
    found = Findings("official")
    try:
        data = plain(BadSheet, data, "sheet")
    except BadSheet as error:
        found.errors += error.problems
        return found
    if not isinstance(data, dict):
        found.errors.append(f"PR-SHEET-15: a sheet is a JSON object, not {kind_of(data)}")
        return found
    found.errors += _schema_problems(data)
    found.errors += _unprintable(data)
    found.errors += _value_problems(data)
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


def warnings(sheet: Sheet) -> list[str]:
    """What a designer should look at on a sheet that can be played."""
    return examine(sheet.source).warnings


def _schema_problems(data: dict[str, Any]) -> list[str]:
    """Where the file leaves the schema."""
    return [f"PR-SHEET-15: {problem}" for problem in schema_problems("sheet", schema(), data)]


def _value_problems(data: dict[str, Any]) -> list[str]:
    """Rule values that there are not, or that are out of bounds."""
    given = data.get("values", {})
    problems = []
    for name, value in given.items() if isinstance(given, dict) else ():
        try:
            read_values(rule_values(), {name: value}, "a sheet")
        except BadOption as error:
            problems.append(f"PR-SHEET-15: {error}")
    return problems


def _unprintable(data: dict[str, Any]) -> list[str]:
    """Text that no screen and no drawing can show."""
    towns = data.get("towns")
    texts = {key: data.get(key) for key in ("name", "character")}
    for i, town in enumerate(towns if isinstance(towns, list) else ()):
        texts[f"towns.{i}.name"] = town.get("name") if isinstance(town, dict) else None
    return [
        f"PR-SHEET-15: {place}: {quote(text)} cannot be printed"
        for place, text in texts.items()
        if isinstance(text, str) and text and not (text.isprintable() and text.strip())
    ]
