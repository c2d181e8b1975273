"""A pad for the kitchen table: PDF pages of a sheet, drawn in vectors, on A4 or Letter."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any

from goldenspike.drawing.text import SANS_FAMILY, SERIF_FAMILY
from goldenspike.games.pioneer_rails.board.load import Sheet
from goldenspike.games.pioneer_rails.drawing.sheet import draw

PAPERS = {"a4": ("A4", 297.0, 210.0), "letter": ("Letter", 279.4, 215.9)}
"""Name, width and height in millimetres, landscape."""
MARGIN = 6.0
MOST_COPIES = 100
_FONTS = {escape(SERIF_FAMILY): "Times", escape(SANS_FAMILY): "Helvetica"}
_PLAIN = {"★": "*", "−": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"}


def pad(sheet: Sheet, paper: str = "A4", copies: int = 1, view: Mapping[str, Any] | None = None) -> bytes:
    """So many empty copies of a sheet as PDF, one to a page; with a view, a filled one (PR-SETUP-01)."""
    if paper.lower() not in PAPERS:
        known = " or ".join(name for name, _, _ in PAPERS.values())
        raise ValueError(f"paper is {known}, not {paper!r}")
    if not 1 <= copies <= MOST_COPIES:
        raise ValueError(f"a pad has 1 to {MOST_COPIES} copies, not {copies}")
    try:
        from fpdf import FPDF
        from fpdf.drawing_primitives import Transform
        from fpdf.svg import SVGObject
    except ImportError:
        raise RuntimeError("printing needs the package fpdf2: pip install fpdf2") from None
    _, width, height = PAPERS[paper.lower()]
    book = FPDF(orientation="landscape", unit="mm", format=(height, width))
    book.set_auto_page_break(False)
    book.set_title(_western(f"Pioneer Rails: {sheet.name}"))
    book.set_creator("Golden Spike")
    # The same pad is the same file, whenever it is made.
    book.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    picture = SVGObject(_for_press(draw(sheet, view, paper="print")))
    _, _, across, down = picture.viewbox or (0, 0, width, height)
    scale = min((width - 2 * MARGIN) / across, (height - 2 * MARGIN) / down)
    wide, tall = across * scale, down * scale
    _, _, drawing = picture.transform_to_rect_viewport(1, wide, tall, ignore_svg_top_attrs=True)
    middle = Transform.translation((width - wide) / 2, (height - tall) / 2)
    drawing.transform = (drawing.transform or Transform.identity()) @ middle
    for _ in range(copies):
        book.add_page()
        book.set_xy(0, 0)
        book.draw_path(drawing, copy=False)
    return bytes(book.output())


def _for_press(svg: str) -> str:
    """The drawing in the fonts every printer has, without the words meant for screen readers."""
    svg = re.sub(r"<(title|desc)\b.*?</\1>", "", svg, flags=re.DOTALL)
    for family, plain in _FONTS.items():
        svg = svg.replace(family, plain)
    return "".join(_western(letter) for letter in svg)


def _western(text: str) -> str:
    """Text in the letters these fonts have: accents are dropped where they must be, unknown letters become `?`."""
    found = ""
    for letter in text:
        known = _PLAIN.get(letter, letter)
        try:
            known.encode("latin-1")
        except UnicodeEncodeError:
            parts = unicodedata.normalize("NFKD", known)
            known = parts.encode("latin-1", "ignore").decode("latin-1") or "?"
        found += known
    return found
