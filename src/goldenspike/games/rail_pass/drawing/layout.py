"""The table as a picture: SVG of a layout, or of a position with trains, cubes, hands, clock and score."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from goldenspike.games.rail_pass.board.load import COLOURS, Layout
from goldenspike.games.rail_pass.drawing import links as between
from goldenspike.games.rail_pass.drawing.cities import HEIGHT, WIDTH, city, halo
from goldenspike.games.rail_pass.drawing.hands import hands, hands_height
from goldenspike.games.rail_pass.drawing.header import clock, score, title
from goldenspike.games.rail_pass.drawing.palette import PAPER, STYLE, clock_text, number, rect
from goldenspike.games.rail_pass.drawing.pieces import definitions
from goldenspike.games.rail_pass.drawing.scene import Scene, read

EDGE = 24.0
MARGIN = 44.0
HEAD = 112.0


def draw(
    layout: Layout,
    view: Mapping[str, Any] | None = None,
    *,
    seat: int | None = None,
    standalone: bool = True,
    narrow: bool = False,
) -> str:
    """The layout, or the public position of a view (its keys: ``drawing_scene``), as SVG.

    ``seat`` marks the boards and hands of one player; ``narrow`` lays the boards three rows of two for a phone.
    """
    scene = read(layout, view, seat)
    gap = 84.0 if narrow else 104.0
    round_about = 84.0 if between.outer(layout) else 0.0
    aside = 66.0 if narrow and round_about else 0.0
    columns, rows = (2, 3) if narrow else (3, 2)
    width = 2 * (MARGIN + aside) + columns * WIDTH + (columns - 1) * gap
    top = MARGIN + (2 * HEAD + 30 if narrow else HEAD) + 34 + (0 if narrow else round_about)
    table = between.LinkDrawing(layout, MARGIN + aside, top, gap, narrow)
    below = top + rows * HEIGHT + (rows - 1) * gap + 40 + (0 if narrow else round_about)
    inner = width - 2 * MARGIN
    height = below + hands_height(scene, inner, narrow=narrow) + MARGIN
    prefix = f"rp{layout.hash[:6]}-"
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n' if standalone else "",
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rp{" rp-narrow" if narrow else ""}" role="img" '
        f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}" '
        f'aria-labelledby="{prefix}title {prefix}desc" data-layout="{escape(layout.id)}">',
        f'<title id="{prefix}title">Rail Pass: {escape(layout.name)}</title>',
        f'<desc id="{prefix}desc">{escape(describe(scene))}</desc>',
        f"<style>{STYLE}</style>",
        f"<defs>{definitions(prefix)}</defs>",
        _ground(width, height),
        title(scene, MARGIN, MARGIN, 430.0),
        clock(scene, inner + MARGIN - 350 if narrow else width / 2 - 175, MARGIN, 350.0),
        score(scene, MARGIN, MARGIN + HEAD + 30, inner)
        if narrow
        else score(scene, inner + MARGIN - 430, MARGIN, 430.0),
        *(halo(town, *table.corner(town.id)) for town in scene.towns.values()),
        between.links(table, scene),
        '<g class="rp-cities">',
        *(city(prefix, scene, town, *table.corner(town.id)) for town in scene.towns.values()),
        "</g>",
        between.arrows(table, scene),
        between.offers(prefix, table, scene),
        hands(prefix, scene, MARGIN, below, inner, narrow=narrow),
        _frame(width, height),
        "</svg>\n",
    ]
    return "".join(parts)


def describe(scene: Scene) -> str:
    """The position in words, for those who cannot see it."""
    layout = scene.layout
    joined = ", ".join(f"{link.a}-{link.b} {link.kind}" for link in layout.links)
    said = [f"{layout.name} ({layout.id}). {layout.note}", f"Links: {joined}."]
    if scene.values:
        said.append(f"Other values: {scene.values}.")
    if scene.started:
        said.append("The round is over." if scene.over else f"{clock_text(scene.left_ms)} left.")
        arrived = ", ".join(f"{t.id} {COLOURS[t.colour]} {t.stored}" for t in scene.towns.values())
        said.append(f"Delivered: {arrived}.")
        for seat in scene.seats:
            held = " and ".join(hand.train.id for hand in seat.hands if hand.train)
            if held:
                said.append(f"{seat.name} holds {held}.")
        said += [f"{o.train.id} is offered from {o.start} to {o.end}." for o in scene.offers]
        if scene.total is not None:
            said.append(f"Score {scene.total}, {scene.win} wins.")
    return " ".join(said)


def _ground(w: float, h: float) -> str:
    """The table: paper with the faint lines of a survey map."""
    lines = "".join(f"M0 {y}H{number(w)}" for y in range(60, int(h), 60))
    lines += "".join(f"M{x} 0V{number(h)}" for x in range(60, int(w), 60))
    return (
        rect(0, 0, w, h, f'fill="{PAPER}"')
        + f'<path d="{lines}" fill="none" stroke="#d9c79e" stroke-width="1" opacity=".45"/>'
    )


def _frame(w: float, h: float) -> str:
    """A railway track around the whole table."""
    middle = EDGE / 2

    def ring(inset: float, look: str) -> str:
        return rect(inset, inset, w - 2 * inset, h - 2 * inset, look)

    return (
        '<g class="rp-frame" fill="none" aria-hidden="true">'
        + ring(middle, f'stroke="#33241a" stroke-width="{number(EDGE)}"')
        + ring(middle, 'stroke="#6b4d31" stroke-width="12" stroke-dasharray="3.6 9.9"')
        + ring(middle - 3.4, 'stroke="#c9c2b4" stroke-width="1.5"')
        + ring(middle + 3.4, 'stroke="#c9c2b4" stroke-width="1.5"')
        + ring(EDGE, 'stroke="#e9d9ac" stroke-width="1.6"')
        + "</g>"
    )


__all__ = ["describe", "draw"]
