"""The games, by name; each is imported when first asked for."""

from __future__ import annotations

from importlib import import_module

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, shown

_WHERE = {
    "santa-fe-rails": ("goldenspike.games.santa_fe.game", "SANTA_FE_RAILS"),
    "santa-fe": ("goldenspike.games.santa_fe.game", "SANTA_FE"),
    "pioneer-rails": ("goldenspike.games.pioneer_rails.game", "PIONEER_RAILS"),
    "rail-pass": ("goldenspike.games.rail_pass.game", "RAIL_PASS"),
}


def names() -> list[str]:
    """The names of all games."""
    return list(_WHERE)


def game(name: str) -> Game:
    """A game by name."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-") if isinstance(name, str) else ""
    if key not in _WHERE:
        raise BadOption(f"there is no game {shown(name)}; there are {', '.join(_WHERE)}")
    module, attribute = _WHERE[key]
    found = getattr(import_module(module), attribute)
    assert isinstance(found, Game)
    return found
