"""Custom boards that are in use. Worker processes check and build them; here they are only kept.

Building one takes up to a second, which the event loop never has.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from typing import Any

import msgspec

from goldenspike.engine.game import Game

MOST_BOARDS = 256
_boards: OrderedDict[bytes, Any] = OrderedDict()


def _key(game: str, source: Any) -> bytes:
    return blake2b(game.encode() + b"\0" + msgspec.json.encode(source), digest_size=20).digest()


def known(game: str, source: Any) -> bool:
    return _key(game, source) in _boards


def keep(game: str, source: Any, board: Any) -> None:
    """Keep a board that was built from this source."""
    _boards[_key(game, source)] = board
    while len(_boards) > MOST_BOARDS:
        _boards.popitem(last=False)


def custom_board(game: Game, source: Any) -> Any:
    """A board that is not built in; one that is not kept is built here and now."""
    key = _key(game.name, source)
    found = _boards.get(key)
    if found is None:
        found = game.board(source)
        keep(game.name, source, found)
    else:
        _boards.move_to_end(key)
    return found
