"""Charts of results as SVG, drawn with the pen of the boards: a report needs no other package."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

from .geometry import Point
from .svg import circle, group, path, picture, polyline, rect, segment, text
from .text import SANS_FAMILY, TextStyle, sans, widest_width

BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#8a8a8a"
INK = "#333333"
PLAIN = TextStyle(sans(), {"font_family": SANS_FAMILY, "fill": INK})
SIZE = 12.0
WIDTH = 672.0
MARGIN = 10.0
LONGEST_NAME = 240.0
TICK = 5.0
BAR, BETWEEN = 22.0, 14.0


# ---------------------------------------------------------------- axes
@dataclass(frozen=True)
class Axis:
    """Values along a stretch of the picture."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        low, high, value = (math.log(v) if self.log else v for v in (self.low, self.high, value))
        return self.start + (self.end - self.start) * (value - low) / ((high - low) or 1.0)


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round numbers between two values, as many as fit."""
    if not high > low:
        return [low]
    rough = (high - low) / most
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [k * step for k in range(first, last + 1)]


def tick_words(values: Sequence[float]) -> list[str]:
    """Numbers of an axis, all with as many decimals as tell them apart."""
    step = min((b - a for a, b in pairwise(values)), default=1.0)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    return [f"{value + 0.0:.{decimals}f}" for value in values]


def below(axis: Axis, y: float, values: Sequence[float], words: Sequence[str], label: str) -> str:
    """The axis under a chart, with its numbers and its name."""
    body = path(segment((axis.start, y), (axis.end, y)), stroke=INK, fill="none")
    for value, word in zip(values, words, strict=True):
        x = axis.at(value)
        body += path(segment((x, y), (x, y + TICK)), stroke=INK, fill="none")
        body += text(x, y + TICK + SIZE + 1, word, SIZE, PLAIN, text_anchor="middle")
    return body + text((axis.start + axis.end) / 2, y + TICK + 2.6 * SIZE, label, SIZE, PLAIN, text_anchor="middle")


def beside(axis: Axis, x: float, values: Sequence[float], words: Sequence[str], label: str) -> str:
    """The axis left of a chart; its name is turned."""
    body = path(segment((x, axis.start), (x, axis.end)), stroke=INK, fill="none")
    for value, word in zip(values, words, strict=True):
        y = axis.at(value)
        body += path(segment((x - TICK, y), (x, y)), stroke=INK, fill="none")
        body += text(x - TICK - 3, y + SIZE / 3, word, SIZE, PLAIN, text_anchor="end")
    turned = text(0, 0, label, SIZE, PLAIN, text_anchor="middle")
    return body + group(turned, MARGIN + SIZE / 2, (axis.start + axis.end) / 2, turn=-90)


def interval(one: Point, other: Point) -> str:
    """How sure a value is: a line with caps."""
    lying = one[1] == other[1]
    caps = "".join(
        segment((x, y - 4), (x, y + 4)) if lying else segment((x - 4, y), (x + 4, y)) for x, y in (one, other)
    )
    return path(segment(one, other) + caps, stroke=INK, fill="none", stroke_width=1.2)


def chart(body: str, width: float, height: float, title: str, description: str) -> str:
    """A chart within a page; its ids come from what it shows, so that many fit on one page."""
    ids = f"chart{crc32(body.encode()):08x}"
    return picture(body, width, height, ids=ids, title=title, description=description, standalone=False)


# ---------------------------------------------------------------- charts
def bars(
    names: Sequence[str], values: Sequence[float], low: Sequence[float], high: Sequence[float], label: str,
    fair: float | None = None, width: float = WIDTH, colours: Sequence[str] = (BLUE,),
) -> str:  # fmt: skip
    """Lying bars with intervals, the first on top, and a line at what chance alone would give."""
    widest = min(max(widest_width(name, SIZE, PLAIN.face) for name in names), LONGEST_NAME)
    left, bottom = 2 * MARGIN + widest, MARGIN + len(names) * (BAR + BETWEEN)
    least = min(0.0, *values, *low)
    most = max(0.0, *values, *high, fair or 0.0) or 1.0
    axis = Axis(least, most * 1.03, left, width - 2 * MARGIN)
    body = ""
    for k, (name, value) in enumerate(zip(names, values, strict=True)):
        y = MARGIN + k * (BAR + BETWEEN) + BETWEEN / 2
        x0, x1 = sorted((axis.at(0.0), axis.at(value)))
        body += rect(x0, y, x1 - x0, BAR, fill=colours[k % len(colours)])
        body += text(left - MARGIN, y + BAR / 2 + SIZE / 3, name, SIZE, PLAIN, widest, text_anchor="end")
        if high[k] > low[k]:
            middle = y + BAR / 2
            body += interval((axis.at(low[k]), middle), (axis.at(high[k]), middle))
    if fair:
        x = axis.at(fair)
        body += path(segment((x, MARGIN), (x, bottom)), stroke=ORANGE, stroke_width=1.6, stroke_dasharray="6 4")
    shown = ticks(axis.low, axis.high)
    body += below(axis, bottom, shown, tick_words(shown), label)
    summary = "; ".join(
        f"{name} {value:.3g} ({least:.3g} to {most:.3g})"
        for name, value, least, most in zip(names, values, low, high, strict=True)
    )
    return chart(body, width, bottom + 4 * SIZE, label, summary)


def histograms(groups: Mapping[str, Sequence[float]], label: str, bins: int = 24, across: float = WIDTH) -> str:
    """Several distributions over each other."""
    every = [value for values in groups.values() for value in values]
    low, high = min(every), max(every)
    width = (high - low + 1) / bins
    counts = {}
    for name, values in groups.items():
        counts[name] = [0.0] * bins
        for value in values:
            counts[name][min(bins - 1, int((value - low) / width))] += 1 / len(values)
    top, bottom = MARGIN + (2 * SIZE if len(groups) > 1 else 0), 250.0
    up = Axis(0.0, max(max(shares) for shares in counts.values()) * 1.05, bottom, top)
    marks = ticks(up.low, up.high, 5)
    words = tick_words(marks)
    left = 2 * MARGIN + SIZE + TICK + max(widest_width(word, SIZE, PLAIN.face) for word in words)
    along = Axis(low, low + bins * width, left, across - 2 * MARGIN)
    body, legend = "", left + MARGIN
    for colour, (name, shares) in zip((BLUE, ORANGE, GREEN, GREY) * 9, counts.items(), strict=False):
        line: list[Point] = [(along.at(low), up.at(0.0))]
        for k, share in enumerate(shares):
            line += [(along.at(low + k * width), up.at(share)), (along.at(low + (k + 1) * width), up.at(share))]
        line.append((along.at(along.high), up.at(0.0)))
        body += path(polyline(line), stroke=colour, fill=colour, fill_opacity=0.08, stroke_width=1.8)
        if len(groups) > 1:
            y = MARGIN + SIZE / 2
            body += path(segment((legend, y), (legend + 22, y)), stroke=colour, stroke_width=2.4)
            body += text(legend + 28, y + SIZE / 3, name, SIZE, PLAIN)
            legend += 28 + widest_width(name, SIZE, PLAIN.face) + 2 * MARGIN
    shown = ticks(along.low, along.high)
    body += below(along, bottom, shown, tick_words(shown), label)
    body += beside(up, left, marks, words, "share")
    summary = "; ".join(
        f"{name}: {min(values):g} to {max(values):g}, mean {sum(values) / len(values):.3g}"
        for name, values in groups.items()
    )
    return chart(body, across, bottom + 4 * SIZE, label, summary)


@dataclass(frozen=True)
class Fitted:
    """A curve that was fitted to what was seen, over values on a logarithmic axis."""

    values: Sequence[float]
    middle: Sequence[float]
    half: Sequence[float]  # of the interval around it
    seen: Sequence[tuple[float, float, float, float]]  # value, mean, and its interval
    usual: float
    ticks: Sequence[float]
    name: str
    label: str


def fitted(one: Fitted) -> str:
    """The curve with its interval, the means beside it, and a line at the usual value."""
    width, top, bottom = 480.0, MARGIN, 270.0
    edges = [m + side * h for m, h in zip(one.middle, one.half, strict=True) for side in (-1, 1)]
    edges += [0.0, *(end for dot in one.seen for end in dot[2:])]
    room = 0.05 * ((max(edges) - min(edges)) or 1.0)
    up = Axis(min(edges) - room, max(edges) + room, bottom, top)
    marks = ticks(up.low, up.high, 6)
    words = tick_words(marks)
    left = 2 * MARGIN + SIZE + TICK + max(widest_width(word, SIZE, PLAIN.face) for word in words)
    ends = [*one.values, *(dot[0] for dot in one.seen)]
    along = Axis(min(ends), max(ends), left + MARGIN, width - 2 * MARGIN, log=True)

    def line(side: int) -> list[Point]:
        return [(along.at(v), up.at(m + side * h)) for v, m, h in zip(one.values, one.middle, one.half, strict=True)]

    body = path(polyline([*line(1), *reversed(line(-1))], closed=True), fill=BLUE, fill_opacity=0.15)
    body += path(segment((left, up.at(0.0)), (along.end, up.at(0.0))), stroke=GREY, stroke_width=0.8)
    usual = along.at(one.usual)
    body += path(segment((usual, top), (usual, bottom)), stroke=ORANGE, stroke_width=1.6, stroke_dasharray="6 4")
    body += path(polyline(line(0)), stroke=BLUE, fill="none", stroke_width=1.8)
    for value, mean, low, high in one.seen:
        x = along.at(value)
        body += interval((x, up.at(low)), (x, up.at(high))) + circle(x, up.at(mean), 3.2, fill=INK)
    body += below(along, bottom, one.ticks, [f"{tick:.2g}" for tick in one.ticks], one.name)
    body += path(segment((left, bottom), (along.start, bottom)), stroke=INK, fill="none")
    body += beside(up, left, marks, words, one.label)
    summary = "; ".join(f"{value:.3g}: {mean:+.3g}" for value, mean, _, _ in one.seen)
    return chart(body, width, bottom + 4 * SIZE, f"{one.name}: {one.label}", summary)
