"""Explicit chance: the deck is not shuffled ahead, and a card is chosen when it is drawn.

These take the place of functions of the same name. The cards of the deck lie in a fixed order, so that the same cards
are the same position.
"""

from __future__ import annotations

from goldenspike.engine.random_numbers import below

from .information import sort_pile
from .state import State


def shuffle_deck(s: State) -> None:
    """Nobody knows an order that does not exist yet."""
    sort_pile(s.deck, 0, s.deck_size)


def draw_card(s: State) -> int:
    """Any card of the deck, each as likely as the other."""
    place = below(s, s.deck_size)
    card = 0 + s.deck[place]
    s.deck_size -= 1
    for k in range(place, s.deck_size):
        s.deck[k] = s.deck[k + 1]
    s.deck[s.deck_size] = 0
    return card
