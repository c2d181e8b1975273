"""Settings of tables: all tables of the same game, board, options and number of players share one."""

from __future__ import annotations

from typing import Any

from goldenspike.engine.board import Board
from goldenspike.engine.game import Game, Value
from goldenspike.engine.setting import Setting

MOST_SETTINGS = 64
_settings: dict[tuple[Any, ...], Setting] = {}


def shared_setting(game: Game, options: dict[str, Value], board: Board, seats: int) -> Setting:
    """A setting that all tables of the same kind share."""
    key = (game.name, game.rules_version, seats, board.id, board.hash, *sorted(options.items()))
    found = _settings.get(key)
    if found is None:
        found = game.setting(options, board, seats)
        while len(_settings) >= MOST_SETTINGS:
            _settings.pop(next(iter(_settings)), None)
        _settings[key] = found
    return found
