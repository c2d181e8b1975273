"""A sheet as a picture: SVG of map and score area, empty or as one player has filled it.

`view` is a mapping for one player's sheet; every key may be missing, and what is unknown is left out:

    id            text, appended to element ids when several sheets stand on one page
    player        text, written in the corner like a name on a pad
    tracks        [(track text, suit)], in the order drawn: ("C3|D3", "H"), ("A3*n-s", "S")
    new           [track text] drawn this turn, shown with a glow
    crossed       {hex: how} of completed features; how is "", "captured" or "escaped"
    reached       {vertex text: [suit]} of towns and the railways that reached them
    hands         four lists of up to five values "10" "J" "Q" "K" "A" or "*"
    hand_points   [points or None] per round
    saloons       Desert: "open", "circled" or "dead" per round; Forest: the values circled
    nuggets       circled nuggets;  banked: how many of them are crossed off
    banks         the numbers written in the bank squares
    jails         per jail None while closed, else how many cells are circled
    escaped       bandits that got away
    ranches, yards, forts   symbols circled
    network       towns of the largest network, written beside the yards
    town_symbols  "open", "circled" or "spent" per symbol; the first is printed as given
    goals         up to three {id, name, text, points, lost}; lost strikes out the first star
    score         {gold, banks, jails, escaped, forts, ranches, yards, towns, total: points}
    target        the mark to beat when playing alone

Every edge carries data-edge and data-kind, every hex data-hex, every town and station post data-vertex, every track
data-track and data-suit; classes begin with `pr-`.  The same arguments always give the same bytes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from goldenspike.drawing.svg import DECLARATION, NAMESPACE, element, escape, group, number, rect
from goldenspike.drawing.text import SERIF_FAMILY, fitted_size
from goldenspike.games.pioneer_rails.board.hexes import BadName
from goldenspike.games.pioneer_rails.board.load import SUIT_NAMES, SUITS, Sheet
from goldenspike.games.pioneer_rails.drawing import icons
from goldenspike.games.pioneer_rails.drawing.map import Map, definitions, texture
from goldenspike.games.pioneer_rails.drawing.palette import INK, PENCIL, palette
from goldenspike.games.pioneer_rails.drawing.score_area import HEIGHT, LABELS, Pad, View
from goldenspike.games.pioneer_rails.drawing.shapes import box, face, path, text
from goldenspike.games.pioneer_rails.drawing.tracks import crossed, tracks
from goldenspike.games.pioneer_rails.drawing.tracks import legal as offers

PAPERS = ("screen", "phone", "print")
MARGIN, GAP = 22.0, 12.0
MAP_WIDTH, MAP_HEIGHT = 1255.0, 788.0
"""Room for the map; larger maps are drawn smaller."""
MAP_LEFT, MAP_TOP = 58.0, 84.0
SIDE_WIDTH, SIDE_PANEL = 390.0, 240.0
WIDE = MAP_LEFT + MAP_WIDTH + 26 + SIDE_WIDTH + MARGIN


def draw(
    sheet: Sheet,
    view: Mapping[str, Any] | None = None,
    *,
    legal: Sequence[str] = (),
    standalone: bool = True,
    paper: str = "screen",
    labels: Mapping[str, str] = LABELS,
) -> str:
    """The sheet as SVG, for a wide screen, a phone held upright, or white paper."""
    if paper not in PAPERS:
        raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
    return Picture(sheet, view or {}, paper, standalone, labels).draw(legal)


_maps: dict[tuple[int, str, bool], Map] = {}


def _map(sheet: Sheet, ids: str, printed: bool) -> Map:
    """The unchanging part of a sheet's picture, kept for the sheets drawn last."""
    key = (id(sheet), ids, printed)
    found = _maps.get(key)
    if found is None or found.sheet is not sheet:
        while len(_maps) >= 16:
            del _maps[next(iter(_maps))]
        found = _maps[key] = Map(sheet, palette(sheet.forest, printed), ids, printed)
    return found


class Picture:
    """One drawing: where the parts go, and what surrounds them."""

    def __init__(
        self, sheet: Sheet, view: View, paper: str, standalone: bool, labels: Mapping[str, str] = LABELS
    ) -> None:
        self.labels = labels
        self.sheet, self.view, self.paper, self.standalone = sheet, view, paper, standalone
        self.printed = paper == "print"
        suffix = "".join(c for c in str(view.get("id") or "") if c.isalnum() and c.isascii())
        self.ids = f"pr-{sheet.id}-{suffix + '-' if suffix else ''}"
        self.map = _map(sheet, self.ids, self.printed)
        self.colours = self.map.colours
        self.pad = Pad(self.map, view, labels)
        self.scale = min(MAP_WIDTH / self.map.width, MAP_HEIGHT / self.map.height)
        if paper == "phone":
            self.width, self.left = MAP_LEFT + MAP_WIDTH + MARGIN, MAP_LEFT
        else:
            self.width, self.left = WIDE, MAP_LEFT
        panels, below = self._panels()
        self.panels, self.height = panels, below + MARGIN

    def draw(self, legal: Sequence[str]) -> str:
        """The whole picture."""
        width, height = number(self.width), number(self.height)
        known = f"{self.ids}title {self.ids}desc"
        root: dict[str, object] = {"xmlns": NAMESPACE, "class_": f"pr-sheet pr-{self.sheet.map}"}
        root |= {"role": "img", "aria_labelledby": known, "viewBox": f"0 0 {width} {height}"}
        if self.standalone:
            root |= {"width": width, "height": height}
        root |= {"data_sheet": self.sheet.id, "data_paper": self.paper, "font_family": SERIF_FAMILY}
        title = f"Pioneer Rails, {self.sheet.map} {self.sheet.side}: {self.sheet.name}"
        head = element("title", escape(title), id=f"{self.ids}title")
        head += element("desc", escape(self.description(legal)), id=f"{self.ids}desc")
        if not self.printed:
            extra = texture(self.ids) if self.standalone else ""
            head += element("defs", definitions(self.map) + extra)
        start = DECLARATION if self.standalone else ""
        body = head + self.background() + self.heading() + self.chart(legal) + self.panels + self.grain()
        return start + element("svg", body, **root) + "\n"

    # --- the paper ---------------------------------------------------------------------------------

    def background(self) -> str:
        """The paper under everything, with a double frame."""
        accent = self.colours.accent
        found = box(0, 0, self.width, self.height, self.colours.paper, None)
        if not self.printed:
            if self.standalone:
                found += rect(0, 0, self.width, self.height, fill="#fff", filter=f"url(#{self.ids}paper)")
            found += rect(0, 0, self.width, self.height, fill=f"url(#{self.ids}vignette)")
        frame = {"opacity": "0.65"} if not self.printed else {}
        found += box(9, 9, self.width - 18, self.height - 18, "none", accent, 2.4, 12, **frame)
        found += box(14, 14, self.width - 28, self.height - 28, "none", accent, 0.9, 9, **frame)
        return element("g", found, class_="pr-paper")

    def grain(self) -> str:
        """Fibres over everything, on a picture that stands alone."""
        if self.printed or not self.standalone:
            return ""
        fibres = {"filter": f"url(#{self.ids}grain)", "opacity": "0.5", "pointer_events": "none"}
        return rect(0, 0, self.width, self.height, fill="#fff", **fibres)

    def heading(self) -> str:
        """Name of the game and of the side, and whose sheet it is."""
        accent, middle = self.colours.accent, self.left + MAP_WIDTH / 2
        name = self.sheet.name
        small = f"PIONEER RAILS · {self.labels['map'] or self.sheet.map.upper()} {self.sheet.side}"
        found = text(34, 47, small, 14, anchor="start", spacing=1.5)
        found += text(middle, 51, name, fitted_size(name, 31, face(), 560, 2 / 31), accent, width=560, spacing=2)
        right = self.width - 34
        if self.paper == "phone":
            found += "".join(group(icons.suit(k), right - 126 + 36 * k, 42, 0.7) for k in range(len(SUITS)))
            return element("g", found, class_="pr-heading")
        line = WIDE - MARGIN - SIDE_WIDTH + 62
        found += text(line - 8, 47, self.labels["name"], 13, anchor="end", weight=None, font_style="italic")
        found += path(f"M{number(line)} 50H{number(right)}", stroke=INK, width=0.9)
        player = str(self.view.get("player") or "")
        if player:
            space = right - line - 8
            size = fitted_size(player, 18, face(font_style="italic"), space)
            at = (line + 6, 45.0)
            found += text(*at, player, size, PENCIL, "start", width=space, font_style="italic", class_="pr-player")
        return element("g", found, class_="pr-heading")

    def chart(self, legal: Sequence[str]) -> str:
        """The map with everything drawn on it."""
        body = (
            self.map.land
            + crossed(self.map, self._crossed())
            + tracks(self.map, self._tracks(), self._names("new"))
            + offers(self.map, legal)
            + self.map.towns(self._reached())
            + self.map.margins()
        )
        left = self.left + (MAP_WIDTH - self.map.width * self.scale) / 2
        top = MAP_TOP + (MAP_HEIGHT - self.map.height * self.scale) / 2
        place = self.left + MAP_WIDTH - (190 if self.paper == "phone" else 8)
        rose = group(icons.compass(self.colours.accent), place, 52)
        return group(body, left, top, self.scale, class_="pr-map") + rose

    def _panels(self) -> tuple[str, float]:
        """The score area, and where it ends."""
        under = MAP_TOP + MAP_HEIGHT + 26
        words = self.labels.get("character") or self.sheet.character
        line = text(
            self.left + MAP_WIDTH / 2,
            under - 6,
            words,
            fitted_size(words, 13.5, face(None, "italic"), MAP_WIDTH),
            weight=None,
            width=MAP_WIDTH,
            font_style="italic",
        )
        if self.paper == "phone":
            found, end = self._stacked(under + 10)
        else:
            found, end = self._beside(under + 4)
        return line + element("g", found, class_="pr-pad"), end

    def _beside(self, under: float) -> tuple[str, float]:
        """Goals, help and total beside the map, everything else in a row below it."""
        bottom = self.pad.bottom()
        share = (self.width - 2 * MARGIN - GAP * (len(bottom) - 1)) / sum(width for width, _ in bottom)
        found, x = "", MARGIN
        for width, panel in bottom:
            found += group(panel, x, under, share)
            x += width * share + GAP
        side, left, top = SIDE_WIDTH / SIDE_PANEL, WIDE - MARGIN - SIDE_WIDTH, 68.0
        space = (under - top - 3 * GAP) / side
        heights = (space - 2 * 118, 118.0, 118.0)
        parts = (self.pad.goals(SIDE_PANEL, heights[0]), self.pad.help(), self.pad.total())
        for height, panel in zip(heights, parts, strict=True):
            found += group(panel, left, top, side)
            top += height * side + GAP
        return found, under + HEIGHT * share

    def _stacked(self, under: float) -> tuple[str, float]:
        """Two panels to a row, as large as the width allows."""
        hands, treasure, works, towns = self.pad.bottom()
        tall, low = 236.0, 112.0
        goals = (272.0, self.pad.goals(272, tall))
        last = (240.0, self.pad.help(240, low) + group(self.pad.total(240, tall - low - 8), 0, low + 8))
        found, y = "", under
        for height, row in ((HEIGHT, (hands, treasure)), (HEIGHT, (works, towns)), (tall, (goals, last))):
            share = (self.width - 2 * MARGIN - GAP) / sum(width for width, _ in row)
            x = MARGIN
            for width, panel in row:
                found += group(panel, x, y, share)
                x += width * share + GAP
            y += height * share + GAP
        return found, y - GAP

    # --- reading the view --------------------------------------------------------------------------

    def _tracks(self) -> list[tuple[str, str]]:
        pairs = self.view.get("tracks") or ()
        return [(str(pair[0]), str(pair[1])) for pair in pairs if len(pair) >= 2]

    def _names(self, key: str) -> list[str]:
        return [str(name) for name in self.view.get(key) or ()]

    def _crossed(self) -> dict[str, str]:
        found = self.view.get("crossed") or {}
        if isinstance(found, Mapping):
            return {str(name): str(how or "") for name, how in found.items()}
        return {str(name): "" for name in found}

    def _reached(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        reached = self.view.get("reached") or {}
        for name, suits in reached.items():
            try:
                vertex = self.sheet.grid.vertex(str(name))
            except BadName:
                continue
            found[vertex] = [SUITS.index(s) for s in SUITS if s in suits]
        return found

    def description(self, legal: Sequence[str]) -> str:
        """The sheet in words, for those who cannot see it."""
        words = [self.sheet.character]
        drawn = self._tracks()
        if drawn:
            count = {name: sum(s == suit for _, s in drawn) for suit, name in zip(SUITS, SUIT_NAMES, strict=True)}
            words.append("Tracks: " + ", ".join(f"{name} {n}" for name, n in count.items() if n) + ".")
        else:
            words.append("No tracks yet.")
        reached = sum(bool(suits) for suits in self._reached().values())
        words.append(f"{reached} of {len(self.sheet.towns)} towns reached.")
        if self._crossed():
            words.append(f"{len(self._crossed())} features completed.")
        if legal:
            words.append(f"{len(legal)} tracks may be drawn next.")
        total = self.pad.score.get("total")
        if total is not None:
            words.append(f"{total} points.")
        return " ".join(words)
