"""Cargo (RP-LOAD)."""

from __future__ import annotations

import pytest

from goldenspike.engine.errors import BadNotation

from .scenario import (
    cubes,
    does,
    empty_yard,
    give,
    load,
    may,
    no,
    put,
    seat,
    settle,
    sound,
    spots,
    stored,
    table,
    where,
    yard,
)


def test_RP_LOAD_01_only_on_a_train_parked_in_a_city_of_ones_own() -> None:
    m = table()
    assert no(m, "P1 LOAD B< L3") == "RP-LOAD-01"
    assert no(m, "P2 STORE K L1") == "RP-LOAD-01"
    assert no(m, "P2 XFER L1 r S1") == "RP-LOAD-01"
    does(m, "P1 PICK L1 lh")
    assert no(m, "P1 LOAD K< L1") == "RP-LOAD-01"
    assert no(m, "P1 STORE K L1") == "RP-LOAD-01"
    does(m, "P1 PARK L1 K.l", "P1 LOAD K< L1")
    assert len(cubes(m, "L1")) == 1


def test_RP_LOAD_02_one_cube_at_a_time_from_either_end() -> None:
    m = table()
    yard(m, "R", "kbg", "y")
    does(m, "P1 LOAD R< L2")
    assert cubes(m, "L2") == "k"
    does(m, "P1 LOAD R< L2", "P1 LOAD R> L2")
    assert cubes(m, "L2") == "kby"
    assert spots(m, "R")[:2] == ".."
    assert spots(m, "R")[-1] == "."
    assert no(m, "P1 LOAD R7 L2") == "RP-LOAD-02"
    empty_yard(m, "K")
    assert no(m, "P1 LOAD K< L1") == "RP-LOAD-02"
    assert no(m, "P1 LOAD K> L1") == "RP-LOAD-02"


def test_RP_LOAD_03_on_any_train_parked_in_that_city() -> None:
    m = table()
    assert may(m, "P1 LOAD K< L1")
    assert may(m, "P1 LOAD K< S1")
    assert no(m, "P1 LOAD K< L2") == "RP-MODEL-05", "L2 stands in another city"
    does(m, "P1 LOAD K< S1")
    assert len(cubes(m, "S1")) == 1


@pytest.mark.parametrize(("name", "full"), [("L1", "rrbbg"), ("S1", "rrb")])
def test_RP_LOAD_04_five_on_a_long_train_three_on_a_short_one(name: str, full: str) -> None:
    m = table()
    load(m, name, full[:-1])
    does(m, f"P1 LOAD K< {name}")
    assert len(cubes(m, name)) == len(full)
    left = spots(m, "K")
    assert no(m, f"P1 LOAD K< {name}") == "RP-LOAD-04"
    assert spots(m, "K") == left


def test_RP_LOAD_05_trains_may_leave_empty_or_half_full() -> None:
    m = table("RP-L7")
    does(m, "P1 PICK L1 lh", "P1 TOOT L1 K>R", "P2 TAKE L1 lh")
    assert where(m, "L1") == "P2 lh R"
    load(m, "S1", "r")
    assert may(m, "P1 PICK S1 lh")


@pytest.mark.parametrize("text", ["STORE K< L1", "XFER L1 r K", "XFER L1 r K<", "UNLOAD L1 K<", "LOAD L1 K<"])
def test_RP_LOAD_06_no_command_puts_cargo_back_in_a_yard(text: str) -> None:
    m = table()
    load(m, "L1", "r")
    before = m.hash
    with pytest.raises(BadNotation):
        m.play("P1", text)
    assert m.hash == before


def test_RP_LOAD_07_cubes_of_the_citys_colour_go_to_its_storage() -> None:
    m = table()
    load(m, "L2", "rbr")
    put(m, "L2", "P1 lh R")
    does(m, "P1 PARK L2 R.l")
    assert stored(m, "R") == 0, "by default they are stored one by one"
    assert no(m, "P1 PICK L2 lh") == "RP-LOAD-09"
    does(m, "P1 STORE R L2", "P1 STORE R L2")
    assert (stored(m, "R"), cubes(m, "L2")) == (2, "b")


def test_RP_LOAD_07_automatic_unloading_stores_them_on_arrival() -> None:
    m = table(unload="auto")
    load(m, "L2", "rbr")
    put(m, "L2", "P1 lh R")
    give(m, "P1 PARK L2 R.l")
    m.advance(599)
    assert stored(m, "R") == 0
    m.advance(600)
    assert (stored(m, "R"), cubes(m, "L2")) == (2, "b")
    assert may(m, "P1 PICK L2 lh")
    sound(m)


def test_RP_LOAD_08_other_colours_are_not_unloaded() -> None:
    m = table()
    load(m, "L2", "bb")
    assert no(m, "P1 STORE R L2") == "RP-LOAD-08"
    load(m, "L2", "r")
    assert no(m, "P1 STORE R L2 b") == "RP-LOAD-08"
    does(m, "P1 STORE R L2 r")
    assert cubes(m, "L2") == "bb"


def test_RP_LOAD_09_a_train_with_cubes_for_this_city_cannot_leave() -> None:
    m = table()
    load(m, "L1", "rk")
    assert no(m, "P1 PICK L1 lh") == "RP-LOAD-09"
    does(m, "P1 STORE K L1", "P1 PICK L1 lh")
    assert where(m, "L1") == "P1 lh K"


def test_RP_LOAD_10_stored_cubes_never_move_again() -> None:
    m = table(seconds=60)
    load(m, "L1", "k")
    does(m, "P1 STORE K L1")
    for letter in "KRBGYW":
        for text in m.legal(0):
            assert "storage" not in text, letter
    for text in ("LOAD K< L1", "LOAD K< L1", "LOAD K> S1", "PICK L1 lh", "GO L1 K>R"):
        does(m, f"P1 {text}")
        assert stored(m, "K") == 1


def test_RP_LOAD_11_a_storage_takes_all_twenty() -> None:
    m = table()
    for letter in "KRBGYW":
        empty_yard(m, letter)
    m.s.storage[0] -= 1
    m.s.cargo[0][0], m.s.load[0] = 0, 1
    assert stored(sound(m), "K") == 19
    does(m, "P1 STORE K L1")
    assert stored(m, "K") == 20


def test_RP_LOAD_12_cubes_move_and_change_between_two_trains_in_one_city() -> None:
    m = table()
    load(m, "L1", "rrbbg")
    load(m, "S1", "yyw")
    assert no(m, "P1 XFER L1 r S1") == "RP-LOAD-04", "both are full"
    assert no(m, "P1 XCHG L1 w S1 y") == "RP-LOAD-12", "there is no w on L1"
    does(m, "P1 XCHG L1 b S1 w")
    assert (cubes(m, "L1"), cubes(m, "S1")) == ("rrbgw", "yyb")
    does(m, "P1 XCHG S1 b L1 w")
    assert sorted(cubes(m, "L1")) == sorted("rrbbg"), "either train may be named first"
    put(m, "S1", "P2 lh B")
    assert no(m, "P1 XFER L1 r S1") == "RP-LOAD-12", "there must be a second train"


def test_RP_LOAD_12_a_cube_moves_one_way_if_there_is_room() -> None:
    m = table()
    load(m, "L1", "rg")
    assert no(m, "P1 XFER L1 b S1") == "RP-LOAD-12"
    does(m, "P1 XFER L1 r S1", "P1 XFER L1 g S1", "P1 XFER S1 r L1")
    assert (cubes(m, "L1"), cubes(m, "S1")) == ("r", "g")


def test_RP_LOAD_13_not_between_two_cities() -> None:
    m = table()
    load(m, "L1", "rg")
    assert no(m, "P1 XFER L1 g S2") == "RP-LOAD-13"
    assert no(m, "P1 XCHG L1 g L2 g") == "RP-LOAD-13"


def test_RP_LOAD_14_no_engineer_is_needed() -> None:
    m = table()
    for name in ("eK1", "eK2"):
        seat(m, name, "K.h")
    load(m, "S1", "k")
    does(m, "P1 LOAD K< L1", "P1 STORE K S1")
    got = cubes(m, "L1")
    does(m, f"P1 XFER L1 {got} S1")
    assert (cubes(m, "L1"), cubes(m, "S1")) == ("", got)
    settle(m)
