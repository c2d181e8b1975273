"""Options that settle what the printed rules leave open: the best round, engineers, stickers, the end (RP-AMB)."""

from __future__ import annotations

import pytest

from goldenspike.games.rail_pass.game import RAIL_PASS

from .sample_settings import SMALL
from .scenario import cubes, does, driver, give, gone, load, may, no, put, seat, settle, sound, stored, table, where


# ---------------------------------------------------------------- engineers change cities
def test_RP_AMB_04_an_engineer_boards_a_train_in_another_city_of_the_player() -> None:
    m = table(eng_cross_city=True)
    seat(m, "eR1", "R.h")
    assert may(m, "P1 ENG eK3 K.h L2")
    assert "ENG eK3 K.h L2" in m.legal("P1")
    does(m, "P1 ENG eK3 K.h L2")
    assert driver(m, "L2") == "eK3"
    assert no(m, "P1 ENG eK1 L1 S2") == "RP-ENG-02"
    seat(m, "eB1", "B.h")
    assert no(m, "P1 ENG eK1 L1 L3") == "RP-AMB-04", "B is a city of P2"
    assert no(m, "P1 ENG eK1 L1 R.h") == "RP-AMB-04", "a hotel takes those who are in its city"
    assert no(m, "P2 ENG eK1 L1 L3") == "RP-ENG-13"


def test_RP_AMB_04_usually_engineers_travel_by_train() -> None:
    m = table()
    seat(m, "eR1", "R.h")
    assert no(m, "P1 ENG eK3 K.h L2") == "RP-ENG-03"
    assert "ENG eK3 K.h L2" not in m.legal("P1")


def test_RP_AMB_04_both_trains_are_locked_while_an_engineer_walks() -> None:
    m = table(eng_cross_city=True)
    seat(m, "eR1", "R.h")
    give(m, "P1 ENG eK1 L1 L2")
    assert no(m, "P1 LOAD K< L1") == "RP-DIG-03"
    assert no(m, "P1 LOAD R< L2") == "RP-DIG-03"
    settle(m)
    assert (driver(m, "L1"), driver(m, "L2")) == (None, "eK1")


# ---------------------------------------------------------------- stickers in order
def stickers(m: object) -> dict[str, str]:
    trains = m.view()["trains"]  # type: ignore[attr-defined]
    return {name: train["stickers"] for name, train in trains.items()}


@pytest.mark.parametrize("seed", range(3))
def test_RP_AMB_10_fixed_stickers_go_to_the_cities_in_order(seed: int) -> None:
    m = table(expert=True, sticker_deal="fixed", seed=seed)
    told = stickers(m)
    assert [told[f"S{k + 1}"] for k in range(6)] == list("RBGYWK")
    assert [told[f"L{k + 1}"] for k in range(6)] == ["RB", "BG", "GY", "YW", "WK", "KR"]
    assert m.s.yard == table(expert=True, seed=seed).s.yard, "the yards do not depend on it"


def test_RP_AMB_10_the_order_follows_the_colors_wherever_they_lie() -> None:
    for seed in range(4):
        m = table(expert=True, sticker_deal="fixed", colours="random", seed=seed)
        told, order = stickers(m), "KRBGYW"
        for k, city in enumerate(m.view()["cities"].values()):
            rank = order.index(city["colour"])
            assert told[f"S{k + 1}"] == order[(rank + 1) % 6]
            assert told[f"L{k + 1}"] == order[(rank + 1) % 6] + order[(rank + 2) % 6]
    small = stickers(table(SMALL, expert=True, sticker_deal="fixed"))
    assert small == {"L1": "RY", "L2": "KR", "L3": "YK", "S1": "R", "S2": "K", "S3": "Y"}


# ---------------------------------------------------------------- what runs when time is up
def test_RP_AMB_12_what_has_begun_is_finished_with_the_lenient_end() -> None:
    m = table(seconds=60, end_policy="finish_started")
    load(m, "L1", "k")
    put(m, "L2", "P1 lh R")
    give(m, "P1 STORE K L1", 59_900)
    give(m, "P2 LOAD B< L3")
    give(m, "P1 PARK L2 R.l")
    m.advance(60_000)
    assert m.over
    assert (stored(m, "K"), len(cubes(m, "L3")), where(m, "L2")) == (1, 1, "R.l")
    assert no(m, "P2 LOAD B< L3") == "RP-TIME-04", "nothing new begins"
    sound(m)


def test_RP_AMB_12_presses_end_cleanly_and_engineers_may_still_quit() -> None:
    m = table("RP-L3", seconds=60, dexterity="timed", end_policy="finish_started")
    load(m, "S1", "rb")
    put(m, "S1", "P2 lh B")
    put(m, "S3", "P2 rh B")
    give(m, "P2 PARK S1 B.s", 59_990)
    m.advance(60_000)
    assert where(m, "S1") == "B.s"
    assert gone(m) == {"dropped": 0, "quit": 1, "wrecks": 0}, "eK2 is two links away from home"
    assert "! 01:00.000 QUIT eK2 at B" in m.journal
    sound(m)


# ---------------------------------------------------------------- older matches and records
NEW = ("rounds_total", "sticker_deal", "eng_cross_city", "end_policy")


def test_a_match_without_the_later_options_is_played_as_it_was() -> None:
    m = table("RP-L4", seconds=10)
    give(m, "P1 LOAD K< L1", 9_800)
    m.advance(10_000)
    data = m.data()
    for name in NEW:
        del data["header"]["options"][name]
    again = RAIL_PASS.match.from_data(RAIL_PASS, data)
    assert again.hash == m.hash
    assert {name: again.setting.options[name] for name in NEW} == dict(
        zip(NEW, ("separate", "random", False, "void"), strict=True)
    )


def test_RP_TIME_06_best_scores_of_older_versions_are_still_found() -> None:
    usual = table().setting.best_score_key  # type: ignore[attr-defined]
    assert not any(name in usual for name in NEW)
    assert "rounds=" not in usual
    assert "end_policy=finish_started" in table(end_policy="finish_started").setting.best_score_key  # type: ignore[attr-defined]
    summed = [table(rounds=n, rounds_total="sum").setting.best_score_key for n in (2, 3)]  # type: ignore[attr-defined]
    assert len({usual, *summed}) == 3, "sums of two and of three rounds are not compared"
