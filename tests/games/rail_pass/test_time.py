"""Time and rounds (RP-TIME)."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.games.rail_pass.best_scores import BestScores
from goldenspike.games.rail_pass.rules.state import BETWEEN, OVER, RUNNING

from .scenario import cubes, does, empty_yard, give, load, no, sound, spots, stored, table


def test_RP_TIME_01_everybody_acts_at_the_same_moment() -> None:
    m = table("RP-L7")
    for k, letter in enumerate("KRBGYW"):
        give(m, f"P{k + 1} LOAD {letter}< L{k + 1}", 1000)
    give(m, "P1 LOAD K> S1", 1000)
    m.advance(1700)
    assert [len(cubes(m, f"L{k + 1}")) for k in range(6)] == [1] * 6
    assert m.actors == (0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("layout", "seconds"), [("RP-L1", 600), ("RP-L4", 540), ("RP-L5", 480), ("RP-L6", 420), ("RP-L7", 360)]
)
def test_RP_TIME_02_ten_minutes_and_one_less_for_each_further_player(layout: str, seconds: int) -> None:
    assert table(layout).s.ends_at == 1000 * seconds


def test_RP_TIME_02_shorter_is_allowed_and_longer_is_relaxed() -> None:
    shorter, suggested, longer = table("RP-L5", seconds=360), table("RP-L5"), table("RP-L5", seconds=510)
    assert shorter.s.ends_at == 360_000
    assert longer.s.ends_at == 510_000
    assert [m.setting.relaxed for m in (shorter, suggested, longer)] == [False, False, True]  # type: ignore[attr-defined]
    assert "relaxed" in longer.setting.best_score_key  # type: ignore[attr-defined]
    assert any("relaxed" in note for note in longer.setting.result(longer.s).notes)


@pytest.mark.parametrize(("layout", "seconds"), [("RP-L4", 300), ("RP-L7", 165), ("RP-L1", 600)])
def test_RP_TIME_02_express_is_the_challenge_of_the_layout(layout: str, seconds: int) -> None:
    m = table(layout, seconds="express")
    assert m.s.ends_at == 1000 * seconds
    assert f"seconds={seconds} " in m.setting.best_score_key + " "  # type: ignore[attr-defined]


@pytest.mark.parametrize("seconds", [601, 660, -1, 4, "11 minutes", True, 2.5])
def test_RP_TIME_03_no_round_is_longer_than_ten_minutes(seconds: object) -> None:
    with pytest.raises(BadOption):
        table("RP-L1", seconds=seconds)


def test_RP_TIME_04_when_time_runs_out_the_round_ends_at_once() -> None:
    m = table(seconds=60)
    give(m, "P1 LOAD K< L1", 59_999)
    m.advance(60_000)
    assert m.over
    assert m.journal[-1] == "! 01:00.000 END"
    assert m.legal("P1") == []
    assert m.actors == ()
    assert no(m, "P1 PICK L1 lh") == "RP-TIME-04"
    before = m.hash
    m.advance(60_001)
    assert no(m, "P1 LOAD K< L1") == "RP-TIME-04"
    assert m.hash == before


@pytest.mark.parametrize(("begun", "home"), [(59_500, 1), (59_900, 0)])
def test_RP_TIME_04_and_RP_AMB_12_only_what_completes_by_the_limit_counts(begun: int, home: int) -> None:
    m = table(seconds=60)
    load(m, "L1", "k")
    give(m, "P1 STORE K L1", begun)
    m.advance(60_000)
    assert stored(m, "K") == home


def test_RP_TIME_05_the_result_tells_what_is_left_in_the_yards() -> None:
    m = table(seconds=60)
    result = m.setting.result(m.s)
    assert "left in the yards: K20 R20 B20 G20 Y20 W20" in result.notes
    assert not any("RP-TIME-05" in note for note in result.notes)
    empty_yard(m, "G")
    notes = m.setting.result(sound(m).s).notes
    assert "left in the yards: K20 R20 B20 G0 Y20 W20" in notes
    assert any("shorten the time" in note for note in notes)


def test_RP_TIME_06_the_best_score_is_kept_for_each_setup(tmp_path: Path) -> None:
    records = BestScores(tmp_path / "best.json")
    one = table("RP-L4").setting.best_score_key  # type: ignore[attr-defined]
    others = [
        table("RP-L3").setting.best_score_key,  # type: ignore[attr-defined]
        table("RP-L4", seconds=300).setting.best_score_key,  # type: ignore[attr-defined]
        table("RP-L4", expert=True).setting.best_score_key,  # type: ignore[attr-defined]
        table("RP-L4", dexterity="timed").setting.best_score_key,  # type: ignore[attr-defined]
    ]
    assert len({one, *others}) == 5
    assert records.add(one, 90)
    assert not records.add(one, 90)
    assert not records.add(one, 12)
    assert records.add(one, 106)
    assert records.add(others[0], -7)
    again = BestScores(tmp_path / "best.json")
    assert again.best == {one: 106, others[0]: -7}
    (tmp_path / "bad.json").write_text("[1]")
    with pytest.raises(BadFile):
        BestScores(tmp_path / "bad.json")


def test_RP_TIME_07_each_round_is_set_up_afresh_and_scored_by_itself() -> None:
    m = table("RP-L4", rounds=2, seconds=60)
    first = [spots(m, c) for c in "KRBGYW"]
    does(m, "P1 LOAD K< L1", "P1 PICK L1 lh")
    empty_yard(m, "B", 10)
    assert no(m, "P1 READY") == "RP-TIME-07"
    m.advance(61_500)
    assert m.s.phase == BETWEEN
    assert m.now == 61_500, "the table's clock goes on between rounds"
    assert not m.over
    assert no(m, "P1 LOAD K< S1") == "RP-TIME-04"
    give(m, "P1 READY", 75_000)
    assert no(m, "P1 READY") == "RP-TIME-07"
    m.advance(76_000)
    give(m, "P3 READY")
    assert m.s.phase == BETWEEN
    give(m, "P2 READY", 77_000)
    assert m.s.phase == RUNNING
    assert (m.s.now, m.s.began_at, m.s.ends_at) == (77_000, 77_000, 137_000)
    assert all("." not in spots(m, c) for c in "KRBGYW")
    assert [spots(m, c) for c in "KRBGYW"] != first
    assert sum(m.s.storage) == sum(m.s.load) == 0
    assert m.view()["time"]["left_ms"] == 60_000
    m.s.storage[0] = 0
    m.advance(200_000)
    assert m.s.phase == OVER
    assert m.result is not None
    assert any(note.startswith("rounds: ") and note.count("lost") == 2 for note in m.result.notes)
