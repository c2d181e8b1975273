"""The registry: folders are found, packages by their entry point, and a broken one is named and skipped."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike import games
from goldenspike.engine.errors import BadOption

ROOT = Path(games.__file__).parent


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which installed packages are found."""
    monkeypatch.syspath_prepend(str(tmp_path))
    games.refresh()
    yield tmp_path
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)
    games.refresh()


def install(folder: Path, name: str, code: str, value: str = "GAME") -> None:
    """A package with an entry point, as an installer would leave it."""
    (folder / f"{name}.py").write_text(code)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[goldenspike.games]\n{name} = {name}:{value}\n")


ANOTHER = """
import goldenspike as gs

class Another(type(gs.game("{base}"))):
    name = "{name}"
    title = "Another"

GAME = Another()
"""


def test_every_folder_is_a_game_package() -> None:
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    homes = {module.split(".")[-2] for module, _ in games.built_in().values()}
    assert folders == homes
    for name in games.built_in():
        assert gs.game(name).name == name


def test_a_game_is_imported_when_it_is_first_asked_for() -> None:
    code = (
        "import sys, goldenspike as gs; names = gs.games.names();"
        "assert not [m for m in sys.modules if m.startswith('goldenspike.games.') and m.endswith('.game')];"
        "gs.game(names[0])"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_outside_package_is_a_game_like_ours(packages: Path) -> None:
    install(packages, "another_game", ANOTHER.format(base=games.names()[0], name="another-game"))
    games.refresh()
    assert "another-game" in games.names()
    match = gs.new("Another Game", seats=3, seed=1)
    assert match.game.title == "Another"
    assert gs.load(match.data()).hash == match.hash


@pytest.mark.parametrize(
    ("code", "value", "reason"),
    [
        ("raise RuntimeError('it\\nfails')", "GAME", "RuntimeError: it fails"),
        ("import nothing_of_this_name", "GAME", "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("GAME = 5", "GAME", "TypeError: broken_game:GAME is no instance of goldenspike.engine.game.Game"),
        ("", "GAME", "AttributeError"),
        ("def broken(:", "GAME", "SyntaxError"),
    ],
)
def test_a_broken_package_is_named_and_skipped(
    code: str, value: str, reason: str, packages: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(packages, "broken_game", code, value)
    games.refresh()
    with caplog.at_level(logging.WARNING):
        assert games.names() == list(games.built_in()) + list(games.outside())
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 1
    assert said[0].startswith(f"game package broken_game is skipped: {reason}")
    assert "\n" not in said[0]
    assert gs.new(games.names()[0], seats=3).actors


def test_a_name_that_is_taken_is_skipped(packages: Path, caplog: pytest.LogCaptureFixture) -> None:
    first = games.names()[0]
    install(packages, "impostor", ANOTHER.format(base=first, name=first))
    games.refresh()
    with caplog.at_level(logging.WARNING):
        games.names()
    assert caplog.records[-1].getMessage() == f"game package impostor is skipped: there is a game {first} already"
    assert gs.game(first).title != "Another"


def test_an_unknown_game_is_one_clear_line() -> None:
    with pytest.raises(BadOption, match=f"there is no game 'chess'; there are {games.names()[0]}, "):
        gs.game("chess")
