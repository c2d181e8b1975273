"""Frames that the server sends through the live channel."""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType, field

from .table import Entry, Outcome, Reason, Shape, SignalKind, Table, You


class Welcome(Shape, tag="welcome", tag_field="op"):
    """Everything a page needs to show the table from this viewpoint; also the answer to a gap."""

    table: Table
    you: You
    seat: int | None
    version: int
    now_ms: int
    view: Raw | None  # what a spectator may see, None before the start
    own: Raw | None  # what this seat sees beyond that, to be laid over ``view``; with ``legal`` and ``question``
    entries: list[Entry]  # the newest ones, or those after the version named in ``hello``
    whole: bool  # ``entries`` takes the place of all that the page knows
    result: Outcome | None = None
    zero_ms: int | None = None  # moment (server time) at which view.time.now_ms is 0; None when no wall clock runs
    at_ms: int | None = None  # time of the round, where a wall clock runs
    rate: int = 1  # milliseconds of the game in one of the wall clock; more than one only in tests
    earlier: bool = False  # there are entries before these: ask for them with ``before``


class Event(Shape, tag="event", tag_field="op"):
    """The next version of the table."""

    version: int
    now_ms: int
    entry: Entry
    view: Raw | None
    own: Raw | None
    table: Table | UnsetType = UNSET  # only when it changed beyond version, awaited seats and clocks
    awaited: list[int] = field(default_factory=list)
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


class Plan(Shape):
    """A way to go on: the action, about the chance to win with it, and who may do what, this action first."""

    text: str
    value: float
    line: list[str]


class Expected(Shape):
    """Points that a kind of thing, or one of its kind, is likely to bring the seat until the end."""

    what: str
    name: str
    points: float
    again: bool = False


class LikelyHeld(Shape):
    """What a rival may hold unseen: the chance, and what it would be if nothing but numbers of cards were known."""

    seat: int
    name: str
    chance: float
    usual: float


class Hinted(Shape, tag="hinted", tag_field="op"):
    """What a bot would do; one that looks ahead also tells what it compared (the best first) and what may follow.

    ``plans`` are its two best, ``expected`` points to come (what counts ``again`` is the same from another side), and
    ``held`` is what rivals are likely to hold.
    """

    id: str
    version: int
    text: str
    by: str
    judged: list[Judged] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    held: list[LikelyHeld] = field(default_factory=list)


class Pong(Shape, tag="pong", tag_field="op"):
    sent: int
    now_ms: int


class Bye(Shape, tag="bye", tag_field="op"):
    """The channel is about to close; ``again`` tells whether to come back."""

    reason: str
    again: bool


ToPage = Welcome | Event | Own | Tick | Signalled | Presence | Ack | Refused | Reasons | Hinted | Pong | Bye
