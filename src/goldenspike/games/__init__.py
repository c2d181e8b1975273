"""The registry: every game by name, those of this package and those that other packages bring.

A folder here is a game package. Its ``__init__`` has two names: ``GAMES`` maps each game to an attribute of the module
``game``, and ``PLACE`` is a number that orders the packages wherever games are listed.
Another package declares an entry point in the group ``goldenspike.games``; its value is an instance of ``Game``.
A built-in game is imported when it is first asked for. An outside package that does not load, or whose game lacks
something, is named in one warning line and skipped.
"""

from __future__ import annotations

import logging
import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from goldenspike.engine import other_files
from goldenspike.engine.declaration import declaration_problems
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, shown
from goldenspike.engine.json_file import BadData

GROUP = "goldenspike.games"
log = logging.getLogger("goldenspike.games")
MOST_LETTERS = 300  # of an error message that is passed on


@cache
def built_in() -> dict[str, tuple[str, str]]:
    """The games of this package: by name, the module and the attribute where each is."""
    packages = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__) if found.ispkg]
    return {
        name: (f"{package.__name__}.game", attribute)
        for package in sorted(packages, key=lambda package: (package.PLACE, package.__name__))
        for name, attribute in package.GAMES.items()
    }


@cache
def outside() -> dict[str, Game]:
    """The games of other packages that load, in the order of their names."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        game = _load(entry)
        if game is None:
            continue
        if game.name in built_in() or game.name in found:
            log.warning("game package %s is skipped: there is a game %s already", _owner(entry), game.name)
            continue
        found[game.name] = game
    return found


def names() -> list[str]:
    """The names of all games."""
    return [*built_in(), *outside()]


def game(name: str) -> Game:
    """A game by name."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-") if isinstance(name, str) else ""
    if key in built_in():
        module, attribute = built_in()[key]
        found = getattr(import_module(module), attribute)
        assert isinstance(found, Game)
        return found
    if key in outside():
        return outside()[key]
    raise BadOption(f"there is no game {shown(name)}; there are {', '.join(names())}")


def explained(error: BadData, asked: Game) -> BadData:
    """An error about a board, or a shorter one if the file is one of another game."""
    return other_files.explained(error, asked, (game(name) for name in names()))


def refresh() -> None:
    """Look for packages with games again, after one was installed."""
    outside.cache_clear()


def _load(entry: EntryPoint) -> Game | None:
    """The game behind an entry point, or None: an outside package may fail in any way, or even exit."""
    try:
        game = entry.load()
        if not isinstance(game, Game):
            raise TypeError(f"{entry.value} is not an instance of goldenspike.engine.game.Game")
        problem = next(declaration_problems(game), None)
        if problem is not None:
            raise TypeError(f"{entry.value}: {problem}")
    except (Exception, SystemExit) as error:
        log.warning("game package %s is skipped: %s", _owner(entry), reason(error))
        return None
    return game


def reason(error: BaseException) -> str:
    """What went wrong in an outside package, in one line."""
    text = " ".join(str(error).split())[:MOST_LETTERS]
    return f"{type(error).__name__}: {text or 'no reason given'}"


def _owner(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.value
