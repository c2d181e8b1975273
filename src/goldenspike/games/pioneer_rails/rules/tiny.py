"""The tiny form of the game, to be solved: a deck of four cards, one turn, no goals, no Town symbol to spend.

These take the place of functions of the same name. The sheet, the options and the values of the tiny form are data.
"""

from __future__ import annotations

from .deck import shuffle_deck
from .scoring import close_game, end_turn
from .state import ABSENT, CARDS, GOAL_SLOTS, NONE, RAILS, SEATS, SPENT, TOWNS, VALUES, BoardArrays, State


def new_deck(s: State, b: BoardArrays) -> None:
    """A card of each suit, all of the same value; the Town symbol that everybody begins with is spent."""
    for k in range(CARDS):
        s.deck[k] = VALUES * k if k < RAILS else 0
    s.deck_size = RAILS
    s.seen = 0
    for seat in range(SEATS):
        s.own_card[seat] = NONE
        s.area[seat][SPENT] = s.area[seat][TOWNS]
        s.before[seat][SPENT] = s.area[seat][TOWNS]
    shuffle_deck(s)


def deal_goals(s: State, b: BoardArrays) -> None:
    """None."""
    for k in range(GOAL_SLOTS):
        s.goal[k] = NONE
        s.goal_face[k] = ABSENT
        s.goal_met[k] = 0


def next_turn(s: State, b: BoardArrays) -> None:
    """The first turn is the last."""
    end_turn(s, b)
    close_game(s)
