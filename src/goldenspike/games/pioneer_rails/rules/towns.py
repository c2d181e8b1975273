"""Towns: who reached them, the largest network, and the benefits bought with their symbols."""

from __future__ import annotations

from .state import (
    AGAIN,
    DRAWING,
    NO_TOWN,
    RAILS,
    SPENT,
    SUIT,
    SUIT_LATE,
    SUIT_SAME,
    SUIT_TWICE,
    TOWN_TOO_NEW,
    TOWNS,
    BoardArrays,
    State,
)


def towns_reached(s: State, b: BoardArrays, seat: int) -> int:
    """Different Towns with at least one railway (PR-TOWN-01, PR-GOAL-1K)."""
    count = 0
    for k in range(b.n_towns):
        if s.spot[seat][b.town[k]] != 0:
            count += 1
    return count


def circle_towns(s: State, b: BoardArrays, seat: int) -> None:
    """One symbol per Town reached, besides the one given (PR-SETUP-05, PR-TOWN-01, -02)."""
    circled = 1 + towns_reached(s, b, seat)
    s.area[seat][TOWNS] = circled if circled < b.town_row else b.town_row


def network(s: State, b: BoardArrays, seat: int) -> int:
    """The most Towns that railways meeting in Towns hold together (PR-YARD-02, -03)."""
    return largest_network(s, b, seat) >> RAILS


def largest_network(s: State, b: BoardArrays, seat: int) -> int:
    """The railways that hold the most Towns together as bits, and above the bits how many Towns (PR-YARD-02, -03)."""
    best = 0
    found = 0
    for rail in range(RAILS):
        joined = 1 << rail
        count = 0
        grows = True
        while grows:
            grows = False
            count = 0
            for k in range(b.n_towns):
                mask = 0 + s.spot[seat][b.town[k]]
                if mask & joined != 0:
                    count += 1
                    if mask | joined != joined:
                        joined |= mask
                        grows = True
        if count > best:
            best = count
            found = joined
    return found + (best << RAILS)


def usable_towns(s: State, seat: int) -> int:
    """Symbols that may be spent now: not those circled this turn, unless the option says so (PR-BENEFIT-01, -15)."""
    if s.town_same_turn == 1:
        return s.area[seat][TOWNS] - s.area[seat][SPENT]
    return s.before[seat][TOWNS] - s.area[seat][SPENT]


def spend_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """A Town symbol may be spent in any turn (PR-BENEFIT-01, -16)."""
    if usable_towns(s, seat) > 0:
        return 0
    if 1 + towns_reached(s, b, seat) > s.area[seat][SPENT]:
        return TOWN_TOO_NEW
    return NO_TOWN


def suit_refusal(s: State, b: BoardArrays, seat: int, rail: int) -> int:
    """Suit leads to another railway, before the first track, once (PR-BENEFIT-13, -14)."""
    if s.suit_used[seat] == 1:
        return SUIT_TWICE
    if s.drawn_count[seat] > 0:
        return SUIT_LATE
    if rail == s.rail[seat] or rail == s.extra[seat]:
        return SUIT_SAME
    return spend_refusal(s, b, seat)


def spend_town(s: State, seat: int) -> None:
    """One bonus track and one permission; after the check it reopens the drawing (PR-BENEFIT-02, -15)."""
    s.area[seat][SPENT] += 1
    if s.stage[seat] == AGAIN:
        s.stage[seat] = DRAWING


def spend_suit(s: State, seat: int, rail: int) -> None:
    spend_town(s, seat)
    s.suit_used[seat] = 1
    s.rail[seat] = rail


def add_suits(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    for rail in range(RAILS):
        if suit_refusal(s, b, seat, rail) == 0:
            out[n] = SUIT + rail
            n += 1
    return n
