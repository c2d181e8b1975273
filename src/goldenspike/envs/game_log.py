"""A game that is written down: every decision in notation, as each seat may read it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from goldenspike.engine.game import Setting
from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import TimedMatch

from . import kernels
from .single import FIRST, SEAT_MASK, Play, check_action


class GameLog:
    """The lines of a game, from a match that is played along; what lies face down is told once it is turned up."""

    def __init__(self, setting: Setting, s: Any) -> None:
        self.setting = setting
        self.lines: list[tuple[int, str]] = []
        self.told = [0] * setting.seats  # by seat: how many lines it has read
        self.match: Any = None
        kind = setting.game.match or Match
        if not issubclass(kind, TimedMatch):
            self.match = kind(setting.game, setting, 0)
            self.match.keeps_past, self.match.s = False, s

    def add(self, before: Any, seat: int, action: int) -> None:
        """Write down a decision, by the rules' own number of the action."""
        if self.match is None:
            name = self.setting.game.seat_names[seat]
            self.lines.append((seat, f"{name}: {self.setting.write(before, seat, action)}"))
            return
        self.match.act(seat, action)
        self.lines.extend((seat, line) for line in self.match.drain())

    def news(self, seat: int, s: Any) -> list[str]:
        """The lines that a seat has not read yet, as far as it may read them now."""
        end = max(len(self.lines) - self.setting.sealed(s), self.told[seat])
        new = self.lines[self.told[seat] : end]
        self.told[seat] = end
        return [line if who == seat else self.setting.public(line) for who, line in new]


class LoggedPlay(Play):
    """A game with a log: the same as without, decision by decision, but slower. ``news`` reads it."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        self.log: GameLog
        super().__init__(*given, inside=False, **settings)

    def restart(self, seed: int) -> None:
        self._begin(seed)
        self.log = GameLog(self.setting, self.s)
        self._let_others()

    def load(self, raw: bytes) -> None:
        """Go to a position kept by ``dump``; the log begins there."""
        self._go_to(raw)
        self.log = GameLog(self.setting, self.s)
        self._let_others()

    def news(self, seat: int) -> list[str]:
        """What was played since the seat last asked, in notation, as far as it may read it now."""
        return self.log.news(self._known(seat), self.s)

    def apply(self, action: int) -> None:
        self._logged(self.seat, check_action(action), refused=self.close)

    def apply_of(self, seat: int, action: int) -> int:
        return self._logged(self._known(seat), check_action(action), refused=None)

    def _logged(self, seat: int, action: int, refused: Any) -> int:
        before = self.s
        code = int(self._turn(self._here, self._where, seat, action))
        if code <= kernels.REFUSED:
            if refused is not None:
                refused(code)
            self._ask()
            return kernels.REFUSED - code
        self.log.add(before, seat, int(self.memory.numbers.rules[action]))
        self._answered(code)
        self._let_others()
        return 0

    def _let_others(self) -> None:
        memory, outside = self.memory, self.seating.outside
        while self.seat >= 0 and (kind := int(memory.players[0, self.seat])) >= kernels.OUTSIDE:
            player, before, seat = outside[kind - kernels.OUTSIDE], self.s, self.seat
            memory.who[0], memory.counts[0] = seat, self.count
            if player.looks:
                self.look()
            action = int(player.checked(memory, FIRST)[0])
            code = int(self._turn(self._here, self._where, seat, action))
            self.log.add(before, seat, int(memory.numbers.rules[action]))
            self._answered(code)

    def _answered(self, code: int) -> None:
        self.seat, self.count = (code & SEAT_MASK, code >> kernels.SEAT_BITS) if code >= 0 else (-1, 0)

    def save(self) -> Any:
        return super().save(), deepcopy(self.log)

    def restore(self, saved: Any) -> None:
        kept, log = saved
        super().restore(kept)
        self.log = deepcopy(log)

    def __getstate__(self) -> tuple[Any, ...]:
        return super().__getstate__(), self.log

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        own, self.log = kept
        super().__setstate__(own)
