"""The command that measures the team, the alarm of RP-DIG-23, and the crew that runs seats at a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldenspike import cli
from goldenspike.bots import RandomBot, bot, bots_for
from goldenspike.engine.errors import BadOption, GoldenSpikeError, IllegalAction
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.bot.measure import BAND_REACT_MS, BAND_SEE_MS, LAYOUTS, Trial, alarms, measure, span
from goldenspike.games.rail_pass.bot.partners import LEVELS, PARTNERS, Partner, TeamCrew
from goldenspike.games.rail_pass.bot.run_round import TeamRound
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.rules.round import apply, refusal
from goldenspike.games.rail_pass.rules.state import ACTIONS, RUNNING, WAIT, State

from .scenario import give, put, table


def match_on(layout: str, seats: int, seed: int = 18, **options: Any) -> TimedMatch:
    chosen = {"clock": "virtual", "dexterity": "off", **options}
    return TimedMatch.new(RAIL_PASS, seats=seats, seed=seed, board=layout, options=chosen)


# ---------------------------------------------------------------- figures
def test_RP_DIG_23_the_reference_team_lands_in_the_band(capsys: pytest.CaptureFixture[str]) -> None:
    """Partners as quick as people, express times: no layout is out of reach, none is given away."""
    trial = Trial(
        seeds=range(3), react_ms=BAND_REACT_MS, see_ms=BAND_SEE_MS, options={"seconds": "express"}, quick=False
    )
    rows = [measure(trial, layout) for layout in LAYOUTS]
    for row in rows:
        print(row["layout"], row["base"])
    assert alarms(rows) == []
    assert len(capsys.readouterr().out.splitlines()) == 9


def test_RP_DIG_23_the_alarm_rings_outside_the_band() -> None:
    rows = [{"layout": str(base), "base": base} for base in (0, 59.5, 60, 130, 200, 200.5, 400)]
    assert alarms(rows) == ["0", "59.5", "200.5", "400"]


def measured(words: str, *more: str) -> None:
    """Run the command without waiting for the compiler."""
    cli.main(["rail-pass-team", "--interpreted", *words.split(), *more])


def test_the_command_prints_and_keeps_the_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figures.json"
    measured("--layouts RP-L7,RP-L8 --seeds 2 --json", str(path))
    shown = capsys.readouterr().out
    assert "seeds 0 to 1, react 600 ms, see 200 ms, dexterity off" in shown
    assert "RP-L7" in shown
    data = json.loads(path.read_text("utf-8"))
    assert [row["layout"] for row in data["rows"]] == ["RP-L7", "RP-L8"]
    for row in data["rows"]:
        assert (row["complete"], row["won"], row["quits"], row["refused"]) == (2, 2, 0, 0)
        assert row["bound to all"] < row["to all"] < 130
        assert row["x bound to all"] == round(row["to all"] / row["bound to all"], 2)
    measured("--layouts RP-L8 --seeds 1 --markdown --absent P2 --expert --level engineer")
    head, rule, line = capsys.readouterr().out.splitlines()
    assert head.count("|") == rule.count("|") == line.count("|")
    assert line.startswith("| RP-L8 | 1/1 | 100 % | 400 |")


def test_a_layout_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three cities in a row, from a file; the figures go by the name that the file gives."""
    layout = {
        "id": "short-row", "name": "Short row", "note": "", "kind": "custom", "version": 1,
        "cities": [{"id": "A", "colour": "K"}, {"id": "B", "colour": "R"}, {"id": "C", "colour": "B"}],
        "links": [{"a": "A", "b": "B", "kind": "open"}, {"a": "B", "b": "C", "kind": "tunnel"}],
        "seating": [{"players": 2, "seats": [["A", "B"], ["C"]]}],
    }  # fmt: skip
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(layout))
    measured("--seeds 2 --markdown --plan 1 --tries 1 --layouts", str(path))
    assert capsys.readouterr().out.splitlines()[-1].startswith("| short-row | 2/2 | 100 % | 400 |")
    path.write_text("{}")
    with pytest.raises(SystemExit):
        measured("--layouts", str(path))
    assert "layout.json" in capsys.readouterr().err


def test_the_ladder_of_levels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figures.json"
    measured("--ladder --layouts RP-L7 --seeds 3 --markdown --json", str(path))
    head, _, *lines = capsys.readouterr().out.splitlines()
    assert "95 %" in head
    assert [line.split("|")[3].strip() for line in lines] == list(LEVELS)
    rows = json.loads(path.read_text("utf-8"))["rows"]
    assert [row["seats"] for row in rows] == [6] * 4
    reached = [row["to 100"] for row in rows]
    assert reached == sorted(reached, reverse=True), "a quicker level is done earlier"
    for row in rows:
        low, high = row["to 100, 95 %"]
        assert low <= row["to 100"] <= high
    measured("--ladder --layouts RP-L7 --seeds 1")
    assert "every level" in capsys.readouterr().out


def test_between_which_moments_a_median_lies() -> None:
    assert span([1000 * k for k in range(100)]) == (39, 60)
    assert span([5000]) == (5, 5)
    assert span([1000, None, None, None]) == (1, None)


def test_the_command_ends_with_1_where_the_alarm_rings(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        measured("--alarm --layouts RP-L8 --seeds 1 --react 600 --see 200")
    assert left.value.code == 1
    assert "alarm: the median is outside 60 to 200 on RP-L8" in capsys.readouterr().out


WRONG = [
    ("--layouts RP-L99", "there is no layout 'RP-L99'"),
    ("--layouts ,", "nothing to measure"),
    ("--layouts RP-L4 --slow P4", "RP-L4 has 3 seats"),
    ("--seeds 0", "--seeds is 1 to"),
    ("--react 10", "--react is 50"),
    ("--see 700", "--see 0 to as much"),
    ("--absent P2:x", "a seat is absent as in"),
    ("--random Q", "a seat is P1 to P6"),
    ("--level boss", "there is no level"),
    ("-o clock=real", "leave clock out"),
    ("-o seconds=9999", "option seconds"),
    ("--ladder --level fireman", "a ladder has every level"),
    ("--ladder --see 0", "a ladder has every level"),
    ("--plan 11", "--plan is at most"),
    ("--json /no/such/folder/x", "cannot write"),
    ("--random-layouts 0", "--random-layouts is 1 to"),
    ("--random-layouts 2 --layouts RP-L1", "either --layouts or --random-layouts"),
    ("--first-layout 3", "go with --random-layouts"),
    ("--random-layouts 2 --save-layouts /no/such/folder", "cannot write"),
]


@pytest.mark.parametrize(("words", "told"), WRONG, ids=[words for words, _ in WRONG])
def test_wrong_words_are_one_clear_line(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(f"rail-pass-team {words}".split())
    assert left.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


# ---------------------------------------------------------------- bots by name
def test_partners_are_known_by_name() -> None:
    known = bots_for("rail-pass")
    assert set(PARTNERS) <= set(known)
    for name in PARTNERS:
        assert bot(name, 1, "rail-pass").name == name
    with pytest.raises(BadOption, match="there is no bot 'hal'"):
        bot("hal", 1, "rail-pass")


@pytest.mark.parametrize("layout", ["RP-L2", "RP-L5", "RP-L9"])
def test_the_policy_alone_delivers_everything(layout: str) -> None:
    """A seat that knows nothing but the table as it stands does not go to and fro either."""
    started = TeamRound(layout, 3, quick=False)
    s, b, plain = started.s, started.setting.b, RAIL_PASS.plain()
    due, out = [37 * seat for seat in range(s.seats)], [0] * ACTIONS
    while s.phase == RUNNING and sum(s.storage) < 120:
        seat = due.index(min(due))
        plain.advance(s, b, due[seat])
        if s.phase == RUNNING:
            action = plain.policy(s, b, seat, out)
            due[seat] = s.now + (300 if action == WAIT else 600)
            if action != WAIT:
                assert refusal(s, b, seat, action) == 0
                apply(s, b, seat, action)
    assert sum(s.storage) == 120


# ---------------------------------------------------------------- a crew at a table
def test_RP_DIG_30_a_crew_carries_on_with_what_the_player_held() -> None:
    """The train in their hand is parked or passed, and whoever asks is told that a bot stands in."""
    match = match_on("RP-L4", 3)
    crew = TeamCrew(match, {1: LEVELS["engineer"], 2: LEVELS["engineer"]})
    first = next(text for text in match.legal("P1") if text.startswith("PICK L"))
    crew.play("P1", first)
    crew.run(2_000)
    crew.leave(0)
    assert crew.standing_in == ()
    crew.run(16_900)
    assert crew.standing_in == ()
    crew.run(18_000)
    assert crew.standing_in == (0,)
    crew.run(60_000)
    assert any(" P1 LOAD" in line for line in match.log)
    assert any(" P1 STORE" in line or " P1 TOOT" in line or " P1 GO" in line for line in match.log)
    crew.come_back(0)
    assert crew.standing_in == ()
    mine = sum(" P1 " in line for line in match.log)
    crew.run(61_000)
    assert sum(" P1 " in line for line in match.log) == mine
    text = next(text for text in match.legal("P1") if text != "WAIT")
    assert crew.play("P1", text, 62_000).startswith("01:02.000 P1 ")


def test_a_crew_made_after_a_restart_goes_on() -> None:
    """A new crew around a match under way plays it to the last cube."""
    match = match_on("RP-L8", 6, seed=5)
    levels = dict.fromkeys(range(6), LEVELS["superintendent"])
    for moment in (7_000, 19_000, 31_300, 43_700, 200_000):
        TeamCrew(match, levels).run(moment)
    assert sum(match.s.storage) == 120
    assert not [line for line in match.journal if line.startswith("x")]


def test_a_crew_keeps_to_the_ticks_and_sits_beside_other_bots() -> None:
    match = match_on("RP-L4", 3, clock="ticks")
    crew = TeamCrew(match, {0: LEVELS["fireman"]}, others={2: Partner(RandomBot(3), LEVELS["engineer"])})
    crew.run(30_000)
    own = [line for line in match.log if " P1 " in line]
    assert own
    assert {line.split()[1] for line in match.log} == {"P1", "P3"}
    assert all(line[6:9] in ("000", "500") for line in match.log)
    assert len({line[:9] for line in own}) == len(own) <= 20


# ---------------------------------------------------------------- what changes nothing
def test_RP_DIG_02_no_malformed_or_late_command_changes_anything() -> None:
    m = table("RP-L4", seconds=60)
    put(m, "L2", "P1 lh R")
    give(m, "P1 TOOT L2 R>B", 1000)
    before, log = m.hash, list(m.log)
    lines = ["", " ", "LOAD", "LOAD K<", "LOAD K< L1 L1", "LOAD Q< L1", "TAKE L9 lh", "TAKE L2", "PARK L2", "GO L2 R>",
             "TOOT L2 R>R", "PUSH", "RELEASE L2 hold=x", "CANCEL", "NO", "BACK S9", "ENG eK9 K.h L1", "XCHG L1 r",
             "\x00", "LOAD K< L1; LOAD K> S1", "é" * 500]  # fmt: skip
    for line in lines:
        for seat in ("P1", "P2"):
            with pytest.raises(GoldenSpikeError):
                m.play(seat, line)
            assert m.hash == before, line
    for seat, number in ((0, -1), (0, ACTIONS), (0, 1 << 40), (1, ACTIONS + 5)):
        with pytest.raises(GoldenSpikeError):
            m.act(seat, number)
    with pytest.raises(BadOption):
        m.play("P1", "LOAD K< L1", 500)
    assert (m.hash, m.log) == (before, log)
    m.advance(60_000)
    ended: State = m.s.copy()
    for line in ("LOAD K< L1", "BACK L2", "PARK L2 R.l", "WAIT", "READY"):
        with pytest.raises(IllegalAction):
            m.play("P1", line)
    assert m.s.to_bytes() == ended.to_bytes()
