"""Every game of the registry as a parameter of tests; those of one package share a process that compiles once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.conformance.suite import Request

ROOT = Path(__file__).resolve().parents[3]


def package(name: str) -> str:
    """The package that brings the game: the folder of a built-in one, the whole package of another."""
    parts = type(gs.game(name)).__module__.split(".")
    return parts[2] if parts[:2] == ["goldenspike", "games"] else parts[0]


def fixtures(name: str) -> Path | None:
    """Saved matches of the game, kept with the tests of its package."""
    places = (ROOT / "tests" / "fixtures" / package(name), ROOT / "examples" / name / "tests" / "fixtures")
    return next((place for place in places if place.is_dir()), None)


def request_for(name: str, *, quick: bool = False, games: int | None = None) -> Request:
    return Request(gs.game(name), quick=quick, games=games, fixtures=fixtures(name))


def every_value(name: str) -> int:
    """So many settings that each number of players, each board and each preset of the game comes up."""
    game = gs.game(name)
    return max(len(game.seats), 1 + len(game.boards), 1 + len(game.presets))


def every_game() -> list[Any]:
    return [
        pytest.param(name, marks=pytest.mark.xdist_group(f"{package(name)}_compiled"), id=name)
        for name in gs.games.names()
    ]
