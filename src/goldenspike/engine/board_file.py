"""Boards from data files: by name, from a file or from plain data, checked against a schema and by the game.

``read_document`` is what every check of a board begins with, also in games that read their boards themselves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from .json_file import BadData, data_of, not_an_object, plain, unprintable
from .schema_words import schema_problems
from .state_record import digest
from .values import RuleValue, load_values, value_problems


class BadBoard(BadData):
    """A board that cannot be played, with everything that is wrong with it."""

    what = "board"


def read_document(bad: type[BadData], schema: Mapping[str, Any], data: Any) -> tuple[dict[str, Any], list[str]]:
    """Data as plain JSON, and all that is wrong with it before the game itself looks at it.

    The data is empty if it is no object: then there is nothing more to find.
    """
    try:
        data = plain(bad, data, bad.what)
    except BadData as error:
        return {}, error.problems
    if not isinstance(data, dict):
        return {}, [not_an_object(bad.what, data)]
    return data, [*schema_problems(bad.what, schema, data), *unprintable(data)]


@dataclass(frozen=True)
class BoardFile:
    """The boards of a small game: JSON files in the ``data`` folder of its package, beside board.schema.json."""

    package: str
    names: tuple[str, ...]  # the first is the usual one
    check: Callable[[Any], list[str]] = field(default=lambda data: [])  # what is wrong beyond the schema
    warn: Callable[[Any], list[str]] = field(default=lambda data: [])  # what a designer should look at

    def load(self, spec: Any) -> JsonBoard:
        """The board named, in the file, or in the data given; BadBoard with everything that is wrong."""
        if spec is None or (isinstance(spec, str) and spec.strip().lower() in self.names):
            return _built_in(self.package, (spec or self.names[0]).strip().lower())
        data, where = data_of(BadBoard, spec, self.names)
        if found := self.problems(data):
            raise BadBoard(found, where, data)
        return JsonBoard(data)

    def at_limits(self) -> list[dict[str, Any]]:
        """Boards at the limits of the schema, for checks: the files in the folder ``data/limits``."""
        folder = files(self.package).joinpath("data", "limits")
        found = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
        return [json.loads(file.read_text("utf-8")) for file in found if file.name.endswith(".json")]

    def problems(self, data: Any) -> list[str]:
        """Everything that forbids playing on a board, each as a sentence."""
        data, found = read_document(BadBoard, self.schema(), data)
        if found:
            return found
        given = data.get("values", {})
        return [*value_problems(_rule_values(self.package) if given else (), given, "the game"), *self.check(data)]

    def warnings(self, data: Any) -> list[str]:
        """What a designer should look at on a board that can be played: what ``Game.board_warnings`` returns."""
        return [] if self.problems(data) else self.warn(data)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the board files: what ``Game.board_schema`` returns."""
        loaded: dict[str, Any] = _data_file(self.package, "board.schema.json")
        return loaded


class JsonBoard:
    """A checked board as it stands in its file; ``players`` and ``values`` are optional there (see ``Board``)."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.source = source
        self.id: str = source["id"]
        self.name: str = source["name"]
        self.hash = digest(json.dumps(source, sort_keys=True).encode())
        self.players: tuple[int, ...] = tuple(source.get("players", ()))
        self.values: dict[str, Any] = source.get("values", {})


@cache
def _built_in(package: str, name: str) -> JsonBoard:
    return JsonBoard(_data_file(package, f"{name}.json"))


@cache
def _rule_values(package: str) -> tuple[RuleValue, ...]:
    return load_values(package) if files(package).joinpath("data", "values.json").is_file() else ()


def _data_file(package: str, name: str) -> Any:
    return json.loads(files(package).joinpath("data", name).read_text("utf-8"))
