"""The cards of either edition, drawn from the board and the values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldenspike.drawing.geometry import star
from goldenspike.drawing.pages.cards import HEIGHT, WIDTH, Card, back_frame, frame, medallion
from goldenspike.drawing.pages.lettering import block, line, look
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.svg import circle, group, number, path, polyline, rect

from ..board.load import Board, City, Railroad
from ..drawing.page_data import edition_of
from ..drawing.palette import INK, VALUE_COLOURS
from ..drawing.panels import locomotive
from ..drawing.pieces import mark, piece
from .tokens import boomtown

if TYPE_CHECKING:
    from ..game import SantaFe
    from ..rules.state import Values

WINE, SLATE, OCHRE, GREEN = "#7a271f", "#3f5561", "#a87414", "#4a6b3a"
MIDDLE = WIDTH / 2
INNER = WIDTH - 130
_FREQUENT = 5  # players, for whom there are the most Double Turns


def deck(game: SantaFe, board: Board, words: Words, values: Values) -> list[Card]:
    """Every card that the box holds for the largest number of players, City cards first."""
    later = edition_of(game) == "2002"
    back = card_back(game, board)
    found: list[Card] = []

    def add(name: str, front: str, count: int) -> None:
        found.extend([Card(name, front, back)] * count)

    net = _net(board)
    for city in board.cities:
        if city.value is not None:
            add(f"city {city.id}", city_card(board, city, net, words), values.city_cards[city.value - 2])
    plain = values.pieces_plain
    own = 0 if later else len(game.seat_names[: game.seats[-1]]) * values.own_doubles
    add("double", _turns(words, "double", values.pieces_double, values, WINE), max(values.doubles) + own)
    if later:
        add("triple", _turns(words, "triple", values.pieces_triple, values, SLATE), values.triples)
        add("four", _turns(words, "four", values.pieces_four, values, SLATE), values.fours)
        art = group(boomtown(4, 95), 215, 330) + group(boomtown(5, 95), 415, 330)
        add("boom", special(words("card.boom"), art, words("say.boom", n=plain), OCHRE), values.booms)
    for road in board.majors:
        add(f"branch {road.id}", _branch(board, road, words, values), values.branch_cards)
    if later:
        for road in board.short_lines:
            add(f"short {road.id}", _short(board, road, words), 1)
    else:
        add("engineer", special(words("card.engineer"), _bridge(), words("say.engineer"), SLATE), values.engineers)
    return found


def special(title: str, art: str, says: str, colour: str, foot: str = "") -> str:
    """A card with a title, a picture and what it does."""
    return (
        frame(colour)
        + path(f"M55 150H{WIDTH - 55:g}", stroke=colour, stroke_width="3")
        + line(MIDDLE, 125, title, look(15, bold=True, fill=colour), INNER, "middle")
        + art
        + block(65, 520, says, look(9.4), INNER, 250 if foot else 290, anchor="middle", middle=True)
        + (line(MIDDLE, 806, foot, look(8.4, bold=True, fill=colour), INNER, "middle") if foot else "")
    )


def city_card(board: Board, city: City, net: str, words: Words) -> str:
    """A city: its name, where it lies, and what it counts."""
    assert city.value is not None
    colour = VALUE_COLOURS[city.value]
    scale = min(INNER / board.width, 330 / board.height)
    left, top = (WIDTH - board.width * scale) / 2, 200 + (330 - board.height * scale) / 2
    chart = (
        rect(0, 0, board.width, board.height, rx="40", fill="#f3ead2", stroke="#cdbb93", stroke_width="5")
        + path(net, fill="none", stroke="#b49b6d", stroke_width="7", stroke_linecap="round")
        + circle(city.x, city.y, 84, fill="none", stroke=colour, stroke_width="14")
        + circle(city.x, city.y, 44, fill=colour, stroke=INK, stroke_width="6")
    )
    squares, x = "", MIDDLE - 35 * len(city.squares)
    for name in city.squares:
        road = board.railroad[name]
        squares += rect(x + 5, 752, 56, 56, fill=road.colour, stroke=INK, stroke_width="4")
        squares += line(x + 33, 791, road.id, look(11, bold=True, fill=mark(road.colour)), 52, "middle")
        x += 70
    return (
        frame(colour)
        + line(MIDDLE, 168, city.name, look(19, bold=True), INNER, "middle")
        + group(chart, left, top, scale)
        + medallion(MIDDLE, 628, 88, colour, INK)
        + line(MIDDLE, 668, str(city.value), look(33, bold=True, fill="#fff"), 160, "middle")
        + line(MIDDLE, 740 if squares else 760, words("say.city"), look(7, italic=True), INNER, "middle")
        + squares
        + _corner(str(city.value), colour)
    )


def _corner(value: str, colour: str) -> str:
    """The value in two corners, to be seen in a hand."""
    one = circle(0, 0, 27, fill=colour) + line(0, 14, value, look(12, bold=True, fill="#fff"), 50, "middle")
    return group(one, 84, 84) + group(one, WIDTH - 84, HEIGHT - 84, turn=180)


def _net(board: Board) -> str:
    """All lines as straight ones: the little map of each card."""
    ends = {frozenset((ln.a, ln.b)) for ln in board.lines if ln.a != ln.b}
    pairs = sorted(tuple(sorted(pair)) for pair in ends)
    at = board.city
    return "".join(f"M{number(at[a].x)} {number(at[a].y)}L{number(at[b].x)} {number(at[b].y)}" for a, b in pairs)


def _turns(words: Words, name: str, pieces: int, values: Values, colour: str) -> str:
    """A card with more track: as many rails as pieces."""
    rails = ""
    for k in range(pieces):
        y = 335 + (k - (pieces - 1) / 2) * 62
        ties = "".join(f"M{x} {y - 19:g}v38" for x in range(120, 520, 26))
        rails += path(ties, stroke="#9a7850", stroke_width="9")
        rails += path(f"M100 {y - 11:g}H530M100 {y + 11:g}H530", stroke=INK, stroke_width="5")
    rails += medallion(MIDDLE, 335, 84, "#fff8e8", colour)
    rails += line(MIDDLE, 368, f"{pieces}×", look(28, bold=True, fill=colour), 130, "middle")
    times = {"double": values.double_bonus, "triple": getattr(values, "triple_bonus", 1)}.get(name, 1)
    bonus = words("bonus.none" if times == 0 else "bonus.usual" if times == 1 else "bonus.times", n=times)
    says = words(f"say.{name}", n=pieces, bonus=bonus, exchange=values.exchange)
    return special(words(f"card.{name}"), rails, says, colour)


def _branch(board: Board, road: Railroad, words: Words, values: Values) -> str:
    """A Branch Line of a Major: its track with a junction."""
    line_up = piece(board, road, [(0.0, 60.0), (70.0, 60.0)])
    art = group(line_up, 105, 180, 6) + group(
        piece(board, road, [(22.0, 57.0), (48.0, 32.0), (70.0, 30.0)]), 105, 180, 6
    )
    art += circle(105 + 22 * 6, 540, 34, fill="#fffaf0", stroke=INK, stroke_width="7")
    says = words("say.branch", price=f"${values.branch_price}", dear=f"${values.branch_price_terrain}")
    text = special(words("card.branch"), "", says, GREEN)
    return text + group(art, 0, -100) + _road_name(road, 215)


def _short(board: Board, road: Railroad, words: Words) -> str:
    """A Short Line: who it is, where it starts, and its pieces."""
    art = group(piece(board, road, [(0.0, 0.0), (60.0, 0.0)]), 135, 330, 6)
    foot = f"{board.city[road.home].name} · {words('pieces', n=road.pieces)}"
    return special(words("card.short"), art + _road_name(road, 240), words("say.short"), INK, foot)


def _road_name(road: Railroad, y: float) -> str:
    return line(MIDDLE, y, f"{road.id} · {road.name}", look(12, bold=True), INNER - 30, "middle")


def _bridge() -> str:
    """An engineer's work: a bridge over a river."""
    water = "".join(
        path(f"M90 {y}c60-34 95 34 155 0s95 34 155 0s80-24 130 0", fill="none", stroke="#2f79a8", stroke_width=f"{w}")
        for y, w in ((430, 14), (472, 9))
    )
    posts = "".join(
        f"M{x} 300V{y}" for x, y in ((160, 358), (220, 392), (275, 352), (355, 352), (410, 392), (470, 358))
    )
    return (
        water
        + path("M85 300H545", stroke=INK, stroke_width="22")
        + path("M110 268H520", stroke=INK, stroke_width="8")
        + path("M115 300C170 430 260 430 315 312C370 430 460 430 515 300", fill="none", stroke=INK, stroke_width="13")
        + path(posts, stroke=INK, stroke_width="8")
    )


def card_back(game: SantaFe, board: Board) -> str:
    """One back for all cards: they are played face down, and Short Line cards lie in the City deck."""
    rays = polyline(star(24, 150, 176, start=0.0), closed=True)
    return (
        back_frame(WINE)
        + group(path(rays, fill="#e9d9ac"), MIDDLE, HEIGHT / 2)
        + medallion(MIDDLE, HEIGHT / 2, 150, "#f6ecd2", WINE)
        + locomotive(MIDDLE - 105, HEIGHT / 2 + 58, 12.2)
        + line(MIDDLE, 170, game.title, look(20, bold=True, fill="#f6ecd2"), INNER - 20, "middle")
        + line(MIDDLE, HEIGHT - 120, board.name, look(11, italic=True, fill="#f6ecd2"), INNER - 20, "middle")
    )
