"""A sensible beginner: lays for its own cities, takes bonuses, leaves nothing lying open for the next player.

Whole numbers only, so that interpreted and compiled play choose alike. It reads the map, the tables
and its own hand; never another hand, the deck or a secret play.
"""

from __future__ import annotations

from ..rules.exchange import exchange_refusal
from ..rules.growth import has_extension
from ..rules.play import boom_refusal
from ..rules.rounds import legal
from ..rules.scoring import city_worth, connections
from ..rules.state import (
    BOOM,
    BOOM_NONE,
    BUY,
    BUY_NONE,
    DONE,
    DOUBLE_PLAY,
    DRAW,
    DRAW_BOOM,
    DRAW_BRANCH,
    DRAW_DECK,
    DRAW_DOUBLE,
    DRAW_ENGINEER,
    DRAW_FOUR,
    DRAW_STOP,
    DRAW_TRIPLE,
    EXCHANGE,
    HIRE,
    HIRE_NONE,
    HOLD,
    MAIN_BOOM,
    MAIN_DOUBLE,
    MAINS,
    MAJORS,
    NONE,
    ON_TABLE,
    PASS,
    PLAY,
    PLAY_BASE,
    SEATS,
    TLT1,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)
from ..rules.track import (
    connection_bonus,
    is_connected,
    lay_rank,
    lay_way,
    rank_branches,
    rank_rail,
    special_bonus,
    terrain_cost,
)

POINT = 12  # one point or dollar, so that fractions of points stay whole numbers


def policy(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """The action of a sensible beginner; ``out`` is room for the legal actions."""
    n = legal(s, b, seat, out)
    if n == 1:
        return out[0]
    if s.phase == DRAW:
        return choose_draw(s, b, seat, out, n)
    if s.phase == PLAY:
        return choose_play(s, b, seat, out, n)
    if s.phase == BOOM:
        return choose_boom(s, b, seat, out, n)
    if s.phase == HIRE:
        return HIRE_NONE
    if s.phase == BUY:
        return BUY_NONE
    return choose_lay(s, b, seat, out, n)


# ---------------------------------------------------------------- what a city is worth to me
def interest(s: State, b: BoardArrays, seat: int, city: int) -> int:
    """What one more railroad in this city is worth: my cards for me, half of the others' cards against me."""
    value = b.value[city] if s.marker[city] == 0 else s.marker[city]
    mine = 0
    theirs = 0
    for k in range(2):
        where = s.gone[city][k]
        if where == ON_TABLE + seat:
            mine += 10
        elif where >= ON_TABLE and where < ON_TABLE + SEATS:
            theirs += 10
    for k in range(s.held[seat]):
        if s.hand[seat][k] == city:
            mine += 7
    return value * POINT * (2 * mine - theirs) // 20


def arrival(s: State, b: BoardArrays, seat: int, rail: int, city: int) -> int:
    """Bonus and interest of connecting the railroad to the city."""
    gain = bonus_of(s, b, seat, rail, city) * POINT
    if not is_connected(s, rail, city):
        gain += interest(s, b, seat, city)
    return gain


def bonus_of(s: State, b: BoardArrays, seat: int, rail: int, city: int) -> int:
    bonus = connection_bonus(s, b, city) + special_bonus(s, b, rail, city)
    if s.card[seat] == DOUBLE_PLAY:
        return 2 * bonus
    if s.card[seat] == TRIPLE_PLAY:
        return 0
    return bonus


def onward(s: State, b: BoardArrays, seat: int, rail: int, line: int, city: int) -> int:
    """The best that can be reached next from this city, fading with every piece it takes."""
    best = 0
    for k in range(b.exit_count[city]):
        way = b.exits[city][k]
        other = way // 2
        if other != line and s.builder[other] == NONE:
            target = b.ends[other][1 - way % 2]
            gain = arrival(s, b, seat, rail, target) // (1 + b.length[other])
            if gain > best:
                best = gain
    return best


def lay_gain(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """What a piece is worth: its arrival, near or far, less what it pays and what it leaves to the next player."""
    rank = lay_rank(b, action)
    rail = rank_rail(rank)
    way = lay_way(b, action)
    line = way // 2
    target = b.ends[line][1 - way % 2]
    missing = b.length[line] - s.filled[line] - 1
    gain = arrival(s, b, seat, rail, target)
    ahead = onward(s, b, seat, rail, line, target)
    cost = terrain_cost(s, b, seat, way) * POINT
    if rank_branches(rank):
        cost -= POINT  # a Branch card lapses after this Round: rather use it
    if missing == 0:
        return gain + ahead // 2 - cost
    bonus = bonus_of(s, b, seat, rail, target) * POINT
    left_open = 0
    if missing == 1:
        left_open = bonus  # the next player finishes it and collects
    return (gain + ahead // 2) // (1 + missing) - left_open // 2 - cost


# ---------------------------------------------------------------- laying
def best_lay(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Index of the best piece among the legal actions, or NONE."""
    best = NONE
    most = 0
    for k in range(n):
        if out[k] >= b.lay_base:
            gain = lay_gain(s, b, seat, out[k])
            if best == NONE or gain > most:
                best = k
                most = gain
    return best


def choose_lay(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """The best piece; an optional one only if it gains something."""
    swap = choose_exchange(s, b, seat, out, n)
    if swap != NONE:
        return swap
    best = best_lay(s, b, seat, out, n)
    if best == NONE:
        return out[0]
    gain = lay_gain(s, b, seat, out[best])
    first = out[0]
    if first == HOLD and s.phase == TLT1 and gain < 2 * POINT:
        return HOLD
    if gain <= 0 and (first == DONE or first == PASS):
        return first
    return out[best]


def choose_exchange(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Give away cheap cities that nobody serves."""
    mask = 0
    for k in range(s.held[seat]):
        city = s.hand[seat][k]
        if b.value[city] <= 3 and connections(s, city) < 2:
            mask |= 1 << k
    if mask != 0 and exchange_refusal(s, b, seat, mask) == 0:
        return EXCHANGE + mask
    return NONE


# ---------------------------------------------------------------- cards
def prospect(s: State, b: BoardArrays, city: int) -> int:
    """What a City card will about be worth at the end: as it stands, and some hope for more railroads."""
    hope = 0
    for k in range(b.exit_count[city]):
        if s.builder[b.exits[city][k] // 2] == NONE:
            hope += 1
    return city_worth(s, b, city) * 2 + b.value[city] * min(hope, 4)


def best_bonus(s: State, b: BoardArrays, seat: int) -> int:
    """The largest bonus that one piece of a Major would bring now."""
    best = 0
    for rail in range(MAJORS):
        for k in range(s.tip_count[rail]):
            tip = s.tips[rail][k]
            if s.supply[rail] > 0:
                if tip < 0:
                    line = -1 - tip
                    if s.filled[line] + 1 == b.length[line]:
                        city = b.ends[line][1 - (s.origin[line] & 1)]
                        best = max(best, connection_bonus(s, b, city) + special_bonus(s, b, rail, city))
                else:
                    for e in range(b.exit_count[tip]):
                        way = b.exits[tip][e]
                        if s.builder[way // 2] == NONE and b.length[way // 2] <= 2:
                            city = b.ends[way // 2][1 - way % 2]
                            best = max(best, connection_bonus(s, b, city) + special_bonus(s, b, rail, city))
    return best


def choose_play(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """A Double when a bonus waits, a Boomtown when it lifts own cities, else the City with the best prospect."""
    best = out[0]
    most = NONE
    for k in range(n):
        main = (out[k] - PLAY_BASE) % (MAINS + b.n_cities)
        worth = 0
        if main == MAIN_DOUBLE:
            worth = 6 * best_bonus(s, b, seat)
        elif main == MAIN_BOOM:
            worth = 2 * best_boom(s, b, seat)
        elif main >= MAINS:
            worth = prospect(s, b, main - MAINS)
        if worth > most:
            most = worth
            best = out[k]
    return best


def own_cards(s: State, seat: int, city: int) -> int:
    count = 0
    for k in range(2):
        if s.gone[city][k] == ON_TABLE + seat:
            count += 1
    for k in range(s.held[seat]):
        if s.hand[seat][k] == city:
            count += 1
    return count


def boom_gain(s: State, b: BoardArrays, seat: int, city: int) -> int:
    """A marker adds two points per railroad to every card of the city; only own cards count."""
    return 2 * own_cards(s, seat, city) * (1 + connections(s, city))


def best_boom(s: State, b: BoardArrays, seat: int) -> int:
    best = 0
    for site in range(b.n_sites):
        city = b.site[site]
        if s.marker[city] == 0:
            best = max(best, boom_gain(s, b, seat, city))
    return best


def choose_boom(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    best = BOOM_NONE
    most = 0
    for k in range(n):
        if out[k] != BOOM_NONE and boom_refusal(s, b, out[k]) == 0:
            one = b.site[(out[k] - b.boom_base) // b.n_sites]
            two = b.site[(out[k] - b.boom_base) % b.n_sites]
            gain = boom_gain(s, b, seat, one)
            if two != one:
                gain += boom_gain(s, b, seat, two)
            if gain > most:
                most = gain
                best = out[k]
    return best


def choose_draw(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Keep one Double; branch a Major that is stuck with pieces left; else City cards."""
    best = out[0]
    most = NONE
    for k in range(n):
        worth = draw_worth(s, b, seat, out[k])
        if worth > most:
            most = worth
            best = out[k]
    return best


def draw_worth(s: State, b: BoardArrays, seat: int, action: int) -> int:
    if action == DRAW_DECK:
        return 10
    if action == DRAW_DOUBLE:
        return 14 if s.doubles[seat] == 0 else 2
    if action == DRAW_BOOM:
        return 12 if s.booms[seat] == 0 and best_boom(s, b, seat) >= 8 else 1
    if action == DRAW_ENGINEER:
        return 3
    if action == DRAW_STOP:
        return 0
    if action == DRAW_TRIPLE:
        return 3
    if action == DRAW_FOUR:
        return 11 if best_bonus(s, b, seat) >= 6 else 3
    rail = action - DRAW_BRANCH
    stuck = not has_extension(s, b, seat, rail, False)
    return 13 if stuck and s.supply[rail] >= 4 and s.money[seat] >= 3 else 1
