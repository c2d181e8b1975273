"""The map of a sheet as a picture: ground, river, ranges, edges, features, stations and towns."""

import math
from functools import cached_property

from goldenspike.drawing.geometry import Point, repeatable
from goldenspike.drawing.svg import element, group, number, pair, polyline, segment
from goldenspike.drawing.text import SANS_FAMILY, text_width
from goldenspike.games.pioneer_rails.board.hexes import Kind
from goldenspike.games.pioneer_rails.board.load import SUITS, Sheet, Terrain
from goldenspike.games.pioneer_rails.drawing import icons
from goldenspike.games.pioneer_rails.drawing.palette import CREAM, SUIT_COLOURS, WOOD, Palette
from goldenspike.games.pioneer_rails.drawing.shapes import box, circle, face, path, text

HEX = 63.0
"""Side of a hex in the pictures' own measure: icons and lines are drawn for this size."""
TOWN_TEXT = 12.5


def _one_side(x: float, y: float, r: float = 6.8) -> str:
    """A sign for "each side" that needs no words: a small hex with one thick side."""
    corners = [(x + r * math.sin(math.radians(60 * k)), y - r * math.cos(math.radians(60 * k))) for k in range(6)]
    return path(polyline(corners, closed=True), width=1.2) + path(segment(corners[1], corners[2]), width=3.6)


class Map:
    """Where everything on one map is, and what is printed there."""

    def __init__(self, sheet: Sheet, colours: Palette, ids: str, printed: bool) -> None:
        self.sheet, self.colours, self.ids, self.printed = sheet, colours, ids, printed
        g = sheet.grid
        self.across = HEX * math.sqrt(3)
        self.width = self.across * (g.cols + (0.5 if g.rows > 1 else 0))
        self.height = HEX * (1.5 * g.rows + 0.5)
        self.centres = [
            (self.across * (h % g.cols + 0.5 + 0.5 * (h // g.cols & 1)), HEX * (1 + 1.5 * (h // g.cols)))
            for h in range(len(g.hexes))
        ]
        self.corners = [self._corner(v) for v in range(len(g.vertices))]

    def _corner(self, vertex: int) -> Point:
        h = self.sheet.grid.vertex_hexes[vertex][0]
        k = self.sheet.grid.hex_vertices[h].index(vertex)
        return self._reach(h, k, 1.0)

    def _reach(self, h: int, k: int, share: float) -> Point:
        x, y = self.centres[h]
        angle = math.radians(60 * k)
        return x + share * HEX * math.sin(angle), y - share * HEX * math.cos(angle)

    def outline(self, h: int, share: float = 1.0) -> str:
        """Path data of a hex."""
        return polyline((self._reach(h, k, share) for k in range(6)), closed=True)

    def ends(self, track: int) -> tuple[Point, Point]:
        """The two ends of an edge or shortcut."""
        one, other = self.sheet.track_vertices[track]
        return self.corners[one], self.corners[other]

    def icon(self, name: str, x: float, y: float, scale: float = 1.0) -> str:
        """A picture from stock, by reference on the screen and in full on paper."""
        if self.printed:
            return group(icons.STOCK[name](), x, y, scale)
        move = f"translate({number(x)} {number(y)})" + (f" scale({scale:.3g})" if scale != 1 else "")
        return element("use", href=f"#{self.ids}{name}", transform=move)

    # --- layers, from the ground up ---------------------------------------------------------------

    @cached_property
    def land(self) -> str:
        """Everything printed on the map but the towns, which stand above the tracks."""
        layers = (
            ("ground", self.ground()),
            ("scenery", self.scenery()),
            ("river", self.river()),
            ("edges", self.edges()),
            ("ranges", self.mountains()),
            ("features", self.features()),
            ("stations", self.stations()),
        )
        return "".join(element("g", body, class_=f"pr-{name}") for name, body in layers if body)

    def ground(self) -> str:
        """The hexes, tinted by what is on them."""
        found = []
        for h, terrain in enumerate(self.sheet.terrain):
            name = self.sheet.grid.hex_names[h]
            kind = terrain.name.lower()
            if terrain is Terrain.MOUNTAIN:
                fill = self.colours.mountain
            elif terrain is Terrain.RIVER:
                fill = self.colours.bank
            else:
                fill = self.colours.tint.get(kind, self.colours.ground[int(3 * repeatable(self.sheet.id, name))])
            shape = self.outline(h, 1.004)
            found.append(element("path", class_="pr-hex", data_hex=name, data_terrain=kind, d=shape, fill=fill))
        shadow = None if self.printed else f"url(#{self.ids}shadow)"
        return element("g", "".join(found), filter=shadow)

    def scenery(self) -> str:
        """Trees, cactus and stones on blank hexes, clear of the towns."""
        kinds = ("pine",) * 4 + ("green-tuft",) if self.sheet.forest else ("cactus", "dry-tuft", "rock", "dry-tuft")
        towns = [self.corners[town.vertex] for town in self.sheet.towns]
        found = []
        for h in self.sheet.of(Terrain.BLANK):
            x, y = self.centres[h]
            name = self.sheet.grid.hex_names[h]
            wanted = (3 if self.sheet.forest else 2) + int(repeatable(name, "many", self.sheet.id) * 2.4)
            put: list[Point] = []
            for k in range(40):
                angle = 2 * math.pi * repeatable(name, k, "angle", self.sheet.id)
                reach = 5 + 29 * repeatable(name, k, "reach", self.sheet.id)
                spot = (x + reach * math.cos(angle), y + 0.85 * reach * math.sin(angle))
                if len(put) < wanted and all(math.dist(spot, other) > 20 for other in put):
                    if all(math.dist(spot, town) > 46 for town in towns):
                        put.append(spot)
            for k, (px, py) in enumerate(sorted(put, key=lambda spot: spot[1])):
                kind = kinds[int(repeatable(name, k, "kind", self.sheet.id) * len(kinds))]
                found.append(self.icon(kind, px, py, 0.8 + 0.3 * repeatable(name, k, "size")))
        return element("g", "".join(found), opacity="0.8" if not self.printed else "0.55")

    def river(self) -> str:
        """A ribbon of water from mouth to mouth."""
        found = []
        for river in self.sheet.rivers:
            middle = [self._drift(h) for h in river]
            first = self._mouth(river[0], river[1] if len(river) > 1 else None)
            last = self._mouth(river[-1], river[-2] if len(river) > 1 else None, back=True)
            line = _soft_curve([first, *middle, last])
            found.append(path(line, stroke=self.colours.shore, width=66, opacity="0.55", cap="butt"))
            found.append(path(line, stroke=self.colours.deep, width=53, cap="butt"))
            found.append(path(line, stroke=self.colours.water, width=47, cap="butt"))
            for shift, strength in ((-13, "0.5"), (2, "0.75"), (14, "0.45")):
                ripple = _soft_curve([first, *((x + 0.8 * shift, y + 0.25 * shift) for x, y in middle), last])
                dashes = {"stroke_dasharray": "22 30 9 26", "opacity": strength}
                found.append(path(ripple, stroke="#e6f4f7", width=1.6, cap="butt", **dashes))
        clip = None if self.printed else f"url(#{self.ids}land)"
        return element("g", "".join(found), clip_path=clip)

    def _drift(self, h: int) -> Point:
        x, y = self.centres[h]
        return x + 12 * repeatable(h, "x") - 6, y + 10 * repeatable(h, "y") - 5

    def _mouth(self, h: int, beyond: int | None, back: bool = False) -> Point:
        """Where the river leaves the map: the middle of the outer side most opposite to where it comes from."""
        x, y = self.centres[h]
        sides = []
        for k, beside in enumerate(self.sheet.grid.hex_neighbours[h]):
            if beside < 0:
                (ax, ay), (bx, by) = self._reach(h, k, 1.0), self._reach(h, (k + 1) % 6, 1.0)
                sides.append(((ax + bx) / 2 - x, (ay + by) / 2 - y))
        if beyond is None:
            dx, dy = sides[-1] if back else sides[0]
        else:
            ox, oy = self.centres[beyond]
            dx, dy = max(sides, key=lambda s: (-(s[0] * (ox - x) + s[1] * (oy - y)), s))
        over = 1.06 if self.printed else 1.5
        return x + over * dx, y + over * dy

    def edges(self) -> str:
        """Every edge that can carry a track, with its name for the page."""
        plain, bridges, tunnels, halo = [], [], [], []
        for e, name in enumerate(self.sheet.grid.edge_names):
            kind, line = self.sheet.kinds[e], segment(*self.ends(e))
            mark = {"class_": "pr-edge", "data_edge": name, "data_kind": kind.name.lower(), "d": line}
            if kind is Kind.BRIDGE:
                bridges.append(path(line, stroke="#f6efdc", width=7, opacity="0.85", cap="butt"))
                planks = {"stroke": WOOD, "stroke_width": "7", "stroke_dasharray": "2 5", "fill": "none"}
                bridges.append(element("path", **mark, **planks))
            elif kind is Kind.TUNNEL:
                pen = {"stroke": "#fbf0d8", "stroke_width": "3.2", "stroke_dasharray": "4 6", "fill": "none"}
                tunnels.append(element("path", **mark, **pen))
            elif kind is Kind.PLAIN:
                halo.append(line)
                plain.append(element("path", **mark))
        glow = path("".join(halo), stroke="#fffaf0", width=5, opacity="0.55")
        pen = {"fill": "none", "stroke": self.colours.grid, "stroke_width": "2.1", "stroke_dasharray": "7 4.5"}
        return glow + element("g", "".join(plain), **pen) + "".join(bridges) + "".join(tunnels)

    def mountains(self) -> str:
        """Three summits per hex, and the mouth of the tunnel between the two."""
        found = []
        hexes = sorted((h for both in self.sheet.ranges for h in both), key=lambda h: self.centres[h][1])
        for h in hexes:
            x, y = self.centres[h]
            for dx, dy, scale in ((-24, 10, 0.72), (25, 9, 0.76), (-1, 3, 1.24)):
                found.append(group(icons.peak(self.colours), x + dx, y + dy, scale))
        for one, other in self.sheet.ranges:
            (ax, ay), (bx, by) = self.centres[one], self.centres[other]
            found.append(self.icon("portal", (ax + bx) / 2, (ay + by) / 2, 0.95))
        return "".join(found)

    def features(self) -> str:
        """What can be completed, each with its number of sides (PR-GEO-04)."""
        found = []
        for h, terrain in enumerate(self.sheet.terrain):
            kind = terrain.name.lower()
            if kind not in icons.FEATURES:
                continue
            x, y = self.centres[h]
            body = self.icon(kind, x, y - 6)
            low, dx = self._badge(h)
            if self.sheet.numbers[h]:
                body += circle(x + dx, y + low, 11, CREAM, width=1.8)
                body += text(x + dx, y + low + 5.2, self.sheet.numbers[h], 14.5, font_family=SANS_FAMILY)
            elif terrain is Terrain.FORT:
                body += box(x + dx - 21, y + low - 9, 42, 18, CREAM, line=1.3, round_=9)
                body += text(x + dx - 8, y + low + 4.2, f"{self.sheet.rows.fort_side} /", 12, font_family=SANS_FAMILY)
                body += _one_side(x + dx + 9.5, y + low)
            found.append(element("g", body, class_=f"pr-feature pr-{kind}", data_hex=self.sheet.grid.hex_names[h]))
        return "".join(found)

    def _badge(self, h: int) -> tuple[float, float]:
        """Where the number stands: below the picture, or aside if a town needs the space."""
        vertices = self.sheet.grid.hex_vertices[h]
        east, south, west = (self.sheet.town_at[vertices[k]] >= 0 for k in (2, 3, 4))
        if south:
            return 0.5 * HEX, -27 if not west else 27
        return (0.58 * HEX if east or west else 0.66 * HEX), 17 * (west - east)

    def stations(self) -> str:
        """A wooden platform per suit, with a post at each corner where a line can begin (PR-GEO-05)."""
        found = []
        for suit, h in enumerate(self.sheet.stations):
            x, y = self.centres[h]
            colour = SUIT_COLOURS[suit]
            planks = "".join(
                f"M{number(x - 42 + abs(dy) * 0.42)} {number(y + dy)}H{number(x + 42 - abs(dy) * 0.42)}"
                for dy in (-33, -20, 20, 33)
            )
            body = (
                path(self.outline(h, 0.985), "#6b4a2c", colour, 5)
                + path(self.outline(h, 0.82), "#8c6238", width=1.2)
                + path(planks, stroke="#6b4a2c", width=1.2)
                + circle(x, y, 27, CREAM, colour, 4)
                + group(icons.suit(suit), x, y, 1.12)
            )
            for v in self.sheet.grid.hex_vertices[h]:
                px, py = self.corners[v]
                name = self.sheet.grid.vertex_names[v]
                body += circle(px, py, 5.4, CREAM, colour, 3, class_="pr-post", data_vertex=name)
            name = self.sheet.grid.hex_names[h]
            found.append(element("g", body, class_="pr-station", data_suit=SUITS[suit], data_hex=name))
        return "".join(found)

    def margins(self) -> str:
        """Row letters and column numbers."""
        g = self.sheet.grid
        letters = (
            text(-20, HEX * (1 + 1.5 * r) + 6, chr(ord("A") + r), 17, self.colours.accent) for r in range(g.rows)
        )
        numbers = (text(self.across * (c + 0.5), -6, c + 1, 14, self.colours.accent) for c in range(g.cols))
        return element("g", "".join((*letters, *numbers)), class_="pr-labels")

    # --- towns, drawn above the tracks -------------------------------------------------------------

    def towns(self, reached: dict[int, list[int]]) -> str:
        """Towns with their names; each railway that has come there leaves its sign (PR-TOWN-01, -02)."""
        found = []
        for k, town in enumerate(self.sheet.towns):
            x, y = self.corners[town.vertex]
            suits = reached.get(town.vertex, [])
            body = self.icon("hamlet", x, y)
            body += circle(x, y, 6.6, CREAM, self.colours.accent, 3.2)
            for n, suit in enumerate(suits):
                dx = 15 * (n - (len(suits) - 1) / 2)
                body += circle(x + dx, y, 8, CREAM, SUIT_COLOURS[suit], 2) + group(icons.suit(suit), x + dx, y, 0.34)
            lx, ly, anchor = self.names[k]
            body += text(lx, ly, town.name, TOWN_TEXT, "#2b1a10", anchor, halo="#fff8e6", font_style="italic")
            holds = " ".join(SUITS[s] for s in suits) or None
            mark = {"class_": "pr-town", "data_vertex": town.at, "data_town": town.name, "data_reached": holds}
            found.append(element("g", body, **mark))
        return element("g", "".join(found), class_="pr-towns")

    @cached_property
    def names(self) -> list[tuple[float, float, str]]:
        """Where the town names stand: the place of each that covers least of anything else."""
        blocks = [b for h in range(len(self.centres)) for b in self._solid(h)]
        for one, other in self.sheet.ranges:
            (ax, ay), (bx, by) = self.centres[one], self.centres[other]
            blocks.append(((ax + bx) / 2 - 10, (ay + by) / 2 - 11, (ax + bx) / 2 + 10, (ay + by) / 2 + 8, 3.0))
        for town in self.sheet.towns:
            x, y = self.corners[town.vertex]
            blocks.append((x - 21, y - 24, x + 21, y + 7, 3.0))
        found: list[tuple[float, float, str]] = []
        for town in self.sheet.towns:
            x, y = self.corners[town.vertex]
            wide = text_width(town.name, TOWN_TEXT, face(font_style="italic"))
            spots = [(x, y + 21, "middle"), (x, y - 27, "middle"), (x + 23, y + 2, "start"), (x - 23, y + 2, "end")]
            spots += [(x + dx, y + 21, "middle") for dx in (-18, 18)] + [(x + dx, y - 27, "middle") for dx in (-18, 18)]
            best = min(enumerate(spots), key=lambda s: (round(self._cover(s[1], wide, blocks) + 4 * s[0], 3), s[0]))[1]
            found.append(best)
            blocks.append((*self._frame(best, wide), 6.0))
        return found

    def _solid(self, h: int) -> list[tuple[float, float, float, float, float]]:
        """What a name should not cover on a hex, with how bad it would be."""
        x, y = self.centres[h]
        terrain = self.sheet.terrain[h]
        if terrain is Terrain.STATION:
            return [(x - 46, y - 46, x + 46, y + 46, 3.0)]
        if terrain is Terrain.MOUNTAIN:
            return [(x - 30, y - 34, x + 30, y + 30, 0.6)]
        if terrain.name.lower() not in icons.FEATURES:
            return []
        low, dx = self._badge(h)
        badge = [] if terrain is Terrain.CATTLE else [(x + dx - 12, y + low - 12, x + dx + 12, y + low + 12, 5.0)]
        return [(x - 27, y - 34, x + 27, y + 18, 2.0), *badge]

    def _frame(self, spot: tuple[float, float, str], wide: float) -> tuple[float, float, float, float]:
        x, y, anchor = spot
        left = x if anchor == "start" else x - wide if anchor == "end" else x - wide / 2
        return left, y - 10, left + wide, y + 4

    def _cover(
        self,
        spot: tuple[float, float, str],
        wide: float,
        blocks: list[tuple[float, float, float, float, float]],
    ) -> float:
        """How much a name at this place hides."""
        a, b, c, d = self._frame(spot, wide)
        hidden = 900.0 * (a < -14 or c > self.width + 14)
        for left, top, right, bottom, weight in blocks:
            over = max(0.0, min(c, right) - max(a, left)) * max(0.0, min(d, bottom) - max(b, top))
            hidden += weight * over
        return hidden


def _soft_curve(points: list[Point]) -> str:
    """Path data of a soft curve through the points."""
    around = [points[0], *points, points[-1]]
    found = f"M{pair(points[0])}"
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False):
        leaving = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        arriving = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        found += f"C{pair(leaving)} {pair(arriving)} {pair(c)}"
    return found


def definitions(chart: Map) -> str:
    """Pictures, filters and the clip of the screen drawing."""
    ids, colours = chart.ids, chart.colours
    stock = "".join(element("g", draw(), id=ids + name) for name, draw in icons.STOCK.items())
    land = "".join(chart.outline(h) for h in range(len(chart.centres)))
    stops = element("stop", offset="0.55", stop_color=colours.edge, stop_opacity="0")
    stops += element("stop", offset="1", stop_color=colours.edge, stop_opacity="0.75")
    shade = {"dx": "0", "dy": "4", "stdDeviation": "6", "flood_color": "#4a3010", "flood_opacity": "0.45"}
    shadow = element("feDropShadow", **shade)
    return (
        stock
        + element("clipPath", element("path", d=land), id=f"{ids}land")
        + element("radialGradient", stops, id=f"{ids}vignette", cx="50%", cy="48%", r="75%")
        + element("filter", shadow, id=f"{ids}shadow", x="-5%", y="-5%", width="110%", height="112%")
    )


def texture(ids: str) -> str:
    """Old paper, for a picture that stands alone; too slow to redraw on a page that pans and zooms."""
    filters = ""
    for name, grain, octaves, seed, colour in (
        ("paper", "0.012 0.02", 5, 4, "0 0 0 0 0.45  0 0 0 0 0.30  0 0 0 0 0.12  0 0 0 0.55 -0.17"),
        ("grain", "0.8", 2, 9, "0 0 0 0 0.3  0 0 0 0 0.2  0 0 0 0 0.1  0 0 0 0.35 -0.12"),
    ):
        noise = element("feTurbulence", type="fractalNoise", baseFrequency=grain, numOctaves=octaves, seed=seed)
        tone = element("feColorMatrix", values=colour)
        filters += element("filter", noise + tone, id=ids + name, x="0", y="0", width="100%", height="100%")
    return filters
