"""How a seat of the team answers offers of trains, and makes ready for those about to come."""

from __future__ import annotations

from ..rules.cubes import aboard
from ..rules.engineers import serves
from ..rules.passing import no_refusal, take_refusal
from ..rules.state import (
    LONG_TRACK,
    LONGS,
    NO,
    NONE,
    SHORT_TRACK,
    TAKE,
    TRAINS,
    BoardArrays,
    State,
)
from .absent_partner import has_room, is_odd, neighbourhood
from .exchanges import on_its_way
from .jams import has_crew
from .perception import train_worth
from .routes import (
    BOUND,
    JAM,
    LINES,
)
from .trains import free_to_go, is_open, kept_for_other, own_track, steady

STRAY_MS = 1200


def answer_offer(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """The oldest offer first."""
    done = 0
    while True:
        best = 0 + NONE
        for train in range(TRAINS):
            if s.offer[train] != NONE and b.owner[s.offer[train]] == seat and done >> train & 1 == 0:
                if best == NONE or s.offered_at[train] < s.offered_at[best]:
                    best = train
        if best == NONE:
            return expect_train(s, b, m, seat)
        done |= 1 << best
        action = answer_to(s, b, m, seat, best)
        if action != NONE:
            return action


def answer_to(s: State, b: BoardArrays, m: list[int], seat: int, train: int) -> int:
    """Take it if it can be parked; make room by sending the train there back; decline what would lose an engineer."""
    if s.lock[train] != 0:
        return NONE
    city = 0 + s.offer[train]
    giver = 0 + s.at[train]
    if is_odd(b, m, seat, giver):
        return answer_odd(s, b, m, seat, train, giver, city)
    if s.driver[train] == NONE or not serves(b, 0 + s.driver[train], city):
        return NO + train if no_refusal(s, b, seat, train) == 0 else NONE
    track = own_track(train)
    if is_open(s, city, track):
        if kept_for_other(s, m, seat, city, track, giver):
            return NONE
        return take_now(s, b, m, seat, train)
    other = 0 + s.track[city][track]
    holding = s.hand[seat][0] != NONE or s.hand[seat][1] != NONE
    if other != NONE and not holding and s.lock[other] == 0:
        action = free_to_go(s, b, m, seat, other, city, giver)
        if action != NONE:
            return action
    if s.now - s.offered_at[train] >= STRAY_MS and track == SHORT_TRACK and is_open(s, city, LONG_TRACK):
        if not holding and not kept_for_other(s, m, seat, city, 0 + LONG_TRACK, 0 + NONE):
            return take_now(s, b, m, seat, train)
    if other != NONE and not holding and s.lock[other] == 0 and s.now - s.offered_at[train] >= 4 * STRAY_MS:
        if m[JAM] == 0 and has_crew(s, b, city, giver):
            m[JAM] = 0 + s.now  # whoever offers it knows of a jam
            return NONE
        if no_refusal(s, b, seat, train) == 0:
            return NO + train
    return NONE


def answer_odd(s: State, b: BoardArrays, m: list[int], seat: int, train: int, giver: int, city: int) -> int:
    """Take from an odd seat what brings something or what it has no room for; else leave it alone."""
    gain = train_worth(s, m, train, giver, city)
    fit = s.driver[train] != NONE and serves(b, 0 + s.driver[train], city)
    track = own_track(train)
    right = 0 + aboard(s, train, giver)
    gain -= 3 * right
    if right > 0 and (is_open(s, giver, track) or (track == SHORT_TRACK and is_open(s, giver, LONG_TRACK))):
        return NONE
    over = right > 0 and not has_room(s, b, m, giver, track, train)
    if fit and is_open(s, city, track) and (over or gain >= 0 or gain + sent_worth(s, m, seat, city, giver) > 0):
        return NONE if kept_for_other(s, m, seat, city, track, giver) else take_now(s, b, m, seat, train)
    other = 0 + s.track[city][track]
    empty = s.hand[seat][0] == NONE and s.hand[seat][1] == NONE
    if fit and empty and other != NONE and gain + train_worth(s, m, other, city, giver) > 0:
        if s.lock[other] != 0:
            return NONE
        action = free_to_go(s, b, m, seat, other, city, giver)
        if action != NONE:
            return action
    if other_exit(s, b, m, train, giver, city, gain, fit):
        return NO + train if no_refusal(s, b, seat, train) == 0 else NONE
    if fit and empty and hands_tied(s, b, giver):
        return take_now(s, b, m, seat, train)
    return NONE


def sent_worth(s: State, m: list[int], seat: int, city: int, to: int) -> int:
    """What the train in hand brings that waits to go there."""
    for hand in range(2):
        train = 0 + s.hand[seat][hand]
        if train != NONE and s.at[train] == city and m[BOUND + train] == 1 + to:
            return train_worth(s, m, train, city, to)
    return 0


def hands_tied(s: State, b: BoardArrays, city: int) -> bool:
    """Does a seat hold two trains that it can park nowhere?"""
    owner = 0 + b.owner[city]
    for hand in range(2):
        train = 0 + s.hand[owner][hand]
        if train == NONE or s.driver[train] == NONE:
            return False
        near = neighbourhood(b, 0 + s.at[train])
        for to in range(0 + b.n_cities):
            if near >> to & 1 == 1 and serves(b, 0 + s.driver[train], to):
                if is_open(s, to, own_track(train)) or (train >= LONGS and is_open(s, to, LONG_TRACK)):
                    return False
    return True


def other_exit(s: State, b: BoardArrays, m: list[int], train: int, giver: int, city: int, gain: int, fit: bool) -> bool:
    """Could the train be offered to somebody else with more use?"""
    for to in range(0 + b.n_cities):
        if to == city or b.dist[giver][to] != 1 or b.owner[to] == b.owner[giver] or s.driver[train] == NONE:
            continue
        if serves(b, 0 + s.driver[train], to) and (not fit or train_worth(s, m, train, giver, to) > gain):
            return True
    return False


def take_now(s: State, b: BoardArrays, m: list[int], seat: int, train: int) -> int:
    for hand in range(2):
        if take_refusal(s, b, seat, train, hand) == 0:
            m[BOUND + train] = 1 + s.offer[train]
            return steady(s, TAKE + 2 * train + hand)
    return NONE


def expect_train(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """A neighbour who picks up the train of our link is about to offer it: mine is picked up too."""
    if s.hand[seat][0] != NONE or s.hand[seat][1] != NONE:
        return NONE
    for city in range(0 + b.n_cities):
        if b.owner[city] != seat:
            continue
        for other in range(0 + b.n_cities):
            track = 0 + m[LINES + 6 * city + other]
            if is_odd(b, m, seat, other):
                continue
            if track == NONE or b.owner[other] == seat or on_its_way(s, b, m, other, city) == NONE:
                continue
            train = 0 + s.track[city][track]
            if train != NONE and s.lock[train] == 0:
                action = free_to_go(s, b, m, seat, train, city, other)
                if action != NONE:
                    return action
    return NONE


def take_is_near(s: State, b: BoardArrays, m: list[int], seat: int) -> bool:
    """Is a hand about to be needed for the train that comes back in exchange?"""
    for hand in range(2):
        out = 0 + s.hand[seat][hand]
        if out != NONE and m[BOUND + out] > 0:
            city = 0 + s.at[out]
            to = m[BOUND + out] - 1
            if to == city or b.owner[to] == seat or is_odd(b, m, seat, to):
                continue
            if on_its_way(s, b, m, to, city) != NONE:
                return True
    return False
