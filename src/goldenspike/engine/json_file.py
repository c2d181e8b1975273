"""Reading data files of users (boards, sheets, layouts): strict JSON in, everything that is wrong out."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from .errors import BadFile


class BadData(BadFile):
    """A data file that cannot be used, with everything that is wrong with it."""

    what: ClassVar[str] = "file"
    most_bytes: ClassVar[int] = 2_000_000
    most_depth: ClassVar[int] = 12

    def __init__(self, problems: Sequence[str], where: str | None = None) -> None:
        self.problems = list(problems)
        self.where = where or self.what
        count = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        shown = [" ".join(text.split()) for text in self.problems[:5]]
        if len(self.problems) > len(shown):
            shown.append(f"and {len(self.problems) - len(shown)} more")
        super().__init__(f"{self.where}: {count}: {'; '.join(shown)}")


# ---------------------------------------------------------------- strict JSON
def read(bad: type[BadData], spec: str | Path, where: str) -> bytes:
    """The bytes of a file of sensible size."""
    try:
        with open(spec, "rb") as file:
            raw = file.read(bad.most_bytes + 1)
    except FileNotFoundError:
        raise bad([f"there is no such file, and no built-in {bad.what} of that name"], where) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise bad([f"the file cannot be read: {reason}"], where) from None
    if len(raw) > bad.most_bytes:
        raise bad([f"the file is larger than {bad.most_bytes / 1_000_000:g} MB"], where)
    return raw


def parse(bad: type[BadData], raw: bytes | str, where: str) -> Any:
    """Stricter JSON than Python reads: no NaN, no infinity, no key twice."""
    try:
        text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw
        data = json.loads(
            text, object_pairs_hook=_once, parse_float=_finite, parse_constant=_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        raise bad([f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}"], where) from None
    except UnicodeDecodeError:
        raise bad(["not JSON: the file is not UTF-8 text"], where) from None
    except RecursionError:
        raise bad([f"not a {bad.what}: the data is nested too deeply"], where) from None
    except ValueError as error:
        raise bad([str(error)], where) from None
    if _depth(data) > bad.most_depth:
        raise bad([f"not a {bad.what}: the data is nested too deeply"], where)
    return data


def data_of(bad: type[BadData], spec: Any) -> tuple[Any, str]:
    """The data given or read from the file named, and its name in messages."""
    if isinstance(spec, Mapping):
        return plain(bad, dict(spec), bad.what), bad.what
    if not isinstance(spec, str | Path):
        raise bad([f"expected a name, a file or a JSON object, not {type(spec).__name__}"])
    name = Path(spec).name or str(spec)
    where = f"{bad.what} " + "".join(letter if letter.isprintable() else "?" for letter in name[:80])
    return parse(bad, read(bad, spec, where), where), where


def plain(bad: type[BadData], data: Any, where: str) -> Any:
    """Data from a caller, forced through JSON so that it obeys the same rules as a file."""
    try:
        text = json.dumps(data)
    except TypeError as error:
        raise bad([f"not plain JSON data: {error}"], where) from None
    except (ValueError, RecursionError):
        raise bad(["not plain JSON data: a number is too large, or the data is nested without end"], where) from None
    return parse(bad, text, where)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise ValueError(f"the key {quote(key)} stands twice in one object")
        seen[key] = value
    return seen


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {text[:20]} is too large")
    return int(value) if value.is_integer() and abs(value) < 1e15 else value  # 2.0 is a count like 2


def _constant(text: str) -> float:
    raise ValueError(f"{text} is not a JSON number")


def _whole(text: str) -> int:
    if len(text) > 18:
        raise ValueError(f"the number {text[:10]}... is too large")
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


def show(value: Any) -> str:
    """A value, or what it is if it is long."""
    return kind_of(value) if isinstance(value, dict | list) else quote(value)


def schema_problems(what: str, schema: dict[str, Any], data: Any) -> list[str]:
    """Where the data leaves its schema, with the clause behind it if the schema names one."""
    from jsonschema import Draft202012Validator

    errors: Iterable[Any] = Draft202012Validator(schema).iter_errors(data)
    # Several errors at one place can make the same sentence: each missing key is an error of its own.
    return list(dict.fromkeys(_sentence(what, data, error) for error in sorted(errors, key=_order)))


def _order(error: Any) -> list[tuple[int, str]]:
    """Errors in the order of the file; numbers and names do not compare with each other."""
    return [(step, "") if isinstance(step, int) else (-1, str(step)) for step in error.absolute_path]


def _sentence(what: str, data: Any, error: Any) -> str:
    clause = error.schema.get("$comment")
    return _words(what, data, error) + (f" ({clause})" if clause else "")


def _words(what: str, data: Any, error: Any) -> str:
    """A schema error in plain words."""
    place = _place(data, list(error.absolute_path)) or what
    value, limit = error.instance, error.validator_value
    bound = "at least" if str(error.validator).startswith("min") else "at most"
    match error.validator:
        case "required":
            missing = [name for name in limit if name not in value]
            return f"{place}: {', '.join(map(quote, missing))} missing"
        case "additionalProperties":
            known = error.schema.get("properties", {})
            return f"{place}: unknown key {', '.join(quote(name) for name in value if name not in known)}"
        case "type":
            return f"{place} must be {_article(limit)}, not {kind_of(value)}"
        case "enum":
            return f"{place} must be one of {', '.join(json.dumps(item) for item in limit)}, not {show(value)}"
        case "const":
            return f"{place} must be {json.dumps(limit)}, not {show(value)}"
        case "minimum" | "maximum":
            return f"{place} must be {bound} {limit}, not {show(value)}"
        case "minItems" | "maxItems" | "maxProperties":
            return f"{place} must have {bound} {limit} {'entry' if limit == 1 else 'entries'}, not {len(value)}"
        case "minLength" | "maxLength":
            return f"{place} must have {bound} {limit} {'character' if limit == 1 else 'characters'}, not {len(value)}"
        case "uniqueItems":
            return f"{place} names the same thing twice"
        case "pattern":
            return f"{place} has the wrong form: {show(value)}"
        case _:
            return f"{place} is wrong: {show(value)}"


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
    return text


def _article(kind: str) -> str:
    names = {
        "integer": "a whole number",
        "number": "a number",
        "string": "text",
        "array": "a list",
        "boolean": "true or false",
    }
    return names.get(kind, "an object")


def unprintable(data: Any, path: tuple[str | int, ...] = ()) -> list[str]:
    """Text that no screen and no drawing can show."""
    if isinstance(data, str):
        good = data.isprintable() and (data.strip() or not data)
        return [] if good else [f"{'.'.join(map(str, path))}: {quote(data)} cannot be printed"]
    found: list[str] = []
    steps = data.items() if isinstance(data, dict) else enumerate(data)
    for step, value in steps:
        if isinstance(value, str | dict | list):
            found += unprintable(value, (*path, step))
    return found
