"""A match whose turns are written in private steps and logged as one line when they are committed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from operator import index
from typing import Any, Self

from .errors import BadNotation, IllegalAction, Refusal
from .match import Match
from .setting import Setting


class SteppedSetting(Setting):
    """What such a match must be able to ask of its game."""

    waits: int  # the reason why a seat whose turn is complete may not act
    open_choice_alone: str  # why a choice for all to see cannot be part of a turn

    @abstractmethod
    def drop_turn(self, s: Any, seat: int) -> None:
        """Undo every step of the seat's unfinished turn."""

    @abstractmethod
    def committed(self, s: Any, seat: int) -> bool:
        """Is the seat's turn complete, while others still write theirs?"""

    @abstractmethod
    def turn_key(self, s: Any) -> Hashable:
        """The turn that is being played: another key, another turn."""

    @abstractmethod
    def open_choice(self, s: Any) -> bool:
        """Is a choice awaited that everybody sees at once, outside of turns?"""


def whole_numbers(actions: Sequence[object]) -> list[int]:
    """The numbers of steps, at least one."""
    try:
        numbers = [index(action) for action in actions]  # type: ignore[arg-type]
    except TypeError:
        numbers = []
    if not numbers:
        raise BadNotation("a step is a whole number")
    return numbers


class SteppedMatch(Match):
    """Steps of a seat stay its own, and can be taken back, until its turn is complete."""

    stepwise = True
    setting: SteppedSetting

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        assert isinstance(self.setting, SteppedSetting)
        self.pending: dict[int, list[int]] = {}

    def copy(self) -> Self:
        other = super().copy()
        other.pending = {seat: steps[:] for seat, steps in self.pending.items()}
        return other

    def copy_at(self, s: Any) -> Self:
        other = super().copy_at(s)
        other.pending = {}
        return other

    def settled(self) -> Any:
        """The state without unfinished turns: what the log alone leads to."""
        s = self.s.copy()
        for seat in self.pending:
            self.setting.drop_turn(s, seat)
        return s

    def raw(self) -> bytes:
        return self.settled().to_bytes()  # type: ignore[no-any-return]

    def play(self, seat: int | str, text: str | Mapping[str, Any]) -> str:
        """A step, or a whole turn, which replaces the steps taken before it."""
        number = self.seat(seat)
        before, pending = self.s.copy(), self.pending.get(number)
        try:
            if isinstance(text, str) and ":" in text:
                self.drop(number)
            return super().play(number, text)
        except (BadNotation, IllegalAction):
            self.s = before
            if pending is not None:
                self.pending[number] = pending
            raise

    def why_not(self, seat: int | str, text: str | Mapping[str, Any]) -> Refusal | None:
        """The rule against a step or a whole turn; a whole turn is judged without the steps taken before it."""
        if self.pending and isinstance(text, str) and ":" in text:
            other = self.copy()
            other.drop(seat)
            return Match.why_not(other, seat, text)
        return super().why_not(seat, text)

    def act(self, seat: int, *actions: int) -> str:
        """Do steps by number; the line of the log once the turn is complete, until then the steps in words."""
        who = self.seat(seat)
        before = self.s.copy()
        if self.setting.open_choice(before):
            if len(actions) > 1:
                raise BadNotation(self.setting.open_choice_alone)
            return super().act(who, *actions)
        numbers = whole_numbers(actions)
        for number in numbers:
            # Nothing may follow the step that completes the turn: it would belong to the next one.
            refusal = self._run(who, (number,)) if not self._committed(before, who) else self._waits()
            if refusal is not None:
                self.s = before
                raise IllegalAction(refusal)
        steps = [*self.pending.get(who, []), *numbers]
        self.pending[who] = steps
        if not self._committed(before, who):
            return self.setting.write(before, who, numbers[0])
        del self.pending[who]
        began = before.copy()
        self.setting.drop_turn(began, who)
        line = f"{self.game.seat_names[who]}: {self.setting.entry(began, self.s, who, steps)}"
        past = before
        for other in (*self.pending, who):
            self.setting.drop_turn(past, other)
        if self.keeps_past:
            self._past.append(past.to_bytes())
        self.last = began, who, steps
        self.log.append(line)
        if self._moved_on(before):
            self.pending = {}
        return line

    def _waits(self) -> Refusal:
        return self.setting.refused(self.setting.waits)

    def _moved_on(self, before: Any) -> bool:
        return self.setting.turn_key(self.s) != self.setting.turn_key(before)

    def _committed(self, before: Any, seat: int) -> bool:
        return self.setting.committed(self.s, seat) or self._moved_on(before)

    def undo(self) -> str:
        """Take the last line of the log back, and with it every unfinished turn."""
        line = super().undo()
        self.pending = {}
        return line

    def steps(self, seat: int | str) -> list[str]:
        """The private steps of a seat's unfinished turn, in notation."""
        number = self.seat(seat)
        numbers = self.pending.get(number, [])
        if not numbers:
            return []
        s, words = self.s.copy(), []
        self.setting.drop_turn(s, number)
        for action in numbers:
            words.append(self.setting.write(s, number, action))
            self.game.rules.apply(s, self.setting.b, number, action)
        return words

    def stand(self, raw: bytes) -> None:
        """Stand at another state; half turns of the same turn are written again, as far as they are allowed."""
        before, pending, self.pending = self.s, self.pending, {}
        super().stand(raw)
        if self._moved_on(before) or self.setting.open_choice(self.s):
            return
        for seat, numbers in pending.items():
            if self.setting.committed(self.s, seat):
                continue
            for action in numbers:
                if self._run(seat, (action,)) is not None:
                    break
                self.pending.setdefault(seat, []).append(action)

    def keep(self) -> Any:
        return self.s.copy(), {seat: numbers[:] for seat, numbers in self.pending.items()}

    def put_back(self, raw: bytes, kept: Any) -> None:
        self.s, self.pending = kept

    def take_back(self, seat: int | str) -> bool:
        """Take the last private step of a seat back; False if there is none."""
        number = self.seat(seat)
        steps = self.pending.get(number, [])[:-1]
        if not self.drop(number):
            return False
        for action in steps:
            self.game.rules.apply(self.s, self.setting.b, number, action)
        if steps:
            self.pending[number] = steps
        return True

    def drop(self, seat: int | str) -> bool:
        """Drop all private steps of a seat; False if there are none."""
        number = self.seat(seat)
        if number not in self.pending:
            return False
        self.setting.drop_turn(self.s, number)
        del self.pending[number]
        return True

    def position(self) -> dict[str, Any]:
        real = self.s
        self.s = self.settled()
        try:
            return super().position()
        finally:
            self.s = real
