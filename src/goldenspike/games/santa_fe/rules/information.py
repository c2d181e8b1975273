"""What a seat knows: another world it cannot tell from this one, the numbers it may learn from, a neutral action."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below

from .draw import put_away, take_city, top_card
from .laying_turn import pieces_refusal, rank_bought, rank_rail
from .play import play_refusal
from .rounds import refusal, seat_at
from .setup import shuffle
from .state import (
    BOOM,
    BOOM_NONE,
    BOUGHT_RANK,
    BRANCH_RANK,
    BUY,
    BUY_NONE,
    DISCARDED,
    DONE,
    DRAW,
    DRAW_DECK,
    DRAW_STOP,
    HAND_SLOTS,
    HIRE,
    HIRE_NONE,
    HOLD,
    MAINS,
    MAJORS,
    MAX_CITIES,
    MAX_LINES,
    NONE,
    ON_TABLE,
    OVER,
    PASS,
    PLAY,
    PLAY_BASE,
    RAILS,
    SEATS,
    SHORT_BRANCH_RANK,
    SHORT_CARD,
    SHORTS,
    BoardArrays,
    State,
)
from .track import sort_tail


# ---------------------------------------------------------------- another world
def redeal(s: State, b: BoardArrays, seat: int) -> None:
    """Deal anew what the seat cannot see: other hands, deck, foreign discards, third player, secret plays."""
    places = 0 + s.deck_size
    shorts = hidden_shorts(s)
    gather_cities(s, seat)
    discards = gather_discards(s, b, seat)
    sort_tail(s.deck, 0, s.deck_size)  # from a fixed order: not even the dice tell how the cards lay
    shuffle(s, s.deck, 0, s.deck_size)
    for other in range(s.seats):
        if other != seat:
            refill_hand(s, other)
            for _ in range(discards >> (8 * other) & 255):
                put_away(s, top_card(s), DISCARDED + other)
    deal_piles(s, shorts, places)
    for other in range(s.seats):
        if other != seat and s.committed[other] != 0:
            s.committed[other] = 1 + some_play(s, b, other)


def hidden_shorts(s: State) -> int:
    """Mask of the Short cards that lie in the deck or with the third player."""
    found = 0
    for k in range(s.deck_size):
        if s.deck[k] >= SHORT_CARD:
            found |= 1 << (s.deck[k] - SHORT_CARD)
    for k in range(s.dummy_size):
        if s.dummy[k] >= SHORT_CARD:
            found |= 1 << (s.dummy[k] - SHORT_CARD)
    return found


def gather_cities(s: State, seat: int) -> None:
    """Collect the hidden City cards of deck, third player and other hands in the deck."""
    size = 0
    for k in range(s.deck_size):
        if s.deck[k] < SHORT_CARD:
            s.deck[size] = s.deck[k]
            size += 1
    for k in range(s.dummy_size):
        if s.dummy[k] < SHORT_CARD:
            s.deck[size] = s.dummy[k]
            size += 1
    for other in range(s.seats):
        if other != seat:
            for k in range(s.held[other]):
                s.deck[size] = s.hand[other][k]
                size += 1
    s.deck_size = size


def gather_discards(s: State, b: BoardArrays, seat: int) -> int:
    """Collect what others exchanged away; the answer packs how many cards each seat discarded, 8 bits a seat."""
    counts = 0
    for city in range(b.n_cities):
        for k in range(1, -1, -1):
            where = s.gone[city][k]
            if where >= DISCARDED and where < DISCARDED + SEATS and where != DISCARDED + seat:
                counts += 1 << (8 * (where - DISCARDED))
                s.deck[s.deck_size] = city
                s.deck_size += 1
                if k == 0:
                    s.gone[city][0] = s.gone[city][1]
                s.gone[city][1] = 0
    return counts


def refill_hand(s: State, seat: int) -> None:
    """As many City cards as the hand had: that number is public."""
    count = 0 + s.held[seat]
    s.held[seat] = 0
    for k in range(HAND_SLOTS):
        s.hand[seat][k] = 0
    for _ in range(count):
        take_city(s, seat, top_card(s))


def deal_piles(s: State, shorts: int, places: int) -> None:
    """Fill the third player's pile and the deck; Short cards only where Pile 2 lay or lies (SFR-SETUP-04)."""
    height = min(places, s.pile_mid)
    in_deck = max(height - s.pile_low, 0)
    with_dummy = 0 + s.dummy_mid
    if s.short_to_dummy == 1:
        with_dummy = 0
    to_dummy = 0
    for short in range(SHORTS):
        if shorts >> short & 1 == 1:
            if below(s, max(in_deck + with_dummy, 1)) < with_dummy:
                to_dummy |= 1 << short
                with_dummy -= 1
            else:
                in_deck -= 1
    for k in range(s.dummy_size):
        s.dummy[k] = NONE
    k = 0 + s.dummy_high
    for short in range(SHORTS):
        if to_dummy >> short & 1 == 1:
            s.dummy[k] = SHORT_CARD + short
            k += 1
    for k in range(s.dummy_size):
        if s.dummy[k] == NONE:
            s.dummy[k] = top_card(s)
    shuffle(s, s.dummy, s.dummy_high, s.dummy_high + s.dummy_mid)
    low = min(s.pile_low, s.deck_size)
    for short in range(SHORTS):
        if (shorts & ~to_dummy) >> short & 1 == 1:
            for k in range(s.deck_size, low, -1):
                s.deck[k] = s.deck[k - 1]
            s.deck[low] = SHORT_CARD + short
            s.deck_size += 1
    shuffle(s, s.deck, low, height)


def some_play(s: State, b: BoardArrays, seat: int) -> int:
    """A play the hand allows, each as likely as the other."""
    base = PLAY_BASE
    if s.branch[seat] != NONE and s.triples[seat] == 0 and s.fours[seat] == 0:
        base += (1 + s.branch[seat]) * (MAINS + b.n_cities)
    found = 0
    chosen = 0
    for main in range(MAINS + b.n_cities):
        if play_refusal(s, b, seat, base + main) == 0:
            found += 1
            if below(s, found) == 0:
                chosen = main
    return chosen


# ---------------------------------------------------------------- an absent player
def zombie(s: State, b: BoardArrays, seat: int) -> int:
    """Neither helps nor harms: draws from the deck, plays the cheapest city, lays one idle piece, spends nothing."""
    if s.phase == DRAW:
        return idle_draw(s, b, seat)
    if s.phase == HIRE:
        return HIRE_NONE
    if s.phase == BUY:
        return BUY_NONE
    if s.phase == BOOM:
        return BOOM_NONE
    if s.phase == PLAY:
        return idle_play(s, b, seat)
    return idle_lay(s, b, seat)


def idle_draw(s: State, b: BoardArrays, seat: int) -> int:
    """From the deck, or nothing, or (for a Branch without partner) whatever is left."""
    if refusal(s, b, seat, DRAW_DECK) == 0:
        return DRAW_DECK
    if refusal(s, b, seat, DRAW_STOP) == 0:
        return DRAW_STOP
    action = DRAW_DECK
    while refusal(s, b, seat, action) != 0:
        action += 1
    return action


def idle_play(s: State, b: BoardArrays, seat: int) -> int:
    """The City card of least value, else any play the hand allows."""
    best = NONE
    least = 99
    for with_branch in range(1 + MAJORS):
        base = PLAY_BASE + with_branch * (MAINS + b.n_cities)
        for main in range(MAINS + b.n_cities):
            worth = 50
            if main >= MAINS:
                worth = 0 + b.value[main - MAINS]
            if worth < least and play_refusal(s, b, seat, base + main) == 0:
                best = base + main
                least = worth
    return best


def idle_lay(s: State, b: BoardArrays, seat: int) -> int:
    """Stop where that is allowed; else the piece that changes least: no arrival, no new line, no card used."""
    for action in range(DONE, PASS + 1):
        if action != HOLD and refusal(s, b, seat, action) == 0:
            return action
    if refusal(s, b, seat, HOLD) == 0:
        return HOLD
    best = NONE
    least = 99
    for rank in range(SHORT_BRANCH_RANK):
        if pieces_refusal(s, seat, rank_rail(rank), rank_bought(rank)) != 0:
            continue
        for way in range(b.ways):
            action = b.lay_base + rank * b.ways + way
            line = way // 2
            change = 0
            if s.filled[line] + 1 == b.length[line]:
                change += 2
            if s.builder[line] == NONE:
                change += 1
            if rank >= BRANCH_RANK and rank < BOUGHT_RANK:
                change += 4
            if change < least and refusal(s, b, seat, action) == 0:
                best = action
                least = change
        if least == 0:
            return best
    return best


# ---------------------------------------------------------------- numbers for learning
def observe(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """Everything the seat may know as small numbers, seats counted from itself."""
    n = observe_clock(s, seat, out, 0)
    who = seat
    for k in range(SEATS):
        n = observe_seat(s, who, k < s.seats, out, n)
        who = who + 1 if who + 1 < s.seats else 0
    n = observe_display(s, out, n)
    for rail in range(RAILS):
        out[n + rail] = 0 + s.available[rail]
        out[n + RAILS + rail] = 0 + s.supply[rail]
    n += 2 * RAILS
    n = observe_cards(s, b, seat, out, n)
    n = observe_cities(s, b, out, n)
    return observe_lines(s, b, out, n)


MOST_NUMBERS = 1 << 20


def place(n: int) -> int:
    """The same number: a place in an observation is never negative, which the compiler cannot know."""
    return min(max(n, 0), MOST_NUMBERS)


CLOCK_NUMBERS = 15


def observe_clock(s: State, seat: int, out: list[int], n: int) -> int:
    n = place(n)
    for phase in range(OVER + 1):
        out[n + phase] = 1 if s.phase == phase else 0
    out[n + 8] = 0 + s.round_no
    out[n + 9] = (s.first - seat) % s.seats
    out[n + 10] = (seat_at(s, s.turn) - seat) % s.seats
    out[n + 11] = 0 + s.laid_now
    out[n + 12] = 0 + s.edition
    out[n + 13] = 0 + s.terrain
    out[n + 14] = 0 + s.seats
    return n + CLOCK_NUMBERS


SEAT_NUMBERS = 18


def observe_seat(s: State, seat: int, present: bool, out: list[int], n: int) -> int:
    """Money, the size of the hand and its public cards, the play of the Round, bought track."""
    n = place(n)
    if not present:
        for k in range(SEAT_NUMBERS):
            out[n + k] = 0
        return n + SEAT_NUMBERS
    out[n] = 0 + s.money[seat]
    out[n + 1] = 0 + s.held[seat]
    out[n + 2] = 0 + s.doubles[seat]
    out[n + 3] = 0 + s.booms[seat]
    out[n + 4] = 0 + s.triples[seat]
    out[n + 5] = 0 + s.fours[seat]
    out[n + 6] = 1 + s.branch[seat]
    out[n + 7] = 0 + s.engineer[seat]
    out[n + 8] = 1 if s.committed[seat] != 0 else 0
    out[n + 9] = 0 + s.card[seat]
    out[n + 10] = 1 + s.shown[seat]
    out[n + 11] = 1 + s.active_branch[seat]
    out[n + 12] = 0 + s.laid_first[seat]
    for rail in range(MAJORS):
        out[n + 13 + rail] = 0 + s.reserve[seat][rail]
    return n + SEAT_NUMBERS


DISPLAY_NUMBERS = 15


def observe_display(s: State, out: list[int], n: int) -> int:
    n = place(n)
    out[n] = 0 + s.shop_double
    out[n + 1] = 0 + s.shop_triple
    out[n + 2] = 0 + s.shop_four
    out[n + 3] = 0 + s.shop_boom
    out[n + 4] = 0 + s.shop_engineer
    for rail in range(MAJORS):
        out[n + 5 + rail] = 0 + s.shop_branch[rail]
    out[n + 10] = 0 + s.shop_marker[0]
    out[n + 11] = 0 + s.shop_marker[1]
    out[n + 12] = 0 + s.deck_size
    out[n + 13] = 0 + s.dummy_size
    out[n + 14] = 0 + s.exchanged
    return n + DISPLAY_NUMBERS


# Rows of one number per city or line. The compiler writes a row at a time if it can tell that no index is negative:
# hence bounds that change nothing. It does best with rows of full length: where there is room a row is written
# longer than it is, and the next one over its end.
def row_length(n: int, count: int, most: int, out: list[int]) -> int:
    return most if n + most <= len(out) else count


CARD_ROWS = 2 + SEATS
OWN_DISCARDS = 0
TABLES = 1
UNSEEN = 1 + SEATS  # the row after these, which is written later


def observe_cards(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """City cards by city: in the own hand, discarded by the seat itself, on the table before each seat."""
    cities = min(max(b.n_cities, 0), MAX_CITIES)
    n = place(n)
    for k in range(CARD_ROWS * cities):
        out[n + k] = 0
    for k in range(s.held[seat]):
        out[n + s.hand[seat][k]] += 1
    n += cities
    rows = observe_places(s, seat)
    for k in range(2):  # one copy after the other: to add to what was written just now would mean to wait
        for city in range(cities):
            out[place(n + (rows >> 4 * s.gone[city][k] & 15) * cities + city)] += 1
    return n + (CARD_ROWS - 1) * cities


def observe_places(s: State, seat: int) -> int:
    """For each place where a City card may have gone the row that tells it, 4 bits a place."""
    rows = UNSEEN
    for where in range(ON_TABLE, DISCARDED + SEATS):
        row = UNSEEN
        if where == DISCARDED + seat:
            row = OWN_DISCARDS
        elif where < ON_TABLE + s.seats:
            row = TABLES + where - ON_TABLE - seat
            if row < TABLES:
                row += s.seats
        rows |= row << 4 * where
    return rows


CITY_ROWS = RAILS + MAJORS + 2


def observe_cities(s: State, b: BoardArrays, out: list[int], n: int) -> int:
    """The map by city: railroads connected, railheads there, Boomtown marker, first connection."""
    cities = min(max(b.n_cities, 0), MAX_CITIES)
    n = place(n)
    for rail in range(RAILS):
        for city in range(row_length(n, cities, MAX_CITIES, out)):
            out[n + city] = s.city_rails[city] >> rail & 1
        n = place(n + cities)
    for rail in range(MAJORS):
        for city in range(row_length(n, cities, MAX_CITIES, out)):
            out[n + city] = 0
        for k in range(s.tip_count[rail]):
            if s.tips[rail][k] >= 0:
                out[n + s.tips[rail][k]] += 1
        n = place(n + cities)
    for city in range(row_length(n, cities, MAX_CITIES, out)):
        out[n + city] = 0 + s.marker[city]
    n = place(n + cities)
    for city in range(row_length(n, cities, MAX_CITIES, out)):
        out[n + city] = 0 + s.reached[city]
    return n + cities


LINE_ROWS = 3


def observe_lines(s: State, b: BoardArrays, out: list[int], n: int) -> int:
    """The map by line: whose track, how many pieces, from which end."""
    lines = min(max(b.n_lines, 0), MAX_LINES)
    n = place(n)
    for line in range(row_length(n, lines, MAX_LINES, out)):
        out[n + line] = 1 + s.builder[line]
    n = place(n + lines)
    for line in range(row_length(n, lines, MAX_LINES, out)):
        out[n + line] = 0 + s.filled[line]
    n = place(n + lines)
    for line in range(row_length(n, lines, MAX_LINES, out)):
        out[n + line] = s.origin[line] & 1
    return n + lines


# Compiled into their callers, see track.py.
INLINE = ("row_length", "place")
