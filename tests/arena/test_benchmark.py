"""The benchmark: fixed tasks, the player in every seat, the same figures every time."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena.benchmark.command import make_plans
from goldenspike.arena.benchmark.leaderboard import (
    about_players,
    page_text,
    plan_for,
    ranked,
    result_of,
    task_text,
    tasks,
)
from goldenspike.arena.run.play_game import play_in
from goldenspike.bots import bot
from goldenspike.cli import main
from goldenspike.engine.benchmark import YOU
from tests.test_cli import refused

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")


def test_every_task_can_be_played_by_its_references() -> None:
    found = tasks()
    assert {game.name for game, _ in found.values()} == set(gs.games.built_in())
    for game, task in found.values():
        assert YOU in task.lineup
        assert task.ranked_by in {"won", "points"}
        for player in task.references:
            plan = plan_for(game, task, player, None)
            assert plan.games == task.games
            assert plan.seats == len(task.lineup)
            assert task.games % plan.seats == 0, "every deal in every seat"
            for name in plan.bots:
                budget = getattr(bot(name, 0, game.name), "budget", None)
                assert budget is None or budget.iterations, "nobody thinks by the clock"


def test_a_deal_is_played_in_every_seat_or_once_by_whoever_has_all_seats() -> None:
    for name, deals in (("rails-three-firemen", 10), ("rail-pass-team-of-two", 20), ("rail-pass-team-of-four", 20)):
        game, task = tasks()[name]
        plan = plan_for(game, task, "greedy", None)
        seen = {(plan.fixture(number).seed, plan.fixture(number).bots) for number in range(plan.games)}
        assert len({seed for seed, _ in seen}) == deals
        assert len(seen) == plan.games


@pytest.mark.xdist_group("rail_pass_compiled")
def test_no_team_brings_everything_home() -> None:
    """A task in which a bot gets all there is would tell nobody who is better."""
    game, task = tasks()["rail-pass-team-of-two"]
    plan = plan_for(game, task, "superintendent", 6)
    points = [play_in(plan, plan.fixture(number))["points"][0] for number in range(6)]
    assert 20 < min(points) < max(points) < 300
    assert len(set(points)) > 3


def test_results_are_those_of_the_player_wherever_they_sit() -> None:
    game, task = tasks()["rails-three-firemen"]
    plan = plan_for(game, task, "random", 4)
    rows = [play_in(plan, plan.fixture(number)) for number in range(4)]
    found = result_of(task, "random", rows)
    seats = [row["bots"].index("random") for row in rows]
    assert sorted(seats) == [0, 1, 2, 3]
    points = [row["points"][seat] for row, seat in zip(rows, seats, strict=True)]
    assert found.points[0] == pytest.approx(sum(points) / 4)
    assert found.points[1] < found.points[0] < found.points[2]
    assert found.won[0] == sum(row["won"][seat] for row, seat in zip(rows, seats, strict=True)) / 4
    again = result_of(task, "random", [play_in(plan, plan.fixture(number)) for number in range(4)])
    assert again == found
    stronger = result_of(task, "fireman", [{**row, "points": [99] * 4, "won": [1.0] * 4} for row in rows])
    assert [one.player for one in ranked(task, [found, stronger])] == ["fireman", "random"]
    assert task_text(game, task, [found, stronger]).splitlines()[-1].startswith("| random | 4 |")


def test_a_policy_that_a_game_ships_plays_better_than_chance() -> None:
    """The reference that examples/ppo_pioneer_rails.py has learnt, through the name of its package."""
    game, task = tasks()["pioneer-solo-medium"]
    (learned,) = (player for player in task.references if player.endswith(".npz"))
    assert "examples/ppo_pioneer_rails.py" in about_players([(game, learned)])[learned]
    found = {}
    for player in (learned, "random"):
        plan = plan_for(game, task, player, 8)
        found[player] = result_of(task, player, [play_in(plan, plan.fixture(number)) for number in range(8)])
    assert found[learned].points[0] > found["random"].points[0] + 30
    assert plan_for(game, task, learned, 8).data()["policies"].keys() == {learned}


def test_a_reference_whose_package_is_missing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "goldenspike.envs.openspiel_bot", None)
    game, task = tasks()["santa-fe-duel"]
    plans, left_out = make_plans([(game, task)], [], 2)
    assert [player for _, _, player, _ in plans] == [name for name in task.references if ":" not in name]
    assert len(left_out) == 1
    assert "openspiel_bot" in left_out[0]
    assert f"Left out: {left_out[0]}." in page_text([], "goldenspike benchmark", {}, left_out)
    with pytest.raises(gs.BadOption):
        make_plans([(game, task)], [next(name for name in task.references if ":" in name)], 2)


def test_the_command_makes_the_same_page_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["benchmark", "santa-fe-duel", "--players", "fireman,engineer@4", "--games", "2", "--cores", "1"]
    pages = []
    (tmp_path / "images").mkdir()
    for name in ("one", "two"):
        kept = ["--out", str(tmp_path / name), "--page", str(tmp_path / f"{name}.md")]
        main([*words, *kept, "--picture", str(tmp_path / "images" / "shares.svg")])
        pages.append((tmp_path / f"{name}.md").read_text("utf-8"))
    assert pages[0] == pages[1]
    assert "engineer@4" in capsys.readouterr().out
    assert "### santa-fe-duel" in pages[0]
    assert "| `fireman` | A sensible beginner" in pages[0]
    assert "](images/shares.svg)" in pages[0]
    drawn = (tmp_path / "images" / "shares.svg").read_text("utf-8")
    assert drawn.count("<circle") == 2
    assert ">engineer@4<" in drawn
    main(["benchmark", "--list"])
    assert "pioneer-solo-legendary" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["chess"], "there is no task 'chess'"),
        (["santa-fe-duel", "--players", "hal"], "there is no bot 'hal'"),
        (["santa-fe-duel", "--players", "superintendent"], "thinks by the clock"),
        (["santa-fe-duel", "--games", "0"], "a number of games"),
    ],
)
def test_bad_input_is_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line in refused(capsys, "benchmark", *words)
