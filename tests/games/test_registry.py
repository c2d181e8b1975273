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
from goldenspike.cli import main
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


def install(folder: Path, name: str, code: str) -> None:
    """A package with an entry point, as an installer would leave it."""
    (folder / f"{name}.py").write_text(code)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[goldenspike.games]\n{name} = {name}:GAME\n")


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


def test_a_built_in_game_is_imported_when_it_is_first_asked_for() -> None:
    code = (
        "import sys, goldenspike as gs; names = list(gs.games.built_in());"
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


def said_of_a_broken_package(code: str, packages: Path, caplog: pytest.LogCaptureFixture) -> str:
    """The one line about a package that is skipped while everything else works."""
    install(packages, "broken_game", code)
    games.refresh()
    with caplog.at_level(logging.WARNING):
        assert "broken-game" not in games.names()
    (said,) = [record.getMessage() for record in caplog.records]
    assert "\n" not in said
    assert gs.new(games.names()[0], seats=3).actors
    return said.removeprefix("game package broken_game is skipped: ")


BROKEN = {
    "raise RuntimeError('it\\nfails')": "RuntimeError: it fails",
    "import nothing_of_this_name": "ModuleNotFoundError: No module named 'nothing_of_this_name'",
    "GAME = 5": "TypeError: broken_game:GAME is not an instance of goldenspike.engine.game.Game",
    "": "AttributeError: module 'broken_game' has no attribute 'GAME'",
    "def broken(:": "SyntaxError: invalid syntax",
    "import sys; sys.exit('no licence')": "SystemExit: no licence",
}
WRONGLY_DECLARED = {
    "name = 'Two Words'": "name must be lower case, its words joined by hyphens",
    "title = ''": "title must be a line of text",
    "about = 'two\\nlines'": "about must be a line of text",
    "year = '1869'": "year must be a whole number",
    "seats = 3": "seats must be a range of numbers of players",
    "seats = range(2, 20)": "seats must be between 1 and 5, as many as seat_names has",
    "seat_names = 'AB'": "seat_names must be a tuple of different names",
    "boards = 'mini'": "boards must be a tuple of names",
    "options = ('terrain',)": "options must be a tuple of Option",
    "values = {'hand': 5}": "values must be a tuple of RuleValue",
    "values = 2 * FIRST.values": "two values have the same name",
    "presets = {'all': 1}": "presets must map names to options",
    "words = {'de': 3}": "words in de must map keys to texts",
    "state = dict": "state must be a subclass of Record",
    "tables = None": "tables must be a subclass of Record",
    "state = FIRST.tables": "state must have a field chance: i8(4)",
    "modules = ()": "modules must be a tuple of the modules with the rule functions",
    "modules = FIRST.modules[:1]": "its rules lack the function start",
    "most_legal = 0": "most_legal must say how many legal actions a seat may have",
}


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_package_is_named_and_skipped(code: str, packages: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert said_of_a_broken_package(code, packages, caplog).startswith(BROKEN[code])


@pytest.mark.parametrize("line", WRONGLY_DECLARED)
def test_a_game_that_declares_something_wrongly_is_named_and_skipped(
    line: str, packages: Path, caplog: pytest.LogCaptureFixture
) -> None:
    base = games.names()[0]
    code = ANOTHER.format(base=base, name="broken-game").replace("\nGAME", f"    {line}\n\nGAME")
    said = said_of_a_broken_package(f"import goldenspike\nFIRST = goldenspike.game({base!r})\n{code}", packages, caplog)
    assert said.startswith(f"TypeError: broken_game:GAME: {WRONGLY_DECLARED[line]}")


def test_a_name_that_is_taken_is_skipped(packages: Path, caplog: pytest.LogCaptureFixture) -> None:
    first = games.names()[0]
    install(packages, "impostor", ANOTHER.format(base=first, name=first))
    games.refresh()
    with caplog.at_level(logging.WARNING):
        games.names()
    assert caplog.records[-1].getMessage() == f"game package impostor is skipped: there is a game {first} already"
    assert gs.game(first).title != "Another"


COMMANDS = """
    def commands(self, subparsers):
        {body}

GAME = Another()
"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise KeyError('nothing')", "KeyError: 'nothing'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("subparsers.add_parser('serve')", "ArgumentError: argument COMMAND: conflicting subparser: serve"),
        ("subparsers.add_parser('arena')", "ArgumentError: argument COMMAND: conflicting subparser: arena"),
    ],
)
def test_broken_commands_are_named_and_skipped(
    body: str,
    reason: str,
    packages: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = ANOTHER.format(base=games.names()[0], name="another-game").replace("\nGAME = Another()\n", "")
    install(packages, "another_game", code + COMMANDS.format(body=body))
    games.refresh()
    with caplog.at_level(logging.WARNING):
        main(["games"])
    assert [record.getMessage() for record in caplog.records] == [
        f"the commands of game another-game are skipped: {reason}"
    ]
    assert "another-game" in capsys.readouterr().out


def test_an_unknown_game_is_one_clear_line() -> None:
    with pytest.raises(BadOption, match=f"there is no game 'chess'; there are {games.names()[0]}, "):
        gs.game("chess")
