"""Data sets: what was written is what was played, the same seed writes the same, and Minari reads it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import goldenspike as gs
from goldenspike.cli import main
from goldenspike.datasets import Dataset
from goldenspike.datasets.files import DatasetFolder, digest_of, read_note
from goldenspike.datasets.plan import DatasetPlan, make_dataset_plan
from goldenspike.datasets.recording import Recorder
from goldenspike.datasets.writing import record, write_dataset
from goldenspike.envs import Play
from tests.test_cli import refused

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")
ROOT = Path(__file__).parents[2]


def ignore(done: int) -> None:
    pass


def plan_of(games: int = 5, **more: Any) -> DatasetPlan:
    given = {"bots": ["greedy", "random"], "board": "mini", "seats": 2, "per_file": 2, **more}
    return make_dataset_plan("santa-fe-rails", games=games, **given)


def digest(folder: Path, plan: DatasetPlan) -> str:
    kept = DatasetFolder(folder, plan)
    assert kept.missing() == []
    return digest_of(kept.notes())


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("santa-fe-rails", {"board": "mini", "actions": "all"}),
        ("santa-fe-rails", {"actions": "dense", "options": {"terrain": True}}),
        pytest.param("pioneer-rails", {"seats": 1}, marks=pytest.mark.xdist_group("pioneer_rails_compiled")),
        pytest.param("rail-pass", {"options": {"seconds": 30}}, marks=pytest.mark.xdist_group("rail_pass_compiled")),
    ],
)
def test_the_environment_shows_and_allows_what_was_written(name: str, more: dict[str, Any], tmp_path: Path) -> None:
    plan = make_dataset_plan(name, bots=["greedy"], games=2, **more)
    write_dataset(plan, tmp_path, cores=1)
    data = Dataset(tmp_path)
    found, games = data.whole(), data.games()
    play, at = Play(data.setting, actions=plan.actions), 0
    assert play.memory.actions == data.actions
    for game in games:
        play.restart(game["seed"])
        step = 0
        while not play.over:
            assert (found.game[at], found.step[at], found.seat[at]) == (game["number"], step, play.seat)
            assert found.legal[found.offsets[at] : found.offsets[at + 1]].tolist() == play.legal
            seen, mask = play.look()
            assert np.array_equal(found.observation[at], seen)
            assert np.array_equal(found.masks([at])[0], mask)
            assert found.points[at] == game["points"][play.seat]
            assert found.won[at] == game["won"][play.seat]
            play.apply(int(found.action[at]))
            at, step = at + 1, step + 1
        assert play.points() == game["points"]
        assert sum(game["decisions"]) == step
    assert at == len(found) == len(data)
    last = data.last_observations(data.paths[0])
    for seat in range(data.seats):
        assert np.array_equal(last[-1, seat], play.look(seat)[0])
    assert sum(one.stop - one.start for one in data.parts.values()) == found.observation.shape[1]


def test_a_run_is_taken_up_again_and_makes_the_same(tmp_path: Path) -> None:
    plan = plan_of()
    record(plan, DatasetFolder(tmp_path / "whole", plan), cores=1, progress=ignore)

    class Stop(Exception):
        pass

    def stop(done: int) -> None:
        if done >= 2:
            raise Stop

    half = DatasetFolder(tmp_path / "half", plan)
    with pytest.raises(Stop):
        record(plan, half, cores=1, progress=stop)
    assert half.missing() == [1, 2]
    assert record(plan, half, cores=1, progress=ignore) == 3
    assert digest(tmp_path / "half", plan) == digest(tmp_path / "whole", plan)
    assert record(plan, half, cores=1, progress=ignore) == 0

    # Fewer games first, more later: the last file is played again, as whole.
    for games in (3, 5):
        fewer = plan_of(games)
        record(fewer, DatasetFolder(tmp_path / "more", fewer), cores=1, progress=ignore)
    assert digest(tmp_path / "more", plan) == digest(tmp_path / "whole", plan)
    with pytest.raises(gs.BadFile, match="holds 5 games already"):
        DatasetFolder(tmp_path / "more", plan_of(3))
    with pytest.raises(gs.BadFile, match=r"another plan \(seed\)"):
        DatasetFolder(tmp_path / "more", plan_of(seed=2))
    other = plan_of(seed=2)
    record(other, DatasetFolder(tmp_path / "other", other), cores=1, progress=ignore)
    assert digest(tmp_path / "other", other) != digest(tmp_path / "whole", plan)


def test_no_game_is_there_twice(tmp_path: Path) -> None:
    """A bot alone in all seats plays each deal once: turned around, it would be the same game."""
    write_dataset(plan_of(6, bots=["greedy"], seats=3, per_file=6), tmp_path / "alone", cores=1)
    alone = Dataset(tmp_path / "alone")
    assert len({game["seed"] for game in alone.games()}) == 6
    whole = alone.whole()
    assert len({whole.observation[whole.game == game].tobytes() for game in range(6)}) == 6
    for bots, seats, times in ((["greedy", "random"], 2, 2), (["greedy", "random"], 4, 2), (["greedy"], 4, 1)):
        plan = plan_of(24, bots=bots, seats=seats)
        fixtures = [plan.fixture(number) for number in range(24)]
        assert len({(one.seed, one.bots) for one in fixtures}) == 24
        assert len({one.seed for one in fixtures}) == 24 // times


def test_compiled_code_writes_down_what_python_would() -> None:
    for more in ({"bots": ["greedy"]}, {"bots": ["random", "greedy"], "actions": "dense"}):
        recorder = Recorder(plan_of(4, **more))
        compiled = recorder.record(range(1, 4)).digest()
        recorder.in_compiled_code = False
        assert recorder.record(range(1, 4)).digest() == compiled


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    plan = plan_of(2)
    write_dataset(plan, tmp_path, cores=1)
    data = Dataset(tmp_path)
    data.check()
    path = data.paths[0]
    table = pq.read_table(path)
    changed = table.set_column(
        table.column_names.index("action"), "action", table["action"].take(list(reversed(range(len(table)))))
    )
    pq.write_table(changed.replace_schema_metadata(table.schema.metadata), path)
    with pytest.raises(gs.BadFile, match="has changed"):
        data.check()
    path.write_bytes(b"PAR1")
    with pytest.raises(gs.BadFile, match="is no file of a data set"):
        read_note(path)


def test_what_the_bot_thought_is_written_beside_what_it_did(tmp_path: Path) -> None:
    plan = plan_of(1, bots=["superintendent@20"], thoughts=True, observations=False)
    write_dataset(plan, tmp_path, cores=1)
    found = Dataset(tmp_path).whole()
    assert found.value is not None
    assert found.visits is not None
    thought = ~np.isnan(found.value)
    assert thought.sum() > 5
    assert ((found.value[thought] >= 0) & (found.value[thought] <= 1)).all()
    visits = found.visit_counts()
    rows = np.flatnonzero(thought)
    assert (visits[rows, found.action[rows]] == visits[rows].max(1)).all(), "the most visited action is played"
    assert (visits[rows].sum(1) <= 20).all()
    assert (visits[~thought] == 0).all()
    assert (np.diff(found.offsets)[~thought] == 1).all(), "it looks ahead wherever there is a choice"
    assert found.observation.shape[1] == 0
    assert "visits" in (tmp_path / "README.md").read_text("utf-8")
    assert not list(plan.by_the_clock())
    assert list(plan_of(1, bots=["superintendent"]).by_the_clock()) == ["superintendent"]


def test_minari_reads_it(tmp_path: Path) -> None:
    import minari

    plan = plan_of(2, actions="dense")
    write_dataset(plan, tmp_path, cores=1, minari=True)
    data, found = Dataset(tmp_path), minari.MinariDataset(str(tmp_path / "minari"))
    whole, games = data.whole(), data.games()
    assert found.total_episodes == len(games) * plan.seats
    assert found.total_steps == len(whole)
    env = found.recover_environment()
    assert env.observation_space == found.observation_space
    assert env.action_space == found.action_space
    assert env.unwrapped.play.setting.board.id == "mini"
    for number, episode in enumerate(found.iterate_episodes()):
        game, seat = divmod(number, plan.seats)
        rows = np.flatnonzero((whole.game == game) & (whole.seat == seat))
        assert np.array_equal(episode.actions, whole.action[rows])
        assert np.array_equal(episode.observations[:-1], whole.observation[rows])
        assert np.array_equal(episode.infos["action_mask"][:-1], whole.masks(rows))
        assert episode.infos["action_mask"][np.arange(len(rows)), episode.actions].all()
        assert episode.rewards.sum() == episode.rewards[-1] == games[game]["points"][seat]
        assert episode.terminations.tolist() == [False] * (len(rows) - 1) + [True]
        assert found.observation_space.contains(episode.observations[-1])
    assert found.spec.dataset_id == "goldenspike/santa-fe-rails/greedy-random-v0"


def test_the_command_writes_data_and_card_and_says_what_it_took(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games"
    words = ["dataset", "santa-fe-rails", "--lineup", "greedy,random", "--board", "mini", "--games", "3"]
    words += ["--per-file", "2", "--cores", "2", "--out", str(out)]
    main(words)
    said = capsys.readouterr().out
    assert "played 3 games in" in said
    assert "CPU-seconds" in said
    card = (out / "README.md").read_text("utf-8")
    noted = digest_of(DatasetFolder(out, plan_of(3, bots=[], lineup=["greedy", "random"])).notes())
    assert noted in said
    assert noted in card
    assert "--lineup greedy,random --games 3 --seats 2 --seed 1 --board mini --per-file 2 --out games" in card
    main(words)
    assert "played" not in capsys.readouterr().out
    assert (out / "README.md").read_text("utf-8") == card


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["santa-fe", "--bots", "greedy"], "name the folder"),
        (["santa-fe", "--out", "x"], "name the bots"),
        (["santa-fe", "--bots", "greedy", "--out", "x", "--bot-values"], "none of greedy does"),
        (["santa-fe", "--bots", "greedy", "--out", "x", "--per-file", "0"], "a file holds 1 to"),
        (["santa-fe", "--bots", "greedy", "--out", "x", "--actions", "few"], "actions are numbered all, dense"),
        (["santa-fe", "--bots", "greedy", "--out", "x", "--minari", "--no-observations"], "has observations"),
        (["santa-fe", "--bots", "greedy", "--out", "/dev/null/x"], "cannot keep a data set"),
    ],
)
def test_bad_input_is_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line in refused(capsys, "dataset", *words)


def test_no_data_set_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(gs.BadFile, match="is no data set"):
        Dataset(tmp_path)


def test_the_example_learns_to_imitate(tmp_path: Path) -> None:
    plan = make_dataset_plan("santa-fe-rails", bots=["greedy"], games=40, board="mini", actions="dense")
    write_dataset(plan, tmp_path / "games", cores=1)
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "clone_a_bot.py"), str(tmp_path / "games"), "--epochs", "4",
         "--policy", str(tmp_path / "clone.npz"), "--games", "6"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    imitated, by_lot = (int(word.rstrip("%;")) for word in done.stdout.split() if "%" in word)
    assert imitated > by_lot + 10


@pytest.mark.long
def test_a_cluster_makes_the_same(tmp_path: Path) -> None:
    plan = plan_of()
    record(plan, DatasetFolder(tmp_path / "here", plan), cores=1, progress=ignore)
    record(plan, DatasetFolder(tmp_path / "there", plan), ray="local", progress=ignore)
    assert digest(tmp_path / "there", plan) == digest(tmp_path / "here", plan)
