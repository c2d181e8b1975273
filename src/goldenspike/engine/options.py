"""Options of the rules: named choices, read from Python values, typed words and headers of older versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from .errors import BadOption

Value = bool | int | str
SHOWN = 60


def shown(value: object) -> str:
    """A wrong value as it stands in a message: short and on one line, whatever it is."""
    try:
        text = " ".join(repr(value).splitlines())
    except Exception:
        # Numbers of thousands of digits and data nested without end have no text at all.
        return f"something of type {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


@dataclass(frozen=True)
class Option:
    """A switch of the rules: its choices, the clause behind it, and what it does.

    The rules know a choice by its place among the choices, so their order never changes. The usual choice is the first
    one unless ``usual`` names another.

    A ruling that a later version of the rules brought says so with ``since``; matches that began under an earlier
    version are played on by the choice ``before``.
    """

    name: str
    choices: tuple[Value, ...]
    clause: str
    about: str
    _: KW_ONLY
    usual: Value | None = None
    since: str = ""
    before: Value | None = None
    offered: bool = True  # False for a ruling that only matches of earlier versions still have

    @property
    def default(self) -> Value:
        return self.choices[0] if self.usual is None else self.usual

    def default_under(self, rules: str) -> Value:
        """The choice of a match that says nothing about this option and began under that version of the rules."""
        if self.before is not None and version(rules) < version(self.since):
            return self.before
        return self.default

    def number(self, value: Value) -> int:
        return self.choices.index(value)

    def read(self, value: object) -> Value:
        """The choice meant by a Python value or by a word typed on a command line."""
        for choice in self.choices:
            if value is choice or (type(value) is type(choice) and value == choice):
                return choice
        if isinstance(value, str):
            word = value.strip().lower().replace("-", "_")
            for choice in self.choices:
                if str(choice).lower() == word or (choice is True and word in {"on", "yes"}):
                    return choice
                if choice is False and word in {"off", "no"}:
                    return choice
        offered = ", ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices)
        raise BadOption(f"option {self.name} takes {offered}; not {shown(value)}")


@dataclass(frozen=True)
class RangeOption(Option):
    """An option that takes any whole number in a range; its choices are the usual ones."""

    _: KW_ONLY
    low: int
    high: int

    def number(self, value: Value) -> int:
        return int(value)

    def read(self, value: object) -> Value:
        number = self.whole(value)
        if number is None or not (number == self.default or self.low <= number <= self.high):
            raise BadOption(f"option {self.name} takes {self.low} to {self.high}; not {shown(value)}")
        return number

    def whole(self, value: object) -> int | None:
        """The number that somebody means, or None."""
        if isinstance(value, str) and value.strip().isdecimal() and len(value) < 9:
            return int(value)
        return value if isinstance(value, int) and not isinstance(value, bool) else None


def version(rules: str) -> tuple[int, ...]:
    """A version of the rules as numbers that can be compared; anything that is not a version counts as older."""
    return tuple(int(part) for part in rules.split(".") if part.isdecimal())


def read_pairs(pairs: Sequence[str]) -> dict[str, object]:
    """Options as typed on a command line: NAME=VALUE each."""
    found: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"options are written NAME=VALUE; not {pair!r}")
        found[name.strip()] = value.strip()
    return found
