"""Hands and deck: hiring Engineers, drawing cards, buying track."""

from __future__ import annotations

from .state import (
    BRANCH_PRICE,
    BUY_MONEY,
    BUY_NO_PIECES,
    BUY_NONE,
    BUY_TRACK,
    DECK_EMPTY,
    DRAW_BOOM,
    DRAW_BRANCH,
    DRAW_DECK,
    DRAW_DOUBLE,
    DRAW_ENGINEER,
    DRAW_FOUR,
    DRAW_STOP,
    DRAW_TRIPLE,
    DRAWN,
    ENGINEERS_GONE,
    HAS_ENGINEER,
    HIRE_ENGINEER,
    HIRE_MONEY,
    HIRE_NONE,
    HIRED,
    MAJORS,
    MUST_DRAW,
    MUST_TAKE_DOUBLE,
    NO_BOOM,
    NO_BRANCH_STACK,
    NO_DOUBLE,
    NO_ENGINEER_CARD,
    NO_FOUR,
    NO_PARTNER,
    NO_TRIPLE,
    NONE,
    PAIR_BOOM,
    PAIR_BRANCH_FOUR,
    PAIR_BRANCH_TRIPLE,
    PAIR_TRIPLE_FOUR,
    PAIR_TWO_BRANCHES,
    SF1992,
    SHORT_CARD,
    BoardArrays,
    State,
)


# ---------------------------------------------------------------- hands and deck
def hand_limit(b: BoardArrays) -> int:
    """Four cards in 2002, five in 1992 (SFR-DRAW-01, SF-SEQ-02)."""
    return 0 + b.values.hand


def hand_size(s: State, seat: int) -> int:
    """An open Branch and a drawn Engineer count among the cards of a hand (SF-SEQ-04)."""
    size = s.held[seat] + s.doubles[seat] + s.booms[seat] + s.triples[seat] + s.fours[seat]
    if s.branch[seat] != NONE:
        size += 1
    if s.engineer[seat] == DRAWN:
        size += 1
    return size


def holds(s: State, seat: int, city: int) -> bool:
    for k in range(s.held[seat]):
        if s.hand[seat][k] == city:
            return True
    return False


def take_city(s: State, seat: int, city: int) -> None:
    """A City card joins the hand, which is kept sorted."""
    k = 0 + s.held[seat]
    while k > 0 and s.hand[seat][k - 1] > city:
        s.hand[seat][k] = s.hand[seat][k - 1]
        k -= 1
    s.hand[seat][k] = city
    s.held[seat] += 1


def drop_city(s: State, seat: int, city: int) -> None:
    """A City card leaves the hand."""
    k = 0
    while s.hand[seat][k] != city:
        k += 1
    s.held[seat] -= 1
    while k < s.held[seat]:
        s.hand[seat][k] = s.hand[seat][k + 1]
        k += 1
    s.hand[seat][k] = 0


def put_away(s: State, city: int, where: int) -> None:
    """A City card that left deck and hands is on a table or discarded; of two copies the higher place stands first."""
    if s.gone[city][0] >= where:
        s.gone[city][1] = where
    else:
        s.gone[city][1] = s.gone[city][0]
        s.gone[city][0] = where


def top_card(s: State) -> int:
    s.deck_size -= 1
    card = 0 + s.deck[s.deck_size]
    s.deck[s.deck_size] = 0
    return card


def draw_city(s: State, seat: int) -> None:
    """The top card; a Short card is laid out, opens its railroad and is replaced (SFR-SHORT-01..04)."""
    while s.deck_size > 0:
        card = top_card(s)
        if card < SHORT_CARD:
            take_city(s, seat, card)
            return
        s.available[MAJORS + card - SHORT_CARD] = 1


def deal_dummy(s: State) -> None:
    """One deck card for the third player of a two-player game (SFR-2P-02..05, -09)."""
    while s.deck_size > 0:
        high = s.deck_size > s.pile_mid
        mid = s.deck_size > s.pile_low
        card = top_card(s)
        if card >= SHORT_CARD and s.short_to_dummy == 1:
            s.available[MAJORS + card - SHORT_CARD] = 1
        else:
            s.dummy[s.dummy_size] = card
            s.dummy_size += 1
            if high:
                s.dummy_high += 1
            elif mid:
                s.dummy_mid += 1
            return


# ---------------------------------------------------------------- hiring (1992 advanced)
def hire_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    if action == HIRE_ENGINEER and s.shop_engineer == 0:
        return ENGINEERS_GONE
    if action == HIRE_ENGINEER and s.money[seat] < b.values.hire_price:
        return HIRE_MONEY
    return 0


def hire(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """An Engineer bought before the game costs $4 and is no card of the hand (SF-ENG-03)."""
    if action == HIRE_ENGINEER:
        s.money[seat] -= b.values.hire_price
        s.engineer[seat] = HIRED
        s.shop_engineer -= 1


def add_hires(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    out[n] = HIRE_NONE
    n += 1
    if hire_refusal(s, b, seat, HIRE_ENGINEER) == 0:
        out[n] = HIRE_ENGINEER
        n += 1
    return n


# ---------------------------------------------------------------- drawing
def branch_price(s: State, b: BoardArrays) -> int:
    """$1; with terrain (1992: advanced) $2 (SFR-DRAW-06, SFR-TERR-02, SF-ADV-02)."""
    if s.terrain == 1:
        return 0 + b.values.branch_price_terrain
    return 0 + b.values.branch_price


def has_partner(s: State, seat: int) -> bool:
    """A Branch card needs a City or Double to be played with (SFR-DRAW-21)."""
    return s.held[seat] > 0 or s.doubles[seat] > 0


def lacks_partner(s: State, seat: int) -> bool:
    return s.branch[seat] != NONE and not has_partner(s, seat)


def draw_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """The first rule against drawing this kind of card (SFR-DRAW-02..07, -10..13, -15..22)."""
    if action == DRAW_STOP:
        return stop_refusal(s, b, seat)
    if action == DRAW_DECK:
        return DECK_EMPTY if s.deck_size == 0 else 0
    if action == DRAW_DOUBLE:
        return NO_DOUBLE if s.shop_double == 0 else 0
    if action == DRAW_TRIPLE:
        return triple_refusal(s, b, seat)
    if action == DRAW_FOUR:
        return four_refusal(s, b, seat)
    if action == DRAW_BOOM:
        return boom_card_refusal(s, b, seat)
    if action == DRAW_ENGINEER:
        return engineer_refusal(s, b, seat)
    if s.shop_branch[action - DRAW_BRANCH] == 0:
        return NO_BRANCH_STACK
    return branch_card_refusal(s, b, seat)


def stop_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """While the deck has cards everybody refills; a Branch card may not be left alone (SFR-DRAW-15, -17, -21)."""
    if s.deck_size > 0:
        return MUST_DRAW
    if b.options.empty_deck_draw == 1 and s.shop_double > 0:
        return MUST_TAKE_DOUBLE
    return NO_PARTNER if lacks_partner(s, seat) else 0


def triple_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """The Triple goes with no other card that must be played this Round (SFR-DRAW-04, -10, -12)."""
    if s.shop_triple == 0:
        return NO_TRIPLE
    if s.fours[seat] > 0 or s.triples[seat] > 0:
        return PAIR_TRIPLE_FOUR
    if s.branch[seat] != NONE:
        return PAIR_BRANCH_TRIPLE
    return boom_pair_refusal(s, b, seat)


def four_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """Nor does the Four in One (SFR-DRAW-05, -10, -13)."""
    if s.shop_four == 0:
        return NO_FOUR
    if s.triples[seat] > 0 or s.fours[seat] > 0:
        return PAIR_TRIPLE_FOUR
    if s.branch[seat] != NONE:
        return PAIR_BRANCH_FOUR
    return boom_pair_refusal(s, b, seat)


def boom_card_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """A Boom, if there is one; never in the place that a Branch's partner needs (SFR-DRAW-07, -21)."""
    if s.shop_boom == 0:
        return NO_BOOM
    if b.options.boom_must_play == 1 and has_duty(s, seat):
        return PAIR_BOOM
    return last_place_refusal(s, b, seat)


def engineer_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """One Engineer each, in the advanced game of 1992 (SF-ENG-02, -04)."""
    if s.shop_engineer == 0:
        return ENGINEERS_GONE if s.edition == SF1992 and s.terrain == 1 else NO_ENGINEER_CARD
    if s.engineer[seat] != 0:
        return HAS_ENGINEER
    return last_place_refusal(s, b, seat)


def last_place_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """The last place of a hand is kept for the partner of its Branch card (SFR-DRAW-21)."""
    return NO_PARTNER if lacks_partner(s, seat) and hand_size(s, seat) + 1 >= hand_limit(b) else 0


def has_duty(s: State, seat: int) -> bool:
    """Does the seat hold a card that it has to play this Round?  A Boom only with the option (SFR-PLAY-08)."""
    return s.triples[seat] + s.fours[seat] + s.booms[seat] > 0 or s.branch[seat] != NONE


def boom_pair_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """Two cards that both have to be played this Round do not go together (option boom_must_play)."""
    return PAIR_BOOM if s.booms[seat] > 0 and b.options.boom_must_play == 1 else 0


def branch_card_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """A Branch card: one at a time, paid at once, never without a partner (SFR-DRAW-11..13, -19, -21)."""
    if s.branch[seat] != NONE:
        return PAIR_TWO_BRANCHES
    if s.triples[seat] > 0:
        return PAIR_BRANCH_TRIPLE
    if s.fours[seat] > 0:
        return PAIR_BRANCH_FOUR
    refused = boom_pair_refusal(s, b, seat)
    if refused != 0:
        return refused
    if s.money[seat] < branch_price(s, b):
        return BRANCH_PRICE
    if not has_partner(s, seat):
        slot_left = hand_size(s, seat) + 1 < hand_limit(b)
        if not slot_left or (s.deck_size == 0 and s.shop_double == 0):
            return NO_PARTNER
    return 0


def add_draws(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Everything a seat may draw, in order of action number; what forbids one Branch card forbids them all."""
    n = add_draw(s, b, seat, DRAW_DECK, out, n)
    n = add_draw(s, b, seat, DRAW_DOUBLE, out, n)
    n = add_draw(s, b, seat, DRAW_TRIPLE, out, n)
    n = add_draw(s, b, seat, DRAW_FOUR, out, n)
    n = add_draw(s, b, seat, DRAW_BOOM, out, n)
    n = add_draw(s, b, seat, DRAW_ENGINEER, out, n)
    n = add_draw(s, b, seat, DRAW_STOP, out, n)
    if branch_card_refusal(s, b, seat) == 0:
        for rail in range(MAJORS):
            if s.shop_branch[rail] > 0:
                out[n] = DRAW_BRANCH + rail
                n += 1
    return n


def add_draw(s: State, b: BoardArrays, seat: int, action: int, out: list[int], n: int) -> int:
    """A card that may not be drawn is written too, and written over."""
    out[n] = action
    return n + 1 if draw_refusal(s, b, seat, action) == 0 else n


def may_draw_more(s: State, b: BoardArrays, seat: int) -> bool:
    """Is there anything but stopping?  A Draw step with nothing left to take ends by itself."""
    if hand_size(s, seat) >= hand_limit(b):
        return False
    for action in range(DRAW_DECK, DRAW_BRANCH + MAJORS):
        if action != DRAW_STOP and draw_refusal(s, b, seat, action) == 0:
            return True
    return False


def draw(s: State, b: BoardArrays, seat: int, action: int) -> None:
    if action == DRAW_DECK:
        draw_city(s, seat)
    elif action == DRAW_DOUBLE:
        s.shop_double -= 1
        s.doubles[seat] += 1
    elif action == DRAW_TRIPLE:
        s.shop_triple -= 1
        s.triples[seat] += 1
    elif action == DRAW_FOUR:
        s.shop_four -= 1
        s.fours[seat] += 1
    elif action == DRAW_BOOM:
        s.shop_boom -= 1
        s.booms[seat] += 1
    elif action == DRAW_ENGINEER:
        s.shop_engineer -= 1
        s.engineer[seat] = DRAWN
    else:
        rail = action - DRAW_BRANCH
        s.shop_branch[rail] -= 1
        s.branch[seat] = rail
        s.money[seat] -= branch_price(s, b)


# ---------------------------------------------------------------- buying track (1992)
def buy_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """One free piece for $1, or none (SF-BUY-02, -07)."""
    if action == BUY_NONE:
        return 0
    if s.supply[action - BUY_TRACK] == 0:
        return BUY_NO_PIECES
    if s.money[seat] < b.values.track_price:
        return BUY_MONEY
    return 0


def add_buys(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    for action in range(BUY_NONE, BUY_TRACK + MAJORS):
        if buy_refusal(s, b, seat, action) == 0:
            out[n] = action
            n += 1
    return n


def buy(s: State, b: BoardArrays, seat: int, action: int) -> None:
    if action != BUY_NONE:
        s.money[seat] -= b.values.track_price
        s.supply[action - BUY_TRACK] -= 1
        s.reserve[seat][action - BUY_TRACK] += 1


# Compiled into their callers, see track.py.
INLINE = (
    "hand_size", "holds", "has_partner", "draw_refusal", "branch_card_refusal", "add_draws", "add_draw", "draw",
)  # fmt: skip
