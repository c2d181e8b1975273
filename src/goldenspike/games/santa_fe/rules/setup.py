"""Setup: options, seats, the display, an empty map, the deal."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below

from .draw import take_city, top_card
from .state import (
    MAJORS,
    MAX_CARDS,
    MAX_CITIES,
    MAX_LINES,
    MAX_STOPS,
    MAX_TIPS,
    NONE,
    RAILS,
    SEATS,
    SF1992,
    SFR2002,
    SHORT_CARD,
    SHORTS,
    State,
    Tables,
)


def clear_options(s: State, b: Tables, seats: int) -> None:
    s.edition = b.edition
    s.seats = seats
    s.terrain = b.options.terrain
    s.short_to_dummy = b.options.short_to_dummy
    s.double_minimum = b.options.double_minimum
    s.branch_choice = b.options.branch_forced
    s.end_timing = b.options.end_timing
    s.deadlock_check = b.options.deadlock_check
    s.short_lines_prolong = b.options.short_lines_prolong
    s.two_player_tie = b.options.two_player_tie
    s.terrain_unit = b.options.terrain_unit
    s.home_base_bonus = b.options.home_base_bonus
    s.engineer_mountain_river = b.options.engineer_mountain_river
    s.track_purchase = b.options.track_purchase
    s.bought_track_end = b.options.bought_track_end
    s.turn = 0
    s.laid_now = 0
    s.exchanged = 0
    s.passes = 0
    s.ending = 0
    s.ended = 0
    s.ended_by = NONE


def clear_seats(s: State) -> None:
    """$2 each, with terrain $5 (SFR-SETUP-01, SFR-TERR-01, SF-ADV-01)."""
    for p in range(SEATS):
        s.money[p] = 2 + 3 * s.terrain if p < s.seats else 0
        s.held[p] = 0
        for k in range(5):
            s.hand[p][k] = 0
        s.doubles[p] = 1 if s.edition == SF1992 and p < s.seats else 0
        s.booms[p] = 0
        s.triples[p] = 0
        s.fours[p] = 0
        s.branch[p] = NONE
        s.engineer[p] = 0
        for rail in range(MAJORS):
            s.reserve[p][rail] = 0
        s.committed[p] = 0
        s.card[p] = 0
        s.shown[p] = NONE
        s.active_branch[p] = NONE
        s.laid_first[p] = 0


def clear_display(s: State, b: Tables) -> None:
    """What lies face up (SFR-SETUP-06..10, SF-SETUP-02..06)."""
    modern = 1 if s.edition == SFR2002 else 0
    s.shop_double = s.seats - 1
    s.shop_triple = modern
    s.shop_four = modern
    s.shop_boom = 3 * modern
    s.shop_engineer = 5 * (1 - modern) * s.terrain
    for rail in range(MAJORS):
        s.shop_branch[rail] = 2 + modern
    for k in range(2):
        s.shop_marker[k] = b.markers[k] * modern


def clear_map(s: State, b: Tables) -> None:
    """Five Majors in play, no Short Line, an empty map (SFR-SETUP-11)."""
    for line in range(MAX_LINES):
        s.builder[line] = NONE
        s.filled[line] = 0
        s.origin[line] = 0
    for city in range(MAX_CITIES):
        s.city_rails[city] = 0
        s.reached[city] = 0
        s.marker[city] = 0
        s.gone[city][0] = 0
        s.gone[city][1] = 0
    for rail in range(RAILS):
        s.available[rail] = 1 if rail < MAJORS else 0
        s.supply[rail] = b.pieces[rail] if rail < MAJORS or s.edition == SFR2002 else 0
    for rail in range(MAJORS):
        for k in range(MAX_TIPS):
            s.tips[rail][k] = 0
        s.tips[rail][0] = b.home[rail]
        s.tip_count[rail] = 1
    for short in range(SHORTS):
        for k in range(MAX_STOPS):
            s.stops[short][k] = 0
        s.stops[short][0] = b.home[MAJORS + short]
        s.stop_count[short] = 1


def shuffle(s: State, pile: list[int], low: int, high: int) -> None:
    """Shuffle the cards of a pile from height low up to (not including) high."""
    for k in range(high - 1, low, -1):
        j = low + below(s, k - low + 1)
        card = 0 + pile[k]
        pile[k] = pile[j]
        pile[j] = card


def deal(s: State, b: Tables) -> None:
    """Four City cards each; 2002: three piles, the Short cards in the middle one (SFR-SETUP-02..05, SF-SETUP-05)."""
    for k in range(MAX_CARDS):
        s.deck[k] = 0
        s.dummy[k] = 0
    s.dummy_size = 0
    s.dummy_high = 0
    s.dummy_mid = 0
    s.deck_size = 0
    for city in range(b.n_cities):
        for _ in range(b.copies[city]):
            s.deck[s.deck_size] = city
            s.deck_size += 1
    shuffle(s, s.deck, 0, s.deck_size)
    for _ in range(4):
        for p in range(s.seats):
            take_city(s, p, top_card(s))
    s.pile_low = 0
    s.pile_mid = 0
    if s.edition == SFR2002:
        rest = 0 + s.deck_size
        s.pile_low = rest // 3
        middle = (rest + 1) // 3
        s.pile_mid = s.pile_low + middle + SHORTS
        for k in range(rest - 1, s.pile_low + middle - 1, -1):
            s.deck[k + SHORTS] = s.deck[k]
        for short in range(SHORTS):
            s.deck[s.pile_low + middle + short] = SHORT_CARD + short
        s.deck_size = rest + SHORTS
        shuffle(s, s.deck, s.pile_low, s.pile_mid)
