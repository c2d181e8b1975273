"""Rule values: the numbers of the rulebook as data, such as cards in hand or points of a row.

A game declares them in one data file. A board file, a file of values or an option (``values.hand=5``) may set others;
the rules read them by name, as ``b.values.hand``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from .errors import BadOption
from .near_miss import instead
from .options import Value, shown

PREFIX = "values."
Number = int | tuple[int, ...]


@dataclass(frozen=True)
class RuleValue:
    """A number of the rulebook, or a row of them: the standard, what it may be set to, its clause and its meaning."""

    name: str
    standard: Number
    least: int
    most: int
    clause: str
    about: str

    def read(self, value: object) -> Number:
        """The number or row meant; a row may be typed as 1,2,4 or 1:2:4."""
        if isinstance(self.standard, tuple):
            return self._row(value)
        return self._number(value)

    def _number(self, value: object) -> int:
        number = _whole(value)
        if number is None or not self.least <= number <= self.most:
            raise BadOption(
                f"values.{self.name} is a whole number from {self.least} to {self.most}; not {shown(value)}"
            )
        return number

    def _row(self, value: object) -> tuple[int, ...]:
        assert isinstance(self.standard, tuple)
        parts: Sequence[object] = ()
        if isinstance(value, str):
            parts = value.replace(":", ",").split(",")
        elif isinstance(value, list | tuple):
            parts = value
        if len(parts) != len(self.standard):
            raise BadOption(f"values.{self.name} is a row of {len(self.standard)} whole numbers; not {shown(value)}")
        return tuple(self._number(part) for part in parts)


def load_values(package: str, name: str = "values.json") -> tuple[RuleValue, ...]:
    """The values of a game from its data file."""
    text = resources.files(package).joinpath("data", name).read_text("utf-8")
    found = []
    for key, row in json.loads(text).items():
        if key.startswith("$"):
            continue
        standard = row["standard"]
        value = RuleValue(
            name=key,
            standard=tuple(standard) if isinstance(standard, list) else standard,
            least=row["least"],
            most=row["most"],
            clause=row["clause"],
            about=row["about"],
        )
        value.read(standard)
        found.append(value)
    return tuple(found)


def read_values(known: Sequence[RuleValue], given: Mapping[str, object], owner: str) -> dict[str, Number]:
    """Values by name as somebody set them; a wrong name or number is one clear line."""
    by_name = {value.name: value for value in known}
    found: dict[str, Number] = {}
    for name, value in given.items():
        if name not in by_name:
            raise BadOption(f"{owner} has no value {shown(name)}{instead(name, by_name, 'it has') or '; it has none'}")
        found[name] = by_name[name].read(value)
    return found


def value_problems(known: Sequence[RuleValue], given: Any, owner: str) -> list[str]:
    """What is wrong with the values of a board file, each as a sentence; the schema refuses what is no object."""
    found = []
    for name, value in given.items() if isinstance(given, dict) else ():
        try:
            read_values(known, {name: value}, owner)
        except BadOption as error:
            found.append(str(error))
    return found


def as_option(value: Number) -> Value:
    """A value as it stands among the options of a header: a number, or a row in one word."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else value


def standard_values(known: Sequence[RuleValue]) -> dict[str, Number]:
    return {value.name: value.standard for value in known}


def standard_data(known: Sequence[RuleValue]) -> dict[str, int | list[int]]:
    """The standard values as JSON has them: what a page shows where a match says nothing else."""
    return {
        value.name: list(value.standard) if isinstance(value.standard, tuple) else value.standard for value in known
    }


def fill(record: Any, values: Mapping[str, Number]) -> None:
    """Write values into the fields of the same names."""
    for name, value in values.items():
        setattr(record, name, list(value) if isinstance(value, tuple) else value)


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal() and len(value) < SHORT:
        return int(value)
    return None


SHORT = 12
