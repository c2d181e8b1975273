"""A match whose turns are written in private steps and logged as one line when they are committed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Self

from goldenspike.engine.errors import BadNotation, IllegalAction, Refusal
from goldenspike.engine.match import Match

from .rules.scoring import drop_turn
from .rules.state import COMMITTED, DEAL, WAIT_OTHERS, BoardArrays, State


def whole_numbers(actions: Sequence[object]) -> list[int]:
    """The numbers of steps, at least one."""
    try:
        numbers = [index(action) for action in actions]  # type: ignore[arg-type]
    except TypeError:
        numbers = []
    if not numbers:
        raise BadNotation("a step is a whole number")
    return numbers


class PioneerMatch(Match):
    """Steps of a seat stay its own, and can be taken back, until its turn is complete."""

    stepwise = True
    s: State
    b: BoardArrays

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.pending: dict[int, list[int]] = {}
        assert isinstance(self.setting.b, BoardArrays)
        self.b = self.setting.b

    def copy(self) -> Self:
        twin = super().copy()
        twin.pending = {seat: steps[:] for seat, steps in self.pending.items()}
        return twin

    def twin_at(self, s: State) -> Self:
        twin = super().twin_at(s)
        twin.pending = {}
        return twin

    def settled(self) -> State:
        """The state without unfinished turns: what the log alone leads to."""
        s = self.s.copy()
        for seat in self.pending:
            drop_turn(s, self.b, seat)
        return s

    def raw(self) -> bytes:
        return self.settled().to_bytes()

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
            twin = self.copy()
            twin.drop(seat)
            return Match.why_not(twin, seat, text)
        return super().why_not(seat, text)

    def act(self, seat: int, *actions: int) -> str:
        """Do steps by number; the line of the log once the turn is complete, until then the steps in words."""
        who = self.seat(seat)
        before = self.s.copy()
        if before.phase == DEAL:
            if len(actions) > 1:
                raise BadNotation("the Dealer takes a card for all to see before anybody writes a turn")
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
        drop_turn(began, self.b, who)
        line = f"{self.game.seat_names[who]}: {self.setting.entry(began, self.s, who, steps)}"
        past = before
        for other in (*self.pending, who):
            drop_turn(past, self.b, other)
        if self.keeps_past:
            self._past.append(past.to_bytes())
        self.last = began, who, steps
        self.log.append(line)
        if self._moved_on(before):
            self.pending = {}
        return line

    def _waits(self) -> Refusal:
        return self.setting.refused(WAIT_OTHERS)

    def _moved_on(self, before: State) -> bool:
        s = self.s
        return (s.round_no, s.turn_no, s.phase) != (before.round_no, before.turn_no, before.phase)

    def _committed(self, before: State, seat: int) -> bool:
        return self.s.stage[seat] == COMMITTED or self._moved_on(before)

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
        drop_turn(s, self.b, number)
        for action in numbers:
            words.append(self.setting.write(s, number, action))
            self.game.rules.apply(s, self.b, number, action)
        return words

    def stand(self, raw: bytes) -> None:
        """Stand at another state; half turns of the same turn are written again, as far as they are allowed."""
        before, pending, self.pending = self.s, self.pending, {}
        super().stand(raw)
        if self._moved_on(before) or self.s.phase == DEAL:
            return
        for seat, numbers in pending.items():
            if self.s.stage[seat] == COMMITTED:
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
        drop_turn(self.s, self.b, number)
        del self.pending[number]
        return True

    def position(self) -> dict[str, Any]:
        real = self.s
        self.s = self.settled()
        try:
            return super().position()
        finally:
            self.s = real
