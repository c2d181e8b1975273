"""Boards from data files: by name, from a file or from plain data, checked against a schema and by the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from .errors import BadOption
from .json_file import BadData, data_of, kind_of, schema_problems, unprintable
from .state_record import digest
from .values import RuleValue, load_values, read_values


class BadBoard(BadData):
    """A board that cannot be played, with everything that is wrong with it."""

    what = "board"


@dataclass(frozen=True)
class BoardFile:
    """The boards of a small game: JSON files in the ``data`` folder of its package, beside board.schema.json."""

    package: str
    names: tuple[str, ...]  # the first is the usual one
    check: Callable[[Any], list[str]] = field(default=lambda data: [])  # what is wrong beyond the schema

    def load(self, spec: Any) -> JsonBoard:
        """The board named, in the file, or in the data given; BadBoard with everything that is wrong."""
        if spec is None or (isinstance(spec, str) and spec.strip().lower() in self.names):
            return _built_in(self.package, (spec or self.names[0]).strip().lower())
        data, where = data_of(BadBoard, spec)
        if found := self.problems(data):
            raise BadBoard(found, where)
        return JsonBoard(data)

    def at_limits(self) -> list[dict[str, Any]]:
        """Boards at the limits of the schema, for checks: the files in the folder ``data/limits``."""
        folder = files(self.package).joinpath("data", "limits")
        found = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
        return [json.loads(file.read_text("utf-8")) for file in found if file.name.endswith(".json")]

    def problems(self, data: Any) -> list[str]:
        """Everything that forbids playing on a board, each as a sentence."""
        if not isinstance(data, dict):
            return [f"a board is a JSON object, not {kind_of(data)}"]
        schema = _data_file(self.package, "board.schema.json")
        found = schema_problems("board", schema, data) or unprintable(data)
        return found or [*self._value_problems(data.get("values", {})), *self.check(data)]

    def _value_problems(self, given: dict[str, Any]) -> list[str]:
        """Rule values of the board that ``data/values.json`` does not have, or not within these limits."""
        known = _rule_values(self.package) if given else ()
        found = []
        for name, value in given.items():
            try:
                read_values(known, {name: value}, "the game")
            except BadOption as error:
                found.append(str(error))
        return found


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
