"""The playing deck: rounds, hand cards, what is turned up, and who may pick what."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below

from .state import (
    ALREADY_PICKED,
    BLACK_JOKER,
    BURNT_CARD,
    CARDS,
    CLUBS,
    DEAL,
    DEALERS_CARD,
    DIAMONDS,
    DRAWING,
    HEARTS,
    JOKER_SUIT,
    JOKER_TWICE,
    NAME,
    NAMING,
    NO_JOKER,
    NONE,
    NOT_ON_TABLE,
    NOT_SHOWN,
    NOT_YOUR_CARD,
    PICK,
    PICK_FIRST,
    PICKING,
    PLAIN_CARDS,
    RED_JOKER,
    SEATS,
    SHOWN,
    SPADES,
    STAR,
    TURN,
    TURNS,
    VALUES,
    BoardArrays,
    State,
)

LEAST_MANY = 2  # the first choice of the option many_threshold


def is_joker(card: int) -> bool:
    return card >= PLAIN_CARDS


def value_of(card: int) -> int:
    """What a card writes into the hand; a Joker writes a star (PR-JOKER-03)."""
    return STAR if is_joker(card) else card % VALUES


def suit_of(card: int) -> int:
    """The suit of an ordinary card."""
    return card // VALUES


def joker_rail(card: int, rail: int) -> bool:
    """One Joker stands for Spades or Clubs, the other for Hearts or Diamonds (PR-JOKER-04)."""
    if card == BLACK_JOKER:
        return rail == SPADES or rail == CLUBS
    return rail == HEARTS or rail == DIAMONDS


def has_dealer(s: State, b: BoardArrays) -> bool:
    """Two to four players: the Dealer takes a card for themselves (PR-FLOW-04, PR-MANY-05, PR-SOLO-12)."""
    return s.seats >= 2 and s.seats < LEAST_MANY + b.options.many_threshold


def is_hand_turn(s: State) -> bool:
    """The fifth turn with hand cards turns nothing up (PR-HAND-05)."""
    return s.hand_card == 1 and s.turn_no == TURNS


# ---------------------------------------------------------------- a round's deck
def shuffle_deck(s: State) -> None:
    for k in range(s.deck_size - 1, 0, -1):
        j = below(s, k + 1)
        card = 0 + s.deck[k]
        s.deck[k] = s.deck[j]
        s.deck[j] = card


def new_deck(s: State, b: BoardArrays) -> None:
    """Shuffle all cards for every round; hand cards are ordinary ones (PR-FLOW-10, PR-HAND-01, PR-COMBO-01)."""
    for k in range(CARDS):
        s.deck[k] = k if k < PLAIN_CARDS else 0
    s.deck_size = PLAIN_CARDS
    s.seen = 0
    if deals_jokers(s, b):
        add_jokers(s)
    shuffle_deck(s)
    for seat in range(SEATS):
        s.own_card[seat] = NONE
    if s.hand_card == 1:
        for seat in range(s.seats):
            s.own_card[seat] = deal_hand_card(s, s.joker_used[seat] == 1)
    if s.jokers == 1 and not deals_jokers(s, b):
        add_jokers(s)
        shuffle_deck(s)


def deals_jokers(s: State, b: BoardArrays) -> bool:
    """May a hand card be a Joker? (option joker_hand_deal)"""
    return s.jokers == 1 and s.hand_card == 1 and b.options.joker_hand_deal == 1


def add_jokers(s: State) -> None:
    s.deck[s.deck_size] = BLACK_JOKER
    s.deck[s.deck_size + 1] = RED_JOKER
    s.deck_size += 2


def deal_hand_card(s: State, had_joker: bool) -> int:
    """The top card; whoever has had a Joker is dealt another card for it (option joker_hand_deal)."""
    card = draw_card(s)
    while had_joker and is_joker(card):
        s.deck[s.deck_size] = card
        s.deck_size += 1
        shuffle_deck(s)
        card = draw_card(s)
    return card


def draw_card(s: State) -> int:
    s.deck_size -= 1
    card = 0 + s.deck[s.deck_size]
    s.deck[s.deck_size] = 0
    return card


def reveal_card(s: State) -> int:
    """Turn up the next card for choice; a second Joker is replaced (PR-JOKER-07)."""
    card = draw_card(s)
    s.seen |= 1 << card
    if is_joker(card):
        for k in range(SHOWN):
            if s.shown[k] != NONE and is_joker(s.shown[k]):
                card = draw_card(s)
                s.seen |= 1 << card
    return card


def clear_table(s: State) -> None:
    """The shown cards are discarded (PR-FLOW-08)."""
    for k in range(SHOWN):
        s.shown[k] = NONE
    s.burnt = NONE
    s.taken = NONE


def turn_up(s: State, b: BoardArrays) -> None:
    """Three cards; solo and five or more: burn one, show two (PR-FLOW-03, PR-MANY-02, -03, PR-SOLO-05)."""
    clear_table(s)
    if is_hand_turn(s):
        return
    number = SHOWN
    if not has_dealer(s, b):
        number = 2
        s.burnt = draw_card(s)
        s.seen |= 1 << s.burnt
    for k in range(number):
        s.shown[k] = reveal_card(s)


# ---------------------------------------------------------------- picking
def pick_refusal(s: State, b: BoardArrays, seat: int, card: int) -> int:
    """Which card a player may use (PR-FLOW-02, -04, -05, PR-MANY-02, -04, PR-JOKER-06, -09)."""
    if s.phase == TURN and s.stage[seat] != PICKING:
        if has_dealer(s, b) and seat == s.dealer and s.taken != NONE:
            return ALREADY_PICKED
        return NOT_YOUR_CARD if is_hand_turn(s) else ALREADY_PICKED
    if card == s.burnt:
        return BURNT_CARD
    if card == s.taken:
        return DEALERS_CARD
    shown = False
    for k in range(SHOWN):
        if s.shown[k] == card:
            shown = True
    if not shown:
        return NOT_ON_TABLE if s.phase == DEAL else NOT_SHOWN
    if is_joker(card) and (s.joker_used[seat] == 1 or is_joker(s.own_card[seat])):
        return JOKER_TWICE
    return 0


def add_picks(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    for card in range(CARDS):
        if s.shown[0] == card or s.shown[1] == card or s.shown[2] == card:
            if pick_refusal(s, b, seat, card) == 0:
                out[n] = PICK + card
                n += 1
    return n


def take_card(s: State, seat: int, card: int) -> None:
    """The card names the railway; a Joker leaves the choice of two (PR-TRACK-01, PR-JOKER-04)."""
    s.card[seat] = card
    if is_joker(card):
        s.stage[seat] = NAMING
    else:
        s.rail[seat] = suit_of(card)
        s.stage[seat] = DRAWING


def name_refusal(s: State, seat: int, rail: int) -> int:
    if s.stage[seat] == PICKING:
        return PICK_FIRST
    if s.stage[seat] != NAMING:
        return NO_JOKER
    if not joker_rail(s.card[seat], rail):
        return JOKER_SUIT
    return 0


def add_names(s: State, seat: int, out: list[int], n: int) -> int:
    for rail in range(4):
        if joker_rail(s.card[seat], rail):
            out[n] = NAME + rail
            n += 1
    return n


def open_turn(s: State, b: BoardArrays) -> None:
    """The Dealer first, then everybody; in the fifth turn the hand cards are played (PR-FLOW-02, PR-HAND-03)."""
    for seat in range(s.seats):
        s.stage[seat] = PICKING
        s.card[seat] = NONE
        s.rail[seat] = NONE
        if is_hand_turn(s):
            take_card(s, seat, s.own_card[seat])
    s.phase = DEAL if has_dealer(s, b) and not is_hand_turn(s) else TURN
