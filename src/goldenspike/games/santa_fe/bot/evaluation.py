"""What search needs to know of Santa Fe: which actions are worth a thought, and about how the game will end.

Whole numbers only, like the rules. Worlds handed to these functions are imagined ones: every hand in them may be read.
"""

from __future__ import annotations

from ..rules.rounds import legal
from ..rules.scoring import connections
from ..rules.state import (
    BOOM,
    BOOM_NONE,
    DRAW,
    EXCHANGE,
    HOLD,
    MAIN_BOOM,
    MAIN_DOUBLE,
    MAIN_FOUR,
    MAIN_TRIPLE,
    MAINS,
    MAJORS,
    NONE,
    ON_TABLE,
    PLAY,
    PLAY_BASE,
    RAILS,
    SFR2002,
    SHORT_CARD,
    BoardArrays,
    State,
)
from ..rules.track import against_arrow, is_connected
from .policy import POINT, best_bonus, best_boom, boom_gain, choose_exchange, draw_worth, lay_gain, prospect

SURE = 1 << 30  # kept whatever else there is


# ---------------------------------------------------------------- which actions are worth a thought
def candidates(s: State, b: BoardArrays, seat: int, out: list[int], gains: list[int]) -> int:
    """The legal actions and what each promises; passing and holding are always worth a thought."""
    n = legal(s, b, seat, out)
    swap = NONE
    if s.phase != DRAW and s.phase != PLAY and s.phase != BOOM:
        swap = choose_exchange(s, b, seat, out, n)
    for k in range(n):
        gains[k] = action_gain(s, b, seat, out[k], swap)
    return n


def action_gain(s: State, b: BoardArrays, seat: int, action: int, swap: int) -> int:
    """About what an action promises, compared with the others of the same decision."""
    if s.phase == DRAW:
        return draw_worth(s, b, seat, action)
    if s.phase == PLAY:
        return play_gain(s, b, seat, action)
    if s.phase == BOOM:
        return mark_gain(s, b, seat, action)
    if action >= b.lay_base:
        return lay_gain(s, b, seat, action)
    if action >= EXCHANGE and action < EXCHANGE + 32:
        if action == swap:
            return SURE
        return -SURE
    if action == HOLD:
        return 2 * POINT
    return SURE - 1  # done, pass, decline, hire, buy: few, and sometimes right


def play_gain(s: State, b: BoardArrays, seat: int, action: int) -> int:
    choice = action - PLAY_BASE
    main = choice % (MAINS + b.n_cities)
    worth = 0
    if main == MAIN_DOUBLE:
        worth = 6 * best_bonus(s, b, seat)
    elif main == MAIN_TRIPLE or main == MAIN_FOUR:
        worth = 2 * best_bonus(s, b, seat) + 4
    elif main == MAIN_BOOM:
        worth = 2 * best_boom(s, b, seat)
    elif main >= MAINS:
        worth = prospect(s, b, main - MAINS)
    if choice >= MAINS + b.n_cities:
        worth += 3  # a Branch card with it
    return worth


def mark_gain(s: State, b: BoardArrays, seat: int, action: int) -> int:
    if action == BOOM_NONE or action < b.boom_base:
        return 0
    one = b.site[(action - b.boom_base) // b.n_sites]
    two = b.site[(action - b.boom_base) % b.n_sites]
    gain = boom_gain(s, b, seat, one)
    if two != one:
        gain += boom_gain(s, b, seat, two)
    return gain


# ---------------------------------------------------------------- about how it will end
# How often, of a hundred times, a railroad that is so many pieces away from a city was connected to it in the end.
# Counted in games between bots that search (tools/santa_fe_figures.py); hardly any different early and late.
MAJOR_COMES = (100, 94, 76, 59, 47, 37, 31, 27, 20, 18, 15)
SHORT_COMES = (100, 80, 57, 41, 22, 16, 3, 3, 3, 0, 0)
MOST_AWAY = 10
NEVER = 99

# room to work in, behind the answers in ``out``
AWAY = 64  # + city: pieces from the nearest growing end
WORTH = 128  # + city: what one card of it will about bring
QUEUE = 192


def evaluate(s: State, b: BoardArrays, out: list[int]) -> int:
    """Money, the cities on the table as they will about stand at the end, and what hands are good for."""
    plays = plays_left(s, foresee(s, b, out))
    for seat in range(s.seats):
        out[seat] = s.money[seat] * POINT + hand_worth(s, seat, plays, out)
    for city in range(b.n_cities):
        for k in range(2):
            where = s.gone[city][k]
            if where >= ON_TABLE and where < ON_TABLE + s.seats:
                out[where - ON_TABLE] += out[WORTH + city]
    if s.seats == 2 and s.edition == SFR2002:
        out[2] = third_worth(s, b, plays, out)
        return 3
    return s.seats


def plays_left(s: State, living: int) -> int:
    """About how many cards each seat will still play, by the pieces of the Majors that can still grow."""
    # A seat lays about two pieces in a Round; two players lay more.
    pieces = 2 * s.seats if s.seats > 2 else 6
    plays = (living + pieces // 2) // pieces
    if s.phase == PLAY or s.phase == DRAW:
        plays += 1
    return plays


def third_worth(s: State, b: BoardArrays, plays: int, out: list[int]) -> int:
    """The third player of a game for two has to be beaten too: their pile, and as many cards as hands count for."""
    total = 0
    for k in range(s.dummy_size):
        if s.dummy[k] < SHORT_CARD:
            total += out[WORTH + s.dummy[k]]
    every = 0
    for city in range(b.n_cities):
        every += b.copies[city] * out[WORTH + city]
    return total + min(plays, 3) * (every // b.card_total) * 3 // 4


def hand_worth(s: State, seat: int, plays: int, out: list[int]) -> int:
    """The best cities in hand, as many as can still be played, and the other cards."""
    total = 0
    bound = SURE
    for rank in range(s.held[seat]):
        best = 0
        for k in range(s.held[seat]):
            worth = out[WORTH + s.hand[seat][k]] * 8 + k
            if worth < bound and worth > best:
                best = worth
        bound = best
        if rank < plays and rank < 3:
            total += best // 8 * 3 // 4
        else:
            total += best // 80
    if plays > 0:
        total += (2 * s.doubles[seat] + s.booms[seat]) * POINT
        if s.branch[seat] != NONE:
            total += 3 * POINT
    return total


def foresee(s: State, b: BoardArrays, out: list[int]) -> int:
    """What a card of each city will about bring, into ``out``; pieces of the Majors that can still grow."""
    for city in range(b.n_cities):
        out[WORTH + city] = 100 * connections(s, city)
    living = 0
    for rail in range(RAILS):
        if s.supply[rail] > 0:
            last = 0 + min(s.supply[rail], MOST_AWAY)
            grows = spread(s, b, rail, last, out)
            if rail < MAJORS and grows:
                living += s.supply[rail]
            for city in range(b.n_cities):
                away = out[AWAY + city]
                if away <= last and not is_connected(s, rail, city):
                    out[WORTH + city] += MAJOR_COMES[away] if rail < MAJORS else SHORT_COMES[away]
    for city in range(b.n_cities):
        value = b.value[city] if s.marker[city] == 0 else s.marker[city]
        out[WORTH + city] = out[WORTH + city] * value * POINT // 100
    return living


def spread(s: State, b: BoardArrays, rail: int, last: int, out: list[int]) -> bool:
    """How many pieces each city is away from where the railroad grows, over lines nobody has built; can it grow?"""
    for city in range(b.n_cities):
        out[AWAY + city] = NEVER
    size = 0
    begun = 0
    if rail < MAJORS:
        for k in range(s.tip_count[rail]):
            tip = s.tips[rail][k]
            if tip < 0:
                line = -1 - tip
                begun += 1
                size = come(out, size, b.ends[line][1 - (s.origin[line] & 1)], b.length[line] - s.filled[line])
            else:
                size = come(out, size, tip, 0)
    else:
        for k in range(s.stop_count[rail - MAJORS]):
            size = come(out, size, s.stops[rail - MAJORS][k], 0)
    first = 0 + size
    k = 0
    while k < size:
        city = out[QUEUE + k]
        k += 1
        for e in range(b.exit_count[city]):
            way = b.exits[city][e]
            missing = missing_on(s, b, rail, way)
            if missing > 0 and out[AWAY + city] + missing <= last:
                size = come(out, size, b.ends[way // 2][1 - way % 2], out[AWAY + city] + missing)
    return begun > 0 or size > first


def come(out: list[int], size: int, city: int, away: int) -> int:
    """Note a shorter way to a city, and that what lies behind it is to be looked at (again)."""
    if away < out[AWAY + city]:
        out[AWAY + city] = away
        out[QUEUE + size] = city
        size += 1
    return size


def missing_on(s: State, b: BoardArrays, rail: int, way: int) -> int:
    """Pieces the railroad needs along a line from this end; 0 where it cannot go."""
    line = way // 2
    if s.builder[line] == NONE:
        return 0 if against_arrow(b, way) else 0 + b.length[line]
    if rail >= MAJORS and s.builder[line] == rail and s.origin[line] & 1 == way % 2:
        return b.length[line] - s.filled[line]
    return 0
