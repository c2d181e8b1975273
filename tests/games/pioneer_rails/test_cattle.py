"""Cattle ranches (PR-CATTLE)."""

from __future__ import annotations

import random

import pytest

from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.board import load
from goldenspike.games.pioneer_rails.rules import cattle, scoring

from .scene import area, give, hex_of, is_crossed, laid, round_of, scene, turn


def alone(match: SteppedMatch) -> set[str]:
    names = ("A4", "B1", "E4", "D6", "F5")
    return {name for name in names if cattle.is_alone(match.s, match.setting.b, 0, hex_of(match, name))}


def ranches(match: SteppedMatch) -> set[str]:
    return {name for name in ("A4", "B1", "E4", "D6", "F5") if is_crossed(match, name)}


def test_PR_CATTLE_01_a_shortcut_makes_two_cells() -> None:
    match = laid(scene(), "H", "A3*n-s")
    h = hex_of(match, "A3")
    cells = [cattle.cell_of(match.s, match.setting.b, 0, h, side) for side in range(6)]
    assert cells == [2 * h] * 3 + [2 * h + 1] * 3  # ne, e, se against sw, w, nw
    assert len({cattle.cell_of(scene().s, match.setting.b, 0, h, side) for side in range(6)}) == 1


@pytest.mark.parametrize(("diagonal", "one"), [("n-s", {0, 1, 2}), ("ne-sw", {1, 2, 3}), ("nw-se", {2, 3, 4})])
def test_PR_CATTLE_01_each_diagonal_halves_the_sides(diagonal: str, one: set[int]) -> None:
    match = laid(scene(), "H", f"A3*{diagonal}")
    h = hex_of(match, "A3")
    halves = [cattle.cell_of(match.s, match.setting.b, 0, h, side) for side in range(6)]
    assert {side for side in range(6) if halves[side] == halves[min(one)]} == one


def test_PR_CATTLE_02_regions_of_the_empty_map() -> None:
    sheet = load.load("fx")
    region = {name: sheet.pasture[sheet.grid.hex(name)] for name in ("A4", "B1", "E4", "D6", "F5")}
    assert region["A4"] == region["B1"] == region["E4"] != region["D6"] == region["F5"]
    match = scene()
    assert alone(match) == set()
    # a town on the border of two hexes and features between herds stop nothing
    laid(match, "H", "C3|C4", "C3|D3")
    assert alone(match) == set()


def test_PR_CATTLE_03_a_herd_with_no_other_in_its_component() -> None:
    match = scene()
    turn(match, "QH : A4|B4")
    assert ranches(match) == set()
    turn(match, "KH : A3|B2 A2|A3")
    assert ranches(match) == {"A4"}
    assert area(match, "RANCHES") == 1


def test_PR_CATTLE_04_terrain_alone_makes_no_ranch() -> None:
    data = load.document("fx")
    for name in ("A3", "B2", "B4"):
        data["hex"][name] = {"t": "mountain", "range": "m9"}
    walled = load.build(data)
    match = scene(sheet=walled)
    assert alone(match) == set()
    laid(match, "H", "A3|A4")
    assert "A4" in alone(match)


def test_PR_CATTLE_05_one_turn_may_free_several() -> None:
    match = round_of(scene(), "QH : A4|B4 A3|B2 A2|A3", "QD : D1|E1 D2|E3")
    assert ranches(match) == {"A4", "B1", "E4"}
    assert area(match, "RANCHES") == 3


def test_PR_CATTLE_06_without_the_first_barrier_only_one() -> None:
    match = round_of(scene(), "QD : D1|E1 D2|E3")
    assert ranches(match) == {"E4"} == alone(match)


def test_PR_CATTLE_07_a_shortcut_is_a_barrier() -> None:
    match = round_of(scene(), "QH t=shortcut : A4|B4 /A3*n-s")
    assert ranches(match) == {"A4"}


def test_PR_CATTLE_08_once_separated_always_separated() -> None:
    for seed in range(12):
        dice = random.Random(seed)
        sheet = ("desert-a", "desert-b", "forest-a", "forest-b")[seed % 4]
        match = scene(sheet=sheet, seed=seed, must_draw="strict")
        herds = match.setting.board.cattle
        done: set[int] = set()
        while not match.over:
            match.act(0, dice.choice(match.numbers(0)))
            now = {h for h in herds if cattle.is_alone(match.s, match.setting.b, 0, h)}
            assert done <= now
            if match.s.drawn_count[0] == 0:
                assert area(match, "RANCHES") == len(now)
            done = now


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (3, 5), (4, 8)])
def test_PR_CATTLE_09_only_the_last_ranch_scores(count: int, points: int) -> None:
    match = give(scene(), RANCHES=count)
    assert scoring.ranch_points(match.s, match.setting.b, 0) == points
