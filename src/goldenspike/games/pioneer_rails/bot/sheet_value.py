"""What a Pioneer Rails sheet promises: points on it, the hand by the odds, and what the tracks to come can buy.

Plain functions over the rules, compiled with ``turns``. Everything unfinished is an item with a worth and a price
in tracks; the tracks of the turns to come are spent on the items that give most for them.
"""

from __future__ import annotations

from typing import Any

from ..rules.cattle import cell_of, is_alone, is_barrier, owns_side
from ..rules.features import free_nuggets, fresh_sides, sides
from ..rules.owners import sides_needed
from ..rules.scoring import sheet_points, yard_factor
from ..rules.state import (
    BANDIT,
    BANK,
    BANKS,
    CATTLE,
    COMMITTED,
    DRAWING,
    FORT,
    FORTS,
    G1A,
    G1B,
    G1C,
    G1D,
    G1E,
    G1K,
    G1L,
    G1O,
    G2A,
    G2B,
    G2C,
    G2D,
    G2E,
    JAIL,
    MINE,
    NAMING,
    NONE,
    PICKING,
    RAILS,
    RANCHES,
    SALOON,
    SPENT,
    TOWNS,
    YARD,
    YARDS,
    BoardArrays,
    State,
)
from ..rules.towns import largest_network, network, towns_reached
from ..rules.track import allowance, track_vertex
from .distances import (
    BANDIT_SIDES,
    BEFORE,
    CELLS_HOPE,
    DIST,
    EXTRA,
    FACTOR,
    FAR,
    FLOOD,
    HERDS,
    HOLD,
    MADE,
    MERGE,
    NETWORK,
    ON_FEATURE,
    ON_JOIN,
    ON_TOWN,
    PART,
    QUEUE,
    SIDE,
    SPAN,
    STEP,
    SYMBOL,
    USEFUL,
    WEIGHT,
    add_item,
    best_buy,
    nearest,
)
from .goal_value import cells_free, goal_items, settle_goals
from .hand_value import hand_promise, saloon_worth
from .track_value import meets_barrier, turns_left

PARTS = 8  # noted in the row PART


def sheet_promise(
    s: State, b: BoardArrays, seat: int, wi: list[list[int]], wf: list[list[float]], odds: list[float]
) -> float:
    """About how many points this sheet will end with; distances are taken from ``wi``."""
    left = turns_left(s)
    open_tracks = 0
    if s.stage[seat] == DRAWING:
        open_tracks = allowance(s, b, seat) - s.drawn_count[seat]
    elif s.stage[seat] == PICKING or s.stage[seat] == NAMING:
        open_tracks = 0 + b.values.tracks
    reached = towns_reached(s, b, seat)
    points = 0.0 + sheet_points(s, b, seat)
    hand = hand_promise(s, b, seat, wf, odds)
    total = points + hand
    total += b.values.town_points * (min(1 + reached, 0 + b.town_row) - s.area[seat][TOWNS])
    symbols = min(1 + reached, 0 + b.town_row) - s.area[seat][SPENT]
    tracks = wf[WEIGHT][USEFUL] * b.values.tracks * left + open_tracks
    if left > 0:
        tracks += wf[WEIGHT][SYMBOL] * min(symbols, 2 * left)
    made = note_made(s, b, seat, wi)
    n = 0
    goals = settle_goals(s, b, seat, wi, wf, tracks)
    total += goals
    if made:
        total += made_worth(s, b, seat, wi, wf, odds)
    else:
        total += hold_worth(b, wf, free_nuggets(s, seat), 0 + s.area[seat][BANKS], left)
    if left == 0 and open_tracks == 0:
        return total
    herds = wf[BEFORE][0]
    if meets_any(s, b, seat):
        herds = herd_promise(s, b, seat, wi)
    total += wf[WEIGHT][HERDS] * herds * min(1.0, left / 6.0)
    n = feature_items(s, b, seat, wi, wf, odds, left)
    n = town_items(s, b, seat, wi, wf, n, left)
    n = goal_items(s, b, seat, wi, wf, n)
    bought = best_buy(wf, n, tracks)
    part = wf[PART]
    part[0] = points
    part[1] = hand
    part[2] = goals
    part[3] = herds
    part[4] = bought
    part[5] = tracks
    part[6] = 0.0 + n
    part[7] = total + bought
    return total + bought


def herd_promise(s: State, b: BoardArrays, seat: int, wi: list[list[int]]) -> float:
    """Herds not separated yet: the fewer graze together, the nearer are their ranches; two become ranches at once."""
    flood = wi[FLOOD]
    queue = wi[QUEUE]
    for cell in range(2 * b.n_hexes):
        flood[cell] = 0
    promise = 0.0
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        if b.terrain[h] != CATTLE or flood[2 * h] == 1:
            continue
        herds = 1
        queue[0] = 2 * h
        flood[2 * h] = 1
        last = 1
        at = 0
        while at < last:
            cell = queue[at]
            at += 1
            near = cell // 2
            for side in range(6):
                beyond = 0 + b.hex_next[near][side]
                if beyond == NONE or s.edge[seat][b.hex_edge[near][side]] != 0 or is_barrier(b, beyond):
                    continue
                if not owns_side(s, b, seat, cell, side):
                    continue
                other = cell_of(s, b, seat, beyond, (side + 3) % 6)
                if flood[other] == 0:
                    flood[other] = 1
                    queue[last] = other
                    last += 1
                    if b.terrain[beyond] == CATTLE:
                        herds += 1
        if herds > 1:
            promise += max(1.2, 2.4 - 0.2 * herds)
    return promise


def meets_any(s: State, b: BoardArrays, seat: int) -> bool:
    """Does a track of this turn reach the rim, a barrier or a Town of others?"""
    for k in range(s.drawn_count[seat]):
        t = 0 + s.drawn[seat][k]
        if meets_barrier(s, b, seat, track_vertex(b, t, 0)) or meets_barrier(s, b, seat, track_vertex(b, t, 1)):
            return True
    return False


def note_made(s: State, b: BoardArrays, seat: int, wi: list[list[int]]) -> bool:
    """Count by kind what the tracks drawn in this turn complete, as long as the turn is not closed."""
    made = wi[MADE]
    for k in range(BANK + 1):
        made[k] = 0
    if s.stage[seat] == COMMITTED or s.drawn_count[seat] == 0:
        return False
    found = False
    herds = meets_any(s, b, seat)
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        kind = 0 + b.terrain[h]
        if s.mark[seat][h] != 0 or (kind == FORT and b.forest == 1):
            continue
        if kind == CATTLE:
            done = herds and is_alone(s, b, seat, h)
        elif kind == BANDIT:
            done = fresh_sides(s, b, seat, h) >= BANDIT_SIDES
        else:
            done = sides(s, b, seat, h) >= sides_needed(s, b, h)
        if done:
            made[kind] += 1
            found = True
    return found


def row_gain(row: Any, length: int, have: int, more: int) -> float:
    """Of a row only the right-most circled symbol counts."""
    before = 0 if have == 0 else row[min(have, length) - 1]
    after = 0 if have + more == 0 else row[min(have + more, length) - 1]
    return float(after - before)


def made_worth(
    s: State, b: BoardArrays, seat: int, wi: list[list[int]], wf: list[list[float]], odds: list[float]
) -> float:
    """What features completed in this turn bring at once."""
    made = wi[MADE]
    area = s.area[seat]
    worth = float(made[MINE])
    gold = free_nuggets(s, seat) + made[MINE]
    bank = 0 + area[BANKS]
    for _ in range(made[BANK]):
        if bank < b.n_squares:
            put = min(gold, 0 + b.values.nuggets_per_bank)
            worth += put * b.values.bank[bank]
            gold -= put
            bank += 1
    worth += hold_worth(b, wf, gold, bank, turns_left(s))
    worth += row_gain(b.fort_row, b.fort_length, 0 + area[FORTS], made[FORT])
    worth += row_gain(b.ranch_row, b.ranch_length, 0 + area[RANCHES], made[CATTLE])
    if made[YARD] > 0:
        size = network(s, b, seat)
        hope = size + wf[WEIGHT][NETWORK] * turns_left(s)
        worth += row_gain(b.yard_row, b.yard_length, 0 + area[YARDS], made[YARD]) * hope
    worth += made[SALOON] * saloon_worth(s, b, seat, wf, odds)
    worth += made[JAIL] * jail_worth(s, b, seat, wf)
    if made[BANDIT] > 0:
        cells = cells_free(s, b, seat) + 3 * made[JAIL]
        caught = min(cells, made[BANDIT])
        worth += 2.5 * caught - (made[BANDIT] - caught)
    return worth


def hold_worth(b: BoardArrays, wf: list[list[float]], gold: int, banks: int, left: int) -> float:
    """Nuggets waiting for a Bank."""
    if banks >= b.n_squares or left == 0:
        return 0.0
    room = (b.n_squares - banks) * b.values.nuggets_per_bank
    return wf[WEIGHT][HOLD] * min(gold, room) * min(1.0, left / 5.0)


def bandits_left(s: State, b: BoardArrays, seat: int) -> int:
    count = 0
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        if b.terrain[h] == BANDIT and s.mark[seat][h] == 0:
            count += 1
    return count


def jail_worth(s: State, b: BoardArrays, seat: int, wf: list[list[float]]) -> float:
    """A Jail is worth the Bandits that are still to be caught."""
    more = min(3, bandits_left(s, b, seat) - cells_free(s, b, seat))
    return max(0.0, wf[WEIGHT][CELLS_HOPE] * more * min(1.0, turns_left(s) / 6.0))


def feature_items(
    s: State, b: BoardArrays, seat: int, wi: list[list[int]], wf: list[list[float]], odds: list[float], left: int
) -> int:
    """Every feature that is not completed yet."""
    n = 0
    weight = wf[WEIGHT]
    extra = wf[EXTRA]
    area = s.area[seat]
    made = wi[MADE]
    gold = free_nuggets(s, seat) + made[MINE]
    banks = area[BANKS] + made[BANK]
    forts = area[FORTS] + made[FORT]
    yards = area[YARDS] + made[YARD]
    open_cells = cells_free(s, b, seat) + 3 * made[JAIL]
    saloon = saloon_worth(s, b, seat, wf, odds) + extra[G1D]
    jail = jail_worth(s, b, seat, wf) + extra[G2E] if b.forest == 1 else 0.0
    mine = 1.0 + extra[G1B] + hold_worth(b, wf, gold + 1, banks, left) - hold_worth(b, wf, gold, banks, left)
    hope = network(s, b, seat) + weight[NETWORK] * left
    yard = row_gain(b.yard_row, b.yard_length, yards, 1) * hope + extra[G1O]
    fort = row_gain(b.fort_row, b.fort_length, forts, 1) + extra[G1E]
    bank = extra[G1C]
    if banks < b.n_squares:
        put = min(gold, 0 + b.values.nuggets_per_bank)
        more = put + min(1.0, 0.15 * left) * (b.values.nuggets_per_bank - put)
        bank += more * (b.values.bank[banks] + extra[G1A]) - put * weight[HOLD] * min(1.0, left / 5.0)
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        kind = 0 + b.terrain[h]
        if kind == CATTLE:
            continue
        if kind == FORT and b.forest == 1:
            count = sides(s, b, seat, h)
            near = nearest(wi, h)
            if near < FAR and count < 4:
                more = min(4 - count, 3)
                worth = 0.0 + b.values.fort_side * more
                if count < 2:
                    worth += extra[G2C]
                n = add_item(wf, n, worth, weight[SIDE] * more + weight[STEP] * near, ON_FEATURE + h)
            continue
        if s.mark[seat][h] != 0:
            continue
        near = nearest(wi, h)
        if near == FAR:
            continue
        missing = sides_needed(s, b, h) - sides(s, b, seat, h)
        worth = 0.0
        if kind == BANDIT:
            fresh = fresh_sides(s, b, seat, h)
            missing = BANDIT_SIDES - fresh
            if open_cells > 0 or made[JAIL] > 0:
                worth = 2.5 + extra[G2D]
        elif kind == MINE:
            worth = mine
        elif kind == BANK:
            worth = bank
        elif kind == SALOON:
            worth = saloon
        elif kind == YARD:
            worth = yard
        elif kind == FORT:
            worth = fort
        elif kind == JAIL:
            worth = jail
        if missing > 0:
            n = add_item(wf, n, worth, weight[SIDE] * missing + weight[STEP] * near, ON_FEATURE + h)
    return n


def town_items(
    s: State, b: BoardArrays, seat: int, wi: list[list[int]], wf: list[list[float]], start_at_n: int, left: int
) -> int:
    """Towns that nobody reached yet, and railways that may join the largest network."""
    n = start_at_n
    weight = wf[WEIGHT]
    extra = wf[EXTRA]
    found = largest_network(s, b, seat)
    main = found % 16
    factor = 0.0 + yard_factor(s, b, seat)
    if factor < 4.0:
        factor += weight[FACTOR] * min(1.0, left / 8.0)
    symbol = 1.0 + (weight[SYMBOL] if left > 0 else 0.0)
    for k in range(b.n_towns):
        v = 0 + b.town[k]
        if s.spot[seat][v] != 0:
            continue
        common = symbol + extra[G1K]
        if b.by_river[v] == 1:
            common += extra[G2A]
        if b.by_mountain[v] == 1:
            common += extra[G2B]
        best = 0.0
        price = 1.0
        for rail in range(RAILS):
            d = wi[DIST + rail][v]
            if d == FAR:
                continue
            worth = common + extra[G1L] * 0.6
            if main == 0 or main >> rail & 1 == 1:
                worth += weight[SPAN] * factor
            cost = weight[STEP] * d + 0.3
            if worth * price > best * cost:
                best = worth
                price = cost
        n = add_item(wf, n, best, price, ON_TOWN + v)
    if main != 0:
        for rail in range(RAILS):
            if main >> rail & 1 == 1:
                continue
            near = FAR
            own = 0
            for k in range(b.n_towns):
                v = 0 + b.town[k]
                if s.spot[seat][v] & main != 0:
                    near = min(near, wi[DIST + rail][v])
                elif s.spot[seat][v] >> rail & 1 == 1:
                    own += 1
            if near < FAR:
                worth = weight[MERGE] * factor * (own + 0.3)
                n = add_item(wf, n, worth, weight[STEP] * near + 0.3, ON_JOIN + rail)
    return n
