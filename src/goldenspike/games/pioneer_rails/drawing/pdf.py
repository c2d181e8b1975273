"""A pad for the kitchen table: PDF pages of a sheet, drawn in vectors, on A4 or Letter."""

from collections.abc import Mapping
from typing import Any

from goldenspike.drawing.pdf.document import A4_LANDSCAPE, LETTER_LANDSCAPE, document
from goldenspike.games.pioneer_rails.board.load import Sheet
from goldenspike.games.pioneer_rails.drawing.sheet import draw

PAPERS = {paper.name.lower(): paper for paper in (A4_LANDSCAPE, LETTER_LANDSCAPE)}
MARGIN = 6.0  # millimetres: what usual printers leave white
MOST_COPIES = 100


def pad(sheet: Sheet, paper: str = "A4", copies: int = 1, view: Mapping[str, Any] | None = None) -> bytes:
    """So many empty copies of a sheet as PDF, one to a page; with a view, a filled one (PR-SETUP-01)."""
    chosen = PAPERS.get(paper.lower())
    if chosen is None:
        known = " or ".join(one.name for one in PAPERS.values())
        raise ValueError(f"paper is {known}, not {paper!r}")
    if not 1 <= copies <= MOST_COPIES:
        raise ValueError(f"a pad has 1 to {MOST_COPIES} copies, not {copies}")
    picture = draw(sheet, view, paper="print")
    return document(picture, chosen, title=f"Pioneer Rails: {sheet.name}", margin=MARGIN, copies=copies)
