"""Pictures as files in other forms: SVG as PNG, and as PDF on paper or on a page of the picture's own size."""

from __future__ import annotations

from importlib import resources
from importlib.util import find_spec
from xml.etree import ElementTree

from goldenspike.engine.errors import BadOption

from .pdf.document import Paper, document
from .pdf.flatten import flatten, with_single_letters
from .pdf.painter import numbers
from .pdf.unprintable import Unprintable

INCH = 25.4  # millimetres
SCREEN = 96  # units of a picture per inch
LEAST_WIDTH = 1600  # pixels of a PNG unless somebody says otherwise
MOST_WIDTH = 12_000


def need_packages() -> None:
    """Say what is missing before anything is drawn."""
    if find_spec("resvg_py") is None:
        raise BadOption("PNG pictures need another package: pip install 'goldenspike[pictures]'")


def size(svg: str) -> tuple[float, float]:
    """Width and height of a picture in its own units."""
    view = numbers(ElementTree.fromstring(svg).get("viewBox", ""))
    if len(view) != 4:
        raise Unprintable("a picture without a view box")
    return view[2], view[3]


def png(svg: str, width: int | None = None) -> bytes:
    """A picture as PNG, so many pixels wide, with the fonts of this package and no others."""
    need_packages()
    if width is not None and not 16 <= width <= MOST_WIDTH:
        raise BadOption(f"a picture is 16 to {MOST_WIDTH} pixels wide; not {width}")
    from resvg_py import svg_to_bytes

    wide = width or max(LEAST_WIDTH, round(size(svg)[0]))
    with resources.as_file(resources.files(__package__).joinpath("fonts")) as folder:
        made = svg_to_bytes(
            svg_string=with_single_letters(svg),
            width=wide,
            skip_system_fonts=True,
            font_dirs=[str(folder)],
            font_family="DejaVu Serif",
            serif_family="DejaVu Serif",
            sans_serif_family="DejaVu Sans",
            monospace_family="DejaVu Sans",
        )
    return bytes(made)


def pdf(svg: str, *, title: str, paper: Paper | None = None, margin: float = 0.0, copies: int = 1) -> bytes:
    """A picture as PDF, in vectors: on paper, as large as its margins allow, or on a page of the picture's own size.

    Paper is turned as the picture lies. Textures and shadows, which are made for screens, are left out.
    """
    width, height = size(svg)
    page = paper or Paper("own", width / SCREEN * INCH, height / SCREEN * INCH)
    if paper is not None and (width > height) != (page.width > page.height):
        page = Paper(page.name, page.height, page.width)
    try:
        return document(flatten(svg), page, title=title, margin=margin, copies=copies)
    except Unprintable as error:
        raise BadOption(str(error)) from None
