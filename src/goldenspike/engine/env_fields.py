"""What the numbers of an environment mean: the parts of an observation and the ranges of action numbers.

The tables of the documentation, the bounds of the spaces and the tests are all made from these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .setting import Setting

BYTE = (-128, 127)
FIELD = (-32768, 32767)


@dataclass(frozen=True)
class Part:
    """So many numbers of an observation that mean the same thing, and between which bounds they lie."""

    name: str
    count: int
    low: int
    high: int
    about: str
    private: bool = False  # tells the seat something that a spectator does not see


@dataclass(frozen=True)
class Verb:
    """A range of action numbers."""

    first: int
    count: int
    name: str
    about: str


def parts(setting: Setting) -> tuple[Part, ...]:
    """The parts of an observation in their order."""
    return tuple(setting.game.parts(setting))


def verbs(setting: Setting) -> tuple[Verb, ...]:
    """The ranges of action numbers in their order; together they are all numbers from 0."""
    return tuple(setting.game.verbs(setting))


def action_count(setting: Setting) -> int:
    """How many action numbers there are."""
    last = verbs(setting)[-1]
    return last.first + last.count


def observed(setting: Setting) -> Iterator[Part]:
    """One part of whatever ``observe`` fills, for games that do not name their numbers."""
    room = [0] * max(setting.game.most_legal, 1 << 14)
    s = setting.game.start(setting)
    yield Part("numbers", int(setting.rules.observe(s, setting.b, 0, room)), *FIELD, "what the seat may know")
