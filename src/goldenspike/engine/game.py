"""What a game offers beyond its rules: names, options, boards, words, pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from .errors import BadOption, Refusal
from .state_record import Record

if TYPE_CHECKING:
    from .compiled import Twin

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
    """A switch of the rules: its choices (the default first), the clause behind it, and what it does."""

    name: str
    choices: tuple[Value, ...]
    clause: str
    about: str
    _: KW_ONLY
    usual: Value | None = None
    since: str = ""
    before: Value | None = None

    @property
    def default(self) -> Value:
        return self.choices[0] if self.usual is None else self.usual

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
class Item:
    """One line of a score sheet."""

    what: str
    points: int
    detail: str = ""


@dataclass(frozen=True)
class Result:
    """The end of a match: points and items by seat, who won, and why it ended."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    sheet: tuple[tuple[Item, ...], ...] = ()
    notes: tuple[str, ...] = ()


class Setting(ABC):
    """One game on one board with one choice of options: everything about a match that never changes."""

    def __init__(self, game: Game, options: Mapping[str, Value], board: Any, seats: int) -> None:
        self.game = game
        self.options = dict(options)
        self.board = board
        self.seats = seats
        self.coded = [option.number(self.options[option.name]) for option in game.options]
        self.b = self.tables()

    @abstractmethod
    def tables(self) -> Record:
        """The board as numbers for the rules."""

    @abstractmethod
    def parse(self, s: Any, seat: int, text: str, *, replay: bool = False) -> Sequence[int]:
        """The action numbers a line of notation stands for; BadNotation or IllegalAction if none.

        In a replay the line may also name what the seat could not know when it acted.
        """

    @abstractmethod
    def write(self, s: Any, seat: int, action: int) -> str:
        """The action in notation, before it is applied."""

    def to_data(self, text: str) -> dict[str, Any]:
        """An action in notation as plain data for programs."""
        return {"do": text}

    def to_text(self, data: Mapping[str, Any]) -> str:
        """The notation of an action given as data."""
        return str(data.get("do"))

    @abstractmethod
    def entry(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> str:
        """The line for the full log, once applied: it replays alone and names what was drawn."""

    @abstractmethod
    def public(self, line: str, revealed: bool = True) -> str:
        """A line of the full log as every other seat may read it, before or after a secret choice is revealed."""

    @abstractmethod
    def refused(self, reason: int) -> Refusal:
        """Code, clause and sentence behind a number that the rules returned."""

    @abstractmethod
    def view(self, s: Any, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), may see."""

    def own(self, s: Any, seat: int) -> dict[str, Any]:
        """What a seat sees beyond a spectator: to be laid over the public view (see ``laid_over``)."""
        found = overlay(self.view(s, None), self.view(s, seat))
        return found if isinstance(found, dict) else {}

    def revealed(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> bool:
        """Did the action bring something to light, so that its seat may no longer take it back alone?"""
        return True

    def record_of(self, result: Result) -> tuple[str, int] | None:
        """The name under which best scores of this setup are kept, and the score; None where there are none."""
        return None

    def told(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> dict[str, Any]:
        """What everybody saw the action bring, as data: money gained, cities reached and the like."""
        return {}

    @abstractmethod
    def position(self, s: Any) -> dict[str, Any]:
        """The whole state in words."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any]) -> Any:
        """The state those words describe; BadFile if they describe none."""

    @abstractmethod
    def result(self, s: Any) -> Result:
        """Points and winners as the state stands (final once the game is over)."""

    def events(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> list[str]:
        """What happened by itself after an action, for the written record."""
        return []

    def opening(self, s: Any) -> list[str]:
        """How the written record of a match that begins here opens."""
        return []

    def remark(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> str:
        """What an action brought, for the written record."""
        return ""

    @abstractmethod
    def svg(self, s: Any, seat: int | None = None, legal: Sequence[str] = ()) -> str:
        """The position as a picture."""

    @abstractmethod
    def text(self, s: Any, seat: int | None = None) -> str:
        """The position as plain text."""

    def screen(self, s: Any, seat: int | None = None) -> Any:
        """The position for a terminal: anything that rich can print."""
        return self.text(s, seat)

    def sketch(self, s: Any, seat: int) -> Any:
        """What to show after a private step of an unfinished turn, or None: anything that rich can print."""
        return None

    def sealed(self, s: Any) -> int:
        """How many of the last lines of the log nobody but their own seats may read yet."""
        return 0

    def question(self, s: Any, seat: int) -> str:
        """What is asked of the seat now, in a sentence."""
        return "Choose an action."


def overlay(base: Any, whole: Any) -> Any:
    """What must be laid over ``base`` to get ``whole``."""
    if isinstance(base, dict) and isinstance(whole, dict):
        return {
            name: overlay(base[name], value) if name in base else value
            for name, value in whole.items()
            if name not in base or base[name] != value
        }
    if _rows(base, whole):
        return [overlay(one, other) for one, other in zip(base, whole, strict=True)]
    return whole


def laid_over(base: Any, over: Any) -> Any:
    """Objects merge by key, lists of as many objects by place; anything else is replaced."""
    if isinstance(base, dict) and isinstance(over, dict):
        return {**base, **{name: laid_over(base[name], v) if name in base else v for name, v in over.items()}}
    if _rows(base, over):
        return [laid_over(one, other) for one, other in zip(base, over, strict=True)]
    return over


def _rows(one: Any, other: Any) -> bool:
    """Are these two lists of as many objects?"""
    return (
        isinstance(one, list)
        and isinstance(other, list)
        and len(one) == len(other)
        and all(isinstance(item, dict) for item in (*one, *other))
    )


@dataclass(frozen=True)
class Game(ABC):
    """A game as the table, the bots and the environments know it."""

    name: str
    title: str
    year: int
    seats: range
    about: str
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Value]]
    rules_version: str
    seat_names: tuple[str, ...] = field(default=("A", "B", "C", "D", "E", "F", "G", "H"))

    state: ClassVar[type[Record]]
    modules: ClassVar[tuple[ModuleType, ...]]
    rules: ClassVar[Any]
    most_legal: ClassVar[int]
    match: ClassVar[Any] = None  # a kind of Match of its own, where a plain one does not do

    @abstractmethod
    def board(self, spec: Any) -> Any:
        """A built-in board by name, a file, or data; an object with ``id``, ``hash`` and ``source``."""

    @abstractmethod
    def setting(self, options: Mapping[str, Value], board: Any, seats: int) -> Setting:
        """Everything that stays the same during a match."""

    def compiled(self) -> Twin:
        """All rule functions and loops, compiled."""
        from .compiled import compiled

        return compiled(self.modules)

    def plain(self) -> SimpleNamespace:
        """All rule functions and loops, interpreted."""
        return _plain(self.modules)

    def wall_clock(self, options: Mapping[str, Value]) -> bool:
        """Does real time pass while people play with these options?"""
        return False

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All options, defaults included; a wrong name or value is one clear line."""
        known = {option.name: option for option in self.options}
        chosen: dict[str, Value] = {name: option.default for name, option in known.items()}
        rest = dict(given)
        preset = rest.pop("preset", None)
        if preset is not None:
            if not isinstance(preset, str) or preset not in self.presets:
                raise BadOption(f"{self.name} has no preset {shown(preset)}; it has {', '.join(self.presets)}")
            chosen.update(self.presets[preset])
        for name, value in rest.items():
            if name not in known:
                raise BadOption(f"{self.name} has no option {shown(name)}; it has {', '.join(known)}")
            chosen[name] = known[name].read(value)
        return chosen

    def read_seats(self, seats: object) -> int:
        """How many play."""
        if not isinstance(seats, int) or isinstance(seats, bool) or seats not in self.seats:
            raise BadOption(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players; not {shown(seats)}")
        return seats


@cache
def _plain(modules: tuple[ModuleType, ...]) -> SimpleNamespace:
    from .compiled import interpreted

    return interpreted(modules)


def read_seed(seed: object) -> int:
    """A seed is a whole number below 2**64."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 1 << 64:
        raise BadOption(f"a seed is a whole number from 0 to 2**64 - 1; not {shown(seed)}")
    return seed


def halves(seed: int) -> tuple[int, int]:
    return seed & 0xFFFFFFFF, seed >> 32


def read_pairs(pairs: Sequence[str]) -> dict[str, object]:
    """Options as typed on a command line: NAME=VALUE each."""
    found: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"options are written NAME=VALUE; not {pair!r}")
        found[name.strip()] = value.strip()
    return found
