"""Company Owners: one per round, the same power for everybody."""

from __future__ import annotations

from .state import (
    BANK,
    NO_OWNER,
    OWN,
    OWN_RAIL,
    OWNER_BANK,
    OWNER_BRIDGE,
    OWNER_LATE,
    OWNER_SALOON,
    OWNER_SAME,
    OWNER_SHORTCUT,
    OWNER_STATION,
    OWNER_SWITCH,
    OWNER_TUNNEL,
    OWNER_TWICE,
    RAILS,
    SALOON,
    TOWNS,
    BoardArrays,
    State,
)
from .track import allowance


def sides_needed(s: State, b: BoardArrays, h: int) -> int:
    """The printed number, lowered while an owner says so (PR-FEAT-02, PR-OWNER-01, -02)."""
    if s.owner == OWNER_BANK and b.terrain[h] == BANK and b.need[h] > 2:
        return 2
    if s.owner == OWNER_SALOON and b.terrain[h] == SALOON and b.need[h] > 1:
        return 1
    return 0 + b.need[h]


def lends_special(s: State) -> bool:
    """Owners 06 to 09 trade one base track for a special."""
    return s.owner == OWNER_SWITCH or s.owner == OWNER_BRIDGE or s.owner == OWNER_TUNNEL or s.owner == OWNER_SHORTCUT


def own_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """Optional, once per turn, while a base track is left to give up (PR-OWNER-06..09, -11)."""
    if not lends_special(s):
        return NO_OWNER
    if s.owner_used[seat] == 1:
        return OWNER_TWICE
    return too_late(s, b, seat)


def too_late(s: State, b: BoardArrays, seat: int) -> int:
    """No track is left, or the drawing was already closed once (option town_same_turn)."""
    if s.drawn_count[seat] >= allowance(s, b, seat) or s.area[seat][TOWNS] > s.before[seat][TOWNS]:
        return OWNER_LATE + s.owner
    return 0


def own_rail_refusal(s: State, b: BoardArrays, seat: int, rail: int) -> int:
    """Owner 03: give up a base track and extend any one railway (PR-OWNER-03, -11, PR-COMBO-11)."""
    if s.owner != OWNER_STATION:
        return NO_OWNER
    if s.owner_used[seat] == 1:
        return OWNER_TWICE
    if s.owner_any_station == 1:
        if rail == s.rail[seat]:
            return OWNER_SAME
        return too_late(s, b, seat)
    return OWNER_LATE + s.owner if s.drawn_count[seat] > 0 else 0


def use_owner(s: State, seat: int) -> None:
    s.owner_used[seat] = 1


def use_owner_rail(s: State, seat: int, rail: int) -> None:
    s.owner_used[seat] = 1
    if s.owner_any_station == 1:
        s.extra[seat] = rail
    else:
        s.rail[seat] = rail


def add_owner(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    for rail in range(RAILS):
        if own_rail_refusal(s, b, seat, rail) == 0:
            out[n] = OWN_RAIL + rail
            n += 1
    if own_refusal(s, b, seat) == 0:
        out[n] = OWN
        n += 1
    return n
