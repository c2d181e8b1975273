"""What the server answers over HTTP."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Raw, UnsetType, field

from .table import Entry, Shape, Table, You


class Invitation(Shape):
    seat: int
    path: str  # of the page, with the secret behind the #
    qr: str  # the same as an SVG picture


class AnySeatLink(Shape):
    """A link with which everybody who opens it takes a free seat, until the game begins."""

    path: str  # of the page, with the secret behind the #
    qr: str  # the same as an SVG picture


class Made(Shape):
    """A new table, and for its host the invitations of its free seats, and one link for all of them."""

    table: Table
    you: You
    invitations: list[Invitation]
    link: AnySeatLink | None = None


class Final(Shape):
    """How a game ended: the points by seat and who won."""

    points: list[int]
    winners: list[int]


class Listing(Shape):
    """A table in a list."""

    table: Table
    you: You
    awaited_me: bool = False
    result: Final | None = None  # of a finished game
    watching: int | UnsetType = UNSET  # people who look on without a seat, as far as it is known here
    round: int | UnsetType = UNSET  # of a running game that counts them


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


class BoardCheck(Shape):
    """What is wrong with a board of one's own; if nothing is, what its designer should look at, and its picture."""

    ok: bool
    problems: list[str]
    svg: str = ""
    warnings: tuple[str, ...] = ()
    players: tuple[int, ...] = ()  # the numbers of players that can play on it
    # For each problem, or each warning where there is none: the places it speaks of, as JSON pointers into the file.
    places: tuple[tuple[str, ...], ...] = ()


class BoardVersion(Shape):
    """A version of a saved board; it never changes."""

    version: int
    name: str
    playable: bool  # by the checker, when it was saved
    created_ms: int


class SavedBoardInfo(Shape):
    """A saved board in a list."""

    id: str
    game: str
    name: str  # of its latest version
    author: str
    mine: bool
    version: int  # the latest
    playable: bool
    changed_ms: int


class SavedBoard(Shape):
    """A saved board: all its versions, and one of them as data."""

    id: str
    game: str
    author: str
    mine: bool
    version: int  # the one that is shown
    versions: list[BoardVersion]  # the latest first
    data: dict[str, Any]


class PrintablePart(Shape):
    """A part of a game that can be printed: its name, and what it is in the language wanted."""

    name: str
    title: str
    about: str
    two_sided: bool


class ReplayFrame(Shape):
    """One moment of a round: the whole view first, then what changed (laid over what was shown before)."""

    at_ms: int
    version: int
    line: str
    view: Raw | UnsetType = UNSET
    change: Raw | UnsetType = UNSET


class Replay(Shape):
    """A whole round to be shown in fast motion, and what the game counted in it."""

    frames: list[ReplayFrame]
    statistics: dict[str, Any]


class Best(Shape):
    """The best result of one setup."""

    key: str
    score: int
    time_ms: int
    names: list[str]
    table: str
    at_ms: int


class DealContribution(Shape):
    seat: int
    random: str


class PublishedDeal(Shape):
    """Everything the seed of a finished game was made from (see docs/fair-deals.md)."""

    scheme: str
    table: str
    commitment: str
    secret: str
    contributions: list[DealContribution]
    seed: str


class Keeping(Shape):
    """How many days tables are kept after the last change; 0 means for ever. ``full``: there is no room for more."""

    open_days: int  # never begun
    abandoned_days: int  # not finished
    finished_days: int
    closed_days: int
    sandbox_days: int
    full: bool = False


class OptionInfo(Shape):
    name: str
    default: bool | int | str
    choices: list[bool | int | str]
    clause: str
    about: str


class ValueInfo(Shape):
    """A number of the rulebook, or a row of them (written 1,2,4), that a table may set otherwise."""

    name: str
    standard: int | str
    least: int
    most: int
    clause: str
    about: str


class BotInfo(Shape):
    """A bot on offer; with one of its characters it is called ``name:character``."""

    name: str
    about: str
    characters: list[str] = field(default_factory=list)


class GameInfo(Shape):
    name: str
    title: str
    year: int
    about: str
    least_seats: int
    most_seats: int
    options: list[OptionInfo]
    values: list[ValueInfo]  # set as options named values.NAME
    presets: dict[str, dict[str, bool | int | str]]
    starts: list[str]  # presets to choose from whenever a game is begun; the first is for newcomers
    boards: list[str]
    board_names: dict[str, str]
    bots: list[BotInfo]
    team: bool  # everybody wins or loses together
    words: dict[str, dict[str, str]]  # by language: names of options, choices, presets and bots
    tutorial: int | None  # how many minutes its tutorial takes, where it has one
    page: str | None  # the address of a page module that the game's package brings
    shown_as: list[str]  # games whose page can show this one: itself, then those it is a variant of


class Problem(Shape):
    """What went wrong, in one line."""

    error: str
    code: str = ""
