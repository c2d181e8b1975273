"""The commands of one seat, found quickly: the rules are asked only about what the seat can have to do with."""

from __future__ import annotations

from types import SimpleNamespace

from .state import (
    ARROWS_MANUAL,
    BACK,
    CANCEL,
    GO,
    HELD,
    HOLD_SHIFT,
    LOAD,
    LONG_TRACK,
    NO,
    NO_JOB,
    NONE,
    PARK,
    PICK,
    PUSH,
    RELEASE,
    RUNNING,
    STORE,
    TAKE,
    TAKING,
    TIERS,
    TIMED,
    TOOT,
    TRAINS,
    WAIT,
    WRECKED,
    XCHG,
    XFER,
    BoardArrays,
    State,
)

MOST = 400  # seatings or arrows of one seat


def seat_commands(rules: SimpleNamespace, s: State, b: BoardArrays, seat: int) -> list[int]:
    """The same commands as ``legal`` of the rules, sorted; a fraction of the questions."""
    out = [0] * MOST
    if s.phase != RUNNING or not 0 <= seat < s.seats:
        return out[: rules.legal(s, b, seat, out)]
    found = [action for action in asked(s, b, seat) if rules.refusal(s, b, seat, action) == 0]
    found += out[: rules.add_seatings(s, b, seat, out, 0)]
    if s.arrows == ARROWS_MANUAL:
        found += out[: rules.add_arrows(s, b, seat, out, 0)]
    if s.dexterity == TIMED:
        found += [action + HOLD_SHIFT for action in found if PICK <= action < TOOT]
    found.sort()
    return found


def asked(s: State, b: BoardArrays, seat: int) -> list[int]:
    """Commands about free trains in the seat's cities and hands or offered to it, and about trains under a command."""
    owner, found = b.owner, [WAIT]
    for train in range(TRAINS):
        place, job = s.place[train], s.job[train]
        if place >= WRECKED:
            continue
        if s.push[train] or job == TAKING or (job != NO_JOB and s.job_seat[train] == seat):
            found += range(RELEASE + TIERS * train, RELEASE + TIERS * train + TIERS)
            found.append(CANCEL + train)
        if s.lock[train]:
            continue
        if place < HELD:
            if owner[place // 2] == seat:
                found += (LOAD + train, LOAD + 12 + train, STORE + train, PICK + 2 * train, PICK + 2 * train + 1)
                if s.load[train]:
                    found += exchanges(s, train, place)
        elif (place - HELD) // 2 == seat:
            track = PARK + 12 * train + 2 * s.at[train]
            found += (track, track + 1, BACK + train, PUSH + train)
            found += range(GO + 6 * train, GO + 6 * train + b.n_cities)
            found += range(TOOT + 6 * train, TOOT + 6 * train + b.n_cities)
        if s.offer[train] != NONE and owner[s.offer[train]] == seat:
            found += (TAKE + 2 * train, TAKE + 2 * train + 1, NO + train)
    return found


def exchanges(s: State, train: int, place: int) -> list[int]:
    """What a parked train could give the one beside it, and get for it."""
    other = s.track[place // 2][1 - place % 2]
    if other == NONE:
        return []
    cubes = set(s.cargo[train][: s.load[train]])
    found = [XFER + 6 * train + cube for cube in cubes]
    if place % 2 == LONG_TRACK:
        back = set(s.cargo[other][: s.load[other]])
        found += [XCHG + 36 * train + 6 * cube + one for cube in cubes for one in back]
    return found
