"""What is installed for whom: research needs no web server, and whatever is missing is named in one line."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.cli import TABLE
from goldenspike.envs.precompile import related

ROOT = Path(__file__).parents[1]
WITHOUT_TABLE = f"import sys; sys.modules.update(dict.fromkeys({sorted(TABLE - {'markdown_it'})!r}))\n"


def run_without_table(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT_TABLE + code], capture_output=True, text=True, check=False)


def test_the_plain_package_brings_no_web_server() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    def names(wanted: list[str]) -> set[str]:
        return {re.split(r"[<>=\[]", one)[0] for one in wanted}

    extras = project["optional-dependencies"]
    plain = {"numpy", "numba", "rich", "jsonschema", "platformdirs", "pydyf", "markdown-it-py"}
    assert names(project["dependencies"]) == plain
    assert {"fastapi", "uvicorn", "sqlalchemy"} <= names(extras["table"])
    assert extras["all"] == ["goldenspike[table,push,envs,arena,pictures]"]


@pytest.mark.parametrize("words", [["serve", "--no-open"], ["doctor"], ["admin", "tables"]])
def test_the_table_says_what_it_needs(words: list[str]) -> None:
    done = run_without_table(f"from goldenspike.cli import main; main({words!r})")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "goldenspike: the web table needs more packages: pip install 'goldenspike[table]'\n"


def test_everything_else_works_without_the_table() -> None:
    code = (
        "from goldenspike.cli import main; main(['games']); import goldenspike.envs.batch, goldenspike.envs.single\n"
        "import goldenspike.conformance.suite, goldenspike.arena.run.processes, goldenspike.bots.search\n"
        "import goldenspike as gs; match = gs.new('santa-fe', seed=1); print(match.actors)"
    )
    done = run_without_table(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("gym", "gymnasium", "gymnasium"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_an_environment_says_what_it_needs(module: str, library: str, extra: str) -> None:
    code = (
        "import sys\n"
        "class Without:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.split('.')[0] == {library!r}:\n"
        "            raise ModuleNotFoundError('no such module', name=name)\n"
        f"sys.meta_path.insert(0, Without())\nimport goldenspike.envs.{module}\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert f"is not installed: pip install 'goldenspike[{extra}]'" in last


def test_a_variant_is_compiled_after_its_game_and_other_games_beside_it() -> None:
    names = ("santa-fe-rails", "milk-run", "santa-fe", "pioneer-rails", "pacific-northwest")
    groups = [[game.name for game in group] for group in related([gs.game(name) for name in names])]
    assert groups == [["santa-fe-rails", "santa-fe", "pacific-northwest"], ["milk-run"], ["pioneer-rails"]]


@pytest.mark.xdist_group("milk_run_compiled")
def test_what_was_compiled_beforehand_is_not_compiled_again() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "goldenspike", "compile", "milk-run"], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(
        r"milk-run: rules, \d+ s\nmilk-run: environments, \d+ s\nmilk-run: search, \d+ s\n",
        done.stdout,
    )
    code = (
        "from numba.core import event\n"
        "from goldenspike.envs import Play, vector\n"
        "with event.install_recorder('numba:compile') as seen:\n"
        "    play = Play('milk-run', seats=2); play.look(); play.apply(play.legal[0]); play.points()\n"
        "    batch = vector('milk-run', 4, seats=2); batch.step(batch.sample())\n"
        "print([str(one) for _, one in seen.buffer])"
    )
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert again.stdout == "[]\n"
