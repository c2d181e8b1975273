"""What holds on every sheet, as plain functions that compile with the rules: 0, or the number of what is wrong."""

from __future__ import annotations

from .features import captured
from .state import (
    BANDIT,
    BANK,
    BANKS,
    BLANK,
    CATTLE,
    CLOSED,
    DEPOSITED,
    ESCAPED,
    ESCAPES,
    FORT,
    FORTS,
    FRESH,
    JAIL_FILL,
    JAIL_MASK,
    MINE,
    NONE,
    NUGGETS,
    RANCHES,
    SALOON,
    SALOON_MASK,
    SALOONS,
    SPENT,
    TOWNS,
    BoardArrays,
    State,
)
from .track import cut_diagonal, rails_in, town_mask


def tracks_at(s: State, b: BoardArrays, seat: int, v: int) -> int:
    """How many tracks meet at a vertex, counted from the tracks themselves."""
    count = 0
    for k in range(3):
        e = 0 + b.vertex_edge[v][k]
        if e != NONE and s.edge[seat][e] != 0:
            count += 1
        h = 0 + b.vertex_hex[v][k]
        if h != NONE and b.terrain[h] == BLANK and s.mark[seat][h] != 0:
            if cut_diagonal(s, seat, h) == b.vertex_corner[v][k] % 3:
                count += 1
    return count


def broken_sheet(s: State, b: BoardArrays, seat: int) -> int:
    """Tracks fit their vertices and edges, and the score area fits what is crossed out."""
    for v in range(b.n_vertices):
        mask = town_mask(s, b, seat, v)
        number = tracks_at(s, b, seat, v)
        if b.town_of[v] != NONE:
            if rails_in(mask) > 3:
                return 1
            if s.spot[seat][v] != mask:
                return 2
        else:
            if rails_in(mask) > 1:
                return 3  # two lines meet outside a Town
            if number > 3:
                return 4
            if number == 0 and s.spot[seat][v] != 0:
                return 5
            if number > 0 and (s.spot[seat][v] // 4 != number or 1 << s.spot[seat][v] % 4 != mask):
                return 6
            if (
                b.station_of[v] != NONE
                and b.options.station_rim == 0
                and (number > 1 or (number == 1 and mask != 1 << b.station_of[v]))
            ):
                return 7
    for e in range(b.n_edges):
        if s.edge[seat][e] != 0:
            if b.edge_kind[e] == CLOSED:
                return 8
            if s.border_edges == 1 and b.edge_hex[e][1] == NONE:
                return 9
    return broken_area(s, b, seat)


def broken_area(s: State, b: BoardArrays, seat: int) -> int:
    """Symbol rows never overrun, and agree with what is crossed out."""
    if s.area[seat][NUGGETS] > b.nugget_row or s.area[seat][DEPOSITED] > s.area[seat][NUGGETS]:
        return 20
    if s.area[seat][TOWNS] > b.town_row or s.area[seat][SPENT] > s.area[seat][TOWNS]:
        return 21
    if s.area[seat][ESCAPES] > b.escape_row:
        return 22
    if b.forest == 0 and s.area[seat][SALOON_MASK] >= 16:
        return 23
    for jail in range(b.n_jails):
        if s.area[seat][JAIL_FILL + jail] > b.jail_size[jail]:
            return 24
        if s.area[seat][JAIL_FILL + jail] > 0 and s.area[seat][JAIL_MASK] >> jail & 1 == 0:
            return 25
    if crossed_of(s, b, seat, CATTLE) != s.area[seat][RANCHES]:
        return 26
    if crossed_of(s, b, seat, SALOON) != s.area[seat][SALOONS]:
        return 26
    if crossed_of(s, b, seat, BANK) != s.area[seat][BANKS] or crossed_of(s, b, seat, FORT) != s.area[seat][FORTS]:
        return 27
    if crossed_of(s, b, seat, BANDIT) != captured(s, b, seat):
        return 28
    if crossed_of(s, b, seat, MINE) < s.area[seat][NUGGETS]:
        return 29
    return 0


def crossed_of(s: State, b: BoardArrays, seat: int, kind: int) -> int:
    count = 0
    for h in range(b.n_hexes):
        if b.terrain[h] == kind and s.mark[seat][h] != 0 and s.mark[seat][h] % FRESH != ESCAPED:
            count += 1
    return count
