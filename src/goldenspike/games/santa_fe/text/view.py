"""What a seat may see: the only serialiser of a position for anybody but the table itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..rules.state import (
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
from .notation import Notation

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


def rails_in(notation: Notation, mask: int) -> list[str]:
    return notation.rail_lists[mask][:]


def cards_at(s: State, notation: Notation, place: int) -> list[str]:
    """City cards that lie at a place (a table, a pile of discards), in board order."""
    return [name for name, copies in zip(notation.cities, s.gone, strict=False) for one in copies if one == place]


def laid_out(s: State, notation: Notation) -> dict[int, list[str]]:
    """The City cards at every place at once."""
    places: dict[int, list[str]] = {}
    for name, copies in zip(notation.cities, s.gone, strict=False):
        for place in copies:
            if place:
                places.setdefault(place, []).append(name)
    return places


def specials(s: State, notation: Notation, seat: int) -> list[str]:
    """The cards of a hand that everybody knows: they were taken openly (SFR-DRAW-23)."""
    words = ["double"] * s.doubles[seat] + ["boom"] * s.booms[seat]
    words += ["triple"] * s.triples[seat] + ["four"] * s.fours[seat]
    if s.branch[seat] != NONE:
        words.append(f"branch {notation.rails[s.branch[seat]]}")
    if s.engineer[seat] == DRAWN:
        words.append("engineer")
    return words


def play_words(s: State, notation: Notation, seat: int) -> str:
    """The revealed play of this Round, with a Branch card that is still unused."""
    main = notation.cities[s.shown[seat]] if s.card[seat] == CITY_PLAY else CARD_WORDS[s.card[seat]]
    return main if s.active_branch[seat] == NONE else f"{main} + branch {notation.rails[s.active_branch[seat]]}"


def main_words(notation: Notation, main: int) -> str:
    return MAIN_NAMES[main] if main < MAINS else notation.cities[main - MAINS]


def tip_words(notation: Notation, tip: int) -> dict[str, str]:
    if tip >= 0:
        return {"city": notation.cities[tip]}
    return {"line": notation.line_ids[-1 - tip]}


def track(s: State, notation: Notation) -> list[dict[str, Any]]:
    """Pieces by line and the end they were laid from; a line entered from both ends stands there twice."""
    origin, filled, ends = s.origin, s.filled, notation.end_names
    return [
        {
            "line": notation.line_ids[line],
            "railroad": notation.rails[rail],
            "from": ends[line][end],
            "filled": count,
        }
        for line, rail in enumerate(s.builder)
        if rail != NONE
        for end, count in pieces_by_end(origin[line], filled[line])
    ]


def pieces_by_end(origin: int, filled: int) -> tuple[tuple[int, int], ...]:
    """From which ends a line has been built, and how many pieces from each."""
    if origin < 2:
        return ((origin, filled),)
    return ((origin & 1, filled - (origin >> 1)), (1 - (origin & 1), origin >> 1))


def deck_shorts(s: State, notation: Notation) -> int:
    """Short cards nobody has seen: their number is public (SFR-SHORT-01)."""
    if s.edition != SFR2002:
        return 0
    return sum(1 for rail in range(MAJORS, MAJORS + notation.b.n_shorts) if not s.available[rail])


def seat_view(
    s: State, notation: Notation, seat: int, viewer: int | None, places: dict[int, list[str]]
) -> dict[str, Any]:
    """One player as another sees them; the owner also sees their City cards, discards and secret play."""
    reserve = s.reserve[seat]
    seen: dict[str, Any] = {
        "seat": SEAT_NAMES[seat],
        "money": s.money[seat],
        "hand_size": notation.rules.hand_size(s, seat),
        "city_cards": s.held[seat],
        "specials": specials(s, notation, seat),
        "engineer": s.engineer[seat] != 0,
        "table": places.get(ON_TABLE + seat, []),
        "discarded": len(places.get(DISCARDED + seat, ())),
        "committed": s.committed[seat] != 0,
        "reserve": {notation.rails[r]: reserve[r] for r in range(MAJORS) if reserve[r]} if any(reserve) else {},
    }
    if s.phase != PLAY:
        seen["play"] = play_words(s, notation, seat)
        seen["laid_first"] = s.laid_first[seat]
    if seat == viewer or s.phase == OVER:
        seen["hand"] = hand_words(s, notation, seat)
    if seat == viewer:
        seen.update(secrets(s, notation, seat, places))
    return seen


def hand_words(s: State, notation: Notation, seat: int) -> list[str]:
    return [notation.cities[card] for card in s.hand[seat][: s.held[seat]]]


def secrets(s: State, notation: Notation, seat: int, places: dict[int, list[str]]) -> dict[str, Any]:
    """What nobody but the owner ever sees: their discards and the play that lies face down."""
    seen: dict[str, Any] = {"discards": places.get(DISCARDED + seat, [])}
    if s.committed[seat]:
        seen["secret_play"] = main_words(notation, s.committed[seat] - 1)
    return seen


def own(s: State, notation: Notation, seat: int) -> dict[str, Any]:
    """What a seat sees beyond a spectator, to be laid over the public view."""
    mine = secrets(s, notation, seat, {DISCARDED + seat: cards_at(s, notation, DISCARDED + seat)})
    if s.phase != OVER:
        mine["hand"] = hand_words(s, notation, seat)
    return {"seat": SEAT_NAMES[seat], "seats": [mine if other == seat else {} for other in range(s.seats)]}


def by_rail(notation: Notation, values: Iterable[int], count: int) -> dict[str, int]:
    return {name: value for name, value in zip(notation.rails[:count], values, strict=False) if name}


def display(s: State, notation: Notation) -> dict[str, Any]:
    return {
        "double": s.shop_double,
        "triple": s.shop_triple,
        "four": s.shop_four,
        "boom": s.shop_boom,
        "engineer": s.shop_engineer,
        "branch": by_rail(notation, s.shop_branch, MAJORS),
        "markers": {"4": s.shop_marker[0], "5": s.shop_marker[1]},
    }


def view(s: State, notation: Notation, viewer: int | None) -> dict[str, Any]:
    """The position for a seat, or for a spectator (SFR-SEQ-04, SFR-DRAW-02, SFR-2P-03)."""
    rails = RAILS if s.edition == SFR2002 else MAJORS
    mask = notation.rules.actors(s)
    places = laid_out(s, notation)
    seen: dict[str, Any] = {
        "edition": "2002" if s.edition == SFR2002 else "1992",
        "board": notation.board.id,
        "seat": None if viewer is None else SEAT_NAMES[viewer],
        "round": s.round_no,
        "phase": PHASES[s.phase],
        "first": SEAT_NAMES[s.first],
        "actors": [SEAT_NAMES[seat] for seat in range(s.seats) if mask >> seat & 1],
        "laid_now": s.laid_now,
        "seats": [seat_view(s, notation, seat, viewer, places) for seat in range(s.seats)],
        "display": display(s, notation),
        "deck_size": s.deck_size,
        "hidden_shorts": deck_shorts(s, notation),
        "available": [notation.rails[rail] for rail in range(rails) if s.available[rail]],
        "supply": by_rail(notation, s.supply, rails),
        "track": track(s, notation),
        "tips": {
            notation.rails[rail]: [tip_words(notation, tip) for tip in s.tips[rail][: s.tip_count[rail]]]
            for rail in range(notation.b.n_majors)
        },
        "connected": {
            city: rails_in(notation, mask) for city, mask in zip(notation.cities, s.city_rails, strict=False) if mask
        },
        "markers": {city: value for city, value in zip(notation.cities, s.marker, strict=False) if value},
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
