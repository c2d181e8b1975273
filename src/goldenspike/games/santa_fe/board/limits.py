"""Boards at the limits of what a board file may say, for checks: the largest of everything, and the smallest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ..rules.state import MAJORS, MAX_CITIES, MAX_LINES, MAX_SEGMENTS, SHORTS

COLUMNS = 8
STEP = 110
MOST_PIECES = 99
MOST_SHORT_PIECES = 15
TERRAIN = ("mrl", "mr", "ml", "rl", "m", "r", "l", ".")


def limit_boards() -> Iterator[dict[str, Any]]:
    """All cities, lines, spaces, railroads and pieces that there can be; then as few as there can be."""
    yield board("largest", MAX_CITIES, MAX_LINES, MAX_SEGMENTS, MAJORS, SHORTS, MOST_PIECES)
    yield board("longest-lines", 16, 20, MAX_SEGMENTS, MAJORS, SHORTS, MOST_PIECES)
    yield board("few-pieces", 25, 32, 1, MAJORS, SHORTS, 1)
    yield board("one-railroad", 12, 14, 2, 1, 0, 6)


def board(name: str, cities: int, lines: int, spaces: int, majors: int, shorts: int, pieces: int) -> dict[str, Any]:
    """A grid of cities with so many lines of so many spaces between neighbours."""
    ids = [f"{chr(65 + k // 26)}{chr(65 + k % 26)}X" for k in range(cities)]
    rails = [f"{'M' if k < majors else 'S'}{chr(65 + k)}" for k in range(majors + shorts)]
    width = min(COLUMNS, cities)
    return {
        "schema": 1,
        "id": name,
        "name": name,
        "note": "at the limits of a board file",
        "kind": "fan",
        "version": 1,
        "size": {"width": STEP * (width + 1), "height": max(300, STEP * (cities // width + 2))},
        "cities": [
            {
                "id": city,
                "name": f"City {city}",
                "value": None if k < len(rails) else 2 + k % 6,
                "squares": [] if k < len(rails) else rails[: majors if k % 2 else 1],
                "x": STEP * (k % width + 1),
                "y": STEP * (k // width + 1),
            }
            for k, city in enumerate(ids)
        ],
        "lines": [
            {
                "id": f"{ids[a]}-{ids[b]}",
                "a": ids[a],
                "b": ids[b],
                "one_way": None,
                "segments": [TERRAIN[(number + k) % len(TERRAIN)] for k in range(spaces)],
            }
            for number, (a, b) in enumerate(islice(neighbours(cities, width), lines))
        ],
        "railroads": [
            {
                "id": rail,
                "name": f"Railroad {rail}",
                "kind": "major" if k < majors else "short",
                "colour": f"#{30 + 24 * k:02x}60{220 - 20 * k:02x}",
                "pieces": pieces if k < majors else min(pieces, MOST_SHORT_PIECES),
                "home": ids[k],
            }
            for k, rail in enumerate(rails)
        ],
        "markers": {"4": 3, "5": 7},
    }


def neighbours(cities: int, width: int) -> Iterator[tuple[int, int]]:
    """Pairs of cities beside, below and across each other, so that all are joined by the first of them."""
    for k in range(1, cities):
        yield (k - 1, k) if k % width else (k - width, k)
    for k in range(width, cities):
        if k % width:
            yield k - width, k
    for k in range(width + 1, cities):
        if k % width:
            yield k - width - 1, k
