"""What a player draws on the map: railways, crossed-out features, and the tracks that may be drawn next."""

from collections.abc import Iterable, Mapping

from goldenspike.drawing.geometry import Point
from goldenspike.drawing.svg import element, segment
from goldenspike.games.pioneer_rails.board.hexes import BadName, Kind
from goldenspike.games.pioneer_rails.board.load import SUITS
from goldenspike.games.pioneer_rails.drawing.map import HEX, Map
from goldenspike.games.pioneer_rails.drawing.palette import CREAM, PENCIL, SUIT_COLOURS
from goldenspike.games.pioneer_rails.drawing.shapes import circle, path

BODY = 9.0
CORES: tuple[dict[str, object], ...] = (
    {},
    {"stroke_width": "3.4", "stroke_dasharray": "9 7", "stroke_linecap": "butt"},
    {"stroke_width": "4.6", "stroke_dasharray": "0 9", "stroke_linecap": "round"},
    {"stroke_width": "3.6", "stroke_linecap": "butt"},
)
"""The pattern inside each railway's line: solid, dashes, beads, double."""


def rail(suit: int, line: str, kind: Kind = Kind.PLAIN) -> str:
    """A piece of line in a railway's colour and pattern."""
    colour = SUIT_COLOURS[suit]
    dashes = {"stroke_dasharray": "6 11"} if kind is Kind.TUNNEL else {}
    found = path(line, stroke=CREAM, width=BODY + 4.5) if kind is not Kind.TUNNEL else ""
    found += path(line, stroke=colour, width=BODY, **dashes)
    if CORES[suit] and kind is not Kind.TUNNEL:
        found += element("path", d=line, fill="none", stroke=CREAM, **CORES[suit])
    return found


def tracks(chart: Map, drawn: Iterable[tuple[str, str]], new: Iterable[str]) -> str:
    """The railways, those of this turn with a glow (PR-TRACK-16)."""
    sheet = chart.sheet
    known = []
    for name, letter in drawn:
        found_track = find(chart, name)
        if found_track is not None and letter in SUITS:
            known.append((found_track, SUITS.index(letter)))
    fresh = {find(chart, name) for name in new}
    glow = "".join(segment(*chart.ends(track)) for track, _ in known if track in fresh)
    found = path(glow, stroke="#ffd84a", width=BODY + 13, opacity="0.85", class_="pr-new") if glow else ""
    for track, suit in known:
        line = rail(suit, segment(*chart.ends(track)), sheet.kinds[track])
        mark = {"class_": f"pr-track pr-suit-{SUITS[suit]}", "data_track": sheet.track_names[track]}
        now = "yes" if track in fresh else None
        found += element("g", line, **mark, data_suit=SUITS[suit], data_new=now)
    for vertex, ends in sorted(_meeting(chart, known).items()):
        x, y = chart.corners[vertex]
        if len(ends) > 1:
            found += circle(x, y, BODY / 2 + 0.4, SUIT_COLOURS[ends[0]], None)
        elif sheet.corner_of[vertex] < 0:
            mark = {"class_": "pr-tip", "data_vertex": sheet.grid.vertex_names[vertex], "data_suit": SUITS[ends[0]]}
            found += circle(x, y, BODY / 2 + 0.6, CREAM, SUIT_COLOURS[ends[0]], 3, **mark)
    return element("g", found, class_="pr-tracks") if found else ""


def _meeting(chart: Map, known: list[tuple[int, int]]) -> dict[int, list[int]]:
    """The railways of the tracks that end at each vertex, towns left out: two make a joint, one is a tip."""
    meeting: dict[int, list[int]] = {}
    for track, suit in known:
        for v in chart.sheet.track_vertices[track]:
            if chart.sheet.town_at[v] < 0:
                meeting.setdefault(v, []).append(suit)
    return meeting


def find(chart: Map, name: str) -> int | None:
    """The track of this name, or nothing: a picture never fails because of what it is asked to show."""
    try:
        return chart.sheet.track(name)
    except BadName:
        return None


def legal(chart: Map, names: Iterable[str]) -> str:
    """Tracks that may be drawn now, for the eye and for the pointer."""
    found = ""
    for track in dict.fromkeys(find(chart, name) for name in names):
        if track is None:
            continue
        line = segment(*chart.ends(track))
        short = chart.sheet.kinds[track] is Kind.SHORTCUT
        glow = path(line, stroke="#ffe27a", width=17, opacity="0.55")
        glow += path(line, stroke="#c47f00", width=4, stroke_dasharray="1 7" if short else "9 6")
        mark = {"class_": "pr-legal", "data_edge": chart.sheet.track_names[track]}
        found += element("g", glow, **mark, data_kind=chart.sheet.kinds[track].name.lower())
    return element("g", found, class_="pr-legals") if found else ""


def crossed(chart: Map, hexes: Mapping[str, str]) -> str:
    """Features that are done, struck out in pencil; a captured bandit sits behind bars (PR-FEAT-05)."""
    names = {name: h for h, name in enumerate(chart.sheet.grid.hex_names)}
    found = ""
    for name, how in hexes.items():
        if name not in names:
            continue
        x, y = chart.centres[names[name]]
        if how == "captured":
            bars = "".join(f"M{x + dx:.1f} {y - 36:.1f}V{y + 26:.1f}" for dx in (-18, -6, 6, 18))
            frame = f"M{x - 25:.1f} {y - 36:.1f}H{x + 25:.1f}M{x - 25:.1f} {y + 26:.1f}H{x + 25:.1f}"
            body = path(bars, stroke="#3c4046", width=3.4) + path(frame, stroke="#3c4046", width=4)
        else:
            body = strike(x, y - 5, 0.42 * HEX, 5)
        found += element("g", body, class_="pr-crossed", data_hex=name, data_how=how or None)
    return element("g", found, class_="pr-crossings") if found else ""


def strike(x: float, y: float, reach: float, width: float) -> str:
    """A cross as a pencil makes it."""
    a: Point = (x - reach, y - 0.9 * reach)
    b: Point = (x + 0.94 * reach, y + reach)
    c: Point = (x + reach, y - reach)
    d: Point = (x - 0.96 * reach, y + 0.92 * reach)
    return path(segment(a, b) + segment(c, d), stroke=PENCIL, width=width, opacity="0.85")
