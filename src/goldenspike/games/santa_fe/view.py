"""What a seat may see: the only serialiser of a position for anybody but the table itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import rules
from .board import RAILROADS
from .cards import hand_size
from .notation import Notation
from .state import (
    BOOM_PLAY,
    CITY_PLAY,
    DISCARDED,
    DOUBLE_PLAY,
    DRAWN,
    FOUR_PLAY,
    MAIN_BOOM,
    MAIN_DOUBLE,
    MAIN_FOUR,
    MAIN_NONE,
    MAIN_TRIPLE,
    MAINS,
    MAJORS,
    NO_CARD,
    NONE,
    ON_TABLE,
    OVER,
    PLAY,
    RAILS,
    SFR2002,
    SHORT_CARD,
    TRIPLE_PLAY,
    State,
)

SEAT_NAMES = ("A", "B", "C", "D", "E")
PHASES = ("hire", "draw", "play", "boom", "tlt1", "tlt2", "buy", "over")
REASONS = ("", "supply", "deadlock", "allpass")
CARD_WORDS = {
    NO_CARD: "none",
    DOUBLE_PLAY: "double",
    TRIPLE_PLAY: "triple",
    FOUR_PLAY: "four",
    BOOM_PLAY: "boom",
}
MAIN_NAMES = {
    MAIN_NONE: "none",
    MAIN_DOUBLE: "double",
    MAIN_TRIPLE: "triple",
    MAIN_FOUR: "four",
    MAIN_BOOM: "boom",
}


def rails_in(mask: int) -> list[str]:
    return [RAILROADS[rail] for rail in range(RAILS) if mask >> rail & 1]


def cards_at(s: State, notation: Notation, place: int) -> list[str]:
    """City cards that lie at a place (a table, a pile of discards), in board order."""
    return [notation.cities[city] for city in range(notation.b.n_cities) for k in range(2) if s.gone[city][k] == place]


def specials(s: State, seat: int) -> list[str]:
    """The cards of a hand that everybody knows: they were taken before all eyes (SFR-DRAW-23)."""
    words = ["double"] * s.doubles[seat] + ["boom"] * s.booms[seat]
    words += ["triple"] * s.triples[seat] + ["four"] * s.fours[seat]
    if s.branch[seat] != NONE:
        words.append(f"branch {RAILROADS[s.branch[seat]]}")
    if s.engineer[seat] == DRAWN:
        words.append("engineer")
    return words


def play_words(s: State, notation: Notation, seat: int) -> str:
    """The revealed play of this Round, with a Branch card that is still unused."""
    main = notation.cities[s.shown[seat]] if s.card[seat] == CITY_PLAY else CARD_WORDS[s.card[seat]]
    return main if s.active_branch[seat] == NONE else f"{main} + branch {RAILROADS[s.active_branch[seat]]}"


def main_words(notation: Notation, main: int) -> str:
    return MAIN_NAMES[main] if main < MAINS else notation.cities[main - MAINS]


def tip_words(notation: Notation, s: State, tip: int) -> dict[str, str]:
    if tip >= 0:
        return {"city": notation.cities[tip]}
    return {"line": notation.board.lines[-1 - tip].id}


def track(s: State, notation: Notation) -> list[dict[str, Any]]:
    b = notation.b
    return [
        {
            "line": notation.board.lines[line].id,
            "railroad": RAILROADS[s.builder[line]],
            "from": notation.cities[b.ends[line][s.origin[line]]],
            "filled": s.filled[line],
        }
        for line in range(b.n_lines)
        if s.builder[line] != NONE
    ]


def deck_shorts(s: State) -> int:
    """Short cards nobody has seen: their number is public (SFR-SHORT-01)."""
    if s.edition != SFR2002:
        return 0
    return sum(1 for rail in range(MAJORS, RAILS) if not s.available[rail])


def seat_view(s: State, notation: Notation, seat: int, viewer: int | None) -> dict[str, Any]:
    """One player as another sees him; the owner also sees his City cards, discards and secret play."""
    end = s.phase == OVER
    seen: dict[str, Any] = {
        "seat": SEAT_NAMES[seat],
        "money": s.money[seat],
        "hand_size": hand_size(s, seat),
        "city_cards": s.held[seat],
        "specials": specials(s, seat),
        "engineer": s.engineer[seat] != 0,
        "table": cards_at(s, notation, ON_TABLE + seat),
        "discarded": len(cards_at(s, notation, DISCARDED + seat)),
        "committed": s.committed[seat] != 0,
        "reserve": {RAILROADS[r]: s.reserve[seat][r] for r in range(MAJORS) if s.reserve[seat][r]},
    }
    if s.phase not in (PLAY,):
        seen["play"] = play_words(s, notation, seat)
        seen["laid_first"] = s.laid_first[seat]
    if seat == viewer or end:
        seen["hand"] = [notation.cities[s.hand[seat][k]] for k in range(s.held[seat])]
    if seat == viewer:
        seen["discards"] = cards_at(s, notation, DISCARDED + seat)
        if s.committed[seat]:
            seen["secret_play"] = main_words(notation, s.committed[seat] - 1)
    return seen


def by_rail(values: Iterable[int], count: int) -> dict[str, int]:
    return dict(zip(RAILROADS[:count], values, strict=False))


def display(s: State) -> dict[str, Any]:
    return {
        "double": s.shop_double,
        "triple": s.shop_triple,
        "four": s.shop_four,
        "boom": s.shop_boom,
        "engineer": s.shop_engineer,
        "branch": by_rail(s.shop_branch, MAJORS),
        "markers": {"4": s.shop_marker[0], "5": s.shop_marker[1]},
    }


def view(s: State, notation: Notation, viewer: int | None) -> dict[str, Any]:
    """The position for a seat, or for a spectator (SFR-SEQ-04, SFR-DRAW-02, SFR-2P-03)."""
    b = notation.b
    rails = RAILS if s.edition == SFR2002 else MAJORS
    mask = rules.actors(s)
    seen: dict[str, Any] = {
        "edition": "2002" if s.edition == SFR2002 else "1992",
        "board": notation.board.id,
        "seat": None if viewer is None else SEAT_NAMES[viewer],
        "round": s.round_no,
        "phase": PHASES[s.phase],
        "first": SEAT_NAMES[s.first],
        "actors": [SEAT_NAMES[seat] for seat in range(s.seats) if mask >> seat & 1],
        "laid_now": s.laid_now,
        "seats": [seat_view(s, notation, seat, viewer) for seat in range(s.seats)],
        "display": display(s),
        "deck_size": s.deck_size,
        "hidden_shorts": deck_shorts(s),
        "available": [RAILROADS[rail] for rail in range(rails) if s.available[rail]],
        "supply": by_rail(s.supply, rails),
        "track": track(s, notation),
        "tips": {
            RAILROADS[rail]: [tip_words(notation, s, s.tips[rail][k]) for k in range(s.tip_count[rail])]
            for rail in range(MAJORS)
        },
        "connected": {
            notation.cities[city]: rails_in(s.city_rails[city]) for city in range(b.n_cities) if s.city_rails[city]
        },
        "markers": {notation.cities[city]: s.marker[city] for city in range(b.n_cities) if s.marker[city]},
    }
    if s.seats == 2 and s.edition == SFR2002:
        seen["third_player_cards"] = s.dummy_size
        if s.phase == OVER:
            seen["third_player"] = [notation.card(card) for card in s.dummy[: s.dummy_size]]
    if s.phase == OVER:
        seen["end"] = REASONS[s.ended]
        seen["ended_by"] = None if s.ended_by == NONE else SEAT_NAMES[s.ended_by]
    return seen


__all__ = ["PHASES", "REASONS", "SEAT_NAMES", "SHORT_CARD", "view"]
