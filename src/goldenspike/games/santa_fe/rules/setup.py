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
    SFR2002,
    SHORT_CARD,
    SHORTS,
    BoardArrays,
    State,
)


def clear_options(s: State, b: BoardArrays, seats: int) -> None:
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


def clear_seats(s: State, b: BoardArrays) -> None:
    """$2 each, with terrain $5 (SFR-SETUP-01, SFR-TERR-01, SF-ADV-01)."""
    money = b.values.money if s.terrain == 0 else b.values.money_terrain
    for p in range(SEATS):
        s.money[p] = money if p < s.seats else 0
        s.held[p] = 0
        for k in range(5):
            s.hand[p][k] = 0
        s.doubles[p] = b.values.own_doubles if p < s.seats else 0
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


def clear_display(s: State, b: BoardArrays) -> None:
    """What lies face up (SFR-SETUP-06..10, SF-SETUP-02..06)."""
    s.shop_double = b.values.doubles[s.seats - 2]
    if s.seats == 2:
        s.shop_double += b.options.two_player_doubles  # one more with the option (SFR-2P-08)
    s.shop_triple = b.values.triples
    s.shop_four = b.values.fours
    s.shop_boom = b.values.booms
    s.shop_engineer = b.values.engineers * s.terrain
    for rail in range(MAJORS):
        s.shop_branch[rail] = b.values.branch_cards if rail < b.n_majors else 0
    for k in range(2):
        s.shop_marker[k] = b.markers[k] if s.edition == SFR2002 else 0


def clear_map(s: State, b: BoardArrays) -> None:
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
        s.available[rail] = 1 if rail < b.n_majors else 0
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


def deal(s: State, b: BoardArrays) -> None:
    """City cards for every hand; 2002: three piles, the Short cards in Pile 2 (SFR-SETUP-02..05, SF-SETUP-05)."""
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
    for _ in range(b.values.hand - b.values.own_doubles):
        for p in range(s.seats):
            take_city(s, p, top_card(s))
    s.pile_low = 0
    s.pile_mid = 0
    if s.edition == SFR2002:
        rest = 0 + s.deck_size
        shares = b.values.piles[0] + b.values.piles[1] + b.values.piles[2]
        s.pile_low = rest * b.values.piles[2] // shares
        top = rest * (b.values.piles[1] + b.values.piles[2]) // shares  # where Pile 1 begins
        s.pile_mid = top + b.n_shorts
        for k in range(rest - 1, top - 1, -1):
            s.deck[k + b.n_shorts] = s.deck[k]
        for short in range(b.n_shorts):
            s.deck[top + short] = SHORT_CARD + short
        s.deck_size = rest + b.n_shorts
        shuffle(s, s.deck, s.pile_low, s.pile_mid)
