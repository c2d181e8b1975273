"""How the table is laid: city boards, what lies between them, and who plays which."""

from __future__ import annotations

from goldenspike.drawing.pages.lettering import line, look
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.svg import circle, element, group, picture, rect

from ..board.load import City, Layout
from ..drawing.cities import HEIGHT, WIDTH
from ..drawing.links import links
from ..drawing.palette import CARD, CUBE, INK, STYLE
from ..drawing.scene import read
from ..drawing.tabletop import Tabletop, outer

GAP = 120.0
HEAD = 210.0


def plan(layout: Layout, words: Words) -> str:
    """The layout as a picture, two rows of three."""
    around = 84.0 if outer(layout) else 20.0
    width, height = 2 * 40 + 3 * WIDTH + 2 * GAP, HEAD + 2 * around + 2 * HEIGHT + GAP + 20
    table = Tabletop(layout, 40.0, HEAD + around, GAP, narrow=False)
    names = {kind: words(f"link.{kind}") for kind in ("tunnel", "bridge", "blocked")}
    body = f"<style>{STYLE}</style>" + rect(0, 0, width, height, fill="#fffdf6")
    body += line(40, 90, layout.name, look(24, bold=True, fill="#9c2f25"), width - 80)
    for k, seating in enumerate(layout.seating[:3]):
        clock = f"{seating.time_s // 60}:{seating.time_s % 60:02d}"
        body += line(
            40, 140 + 38 * k, words("plan.time", n=seating.players, time=clock), look(8, italic=True), width - 80
        )
    body += element("g", links(table, read(layout, None, None), names), class_="rp")
    body += "".join(group(_plate(layout, city, words), *table.corner(city.id)) for city in layout.cities)
    return picture(body, width, height, ids="plan", title=layout.name, description=layout.note)


def _plate(layout: Layout, city: City, words: Words) -> str:
    """A city board in outline, with its letter and colour, and its player by number of players."""
    fill, ink, rim = CUBE[city.colour]
    found = rect(0, 0, WIDTH, HEIGHT, rx="8", fill=CARD, stroke=INK, stroke_width="4")
    found += rect(8, 8, WIDTH - 16, 104, rx="4", fill=fill, stroke=rim, stroke_width="3")
    found += circle(64, 60, 42, fill=CARD, stroke=INK, stroke_width="3")
    found += line(64, 80, city.id, look(16, bold=True), 70, "middle")
    found += line(124, 78, words(f"colour.{city.colour}"), look(15, bold=True, fill=ink), WIDTH - 150)
    room = min(72.0, 230 / max(1, len(layout.seating)))
    for k, seating in enumerate(layout.seating):
        owner = words("plan.player", k=seating.controller[city.id] + 1)
        if len(layout.seating) > 1:
            owner = words("plan.of", n=seating.players, player=owner)
        found += line(WIDTH / 2, 190 + room * k, owner, look(min(13, room / 5)), WIDTH - 50, "middle")
    return found
