"""Scoring (RP-SCORE)."""

from __future__ import annotations

import pytest

from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.rules import round as rules
from goldenspike.games.rail_pass.rules.scoring import lowest_product, team_score

from .scenario import empty_yard, give, load, put, settle, stored, table


def counts(m: TimedMatch, *numbers: int) -> TimedMatch:
    """So many delivered cubes by city."""
    for c, number in enumerate(numbers):
        m.s.storage[c] = number
    return m


def final(m: TimedMatch) -> int:
    return team_score(m.s, m.setting.b)


def winners(m: TimedMatch) -> int:
    return rules.score(m.s, m.setting.b, [0] * 8)


def test_RP_SCORE_01_trains_in_hands_cost_nothing() -> None:
    m = table(seconds=10)
    load(m, "L1", "rbgyw")
    put(m, "L1", "P1 lh K")
    m.advance(10_000)
    assert final(m) == 0
    assert m.result is not None
    assert m.result.points == (0, 0, 0)


def test_RP_SCORE_02_cubes_on_trains_are_not_delivered() -> None:
    m = table(seconds=10)
    load(m, "L2", "rr")
    m.advance(10_000)
    assert stored(m, "R") == 0
    assert final(m) == 0


def test_RP_SCORE_03_delivered_cubes_are_counted_by_city() -> None:
    m = counts(table(), 9, 10, 12, 11, 14, 10)
    assert m.setting.result(m.s).notes[0].startswith("score K9 R10 B12 G11 Y14 W10 base 9x10=90")


@pytest.mark.parametrize(
    ("numbers", "base"),
    [
        ((9, 10, 12, 11, 14, 10), 90),
        ((7, 20, 7, 20, 20, 20), 49),
        ((15, 20, 20, 0, 20, 15), 0),
        ((20, 19, 18, 17, 3, 2), 6),
        ((2, 3, 17, 18, 19, 20), 6),
        ((5, 4, 4, 9, 9, 9), 16),
    ],
)
def test_RP_SCORE_04_the_product_of_the_two_lowest(numbers: tuple[int, ...], base: int) -> None:
    m = counts(table(), *numbers)
    assert lowest_product(m.s, m.setting.b) == base


def test_RP_SCORE_05_faults_are_subtracted() -> None:
    m = counts(table(), 10, 11, 20, 20, 20, 20)
    m.s.dropped[3] = 2
    m.s.engineer[4] = 18
    assert final(m) == 106
    m.s.place[5] = 24
    assert final(m) == 101


def wrecked(train: str, held: int) -> TimedMatch:
    """P1 picks a train up and lets go much too early."""
    m = table(dexterity="timed")
    give(m, f"P1 PICK {train} lh")
    give(m, f"P1 RELEASE {train}", held)
    return m


def test_RP_SCORE_06_an_engineer_lost_in_a_wreck_costs_the_same_two() -> None:
    assert final(wrecked("L1", 100)) == -7
    quitter = table()
    quitter.s.engineer[0] = 18
    assert final(quitter) == -2


@pytest.mark.parametrize(("numbers", "won"), [((10, 10), True), ((9, 11), False), ((20, 5), True), ((11, 9), False)])
def test_RP_SCORE_07_the_team_wins_with_a_hundred(numbers: tuple[int, int], won: bool) -> None:
    m = counts(table(), *numbers, 20, 20, 20, 20)
    assert winners(m) == (7 if won else 0)
    assert m.setting.result(m.s).notes[0].endswith("WIN" if won else "LOSS")


def test_RP_SCORE_07_one_point_short_loses() -> None:
    m = counts(table(), 10, 10, 20, 20, 20, 20)
    m.s.dropped[0] = 1
    assert final(m) == 99
    assert winners(m) == 0


def test_RP_SCORE_08_the_score_may_be_negative() -> None:
    assert final(wrecked("S1", 10)) == -7


def test_RP_SCORE_09_everything_delivered_is_400() -> None:
    m = table()
    for letter in "KRBGYW":
        empty_yard(m, letter)
    assert final(settle(m)) == 400


def test_RP_SCORE_10_one_common_score() -> None:
    m = counts(table("RP-L7"), 12, 12, 20, 20, 20, 20)
    result = m.setting.result(m.s)
    assert result.points == (144,) * 6
    assert result.winners == (0, 1, 2, 3, 4, 5)
    assert len(result.sheet) == 1, "one sheet for all, none by player"
    assert sum(item.points for item in result.sheet[0]) == 144
