"""Pages of several parts as one PDF: pictures that are used again are kept once, and every page finds its own size."""

from __future__ import annotations

import io
from collections.abc import Sequence
from xml.etree import ElementTree

import pydyf

from goldenspike.drawing.svg import NAMESPACE
from goldenspike.engine.print_and_play import PAPERS, PlacedPicture, PrintPage

from .document import POINTS
from .flatten import flatten
from .painter import INHERITED, Painter, view_of

TENTH = POINTS / 10  # of a millimetre, in points


class Book:
    """A PDF that grows page by page."""

    def __init__(self, title: str) -> None:
        self.pdf = pydyf.PDF()
        self.painter = Painter(self.pdf)
        self.title = title
        self._known: dict[str, str] = {}  # pictures by what they are

    def add(self, page: PrintPage, paper: str) -> None:
        """One more page."""
        width, height = (10 * side for side in PAPERS[paper])
        if page.wide:
            width, height = height, width
        stream = pydyf.Stream(compress=True)
        self.pdf.add_object(stream)
        stream.set_matrix(TENTH, 0, 0, -TENTH, 0, height * TENTH)  # y points down on a page
        for placed in page.pictures:
            self._place(stream, placed)
        if page.body:
            root = ElementTree.fromstring(f'<svg xmlns="{NAMESPACE}" viewBox="0 0 1 1">{page.body}</svg>')
            self.painter.paint(stream, root, INHERITED)
        box = [0, 0, round(width * TENTH, 2), round(height * TENTH, 2)]
        self.pdf.add_page(
            pydyf.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": self.pdf.pages.reference,
                    "MediaBox": pydyf.Array(box),
                    "Resources": self.painter.resources.reference,
                    "Contents": stream.reference,
                }
            )
        )

    def _place(self, stream: pydyf.Stream, placed: PlacedPicture) -> None:
        name = self._known.get(placed.svg) or self._picture(placed.svg)
        stream.push_state()
        if placed.window is not None:
            stream.rectangle(*placed.window)
            stream.clip()
            stream.end()
        stream.set_matrix(placed.scale, 0, 0, placed.scale, placed.x, placed.y)
        stream.draw_x_object(name)
        stream.pop_state()

    def _picture(self, svg: str) -> str:
        """A picture as an object of the file, its top left corner at the origin."""
        root = ElementTree.fromstring(flatten(svg))
        x, y, width, height = view_of(root)
        form = self.painter.form((x, y, x + width, y + height))
        form.extra["Matrix"] = pydyf.Array([1, 0, 0, 1, -x, -y])
        name = self._known[svg] = f"P{len(self._known)}"
        self.painter.groups[name] = form.reference
        self.painter.paint(form, root, INHERITED)
        return name

    def made(self) -> bytes:
        """The whole file; the same pages are the same file, whenever it is made."""
        self.painter.finish()
        self.pdf.info |= {"Title": pydyf.String(self.title), "Creator": pydyf.String("Golden Spike")}
        out = io.BytesIO()
        self.pdf.write(out, identifier=True)
        return out.getvalue()


def book(pages: Sequence[PrintPage], paper: str, title: str) -> bytes:
    """All pages as one PDF."""
    found = Book(title)
    for page in pages:
        found.add(page, paper)
    return found.made()
