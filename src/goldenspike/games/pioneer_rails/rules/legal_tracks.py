"""Which tracks can be drawn now: found from the corners, tips and branches of the railway."""

from __future__ import annotations

from .state import (
    BLANK,
    NONE,
    PLAIN,
    SHORTCUT,
    SWITCH,
    TRACK,
    BoardArrays,
    State,
)
from .track import (
    NO_START,
    SWITCH_START,
    allowance,
    edge_closed,
    entry_refusal,
    extra_open,
    owner_permit,
    permits_needed,
    start_kind,
    town_permits,
)


def insert_sorted(out: list[int], n: int, number: int) -> int:
    """Put a number into its place in a sorted list."""
    k = n
    while k > 0 and out[k - 1] > number:
        out[k] = out[k - 1]
        k -= 1
    out[k] = number
    return n + 1


def add_tracks(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """All legal tracks, found from the corners and open ends of the railway."""
    if s.drawn_count[seat] >= allowance(s, b, seat):
        return n
    n = add_rail_tracks(s, b, seat, s.rail[seat], out, n)
    if extra_open(s, b, seat):
        n = add_rail_tracks(s, b, seat, s.extra[seat], out, n)
    return n


def add_rail_tracks(s: State, b: BoardArrays, seat: int, rail: int, out: list[int], n: int) -> int:
    permits = town_permits(s, seat)
    mine = owner_permit(s, seat)
    for v in range(b.n_vertices):
        if s.spot[seat][v] == 0 and b.station_of[v] != rail:
            continue
        start = start_kind(s, b, seat, v, rail)
        if start == NO_START:
            continue
        if start == SWITCH_START and permits == 0 and mine != SWITCH:
            continue
        for k in range(3):
            e = 0 + b.vertex_edge[v][k]
            if e == NONE or s.edge[seat][e] != 0 or edge_closed(s, b, e):
                continue
            if permits_needed(s, seat, 0 + b.edge_kind[e], start) > permits:
                continue
            far = b.edge_end[e][0] + b.edge_end[e][1] - v
            if entry_refusal(s, b, seat, far, rail) == 0:
                n = insert_sorted(out, n, TRACK + e)
        if permits > 0 or mine == SHORTCUT:
            n = add_cuts(s, b, seat, rail, v, start, out, n)
    return n


def add_cuts(s: State, b: BoardArrays, seat: int, rail: int, v: int, start: int, out: list[int], n: int) -> int:
    """Shortcuts from a vertex: one diagonal of each blank hex around it (PR-BENEFIT-09, -10)."""
    if permits_needed(s, seat, 0 + SHORTCUT, start) > town_permits(s, seat):
        return n
    for k in range(3):
        h = 0 + b.vertex_hex[v][k]
        if h != NONE and b.terrain[h] == BLANK and s.mark[seat][h] == 0:
            corner = 0 + b.vertex_corner[v][k]
            far = 0 + b.hex_vertex[h][(corner + 3) % 6]
            if entry_refusal(s, b, seat, far, rail) == 0:
                n = insert_sorted(out, n, TRACK + b.n_edges + 3 * h + corner % 3)
    return n


def has_plain_track(s: State, b: BoardArrays, seat: int, rail: int) -> bool:
    """Is there a track that needs no permission? (PR-TRACK-13)"""
    for v in range(b.n_vertices):
        if s.spot[seat][v] == 0 and b.station_of[v] != rail:
            continue
        start = start_kind(s, b, seat, v, rail)
        if start == NO_START or start == SWITCH_START:
            continue
        for k in range(3):
            e = 0 + b.vertex_edge[v][k]
            if e == NONE or s.edge[seat][e] != 0 or b.edge_kind[e] != PLAIN or edge_closed(s, b, e):
                continue
            if entry_refusal(s, b, seat, b.edge_end[e][0] + b.edge_end[e][1] - v, rail) == 0:
                return True
    return False
