"""What somebody needs to play at a real table: parts of a game to print, each some pages of paper.

A game says which parts it has (``Game.print_parts``); everything else about paper is done in ``goldenspike.drawing``.
Pages are drawn in tenths of a millimetre from their top left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .errors import BadOption

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres, upright
LEAST_SCALE, MOST_SCALE = 25, 200
MOST_COPIES = 100


@dataclass(frozen=True)
class PrintOrder:
    """What somebody wants printed: on which paper, in which language, how large, and for which options and values."""

    paper: str = "a4"
    language: str = "en"
    options: Mapping[str, object] = field(default_factory=dict)
    scale: int = 100  # of boards in several pages and of what lies on them, in percent
    copies: int | None = None  # of sheets that players write on; None for as many as they usually need
    backs: bool = True  # cards have backs, on the page behind their fronts

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise BadOption(f"paper is {' or '.join(PAPERS)}; not {self.paper}")
        if not LEAST_SCALE <= self.scale <= MOST_SCALE:
            raise BadOption(f"the scale is {LEAST_SCALE} to {MOST_SCALE} percent; not {self.scale}")
        if self.copies is not None and not 1 <= self.copies <= MOST_COPIES:
            raise BadOption(f"1 to {MOST_COPIES} copies can be printed, not {self.copies}")


@dataclass(frozen=True)
class PlacedPicture:
    """A picture on a page: a whole SVG at a place, so many tenths of a millimetre for each of its units.

    ``window`` is the only part of the page it may be seen in: left, top, width, height.
    """

    svg: str
    x: float
    y: float
    scale: float
    window: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class PrintPage:
    """One side of a sheet of paper: pictures, and SVG elements over them."""

    body: str
    pictures: tuple[PlacedPicture, ...] = ()
    wide: bool = False  # the paper lies on its long side
    note: str = ""  # said about it at its foot


@dataclass(frozen=True)
class PrintPart:
    """A part of a game on paper, such as its cards: a name to choose it by, words for people, and its pages."""

    name: str
    title: str
    about: str  # one line: what it is and how many
    pages: Callable[[], Sequence[PrintPage]]
    two_sided: bool = False  # every other page is the back of the one before, turned over its long edge
