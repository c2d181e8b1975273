"""A chapter of a tutorial as far as a reader has got: replayed from its position, nothing else is remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from .errors import GoldenSpikeError, IllegalAction
from .match import Match
from .timed_match import TimedMatch

if TYPE_CHECKING:
    from .game import Game
    from .tutorial import Chapter, Step, Wrong


class NotThisStep(GoldenSpikeError):
    """The rules allow it, but it is not what the step asks for."""


@dataclass(frozen=True)
class Moment:
    """Something has changed: a line of the log, a private step (no ``line``), or time alone (no ``seat``)."""

    seat: int | None
    line: str = ""
    wait_ms: int = 0  # after the moment before
    before: Any = None  # the state, where a line was written
    actions: Sequence[int] = ()
    happened: tuple[str, ...] = ()  # by itself, in games with a clock


class StandingClock:
    """A wall clock that stands still until somebody acts: the reader may take their time."""

    def __init__(self, match: TimedMatch) -> None:
        self._match = match

    def now_ms(self) -> int:
        return self._match.now


class Lesson:
    """One chapter, from its position on."""

    def __init__(self, game: Game, chapter: Chapter) -> None:
        self.game, self.chapter = game, chapter
        self.match = (game.match or Match).from_position(game, chapter.position, options={})
        self.seat = self.match.seat(chapter.seat)
        self.at = 0  # the step
        self.times = 0  # how many of its actions are done
        if isinstance(self.match, TimedMatch) and game.wall_clock(self.match.setting.options):
            self.match.clock = StandingClock(self.match)

    @property
    def step(self) -> Step | None:
        """What is asked of the reader now; None at the end of the chapter."""
        return self.chapter.steps[self.at] if self.at < len(self.chapter.steps) else None

    def accepts(self, text: str) -> bool:
        """Is this action one of those that the step asks for? Other spellings of it count as well."""
        step = self.step
        if step is None:
            return False
        numbers = self._numbers(text)
        written = self._written(numbers) if numbers else text
        return any(
            fnmatchcase(written, wanted) if "*" in wanted else numbers == self._numbers(wanted) for wanted in step.do
        )

    def accepted(self) -> list[str]:
        """The legal actions that go on, in the order of the step."""
        step, legal = self.step, self.match.legal(self.seat)
        if step is None:
            return []
        found = [one for wanted in step.do for one in (legal if "*" in wanted else [wanted]) if self._fits(one, wanted)]
        return [text for text in dict.fromkeys(found) if self.match.why_not(self.seat, text) is None]

    def answer_to(self, text: str) -> Wrong | None:
        """What the tutorial has to say about a wrong try, beyond the rule."""
        step = self.step
        numbers = self._numbers(text)
        for wrong in step.wrong if step else ():
            if self._fits(text, wrong.do) or (numbers and numbers == self._numbers(wrong.do)):
                return wrong
        return None

    def do(self, text: str) -> Iterator[Moment]:
        """The reader's action and what follows from it, moment by moment.

        IllegalAction or BadNotation if the rules refuse it, NotThisStep if the step asks for something else.
        """
        step, match = self.step, self.match
        refusal = match.why_not(self.seat, text)
        if refusal is not None:
            raise IllegalAction(refusal)
        if step is None or not self.accepts(text):
            raise NotThisStep("this is allowed, but not what the lesson is about now")
        yield self._play(self.seat, text, 0)
        self.times += 1
        if self.times < step.times:
            return
        self.at, self.times = self.at + 1, 0
        if step.wait_ms and isinstance(match, TimedMatch):
            yield from self._wait(step.wait_ms)
        for reply in step.then:
            wait_ms = reply.wait_ms
            if isinstance(match, TimedMatch):
                yield from self._wait(wait_ms)
                wait_ms = 0
            if reply.do:
                yield self._play(match.seat(reply.seat), reply.do, wait_ms)

    def replay(self, texts: Sequence[str]) -> None:
        """Everything that the reader has done before."""
        for text in texts:
            for _ in self.do(text):
                pass

    def _play(self, seat: int, text: str, wait_ms: int) -> Moment:
        match = self.match
        lines = len(match.log)
        start = self._journal_length()
        match.play(seat, text)
        if len(match.log) == lines:
            return Moment(seat, "", wait_ms)
        assert match.last is not None
        before, _, actions = match.last
        return Moment(seat, match.log[-1], wait_ms, before, actions, self._happened(start))

    def _wait(self, wait_ms: int) -> Iterator[Moment]:
        """Time passes, from one event to the next."""
        match = self.match
        assert isinstance(match, TimedMatch)
        until = match.now + wait_ms
        while match.now < until:
            since, start, event = match.now, self._journal_length(), match.next_event
            match.advance(until if event is None else max(match.now, min(until, event)))
            if match.now == since:
                return
            yield Moment(None, wait_ms=match.now - since, happened=self._happened(start))

    def _journal_length(self) -> int:
        return len(self.match.journal) if isinstance(self.match, TimedMatch) else 0

    def _happened(self, start: int) -> tuple[str, ...]:
        journal = self.match.journal if isinstance(self.match, TimedMatch) else []
        return tuple(line for line in journal[start:] if line.startswith("!"))

    def _fits(self, text: str, wanted: str) -> bool:
        return fnmatchcase(text, wanted) if "*" in wanted else text == wanted

    def _numbers(self, text: str) -> tuple[int, ...]:
        """The action numbers of a text; none where it cannot be read now."""
        try:
            return tuple(self.match.setting.parse(self.match.s, self.seat, text))
        except GoldenSpikeError:
            return ()

    def _written(self, numbers: Sequence[int]) -> str:
        return self.match.setting.write(self.match.s, self.seat, numbers[0])
