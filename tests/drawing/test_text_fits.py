"""What a browser really draws with the fonts of this machine: no text leaves its box or touches another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from goldenspike.games.pioneer_rails.board import load as sheets
from goldenspike.games.pioneer_rails.drawing.sheet import PAPERS
from goldenspike.games.pioneer_rails.drawing.sheet import draw as draw_sheet
from goldenspike.games.rail_pass.board import load as layouts
from goldenspike.games.rail_pass.drawing.layout import draw as draw_table
from goldenspike.games.santa_fe.board import load as boards
from goldenspike.games.santa_fe.drawing.board import draw as draw_board

from .measure import Panel, faults, measure

LONG_NAME = "Wilhelmina Featherstonehaugh of Cheyenne"
INNER_RULE = "path:nth-of-type(3)"

SANTA_FE = [
    Panel(".gsb-title", INNER_RULE),
    Panel(".gsb-railroads", INNER_RULE, ".gsb-piece"),
    Panel(".gsb-key", INNER_RULE, ".gsb-slot, .gsb-boom, circle"),
    Panel(".gsb-cities", shapes="[data-square] rect:last-of-type", texts=".gsb-name, .gsb-square"),
    Panel("[data-square]", "rect"),
    Panel(".gsb-plates > g", "rect"),
    Panel(".gsb-pin", "circle"),
    Panel(".gsb-legal", "g"),
]
PIONEER_RAILS = [
    Panel(".pr-panel", "rect", "rect, circle, use"),
    Panel(".pr-box", "rect"),
    Panel(".pr-goal", shapes="rect"),
    Panel(".pr-heading"),
    Panel(".pr-towns"),
]
RAIL_PASS = [
    Panel(".rp-title"),
    Panel(".rp-clock", shapes="circle"),
    Panel(".rp-score", "rect[fill=none]", "rect"),
    Panel(".rp-player", "rect[fill=none]", ":scope > rect", ":scope > text"),
    Panel(".rp-hand", "rect", ":scope > rect, .rp-train"),
    Panel(".rp-city", "rect:nth-of-type(2)"),
    Panel(".rp-plate", "path", "rect, circle"),
    Panel(".rp-hotel", "path", "rect"),
    Panel(".rp-flag", "path"),
    Panel(".rp-arrow", "path"),
    Panel(".rp-offer", "rect", texts=":scope > text"),
]


def board_in_play(board: boards.Board) -> dict[str, Any]:
    """Track on every third line, pins at its ends, a boomtown, and railroads that are not there yet."""
    roads = [road.id for road in board.railroads]
    track: list[dict[str, Any]] = [
        {"line": line.id, "railroad": roads[k % len(roads)], "from": line.a, "filled": len(line.segments)}
        for k, line in enumerate(board.lines[::3])
    ]
    connected: dict[str, list[str]] = {}
    for entry in track:
        for city in (board.line[entry["line"]].a, board.line[entry["line"]].b):
            connected.setdefault(city, []).append(entry["railroad"])
    valued = next(city.id for city in board.cities if city.value is not None)
    pieces = {road.id: road.pieces for road in board.railroads}
    return {"track": track, "connected": connected, "markers": {valued: 5}, "available": roads[:4], "supply": pieces}


FILLED: dict[str, Any] = {
    "player": LONG_NAME,
    "hands": [["10", "10", "10", "10", "*"], ["Q", "K", "A", "J", "10"]],
    "hand_points": [16, 10],
    "nuggets": 5,
    "banks": [16, 12, 8],
    "network": 10,
    "goals": [
        {"id": "1", "name": "Overland Mail & Stagecoach Company", "text": "Reach the rim on all four sides. " * 6},
        {"id": "2", "name": "Rim", "text": "Unconstitutionallymindedtelegraphoperators everywhere.", "points": 10},
        {"id": "3", "lost": True, "points": 5},
    ],
    "score": dict.fromkeys(("gold", "banks", "jails", "forts", "ranches", "yards", "towns"), 48)
    | {"escaped": -12, "total": 188},
    "target": 120,
}


def busy_table() -> dict[str, Any]:
    """A round in which everything that can be written is written."""
    city = {
        "colour": "K",
        "seat": 0,
        "yard": "KRBGYW" * 3 + "KR",
        "stored": 18,
        "misplaced": 12,
        "hotel": ["eK1", "eW3"],
    }
    return {
        "players": 2,
        "names": [LONG_NAME, "Bo"],
        "time": {"left_ms": 754_000, "total_ms": 1_200_000},
        "cities": {
            place: city | {"colour": colour, "seat": k % 2, "long": f"L{k + 1}", "arrows": {"K": ["B"], "W": ["D"]}}
            for k, (place, colour) in enumerate(zip("ABCDEF", "KRBGYW", strict=True))
        },
        "trains": {f"L{k}": {"cubes": "KRBGY", "engineer": "eK1"} for k in range(1, 7)}
        | {"S3": {"cubes": "RR", "engineer": "eR1", "stickers": "R"}},
        "hands": [
            [{"train": "S3", "at": "C"}, {"doing": "moves the engineer eW2 from the hotel of city C to the train L1"}],
            [None, {"train": "L6", "at": "F"}],
        ],
        "offers": [{"train": "S3", "from": "C", "to": "B", "push": True, "done": 0.4}],
        "piles": {"dropped": 12, "quit": 11, "wrecks": 10, "misplaced": 72},
        "score": {"base": 324, "total": -124, "lowest": ["A", "B"]},
        "round": 2,
        "rounds": 3,
        "stuck": True,
    }


def pictures() -> Iterator[tuple[str, list[Panel], str]]:
    """Every built-in board empty, and each kind of picture filled to the brim."""
    for name in boards.BUILT_IN:
        board = boards.load(name)
        for edition in ("1992", "2002"):
            yield f"{name} {edition}", SANTA_FE, draw_board(board, {"edition": edition})
        legal = [f"lay SF {line.a}>{line.b}" for line in board.lines[1::3]]
        title = "The Great Transcontinental Railroads"
        yield f"{name} in play", SANTA_FE, draw_board(board, board_in_play(board), legal=legal, title=title)
    for name in sheets.BUILT_IN:
        for paper in PAPERS:
            yield f"{name} {paper}", PIONEER_RAILS, draw_sheet(sheets.load(name), paper=paper)
            yield f"{name} {paper} filled", PIONEER_RAILS, draw_sheet(sheets.load(name), FILLED, paper=paper)
    for name in layouts.BUILT_IN:
        for narrow in (False, True):
            yield f"{name} narrow={narrow}", RAIL_PASS, draw_table(layouts.load(name), narrow=narrow)
    for narrow in (False, True):
        yield f"a round narrow={narrow}", RAIL_PASS, draw_table(layouts.load("RP-L2"), busy_table(), narrow=narrow)


def test_every_text_stays_in_its_box_and_clear_of_others(page: Page) -> None:
    wrong = []
    for name, panels, svg in pictures():
        found = measure(page, svg, panels)
        assert found, name
        wrong += [f"{name}: {fault}" for panel in found for fault in faults(panel)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("width", [100.0, 30.0])
def test_a_text_that_is_too_long_is_found_by_the_measure(page: Page, width: float) -> None:
    """The measure itself: text of some width leaves a narrower box, and only that."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><g class="panel">'
        f'<rect width="{width}" height="40"/><text x="0" y="30" font-size="20" textLength="60">words</text></g></svg>'
    )
    (found,) = measure(page, svg, [Panel(".panel", "rect")])
    assert found.texts[0][1][2] - found.texts[0][1][0] == pytest.approx(60, abs=1.5)
    assert bool(faults(found)) == (width < 60)
