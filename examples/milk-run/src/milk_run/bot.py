"""What bots know of Milk Run: what an action promises, and about how many points a position will bring."""

from .rules import churns_left, legal, new_place, price, total
from .state import CLAIM, DRAW, KINDS, BoardArrays, State

COMES = (12, 5, 4, 3, 2, 2, 1, 1, 0)  # twelfths of what a place brings, by the wagons it takes to get there
FAR = 8
WAGON = 6  # twelfths of a point that a wagon in hand is worth
ROOM = 200  # from here on ``out`` is room to work in: the wagons it takes to get to each place


def worth(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """About the points of a seat in twelfths: a place counts the more, the fewer wagons it takes to get there."""
    for place in range(b.n_places):
        out[ROOM + place] = 0 if s.reach[seat] >> place & 1 == 1 else FAR
    again = True
    while again:
        again = False
        for line in range(b.n_lines):
            for end in range(2):
                away = out[ROOM + b.ends[line][end]] + b.length[line]
                if s.owner[line] == 0 and away < out[ROOM + b.ends[line][1 - end]]:
                    out[ROOM + b.ends[line][1 - end]] = away
                    again = True
    value = 12 * s.milk[seat] + b.values.order * COMES[out[ROOM + s.order[seat]]] + WAGON * total(s.hand[seat])
    for farm in range(b.n_farms):
        if out[ROOM + farm] > 0:
            value += churns_left(s, b, farm) * COMES[out[ROOM + farm]]
    return value


def candidates(s: State, b: BoardArrays, seat: int, out: list[int], gains: list[int]) -> int:
    """The legal actions and what each promises: milk now, and places that come nearer, less the wagons it takes."""
    n = legal(s, b, seat, out)
    now = worth(s, b, seat, out)
    gains[0] = b.values.drawn * WAGON
    for k in range(1, n):
        line, kind = divmod(out[k] - CLAIM, KINDS)
        place = new_place(s, b, seat, line)
        gains[k] = 12 * churns_left(s, b, place) - WAGON * price(b, line, kind) - now
        s.reach[seat] ^= 1 << place
        gains[k] += worth(s, b, seat, out)
        s.reach[seat] ^= 1 << place
    return n


def policy(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """A beginner claims the line that brings most points for a wagon, and draws if none brings any."""
    best, most = DRAW, 0
    for k in range(1, legal(s, b, seat, out)):
        line, kind = divmod(out[k] - CLAIM, KINDS)
        place = new_place(s, b, seat, line)
        points = churns_left(s, b, place) + (b.values.order if place == s.order[seat] else 0)
        if 12 * points // price(b, line, kind) > most:
            best, most = out[k], 12 * points // price(b, line, kind)
    return best


def evaluate(s: State, b: BoardArrays, out: list[int]) -> int:
    """About how many points everybody will end with, in twelfths."""
    for seat in range(s.seats):
        out[seat] = worth(s, b, seat, out)
    return s.seats
