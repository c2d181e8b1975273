"""The table as software: commands, locks, reservations (RP-DIG-01 to -13, -27 to -29, -32)."""

from __future__ import annotations

import pytest

from goldenspike.engine.errors import BadOption
from goldenspike.engine.timed_match import TimedMatch, WallClock
from goldenspike.games.rail_pass.rules.information import zombie
from goldenspike.games.rail_pass.text.notation import TRAIN_NAMES

from .scenario import (
    cubes,
    does,
    driver,
    empty_yard,
    give,
    gone,
    load,
    locks,
    may,
    no,
    put,
    random_match,
    seat,
    settle,
    sound,
    spots,
    stored,
    table,
    train,
    where,
    yard,
)


class Hand:
    """A monotonic clock that a test moves by hand."""

    def __init__(self) -> None:
        self.ns = 77

    def __call__(self) -> int:
        return self.ns


def test_RP_DIG_01_only_the_tables_clock_counts() -> None:
    hand = Hand()
    clock = WallClock(hand)
    m = table(clock="real")
    hand.ns += 1_500_999_999
    assert clock.now_ms() == 1500
    give(m, "P1 LOAD K< L1", clock.now_ms())
    assert m.log[-1].startswith("00:01.500 ")
    before = m.hash
    with pytest.raises(BadOption, match="is over"):
        m.play("P2", "LOAD B< L3", 1499)
    for bad in (-1, 1.5, "1600", True, 1 << 40):
        with pytest.raises(BadOption):
            m.play("P2", "LOAD B< L3", bad)  # type: ignore[arg-type]
    assert m.hash == before
    m.clock = clock
    assert no(m, "P1 WAIT") == "RP-DIG-01", "players do not move a wall clock"
    assert "WAIT" not in m.legal("P1")
    hand.ns += 250_000_000
    assert give(m, "P2 LOAD B< L3").startswith("00:01.750 ")


def test_RP_DIG_02_commands_are_answered_one_after_another() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    does(m, "P1 TOOT L1 K>R")
    give(m, "P2 TAKE L1 lh", 900)
    assert no(m, "P2 TAKE L1 rh") == "RP-PASS-13", "the first one wins"
    assert no(m, "P3 TAKE L1 lh") == "RP-PASS-13"
    settle(m)
    assert where(m, "L1") == "P2 lh R"
    for number in (-1, 1724, 10**9):
        assert m.setting.refused(m.game.rules.refusal(m.s, m.setting.b, 0, number)).clause == "RP-DIG-02"


def test_RP_DIG_02_completions_at_one_moment_go_by_order_of_acceptance() -> None:
    m = table("RP-L7")
    give(m, "P2 LOAD R< S2", 0)
    give(m, "P1 LOAD K< L1", 0)
    assert m.s.job_order[train("S2")] < m.s.job_order[train("L1")]
    from goldenspike.games.rail_pass.rules.hands import next_due_slot

    assert next_due_slot(m.s) == train("S2")


def test_RP_DIG_03_a_running_command_locks_what_it_uses() -> None:
    m = table()
    give(m, "P1 LOAD K< L1", 1000)
    assert locks(m) == ["L1"]
    assert no(m, "P1 PICK L1 rh") == "RP-DIG-03"
    assert no(m, "P1 ENG eK1 L1 K.h") == "RP-DIG-03"
    assert cubes(m, "L1") == "", "the effect comes at the end"
    m.advance(1699)
    assert no(m, "P1 PICK L1 rh") == "RP-DIG-03"
    m.advance(1700)
    assert len(cubes(m, "L1")) == 1
    give(m, "P1 PICK L1 rh")


def test_RP_DIG_03_trains_of_a_swap_and_engineers_are_locked_too() -> None:
    m = table()
    load(m, "L1", "r")
    give(m, "P1 XFER L1 r S1")
    assert locks(m) == ["L1", "S1"]
    assert no(m, "P1 LOAD K< S1") == "RP-DIG-03"
    settle(m)
    seat(m, "eK2", "quit")
    seat(m, "eK1", "quit")
    give(m, "P1 ENG eK3 K.h S1")
    assert no(m, "P1 ENG eK3 K.h L1") == "RP-DIG-03"
    assert no(m, "P1 LOAD K< S1") == "RP-DIG-03"


def test_RP_DIG_04_what_is_not_complete_at_the_end_is_void() -> None:
    m = table("RP-L7", seconds=60)
    load(m, "S1", "k")
    yard_before = spots(m, "K")
    put(m, "L2", "P2 lh R")
    put(m, "L3", "P3 lh B")
    put(m, "L4", "P4 lh G")
    seat(m, "eY1", "Y.h")
    does(m, "P2 TOOT L2 R>K")
    give(m, "P1 LOAD K< L1", 59_900)
    give(m, "P1 STORE K S1", 59_900)
    give(m, "P3 PARK L3 B.l", 59_900)
    give(m, "P5 ENG eY3 Y.h L5", 59_900)
    give(m, "P6 PICK L6 lh", 59_900)
    m.advance(60_000)
    assert spots(m, "K") == yard_before
    assert m.position()["ends"]["K"] == [0, len(yard_before.rstrip("."))]
    assert stored(m, "K") == 0
    assert cubes(m, "S1") == "k"
    assert where(m, "L3") == "P3 lh B"
    assert where(m, "L6") == "W.l"
    assert driver(m, "L5") is None
    assert m.view()["offers"] == []
    assert locks(sound(m)) == []


def test_RP_DIG_04_a_train_in_passing_counts_as_the_givers() -> None:
    m = table("RP-L7", seconds=60)
    put(m, "L1", "P1 lh K")
    give(m, "P1 TOOT L1 K>R", 58_000)
    give(m, "P2 TAKE L1 lh", 59_000)
    m.advance(60_000)
    assert where(m, "L1") == "P1 lh K"


def test_RP_DIG_05_a_round_is_reproduced_from_its_header_and_log() -> None:
    m = random_match("RP-L5", 3, dexterity="timed", expert=True, seconds=40)
    again = TimedMatch.from_data(m.game, m.data())
    assert again.hash == m.hash
    assert again.setting.result(again.s) == m.setting.result(m.s)


def test_RP_DIG_06_everybody_sees_everything() -> None:
    m = random_match("RP-L4", 2, seconds=20)
    views = [m.setting.view(m.s, viewer) for viewer in (None, 0, 1, 2)]
    for seen in views:
        seen.pop("seat")
    assert views[0] == views[1] == views[2] == views[3]
    assert m.setting.public("00:01.000 P1 LOAD K< L1") == "00:01.000 P1 LOAD K< L1"


def test_RP_DIG_08_two_hands_work_side_by_side() -> None:
    m = table()
    put(m, "L2", "P1 lh R")
    give(m, "P1 LOAD K< L1")
    assert no(m, "P1 LOAD K< S1") == "RP-TRAIN-12", "the other hand holds a train"
    assert no(m, "P1 PICK S1 rh") == "RP-DIG-08"
    give(m, "P1 PARK L2 R.l")
    m.advance(600)
    give(m, "P1 LOAD K> S1")
    m.advance(1300)
    assert (len(cubes(m, "L1")), len(cubes(m, "S1"))) == (1, 1)


def test_RP_DIG_09_an_obstacle_needs_both_to_keep_pressing() -> None:
    for who in ("P1", "P2"):
        m = table("RP-L4")
        put(m, "L2", "P1 lh R")
        give(m, "P1 TOOT L2 R>B")
        assert no(m, "P2 TAKE L2 lh") == "RP-DIG-27"
        give(m, "P1 PUSH L2")
        give(m, "P2 TAKE L2 lh")
        m.advance(1440)  # 60 %
        give(m, f"{who} RELEASE L2")
        assert m.journal[-1] == "! 00:01.440 ABORT L2"
        assert where(m, "L2") == "P1 lh R"
        assert gone(m) == {"dropped": 0, "quit": 0, "wrecks": 0}
        assert m.view()["offers"][0]["push"] == (who == "P2"), "who let go no longer presses"
        assert locks(sound(m)) == []


def test_RP_DIG_09_an_open_link_needs_only_the_taker() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    give(m, "P1 TOOT L1 K>R")
    assert no(m, "P1 PUSH L1") == "RP-DIG-27"
    does(m, "P2 TAKE L1 lh")
    assert m.now == 1200


def test_RP_DIG_10_trains_turn_by_themselves() -> None:
    m = table("RP-L4")
    put(m, "L2", "P1 lh R")
    assert no(m, "P1 NOSE L2 B") == "RP-DIG-10"
    does(m, "P1 TOOT L2 R>B", "P1 PUSH L2", "P2 TAKE L2 lh")
    assert where(m, "L2") == "P2 lh B"


def test_RP_DIG_11_several_cities_but_two_hands_in_all() -> None:
    m = table("RP-L1")
    does(m, "P1 PICK L1 lh", "P1 PICK L3 rh")
    assert no(m, "P1 LOAD R< L2") == "RP-TRAIN-12"
    does(m, "P1 PARK L1 K.l", "P1 LOAD R< L2", "P1 LOAD B< S3")
    assert len(cubes(m, "L2")) == len(cubes(m, "S3")) == 1


def test_RP_DIG_12_an_absent_player_holds_or_parks_but_drops_nothing() -> None:
    m = table("RP-L7")
    put(m, "L1", "P2 lh R")
    assert m.setting.write(m.s, 1, zombie(m.s, m.setting.b, 1)) == "WAIT", "both tracks are full: still held"
    put(m, "L2", "P3 lh B")
    assert m.setting.write(m.s, 1, zombie(m.s, m.setting.b, 1)) == "PARK L1 R.l"
    give(m, "P2 TOOT L1 R>K")
    assert m.setting.write(m.s, 1, zombie(m.s, m.setting.b, 1)) == "BACK L1"
    seat(m, "eW2", "W.h")
    seat(m, "eK1", "quit")
    seat(m, "eW1", "L1")
    does(m, "P2 BACK L1")
    assert m.setting.write(m.s, 1, zombie(m.s, m.setting.b, 1)) == "WAIT", "parking would make the engineer quit"


def test_RP_DIG_12_an_absent_player_lets_go_in_time() -> None:
    m = table("RP-L4", dexterity="timed")
    load(m, "L1", "rb")
    give(m, "P1 PICK L1 lh")
    m.advance(699)
    assert m.setting.write(m.s, 0, zombie(m.s, m.setting.b, 0)) == "WAIT"
    m.advance(700)
    assert m.setting.write(m.s, 0, zombie(m.s, m.setting.b, 0)) == "RELEASE L1"
    m.act(0, zombie(m.s, m.setting.b, 0))
    assert m.setting.write(m.s, 0, zombie(m.s, m.setting.b, 0)) == "PARK L1 K.l hold=800"


def test_RP_DIG_13_the_offer_is_the_train_call() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    assert give(m, "P1 TOOT L1 K>R") == "00:00.000 P1 TOOT L1 K>R"
    assert m.log == ["00:00.000 P1 TOOT L1 K>R"], "no separate horn"


def test_RP_DIG_27_push_and_release() -> None:
    m = table("RP-L4")
    put(m, "L2", "P1 lh R")
    assert no(m, "P1 PUSH L2") == "RP-PASS-13", "nothing is offered"
    give(m, "P1 TOOT L2 R>B")
    assert no(m, "P2 PUSH L2") == "RP-PASS-13"
    assert no(m, "P1 RELEASE L2") == "RP-DIG-27"
    assert no(m, "P2 TAKE L2 lh") == "RP-DIG-27"
    give(m, "P1 PUSH L2")
    assert no(m, "P1 PUSH L2") == "RP-DIG-27"
    m.advance(4000)
    give(m, "P2 TAKE L2 lh")
    m.advance(4000 + 960)  # 40 %
    assert no(m, "P3 RELEASE L2") == "RP-DIG-27"
    give(m, "P1 RELEASE L2")
    assert where(m, "L2") == "P1 lh R"
    assert m.journal[-1].endswith("ABORT L2")


def test_RP_DIG_28_one_command_per_train_and_one_hand_per_cube() -> None:
    m = table()
    yard(m, "K", "rbg", "y")
    give(m, "P1 LOAD K< L1")
    assert no(m, "P1 LOAD K> L1") == "RP-DIG-03"
    give(m, "P1 LOAD K< S1")
    settle(m)
    assert (cubes(m, "L1"), cubes(m, "S1")) == ("r", "b")
    empty_yard(m, "K", 0)
    other = table()
    empty_yard(other, "K", 1)
    give(other, "P1 LOAD K< L1")
    assert no(other, "P1 LOAD K> S1") == "RP-LOAD-02", "the last cube is both ends"
    settle(other)
    assert len(cubes(other, "L1")) == 1


def test_RP_DIG_29_parking_and_seating_reserve_their_place() -> None:
    m = table()
    put(m, "L1", "P1 lh K")
    put(m, "S2", "P1 rh K")
    give(m, "P1 PARK L1 K.l")
    assert no(m, "P1 PARK S2 K.l") == "RP-DIG-29"
    settle(m)
    assert no(m, "P1 PARK S2 K.l") == "RP-TRAIN-01"


def test_RP_DIG_29_a_track_is_free_only_when_the_train_is_up() -> None:
    m = table()
    put(m, "S2", "P1 rh K")
    give(m, "P1 PICK L1 lh")
    assert no(m, "P1 PARK S2 K.l") == "RP-TRAIN-01"
    m.advance(500)
    give(m, "P1 PARK S2 K.l")


def test_RP_DIG_29_hotel_places_and_seats_are_reserved_and_given_back() -> None:
    m = table()
    seat(m, "eR3", "K.h")
    give(m, "P1 ENG eK1 L1 K.h")
    assert no(m, "P1 ENG eK2 S1 K.h") == "RP-ENG-05"
    settle(m)
    seat(m, "eR3", "R.h")
    give(m, "P1 ENG eK3 K.h L1")
    assert no(m, "P1 ENG eK1 K.h L1") == "RP-DIG-03"
    timed = table(dexterity="timed")
    put(timed, "L1", "P1 lh K")
    put(timed, "S1", "P1 rh K")
    give(timed, "P1 PARK L1 K.l")
    give(timed, "P1 CANCEL L1")
    assert may(timed, "P1 PARK S1 K.l"), "what was called off is free again"


def test_RP_DIG_32_the_same_offer_waits_a_second() -> None:
    for word in ("P2 NO L1", "P1 BACK L1"):
        m = table("RP-L7")
        put(m, "L1", "P1 lh K")
        give(m, "P1 TOOT L1 K>R", 1000)
        give(m, word, 2000)
        m.advance(2500)
        assert no(m, "P1 TOOT L1 K>R") == "RP-DIG-32"
        assert may(m, "P1 TOOT L1 K>G"), "another target at once"
        m.advance(2999)
        assert no(m, "P1 TOOT L1 K>R") == "RP-DIG-32"
        give(m, "P1 TOOT L1 K>R", 3000)
    assert len(TRAIN_NAMES) == 12
