"""Time: commands complete in the order of their moments, and the round ends at its limit."""

from __future__ import annotations

from typing import Any

from .cubes import finish_load, finish_store, finish_xchg, finish_xfer
from .engineers import finish_seating
from .hands import clear_job, next_due_slot
from .letting_go import finish_carry
from .scoring import end_round
from .state import (
    BETWEEN,
    FINISH_STARTED,
    LOADING,
    MOVING,
    NO_JOB,
    NONE,
    OVER,
    RUNNING,
    SEATING,
    SEATS,
    STORING,
    SWAPPING,
    TRAINS,
    BoardArrays,
    State,
)


def complete(s: State, b: BoardArrays, slot: int) -> None:
    """The effect of a command happens when it completes (RP-DIG-03)."""
    kind = s.job[slot]
    if kind > SEATING:
        finish_carry(s, b, slot)
        return
    if kind == LOADING:
        finish_load(s, slot)
    elif kind == STORING:
        finish_store(s, slot)
    elif kind == MOVING:
        finish_xfer(s, slot)
    elif kind == SWAPPING:
        finish_xchg(s, slot)
    else:
        finish_seating(s, slot)
    clear_job(s, slot)


def next_event(s: State) -> int:
    """The moment of the next completion or of the end; NONE when nothing will happen by itself."""
    if s.phase != RUNNING:
        return NONE
    slot = next_due_slot(s)
    if slot == NONE or s.job_due[slot] > s.ends_at:
        return 0 + s.ends_at
    return 0 + s.job_due[slot]


def advance(s: State, b: BoardArrays, to_ms: int) -> None:
    """Let time pass up to a moment; what completes at the limit itself still counts (RP-DIG-01..04, -20)."""
    if to_ms <= s.now or s.phase == OVER:
        return
    if s.phase == BETWEEN:
        s.now = to_ms
        return
    s.waiting = 0
    for seat in range(SEATS):
        s.used[seat] = 0
    last = to_ms if to_ms < s.ends_at else 0 + s.ends_at
    slot = next_due_slot(s)
    while slot != NONE and s.job_due[slot] <= last:
        s.now = s.job_due[slot]
        complete(s, b, slot)
        slot = next_due_slot(s)
    s.now = last
    if last == s.ends_at:
        if b.options.end_policy == FINISH_STARTED:
            finish_started(s, b)
        end_round(s, b)
        if s.phase == BETWEEN:
            s.now = to_ms


def finish_started(s: State, b: BoardArrays) -> None:
    """With the lenient end everything that has begun is brought to its end, presses cleanly (RP-AMB-12)."""
    slot = next_due_slot(s)
    while slot != NONE:
        complete(s, b, slot)
        slot = next_due_slot(s)
    for pressed in range(TRAINS):
        if s.job[pressed] != NO_JOB:
            complete(s, b, pressed)


def next_moment(s: State, b: BoardArrays) -> int:
    """Where the clock goes when everybody waits: the next event, but at most a tick away (RP-DIG-20)."""
    tick = 0 + b.values.tick_ms
    moment = s.now + tick
    if s.ticks == 1:
        moment = s.began_at + (s.now - s.began_at) // tick * tick + tick
    event = next_event(s)
    return event if event < moment else moment


# ---------------------------------------------------------------- entry points of the compiled rules
def advance_at(states: Any, i: int, boards: Any, k: int, to_ms: int) -> int:
    """Let time pass, and answer when the next thing happens by itself."""
    advance(states[i], boards[k], to_ms)
    return next_event(states[i])


def next_event_at(states: Any, i: int) -> int:
    return next_event(states[i])
