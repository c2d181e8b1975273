"""Engineers (RP-ENG)."""

from __future__ import annotations

from .scenario import does, driver, give, gone, load, may, no, put, seat, settle, table, where


def test_RP_ENG_01_a_train_without_engineer_does_not_move() -> None:
    m = table("RP-L7")
    seat(m, "eK2", "K.h")
    assert no(m, "P1 PICK S1 lh") == "RP-ENG-01", "not even for a change of track"
    does(m, "P1 ENG eK2 K.h S1", "P1 PICK S1 lh")
    assert where(m, "S1") == "P1 lh K"


def test_RP_ENG_01_an_unmanned_train_in_hand_is_neither_offered_nor_moved() -> None:
    m = table("RP-L4")
    put(m, "L1", "P1 lh K")
    seat(m, "eK1", "quit")
    assert no(m, "P1 GO L1 K>R") == "RP-ENG-01"
    assert no(m, "P1 TOOT L1 K>G") == "RP-ENG-01"
    assert may(m, "P1 PARK L1 K.l")


def test_RP_ENG_02_one_engineer_per_train() -> None:
    m = table()
    assert no(m, "P1 ENG eK3 K.h L1") == "RP-ENG-02"
    assert no(m, "P1 ENG eK2 S1 L1") == "RP-ENG-02"


def test_RP_ENG_03_he_may_move_to_another_train_here_or_to_the_hotel() -> None:
    m = table()
    does(m, "P1 ENG eK2 S1 K.h")
    assert driver(m, "S1") is None
    assert m.view()["cities"]["A"]["hotel"] == ["eK2", "eK3"]
    does(m, "P1 ENG eK1 L1 S1")
    assert (driver(m, "L1"), driver(m, "S1")) == (None, "eK1")
    seat(m, "eR1", "R.h")
    assert no(m, "P1 ENG eK3 K.h L2") == "RP-ENG-03", "L2 is in another city of the same player"
    assert no(m, "P1 ENG eK1 S1 R.h") == "RP-ENG-03"


def test_RP_ENG_04_he_may_board_from_the_hotel() -> None:
    m = table()
    does(m, "P1 ENG eK1 L1 K.h", "P1 ENG eK3 K.h L1")
    assert driver(m, "L1") == "eK3"


def test_RP_ENG_05_a_hotel_has_three_places() -> None:
    m = table()
    seat(m, "eR3", "K.h")
    seat(m, "eB3", "K.h")
    assert no(m, "P1 ENG eK1 L1 K.h") == "RP-ENG-05"
    seat(m, "eB3", "B.h")
    does(m, "P1 ENG eK1 L1 K.h")
    assert m.view()["cities"]["A"]["hotel"] == ["eK1", "eK3", "eR3"]


def test_RP_ENG_06_exchanging_two_engineers_goes_through_a_free_place() -> None:
    m = table()
    seat(m, "eR3", "K.h")
    seat(m, "eB3", "K.h")
    assert no(m, "P1 ENG eK1 L1 S1") == "RP-ENG-02"
    assert no(m, "P1 ENG eK1 L1 K.h") == "RP-ENG-05"
    assert no(m, "P1 ENG eK3 K.h K.h") == "RP-ENG-06", "they are there already"
    seat(m, "eB3", "B.h")
    does(m, "P1 ENG eK1 L1 K.h", "P1 ENG eK2 S1 L1", "P1 ENG eK1 K.h S1")
    assert (driver(m, "L1"), driver(m, "S1")) == ("eK2", "eK1")


def test_RP_FAULT_03_an_engineer_who_has_quit_never_moves_again() -> None:
    m = table()
    seat(m, "eK3", "quit")
    for text in ("ENG eK3 K.h L1", "ENG eK3 L1 S1", "ENG eK3 L1 K.h", "ENG eK3 R.h R.h"):
        assert no(m, f"P1 {text}") == "RP-FAULT-03"


def test_RP_FAULT_07_an_engineer_lost_in_a_wreck_never_moves_again() -> None:
    m = table(dexterity="timed")
    give(m, "P1 PICK L1 lh")
    give(m, "P1 RELEASE L1", 10)
    for text in ("ENG eK1 L1 S1", "ENG eK1 K.h S1", "ENG eK1 L1 K.h"):
        assert no(m, f"P1 {text}") == "RP-FAULT-07"


def test_RP_ENG_07_he_serves_his_home_and_its_neighbours() -> None:
    m = table("RP-L3")  # A-B open (P1), B-C tunnel, C-F open (P2), F-E bridge, E-D open (P3)
    put(m, "S1", "P1 lh R")
    put(m, "S2", "P1 rh R")
    does(m, "P1 PARK S1 R.s")
    assert gone(m)["quit"] == 0
    put(m, "S1", "P2 lh B")
    put(m, "S3", "P2 rh B")
    does(m, "P2 PARK S1 B.s")
    assert gone(m)["quit"] == 1
    assert driver(m, "S1") is None


def test_RP_ENG_08_a_hub_has_more_than_two_neighbours() -> None:
    m = table("RP-L5")  # B is joined to A, C and E
    for name, owner, letter in (("S1", 3, "K"), ("S3", 4, "B"), ("S5", 2, "Y")):
        seat(m, f"e{letter}2", f"{letter}.h")
        seat(m, {"S1": "eR1", "S3": "eR2", "S5": "eR3"}[name], name)
        put(m, name, f"P{owner} lh {letter}")
        does(m, f"P{owner} PARK {name} {letter}.s")
    assert gone(m)["quit"] == 0


def test_RP_ENG_09_a_blocked_track_is_no_neighbourhood() -> None:
    m = table("RP-L1")  # A-B is blocked; A-D is a tunnel
    put(m, "S1", "P1 lh R")
    put(m, "S2", "P1 rh R")
    does(m, "P1 PARK S1 R.s")
    assert gone(m)["quit"] == 1
    put(m, "L4", "P2 lh Y")
    put(m, "L1", "P2 rh G")
    does(m, "P2 PARK L1 G.l")
    assert gone(m)["quit"] == 1, "a tunnel joins"


def test_RP_ENG_10_the_range_is_checked_when_the_train_stops() -> None:
    m = table("RP-L4")  # K-R open, R-B tunnel, B-W open
    put(m, "S1", "P2 lh W")
    put(m, "S3", "P2 rh B")
    assert gone(m)["quit"] == 0
    does(m, "P2 GO S1 W>B")
    assert gone(m)["quit"] == 0, "held at B, two links from home"
    does(m, "P2 TOOT S1 B>R", "P2 PUSH S1", "P1 TAKE S1 lh")
    put(m, "S2", "P1 rh R")
    does(m, "P1 PARK S1 R.s")
    assert gone(m)["quit"] == 0
    assert driver(m, "S1") == "eK2"


def test_RP_ENG_10_option_on_receive_checks_when_the_train_is_taken() -> None:
    m = table("RP-L4", engineer_check="on_receive")
    put(m, "S1", "P1 lh R")
    put(m, "S3", "P3 lh G")
    does(m, "P1 TOOT S1 R>B", "P1 PUSH S1", "P2 TAKE S1 lh")
    assert gone(m)["quit"] == 1
    assert m.journal[-1].endswith("QUIT eK2 at B")
    assert no(m, "P2 GO S1 B>W") == "RP-ENG-01"
    assert no(m, "P2 TOOT S1 B>R") == "RP-ENG-01"
    does(m, "P2 PARK S1 B.s")
    assert where(m, "S1") == "B.s"
    other = table("RP-L4", engineer_check="on_receive")
    put(other, "S1", "P2 lh B")
    does(other, "P2 GO S1 B>W")
    assert gone(other)["quit"] == 1, "moving it alone is no different"


def test_RP_ENG_11_parking_again_or_changing_track_costs_nothing() -> None:
    m = table()
    put(m, "L1", "P1 rh K")
    does(m, "P1 PICK S1 lh", "P1 PARK S1 K.l", "P1 PICK S1 lh", "P1 PARK S1 K.s")
    assert gone(m)["quit"] == 0
    assert driver(m, "S1") == "eK2"


def test_RP_ENG_12_any_engineer_drives_any_train() -> None:
    m = table()
    seat(m, "eK1", "K.h")
    seat(m, "eW3", "L1")
    load(m, "L1", "rrbbg")
    does(m, "P1 PICK L1 lh")
    assert where(m, "L1") == "P1 lh K"


def test_RP_ENG_13_the_citys_player_moves_engineers_of_any_colour() -> None:
    m = table()
    seat(m, "eK3", "B.h")
    seat(m, "eB2", "quit")
    assert no(m, "P1 ENG eK3 B.h S3") == "RP-ENG-13", "they are not in a city of P1"
    give(m, "P2 ENG eK3 B.h S3")
    settle(m)
    assert driver(m, "S3") == "eK3"
