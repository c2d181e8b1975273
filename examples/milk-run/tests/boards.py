"""Boards for the tests: a small one, and one at every limit of the schema."""

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


def largest_board() -> dict[str, Any]:
    """Every limit of the schema at once: 20 places, 40 lines of six spaces, farms of eight churns."""
    farms = [{"id": f"F{chr(65 + k)}X", "name": "F" * 24, "x": 100 * k, "y": 0, "churns": 8} for k in range(14)]
    creameries = [{"id": f"C{chr(65 + k)}X", "name": "C" * 24, "x": 100 * k, "y": 900} for k in range(6)]
    ids = [place["id"] for place in farms + creameries]
    pairs = [(ids[k], ids[(k + step) % 20]) for step in (1, 3) for k in range(20)]
    kinds = ["cream", "butter", "cheese", "whey", "any"]
    return {
        "id": "x" * 40,
        "name": "x" * 40,
        "size": [4000, 4000],
        "wagons": [30, 30, 30],
        "farms": farms,
        "creameries": creameries,
        "lines": [{"ends": list(pair), "kind": kinds[k % 5], "length": 6} for k, pair in enumerate(pairs)],
    }
