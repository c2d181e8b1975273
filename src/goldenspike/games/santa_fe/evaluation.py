"""What search needs to know of Santa Fe: which actions are worth a thought, and about how the game will end.

Whole numbers only, like the rules. Worlds handed to these functions are imagined ones: every hand in them may be read.
"""

from __future__ import annotations

from .policy import (
    POINT,
    best_bonus,
    best_boom,
    boom_gain,
    choose_exchange,
    draw_worth,
    lay_gain,
    prospect,
)
from .rules import connections, legal
from .state import (
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
    State,
    Tables,
)

SURE = 1 << 30  # kept whatever else there is


# ---------------------------------------------------------------- which actions are worth a thought
def candidates(s: State, b: Tables, seat: int, out: list[int], gains: list[int]) -> int:
    """The legal actions and what each promises; passing and holding are always worth a thought."""
    n = legal(s, b, seat, out)
    swap = NONE
    if s.phase != DRAW and s.phase != PLAY and s.phase != BOOM:
        swap = choose_exchange(s, b, seat, out, n)
    for k in range(n):
        gains[k] = action_gain(s, b, seat, out[k], swap)
    return n


def action_gain(s: State, b: Tables, seat: int, action: int, swap: int) -> int:
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


def play_gain(s: State, b: Tables, seat: int, action: int) -> int:
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


def mark_gain(s: State, b: Tables, seat: int, action: int) -> int:
    if action == BOOM_NONE or action < b.boom_base:
        return 0
    one = b.site[(action - b.boom_base) // b.n_sites]
    two = b.site[(action - b.boom_base) % b.n_sites]
    gain = boom_gain(s, b, seat, one)
    if two != one:
        gain += boom_gain(s, b, seat, two)
    return gain


# ---------------------------------------------------------------- about how it will end
def evaluate(s: State, b: Tables, out: list[int]) -> int:
    """Money, the cities on the table as they will about stand at the end, and the best cities still in hand."""
    left = 0
    for rail in range(MAJORS):
        left += s.supply[rail]
    # A game ends when the first Major runs out: about half of the pieces are never laid.
    rounds = left // (4 * s.seats)
    for seat in range(s.seats):
        total = s.money[seat] * POINT
        for city in range(b.n_cities):
            for k in range(2):
                if s.gone[city][k] == ON_TABLE + seat:
                    total += end_worth(s, b, city, left)
        plays = min(rounds + 1, s.held[seat])
        bound = SURE
        for _ in range(plays):
            best = 0
            for k in range(s.held[seat]):
                worth = end_worth(s, b, s.hand[seat][k], left) * 8 + k
                if worth < bound and worth > best:
                    best = worth
            total += best // 8 * 3 // 4
            bound = best
        total += s.doubles[seat] * 4 * POINT
        total += s.booms[seat] * 3 * POINT
        out[seat] = total
    return s.seats


def end_worth(s: State, b: Tables, city: int, left: int) -> int:
    """About what one card of the city will bring: its railroads of today and some of tomorrow."""
    value = b.value[city] if s.marker[city] == 0 else s.marker[city]
    open_ways = 0
    for k in range(b.exit_count[city]):
        line = b.exits[city][k] // 2
        if s.builder[line] == NONE:
            open_ways += 1
        elif s.filled[line] < b.length[line] and b.ends[line][1 - s.origin[line]] == city:
            open_ways += 2
    # A share of the open ways will be used: less, the fewer pieces are left.
    hope = min(open_ways, 5) * left * POINT // 260
    return value * (connections(s, city) * POINT + hope)
