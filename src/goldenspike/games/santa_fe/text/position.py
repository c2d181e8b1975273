"""A whole position in words: for puzzles, tests, bug reports and saved games."""

from __future__ import annotations

from typing import Any

from ..rules.state import (
    DISCARDED,
    HIRED,
    MAJORS,
    NONE,
    ON_TABLE,
    RAILS,
    State,
)
from .notation import Notation
from .view import (
    PHASES,
    REASONS,
    SEAT_NAMES,
    cards_at,
    display,
    main_words,
    pieces_by_end,
    play_words,
    rails_in,
    specials,
)


def position(s: State, notation: Notation) -> dict[str, Any]:
    """Every field of the state in words."""
    names = SEAT_NAMES[: s.seats]
    b = notation.b
    return {
        "round": s.round_no,
        "phase": PHASES[s.phase],
        "first": SEAT_NAMES[s.first],
        "turn": s.turn,
        "laid_now": s.laid_now,
        "exchanged": bool(s.exchanged),
        "passes": s.passes,
        "ending": REASONS[s.ending],
        "ended": REASONS[s.ended],
        "ended_by": None if s.ended_by == NONE else SEAT_NAMES[s.ended_by],
        "money": {name: s.money[p] for p, name in enumerate(names)},
        "hands": {
            name: [notation.cities[c] for c in s.hand[p][: s.held[p]]] + specials(s, notation, p)
            for p, name in enumerate(names)
        },
        "hired": [name for p, name in enumerate(names) if s.engineer[p] == HIRED],
        "table": {name: cards_at(s, notation, ON_TABLE + p) for p, name in enumerate(names)},
        "discarded": {name: cards_at(s, notation, DISCARDED + p) for p, name in enumerate(names)},
        "committed": {
            name: main_words(notation, s.committed[p] - 1) for p, name in enumerate(names) if s.committed[p] != 0
        },
        "plays": {name: play_words(s, notation, p) for p, name in enumerate(names)},
        "laid_first": {name: s.laid_first[p] for p, name in enumerate(names)},
        "reserve": {
            name: {notation.rails[r]: s.reserve[p][r] for r in range(MAJORS) if s.reserve[p][r]}
            for p, name in enumerate(names)
        },
        "display": display(s, notation),
        "deck": [notation.card(card) for card in reversed(s.deck[: s.deck_size])],
        "piles": [s.pile_low, s.pile_mid],
        "dummy": [notation.card(card) for card in s.dummy[: s.dummy_size]],
        "dummy_piles": [s.dummy_high, s.dummy_mid],
        "available": [notation.rails[rail] for rail in range(MAJORS, RAILS) if s.available[rail]],
        "supply": {name: s.supply[rail] for rail, name in enumerate(notation.rails) if name},
        "track": [
            f"{notation.rails[s.builder[ln]]} {notation.way(2 * ln + end)} {count}/{b.length[ln]}"
            for ln in range(b.n_lines)
            if s.builder[ln] != NONE
            for end, count in pieces_by_end(s.origin[ln], s.filled[ln])
        ],
        "tips": {notation.rails[r]: _tips(notation, s, s.tips[r][: s.tip_count[r]]) for r in range(b.n_majors)},
        "connected": {
            notation.cities[c]: rails_in(notation, s.city_rails[c]) for c in range(b.n_cities) if s.city_rails[c]
        },
        "reached": {notation.cities[c]: s.reached[c] for c in range(b.n_cities) if s.reached[c]},
        "boomtowns": {notation.cities[c]: s.marker[c] for c in range(b.n_cities) if s.marker[c]},
        "chance": list(s.chance),
    }


def _tips(notation: Notation, s: State, tips: list[int]) -> list[str]:
    """Railheads at cities and on lines; the second one on a line comes from its other end."""
    found = []
    for k, tip in enumerate(tips):
        if tip >= 0:
            found.append(notation.cities[tip])
        else:
            line = -1 - tip
            end = s.origin[line] & 1
            found.append(notation.way(2 * line + (1 - end if tip in tips[:k] else end)))
    return found
