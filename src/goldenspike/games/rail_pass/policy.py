"""What a sensible beginner does: store, answer offers, send loaded trains on, load."""

from __future__ import annotations

from .cargo import fits, load_refusal, store_refusal
from .engineers import engineer_refusal, serves
from .faults import release_refusal
from .knowledge import parking_place
from .passing import back_refusal, go_refusal, no_refusal, push_refusal, take_refusal, toot_refusal
from .state import (
    BACK,
    BETWEEN,
    CREW,
    ENG,
    ENGINEERS,
    GO,
    HOLD_SHIFT,
    LOAD,
    LONGS,
    NO,
    NO_JOB,
    NONE,
    PARK,
    PICK,
    PUSH,
    READY,
    RELEASE,
    STORE,
    TAKE,
    TIERS,
    TIMED,
    TOOT,
    TRAINS,
    WAIT,
    State,
    Tables,
)
from .trains import holder, pick_refusal

PATIENCE_MS = 6000


def policy(s: State, b: Tables, seat: int, out: list[int]) -> int:
    """One command from the public state, or waiting."""
    if s.phase == BETWEEN:
        return READY
    action = let_go(s, b, seat)
    if action == NONE:
        action = store_some(s, b, seat)
    if action == NONE:
        action = move_held(s, b, seat)
    if action == NONE:
        action = answer_offers(s, b, seat)
    if action == NONE:
        action = send_some(s, b, seat)
    if action == NONE:
        action = man_some(s, b, seat)
    if action == NONE:
        action = load_some(s, b, seat)
    return WAIT if action == NONE else action


def steadily(s: State, action: int) -> int:
    return action + HOLD_SHIFT if s.dexterity == TIMED else action


def let_go(s: State, b: Tables, seat: int) -> int:
    for train in range(TRAINS):
        if s.job[train] != NO_JOB and s.job_seat[train] == seat and s.now - s.job_began[train] >= s.job_need[train]:
            if release_refusal(s, b, seat, train, 0) == 0:
                return RELEASE + TIERS * train
    return NONE


def store_some(s: State, b: Tables, seat: int) -> int:
    for train in range(TRAINS):
        if store_refusal(s, b, seat, train) == 0:
            return STORE + train
    return NONE


def gain_to(s: State, b: Tables, train: int, city: int) -> int:
    """How many links nearer to their cities the train's cubes would come; an arrival counts double."""
    total = 0
    for k in range(s.load[train]):
        cube = 0 + s.cargo[train][k]
        total += b.dist[s.at[train]][cube] - b.dist[city][cube]
        if cube == city:
            total += 1
    return total


def best_way(s: State, b: Tables, train: int) -> int:
    """The neighbouring city that brings the cubes nearest, among those its engineer serves."""
    best = NONE
    most = 0
    if s.driver[train] == NONE:
        return NONE
    for city in range(b.n_cities):
        if b.dist[s.at[train]][city] == 1 and serves(b, 0 + s.driver[train], city):
            gain = gain_to(s, b, train, city)
            if gain > most:
                most = gain
                best = city
    return best


def move_held(s: State, b: Tables, seat: int) -> int:
    """Send a held train on, or park it, or make room for it."""
    for train in range(TRAINS):
        if holder(s, train) == seat and s.lock[train] == 0:
            action = tend_offer(s, b, seat, train)
            if s.offer[train] == NONE:
                action = send_to(s, b, seat, train, best_way(s, b, train))
                home = parking_place(s, b, seat, train)
                if action == NONE and home != NONE:
                    action = steadily(s, PARK + 12 * train + home)
                if action == NONE:
                    action = clear_track(s, b, seat, train, 0 + s.at[train])
                if action == NONE:
                    action = send_to(s, b, seat, train, open_way(s, b, train))
            if action != NONE:
                return action
    return NONE


def tend_offer(s: State, b: Tables, seat: int, train: int) -> int:
    """Push at an obstacle; after a while without an answer, take the offer back."""
    if s.offer[train] == NONE:
        return NONE
    if push_refusal(s, b, seat, train) == 0:
        return PUSH + train
    if s.now - s.offered_at[train] >= PATIENCE_MS and back_refusal(s, seat, train) == 0:
        return BACK + train
    return NONE


def send_to(s: State, b: Tables, seat: int, train: int, city: int) -> int:
    if city == NONE:
        return NONE
    if go_refusal(s, b, seat, train, city) == 0:
        return steadily(s, GO + 6 * train + city)
    if toot_refusal(s, b, seat, train, city) == 0:
        return TOOT + 6 * train + city
    return NONE


def clear_track(s: State, b: Tables, seat: int, train: int, city: int) -> int:
    """Pick up the train that stands where this one should stop."""
    occupant = 0 + s.track[city][0 if train < LONGS else 1]
    if occupant != NONE:
        for hand in range(2):
            if pick_refusal(s, b, seat, occupant, hand) == 0:
                return steadily(s, PICK + 2 * occupant + hand)
    return NONE


def open_way(s: State, b: Tables, train: int) -> int:
    """A neighbouring city where the train could stop."""
    if s.driver[train] != NONE:
        for city in range(b.n_cities):
            if b.dist[s.at[train]][city] == 1 and serves(b, 0 + s.driver[train], city) and has_track(s, train, city):
                return city
    return NONE


def has_track(s: State, train: int, city: int) -> bool:
    """Could the train be parked there now?"""
    if s.track[city][0] == NONE and s.coming[city][0] == NONE:
        return True
    return train >= LONGS and s.track[city][1] == NONE and s.coming[city][1] == NONE


def answer_offers(s: State, b: Tables, seat: int) -> int:
    """Take what can be parked; make room for the rest, or decline it after a while."""
    for train in range(TRAINS):
        if s.offer[train] == NONE or no_refusal(s, b, seat, train) != 0:
            continue
        city = 0 + s.offer[train]
        if s.driver[train] == NONE or not serves(b, 0 + s.driver[train], city):
            return NO + train
        if has_track(s, train, city) or s.hand[seat][0] != NONE or s.hand[seat][1] != NONE:
            for hand in range(2):
                if take_refusal(s, b, seat, train, hand) == 0:
                    return steadily(s, TAKE + 2 * train + hand)
        else:
            action = clear_track(s, b, seat, train, city)
            if action != NONE:
                return action
        if s.now - s.offered_at[train] >= PATIENCE_MS // 2:
            return NO + train
    return NONE


def send_some(s: State, b: Tables, seat: int) -> int:
    """Pick up a well loaded train when both hands are empty."""
    if s.hand[seat][0] != NONE or s.hand[seat][1] != NONE:
        return NONE
    for train in range(TRAINS):
        if pick_refusal(s, b, seat, train, 0) == 0 and best_way(s, b, train) != NONE:
            city = 0 + s.at[train]
            if s.load[train] >= (4 if train < LONGS else 3) or s.head[city] >= s.tail[city]:
                return steadily(s, PICK + 2 * train)
    return NONE


def man_some(s: State, b: Tables, seat: int) -> int:
    """Put an engineer from the Hotel on a train without one."""
    for engineer in range(ENGINEERS):
        for train in range(TRAINS):
            if s.driver[train] == NONE and engineer_refusal(s, b, seat, engineer, train) == 0:
                if b.dist[engineer // CREW][s.at[train]] <= 1:
                    return ENG + 13 * engineer + train
    return NONE


def load_some(s: State, b: Tables, seat: int) -> int:
    """Load the cube with the shortest way."""
    best = NONE
    nearest = 99
    for train in range(TRAINS):
        for end in range(2):
            if load_refusal(s, b, seat, end, train) == 0:
                city = 0 + s.at[train]
                cube = 0 + (s.yard[city][s.head[city]] if end == 0 else s.yard[city][s.tail[city] - 1])
                if b.dist[city][cube] < nearest and fits(s, train, cube, NONE):
                    nearest = 0 + b.dist[city][cube]
                    best = LOAD + 12 * end + train
    return best
