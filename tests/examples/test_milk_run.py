"""The proof of the contract: a game of another package, installed and nothing else, is played, rated and studied."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import platformdirs
import pytest

import goldenspike as gs
from goldenspike.cli import main
from goldenspike.envs.gym_register import env_id

NAME = "milk-run"
# Read before a test changes it: compiling anew takes long.
CACHE = os.environ.get("GOLDENSPIKE_CACHE", platformdirs.user_cache_dir("goldenspike", appauthor=False))
pytestmark = pytest.mark.xdist_group("milk_run_compiled")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_is_in_the_registry_by_its_entry_point() -> None:
    (entry,) = (entry for entry in entry_points(group="goldenspike.games") if entry.name == NAME)
    assert entry.value == "milk_run:MILK_RUN"
    assert gs.game(NAME) is entry.load()
    assert NAME in gs.games.names()


def test_nothing_else_in_the_project_knows_it() -> None:
    sources = Path(gs.__file__).parent.rglob("*.py")
    assert [path for path in sources if "milk_run" in path.read_text("utf-8")] == []


def test_a_whole_game_at_the_terminal_by_typed_numbers(tmp_path: Path) -> None:
    """Two people at one keyboard, who always take the last of what is offered: a claim if there is one."""
    kept = tmp_path / "match.json"
    match, typed = gs.new(NAME, seats=2, seed=4), []
    while not match.over:
        seat = match.actors[0]
        legal = match.legal(seat)
        typed += ["", str(len(legal))]  # Enter: the other one has looked away
        match.play(seat, legal[-1])
    done = subprocess.run(
        [sys.executable, "-m", "goldenspike", "play", NAME, "--seats", "you,you", "--seed", "4", "--save", str(kept)],
        input="\n".join([*typed, ""]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    played = gs.load(kept)
    assert played.over
    assert played.log == match.log
    assert match.result is not None
    assert re.search(rf"│ {match.result.points[0]} +│ {match.result.points[1]} +│", done.stdout)  # the score sheet


def test_bots_meet_in_the_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["arena", NAME, "--bots", "random,fireman", "--games", "4", "--seats", "2", "--cores", "1", "--out", "arena"])
    assert "fireman" in capsys.readouterr().out
    assert list((tmp_path / "arena").glob("**/*.parquet"))


def test_a_study_writes_a_page(tmp_path: Path) -> None:
    main(["study", NAME, "--games", "2", "--seats", "2", "--cores", "1", "--out", "study"])
    page = next((tmp_path / "study").glob("*.html")).read_text("utf-8")
    assert "Milk Run" in page
    assert "order" in page  # the lines of the score sheet are counted


def test_a_study_compares_with_another_value(tmp_path: Path) -> None:
    main(["study", NAME, "--games", "2", "--seats", "2", "--cores", "1", "--out", "other", "--versus", "values.hand=6"])
    page = next((tmp_path / "other").glob("*.html")).read_text("utf-8")
    assert "values.hand=6" in page


def test_bench_measures_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "goldenspike", "bench", NAME, "--quick", "--json"],
        capture_output=True,
        text=True,
        env={**os.environ, "GOLDENSPIKE_CACHE": CACHE},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    (figures,) = json.loads(done.stdout)
    assert figures["game"] == NAME
    assert figures["compiled / interpreted"] > 10
    assert figures["record bytes"] == gs.game(NAME).state.nbytes
    assert figures["decisions per game"] > 10
    assert 0 < figures["clone ns"] <= 60
    rates = ("interpreted steps", "compiled steps", "compiled games", "mid-game playouts", "search, 2 threads playouts",
             "batch 4096, 1 thread steps", "batch 4096, 2 threads steps")  # fmt: skip
    assert all(figures[f"{rate}/s"] > 1 for rate in rates)
    assert all(0 < figures[f"{part} s"] < 60 for part in ("import", "warm start"))


def test_bench_measures_copies_and_frames_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", NAME, "--copies", "--quick", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert len(found["copies"]) == 5
    assert all(0 < row["save"] < row["pickle"] for row in found["copies"])
    (frames,) = found["frames"]
    assert frames["size"] == "960 x 720"
    assert 0 < frames["mean"] <= frames["longest"]


def test_gymnasium_makes_it_by_its_id() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import goldenspike.envs.gym as ours

    assert env_id(NAME) == "goldenspike/MilkRun-v0"
    env = gymnasium.make(env_id(NAME))
    assert isinstance(env.unwrapped, ours.SeatAmongBots)
    seen, told = env.reset(seed=3)
    over = False
    while not over:
        action = int(told["action_mask"].nonzero()[0][-1])
        seen, _, over, _, told = env.step(action)
        assert seen in env.observation_space
    env.close()


def test_pettingzoo_and_openspiel_make_it() -> None:
    pytest.importorskip("pettingzoo")
    pyspiel = pytest.importorskip("pyspiel")
    import goldenspike.envs.openspiel
    from goldenspike.envs import pettingzoo as zoo

    assert goldenspike.envs.openspiel.short_name(NAME) == "goldenspike_milk_run"
    env = zoo.env(NAME, seats=2)
    env.reset(seed=1)
    assert len(env.agents) == 2
    state = pyspiel.load_game("goldenspike_milk_run(seats=2)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert len(state.returns()) == 2


def test_a_match_with_other_values_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = gs.new(NAME, seats=2, seed=1, values={"hand": 6})
    assert match.setting.other_values == {"hand": 6}
    match.save(tmp_path / "other.json")
    again = gs.load(tmp_path / "other.json")
    assert again.setting.other_values == {"hand": 6}
    assert again.hash == match.hash
    main(["replay", "other.json"])
    record = capsys.readouterr().out
    assert "values.hand=6" in record
    for said in (record, match.setting.text(match.s), *match.setting.result(match.s).notes):
        assert "other values: hand 6" in said
    assert match.setting.result(match.s).notes
    usual = gs.new(NAME, seats=2, seed=1)
    assert "other values" not in usual.setting.text(usual.s)
