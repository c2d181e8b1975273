"""The exchange of City cards that a Double player may make."""

from __future__ import annotations

from .draw import draw_city, drop_city, put_away
from .state import (
    DISCARDED,
    DOUBLE_PLAY,
    EXCHANGE,
    EXCHANGE_DECK,
    EXCHANGE_FIRST_TURN,
    EXCHANGE_NOT_CITIES,
    EXCHANGE_NOT_DOUBLE,
    EXCHANGE_TOO_LATE,
    EXCHANGE_TOO_MANY,
    EXCHANGE_TWICE,
    TLT2,
    BoardArrays,
    State,
)


def exchange_count(mask: int) -> int:
    count = 0
    while mask > 0:
        count += mask & 1
        mask >>= 1
    return count


def can_exchange(s: State, b: BoardArrays, seat: int) -> bool:
    """At the start of the second laying turn a Double player may exchange City cards (SFR-DBL-05..10)."""
    return (
        s.phase == TLT2
        and s.card[seat] == DOUBLE_PLAY
        and s.laid_now == 0
        and s.exchanged == 0
        and s.held[seat] > 0
        and s.deck_size > 0
        and b.values.exchange > 0
    )


def exchange_refusal(s: State, b: BoardArrays, seat: int, mask: int) -> int:
    if s.card[seat] != DOUBLE_PLAY:
        return EXCHANGE_NOT_DOUBLE
    if s.phase != TLT2:
        return EXCHANGE_FIRST_TURN
    if s.laid_now > 0:
        return EXCHANGE_TOO_LATE
    if s.exchanged == 1:
        return EXCHANGE_TWICE
    if mask == 0 or mask >> s.held[seat] > 0:
        return EXCHANGE_NOT_CITIES
    for k in range(1, s.held[seat]):
        # of two equal cards the first is meant: one set of discards has one number
        if mask >> k & 1 == 1 and mask >> (k - 1) & 1 == 0 and s.hand[seat][k] == s.hand[seat][k - 1]:
            return EXCHANGE_NOT_CITIES
    if exchange_count(mask) > s.deck_size:
        return EXCHANGE_DECK
    if exchange_count(mask) > b.values.exchange:
        return EXCHANGE_TOO_MANY
    return 0


def add_exchanges(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    if can_exchange(s, b, seat):
        for mask in range(1, 1 << s.held[seat]):
            if exchange_refusal(s, b, seat, mask) == 0:
                out[n] = EXCHANGE + mask
                n += 1
    return n


def exchange(s: State, seat: int, mask: int) -> None:
    """All discards first, out of the game for good, then as many from the deck (SFR-DBL-07, -08, -11)."""
    s.exchanged = 1
    for k in range(s.held[seat] - 1, -1, -1):
        if mask >> k & 1 == 1:
            city = 0 + s.hand[seat][k]
            drop_city(s, seat, city)
            put_away(s, city, DISCARDED + seat)
    for _ in range(exchange_count(mask)):
        draw_city(s, seat)


# Compiled into their callers, see track.py.
INLINE = ("can_exchange", "add_exchanges")  # fmt: skip
