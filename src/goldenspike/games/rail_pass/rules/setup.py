"""Setup: colours, trains, engineers, yards and stickers, afresh for every round."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below, seed_chance

from .state import (
    ABSENT,
    CARS,
    CITIES,
    CREW,
    DEALT_IN_ORDER,
    ENGINEERS,
    FIXED,
    HOTEL,
    LONGS,
    NONE,
    ROUNDS,
    RUNNING,
    SEATS,
    TICKS,
    TRAINS,
    UNUSED,
    YARD,
    BoardArrays,
    State,
)


def start(s: State, b: BoardArrays, seats: int, low: int, high: int) -> None:
    """Options, colours and the first round (RP-SETUP-01..10)."""
    seed_chance(s, low, high)
    s.seats = seats
    s.ticks = 1 if b.options.clock == TICKS else 0
    s.dexterity = b.options.dexterity
    s.pace = b.options.pace
    s.seconds = b.options.seconds
    if s.seconds == 0:
        s.seconds = b.values.time_s[seats - 2]
    s.rounds = 1 + b.options.rounds
    s.expert = b.options.expert
    s.expert_long = b.options.expert_long
    s.unload = b.options.unload
    s.engineer_check = b.options.engineer_check
    s.cubes_by_hand = b.options.hands_for_cubes
    s.arrows = b.options.arrows
    for k in range(ROUNDS):
        s.scores[k] = 0
    s.now = 0
    s.round_no = 0
    for city in range(CITIES):
        s.paint[city] = b.colour[city] if city < b.n_cities else NONE
    if b.options.colours != FIXED:
        mix(s, s.paint, b.n_cities)
    begin_round(s, b)


def mix(s: State, row: list[int], n: int) -> None:
    """Shuffle the first n numbers of a row."""
    for k in range(n - 1, 0, -1):
        j = below(s, k + 1)
        kept = 0 + row[k]
        row[k] = row[j]
        row[j] = kept


def begin_round(s: State, b: BoardArrays) -> None:
    """Every round is set up afresh: full yards, empty trains, empty storages (RP-SETUP-05..08, RP-TIME-07)."""
    s.phase = RUNNING
    s.began_at = s.now
    s.ends_at = s.now + 1000 * s.seconds
    s.orders = 0
    s.waiting = 0
    for seat in range(SEATS):
        s.used[seat] = 0
        for hand in range(2):
            s.hand[seat][hand] = NONE
            s.busy[seat][hand] = 0
    for train in range(TRAINS):
        set_train(s, train)
    for engineer in range(ENGINEERS):
        s.engineer[engineer] = UNUSED
        s.engaged[engineer] = 0
    for city in range(CITIES):
        set_city(s, b, city)
    deal_stickers(s, b)


def set_train(s: State, train: int) -> None:
    """A train as it comes out of the box."""
    s.place[train] = ABSENT
    s.at[train] = NONE
    s.load[train] = 0
    s.driver[train] = NONE
    s.offer[train] = NONE
    s.offered_at[train] = 0
    s.push[train] = 0
    for k in range(CARS):
        s.cargo[train][k] = NONE
    for k in range(2):
        s.sticker[train][k] = NONE
    for city in range(CITIES):
        s.again_at[train][city] = 0
    s.lock[train] = 0
    s.job[train] = 0
    s.job_seat[train] = 0
    s.job_hands[train] = 0
    s.job_to[train] = 0
    s.job_with[train] = 0
    s.job_other[train] = NONE
    s.job_began[train] = 0
    s.job_need[train] = 0
    s.job_due[train] = 0
    s.job_order[train] = 0


def set_city(s: State, b: BoardArrays, city: int) -> None:
    """Two manned trains, one engineer in the Hotel, a yard of all other colours (RP-SETUP-05..08)."""
    s.storage[city] = 0
    s.dropped[city] = 0
    s.guests[city] = 0
    s.booked[city] = 0
    s.head[city] = 0
    s.tail[city] = 0
    for colour in range(CITIES):
        s.arrow[city][colour] = NONE
    for spot in range(YARD):
        s.yard[city][spot] = NONE
    for track in range(2):
        s.track[city][track] = NONE
        s.coming[city][track] = NONE
    if city >= b.n_cities:
        return
    for track in range(2):
        train = city + LONGS * track
        s.track[city][track] = train
        s.place[train] = 2 * city + track
        s.at[train] = city
        s.driver[train] = CREW * city + track
        s.engineer[CREW * city + track] = train
    s.engineer[CREW * city + 2] = HOTEL + city
    s.guests[city] = 1
    for colour in range(b.n_cities):
        if colour != city:
            for _ in range(b.each):
                s.yard[city][s.tail[city]] = colour
                s.tail[city] += 1
    mix(s, s.yard[city], 0 + s.tail[city])


def deal_stickers(s: State, b: BoardArrays) -> None:
    """One colour for each Short Train, a pair of neighbouring colours for each Long one (RP-EXPERT-05, -06)."""
    n = 0 + b.n_cities
    if b.options.sticker_deal == DEALT_IN_ORDER:
        lay_stickers(s, b)
        return
    for train in range(n):
        s.sticker[train][0] = coloured(s, b, train)
        s.sticker[train][1] = coloured(s, b, (train + 1) % n)
        s.sticker[LONGS + train][0] = coloured(s, b, train)
    for k in range(n - 1, 0, -1):
        swap_stickers(s, k, below(s, k + 1))
    for k in range(n - 1, 0, -1):
        swap_stickers(s, LONGS + k, LONGS + below(s, k + 1))


def lay_stickers(s: State, b: BoardArrays) -> None:
    """In order: each city has cars for the next colour, and the Long Train one for the colour after it (RP-AMB-10)."""
    n = 0 + b.n_cities
    for rank in range(n):
        city = coloured(s, b, rank)
        s.sticker[city][0] = coloured(s, b, (rank + 1) % n)
        s.sticker[city][1] = coloured(s, b, (rank + 2) % n)
        s.sticker[LONGS + city][0] = coloured(s, b, (rank + 1) % n)


def coloured(s: State, b: BoardArrays, rank: int) -> int:
    """The city whose colour comes at that rank among the colours on the table."""
    for city in range(b.n_cities):
        lower = 0
        for other in range(b.n_cities):
            if s.paint[other] < s.paint[city]:
                lower += 1
        if lower == rank:
            return city
    return NONE


def swap_stickers(s: State, one: int, two: int) -> None:
    for k in range(2):
        kept = 0 + s.sticker[one][k]
        s.sticker[one][k] = s.sticker[two][k]
        s.sticker[two][k] = kept
