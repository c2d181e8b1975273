"""Dexterity: how long a train is held (RP-DIG-14 to -19, -26)."""

from __future__ import annotations

import random

import pytest

from goldenspike.engine.errors import BadNotation
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.rules.letting_go import falling, steadiness, threshold

from .scenario import cubes, does, driver, give, gone, load, may, no, put, settle, sound, table, where

CARRIED = [  # held for so long: cubes fallen, wrecks
    (5000, 0, 0), (1000, 0, 0), (999, 1, 0), (800, 1, 0), (750, 1, 0), (749, 3, 0), (600, 3, 0), (500, 3, 0),
    (499, 5, 1), (400, 5, 1), (0, 5, 1),
]  # fmt: skip
CLAIMED = [  # by the table's measure, by the player's: cubes fallen
    (980, 1010, 0), (980, 1400, 1), (980, 990, 1), (900, 1000, 0), (880, 1000, 0), (879, 1000, 1), (1000, 900, 0),
    (740, 760, 1), (980, 860, 1),
]  # fmt: skip
PASSED = [  # through a tunnel, held for so long: cubes fallen, where the train is then
    (1000, 0, "P1 lh R"), (1299, 0, "P1 lh R"), (1300, 1, "P2 lh B"), (1500, 1, "P2 lh B"), (1950, 1, "P2 lh B"),
    (2599, 1, "P2 lh B"), (2600, 0, "P2 lh B"), (4000, 0, "P2 lh B"),
]  # fmt: skip


def picked_up(held: int, aboard: str = "rbgyw") -> TimedMatch:
    """P1 picks L1 up and lets go after so many milliseconds; with five cubes it takes 1000 ms."""
    m = table(dexterity="timed")
    load(m, "L1", aboard)
    give(m, "P1 PICK L1 lh")
    give(m, "P1 RELEASE L1", held)
    return sound(m)


@pytest.mark.parametrize(("held", "fallen", "wrecks"), CARRIED)
def test_RP_DIG_14_the_length_of_the_hold_decides(held: int, fallen: int, wrecks: int) -> None:
    m = picked_up(held)
    assert (gone(m)["dropped"], gone(m)["wrecks"]) == (fallen, wrecks)
    assert where(m, "L1") == ("wreck" if wrecks else "P1 lh K")


def test_RP_DIG_14_with_four_cubes_half_of_them_are_two() -> None:
    assert [falling(steadiness(1000, held), 4) for held in (1000, 800, 600)] == [0, 1, 2]
    assert steadiness(1000, 400) == 0
    assert [threshold(1001, tier) for tier in range(4)] == [0, 501, 751, 1001]


def test_RP_DIG_14_cancelling_changes_nothing() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rbgyw")
    give(m, "P1 PICK L1 lh")
    m.advance(300)
    assert no(m, "P2 CANCEL L1") == "RP-DIG-27"
    give(m, "P1 CANCEL L1")
    assert (where(m, "L1"), cubes(m, "L1")) == ("K.l", "rbgyw")
    assert gone(m) == {"dropped": 0, "quit": 0, "wrecks": 0}
    assert may(m, "P1 PICK L1 lh")
    assert no(m, "P1 CANCEL L1") == "RP-DIG-27"
    off = table()
    give(off, "P1 PICK L1 lh")
    assert no(off, "P1 CANCEL L1") == "RP-DIG-18", "timed hands are another mode"


def test_RP_DIG_14_the_handling_time_grows_with_the_cubes_and_the_pace() -> None:
    m = table(dexterity="timed", pace=1.5)
    load(m, "L1", "rbgyw")
    give(m, "P1 PICK L1 lh")
    assert m.s.job_need[0] == 500 * 3 // 2 + 500
    give(m, "P1 RELEASE L1", 1250)
    assert gone(m)["dropped"] == 0
    give(m, "P1 PARK L1 K.l")
    assert m.s.job_need[0] == 900 + 500
    give(m, "P1 CANCEL L1")
    give(m, "P1 GO L1 K>R")
    assert m.s.job_need[0] == 1800 + 500


@pytest.mark.parametrize("text", ["PARK L1 K.l", "GO L1 K>R"])
def test_RP_DIG_14_parking_and_moving_can_go_wrong_too(text: str) -> None:
    base = 600 if text.startswith("PARK") else 1200
    for held, left in ((base + 200, "rb"), (base + 199, "r"), ((base + 200) // 2, "r"), ((base + 200) // 2 - 1, "")):
        m = table(dexterity="timed")
        load(m, "L1", "rb")
        put(m, "L1", "P1 lh K")
        give(m, f"P1 {text}")
        give(m, "P1 RELEASE L1", held)
        assert cubes(sound(m), "L1") == left
        assert gone(m)["wrecks"] == (0 if left else 1)


def test_RP_DIG_15_the_last_loaded_falls_first() -> None:
    m = picked_up(700, "rbg")
    assert cubes(m, "L1") == "rb"
    assert m.journal[-1] == "! 00:00.700 SPILL L1 g"
    m = picked_up(450, "rbg")
    assert cubes(m, "L1") == "r"
    assert m.journal[-1] == "! 00:00.450 SPILL L1 g,b"


@pytest.mark.parametrize(("held", "wrecks"), [(499, 0), (250, 0), (249, 1)])
def test_RP_DIG_15_an_empty_train_cannot_derail_only_wreck(held: int, wrecks: int) -> None:
    m = picked_up(held, "")
    assert gone(m) == {"dropped": 0, "quit": wrecks, "wrecks": wrecks}


@pytest.mark.parametrize(("server", "client", "fallen"), CLAIMED)
def test_RP_DIG_16_the_players_own_measure_counts_if_close_and_better(server: int, client: int, fallen: int) -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rbgyw")
    give(m, "P1 PICK L1 lh")
    give(m, f"P1 RELEASE L1 hold={client}", server)
    assert gone(m)["dropped"] == fallen


def test_RP_DIG_16_a_claim_beyond_120_ms_is_refused_by_number() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rbgyw")
    give(m, "P1 PICK L1 lh")
    m.advance(879)
    release = 1148
    assert m.game.rules.refusal(m.s, m.setting.b, 0, release + 3) != 0
    m.advance(880)
    assert m.game.rules.refusal(m.s, m.setting.b, 0, release + 3) == 0
    assert m.game.rules.refusal(m.s, m.setting.b, 0, release + 2) != 0, "that much was reached without it"


def test_RP_DIG_17_for_a_pass_the_first_release_on_either_side_counts() -> None:
    for who in ("P3", "P1"):
        m = table("RP-L4", dexterity="timed")
        load(m, "L4", "rbyw")
        put(m, "L4", "P3 lh G")
        give(m, "P3 TOOT L4 G>K")
        give(m, "P3 PUSH L4")
        m.advance(5000)
        give(m, "P1 TAKE L4 rh")  # 3000 + 400 ms from the taker's press
        give(m, f"{who} RELEASE L4", 5000 + 2040)
        assert gone(m)["dropped"] == 2
        assert where(m, "L4") == "P1 rh K"
        assert cubes(sound(m), "L4") == "rb"


def test_RP_DIG_17_over_an_open_link_only_the_taker_holds() -> None:
    m = table("RP-L7", dexterity="timed")
    load(m, "L1", "rb")
    put(m, "L1", "P1 lh K")
    give(m, "P1 TOOT L1 K>R")
    give(m, "P2 TAKE L1 lh")  # 1400 ms
    m.advance(800)
    assert no(m, "P1 RELEASE L1") == "RP-DIG-27"
    give(m, "P2 RELEASE L1")
    assert cubes(m, "L1") == "r"
    assert where(sound(m), "L1") == "P2 lh R"
    give(m, "P2 TOOT L1 R>K")
    give(m, "P1 TAKE L1 rh")
    give(m, "P1 RELEASE L1", 1000)
    assert gone(m)["wrecks"] == 1, "a pass over an open link can end in a wreck"
    assert where(sound(m), "L1") == "wreck"


def test_RP_DIG_18_off_carries_finish_by_themselves_without_faults() -> None:
    m = table(dexterity="off")
    load(m, "L1", "rbgyw")
    give(m, "P1 PICK L1 lh")
    m.advance(250)
    assert no(m, "P1 RELEASE L1") == "RP-DIG-18"
    m.advance(500)
    assert where(m, "L1") == "P1 lh K", "base time only, whatever is aboard"
    dice = random.Random(4)
    for _ in range(400):
        seat = dice.choice(m.actors)
        m.play(seat, dice.choice(m.legal(seat)))
        assert gone(m)["dropped"] == gone(m)["wrecks"] == 0


def test_RP_DIG_18_a_hold_has_a_number_only_in_timed_mode() -> None:
    m = table(dexterity="off")
    assert m.setting.refused(m.game.rules.refusal(m.s, m.setting.b, 0, 1460)).clause == "RP-DIG-18"
    timed = table(dexterity="timed")
    assert timed.game.rules.refusal(timed.s, timed.setting.b, 0, 1460) == 0
    assert give(m, "P1 PICK L1 lh hold=800").endswith("P1 PICK L1 lh"), "the word is ignored"


def test_RP_DIG_19_auto_hold_releases_at_the_right_moment() -> None:
    m = table(dexterity="auto_hold")
    load(m, "L1", "rbgyw")
    give(m, "P1 PICK L1 lh")
    m.advance(999)
    assert no(m, "P1 RELEASE L1") == "RP-DIG-18"
    m.advance(1000)
    assert (where(m, "L1"), cubes(m, "L1")) == ("P1 lh K", "rbgyw")
    dice = random.Random(5)
    for _ in range(400):
        seat = dice.choice(m.actors)
        m.play(seat, dice.choice(m.legal(seat)))
        assert gone(m)["dropped"] == gone(m)["wrecks"] == 0


@pytest.mark.parametrize(("held", "fallen", "at"), PASSED)
def test_RP_DIG_26_at_an_obstacle_haste_aborts_or_spills_but_never_wrecks(held: int, fallen: int, at: str) -> None:
    m = table("RP-L4", dexterity="timed")
    load(m, "L2", "bg")
    put(m, "L2", "P1 lh R")
    give(m, "P1 TOOT L2 R>B")
    give(m, "P1 PUSH L2")
    give(m, "P2 TAKE L2 lh")
    give(m, "P2 RELEASE L2", held)
    assert gone(m) == {"dropped": fallen, "quit": 0, "wrecks": 0}
    assert where(sound(m), "L2") == at
    if at.startswith("P1"):
        assert m.journal[-1] == f"! 00:0{held // 1000}.{held % 1000:03d} ABORT L2"
        assert may(m, "P2 TAKE L2 lh"), "the offer and the push still stand"


def test_a_steady_hold_lets_go_by_itself() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rb")
    assert give(m, "P1 PICK L1 lh hold") == "00:00.000 P1 PICK L1 lh hold=700"
    settle(m)
    assert (m.now, where(m, "L1"), cubes(m, "L1")) == (700, "P1 lh K", "rb")
    does(m, "P1 PARK L1 K.l hold=800")
    assert m.now == 1500
    assert driver(m, "L1") == "eK1"


def test_a_hold_of_another_length_is_a_press_and_a_release() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rb")
    give(m, "P1 PICK L1 lh hold=530")
    m.advance(2000)
    assert m.log == ["00:00.000 P1 PICK L1 lh", "00:00.530 P1 RELEASE L1"]
    assert cubes(m, "L1") == "r"
    with pytest.raises(BadNotation):
        m.play("P1", "LOAD K< L1 hold=5")


def test_nobody_lets_go_for_a_player_who_holds_on() -> None:
    m = table(dexterity="timed", seconds=60)
    give(m, "P1 PICK L1 lh")
    m.advance(59_000)
    assert where(m, "L1") == "K.l"
    give(m, "P1 RELEASE L1")
    assert where(m, "L1") == "P1 lh K"
