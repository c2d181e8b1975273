"""Profiles of people: what they played and reached, and how strong they are."""

from __future__ import annotations

from typing import Literal

from .table import Shape

Form = Literal["people", "bots", "solo", "team", "shared"]


class ProfileChange(Shape):
    """Whether others may see one's profile."""

    shown: bool


class PersonHere(Shape):
    """Somebody at a table: the name under which their profile is shown, if they show it."""

    profile: str | None


class Rating(Shape):
    """How strong somebody is in games between people, and how far that may be off (twice the standard deviation)."""

    value: float
    doubt: float
    games: int


class Tally(Shape):
    """All games of one kind between so many players; points are of those that were played to the end."""

    form: Form
    players: int
    played: int
    won: int
    average: float | None
    best: int | None


class GameRecord(Shape):
    """What somebody did in one game."""

    game: str
    rating: Rating | None
    tallies: list[Tally]


class OwnBest(Shape):
    """The best that somebody reached alone or in a team, of one setup."""

    game: str
    form: Form
    board: str
    players: int
    score: int
    time_ms: int
    at_ms: int
    table: str | None  # None if it is gone, or not for whoever asks


class HeadToHead(Shape):
    """How it went between two people: how often each was ahead; ``together`` counts games played as a team."""

    name: str
    profile: str | None  # the name under which their profile is shown, if they show it
    played: int
    ahead: int
    behind: int
    together: int


class Profile(Shape):
    """Somebody's page. Others are told how they fared against them, and nothing of anybody else."""

    name: str
    mine: bool
    shown: bool
    since_ms: int
    records: list[GameRecord]
    best: list[OwnBest]
    people: list[HeadToHead]
    rating_soon: bool  # told to the owner alone: a finished game is about to be rated


class PlayedSeat(Shape):
    """A seat of a finished game; ``me`` is the one whose profile it is."""

    name: str
    letter: str
    bot: bool
    me: bool
    points: int
    won: bool
    profile: str | None


class PlayedGame(Shape):
    """A finished game of somebody's history."""

    table: str | None  # None if it is deleted
    name: str
    game: str
    form: Form
    at_ms: int
    players: int
    place: int
    points: int
    won: bool
    departed: bool
    rating_change: float | None
    seats: list[PlayedSeat]
    review: bool  # a review is there to read


class PlayedGames(Shape):
    """A page of somebody's history, the last game first; ``next`` leads to the page after it, empty at the end."""

    games: list[PlayedGame]
    next: str
