"""A board for the tests."""

from __future__ import annotations

from typing import Any


def small_board() -> dict[str, Any]:
    """A board of somebody's own: one farm in the middle, and four creameries around it."""
    places = [("NOR", 200, 60), ("SOU", 200, 340), ("EAS", 340, 200), ("WES", 60, 200)]
    return {
        "id": "crossroads",
        "name": "Crossroads",
        "size": [400, 400],
        "wagons": [8, 8, 8],
        "farms": [{"id": "MID", "name": "Middle Farm", "x": 200, "y": 200, "churns": 5}],
        "creameries": [{"id": name, "name": name.title(), "x": x, "y": y} for name, x, y in places],
        "lines": [{"ends": [name, "MID"], "kind": "any", "length": 2} for name, _, _ in places],
    }
