"""What everybody sees: all of it, there is one common view (RP-DIG-06)."""

from __future__ import annotations

from typing import Any

from .board import Layout
from .finish import cubes_dropped, engineers_gone, lowest_product, team_score, wrecks
from .knowledge import stuck
from .notation import HAND_NAMES, SEAT_NAMES, TRAIN_NAMES, Notation
from .rules import actors
from .state import (
    ABSENT,
    ACTIONS,
    ARROWS_AUTO,
    ARROWS_MANUAL,
    ENGINEERS,
    GOING,
    HELD,
    HOTEL,
    LOADING,
    MOVING,
    NEVER,
    NO_JOB,
    NONE,
    OVER,
    PARKING,
    PICKING,
    RUNNING,
    SEATING,
    STORING,
    SWAPPING,
    TAKING,
    TO_HOTEL,
    TRAINS,
    WRECKED,
    State,
)

PHASES = ("running", "between", "over")
DOING = ("", "loads", "stores", "moves a cube", "swaps cubes", "seats", "picks up", "parks", "moves", "takes")
JOBS = ("", "load", "store", "xfer", "xchg", "eng", "pick", "park", "go", "take")


def clock_words(ms: int) -> str:
    """mm:ss.mmm."""
    return f"{ms // 60000:02d}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"


def share(s: State, slot: int) -> float:
    """How much of a running command is done, for pictures."""
    if s.job_due[slot] <= s.job_began[slot]:
        return 1.0
    whole = s.job_need[slot] if s.job_due[slot] >= NEVER else s.job_due[slot] - s.job_began[slot]
    return min(1.0, (s.now - s.job_began[slot]) / max(1, whole))


def arrows_of(s: State, notation: Notation, ids: str, city: int) -> dict[str, list[str]]:
    """Where the arrows of a city point; automatic ones show every shortest way (RP-ARROW-02)."""
    b = notation.b
    if s.arrows == ARROWS_AUTO:
        key = (city, *s.paint)
        if key not in notation.ways:
            notation.ways[key] = {
                notation.city(s, colour): [ids[k] for k in range(b.n_cities) if b.hops[city][colour] >> k & 1]
                for colour in range(b.n_cities)
                if colour != city
            }
        return notation.ways[key]
    found: dict[str, list[str]] = {}
    for colour in range(b.n_cities):
        if colour == city:
            continue
        if s.arrows == ARROWS_MANUAL and s.arrow[city][colour] != NONE:
            found[notation.city(s, colour)] = [ids[s.arrow[city][colour]]]
    return found


def city_view(s: State, notation: Notation, layout: Layout, ids: str, city: int) -> dict[str, Any]:
    trains = [None if t == NONE else TRAIN_NAMES[t] for t in s.track[city]]
    return {
        "colour": notation.city(s, city),
        "seat": notation.b.owner[city],
        "yard": "".join("." if cube == NONE else notation.city(s, cube) for cube in s.yard[city][: layout.yard]),
        "ends": [s.head[city], s.tail[city] - 1] if s.head[city] < s.tail[city] else None,
        "left": sum(cube != NONE for cube in s.yard[city]),
        "stored": s.storage[city],
        "misplaced": 0,
        "hotel": [notation.engineer(s, e) for e in range(ENGINEERS) if s.engineer[e] == HOTEL + city],
        "long": trains[0],
        "short": trains[1],
        "arrows": arrows_of(s, notation, ids, city),
    }


def train_view(s: State, notation: Notation, ids: str, train: int) -> dict[str, Any]:
    place = s.place[train]
    stickers = [notation.city(s, c) for c in s.sticker[train] if c != NONE] if s.expert else []
    seen: dict[str, Any] = {
        "cubes": "".join(notation.city(s, cube) for cube in s.cargo[train][: s.load[train]]),
        "engineer": None if s.driver[train] == NONE else notation.engineer(s, s.driver[train]),
        "stickers": "".join(stickers),
        "busy": s.lock[train] != 0,
        "at": None if s.at[train] == NONE else ids[s.at[train]],
    }
    if place == WRECKED:
        seen["where"] = "wreck"
    elif place >= HELD:
        seen["where"] = f"{SEAT_NAMES[(place - HELD) // 2]} {HAND_NAMES[(place - HELD) % 2]}"
    else:
        seen["where"] = f"{notation.city(s, place // 2)}.{'ls'[place % 2]}"
    return seen


def hand_view(s: State, ids: str, seat: int, hand: int) -> dict[str, Any] | None:
    train = s.hand[seat][hand]
    slot = NONE
    for other in range(TRAINS):
        if s.job[other] != NO_JOB and s.job_seat[other] == seat and s.job_hands[other] >> hand & 1:
            slot = other
    if train == NONE and slot == NONE:
        return None
    return {
        "train": None if train == NONE else TRAIN_NAMES[train],
        "at": None if train == NONE else ids[s.at[train]],
        "doing": "" if slot == NONE else f"{DOING[s.job[slot]]} {TRAIN_NAMES[slot]}",
        "done": None if slot == NONE else share(s, slot),
    }


def job_view(s: State, notation: Notation, ids: str, slot: int) -> dict[str, Any]:
    """A running command with its moments, so that everybody can watch it go (RP-DIG-03, -09, -14)."""
    kind, to, what = s.job[slot], s.job_to[slot], s.job_with[slot]
    seen: dict[str, Any] = {
        "train": TRAIN_NAMES[slot],
        "do": JOBS[kind],
        "seat": s.job_seat[slot],
        "hands": [HAND_NAMES[hand] for hand in range(2) if s.job_hands[slot] >> hand & 1],
        "began_ms": s.job_began[slot],
        "need_ms": s.job_need[slot],
        "due_ms": None if s.job_due[slot] >= NEVER else s.job_due[slot],
    }
    if s.job_other[slot] != NONE:
        seen["other"] = TRAIN_NAMES[s.job_other[slot]]
    if kind == LOADING:
        seen |= {"cube": notation.city(s, what), "spot": to}
    elif kind in (STORING, MOVING):
        seen["cube"] = notation.city(s, what)
    elif kind == SWAPPING:
        seen |= {"cube": notation.city(s, what), "back": notation.city(s, to)}
    elif kind == SEATING:
        end = HOTEL + s.at[slot] if to == TO_HOTEL else slot
        seen |= {"engineer": notation.engineer(s, what), "to": notation.where(s, end)}
    elif kind == PICKING:
        seen["hand"] = HAND_NAMES[to]
    elif kind == PARKING:
        seen["track"] = f"{ids[to // 2]}.{'ls'[to % 2]}"
    elif kind == GOING:
        seen["to"] = ids[to]
    else:
        seen |= {"to": ids[to], "hand": HAND_NAMES[what]}
    return seen


def view(s: State, notation: Notation, layout: Layout, viewer: int | None) -> dict[str, Any]:
    """The public position with clock, links and score (RP-SETUP-04, -10)."""
    b = notation.b
    ids = "".join(city.id for city in layout.cities)
    mask = actors(s)
    counts = sorted((s.storage[city], city) for city in range(b.n_cities))
    left = max(0, s.ends_at - s.now) if s.phase == RUNNING else 0
    return {
        "layout": layout.id,
        "players": s.seats,
        "names": list(SEAT_NAMES[: s.seats]),
        "seat": None if viewer is None else SEAT_NAMES[viewer],
        "phase": PHASES[s.phase],
        "round": s.round_no + 1,
        "rounds": s.rounds,
        "scores": list(s.scores[: s.round_no + (s.phase != RUNNING)]),
        "clock": clock_words(s.now),
        "time": {"now_ms": s.now, "left_ms": left, "total_ms": 1000 * s.seconds},
        "actors": [SEAT_NAMES[seat] for seat in range(s.seats) if mask >> seat & 1],
        "links": [{"a": link.a, "b": link.b, "kind": link.kind} for link in layout.links],
        "cities": {ids[city]: city_view(s, notation, layout, ids, city) for city in range(b.n_cities)},
        "trains": {TRAIN_NAMES[t]: train_view(s, notation, ids, t) for t in range(TRAINS) if s.place[t] != ABSENT},
        "hands": [[hand_view(s, ids, seat, hand) for hand in range(2)] for seat in range(s.seats)],
        "offers": [
            {
                "train": TRAIN_NAMES[t],
                "from": ids[s.at[t]],
                "to": ids[s.offer[t]],
                "push": bool(s.push[t]),
                "since_ms": s.offered_at[t],
                "done": share(s, t) if s.job[t] == TAKING else None,
            }
            for t in range(TRAINS)
            if s.offer[t] != NONE
        ],
        "jobs": [job_view(s, notation, ids, t) for t in range(TRAINS) if s.job[t] != NO_JOB],
        "piles": {"dropped": cubes_dropped(s), "quit": engineers_gone(s), "wrecks": wrecks(s), "misplaced": 0},
        "score": {
            "base": lowest_product(s, b),
            "total": team_score(s, b),
            "lowest": [ids[city] for _, city in counts[:2]],
        },
        "stuck": stuck(s, b, [0] * ACTIONS),
        "over": s.phase == OVER,
    }
