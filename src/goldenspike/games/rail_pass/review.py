"""What a finished round teaches: who waited for whom, what cost points at once, and the time that nobody can beat."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from goldenspike.engine.match_review import Goal, Moment, Setback, TimedReview, Wait
from goldenspike.engine.timed_match import TimedMatch

from .bot.schedule import bound
from .match_statistics import Book
from .rules.state import NONE, TAKING, TRAINS, State
from .text.notation import TRAIN_NAMES

REACT_MS = 600  # the quickest partners give a command this often
LEAST_WAIT_MS = 1500  # a train that is taken sooner did not wait
ALL = "all"
TO_WIN = "100"


class ReviewBook(Book):
    """Also notes every single wait, and what each fault cost."""

    def __init__(self, match: TimedMatch, again: TimedMatch) -> None:
        super().__init__(match.setting.board, match.setting.seats, match.now, again)
        self.waits: dict[tuple[int, int, int], Wait] = {}
        self.setbacks: list[Setback] = []
        self.cubes = every_cube(match)

    def _time(self, s: State, ms: int, cut: dict[str, Any]) -> None:
        if sum(s.storage) >= self.cubes:
            return  # everything is home: empty hands are no fault
        super()._time(s, ms, cut)
        for train in range(TRAINS):
            if ms <= 0 or s.offer[train] == NONE or s.job[train] == TAKING:
                continue
            there = int(s.offer[train])
            key = train, int(s.offered_at[train]), there
            known = self.waits.get(key)
            self.waits[key] = Wait(
                int(s.offered_at[train]),
                ms + (0 if known is None else known.ms),
                int(self.rules.holder(s, train)),
                int(self.b.owner[there]),
                TRAIN_NAMES[train],
                self._link(s.at[train], there),
            )

    def _step(self, act: Callable[[], None]) -> None:
        known, before = len(self.faults), int(self.rules.team_score(self.match.s, self.b))
        round_no = self.match.s.round_no
        super()._step(act)
        cost = int(self.rules.team_score(self.match.s, self.b)) - before
        if len(self.faults) > known and cost < 0 and self.match.s.round_no == round_no:
            what = "; ".join(fault["what"] for fault in self.faults[known:])
            self.setbacks.append(Setback(int(self.match.now), cost, what))


def review(match: TimedMatch) -> TimedReview | None:
    """Play the round once more and look who had to wait."""
    if match.origin is not None:
        return None
    again = type(match).new(
        match.game,
        seats=match.setting.seats,
        seed=match.seed or 0,
        board=match.setting.board.source,
        options=match.setting.options,
    )
    book = ReviewBook(match, again)
    for line in match.log:
        book.command(line)
    book.until(match.now)
    waits = [wait for wait in book.waits.values() if wait.ms >= LEAST_WAIT_MS and wait.seat != wait.other]
    at = [moment_of(text) for text in match.log]
    return TimedReview(
        moments=course(book, match, at),
        waits=tuple(replace(one, line=bisect(at, one.at_ms)) for one in sorted(waits, key=lambda wait: wait.at_ms)),
        goals=goals(book, match),
        setbacks=tuple(replace(one, line=bisect(at, one.at_ms)) for one in book.setbacks),
        seats=tuple(
            {name: seat[name] for name in ("waited_ms", "idle_ms", "holding_ms", "working_ms")} for seat in book.seats
        ),
        react_ms=REACT_MS,
    )


def course(book: Book, match: TimedMatch, at: Sequence[int]) -> tuple[Moment, ...]:
    """How the score of the team stood, whenever it changed; the line is the last one given by then."""
    scores = [*book.score, [match.now, book.score[-1][1]]]
    return tuple(Moment(bisect(at, ms), (score,) * match.setting.seats, at_ms=ms) for ms, score in scores)


def moment_of(line: str) -> int:
    minutes, _, seconds = line.split(" ", 1)[0].partition(":")
    return 60000 * int(minutes) + round(1000 * float(seconds))


def every_cube(match: TimedMatch) -> int:
    """How many cubes there are to bring home."""
    return len(match.setting.board.cities) * int(match.setting.board.yard)


def goals(book: Book, match: TimedMatch) -> tuple[Goal, ...]:
    """To win, and to bring every cube home."""
    board, target, every = match.setting.board, int(book.b.values.win), every_cube(match)
    won = next((ms for ms, score in book.score if score >= target), None)
    homes = sorted(at for moments in book.stored.values() for at in moments)
    whole = homes[every - 1] if len(homes) >= every else None
    return (
        Goal(TO_WIN, bound(board, TO_WIN, REACT_MS), won),
        Goal(ALL, bound(board, ALL, REACT_MS), whole),
    )
