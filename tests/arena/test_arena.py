"""The arena: every deal in every rotation, results that can be taken up again, ratings, a report."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena.run.processes import run
from goldenspike.arena.run.results import Results, missing
from goldenspike.arena.study.played import Figures
from goldenspike.arena.tournament.ratings import places, rate, standings
from goldenspike.arena.tournament.report import about, tournament_page
from goldenspike.arena.tournament.schedule import lineups_of, make_plan
from goldenspike.cli import main
from goldenspike.drawing.intervals import mean_interval, wilson
from goldenspike.drawing.report import about_values
from tests.test_cli import refused

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")


def goldenspike(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "goldenspike", *words], capture_output=True, text=True, timeout=300)


def ignore(done: int) -> None:
    pass


def test_seats_are_rotated_and_deals_are_paired() -> None:
    plan = make_plan("santa-fe-rails", bots=["random", "brakeman", "fireman"], games=6)
    fixtures = [plan.fixture(number) for number in range(6)]
    assert len({fixture.seed for fixture in fixtures[:3]}) == 1
    assert fixtures[3].seed != fixtures[0].seed
    for seat in range(3):
        assert {fixture.bots[seat] for fixture in fixtures[:3]} == {"random", "brakeman", "fireman"}
    lineup = make_plan("santa-fe", bots=[], lineup=["fireman", "random", "random", "random"], games=4)
    assert sorted(lineup.fixture(k).bots.index("fireman") for k in range(4)) == [0, 1, 2, 3]


def test_lineups() -> None:
    assert lineups_of(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups_of(["a", "b"], 3) == [("a", "b", "a"), ("b", "a", "b")]
    assert lineups_of(["a"], 4) == [("a", "a", "a", "a")]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["santa-fe", "--bots", "hal,greedy"], "there is no bot 'hal'"),
        (["santa-fe"], "name the bots"),
        (["santa-fe", "--bots", "random", "--lineup", "random,greedy"], "not both"),
        (["santa-fe", "--bots", "random,greedy", "--games", "0"], "a number of games from 1"),
        (["santa-fe", "--bots", "random,greedy", "--seats", "9"], "is for 2 to"),
        (["santa-fe", "--bots", "random,greedy", "--options", "speed"], "options are written"),
        (["santa-fe", "--bots", "random,greedy", "--board", "nowhere"], "nowhere"),
        (["rail-pass", "--bots", "random,greedy"], "rail-pass-team"),
        (["santa-fe", "--ladder", "--bots", "random"], "a ladder needs two or more different bots"),
        (["santa-fe", "--ladder", "--lineup", "random,greedy"], "not a --lineup"),
        (["santa-fe", "--ladder", "--seats", "9"], "is for 2 to"),
        (["rail-pass", "--ladder"], "rail-pass-team"),
        (["santa-fe", "--bots", "random,greedy", "--out", "/dev/null/x"], "cannot keep results"),
    ],
)
def test_bad_input_is_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line in refused(capsys, "arena", *words)


def test_a_run_is_taken_up_again_and_no_game_counts_twice(tmp_path: Path) -> None:
    plan = make_plan("santa-fe-rails", bots=["random", "fireman"], games=6)
    whole = Results(tmp_path / "whole", plan)
    run(plan, whole, cores=1, progress=ignore)

    class Stop(Exception):
        pass

    def stop(done: int) -> None:
        if done == 3:
            raise Stop

    halted = Results(tmp_path / "half", plan)
    with pytest.raises(Stop):
        run(plan, halted, cores=1, progress=stop)
    later = Results(tmp_path / "half", plan)
    assert sorted(later.rows) == [0, 1, 2]
    assert missing(later.rows, plan.games) == [3, 4, 5]
    run(plan, later, cores=1, progress=ignore)
    keys = ("number", "seed", "bots", "points", "won", "reason", "decisions")
    again = Results(tmp_path / "half", plan).sorted()
    assert [[row[key] for key in keys] for row in again] == [[row[key] for key in keys] for row in whole.sorted()]
    assert [file.name for file in (tmp_path / "half").glob("*.parquet")] == ["games.parquet"]
    later.add(later.rows[2])
    later.close()
    assert len(Results(tmp_path / "half", plan).rows) == 6
    other = make_plan("santa-fe-rails", bots=["random", "fireman"], games=6, seed=2)
    with pytest.raises(gs.BadFile, match=r"results of another plan \(seed\)"):
        Results(tmp_path / "half", other)


def test_the_arena_plays_what_a_match_would(tmp_path: Path) -> None:
    """The compiled games of the arena are ordinary matches: replayed by hand they end alike."""
    from goldenspike.bots import bot

    plan = make_plan("santa-fe", bots=["greedy", "fireman"], games=2)
    results = Results(tmp_path, plan)
    run(plan, results, cores=1, progress=ignore)
    for row in results.sorted():
        match = gs.new("santa-fe", seats=2, seed=row["seed"])
        players = [bot(word, 1) for word in row["bots"]]
        while not match.over:
            players[match.actors[0]].act(match, match.actors[0])
        assert match.result is not None
        assert list(match.result.points) == row["points"]


OWN_BOT = """
from goldenspike.bots import Bot, World


class Cautious(Bot):
    \"\"\"The first thing that is allowed.\"\"\"

    name = "cautious"

    def choose(self, world: World) -> int:
        return min(world.legal)


class Broken(Bot):
    name = "broken"

    def choose(self, world: World) -> int:
        return 10 ** 6
"""


def test_own_bots_and_saved_policies_meet_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import numpy as np

    from goldenspike.engine.policy_file import save_layers
    from goldenspike.envs import Play

    (tmp_path / "my_bots.py").write_text(OWN_BOT, "utf-8")
    play = Play("santa-fe", seats=2, actions="dense")
    layer = np.zeros((play.memory.width, play.memory.actions)), -np.arange(play.memory.actions) / 1000
    save_layers(tmp_path / "first.npz", play.setting, [layer])
    monkeypatch.chdir(tmp_path)
    command = ["arena", "santa-fe", "--seats", "2", "--games", "4", "--out", "r", "--cores", "1", "--bots"]
    done = goldenspike(*command, "my_bots:Cautious,file:first.npz")
    assert done.returncode == 0, done.stderr
    import pyarrow.parquet as pq

    rows = pq.read_table(tmp_path / "r" / "games.parquet").to_pylist()
    assert {tuple(row["bots"]) for row in rows} == {
        ("my_bots:Cautious", "file:first.npz"),
        ("file:first.npz", "my_bots:Cautious"),
    }
    points: dict[int, set[tuple[int, ...]]] = {}
    for row in rows:
        points.setdefault(row["seed"], set()).add(tuple(row["points"]))
    assert [len(found) for found in points.values()] == [1, 1], "both choose the first legal action, wherever they sit"
    for wrong, line in (
        ("my_bots:Missing,random", "the module my_bots has no 'Missing'"),
        ("file:second.npz,random", "there is no policy 'second.npz'"),
    ):
        assert line in refused(capsys, *command, wrong)
    with pytest.raises(SystemExit):
        main([*command[:6], "--out", "wrong", "--cores", "1", "--bots", "my_bots:Broken,random"])
    assert capsys.readouterr().err.strip() == "goldenspike: my_bots:Broken chose an illegal action in game 0"


def test_the_command_plays_on_two_processes_and_writes_a_report(tmp_path: Path) -> None:
    done = goldenspike("arena", "santa-fe", "--bots", "random,brakeman,fireman", "--games", "12", "--cores", "2",
                       "--out", str(tmp_path / "r"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "fireman" in done.stdout
    page = (tmp_path / "r" / "report.html").read_text("utf-8")
    assert page.count("<svg") == 3
    assert "http" not in page.replace("http://www.w3.org", ""), "a report loads nothing"
    assert json.loads((tmp_path / "r" / "plan.json").read_text())["game"] == "santa-fe"
    import pyarrow.parquet as pq

    rows = pq.read_table(tmp_path / "r" / "games.parquet").to_pylist()
    assert sorted(row["number"] for row in rows) == list(range(12))


def test_ratings_and_intervals() -> None:
    def row(number: int, bots: list[str], points: list[int]) -> dict[str, object]:
        best = max(points)
        won = [float(value == best) / points.count(best) for value in points]
        return {"number": number, "bots": bots, "points": points, "won": won, "reason": "supply",
                "decisions": [9, 9], "seconds": [0.1, 0.2], "longest": [0.01, 0.02]}  # fmt: skip

    rows = [row(k, ["a", "b"], [60, 50]) if k % 4 else row(k, ["b", "a"], [60, 50]) for k in range(40)]
    ratings = rate(rows)
    assert ratings["a"][0] > ratings["b"][0] + 2
    first, second = standings(rows)
    assert (first.bot, first.share, second.share) == ("a", 0.75, 0.25)
    assert first.low < 0.75 < first.high
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)
    assert mean_interval([1.0, 3.0])[0] == 2
    assert places(row(0, ["a", "b"], [5, 5])) == [1, 1]
    assert "75.0%" in tournament_page(make_plan("santa-fe", bots=["random", "greedy"], games=40), rows)


def test_a_report_tells_other_values_whoever_set_them() -> None:
    plan = make_plan("santa-fe", bots=["random", "greedy"], games=4)
    assert about(plan, 4) == "4 games, 2 seats, board rails-to-the-pacific"
    board = {**gs.game("santa-fe").board("mini").source, "id": "rich", "values": {"money": 9}}
    chosen = {"values.hand": 4}
    other = make_plan("santa-fe", bots=["random", "greedy"], games=4, board=board, options=chosen)
    assert about(other, 4) == "4 games, 2 seats, board rich; other values: hand 4, money 9"
    sides = [Figures("as it is", plan.setting(), None, []), Figures("rich", other.setting(), None, [])]  # type: ignore[arg-type]
    assert about_values(sides) == "<p>Other values than the standard ones. rich: hand 4, money 9.</p>"
    assert about_values(sides[:1]) == ""


def test_a_ladder_is_climbed_rung_by_rung(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every level against the one below it and the top against more of them; each rung can be taken up again."""
    from goldenspike.arena.tournament.ladder import Rung, rungs
    from goldenspike.cli import main

    assert rungs("santa-fe", ["a", "b", "c", "d"], 3) == [
        Rung(3, "b", "a"), Rung(3, "c", "b"), Rung(3, "d", "c"), Rung(3, "d", "b"),
    ]  # fmt: skip
    assert rungs("pioneer-rails", ["a", "b"], 1) == [Rung(1, "a", None), Rung(1, "b", None)]
    assert {rung.seats for rung in rungs("santa-fe-rails", [], None)} == {2, 3, 4, 5}
    words = ["arena", "santa-fe-rails", "--ladder", "--bots", "random,brakeman,fireman", "--seats", "3", "--cores", "1",
             "--games", "6", "--out", str(tmp_path)]  # fmt: skip
    main(words)
    progress = capsys.readouterr().out
    main(words)
    assert capsys.readouterr().out == progress  # nothing is played twice
    table = (tmp_path / "ladder.md").read_text("utf-8").splitlines()
    assert [line.split(" | ")[1:4] for line in table[2:]] == [
        ["brakeman", "2 x random", "6"], ["fireman", "2 x brakeman", "6"],
    ]  # fmt: skip
    assert sorted(folder.name for folder in tmp_path.iterdir() if folder.is_dir()) == [
        "3-brakeman-against-random", "3-fireman-against-brakeman",
    ]  # fmt: skip
