"""The Round of Santa Fe Rails (2002) and Santa Fe (1992): who decides, what is legal, what follows."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below, seed_chance

from .draw import (
    add_buys,
    add_draws,
    add_hires,
    buy,
    buy_refusal,
    deal_dummy,
    draw,
    draw_refusal,
    hire,
    hire_refusal,
    may_draw_more,
)
from .exchange import can_exchange, exchange, exchange_refusal
from .growth import has_lay, has_major_lay
from .laying_turn import (
    add_turn,
    allowance,
    decline_refusal,
    done_refusal,
    hold_refusal,
    is_barred,
    lay,
    lay_refusal,
    pass_refusal,
)
from .play import add_booms, add_plays, boom, boom_refusal, can_boom, commit, play_refusal, return_cards, reveal
from .scoring import deadlock_test, end_event, supply_out, waits_for_exchange
from .setup import clear_display, clear_map, clear_options, clear_seats, deal
from .state import (
    AFTER_ROUND,
    AFTER_TURN,
    ALLPASS,
    BOOM,
    BOOM_NONE,
    BOOM_PLAY,
    BOOM_WRONG_FOUR,
    BUY,
    COUNTS_AS_PASS,
    DEADLOCK,
    DECLINE,
    DONE,
    DRAW,
    DRAW_BRANCH,
    DRAW_STOP,
    ENDED_BY_ALL_PASS,
    ENDED_BY_DEADLOCK,
    ENDED_BY_SUPPLY,
    EXCHANGE,
    GAME_OVER,
    HIRE,
    HIRE_ENGINEER,
    HOLD,
    MAJORS,
    OVER,
    PASS,
    PLAY,
    SF1992,
    SFR2002,
    SUPPLY,
    TLT1,
    TLT2,
    WRONG_ACTOR,
    WRONG_BOOMER,
    WRONG_BUYER,
    WRONG_DRAWER,
    WRONG_HIRER,
    WRONG_PHASE,
    BoardArrays,
    State,
)


# ---------------------------------------------------------------- setup
def start(s: State, b: BoardArrays, seats: int, low: int, high: int) -> None:
    """The position after setup (SFR-SETUP-01..13, SF-SETUP-01..07)."""
    clear_options(s, b, seats)
    clear_seats(s, b)
    clear_display(s, b)
    clear_map(s, b)
    seed_chance(s, low, high)
    deal(s, b)
    if b.options.first == 0:
        s.first = below(s, seats)
    else:
        s.first = b.options.first - 1
    s.round_no = 1
    s.phase = PLAY
    if s.edition == SF1992 and s.terrain == 1:
        s.phase = HIRE


# ---------------------------------------------------------------- who decides
def seat_at(s: State, turn: int) -> int:
    """Turn order runs clockwise from the First Player (SFR-SEQ-02, -07)."""
    seat = s.first + turn
    return seat if seat < s.seats else seat - s.seats


def actors(s: State) -> int:
    """The Play step is simultaneous, everything else is one seat after another (SFR-SEQ-04)."""
    if s.phase == OVER:
        return 0
    if s.phase == PLAY:
        waiting = 0
        for seat in range(s.seats):
            waiting |= (s.committed[seat] == 0) << seat
        return waiting
    return 1 << seat_at(s, s.turn)


def over(s: State) -> bool:
    return s.phase == OVER


def legal(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """All legal actions of a seat, sorted."""
    if s.phase == OVER or seat >= s.seats:
        return 0
    if s.phase == PLAY:
        return add_plays(s, b, seat, out, 0)
    if seat != seat_at(s, s.turn):
        return 0
    if s.phase == DRAW:
        return add_draws(s, b, seat, out, 0)
    if s.phase == TLT1 or s.phase == TLT2:
        return add_turn(s, b, seat, out, 0)
    if s.phase == BOOM:
        return add_booms(s, b, out, 0)
    if s.phase == BUY:
        return add_buys(s, b, seat, out, 0)
    return add_hires(s, b, seat, out, 0)


def phase_of(b: BoardArrays, action: int) -> int:
    """The step an action belongs to; TLT1 stands for both laying turns."""
    if action <= HIRE_ENGINEER:
        return HIRE
    if action < DRAW_BRANCH + MAJORS:
        return DRAW
    if action <= DECLINE:
        return TLT1
    if action < EXCHANGE:
        return BUY
    if action < BOOM_WRONG_FOUR:
        return TLT1
    if action <= BOOM_NONE:
        return BOOM
    if action < b.boom_base:
        return PLAY
    if action < b.lay_base:
        return BOOM
    return TLT1


def refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """0, or the first rule against the action."""
    if s.phase == OVER:
        return over_refusal(s)
    phase = TLT1 if s.phase == TLT2 else s.phase
    if action < 0 or action >= b.n_actions or phase_of(b, action) != phase:
        return WRONG_PHASE
    if phase == PLAY:
        return play_refusal(s, b, seat, action)
    if seat != seat_at(s, s.turn):
        return actor_refusal(phase)
    if phase == DRAW:
        return draw_refusal(s, b, seat, action)
    if phase == BOOM:
        return boom_refusal(s, b, action)
    if phase == BUY:
        return buy_refusal(s, b, seat, action)
    if phase == HIRE:
        return hire_refusal(s, b, seat, action)
    return turn_refusal(s, b, seat, action)


def over_refusal(s: State) -> int:
    """After the end nothing more is done: the end that came says why (SFR-END-01..04, SFR-TERR-09)."""
    if s.ended == SUPPLY:
        return ENDED_BY_SUPPLY
    if s.ended == DEADLOCK:
        return ENDED_BY_DEADLOCK
    if s.ended == ALLPASS:
        return ENDED_BY_ALL_PASS
    return GAME_OVER


def actor_refusal(phase: int) -> int:
    """Everything but the Play step is done in turn order; each step has its own sentence about it."""
    if phase == DRAW:
        return WRONG_DRAWER
    if phase == BOOM:
        return WRONG_BOOMER
    if phase == BUY:
        return WRONG_BUYER
    if phase == HIRE:
        return WRONG_HIRER
    return WRONG_ACTOR


def turn_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    if action >= b.lay_base:
        return lay_refusal(s, b, seat, action)
    if action >= EXCHANGE:
        return exchange_refusal(s, b, seat, action - EXCHANGE)
    if action == DONE:
        return done_refusal(s, b, seat)
    if action == PASS:
        return pass_refusal(s, b, seat)
    if action == HOLD:
        return hold_refusal(s, seat)
    return decline_refusal(s, b, seat)


# ---------------------------------------------------------------- the Round
def apply(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """The action, then everything automatic up to the next decision."""
    if s.phase == PLAY:
        commit(s, b, seat, action)
        if actors(s) == 0:
            reveal(s)
            s.phase = BOOM
            s.turn = 0
            next_boom(s, b)
    elif s.phase == DRAW:
        if action == DRAW_STOP:
            s.turn += 1
        else:
            draw(s, b, seat, action)
        next_draw(s, b)
    elif s.phase == BOOM:
        boom(s, b, action)
        if b.options.boom_timing == 1:
            s.phase = TLT1
            s.exchanged = 1  # not asked again in this turn
            go_on_after_markers(s, b, seat)
        else:
            s.turn += 1
            next_boom(s, b)
    elif s.phase == BUY:
        buy(s, b, seat, action)
        s.turn += 1
        next_buy(s)
    elif s.phase == HIRE:
        hire(s, b, seat, action)
        s.turn += 1
        if s.turn == s.seats:
            s.turn = 0
            s.phase = PLAY
    else:
        take_turn(s, b, seat, action)


def next_boom(s: State, b: BoardArrays) -> None:
    """Markers are placed right after the Reveal, in turn order, before any track (SFR-BOOM-10)."""
    while s.turn < s.seats and b.options.boom_timing == 0:
        if s.card[seat_at(s, s.turn)] == BOOM_PLAY and can_boom(s, b):
            return
        s.turn += 1
    s.phase = TLT1
    s.turn = 0
    s.passes = 0
    for seat in range(s.seats):
        s.laid_first[seat] = 0
    begin_turn(s, b)


def begin_draw(s: State, b: BoardArrays) -> None:
    s.phase = DRAW
    s.turn = 0
    next_draw(s, b)


def next_draw(s: State, b: BoardArrays) -> None:
    """One player completes their refill before the next begins (SFR-SEQ-02)."""
    while s.turn < s.seats:
        if may_draw_more(s, b, seat_at(s, s.turn)):
            return
        s.turn += 1
    s.turn = 0
    if s.edition == SFR2002:
        if s.seats == 2:
            deal_dummy(s)
        s.phase = PLAY
    elif s.track_purchase == 1:
        s.phase = BUY
    else:
        pass_train(s)
        s.phase = PLAY


def next_buy(s: State) -> None:
    """Between Draw and Train each player may buy one piece (SF-BUY-01)."""
    if s.bought_track_end == 1 and supply_out(s):
        s.ended = SUPPLY
        s.ended_by = seat_at(s, s.turn - 1)
        s.phase = OVER
    elif s.turn == s.seats:
        pass_train(s)
        s.phase = PLAY


def pass_train(s: State) -> None:
    """The left neighbour is next First Player; with two players in 2002 it stays (SFR-SEQ-09, SFR-2P-01)."""
    if s.edition == SF1992 or s.seats > 2:
        s.first = (s.first + 1) % s.seats
    s.round_no += 1
    s.turn = 0


# ---------------------------------------------------------------- laying turns
def begin_turn(s: State, b: BoardArrays) -> None:
    """Find the next player with a decision in this track-laying turn, or go on to what follows it."""
    while s.phase == TLT1 or s.phase == TLT2:
        if s.turn == s.seats:
            end_step(s, b)
            continue
        s.laid_now = 0
        s.exchanged = 0
        seat = seat_at(s, s.turn)
        if is_barred(s, seat):
            if unused_is_pass(s, b):
                s.passes += 1
            s.turn += 1
            continue
        stuck = not has_major_lay(s, b, seat, True)
        if stuck and s.ending == 0 and not waits_for_exchange(s, b, seat):
            deadlock_test(s, b, seat)
            if s.phase == OVER:
                return
        if s.card[seat] == BOOM_PLAY and s.phase == TLT1 and b.options.boom_timing == 1 and can_boom(s, b):
            s.phase = BOOM
            return
        if not stuck or has_decision(s, b, seat):
            return
        end_turn(s, s.ending == 0)


def unused_is_pass(s: State, b: BoardArrays) -> bool:
    """Does the turn that a Four player leaves empty count as a pass?  Only with the option (SFR-TERR-13)."""
    return s.terrain == 1 and b.options.four_unused_turn == COUNTS_AS_PASS


def go_on_after_markers(s: State, b: BoardArrays, seat: int) -> None:
    """The laying turn of a Boom player once the markers are placed (option boom_timing)."""
    if not has_major_lay(s, b, seat, True) and not has_decision(s, b, seat):
        end_turn(s, s.ending == 0)
        begin_turn(s, b)


def has_decision(s: State, b: BoardArrays, seat: int) -> bool:
    """Is there anything but passing?  A turn in which nothing else is allowed ends by itself."""
    if has_lay(s, b, seat, True):
        return True
    return s.ending == 0 and (can_exchange(s, b, seat) or hold_refusal(s, seat) == 0)


def take_turn(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """One action of a laying turn; a turn ends by itself when nothing more is allowed (SFR-LAY-41)."""
    if action >= b.lay_base:
        lay(s, b, seat, action)
        if s.ending == 0 and supply_out(s):
            end_event(s, SUPPLY, seat)
        if s.phase == OVER:
            return
        if s.laid_now < allowance(s, b, seat) and goes_on(s, b, seat):
            return
    elif action >= EXCHANGE:
        exchange(s, seat, action - EXCHANGE)
        if s.short_lines_prolong == 1 and s.ending == 0:
            deadlock_test(s, b, seat)
            if s.phase == OVER:
                return
        if has_decision(s, b, seat):
            return
    elif action == DECLINE or (action != HOLD and s.laid_now == 0 and waits_for_exchange(s, b, seat)):
        if s.ending == 0 and (action == DECLINE or not has_lay(s, b, seat, False)):
            end_event(s, DEADLOCK, seat)
    if s.phase != OVER:
        end_turn(s, action != HOLD or unused_is_pass(s, b))
        begin_turn(s, b)


def goes_on(s: State, b: BoardArrays, seat: int) -> bool:
    """May the player lay another piece? With the option, being unable to lay a Major one ends the game (SFR-END-11)."""
    if s.deadlock_check == 1 and s.ending == 0:
        deadlock_test(s, b, seat)
        if s.phase == OVER:
            return True
    return has_lay(s, b, seat, True)


def end_turn(s: State, took_part: bool) -> None:
    """A turn without a piece is a pass, unless the Four player keeps it for later (SFR-TERR-13)."""
    seat = seat_at(s, s.turn)
    if s.phase == TLT1:
        s.laid_first[seat] = s.laid_now
    if s.laid_now == 0 and took_part:
        s.passes += 1
    s.turn += 1
    s.laid_now = 0
    s.exchanged = 0
    if s.ending != 0 and s.end_timing == AFTER_TURN:
        s.ended = s.ending
        s.phase = OVER


def end_step(s: State, b: BoardArrays) -> None:
    """After the last player: all passed, the second turn, or the end of the Round (SFR-TERR-09, SFR-SEQ-08)."""
    everybody_passed = s.passes == s.seats and (s.terrain == 1 or s.track_purchase == 1)
    s.turn = 0
    if b.options.all_pass_scope == 1:  # both laying turns of the Round count together (SF-ADV-08)
        everybody_passed = s.passes == 2 * s.seats and (s.terrain == 1 or s.track_purchase == 1)
    if b.options.all_pass_scope == 0 or s.phase == TLT2:
        s.passes = 0
    if everybody_passed and s.ending == 0:
        s.ended = ALLPASS
        s.phase = OVER
    elif s.phase == TLT1:
        s.phase = TLT2
    elif s.ending != 0 and s.end_timing == AFTER_ROUND:
        s.ended = s.ending
        s.phase = OVER
    else:
        return_cards(s)
        for seat in range(s.seats):
            s.laid_first[seat] = 0
        if s.edition == SFR2002:
            pass_train(s)
        begin_draw(s, b)


# Compiled into their callers, see track.py.
INLINE = ("seat_at", "actors", "end_turn")
