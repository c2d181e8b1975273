"""Clocks, pace and standstill: real, virtual and tick time give the same rounds (RP-DIG-20, -22 to -25)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from goldenspike.engine.errors import BadOption
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.rules.information import stuck

from .scenario import (
    cubes,
    does,
    empty_yard,
    give,
    may,
    no,
    put,
    random_match,
    seat,
    settle,
    table,
    where,
    yard,
)


def test_RP_DIG_20_real_and_virtual_clocks_give_the_same_result() -> None:
    for seed in range(6):
        real = random_match("RP-L7", seed, seconds=30, dexterity=("timed", "off", "auto_hold")[seed % 3])
        data = real.data()
        data["header"]["options"] = {**data["header"]["options"], "clock": "virtual"}
        virtual = TimedMatch.from_data(real.game, data)
        assert virtual.hash == real.hash
        jumps = TimedMatch.new(real.game, seats=6, seed=seed, board="RP-L7", options=data["header"]["options"])
        for line in real.log:
            moment = int(line[0:2]) * 60_000 + int(line[3:5]) * 1000 + int(line[6:9])
            while jumps.next_event is not None and jumps.next_event <= moment:
                jumps.jump()
            who, _, text = line[10:].partition(" ")
            jumps.play(who, text, moment)
        while jumps.jump():
            pass
        assert jumps.hash == real.hash
        assert jumps.journal == real.journal


def test_RP_DIG_20_ticks_round_durations_up_and_each_hand_acts_once() -> None:
    m = table("RP-L4", clock="ticks", pace=1.0)
    yard(m, "K", "rbg")
    give(m, "P1 LOAD K< L1")
    give(m, "P1 LOAD K< S1")
    m.tick()
    assert m.now == 500
    assert cubes(m, "L1") == ""
    m.tick()
    assert (m.now, cubes(m, "L1"), cubes(m, "S1")) == (1000, "r", "b")
    with pytest.raises(BadOption, match="ticks"):
        m.advance(1100)
    put(m, "L1", "P1 lh K")
    give(m, "P1 TOOT L1 K>G")
    assert no(m, "P1 PARK L1 K.l") == "RP-DIG-20", "that hand has acted in this tick"
    give(m, "P1 BACK L1")
    m.tick()
    assert may(m, "P1 PARK L1 K.l")


def test_RP_DIG_20_a_finished_hand_waits_for_the_next_tick() -> None:
    m = table("RP-L4", clock="ticks")
    give(m, "P1 PICK L1 lh")
    put(m, "S2", "P1 rh R")
    m.s.used[0] = 2
    assert no(m, "P1 PARK S2 R.s") == "RP-DIG-20"
    seat(m, "eK2", "K.h")
    other = table("RP-L4", clock="ticks")
    other.s.used[0] = 3
    assert no(other, "P1 LOAD K< L1") == "RP-DIG-20"
    assert no(other, "P1 PICK L1 lh") == "RP-DIG-20"


def test_RP_DIG_20_when_all_wait_time_goes_to_the_next_event_or_tick() -> None:
    m = table("RP-L4", clock="virtual")
    give(m, "P1 LOAD K< L1")
    m.advance(300)
    for who in ("P1", "P2", "P3"):
        assert m.now == 300
        give(m, f"{who} WAIT")
    assert m.now == 700, "the cube is loaded"
    give(m, "P2 WAIT")
    assert no(m, "P2 WAIT") == "RP-DIG-20"
    assert m.actors == (0, 2)
    give(m, "P1 WAIT")
    give(m, "P3 WAIT")
    assert m.now == 1200, "nothing runs: half a second later"


@pytest.mark.parametrize("layout", ["RP-L1", "RP-L4"])
def test_RP_DIG_22_one_person_commands_all_seats_in_ticks(layout: str) -> None:
    m = table(layout, clock="ticks")
    if layout == "RP-L1":
        put(m, "L1", "P1 lh K")
        does_in_ticks(m, "P1 TOOT L1 K>G", "P1 PUSH L1", "P2 TAKE L1 lh")
        assert where(m, "L1") == "P2 lh G"
    else:
        does_in_ticks(m, "P1 PICK L2 lh", "P1 TOOT L2 R>B", "P1 PUSH L2", "P2 TAKE L2 rh")
        assert where(m, "L2") == "P2 rh B"


def does_in_ticks(m: TimedMatch, *lines: str) -> None:
    for line in lines:
        give(m, line)
        for _ in range(6):
            m.tick()


@pytest.mark.parametrize(("pace", "ms"), [(1.0, 700), (0.5, 350), (1.25, 875), (3, 2100), ("2.0", 1400), (150, 1050)])
def test_RP_DIG_23_the_pace_scales_every_duration(pace: object, ms: int) -> None:
    m = table(pace=pace)
    give(m, "P1 LOAD K< L1")
    m.advance(ms - 1)
    assert cubes(m, "L1") == ""
    m.advance(ms)
    assert len(cubes(m, "L1")) == 1
    for bad in (0.4, 3.1, 49, 301, "fast", True, None):
        with pytest.raises(BadOption):
            table(pace=bad)


def test_RP_DIG_24_two_players_exchange_trains_at_once() -> None:
    m = table("RP-L7")
    does(m, "P1 PICK L1 lh", "P2 PICK L2 lh", "P1 TOOT L1 K>R", "P2 TOOT L2 R>K")
    give(m, "P1 TAKE L2 rh")
    give(m, "P2 TAKE L1 rh")
    settle(m)
    assert (where(m, "L1"), where(m, "L2")) == ("P2 rh R", "P1 rh K")
    does(m, "P1 PARK L2 K.l", "P2 PARK L1 R.l")


def test_RP_DIG_24_a_ring_of_offers_is_undone_by_withdrawing() -> None:
    m = table("RP-L8")  # a circle A B C F E D
    ring = ["K", "R", "B", "W", "Y", "G"]
    names = {"K": "1", "R": "2", "B": "3", "W": "6", "Y": "5", "G": "4"}
    for k, letter in enumerate(ring):
        number = names[letter]
        for kind, hand in (("L", "lh"), ("S", "rh")):
            does(m, f"P{k + 1} PICK {kind}{number} {hand}")
        target = ring[(k + 1) % 6]
        does(m, f"P{k + 1} TOOT L{number} {letter}>{target}", f"P{k + 1} TOOT S{number} {letter}>{target}")
    for here, there in pairwise([*ring, ring[0]]):
        taker = ring.index(there) + 1
        assert no(m, f"P{taker} TAKE L{names[here]} lh") == "RP-PASS-04"
    for k, letter in enumerate(ring):
        number = names[letter]
        does(m, f"P{k + 1} BACK L{number}", f"P{k + 1} PARK L{number} {letter}.l")
    assert [where(m, f"L{names[c]}") for c in ring] == [f"{c}.l" for c in ring]


def test_RP_DIG_25_a_table_that_can_do_nothing_says_so() -> None:
    m = table("RP-L4", seconds=60)
    assert not m.view()["stuck"]
    for letter in "KRBGYW":
        empty_yard(m, letter)
        for k in (1, 2, 3):
            seat(m, f"e{letter}{k}", "quit")
    assert stuck(m.s, m.setting.b, [0] * 1724)
    assert m.view()["stuck"]
    assert {text for p in range(3) for text in m.legal(p)} == {"WAIT"}
    m.advance(59_999)
    assert not m.over, "the clock runs on"
    m.advance(60_000)
    assert m.over
    assert not m.view()["stuck"]
    other = table()
    give(other, "P1 LOAD K< L1")
    assert not stuck(other.s, other.setting.b, [0] * 1724)
