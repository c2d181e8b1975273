"""Below the table: the players and what they hold."""

from __future__ import annotations

from goldenspike.drawing.svg import escape, number, rect, text, translate
from goldenspike.drawing.text import ROMAN_BOLD, shortened, text_width
from goldenspike.games.rail_pass.drawing.palette import ACCENT, BOLD, CARD, CUBE, INK, LABEL, LETTER, LINE, SHADE
from goldenspike.games.rail_pass.drawing.pieces import LONG_LENGTH, TRAIN_HEIGHT, panel, train
from goldenspike.games.rail_pass.drawing.scene import HANDS, Hand, Scene, Seat

_GAP = 16.0
_PLATE = 42.0


def _rows(scene: Scene, narrow: bool) -> list[tuple[Seat, ...]]:
    """The players in rows that leave no hole."""
    across = 2 if narrow else 4 if len(scene.seats) == 4 else 3
    return [scene.seats[k : k + across] for k in range(0, len(scene.seats), across)]


def _slot(width: float, across: int) -> tuple[float, float, bool]:
    """Width of a player's panel, scale of a train in a hand, and whether the hands lie side by side."""
    wide = (width - _GAP * (across - 1)) / across
    beside = wide > 640
    space = (wide - 36) / 2 if beside else wide - 24
    return wide, min(0.86, (space - 100) / LONG_LENGTH), beside


def _tall(width: float, across: int) -> float:
    _, scale, beside = _slot(width, across)
    one = TRAIN_HEIGHT * scale + 16
    return _PLATE + (one if beside else 2 * one + 6) + 14


def hands_height(scene: Scene, width: float, *, narrow: bool) -> float:
    """How much space the players need below the table."""
    rows = _rows(scene, narrow)
    return sum(_tall(width, len(row)) for row in rows) + (len(rows) - 1) * _GAP


def hands(prefix: str, scene: Scene, x: float, y: float, width: float, *, narrow: bool) -> str:
    """A panel for each player with two hands (RP-TRAIN-05)."""
    out = ['<g class="rp-players">']
    for row in _rows(scene, narrow):
        wide, scale, beside = _slot(width, len(row))
        tall = _tall(width, len(row))
        for k, seat in enumerate(row):
            out.append(_player(prefix, scene, seat, x + k * (wide + _GAP), y, wide, tall, scale, beside))
        y += tall + _GAP
    return "".join(out) + "</g>"


def _player(
    prefix: str, scene: Scene, seat: Seat, x: float, y: float, w: float, h: float, scale: float, beside: bool
) -> str:
    mine = " rp-mine" if seat.mine else ""
    name = shortened(seat.name, 24)
    out = [f'<g class="rp-player{mine}" data-seat="{seat.number}" transform="{translate(x, y)}">']
    if seat.mine:
        out.append(rect(-6, -6, w + 12, h + 12, rx=8, fill=ACCENT))
    out.append(panel(w, h))
    chips = len(seat.cities) * 34
    out.append(text(18, 32, name, 23, BOLD, w - chips - 44))
    for k, place in enumerate(seat.cities):
        town = scene.towns[place]
        fill, ink, rim = CUBE[town.colour]
        left = w - 16 - chips + k * 34
        out.append(rect(left, 12, 30, 25, rx=4, fill=fill, stroke=rim, stroke_width=1.4))
        out.append(text(left + 15, 31, place, 20, LETTER, style_=f"fill:{ink}"))
    one = TRAIN_HEIGHT * scale + 16
    space = (w - 36) / 2 if beside else w - 24
    for k, hand in enumerate(seat.hands):
        left = 12 + (k * (space + 12) if beside else 0)
        top = _PLATE + (0 if beside else k * (one + 6))
        out.append(_hand(prefix, scene, seat, HANDS[k], hand, left, top, space, one, scale))
    return "".join(out) + "</g>"


def _hand(
    prefix: str,
    scene: Scene,
    seat: Seat,
    side: str,
    hand: Hand,
    x: float,
    y: float,
    w: float,
    h: float,
    scale: float,
) -> str:
    """One hand: the train in it and where it is, or what the hand is doing."""
    held = hand.train
    about = f"{seat.name}, {side} hand: {held.id if held else hand.doing or 'free'}"
    out = [
        f'<g class="rp-hand" data-seat="{seat.number}" data-hand="{side}" '
        f'data-train="{escape(held.id) if held else ""}" transform="{translate(x, y)}"><title>{escape(about)}</title>',
        rect(0, 0, w, h, rx=6, fill=SHADE if held else CARD, stroke=LINE, stroke_width=1.4),
        _palm(22, h / 2 + 2, mirror=side == "right", full=held is not None),
    ]
    if held:
        out.append(train(prefix, held, 42, (h - TRAIN_HEIGHT * scale) / 2 + 2, scale))
        out.append(_whereabouts(scene, hand, w, h))
    else:
        out.append(text(50, h / 2 + 6, shortened(hand.doing or "free", 40), 18, LABEL, w - 62))
    if hand.done is not None:
        out.append(rect(6, h - 7, w - 12, 4, rx=2, fill=LINE, opacity=".5"))
        out.append(rect(6, h - 7, (w - 12) * hand.done, 4, rx=2, fill=ACCENT))
    return "".join(out) + "</g>"


def _whereabouts(scene: Scene, hand: Hand, w: float, h: float) -> str:
    """At which city the train is, and where it is offered to."""
    out = ""
    for k, (word, place) in enumerate((("at", hand.at), ("to", hand.to))):
        if not place:
            continue
        town = scene.towns.get(place)
        fill, ink, rim = CUBE[town.colour] if town else (CARD, INK, INK)
        y = h / 2 - (13 if hand.to else 0) + k * 26
        wide = text_width(word, 15, ROMAN_BOLD)
        out += text(w - 36 - wide, y + 5, word, 15, LABEL, wide)
        out += rect(w - 32, y - 12, 24, 23, rx=4, fill=fill, stroke=rim, stroke_width=1.3)
        out += text(w - 20, y + 6, place, 18, LETTER, style_=f"fill:{ink}")
    return out


def _palm(x: float, y: float, *, mirror: bool, full: bool) -> str:
    """A hand, open or closed around something."""
    turn = " scale(-1 1)" if mirror else ""
    fingers = (
        "M-7 12V-1L-12-6C-14-9-10-12-8-9L-5-5V-14C-5-17-1-17-1-14V-6V-16C-1-19 3-19 3-16V-6V-14C3-17 7-17 7-14V-5"
        "V-10C7-13 11-13 11-10V2C11 7 8 9 8 12Z"
    )
    fist = "M-7 12V2L-12-3C-13-8-8-9-6-6V-8C-6-12 11-12 11-8V3C11 7 8 9 8 12ZM-2-10V-3M3-10V-3M7-10V-4"
    return (
        f'<path transform="translate({number(x)} {number(y)}){turn}" d="{fist if full else fingers}" '
        f'fill="#f0d3ae" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>'
    )
