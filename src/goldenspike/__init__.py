"""Golden Spike: railway board games for players, researchers and designers.

>>> import goldenspike as gs
>>> m = gs.new(gs.games.names()[0], seats=3, seed=1869)
>>> m.actors
(0, 1, 2)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from goldenspike import games
from goldenspike.engine.errors import BadFile, BadNotation, BadOption, GoldenSpikeError, IllegalAction, Refusal
from goldenspike.engine.game import Game
from goldenspike.engine.json_file import BadData
from goldenspike.engine.match import FORMAT, Match, read_json
from goldenspike.games import game

__version__ = "0.2.0"


def kind(chosen: Game) -> type[Match]:
    """The kind of match a game is played as."""
    return chosen.match or Match


def new(name: str, *, seats: int = 3, seed: int = 0, board: Any = None, **options: object) -> Match:
    """A new match: a game by name, its seats, a seed, perhaps a board and options."""
    chosen = game(name)
    try:
        return kind(chosen).new(chosen, seats=seats, seed=seed, board=board, options=options)
    except BadData as error:
        raise games.explained(error, chosen) from None


def load(source: str | os.PathLike[str] | Mapping[str, Any]) -> Match:
    """A saved match, replayed and checked."""
    data = source if isinstance(source, Mapping) else read_json(source)
    header = data.get("header")
    if data.get("format") != FORMAT or not isinstance(header, Mapping) or not isinstance(header.get("game"), str):
        raise BadFile(f"this is no saved match ({FORMAT})")
    chosen = game(header["game"])
    return kind(chosen).from_data(chosen, data)


def from_position(name: str, position: Mapping[str, Any], *, board: Any = None, **options: object) -> Match:
    """A match that begins at a position written in words."""
    chosen = game(name)
    return kind(chosen).from_position(chosen, position, board=board, options=options)


def _known_to_gymnasium() -> None:
    """``gymnasium.make`` finds the games wherever this package is imported."""
    from goldenspike.envs.gym_register import register_soon

    register_soon()


_known_to_gymnasium()


__all__ = [
    "BadFile",
    "BadNotation",
    "BadOption",
    "GoldenSpikeError",
    "IllegalAction",
    "Match",
    "Refusal",
    "from_position",
    "game",
    "games",
    "load",
    "new",
]
