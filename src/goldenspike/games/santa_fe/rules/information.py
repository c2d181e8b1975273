"""What a seat knows: what is hidden from it, another world that it cannot tell from this one, a neutral action."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below

from .draw import put_away, take_city, top_card
from .laying_turn import pieces_refusal
from .play import play_refusal
from .rounds import refusal
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
    MAX_CARDS,
    MAX_CITIES,
    NONE,
    PASS,
    PLAY,
    PLAY_BASE,
    SEATS,
    SHORT_BRANCH_RANK,
    SHORT_CARD,
    SHORTS,
    BoardArrays,
    State,
)
from .track import rank_bought, rank_rail, sort_tail


# ---------------------------------------------------------------- what is hidden
def hide(s: State, b: BoardArrays, seat: int) -> None:
    """Blank what the seat cannot see: deck, third player, other hands, secret plays, what others exchanged away."""
    for k in range(4):
        s.chance[k] = 0
    for k in range(MAX_CARDS):
        s.deck[k] = 0
        s.dummy[k] = 0
    # What is the seat's own is put aside and back: nobody can guess whose turn it is, but everybody can do this.
    mine = max(seat, 0)
    for k in range(HAND_SLOTS):
        card = s.hand[mine][k] * (seat >= 0)
        for other in range(SEATS):
            s.hand[other][k] = 0
        s.hand[mine][k] = card
    play = 0 + s.committed[mine]
    for other in range(SEATS):
        s.committed[other] = 1 if s.committed[other] != 0 else 0
    if seat >= 0:
        s.committed[seat] = play
    own = DISCARDED + seat
    for city in range(MAX_CITIES):
        first = 0 + s.gone[city][0]
        second = 0 + s.gone[city][1]
        # Compared as bytes: the compiler then does it for all cities at once.
        if (first >= DISCARDED) & (first & 255 != own & 255):
            first = 0
        if (second >= DISCARDED) & (second & 255 != own & 255):
            second = 0
        # A card that is seen lies first: nobody may read off that another went before it.
        s.gone[city][0] = first if first != 0 else second
        s.gone[city][1] = second if first != 0 else 0


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
