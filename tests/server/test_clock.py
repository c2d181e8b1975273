"""Clocks of a table, computed only from when things happened."""

from __future__ import annotations

from goldenspike.server.live.messages import TimeControl
from goldenspike.server.tables.clock import Clock

LIVE = TimeControl("live", per_move_s=30, bank_s=60, absence="neutral")


def test_free_time_first_then_the_bank() -> None:
    clock = Clock(LIVE, 2)
    clock.happened(0, [0])
    assert clock.due(0) == 90_000
    assert clock.due(1) is None
    clock.happened(20_000, [1], actor=0)
    assert clock.bank == [60_000, 60_000]
    clock.happened(20_000 + 45_000, [0], actor=1)
    assert clock.bank == [60_000, 45_000]
    assert clock.times() == [(60_000, 155_000), (45_000, None)]


def test_each_decision_of_a_turn_has_its_own_time() -> None:
    clock = Clock(LIVE, 2)
    clock.happened(0, [0])
    clock.happened(25_000, [0], actor=0)
    clock.happened(50_000, [0], actor=0)
    assert clock.bank[0] == 60_000
    assert clock.due(0) == 140_000


def test_those_who_choose_at_the_same_time_do_not_stop_each_other() -> None:
    clock = Clock(LIVE, 3)
    clock.happened(0, [0, 1, 2])
    clock.happened(10_000, [0, 2], actor=1)
    assert clock.due(0) == clock.due(2) == 90_000
    assert clock.due(1) is None


def test_words_and_watchers_change_nothing() -> None:
    clock = Clock(LIVE, 2)
    clock.happened(0, [0])
    clock.happened(5_000, [0])
    assert clock.due(0) == 90_000


def test_no_pace_no_clock() -> None:
    clock = Clock(TimeControl(), 2)
    clock.happened(0, [0, 1])
    assert clock.due(0) is None
    clock.happened(10**12, [1], actor=0)
    assert clock.times() == [(None, None), (None, None)]
