"""The board as a picture: SVG of the map with everything the players have put on it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from goldenspike.drawing.frame import track_frame
from goldenspike.drawing.geometry import star
from goldenspike.drawing.svg import NAMESPACE, escape, number, pair, picture, polyline
from goldenspike.games.santa_fe.board.load import Board, City
from goldenspike.games.santa_fe.drawing import pieces, scenery
from goldenspike.games.santa_fe.drawing.lines import beds, network
from goldenspike.games.santa_fe.drawing.palette import FRAME_COLOUR, HALO, INK, STYLE, VALUE_COLOURS
from goldenspike.games.santa_fe.drawing.panels import LABELS, burst, panels
from goldenspike.games.santa_fe.drawing.placement import FRAME, SQUARE, SQUARE_STEP, Placement

_sheets: dict[tuple[int, bool], Sheet] = {}


def draw(
    board: Board,
    view: Mapping[str, Any] | None = None,
    *,
    legal: Sequence[str] = (),
    title: str | None = None,
    standalone: bool = True,
    labels: Mapping[str, str] = LABELS,
) -> str:
    """The board as SVG: empty, or with a position and the lays that are legal in it."""
    return _sheet(board).draw(view or {}, legal, title, standalone, labels)


def blank(board: Board, edition: str) -> str:
    """The bare map as an image for a page that puts names, tables and pieces on it by itself."""
    return _sheet(board, tables=False).blank(edition)


def _sheet(board: Board, *, tables: bool = True) -> Sheet:
    """The unchanging part of a board's picture, kept for the boards drawn last."""
    sheet = _sheets.get((id(board), tables))
    if sheet is None or sheet.board is not board:
        while len(_sheets) >= 8:
            del _sheets[next(iter(_sheets))]
        sheet = _sheets[id(board), tables] = Sheet(board, tables=tables)
    return sheet


class Sheet:
    """One board's picture: what is printed is worked out once, what is played each time."""

    def __init__(self, board: Board, *, tables: bool = True) -> None:
        self.board = board
        self.placement = Placement(board, tables=tables)
        self.prefix = f"gs{board.hash[:6]}-"
        self.land_cover = (
            scenery.growth(self.placement, self.prefix)
            + scenery.lettering(self.placement, self.prefix)
            + scenery.compass(self.placement)
            + beds(self.placement)
        )
        self.printed = scenery.land(self.placement, self.prefix) + self.land_cover
        self.blanks: dict[str, str] = {}  # by edition
        self.frame = track_frame(self.placement.width, self.placement.height, FRAME, FRAME_COLOUR, "gsb-frame")
        self.network = {e: network(self.placement, self.prefix, arrows=e == "2002") for e in ("1992", "2002")}

    def draw(
        self,
        view: Mapping[str, Any],
        legal: Sequence[str],
        title: str | None,
        standalone: bool,
        labels: Mapping[str, str] = LABELS,
    ) -> str:
        """The whole picture."""
        placement, prefix = self.placement, self.prefix
        edition = str(view.get("edition") or "2002")
        game = title or ("Santa Fe" if edition == "1992" else "Santa Fe Rails")
        game = "".join(letter if letter.isprintable() else " " for letter in game)
        entries: Sequence[Mapping[str, Any]] = view.get("track") or ()
        found = pieces.offers(self.board, legal, entries)
        parts = [
            f"<style>{STYLE}</style>",
            f"<defs>{scenery.definitions(prefix, placement.width, placement.height)}</defs>",
            self.printed,
            pieces.glow(placement, found) if found else "",
            self.network.get(edition, self.network["2002"]),
            pieces.track(placement, entries),
            pieces.lit_slots(placement, found) if found else "",
            '<g class="gsb-cities">',
            *(self._city(city, view) for city in self.board.cities),
            "</g>",
            pieces.railheads(placement, view.get("tips") or {}, entries),
            pieces.tags(placement, found) if found else "",
            panels(placement, prefix, edition, game, view, labels),
            self.frame,
        ]
        return picture(
            "".join(parts),
            placement.width,
            placement.height,
            ids=prefix,
            title=f"{game}: {self.board.name}",
            description=self._description(view, len(found)),
            standalone=standalone,
            class_="gsb",
            data_board=self.board.id,
            data_edition=edition,
        )

    def blank(self, edition: str) -> str:
        """Scenery, lines and cities, with no word that a player may need in another language."""
        if edition not in self.blanks:
            self.blanks[edition] = self._draw_blank(edition)
        return self.blanks[edition]

    def _draw_blank(self, edition: str) -> str:
        placement, prefix = self.placement, self.prefix
        width, height = number(placement.width), number(placement.height)
        cities = "".join(
            f'<g transform="translate({pair((city.x, city.y))})">{self._disc(city, None, {"edition": edition})}</g>'
            for city in self.board.cities
        )
        return (
            f'<svg xmlns="{NAMESPACE}" class="gsb" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}"><style>{STYLE}</style>'
            f"<defs>{scenery.definitions(prefix, placement.width, placement.height, quick=True)}</defs>"
            f"{scenery.land(placement, prefix, quick=True)}{self.land_cover}"
            f"{self.network[edition]}{cities}{self.frame}</svg>\n"
        )

    def _description(self, view: Mapping[str, Any], offered: int) -> str:
        """The position in words, for those who cannot see it."""
        board = self.board
        laid: dict[str, int] = {}
        for entry in view.get("track") or ():
            laid[entry["railroad"]] = laid.get(entry["railroad"], 0) + int(entry["filled"])
        words = f"{board.note}. {len(board.cities)} cities and {len(board.lines)} lines."
        if laid:
            each = ", ".join(f"{road.name} {laid[road.id]}" for road in board.railroads if road.id in laid)
            words += f" Pieces laid: {each}."
        if offered:
            words += f" Legal lays shown: {offered}."
        return words

    # --- cities -------------------------------------------------------------------------------

    def _city(self, city: City, view: Mapping[str, Any]) -> str:
        boom = (view.get("markers") or {}).get(city.id)
        connected: Mapping[str, Sequence[str]] = view.get("connected") or {}
        about = city.name if city.value is None else f"{city.name}, value {boom or city.value}"
        if boom:
            about += f" (boomtown, printed {city.value})"
        if connected.get(city.id):
            roads = [self.board.railroad[road].name for road in connected[city.id]]
            about += f": {', '.join(roads)}"
        return (
            f'<g class="gsb-city" id="{self.prefix}city-{city.id}" data-city="{city.id}">'
            f"<title>{escape(about)}</title>"
            f'<g transform="translate({pair((city.x, city.y))})">{self._disc(city, boom, view)}</g>'
            + self._name(city, connected.get(city.id, ()))
            + pieces.pins(self.placement, connected, city.id)
            + "</g>"
        )

    def _disc(self, city: City, boom: int | None, view: Mapping[str, Any]) -> str:
        r = self.placement.radius(city)
        homes = self.placement.homes.get(city.id, [])
        if view.get("edition") == "1992":
            homes = [road for road in homes if self.board.railroad[road].kind == "major"]
        out = [f'<circle cx="1.2" cy="1.8" r="{number(r + 2.6)}" opacity=".22"/>']
        if homes:
            out.append(f'<circle r="{number(r + 2.2)}" fill="{INK}"/>')
            out += [
                f'<path fill="{self.board.railroad[road].colour}" stroke="{INK}" stroke-width=".9" '
                f'd="{_wedge(r + 1.2, r - 4.2, k, len(homes))}"/>'
                for k, road in enumerate(homes)
            ]
            inner = r - 4.0
        else:
            out.append(f'<circle r="{number(r)}" fill="{INK}"/><circle r="{number(r - 1.2)}" fill="#fdf6e3"/>')
            inner = r - 2.6
        if city.value is None:
            out.append(f'<circle r="{number(inner)}" fill="#2e2a27" stroke="{INK}"/>')
            out.append(f'<path fill="#f3dfa4" d="{polyline(star(5, inner * 0.8, inner * 0.34), closed=True)}"/>')
        elif boom:
            out.append(burst(int(boom)))
        else:
            colour = VALUE_COLOURS[city.value]
            out.append(
                f'<circle r="{number(inner)}" fill="{colour}" stroke="{INK}" stroke-width=".9"/>'
                f'<text class="gsb-value" y="5.4">{city.value}</text>'
            )
        return "".join(out)

    def _name(self, city: City, connected: Sequence[str]) -> str:
        name = self.placement.names[city.id]
        out = [
            f'<text class="gsb-name" x="{number(name.x)}" y="{number(name.y + name.size * 0.33)}" '
            f'font-size="{number(name.size)}" textLength="{number(name.width)}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(city.name)}</text>'
        ]
        x, y = name.x + name.width + 3.5, name.y - SQUARE / 2
        for road_id in city.squares:
            road = self.board.railroad[road_id]
            paid = road_id in connected
            out.append(
                f'<g data-square="{road_id}" opacity="{".45" if paid else "1"}">'
                f'<rect x="{number(x - 1)}" y="{number(y - 1)}" width="{number(SQUARE + 2)}" '
                f'height="{number(SQUARE + 2)}" fill="{HALO}"/><rect x="{number(x)}" y="{number(y)}" '
                f'width="{number(SQUARE)}" height="{number(SQUARE)}" fill="{road.colour}" stroke="#1d150d" '
                f'stroke-width="1.2"/>' + pieces.square_letters(road, x + SQUARE / 2, y + 7.9) + "</g>"
            )
            x += SQUARE_STEP
        return "".join(out)


def _wedge(outer: float, inner: float, k: int, count: int) -> str:
    """One share of a ring."""
    if count == 1:
        return "".join(f"M0 {number(-r)}A{number(r)} {number(r)} 0 1 0 .01 {number(-r)}Z" for r in (outer, inner))
    start, end = (-math.pi / 2 + 2 * math.pi * (k + d) / count for d in (0, 1))

    def on(r: float, angle: float) -> str:
        return pair((r * math.cos(angle), r * math.sin(angle)))

    return (
        f"M{on(outer, start)}A{number(outer)} {number(outer)} 0 0 1 {on(outer, end)}"
        f"L{on(inner, end)}A{number(inner)} {number(inner)} 0 0 0 {on(inner, start)}Z"
    )
