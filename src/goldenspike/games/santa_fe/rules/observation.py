"""The numbers that a seat may learn from, in the order that env.py names."""

from __future__ import annotations

from .rounds import seat_at
from .state import (
    DISCARDED,
    MAJORS,
    MAX_CITIES,
    MAX_LINES,
    NONE,
    ON_TABLE,
    OVER,
    RAILS,
    SEATS,
    BoardArrays,
    State,
)


def observe(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """Everything the seat may know as small numbers, seats counted from itself."""
    n = observe_clock(s, seat, out, 0)
    who = seat
    for k in range(SEATS):
        n = observe_seat(s, who, k < s.seats, out, n)
        who = who + 1 if who + 1 < s.seats else 0
    n = observe_display(s, out, n)
    for rail in range(RAILS):
        out[n + rail] = 0 + s.available[rail]
        out[n + RAILS + rail] = 0 + s.supply[rail]
    n += 2 * RAILS
    n = observe_cards(s, b, seat, out, n)
    n = observe_cities(s, b, out, n)
    return observe_lines(s, b, out, n)


MOST_NUMBERS = 1 << 20


def place(n: int) -> int:
    """The same number: a place in an observation is never negative, which the compiler cannot know."""
    return min(max(n, 0), MOST_NUMBERS)


CLOCK_NUMBERS = 15


def observe_clock(s: State, seat: int, out: list[int], n: int) -> int:
    n = place(n)
    for phase in range(OVER + 1):
        out[n + phase] = 1 if s.phase == phase else 0
    out[n + 8] = 0 + s.round_no
    out[n + 9] = (s.first - seat) % s.seats
    out[n + 10] = (seat_at(s, s.turn) - seat) % s.seats
    out[n + 11] = 0 + s.laid_now
    out[n + 12] = 0 + s.edition
    out[n + 13] = 0 + s.terrain
    out[n + 14] = 0 + s.seats
    return n + CLOCK_NUMBERS


SEAT_NUMBERS = 18


def observe_seat(s: State, seat: int, present: bool, out: list[int], n: int) -> int:
    """Money, the size of the hand and its public cards, the play of the Round, bought track."""
    n = place(n)
    if not present:
        for k in range(SEAT_NUMBERS):
            out[n + k] = 0
        return n + SEAT_NUMBERS
    out[n] = 0 + s.money[seat]
    out[n + 1] = 0 + s.held[seat]
    out[n + 2] = 0 + s.doubles[seat]
    out[n + 3] = 0 + s.booms[seat]
    out[n + 4] = 0 + s.triples[seat]
    out[n + 5] = 0 + s.fours[seat]
    out[n + 6] = 1 + s.branch[seat]
    out[n + 7] = 0 + s.engineer[seat]
    out[n + 8] = 1 if s.committed[seat] != 0 else 0
    out[n + 9] = 0 + s.card[seat]
    out[n + 10] = 1 + s.shown[seat]
    out[n + 11] = 1 + s.active_branch[seat]
    out[n + 12] = 0 + s.laid_first[seat]
    for rail in range(MAJORS):
        out[n + 13 + rail] = 0 + s.reserve[seat][rail]
    return n + SEAT_NUMBERS


DISPLAY_NUMBERS = 15


def observe_display(s: State, out: list[int], n: int) -> int:
    n = place(n)
    out[n] = 0 + s.shop_double
    out[n + 1] = 0 + s.shop_triple
    out[n + 2] = 0 + s.shop_four
    out[n + 3] = 0 + s.shop_boom
    out[n + 4] = 0 + s.shop_engineer
    for rail in range(MAJORS):
        out[n + 5 + rail] = 0 + s.shop_branch[rail]
    out[n + 10] = 0 + s.shop_marker[0]
    out[n + 11] = 0 + s.shop_marker[1]
    out[n + 12] = 0 + s.deck_size
    out[n + 13] = 0 + s.dummy_size
    out[n + 14] = 0 + s.exchanged
    return n + DISPLAY_NUMBERS


# Rows of one number per city or line. The compiler writes a row at a time if it can tell that no index is negative:
# hence bounds that change nothing. It does best with rows of full length: where there is room a row is written
# longer than it is, and the next one over its end.
def row_length(n: int, count: int, most: int, out: list[int]) -> int:
    return most if n + most <= len(out) else count


OWN_DISCARDS = 0
TABLES = 1
GONE_ROWS = TABLES + SEATS


def observe_cards(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """City cards by city: in the own hand, discarded by the seat itself, on the table before each seat."""
    cities = min(max(b.n_cities, 0), MAX_CITIES)
    n = place(n)
    for city in range(row_length(n, cities, MAX_CITIES, out)):
        out[n + city] = 0
    for k in range(s.held[seat]):
        out[n + s.hand[seat][k]] += 1
    n = place(n + cities)
    for row in range(GONE_ROWS):
        where = gone_place(s, seat, row)
        for city in range(row_length(n, cities, MAX_CITIES, out)):
            out[n + city] = 0 + (s.gone[city][0] == where) + (s.gone[city][1] == where)
        n = place(n + cities)
    return n


def gone_place(s: State, seat: int, row: int) -> int:
    """The place of City cards that a row tells of; none for a seat that nobody has."""
    if row == OWN_DISCARDS:
        return DISCARDED + seat
    k = row - TABLES
    if k >= s.seats:
        return NONE
    who = seat + k
    return ON_TABLE + (who if who < s.seats else who - s.seats)


CITY_ROWS = RAILS + MAJORS + 2


def observe_cities(s: State, b: BoardArrays, out: list[int], n: int) -> int:
    """The map by city: railroads connected, railheads there, Boomtown marker, first connection."""
    cities = min(max(b.n_cities, 0), MAX_CITIES)
    n = place(n)
    for rail in range(RAILS):
        for city in range(row_length(n, cities, MAX_CITIES, out)):
            out[n + city] = s.city_rails[city] >> rail & 1
        n = place(n + cities)
    for rail in range(MAJORS):
        for city in range(row_length(n, cities, MAX_CITIES, out)):
            out[n + city] = 0
        for k in range(s.tip_count[rail]):
            if s.tips[rail][k] >= 0:
                out[n + s.tips[rail][k]] += 1
        n = place(n + cities)
    for city in range(row_length(n, cities, MAX_CITIES, out)):
        out[n + city] = 0 + s.marker[city]
    n = place(n + cities)
    for city in range(row_length(n, cities, MAX_CITIES, out)):
        out[n + city] = 0 + s.reached[city]
    return n + cities


LINE_ROWS = 3


def observe_lines(s: State, b: BoardArrays, out: list[int], n: int) -> int:
    """The map by line: whose track, how many pieces, from which end."""
    lines = min(max(b.n_lines, 0), MAX_LINES)
    n = place(n)
    for line in range(row_length(n, lines, MAX_LINES, out)):
        out[n + line] = 1 + s.builder[line]
    n = place(n + lines)
    for line in range(row_length(n, lines, MAX_LINES, out)):
        out[n + line] = 0 + s.filled[line]
    n = place(n + lines)
    for line in range(row_length(n, lines, MAX_LINES, out)):
        out[n + line] = s.origin[line] & 1
    return n + lines


# Compiled into their callers, see track.py.
INLINE = ("row_length", "place")
