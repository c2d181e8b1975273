"""The whole state in words."""

from __future__ import annotations

from typing import Any

from ..board.load import SUITS, goals
from ..rules.state import (
    ABSENT,
    BANK,
    BANK_SQUARE,
    BANKS,
    CARDS,
    CELL,
    CHOOSING,
    CIRCLE,
    COMMITTED,
    DEPOSIT,
    DONE,
    DRAWING,
    ESCAPES,
    GOAL_SLOTS,
    JAIL,
    JAIL_FILL,
    JAIL_MASK,
    MIXED,
    NAME,
    NAMING,
    NONE,
    OPEN,
    OVER,
    OWN,
    OWN_RAIL,
    OWNER_STATION,
    PICK,
    PICKING,
    SALOON,
    SALOON_MASK,
    SPEND,
    SPENT,
    SUIT,
    TRACK,
    TURN,
    State,
)
from .names import bits
from .notation import Notation
from .view import FACES, PHASES, SEAT_NAMES, crossed_words, hand_words, track_words


def position(s: State, notation: Notation) -> dict[str, Any]:
    """The table, all sheets as the turn began, and the turns already committed; unfinished ones are left out."""
    began = s.copy()
    if s.phase != OVER:
        for seat in range(s.seats):
            notation.rules.drop_turn(began, notation.b, seat)
    words: dict[str, Any] = {
        "phase": PHASES[s.phase],
        "round": s.round_no,
        "turn": s.turn_no,
        "dealer": None if s.dealer == NONE else SEAT_NAMES[s.dealer],
        "chance": list(s.chance),
        "deck": [notation.card(card) for card in s.deck[: s.deck_size]],
        "shown": [notation.card(card) for card in s.shown if card != NONE],
        "burnt": None if s.burnt == NONE else notation.card(s.burnt),
        "taken": None if s.taken == NONE else notation.card(s.taken),
        "seen": [notation.card(card) for card in range(CARDS) if s.seen >> card & 1],
        "owners": [owner + 1 for owner in s.owner_deck if owner != NONE],
        "goals": [
            {"id": goals()[s.goal[k]]["id"], "face": FACES[s.goal_face[k]], "met": s.goal_met[k]}
            for k in range(GOAL_SLOTS)
            if s.goal_face[k] != ABSENT
        ],
        "sheets": [sheet_position(began, notation, seat) for seat in range(s.seats)],
    }
    turns = {
        SEAT_NAMES[seat]: notation.turn(_dropped(s, notation, seat), seat, committed_steps(s, notation, seat))
        for seat in range(s.seats)
        if s.phase == TURN and s.stage[seat] == COMMITTED
    }
    return {**words, "turns": turns} if turns else words


def _dropped(s: State, notation: Notation, seat: int) -> State:
    copy = s.copy()
    notation.rules.drop_turn(copy, notation.b, seat)
    return copy


def sheet_position(s: State, notation: Notation, seat: int) -> dict[str, Any]:
    b, area = notation.b, s.area[seat]
    words: dict[str, Any] = {
        "tracks": {
            suit: [name for name, rail in track_words(s, notation, seat) if rail == suit]
            for suit in SUITS
            if any(rail == suit for _, rail in track_words(s, notation, seat))
        },
        "crossed": crossed_words(s, notation, seat),
        "hands": hand_words(s, seat),
        "boxes": list(s.box[seat]),
        "saloons": [notation.circle(k) for k in bits(area[SALOON_MASK])],
        "towns_spent": area[SPENT],
        "shared_building": bool(area[MIXED]),
        "stars": list(s.star[seat]),
        "late": bits(s.late[seat]),
        "joker_used": bool(s.joker_used[seat]),
        "hand_card": None if s.own_card[seat] == NONE else notation.card(s.own_card[seat]),
    }
    if b.forest:
        words["jails"] = [area[JAIL_FILL + j] if area[JAIL_MASK] >> j & 1 else None for j in range(b.n_jails)]
        words["escapes"] = area[ESCAPES]
    else:
        words["deposits"] = [area[BANK_SQUARE + k] for k in range(min(area[BANKS], b.n_squares))]
    return words


def committed_steps(s: State, notation: Notation, seat: int) -> list[int]:
    """Steps that lead to the committed turn of a seat; where several would, any of them."""
    b, t = notation.b, _dropped(s, notation, seat)
    steps: list[int] = []

    def do(action: int) -> None:
        assert notation.rules.refusal(t, b, seat, action) == 0
        notation.rules.step(t, b, seat, action)
        steps.append(action)

    if t.stage[seat] == PICKING:
        do(PICK + s.card[seat])
    changed = s.suit_used[seat]
    any_rail = s.owner_used[seat] and s.owner == OWNER_STATION and s.owner_any_station == 0
    if t.stage[seat] == NAMING:
        rails = [r for r in range(4) if notation.rules.refusal(t, b, seat, NAME + r) == 0]
        direct = s.rail[seat] in rails and not changed
        do(NAME + (s.rail[seat] if direct else next(r for r in rails if r != s.rail[seat])))
    if any_rail:
        do(OWN_RAIL + (next(r for r in range(4) if r != s.rail[seat]) if changed else s.rail[seat]))
    elif s.owner_used[seat] and s.owner != OWNER_STATION:
        do(OWN)
    if changed:
        do(SUIT + s.rail[seat])
    if s.extra[seat] != NONE:
        do(OWN_RAIL + s.extra[seat])
    todo = list(s.drawn[seat][: s.drawn_count[seat]])
    while t.stage[seat] != COMMITTED:
        if t.stage[seat] == CHOOSING:
            do(_consistent(s, t, notation, seat))
        elif t.area[seat][SPENT] < s.area[seat][SPENT] and notation.rules.refusal(t, b, seat, SPEND) == 0:
            do(SPEND)
        elif t.stage[seat] == DRAWING and todo and notation.rules.refusal(t, b, seat, TRACK + todo[0]) == 0:
            do(TRACK + todo.pop(0))
        else:
            do(DONE)
    return steps


def _consistent(s: State, t: State, notation: Notation, seat: int) -> int:
    """The first answer that fits what stands on the committed sheet."""
    b, kind = notation.b, notation.b.terrain[t.asked[seat]]
    now, then = t.area[seat], s.area[seat]
    if kind == BANK:
        return DEPOSIT + then[BANK_SQUARE + now[BANKS]]
    if kind == SALOON:
        return CIRCLE + bits(then[SALOON_MASK] & ~now[SALOON_MASK])[0]
    if kind == JAIL:
        return OPEN + bits(then[JAIL_MASK] & ~now[JAIL_MASK])[0]
    return CELL + next(j for j in range(b.n_jails) if now[JAIL_FILL + j] < then[JAIL_FILL + j])
