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
MOST_MARKERS = 99
MOST_PARALLEL = 9
TERRAIN = ("mrl", "mr", "ml", "rl", "m", "r", "l", ".")
ARROWS = ("a>b", "b>a", None)


def limit_boards() -> Iterator[dict[str, Any]]:
    """All cities, lines, spaces, railroads and pieces that there can be; then as few as there can be."""
    yield board("largest", MAX_CITIES, MAX_LINES, MAX_SEGMENTS, MAJORS, SHORTS, MOST_PIECES)
    yield board("longest-lines", 16, 20, MAX_SEGMENTS, MAJORS, SHORTS, MOST_PIECES)
    yield board("few-pieces", 25, 32, 1, MAJORS, SHORTS, 1)
    yield board("one-railroad", 12, 14, 2, 1, 0, 6)
    yield board("arrows", MAX_CITIES, MAX_LINES, 2, MAJORS, SHORTS, 20, arrows=True, markers=MOST_MARKERS)
    yield parallel_lines(board("parallel-lines", 16, 25, 2, MAJORS, SHORTS, 30, arrows=True))
    yield {**board("fewest", 2, 1, 1, 1, 0, 1, valued_homes=True, markers=0), "values": {"hand": 2}}


def board(
    name: str,
    cities: int,
    lines: int,
    spaces: int,
    majors: int,
    shorts: int,
    pieces: int,
    *,
    arrows: bool = False,
    valued_homes: bool = False,
    markers: int = 7,
) -> dict[str, Any]:
    """A grid of cities with so many lines of so many spaces between neighbours."""
    ids = [f"{chr(65 + k // 26)}{chr(65 + k % 26)}X" for k in range(cities)]
    rails = [f"{'M' if k < majors else 'S'}{chr(65 + k)}" for k in range(majors + shorts)]
    homes = 0 if valued_homes else len(rails)
    width = min(COLUMNS, cities)
    return {
        "schema": 1,
        "id": name,
        "name": name,
        "note": "at the limits of a board file",
        "kind": "fan",
        "version": 1,
        "size": {"width": max(300, STEP * (width + 1)), "height": max(300, STEP * (cities // width + 2))},
        "cities": [
            {
                "id": city,
                "name": f"City {city}",
                "value": None if k < homes else 7 - k % 6,
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
                # Lines from a home can always be started there.
                "one_way": ARROWS[number % 3] if arrows and a >= homes else None,
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
        "markers": {"4": markers // 2 if markers < MOST_MARKERS else markers, "5": markers},
    }


def parallel_lines(data: dict[str, Any]) -> dict[str, Any]:
    """The same board with nine lines in the place of its first, and as many lines at a city as can meet there."""
    first, *others = data["lines"]
    several = [
        {**first, "id": f"{first['id']}#{k + 1}", "index": k + 1, "one_way": ARROWS[k % 3]}
        for k in range(MOST_PARALLEL)
    ]
    return {**data, "lines": [*several, *others]}


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
