"""What a seat knows: what is hidden from it, another world like this one, numbers to learn from, a neutral action."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below

from .deck import (
    deal_hand_card,
    deals_jokers,
    is_hand_turn,
    is_joker,
    pick_refusal,
    shuffle_deck,
    take_card,
)
from .features import choice_refusal, fresh_sides, most_deposit, sides
from .goals import deck_goal, mix_goals
from .scoring import drop_turn
from .state import (
    ABSENT,
    AREA,
    BANDIT,
    BANK,
    BLACK_JOKER,
    BLANK,
    CARDS,
    CELLS,
    CHOOSING,
    CIRCLE,
    COMMITTED,
    CUT_FRESH,
    DEAL,
    DEPOSIT,
    DONE,
    DRAWING,
    ESCAPED,
    FACE_DOWN,
    FRESH,
    GOAL_SLOTS,
    HEARTS,
    NAME,
    NAMING,
    NONE,
    OVER,
    OWNERS,
    PICK,
    PICKING,
    PLAIN,
    RED_JOKER,
    ROUNDS,
    SHOWN,
    SPADES,
    TRACK,
    BoardArrays,
    State,
)
from .track import NO_START, SWITCH_START, due_tracks, edge_closed, entry_refusal, start_kind
from .turn import owner_count, step


# ---------------------------------------------------------------- what is hidden
def hide(s: State, b: BoardArrays, seat: int) -> None:
    """Blank what the seat cannot see: deck, hand cards, goals and owners to come, the turns that others write."""
    for k in range(4):
        s.chance[k] = 0
    for k in range(CARDS):
        s.deck[k] = 0
    for k in range(GOAL_SLOTS):
        if s.goal_face[k] == FACE_DOWN:
            s.goal[k] = NONE
    for k in range(s.round_no, OWNERS):
        s.owner_deck[k] = NONE
    for other in range(s.seats):
        if other != seat:
            committed = s.stage[other] == COMMITTED
            s.own_card[other] = NONE
            if s.phase != OVER:
                drop_turn(s, b, other)
            if committed:
                s.stage[other] = COMMITTED


# ---------------------------------------------------------------- another world
def redeal(s: State, b: BoardArrays, seat: int) -> None:
    """Deal anew what the seat cannot see: deck, hand cards, goals and owners to come, the turns of others."""
    waiting = 0
    for other in range(s.seats):
        if other != seat and s.phase != OVER:
            if s.stage[other] != COMMITTED:
                waiting |= 1 << other
            drop_turn(s, b, other)
    redeal_cards(s, b, seat)
    redeal_owners(s, b)
    redeal_goals(s, b)
    if s.phase == OVER or s.phase == DEAL:
        return
    for other in range(s.seats):
        if other != seat:
            if is_hand_turn(s):
                take_card(s, other, s.own_card[other])
            if waiting >> other & 1 == 0:
                some_turn(s, b, other)


def redeal_cards(s: State, b: BoardArrays, seat: int) -> None:
    """Deck and foreign hand cards change places; Jokers stay out of hands (PR-HAND-02, PR-COMBO-01)."""
    jokers = 0
    size = 0
    for k in range(s.deck_size):
        card = 0 + s.deck[k]
        s.deck[k] = 0
        if is_joker(card) and not deals_jokers(s, b):
            jokers |= 1 << card
        else:
            s.deck[size] = card
            size += 1
    s.deck_size = size
    for other in range(s.seats):
        if other != seat and s.own_card[other] != NONE:
            s.deck[s.deck_size] = s.own_card[other]
            s.deck_size += 1
    sort_pile(s.deck, 0, s.deck_size)
    shuffle_deck(s)
    for other in range(s.seats):
        if other != seat and s.own_card[other] != NONE:
            took_joker = other == s.dealer and s.taken != NONE and is_joker(s.taken)
            s.own_card[other] = deal_hand_card(s, took_joker or s.joker_used[other] == 1)
    for card in range(BLACK_JOKER, CARDS):
        if jokers >> card & 1 == 1:
            s.deck[s.deck_size] = card
            s.deck_size += 1
    shuffle_deck(s)


def sort_pile(pile: list[int], low: int, high: int) -> None:
    """A fixed order before shuffling: not even the dice tell how the cards lay."""
    for k in range(low + 1, high):
        card = 0 + pile[k]
        j = k
        while j > low and pile[j - 1] > card:
            pile[j] = pile[j - 1]
            j -= 1
        pile[j] = card


def redeal_owners(s: State, b: BoardArrays) -> None:
    """Owners that were not turned up yet."""
    if s.owners == 0:
        return
    low = 0 + s.round_no
    sort_pile(s.owner_deck, low, owner_count(s, b))
    for k in range(owner_count(s, b) - 1, low, -1):
        j = low + below(s, k - low + 1)
        owner = 0 + s.owner_deck[k]
        s.owner_deck[k] = s.owner_deck[j]
        s.owner_deck[j] = owner


def redeal_goals(s: State, b: BoardArrays) -> None:
    """Solo goals that still lie face down (PR-SOLO-03)."""
    hidden = 0
    for k in range(3):
        if s.goal_face[k] == FACE_DOWN:
            hidden |= 1 << k
            s.goal_face[k] = ABSENT
    sort_hidden_goals(s, b, hidden)
    for k in range(3):
        if hidden >> k & 1 == 1:
            s.goal[k] = deck_goal(s, b, 0 + b.goal_deck[s.goal[k]])
            s.goal_face[k] = FACE_DOWN
    if b.options.solo_goal_order == 0:
        mix_goals(s)


def sort_hidden_goals(s: State, b: BoardArrays, hidden: int) -> None:
    """By their decks, before they are dealt anew: not even the dice tell how they lay."""
    for k in range(3):
        for j in range(k):
            if hidden >> k & 1 == 1 and hidden >> j & 1 == 1 and b.goal_deck[s.goal[k]] < b.goal_deck[s.goal[j]]:
                goal = 0 + s.goal[k]
                s.goal[k] = s.goal[j]
                s.goal[j] = goal


def some_turn(s: State, b: BoardArrays, seat: int) -> None:
    """Any complete turn of a seat that has committed one."""
    while s.stage[seat] != COMMITTED:
        if s.stage[seat] == PICKING:
            step(s, b, seat, PICK + some_card(s, b, seat))
        elif s.stage[seat] == DRAWING and s.drawn_count[seat] < due_tracks(s, b, seat):
            track = some_track(s, b, seat, True)
            step(s, b, seat, 0 + DONE if track == NONE else TRACK + track)
        else:
            step(s, b, seat, zombie(s, b, seat))


def some_card(s: State, b: BoardArrays, seat: int) -> int:
    """A random card that the seat may pick."""
    count = 0
    found = 0 + NONE
    for k in range(SHOWN):
        if s.shown[k] != NONE and pick_refusal(s, b, seat, s.shown[k]) == 0:
            count += 1
            if below(s, count) == 0:
                found = 0 + s.shown[k]
    return found


def some_track(s: State, b: BoardArrays, seat: int, at_random: bool) -> int:
    """A track that needs no permission, a random one or the first; NONE if there is none."""
    rail = 0 + s.rail[seat]
    count = 0
    found = 0 + NONE
    for v in range(b.n_vertices):
        start = start_kind(s, b, seat, v, rail)
        if start == NO_START or start == SWITCH_START:
            continue
        for k in range(3):
            e = 0 + b.vertex_edge[v][k]
            if e == NONE or s.edge[seat][e] != 0 or b.edge_kind[e] != PLAIN or edge_closed(s, b, e):
                continue
            if entry_refusal(s, b, seat, b.edge_end[e][0] + b.edge_end[e][1] - v, rail) == 0:
                count += 1
                if at_random:
                    if below(s, count) == 0:
                        found = e
                elif found == NONE or e < found:
                    found = e
    return found


# ---------------------------------------------------------------- a neutral action
def zombie(s: State, b: BoardArrays, seat: int) -> int:
    """Left-most card, first tracks, greatest deposit, earliest symbols; no Town, no owner; NONE if nothing is asked."""
    if s.phase == OVER or s.stage[seat] == COMMITTED or (s.phase == DEAL and seat != s.dealer):
        return NONE
    if s.stage[seat] == PICKING:
        for k in range(SHOWN):
            if s.shown[k] != NONE and pick_refusal(s, b, seat, s.shown[k]) == 0:
                return PICK + s.shown[k]
        return NONE
    if s.stage[seat] == NAMING:
        return NAME + (HEARTS if s.card[seat] == RED_JOKER else SPADES)
    if s.stage[seat] == CHOOSING:
        if b.terrain[s.asked[seat]] == BANK:
            return DEPOSIT + most_deposit(s, b, seat)
        for action in range(CIRCLE, TRACK):
            if choice_refusal(s, b, seat, action) == 0:
                return action
    if s.stage[seat] == DRAWING and s.drawn_count[seat] < due_tracks(s, b, seat):
        track = some_track(s, b, seat, False)
        if track != NONE:
            return TRACK + track
    return DONE


# ---------------------------------------------------------------- numbers to learn from
def observe(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """Public numbers first, then every sheet from this seat's own on; the unfinished turn of others is left out."""
    n = observe_table(s, out)
    own = s.own_card[seat] if seat < s.seats else NONE
    out[n] = own
    out[n + 1] = s.stage[seat]
    out[n + 2] = s.card[seat]
    out[n + 3] = s.rail[seat]
    out[n + 4] = s.drawn_count[seat]
    out[n + 5] = s.owner_used[seat]
    out[n + 6] = s.suit_used[seat]
    out[n + 7] = s.specials[seat]
    out[n + 8] = s.asked[seat]
    out[n + 9] = s.extra[seat]
    n += 10
    for turn in range(s.seats):
        n = observe_sheet(s, b, (seat + turn) % s.seats, turn == 0, out, n)
    return n


def observe_table(s: State, out: list[int]) -> int:
    out[0] = s.seats
    out[1] = s.phase
    out[2] = s.round_no
    out[3] = s.turn_no
    out[4] = s.dealer
    out[5] = s.burnt
    out[6] = s.taken
    out[7] = s.owner
    out[8] = s.deck_size
    n = 9
    for k in range(SHOWN):
        out[n] = s.shown[k]
        n += 1
    for card in range(CARDS):
        out[n] = s.seen >> card & 1
        n += 1
    for k in range(GOAL_SLOTS):
        out[n] = NONE if s.goal_face[k] == FACE_DOWN else s.goal[k]
        out[n + 1] = s.goal_face[k]
        out[n + 2] = s.goal_met[k]
        n += 3
    return n


def observe_sheet(s: State, b: BoardArrays, seat: int, own: bool, out: list[int], start_at_n: int) -> int:
    """One sheet; the seat's own also with the turn it is writing."""
    n = start_at_n
    out[n] = 1 if s.stage[seat] == COMMITTED else 0
    out[n + 1] = s.joker_used[seat]
    n += 2
    for k in range(3):
        out[n] = s.star[seat][k]
        n += 1
    for k in range(ROUNDS):
        out[n] = s.box[seat][k]
        n += 1
    for k in range(CELLS):
        out[n] = s.hand[seat][k]
        n += 1
    for k in range(AREA):
        out[n] = s.area[seat][k] if own else s.before[seat][k]
        n += 1
    for e in range(b.n_edges):
        out[n] = settled_edge(s, seat, e, own)
        n += 1
    for h in range(b.n_hexes):
        out[n] = settled_mark(s, b, seat, h, own)
        n += 1
    return n


def settled_edge(s: State, seat: int, e: int, own: bool) -> int:
    if s.edge[seat][e] > FRESH and not own:
        return 0
    return 0 + s.edge[seat][e]


def settled_mark(s: State, b: BoardArrays, seat: int, h: int, own: bool) -> int:
    fresh = CUT_FRESH if b.terrain[h] == BLANK else FRESH
    if s.mark[seat][h] > fresh and not own:
        if b.terrain[h] == BANDIT and sides(s, b, seat, h) > fresh_sides(s, b, seat, h):
            return ESCAPED
        return 0
    return 0 + s.mark[seat][h]
