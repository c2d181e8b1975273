"""What the project is made of: packages somebody approved, and promises that name the tests that keep them."""

from __future__ import annotations

import ast
import importlib
import json
import re
import shutil
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import goldenspike as gs

ROOT = Path(__file__).resolve().parents[1]
SECURITY = ROOT / "docs" / "security.md"
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


@pytest.fixture
def licenses(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("licenses")


def test_every_package_of_the_lock_files_is_approved(licenses: ModuleType) -> None:
    assert licenses.audit() == []


def test_installed_packages_declare_the_licences_that_were_approved(licenses: ModuleType) -> None:
    assert licenses.installed() == []


@pytest.fixture
def copy(licenses: ModuleType, tmp_path: Path) -> Path:
    """The lock files and the list once more, to be spoilt."""
    for name in (*(lock.path for lock in licenses.LOCKS), licenses.LIST):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    assert licenses.audit(tmp_path) == []
    return tmp_path


def test_the_audit_finds_what_nobody_approved(licenses: ModuleType, copy: Path) -> None:
    for k, name in enumerate(("requirements.lock", "requirements-dev.lock", "requirements-page.lock")):
        with open(copy / name, "a") as lock:
            lock.write(f"surprise-{k}[extra]==1.0 \\\n    --hash=sha256:00\n")
        assert f"{name}: surprise-{k} is not approved in tools/licenses.toml" in licenses.audit(copy)
    page = json.loads((copy / "web" / "package-lock.json").read_text())
    page["packages"]["node_modules/svelte/node_modules/@left/pad"] = {"version": "1.0.0", "license": "MIT"}
    page["packages"]["node_modules/svelte"]["license"] = "SSPL-1.0"
    (copy / "web" / "package-lock.json").write_text(json.dumps(page))
    wrong = licenses.audit(copy)
    assert "web/package-lock.json: @left/pad is not approved in tools/licenses.toml" in wrong
    assert "web/package-lock.json: svelte is under SSPL-1.0, approved was MIT" in wrong


def test_the_audit_finds_approvals_that_are_wrong(licenses: ModuleType, copy: Path) -> None:
    listed = (copy / licenses.LIST).read_text()
    spoilt = listed.replace('rich = ["MIT"', 'rich = ["MIT AND GPL-3.0-only"').replace(
        "[page]\n", '[page]\nlong-gone = ["MIT", " "]\n'
    )
    (copy / licenses.LIST).write_text(spoilt)
    assert licenses.audit(copy) == [
        "tools/licenses.toml: rich is under GPL-3.0-only, which is not allowed for play",
        "tools/licenses.toml: long-gone is approved for requirements-page.lock, which has no such package",
        "tools/licenses.toml: long-gone has no purpose",
    ]


def test_what_a_package_is_called_and_licensed(licenses: ModuleType) -> None:
    assert licenses.same_name("Boolean.py_X") == "boolean-py-x"
    assert licenses.licences("MIT AND (Apache-2.0 OR BSD-2-Clause)") == ["MIT", "Apache-2.0"]
    assert licenses.licences("Apache-2.0 WITH LLVM-exception") == ["Apache-2.0 WITH LLVM-exception"]


# ---------------------------------------------------------------- promises
@cache
def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def promises() -> list[str]:
    """The rows of all tables that name tests."""
    rows, inside = [], False
    for line in SECURITY.read_text("utf-8").splitlines():
        if line.startswith("| promise |"):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not line.startswith("|---"):
            rows.append(line)
    return rows


@pytest.mark.parametrize("row", promises(), ids=lambda row: row.split("|")[1].strip()[:60])
def test_every_promise_names_tests_that_exist(row: str) -> None:
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert len(cells) == 2
    named = TEST.findall(cells[1])
    assert named, "a promise without a test"
    assert re.sub(TEST, "", cells[1]).strip(" ,") == "", "something else than tests"
    for path, name in named:
        assert (ROOT / path).is_file(), path
        assert name.startswith("test_")
        assert name in functions_of(ROOT / path), f"{path} has no {name}"


def test_there_are_promises_about_everything_that_security_md_names() -> None:
    assert len(promises()) >= 25
    policy = (ROOT / "SECURITY.md").read_text("utf-8")
    assert "(docs/security.md)" in policy
    for heading in ("Supported versions", "Reporting a vulnerability", "What counts"):
        assert f"## {heading}\n" in policy
    version = re.search(r"^\| (\d+\.\d+) \| yes \|$", policy, re.MULTILINE)
    assert version is not None
    assert gs.__version__.startswith(f"{version[1]}.")
