"""Passing (RP-PASS)."""

from __future__ import annotations

import pytest

from goldenspike.games.rail_pass.rules.state import ACTIONS

from .scenario import does, give, gone, load, may, no, put, settle, table, train, where


def test_RP_PASS_01_only_between_connected_cities_one_link_at_a_time() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    assert no(m, "P1 TOOT L1 K>B") == "RP-PASS-01"
    assert no(m, "P1 TOOT L1 K>W") == "RP-PASS-01"
    assert no(m, "P1 GO L1 K>B") == "RP-PASS-01"
    assert no(m, "P1 TOOT L1 R>B") == "RP-MODEL-05", "it is not at R"
    assert may(m, "P1 TOOT L1 K>R")


def test_RP_PASS_02_the_train_goes_to_the_player_of_the_target_city() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    does(m, "P1 TOOT L1 K>R")
    for other in ("P3", "P4", "P5", "P6", "P1"):
        assert no(m, f"{other} TAKE L1 rh") == "RP-PASS-02"
        assert no(m, f"{other} NO L1") == "RP-PASS-02"
    assert may(m, "P2 TAKE L1 rh")
    own = table("RP-L4")
    put(own, "L1", "P1 lh K")
    assert no(own, "P1 GO L1 K>G") == "RP-PASS-02", "G belongs to another player"


def test_RP_PASS_03_no_train_is_taken_without_the_call() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    assert no(m, "P2 TAKE L1 lh") == "RP-PASS-03"
    line = give(m, "P1 TOOT L1 K>R")
    assert line == "00:00.000 P1 TOOT L1 K>R"
    assert m.view()["offers"] == [{"train": "L1", "from": "A", "to": "B", "push": False, "since_ms": 0, "done": None}]
    assert may(m, "P2 TAKE L1 lh")


def test_RP_PASS_04_the_receiver_needs_a_free_hand_and_may_decline() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    put(m, "L2", "P2 lh R")
    does(m, "P1 TOOT L1 K>R")
    assert no(m, "P2 TAKE L1 lh") == "RP-PASS-04"
    assert len(m.view()["offers"]) == 1
    m.advance(30_000)
    assert may(m, "P2 TAKE L1 rh"), "they decide when"
    does(m, "P2 NO L1")
    assert m.view()["offers"] == []
    assert where(m, "L1") == "P1 lh K"


def test_RP_PASS_05_between_ones_own_cities_one_moves_the_train_oneself() -> None:
    m = table("RP-L4")
    does(m, "P1 PICK L1 lh")
    assert no(m, "P1 TOOT L1 K>R") == "RP-PASS-05"
    does(m, "P1 GO L1 K>R")
    assert where(m, "L1") == "P1 lh R"
    assert m.log[-1].endswith("P1 GO L1 K>R"), "the move is called out in the log"


def test_RP_PASS_06_never_across_a_blocked_track() -> None:
    m = table("RP-L4")
    put(m, "L2", "P1 lh R")
    assert no(m, "P1 TOOT L2 R>Y") == "RP-PASS-06"
    assert no(m, "P1 GO L2 R>Y") == "RP-PASS-06"


def test_RP_PASS_07_the_train_turns_by_itself_at_an_obstacle() -> None:
    m = table("RP-L4")
    put(m, "L2", "P1 lh R")
    assert may(m, "P1 TOOT L2 R>B"), "no nose to turn: the time at an obstacle includes it"
    assert no(m, "P1 NOSE L2 B") == "RP-DIG-10"


@pytest.mark.parametrize(("layout", "start", "end", "needed"), [("RP-L4", "R", "B", 2400), ("RP-L4", "K", "G", 3000)])
def test_RP_PASS_08_both_act_at_the_same_time_at_an_obstacle(layout: str, start: str, end: str, needed: int) -> None:
    m = table(layout)
    name = {"R": "L2", "K": "L1"}[start]
    taker = {"B": "P2", "G": "P3"}[end]
    put(m, name, f"P1 lh {start}")
    give(m, f"P1 TOOT {name} {start}>{end}")
    give(m, f"P1 PUSH {name}")
    m.advance(2000)
    give(m, f"P1 RELEASE {name}")
    assert no(m, f"{taker} TAKE {name} lh") == "RP-DIG-27", "they pull only after the giver let go"
    give(m, f"P1 PUSH {name}")
    give(m, f"{taker} TAKE {name} lh")
    m.advance(2000 + needed - 1)
    assert where(m, name) == f"P1 lh {start}"
    m.advance(2000 + needed)
    assert where(m, name) == f"{taker} lh {end}"


def test_RP_PASS_09_nobody_passes_a_train_to_himself_through_an_obstacle() -> None:
    m = table("RP-L4")
    m.setting.b.link[0][1] = m.setting.b.link[1][0] = 2
    put(m, "L1", "P1 lh K")
    assert no(m, "P1 GO L1 K>R") == "RP-PASS-09"
    assert no(m, "P1 TOOT L1 K>R") == "RP-PASS-05"
    m.setting.b.link[0][1] = m.setting.b.link[1][0] = 3
    assert no(m, "P1 GO L1 K>R") == "RP-PASS-09"


def test_RP_PASS_10_touching_an_obstacle_is_no_fault() -> None:
    m = table("RP-L4", dexterity="timed")
    load(m, "L2", "bb")
    put(m, "L2", "P1 lh R")
    give(m, "P1 TOOT L2 R>B")
    for _ in range(3):
        give(m, "P1 PUSH L2")
        m.advance(m.now + 100)
        give(m, "P1 RELEASE L2")
    assert gone(m) == {"dropped": 0, "quit": 0, "wrecks": 0}
    assert ACTIONS == 1724, "there is no command or event that tells of a touch"


def test_RP_PASS_11_a_train_is_passed_on_without_stopping() -> None:
    m = table("RP-L7")
    does(m, "P1 PICK L1 lh", "P1 TOOT L1 K>R", "P2 TAKE L1 lh", "P2 TOOT L1 R>B", "P3 TAKE L1 lh")
    assert where(m, "L1") == "P3 lh B"
    assert gone(m)["quit"] == 0
    put(m, "L3", "P6 lh W")
    does(m, "P3 PARK L1 B.l")
    assert gone(m)["quit"] == 1, "engineers are judged at the stop"


def test_RP_PASS_12_a_train_may_be_turned_back() -> None:
    m = table("RP-L7")
    put(m, "L1", "P3 lh B")
    does(m, "P3 TOOT L1 B>R", "P2 TAKE L1 rh")
    assert where(m, "L1") == "P2 rh R"


def test_RP_PASS_13_only_the_holder_offers_and_an_untaken_offer_changes_nothing() -> None:
    m = table("RP-L7")
    assert no(m, "P1 TOOT L1 K>R") == "RP-PASS-13", "it is parked"
    put(m, "L1", "P1 lh K")
    assert no(m, "P2 TOOT L1 K>R") == "RP-PASS-13"
    assert no(m, "P1 BACK L1") == "RP-PASS-13", "nothing is offered"
    does(m, "P1 TOOT L1 K>R")
    assert no(m, "P1 TOOT L1 K>R") == "RP-PASS-13", "it is offered already"
    assert no(m, "P2 BACK L1") == "RP-PASS-13"
    does(m, "P1 BACK L1", "P1 PARK L1 K.l")
    assert where(m, "L1") == "K.l"


def test_RP_PASS_13_parking_an_offered_train_withdraws_the_offer() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    does(m, "P1 TOOT L1 K>R")
    give(m, "P1 PARK L1 K.l")
    assert m.s.offer[train("L1")] == -1
    assert no(m, "P2 TAKE L1 lh") == "RP-PASS-03"
    settle(m)
    assert where(m, "L1") == "K.l"
