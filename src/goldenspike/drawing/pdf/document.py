"""A picture on sheets of paper: as large as the margins allow, in the middle, on every page the same."""

from __future__ import annotations

import io
from typing import NamedTuple
from xml.etree import ElementTree

import pydyf

from .painter import INHERITED, Painter, view_of

POINTS = 72 / 25.4  # of a PDF, in a millimetre


class Paper(NamedTuple):
    """A kind of paper, its sides in millimetres."""

    name: str
    width: float
    height: float


A4_LANDSCAPE = Paper("A4", 297.0, 210.0)
LETTER_LANDSCAPE = Paper("Letter", 279.4, 215.9)


def document(svg: str, paper: Paper, *, title: str, margin: float, copies: int = 1) -> bytes:
    """A PDF with so many pages of this picture; the same picture is the same file, whenever it is made."""
    root = ElementTree.fromstring(svg)
    view = view_of(root)
    pdf = pydyf.PDF()
    painter = Painter(pdf)
    form = painter.form((view[0], view[1], view[0] + view[2], view[1] + view[3]))
    painter.groups["Picture"] = form.reference
    painter.paint(form, root, INHERITED)
    width, height, edge = (side * POINTS for side in (paper.width, paper.height, margin))
    scale = min((width - 2 * edge) / view[2], (height - 2 * edge) / view[3])
    left, top = (width - scale * view[2]) / 2, (height + scale * view[3]) / 2
    put = pydyf.Stream(compress=True)
    put.set_matrix(scale, 0, 0, -scale, left - scale * view[0], top + scale * view[1])  # y points down in a picture
    put.draw_x_object("Picture")
    pdf.add_object(put)
    painter.finish()
    for _ in range(copies):
        page = {
            "Type": "/Page",
            "Parent": pdf.pages.reference,
            "MediaBox": pydyf.Array([0, 0, round(width, 2), round(height, 2)]),
            "Resources": painter.resources.reference,
            "Contents": put.reference,
        }
        pdf.add_page(pydyf.Dictionary(page))
    pdf.info |= {"Title": pydyf.String(title), "Creator": pydyf.String("Golden Spike")}
    made = io.BytesIO()
    pdf.write(made, identifier=True)
    return made.getvalue()
