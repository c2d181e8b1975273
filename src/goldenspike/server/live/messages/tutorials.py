"""What travels while somebody learns a game: the tutorial in their language, and the lessons they take."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, field

from .table import Entry, Line, Outcome, Reason, Shape, Table
from .to_page import Refused


class TutorialStep(Shape):
    id: str
    say: str  # what to do, and why
    help: str  # after a wrong try
    done: str  # what it brought; empty where the next step says it
    clause: str  # of the rulebook
    show: list[str]  # the actions that go on, for whoever asks to be shown
    times: int  # so many of them
    look: dict[str, Any] | None  # what the board lights up
    at: str  # a part of the page to look at


class TutorialChapter(Shape):
    id: str
    title: str
    steps: list[TutorialStep]


class FirstGame(Shape):
    """The table to which the tutorial leads."""

    seats: int
    bot: str
    board: str | None
    options: dict[str, bool | int | str]


class Tutorial(Shape):
    """A tutorial in one language."""

    game: str
    lang: str
    minutes: int
    lead: str
    end: str
    chapters: list[TutorialChapter]
    first_game: FirstGame


class LessonTry(Shape):
    """Where a reader is in a chapter, and what they try: an action, or (``why``) actions to ask about.

    The server remembers no lesson: everything done so far is sent along, and replayed from the chapter's position.
    """

    done: Annotated[list[Line], Meta(max_length=60)] = field(default_factory=list)
    text: Annotated[str, Meta(max_length=400)] = ""
    why: Annotated[list[Line], Meta(max_length=128)] = field(default_factory=list)
    language: Annotated[str, Meta(max_length=8)] = "en"
    pictures: bool = False


class LessonMoment(Shape):
    """The next thing to show: an entry of the record, a private step (no entry), or time that has passed."""

    wait_ms: int  # after the moment before
    entry: Entry | None
    view: Raw
    own: Raw
    steps: list[str]  # private ones of an unfinished turn
    awaited: list[int]
    happened: list[str]
    at_ms: int | None  # time of the round, in games with a clock
    result: Outcome | None


class LessonAnswer(Shape):
    """What came of a try. A refused one changes nothing: ``say`` helps, besides the rule."""

    table: Table
    seat: int
    step: int
    times: int  # actions of this step that are done
    over: bool  # the chapter is done
    moments: list[LessonMoment]  # the first of them is the position, where nothing was tried
    refused: Refused | None
    say: str
    reasons: list[Reason]
