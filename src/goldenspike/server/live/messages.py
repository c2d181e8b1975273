"""Everything that travels between page and server: requests, answers and the frames of the live channel.

The page's own types are generated from these classes. Text comes from people and is shown as text only.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

PROTOCOL = 1

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Secret = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
Line = Annotated[str, Meta(min_length=1, max_length=400)]
Said = Annotated[str, Meta(min_length=1, max_length=500)]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
Version = Annotated[int, Meta(ge=0)]
Word = Annotated[str, Meta(max_length=64)]
BotName = Annotated[str, Meta(max_length=32)]

Status = Literal["open", "running", "finished", "closed"]
Holder = Literal["free", "person", "bot", "closed"]
Absence = Literal["wait", "neutral", "bot"]
PaceKind = Literal["none", "live", "days"]
SignalKind = Literal["take", "need", "stop", "thanks", "here"]


class Shape(Struct, forbid_unknown_fields=True):
    """Plain data with exactly these fields."""


# ------------------------------------------------------------------ what a table is
class Pace(Shape):
    """How fast people must be: seconds per decision, and a bank for the slow ones. Days are seconds as well."""

    kind: PaceKind = "none"
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


class Proposal(Shape):
    """A wish to go back that needs the consent of every person at the table."""

    id: str
    by: int
    to: int  # the version whose position comes back
    agreed: list[int]
    awaited: list[int]


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
    pace: Pace
    hints: bool
    confirm: bool
    sandbox: bool
    rules: str
    version: int
    seats: list[Seat]
    proposal: Proposal | None = None
    hot_seat: bool = False
    timed: bool = False  # a wall clock runs while it is played: nothing is taken back, nobody waits


class You(Shape):
    """What the one who asks may do at this table."""

    host: bool
    seats: list[int]
    account: str | None = None


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


# ------------------------------------------------------------------ frames from the page
class Hello(Shape, tag="hello", tag_field="op"):
    """First frame of a channel: which table, from which seat (none: as a spectator), and what is known already."""

    table: Id
    seat: SeatNo | None = None
    version: Version | None = None
    protocol: int = PROTOCOL
    language: Word = "en"


class Look(Shape, tag="look", tag_field="op"):
    """Change the viewpoint of this channel (hot-seat)."""

    seat: SeatNo | None = None


class Move(Shape, tag="move", tag_field="op"):
    """An action in notation. The same id again gets the same answer and has one effect.

    A private step of a turn that is written in steps is answered with ``own`` instead of ``ack``.
    """

    id: Id
    seat: SeatNo
    text: Line
    version: Version | None = None  # if given, the move counts only at this version
    held_ms: Annotated[int, Meta(ge=0, le=600_000)] | None = None  # how long the page saw it held, with a release


class Back(Shape, tag="back", tag_field="op"):
    """Take the last private step of an unfinished turn back, or all of them."""

    id: Id
    seat: SeatNo
    all: bool = False


class Undo(Shape, tag="undo", tag_field="op"):
    """Take the last own action back, where the undo law allows it."""

    id: Id
    seat: SeatNo


class Rewind(Shape, tag="rewind", tag_field="op"):
    """Ask everybody to go back to an earlier version."""

    id: Id
    seat: SeatNo
    to: Version


class Vote(Shape, tag="vote", tag_field="op"):
    id: Id
    seat: SeatNo
    proposal: Id
    yes: bool


class Say(Shape, tag="say", tag_field="op"):
    id: Id
    text: Said
    seat: SeatNo | None = None


class Why(Shape, tag="why", tag_field="op"):
    """Why are these actions not allowed now?"""

    id: Id
    seat: SeatNo
    texts: Annotated[list[Line], Meta(max_length=128)]


class Hint(Shape, tag="hint", tag_field="op"):
    """What would a bot do here?"""

    id: Id
    seat: SeatNo


class Signal(Shape, tag="signal", tag_field="op"):
    """A quick sign to everybody at the table; it is not kept."""

    id: Id
    seat: SeatNo
    kind: SignalKind
    about: Word = ""


class Ping(Shape, tag="ping", tag_field="op"):
    sent: int = 0


FromPage = Hello | Look | Move | Back | Undo | Rewind | Vote | Say | Why | Hint | Signal | Ping


# ------------------------------------------------------------------ frames to the page
class Welcome(Shape, tag="welcome", tag_field="op"):
    """Everything a page needs to show the table from this viewpoint; also the answer to a gap."""

    table: Table
    you: You
    seat: int | None
    version: int
    now_ms: int
    view: Raw | None  # what a spectator may see, None before the start
    own: Raw | None  # what this seat sees beyond that, to be laid over ``view``; with ``legal`` and ``question``
    entries: list[Entry]  # all of them, or those after the version named in ``hello``
    whole: bool  # ``entries`` begins at the first one
    result: Outcome | None = None
    zero_ms: int | None = None  # moment (server time) at which view.time.now_ms is 0; None when no wall clock runs
    at_ms: int | None = None  # time of the round, where a wall clock runs
    rate: int = 1  # milliseconds of the game in one of the wall clock; more than one only in tests


class Event(Shape, tag="event", tag_field="op"):
    """The next version of the table."""

    version: int
    now_ms: int
    entry: Entry
    view: Raw | None
    own: Raw | None
    table: Table | UnsetType = UNSET  # only when it changed beyond version, awaited seats and clocks
    awaited: list[int] = []
    clocks: list[list[int | None]] | UnsetType = UNSET  # per seat: bank_ms, due_ms
    result: Outcome | UnsetType = UNSET
    zero_ms: int | None = None
    at_ms: int | None = None  # time of the round, where a wall clock runs


class Own(Shape, tag="own", tag_field="op"):
    """An unfinished turn after a private step, for its own seat only; nothing was stored."""

    id: str  # of the frame it answers; empty for other tabs of the seat
    version: int
    seat: int
    own: Raw
    steps: list[str]


class Tick(Shape, tag="tick", tag_field="op"):
    """Time has passed: the same version, a newer position."""

    version: int
    now_ms: int
    at_ms: int  # time of the round
    view: Raw
    own: Raw | None
    happened: list[str]
    zero_ms: int | None = None


class Signalled(Shape, tag="signalled", tag_field="op"):
    """Somebody's quick sign."""

    seat: int
    kind: SignalKind
    about: str
    now_ms: int


class Presence(Shape, tag="presence", tag_field="op"):
    """Who is there; not part of the record."""

    online: list[int]
    spectators: int


class Ack(Shape, tag="ack", tag_field="op"):
    """Stored for good, as this version."""

    id: str
    version: int


class Refused(Shape, tag="refused", tag_field="op"):
    """Nothing changed: the rule behind it, or one clear line."""

    id: str
    code: str
    clause: str = ""
    sentence: str = ""


class Reasons(Shape, tag="reasons", tag_field="op"):
    id: str
    version: int
    reasons: list[Reason]


class Judged(Shape):
    """An action as a bot sees it: about the chance to win with it, and how often it was looked at."""

    text: str
    value: float
    visits: int


class Hinted(Shape, tag="hinted", tag_field="op"):
    """What a bot would do; one that looks ahead also tells what it compared (the best first) and what may follow."""

    id: str
    version: int
    text: str
    by: str
    judged: list[Judged] = []
    line: list[str] = []


class Pong(Shape, tag="pong", tag_field="op"):
    sent: int
    now_ms: int


class Bye(Shape, tag="bye", tag_field="op"):
    """The channel is about to close; ``again`` tells whether to come back."""

    reason: str
    again: bool


ToPage = Welcome | Event | Own | Tick | Signalled | Presence | Ack | Refused | Reasons | Hinted | Pong | Bye


# ------------------------------------------------------------------ requests and answers over HTTP
class SeatWish(Shape):
    """How a seat begins: free for an invited person, for the one who asks, or for a bot."""

    holder: Literal["free", "me", "bot"] = "free"
    name: Annotated[str, Meta(max_length=24)] = ""
    bot: BotName | None = None


class NewTable(Shape):
    game: Word
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: dict[str, bool | int | str] = {}
    board: Word | None = None
    board_file: dict[str, Any] | None = None  # a board of one's own, instead of a built-in one
    name: Annotated[str, Meta(max_length=60)] = ""
    listed: bool = False
    hints: bool = True
    confirm: bool = True
    pace: Pace = msgspec.field(default_factory=Pace)
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    start: bool = False  # at once; only if no seat is free


class Invitation(Shape):
    seat: int
    path: str  # of the page, with the secret behind the #
    qr: str  # the same as an SVG picture


class Made(Shape):
    """A new table, and for its host the invitations of its free seats."""

    table: Table
    you: You
    invitations: list[Invitation]


class Claim(Shape):
    """Take a seat by its secret."""

    secret: Secret
    name: Annotated[str, Meta(max_length=24)] = ""


class SeatChange(Shape):
    """The host on any seat, everybody on their own: a name, a colour, a bot in it, the seat handed back or closed."""

    name: Name | None = None
    colour: Colour | None = None
    bot: BotName | None = None
    hand_back: bool = False
    close: bool = False
    open: bool = False


class TableChange(Shape):
    name: Annotated[str, Meta(max_length=60)] | None = None
    listed: bool | None = None
    hints: bool | None = None
    confirm: bool | None = None
    pace: Pace | None = None
    close: bool = False


class Listing(Shape):
    """A table in a list."""

    table: Table
    you: You
    awaited_me: bool = False


class Lobby(Shape):
    mine: list[Listing]
    open: list[Listing]
    running: list[Listing]
    finished: list[Listing]


class Past(Shape):
    """The table as it was at an earlier version, for one viewpoint."""

    version: int
    last: int
    seat: int | None
    entry: Entry
    view: Raw | None
    own: Raw | None


class Note(Shape):
    """Private words of one person about one table."""

    text: Annotated[str, Meta(max_length=8000)]


class Sandbox(Shape):
    """Go on from a position in private, the other seats played by bots."""

    version: Version
    bot: BotName = "greedy"
    all_mine: bool = False


class Again(Shape):
    """Another game at a table like this one, with the same cards or new ones."""

    same_seed: bool = False


class BoardFile(Shape):
    """A board of one's own, to be looked at before a table is made with it."""

    board: dict[str, Any]


class BoardCheck(Shape):
    """What is wrong with a board of one's own, and its picture if nothing is."""

    ok: bool
    problems: list[str]
    svg: str = ""


class ReelFrame(Shape):
    """One moment of a round: the whole view first, then what changed (laid over what was shown before)."""

    at_ms: int
    version: int
    line: str
    view: Raw | UnsetType = UNSET
    change: Raw | UnsetType = UNSET


class Reel(Shape):
    """A whole round to be shown in fast motion, and what the game counted in it."""

    frames: list[ReelFrame]
    statistics: dict[str, Any]


class Best(Shape):
    """The best result of one setup."""

    key: str
    score: int
    time_ms: int
    names: list[str]
    table: str
    at_ms: int


class Credentials(Shape):
    name: Annotated[str, Meta(pattern=r"^[\w .-]{2,24}$")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class Notices(Shape):
    """Where to call an account when it is awaited."""

    webhook: Annotated[str, Meta(max_length=500)] = ""
    email: Annotated[str, Meta(max_length=200)] = ""


class Account(Shape):
    name: str | None
    notices: Notices


class OptionInfo(Shape):
    name: str
    choices: list[bool | int | str]
    clause: str
    about: str


class BotInfo(Shape):
    name: str
    about: str


class GameInfo(Shape):
    name: str
    title: str
    year: int
    about: str
    least_seats: int
    most_seats: int
    options: list[OptionInfo]
    presets: dict[str, dict[str, bool | int | str]]
    boards: list[str]
    bots: list[BotInfo]
    playable: bool  # at this table, today


class Problem(Shape):
    """What went wrong, in one line."""

    error: str
    code: str = ""


HTTP_SHAPES = (
    NewTable, Made, Claim, SeatChange, TableChange, Lobby, Past, Note, Sandbox, Again, BoardFile, BoardCheck, Reel,
    Best, Credentials, Notices, Account, GameInfo, Problem,
)  # fmt: skip
