"""Reading data files of users (boards, sheets, layouts): strict JSON in, everything that is wrong out."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from .errors import BadFile
from .json_syntax import decoded, key_twice, syntax_problem, word_at
from .near_miss import instead


class BadData(BadFile):
    """A data file that cannot be used, with everything that is wrong with it."""

    what: ClassVar[str] = "file"
    most_bytes: ClassVar[int] = 2_000_000
    most_depth: ClassVar[int] = 12

    def __init__(self, problems: Sequence[str], where: str | None = None, document: Any = None) -> None:
        self.problems = list(problems)
        self.where = where or self.what
        self.document = document  # the data that was refused, as far as it could be read
        count = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        shown = [" ".join(text.split()) for text in self.problems[:5]]
        if len(self.problems) > len(shown):
            shown.append(f"and {len(self.problems) - len(shown)} more")
        super().__init__(f"{self.where}: {count}: {'; '.join(shown)}")


# ---------------------------------------------------------------- strict JSON
def read(bad: type[BadData], spec: str | Path, where: str, built_in: Sequence[str] = ()) -> bytes:
    """The bytes of a file of sensible size; ``built_in`` are the names that stand for no file."""
    try:
        with open(spec, "rb") as file:
            raw = file.read(bad.most_bytes + 1)
    except FileNotFoundError:
        names = instead(spec, built_in, "built in are")
        raise bad([f"there is no such file, and no built-in {bad.what} of that name{names}"], where) from None
    except IsADirectoryError:
        raise bad([f"the file cannot be read: this is a folder; name the {bad.what} file in it"], where) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise bad([f"the file cannot be read: {reason}"], where) from None
    if len(raw) > bad.most_bytes:
        raise bad([f"the file is larger than {bad.most_bytes / 1_000_000:g} MB"], where)
    return raw


def parse(bad: type[BadData], raw: bytes | str, where: str, *, typed: bool = True) -> Any:
    """Stricter JSON than Python reads: no NaN, no infinity, no key twice. Only of ``typed`` text the line is told."""
    text = ""
    try:
        text = decoded(raw) if isinstance(raw, bytes) else raw.removeprefix("\ufeff")
        data = json.loads(
            text, object_pairs_hook=_once, parse_float=_finite, parse_constant=_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        raise bad([syntax_problem(text, error, bad.what)], where) from None
    except _KeyTwice as error:
        raise bad([f"{error} (the second time in {key_twice(text, error.key)})"], where) from None
    except _BadNumber as error:
        place = f" ({word_at(text, error.word)})" if typed else ""
        raise bad([f"{error}{place}"], where) from None
    except RecursionError:
        raise bad([f"not a {bad.what}: the data is nested too deeply"], where) from None
    except ValueError as error:
        raise bad([str(error)], where) from None
    if _depth(data) > bad.most_depth:
        raise bad([f"not a {bad.what}: the data is nested too deeply"], where)
    return data


class _KeyTwice(ValueError):
    """An object has two entries of one name, and nobody can say which one counts."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the key {quote(key)} stands twice in one object")
        self.key = key


class _BadNumber(ValueError):
    """A number that JSON does not have, or that nobody needs."""

    def __init__(self, word: str, problem: str) -> None:
        super().__init__(problem)
        self.word = word


def data_of(bad: type[BadData], spec: Any, built_in: Sequence[str] = ()) -> tuple[Any, str]:
    """The data given or read from the file named, and its name in messages."""
    if isinstance(spec, Mapping):
        return plain(bad, dict(spec), bad.what), bad.what
    if not isinstance(spec, str | Path):
        raise bad([f"expected a name, a file or a JSON object, not {type(spec).__name__}"])
    name = Path(spec).name or str(spec)
    where = f"{bad.what} " + "".join(letter if letter.isprintable() else "?" for letter in name[:80])
    return parse(bad, read(bad, spec, where, built_in), where), where


def plain(bad: type[BadData], data: Any, where: str) -> Any:
    """Data from a caller, forced through JSON so that it obeys the same rules as a file."""
    try:
        text = json.dumps(data)
    except TypeError as error:
        raise bad([f"not plain JSON data: {error}"], where) from None
    except (ValueError, RecursionError):
        raise bad(["not plain JSON data: a number is too large, or the data is nested without end"], where) from None
    return parse(bad, text, where, typed=False)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise _KeyTwice(key)
        seen[key] = value
    return seen


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _BadNumber(text, f"the number {text[:20]} is too large")
    return int(value) if value.is_integer() and abs(value) < 1e15 else value  # 2.0 is a count like 2


def _constant(text: str) -> float:
    raise _BadNumber(text, f"{text} is not a JSON number")


def _whole(text: str) -> int:
    if len(text) > 18:
        raise _BadNumber(text, f"the number {text[:10]}... is too large")
    return int(text)


def _depth(data: Any) -> int:
    """How deep lists and objects lie in each other."""
    deep, layer = 0, [data]
    while layer:
        deep += 1
        layer = [
            item
            for value in layer
            if isinstance(value, dict | list)
            for item in (value.values() if isinstance(value, dict) else value)
        ]
    return deep


# ---------------------------------------------------------------- plain words
def quote(value: Any) -> str:
    """A value as JSON text, short and printable."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:36] + '..."'


def kind_of(value: Any) -> str:
    """What a JSON value is, in a word."""
    names = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list"}
    return "null" if value is None else names.get(type(value), "an object")


def not_an_object(what: str, value: Any) -> str:
    """The sentence about data that is no object at all."""
    return f"a {what} is a JSON object, which begins with {{ and ends with }}, not {kind_of(value)}"


def show(value: Any) -> str:
    """A value, or what it is if it is long."""
    return kind_of(value) if isinstance(value, dict | list) else quote(value)


def unprintable(data: Any, path: tuple[str | int, ...] = ()) -> list[str]:
    """Text that no screen and no drawing can show."""
    if isinstance(data, str):
        good = data.isprintable() and (data.strip() or not data)
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
        return [] if good else [f"{where}: {quote(data)} cannot be printed; it must have signs that a screen can show"]
    found: list[str] = []
    steps = data.items() if isinstance(data, dict) else enumerate(data if isinstance(data, list) else ())
    for step, value in steps:
        if isinstance(value, str | dict | list):
            found += unprintable(value, (*path, step))
    return found
