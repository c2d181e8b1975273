"""Charts of a study: the course of a game, shares of a whole, and a figure along the versions of a sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .charts import (
    BLUE,
    GREEN,
    GREY,
    INK,
    MARGIN,
    ORANGE,
    PLAIN,
    SIZE,
    TICK,
    Axis,
    below,
    beside,
    chart,
    interval,
    tick_words,
    ticks,
)
from .geometry import Point
from .svg import circle, path, polyline, rect, segment, text
from .text import SANS_FAMILY, TextStyle, sans, widest_width

ACROSS = 480.0  # fits beside another one on a screen, and on a phone
COLOURS = (BLUE, ORANGE, GREEN, "#8e5a9b", "#56b4e9", "#b8860b", "#cc5f8f", "#6b6b6b", "#117733", "#7a2048")
ON_COLOUR = TextStyle(sans(bold=True), {"font_family": SANS_FAMILY, "fill": "#ffffff", "font_weight": 700})
ROW = 26.0


@dataclass(frozen=True)
class Curve:
    """A figure along the length of a game: the middle, and between which values most games are."""

    label: str
    middle: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def legend(names: Sequence[str], left: float, width: float) -> tuple[str, float]:
    """Names with their colours, in as many rows as they need; and how high that is."""
    body, x, y = "", left, MARGIN + SIZE / 2
    for colour, name in zip(COLOURS * 9, names, strict=False):
        wide = 28 + widest_width(name, SIZE, PLAIN.face) + 1.6 * MARGIN
        if x > left and x + wide > width:
            x, y = left, y + 1.5 * SIZE
        body += rect(x, y - 5, 18, 10, fill=colour) + text(x + 24, y + SIZE / 3, name, SIZE, PLAIN, width - left - 30)
        x += wide
    return body, y + SIZE


def course(curves: Sequence[Curve], label: str) -> str:
    """Curves over the length of a game with the space in which most games are, and a line at zero."""
    every = [value for one in curves for side in (one.middle, one.low, one.high) for value in side]
    left = 2 * MARGIN + SIZE + TICK + 34
    named, top = legend([one.label for one in curves], left, ACROSS) if len(curves) > 1 else ("", MARGIN)
    bottom = top + 240
    low, high = min(0.0, *every), max(0.0, *every)
    room = 0.05 * ((high - low) or 1.0)
    up = Axis(low - room, high + room, bottom, top)
    along = Axis(0.0, 100.0, left, ACROSS - 2 * MARGIN)
    shades = lines = ""
    for colour, one in zip(COLOURS * 9, curves, strict=False):
        places = [along.at(100.0 * k / (len(one.middle) - 1)) for k in range(len(one.middle))]

        def drawn(values: Sequence[float], places: Sequence[float] = places) -> list[Point]:
            return [(x, up.at(value)) for x, value in zip(places, values, strict=True)]

        edge = [*drawn(one.high), *reversed(drawn(one.low))]
        shades += path(polyline(edge, closed=True), fill=colour, fill_opacity="0.14")
        lines += path(polyline(drawn(one.middle)), stroke=colour, fill="none", stroke_width=2.2)
    zero = path(segment((left, up.at(0.0)), (along.end, up.at(0.0))), stroke=GREY, stroke_width=1.0)
    marks = ticks(up.low, up.high, 6)
    body = named + shades + zero + lines
    body += below(along, bottom, [0, 25, 50, 75, 100], ["0", "25", "50", "75", "100"], "share of the length, %")
    body += beside(up, left, marks, tick_words(marks), label)
    summary = "; ".join(
        f"{one.label}: {one.middle[len(one.middle) // 4]:.3g} after a quarter, {one.middle[len(one.middle) // 2]:.3g} "
        f"at half time, {one.middle[-1]:.3g} at the end"
        for one in curves
    )
    return chart(body, ACROSS, bottom + 4 * SIZE, label, summary)


def stacked(rows: Mapping[str, Sequence[float]], parts: Sequence[str], label: str) -> str:
    """Shares of a whole, a lying bar for each row; what is wide enough shows its percentage."""
    widest = min(max(widest_width(name, SIZE, PLAIN.face) for name in rows), ACROSS / 3)
    left = 2 * MARGIN + widest if len(rows) > 1 else MARGIN
    named, top = legend(parts, MARGIN, ACROSS)
    along = Axis(0.0, 1.0, left, ACROSS - 2 * MARGIN)
    body, y = named, top + MARGIN / 2
    for name, shares in rows.items():
        start = 0.0
        if len(rows) > 1:
            body += text(left - MARGIN, y + ROW / 2 + SIZE / 3, name, SIZE, PLAIN, widest, text_anchor="end")
        for colour, share in zip(COLOURS * 9, shares, strict=False):
            x0, x1 = along.at(start), along.at(start + share)
            body += rect(x0, y, x1 - x0, ROW, fill=colour)
            if x1 - x0 > 38:
                middle = (x0 + x1) / 2
                words = f"{share * 100:.0f} %"
                body += text(middle, y + ROW / 2 + SIZE / 3, words, SIZE, ON_COLOUR, text_anchor="middle")
            start += share
        y += ROW + 8
    shown = [0.0, 0.25, 0.5, 0.75, 1.0]
    body += below(along, y, shown, [f"{value * 100:.0f}" for value in shown], label)
    summary = "; ".join(
        f"{name}: " + ", ".join(f"{part} {share * 100:.0f} %" for part, share in zip(parts, shares, strict=True))
        for name, shares in rows.items()
    )
    return chart(body, ACROSS, y + 4 * SIZE, label, summary)


@dataclass(frozen=True)
class Dot:
    """A figure of one version with its interval."""

    name: str
    value: float
    low: float
    high: float


def dots(found: Sequence[Dot], label: str, good: tuple[float | None, float | None] = (None, None)) -> str:
    """A figure along the versions of a sweep, with intervals, joined by a line; what is good lies on a light ground."""
    edges = [edge for dot in found for edge in (dot.low, dot.high)]
    low, high = min(edges), max(edges)
    room = 0.08 * ((high - low) or abs(high) or 1.0)
    top, bottom, left = MARGIN, 190.0, MARGIN + TICK + 38
    width = max(300.0, min(ACROSS, left + 70.0 * len(found)))
    up = Axis(low - room, high + room, bottom, top)
    along = Axis(-0.5, len(found) - 0.5, left, width - MARGIN)
    body = ""
    if good != (None, None):
        least, most = (up.low if good[0] is None else good[0]), (up.high if good[1] is None else good[1])
        y0, y1 = up.at(min(max(most, up.low), up.high)), up.at(max(min(least, up.high), up.low))
        body += rect(left, y0, along.end - left, y1 - y0, fill=GREEN, fill_opacity="0.12")
    body += path(polyline([(along.at(k), up.at(dot.value)) for k, dot in enumerate(found)]), stroke=BLUE, fill="none")
    for k, dot in enumerate(found):
        body += interval((along.at(k), up.at(dot.low)), (along.at(k), up.at(dot.high)))
        body += circle(along.at(k), up.at(dot.value), 3.4, fill=BLUE)
    marks = ticks(up.low, up.high, 5)
    body += path(segment((left, bottom), (along.end, bottom)), stroke=INK, fill="none")
    each = (along.end - left) / len(found) - 4
    for k, dot in enumerate(found):
        body += text(along.at(k), bottom + SIZE + 4, dot.name, SIZE, PLAIN, each, text_anchor="middle")
    body += text((left + along.end) / 2, bottom + 2.7 * SIZE, label, SIZE, PLAIN, width - MARGIN, text_anchor="middle")
    body += beside(up, left, marks, tick_words(marks), "")
    summary = "; ".join(f"{dot.name}: {dot.value:.3g} ({dot.low:.3g} to {dot.high:.3g})" for dot in found)
    return chart(body, width, bottom + 3.4 * SIZE, label, summary)
