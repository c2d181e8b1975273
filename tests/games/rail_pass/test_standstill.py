"""Layouts by chance, and a team that does not stand still on any of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldenspike import cli
from goldenspike.games.rail_pass.board.check import problems
from goldenspike.games.rail_pass.board.load import Layout, load
from goldenspike.games.rail_pass.board.random_layouts import random_layout
from goldenspike.games.rail_pass.bot.measure import level_team, most_links
from goldenspike.games.rail_pass.bot.run_round import SeatProfile, TeamRound, play_round
from goldenspike.games.rail_pass.rules.invariants import broken_invariant
from goldenspike.games.rail_pass.rules.state import HOTEL, LONG_TRACK, NONE, State
from goldenspike.games.rail_pass.study import RoundFigures, Trace
from goldenspike.games.rail_pass.study_report import rounds_page

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")

LEVELS = ("engineer", "superintendent")
FROZEN = (10, 11)  # layouts on which a team that does not see jams stands still for minutes


# ---------------------------------------------------------------- layouts by chance
def test_RP_LAYOUT_12_layouts_by_chance_are_valid() -> None:
    """Two to six cities, up to five links a city, every number of players; a seed always gives the same one."""
    found = [random_layout(seed) for seed in range(100)]
    assert not [problem for layout in found for problem in problems(dict(layout.source))]
    assert {len(layout.cities) for layout in found} == {2, 3, 4, 5, 6}
    assert {most_links(layout) for layout in found} == {1, 2, 3, 4, 5}
    assert {layout.players for layout in found} == {(2,), (3,), (4,), (5,), (6,)}
    assert {link.kind for layout in found for link in layout.links} == {"open", "tunnel", "bridge", "blocked"}
    assert [random_layout(seed).hash for seed in range(100)] == [layout.hash for layout in found]
    assert len({layout.hash for layout in found}) > 90


def test_the_command_measures_layouts_by_chance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "rail-pass-team --random-layouts 3 --first-layout 10 --seeds 1 --markdown --save-layouts"
    cli.main([*words.split(), str(tmp_path)])
    head, _, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("| links of the hub | layouts | rounds | all home |")
    assert [line.split("|")[1].strip() for line in lines] == sorted(
        {str(most_links(random_layout(k))) for k in (10, 11, 12)}
    )
    assert load(tmp_path / "random-10.json").hash == random_layout(10).hash


# ---------------------------------------------------------------- no standstill
@pytest.mark.parametrize("level", LEVELS)
def test_the_team_gets_everything_home_on_layouts_with_a_hub(level: str) -> None:
    for number in FROZEN:
        layout = random_layout(number)
        one = play_round(layout, 0, level_team(layout, level))
        assert one.to_all is not None
        assert not one.stood_still


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_the_team_stands_still_on_no_layout(level: str) -> None:
    """Two hundred layouts by chance, three deals each."""
    for number in range(200):
        layout = random_layout(number)
        for seed in range(3):
            assert not play_round(layout, seed, level_team(layout, level)).stood_still, f"random-{number}, seed {seed}"


def star() -> Layout:
    """Five cities around one, each with a player of its own."""
    return load(
        {
            "id": "star", "name": "Star", "note": "", "kind": "custom", "version": 1,
            "cities": [{"id": city, "colour": colour} for city, colour in zip("ABCDEF", "KRBGYW", strict=True)],
            "links": [{"a": "A", "b": city, "kind": "open"} for city in "BCDEF"],
            "seating": [{"players": 6, "seats": [[city] for city in "ABCDEF"]}],
        }
    )  # fmt: skip


def played_from(table: TeamRound, s: State, seconds: int) -> State:
    """The same round with the table set otherwise."""
    assert broken_invariant(s, table.setting.b) == 0
    table.states = State.array([s])
    table.run(1000 * seconds)
    return table.state()


def test_engineers_are_fetched_who_serve_the_next_city() -> None:
    """All engineers of the hub are out, and whoever is there serves three of five neighbours."""
    table = TeamRound(star(), 1, seconds=600)
    s = table.state()
    for own, guest in ((0, 3), (1, 6), (2, 9)):  # of the hub, of B, C and D
        s.engineer[own], s.engineer[guest] = s.engineer[guest], s.engineer[own]
        for engineer in (own, guest):
            if s.engineer[engineer] < HOTEL:
                s.driver[s.engineer[engineer]] = engineer
    played = played_from(table, s, 600)
    assert list(played.storage) == [20] * 6
    assert not table.outcome().stood_still


def test_a_train_with_a_cube_for_everybody_goes_on() -> None:
    """Whatever neighbour the last train goes to, it takes more cubes away from their city than it brings home."""
    table = TeamRound(star(), 1, seconds=600)
    s = table.state()
    train = s.track[0][LONG_TRACK]
    for city in range(6):
        s.storage[city] = 20 - (city > 0)
        s.head[city] = s.tail[city] = 0
        s.yard[city] = [NONE] * len(s.yard[city])
    s.cargo[train], s.load[train] = [1, 2, 3, 4, 5], 5
    played = played_from(table, s, 200)
    assert list(played.storage) == [20] * 6


# ---------------------------------------------------------------- what the study says about it
def test_the_study_names_standing_still_and_since_when() -> None:
    """A partner who never does anything: the others stop after a while, and that is not the layout's fault."""
    table = TeamRound("RP-L1", 1, [SeatProfile(), SeatProfile("nobody")], seconds=300)
    trace = Trace(table)
    table.run()
    one = trace.follow(table)
    assert one.outcome.stood_still
    assert one.outcome.longest_gap >= one.outcome.longest_still
    assert one.ended == "the team stood still to the end, lost"
    found = RoundFigures("RP-L1", table.setting, [one])
    since = one.outcome.still_from // 1000
    last = max(moment for moment, _, _ in one.outcome.log)
    assert f"from {since // 60}:{since % 60:02}" in found.standstill
    assert one.outcome.still_from <= last
    assert f"RP-L1: {found.standstill}" in rounds_page([found], "superintendent")


def test_a_team_that_goes_on_is_not_said_to_stand_still() -> None:
    table = TeamRound("RP-L7", 1)
    trace = Trace(table)
    table.run()
    found = RoundFigures("RP-L7", table.setting, [trace.follow(table)])
    assert found.standstill == ""
    assert "stood still" not in rounds_page([found], "superintendent")


def test_the_command_says_where_the_team_stood_still(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With one partner who leaves for good and nobody who takes over before the end."""
    path = tmp_path / "figures.json"
    cli.main(f"rail-pass-team --layouts RP-L1 --seeds 1 -o values.absence_s=600 --absent P2 --json {path}".split())
    (row,) = json.loads(path.read_text("utf-8"))["rows"]
    assert row["stood still"][0]["seconds"] >= 60
    assert "RP-L1: the team stood still in 1 of 1 rounds; seed 0: nothing was done for" in capsys.readouterr().out
