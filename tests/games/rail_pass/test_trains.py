"""Trains and hands (RP-TRAIN)."""

from __future__ import annotations

import pytest

from goldenspike.engine.errors import BadNotation

from .scenario import does, give, load, may, no, put, seat, settle, table, where


def test_RP_TRAIN_01_a_track_holds_one_train() -> None:
    m = table()
    put(m, "S2", "P1 lh K")
    assert no(m, "P1 PARK S2 K.l") == "RP-TRAIN-01"
    assert no(m, "P1 PARK S2 K.s") == "RP-TRAIN-01"


def test_RP_TRAIN_02_the_short_track_takes_only_a_short_train() -> None:
    m = table()
    put(m, "L1", "P1 lh K")
    put(m, "S1", "P1 rh K")
    assert no(m, "P1 PARK L1 K.s") == "RP-TRAIN-02"
    assert may(m, "P1 PARK L1 K.l")
    does(m, "P1 PARK S1 K.l")
    assert where(m, "S1") == "K.l"


def test_RP_TRAIN_03_any_train_parks_in_any_city() -> None:
    m = table()
    put(m, "L3", "P1 lh K")
    put(m, "L2", "P1 rh R")
    does(m, "P1 PARK L2 R.l")
    put(m, "L2", "P1 rh K")
    put(m, "L1", "B.l")
    does(m, "P1 PARK L2 K.l")
    assert where(m, "L2") == "K.l"
    assert where(m, "L1") == "B.l"


def test_RP_TRAIN_04_out_on_the_rails_nothing_changes_aboard() -> None:
    m = table()
    does(m, "P1 PICK L1 lh")
    assert no(m, "P1 ENG eK1 L1 K.h") == "RP-TRAIN-04"
    seat(m, "eK1", "quit")
    assert no(m, "P1 ENG eK3 K.h L1") == "RP-TRAIN-04"
    assert no(m, "P1 LOAD K< L1") == "RP-LOAD-01"
    assert no(m, "P1 XFER S1 r L1") == "RP-LOAD-12"


def test_RP_TRAIN_05_one_train_per_hand_and_two_hands() -> None:
    m = table("RP-L4")
    does(m, "P1 PICK L1 lh")
    assert no(m, "P1 PICK S1 lh") == "RP-TRAIN-05"
    does(m, "P1 PICK S1 rh")
    assert no(m, "P1 PICK L2 lh") == "RP-TRAIN-05"
    assert no(m, "P1 PICK L2 rh") == "RP-TRAIN-05"
    put(m, "L4", "P3 lh G")
    does(m, "P3 TOOT L4 G>K", "P3 PUSH L4")
    assert no(m, "P1 TAKE L4 lh") == "RP-PASS-04"
    assert no(m, "P1 TAKE L4 rh") == "RP-PASS-04"


def test_RP_TRAIN_06_a_full_player_takes_again_after_passing_one_on() -> None:
    m = table("RP-L7")
    put(m, "L1", "P2 lh R")
    put(m, "S1", "P2 rh R")
    put(m, "L3", "P3 lh B")
    does(m, "P3 TOOT L3 B>R")
    assert no(m, "P2 TAKE L3 lh") == "RP-PASS-04"
    assert no(m, "P2 PARK L1 R.l") == "RP-TRAIN-01"
    does(m, "P2 TOOT L1 R>K", "P1 TAKE L1 lh", "P2 TAKE L3 lh")
    assert where(m, "L3") == "P2 lh R"


@pytest.mark.parametrize("text", ["PARK L1 table", "DROP L1", "PARK L1", "PARK L1 K.h", "PARK L1 K.x"])
def test_RP_TRAIN_07_a_train_is_never_put_anywhere_else(text: str) -> None:
    m = table()
    put(m, "L1", "P1 lh K")
    with pytest.raises(BadNotation):
        m.play("P1", text)
    assert where(m, "L1") == "P1 lh K"


def test_RP_TRAIN_08_only_in_cities_of_ones_own() -> None:
    m = table()
    put(m, "L3", "P1 lh R")
    assert no(m, "P1 PARK L3 B.l") == "RP-TRAIN-08"
    assert no(m, "P1 PICK S3 rh") == "RP-TRAIN-08"
    assert may(m, "P2 PICK S3 rh")


def test_RP_TRAIN_09_shifting_and_swapping_in_ones_own_station() -> None:
    m = table()
    put(m, "L1", "P2 lh B")
    put(m, "S2", "K.l")
    does(m, "P1 PICK S1 lh", "P1 PICK S2 rh", "P1 PARK S1 K.l", "P1 PARK S2 K.s")
    assert (where(m, "S1"), where(m, "S2")) == ("K.l", "K.s")
    other = table()
    does(other, "P1 PICK L1 lh", "P1 PICK S1 rh", "P1 PARK S1 K.l")
    assert no(other, "P1 PARK L1 K.s") == "RP-TRAIN-02"


def test_RP_TRAIN_10_a_received_train_stays_in_the_hand_until_parked_or_passed_on() -> None:
    m = table("RP-L7")
    put(m, "L1", "P2 lh R")
    assert no(m, "P2 PICK L1 rh") == "RP-TRAIN-10"
    verbs = {text.split()[0] for text in m.legal("P2") if " L1 " in f"{text} "}
    assert verbs == {"TOOT"}, "both tracks are taken"
    put(m, "L2", "P1 lh K")
    verbs = {text.split()[0] for text in m.legal("P2") if " L1 " in f"{text} "}
    assert verbs == {"TOOT", "PARK"}
    m.advance(300_000)
    assert where(m, "L1") == "P2 lh R"


def test_RP_TRAIN_11_facing_never_matters_on_tracks_in_hands_and_on_open_links() -> None:
    m = table("RP-L7")
    does(m, "P1 PICK L1 lh", "P1 TOOT L1 K>R", "P2 TAKE L1 lh", "P2 TOOT L1 R>K", "P1 TAKE L1 rh", "P1 PARK L1 K.l")
    assert where(m, "L1") == "K.l"
    assert not any(text.startswith("NOSE") for text in m.legal("P1"))


def test_RP_TRAIN_12_cubes_and_engineers_need_a_free_hand() -> None:
    m = table()
    load(m, "L2", "kr")
    load(m, "S2", "b")
    put(m, "L1", "P1 lh K")
    assert may(m, "P1 LOAD R< L2")
    assert no(m, "P1 XCHG L2 k S2 b") == "RP-TRAIN-12", "an exchange takes two hands"
    put(m, "S1", "P1 rh K")
    for text in ("LOAD R< L2", "STORE R L2", "XFER L2 k S2", "XCHG L2 k S2 b", "ENG eR1 L2 R.h"):
        assert no(m, f"P1 {text}") == "RP-TRAIN-12"


def test_RP_TRAIN_12_option_hands_for_cubes_off() -> None:
    m = table(hands_for_cubes=False)
    load(m, "L2", "kr")
    load(m, "S2", "b")
    put(m, "L1", "P1 lh K")
    put(m, "S1", "P1 rh K")
    for text in ("LOAD R< L2", "STORE R L2", "XFER L2 k S2", "XCHG L2 k S2 b", "ENG eR1 L2 R.h"):
        assert may(m, f"P1 {text}")
    give(m, "P1 LOAD R< L2")
    give(m, "P1 LOAD R< S2")
    settle(m)
