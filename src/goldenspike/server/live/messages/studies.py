"""What travels when somebody has a board studied."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from .table import SavedBoardVersion, Shape, ShortText


class NewStudy(Shape):
    """Have bots play on a board: a built-in one, one of one's own, or that of a table with its options."""

    game: ShortText = ""
    board: ShortText | None = None
    board_file: dict[str, Any] | None = None
    saved_board: SavedBoardVersion | None = None  # or one that somebody saved here
    table: ShortText | None = None
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: dict[str, bool | int | str] = field(default_factory=dict)
    alone: bool = False  # by itself, also where the usual board could stand beside it


class StudyVerdict(Shape):
    """One sentence about one version, and the figures in it for a page that says it in another language."""

    version: str
    key: str
    tone: Literal["warning", "changed", "fact", "alike", "unclear"]
    text: str
    figures: dict[str, Any]


class Study(Shape):
    """How far a study is, and what it says so far."""

    id: str
    game: str
    board: str  # its name
    board_hash: str
    saved_board: SavedBoardVersion | None  # the version of a saved board that it is
    seats: int
    alone: bool
    status: Literal["waiting", "running", "done", "stopped", "failed"]
    share: float  # of the way, 0 to 1
    games: int  # played so far
    before: int  # studies in front of it, while it waits
    said: list[StudyVerdict]
    line: str  # why it failed
    report: str  # the address of its report, once there is one
    mine: bool
    created_ms: int
    kept_days: int  # after its end; 0 for ever
