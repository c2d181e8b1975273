"""Cards: hiring, drawing, playing, revealing, Boomtown markers, the exchange, buying track."""

from __future__ import annotations

from .state import (
    BOOM_NONE,
    BOOM_PLAY,
    BOOM_TOO_MANY,
    BOOM_WRONG_FIVE,
    BOOM_WRONG_FOUR,
    BRANCH_PRICE,
    BUY_MONEY,
    BUY_NO_PIECES,
    BUY_NONE,
    BUY_TRACK,
    CITY_PLAY,
    COMBO,
    DECK_EMPTY,
    DISCARDED,
    DOUBLE_PLAY,
    DRAW_BOOM,
    DRAW_BRANCH,
    DRAW_DECK,
    DRAW_DOUBLE,
    DRAW_ENGINEER,
    DRAW_FOUR,
    DRAW_STOP,
    DRAW_TRIPLE,
    DRAWN,
    EXCHANGE,
    EXCHANGE_DECK,
    EXCHANGE_FIRST_TURN,
    EXCHANGE_NOT_CITIES,
    EXCHANGE_NOT_DOUBLE,
    EXCHANGE_TOO_LATE,
    EXCHANGE_TWICE,
    FOUR_PLAY,
    HAS_ENGINEER,
    HIRE_ENGINEER,
    HIRE_MONEY,
    HIRE_NONE,
    HIRED,
    MAIN_BOOM,
    MAIN_DOUBLE,
    MAIN_FOUR,
    MAIN_NONE,
    MAIN_TRIPLE,
    MAINS,
    MAJORS,
    MARKER_FIVE,
    MARKER_FOUR,
    MARKER_NONE_LEFT,
    MARKER_TOO_MANY,
    MARKER_TWICE,
    MUST_DRAW,
    MUST_PLAY_BRANCH,
    MUST_PLAY_CARD,
    MUST_PLAY_FOUR,
    MUST_PLAY_TRIPLE,
    NEED_CITY,
    NO_BOOM,
    NO_BRANCH_STACK,
    NO_CARD,
    NO_DOUBLE,
    NO_ENGINEER_CARD,
    NO_FOUR,
    NO_PARTNER,
    NO_TRIPLE,
    NONE,
    NOT_IN_HAND,
    ON_TABLE,
    PAIR_BRANCH_FOUR,
    PAIR_BRANCH_TRIPLE,
    PAIR_TRIPLE_FOUR,
    PAIR_TWO_BRANCHES,
    PLAY_BASE,
    PLAY_WRONG,
    SF1992,
    SHORT_CARD,
    TLT2,
    TRIPLE_PLAY,
    State,
    Tables,
)


# ---------------------------------------------------------------- hands and deck
def hand_limit(s: State) -> int:
    """Four cards in 2002, five in 1992 (SFR-DRAW-01, SF-SEQ-02)."""
    if s.edition == SF1992:
        return 5
    return 4


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
def hire_refusal(s: State, seat: int, action: int) -> int:
    if action == HIRE_ENGINEER and s.money[seat] < 4:
        return HIRE_MONEY
    return 0


def hire(s: State, seat: int, action: int) -> None:
    """An Engineer bought before the game costs $4 and is no card of the hand (SF-ENG-03)."""
    if action == HIRE_ENGINEER:
        s.money[seat] -= 4
        s.engineer[seat] = HIRED
        s.shop_engineer -= 1


def add_hires(s: State, seat: int, out: list[int], n: int) -> int:
    out[n] = HIRE_NONE
    n += 1
    if hire_refusal(s, seat, HIRE_ENGINEER) == 0:
        out[n] = HIRE_ENGINEER
        n += 1
    return n


# ---------------------------------------------------------------- drawing
def branch_price(s: State) -> int:
    """$1; with terrain (1992: advanced) $2 (SFR-DRAW-06, SFR-TERR-02, SF-ADV-02)."""
    return 1 + s.terrain


def has_partner(s: State, seat: int) -> bool:
    """A Branch card needs a City or Double to be played with (SFR-DRAW-21)."""
    return s.held[seat] > 0 or s.doubles[seat] > 0


def lacks_partner(s: State, seat: int) -> bool:
    return s.branch[seat] != NONE and not has_partner(s, seat)


def draw_refusal(s: State, seat: int, action: int) -> int:
    """The first rule against drawing this kind of card (SFR-DRAW-02..07, -10..13, -15..22)."""
    if action == DRAW_STOP:
        if s.deck_size > 0:
            return MUST_DRAW
        if lacks_partner(s, seat):
            return NO_PARTNER
        return 0
    if action == DRAW_DECK:
        if s.deck_size == 0:
            return DECK_EMPTY
        return 0
    if action == DRAW_DOUBLE:
        if s.shop_double == 0:
            return NO_DOUBLE
        return 0
    if action == DRAW_TRIPLE:
        if s.shop_triple == 0:
            return NO_TRIPLE
        if s.fours[seat] > 0:
            return PAIR_TRIPLE_FOUR
        if s.branch[seat] != NONE:
            return PAIR_BRANCH_TRIPLE
        return 0
    if action == DRAW_FOUR:
        if s.shop_four == 0:
            return NO_FOUR
        if s.triples[seat] > 0:
            return PAIR_TRIPLE_FOUR
        if s.branch[seat] != NONE:
            return PAIR_BRANCH_FOUR
        return 0
    if action == DRAW_BOOM:
        if s.shop_boom == 0:
            return NO_BOOM
    elif action == DRAW_ENGINEER:
        if s.shop_engineer == 0:
            return NO_ENGINEER_CARD
        if s.engineer[seat] != 0:
            return HAS_ENGINEER
    else:
        return draw_branch_refusal(s, seat, action - DRAW_BRANCH)
    if lacks_partner(s, seat) and hand_size(s, seat) + 1 >= hand_limit(s):
        return NO_PARTNER
    return 0


def draw_branch_refusal(s: State, seat: int, rail: int) -> int:
    if s.shop_branch[rail] == 0:
        return NO_BRANCH_STACK
    if s.branch[seat] != NONE:
        return PAIR_TWO_BRANCHES
    if s.triples[seat] > 0:
        return PAIR_BRANCH_TRIPLE
    if s.fours[seat] > 0:
        return PAIR_BRANCH_FOUR
    if s.money[seat] < branch_price(s):
        return BRANCH_PRICE
    if not has_partner(s, seat):
        slot_left = hand_size(s, seat) + 1 < hand_limit(s)
        if not slot_left or (s.deck_size == 0 and s.shop_double == 0):
            return NO_PARTNER
    return 0


def add_draws(s: State, seat: int, out: list[int], n: int) -> int:
    for action in range(DRAW_DECK, DRAW_BRANCH + MAJORS):
        if draw_refusal(s, seat, action) == 0:
            out[n] = action
            n += 1
    return n


def may_draw_more(s: State, seat: int) -> bool:
    """Is there anything but stopping?  A Draw step with nothing left to take ends by itself."""
    if hand_size(s, seat) >= hand_limit(s):
        return False
    for action in range(DRAW_DECK, DRAW_BRANCH + MAJORS):
        if action != DRAW_STOP and draw_refusal(s, seat, action) == 0:
            return True
    return False


def draw(s: State, seat: int, action: int) -> None:
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
        s.money[seat] -= branch_price(s)


# ---------------------------------------------------------------- playing
def play_refusal(s: State, b: Tables, seat: int, action: int) -> int:
    """Combination, possession, Round 1, duty: in this order (SFR-PLAY-01..10, SF-PLAY-01..03)."""
    if action == PLAY_WRONG:
        return COMBO
    with_branch = (action - PLAY_BASE) // (MAINS + b.n_cities)
    main = (action - PLAY_BASE) % (MAINS + b.n_cities)
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


def add_plays(s: State, b: Tables, seat: int, out: list[int], n: int) -> int:
    """Every play that holds what it names; duties and Round 1 decide which of them remain."""
    base = PLAY_BASE
    if s.branch[seat] != NONE and s.triples[seat] == 0 and s.fours[seat] == 0:
        base = PLAY_BASE + (1 + s.branch[seat]) * (MAINS + b.n_cities)
        if not has_partner(s, seat):
            base = PLAY_BASE
    for main in range(MAINS):
        if has_main(s, seat, main) and play_refusal(s, b, seat, base + main) == 0:
            out[n] = base + main
            n += 1
    last = NONE
    for k in range(s.held[seat]):
        city = s.hand[seat][k]
        if city != last and play_refusal(s, b, seat, base + MAINS + city) == 0:
            out[n] = base + MAINS + city
            n += 1
        last = city
    return n


def commit(s: State, b: Tables, seat: int, action: int) -> None:
    """The play is chosen face down (SFR-SEQ-04); it may be changed until the last seat has chosen."""
    s.committed[seat] = 1 + (action - PLAY_BASE) % (MAINS + b.n_cities)


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
def site_refusal(s: State, b: Tables, site: int, fours: int, fives: int) -> int:
    """A 4 goes on a city of value 2, a 5 on a city of value 3, one to a city (SFR-BOOM-02..05, -07)."""
    city = b.site[site]
    if s.marker[city] != 0:
        return MARKER_TWICE
    left = s.shop_marker[0] - fours if b.value[city] == 2 else s.shop_marker[1] - fives
    if left <= 0:
        return MARKER_NONE_LEFT
    return 0


def boom_refusal(s: State, b: Tables, action: int) -> int:
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


def can_boom(s: State, b: Tables) -> bool:
    for site in range(b.n_sites):
        if site_refusal(s, b, site, 0, 0) == 0:
            return True
    return False


def add_booms(s: State, b: Tables, out: list[int], n: int) -> int:
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


def boom(s: State, b: Tables, action: int) -> None:
    """The marker is the city's value from now on, for everybody (SFR-BOOM-06)."""
    if action != BOOM_NONE:
        one = (action - b.boom_base) // b.n_sites
        two = (action - b.boom_base) % b.n_sites
        place_marker(s, b, b.site[one])
        if one != two:
            place_marker(s, b, b.site[two])


def place_marker(s: State, b: Tables, city: int) -> None:
    s.marker[city] = b.value[city] + 2
    s.shop_marker[b.value[city] - 2] -= 1


# ---------------------------------------------------------------- the exchange of a Double player
def exchange_count(mask: int) -> int:
    count = 0
    while mask > 0:
        count += mask & 1
        mask >>= 1
    return count


def can_exchange(s: State, seat: int) -> bool:
    """At the start of his second laying turn a Double player may exchange City cards (SFR-DBL-05..10)."""
    return (
        s.phase == TLT2
        and s.card[seat] == DOUBLE_PLAY
        and s.laid_now == 0
        and s.exchanged == 0
        and s.held[seat] > 0
        and s.deck_size > 0
    )


def exchange_refusal(s: State, seat: int, mask: int) -> int:
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
    return 0


def add_exchanges(s: State, seat: int, out: list[int], n: int) -> int:
    if can_exchange(s, seat):
        for mask in range(1, 1 << s.held[seat]):
            if exchange_refusal(s, seat, mask) == 0:
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


# ---------------------------------------------------------------- buying track (1992)
def buy_refusal(s: State, seat: int, action: int) -> int:
    """One free piece for $1, or none (SF-BUY-02, -07)."""
    if action == BUY_NONE:
        return 0
    if s.supply[action - BUY_TRACK] == 0:
        return BUY_NO_PIECES
    if s.money[seat] < 1:
        return BUY_MONEY
    return 0


def add_buys(s: State, seat: int, out: list[int], n: int) -> int:
    for action in range(BUY_NONE, BUY_TRACK + MAJORS):
        if buy_refusal(s, seat, action) == 0:
            out[n] = action
            n += 1
    return n


def buy(s: State, seat: int, action: int) -> None:
    if action != BUY_NONE:
        s.money[seat] -= 1
        s.supply[action - BUY_TRACK] -= 1
        s.reserve[seat][action - BUY_TRACK] += 1


# Compiled into their callers, see track.py.
INLINE = (
    "hand_size", "has_main", "can_exchange", "holds", "has_partner", "draw_refusal", "draw_branch_refusal", "add_draws",
    "draw", "play_refusal", "add_plays", "commit", "add_exchanges",
)  # fmt: skip
