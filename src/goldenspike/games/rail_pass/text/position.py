"""A whole position in words: for puzzles, tests, bug reports and saved games."""

from __future__ import annotations

from typing import Any

from ..board.load import Layout
from ..rules.state import ABSENT, ENGINEERS, HELD, HOTEL, LOST, NEVER, NO_JOB, NONE, QUIT, TRAINS, WRECKED, State
from .notation import HAND_NAMES, SEAT_NAMES, TRACK_NAMES, TRAIN_NAMES, Notation
from .view_parts import PHASES

JOBS = ("", "loading", "storing", "moving", "swapping", "seating", "picking", "parking", "going", "taking")


def position(s: State, notation: Notation, layout: Layout) -> dict[str, Any]:
    """Every field of the state in words."""
    b = notation.b
    cities = range(b.n_cities)
    return {
        "phase": PHASES[s.phase],
        "round": s.round_no + 1,
        "now_ms": s.now,
        "began_ms": s.began_at,
        "ends_ms": s.ends_at,
        "orders": s.orders,
        "waiting": [SEAT_NAMES[p] for p in range(s.seats) if s.waiting >> p & 1],
        "used": {SEAT_NAMES[p]: _hands(s.used[p]) for p in range(s.seats) if s.used[p]},
        "scores": list(s.scores),
        "colours": {layout.cities[c].id: notation.city(s, c) for c in cities},
        "yards": {
            notation.city(s, c): "".join("." if x == NONE else notation.cube(s, x) for x in s.yard[c][: layout.yard])
            for c in cities
        },
        "ends": {notation.city(s, c): [s.head[c], s.tail[c]] for c in cities},
        "stored": {notation.city(s, c): s.storage[c] for c in cities},
        "dropped": "".join(notation.cube(s, c) * s.dropped[c] for c in cities),
        "trains": {TRAIN_NAMES[t]: _train(s, notation, t) for t in range(TRAINS) if s.place[t] != ABSENT},
        "engineers": {
            notation.engineer(s, e): _lodging(s, notation, e)
            for e in range(ENGINEERS)
            if HOTEL <= s.engineer[e] <= LOST
        },
        "running": [_job(s, slot) for slot in range(TRAINS) if s.job[slot] != NO_JOB],
        "arrows": {
            notation.city(s, c): {
                notation.cube(s, k): notation.city(s, to) for k, to in enumerate(s.arrow[c]) if to >= 0
            }
            for c in cities
            if _arrows(s, c)
        },
        "chance": list(s.chance),
    }


def _arrows(s: State, city: int) -> list[tuple[int, int]]:
    return [(colour, to) for colour, to in enumerate(s.arrow[city]) if to != NONE]


def _hands(mask: int) -> list[str]:
    return [HAND_NAMES[hand] for hand in range(2) if mask >> hand & 1]


def _lodging(s: State, notation: Notation, engineer: int) -> str:
    where = s.engineer[engineer]
    return "quit" if where == QUIT else "wreck" if where == LOST else notation.where(s, where)


def _train(s: State, notation: Notation, train: int) -> dict[str, Any]:
    place = s.place[train]
    if place == WRECKED:
        at = "wreck"
    elif place >= HELD:
        seat, hand = divmod(place - HELD, 2)
        at = f"{SEAT_NAMES[seat]} {HAND_NAMES[hand]} {notation.city(s, s.at[train])}"
    else:
        at = f"{notation.city(s, place // 2)}.{TRACK_NAMES[place % 2]}"
    found: dict[str, Any] = {
        "at": at,
        "cubes": "".join(notation.cube(s, cube) for cube in s.cargo[train][: s.load[train]]),
        "engineer": None if s.driver[train] == NONE else notation.engineer(s, s.driver[train]),
        "stickers": "".join(notation.cube(s, c) for c in s.sticker[train] if c != NONE),
    }
    if s.offer[train] != NONE:
        found["offer"] = notation.city(s, s.offer[train])
        found["offered_ms"] = s.offered_at[train]
        found["push"] = bool(s.push[train])
    again = {notation.city(s, c): ms for c, ms in enumerate(s.again_at[train]) if ms}
    if again:
        found["again_ms"] = again
    return found


def _job(s: State, slot: int) -> dict[str, Any]:
    return {
        "command": JOBS[s.job[slot]],
        "train": TRAIN_NAMES[slot],
        "other": None if s.job_other[slot] == NONE else TRAIN_NAMES[s.job_other[slot]],
        "seat": SEAT_NAMES[s.job_seat[slot]],
        "hands": _hands(s.job_hands[slot]),
        "to": s.job_to[slot],
        "with": s.job_with[slot],
        "began_ms": s.job_began[slot],
        "need_ms": s.job_need[slot],
        "due_ms": None if s.job_due[slot] >= NEVER else s.job_due[slot],
        "order": s.job_order[slot],
    }
