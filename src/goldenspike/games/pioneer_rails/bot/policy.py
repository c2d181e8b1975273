"""A sensible beginner: looks along each line for the tracks of this turn, and knows what features are worth.

Whole numbers only, so that interpreted and compiled play choose alike. Tracks are tried on the own
sheet and taken back; nothing hidden is read.
"""

from __future__ import annotations

from ..rules.cattle import is_alone
from ..rules.deck import is_joker, joker_rail, suit_of, value_of
from ..rules.features import free_nuggets, fresh_sides, only_cell, side_rails, sides
from ..rules.goals import mountain_rails, rim_rails
from ..rules.owners import sides_needed
from ..rules.poker import category_points, hand_counts
from ..rules.scoring import yard_factor
from ..rules.state import (
    BANDIT,
    BANK,
    BANKS,
    BRIDGE,
    CATTLE,
    CELL,
    CHOOSING,
    CIRCLE,
    DEAL,
    DONE,
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
    JAIL_FILL,
    MINE,
    MOUNTAIN,
    NAME,
    NAMING,
    NONE,
    OPEN,
    OWN_RAIL,
    PICK,
    PICKING,
    PLAIN,
    RAILS,
    RANCHES,
    ROUNDS,
    SALOON,
    SALOON_MASK,
    SPEND,
    SPENT,
    STAR,
    SUIT,
    TRACK,
    TUNNEL,
    TURNS,
    VALUES,
    YARD,
    YARDS,
    State,
    Tables,
)
from ..rules.towns import network, usable_towns
from ..rules.track import (
    add_rail_tracks,
    allowance,
    draw_track,
    edge_closed,
    entry_refusal,
    is_cut,
    lift_track,
    rails_in,
    start_end,
    track_kind,
    track_vertex,
)
from ..rules.turn import legal

DEPTH = 3  # how far ahead a line is followed
ONE = 1
POINT = 100  # one point, so that fractions of points stay whole numbers
NOTHING = -1000000


def policy(s: State, b: Tables, seat: int, out: list[int]) -> int:
    """The step of a sensible beginner; ``out`` is room for the legal actions."""
    n = legal(s, b, seat, out)
    if n == 1:
        return 0 + out[0]
    if s.phase == DEAL or s.stage[seat] == PICKING:
        return choose_card(s, b, seat, out, n)
    if s.stage[seat] == NAMING:
        return choose_name(s, b, seat, out, n)
    if s.stage[seat] == CHOOSING:
        return choose_answer(s, b, seat, out, n)
    return choose_step(s, b, seat, out, n)


def turns_left(s: State) -> int:
    """Turns after this one."""
    return ROUNDS * TURNS - TURNS * (s.round_no - 1) - s.turn_no


# ---------------------------------------------------------------- cards
def hand_outlook(s: State, b: Tables, seat: int, value: int) -> int:
    """What the round's hand promises once this value is written."""
    counts = hand_counts(s, seat, s.round_no)
    written = s.turn_no
    left = TURNS - written
    worth = 0
    if value == STAR:
        worth = 2 * POINT + POINT * category_points(counts)
    else:
        counts += 1 << 3 * value
        worth = POINT * category_points(counts)
        if b.forest == 1 and s.area[seat][SALOON_MASK] >> value & 1 == 1:
            worth += POINT
    most = 0
    kinds = 0
    for k in range(VALUES):
        number = counts >> 3 * k & 7
        if number > most:
            most = number
        if number > 0:
            kinds += 1
    if kinds == written:
        worth += 20 * kinds * kinds
    elif most >= 2:
        worth += 35 * most * left
    if b.forest == 0 and s.area[seat][SALOON_MASK] >> (s.round_no - 1) & 1 == 1:
        worth += worth
    return worth


def choose_card(s: State, b: Tables, seat: int, out: list[int], n: int) -> int:
    """The card whose value and railway together promise most."""
    best = 0 + NOTHING
    chosen = 0 + out[0]
    for k in range(n):
        card = out[k] - PICK
        worth = hand_outlook(s, b, seat, value_of(card))
        if is_joker(card):
            most = 0 + NOTHING
            for rail in range(RAILS):
                if joker_rail(card, rail):
                    line = rail_worth(s, b, seat, rail, 0 + DEPTH, out, n)
                    if line > most:
                        most = line
            worth += most
        else:
            worth += rail_worth(s, b, seat, suit_of(card), 0 + DEPTH, out, n)
        if worth > best:
            best = worth
            chosen = 0 + out[k]
    return chosen


def choose_name(s: State, b: Tables, seat: int, out: list[int], n: int) -> int:
    best = 0 + NOTHING
    chosen = 0 + out[0]
    for k in range(n):
        worth = rail_worth(s, b, seat, out[k] - NAME, 0 + DEPTH, out, n)
        if worth > best:
            best = worth
            chosen = 0 + out[k]
    return chosen


# ---------------------------------------------------------------- answers
def choose_answer(s: State, b: Tables, seat: int, out: list[int], n: int) -> int:
    """All the gold, the value already written most, the richest Jail and cell."""
    first = 0 + out[0]
    if first < CIRCLE:
        return 0 + out[n - 1]
    best = 0 + NOTHING
    chosen = first
    counts = hand_counts(s, seat, s.round_no)
    if s.card[seat] != NONE and not is_joker(s.card[seat]):
        counts += 1 << 3 * value_of(s.card[seat])
    for k in range(n):
        action = 0 + out[k]
        worth = 0
        if action < OPEN:
            worth = counts >> 3 * (action - CIRCLE) & 7 if b.forest == 1 else 0
        elif action < CELL:
            for cell in range(b.jail_size[action - OPEN]):
                worth += b.jail_cell[action - OPEN][cell]
        else:
            jail = action - CELL
            worth = 0 + b.jail_cell[jail][s.area[seat][JAIL_FILL + jail]]
        if worth > best:
            best = worth
            chosen = action
    return chosen


# ---------------------------------------------------------------- drawing
def choose_step(s: State, b: Tables, seat: int, out: list[int], n: int) -> int:
    """The first track of the best line; then a Town for another track if it brings enough."""
    first = n
    for k in range(n - 1, -1, -1):
        if out[k] >= TRACK:
            first = k
    if first < n:
        if s.drawn_count[seat] == 0:
            change = better_suit(s, b, seat, out, n)
            if change != NONE:
                return change
        depth = allowance(s, b, seat) - s.drawn_count[seat]
        if depth > DEPTH:
            depth = 0 + DEPTH
        best = 0 + NOTHING
        chosen = 0 + NONE
        for k in range(first, n):
            worth = line_worth(s, b, seat, out[k] - TRACK, depth)
            if worth > best:
                best = worth
                chosen = 0 + out[k]
        if best > 0 or out[0] != DONE:
            return chosen
        return DONE
    if usable_towns(s, seat) > 0 and worth_spending(s, b, seat, out, n):
        return SPEND
    return DONE


def spending_price(s: State, seat: int) -> int:
    """What a Town symbol is kept for; nothing once there are more symbols than turns."""
    if usable_towns(s, seat) > turns_left(s):
        return 0
    return 2 * POINT + 10 * turns_left(s)


def worth_spending(s: State, b: Tables, seat: int, out: list[int], n: int) -> bool:
    """Would one more track, with a special if need be, bring more than the symbol is worth?"""
    s.area[seat][SPENT] += 1
    worth = rail_worth(s, b, seat, s.rail[seat], 0 + ONE, out, n)
    s.area[seat][SPENT] -= 1
    return worth > spending_price(s, seat)


def better_suit(s: State, b: Tables, seat: int, out: list[int], n: int) -> int:
    """Spend a Town for another railway if that one promises much more."""
    if usable_towns(s, seat) == 0 or s.suit_used[seat] == 1:
        return NONE
    best = rail_worth(s, b, seat, s.rail[seat], 0 + DEPTH, out, n) + spending_price(s, seat) + 2 * POINT
    chosen = 0 + NONE
    for k in range(n):
        if out[k] >= SUIT and out[k] < OWN_RAIL:
            worth = rail_worth(s, b, seat, out[k] - SUIT, 0 + DEPTH, out, n)
            if worth > best:
                best = worth
                chosen = 0 + out[k]
    return chosen


def rail_worth(s: State, b: Tables, seat: int, rail: int, depth: int, out: list[int], n: int) -> int:
    """The best line of a railway; the numbers from ``n`` on are room to work in."""
    before = 0 + s.rail[seat]
    s.rail[seat] = rail
    best = 0
    out[n] = NONE  # keeps the sorted list that follows apart from the one before
    end = add_rail_tracks(s, b, seat, rail, out, n + 1)
    for k in range(n + 1, end):
        worth = line_worth(s, b, seat, out[k] - TRACK, depth)
        if worth > best:
            best = worth
    s.rail[seat] = before
    return best


def line_worth(s: State, b: Tables, seat: int, track: int, depth: int) -> int:
    """The best continuation of a line by up to so many tracks, this one first."""
    specials = 0 + s.specials[seat]
    own_special = 0 + s.own_special[seat]
    rail = 0 + s.rail[seat]
    end = start_end(s, b, seat, track, rail)
    if end == NONE:
        return NOTHING
    v = track_vertex(b, track, 1 - end)
    was = network(s, b, seat)
    draw_track(s, b, seat, track)
    gain = track_gain(s, b, seat, track, v, rail, was)
    best = 0 + NOTHING
    for code in range(1 << (depth - 1)):
        worth = gain + follow(s, b, seat, v, rail, code, depth - 1)
        if worth > best:
            best = worth
    lift_track(s, b, seat)
    s.specials[seat] = specials
    s.own_special[seat] = own_special
    return best


def follow(s: State, b: Tables, seat: int, start: int, rail: int, code: int, steps: int) -> int:
    """Draw on from a tip, turning as the bits of the code say, add up what it brings, and take it back."""
    v = start
    gain = 0
    drawn = 0
    for k in range(steps):
        if b.town_of[v] != NONE:
            break
        e = next_edge(s, b, seat, v, rail, code >> k & 1)
        if e == NONE:
            break
        was = network(s, b, seat)
        v = b.edge_end[e][0] + b.edge_end[e][1] - v
        draw_track(s, b, seat, e)
        drawn += 1
        gain += track_gain(s, b, seat, e, v, rail, was)
    gain += tip_outlook(s, b, seat, v)
    for _ in range(drawn):
        lift_track(s, b, seat)
    return gain


def next_edge(s: State, b: Tables, seat: int, v: int, rail: int, turn: int) -> int:
    """The first or second plain edge on from a tip."""
    found = 0 + NONE
    for k in range(3):
        e = 0 + b.vertex_edge[v][k]
        if e == NONE or s.edge[seat][e] != 0 or b.edge_kind[e] != PLAIN or edge_closed(s, b, e):
            continue
        if entry_refusal(s, b, seat, b.edge_end[e][0] + b.edge_end[e][1] - v, rail) == 0:
            if turn == 0 or found != NONE:
                return e
            found = e
    return found


# ---------------------------------------------------------------- what a track is worth
def tip_outlook(s: State, b: Tables, seat: int, v: int) -> int:
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


def wanted(s: State, b: Tables, seat: int, goal: int) -> int:
    """What one unit towards a goal is worth, 0 if the goal is not open to this seat."""
    for k in range(GOAL_SLOTS):
        if s.goal_face[k] == FACE_UP and s.goal[k] == goal:
            if s.seats > 1 and s.star[seat][k] != 0:
                return 0
            points = b.goal_first if s.goal_met[k] == 0 else b.goal_later
            return POINT * points // b.goal_need[goal]
    return 0


def track_gain(s: State, b: Tables, seat: int, track: int, v: int, rail: int, was: int) -> int:
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


def meets_barrier(s: State, b: Tables, seat: int, v: int) -> bool:
    """Only a track that reaches the rim, a barrier or another line can separate herds."""
    if b.rim[v] == 1 or b.by_river[v] == 1 or b.by_mountain[v] == 1:
        return True
    return b.town_of[v] != NONE and s.spot[seat][v] != 0


def herd_gain(s: State, b: Tables, seat: int) -> int:
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


def town_gain(s: State, b: Tables, seat: int, v: int, rail: int, was: int) -> int:
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


def side_gain(s: State, b: Tables, seat: int, h: int) -> int:
    """What one more side of a hex is worth."""
    kind = 0 + b.terrain[h]
    if kind == MOUNTAIN:
        return wanted(s, b, seat, 0 + G1G) // 3 if sides(s, b, seat, h) == 1 else 0
    if kind < MINE or kind > BANK or s.mark[seat][h] != 0:
        return 0
    count = sides(s, b, seat, h)
    if kind == FORT and b.forest == 1:
        gain = POINT * b.fort_side
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


def bandit_gain(s: State, b: Tables, seat: int, h: int) -> int:
    """A second side in one turn captures, if a cell is free; a single one lets him escape."""
    fresh = fresh_sides(s, b, seat, h)
    if fresh == 1:
        return -150
    if fresh > 2:
        return 0
    jail = only_cell(s, b, seat)
    if jail == NONE:
        return 0
    return 350 + wanted(s, b, seat, 0 + G2D)


def feature_worth(s: State, b: Tables, seat: int, kind: int) -> int:
    """What a completed feature of this kind is worth now."""
    area = s.area[seat]
    if kind == MINE:
        worth = POINT + (80 if area[BANKS] < b.n_squares else 0)
        return worth + wanted(s, b, seat, 0 + G1B)
    if kind == BANK:
        worth = wanted(s, b, seat, 0 + G1C) + 2 * wanted(s, b, seat, 0 + G1A)
        if area[BANKS] < b.n_squares:
            gold = free_nuggets(s, seat)
            if gold > b.per_bank:
                gold = 0 + b.per_bank
            worth += POINT * (1 + gold) * b.bank_row[area[BANKS]]
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
