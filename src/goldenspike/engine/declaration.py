"""What a game must declare before anything can be done with it; nothing is compiled or played to find out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import contract, defaults
from .options import Option
from .rule_set import own_functions
from .state_record import Record
from .values import RuleValue

if TYPE_CHECKING:
    from .game import Game

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
FIELD = re.compile(r"[a-z][a-z0-9_]*")


def declaration_problems(game: Game) -> Iterator[str]:
    """Everything that is missing from a game's declarations or of the wrong kind, a sentence each."""
    yield from _facts(game)
    yield from _choices(game)
    yield from _rules(game)


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and "\n" not in value


def _facts(game: Any) -> Iterator[str]:
    name = getattr(game, "name", None)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield "name must be lower case, its words joined by hyphens"
    for member in ("title", "about"):
        if not _is_line(getattr(game, member, None)):
            yield f"{member} must be a line of text"
    if type(getattr(game, "year", None)) is not int:
        yield "year must be a whole number"
    names = game.seat_names
    if not _all(names, str) or len(set(names)) != len(names):
        yield "seat_names must be a tuple of different names"
        return
    seats = getattr(game, "seats", None)
    if not isinstance(seats, range) or seats.step != 1 or not seats:
        yield "seats must be a range of numbers of players, such as range(2, 5)"
    elif not 1 <= seats[0] <= seats[-1] <= len(names):
        yield f"seats must be between 1 and {len(names)}, as many as seat_names has"
    for member in ("boards", "shown_as"):
        if not _all(getattr(game, member), str):
            yield f"{member} must be a tuple of names"


def _choices(game: Any) -> Iterator[str]:
    for member, kind in (("options", Option), ("values", RuleValue)):
        declared = getattr(game, member)
        if not _all(declared, kind):
            yield f"{member} must be a tuple of {kind.__name__}"
            continue
        names = [one.name for one in declared]
        for one in declared:
            if not isinstance(one.name, str) or not FIELD.fullmatch(one.name) or not one.about or not one.clause:
                yield f"{member}: {one.name!r} needs a name in lower case, a clause and a description"
        if len(set(names)) < len(names):
            yield f"two {member} have the same name"
    if not isinstance(game.presets, Mapping) or not all(isinstance(one, Mapping) for one in game.presets.values()):
        yield "presets must map names to options"
    for language, words in game.words.items():
        if not isinstance(words, Mapping) or not all(isinstance(text, str) for text in words.values()):
            yield f"words in {language} must map keys to texts"


def _rules(game: Any) -> Iterator[str]:
    for member in ("state", "tables"):
        record = getattr(game, member, None)
        if not isinstance(record, type) or not issubclass(record, Record):
            yield f"{member} must be a subclass of Record"
        elif member == "state" and "chance" not in record.fields:
            yield "state must have a field chance: i8(4)"
    if type(getattr(game, "most_legal", None)) is not int or game.most_legal < 1:
        yield "most_legal must say how many legal actions a seat may have"
    modules = getattr(game, "modules", None)
    if not modules or not _all(modules, ModuleType):
        yield "modules must be a tuple of the modules with the rule functions"
        return
    there = {name for module in (*modules, *game.replaced, defaults) for name, _ in own_functions(module)}
    for name, _ in own_functions(contract):
        if name not in there and not name.startswith("_") and name not in contract.OPTIONAL:
            yield f"its rules lack the function {name}"


def _all(values: Any, kind: type) -> bool:
    return isinstance(values, tuple) and all(isinstance(one, kind) for one in values)
