"""What the page sends over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from .table import BotName, Colour, Name, Random, SavedBoardVersion, Secret, Shape, ShortText, TimeControl, Version

WatchDelay = Annotated[int, Meta(ge=0, le=3600)]  # seconds; 0: people who only watch see the game as it is played
FillSeconds = Annotated[int, Meta(ge=0, le=3600)]  # 0: nobody takes them


class NewSeat(Shape):
    """How a seat begins: free for an invited person, for the one who asks, or for a bot."""

    holder: Literal["free", "me", "bot"] = "free"
    name: Annotated[str, Meta(max_length=24)] = ""
    bot: BotName | None = None


class NewTable(Shape):
    game: ShortText
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: dict[str, bool | int | str] = field(default_factory=dict)
    board: ShortText | None = None
    board_file: dict[str, Any] | None = None  # a board of one's own, instead of a built-in one
    saved_board: SavedBoardVersion | None = None  # or one that somebody saved here
    name: Annotated[str, Meta(max_length=60)] = ""
    listed: bool = False
    hints: bool = True
    confirm: bool = True
    pace: TimeControl = field(default_factory=TimeControl)
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    start: bool = False  # at once; only if no seat is free
    fill_s: FillSeconds = 0  # bots take the seats that are free after so many seconds, and the game begins
    watch_delay_s: WatchDelay = 0


class Claim(Shape):
    """Take a seat by its secret."""

    secret: Secret
    name: Annotated[str, Meta(max_length=24)] = ""
    random: Random | None = None  # added to the deal
    accept: bool = False  # also if somebody may know cards of this game (``known`` of the table)


class QuickJoin(Shape):
    """Any game of this kind with others, now."""

    game: ShortText
    name: Annotated[str, Meta(max_length=24)] = ""


class Contribution(Shape):
    """What a browser adds to the deal, once it knows the commitment."""

    random: Random


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
    pace: TimeControl | None = None
    fill_s: FillSeconds | None = None  # from now on
    watch_delay_s: WatchDelay | None = None  # before the start
    close: bool = False


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
    sit: bool = True  # False: the page adds to the deal there before it counts as ready


class BoardFile(Shape):
    """A board of one's own, to be looked at before a table is made with it: its data, or the text of its file."""

    board: dict[str, Any] | None = None
    text: str = ""


class PrintOrder(Shape):
    """A board to print and play, by name or as data: which parts, on which paper, in which language."""

    board: dict[str, Any] | ShortText | None = None
    parts: Annotated[list[ShortText], Meta(max_length=20)] = field(default_factory=list)  # none: everything
    paper: Literal["a4", "letter"] = "a4"
    language: Annotated[str, Meta(max_length=8)] = "en"
    scale: Annotated[int, Meta(ge=25, le=200)] = 100  # of a large board, in percent
    copies: Annotated[int, Meta(ge=1, le=20)] | None = None
    backs: bool = True
    options: dict[str, bool | int | str] = field(default_factory=dict)


class NewSavedBoard(Shape):
    """A board to be saved here, finished or not."""

    game: ShortText
    board: dict[str, Any]
    author: Annotated[str, Meta(max_length=24)] = ""  # left out: the name of the account


class NextBoardVersion(Shape):
    """The next version of a board of one's own."""

    board: dict[str, Any]


class Notices(Shape):
    """Where to call an account when it is awaited."""

    webhook: Annotated[str, Meta(max_length=500)] = ""
    email: Annotated[str, Meta(max_length=200)] = ""
