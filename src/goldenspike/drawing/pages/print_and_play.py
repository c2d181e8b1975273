"""Print and play: the parts of a game that somebody wants, one after the other, and a page that explains them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from goldenspike.drawing.pdf.book import book
from goldenspike.drawing.pdf.unprintable import Unprintable
from goldenspike.drawing.picture_files import size
from goldenspike.drawing.svg import element, number, path, rect
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game
from goldenspike.engine.near_miss import instead
from goldenspike.engine.print_and_play import PlacedPicture, PrintOrder, PrintPage, PrintPart

from .lettering import block, line, look, paragraph
from .paper import GREY, HAIR, INK, MARGIN, sheet
from .print_words import Words
from .prose import rulebook_pages
from .tiles import one_page

RULES = "rules"
TWO = "(2) "  # before an advice about parts with backs
RULER = 1000.0  # ten centimetres


@dataclass(frozen=True)
class Printed:
    """A PDF, and for each part in it: the part, its first and its last page."""

    pdf: bytes
    parts: tuple[tuple[PrintPart, int, int], ...]


def words_for(game: Game, language: str) -> Words:
    """A game's words on paper in a language."""
    return Words(language, game.print_words)


def all_parts(game: Game, board: Any, order: PrintOrder) -> list[PrintPart]:
    """Everything that can be printed of a game on a board: its own parts, or its picture, and the rulebook."""
    words = words_for(game, order.language)
    own = game.print_parts(board, order)
    if own is None:
        own = [
            PrintPart(
                "board",
                words("part.board"),
                words("about.picture"),
                lambda: [one_page(board_picture(game, board), order.paper)],
            )
        ]
    text = game.rulebook(order.language) or game.rulebook("en")
    if text is None:
        return list(own)

    def pages() -> list[PrintPage]:
        return rulebook_pages(text, order.paper, lambda name: _figure(game, name))

    return [*own, PrintPart(RULES, words("part.rules"), words("about.rules"), pages)]


def board_picture(game: Game, board: Any) -> str:
    """A board with everything that is printed on it."""
    return game.printed(board) or game.picture(board)


def _figure(game: Game, name: str) -> str | None:
    found = game.rulebook_pictures.get(name.removeprefix("pictures/").removesuffix(".svg"))
    return None if found is None else found.svg()


def chosen(parts: Sequence[PrintPart], names: Sequence[str]) -> list[PrintPart]:
    """The parts of these names in the order of the game; all of them if nobody says."""
    known = [part.name for part in parts]
    for name in names:
        if name not in known:
            raise BadOption(f"there is no part {name!r}{instead(name, known, 'the parts are')}")
    return [part for part in parts if not names or part.name in names]


def print_and_play(game: Game, board: Any, order: PrintOrder, names: Sequence[str] = ()) -> Printed:
    """The PDF; a single part goes without the page that explains the parts."""
    words = words_for(game, order.language)
    if not board.name:  # the game takes the one for the number of players
        board = game.setting(game.read_options(order.options), board, game.usual_seats).board
    parts = chosen(all_parts(game, board, order), names)
    try:
        made = [(part, list(part.pages())) for part in parts]
        first = 1 if len(made) == 1 else 2
        placed = []
        for part, pages in made:
            placed.append((part, first, first + len(pages) - 1))
            first += len(pages)
        shown = next((placed.svg for _, pages in made[:1] for page in pages for placed in page.pictures), None)
        all_pages = [] if len(made) == 1 else [_cover(game, board, order, placed, words, shown)]
        for part, pages in made:
            all_pages += [_with_foot(page, game, board, part, k, len(pages), order) for k, page in enumerate(pages, 1)]
        title = f"{game.title}: {board.name}"
        return Printed(book(all_pages, order.paper, title), tuple(placed))
    except Unprintable as error:
        raise BadOption(str(error)) from None


def _with_foot(
    page: PrintPage, game: Game, board: Any, part: PrintPart, k: int, count: int, order: PrintOrder
) -> PrintPage:
    """A page with a line at its foot that says what it is."""
    on = sheet(order.paper, wide=page.wide)
    said = f"{game.title} · {board.name} · {part.title} {k}/{count}" + (f" · {page.note}" if page.note else "")
    foot = line(MARGIN, on.height - MARGIN, said, look(5.4, plain=True, fill=GREY), on.inner_width - 160)
    return replace(page, body=page.body + foot)


def _cover(
    game: Game,
    board: Any,
    order: PrintOrder,
    placed: Sequence[tuple[PrintPart, int, int]],
    words: Words,
    shown: str | None,
) -> PrintPage:
    """What is in the file, how to print it, and a line to measure."""
    page = sheet(order.paper)
    left, width = MARGIN + 60, page.inner_width - 120
    body = rect(
        MARGIN, MARGIN, page.inner_width, page.inner_height, rx="30", fill="none", stroke="#8f2a1f", stroke_width="7"
    )
    body += rect(
        MARGIN + 14, MARGIN + 14, page.inner_width - 28, page.inner_height - 28, rx="22", fill="none", stroke="#8f2a1f",
        stroke_width="2",
    )  # fmt: skip
    body += line(page.width / 2, 210, game.title, look(34, bold=True, fill="#8f2a1f"), width, "middle")
    body += line(page.width / 2, 275, board.name, look(15, italic=True), width, "middle")
    body += line(page.width / 2, 328, words("cover.what"), look(9, fill=GREY), width, "middle")
    y, pictures = 380.0, ()  # type: float, tuple[PlacedPicture, ...]
    if shown is not None:
        wide, high = size(shown)
        scale = min((width - 160) / wide, 700 / high)
        pictures = (PlacedPicture(shown, (page.width - wide * scale) / 2, 372, scale),)
        y = 372 + high * scale + 60
    body += line(left, y, words("cover.parts"), look(12, bold=True, fill="#8f2a1f"), width)
    y += 26
    rest = page.height - 700 - y
    step = min(104.0, rest / len(placed))
    for part, first, last in placed:
        y += step
        body += _entry(part, first, last, left, y, width, step, words)
    y += 66
    body += line(left, y, words("cover.how"), look(12, bold=True, fill="#8f2a1f"), width)
    y += 22
    for text in words("cover.lines").split("\n"):
        if part_two_sided(placed) or not text.startswith(TWO):
            drawn, used = paragraph(left, y, "• " + text.removeprefix(TWO), look(8.6), width)
            body += drawn
            y += used + 8
    if words.has("needs"):
        drawn, used = paragraph(left, y, "• " + words("needs"), look(8.6), width)
        body += drawn
    return PrintPage(element("g", body, class_="gs-cover") + _ruler(page.width, page.height, words), pictures)


def part_two_sided(placed: Sequence[tuple[PrintPart, int, int]]) -> bool:
    return any(part.two_sided for part, _, _ in placed)


def _entry(
    part: PrintPart, first: int, last: int, left: float, y: float, width: float, step: float, words: Words
) -> str:
    """A part: its name, what it is, its pages, and how it is printed."""
    pages = words("cover.page", n=first) if first == last else words("cover.pages", first=first, last=last)
    how = words("cover.both" if part.two_sided else "cover.one")
    found = line(left, y - step * 0.42, part.title, look(10, bold=True), width * 0.24)
    found += block(left + width * 0.26, y - step * 0.86, part.about, look(8), width * 0.46, step * 0.8, middle=True)
    found += line(left + width, y - step * 0.5, pages, look(9, bold=True), width * 0.25, "end")
    found += line(left + width, y - step * 0.18, how, look(6.8, italic=True, fill=GREY), width * 0.26, "end")
    return found + path(f"M{number(left)} {number(y)}h{number(width)}", stroke=HAIR, stroke_width="1.2")


def _ruler(width: float, height: float, words: Words) -> str:
    """A line of ten centimetres: who measures it knows whether the printer has changed the size."""
    x, y = (width - RULER) / 2, height - MARGIN - 74
    ticks = "".join(f"M{number(x + k * 100)} {number(y)}v{-22 if k % 5 == 0 else -12}" for k in range(11))
    found = path(f"M{number(x)} {number(y)}h{number(RULER)}{ticks}", fill="none", stroke=INK, stroke_width="3")
    return found + line(width / 2, y + 36, words("cover.ruler"), look(7, italic=True), RULER, "middle")
