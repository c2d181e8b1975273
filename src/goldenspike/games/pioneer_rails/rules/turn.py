"""Pioneer Rails: setup, who decides, the steps of a turn, rounds, the result."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below, seed_chance

from .deck import add_names, add_picks, name_refusal, new_deck, pick_refusal, take_card
from .features import activate, add_choices, choice_refusal, choose, let_escape
from .goals import deal_goals, reveal_goal
from .legal_tracks import add_tracks, has_plain_track
from .owners import add_owner, own_rail_refusal, own_refusal, use_owner, use_owner_rail
from .scoring import begin_turn, clear_steps, close_game, end_turn, sheet_points, winners
from .state import (
    AGAIN,
    AREA,
    CELLS,
    CHOOSE_FIRST,
    CHOOSING,
    COMMITTED,
    DEAL,
    DEPOSIT,
    DONE,
    DRAWING,
    DRAWING_CLOSED,
    EMPTY,
    FILL,
    GAME_OVER,
    MAX_DRAWN,
    MAX_EDGES,
    MAX_HEXES,
    MAX_VERTICES,
    MUST_DRAW,
    NAME,
    NAME_FIRST,
    NAMING,
    NO_SUCH_SEAT,
    NONE,
    NOT_AN_ACTION,
    OVER,
    OWN,
    OWN_RAIL,
    OWNER_BANK,
    OWNER_FORT,
    OWNER_GOAL,
    OWNER_TRACK_DUE,
    OWNERS,
    PICK,
    PICK_FIRST,
    PICKING,
    ROUNDS,
    SEATS,
    SPEND,
    SUIT,
    TOWNS,
    TRACK,
    TURN,
    TURNS,
    WAIT_DEALER,
    WAIT_OTHERS,
    BoardArrays,
    State,
)
from .towns import add_suits, spend_refusal, spend_suit, spend_town, suit_refusal
from .track import base_tracks, draw_track, due_tracks, track_refusal


# ---------------------------------------------------------------- setup
def start(s: State, b: BoardArrays, seats: int, low: int, high: int) -> None:
    """The position after setup (PR-SETUP-01..05)."""
    keep_options(s, b, seats)
    clear_sheets(s)
    seed_chance(s, low, high)
    deal_goals(s, b)
    shuffle_owners(s, b)
    s.dealer = NONE
    if seats > 1:
        s.dealer = below(s, seats) if s.first_dealer == 0 else (s.first_dealer - 1) % seats
    s.round_no = 1
    begin_round(s, b)


def keep_options(s: State, b: BoardArrays, seats: int) -> None:
    s.seats = seats
    s.hand_card = b.options.hand_card
    s.owners = b.options.owners
    s.jokers = b.options.jokers
    s.difficulty = b.options.difficulty
    s.first_dealer = b.options.first_dealer
    s.border_edges = b.options.border_edges
    s.saloon_choice = b.options.saloon_choice
    s.town_same_turn = b.options.town_same_turn
    s.joker_value = b.options.joker_value
    s.solo_beat = b.options.solo_beat
    s.must_draw = b.options.must_draw
    s.bandit_retry = b.options.bandit_retry
    s.owner_any_station = b.options.owner_any_station


def clear_sheets(s: State) -> None:
    """Blank sheets with one circled Town symbol each (PR-SETUP-01, -05)."""
    for seat in range(SEATS):
        for e in range(MAX_EDGES):
            s.edge[seat][e] = 0
        for h in range(MAX_HEXES):
            s.mark[seat][h] = 0
        for v in range(MAX_VERTICES):
            s.spot[seat][v] = 0
        for k in range(AREA):
            s.area[seat][k] = 0
            s.before[seat][k] = 0
        for k in range(CELLS):
            s.hand[seat][k] = EMPTY
        for k in range(ROUNDS):
            s.box[seat][k] = 0
        for k in range(3):
            s.star[seat][k] = 0
        for k in range(MAX_DRAWN):
            s.drawn[seat][k] = 0
        s.drawn_count[seat] = 0
        s.joker_used[seat] = 0
        s.late[seat] = 0
        clear_steps(s, seat)
        if seat < s.seats:
            s.area[seat][TOWNS] = 1
            s.before[seat][TOWNS] = 1
    for k in range(FILL):
        s.fill[k] = 0


def shuffle_owners(s: State, b: BoardArrays) -> None:
    """All the owners that take part, in random order (PR-OWNER-13)."""
    for k in range(OWNERS):
        s.owner_deck[k] = NONE
    s.owner = NONE
    if s.owners == 1:
        number = 0
        for k in range(OWNERS):
            if takes_part(s, b, k):
                s.owner_deck[number] = k
                number += 1
        for k in range(number - 1, 0, -1):
            j = below(s, k + 1)
            owner = 0 + s.owner_deck[k]
            s.owner_deck[k] = s.owner_deck[j]
            s.owner_deck[j] = owner


def takes_part(s: State, b: BoardArrays, owner: int) -> bool:
    """Solo leaves out the owner for goals; with the option Forest leaves out the one for Banks (PR-COMBO-07, -09)."""
    if owner == OWNER_GOAL and s.seats == 1 and b.options.solo_owner10 == 0:
        return False
    return not (owner == OWNER_BANK and b.forest == 1 and b.options.owners_skip_dead == 1)


def owner_count(s: State, b: BoardArrays) -> int:
    number = 0
    for k in range(OWNERS):
        if takes_part(s, b, k):
            number += 1
    return number


def begin_round(s: State, b: BoardArrays) -> None:
    """A fresh deck, the next owner, solo a goal turned up (PR-END-03, PR-OWNER-14, PR-SOLO-06)."""
    s.turn_no = 1
    new_deck(s, b)
    if s.owners == 1:
        # four rounds and at least nine owners: going on in the deck is the same as putting them to its bottom
        s.owner = 0 + s.owner_deck[s.round_no - 1]
    if s.seats == 1 and s.round_no > 1:
        reveal_goal(s)
    begin_turn(s, b)


# ---------------------------------------------------------------- who decides
def actors(s: State) -> int:
    """The Dealer picks first, then everybody writes at the same time (PR-FLOW-02, -07)."""
    if s.phase == OVER:
        return 0
    if s.phase == DEAL:
        return 1 << s.dealer
    waiting = 0
    for seat in range(s.seats):
        if s.stage[seat] != COMMITTED:
            waiting |= 1 << seat
    return waiting


def over(s: State) -> bool:
    return s.phase == OVER


# ---------------------------------------------------------------- what is allowed
def legal(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """All legal steps of a seat, sorted."""
    if s.phase == OVER or seat >= s.seats:
        return 0
    if s.phase == DEAL:
        return add_picks(s, b, seat, out, 0) if seat == s.dealer else 0
    stage = 0 + s.stage[seat]
    if stage == COMMITTED:
        return 0
    if stage == PICKING:
        return add_picks(s, b, seat, out, 0)
    if stage == NAMING:
        return add_names(s, seat, out, 0)
    if stage == CHOOSING:
        return add_choices(s, b, seat, out, 0)
    n = 0
    if done_refusal(s, b, seat) == 0:
        out[n] = DONE
        n += 1
    if spend_refusal(s, b, seat) == 0:
        out[n] = SPEND
        n += 1
    if stage == AGAIN:
        return n
    n = add_suits(s, b, seat, out, n)
    n = add_owner(s, b, seat, out, n)
    return add_tracks(s, b, seat, out, n)


def done_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """Base tracks and owner 04's are drawn while possible; Towns' may be left out (PR-TRACK-13, PR-BENEFIT-04)."""
    if s.stage[seat] == AGAIN or s.must_draw == 1:
        return 0
    reason = 0 + MUST_DRAW
    if s.drawn_count[seat] >= base_tracks(s, b, seat):
        if s.owner != OWNER_FORT or s.drawn_count[seat] >= due_tracks(s, b, seat):
            return 0
        reason = OWNER_TRACK_DUE
    return reason if has_plain_track(s, b, seat, s.rail[seat]) else 0


def refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """0, or the first rule against the step."""
    if s.phase == OVER:
        return GAME_OVER
    if seat < 0 or seat >= s.seats:
        return NO_SUCH_SEAT
    if action < 0 or action >= b.n_actions:
        return NOT_AN_ACTION
    if s.phase == DEAL:
        if seat != s.dealer:
            return WAIT_DEALER
        if action < PICK or action >= NAME:
            return PICK_FIRST
        return pick_refusal(s, b, seat, action - PICK)
    if s.stage[seat] == COMMITTED:
        return WAIT_OTHERS
    if action >= PICK and action < NAME:
        return pick_refusal(s, b, seat, action - PICK)
    if action >= NAME and action < SPEND:
        return name_refusal(s, seat, action - NAME)
    if s.stage[seat] == PICKING:
        return PICK_FIRST
    if s.stage[seat] == NAMING:
        return NAME_FIRST
    if action >= DEPOSIT and action < TRACK:
        return choice_refusal(s, b, seat, action)
    if s.stage[seat] == CHOOSING:
        return CHOOSE_FIRST
    return drawing_refusal(s, b, seat, action)


def drawing_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    if action == DONE:
        return done_refusal(s, b, seat)
    if action == SPEND:
        return spend_refusal(s, b, seat)
    if s.stage[seat] == AGAIN:
        return DRAWING_CLOSED
    if action < OWN_RAIL:
        return suit_refusal(s, b, seat, action - SUIT)
    if action < OWN:
        return own_rail_refusal(s, b, seat, action - OWN_RAIL)
    if action == OWN:
        return own_refusal(s, b, seat)
    return track_refusal(s, b, seat, action - TRACK)


# ---------------------------------------------------------------- doing it
def apply(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """The step; when the last seat has committed, everything up to the next decision."""
    if s.phase == DEAL:
        s.taken = action - PICK
        s.phase = TURN
        take_card(s, seat, action - PICK)
        return
    step(s, b, seat, action)
    if actors(s) == 0:
        next_turn(s, b)


def step(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """One private step of a turn."""
    if action == DONE:
        if s.stage[seat] == AGAIN:
            let_escape(s, b, seat)
        else:
            activate(s, b, seat)
    elif action < NAME:
        take_card(s, seat, action - PICK)
    elif action < SPEND:
        s.rail[seat] = action - NAME
        s.stage[seat] = DRAWING
    elif action == SPEND:
        spend_town(s, seat)
    elif action < OWN_RAIL:
        spend_suit(s, seat, action - SUIT)
    elif action < OWN:
        use_owner_rail(s, seat, action - OWN_RAIL)
    elif action == OWN:
        use_owner(s, seat)
    elif action < TRACK:
        choose(s, b, seat, action)
    else:
        draw_track(s, b, seat, action - TRACK)


def next_turn(s: State, b: BoardArrays) -> None:
    """The turn is revealed and ends; the next turn, round, or the end of the game follows (PR-FLOW-01, PR-END-03)."""
    end_turn(s, b)
    if s.turn_no < TURNS:
        s.turn_no += 1
        begin_turn(s, b)
    elif s.round_no < ROUNDS:
        s.round_no += 1
        begin_round(s, b)
    else:
        close_game(s)


def score(s: State, b: BoardArrays, out: list[int]) -> int:
    """Points by seat and the winners (PR-SCORE-01..06, PR-SOLO-10)."""
    for seat in range(s.seats):
        out[seat] = sheet_points(s, b, seat)
    return winners(s, b, out)
