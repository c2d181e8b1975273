"""Cubes: from the ends of the yard onto trains, between two trains in one city, into the storage."""

from __future__ import annotations

from .hands import begin_job, duration, gone_refusal, hand_mask, hands_refusal, lock_refusal, run_for
from .state import (
    CAR_FOR_EITHER,
    CAR_RESERVED,
    FOREIGN_CARGO,
    HEAD,
    HELD,
    LOADING,
    LONG_TRACK,
    LONGS,
    MOVING,
    NO_SECOND_TRAIN,
    NONE,
    NOT_ABOARD,
    NOT_ITS_COLOUR,
    ON_RAILS_CARGO,
    STORING,
    SWAPPING,
    TRAIN_FULL,
    TWO_CARS,
    WRECKED,
    YARD,
    YARD_EMPTY,
    BoardArrays,
    State,
)


# ---------------------------------------------------------------- what a train carries
def capacity(b: BoardArrays, train: int) -> int:
    """Five cubes on a Long Train, three on a Short one, unless the table has other trains (RP-LOAD-04)."""
    return 0 + (b.values.long_cars if train < LONGS else b.values.short_cars)


def aboard(s: State, train: int, cube: int) -> int:
    """How many cubes of that colour the train carries."""
    count = 0
    for k in range(s.load[train]):
        if s.cargo[train][k] == cube:
            count += 1
    return count


def has_car(s: State, train: int, cube: int, gone: int, sticker: int) -> int:
    """Does the load, with one cube more and one less, fill the car reserved for a sticker (RP-EXPERT-02)?"""
    if sticker == NONE:
        return 0
    count = aboard(s, train, sticker)
    if cube == sticker:
        count += 1
    if gone == sticker:
        count -= 1
    return 1 if count > 0 else 0


def fits(s: State, b: BoardArrays, train: int, cube: int, gone: int) -> bool:
    """May the train take the cube if it gives the other one away (RP-LOAD-04, RP-EXPERT-03, -04)?"""
    total = s.load[train] + 1
    if gone != NONE:
        total -= 1
    if s.expert == 0:
        return total <= capacity(b, train)
    first = has_car(s, train, cube, gone, 0 + s.sticker[train][0])
    if train >= LONGS:
        return total - first <= b.values.short_cars - 1
    second = has_car(s, train, cube, gone, 0 + s.sticker[train][1])
    if s.expert_long == TWO_CARS:
        return total - first - second <= b.values.long_cars - 2
    return total - (1 if first + second > 0 else 0) <= b.values.long_cars - 1


def full_reason(s: State, b: BoardArrays, train: int) -> int:
    return TRAIN_FULL if s.load[train] >= capacity(b, train) else reserved_reason(s, train)


def reserved_reason(s: State, train: int) -> int:
    """Reserved cars are in the way; on Long Trains there may be one for either colour (RP-EXPERT-03, RP-AMB-09)."""
    return CAR_FOR_EITHER if train < LONGS and s.expert_long != TWO_CARS else CAR_RESERVED


def put_cube(s: State, train: int, cube: int) -> None:
    s.cargo[train][s.load[train]] = cube
    s.load[train] += 1


def take_cube(s: State, train: int, cube: int) -> None:
    """Take the last loaded cube of that colour off; the others keep their order."""
    k = s.load[train] - 1
    while s.cargo[train][k] != cube:
        k -= 1
    while k < s.load[train] - 1:
        s.cargo[train][k] = s.cargo[train][k + 1]
        k += 1
    s.cargo[train][k] = NONE
    s.load[train] -= 1


def drop_last(s: State, train: int) -> None:
    """The cube loaded last falls and leaves the game (RP-FAULT-01, RP-DIG-15)."""
    s.load[train] -= 1
    s.dropped[s.cargo[train][s.load[train]]] += 1
    s.cargo[train][s.load[train]] = NONE


def neighbour(s: State, train: int) -> int:
    """The other train parked in the same city, or NONE (RP-LOAD-12, -13)."""
    place = 0 + s.place[train]
    if place >= HELD:
        return NONE
    return 0 + s.track[place // 2][1 - place % 2]


# ---------------------------------------------------------------- may I?
def cargo_refusal(s: State, b: BoardArrays, seat: int, train: int) -> int:
    """Cargo is touched only on a train parked in a city of one's own (RP-LOAD-01, RP-TRAIN-04)."""
    place = 0 + s.place[train]
    if place >= WRECKED:
        return gone_refusal(s, train)
    if place >= HELD:
        return ON_RAILS_CARGO
    if b.owner[place // 2] != seat:
        return FOREIGN_CARGO
    return lock_refusal(s, train)


def load_refusal(s: State, b: BoardArrays, seat: int, end: int, train: int) -> int:
    """One cube from either end of the yard onto a train with room (RP-LOAD-02..04, RP-DIG-28)."""
    reason = cargo_refusal(s, b, seat, train)
    if reason != 0:
        return reason
    city = 0 + s.at[train]
    if s.head[city] >= s.tail[city]:
        return YARD_EMPTY
    cube = 0 + (s.yard[city][s.head[city]] if end == HEAD else s.yard[city][s.tail[city] - 1])
    if not fits(s, b, train, cube, NONE):
        return full_reason(s, b, train)
    return hands_refusal(s, seat, 1)


def store_refusal(s: State, b: BoardArrays, seat: int, train: int) -> int:
    """Only cubes of the city's colour go into its storage (RP-LOAD-07, -08, RP-FAULT-11)."""
    reason = cargo_refusal(s, b, seat, train)
    if reason != 0:
        return reason
    if aboard(s, train, 0 + s.at[train]) == 0:
        return NOT_ITS_COLOUR
    return hands_refusal(s, seat, 1)


def pair_refusal(s: State, b: BoardArrays, seat: int, train: int) -> int:
    """Cubes change between two trains of one city only (RP-LOAD-12, -13)."""
    reason = cargo_refusal(s, b, seat, train)
    if reason != 0:
        return reason
    other = neighbour(s, train)
    if other == NONE:
        return NO_SECOND_TRAIN
    return lock_refusal(s, other)


def xfer_refusal(s: State, b: BoardArrays, seat: int, train: int, cube: int) -> int:
    """A cube may move to the other train if it has room (RP-LOAD-12)."""
    reason = pair_refusal(s, b, seat, train)
    if reason != 0:
        return reason
    if aboard(s, train, cube) == 0:
        return NOT_ABOARD
    other = neighbour(s, train)
    if not fits(s, b, other, cube, NONE):
        return full_reason(s, b, other)
    return hands_refusal(s, seat, 1)


def xchg_refusal(s: State, b: BoardArrays, seat: int, train: int, cube: int, back: int) -> int:
    """Two cubes may change places, also between full trains (RP-LOAD-12)."""
    reason = pair_refusal(s, b, seat, train)
    if reason != 0:
        return reason
    other = neighbour(s, train)
    if s.place[train] % 2 != LONG_TRACK or aboard(s, train, cube) == 0 or aboard(s, other, back) == 0:
        return NOT_ABOARD
    if not fits(s, b, train, back, cube):
        return reserved_reason(s, train)
    if not fits(s, b, other, cube, back):
        return reserved_reason(s, other)
    return hands_refusal(s, seat, 2)


# ---------------------------------------------------------------- doing it
def begin_load(s: State, b: BoardArrays, seat: int, end: int, train: int) -> None:
    """The cube in the hand is out of the yard order, though it counts as there (RP-DIG-28)."""
    city = 0 + s.at[train]
    if end == HEAD:
        spot = 0 + s.head[city]
        s.head[city] += 1
    else:
        s.tail[city] -= 1
        spot = 0 + s.tail[city]
    begin_job(s, train, LOADING, seat, hand_mask(s, seat, 1), NONE)
    run_for(s, train, duration(s, b, 0 + b.values.load_ms), spot, 0 + s.yard[city][spot])


def begin_store(s: State, b: BoardArrays, seat: int, train: int) -> None:
    begin_job(s, train, STORING, seat, hand_mask(s, seat, 1), NONE)
    run_for(s, train, duration(s, b, 0 + b.values.store_ms), 0 + s.at[train], 0 + s.at[train])


def begin_xfer(s: State, b: BoardArrays, seat: int, train: int, cube: int) -> None:
    begin_job(s, train, MOVING, seat, hand_mask(s, seat, 1), neighbour(s, train))
    run_for(s, train, duration(s, b, 0 + b.values.xfer_ms), 0, cube)


def begin_xchg(s: State, b: BoardArrays, seat: int, train: int, cube: int, back: int) -> None:
    begin_job(s, train, SWAPPING, seat, hand_mask(s, seat, 2), neighbour(s, train))
    run_for(s, train, duration(s, b, 0 + b.values.xchg_ms), back, cube)


def finish_load(s: State, train: int) -> None:
    s.yard[s.at[train]][s.job_to[train]] = NONE
    put_cube(s, train, 0 + s.job_with[train])


def finish_store(s: State, train: int) -> None:
    """Stored cubes never move again (RP-LOAD-10)."""
    take_cube(s, train, 0 + s.at[train])
    s.storage[s.at[train]] += 1


def finish_xfer(s: State, train: int) -> None:
    take_cube(s, train, 0 + s.job_with[train])
    put_cube(s, 0 + s.job_other[train], 0 + s.job_with[train])


def finish_xchg(s: State, train: int) -> None:
    other = 0 + s.job_other[train]
    take_cube(s, train, 0 + s.job_with[train])
    take_cube(s, other, 0 + s.job_to[train])
    put_cube(s, train, 0 + s.job_to[train])
    put_cube(s, other, 0 + s.job_with[train])


def store_all(s: State, train: int) -> None:
    """With automatic unloading every cube of the city's colour is stored on arrival (RP-LOAD-07)."""
    city = 0 + s.at[train]
    while aboard(s, train, city) > 0:
        take_cube(s, train, city)
        s.storage[city] += 1


def close_yard(s: State, city: int) -> None:
    """Cubes whose loading came to nothing are again the ends of the yard (RP-DIG-04)."""
    first = 0
    while first < YARD and s.yard[city][first] == NONE:
        first += 1
    last = YARD
    while last > first and s.yard[city][last - 1] == NONE:
        last -= 1
    s.head[city] = first
    s.tail[city] = last
