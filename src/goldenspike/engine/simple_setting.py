"""A setting for a small game: actions are a list of words, a position is the fields of the record by their names.

A game that outgrows one of these answers overrides that method and keeps the others.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from .errors import BadFile, BadNotation, Refusal, sentences
from .game import Item, Result, Setting, shown

DRAWN = " ="  # behind this mark a line of the log names what only its own seat may know


class SimpleSetting(Setting):
    """What a game's package, its list of actions and its list of refusals are enough for."""

    refusals: ClassVar[Sequence[tuple[str, str]]]  # code and clause of reason 1, reason 2, and so on
    reason: ClassVar[str] = "the end"  # why a game ends, where there is only one way

    # ------------------------------------------------------------ actions
    @abstractmethod
    def actions(self) -> Sequence[str]:
        """Every action in notation, in the order of the numbers."""

    @cached_property
    def _words(self) -> Sequence[str]:
        return self.actions()

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {action.lower(): number for number, action in enumerate(self._words)}

    def write(self, s: Any, seat: int, action: int) -> str:
        return self._words[action]

    def parse(self, s: Any, seat: int, text: str, *, replay: bool = False) -> Sequence[int]:
        """The number of an action; in a replay what it drew must be what comes."""
        line = " ".join(text.split())
        words, named, _ = line.lower().partition(DRAWN)
        number = self._numbers.get(words)
        if number is None:
            verbs = ", ".join(dict.fromkeys(action.partition(" ")[0] for action in self._words))
            raise BadNotation(f"{shown(text)} is no action; actions begin with {verbs}")
        if named and not replay:
            raise BadNotation("an action does not name what it will bring")
        if named and self.game.rules.refusal(s, self.b, seat, number) == 0:
            after = s.copy()
            self.game.rules.apply(after, self.b, seat, number)
            if self.entry(s, after, seat, (number,)).lower() != line.lower():
                raise BadNotation(f"the record says {shown(line)}, but that is not what comes")
        return (number,)

    def entry(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> str:
        """The action; behind ' =' what it brought the seat in secret (see ``secret``)."""
        words, secret = self.write(before, seat, actions[0]), self.secret(before, after, seat)
        return f"{words}{DRAWN}{secret}" if secret else words

    def secret(self, before: Any, after: Any, seat: int) -> str:
        """What an action brought that only its own seat may know, such as cards drawn."""
        return ""

    def public(self, line: str, revealed: bool = True) -> str:
        return line.partition(DRAWN)[0]

    def refused(self, reason: int) -> Refusal:
        code, clause = self.refusals[reason - 1]
        return Refusal(code, clause, sentences(type(self).__module__.partition(".")[0])[clause])

    # ------------------------------------------------------------ positions
    def position(self, s: Any) -> dict[str, Any]:
        """Every field by its name; the number of seats stands in the position of the match already."""
        copied = s.copy()
        return {name: getattr(copied, name) for name in copied.fields if name != "seats"}

    def from_position(self, position: Mapping[str, Any]) -> Any:
        s: Any = self.game.state()
        fields = {name: field for name, field in s.fields.items() if name != "seats"}
        if set(position) != set(fields):
            raise BadFile(f"position: its names must be {', '.join(fields)}")
        if "seats" in s.fields:
            s.seats = self.seats
        checked = s.checked()
        for name, field in fields.items():
            rows = position[name] if len(field.shape) == 2 else [position[name]]
            values = [value for row in _list(name, rows) for value in (_list(name, row) if field.shape else [row])]
            if len(values) != field.count or any(type(value) is not int for value in values):
                raise BadFile(f"position: {name} takes {field.count} whole numbers; not {shown(position[name])}")
            target = getattr(checked, name)
            try:
                if not field.shape:
                    setattr(checked, name, values[0])
                for k, value in enumerate(values if field.shape else []):
                    if len(field.shape) == 1:
                        target[k] = value
                    else:
                        target[k // field.shape[1]][k % field.shape[1]] = value
            except ValueError:
                raise BadFile(f"position: {name} cannot hold {shown(position[name])}") from None
        s = self.game.state.from_bytes(checked.to_bytes())
        if found := self.position_problems(s):
            raise BadFile(f"position: {'; '.join(found)}")
        return s

    def position_problems(self, s: Any) -> list[str]:
        """Everything in a position that the rules cannot lead to, each as a sentence; here the game's invariants."""
        return self.game.invariants(s, self.b)

    # ------------------------------------------------------------ the result, and the position in words
    def result(self, s: Any) -> Result:
        points = [0] * max(8, self.seats)
        winners = self.game.rules.score(s, self.b, points)
        won = tuple(seat for seat in range(self.seats) if winners >> seat & 1)
        sheet = tuple(tuple(self.items(s, seat)) for seat in range(self.seats))
        notes = (f"played with {self.values_in_words}",) if self.other_values else ()
        return Result(tuple(points[: self.seats]), won, self.reason, sheet, notes)

    def items(self, s: Any, seat: int) -> Sequence[Item]:
        """The lines of a seat's score sheet; together they are its points."""
        return ()

    def text(self, s: Any, seat: int | None = None) -> str:
        """What the seat may see, a line for each thing; first of all, values that are not the standard ones."""
        values = [self.values_in_words] if self.other_values else []
        return "\n".join([*values, *_lines(self.view(s, seat))])

    def opening(self, s: Any) -> list[str]:
        return [f"! {self.values_in_words}"] if self.other_values else []

    @property
    def values_in_words(self) -> str:
        """The values that are not the standard ones."""
        return f"other values: {self.values_text}"


def _list(name: str, value: Any) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise BadFile(f"position: {name} is a list; not {shown(value)}")
    return value


def _lines(value: Mapping[str, Any]) -> list[str]:
    """Plain data as lines for people: names and values, and a line of their own for each of a list of objects."""
    found = []
    for name, what in value.items():
        if isinstance(what, list) and what and all(isinstance(item, Mapping) for item in what):
            found += [f"{name}:", *(f"  {_words(item)}" for item in what)]
        else:
            found.append(f"{name}: {_words(what)}")
    return found


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_words(what)}" for name, what in value.items()) or "none"
    return " ".join(map(_words, value)) if isinstance(value, list) else str(value)
