"""Tools that the documentation names: they run, and the quick loop chooses the tests that a change touches."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIRST = "tests/test_project.py"
CONFORMANCE = "tests/games/conformance"


# ---------------------------------------------------------------- figures of Santa Fe Rails
def run(tool: str, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, f"tools/{tool}", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_figures_of_the_evaluation_are_counted() -> None:
    lines = run("santa_fe_figures.py", "--games", "1", "--seats", "3", "--iterations", "5")
    shares = dict(line.split(" = ") for line in lines[:2])
    assert set(shares) == {"MAJOR_COMES", "SHORT_COMES"}
    for row in shares.values():
        assert all(0 <= int(share) <= 100 for share in row.strip("()").split(","))
    assert any("Rounds left" in line and "best card" in line for line in lines[2:])


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_tables_of_arrivals_are_fitted() -> None:
    lines = run("santa_fe_arrivals.py", "--games", "10", "--seats", "3", "--player", "fireman")
    assert [line.split(": ")[0] for line in lines[-2:]] == ["Majors", "Short Lines"]
    for line in lines[-2:]:
        pairs = int(line.split(": ")[1].split()[0])
        told, there, alone = (float(part.split("%")[0].split()[-1]) for part in line.split(";")[1].split(","))
        assert pairs > 2000
        assert there > alone
        assert told > alone or "Short" in line  # ten games say too little about Short Lines


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_time_of_a_decision_is_measured_part_by_part() -> None:
    lines = run("santa_fe_profile.py", "--seconds", "0.01")
    assert len(lines) == 13
    assert all(float(line.split()[0]) > 0 and " ns  " in line for line in lines)


# ---------------------------------------------------------------- the tests that a change touches
@pytest.fixture(scope="module")
def tool() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        return importlib.import_module("changed_tests")


@pytest.fixture(scope="module")
def known(tool: ModuleType) -> Any:
    return tool.Tests()


def test_no_change_touches_no_test(known: Any) -> None:
    assert known.touched([]) == []


def test_the_nearest_tests_come_first(known: Any) -> None:
    order = known.touched(["src/goldenspike/drawing/geometry.py"])
    assert order[0] == FIRST
    assert order.index("tests/drawing/test_svg.py") < order.index(CONFORMANCE)
    assert order.index(CONFORMANCE) < order.index("tests/games/pioneer_rails/test_drawing.py")
    assert "tests/drawing/test_svg.py" not in known.touched(["src/goldenspike/server/storage/backup.py"])
    assert len(order) == len(set(order))


def test_a_change_of_one_game_touches_all_tests_of_its_folder_and_none_of_another_before_them(known: Any) -> None:
    order = known.touched(["src/goldenspike/games/rail_pass/data/rp_l1.json"])
    own = [k for k, path in enumerate(order) if path.startswith("tests/games/rail_pass/")]
    assert len(own) == len(list((ROOT / "tests/games/rail_pass").glob("test_*.py")))
    assert max(own) < order.index(CONFORMANCE)
    assert not any(path.startswith("tests/games/santa_fe/") for path in order[: max(own)])


def test_browsers_trials_and_the_cluster_are_left_out(known: Any) -> None:
    order = known.touched(["src/goldenspike/__init__.py", "web/src/main.ts"])
    assert "tests/test_page.py" in order
    assert not {"tests/web/test_table.py", "tests/server/test_load.py", "tests/arena/test_cluster.py"} & set(order)


def test_a_page_an_example_and_a_conftest_touch_their_own_tests(known: Any) -> None:
    assert "docs/engine.md" in known.touched(["docs/engine.md"])
    assert "examples/milk-run/tests" in known.touched(["examples/milk-run/src/milk_run/rules.py"])
    settings = known.touched(["tests/games/santa_fe/conftest.py"])
    assert {f"tests/games/santa_fe/{path.name}" for path in (ROOT / "tests/games/santa_fe").glob("test_*.py")} <= {
        *settings
    }


def test_a_commit_that_there_is_not_is_one_clear_line() -> None:
    done = subprocess.run(
        [sys.executable, "tools/changed_tests.py", "--since", "no-such-commit"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("there is no commit no-such-commit")
