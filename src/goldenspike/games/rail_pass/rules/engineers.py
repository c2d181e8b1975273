"""Engineers: in the seat of a train or in a Hotel, and how far from home they will stop."""

from __future__ import annotations

from .hands import begin_job, duration, gone_refusal, hand_mask, hands_refusal, lock_refusal, run_for
from .state import (
    ALREADY_THERE,
    CREW,
    ENGINEER_ELSEWHERE,
    ENGINEER_GONE,
    ENGINEER_QUIT,
    FOREIGN_ENGINEER,
    HELD,
    HOTEL,
    HOTEL_FULL,
    LOCKED,
    LOST,
    NO_SUCH_ENGINEER,
    NONE,
    ON_RAILS_ENGINEER,
    QUIT,
    SEAT_TAKEN,
    SEATING,
    TO_HOTEL,
    WRECKED,
    BoardArrays,
    State,
)


def serves(b: BoardArrays, engineer: int, city: int) -> bool:
    """An engineer serves their home and the cities connected to it, no others (RP-ENG-07..09, -12)."""
    return b.dist[engineer // CREW][city] <= 1


def lodging(s: State, engineer: int) -> int:
    """The city where the engineer is, in a Hotel or in a train; NONE if they left the game."""
    where = 0 + s.engineer[engineer]
    if where >= QUIT:
        return NONE
    if where >= HOTEL:
        return where - HOTEL
    return 0 + s.at[where]


def engineer_refusal(s: State, b: BoardArrays, seat: int, engineer: int, to: int) -> int:
    """Engineers change seats only in one city, through free seats and Hotel places (RP-ENG-02..06, -13)."""
    where = 0 + s.engineer[engineer]
    if where >= QUIT:
        return absence(where)
    if where < HOTEL and s.place[where] >= HELD:
        return ON_RAILS_ENGINEER
    city = lodging(s, engineer)
    if b.owner[city] != seat:
        return FOREIGN_ENGINEER
    if s.engaged[engineer] != 0:
        return LOCKED
    if where < HOTEL and s.lock[where] != 0:
        return LOCKED
    if to == TO_HOTEL:
        if where >= HOTEL:
            return ALREADY_THERE
        if s.guests[city] + s.booked[city] >= b.values.hotel_beds:
            return HOTEL_FULL
        return hands_refusal(s, seat, 1)
    return boarding_refusal(s, b, seat, where, city, to)


def absence(where: int) -> int:
    """An engineer who quit or was lost never moves again; some stay in the box (RP-FAULT-03, -07)."""
    if where == QUIT:
        return ENGINEER_QUIT
    return ENGINEER_GONE if where == LOST else NO_SUCH_ENGINEER


def boarding_refusal(s: State, b: BoardArrays, seat: int, where: int, city: int, to: int) -> int:
    """A train without engineer in the same city, or where the table lets them (RP-ENG-02..04, RP-AMB-04)."""
    if to == where:
        return ALREADY_THERE
    if s.place[to] >= WRECKED:
        return gone_refusal(s, to)
    if s.place[to] >= HELD:
        return ON_RAILS_ENGINEER
    if s.at[to] != city and (b.options.eng_cross_city == 0 or b.owner[s.at[to]] != seat):
        return ENGINEER_ELSEWHERE
    if s.driver[to] != NONE:
        return SEAT_TAKEN
    reason = lock_refusal(s, to)
    if reason != 0:
        return reason
    return hands_refusal(s, seat, 1)


def begin_seating(s: State, b: BoardArrays, seat: int, engineer: int, to: int) -> None:
    """A seat or Hotel place is taken from the start (RP-DIG-29)."""
    where = 0 + s.engineer[engineer]
    mask = hand_mask(s, seat, 1)
    if to == TO_HOTEL:
        s.booked[s.at[where]] += 1
        begin_job(s, where, SEATING, seat, mask, NONE)
        run_for(s, where, duration(s, b, 0 + b.values.eng_ms), to, engineer)
    else:
        begin_job(s, to, SEATING, seat, mask, where if where < HOTEL else NONE)
        run_for(s, to, duration(s, b, 0 + b.values.eng_ms), to, engineer)
    s.engaged[engineer] = 1


def finish_seating(s: State, slot: int) -> None:
    engineer = 0 + s.job_with[slot]
    where = 0 + s.engineer[engineer]
    if where < HOTEL:
        s.driver[where] = NONE
    else:
        s.guests[where - HOTEL] -= 1
    if s.job_to[slot] == TO_HOTEL:
        s.engineer[engineer] = HOTEL + s.at[slot]
        s.guests[s.at[slot]] += 1
    else:
        s.engineer[engineer] = slot
        s.driver[slot] = engineer


def check_range(s: State, b: BoardArrays, train: int) -> None:
    """Beyond their range the engineer quits at once; the train stays as it is (RP-FAULT-03, -05, RP-ENG-10)."""
    engineer = 0 + s.driver[train]
    if engineer != NONE and not serves(b, engineer, 0 + s.at[train]):
        s.engineer[engineer] = QUIT
        s.driver[train] = NONE
