"""Letting go: what a hold of some length does to a train (RP-DIG-14..19, -26)."""

from __future__ import annotations

from .cubes import drop_last
from .hands import clear_job, gone_refusal
from .passing import finish_go, finish_take, is_obstacle
from .state import (
    CLEAN,
    CRASH,
    ENDS_ALONE,
    GOING,
    HALF_FALLS,
    HELD,
    LOST,
    NO_CANCEL,
    NONE,
    NOT_TIMED,
    NOT_TRUSTED,
    NOTHING_PRESSED,
    ONE_FALLS,
    PARKING,
    PICKING,
    TAKING,
    TIMED,
    WRECKED,
    BoardArrays,
    State,
)
from .trains import finish_park, finish_pick, forget_offers, holder, holding_hand


# ---------------------------------------------------------------- how steady was it
def threshold(need: int, tier: int) -> int:
    """The shortest hold of a tier: half, three quarters, or all of the handling time (RP-DIG-14)."""
    if tier == CLEAN:
        return need
    if tier == ONE_FALLS:
        return (3 * need + 3) // 4
    if tier == HALF_FALLS:
        return (need + 1) // 2
    return 0


def steadiness(need: int, held: int) -> int:
    """The tier of a hold: a pure function of its length and the handling time (RP-DIG-14)."""
    tier = CLEAN
    while held < threshold(need, tier):
        tier -= 1
    return tier


def falling(tier: int, cubes: int) -> int:
    """How many cubes fall; an empty train loses none (RP-DIG-14, -15)."""
    if tier == CLEAN or cubes == 0:
        return 0
    if tier == ONE_FALLS:
        return 1
    return (cubes + 1) // 2


def is_carry(s: State, train: int) -> bool:
    """Is the train being carried right now?"""
    return s.job[train] >= PICKING and s.job[train] <= TAKING


def joint(s: State, b: BoardArrays, train: int) -> bool:
    """A pass through an obstacle, held by two (RP-DIG-09)."""
    return s.job[train] == TAKING and is_obstacle(s, b, train)


# ---------------------------------------------------------------- may I?
def release_refusal(s: State, b: BoardArrays, seat: int, train: int, claim: int) -> int:
    """A player who presses may let go; their measurement counts if it is near the server's (RP-DIG-16, -17, -27)."""
    if s.place[train] >= WRECKED:
        return gone_refusal(s, train)
    if not is_carry(s, train):
        if s.push[train] != 0 and holder(s, train) == seat:
            if claim == 0:
                return 0
            return NOT_TRUSTED if s.dexterity == TIMED else NOT_TIMED
        return NOTHING_PRESSED
    both = joint(s, b, train)
    if s.job_seat[train] != seat and not (both and holder(s, train) == seat):
        return NOTHING_PRESSED
    if s.dexterity != TIMED:
        if not both:
            return ENDS_ALONE
        return 0 if claim == 0 else NOT_TIMED
    if claim == 0:
        return 0
    held = s.now - s.job_began[train]
    least = threshold(0 + s.job_need[train], claim)
    if held >= least or held + b.values.trust_ms < least:
        return NOT_TRUSTED
    return 0


def cancel_refusal(s: State, seat: int, train: int) -> int:
    """Under timed dexterity a carry may be called off: nothing happens (RP-DIG-14)."""
    if s.place[train] >= WRECKED:
        return gone_refusal(s, train)
    if not is_carry(s, train) or s.job_seat[train] != seat:
        return NOTHING_PRESSED
    return 0 if s.dexterity == TIMED else NO_CANCEL


# ---------------------------------------------------------------- doing it
def release(s: State, b: BoardArrays, seat: int, train: int, claim: int) -> None:
    """The end of a press: a clean carry, cubes on the floor, a wreck, or a pass that came to nothing."""
    s.orders += 1
    if not is_carry(s, train):
        s.push[train] = 0
        return
    both = joint(s, b, train)
    tier = steadiness(0 + s.job_need[train], s.now - s.job_began[train])
    if claim > tier:
        tier = claim
    if both and (s.dexterity != TIMED or tier == CRASH):
        if holder(s, train) == seat:
            s.push[train] = 0
        clear_job(s, train)
    elif tier == CRASH:
        wreck(s, train)
    else:
        for _ in range(falling(tier, 0 + s.load[train])):
            drop_last(s, train)
        finish_carry(s, b, train)


def cancel(s: State, train: int) -> None:
    s.orders += 1
    clear_job(s, train)


def finish_carry(s: State, b: BoardArrays, train: int) -> None:
    """The carry is over and the train where it was to go."""
    if s.job[train] == PICKING:
        finish_pick(s, train)
    elif s.job[train] == PARKING:
        finish_park(s, b, train)
    elif s.job[train] == GOING:
        finish_go(s, b, train)
    else:
        finish_take(s, b, train)
    clear_job(s, train)


def wreck(s: State, train: int) -> None:
    """A dropped train, its cargo and its engineer leave the game; play goes on (RP-FAULT-07, -09)."""
    clear_job(s, train)
    while s.load[train] > 0:
        drop_last(s, train)
    if s.driver[train] != NONE:
        s.engineer[s.driver[train]] = LOST
        s.driver[train] = NONE
    if s.place[train] < HELD:
        s.track[s.place[train] // 2][s.place[train] % 2] = NONE
    else:
        s.hand[holder(s, train)][holding_hand(s, train)] = NONE
    forget_offers(s, train)
    s.place[train] = WRECKED
    s.at[train] = NONE
