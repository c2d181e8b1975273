"""Explicit chance: no pile is shuffled ahead, and a card is chosen when it is drawn.

These take the place of functions of the same name. The cards of a pile lie in a fixed order, so that the same cards are
the same position. A card is as likely to come as from a shuffled deck.
"""

from __future__ import annotations

from goldenspike.engine.random_numbers import below

from .state import NONE, SHORT_CARD, State
from .track import sort_tail


def shuffle(s: State, pile: list[int], low: int, high: int) -> None:
    """Nobody knows an order that does not exist yet."""
    sort_tail(pile, low, high)


def top_card(s: State) -> int:
    """Any City card; in Pile 2 a Short card as often as its places say (SFR-SETUP-04)."""
    shorts = 0
    for k in range(s.deck_size):
        if s.deck[k] >= SHORT_CARD:
            shorts += 1
    chosen = NONE
    if shorts > 0 and s.deck_size <= s.pile_mid:
        chosen = below(s, s.deck_size - s.pile_low)
    if chosen != NONE and chosen < shorts:
        return take_from_deck(s, chosen, True)
    return take_from_deck(s, below(s, s.deck_size - shorts), False)


def take_from_deck(s: State, number: int, short: bool) -> int:
    """The card of that number among the City or the Short cards."""
    left = number
    place = 0
    while True:
        if (s.deck[place] >= SHORT_CARD) == short:
            if left == 0:
                break
            left -= 1
        place += 1
    card = 0 + s.deck[place]
    s.deck_size -= 1
    for k in range(place, s.deck_size):
        s.deck[k] = s.deck[k + 1]
    s.deck[s.deck_size] = 0
    return card
