"""Playing cards: the choice of a play, the Reveal, Boomtown markers."""

from __future__ import annotations

from .draw import drop_city, has_partner, holds, put_away
from .state import (
    BOOM_NONE,
    BOOM_PLAY,
    BOOM_TOO_MANY,
    BOOM_WRONG_FIVE,
    BOOM_WRONG_FOUR,
    CITY_PLAY,
    COMBO,
    DOUBLE_PLAY,
    FOUR_PLAY,
    INDEX,
    MAIN_BOOM,
    MAIN_DOUBLE,
    MAIN_FOUR,
    MAIN_NONE,
    MAIN_TRIPLE,
    MAINS,
    MARKER_FIVE,
    MARKER_FOUR,
    MARKER_NONE_LEFT,
    MARKER_TOO_MANY,
    MARKER_TWICE,
    MUST_PLAY_BOOM,
    MUST_PLAY_BRANCH,
    MUST_PLAY_CARD,
    MUST_PLAY_FOUR,
    MUST_PLAY_TRIPLE,
    NEED_CITY,
    NO_CARD,
    NONE,
    NOT_IN_HAND,
    ON_TABLE,
    PLAY_BASE,
    PLAY_WRONG,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)


# ---------------------------------------------------------------- the play
def play_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """Combination, possession, Round 1, duty: in this order (SFR-PLAY-01..10, SF-PLAY-01..03)."""
    if action == PLAY_WRONG:
        return COMBO
    return main_refusal(s, b, seat, (action - PLAY_BASE) // (MAINS + b.n_cities), play_main(b, action))


def play_main(b: BoardArrays, action: int) -> int:
    """The main card of a play, whatever Branch card goes with it."""
    return (action - PLAY_BASE) % (MAINS + b.n_cities)


def main_refusal(s: State, b: BoardArrays, seat: int, with_branch: int, main: int) -> int:
    """The same by the cards of the play."""
    if with_branch > 0 and main != MAIN_DOUBLE and main < MAINS:
        return COMBO
    if with_branch > 0 and s.branch[seat] != with_branch - 1:
        return NOT_IN_HAND
    if not has_main(s, seat, main):
        return NOT_IN_HAND
    if s.round_no == 1 and main < MAINS and s.held[seat] > 0:
        return NEED_CITY
    if s.triples[seat] > 0:
        return 0 if main == MAIN_TRIPLE else MUST_PLAY_TRIPLE
    if s.fours[seat] > 0:
        return 0 if main == MAIN_FOUR else MUST_PLAY_FOUR
    if b.options.boom_must_play == 1 and s.booms[seat] > 0:
        return 0 if main == MAIN_BOOM else MUST_PLAY_BOOM
    if s.branch[seat] != NONE and has_partner(s, seat):
        return 0 if with_branch > 0 else MUST_PLAY_BRANCH
    if main == MAIN_NONE and s.held[seat] + s.doubles[seat] + s.booms[seat] > 0:
        return MUST_PLAY_CARD
    return 0


def has_main(s: State, seat: int, main: int) -> bool:
    if main == MAIN_NONE:
        return True
    if main == MAIN_DOUBLE:
        return s.doubles[seat] > 0
    if main == MAIN_TRIPLE:
        return s.triples[seat] > 0
    if main == MAIN_FOUR:
        return s.fours[seat] > 0
    if main == MAIN_BOOM:
        return s.booms[seat] > 0
    return holds(s, seat, main - MAINS)


def add_plays(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Every play that holds what it names; duties and Round 1 decide which of them remain."""
    with_branch = 0
    if s.branch[seat] != NONE and s.triples[seat] == 0 and s.fours[seat] == 0 and has_partner(s, seat):
        with_branch = 1 + s.branch[seat]
    base = PLAY_BASE + with_branch * (MAINS + b.n_cities)
    for main in range(MAINS):
        if has_main(s, seat, main) and main_refusal(s, b, seat, with_branch, main) == 0:
            out[n & INDEX] = base + main
            n += 1
    last = NONE
    for k in range(s.held[seat]):
        city = s.hand[seat][k]
        if city != last and main_refusal(s, b, seat, with_branch, MAINS + city) == 0:
            out[n & INDEX] = base + MAINS + city
            n += 1
        last = city
    return n


def commit(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """The play is chosen face down (SFR-SEQ-04); it may be changed until the last seat has chosen."""
    s.committed[seat] = 1 + play_main(b, action)


def reveal(s: State) -> None:
    """All plays become public at once (SFR-SEQ-06); City cards stay on the table (SFR-CITY-01)."""
    for seat in range(s.seats):
        main = s.committed[seat] - 1
        s.committed[seat] = 0
        s.shown[seat] = NONE
        if main == MAIN_NONE:
            s.card[seat] = NO_CARD
        elif main == MAIN_DOUBLE:
            s.card[seat] = DOUBLE_PLAY
            s.doubles[seat] -= 1
        elif main == MAIN_TRIPLE:
            s.card[seat] = TRIPLE_PLAY
            s.triples[seat] -= 1
        elif main == MAIN_FOUR:
            s.card[seat] = FOUR_PLAY
            s.fours[seat] -= 1
        elif main == MAIN_BOOM:
            s.card[seat] = BOOM_PLAY
            s.booms[seat] -= 1
        else:
            s.card[seat] = CITY_PLAY
            s.shown[seat] = main - MAINS
            drop_city(s, seat, main - MAINS)
            put_away(s, main - MAINS, ON_TABLE + seat)
        if main == MAIN_DOUBLE or main >= MAINS:
            s.active_branch[seat] = s.branch[seat]
            s.branch[seat] = NONE


def return_cards(s: State) -> None:
    """Special cards go back to the display, Branch cards leave the game (SFR-DISC-02, -03, SF-DISC-02, -03)."""
    for seat in range(s.seats):
        if s.card[seat] == DOUBLE_PLAY:
            s.shop_double += 1
        elif s.card[seat] == TRIPLE_PLAY:
            s.shop_triple += 1
        elif s.card[seat] == FOUR_PLAY:
            s.shop_four += 1
        elif s.card[seat] == BOOM_PLAY:
            s.shop_boom += 1
        s.card[seat] = NO_CARD
        s.shown[seat] = NONE
        s.active_branch[seat] = NONE


# ---------------------------------------------------------------- Boomtown markers
def site_refusal(s: State, b: BoardArrays, site: int, fours: int, fives: int) -> int:
    """A 4 goes on a city of value 2, a 5 on a city of value 3, one to a city (SFR-BOOM-02..05, -07)."""
    city = b.site[site]
    if s.marker[city] != 0:
        return MARKER_TWICE
    left = s.shop_marker[0] - fours if b.value[city] == 2 else s.shop_marker[1] - fives
    if left <= 0:
        return MARKER_NONE_LEFT
    return 0


def boom_refusal(s: State, b: BoardArrays, action: int) -> int:
    """One or two markers, or none (SFR-BOOM-01, -04)."""
    if action == BOOM_NONE:
        return 0
    if action == BOOM_WRONG_FOUR:
        return MARKER_FOUR
    if action == BOOM_WRONG_FIVE:
        return MARKER_FIVE
    if action == BOOM_TOO_MANY:
        return MARKER_TOO_MANY
    one = (action - b.boom_base) // b.n_sites
    two = (action - b.boom_base) % b.n_sites
    if one > two:
        return MARKER_TWICE
    refused = site_refusal(s, b, one, 0, 0)
    if refused != 0 or one == two:
        return refused
    fours = 1 if b.value[b.site[one]] == 2 else 0
    return site_refusal(s, b, two, fours, 1 - fours)


def can_boom(s: State, b: BoardArrays) -> bool:
    for site in range(b.n_sites):
        if site_refusal(s, b, site, 0, 0) == 0:
            return True
    return False


def add_booms(s: State, b: BoardArrays, out: list[int], n: int) -> int:
    out[n] = BOOM_NONE
    n += 1
    for one in range(b.n_sites):
        if site_refusal(s, b, one, 0, 0) == 0:
            for two in range(one, b.n_sites):
                action = b.boom_base + one * b.n_sites + two
                if boom_refusal(s, b, action) == 0:
                    out[n] = action
                    n += 1
    return n


def boom(s: State, b: BoardArrays, action: int) -> None:
    """The marker is the city's value from now on, for everybody (SFR-BOOM-06)."""
    if action != BOOM_NONE:
        one = (action - b.boom_base) // b.n_sites
        two = (action - b.boom_base) % b.n_sites
        place_marker(s, b, b.site[one])
        if one != two:
            place_marker(s, b, b.site[two])


def place_marker(s: State, b: BoardArrays, city: int) -> None:
    s.marker[city] = b.value[city] + 2
    s.shop_marker[b.value[city] - 2] -= 1


# Compiled into their callers, see track.py.
INLINE = ("has_main", "main_refusal", "play_refusal", "play_main", "add_plays", "commit")  # fmt: skip
