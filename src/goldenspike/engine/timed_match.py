"""A match with a clock: commands carry their moment, and time passes between them.

Only the table's clock counts. A real clock tells the match the time, a virtual one jumps to the
next event, a tick clock moves in steps; the rules see only moments, so the same log gives the same state.
"""

from __future__ import annotations

import heapq
import re
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple, Protocol

from .errors import BadFile, BadNotation, BadOption, GoldenSpikeError, IllegalAction, Refusal
from .game import Game, Setting, shown
from .match import Match

LATEST_MS = 1 << 31
TIME = "TIME"
_LINE = re.compile(r"(?P<m>\d{2,6}):(?P<s>[0-5]\d)\.(?P<ms>\d{3}) (?P<rest>.+)", re.ASCII)


def clock_words(ms: int) -> str:
    """A moment as mm:ss.mmm."""
    return f"{ms // 60000:02d}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"


def moment_of(found: re.Match[str]) -> int:
    return 60000 * int(found["m"]) + 1000 * int(found["s"]) + int(found["ms"])


def split_line(line: str) -> tuple[int, str, str]:
    """A line of a log: its moment, the seat, and the command."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise BadFile(f"this is no line of a log with moments: {shown(line)}")
    seat, _, text = found["rest"].partition(" ")
    return moment_of(found), seat, text


class IncrementalView(Protocol):
    """A view of one match that is taken again and again, and remembers what has not changed."""

    concerned: int  # the seats whose actions or question may have changed between the last two looks, as a bit mask

    def view(self, s: Any) -> dict[str, Any]:
        """What everybody sees; parts of it may be the same as at the last look, so treat it as read-only."""


class TimedSetting(Setting):
    """A game in which things happen by themselves as time passes.

    Its rules have ``advance(s, b, to_ms)`` and ``next_event(s)``; the game's ``entry_points`` name the loop
    ``advance_at(states, i, boards, k, to_ms)``. ``entry`` is written in the state in which a command is given, whatever
    comes of it. ``effects`` and ``events`` get ``past`` for the state before.
    """

    tick_ms: int | None = None
    wait: int | None = None  # the action by which players let time pass, where no wall clock does
    wait_refusal: int = 0

    @abstractmethod
    def happened(self, before: Any, after: Any) -> list[str]:
        """What went wrong or ended between two states, for the written record."""

    def past(self, s: Any) -> Any:
        """As much of a state as ``happened`` needs, to be kept while the state changes."""
        return s.copy()

    def numbers(self, s: Any, seat: int) -> list[int]:
        """The seat's legal actions, sorted; a game may have a quicker way than to ask the rules about everything."""
        out = [0] * self.game.most_legal
        return out[: self.game.rules.legal(s, self.b, seat, out)]

    def public_view(self, keep: Callable[[Any], Any]) -> IncrementalView | None:
        """The view with a memory, for tables that show every moment to many; ``keep`` gives its parts their form."""
        return None

    def measured(self, text: str, held_ms: int) -> str:
        """The command with the player's own measure of how long it was held, where that may count."""
        return text

    def plan(self, s: Any, seat: int, text: str) -> tuple[str, int | None, str]:
        """The command to give now; perhaps also a delay in milliseconds and the command to give then."""
        return text, None, ""


class Clock(Protocol):
    """What tells a match the time."""

    def now_ms(self) -> int:
        """Milliseconds since the start signal."""


class WallClock:
    """Milliseconds since the start signal, by a monotonic clock that no player can reach."""

    def __init__(self, read_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._read = read_ns
        self._start = read_ns()

    def now_ms(self) -> int:
        return (self._read() - self._start) // 1_000_000


class Mark(NamedTuple):
    """What a line of the log left behind: the state, and what everybody saw it bring."""

    raw: bytes
    effects: dict[str, Any]


class TimedMatch(Match):
    """A match whose log lines begin with their moment; ``journal`` also keeps refusals and events."""

    setting: TimedSetting

    def __init__(
        self, game: Game, setting: Setting, seed: int | None, position: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(game, setting, seed, position)
        self.journal: list[str] = []
        self.clock: Clock | None = None  # once set, it alone moves time
        self.marks: list[Mark] | None = None  # one for each line of the log, where somebody wants them
        self._planned: list[tuple[int, int, int, str]] = []
        self._plans = 0

    # ------------------------------------------------------------ time
    @property
    def now(self) -> int:
        return int(self.s.now)

    @property
    def next_event(self) -> int | None:
        """The next moment at which something happens by itself, or None."""
        moment = int(self.game.rules.next_event(self.s))
        moments = [moment] if moment >= 0 else []
        moments += [plan[0] for plan in self._planned[:1]]
        return min(moments) if moments else None

    def advance(self, to_ms: int) -> None:
        """Let time pass; planned commands are given at their moments on the way."""
        self._moment(to_ms)
        while self._planned and self._planned[0][0] <= to_ms:
            moment, _, seat, text = heapq.heappop(self._planned)
            self._pass(moment)
            try:
                self._command(seat, text)
            except GoldenSpikeError:
                continue
        self._pass(to_ms)

    def jump(self) -> bool:
        """The virtual clock: go to the next event; False if there is none."""
        moment = self.next_event
        if moment is None:
            return False
        self.advance(max(moment, self.now))
        return True

    def tick(self) -> None:
        """The tick clock: go on by one tick."""
        self.advance(self.now + (self.setting.tick_ms or 1))

    def _moment(self, at_ms: object) -> int:
        if not isinstance(at_ms, int) or isinstance(at_ms, bool) or not 0 <= at_ms < LATEST_MS:
            raise BadOption(f"a moment is a whole number of milliseconds; not {shown(at_ms)}")
        if at_ms < self.now and not self.over:
            raise BadOption(f"the clock stands at {clock_words(self.now)}; {clock_words(at_ms)} is over")
        if self.setting.tick_ms and at_ms % self.setting.tick_ms:
            raise BadOption(f"the clock moves in ticks of {self.setting.tick_ms} ms; not to {at_ms}")
        return at_ms

    def _pass(self, to_ms: int) -> None:
        """Step from event to event, so that the record tells each at its own moment."""
        rules, b = self.game.rules, self.setting.b
        while True:
            moment = int(rules.next_event(self.s))
            if moment < 0 or moment > to_ms:
                rules.advance(self.s, b, to_ms)  # nothing happens on the way, so there is nothing to tell
                return
            before, then = self.setting.past(self.s), self.now
            rules.advance(self.s, b, moment)
            self._tell(before)
            if self.now == then:
                return

    def _tell(self, before: Any) -> None:
        for event in self.setting.happened(before, self.s):
            self.journal.append(f"! {clock_words(self.now)} {event}")

    # ------------------------------------------------------------ acting
    def numbers(self, seat: int) -> list[int]:
        """The seat's legal actions as numbers; nobody waits while a wall clock runs."""
        found, wait = self.setting.numbers(self.s, seat), self.setting.wait
        return found if self.clock is None else [action for action in found if action != wait]

    def play(self, seat: int | str, text: str | Mapping[str, Any], at_ms: int | None = None) -> str:
        """Give a command at a moment (now, without one); the line that went into the log."""
        number = self.seat(seat)
        text = self.setting.to_text(text) if isinstance(text, Mapping) else text
        if not isinstance(text, str):
            raise BadNotation(f"an action is a line of text; not {shown(text)}")
        self._arrive(at_ms)
        now, delay, later = self.setting.plan(self.s, number, text)
        line = self._command(number, now)
        if delay is not None:
            self._plans += 1
            heapq.heappush(self._planned, (self.now + delay, self._plans, number, later))
        return line

    def why_not(self, seat: int | str, text: str | Mapping[str, Any]) -> Refusal | None:
        """The rule against a command given now, or None if it is legal."""
        text = self.setting.to_text(text) if isinstance(text, Mapping) else text
        if isinstance(text, str):
            text = self.setting.plan(self.s, self.seat(seat), text)[0]
        return super().why_not(seat, text)

    def act(self, seat: int, *actions: int, at_ms: int | None = None) -> str:
        """Give a command by number at a moment (now, without one)."""
        who = self.seat(seat)
        try:
            numbers = tuple(index(action) for action in actions)
        except TypeError:
            numbers = ()
        if not numbers:
            raise BadNotation(f"an action is a whole number; not {shown(actions)}")
        self._arrive(at_ms)
        return self._do(who, " ; ".join(self._words(who, action) for action in numbers), numbers)

    def _arrive(self, at_ms: int | None) -> None:
        """Let time pass up to the moment of a command."""
        if self.clock is not None and at_ms is None:
            at_ms = max(self.now, self.clock.now_ms())
        if at_ms is not None:
            self.advance(at_ms)

    def _against(self, seat: int, action: int) -> Refusal | None:
        """The rule against an action now; nobody waits while a wall clock runs."""
        if self.clock is not None and action == self.setting.wait:
            return self.setting.refused(self.setting.wait_refusal)
        reason = self.game.rules.refusal(self.s, self.setting.b, seat, action)
        return self.setting.refused(reason) if reason else None

    def _run(self, seat: int, actions: Sequence[int]) -> Refusal | None:
        if self.clock is not None and self.setting.wait in actions:
            return self.setting.refused(self.setting.wait_refusal)
        return super()._run(seat, actions)

    def _words(self, seat: int, action: int) -> str:
        try:
            return self.setting.write(self.s, seat, action)
        except GoldenSpikeError:
            return str(action)

    def _command(self, seat: int, text: str) -> str:
        try:
            _, actions = self._read(seat, text)
        except IllegalAction as error:
            self._refuse(seat, text, error.refusal)
            raise
        return self._do(seat, text, tuple(actions))

    def _do(self, seat: int, text: str, actions: tuple[int, ...]) -> str:
        whole = self.s.copy() if len(actions) > 1 else self.s  # a single action is refused before it changes anything
        before, line = None, ""
        for action in actions:
            refusal = self._against(seat, action)
            if refusal is not None:
                self.s = whole
                self._refuse(seat, text, refusal)
                raise IllegalAction(refusal)
            if not line:
                before = self.setting.past(self.s)
                said = self.setting.entry(self.s, self.s, seat, actions)
                line = f"{clock_words(self.now)} {self.game.seat_names[seat]} {said}"
            self.game.rules.apply(self.s, self.setting.b, seat, action)
        self.last = before, seat, actions
        self.log.append(line)
        self.journal.append(line)
        if self.marks is not None:
            self.marks.append(Mark(self.raw(), self.setting.effects(before, self.s, seat, actions)))
        self._tell(before)
        return line

    def _refuse(self, seat: int, text: str, refusal: Refusal) -> None:
        shown = " ".join(text.split())[:80]
        self.journal.append(f"x {clock_words(self.now)} {self.game.seat_names[seat]} {shown} : {refusal.clause}")

    def drain(self) -> list[str]:
        self.journal.clear()
        return super().drain()

    def undo(self) -> str:
        raise BadNotation("time cannot be taken back")

    def copy(self) -> TimedMatch:
        other = super().copy()
        other.journal = self.journal[:]
        other._planned = self._planned[:]
        return other

    # ------------------------------------------------------------ keeping
    def data(self) -> dict[str, Any]:
        whole = super().data()
        whole["log"].append(f"{clock_words(self.now)} {TIME}")
        return whole

    def replay(self, line: object, number: int = 0) -> None:
        """Apply one line of a log at its moment."""
        found = _LINE.fullmatch(line) if isinstance(line, str) else None
        if found is None:
            raise BadFile(f"line {number} of the log is no command: {shown(line)}")
        moment = moment_of(found)
        try:
            self.advance(moment)
            if found["rest"] != TIME:
                seat, _, text = found["rest"].partition(" ")
                who, actions = self._read(seat, text, replay=True)
                self._do(who, text, tuple(actions))
        except GoldenSpikeError as error:
            raise BadFile(f"line {number} of the log, {shown(line)}: {error}") from None
