"""A rulebook on paper: its Markdown in two columns, with headings, lists, tables and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from goldenspike.drawing.picture_files import size
from goldenspike.drawing.svg import number, path
from goldenspike.engine.print_and_play import PlacedPicture, PrintPage

from .lettering import LEADING, Look, Word, broken, line, look, set_line, words_of
from .paper import GREY, HAIR, MARGIN, sheet

COLUMNS = 2
GUTTER = 70.0
TEXT = look(8.2)
SMALL = look(7.2)
HEADINGS = {"h1": look(20, bold=True), "h2": look(12.5, bold=True, fill="#8f2a1f"), "h3": look(9.5, bold=True)}
_TAGS = re.compile(r"<[^>]*>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CODE = re.compile(r"`([^`]*)`")
_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")

Shapes = Callable[[float, float], tuple[str, tuple[PlacedPicture, ...]]]


@dataclass(frozen=True)
class Piece:
    """Something of some height that is not broken: it draws itself at a place."""

    height: float
    draw: Shapes
    keep: bool = False  # with what follows, as a heading
    before: float = 0.0  # space above, unless it begins a column


def rulebook_pages(markdown: str, paper: str, picture: Callable[[str], str | None]) -> list[PrintPage]:
    """The rulebook; ``picture`` finds an SVG by the name the rulebook gives it."""
    page = sheet(paper)
    width = (page.inner_width - (COLUMNS - 1) * GUTTER) / COLUMNS
    pieces = list(_pieces(MarkdownIt("commonmark").enable("table").parse(markdown), width, picture))
    bottom = page.height - MARGIN - 60
    pages: list[tuple[str, tuple[PlacedPicture, ...]]] = [("", ())]
    column, y = 0, MARGIN
    for k, piece in enumerate(pieces):
        follows = pieces[k + 1].height + pieces[k + 1].before if piece.keep and k + 1 < len(pieces) else 0.0
        top = y + (piece.before if y > MARGIN else 0.0)
        if top + piece.height + follows > bottom and y > MARGIN:
            column, top = column + 1, MARGIN
            if column == COLUMNS:
                column = 0
                pages.append(("", ()))
        body, pictures = piece.draw(MARGIN + column * (width + GUTTER), top)
        pages[-1] = (pages[-1][0] + body, pages[-1][1] + pictures)
        y = top + piece.height
    rule = f"M{number(page.width / 2)} {number(MARGIN)}V{number(bottom)}"
    return [PrintPage(path(rule, stroke=HAIR, stroke_width="1") + body, pictures) for body, pictures in pages]


def _pieces(tokens: Sequence[Token], width: float, picture: Callable[[str], str | None]) -> Iterator[Piece]:
    depth, numbered, k = 0, [], 0  # type: int, list[int | None], int
    fresh = False  # the next paragraph begins an item
    while k < len(tokens):
        token = tokens[k]
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
            numbered.append(1 if token.type.startswith("ordered") else None)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
            numbered.pop()
        elif token.type == "list_item_open":
            fresh = True
        elif token.type == "heading_open":
            how = HEADINGS.get(token.tag, HEADINGS["h3"])
            yield from _text(plain(tokens[k + 1].content), how, width, before=how.size * 1.1, keep=True)
            k += 2
        elif token.type == "inline":
            found = _IMAGE.fullmatch(token.content.strip())
            if found:
                yield from _figure(found[1], picture(found[2]), width)
            else:
                indent = 34.0 * depth
                mark = ""
                if fresh and numbered:
                    mark = "•" if numbered[-1] is None else f"{numbered[-1]}."
                    if numbered[-1] is not None:
                        numbered[-1] += 1
                fresh = False
                yield from _text(plain(token.content), TEXT, width, indent=indent, mark=mark, before=TEXT.size * 0.45)
        elif token.type in ("fence", "code_block"):
            for row in token.content.rstrip("\n").split("\n"):
                yield from _text(row.replace("*", "∗"), look(6.6, plain=True), width, indent=20)
        elif token.type == "table_open":
            end = next(i for i in range(k, len(tokens)) if tokens[i].type == "table_close")
            yield from _table(tokens[k:end], width)
            k = end
        k += 1


def plain(marked: str) -> str:
    """Markdown without anchors, links and code marks."""
    found = _IMAGE.sub(r"\1", _TAGS.sub("", marked))
    return _CODE.sub(r"\1", _LINK.sub(r"\1", found)).replace("\n", " ").replace("\\", "")


def _text(
    words: str,
    how: Look,
    width: float,
    *,
    indent: float = 0.0,
    mark: str = "",
    before: float = 0.0,
    keep: bool = False,
) -> Iterator[Piece]:
    """A paragraph, a piece for each line so that a column may end in it."""
    step = how.size * LEADING
    lines = broken(words_of(words, how), width - indent)
    for k, one in enumerate(lines):

        def draw(x: float, y: float, one: list[Word] = one, first: bool = k == 0) -> tuple[str, tuple[()]]:
            base = y + how.size * 0.95
            head = line(x + indent - 30, base, mark, how) if mark and first else ""
            return head + set_line(one, x + indent, base, width - indent), ()

        # No single lines at the foot or the head of a column.
        together = keep or (len(lines) > 1 and k in (0, len(lines) - 2))
        yield Piece(step, draw, together, before if k == 0 else 0.0)


def _figure(caption: str, svg: str | None, width: float) -> Iterator[Piece]:
    if svg is not None:
        wide, high = size(svg)
        scale = min(width / wide, 700 / high)

        def draw(x: float, y: float) -> tuple[str, tuple[PlacedPicture, ...]]:
            return "", (PlacedPicture(svg, x + (width - wide * scale) / 2, y, scale),)

        yield Piece(high * scale, draw, keep=True, before=20)
    yield from _text(f"*{caption}*" if caption else "", SMALL, width, before=8)


def _table(tokens: Sequence[Token], width: float) -> Iterator[Piece]:
    """A table whose columns share the width by what they hold."""
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(plain(token.content))
    count = max(len(row) for row in rows)
    need = [max(SMALL.width(row[c]) if c < len(row) else 0.0 for row in rows) + 30 for c in range(count)]
    least = [
        max((SMALL.width(word) for row in rows if c < len(row) for word in row[c].replace("*", "").split()), default=0)
        + 34
        for c in range(count)
    ]
    shares = _shared(need, least, width)
    for k, row in enumerate(rows):
        cells = [
            broken(words_of(f"**{cell.replace('**', '')}**" if k == 0 and cell else cell, SMALL), shares[c] - 24)
            for c, cell in enumerate(row)
        ]
        high = max((len(cell) for cell in cells), default=1) * SMALL.size * LEADING + 12

        def draw(
            x: float, y: float, cells: list[list[list[Word]]] = cells, high: float = high, first: bool = k == 0
        ) -> tuple[str, tuple[()]]:
            found, at = "", x
            for share, cell in zip(shares, cells, strict=False):
                for n, one in enumerate(cell):
                    base = y + 6 + SMALL.size * 0.95 + n * SMALL.size * LEADING
                    found += set_line(one, at, base, share - 24)
                at += share
            edge = f"M{number(x)} {number(y + high)}h{number(width)}"
            return found + path(edge, stroke=GREY if first else HAIR, stroke_width="2" if first else "0.9"), ()

        yield Piece(high, draw, k == 0, 20 if k == 0 else 0.0)


def _shared(need: list[float], least: list[float], width: float) -> list[float]:
    """Widths of columns: what they need if there is room, else the longest word and a share of the rest."""
    if sum(need) <= width:
        return [one * width / sum(need) for one in need]
    floor = [min(a, b) for a, b in zip(need, least, strict=True)]
    if sum(floor) >= width:
        return [one * width / sum(floor) for one in floor]
    rest = width - sum(floor)
    wish = [max(0.0, n - f) for n, f in zip(need, floor, strict=True)]
    return [f + rest * w / sum(wish) for f, w in zip(floor, wish, strict=True)]
