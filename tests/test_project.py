"""The project itself: readable modules, scripts that need nothing, links that lead somewhere, nobody's machine."""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.cli import parser

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = [ROOT / "play", ROOT / "test", ROOT / "tools" / "environment.py", ROOT / "tools" / "page.py"]
LOCKS = ["requirements.lock", "requirements-page.lock", "requirements-dev.lock", "requirements-cluster.lock"]
BINARY = {".png", ".ico", ".woff2", ".ttf", ".npz"}
MOST_LINES = 450
MOST_PAGE = 600  # lines of a page of documentation


@cache
def files() -> list[Path]:
    """Everything that belongs to the project."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        pass  # a copy without its history, or a machine without git
    hidden = {
        ".git",
        ".venv",
        "__pycache__",
        ".pytest_cache",
        ".mypy_cache",
        ".ruff_cache",
        ".hypothesis",
        "build",
        "dist",
    }
    return [path for path in ROOT.rglob("*") if path.is_file() and not hidden & set(path.parts)]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text(path: Path) -> str:
    return path.read_text("utf-8")


def python_files() -> list[Path]:
    return [path for path in files() if path.suffix == ".py"]


def markdown_files() -> list[Path]:
    return [path for path in files() if path.suffix == ".md"]


# ---------------------------------------------------------------- the project speaks of itself alone
# The words are written backwards here, so that this file does not contain what it looks for.
def forwards(*words: str) -> str:
    return "|".join(word[::-1] for word in words)


MACHINE_PATHS = re.compile(rf"(?<![\w.])/({forwards('krow', 'emoh', 'toor', 'sresU', 'tnm')})/|[A-Z]:\\\\")
MAKERS = re.compile(rf"\b({forwards('regdel', 'sregdel', 'repleh', 'srepleh', 'IA', 'edualC', 'ciporhtnA', 'MLL')})\b")
HOSTS = re.compile(forwards("ipyp", "detsohnohtyp", "ipved", "lru-xedni--", "sknil-dnif--"), re.IGNORECASE)


def test_no_paths_of_a_machine_no_makers_no_package_hosts() -> None:
    found = []
    for path in files():
        if path.suffix in BINARY:
            continue
        for number, line in enumerate(text(path).splitlines(), 1):
            for what in (MACHINE_PATHS, MAKERS, HOSTS):
                hit = what.search(line)
                if hit:
                    found.append(f"{named(path)}:{number}: {hit[0]}")
    assert found == []


@pytest.mark.parametrize("name", LOCKS)
def test_lock_files_pin_everything_by_hash_and_name_no_host(name: str) -> None:
    lines = [line for line in text(ROOT / name).splitlines() if line.strip() and not line.startswith("#")]
    assert "://" not in "\n".join(lines)
    pinned = [line for line in lines if not line.startswith(" ")]
    assert pinned
    for line in pinned:
        assert re.match(r"[a-z0-9.\-_\[\]]+==[^ ]+( ;.*)? \\$", line), line
    assert sum("--hash=sha256:" in line for line in lines) >= len(pinned)


def test_lock_files_hold_what_the_project_asks_for() -> None:
    wanted = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]
    for lock, asked in (
        ("requirements.lock", [*wanted["dependencies"], *wanted["optional-dependencies"]["table"]]),
        ("requirements-dev.lock", [*wanted["dependencies"], *wanted["optional-dependencies"]["dev"]]),
    ):
        held = {line.partition("==")[0] for line in text(ROOT / lock).splitlines() if "==" in line}
        for line in asked:
            name = re.split(r"[\[<>=~! ]", line)[0].lower()
            assert name == "goldenspike" or name in held, f"{name} is not in {lock}"


# ---------------------------------------------------------------- modules
def test_no_module_is_called_after_nothing() -> None:
    empty = {"util", "utils", "common", "base", "manager", "misc", *forwards("repleh", "srepleh").split("|")}
    for path in python_files():
        parts = {part.removesuffix(".py").removeprefix("test_") for part in path.relative_to(ROOT).parts}
        assert not parts & empty, named(path)


def test_no_module_is_too_long_to_read() -> None:
    code = [path for path in files() if path.suffix in {".py", ".ts", ".svelte"} and not path.name.endswith(".gen.ts")]
    papers = [path for path in markdown_files() if not path.name.startswith("rulebook.")]
    long = {named(path): count for path in code if (count := len(text(path).splitlines())) > MOST_LINES}
    long |= {named(path): count for path in papers if (count := len(text(path).splitlines())) > MOST_PAGE}
    assert long == {}


GAMES = re.compile(r"santa|pioneer|rail.?pass", re.IGNORECASE)


def test_nothing_outside_games_names_a_game() -> None:
    """A game is one folder: everything else asks the registry."""
    found = []
    for path in files():
        place = named(path)
        if path.suffix in BINARY or not place.startswith("src/goldenspike/") or "/games/" in place:
            continue
        found += [
            f"{place}:{number}: {line.strip()}"
            for number, line in enumerate(text(path).splitlines(), 1)
            if GAMES.search(line)
        ]
    assert found == []


def test_every_module_says_what_it_is() -> None:
    for path in python_files():
        if text(path).strip():
            assert ast.get_docstring(ast.parse(text(path))), named(path)


def test_only_the_compiler_knows_numba() -> None:
    knowing = {
        named(path)
        for path in python_files()
        if named(path).startswith("src/") and re.search(r"^\s*(import|from) numba", text(path), re.MULTILINE)
    }
    assert knowing == {
        "src/goldenspike/engine/compile_cache.py",
        "src/goldenspike/engine/compile_progress.py",
        "src/goldenspike/engine/compiled.py",
        "src/goldenspike/engine/compile_errors.py",
    }


# ---------------------------------------------------------------- scripts
@pytest.mark.skipif(os.name == "nt", reason="there are no such bits")
@pytest.mark.parametrize("name", ["play", "test", ".ci/run", "tools/lock"])
def test_scripts_can_be_started(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    assert text(ROOT / name).startswith("#!/usr/bin/env ")


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_scripts_need_nothing_but_python(path: Path) -> None:
    """They run before anything is installed."""
    own = {script.stem for script in SCRIPTS}
    for node in ast.walk(ast.parse(text(path))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [str(node.module)]
        for name in names:
            assert name.partition(".")[0] in sys.stdlib_module_names | own, name


def test_the_check_of_every_change_is_the_check_of_everybody() -> None:
    assert text(ROOT / ".ci" / "run").splitlines()[-1] == "exec ./test"
    steps = text(ROOT / "test")
    for word in ("ruff", "format", "mypy", "lint-imports", "pytest"):
        assert word in steps


def test_documents_run_as_tests() -> None:
    options = tomllib.loads(text(ROOT / "pyproject.toml"))["tool"]["pytest"]["ini_options"]
    assert {"tests", "README.md", "docs"} <= set(options["testpaths"])
    assert "--doctest-glob=*.md" in options["addopts"]
    assert ">>> " in text(ROOT / "README.md")


# ---------------------------------------------------------------- papers
def test_licence_and_notice() -> None:
    licence, notice = text(ROOT / "LICENSE"), " ".join(text(ROOT / "NOTICE").split())
    assert licence.startswith("MIT License")
    assert "Permission is hereby granted, free of charge" in licence
    assert "WITHOUT WARRANTY OF ANY KIND" in licence
    for words in ("unofficial", "not affiliated with", "in our own words", "our own work", "not reproduced"):
        assert words in notice, words
    for game in ("Santa Fe", "Santa Fe Rails", "Pioneer Rails", "Rail Pass"):
        assert game in notice
    wanted = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]
    assert wanted["license"] == "MIT"
    assert set(wanted["license-files"]) == {"LICENSE", "NOTICE"}
    assert wanted["version"] == gs.__version__


PAGES = sorted((ROOT / "docs").rglob("*.md"))


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_every_page_says_for_whom_it_is(path: Path) -> None:
    title, blank, whom = text(path).splitlines()[:3]
    assert title.startswith("# "), title
    assert blank == ""
    assert whom.startswith("*For ") or named(path) == "docs/README.md", whom


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_no_page_waits_for_its_figures(path: Path) -> None:
    outside_code = "".join(text(path).split("```")[::2])
    assert re.findall(r"^[A-Z][A-Z ]{3,}$", outside_code, re.M) == []


def test_the_papers_name_every_command() -> None:
    readme, promised = text(ROOT / "README.md"), text(ROOT / "docs" / "public-api.md")
    commands, of_games = commands_of_everybody(), commands_of_games()
    assert {"games", "play", "serve", "check-game"} <= commands
    for verb in commands:
        assert re.search(rf"`(goldenspike )?{verb}[` ]", readme), f"README does not name {verb}"
        assert verb in of_games or f"`{verb}`" in promised, f"docs/public-api.md does not name {verb}"


def commands_of_everybody() -> set[str]:
    """Without those that stay for a while under their old name."""
    found = next(action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    old = {shown.dest for shown in found._choices_actions if str(shown.help).startswith("the old spelling")}
    return set(found.choices) - old


def commands_of_games() -> set[str]:
    commands = argparse.ArgumentParser().add_subparsers()
    for name in gs.games.names():
        gs.game(name).commands(commands)
    return set(commands.choices)


def test_the_changelog_names_every_option_that_came_with_these_rules() -> None:
    news = text(ROOT / "CHANGELOG.md")
    for name in gs.games.names():
        for option in gs.game(name).options:
            if option.since:
                assert f"`{option.name}`" in news, f"{name}: {option.name}"


# ---------------------------------------------------------------- links
LINK = re.compile(r"(?<!\\)\]\((?P<target>[^)\s]+)(?: \"[^\"]*\")?\)")


def anchors(path: Path) -> set[str]:
    """What can be pointed at in a page: named places and headings."""
    source = text(path)
    found = set(re.findall(r'<a id="([^"]+)"', source))
    for heading in re.findall(r"^#+ +(.+?) *$", source, re.MULTILINE):
        plain = re.sub(r"[*_`]|<[^>]+>|\]\([^)]*\)|\[", "", heading).strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


@pytest.mark.parametrize("path", markdown_files(), ids=named)
def test_every_link_leads_somewhere(path: Path) -> None:
    for link in LINK.finditer(re.sub(r"```.*?```", "", text(path), flags=re.DOTALL)):
        target, _, place = link["target"].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        page = (path.parent / target).resolve() if target else path
        assert page.exists(), f"{named(path)} points at {link['target']}"
        assert ROOT in page.parents, f"{named(path)} points out of the project"
        if place and page.suffix == ".md":
            assert place in anchors(page), f"{named(path)} points at {link['target']}"
