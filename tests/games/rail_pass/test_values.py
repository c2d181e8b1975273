"""The numbers of the rulebook as data: set by the table or the layout, read by the rules, told wherever it matters."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.engine.errors import BadOption
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.engine.transcript import transcript
from goldenspike.games.rail_pass.board.load import BadLayout
from goldenspike.games.rail_pass.board.load import load as load_layout
from goldenspike.games.rail_pass.bot.partners import LEVELS, TeamCrew
from goldenspike.games.rail_pass.bot.run_round import play_round
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.rules.state import ACTIONS, BoardArrays, State, Values
from goldenspike.games.rail_pass.values import VALUES

from . import sample_settings
from .sample_settings import SMALL
from .scenario import cubes, does, give, gone, load, no, put, seat, stored, table, where

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")


# ---------------------------------------------------------------- what there is
def test_every_value_has_a_field_a_clause_and_a_meaning() -> None:
    assert set(Values.fields) == {value.name for value in VALUES}
    for value in VALUES:
        assert value.clause in RAIL_PASS.clauses()
        assert value.about.endswith(".")
        row = value.standard if isinstance(value.standard, tuple) else (value.standard,)
        assert all(value.least <= number <= value.most for number in row)


def test_the_standard_is_the_rulebook() -> None:
    b = table().setting.b
    assert (b.values.win, b.values.long_cars, b.values.short_cars, b.values.hotel_beds) == (100, 5, 3, 3)
    assert (b.values.drop_cost, b.values.engineer_cost, b.values.wreck_cost) == (1, 2, 5)
    assert b.values.time_s == [600, 540, 480, 420, 360]
    assert table().setting.other_values == {}


# ---------------------------------------------------------------- what they do
@pytest.mark.parametrize(
    ("name", "line", "usual"),
    [
        ("load_ms", "P1 LOAD K< L1", 700),
        ("store_ms", "P1 STORE K L1", 500),
        ("xfer_ms", "P1 XFER L1 r S1", 700),
        ("xchg_ms", "P1 XCHG L1 r S1 b", 1000),
        ("eng_ms", "P1 ENG eK1 L1 K.h", 1000),
        ("pick_ms", "P1 PICK S2 lh", 500),
        ("park_ms", "P2 PARK L3 B.l", 600),
        ("go_ms", "P2 GO L3 B>W", 1200),
        ("take_tunnel_ms", "P1 TAKE L3 lh", 2400),
    ],
)
def test_RP_DIG_07_a_command_takes_as_long_as_the_table_says(name: str, line: str, usual: int) -> None:
    for ms in (usual, 60_000, 1):
        m = table(**{f"values.{name}": ms})
        load(m, "L1", "kr")
        load(m, "S1", "b")
        put(m, "L3", "P2 rh B")
        if "TAKE" in line:
            does(m, "P2 TOOT L3 B>R", "P2 PUSH L3")
        give(m, line)
        assert min(due for due, job in zip(m.s.job_due, m.s.job, strict=True) if job) == m.now + ms


def test_RP_DIG_14_16_32_cubes_trust_and_patience() -> None:
    m = table(dexterity="timed", **{"values.cube_ms": 1000, "values.trust_ms": 0, "values.again_ms": 5000})
    load(m, "S1", "bg")
    give(m, "P1 PICK S1 lh hold=2500")
    m.advance(2499)
    assert where(m, "S1") == "K.s"
    m.advance(2500)
    assert where(m, "S1") == "P1 lh K"
    put(m, "L2", "P1 rh R")
    does(m, "P1 TOOT L2 R>B", "P1 BACK L2")
    m.advance(m.now + 4999)
    assert no(m, "P1 TOOT L2 R>B") == "RP-DIG-32"
    give(m, "P1 TOOT L2 R>B", m.now + 1)


def test_RP_LOAD_04_trains_of_another_size() -> None:
    m = table(**{"values.long_cars": 3, "values.short_cars": 4})
    does(m, *["P1 LOAD K< S1"] * 4, *["P1 LOAD K< L1"] * 3)
    assert no(m, "P1 LOAD K< S1") == no(m, "P1 LOAD K< L1") == "RP-LOAD-04"
    assert (len(cubes(m, "S1")), len(cubes(m, "L1"))) == (4, 3)
    seen = m.view()["trains"]
    assert (seen["S1"]["cars"], seen["L1"]["cars"]) == (4, 3)
    assert m.setting.svg(m.s).count('class="rp-well"') == 6 * 7 - 7
    assert "cars" not in table().view()["trains"]["L1"]


def test_RP_EXPERT_03_reserved_cars_of_a_smaller_train() -> None:
    m = table(expert=True, sticker_deal="fixed", **{"values.long_cars": 3, "values.short_cars": 2})
    load(m, "L1", "g")
    load(m, "S1", "g")
    load(m, "L2", "y")
    assert no(m, "P1 XFER S1 g L1") == "RP-EXPERT-03", "red and blue have their cars, one is free"
    load(m, "L1", "r")
    load(m, "L1", "b")
    assert no(m, "P1 XFER S1 g L1") == "RP-LOAD-04"


def test_RP_ENG_05_a_larger_hotel() -> None:
    m = table(**{"values.hotel_beds": 4})
    seat(m, "eR3", "K.h")
    seat(m, "eB3", "K.h")
    does(m, "P1 ENG eK1 L1 K.h")
    assert no(m, "P1 ENG eK2 S1 K.h") == "RP-ENG-05"


def test_RP_SCORE_05_07_costs_and_the_line_of_victory() -> None:
    costs = {"values.drop_cost": 3, "values.engineer_cost": 4, "values.wreck_cost": 10, "values.win": 60}
    m = table(seconds=10, **costs)
    for city, count in enumerate((9, 10, 12, 11, 14, 10)):
        m.s.storage[city] = count
    m.s.dropped[3], m.s.engineer[4], m.s.place[5] = 2, 18, 24
    result = m.setting.result(m.s)
    assert [item.points for item in result.sheet[0]] == [90, -6, -4, -10, 0]
    assert result.points == (70, 70, 70)
    assert result.winners == (0, 1, 2)
    assert "drop-6 quit-4 wreck-10 wrong-0 =70 WIN" in result.notes[0]
    assert m.view()["score"]["win"] == 60


def test_RP_TIME_02_the_suggested_time() -> None:
    m = table(**{"values.time_s": "300,200,100,90,80"})
    assert m.s.ends_at == 200_000
    assert not m.setting.relaxed  # type: ignore[attr-defined]
    assert table(seconds=201, values={"time_s": [300, 200, 100, 90, 80]}).setting.relaxed  # type: ignore[attr-defined]


def test_RP_DIG_20_a_tick_of_another_length() -> None:
    m = table(clock="ticks", seconds=10, **{"values.tick_ms": 250})
    give(m, "P1 LOAD K< L1")
    m.tick()
    m.tick()
    assert cubes(m, "L1") == ""
    m.tick()
    assert m.now == 750
    assert len(cubes(m, "L1")) == 1
    with pytest.raises(BadOption, match="a round of 10 s is no whole number of ticks of 300 ms"):
        table(clock="ticks", seconds=10, **{"values.tick_ms": 300})


def test_RP_DIG_30_an_absent_player_is_replaced_sooner() -> None:
    for seconds, soon in ((15, False), (2, True)):
        m = table("RP-L4", **{"values.absence_s": seconds})
        crew = TeamCrew(m, {1: LEVELS["engineer"], 2: LEVELS["engineer"]})
        crew.leave(0)
        crew.run(3_000)
        assert (crew.standing_in == (0,)) == soon


# ---------------------------------------------------------------- everybody is told
def test_a_match_with_other_values_says_so_everywhere() -> None:
    m = table(seconds=10, **{"values.win": 80, "values.time_s": "300,200,100,90,80"})
    told = "win=80, time_s=300,200,100,90,80"
    assert set(told.split(", ")) == {"win=80", "time_s=300,200,100,90,80"}
    for text in (m.setting.text(m.s), m.setting.svg(m.s), transcript(m), "\n".join(m.setting.result(m.s).notes)):
        assert "win=80" in text
        assert "time_s=300,200,100,90,80" in text
    assert "80 wins" in m.setting.text(m.s)
    assert m.view()["values"] == {"win": 80, "time_s": (300, 200, 100, 90, 80)}
    usual = table(seconds=10)
    for text in (usual.setting.text(usual.s), usual.setting.svg(usual.s), transcript(usual)):
        assert "alues" not in text.replace("[Options", "")
    assert usual.view()["values"] == {}


def test_best_scores_are_kept_apart() -> None:
    records = {table(**given).setting.best_score_key for given in ({}, {"values.win": 80}, {"values.win": 90})}  # type: ignore[attr-defined]
    assert len(records) == 3
    assert table(values={"win": 100}).setting.other_values == {}


def test_saving_and_loading_keep_the_values(tmp_path: Any) -> None:
    m = table(seconds=20, **{"values.load_ms": 300, "values.short_cars": 4})
    does(m, *["P1 LOAD K< S1"] * 4)
    assert m.header["options"]["values.load_ms"] == 300
    m.save(tmp_path / "m.json")
    again = gs.load(tmp_path / "m.json")
    assert isinstance(again, TimedMatch)
    assert again.hash == m.hash
    assert again.setting.other_values == {"load_ms": 300, "short_cars": 4}
    other = gs.from_position("rail-pass", m.position())
    assert other.hash == m.hash
    assert other.setting.other_values == again.setting.other_values


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"values.win": 0}, "values.win is a whole number from 1 to 1200; not 0"),
        ({"values.long_cars": 6}, "values.long_cars is a whole number from 2 to 5; not 6"),
        ({"values.time_s": "300,200"}, "values.time_s is a row of 5 whole numbers; not '300,200'"),
        ({"values.wins": 10}, "rail-pass has no value 'wins'; did you mean win?"),
        ({"values.load_ms": "fast"}, "values.load_ms is a whole number from 1 to 60000; not 'fast'"),
        ({"values": [1]}, "values are a mapping of names to numbers; not [1]"),
    ],
)
def test_a_bad_value_is_one_clear_line(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption) as caught:
        table(**given)
    assert str(caught.value) == told


# ---------------------------------------------------------------- a layout's own values
def layout(**values: object) -> dict[str, Any]:
    return {**SMALL, "values": values}


def test_a_layout_brings_its_own_values_and_the_table_may_set_others() -> None:
    own = layout(win=50, short_cars=2, time_s=[120, 110, 100, 90, 80])
    m = table(own)
    assert (m.setting.b.values.win, m.setting.b.values.short_cars, m.s.ends_at) == (50, 2, 120_000)
    assert m.setting.other_values == {"win": 50, "short_cars": 2, "time_s": (120, 110, 100, 90, 80)}
    assert table(own, **{"values.win": 70}).setting.b.values.win == 70
    page = RAIL_PASS.page_board(m.setting.board)
    assert (page["win"], page["times"]["load"], page["seating"][0]["time_s"]) == (50, 700, 120)


def test_the_hash_of_a_layout_tells_its_values() -> None:
    hashes = {load_layout(data).hash for data in (SMALL, layout(win=50), layout(win=51), layout(load_ms=50))}
    assert len(hashes) == 4
    assert load_layout(layout()).hash == load_layout(SMALL).hash


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"win": 0}, "values: values.win is a whole number from 1 to 1200; not 0"),
        ({"wins": 5}, "values: rail-pass has no value 'wins'; did you mean win?"),
        ({"win": "5"}, "values.win"),
        ([1], "values"),
    ],
)
def test_wrong_values_of_a_layout_are_named(values: Any, told: str) -> None:
    with pytest.raises(BadLayout) as caught:
        load_layout({**SMALL, "values": values})
    assert any(told in problem for problem in caught.value.problems)


def test_an_express_time_is_shorter_than_what_the_layout_suggests() -> None:
    data = layout(time_s=[120, 110, 100, 90, 80])
    data["seating"] = [{**SMALL["seating"][0], "express_s": 150}]  # type: ignore[index]
    with pytest.raises(BadLayout, match="the limit for 2 players is 120 s"):
        load_layout(data)


# ---------------------------------------------------------------- compiled as interpreted
@pytest.mark.parametrize("value", sample_settings.LIMITED, ids=lambda value: str(value.name))
def test_interpreted_and_compiled_agree_at_the_limits(value: Any) -> None:
    fast = RAIL_PASS.compiled()
    states, out, buffer = State.array(1), np.zeros(ACTIONS, np.int64), [0] * ACTIONS
    dice = random.Random(value.name)
    for limit in (value.least, value.most):
        chosen = {f"values.{value.name}": limit, "seconds": 6, "pace": 50, "clock": "virtual", "expert": limit > 2}
        setting = sample_settings.setting("RP-L4", dexterity=dice.choice(("timed", "off")), **chosen)
        plain, b, s = setting.rules, setting.b, State()
        boards = BoardArrays.array([b])
        plain.start(s, b, setting.seats, 3, 0)
        fast.start_at(states, 0, boards, 0, setting.seats, 3, 0)
        for _ in range(250):
            waiting = plain.actors(s)
            if not waiting:
                break
            who = dice.choice([k for k in range(setting.seats) if waiting >> k & 1])
            count = plain.legal(s, b, who, buffer)
            assert fast.legal_at(states, 0, boards, 0, who, out) == count
            assert out[:count].tolist() == buffer[:count]
            action = buffer[dice.randrange(count)]
            plain.apply(s, b, who, action)
            fast.apply_at(states, 0, boards, 0, who, action)
            assert states[0].tobytes() == s.to_bytes()
            assert plain.broken_invariant(s, b) == 0


def test_the_team_plays_with_other_values() -> None:
    usual = play_round("RP-L7", 3)
    slow = play_round("RP-L7", 3, **{"values.load_ms": 4000, "values.go_ms": 4000, "values.take_open_ms": 6000})
    small = play_round("RP-L7", 3, **{"values.long_cars": 2, "values.short_cars": 1, "values.win": 1200})
    assert usual.to_all is not None
    assert slow.to_all is None or slow.to_all > usual.to_all
    assert small.to_all is None or small.to_all > usual.to_all
    assert not small.won
    assert small.gone == small.dropped == small.wrecks == 0


def test_nothing_is_lost_with_trains_that_hold_little() -> None:
    m = table("RP-L4", seconds=60, **{"values.short_cars": 1, "values.long_cars": 2})
    crew = TeamCrew(m, dict.fromkeys(range(3), LEVELS["superintendent"]))
    crew.run(60_000)
    assert m.over
    assert gone(m) == {"dropped": 0, "quit": 0, "wrecks": 0}
    assert sum(stored(m, letter) for letter in "KRBGYW") > 10
