"""What a table is, as everybody sees it: the types and shapes that all other messages share."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Decoder

PROTOCOL = 1

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Secret = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
Random = Annotated[str, Meta(pattern=r"^[0-9a-f]{32,64}$")]  # what a browser adds to a deal: 128 bits or more
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
Line = Annotated[str, Meta(min_length=1, max_length=400)]
Said = Annotated[str, Meta(min_length=1, max_length=500)]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
Version = Annotated[int, Meta(ge=0)]
ShortText = Annotated[str, Meta(max_length=64)]
BotName = Annotated[str, Meta(max_length=32)]

Status = Literal["open", "running", "finished", "closed"]
Holder = Literal["free", "person", "bot", "closed"]
Absence = Literal["wait", "neutral", "bot"]
TimeControlKind = Literal["none", "live", "days"]
SignalKind = Literal["take", "need", "stop", "thanks", "here"]


class Shape(Struct, forbid_unknown_fields=True):
    """Plain data with exactly these fields."""


def learn(shape: type[Struct]) -> None:
    """Let msgspec look at a class and its subclasses now.

    It would do so when the first message is read, and two threads that do it at the same time crash the process.
    """
    for one in shape.__subclasses__():
        learn(one)
    with suppress(TypeError):  # of those that are only sent, some cannot be read
        Decoder(shape)


class TimeControl(Shape):
    """How fast people must be: seconds per decision, and a bank for the slow ones. Days are seconds as well."""

    kind: TimeControlKind = "none"
    per_move_s: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    bank_s: Annotated[int, Meta(ge=0, le=60 * 86400)] = 0
    absence: Absence = "wait"  # what happens when both have run out


class Seat(Shape):
    """A place at the table as everybody sees it."""

    seat: int
    letter: str
    holder: Holder
    name: str
    colour: str
    bot: BotName | None = None  # who plays here: the bot's name, also while it stands in for a person
    stands_in: bool = False  # a bot plays for the person to whom this seat belongs
    online: bool = False
    awaited: bool = False
    bank_ms: int | None = None
    due_ms: int | None = None  # moment (server time) at which this seat's time is up
    absent_ms: int | None = None  # its holder was announced as away; from this moment on the seat may be given away


class Proposal(Shape):
    """A proposal to go back, which needs the consent of every person at the table."""

    id: str
    by: int
    to: int  # the version whose position comes back
    agreed: list[int]
    awaited: list[int]


# Somebody chose the seed, brought a file, set up a position, has several seats, saw what came before the game went
# back, or has held a seat and left it.
Known = Literal["", "seed", "file", "position", "shared", "back", "seat"]


class Deal(Shape):
    """Where the cards come from: from chance that nobody chose, or from a seed that somebody did."""

    chosen: bool = False  # somebody chose the seed, or knows it from another game: they could know every card
    commitment: str = ""  # hash of the server's secret, before anybody adds to it
    contributed: list[int] = []  # the seats whose browsers have added random bits
    awaited: list[int] = []  # a rematch begins once these seats are ready


class SavedBoardVersion(Shape):
    """One version of a board that somebody saved."""

    id: ShortText
    version: Annotated[int, Meta(ge=1, le=1_000_000)]


class Table(Shape):
    """A table as everybody sees it, without the position."""

    id: str
    game: str
    title: str
    name: str
    status: Status
    listed: bool
    created_ms: int
    changed_ms: int
    options: dict[str, bool | int | str]
    board: str
    pace: TimeControl
    hints: bool
    confirm: bool
    sandbox: bool
    rules: str
    version: int
    seats: list[Seat]
    proposal: Proposal | None = None
    hot_seat: bool = False
    known: Known = ""  # why somebody may know cards that the rules hide
    deal: Deal | None = (
        None  # None where a match began elsewhere: at a position, in a file, before there were fair deals
    )
    timed: bool = False  # a wall clock runs while it is played: nothing is taken back, nobody waits
    values: dict[
        str, int | str
    ] = {}  # the rule values that are not the standard ones, whether option or board set them
    saved_board: SavedBoardVersion | None = None  # the version of a saved board that it is played on
    tournament: str | None = None  # to which it belongs
    fill_ms: int | None = None  # before the start: when bots take the seats that are free by then, and it begins
    watch_delay_s: int = 0  # how late people who only watch see the game


class You(Shape):
    """What whoever asks may do at this table."""

    host: bool
    seats: list[int]
    account: str | None = None
    origin: str | UnsetType = UNSET  # for the host of a sandbox: the table it was made from
    muted: list[int] | UnsetType = UNSET  # seats whose people they do not want to hear; -1 is a host without a seat


class Entry(Shape):
    """One line of the table's record as one viewpoint may read it."""

    version: int
    at_ms: int
    kind: Literal[
        "open", "seat", "start", "resume", "move", "undo", "rewind", "chat", "vote", "pace", "finish", "close"
    ]
    seat: int | None = None
    text: str = ""  # a move in notation, said words, or what else happened
    data: dict[str, Any] | None = None  # the same as data: what a page puts into words of its own language
    events: list[str] = []  # what happened by itself after a move, in notation


class ScoreItem(Shape):
    what: str
    points: int
    detail: str = ""


class Outcome(Shape):
    """The end of a match, item by item."""

    points: list[int]
    winners: list[int]
    reason: str
    sheet: list[list[ScoreItem]]
    notes: list[str]


class Reason(Shape):
    """Why not: the code, the clause and the sentence of the rule; all empty if it is allowed."""

    text: str
    code: str = ""
    clause: str = ""
    sentence: str = ""
