"""What the numbers of the environments mean: parts of an observation, ranges of action numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from goldenspike.engine.env_fields import BYTE, BoardGraph, Part, Verb
from goldenspike.engine.setting import Setting

from .board.hexes import neighbour
from .rules import state as n


def parts(setting: Setting) -> Iterator[Part]:
    b: Any = setting.b
    last = n.CARDS - 1
    yield Part("seats", 1, 1, n.SEATS, "players")
    yield Part("phase", 1, 0, n.OVER, "0: the Dealer takes a card, 1: all write, 2: over")
    yield Part("round", 1, 1, n.ROUNDS, "1 to 4")
    yield Part("turn", 1, 1, n.TURNS, "1 to 5")
    yield Part("dealer", 1, -1, n.SEATS - 1, "seat of the Dealer; -1 in solo")
    yield Part("burnt", 1, -1, last, "card put aside; -1: none")
    yield Part("taken", 1, -1, last, "card the Dealer took for themselves; -1: none")
    yield Part("owner", 1, -1, n.OWNERS - 1, "Company Owner of the round; -1: none")
    yield Part("deck", 1, 0, n.CARDS, "cards in the deck")
    yield Part("shown", n.SHOWN, -1, last, "cards on the table: 5 x suit + value; -1: none")
    yield Part("seen", n.CARDS, 0, 1, "cards turned up in this round, by card")
    for slot in range(n.GOAL_SLOTS):
        yield Part(f"goal {slot + 1}: card", 1, -1, n.GOALS - 1, "-1: none, or face down")
        yield Part(f"goal {slot + 1}: face", 1, 0, n.REMOVED, "0: none, 1: face down, 2: face up, 3: removed")
        yield Part(f"goal {slot + 1}: met", 1, 0, n.CELLS, "turn (1 to 20) in which somebody first met it")
    yield Part("own card", 1, -1, last, "card dealt face down for the fifth turn; -1: none", private=True)
    yield Part(
        "stage",
        1,
        0,
        n.COMMITTED,
        "own turn: 0 picking, 1 naming, 2 drawing, 3 choosing, 4 again, 5 committed",
        private=True,
    )
    yield Part("card", 1, -1, last, "own card of this turn", private=True)
    yield Part("railway", 1, -1, n.RAILS - 1, "railway that draws", private=True)
    yield Part("tracks", 1, 0, n.MAX_DRAWN, "tracks drawn in this turn", private=True)
    yield Part("owner used", 1, *BYTE, "1 once the owner's power is used in this turn", private=True)
    yield Part("suit used", 1, *BYTE, "1 once a Town changed the suit in this turn", private=True)
    yield Part("permissions", 1, *BYTE, "permissions of Towns used in this turn", private=True)
    yield Part("asked", 1, -1, n.MAX_HEXES - 1, "hex whose feature asks for a choice; -1: none", private=True)
    yield Part("extra", 1, -1, n.RAILS - 1, "second railway for one track; -1: none", private=True)
    for seat in range(setting.seats):
        who = "own" if seat == 0 else f"+{seat}"
        yield Part(f"{who}: committed", 1, 0, 1, "1 once the turn is complete")
        yield Part(f"{who}: Joker", 1, *BYTE, "1 once a Joker was used")
        yield Part(f"{who}: stars", 3, *BYTE, "points by goal")
        yield Part(f"{who}: hands", n.ROUNDS, *BYTE, "points of the poker hands by round")
        yield Part(f"{who}: cells", n.CELLS, -1, n.STAR, "values written by turn; -1: empty, 5: Joker")
        yield Part(f"{who}: area", n.AREA, *BYTE, "score area, in the order of AREA in state.py", private=seat == 0)
        yield Part(
            f"{who}: edges",
            int(b.n_edges),
            0,
            2 * n.FRESH,
            "0, or 1 + railway; 4 more in the own open turn",
            private=seat == 0,
            edges=range(b.n_edges),
        )
        yield Part(
            f"{who}: hexes",
            int(b.n_hexes),
            0,
            2 * n.CUT_FRESH,
            "crossed, escaped, or a shortcut",
            private=seat == 0,
            nodes=range(b.n_hexes),
        )


def board_graph(setting: Setting) -> BoardGraph:
    """Hexes and their corners; tracks join corners, and every hex is joined to its six.

    On the grid hexes lie in rows as on the sheet. A track lies with the hex whose right, lower right or lower left side
    it is, in a plane for each of these sides; there is a rim for hexes beyond the map.
    """
    grid, b = setting.board.grid, setting.b
    hexes = len(grid.hexes)
    tracks = tuple((hexes + a, hexes + b) for a, b in grid.edge_vertices)
    spokes = tuple((h, hexes + v) for h, corners in enumerate(grid.hex_vertices) for v in corners)
    places = [cell_of(at) for at in grid.hexes]
    cells: list[tuple[int, int, int]] = [(0, 0, 0)] * len(tracks)
    for at, sides in zip(grid.hexes, grid.hex_edges, strict=True):
        for k, edge in enumerate(sides):
            # Clockwise from the upper right one: sides 1 to 3 are the hex's own, the others are its neighbours'.
            own = at if 1 <= k <= 3 else neighbour(at, k)
            cells[edge] = (k - 1 if 1 <= k <= 3 else (k + 3) % 6 - 1, *cell_of(own))
    return BoardGraph(
        (*grid.hex_names, *grid.vertex_names),
        tracks + spokes,
        grid.rows + 2,
        grid.cols + 2,
        BoardGraph.cells(places),
        tuple(cells),
        node_facts={
            "is a corner": (0,) * hexes + (1,) * len(grid.vertices),
            "terrain": (*(int(b.terrain[h]) for h in range(hexes)), *(0 for _ in grid.vertices)),
        },
        edge_facts={"kind": (*(int(b.edge_kind[e]) for e in range(len(tracks))), *(0 for _ in spokes))},
    )


def cell_of(at: tuple[int, int]) -> tuple[int, int]:
    """Row and column of a hex on a grid with a rim."""
    q, r = at
    return 1 + r, 1 + q + (r - (r & 1)) // 2


def possible_actions(setting: Setting) -> Iterator[int]:
    """Every action that may be legal at some time with the features of this sheet and these options."""
    b: Any = setting.b
    features = {int(b.terrain[h]) for h in range(b.n_hexes)}
    yield from (n.DONE, n.SPEND, *range(n.SUIT, n.SUIT + n.RAILS))
    yield from range(n.PICK, n.PICK + (n.CARDS if b.options.jokers else n.PLAIN_CARDS))
    if b.options.jokers:
        yield from range(n.NAME, n.NAME + n.RAILS)
    if b.options.owners:
        yield from range(n.OWN_RAIL, n.OWN + 1)
    if n.BANK in features:
        yield from range(n.DEPOSIT, n.DEPOSIT + n.DEPOSITS)
    if n.SALOON in features:
        yield from range(n.CIRCLE, n.OPEN if b.forest else n.CIRCLE + n.ROUNDS)
    if n.JAIL in features or n.BANDIT in features:
        yield from (first + jail for first in (n.OPEN, n.CELL) for jail in range(b.n_jails))
    for edge in range(b.n_edges):
        on_rim = b.edge_hex[edge][1] == n.NONE
        if b.edge_kind[edge] != n.CLOSED and not (b.options.border_edges == 1 and on_rim):
            yield n.TRACK + edge
    for h in range(b.n_hexes):
        if b.terrain[h] == n.BLANK:
            yield from range(n.TRACK + int(b.n_edges) + 3 * h, n.TRACK + int(b.n_edges) + 3 * h + 3)


def verbs(setting: Setting) -> Iterator[Verb]:
    b: Any = setting.b
    yield Verb(n.DONE, 1, "done", "the turn is complete")
    yield Verb(n.PICK, n.CARDS, "pick", "+ card")
    yield Verb(n.NAME, n.RAILS, "name", "+ suit a Joker stands for")
    yield Verb(n.SPEND, 1, "spend", "a Town symbol for one more track")
    yield Verb(n.SUIT, n.RAILS, "suit", "+ suit to change to, for a Town symbol")
    yield Verb(n.OWN_RAIL, n.RAILS, "owner", "+ railway (Owner 03)")
    yield Verb(n.OWN, 1, "owner", "use the power of the owner")
    yield Verb(n.DEPOSIT, n.DEPOSITS, "deposit", "+ nuggets")
    yield Verb(n.CIRCLE, n.OPEN - n.CIRCLE, "circle", "+ round (Desert) or value (Forest)")
    yield Verb(n.OPEN, n.MAX_JAILS, "open", "+ Jail")
    yield Verb(n.CELL, n.MAX_JAILS, "cell", "+ Jail")
    yield Verb(n.TRACK, int(b.n_edges), "track", "+ edge")
    yield Verb(n.TRACK + int(b.n_edges), 3 * int(b.n_hexes), "shortcut", "+ 3 x hex + diagonal")
