"""Trains on tracks and in hands: picking up and parking."""

from __future__ import annotations

from .cubes import aboard, store_all
from .engineers import check_range
from .hands import begin_job, busy_refusal, carry_for, gone_refusal, handling, lock_refusal
from .state import (
    AUTO_UNLOAD,
    CITIES,
    HAND_FULL,
    HELD,
    LONG_ON_SHORT,
    LONGS,
    MUST_UNLOAD,
    NONE,
    NOT_HELD,
    NOT_PARKED,
    PARK_ELSEWHERE,
    PARK_FOREIGN,
    PARKING,
    PICK_FOREIGN,
    PICKING,
    SHORT_TRACK,
    TRACK_RESERVED,
    TRACK_TAKEN,
    UNMANNED,
    WRECKED,
    BoardArrays,
    State,
)


def holder(s: State, train: int) -> int:
    """The seat that holds the train, or NONE (RP-MODEL-02)."""
    place = 0 + s.place[train]
    if place < HELD or place >= WRECKED:
        return NONE
    return (place - HELD) // 2


def holding_hand(s: State, train: int) -> int:
    return (s.place[train] - HELD) % 2


def withdraw(s: State, b: BoardArrays, train: int) -> None:
    """The offer is gone; the same one may be made again after a second (RP-DIG-32)."""
    s.again_at[train][s.offer[train]] = s.now + b.values.again_ms
    end_offer(s, train)


def end_offer(s: State, train: int) -> None:
    s.offer[train] = NONE
    s.offered_at[train] = 0
    s.push[train] = 0


def forget_offers(s: State, train: int) -> None:
    """A train out of play has no offers."""
    end_offer(s, train)
    for city in range(CITIES):
        s.again_at[train][city] = 0


# ---------------------------------------------------------------- picking up
def pick_refusal(s: State, b: BoardArrays, seat: int, train: int, hand: int) -> int:
    """A manned train without cubes for this city may be taken in an empty hand (RP-ENG-01, RP-LOAD-09)."""
    place = 0 + s.place[train]
    if place >= WRECKED:
        return gone_refusal(s, train)
    if place >= HELD:
        return NOT_PARKED
    if b.owner[place // 2] != seat:
        return PICK_FOREIGN
    reason = lock_refusal(s, train)
    if reason != 0:
        return reason
    if s.driver[train] == NONE:
        return UNMANNED
    if aboard(s, train, place // 2) > 0:
        return MUST_UNLOAD
    if s.hand[seat][hand] != NONE:
        return HAND_FULL
    return busy_refusal(s, seat, hand)


def begin_pick(s: State, b: BoardArrays, seat: int, train: int, hand: int, steady: int) -> None:
    """The track stays taken until the train is up (RP-DIG-29)."""
    begin_job(s, train, PICKING, seat, 1 << hand, NONE)
    carry_for(s, train, handling(s, b, 0 + b.values.pick_ms, s.load[train]), hand, 0, steady)


def finish_pick(s: State, train: int) -> None:
    """It is held in the city where it was picked up (RP-MODEL-05)."""
    place = 0 + s.place[train]
    seat = 0 + s.job_seat[train]
    hand = 0 + s.job_to[train]
    s.track[place // 2][place % 2] = NONE
    s.place[train] = HELD + 2 * seat + hand
    s.hand[seat][hand] = train


# ---------------------------------------------------------------- parking
def held_refusal(s: State, seat: int, train: int, reason: int) -> int:
    """The player must hold the train, and it must not be in motion already."""
    if s.place[train] >= WRECKED:
        return gone_refusal(s, train)
    if holder(s, train) != seat:
        return reason
    locked = lock_refusal(s, train)
    if locked != 0:
        return locked
    return busy_refusal(s, seat, holding_hand(s, train))


def park_refusal(s: State, b: BoardArrays, seat: int, train: int, city: int, track: int) -> int:
    """It is parked where it is held, on a free track that fits (RP-TRAIN-01, -02, -08, RP-MODEL-05)."""
    if city >= b.n_cities or b.owner[city] != seat:
        return PARK_FOREIGN
    reason = held_refusal(s, seat, train, NOT_HELD)
    if reason != 0:
        return reason
    if s.at[train] != city:
        return PARK_ELSEWHERE
    if track == SHORT_TRACK and train < LONGS:
        return LONG_ON_SHORT
    if s.track[city][track] != NONE:
        return TRACK_TAKEN
    if s.coming[city][track] != NONE:
        return TRACK_RESERVED
    return 0


def begin_park(s: State, b: BoardArrays, seat: int, train: int, city: int, track: int, steady: int) -> None:
    """The track is reserved from the start; an open offer is withdrawn (RP-DIG-29, RP-PASS-13)."""
    if s.offer[train] != NONE:
        withdraw(s, b, train)
    s.coming[city][track] = train
    begin_job(s, train, PARKING, seat, 1 << holding_hand(s, train), NONE)
    carry_for(s, train, handling(s, b, 0 + b.values.park_ms, s.load[train]), 2 * city + track, 0, steady)


def finish_park(s: State, b: BoardArrays, train: int) -> None:
    """The train stops: its engineer checks how far home is (RP-FAULT-03, RP-ENG-10, -11)."""
    seat = holder(s, train)
    s.hand[seat][holding_hand(s, train)] = NONE
    s.place[train] = s.job_to[train]
    s.track[s.job_to[train] // 2][s.job_to[train] % 2] = train
    check_range(s, b, train)
    if s.unload == AUTO_UNLOAD:
        store_all(s, train)
