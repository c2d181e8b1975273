"""Poker hands (PR-POKER)."""

from __future__ import annotations

import itertools

import pytest

from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.rules import poker

from .scene import at, hand, offer, round_of, scene, turn


def points(values: str, **options: object) -> int:
    match = hand(scene(**options), 1, values)
    return poker.hand_points(match.s, match.setting.b, 0, 1)


def test_PR_POKER_01_the_next_empty_cell() -> None:
    match = at(scene(), 2, 3)
    offer(match, "QD")
    turn(match, "QD : D1|D2")
    assert match.view()["sheets"][0]["hands"][1][2] == "Q"
    assert len(match.view()["sheets"][0]["hands"][1]) == 3


def test_PR_POKER_02_suits_do_not_count() -> None:
    match = round_of(scene(), "10H :", "JH :", "QH :", "KH :", "KD :")
    assert match.s.box[0][0] == 1


def test_PR_POKER_03_points_of_the_best_category() -> None:
    table = {"QQTJA": 1, "QQAAT": 2, "QQQAT": 3, "QQAAA": 4, "TJQKA": 5, "KKKKT": 6}
    assert {values: points(values) for values in table} == table


@pytest.mark.parametrize("values", ["ATKJQ", "AKQJT", "QTAJK"])
def test_PR_POKER_04_a_straight_in_any_order(values: str) -> None:
    assert points(values) == 5


def test_PR_POKER_05_straight_beats_full_house_and_loses_to_four() -> None:
    assert points("KKAAA") < points("TJQKA") < points("KKKKA")


def test_PR_POKER_06_every_natural_hand_scores() -> None:
    match = scene()
    shapes = {(5,): 6, (4, 1): 6, (3, 2): 4, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 5}
    for values in itertools.product(range(5), repeat=5):
        shape = tuple(sorted((values.count(v) for v in set(values)), reverse=True))
        for k, value in enumerate(values):
            match.s.hand[0][k] = value
        found = poker.hand_points(match.s, match.setting.b, 0, 1)
        assert found == shapes[shape] >= 1


def test_PR_POKER_07_hands_are_scored_when_the_round_ends() -> None:
    match: SteppedMatch = round_of(scene(), "QS :", "QH :", "QD :", "QC :")
    assert match.s.box[0] == [0, 0, 0, 0]
    turn(match, "AC :")
    assert match.s.box[0] == [6, 0, 0, 0]
