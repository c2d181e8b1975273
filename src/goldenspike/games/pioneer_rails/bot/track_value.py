"""What a track is worth: the features, Towns, herds and goals it helps.

Whole numbers only, like the rules; nothing hidden is read.
"""

from __future__ import annotations

from ..rules.cattle import is_alone
from ..rules.features import free_nuggets, fresh_sides, only_cell, side_rails, sides
from ..rules.goals import mountain_rails, rim_rails
from ..rules.owners import sides_needed
from ..rules.scoring import yard_factor
from ..rules.state import (
    BANDIT,
    BANK,
    BANKS,
    BRIDGE,
    CATTLE,
    FACE_UP,
    FORT,
    FORTS,
    G1A,
    G1B,
    G1C,
    G1D,
    G1E,
    G1F,
    G1G,
    G1H,
    G1I,
    G1J,
    G1K,
    G1L,
    G1M,
    G1N,
    G1O,
    G2A,
    G2B,
    G2C,
    G2D,
    G2E,
    G2F,
    GOAL_SLOTS,
    JAIL,
    MINE,
    MOUNTAIN,
    NONE,
    RANCHES,
    ROUNDS,
    SALOON,
    SALOON_MASK,
    TUNNEL,
    TURNS,
    YARD,
    YARDS,
    BoardArrays,
    State,
)
from ..rules.towns import network
from ..rules.track import (
    is_cut,
    rails_in,
    track_kind,
)

POINT = 100  # one point, so that fractions of points stay whole numbers


def turns_left(s: State) -> int:
    """Turns after this one."""
    return ROUNDS * TURNS - TURNS * (s.round_no - 1) - s.turn_no


def tip_promise(s: State, b: BoardArrays, seat: int, v: int) -> int:
    """An open end near a Town that nobody reached yet promises something."""
    if b.town_of[v] != NONE:
        return 0
    best = 0
    for k in range(b.n_towns):
        if s.spot[seat][b.town[k]] == 0:
            worth = 90 - 15 * b.town_steps[k][v]
            if worth > best:
                best = worth
    return best if turns_left(s) > 1 else 0


def wanted(s: State, b: BoardArrays, seat: int, goal: int) -> int:
    """What one unit towards a goal is worth, 0 if the goal is not open to this seat."""
    for k in range(GOAL_SLOTS):
        if s.goal_face[k] == FACE_UP and s.goal[k] == goal:
            if s.seats > 1 and s.star[seat][k] != 0:
                return 0
            points = b.values.goal[0] if s.goal_met[k] == 0 else b.values.goal[1]
            return POINT * points // b.goal_need[goal]
    return 0


def track_gain(s: State, b: BoardArrays, seat: int, track: int, v: int, rail: int, was: int) -> int:
    """What a track just drawn brings: its two hexes, the vertex it reaches, herds it separates."""
    gain = 0
    kind = track_kind(b, track)
    if kind == BRIDGE:
        gain += wanted(s, b, seat, 0 + G1M)
    if kind == TUNNEL:
        gain += wanted(s, b, seat, 0 + G1I)
    if not is_cut(b, track):
        for side in range(2):
            h = 0 + b.edge_hex[track][side]
            if h != NONE:
                gain += side_gain(s, b, seat, h)
    if b.town_of[v] != NONE:
        gain += town_gain(s, b, seat, v, rail, was)
    elif b.rim[v] == 1 and wanted(s, b, seat, 0 + G1F) > 0 and rim_rails(s, b, seat) <= 3:
        gain += wanted(s, b, seat, 0 + G1F) // 2
    if b.by_mountain[v] == 1 and wanted(s, b, seat, 0 + G2F) > 0 and mountain_rails(s, b, seat) <= 4:
        gain += wanted(s, b, seat, 0 + G2F) // 3
    if meets_barrier(s, b, seat, v):
        gain += herd_gain(s, b, seat)
    return gain


def meets_barrier(s: State, b: BoardArrays, seat: int, v: int) -> bool:
    """Only a track that reaches the rim, a barrier or another line can separate herds."""
    if b.rim[v] == 1 or b.by_river[v] == 1 or b.by_mountain[v] == 1:
        return True
    return b.town_of[v] != NONE and s.spot[seat][v] != 0


def herd_gain(s: State, b: BoardArrays, seat: int) -> int:
    """Ranches that this line would complete."""
    number = 0 + s.area[seat][RANCHES]
    gain = 0
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        if b.terrain[h] == CATTLE and s.mark[seat][h] == 0 and number < b.ranch_length:
            if is_alone(s, b, seat, h):
                gain += POINT * b.ranch_row[number] + wanted(s, b, seat, 0 + G1H)
                if number > 0:
                    gain -= POINT * b.ranch_row[number - 1]
                number += 1
    return gain


def town_gain(s: State, b: BoardArrays, seat: int, v: int, rail: int, was: int) -> int:
    """A symbol for a new Town, a larger network, goals about Towns."""
    gain = 0
    mask = 0 + s.spot[seat][v]
    if mask == 1 << rail:
        gain += POINT + (150 if turns_left(s) > 0 else 0)
        gain += wanted(s, b, seat, 0 + G1K) + wanted(s, b, seat, 0 + G1L)
        if b.by_river[v] == 1:
            gain += wanted(s, b, seat, 0 + G2A)
        if b.by_mountain[v] == 1:
            gain += wanted(s, b, seat, 0 + G2B)
    if rails_in(mask) == 2:
        gain += wanted(s, b, seat, 0 + G1N) // 2
    factor = yard_factor(s, b, seat)
    if factor < 2 and turns_left(s) > 6:
        factor = 2
    return gain + POINT * factor * (network(s, b, seat) - was)


def part_of(full: int, count: int, need: int) -> int:
    """The share of the latest side in a feature's worth: the later sides count more."""
    if count > need:
        return 0
    return full * (2 * count - 1) // (need * need)


def side_gain(s: State, b: BoardArrays, seat: int, h: int) -> int:
    """What one more side of a hex is worth."""
    kind = 0 + b.terrain[h]
    if kind == MOUNTAIN:
        return wanted(s, b, seat, 0 + G1G) // 3 if sides(s, b, seat, h) == 1 else 0
    if kind < MINE or kind > BANK or s.mark[seat][h] != 0:
        return 0
    count = sides(s, b, seat, h)
    if kind == FORT and b.forest == 1:
        gain = POINT * b.values.fort_side
        return gain + (wanted(s, b, seat, 0 + G2C) // 2 if count <= 2 else 0)
    if kind == BANDIT:
        return bandit_gain(s, b, seat, h)
    if kind == CATTLE:
        return 0
    full = feature_worth(s, b, seat, kind)
    need = sides_needed(s, b, h)
    if kind != MINE and count == need and rails_in(side_rails(s, b, seat, h)) >= 2:
        return part_of(full, count, need) + wanted(s, b, seat, 0 + G1J)
    return part_of(full, count, need)


def bandit_gain(s: State, b: BoardArrays, seat: int, h: int) -> int:
    """A second side in one turn captures, if a cell is free; a single one lets it escape."""
    fresh = fresh_sides(s, b, seat, h)
    if fresh == 1:
        return -150
    if fresh > 2:
        return 0
    jail = only_cell(s, b, seat)
    if jail == NONE:
        return 0
    return 350 + wanted(s, b, seat, 0 + G2D)


def feature_worth(s: State, b: BoardArrays, seat: int, kind: int) -> int:
    """What a completed feature of this kind is worth now."""
    area = s.area[seat]
    if kind == MINE:
        worth = POINT + (80 if area[BANKS] < b.n_squares else 0)
        return worth + wanted(s, b, seat, 0 + G1B)
    if kind == BANK:
        worth = wanted(s, b, seat, 0 + G1C) + 2 * wanted(s, b, seat, 0 + G1A)
        if area[BANKS] < b.n_squares:
            gold = free_nuggets(s, seat)
            if gold > b.values.nuggets_per_bank:
                gold = 0 + b.values.nuggets_per_bank
            worth += POINT * (1 + gold) * b.values.bank[area[BANKS]]
        return worth
    if kind == SALOON:
        worth = wanted(s, b, seat, 0 + G1D)
        if b.forest == 1:
            return worth + POINT + 70 * (ROUNDS - s.round_no + 1)
        for k in range(s.round_no - 1, ROUNDS):
            if area[SALOON_MASK] >> k & 1 == 0:
                return worth + 3 * POINT
        return worth
    if kind == YARD:
        worth = wanted(s, b, seat, 0 + G1O)
        number = 0 + area[YARDS]
        if number < b.yard_length:
            more = 0 + b.yard_row[number]
            if number > 0:
                more -= b.yard_row[number - 1]
            worth += POINT * more * (network(s, b, seat) + turns_left(s) // 6)
        return worth
    if kind == FORT:
        worth = wanted(s, b, seat, 0 + G1E)
        number = 0 + area[FORTS]
        if number < b.fort_length:
            worth += POINT * b.fort_row[number]
            if number > 0:
                worth -= POINT * b.fort_row[number - 1]
        return worth
    if kind == JAIL:
        return 4 * POINT + wanted(s, b, seat, 0 + G2E)
    return 0
