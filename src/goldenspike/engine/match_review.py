"""What can be learnt from a finished match: how everybody stood, where it turned, and what decisions cost.

Lines of a match are numbered from 1, as the log has them; 0 is the beginning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .outlook import Expected, LikelyHeld


@dataclass(frozen=True)
class Moment:
    """How everybody stood after a line of the log."""

    line: int
    points: tuple[int, ...]  # as the score stood
    chance: tuple[float, ...] = ()  # to win, from 0 to 1; empty where nobody can tell
    at_ms: int | None = None  # by the clock of the match, where it has one


@dataclass(frozen=True)
class TurningPoint:
    """Lines of one seat with which somebody's chance to win changed a lot."""

    first: int
    last: int
    seat: int  # who acted
    about: int  # whose chance changed most
    before: tuple[float, ...]  # everybody's chance to win
    after: tuple[float, ...]
    error: float  # of the change: one standard deviation


@dataclass(frozen=True)
class Decision:
    """One decision of a seat, judged by what that seat could know."""

    line: int
    seat: int
    played: str  # in notation
    best: str  # what the strongest bot would have done; the same if it agrees
    follow: tuple[str, ...]  # what may follow then: who does what
    choices: int  # how many there were
    chance: float = 0.0  # of winning that the decision cost; 0 where the bot agrees
    chance_error: float = 0.0  # one standard deviation
    points: float = 0.0  # ahead of the others that it cost
    points_error: float = 0.0
    games: int = 0  # how often both were played on
    # Where it clearly cost something, what the bot saw: about the chance to win with its plan, points to come, hands.
    value: float | None = None
    expected: tuple[Expected, ...] = ()
    held: tuple[LikelyHeld, ...] = ()

    @property
    def agrees(self) -> bool:
        return self.played == self.best

    @property
    def clear(self) -> bool:
        """Did it cost something beyond doubt?"""
        lost = self.chance >= LEAST_CHANCE and self.chance > DOUBT * self.chance_error
        return lost or (self.points >= LEAST_POINTS and self.points > DOUBT * self.points_error)


LEAST_CHANCE = 0.02  # of winning: less than this is no mistake worth reading about
LEAST_POINTS = 1.0
DOUBT = 2.0  # standard deviations


@dataclass(frozen=True)
class Wait:
    """Somebody had something ready for somebody else, who did not come for it."""

    at_ms: int
    ms: int
    seat: int  # who waited
    other: int  # for whom
    what: str  # what waited, in the game's words
    where: str
    line: int | None = None  # of the log, with which it began


@dataclass(frozen=True)
class Goal:
    """Something a team can reach: when it did, and the time that nobody can beat."""

    name: str
    bound_ms: int
    reached_ms: int | None


@dataclass(frozen=True)
class Setback:
    """Something that cost the team points at once."""

    at_ms: int
    points: int  # below 0
    what: str  # in the game's words
    line: int | None = None  # of the log, the last one before it


@dataclass(frozen=True)
class TimedReview:
    """What a game in real time says about a finished match."""

    moments: tuple[Moment, ...]
    waits: tuple[Wait, ...] = ()
    goals: tuple[Goal, ...] = ()
    setbacks: tuple[Setback, ...] = ()
    seats: tuple[dict[str, int], ...] = ()  # by seat: how its time was spent, in milliseconds
    react_ms: int = 0  # how quick a partner the bounds are meant for


@dataclass(frozen=True)
class MatchReview:
    """A finished match, reviewed."""

    game: str
    seats: int
    lines: int
    moments: tuple[Moment, ...]
    turning_points: tuple[TurningPoint, ...] = ()
    decisions: tuple[Decision, ...] = ()
    by: str = ""  # which bot judged the decisions
    winners: tuple[int, ...] = ()
    timed: TimedReview | None = None
    seconds: float = 0.0  # how long it took
    effort: dict[str, Any] = field(default_factory=dict)
