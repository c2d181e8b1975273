"""What a seat knows, and what it does when nobody sits there; everything on the table is public (RP-DIG-06)."""

from __future__ import annotations

from .engineers import serves
from .letting_go import release_refusal
from .passing import back_refusal
from .round import add_cargo, add_carries, add_seatings, add_words
from .state import (
    BACK,
    BETWEEN,
    CARS,
    CITIES,
    ENGINEERS,
    HOLD_SHIFT,
    NEVER,
    NO_JOB,
    NONE,
    PARK,
    READY,
    RELEASE,
    RUNNING,
    SEATS,
    TIERS,
    TIMED,
    TRAINS,
    WAIT,
    YARD,
    BoardArrays,
    State,
)
from .trains import holder, park_refusal


def hide(s: State, b: BoardArrays, seat: int) -> None:
    """Everything on the table is public; only the chance of rounds to come is not (RP-DIG-06)."""
    for k in range(4):
        s.chance[k] = 0


def redeal(s: State, b: BoardArrays, seat: int) -> None:
    """Nothing is hidden but the chance of rounds to come, which the caller has changed (RP-DIG-06)."""


def observe(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """Every public number: clock, cities, trains, engineers, hands."""
    out[0] = seat
    out[1] = s.phase
    out[2] = s.round_no
    out[3] = s.ends_at - s.now if s.phase == RUNNING else 0
    n = 4
    for city in range(CITIES):
        n = observe_city(s, b, city, out, n)
    for train in range(TRAINS):
        n = observe_train(s, b, train, out, n)
    for engineer in range(ENGINEERS):
        out[n] = s.engineer[engineer]
        n += 1
    for p in range(SEATS):
        for hand in range(2):
            out[n] = s.hand[p][hand]
            out[n + 1] = s.busy[p][hand]
            n += 2
    return n


def observe_city(s: State, b: BoardArrays, city: int, out: list[int], n: int) -> int:
    out[n] = b.owner[city]
    out[n + 1] = s.storage[city]
    out[n + 2] = s.dropped[city]
    out[n + 3] = s.head[city]
    out[n + 4] = s.tail[city]
    out[n + 5] = s.track[city][0]
    out[n + 6] = s.track[city][1]
    out[n + 7] = s.guests[city]
    n += 8
    for spot in range(YARD):
        out[n] = s.yard[city][spot]
        n += 1
    for other in range(CITIES):
        out[n] = b.link[city][other]
        n += 1
    return n


def observe_train(s: State, b: BoardArrays, train: int, out: list[int], n: int) -> int:
    out[n] = s.place[train]
    out[n + 1] = s.at[train]
    out[n + 2] = s.driver[train]
    out[n + 3] = s.offer[train]
    out[n + 4] = s.push[train]
    out[n + 5] = s.job[train]
    out[n + 6] = s.job_to[train]
    out[n + 7] = 0
    if s.job[train] != NO_JOB:
        out[n + 7] = NONE if s.job_due[train] >= NEVER else s.job_due[train] - s.now
    out[n + 8] = s.sticker[train][0] if s.expert == 1 else NONE
    out[n + 9] = s.sticker[train][1] if s.expert == 1 else NONE
    n += 10
    for k in range(CARS):
        out[n] = s.cargo[train][k]
        n += 1
    return n


# ---------------------------------------------------------------- an absent player
def zombie(s: State, b: BoardArrays, seat: int) -> int:
    """An absent player lets go in time, withdraws offers and parks the trains in hand, if possible (RP-DIG-12)."""
    if s.phase == BETWEEN:
        return READY
    for train in range(TRAINS):
        if s.job[train] != NO_JOB and s.job_seat[train] == seat and s.now - s.job_began[train] >= s.job_need[train]:
            if release_refusal(s, b, seat, train, 0) == 0:
                return RELEASE + TIERS * train
    for train in range(TRAINS):
        if back_refusal(s, seat, train) == 0:
            return BACK + train
    for train in range(TRAINS):
        if holder(s, train) == seat:
            home = parking_place(s, b, seat, train)
            if home != NONE:
                return PARK + 12 * train + home + (HOLD_SHIFT if s.dexterity == TIMED else 0)
    return WAIT


def parking_place(s: State, b: BoardArrays, seat: int, train: int) -> int:
    """2 * city + track where the train could stop without losing its engineer, or NONE; the tight track first."""
    city = 0 + s.at[train]
    if s.driver[train] != NONE and not serves(b, 0 + s.driver[train], city):
        return NONE
    for k in range(2):
        if park_refusal(s, b, seat, train, city, 1 - k) == 0:
            return 2 * city + 1 - k
    return NONE


def stuck(s: State, b: BoardArrays, out: list[int]) -> bool:
    """Nothing runs and no seat has a command that would change anything (RP-DIG-25)."""
    if s.phase != RUNNING:
        return False
    for train in range(TRAINS):
        if s.job[train] != NO_JOB:
            return False
    for seat in range(s.seats):
        n = add_cargo(s, b, seat, out, 0)
        n = add_seatings(s, b, seat, out, n)
        n = add_carries(s, b, seat, out, n)
        n = add_words(s, b, seat, out, n)
        if n > 0:
            return False
    return True
