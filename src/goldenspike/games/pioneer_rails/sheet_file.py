"""Reading sheet files: strict JSON in, one clear error out."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

MAX_FILE_BYTES = 500_000
MAX_DEPTH = 8


class BadSheet(ValueError):
    """A sheet that cannot be played on, with everything that is wrong with it."""

    def __init__(self, problems: Sequence[str], where: str = "sheet") -> None:
        self.problems = list(problems)
        self.where = where
        count = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        shown = [" ".join(text.split()) for text in self.problems[:5]]
        if len(self.problems) > len(shown):
            shown.append(f"and {len(self.problems) - len(shown)} more")
        super().__init__(f"{where}: {count}: {'; '.join(shown)}")


def read(path: str | Path, where: str) -> bytes:
    """The bytes of a file of sensible size."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise BadSheet(["there is no such file, and no built-in sheet of that name"], where) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadSheet([f"the file cannot be read: {reason}"], where) from None
    if len(raw) > MAX_FILE_BYTES:
        raise BadSheet([f"the file is larger than {MAX_FILE_BYTES // 1000} kB"], where)
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
        # JSON knows one kind of number: 2.0 is as good a count as 2.
        return int(value) if value.is_integer() and abs(value) < 10**15 else value

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
        raise BadSheet([reason], where) from None
    except UnicodeDecodeError:
        raise BadSheet(["not JSON: the file is not UTF-8 text"], where) from None
    except RecursionError:
        raise BadSheet(["not a sheet: the data is nested too deeply"], where) from None
    except ValueError as error:
        raise BadSheet([str(error)], where) from None
    if _depth(data) > MAX_DEPTH:
        raise BadSheet(["not a sheet: the data is nested too deeply"], where)
    return data


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


def plain(data: Any, where: str) -> Any:
    """Data from a caller, forced through JSON so that it obeys the same rules as a file."""
    try:
        text = json.dumps(data)
    except TypeError as error:
        raise BadSheet([f"not plain JSON data: {error}"], where) from None
    except (ValueError, RecursionError):
        reason = "a number is too large, or the data is nested without end"
        raise BadSheet([f"not plain JSON data: {reason}"], where) from None
    return parse(text, where)


def quote(value: Any) -> str:
    """A value as JSON text, short and printable."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:36] + '..."'
