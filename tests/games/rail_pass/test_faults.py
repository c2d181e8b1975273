"""Things that go wrong (RP-FAULT)."""

from __future__ import annotations

from .scenario import cubes, does, driver, give, gone, load, may, no, put, settle, sound, stored, table, where


def test_RP_FAULT_01_a_fallen_cube_leaves_the_game() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rbg")
    give(m, "P1 PICK L1 lh")  # 500 + 3 * 100 = 800 ms
    give(m, "P1 RELEASE L1", 700)
    assert gone(m)["dropped"] == 1
    assert cubes(m, "L1") == "rb"
    assert m.view()["piles"]["dropped"] == 1
    does(m, "P1 PARK L1 K.l hold", "P1 PICK L1 lh hold")
    assert gone(m)["dropped"] == 1, "and never comes back"


def test_RP_FAULT_02_a_dropped_cube_costs_one() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rbgyw")
    give(m, "P1 PICK L1 lh")  # 1000 ms
    give(m, "P1 RELEASE L1", 600)
    assert gone(m)["dropped"] == 3
    assert m.view()["score"]["total"] == -3


def test_RP_FAULT_03_an_engineer_too_far_from_home_quits_where_the_train_stops() -> None:
    m = table("RP-L3")
    put(m, "S1", "P2 lh B")
    put(m, "S3", "P2 rh B")
    give(m, "P2 PARK S1 B.s")
    m.advance(599)
    assert gone(m)["quit"] == 0
    m.advance(600)
    assert gone(m)["quit"] == 1
    assert driver(m, "S1") is None
    assert m.journal[-1] == "! 00:00.600 QUIT eK2 at B"


def test_RP_FAULT_04_an_engineer_who_quit_costs_two() -> None:
    m = table("RP-L3")
    for name, other in (("S1", "S3"), ("L1", "L3")):
        put(m, name, "P2 lh B")
        put(m, other, "P2 rh B")
        does(m, f"P2 PARK {name} B.{name[0].lower()}")
        put(m, other, "P2 lh W")
        put(m, other, {"S3": "K.s", "L3": "K.l"}[other])
    assert gone(m)["quit"] == 2
    assert m.view()["score"]["total"] == -4


def test_RP_FAULT_05_after_a_quit_the_train_stays_with_its_cargo() -> None:
    m = table("RP-L3")
    load(m, "S1", "bg")
    put(m, "S1", "P2 lh B")
    put(m, "S3", "P2 rh B")
    does(m, "P2 PARK S1 B.s")
    assert (where(m, "S1"), cubes(m, "S1")) == ("B.s", "bg")
    put(m, "S3", "K.s")
    assert no(m, "P2 PICK S1 lh") == "RP-ENG-01"
    does(m, "P2 STORE B S1")
    assert stored(m, "B") == 1
    does(m, "P2 ENG eB3 B.h S1", "P2 PICK S1 lh")
    assert where(m, "S1") == "P2 lh B"


def test_RP_FAULT_06_brought_back_in_time_he_stays() -> None:
    m = table("RP-L7")
    put(m, "S1", "P3 lh B")
    does(m, "P3 TOOT S1 B>R", "P2 TAKE S1 lh")
    put(m, "S2", "P6 lh W")
    does(m, "P2 PARK S1 R.s")
    assert gone(m)["quit"] == 0
    assert driver(m, "S1") == "eK2"


def test_RP_FAULT_07_a_wreck_takes_cargo_and_engineer_out_of_the_game() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rbgy")
    give(m, "P1 PICK L1 lh")  # 900 ms
    give(m, "P1 RELEASE L1", 449)
    assert gone(m) == {"dropped": 4, "quit": 1, "wrecks": 1}
    assert m.journal[-1] == "! 00:00.449 WRECK L1 (r,b,g,y,eK1)"
    assert where(m, "L1") == "wreck"
    assert m.view()["cities"]["A"]["long"] is None
    sound(m)
    for text in (
        "PICK L1 lh",
        "PARK L1 K.l",
        "LOAD K< L1",
        "STORE K L1",
        "TOOT L1 K>G",
        "GO L1 K>R",
        "BACK L1",
        "PUSH L1",
    ):
        assert no(m, f"P1 {text}") == "RP-FAULT-07"
    for text in ("PUSH L1", "TAKE L1 lh", "NO L1", "RELEASE L1", "CANCEL L1"):
        assert no(m, f"P1 {text}") == "RP-FAULT-07"
    assert no(m, "P1 ENG eK3 K.h L1") == "RP-FAULT-07"


def test_RP_FAULT_08_a_wreck_costs_five_and_what_was_aboard() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rbgy")
    give(m, "P1 PICK L1 lh")
    give(m, "P1 RELEASE L1", 100)
    assert m.view()["score"]["total"] == -11


def test_RP_FAULT_09_faults_never_end_the_round() -> None:
    m = table(dexterity="timed")
    for k, name in enumerate(("L1", "S1", "L2", "S2")):
        give(m, f"P1 PICK {name} {'lr'[k % 2]}h")
        give(m, f"P1 RELEASE {name}")
    assert gone(m)["wrecks"] == 4
    assert not m.over
    assert may(m, "P2 LOAD B< L3")


def test_RP_FAULT_10_misplaced_cubes_are_part_of_the_score_and_always_none() -> None:
    m = table()
    load(m, "L2", "b")
    assert no(m, "P1 STORE R L2 b") == "RP-LOAD-08"
    assert m.view()["piles"]["misplaced"] == 0
    result = m.setting.result(m.s)
    assert ("misplaced cubes", 0) in [(item.what, item.points) for item in result.sheet[0]]
    assert "wrong-0" in result.notes[0]


def test_RP_FAULT_11_a_cube_of_another_colour_is_refused() -> None:
    m = table(seconds=10)
    load(m, "L2", "bb")
    assert no(m, "P1 STORE R L2") == "RP-LOAD-08"
    m.advance(10_000)
    assert stored(m, "R") == 0
    assert cubes(m, "L2") == "bb"
    settle(m)
