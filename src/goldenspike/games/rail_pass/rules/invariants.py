"""What is true at every instant: nothing is lost, nothing is in two places (RP-MODEL-01..05)."""

from __future__ import annotations

from .cubes import capacity
from .state import (
    ABSENT,
    CARS,
    CITIES,
    ENGINEERS,
    HELD,
    HOTEL,
    LONG_TRACK,
    LONGS,
    NO_JOB,
    NONE,
    OVER,
    PARKING,
    QUIT,
    SEATING,
    SEATS,
    TO_HOTEL,
    TRAINS,
    TWO_CARS,
    UNUSED,
    WRECKED,
    YARD,
    BoardArrays,
    State,
)

CUBES = 1
LOADS = 2
PLACES = 3
TRACKS = 4
HANDS = 5
CREWS = 6
HOTELS = 7
LOCKS = 8
OFFERS = 9
CLOCK = 10


def broken_invariant(s: State, b: BoardArrays) -> int:
    """0, or the number of an invariant that this state breaks."""
    for colour in range(CITIES):
        if cubes_of(s, b, colour) != (b.each * (b.n_cities - 1) if colour < b.n_cities else 0):
            return CUBES
    for train in range(TRAINS):
        if not load_is_sound(s, b, train):
            return LOADS
        if not place_is_sound(s, b, train):
            return PLACES
        if not lock_is_sound(s, train):
            return LOCKS
        if s.offer[train] != NONE:
            if s.place[train] < HELD or s.place[train] >= WRECKED or b.dist[s.at[train]][s.offer[train]] != 1:
                return OFFERS
        elif s.push[train] != 0 or s.offered_at[train] != 0:
            return OFFERS
    if not tracks_are_sound(s, b):
        return TRACKS
    if not hands_are_sound(s):
        return HANDS
    if not crews_are_sound(s, b):
        return CREWS
    if not hotels_are_sound(s, b):
        return HOTELS
    if s.phase != OVER and s.now < s.began_at:
        return CLOCK
    return 0


def cubes_of(s: State, b: BoardArrays, colour: int) -> int:
    """A cube is in a yard, on a train, in a storage or dropped (RP-MODEL-01)."""
    count = s.dropped[colour] + s.storage[colour]
    for city in range(b.n_cities):
        for spot in range(YARD):
            if s.yard[city][spot] == colour:
                count += 1
    for train in range(TRAINS):
        for k in range(CARS):
            if s.cargo[train][k] == colour:
                count += 1
    return count


def load_is_sound(s: State, b: BoardArrays, train: int) -> bool:
    """The cars in use come first, no more than the train holds (RP-LOAD-04)."""
    if s.load[train] < 0 or s.load[train] > capacity(b, train):
        return False
    for k in range(CARS):
        cube = s.cargo[train][k]
        if (k < s.load[train]) != (cube >= 0 and cube < b.n_cities):
            return False
    if s.expert == 1:
        general = capacity(b, train) - 1
        if train < LONGS and s.expert_long == TWO_CARS:
            general -= 1
        return s.load[train] - reserved_in_use(s, train) <= general
    return True


def reserved_in_use(s: State, train: int) -> int:
    """How many cubes stand in reserved cars (RP-EXPERT-02)."""
    count = 0
    for k in range(2):
        found = 0
        for car in range(s.load[train]):
            if s.cargo[train][car] == s.sticker[train][k]:
                found = 1
        count += found
    if train < LONGS and s.expert_long == 1 and count == 2:
        count = 1
    return count


def place_is_sound(s: State, b: BoardArrays, train: int) -> bool:
    """A train is on one track, in one hand, or wrecked (RP-MODEL-02)."""
    place = 0 + s.place[train]
    if place == ABSENT:
        return s.at[train] == NONE and train % LONGS >= b.n_cities
    if place == WRECKED:
        return s.at[train] == NONE and s.load[train] == 0 and s.driver[train] == NONE and s.lock[train] == 0
    if s.at[train] < 0 or s.at[train] >= b.n_cities:
        return False
    if place < HELD:
        if place % 2 != LONG_TRACK and train < LONGS:
            return False
        return s.at[train] == place // 2 and s.track[place // 2][place % 2] == train
    return s.hand[(place - HELD) // 2][(place - HELD) % 2] == train and b.owner[s.at[train]] == (place - HELD) // 2


def lock_is_sound(s: State, train: int) -> bool:
    """A train is locked exactly while a running command uses it (RP-DIG-03, -28)."""
    if s.lock[train] != 0:
        slot = s.lock[train] - 1
        if s.job[slot] == NO_JOB or (slot != train and s.job_other[slot] != train):
            return False
    elif s.job[train] != NO_JOB:
        return False
    if s.job[train] == NO_JOB:
        return slot_is_clear(s, train)
    return s.job_due[train] >= s.now and s.job_order[train] > 0


def slot_is_clear(s: State, train: int) -> bool:
    """Nothing of a finished command is left behind: equal tables must be equal states."""
    if s.job_to[train] != 0 or s.job_with[train] != 0 or s.job_other[train] != NONE:
        return False
    if s.job_seat[train] != 0 or s.job_hands[train] != 0 or s.job_order[train] != 0:
        return False
    return s.job_began[train] == 0 and s.job_need[train] == 0 and s.job_due[train] == 0


def tracks_are_sound(s: State, b: BoardArrays) -> bool:
    """A track holds one train or awaits one (RP-TRAIN-01, RP-DIG-29)."""
    for city in range(CITIES):
        for track in range(2):
            train = 0 + s.track[city][track]
            if train != NONE and s.place[train] != 2 * city + track:
                return False
            due = 0 + s.coming[city][track]
            if due != NONE:
                if train != NONE or s.job[due] != PARKING or s.job_to[due] != 2 * city + track:
                    return False
    return True


def hands_are_sound(s: State) -> bool:
    """A hand holds one train or none, and is busy for one command or none (RP-TRAIN-05, RP-DIG-08)."""
    for seat in range(SEATS):
        for hand in range(2):
            train = 0 + s.hand[seat][hand]
            if train != NONE and s.place[train] != HELD + 2 * seat + hand:
                return False
            users = 0
            for slot in range(TRAINS):
                if s.job[slot] != NO_JOB and s.job_seat[slot] == seat and s.job_hands[slot] >> hand & 1 == 1:
                    users += 1
            if users != s.busy[seat][hand]:
                return False
    return True


def crews_are_sound(s: State, b: BoardArrays) -> bool:
    """An engineer is in one seat, in one Hotel, or gone (RP-MODEL-03)."""
    for engineer in range(ENGINEERS):
        where = 0 + s.engineer[engineer]
        if where < HOTEL:
            if s.driver[where] != engineer or s.place[where] >= WRECKED:
                return False
        elif where < QUIT:
            if where - HOTEL >= b.n_cities:
                return False
        elif (where == UNUSED) != (engineer // 3 >= b.n_cities):
            return False
    for train in range(TRAINS):
        if s.driver[train] != NONE and s.engineer[s.driver[train]] != train:
            return False
    return True


def hotels_are_sound(s: State, b: BoardArrays) -> bool:
    """A Hotel has three places, taken or booked (RP-ENG-05, RP-DIG-29)."""
    for city in range(b.n_cities):
        guests = 0
        for engineer in range(ENGINEERS):
            if s.engineer[engineer] == HOTEL + city:
                guests += 1
        booked = 0
        for train in range(TRAINS):
            if s.job[train] == SEATING and s.job_to[train] == TO_HOTEL and s.at[train] == city:
                booked += 1
        if guests != s.guests[city] or booked != s.booked[city] or guests + booked > b.values.hotel_beds:
            return False
    return True
