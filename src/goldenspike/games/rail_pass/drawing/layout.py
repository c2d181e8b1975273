"""The table as a picture: SVG of a layout, or of a position with trains, cubes, hands, clock and score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldenspike.drawing.frame import track_frame
from goldenspike.drawing.svg import number, path, picture, rect
from goldenspike.games.rail_pass.board.load import COLOURS, Layout
from goldenspike.games.rail_pass.drawing.cities import HEIGHT, WIDTH, city, halo
from goldenspike.games.rail_pass.drawing.hands import hands, hands_height
from goldenspike.games.rail_pass.drawing.header import clock, clock_text, score, title
from goldenspike.games.rail_pass.drawing.links import arrows, links, offers
from goldenspike.games.rail_pass.drawing.palette import FRAME, PAPER, STYLE
from goldenspike.games.rail_pass.drawing.pieces import definitions
from goldenspike.games.rail_pass.drawing.scene import Scene, read
from goldenspike.games.rail_pass.drawing.tabletop import Tabletop, outer

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
    """The layout, or the public position of a view (its keys are in ``scene``), as SVG.

    ``seat`` marks the boards and hands of one player; ``narrow`` lays the boards three rows of two for a phone.
    """
    scene = read(layout, view, seat)
    gap = 84.0 if narrow else 104.0
    round_about = 84.0 if outer(layout) else 0.0
    aside = 66.0 if narrow and round_about else 0.0
    columns, rows = (2, 3) if narrow else (3, 2)
    width = 2 * (MARGIN + aside) + columns * WIDTH + (columns - 1) * gap
    top = MARGIN + (2 * HEAD + 30 if narrow else HEAD) + 34 + (0 if narrow else round_about)
    table = Tabletop(layout, MARGIN + aside, top, gap, narrow)
    below = top + rows * HEIGHT + (rows - 1) * gap + 40 + (0 if narrow else round_about)
    inner = width - 2 * MARGIN
    height = below + hands_height(scene, inner, narrow=narrow) + MARGIN
    prefix = f"rp{layout.hash[:6]}-"
    parts = [
        f"<style>{STYLE}</style>",
        f"<defs>{definitions(prefix)}</defs>",
        _ground(width, height),
        title(scene, MARGIN, MARGIN, 430.0),
        clock(scene, inner + MARGIN - 350 if narrow else width / 2 - 175, MARGIN, 350.0),
        score(scene, MARGIN, MARGIN + HEAD + 30, inner)
        if narrow
        else score(scene, inner + MARGIN - 430, MARGIN, 430.0),
        *(halo(town, *table.corner(town.id)) for town in scene.towns.values()),
        links(table, scene),
        '<g class="rp-cities">',
        *(city(prefix, scene, town, *table.corner(town.id)) for town in scene.towns.values()),
        "</g>",
        arrows(table, scene),
        offers(prefix, table, scene),
        hands(prefix, scene, MARGIN, below, inner, narrow=narrow),
        track_frame(width, height, EDGE, FRAME, "rp-frame"),
    ]
    return picture(
        "".join(parts),
        width,
        height,
        ids=prefix,
        title=f"Rail Pass: {layout.name}",
        description=describe(scene),
        standalone=standalone,
        class_="rp rp-narrow" if narrow else "rp",
        data_layout=layout.id,
    )


def describe(scene: Scene) -> str:
    """The position in words, for those who cannot see it."""
    layout = scene.layout
    joined = ", ".join(f"{link.a}-{link.b} {link.kind}" for link in layout.links)
    sentences = [f"{layout.name} ({layout.id}). {layout.note}", f"Links: {joined}."]
    if scene.started:
        sentences.append("The round is over." if scene.over else f"{clock_text(scene.left_ms)} left.")
        arrived = ", ".join(f"{t.id} {COLOURS[t.colour]} {t.stored}" for t in scene.towns.values())
        sentences.append(f"Delivered: {arrived}.")
        for seat in scene.seats:
            held = " and ".join(hand.train.id for hand in seat.hands if hand.train)
            if held:
                sentences.append(f"{seat.name} holds {held}.")
        sentences += [f"{o.train.id} is offered from {o.start} to {o.end}." for o in scene.offers]
        if scene.total is not None:
            sentences.append(f"Score {scene.total}, 100 wins.")
    return " ".join(sentences)


def _ground(w: float, h: float) -> str:
    """The table: paper with the faint lines of a survey map."""
    lines = "".join(f"M0 {y}H{number(w)}" for y in range(60, int(h), 60))
    lines += "".join(f"M{x} 0V{number(h)}" for x in range(60, int(w), 60))
    return rect(0, 0, w, h, fill=PAPER) + path(lines, fill="none", stroke="#d9c79e", stroke_width=1, opacity=".45")
