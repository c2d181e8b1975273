"""Documents of the environments: tables as the code has them, examples and notebooks that run."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from goldenspike.bench.peers_report import markdown, picture
from goldenspike.cli import main
from goldenspike.envs import docs_table as pages

ROOT = Path(__file__).parents[2]


def test_the_tables_are_those_of_the_code() -> None:
    kept = (ROOT / "docs" / "environments-games.md").read_text("utf-8")
    assert kept == pages.page(), "run: python -m goldenspike.envs.docs_table docs/environments-games.md"


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        pytest.param(
            "random_loop.py", ["--games", "1"], "OpenSpiel", marks=pytest.mark.xdist_group("santa_fe_compiled")
        ),
        pytest.param(
            "self_play.py",
            ["--rounds", "1", "--games", "1"],
            "against the first self",
            marks=pytest.mark.xdist_group("pioneer_rails_compiled"),
        ),
        pytest.param(
            "ismcts_santa_fe_rails.py",
            ["--games", "1", "--simulations", "2"],
            "IS-MCTS won",
            marks=pytest.mark.xdist_group("santa_fe_compiled"),
        ),
        pytest.param(
            "unpack_on_device.py",
            ["--games", "8", "--steps", "300"],
            "each is the flat one",
            marks=pytest.mark.xdist_group("santa_fe_compiled"),
        ),
    ],
)
def test_examples_run(name: str, arguments: list[str], says: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *arguments], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert says in done.stdout


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("first-steps", marks=pytest.mark.xdist_group("santa_fe_compiled")),
        pytest.param("greedy-and-random", marks=pytest.mark.xdist_group("pioneer_rails_compiled")),
        pytest.param("observations", marks=pytest.mark.xdist_group("santa_fe_compiled")),
    ],
)
@pytest.mark.filterwarnings("default")  # the machinery of notebooks warns of itself
def test_notebooks_have_the_results_that_they_are_kept_with(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    notebooks = importlib.import_module("notebooks")
    assert name in notebooks.names()
    kept = notebooks.read(name)
    again = notebooks.read(name)
    for cell in again.cells:
        cell.pop("outputs", None)
        if cell.cell_type == "code":
            cell["outputs"] = []
    assert sum(map(bool, notebooks.results(kept))) >= 3
    assert notebooks.run(again) == notebooks.results(kept), f"run: python tools/notebooks.py {name}"


def test_the_bench_of_peers_says_what_it_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["bench", "--peers", "santa-fe"], ["bench", "--peers", "--copies"], ["bench", "--out", "x.json"]):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert stopped.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    drawn = picture({"figures": {"compiled loop, decisions/s": 2e6, "Pgx x, decisions/s": 1e4, "clone, ns": 20.0}})
    assert drawn.count("<rect") == 3
    assert "2,000,000" in drawn
    row = {"ours": "loop/s", "theirs": "peer/s", "ours_computes": "a list", "theirs_compute": "a mask", "ratio": 2.4}
    found = {"figures": {"loop/s": 1234567.0, "peer/s": 98.7}, "ratios": [{**row, "wanted": None}], "limits": []}
    assert "| loop/s: **1,230,000**. a list | peer/s: **99**. a mask | 2.4 |  |" in markdown(found)
