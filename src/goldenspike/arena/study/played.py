"""What one game was like, and all games of one version together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import Any

from goldenspike.engine.study import Goal, Watch

from .course import Tension, lead_changes, margins, tension

PHASES = ("opening", "middle", "end")  # thirds of all decisions


@dataclass
class Choices:
    """Decisions of one kind: how many, of how many choices together, and how many without any choice."""

    decisions: int = 0
    choices: int = 0
    forced: int = 0

    def add(self, choices: int) -> None:
        self.decisions += 1
        self.choices += choices
        self.forced += choices == 1

    def __add__(self, other: Choices) -> Choices:
        return Choices(self.decisions + other.decisions, self.choices + other.choices, self.forced + other.forced)

    @property
    def free(self) -> float:
        """Choices at a decision that is not forced, on average."""
        return (self.choices - self.forced) / max(1, self.decisions - self.forced)


@dataclass
class Played:
    """What one game was like."""

    decisions: float  # per seat
    points: list[float]  # by seat
    won: list[float]
    reason: str
    items: list[Counter[str]]  # points by seat and part
    used: list[float]  # by mark
    worth: list[float]
    goals: list[Goal]
    plays: Counter[str]  # how often each special card was taken or used
    brought: list[tuple[str, float]]  # a card, and its points against the best ordinary choice
    course: list[list[float]] = field(default_factory=list)  # points by seat after each round, the result last
    minutes: float = 0.0  # about, at a table of people
    phases: list[Choices] = field(default_factory=list)  # by third of the game
    verbs: dict[str, Choices] = field(default_factory=dict)  # by what was done
    left: dict[str, float] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        return len(self.course)

    @property
    def winners(self) -> list[int]:
        return [seat for seat, share in enumerate(self.won) if share]

    @cached_property
    def tension(self) -> Tension | None:
        """Nobody is ahead of anybody in a game for one."""
        return tension(self.course, self.winners) if len(self.points) > 1 and self.course else None

    @property
    def margins(self) -> list[float] | None:
        return margins(self.course, self.winners) if len(self.points) > 1 and self.course else None

    @property
    def lead_changes(self) -> int | None:
        return lead_changes(self.course) if len(self.points) > 1 and self.course else None

    @property
    def all_choices(self) -> Choices:
        return sum(self.phases, Choices())

    def data(self) -> dict[str, Any]:
        """As plain data for a file."""
        return {
            **{one.name: getattr(self, one.name) for one in fields(self)},
            "items": [dict(parts) for parts in self.items],
            "used": _short(self.used),
            "worth": _short(self.worth),
            "goals": [asdict(goal) for goal in self.goals],
            "plays": dict(self.plays),
            "phases": [asdict(part) for part in self.phases],
            "verbs": {name: asdict(part) for name, part in self.verbs.items()},
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Played:
        """A game from a file."""
        read = dict(data)
        read["items"] = [Counter(parts) for parts in data["items"]]
        read["goals"] = [Goal(**goal) for goal in data["goals"]]
        read["plays"] = Counter(data["plays"])
        read["brought"] = [(card, gain) for card, gain in data["brought"]]
        read["phases"] = [Choices(**part) for part in data["phases"]]
        read["verbs"] = {name: Choices(**part) for name, part in data["verbs"].items()}
        return cls(**read)


def _short(values: list[float]) -> list[float]:
    """Whole numbers without a point: a board has hundreds of places."""
    return [int(value) if value == int(value) else value for value in values]


@dataclass
class Figures:
    """Everything that was counted."""

    label: str
    setting: Any
    watch: Watch
    played: list[Played] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def points(self) -> list[list[float]]:
        """By game, by seat."""
        return [one.points for one in self.played]

    @property
    def won(self) -> list[list[float]]:
        return [one.won for one in self.played]

    @property
    def reasons(self) -> Counter[str]:
        return Counter(one.reason for one in self.played)

    @property
    def plays(self) -> Counter[str]:
        return sum((one.plays for one in self.played), Counter())

    @property
    def brought(self) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for one in self.played:
            for card, gain in one.brought:
                found.setdefault(card, []).append(gain)
        return found

    @property
    def brought_by_game(self) -> dict[str, list[float]]:
        """By card, the mean of each game in which it was weighed: what one game brings several times is one luck."""
        found: dict[str, list[float]] = {}
        for one in self.played:
            for card in dict.fromkeys(card for card, _ in one.brought):
                gains = [gain for name, gain in one.brought if name == card]
                found.setdefault(card, []).append(sum(gains) / len(gains))
        return found

    @property
    def used(self) -> list[float]:
        """The mean of all games, by mark."""
        return [sum(values) / self.games for values in zip(*(one.used for one in self.played), strict=True)]

    @property
    def worth(self) -> list[float]:
        return [sum(values) / self.games for values in zip(*(one.worth for one in self.played), strict=True)]

    @property
    def visited(self) -> list[int]:
        """In how many games each mark was used at all."""
        return [sum(value > 0 for value in values) for values in zip(*(one.used for one in self.played), strict=True)]

    @property
    def left(self) -> dict[str, list[float]]:
        """What was left over, by name and game."""
        names = dict.fromkeys(name for one in self.played for name in one.left)
        return {name: [one.left.get(name, 0.0) for one in self.played] for name in names}

    def seat_points(self) -> list[float]:
        return [value for one in self.played for value in one.points]

    def items(self) -> dict[str, list[float]]:
        """The parts of the points by game: the mean of its seats."""
        names = dict.fromkeys(name for one in self.played for parts in one.items for name in parts)
        return {
            name: [sum(parts[name] for parts in one.items) / len(one.items) for one in self.played] for name in names
        }

    def verbs(self) -> dict[str, Choices]:
        """Decisions of all games by what was done."""
        found: dict[str, Choices] = {}
        for one in self.played:
            for name, part in one.verbs.items():
                found[name] = found.get(name, Choices()) + part
        return found
