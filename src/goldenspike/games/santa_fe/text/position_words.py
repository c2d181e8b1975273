"""The single words of a position, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import shown

from ..rules.state import State
from .notation import Notation
from .view import SEAT_NAMES

KEYS = frozenset(
    [
        "round",
        "phase",
        "first",
        "turn",
        "laid_now",
        "exchanged",
        "passes",
        "ending",
        "ended",
        "ended_by",
        "money",
        "hands",
        "hired",
        "table",
        "discarded",
        "committed",
        "plays",
        "laid_first",
        "reserve",
        "display",
        "deck",
        "piles",
        "dummy",
        "dummy_piles",
        "available",
        "supply",
        "track",
        "tips",
        "connected",
        "reached",
        "boomtowns",
        "chance",
    ]
)


class PositionWords:
    """The words of a position one by one; a wrong one is one clear line."""

    def __init__(self, notation: Notation, seats: int, words: Mapping[str, Any]) -> None:
        unknown = sorted(shown(key) for key in words if key not in KEYS)
        if unknown:
            raise BadFile(f"a position has no {', '.join(unknown[:3])}")
        self.notation = notation
        self.words = words
        self.seats = seats
        self.names = SEAT_NAMES[:seats]
        self.b = notation.b
        self.rules = notation.rules
        self.s = State()

    def number(self, what: str, value: object, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadFile(f"position: {what} is a whole number from {low} to {high}; not {shown(value)}")
        return value

    def seat(self, value: object) -> int:
        if value not in self.names:
            raise BadFile(f"position: there is no seat {shown(value)}; the seats are {', '.join(self.names)}")
        return self.names.index(str(value))

    def mapping(self, key: str) -> Mapping[str, Any]:
        value = self.words.get(key, {})
        if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
            raise BadFile(f"position: {key} is a mapping of words; not {shown(value)}")
        return value

    def texts(self, what: str, value: object) -> list[str]:
        if not isinstance(value, (list, tuple)) or not all(isinstance(word, str) for word in value):
            raise BadFile(f"position: {what} is a list of words; not {shown(value)}")
        return list(value)

    def per_seat(self, key: str) -> Iterator[tuple[int, Any]]:
        for name, value in self.mapping(key).items():
            yield self.seat(name), value

    def choice(self, key: str, offered: Sequence[str], default: int) -> int:
        if key not in self.words:
            return default
        if self.words[key] not in offered:
            offer = ", ".join(repr(word) for word in offered)
            raise BadFile(f"position: {key} is one of {offer}; not {shown(self.words[key])}")
        return list(offered).index(self.words[key])

    def truth(self, key: str) -> bool:
        value = self.words.get(key, False)
        if not isinstance(value, bool):
            raise BadFile(f"position: {key} is true or false; not {shown(value)}")
        return value

    def heights(self, key: str, default: list[int], most: int) -> list[int]:
        value = self.words.get(key, default)
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            raise BadFile(f"position: {key} is a list of two numbers")
        return [self.number(key, part, 0, most) for part in value]
