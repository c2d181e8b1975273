"""What holds in every position: no piece, card, marker or dollar is lost, made, or in two places.

Plain functions that compile with the rules. ``broken`` answers with the number of the first thing that is wrong, or 0;
``text/broken_invariants.py`` has a sentence for every number.
"""

from __future__ import annotations

from .draw import hand_limit, hand_size
from .state import (
    BOOM_PLAY,
    DISCARDED,
    DOUBLE_PLAY,
    FOUR_PLAY,
    MAJORS,
    NONE,
    ON_TABLE,
    RAILS,
    SEATS,
    SFR2002,
    SHORT_CARD,
    SHORTS,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)
from .track import far_pieces

PIECES = 1
LINES = 2
PARALLEL = 3
RAILHEADS = 4
PARTIAL_LINES = 5
NETWORKS = 6
MONEY = 8
HANDS = 9
CARDS = 10
SHORT_CARDS = 11
PASSES = 13
SPECIAL_CARDS = 17
MARKERS = 18
EMPTY_SEATS = 19

PACKED = 16  # cities whose cards are counted in one number, 4 bits each


def broken(s: State, b: BoardArrays) -> int:
    for rail in range(RAILS):
        if not pieces_complete(s, b, rail):
            return PIECES
        if not one_network(s, b, rail):
            return NETWORKS
    for line in range(b.n_lines):
        if not sound_line(s, b, line):
            return LINES
        if has_parallel(s, b, line):
            return PARALLEL
    for rail in range(b.n_majors):
        if not sound_tips(s, b, rail):
            return RAILHEADS
        if tips_on_lines(s, rail) != partial_lines(s, b, rail):
            return PARTIAL_LINES
    fault = broken_seats(s, b)
    if fault != 0:
        return fault
    return broken_cards(s, b)


def broken_seats(s: State, b: BoardArrays) -> int:
    """Money is never negative, no hand is too large or out of order, and seats that nobody has are empty."""
    for seat in range(SEATS):
        if s.money[seat] < 0:
            return MONEY
        if hand_size(s, seat) > hand_limit(b):
            return HANDS
        for k in range(1, s.held[seat]):
            if s.hand[seat][k] < s.hand[seat][k - 1]:
                return HANDS
        if seat >= s.seats and hand_size(s, seat) + s.money[seat] + s.card[seat] + s.committed[seat] != 0:
            return EMPTY_SEATS
    return 0


def broken_cards(s: State, b: BoardArrays) -> int:
    """City cards, Short cards, specials and markers, and passes where nobody can pass."""
    if not city_cards_complete(s, b) or not piles_sound(s, b):
        return CARDS
    if not shorts_low(s) or not shorts_complete(s, b):
        return SHORT_CARDS
    if not specials_complete(s, b):
        return SPECIAL_CARDS
    if not markers_complete(s, b):
        return MARKERS
    # In the base game whoever cannot lay ends it, so nobody ever passes.
    if s.terrain == 0 and s.track_purchase == 0 and s.double_minimum == 0 and s.branch_choice == 0:
        if s.short_lines_prolong == 0 and s.end_timing == 0 and b.options.four_minimum == 0 and s.passes != 0:
            return PASSES
    return 0


# ---------------------------------------------------------------- track
def pieces_complete(s: State, b: BoardArrays, rail: int) -> bool:
    """Every piece is on the map, in the supply or in a reserve, and only railroads in play have track."""
    laid = 0
    for line in range(b.n_lines):
        if s.builder[line] == rail:
            laid += s.filled[line]
    count = laid + s.supply[rail]
    if rail < MAJORS:
        for seat in range(s.seats):
            count += s.reserve[seat][rail]
    if laid > 0 and s.available[rail] == 0:
        return False
    wanted = 0 + b.pieces[rail] if rail < MAJORS or s.edition == SFR2002 else 0
    return s.supply[rail] >= 0 and count == wanted


def sound_line(s: State, b: BoardArrays, line: int) -> bool:
    """A started line has one builder and 1 to length pieces from its origin, or from both ends (option own_far_end)."""
    if s.builder[line] == NONE:
        return s.filled[line] == 0 and s.origin[line] == 0
    if s.filled[line] < 1 or s.filled[line] > b.length[line]:
        return False
    if b.one_way[line] != 0 and b.one_way[line] != 1 + s.origin[line]:
        return False
    if s.origin[line] > 1:
        if b.options.own_far_end == 0 or s.filled[line] == b.length[line] or far_pieces(s, line) >= s.filled[line]:
            return False
        if s.city_rails[b.ends[line][1 - begun_at(s, line)]] >> s.builder[line] & 1 == 0:
            return False
    return s.city_rails[b.ends[line][begun_at(s, line)]] >> s.builder[line] & 1 == 1


def begun_at(s: State, line: int) -> int:
    """The end of a line where its first piece lies."""
    return s.origin[line] & 1


def has_parallel(s: State, b: BoardArrays, line: int) -> bool:
    """Is the line's railroad on another line between the same two cities?"""
    if s.builder[line] == NONE:
        return False
    other = 0 + b.next_parallel[line]
    while other != line:
        if s.builder[other] == s.builder[line]:
            return True
        other = 0 + b.next_parallel[other]
    return False


def sound_tips(s: State, b: BoardArrays, rail: int) -> bool:
    """One railhead and one more per Branch used; each at a connected city or on an own partial line."""
    most = 1 + b.values.branch_cards
    if s.tip_count[rail] < 1 or s.tip_count[rail] > most:
        return False
    started = s.city_rails[b.home[rail]] >> rail & 1 == 1
    if not started:
        return s.tip_count[rail] == 1 and s.tips[rail][0] == b.home[rail]
    used = most - 1 - s.shop_branch[rail]
    for seat in range(s.seats):
        if s.branch[seat] == rail or s.active_branch[seat] == rail:
            used -= 1
    if s.tip_count[rail] > 1 + used:
        return False
    for k in range(s.tip_count[rail]):
        tip = s.tips[rail][k]
        if tip >= 0:
            if s.city_rails[tip] >> rail & 1 == 0:
                return False
        elif s.builder[-1 - tip] != rail or s.filled[-1 - tip] >= b.length[-1 - tip]:
            return False
    return True


def tips_on_lines(s: State, rail: int) -> int:
    count = 0
    for k in range(s.tip_count[rail]):
        if s.tips[rail][k] < 0:
            count += 1
    return count


def partial_lines(s: State, b: BoardArrays, rail: int) -> int:
    """As many partial lines as railheads on lines; one that was entered from both ends has two."""
    count = 0
    for line in range(b.n_lines):
        if s.builder[line] == rail and s.filled[line] < b.length[line]:
            count += 1 if far_pieces(s, line) == 0 else 2
    return count


def one_network(s: State, b: BoardArrays, rail: int) -> bool:
    """Complete lines reach exactly the connected cities, from the home base on."""
    reached = 0
    if s.city_rails[b.home[rail]] >> rail & 1 == 1:
        reached = 1 << b.home[rail]
    grown = True
    while grown:
        grown = False
        for line in range(b.n_lines):
            if s.builder[line] == rail:
                one = reached >> b.ends[line][begun_at(s, line)] & 1
                two = reached >> b.ends[line][1 - begun_at(s, line)] & 1
                if s.filled[line] == b.length[line] and one == 1 and two == 0:
                    reached |= 1 << b.ends[line][1 - begun_at(s, line)]
                    grown = True
    for line in range(b.n_lines):
        if s.builder[line] == rail and reached >> b.ends[line][begun_at(s, line)] & 1 == 0:
            return False
    for city in range(b.n_cities):
        if s.city_rails[city] >> rail & 1 != reached >> city & 1:
            return False
    return True


# ---------------------------------------------------------------- cards
def city_cards_complete(s: State, b: BoardArrays) -> bool:
    """Every City card is in the deck, in a hand, on a table, discarded, or with the third player."""
    for first in range(0, b.n_cities, PACKED):
        wanted = 0
        found = 0
        for city in range(first, min(first + PACKED, b.n_cities)):
            wanted += b.copies[city] << 4 * (city - first)
            for k in range(2):
                if s.gone[city][k] != 0:
                    found += packed(city, first)
        for k in range(s.deck_size):
            found += packed(s.deck[k], first)
        for k in range(s.dummy_size):
            found += packed(s.dummy[k], first)
        for seat in range(s.seats):
            for k in range(s.held[seat]):
                found += packed(s.hand[seat][k], first)
        if found != wanted:
            return False
    return True


def packed(card: int, first: int) -> int:
    """The card as one in the count of its city, if that city is among those counted from ``first`` on."""
    if card < first or card >= first + PACKED:
        return 0
    return 1 << 4 * (card - first)


def piles_sound(s: State, b: BoardArrays) -> bool:
    """No card lies above its pile or behind a hand, and a card that is gone lies with somebody who plays."""
    for k in range(s.deck_size, len(s.deck)):
        if s.deck[k] != 0:
            return False
    for k in range(s.dummy_size, len(s.dummy)):
        if s.dummy[k] != 0:
            return False
    for seat in range(SEATS):
        for k in range(s.held[seat], len(s.hand[seat])):
            if s.hand[seat][k] != 0:
                return False
    for city in range(b.n_cities):
        for k in range(2):
            place = 0 + s.gone[city][k]
            on_table = place >= ON_TABLE and place < ON_TABLE + s.seats
            discarded = place >= DISCARDED and place < DISCARDED + s.seats
            if place != 0 and not on_table and not discarded:
                return False
    return True


def shorts_complete(s: State, b: BoardArrays) -> bool:
    """A Short card lies in the deck or with the third player until its railroad is in play."""
    for short in range(SHORTS):
        count = 0 + s.available[MAJORS + short]
        for k in range(s.deck_size):
            if s.deck[k] == SHORT_CARD + short:
                count += 1
        for k in range(s.dummy_size):
            if s.dummy[k] == SHORT_CARD + short:
                count += 1
        if count != (1 if short < b.n_shorts and s.edition == SFR2002 else 0):
            return False
    return True


def shorts_low(s: State) -> bool:
    """All of Pile 3 lies under every Short card."""
    for k in range(s.deck_size):
        if s.deck[k] >= SHORT_CARD and k < s.pile_low:
            return False
    return True


def specials_complete(s: State, b: BoardArrays) -> bool:
    """Specials are in the display, in a hand or in play; Engineers are with the terrain rule alone."""
    doubles = b.values.doubles[s.seats - 2] + s.seats * b.values.own_doubles
    if s.seats == 2:
        doubles += b.options.two_player_doubles
    engineers = 0 + b.values.engineers if s.terrain == 1 else 0
    doubles -= s.shop_double
    triples = b.values.triples - s.shop_triple
    fours = b.values.fours - s.shop_four
    booms = b.values.booms - s.shop_boom
    engineers -= s.shop_engineer
    for seat in range(SEATS):
        doubles -= s.doubles[seat]
        triples -= s.triples[seat]
        fours -= s.fours[seat]
        booms -= s.booms[seat]
        if s.engineer[seat] != 0:
            engineers -= 1
        if seat < s.seats:
            doubles -= 1 if s.card[seat] == DOUBLE_PLAY else 0
            triples -= 1 if s.card[seat] == TRIPLE_PLAY else 0
            fours -= 1 if s.card[seat] == FOUR_PLAY else 0
            booms -= 1 if s.card[seat] == BOOM_PLAY else 0
    return doubles == 0 and triples == 0 and fours == 0 and booms == 0 and engineers == 0


def markers_complete(s: State, b: BoardArrays) -> bool:
    """A marker is in the display or on a city of its value."""
    for kind in range(2):
        count = 0 + s.shop_marker[kind]
        for city in range(b.n_cities):
            if s.marker[city] != 0 and b.value[city] == kind + 2:
                count += 1
        if count != (b.markers[kind] if s.edition == SFR2002 else 0):
            return False
    return True
