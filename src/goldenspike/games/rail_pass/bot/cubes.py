"""What a seat of the team does with cubes and engineers in its own cities."""

from __future__ import annotations

from ..rules.cubes import aboard, capacity, fits, load_refusal, store_refusal, xchg_refusal, xfer_refusal
from ..rules.engineers import engineer_refusal
from ..rules.state import (
    ENG,
    HEAD,
    LOAD,
    LONG_TRACK,
    NONE,
    SHORT_TRACK,
    STORE,
    TO_HOTEL,
    XCHG,
    XFER,
    BoardArrays,
    State,
)
from .absent_partner import is_odd, neighbourhood, range_in, wide_engineer
from .jams import homeward, man_homeward, sends_home
from .perception import aimed, crew_possible, crew_ready, fit_engineer
from .routes import AIM, FAR, FINISH, NEED, NOISE, SALT, SUPPLY, WAYS, WEIGHTS

HOP_MS = 9000  # a cube with less time than this for each link does not arrive


# ---------------------------------------------------------------- stores
def store_next(s: State, b: BoardArrays, seat: int) -> int:
    """Store where the fewest cubes lie."""
    best = NONE
    least = 999
    for city in range(0 + b.n_cities):
        if b.owner[city] == seat:
            for track in range(2):
                train = 0 + s.track[city][track]
                if train != NONE and s.storage[city] < least and store_refusal(s, b, seat, train) == 0:
                    least = 0 + s.storage[city]
                    best = STORE + train
    return best


# ---------------------------------------------------------------- engineers
def man_for(s: State, b: BoardArrays, seat: int, train: int, city: int, to: int) -> int:
    """The next move that puts an engineer on the train who serves both ends of its way, or NONE."""
    if crew_ready(s, b, train, to) or not crew_possible(s, b, city, train, to):
        return NONE
    driver = 0 + s.driver[train]
    if driver != NONE:
        if engineer_refusal(s, b, seat, driver, TO_HOTEL) == 0:
            return ENG + 13 * driver + TO_HOTEL
        return NONE
    engineer = fit_engineer(s, b, city, to)
    if engineer_refusal(s, b, seat, engineer, train) == 0:
        return ENG + 13 * engineer + train
    return NONE


def is_manned(s: State, b: BoardArrays, m: list[int], train: int, city: int, to: int) -> bool:
    """Has the train the engineer it should have for its way?"""
    if not sends_home(m, city, to):
        return crew_ready(s, b, train, to)
    driver = 0 + s.driver[train]
    return driver != NONE and homeward(s, b, m, city, to, train) == driver


def man_train(s: State, b: BoardArrays, m: list[int], seat: int, train: int, city: int, to: int) -> int:
    """The next move that puts that engineer on the train, or NONE."""
    if sends_home(m, city, to):
        return man_homeward(s, b, m, seat, train, city, to)
    return man_for(s, b, seat, train, city, to)


def man_wide(s: State, b: BoardArrays, seat: int, train: int, city: int, to: int) -> int:
    """For a seat that takes trains anywhere: the engineer who serves most of its cities."""
    driver = 0 + s.driver[train]
    engineer = wide_engineer(s, b, city, to)
    near = neighbourhood(b, to)
    if engineer == NONE or (driver != NONE and range_in(b, driver, near) >= range_in(b, engineer, near)):
        return man_for(s, b, seat, train, city, to)
    if driver != NONE:
        return ENG + 13 * driver + TO_HOTEL if engineer_refusal(s, b, seat, driver, TO_HOTEL) == 0 else NONE
    return ENG + 13 * engineer + train if engineer_refusal(s, b, seat, engineer, train) == 0 else NONE


def man_next(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """Engineers for the trains that will leave next."""
    for city in range(0 + b.n_cities):
        if b.owner[city] == seat:
            for track in range(2):
                train = 0 + s.track[city][track]
                to = 0 + m[AIM + 2 * city + track]
                if train != NONE and to >= 0:
                    if is_odd(b, m, seat, to):
                        action = man_wide(s, b, seat, train, city, to)
                    else:
                        action = man_train(s, b, m, seat, train, city, to)
                    if action != NONE:
                        return action
    return NONE


# ---------------------------------------------------------------- cubes
def cube_rank(s: State, m: list[int], city: int, cube: int) -> int:
    """Colours that are short come first, then short ways."""
    rank = 200 - m[WEIGHTS + NEED] * m[SUPPLY + cube] - m[WEIGHTS + FAR] * m[WAYS + 6 * city + cube]
    if m[WEIGHTS + NOISE] > 0:
        mixed = (m[WEIGHTS + SALT] * 7919 + s.now * 31 + 131 * city + 17 * cube) * 2654435761 & 0xFFFFFF
        rank += (mixed >> 8) % m[WEIGHTS + NOISE]
    return rank


def best_shift(s: State, b: BoardArrays, m: list[int], seat: int, city: int) -> int:
    """A cube that stands on the wrong train changes to the other one, two at once if both are wrong."""
    long = 0 + s.track[city][LONG_TRACK]
    short = 0 + s.track[city][SHORT_TRACK]
    if long == NONE or short == NONE:
        return NONE
    best = NONE
    most = 0
    for cube in range(0 + b.n_cities):
        gain = shift_gain(s, m, city, LONG_TRACK, cube)
        if gain > 0 and aboard(s, long, cube) > 0:
            if xfer_refusal(s, b, seat, long, cube) == 0 and gain > most:
                most = gain
                best = XFER + 6 * long + cube
            for back in range(0 + b.n_cities):
                more = gain + shift_gain(s, m, city, SHORT_TRACK, back)
                if back != cube and more > most and aboard(s, short, back) > 0:
                    if xchg_refusal(s, b, seat, long, cube, back) == 0:
                        most = more
                        best = XCHG + 36 * long + 6 * cube + back
        gain = shift_gain(s, m, city, SHORT_TRACK, cube)
        if gain > 0 and aboard(s, short, cube) > 0:
            if gain > most and xfer_refusal(s, b, seat, short, cube) == 0:
                most = gain
                best = XFER + 6 * short + cube
            for back in range(0 + b.n_cities):
                more = gain + shift_gain(s, m, city, LONG_TRACK, back)
                if back != cube and more > most and aboard(s, long, back) > 0:
                    if xchg_refusal(s, b, seat, long, back, cube) == 0:
                        most = more
                        best = XCHG + 36 * long + 6 * back + cube
    return best


def shift_gain(s: State, m: list[int], city: int, track: int, cube: int) -> int:
    """How much better the cube stands on the other track: only clear gains count, so nothing goes to and fro."""
    if cube == city:
        return -4
    here = 2 if aimed(m, city, track, cube) else 0
    there = 2 if aimed(m, city, 1 - track, cube) else 0
    return there - here


def best_load(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """The cube from either end of a yard, onto the train that goes its way."""
    best = NONE
    most = -(1 << 30)
    for city in range(0 + b.n_cities):
        if b.owner[city] != seat or s.head[city] >= s.tail[city]:
            continue
        for end in range(2):
            cube = 0 + (s.yard[city][s.head[city]] if end == HEAD else s.yard[city][s.tail[city] - 1])
            if s.ends_at - s.now < HOP_MS * m[WAYS + 6 * city + cube]:
                continue
            for track in range(2):
                train = 0 + s.track[city][track]
                if train == NONE or not aimed(m, city, track, cube):
                    continue
                if load_refusal(s, b, seat, end, train) != 0:
                    continue
                rank = cube_rank(s, m, city, cube) + m[WEIGHTS + FINISH] * s.load[train]
                if s.tail[city] - s.head[city] > 1:
                    behind = 0 + (s.yard[city][s.head[city] + 1] if end == HEAD else s.yard[city][s.tail[city] - 2])
                    if can_follow(s, b, m, city, track, train, behind):
                        rank += 3
                if aimed(m, city, 1 - track, cube):
                    rank += capacity(b, train) - s.load[train]
                if rank > most:
                    most = rank
                    best = LOAD + 12 * end + train
    return best


def can_follow(s: State, b: BoardArrays, m: list[int], city: int, track: int, train: int, cube: int) -> bool:
    """Would the cube behind find a place too?"""
    if aimed(m, city, track, cube) and s.load[train] + 1 < capacity(b, train):
        return True
    other = 0 + s.track[city][1 - track]
    return other != NONE and aimed(m, city, 1 - track, cube) and fits(s, b, other, cube, NONE)


def cube_next(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """Cubes on wrong trains first, then the yards."""
    for city in range(0 + b.n_cities):
        if b.owner[city] == seat:
            action = best_shift(s, b, m, seat, city)
            if action != NONE:
                return action
    return best_load(s, b, m, seat)
