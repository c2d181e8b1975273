"""Matches with a clock: what is refused, malformed or late changes nothing; what is kept comes back."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldenspike.engine.errors import BadFile, BadNotation, BadOption, GoldenSpikeError, IllegalAction
from goldenspike.engine.match import Match, read_json
from goldenspike.engine.timed_match import TimedMatch, WallClock, clock_words
from goldenspike.games.rail_pass.game import RAIL_PASS

from .scenario import does, give, load, no, put, table, where
from .test_digital import random_match

MALFORMED = [
    "", " ", "LOAD", "LOAD K<", "LOAD Q< L1", "LOAD K L1", "LOAD K< L7", "LOAD K< L1 L1", "STORE", "STORE K", "PICK L1",
    "PICK L1 xh", "PICK L1 lh hold=", "PICK L1 lh hold=-5", "PARK L1 K", "TOOT L1 K", "TOOT L1 K>K>K", "GO L1 K-R",
    "ENG K1 L1 K.h", "ENG eK4 L1 K.h", "ENG eK1 L1", "XFER L1 r", "XCHG L1 r S1", "BACK", "NO L1 L2", "FLY L1",
    "ARROW K r", "NOSE L1", "WAIT 5", "READY NOW", "hold", "RELEASE", "\u0661", "LOAD K\u2264 L1", "x" * 5000,
]  # fmt: skip
WORDS = ["LOAD", "PICK", "TAKE", "ENG", "L1", "S2", "K<", "K.l", "lh", "eK1", "R>B", "k", "hold=5"]


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_commands_change_nothing(text: str) -> None:
    m = table()
    before, log = m.hash, list(m.log)
    with pytest.raises(BadNotation) as caught:
        m.play("P1", text)
    assert "\n" not in str(caught.value)
    assert (m.hash, m.log) == (before, log)


@pytest.mark.parametrize("seat", ["P4", "p9", "", 3, -1, True, None, 1.0])
def test_unknown_seats_change_nothing(seat: object) -> None:
    m = table()
    before = m.hash
    with pytest.raises(BadOption):
        m.play(seat, "LOAD K< L1")  # type: ignore[arg-type]
    assert m.hash == before


@pytest.mark.parametrize("text", [None, 5, b"LOAD K< L1", ["LOAD"]])
def test_a_command_is_text(text: object) -> None:
    m = table()
    with pytest.raises(BadNotation):
        m.play("P1", text)  # type: ignore[arg-type]


@pytest.mark.parametrize("end", "<>")
def test_a_line_of_the_log_goes_with_the_colour_that_was_loaded(end: str) -> None:
    m = table()
    m.marks = []
    row = m.s.yard[0]
    cube = m.setting.notation.city(m.s, row[m.s.head[0] if end == "<" else m.s.tail[0] - 1])
    does(m, f"P1 LOAD K{end} L1", "P1 PICK L1 lh")
    assert [mark.effects for mark in m.marks] == [{"cube": cube}, {}]
    assert m.log[0].endswith(f"P1 LOAD K{end} L1"), "the notation stays as it was"


def test_late_commands_change_nothing() -> None:
    m = table(seconds=10)
    m.advance(5000)
    before = m.hash
    with pytest.raises(BadOption):
        m.play("P1", "LOAD K< L1", 4999)
    assert m.hash == before
    m.advance(10_000)
    end = m.hash
    with pytest.raises(IllegalAction) as caught:
        m.play("P1", "LOAD K< L1", 10_001)
    assert caught.value.clause == "RP-TIME-04"
    assert m.hash == end


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.text(max_size=30) | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join))
def test_any_text_is_a_command_or_one_clear_error(text: str) -> None:
    m = table()
    put(m, "L2", "P1 lh R")
    before, told = m.hash, ""
    try:
        m.play("P1", text)
    except GoldenSpikeError as error:
        told = str(error)
    assert (told == "") == (m.hash != before)
    assert "\n" not in told


def test_a_refused_command_leaves_what_time_itself_did() -> None:
    one, two = table(), table()
    for m in (one, two):
        give(m, "P1 LOAD K< L1", 0)
    one.advance(800)
    with pytest.raises(IllegalAction):
        two.play("P2", "PICK L1 lh", 800)
    assert one.hash == two.hash


def test_time_cannot_be_taken_back() -> None:
    m = table()
    give(m, "P1 LOAD K< L1")
    with pytest.raises(BadNotation):
        m.undo()


def test_a_copy_goes_its_own_way() -> None:
    m = table()
    give(m, "P1 LOAD K< L1")
    other = m.copy()
    does(other, "P2 LOAD B< L3")
    assert other.hash != m.hash
    assert len(m.log) == len(m.journal) == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_saved_match_comes_back(seed: int, tmp_path: Path) -> None:
    layout = ("RP-L1", "RP-L4", "RP-L5", "RP-L7", "RP-L9", "RP-L2x")[seed]
    m = random_match(layout, seed, seconds=30, dexterity=("timed", "off")[seed % 2], rounds=1)
    m.save(tmp_path / "match.json")
    data = read_json(tmp_path / "match.json")
    again = TimedMatch.from_data(RAIL_PASS, data)
    assert again.hash == m.hash
    assert again.log == m.log
    assert [x for x in again.journal if x[0] != "x"] == [x for x in m.journal if x[0] != "x"]
    assert again.result == m.result
    middle = copy.deepcopy(data)
    middle["log"] = middle["log"][: len(middle["log"]) // 2]
    with pytest.raises(BadFile, match="ends in state"):
        TimedMatch.from_data(RAIL_PASS, middle)


@pytest.mark.parametrize(
    "line", ["nonsense", "00:00.000 P9 LOAD K< L1", "00:00.000 P1 PICK L9 lh", 7, None, "00:99.000 TIME"]
)
def test_a_damaged_log_is_refused(line: object) -> None:
    data = table().data()
    data["log"].insert(0, line)
    with pytest.raises(BadFile):
        TimedMatch.from_data(RAIL_PASS, data)


def test_a_log_line_that_the_rules_refuse_is_named() -> None:
    m = table()
    give(m, "P1 LOAD K< L1", 500)
    data = m.data()
    data["log"].insert(1, "00:00.600 P1 PICK L1 rh")
    with pytest.raises(BadFile, match=r"line 2 .*RP-DIG-03"):
        TimedMatch.from_data(RAIL_PASS, data)


def test_two_rounds_are_saved_too() -> None:
    m = table(rounds=2, seconds=20)
    does(m, "P1 LOAD K< L1")
    m.advance(30_000)
    for who in ("P1", "P2", "P3"):
        give(m, f"{who} READY")
    does(m, "P2 LOAD B< L3")
    again = TimedMatch.from_data(RAIL_PASS, m.data())
    assert again.hash == m.hash
    assert again.s.round_no == 1


def test_the_plain_match_plays_in_waits() -> None:
    m = Match.new(RAIL_PASS, seats=3, seed=1, board="RP-L4", options={"clock": "ticks", "dexterity": "off"})
    m.play("P1", m.legal("P1")[1])
    for who in ("P1", "P2", "P3"):
        m.play(who, "WAIT")
    assert m.s.now == 500
    m.undo()
    assert m.s.now == 0
    assert Match.from_data(RAIL_PASS, m.data()).hash == m.hash


def test_commands_by_number_are_logged_in_words() -> None:
    m = table()
    assert m.act(0, 2, at_ms=250) == "00:00.250 P1 LOAD K< L1"
    with pytest.raises(IllegalAction):
        m.act(0, 2)
    with pytest.raises(IllegalAction):
        m.act(0, 99_999)
    assert m.journal[-1] == "x 00:00.250 P1 99999 : RP-DIG-02"


def test_planned_releases_come_at_their_moments() -> None:
    m = table(dexterity="timed")
    load(m, "L1", "rb")
    give(m, "P1 PICK L1 lh hold=650", 1000)
    give(m, "P1 PICK S1 rh hold=2000", 1000)
    assert m.next_event == 1650
    m.advance(3000)
    assert m.log[-2:] == ["00:01.650 P1 RELEASE L1", "00:03.000 P1 RELEASE S1"]
    give(m, "P1 PARK S1 K.s hold=5000")
    give(m, "P1 CANCEL S1")
    m.advance(9000)
    assert m.journal[-1].endswith("P1 RELEASE S1 : RP-DIG-27"), "a plan that came to nothing is refused"
    assert where(m, "S1") == "P1 rh K"


def test_a_wall_clock_counts_from_its_start() -> None:
    clock = WallClock()
    assert 0 <= clock.now_ms() < 60_000
    assert clock_words(61_007) == "01:01.007"


def test_the_picture_and_the_text_show_the_position() -> None:
    m = table("RP-L7")
    put(m, "L1", "P1 lh K")
    does(m, "P1 TOOT L1 K>R")
    assert "toot>R" in repr(m)
    assert "<svg" in m._repr_svg_()


def test_refusals_have_a_sentence_and_a_known_clause() -> None:
    from goldenspike.engine.errors import sentences
    from goldenspike.games.rail_pass.rules.state import REASONS as COUNT
    from goldenspike.games.rail_pass.text.refusals import REASONS

    assert sorted(REASONS) == list(range(1, COUNT))
    assert len({code for code, _ in REASONS.values()}) == len(REASONS)
    known = sentences("goldenspike.games.rail_pass")
    for _, clause in REASONS.values():
        assert clause in known


def test_everything_that_is_refused_names_its_clause() -> None:
    m = table()
    assert no(m, "P2 LOAD K< L1").startswith("RP-")
