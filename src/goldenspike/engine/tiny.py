"""Tiny forms of games: so small that they can be solved exactly. They are data beside the game.

A game has its tiny form in ``tiny/<game>.json``: seats, options, rule values and a board.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from .errors import GoldenSpikeError
from .json_file import BadData, parse, unprintable
from .schema_words import schema_problems

if TYPE_CHECKING:
    from .game import Game
    from .setting import Setting

FOLDER = "tiny"


class BadTiny(BadData):
    """A tiny form that cannot be played, with everything that is wrong with it."""

    what = "tiny form"
    most_depth = 16


@dataclass(frozen=True)
class TinyGame:
    """A game with few cards, a small board and a near end."""

    game: Game
    about: str
    seats: int
    board: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)

    def setting(self) -> Setting:
        game = self.game
        options = game.read_options({**game.env_options, **self.options, "values": dict(self.values)})
        return game.setting(options, game.board(dict(self.board)), game.read_seats(self.seats))


def read_tiny(game: Game) -> TinyGame | None:
    """The tiny form of a game, or None: a variant has none until it brings its own."""
    package = type(game).__module__.rpartition(".")[0]
    if not package:
        return None
    file = resources.files(package).joinpath(FOLDER, f"{game.name}.json")
    if not file.is_file():
        return None
    where = f"tiny form {file.name}"
    data = parse(BadTiny, file.read_bytes(), where)
    if problems := tiny_problems(game, data):
        raise BadTiny(problems, where)
    return TinyGame(game, **data)


def tiny_problems(game: Game, data: Any) -> list[str]:
    """Everything that is wrong with a tiny form given as data, in sentences."""
    found = schema_problems("tiny form", _schema(), data)
    if found:
        return found
    found = [*unprintable(data), *game.board_problems(data["board"])]
    if not found:
        try:
            TinyGame(game, **data).setting()
        except GoldenSpikeError as error:
            found = list(getattr(error, "problems", ())) or [str(error)]
    return found


@cache
def _schema() -> Any:
    return json.loads(resources.files(__package__).joinpath("tiny.schema.json").read_text("utf-8"))
