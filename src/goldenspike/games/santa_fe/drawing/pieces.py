"""What the players put on the map: track, railheads, pins, and the places where a piece may go."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from goldenspike.drawing.geometry import Path, Point, cut, length, place, thin
from goldenspike.drawing.svg import element, escape, number, pair, polyline, ribbon
from goldenspike.drawing.text import ROMAN_BOLD, fitted_length
from goldenspike.games.santa_fe.board.load import Board, Line, Railroad
from goldenspike.games.santa_fe.drawing.palette import DARK, LETTER_SIZES, LIGHT, OUTLINE
from goldenspike.games.santa_fe.drawing.placement import PIN, SLOT, Placement, midpoint


@dataclass(frozen=True)
class Stroke:
    """One layer of a track pattern; ink is 'mark' (stands out from the colour) or 'body' (the colour)."""

    ink: str
    width: float
    dash: str = ""
    start: float = 0.0  # gap before the first dash
    round: bool = False


# Nine patterns that differ without their colours.
PATTERNS: dict[str, tuple[Stroke, ...]] = {
    "SF": (Stroke("mark", 2.2),),
    "SP": (Stroke("mark", SLOT, "1.7 5", 3),),
    "GN": (Stroke("mark", 5.6), Stroke("body", 2.8)),
    "UP": (Stroke("mark", 3, "8 5", 2.5),),
    "KP": (Stroke("mark", SLOT, "6 9", 4.5),),
    "RI": (Stroke("mark", 4.6, "0 7.5", 0, round=True),),
    "TP": (Stroke("mark", 1.5), Stroke("mark", 6.4, "1.5 6", 3)),
    "WP": (Stroke("mark", 2.6, "8 5 0 5", 0, round=True),),
    "DR": (Stroke("mark", SLOT, "1.6 2 1.6 7.5", 4),),
}

_LAY = re.compile(r"lay ([A-Z]{2})(\*?) ?(\+?)([A-Z]{3})[>-]([A-Z]{3})(?:#(\d))?")


def mark(colour: str) -> str:
    """The ink that stands out more from a colour."""
    return max((LIGHT, DARK), key=lambda ink: contrast(ink, colour))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as the Web Content Accessibility Guidelines measure it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """How bright a colour looks, from 0 to 1."""
    shares = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def piece(board: Board, road: Railroad, slot: Path, attributes: str = "") -> str:
    """One laid piece: the railroad's colour with its pattern, outlined so that white and black both read."""
    layers = "".join(_layer(road, slot, stroke) for stroke in pattern(board, road))
    body = ribbon(slot, SLOT / 2)
    return (
        f'<g class="gsb-piece gsb-track-{road.id}" data-railroad="{road.id}"{attributes}>'
        f'<path fill="{road.colour}" d="{body}"/>{layers}'
        f'<path fill="none" stroke="{OUTLINE}" stroke-width="1.4" stroke-linejoin="round" d="{body}"/></g>'
    )


def pattern(board: Board, road: Railroad) -> tuple[Stroke, ...]:
    """The pattern of a railroad's track; no two railroads of a board share one."""
    return _patterns(tuple(one.id for one in board.railroads))[road.id]


@lru_cache(64)
def _patterns(railroads: tuple[str, ...]) -> dict[str, tuple[Stroke, ...]]:
    """Published railroads keep their patterns; a board's own take the others, in the board's order."""
    free = [strokes for published, strokes in PATTERNS.items() if published not in railroads]
    own = [railroad for railroad in railroads if railroad not in PATTERNS]
    return {**PATTERNS, **dict(zip(own, free, strict=False))}


def _layer(road: Railroad, slot: Path, stroke: Stroke) -> str:
    ink = mark(road.colour) if stroke.ink == "mark" else road.colour
    look = f'stroke="{ink}" stroke-width="{number(stroke.width)}"'
    if stroke.dash:
        look += f' stroke-dasharray="{stroke.dash}"'
    if stroke.start:
        look += f' stroke-dashoffset="{number(-stroke.start)}"'
    if stroke.round:
        # Round dashes reach beyond their ends; the path is cut so that they stay on the piece.
        inset = stroke.width / 2 + 1.2
        slot = cut(slot, inset, max(inset + 0.1, length(slot) - inset))
        look += ' stroke-linecap="round"'
    return f'<path fill="none" {look} d="{polyline(thin(slot))}"/>'


def upright(angle: float) -> float:
    """An angle in degrees turned so that text along it is not upside down."""
    degrees = math.degrees(angle)
    return (degrees + 90) % 180 - 90


def letters(class_: str, words: str, space: float, **attributes: object) -> str:
    """The letters of a railroad on something small."""
    length = fitted_length(words, LETTER_SIZES[class_], ROMAN_BOLD, space)
    held = {} if length is None else {"textLength": number(length), "lengthAdjust": "spacingAndGlyphs"}
    return element("text", escape(words), class_=class_, **attributes, **held)


def square_letters(road: Railroad, x: float, y: float) -> str:
    """The letters on the square of a first visit."""
    return letters("gsb-square", road.id, 10, x=number(x), y=number(y), fill=mark(road.colour))


def plate(road: Railroad, at: Point, angle: float) -> str:
    """The railroad's letters on its track."""
    return (
        f'<g transform="translate({pair(at)}) rotate({number(upright(angle))})"><rect x="-8.5" y="-5.6" '
        f'width="17" height="11.2" rx="2.4" fill="{road.colour}" stroke="{OUTLINE}"/>'
        f"{letters('gsb-id', road.id, 15, y=3, fill=mark(road.colour))}</g>"
    )


def filled_slots(placement: Placement, entry: Mapping[str, Any]) -> list[int]:
    """The segments a started line has filled, in the order of building."""
    line = placement.board.line[entry["line"]]
    order = list(range(len(line.segments)))
    if entry["from"] != line.a:
        order.reverse()
    return order[: int(entry["filled"])]


def track(placement: Placement, entries: Sequence[Mapping[str, Any]]) -> str:
    """All laid pieces, and one plate with letters for every started line."""
    pieces, plates = [], []
    for entry in entries:
        road = placement.board.railroad[entry["railroad"]]
        line = placement.board.line[entry["line"]]
        filled = filled_slots(placement, entry)
        slots = placement.slots[line.id]
        for segment in filled:
            attributes = f' data-line="{escape(line.id)}" data-segment="{segment}"'
            pieces.append(piece(placement.board, road, slots[segment], attributes))
        if filled:
            plates.append(plate(road, *midpoint(slots[filled[len(filled) // 2]])))
    return f'<g class="gsb-pieces">{"".join(pieces)}</g><g class="gsb-plates">{"".join(plates)}</g>'


# --- railheads and pins ---------------------------------------------------------------------------


def railheads(
    placement: Placement, tips: Mapping[str, Sequence[Mapping[str, str]]], entries: Sequence[Mapping[str, Any]]
) -> str:
    """A buffer and an arrow wherever a major can grow."""
    out = []
    for road_id, heads in tips.items():
        road = placement.board.railroad[road_id]
        for k, head in enumerate(heads):
            spot = _line_end(placement, road_id, head, entries, sum(one == head for one in heads[:k]))
            if spot is None:
                continue
            (x, y), angle = spot
            where = "".join(f' data-{escape(key)}="{escape(str(value))}"' for key, value in head.items())
            out.append(
                f'<g class="gsb-railhead" data-railroad="{road_id}"{where} '
                f'transform="translate({pair((x, y))}) rotate({number(math.degrees(angle))})">'
                f"<title>{escape(road.name)}: end of track</title>"
                f'<path fill="{LIGHT}" stroke="{LIGHT}" stroke-width="3" stroke-linejoin="round" '
                f'd="M-3.4-8.4h4v4.4l8 4l-8 4v4.4h-4Z"/>'
                f'<path fill="{road.colour}" stroke="{OUTLINE}" stroke-width="1.3" stroke-linejoin="round" '
                f'd="M.6-5.6L8.6 0L.6 5.6Z"/>'
                f'<path fill="{OUTLINE}" d="M-2.8-8.4h3.4v16.8h-3.4Z"/></g>'
            )
    return f'<g class="gsb-railheads">{"".join(out)}</g>'


def _line_end(
    placement: Placement, road: str, head: Mapping[str, str], entries: Sequence[Mapping[str, Any]], before: int = 0
) -> tuple[Point, float] | None:
    """Where a railhead stands: the end of the last piece of the line that leads to it.

    A line that was entered from both ends has two; ``before`` says how many of them are drawn already.
    """
    for entry in reversed(entries):
        line = placement.board.line[entry["line"]]
        if entry["railroad"] != road or not filled_slots(placement, entry):
            continue
        if before and head.get("line") == line.id:
            before -= 1
            continue
        reached = line.b if entry["from"] == line.a else line.a
        complete = int(entry["filled"]) == len(line.segments)
        if head.get("line") == line.id or (complete and head.get("city") == reached):
            path = placement.slots[line.id][filled_slots(placement, entry)[-1]]
            if entry["from"] != line.a:
                path = path[::-1]
            return place(path, length(path) - (6.0 if complete else 1.0))
    return None


def pins(placement: Placement, connected: Mapping[str, Sequence[str]], city: str) -> str:
    """The railroads connected to a city, as small lettered discs around it."""
    out = []
    for road_id, at in zip(connected.get(city, ()), placement.pin_places[city], strict=False):
        road = placement.board.railroad[road_id]
        out.append(
            f'<g class="gsb-pin" data-railroad="{road_id}" transform="translate({pair(at)})">'
            f'<circle r="{number(PIN + 0.8)}" fill="{LIGHT}"/><circle r="{number(PIN)}" fill="{road.colour}" '
            f'stroke="{OUTLINE}"/>{letters("gsb-pin-id", road_id, 11.5, y=2.7, fill=mark(road.colour))}</g>'
        )
    return "".join(out)


# --- where a piece may go -------------------------------------------------------------------------


@dataclass(frozen=True)
class Offer:
    """One legal lay: the action, its railroad, and the segment it would fill."""

    action: str
    railroad: str
    line: str
    segment: int
    forward: bool
    branch: bool


def offers(board: Board, legal: Sequence[str], entries: Sequence[Mapping[str, Any]]) -> list[Offer]:
    """The lays among the legal actions; other actions have no place on the map."""
    started = {entry["line"]: entry for entry in entries}
    laid = {(entry["line"], entry["from"]): int(entry["filled"]) for entry in entries}
    out = []
    for action in legal:
        match = _LAY.fullmatch(action.strip())
        if match is None or match[1] not in board.railroad:
            continue
        line = _line_of(board, match[1], match[4], match[5], int(match[6] or 0), started)
        if line is None:
            continue
        forward = line.a == match[4]
        count = laid.get((line.id, match[4]), 0)
        if count >= len(line.segments):
            continue
        segment = count if forward else len(line.segments) - 1 - count
        out.append(Offer(action, match[1], line.id, segment, forward, bool(match[3])))
    return out


def _line_of(
    board: Board, road: str, start: str, end: str, index: int, started: Mapping[str, Mapping[str, Any]]
) -> Line | None:
    """The line an action means; without a number it is the one the railroad builds, or the free one."""
    pair_ = (start, end) if start < end else (end, start)
    lines = [line for line in board.lines if line.pair == pair_]
    if index:
        lines = [line for line in lines if line.index == index]
    own = [ln for ln in lines if ln.id in started and started[ln.id]["railroad"] == road]
    free = [ln for ln in lines if ln.id not in started]
    return next(iter(own + free), None)


def glow(placement: Placement, found: Sequence[Offer]) -> str:
    """Light around the offered slots; it lies below the lines so that neighbours stay clear."""
    shapes = "".join(ribbon(placement.slots[line][segment], SLOT / 2) for line, segment in _places(found))
    return (
        f'<g class="gsb-glow" fill="none" stroke-linejoin="round"><path stroke="#ffc21f" stroke-opacity=".5" '
        f'stroke-width="15" d="{shapes}"/><path stroke="#ffe169" stroke-width="8.4" d="{shapes}"/></g>'
    )


def lit_slots(placement: Placement, found: Sequence[Offer]) -> str:
    """The offered slots in a bright colour."""
    out = [
        f'<path class="gsb-lit" data-line="{escape(line)}" data-segment="{segment}" fill="#fff3b0" '
        f'stroke="{OUTLINE}" stroke-width="1.6" d="{ribbon(placement.slots[line][segment], SLOT / 2)}"/>'
        for line, segment in _places(found)
    ]
    return f'<g class="gsb-lit-slots" stroke-linejoin="round">{"".join(out)}</g>'


def _places(found: Sequence[Offer]) -> list[tuple[str, int]]:
    return sorted({(offer.line, offer.segment) for offer in found})


def tags(placement: Placement, found: Sequence[Offer]) -> str:
    """A lettered arrow for every legal lay, side by side where several share a slot."""
    shared: dict[tuple[str, int], list[Offer]] = {}
    for offer in found:
        shared.setdefault((offer.line, offer.segment), []).append(offer)
    out = []
    for (line, segment), group in sorted(shared.items()):
        path = placement.slots[line][segment]
        space = length(path)
        rows = 1 if len(group) * 22.0 <= space + 8 or len(group) == 1 else 2
        per_row = math.ceil(len(group) / rows)
        scale = max(0.5, min(1.0, (space + 8) / (22.0 * per_row)))
        for k, offer in enumerate(group):
            row, column = divmod(k, per_row)
            in_row = min(per_row, len(group) - row * per_row)
            at, angle = place(path, space / 2 + (column - (in_row - 1) / 2) * 22.0 * scale)
            away = (row - (rows - 1) / 2) * 13.0 * scale
            at = (at[0] + math.sin(angle) * away, at[1] - math.cos(angle) * away)
            out.append(_tag(placement.board.railroad[offer.railroad], offer, at, angle, scale))
    return f'<g class="gsb-tags">{"".join(out)}</g>'


def _tag(road: Railroad, offer: Offer, at: Point, angle: float, scale: float) -> str:
    turn = math.degrees(angle if offer.forward else angle + math.pi)
    back = 180 if math.cos(math.radians(turn)) < -1e-9 else 0
    text = ("+" if offer.branch else "") + road.id
    size = f" scale({scale:.2f})" if scale < 1 else ""
    placed = {"transform": f"rotate({back})", "x": 1.6 if back else -1.6, "y": 3}
    return (
        f'<g class="gsb-legal" data-action="{escape(offer.action)}" data-railroad="{road.id}" '
        f'data-line="{escape(offer.line)}" data-segment="{offer.segment}" '
        f'transform="translate({pair(at)}) rotate({number(turn)}){size}">'
        f"<title>{escape(offer.action)}</title>"
        f'<g fill="{road.colour}" stroke-linejoin="round">'
        f'<path stroke="{LIGHT}" stroke-width="3.2" d="{_ARROW}"/>'
        f'<path stroke="{OUTLINE}" stroke-width="1.2" d="{_ARROW}"/></g>'
        + letters("gsb-id", text, 15, **placed, fill=mark(road.colour))
        + "</g>"
    )


_ARROW = "M-10-5.3H5L10.5 0L5 5.3H-10Z"
