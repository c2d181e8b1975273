"""Two hands, running commands and what they lock: nothing is used twice at the same time."""

from __future__ import annotations

from .state import (
    BY_HAND,
    HAND_BUSY,
    HAND_THIS_TICK,
    LOCKED,
    NEVER,
    NO_HAND,
    NO_JOB,
    NO_SUCH_TRAIN,
    NONE,
    OFF,
    PARKING,
    SEATING,
    TIMED,
    TO_HOTEL,
    TRAIN_GONE,
    TRAINS,
    TWO_HANDS,
    WRECKED,
    BoardArrays,
    State,
)


# ---------------------------------------------------------------- how long things take
def in_ticks(s: State, b: BoardArrays, ms: int) -> int:
    """Under the tick clock every duration is rounded up to whole ticks (RP-DIG-20)."""
    if s.ticks == 0:
        return ms
    tick = 0 + b.values.tick_ms
    return (ms + tick - 1) // tick * tick


def at_pace(s: State, base: int) -> int:
    """The pace scales every base time (RP-DIG-23)."""
    return (base * s.pace + 99) // 100


def duration(s: State, b: BoardArrays, base: int) -> int:
    """How long a command of one or two free hands runs (RP-DIG-03)."""
    return in_ticks(s, b, at_pace(s, base))


def handling(s: State, b: BoardArrays, base: int, cubes: int) -> int:
    """A carry takes longer with every cube aboard, unless dexterity is off (RP-DIG-14, -18)."""
    if s.dexterity == OFF:
        return in_ticks(s, b, at_pace(s, base))
    return in_ticks(s, b, at_pace(s, base) + b.values.cube_ms * cubes)


# ---------------------------------------------------------------- hands
def is_free(s: State, seat: int, hand: int) -> bool:
    """An empty hand that is not at work and, under the tick clock, has not acted in this tick."""
    return s.hand[seat][hand] == NONE and s.busy[seat][hand] == 0 and s.used[seat] >> hand & 1 == 0


def free_hands(s: State, seat: int) -> int:
    """How many hands could start something now (RP-TRAIN-05, RP-DIG-08, -11)."""
    count = 0
    if is_free(s, seat, 0):
        count += 1
    if is_free(s, seat, 1):
        count += 1
    return count


def first_free(s: State, seat: int) -> int:
    return 0 if is_free(s, seat, 0) else 1


def hands_refusal(s: State, seat: int, wanted: int) -> int:
    """Cubes and engineers are moved with a free hand, an exchange of cubes with two (RP-TRAIN-12, RP-DIG-20)."""
    if s.cubes_by_hand != BY_HAND or free_hands(s, seat) >= wanted:
        return 0
    idle = 0
    for hand in range(2):
        if s.hand[seat][hand] == NONE and s.busy[seat][hand] == 0:
            idle += 1
    if idle >= wanted:
        return HAND_THIS_TICK
    return NO_HAND if wanted == 1 else TWO_HANDS


def hand_mask(s: State, seat: int, wanted: int) -> int:
    """The hands that a command of cubes or engineers will use."""
    if s.cubes_by_hand != BY_HAND:
        return 0
    if wanted == 2:
        return 3
    return 1 << first_free(s, seat)


def acts_again(s: State, seat: int, hand: int) -> bool:
    """Under the tick clock a hand acts once per tick (RP-DIG-20)."""
    return s.used[seat] >> hand & 1 == 1


def busy_refusal(s: State, seat: int, hand: int) -> int:
    """A hand does one thing at a time (RP-DIG-08)."""
    if s.busy[seat][hand] != 0:
        return HAND_BUSY
    if acts_again(s, seat, hand):
        return HAND_THIS_TICK
    return 0


def mark_used(s: State, seat: int, hands: int) -> None:
    if s.ticks == 1:
        s.used[seat] |= hands


# ---------------------------------------------------------------- running commands
def begin_job(s: State, slot: int, kind: int, seat: int, hands: int, other: int) -> None:
    """An accepted command locks its hands and trains until it completes (RP-DIG-03, -28)."""
    s.orders += 1
    s.job[slot] = kind
    s.job_seat[slot] = seat
    s.job_hands[slot] = hands
    s.job_other[slot] = other
    s.job_began[slot] = s.now
    s.job_order[slot] = s.orders
    s.lock[slot] = 1 + slot
    if other != NONE:
        s.lock[other] = 1 + slot
    for hand in range(2):
        if hands >> hand & 1 == 1:
            s.busy[seat][hand] = 1
    mark_used(s, seat, hands)


def run_for(s: State, slot: int, ms: int, to: int, what: int) -> None:
    """Set what the command is about and when it completes."""
    s.job_need[slot] = ms
    s.job_due[slot] = s.now + ms
    s.job_to[slot] = to
    s.job_with[slot] = what


def carry_for(s: State, slot: int, ms: int, to: int, what: int, steady: int) -> None:
    """A carry ends when its player lets go, or by itself if they hold it steadily (RP-DIG-14, -18, -19)."""
    run_for(s, slot, ms, to, what)
    if s.dexterity == TIMED and steady == 0:
        s.job_due[slot] = NEVER


def clear_job(s: State, slot: int) -> None:
    """Unlock everything a command used and give back what it reserved (RP-DIG-29)."""
    seat = s.job_seat[slot]
    for hand in range(2):
        if s.job_hands[slot] >> hand & 1 == 1:
            s.busy[seat][hand] = 0
    if s.job[slot] == PARKING:
        s.coming[s.job_to[slot] // 2][s.job_to[slot] % 2] = NONE
    elif s.job[slot] == SEATING:
        s.engaged[s.job_with[slot]] = 0
        if s.job_to[slot] == TO_HOTEL:
            s.booked[s.at[slot]] -= 1
    if s.job_other[slot] != NONE:
        s.lock[s.job_other[slot]] = 0
    s.lock[slot] = 0
    s.job[slot] = NO_JOB
    s.job_seat[slot] = 0
    s.job_hands[slot] = 0
    s.job_to[slot] = 0
    s.job_with[slot] = 0
    s.job_other[slot] = NONE
    s.job_began[slot] = 0
    s.job_need[slot] = 0
    s.job_due[slot] = 0
    s.job_order[slot] = 0


def gone_refusal(s: State, train: int) -> int:
    """A wrecked train is out of the game; a small layout leaves some in the box (RP-FAULT-07, RP-SETUP-05)."""
    return TRAIN_GONE if s.place[train] == WRECKED else NO_SUCH_TRAIN


def lock_refusal(s: State, train: int) -> int:
    """A train is used by one running command at a time (RP-DIG-03, -28)."""
    return LOCKED if s.lock[train] != 0 else 0


def comes_first(s: State, slot: int, other: int) -> bool:
    """Completions go by time; at the same moment by the order in which they were accepted (RP-DIG-02)."""
    if s.job_due[slot] != s.job_due[other]:
        return s.job_due[slot] < s.job_due[other]
    return s.job_order[slot] < s.job_order[other]


def next_due_slot(s: State) -> int:
    """The running command that completes first, or NONE."""
    found = NONE
    for slot in range(TRAINS):
        if s.job[slot] != NO_JOB and s.job_due[slot] < NEVER:
            if found == NONE or comes_first(s, slot, found):
                found = slot
    return found
