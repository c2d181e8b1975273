"""The parts of what everybody sees: cities, trains, hands, running commands, score."""

from __future__ import annotations

from typing import Any

from ..board.load import Layout
from ..rules.state import (
    ARROWS_AUTO,
    ARROWS_MANUAL,
    BETWEEN,
    ENGINEERS,
    GOING,
    HELD,
    HOTEL,
    LOADING,
    LONGS,
    MOVING,
    NEVER,
    NONE,
    OVER,
    PARKING,
    PICKING,
    SEATING,
    STORING,
    SWAPPING,
    TAKING,
    TO_HOTEL,
    WRECKED,
    State,
)
from .notation import HAND_NAMES, SEAT_NAMES, TRAIN_NAMES, Notation

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
    cars = notation.rules.capacity(notation.b, train)
    if cars != (5 if train < LONGS else 3):
        seen["cars"] = cars
    if place == WRECKED:
        seen["where"] = "wreck"
    elif place >= HELD:
        seen["where"] = f"{SEAT_NAMES[(place - HELD) // 2]} {HAND_NAMES[(place - HELD) % 2]}"
    else:
        seen["where"] = f"{notation.city(s, place // 2)}.{'ls'[place % 2]}"
    return seen


def hand_view(s: State, ids: str, train: int, slot: int) -> dict[str, Any]:
    """A hand that holds a train or is needed for a running command."""
    return {
        "train": None if train == NONE else TRAIN_NAMES[train],
        "at": None if train == NONE else ids[s.at[train]],
        "doing": "" if slot == NONE else f"{DOING[s.job[slot]]} {TRAIN_NAMES[slot]}",
        "done": None if slot == NONE else share(s, slot),
    }


def hands_view(s: State, ids: str, running: list[int]) -> list[list[dict[str, Any] | None]]:
    """Both hands of every seat."""
    found: list[list[dict[str, Any] | None]] = [
        [None if train == NONE else hand_view(s, ids, train, NONE) for train in s.hand[seat]] for seat in range(s.seats)
    ]
    for slot in running:
        seat = s.job_seat[slot]
        for hand in range(2):
            if s.job_hands[slot] >> hand & 1:
                found[seat][hand] = hand_view(s, ids, s.hand[seat][hand], slot)
    return found


def offer_view(s: State, ids: str, train: int) -> dict[str, Any]:
    """A train that is called out (RP-PASS-02)."""
    return {
        "train": TRAIN_NAMES[train],
        "from": ids[s.at[train]],
        "to": ids[s.offer[train]],
        "push": bool(s.push[train]),
        "since_ms": s.offered_at[train],
        "done": share(s, train) if s.job[train] == TAKING else None,
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


def piles_view(s: State, notation: Notation) -> dict[str, int]:
    """What was lost."""
    rules = notation.rules
    dropped, gone, wrecked = rules.cubes_dropped(s), rules.engineers_gone(s), rules.wrecks(s)
    return {"dropped": dropped, "quit": gone, "wrecks": wrecked, "misplaced": 0}


def score_view(s: State, notation: Notation, ids: str) -> dict[str, Any]:
    """The score as it would be now, and the two cities that count (RP-SCORE-03)."""
    b, rules = notation.b, notation.rules
    counts = sorted((s.storage[city], city) for city in range(b.n_cities))
    return {
        "base": rules.lowest_product(s, b),
        "total": rules.team_score(s, b),
        "lowest": [ids[city] for _, city in counts[:2]],
        "win": b.values.win,
    }


def result_view(s: State, notation: Notation) -> dict[str, Any]:
    """What the match is worth and whether it is won; of several rounds not always the last (RP-AMB-01)."""
    points = notation.rules.match_score(s, notation.b)
    return {"points": points, "won": points >= notation.rules.win_line(s, notation.b)}


def question(s: State, seat: int) -> str:
    """What is asked of the seat now, in one sentence."""
    name = SEAT_NAMES[seat]
    if s.phase == OVER:
        return f"{name}: the round is over."
    if s.phase == BETWEEN:
        return f"{name}: round {s.round_no + 1} brought {s.scores[s.round_no]}; READY for the next one?"
    hands = zip(HAND_NAMES, s.hand[seat], s.busy[seat], strict=True)
    free = [hand for hand, train, busy in hands if train < 0 and not busy]
    return f"{name}: {' and '.join(free) or 'no hand'} free. What do you do?"
