"""Reading layout files: strict JSON in, one clear error out."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from goldenspike.engine.refusal import GoldenSpikeError

MAX_FILE_BYTES = 200_000
MAX_DEPTH = 8


class BadLayout(GoldenSpikeError):
    """A layout that cannot be played, with everything that is wrong with it."""

    def __init__(self, problems: Sequence[str], where: str = "layout") -> None:
        self.problems = list(problems)
        self.where = where
        count = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        shown = [" ".join(text.split()) for text in self.problems[:5]]
        if len(self.problems) > len(shown):
            shown.append(f"and {len(self.problems) - len(shown)} more")
        super().__init__(f"{where}: {count}: {'; '.join(shown)}")


def read(spec: str | Path, where: str) -> bytes:
    """The bytes of a file of sensible size."""
    try:
        with open(spec, "rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise BadLayout(["there is no such file, and no built-in layout of that name"], where) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadLayout([f"the file cannot be read: {reason}"], where) from None
    if len(raw) > MAX_FILE_BYTES:
        raise BadLayout([f"the file is larger than {MAX_FILE_BYTES // 1000} kB"], where)
    return raw


def parse(raw: bytes | str, where: str) -> Any:
    """JSON without the leniencies of Python's reader: no NaN, no infinity, no key twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in pairs:
            if key in seen:
                raise ValueError(f"the key {quote(key)} stands twice in one object")
            seen[key] = value
        return seen

    def finite(text: str) -> float:
        value = float(text)
        if not math.isfinite(value):
            raise ValueError(f"the number {text[:20]} is too large")
        return value

    def constant(text: str) -> float:
        raise ValueError(f"{text} is not a JSON number")

    def whole(text: str) -> int:
        if len(text) > 18:
            raise ValueError(f"the number {text[:10]}... is too large")
        return int(text)

    try:
        text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw
        data = json.loads(text, object_pairs_hook=once, parse_float=finite, parse_constant=constant, parse_int=whole)
    except json.JSONDecodeError as error:
        reason = f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        raise BadLayout([reason], where) from None
    except UnicodeDecodeError:
        raise BadLayout(["not JSON: the file is not UTF-8 text"], where) from None
    except RecursionError:
        raise BadLayout(["not a layout: the data is nested too deeply"], where) from None
    except ValueError as error:
        raise BadLayout([str(error)], where) from None
    if _depth(data) > MAX_DEPTH:
        raise BadLayout(["not a layout: the data is nested too deeply"], where)
    return data


def _depth(data: Any) -> int:
    """How deep lists and objects lie in each other."""
    deep, layer = 0, [data]
    while layer:
        deep += 1
        layer = [
            item
            for value in layer
            if isinstance(value, (dict, list))
            for item in (value.values() if isinstance(value, dict) else value)
        ]
    return deep


def plain(data: Any, where: str) -> Any:
    """Data from a caller, forced through JSON so that it obeys the same rules as a file."""
    try:
        text = json.dumps(data)
    except TypeError as error:
        raise BadLayout([f"not plain JSON data: {error}"], where) from None
    except (ValueError, RecursionError):
        reason = "a number is too large, or the data is nested without end"
        raise BadLayout([f"not plain JSON data: {reason}"], where) from None
    return parse(text, where)


def quote(value: Any) -> str:
    """A value as JSON text, short and printable."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:36] + '..."'


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of layout files."""
    text = files(__package__).joinpath("data", "layout.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def schema_problems(data: dict[str, Any]) -> list[str]:
    """Where the data leaves the schema, with the clause behind it if there is one."""
    from jsonschema import Draft202012Validator

    errors = Draft202012Validator(schema()).iter_errors(data)
    # Several errors at one place can make the same sentence: each missing key is an error of its own.
    return list(dict.fromkeys(_sentence(data, e) for e in sorted(errors, key=_order)))


def _order(error: Any) -> list[tuple[bool, str, int]]:
    """Errors in the order of the file; numbers and names do not compare with each other."""
    path = error.absolute_path
    return [(isinstance(step, str), str(step), step if isinstance(step, int) else 0) for step in path]


def _sentence(data: dict[str, Any], error: Any) -> str:
    """A schema error in plain words."""
    clause = error.schema.get("$comment")
    return _words(data, error) + (f" ({clause})" if clause else "")


def _words(data: dict[str, Any], error: Any) -> str:
    place = _place(data, list(error.absolute_path))
    value, limit = error.instance, error.validator_value
    match error.validator:
        case "required":
            missing = [name for name in limit if name not in value]
            return f"{place}: {', '.join(map(quote, missing))} missing"
        case "additionalProperties":
            extra = [name for name in value if name not in error.schema["properties"]]
            return f"{place}: unknown key {', '.join(map(quote, extra))}"
        case "type":
            return f"{place} must be {_article(limit)}, not {kind_of(value)}"
        case "enum":
            allowed = ", ".join(json.dumps(item) for item in limit)
            return f"{place} must be one of {allowed}, not {_show(value)}"
        case "const":
            return f"{place} must be {json.dumps(limit)}, not {_show(value)}"
        case "minimum" | "maximum":
            word = "at least" if error.validator == "minimum" else "at most"
            return f"{place} must be {word} {limit}, not {_show(value)}"
        case "minItems" | "maxItems":
            word = "at least" if error.validator == "minItems" else "at most"
            return f"{place} must have {word} {limit} {_entries(limit)}, not {len(value)}"
        case "minLength" | "maxLength":
            word = "at least" if error.validator == "minLength" else "at most"
            letters = "character" if limit == 1 else "characters"
            return f"{place} must have {word} {limit} {letters}, not {len(value)}"
        case "pattern":
            return f"{place} has the wrong form: {_show(value)}"
        case _:
            return f"{place} is wrong: {_show(value)}"


def _entries(count: int) -> str:
    return "entry" if count == 1 else "entries"


def _place(data: Any, path: list[str | int]) -> str:
    """A path into the file, with the id of the record it lies in."""
    text, here = "", data
    for step in path:
        here = here[step]
        if isinstance(step, int):
            text += f"[{step}]"
            name = here.get("id") if isinstance(here, dict) else None
            if isinstance(name, str):
                text += f" ({quote(name)[1:-1]})"
        else:
            text += f".{step}" if text else str(step)
    return text or "layout"


def kind_of(value: Any) -> str:
    """What a JSON value is, in a word."""
    names = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list"}
    return "null" if value is None else names.get(type(value), "an object")


def _article(kind: str) -> str:
    names = {"integer": "a whole number", "string": "text", "array": "a list", "boolean": "true or false"}
    return names.get(kind, "an object")


def _show(value: Any) -> str:
    return kind_of(value) if isinstance(value, (dict, list)) else quote(value)


def unprintable(data: Any, path: tuple[str | int, ...] = ()) -> list[str]:
    """Text that no screen and no drawing can show."""
    if isinstance(data, str):
        good = data.isprintable() and (data.strip() or not data)
        return [] if good else [f"{'.'.join(map(str, path))}: {quote(data)} cannot be printed"]
    found: list[str] = []
    steps = data.items() if isinstance(data, dict) else enumerate(data)
    for step, value in steps:
        if isinstance(value, (str, dict, list)):
            found += unprintable(value, (*path, step))
    return found
