"""The sheet tool of the command line: check, draw, print and simulate."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from goldenspike import cli
from goldenspike.games.pioneer_rails import commands as sheets
from goldenspike.games.pioneer_rails.board.load import document, load
from goldenspike.games.pioneer_rails.bot import measured_game as figures
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS
from goldenspike.games.pioneer_rails.rules.state import State
from goldenspike.games.pioneer_rails.simulate import Run, bands, measure, tables

from . import mixed_settings
from .test_terminal import SHEETS, new


def failed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as error:
        cli.main(list(words))
    assert error.value.code == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


def test_sheet_check_says_everything_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["sheet", "check", *SHEETS])
    said = capsys.readouterr().out
    assert said.count("no errors") == 4
    wrong = document("desert-a")
    wrong["hex"]["A4"]["n"] = 2
    wrong["score_rows"]["fort"] = [4, 4, 15]
    wrong["towns"][0]["v"] = wrong["towns"][1]["v"]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong), "utf-8")
    said = failed(capsys, "sheet", "check", str(path))
    assert len([line for line in said.splitlines() if line.startswith("  - ")]) >= 3
    for word in ("A4", "PR-SHEET-09", wrong["towns"][0]["v"]):
        assert word in said
    for command in (["draw", str(path), "--out", "x.svg"], ["simulate", str(path)], ["print", "nothing", "--out", "x"]):
        assert "problem" in failed(capsys, "sheet", *command)


def test_sheet_draw_and_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["sheet", "draw", "forest-b", "--out", str(tmp_path / "x.svg")])
    assert (tmp_path / "x.svg").read_text("utf-8").rstrip().endswith("</svg>")
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**document("desert-a"), "id": "own", "name": "My own"}), "utf-8")
    cli.main(["sheet", "print", str(own), "--paper", "letter", "--copies", "2", "--out", str(tmp_path / "x.pdf")])
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
    assert "wrote" in capsys.readouterr().out
    assert "copies" in failed(capsys, "sheet", "print", "desert-a", "--copies", "0", "--out", str(tmp_path / "y.pdf"))
    assert "cannot write" in failed(capsys, "sheet", "draw", "desert-a", "--out", str(tmp_path / "no" / "x.svg"))
    assert "games are 1 to" in failed(capsys, "sheet", "simulate", "desert-a", "--games", "0")
    assert "is for 1 to 8 players" in failed(capsys, "sheet", "simulate", "desert-a", "--seats", "9", "--games", "1")


def rows_of(board: str, seats: int, bots: int, goal: int, games: int = 1) -> list[list[int]]:
    """Figures measured by interpreted rules."""
    setting = PIONEER_RAILS.setting(PIONEER_RAILS.read_options({}), load(board), seats)
    plain = PIONEER_RAILS.plain()
    rows = [[0] * figures.ROW_WIDTH for _ in range(games * seats)]
    plain.measure_games([State()], 0, [setting.b], 0, seats, 0, games, 1869, [State()], 0, [0] * 8192, bots, goal, rows)
    return rows


def test_PR_SHEET_14_figures_are_those_of_the_finished_sheet() -> None:
    """A match played by the same policy from the same deal ends with the numbers of the row."""
    row = rows_of("forest-b", 2, figures.PLAY_GREEDY, figures.GOALS_DEALT)
    match = new("forest-b", 2, 1869 << 32)
    while not match.over:
        seat = match.actors[0]
        match.act(seat, PIONEER_RAILS.plain().policy(match.s, match.setting.b, seat, [0] * 8192))
    assert match.result is not None
    for seat, sheet in enumerate(match.view()["sheets"]):
        assert row[seat][figures.ROW_TOTAL] == match.result.points[seat]
        assert row[seat][figures.ROW_WON] == (seat in match.result.winners)
        assert sum(row[seat][figures.ROW_RAILS : figures.ROW_RAILS + 4]) == len(sheet["tracks"])
        assert row[seat][figures.ROW_SPENT] == sheet["towns_spent"]
        assert row[seat][figures.ROW_NETWORK] == sheet["network"]
        log = [line for line in match.log if line.startswith(match.game.seat_names[seat] + ":")]
        assert row[seat][figures.ROW_SWITCHES] == sum(line.count("+") for line in log)
        assert row[seat][figures.ROW_SUITS] == sum("suit" in line for line in log)
        for k in range(3):
            met = match.s.star[seat][k] != 0
            turn = row[seat][figures.ROW_GOALS + match.s.goal[k]]
            assert (turn > 0) == met
            if met and not match.s.late[seat] >> k & 1:
                assert turn == match.s.goal_met[k]
    assert sum(row[seat][figures.ROW_DEALS_FIRST] for seat in range(2)) == 1


def test_PR_SHEET_14_a_single_goal_is_wanted_and_none_is_ignored() -> None:
    wanted = rows_of("desert-a", 1, figures.PLAY_GREEDY, 4, 2)  # goal 1E: a fort
    assert all(0 < row[figures.ROW_GOALS + 4] <= 10 for row in wanted)
    ignored = rows_of("desert-a", 1, figures.PLAY_RANDOM, figures.GOALS_IGNORED, 2)
    assert all(row[figures.ROW_PARTS + 8] == 0 for row in ignored)


@pytest.mark.xdist_group("pioneer_rails_compiled")
def test_PR_SHEET_14_simulation_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """Compiled and on all cores it measures what interpreted rules measure."""
    import numpy as np

    from goldenspike.games.pioneer_rails.simulate import Simulator

    fast = mixed_settings.compiled_rules()
    run = Run(load("desert-b"), "random", 12, 2)
    rows = Simulator(run, fast).play(12, figures.GOALS_DEALT, lambda games: None)
    assert np.array_equal(rows, np.array(rows_of("desert-b", 2, figures.PLAY_RANDOM, figures.GOALS_DEALT, 12)))
    words = {"sheet": ["desert-a", "forest-a"], "bot": "both", "games": 6, "seats": 1, "goal_games": 2, "seed": 5}
    sheets.simulate(Namespace(**words, json=True), fast)
    found = json.loads(capsys.readouterr().out)
    assert [(one["sheet"], one["bot"]) for one in found] == [
        (sheet, name) for sheet in ("desert-a", "forest-a") for name in ("random", "greedy")
    ]
    greedy = found[1]
    assert greedy["score"]["mean"] > found[0]["score"]["mean"]
    assert abs(sum(part["mean"] for part in greedy["parts"].values()) - greedy["score"]["mean"]) < 0.1
    assert len(greedy["single goals"]) == 15
    assert len(found[3]["single goals"]) == 17
    assert {band["what"] for band in greedy["bands"]} >= {"mean score", "score above 60", "fort completed"}
    sheets.simulate(Namespace(**{**words, "games": 2, "goal_games": 0}, json=False), fast)
    said = capsys.readouterr().out
    for word in ("score without goals", "bank completed", "switch", "goal 1A", "desert-a"):
        assert word in said
    dealt = measure(Run(load("forest-b"), "random", 30, 3), fast=fast)
    assert set(dealt["first dealer"]) == {"more", "error"}
    assert "first dealer has more" in str(list(tables([dealt])[0].columns[0].cells))


def test_PR_SHEET_14_a_figure_outside_its_band_is_named() -> None:
    parts = {"hands": {"mean": 40.0, "share": 0.5}}
    features = {"fort": {"printed": 3, "mean": 0.2, "games": 0.2}}
    score = {"mean": 80.0, "above 60": 0.5}
    goal = {"1A": {"share": 0.9, "turn": 2}, "1B": {"share": 0.1, "turn": 10}, "1E": {"share": 1.0, "turn": 2}}
    found = {"bot": "greedy", "seats": 1, "parts": parts, "features": features, "score": score, "single goals": goal}
    missed = {band["what"] for band in bands(found) if not band["ok"]}
    assert missed == {"score above 60", "largest part (hands)", "fort completed", "goal 1A turn", "goal 1B met"}
