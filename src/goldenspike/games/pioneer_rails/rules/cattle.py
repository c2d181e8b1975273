"""Cattle: which herds are separated from every other by tracks, rivers, mountains, stations and the rim."""

from __future__ import annotations

from .state import BLANK, CATTLE, MOUNTAIN, NONE, RIVER, STATION, BoardArrays, State
from .track import cut_diagonal


def is_barrier(b: BoardArrays, h: int) -> bool:
    """Cattle never cross rivers, mountains or stations (PR-CATTLE-02)."""
    return b.terrain[h] == RIVER or b.terrain[h] == MOUNTAIN or b.terrain[h] == STATION


def cell_of(s: State, b: BoardArrays, seat: int, h: int, side: int) -> int:
    """A hex is one cell, or two of three sides each if a shortcut crosses it (PR-CATTLE-01)."""
    if b.terrain[h] != BLANK or s.mark[seat][h] == 0:
        return 2 * h
    return 2 * h + half_of(cut_diagonal(s, seat, h), side)


def half_of(diagonal: int, side: int) -> int:
    """On which half of a hex a side lies: side k joins corners k and k + 1."""
    return 0 if (side - diagonal + 6) % 6 < 3 else 1


def owns_side(s: State, b: BoardArrays, seat: int, cell: int, side: int) -> bool:
    return cell_of(s, b, seat, cell // 2, side) == cell


def is_alone(s: State, b: BoardArrays, seat: int, h: int) -> bool:
    """No other herd in its component, and at least one track on the component's border (PR-CATTLE-03, -04, -07)."""
    # fill holds 1 + the next cell of the list; the last cell points to itself
    first = 2 * h
    last = first
    s.fill[first] = 1 + first
    alone = True
    at = first
    while alone:
        near = at // 2
        whole = b.terrain[near] != BLANK or s.mark[seat][near] == 0
        for side in range(6):
            if s.edge[seat][b.hex_edge[near][side]] != 0 or not (whole or owns_side(s, b, seat, at, side)):
                continue
            beyond = 0 + b.hex_next[near][side]
            if beyond == NONE or is_barrier(b, beyond):
                continue
            cell = cell_of(s, b, seat, beyond, (side + 3) % 6)
            if s.fill[cell] == 0:
                s.fill[last] = 1 + cell
                s.fill[cell] = 1 + cell
                last = cell
                if b.terrain[beyond] == CATTLE:
                    alone = False
                    break
        if s.fill[at] == 1 + at:
            break
        at = s.fill[at] - 1
    if alone:
        alone = has_track_border(s, b, seat, first)
    clear_fill(s, first)
    return alone


def has_track_border(s: State, b: BoardArrays, seat: int, first: int) -> bool:
    """Does a track lie on the border of the filled component? A spur inside it is none (PR-CATTLE-04)."""
    at = first
    while True:
        near = at // 2
        if b.terrain[near] == BLANK and s.mark[seat][near] != 0:
            other = at + 1 if at % 2 == 0 else at - 1
            if s.fill[other] == 0:
                return True
        for side in range(6):
            if owns_side(s, b, seat, at, side) and s.edge[seat][b.hex_edge[near][side]] != 0:
                beyond = 0 + b.hex_next[near][side]
                if beyond == NONE or is_barrier(b, beyond):
                    return True
                if s.fill[cell_of(s, b, seat, beyond, (side + 3) % 6)] == 0:
                    return True
        if s.fill[at] == 1 + at:
            return False
        at = s.fill[at] - 1


def clear_fill(s: State, first: int) -> None:
    at = first
    while True:
        following = s.fill[at] - 1
        s.fill[at] = 0
        if following == at:
            return
        at = following
