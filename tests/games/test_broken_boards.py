"""Broken board files of every game, at the command line: no traceback, the place is named, and what is wanted there."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.cli import main

from .broken_boards import BROKEN, GOOD

CASES = [(game, name) for game, cases in BROKEN.items() for name in cases]


def source(game: str) -> dict[str, Any]:
    return copy.deepcopy(dict(gs.game(game).board(GOOD[game]).source))


def file_of(game: str, name: str) -> bytes:
    """A broken file: what the change returns, the good board of another game, or the changed document."""
    document = source(game)
    made = BROKEN[game][name][0](document)
    if isinstance(made, bytes):
        return made
    if isinstance(made, str):
        return json.dumps(source(made)).encode() if made in GOOD else made.encode()
    return json.dumps(document).encode()


@pytest.mark.parametrize(("game", "name"), CASES, ids=[f"{game}-{name}" for game, name in CASES])
def test_a_broken_file_is_explained(game: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(file_of(game, name))
    with pytest.raises(SystemExit) as ended:
        main(["board", "check", game, str(file)])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.startswith("goldenspike: ")
    assert "mine.json" in said
    assert "Traceback" not in said
    for words in BROKEN[game][name][1]:
        assert words in said


def test_there_are_enough_of_each_kind() -> None:
    assert {game: len(cases) >= 25 for game, cases in BROKEN.items()} == dict.fromkeys(GOOD, True)
    assert len(CASES) >= 75


@pytest.mark.parametrize("game", GOOD)
def test_an_unknown_name_lists_the_built_in_ones(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["board", "check", game, "qqqqqq"])
    assert f"built in are {', '.join(gs.game(game).boards)}" in capsys.readouterr().err
    near = GOOD[game].lower().replace("-", "_")
    with pytest.raises(SystemExit):
        main(["board", "check", game, f"{near}x"])
    assert f"did you mean {GOOD[game]}?" in capsys.readouterr().err


@pytest.mark.parametrize("game", GOOD)
def test_the_patterns_of_a_schema_have_words(game: str) -> None:
    without = [path for path, schema in patterns(gs.game(game).board_schema()) if "form" not in schema]
    assert without == []


def patterns(schema: Any, path: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Every part of a schema with a pattern, and where it is."""
    if isinstance(schema, list):
        return [found for number, one in enumerate(schema) for found in patterns(one, f"{path}[{number}]")]
    if not isinstance(schema, dict):
        return []
    own = [(path, schema)] if isinstance(schema.get("pattern"), str) else []
    return own + [found for key, one in schema.items() for found in patterns(one, f"{path}.{key}")]


def test_another_game_is_recognised_in_python_as_well() -> None:
    with pytest.raises(gs.BadFile, match="this is a layout for Rail Pass; a sheet for Pioneer Rails is wanted"):
        gs.new("pioneer-rails", board=source("rail-pass"))
