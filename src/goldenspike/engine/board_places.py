"""Where on a board a sentence of its checker points, for programs that mark the place: JSON pointers into its file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

MOST_PLACES = 24
_PATH = re.compile(r"\b([a-z_]+)\[(\d+)\]|\b([a-z_]+)\.([A-Za-z0-9]+)\b")


def records(data: Any, key: str, *parts: str) -> dict[str, str]:
    """The names of the records in a list of a board file, with their places: their ids, or parts joined by a dash."""
    found: dict[str, str] = {}
    items = data.get(key) if isinstance(data, Mapping) else None
    for index, record in enumerate(items if isinstance(items, list) else ()):
        if isinstance(record, Mapping):
            names = [record.get(part) for part in parts or ("id",)]
            if all(isinstance(name, str) and name for name in names):
                found.setdefault("-".join(map(str, names)), f"/{key}/{index}")
    return found


def places(data: Any, names: Mapping[str, str], sentence: str) -> tuple[str, ...]:
    """The places that a sentence names: by a path such as ``lines[3]``, or by the name of something on the board."""
    found: dict[str, None] = {}
    sentence = sentence.partition("; did you mean ")[0]  # what was meant is not what is wrong
    for match in _PATH.finditer(sentence):
        key, step = (match[1], match[2]) if match[1] else (match[3], match[4])
        if _there(data, key, step):
            found.setdefault(f"/{key}/{step}")
    if names:
        for match in _any_of(names).finditer(sentence):
            found.setdefault(names[match[0]])
    return tuple(found)[:MOST_PLACES]


def _there(data: Any, key: str, step: str) -> bool:
    inner = data.get(key) if isinstance(data, Mapping) else None
    if isinstance(inner, list):
        return step.isdecimal() and int(step) < len(inner)
    return isinstance(inner, Mapping) and step in inner


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Any of these names as a word of its own, the longest first: CHI-OMA is no mention of CHI."""
    longest = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w#-])")
