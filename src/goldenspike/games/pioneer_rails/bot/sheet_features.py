"""What a learned value looks at on a Pioneer Rails sheet, as a row of numbers; and the small network that judges them.

Plain functions over the rules, compiled with ``turns``. A sheet is described when its turn is complete. The row holds
what the sheet value is made of, the score area, every unfinished feature and Town by its price in tracks, how far the
railways reach, and the goals.
"""

from __future__ import annotations

from typing import Any

from ..rules.deck import has_dealer
from ..rules.features import free_nuggets, sides
from ..rules.goals import goal_progress
from ..rules.owners import sides_needed
from ..rules.scoring import yard_factor
from ..rules.state import (
    BANDIT,
    BANKS,
    CATTLE,
    ESCAPES,
    FACE_UP,
    FORT,
    FORTS,
    GOAL_SLOTS,
    GOALS,
    JAILS,
    NUGGETS,
    RAILS,
    RANCHES,
    ROUNDS,
    SALOON_MASK,
    SALOONS,
    SPENT,
    TOWNS,
    TURNS,
    VALUES,
    YARDS,
    BoardArrays,
    State,
)
from ..rules.towns import largest_network
from .distances import DIST, FAR, FEATURE, GOAL, HIDDEN, NEAR, PART, nearest
from .goal_value import cells_free
from .sheet_value import PARTS, bandits_left, row_gain, sheet_promise
from .track_value import turns_left

KINDS = 8  # of features on the map, from Mines to Banks
BUCKETS = 7  # prices in tracks: at most 1, 2, 3, 4, 5, more, out of reach

# where the blocks of a row begin
TABLE_AT = 0
PARTS_AT = 9
AREA_AT = PARTS_AT + PARTS
KIND_AT = AREA_AT + 30
AGAIN_AT = KIND_AT + KINDS * BUCKETS  # features that two railways are near to
TOWN_AT = AGAIN_AT + KINDS
SPAN_AT = TOWN_AT + BUCKETS
MERGE_AT = SPAN_AT + BUCKETS
RAIL_AT = MERGE_AT + 8
GOAL_AT = RAIL_AT + 12
ROW = GOAL_AT + 4 * GOALS + 2

TABLE = ("turns left", "root of turns left", "turns left in the round", "Forest", "alone", "a Dealer", "players",
    "a Joker was written", "always")  # fmt: skip
PART_NAMES = ("points", "hand", "goals", "herds", "what tracks will buy", "tracks", "items", "promise")
AREA_NAMES = ("free nuggets", "nuggets for the next Bank", "next Bank", "nuggets too many for one", "nuggets", "Banks",
    "Rail Yards", "next Rail Yard", "factor", "network", "network by the next Rail Yard", "factor by turns left",
    "Forts", "next Fort", "ranches", "next ranch", "Saloons", "Towns", "symbols", "symbols for the turns left",
    "symbols too many", "Jails", "free cells", "Bandits", "escaped", "this round doubled", "others circled",
    "others circled by turns left", "network by turns left", "symbols by turns left")  # fmt: skip
KIND_NAMES = ("Mine", "Jail", "Saloon", "Rail Yard", "Fort", "herd", "Bandit", "Bank")
PRICES = ("1", "2", "3", "4", "5", "more", "no way")
MERGE_NAMES = ("in the network", "near", "near: Towns", "far", "far: Towns", "apart", "apart: Towns", "by the factor")
RAIL_NAMES = ("least ends", "least within 2", "least within 4", "most ends", "most within 2", "most within 4", "ends",
    "within 2", "within 4", "within 7", "without ends", "hardly free")  # fmt: skip


def feature_names() -> tuple[str, ...]:
    """The names of all columns of a row."""
    return (
        *TABLE,
        *PART_NAMES,
        *AREA_NAMES,
        *(f"{kind} at {price}" for kind in KIND_NAMES for price in PRICES),
        *(f"{kind} for two railways" for kind in KIND_NAMES),
        *(f"Town at {price}" for price in PRICES),
        *(f"Town at {price} of the network" for price in PRICES),
        *(f"railways: {name}" for name in (*MERGE_NAMES, *RAIL_NAMES)),
        *(f"goal {goal}: {what}" for goal in range(GOALS) for what in ("worth", "share", "nearly", "in time")),
        "others: share of goals",
        "others: nearly",
    )


def bucket(price: int) -> int:
    """Prices in tracks by their size."""
    if price >= FAR:
        return BUCKETS - 1
    return min(max(price, 1), BUCKETS - 1) - 1


def sheet_features(s: State, b: BoardArrays, seat: int, wi: Any, wf: Any) -> None:
    """Fill the row FEATURE; ``sheet_promise`` of the same sheet has filled what it is made of, and the distances."""
    row = wf[FEATURE]
    for k in range(ROW):
        row[k] = 0.0
    left = turns_left(s)
    row[TABLE_AT] = left / 20.0
    row[TABLE_AT + 1] = (left / 20.0) ** 0.5
    row[TABLE_AT + 2] = (TURNS - s.turn_no) / 5.0
    row[TABLE_AT + 3] = 0.0 + b.forest
    row[TABLE_AT + 4] = 1.0 if s.seats == 1 else 0.0
    row[TABLE_AT + 5] = 1.0 if has_dealer(s, b) else 0.0
    row[TABLE_AT + 6] = s.seats / 8.0
    row[TABLE_AT + 7] = 1.0 if s.joker_used[seat] == 1 else 0.0
    row[TABLE_AT + 8] = 1.0
    for k in range(PARTS):
        row[PARTS_AT + k] = wf[PART][k]
    area_features(s, b, seat, row, left)
    map_features(s, b, seat, wi, row)
    town_features(s, b, seat, wi, row)
    rail_features(b, wi, row)
    goal_features(s, b, seat, wf, row)


def area_features(s: State, b: BoardArrays, seat: int, row: Any, left: int) -> None:
    """The score area, and what its next circles would bring."""
    area = s.area[seat]
    n = 0 + AREA_AT
    gold = free_nuggets(s, seat)
    bank = 0.0 + b.values.bank[area[BANKS]] if area[BANKS] < b.n_squares else 0.0
    yard = row_gain(b.yard_row, b.yard_length, 0 + area[YARDS], 1)
    size = largest_network(s, b, seat) >> RAILS
    symbols = area[TOWNS] - area[SPENT]
    soon = min(1.0, left / 6.0)
    row[n] = 0.0 + gold
    row[n + 1] = min(gold, 0 + b.values.nuggets_per_bank) * bank * soon
    row[n + 2] = bank * soon
    row[n + 3] = 0.0 + max(0, gold - b.values.nuggets_per_bank)
    row[n + 4] = 0.0 + area[NUGGETS]
    row[n + 5] = 0.0 + area[BANKS]
    row[n + 6] = 0.0 + area[YARDS]
    row[n + 7] = yard
    row[n + 8] = 0.0 + yard_factor(s, b, seat)
    row[n + 9] = 0.0 + size
    row[n + 10] = size * yard * soon
    row[n + 11] = yard_factor(s, b, seat) * left / 5.0
    row[n + 12] = 0.0 + area[FORTS]
    row[n + 13] = row_gain(b.fort_row, b.fort_length, 0 + area[FORTS], 1)
    row[n + 14] = 0.0 + area[RANCHES]
    row[n + 15] = row_gain(b.ranch_row, b.ranch_length, 0 + area[RANCHES], 1)
    row[n + 16] = 0.0 + area[SALOONS]
    row[n + 17] = 0.0 + area[TOWNS]
    row[n + 18] = 0.0 + symbols
    row[n + 19] = 0.0 + min(symbols, left)
    row[n + 20] = 0.0 + max(0, symbols - 2 * left)
    row[n + 21] = 0.0 + area[JAILS]
    row[n + 22] = 0.0 + cells_free(s, b, seat)
    row[n + 23] = 0.0 + bandits_left(s, b, seat)
    row[n + 24] = 0.0 + area[ESCAPES]
    later = 0
    now = 0
    if b.forest == 1:
        for value in range(VALUES):
            later += area[SALOON_MASK] >> value & 1
    else:
        now = area[SALOON_MASK] >> (s.round_no - 1) & 1
        for k in range(s.round_no, ROUNDS):
            later += area[SALOON_MASK] >> k & 1
    row[n + 25] = 0.0 + now
    row[n + 26] = 0.0 + later
    row[n + 27] = later * left / 5.0
    row[n + 28] = size * left / 10.0
    row[n + 29] = symbols * left / 10.0


def map_features(s: State, b: BoardArrays, seat: int, wi: Any, row: Any) -> None:
    """Unfinished features by kind and price; a Fort of the Forest and a herd are never finished."""
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        kind = 0 + b.terrain[h]
        wall = kind == FORT and b.forest == 1
        if s.mark[seat][h] != 0 and not wall:
            continue
        near = nearest(wi, h)
        missing = 1
        if kind == BANDIT:
            missing = 2
        elif wall:
            missing = 4 - sides(s, b, seat, h)
            if missing < 1:
                continue
        elif kind != CATTLE:
            missing = max(1, sides_needed(s, b, h) - sides(s, b, seat, h))
        price = FAR if near >= FAR else missing + near
        row[KIND_AT + (kind - 1) * BUCKETS + bucket(price)] += 1.0
        rails = 0
        for rail in range(RAILS):
            if wi[NEAR + rail][h] + missing <= 4:
                rails += 1
        if rails >= 2:
            row[AGAIN_AT + kind - 1] += 1.0


def town_features(s: State, b: BoardArrays, seat: int, wi: Any, row: Any) -> None:
    """Towns that no railway reached by their distance, from any railway and from the largest network; what may join."""
    main = largest_network(s, b, seat) % 16
    for k in range(b.n_towns):
        v = 0 + b.town[k]
        if s.spot[seat][v] != 0:
            continue
        any_rail = 0 + FAR
        in_net = 0 + FAR
        for rail in range(RAILS):
            d = 0 + wi[DIST + rail][v]
            any_rail = min(any_rail, d)
            if main == 0 or main >> rail & 1 == 1:
                in_net = min(in_net, d)
        row[TOWN_AT + bucket(any_rail)] += 1.0
        row[SPAN_AT + bucket(in_net)] += 1.0
    for rail in range(RAILS):
        if main >> rail & 1 == 1:
            row[MERGE_AT] += 1.0
            continue
        near = 0 + FAR
        own = 0
        for k in range(b.n_towns):
            v = 0 + b.town[k]
            if s.spot[seat][v] & main != 0:
                near = min(near, 0 + wi[DIST + rail][v])
            elif s.spot[seat][v] >> rail & 1 == 1:
                own += 1
        if near <= 3:
            row[MERGE_AT + 1] += 1.0
            row[MERGE_AT + 2] += own
        elif near <= 6:
            row[MERGE_AT + 3] += 1.0
            row[MERGE_AT + 4] += own
        else:
            row[MERGE_AT + 5] += 1.0
            row[MERGE_AT + 6] += own
        row[MERGE_AT + 7] += yard_factor(s, b, seat) * (own + 0.5) if near <= 6 else 0.0


def rail_features(b: BoardArrays, wi: Any, row: Any) -> None:
    """Vertices within some edges of each railway: of the least and the most mobile, and of all of them."""
    for rail in range(RAILS):
        tips = 0
        short = 0
        middle = 0
        long = 0
        for v in range(b.n_vertices):
            d = wi[DIST + rail][v]
            if d == 0:
                tips += 1
            elif d <= 2:
                short += 1
            elif d <= 4:
                middle += 1
            elif d <= 7:
                long += 1
        if rail == 0 or tips < row[RAIL_AT]:
            row[RAIL_AT] = 0.0 + tips
        if rail == 0 or short < row[RAIL_AT + 1]:
            row[RAIL_AT + 1] = 0.0 + short
        if rail == 0 or middle < row[RAIL_AT + 2]:
            row[RAIL_AT + 2] = 0.0 + middle
        row[RAIL_AT + 3] = max(row[RAIL_AT + 3], 0.0 + tips)
        row[RAIL_AT + 4] = max(row[RAIL_AT + 4], 0.0 + short)
        row[RAIL_AT + 5] = max(row[RAIL_AT + 5], 0.0 + middle)
        row[RAIL_AT + 6] += tips
        row[RAIL_AT + 7] += short
        row[RAIL_AT + 8] += middle
        row[RAIL_AT + 9] += long
        if tips == 0:
            row[RAIL_AT + 10] += 1.0
        if short < 3:
            row[RAIL_AT + 11] += 1.0


def goal_features(s: State, b: BoardArrays, seat: int, wf: Any, row: Any) -> None:
    """Goals that are not met: what they are worth, how far the sheet is, and how far the best of the others."""
    for goal in range(GOALS):
        worth = wf[GOAL][goal]
        if worth == 0.0:
            continue
        need = 0 + b.goal_need[goal]
        have = goal_progress(s, b, seat, goal)
        if have >= need:
            continue
        row[GOAL_AT + 4 * goal] = worth / 10.0
        row[GOAL_AT + 4 * goal + 1] = worth * have / (10.0 * need)
        row[GOAL_AT + 4 * goal + 2] = worth / 10.0 if need - have == 1 else 0.0
        row[GOAL_AT + 4 * goal + 3] = worth / 10.0 * max(0.0, 1.0 - (need - have) / (1.0 + turns_left(s)))
    if s.seats == 1:
        return
    for k in range(GOAL_SLOTS):
        if s.goal_face[k] != FACE_UP or s.goal_met[k] != 0:
            continue
        goal = 0 + s.goal[k]
        best = 0
        for other in range(s.seats):
            if other != seat:
                best = max(best, goal_progress(s, b, other, goal))
        row[GOAL_AT + 4 * GOALS] += min(1.0, best / b.goal_need[goal])
        if best + 1 >= b.goal_need[goal]:
            row[GOAL_AT + 4 * GOALS + 1] += 1.0


def judged(wf: Any, net: Any) -> float:
    """What a network says of the row FEATURE: net[0] is its size, then biases, the weights by feature, the way out."""
    hidden = int(net[0])
    row = wf[FEATURE]
    work = wf[HIDDEN]
    outs = 1 + hidden + hidden * ROW
    for k in range(hidden):
        work[k] = net[1 + k]
    for i in range(ROW):
        x = row[i]
        if x != 0.0:
            at = 1 + hidden + i * hidden
            for k in range(hidden):
                work[k] += x * net[at + k]
    total: float = 0.0 + net[outs + hidden]
    for k in range(hidden):
        if work[k] > 0.0:
            total += work[k] * net[outs + k]
    return total


def sheet_worth(s: State, b: BoardArrays, seat: int, wi: Any, wf: Any, odds: Any, net: Any) -> float:
    """About how many points a sheet will end with after its turn, by what was learned; in the last turn, the result."""
    worth = sheet_promise(s, b, seat, wi, wf, odds)
    if net[0] > 0.0 and turns_left(s) > 0:
        sheet_features(s, b, seat, wi, wf)
        worth += judged(wf, net)
    return worth
