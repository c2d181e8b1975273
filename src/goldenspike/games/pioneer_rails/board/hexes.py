"""The hex plane of a sheet: hexes, corners and sides, numbered and named (PR-GEO-01..11).

Hexes are numbered row by row, vertices and edges in the order in which the hexes meet them, so that every number
is the same in every process.  Everything a player can point at has a text form that reads back:
`C3` (hex), `C3s` (vertex), `C3|D3` or `A4^nw` (edge), `A3*n-s` (shortcut).
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import pairwise

Axial = tuple[int, int]
Corner = tuple[int, int, str]

CORNERS = ("n", "ne", "se", "s", "sw", "nw")
"""Corner k and corner k+1 are joined by side k; both lists run clockwise."""
SIDES = ("ne", "e", "se", "sw", "w", "nw")
STEPS: tuple[Axial, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
DIAGONALS = ("n-s", "ne-sw", "nw-se")
DIAGONAL_CORNERS = ((0, 3), (1, 4), (5, 2))
MAX_ROWS = 16
MAX_COLS = 20

_HEX = re.compile(r"([A-P])([1-9][0-9]?)")
_VERTEX = re.compile(r"([A-P][1-9][0-9]?)(ne|se|sw|nw|n|s)")
_INSIDE = re.compile(r"([A-P][1-9][0-9]?)\|([A-P][1-9][0-9]?)")
_RIM = re.compile(r"([A-P][1-9][0-9]?)\^(ne|e|se|sw|w|nw)")
_SHORTCUT = re.compile(r"([A-P][1-9][0-9]?)\*(n-s|ne-sw|nw-se)")


class Kind(IntEnum):
    """What a track must pay to lie on an edge; shortcuts are numbered after the edges (PR-GEO-10)."""

    PLAIN = 0
    BRIDGE = 1
    TUNNEL = 2
    CLOSED = 3
    SHORTCUT = 4


class BadName(ValueError):
    """A text that names nothing on this map."""


def label(at: Axial) -> str:
    """Row letter and column number of a hex, rows B, D, F shifted half a hex to the right (PR-GEO-01)."""
    q, r = at
    return f"{chr(ord('A') + r)}{q + (r - (r & 1)) // 2 + 1}"


def axial(text: str) -> Axial:
    """The hex a label names (PR-GEO-01)."""
    found = _HEX.fullmatch(text)
    if not found:
        raise BadName(f"{text!r} is not a hex: write a row letter and a column number, such as C3")
    r = ord(found[1]) - ord("A")
    return int(found[2]) - 1 - (r - (r & 1)) // 2, r


def neighbour(at: Axial, side: int) -> Axial:
    """The hex across a side, on the map or not (PR-GEO-01)."""
    return at[0] + STEPS[side][0], at[1] + STEPS[side][1]


def corner(at: Axial, k: int) -> Corner:
    """The vertex at a corner: each hex owns its north and its south one (PR-GEO-02)."""
    q, r = at
    owners = (
        (q, r, "n"),
        (q + 1, r - 1, "s"),
        (q, r + 1, "n"),
        (q, r, "s"),
        (q - 1, r + 1, "n"),
        (q, r - 1, "s"),
    )
    return owners[k]


def steps_between(a: Axial, b: Axial) -> int:
    """How many hexes apart two hexes are."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@dataclass(frozen=True)
class Grid:
    """A map of rows times columns with nothing printed on it yet."""

    rows: int
    cols: int
    hexes: tuple[Axial, ...]
    hex_names: tuple[str, ...]
    hex_edges: tuple[tuple[int, ...], ...]
    hex_vertices: tuple[tuple[int, ...], ...]
    hex_neighbours: tuple[tuple[int, ...], ...]
    """Per side; -1 where the map ends."""
    vertices: tuple[Corner, ...]
    vertex_names: tuple[str, ...]
    vertex_edges: tuple[tuple[int, ...], ...]
    vertex_hexes: tuple[tuple[int, ...], ...]
    edge_names: tuple[str, ...]
    edge_vertices: tuple[tuple[int, int], ...]
    edge_hexes: tuple[tuple[int, ...], ...]

    @cached_property
    def rim_edges(self) -> frozenset[int]:
        """Edges that border one hex only (PR-GEO-03)."""
        return frozenset(e for e, beside in enumerate(self.edge_hexes) if len(beside) == 1)

    @cached_property
    def rim_vertices(self) -> frozenset[int]:
        """Ends of rim edges."""
        return frozenset(v for e in self.rim_edges for v in self.edge_vertices[e])

    @cached_property
    def rim_hexes(self) -> frozenset[int]:
        """Hexes with a side on the rim."""
        return frozenset(h for h, around in enumerate(self.hex_neighbours) if -1 in around)

    @cached_property
    def _hex_number(self) -> dict[str, int]:
        return {name: h for h, name in enumerate(self.hex_names)}

    @cached_property
    def _vertex_number(self) -> dict[Corner, int]:
        return {at: v for v, at in enumerate(self.vertices)}

    def hex(self, text: str) -> int:
        """The hex with this label (PR-GEO-01)."""
        axial(text)
        found = self._hex_number.get(text)
        if found is None:
            raise BadName(f"{text} is off the map of {self.rows} rows and {self.cols} columns")
        return found

    def vertex(self, text: str) -> int:
        """The vertex with this name: any of its hexes and the corner there (PR-GEO-02)."""
        found = _VERTEX.fullmatch(text)
        if not found:
            raise BadName(f"{text!r} is not a vertex: write a hex and a corner, such as C3s")
        return self.hex_vertices[self.hex(found[1])][CORNERS.index(found[2])]

    def edge(self, text: str) -> int:
        """The edge with this name; `C3|D3` and `D3|C3` are the same (PR-GEO-03)."""
        if found := _INSIDE.fullmatch(text):
            one, other = self.hex(found[1]), self.hex(found[2])
            if other not in self.hex_neighbours[one]:
                raise BadName(f"{text}: {found[1]} and {found[2]} are not adjacent (PR-GEO-03)")
            return self.hex_edges[one][self.hex_neighbours[one].index(other)]
        if found := _RIM.fullmatch(text):
            at, side = self.hex(found[1]), SIDES.index(found[2])
            if self.hex_neighbours[at][side] != -1:
                raise BadName(f"{text}: this side of {found[1]} is not on the rim (PR-GEO-03)")
            return self.hex_edges[at][side]
        raise BadName(f"{text!r} is not an edge: write two hexes such as C3|D3, or a rim side such as A4^nw")

    def shortcut(self, text: str) -> tuple[int, int]:
        """Hex and diagonal of a shortcut (PR-GEO-10)."""
        found = _SHORTCUT.fullmatch(text)
        if not found:
            raise BadName(f"{text!r} is not a shortcut: write a hex and a diagonal, such as A3*n-s")
        return self.hex(found[1]), DIAGONALS.index(found[2])

    def shortcut_name(self, at: int, diagonal: int) -> str:
        """The text form of a shortcut (PR-GEO-10)."""
        return f"{self.hex_names[at]}*{DIAGONALS[diagonal]}"

    def shortcut_vertices(self, at: int, diagonal: int) -> tuple[int, int]:
        """The two opposite corners a shortcut joins (PR-GEO-10)."""
        one, other = DIAGONAL_CORNERS[diagonal]
        return self.hex_vertices[at][one], self.hex_vertices[at][other]

    def across(self, edge: int, vertex: int) -> int:
        """The other end of an edge."""
        one, other = self.edge_vertices[edge]
        return other if vertex == one else one

    def between(self, one: int, other: int) -> int:
        """The edge that two adjacent hexes share."""
        return self.hex_edges[one][self.hex_neighbours[one].index(other)]

    def count(self, at: int, tracks: Collection[int]) -> int:
        """Sides of a hex that carry a track, whoever drew it; a shortcut is no side (PR-GEO-11)."""
        return sum(edge in tracks for edge in self.hex_edges[at])

    def radials(self, station: int) -> tuple[int, ...]:
        """The six first tracks of a station, per corner the edge that is none of its sides (PR-GEO-05)."""
        own = self.hex_edges[station]
        return tuple(e for v in self.hex_vertices[station] for e in self.vertex_edges[v] if e not in own)

    def kinds(
        self, stations: Iterable[int], rivers: Sequence[Sequence[int]], ranges: Iterable[tuple[int, int]]
    ) -> tuple[Kind, ...]:
        """The kind of every edge, from what is printed (PR-GEO-05, -07, -08, -09, -10)."""
        kinds = [Kind.PLAIN] * len(self.edge_names)
        for one, other in ranges:
            kinds[self.between(one, other)] = Kind.TUNNEL
        for river in rivers:
            for one, other in pairwise(river):
                kinds[self.between(one, other)] = Kind.BRIDGE
            for mouth in (river[0], river[-1]):
                for edge in self.hex_edges[mouth]:
                    if edge in self.rim_edges:
                        kinds[edge] = Kind.CLOSED
        for station in stations:
            for edge in self.hex_edges[station]:
                kinds[edge] = Kind.CLOSED
        return tuple(kinds)

    def apart(self, one: int, other: int) -> int:
        """How many hexes apart two hexes are."""
        return steps_between(self.hexes[one], self.hexes[other])


@lru_cache(maxsize=32)
def grid(rows: int, cols: int) -> Grid:
    """The numbered map of this size, made once."""
    if not (1 <= rows <= MAX_ROWS and 1 <= cols <= MAX_COLS):
        raise BadName(f"a map has 1 to {MAX_ROWS} rows and 1 to {MAX_COLS} columns, not {rows} and {cols}")
    hexes = tuple((c - (r - (r & 1)) // 2, r) for r in range(rows) for c in range(cols))
    number = {at: h for h, at in enumerate(hexes)}
    around = tuple(tuple(number.get(neighbour(at, k), -1) for k in range(6)) for at in hexes)

    vertices: dict[Corner, int] = {}
    vertex_names: list[str] = []
    corners = []
    for h, at in enumerate(hexes):
        mine = []
        for k in range(6):
            found = corner(at, k)
            if found not in vertices:
                vertices[found] = len(vertices)
                # The owner of a rim vertex may lie off the map: then its first hex names it.
                owner = found[:2]
                vertex_names.append(label(owner) + found[2] if owner in number else label(hexes[h]) + CORNERS[k])
            mine.append(vertices[found])
        corners.append(tuple(mine))

    edges: dict[tuple[int, int], int] = {}
    edge_names: list[str] = []
    edge_hexes: list[list[int]] = []
    sides = []
    for h, at in enumerate(hexes):
        mine = []
        for k in range(6):
            one, other = corners[h][k], corners[h][(k + 1) % 6]
            ends = (min(one, other), max(one, other))
            if ends not in edges:
                edges[ends] = len(edges)
                beyond = around[h][k]
                name = f"{label(at)}|{label(hexes[beyond])}" if beyond >= 0 else f"{label(at)}^{SIDES[k]}"
                edge_names.append(name)
                edge_hexes.append([])
            edge_hexes[edges[ends]].append(h)
            mine.append(edges[ends])
        sides.append(tuple(mine))

    meeting: list[list[int]] = [[] for _ in vertices]
    for ends, e in edges.items():
        for v in ends:
            meeting[v].append(e)
    touching: list[list[int]] = [[] for _ in vertices]
    for h, mine_ in enumerate(corners):
        for v in mine_:
            touching[v].append(h)
    return Grid(
        rows=rows,
        cols=cols,
        hexes=hexes,
        hex_names=tuple(label(at) for at in hexes),
        hex_edges=tuple(sides),
        hex_vertices=tuple(corners),
        hex_neighbours=around,
        vertices=tuple(vertices),
        vertex_names=tuple(vertex_names),
        vertex_edges=tuple(tuple(m) for m in meeting),
        vertex_hexes=tuple(tuple(t) for t in touching),
        edge_names=tuple(edge_names),
        edge_vertices=tuple(edges),
        edge_hexes=tuple(tuple(b) for b in edge_hexes),
    )
