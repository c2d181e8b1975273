"""What travels when a finished game is reviewed."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from .table import Shape
from .to_page import Expected, LikelyHeld


class ReviewMoment(Shape):
    """How everybody stood at a version of the table."""

    version: int
    points: list[int]  # by seat
    chance: list[float]  # to win, by seat; empty where nobody can tell
    at_ms: int | None = None  # by the clock of the game, where it has one


class ReviewTurningPoint(Shape):
    """Moves of one seat with which somebody's chance to win changed a lot."""

    first: int  # version of the first of these moves
    last: int
    before: int  # version before them
    seat: int  # who moved
    about: int  # whose chance changed most
    was: list[float]  # everybody's chance to win before
    became: list[float]
    error: float  # one standard deviation of the change


class ReviewDecision(Shape):
    """One decision, judged by what its seat could know then."""

    version: int
    before: int  # the version at which it was made
    seat: int
    played: str
    best: str  # what the strongest bot would have done
    follow: list[str]  # what may follow then
    choices: int
    chance: float  # of winning that it cost
    chance_error: float
    points: float  # ahead of the others that it cost
    points_error: float
    games: int  # how often both were played on; 0 where the bot would have done the same
    clear: bool  # it cost something beyond doubt
    value: float | None = None  # where it did: about the chance to win that the bot saw with its plan
    expected: list[Expected] = field(default_factory=list)  # points to come then
    held: list[LikelyHeld] = field(default_factory=list)  # what rivals were likely to hold


class ReviewWait(Shape):
    """Somebody had something ready for somebody else, who did not come for it."""

    at_ms: int
    ms: int
    seat: int  # who waited
    other: int  # for whom
    what: str
    where: str
    version: int | None = None  # of the table, when it began


class ReviewGoal(Shape):
    """What a team can reach: when it did, and the time that nobody can beat."""

    name: str
    bound_ms: int
    reached_ms: int | None


class ReviewSetback(Shape):
    """What cost a team points at once."""

    at_ms: int
    points: int
    what: str
    version: int | None = None  # of the table, just before it


class TimedFindings(Shape):
    """What a game in real time says about a finished match."""

    waits: list[ReviewWait]
    goals: list[ReviewGoal]
    setbacks: list[ReviewSetback]
    seats: list[dict[str, int]]  # how the time of each was spent, in milliseconds
    react_ms: int  # how often the team of the bounds gives a command


class ReviewFindings(Shape):
    """What a review found."""

    moments: list[ReviewMoment]
    turning_points: list[ReviewTurningPoint]
    decisions: list[ReviewDecision]
    left: int  # decisions for which there was no time
    by: str  # the bot that judged
    winners: list[int]
    timed: TimedFindings | None
    seconds: float  # how long it took


class Review(Shape):
    """How far the review of a finished game is, and what it found."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    share: float = 0.0  # of the way, 0 to 1
    before: int = 0  # reviews in front of it, while it waits
    line: str = ""  # why it failed
    may_ask: bool = False  # may whoever looks have it made?
    found: ReviewFindings | None = None
