"""A round from setup to the end: who may do what, and what happens then."""

from __future__ import annotations

from .clock import advance, next_event, next_moment
from .cubes import (
    aboard,
    begin_load,
    begin_store,
    begin_xchg,
    begin_xfer,
    cargo_refusal,
    load_refusal,
    neighbour,
    store_refusal,
    xchg_refusal,
    xfer_refusal,
)
from .engineers import begin_seating, engineer_refusal, lodging
from .letting_go import cancel, cancel_refusal, release, release_refusal
from .passing import (
    back_refusal,
    begin_go,
    begin_push,
    begin_take,
    end_by_word,
    go_refusal,
    no_refusal,
    push_refusal,
    take_refusal,
    toot,
    toot_refusal,
)
from .scoring import match_score, win_line
from .setup import begin_round, start
from .state import (
    ACTIONS,
    ALREADY_READY,
    ALREADY_WAITING,
    ARROW,
    ARROW_FOREIGN,
    ARROW_NOWHERE,
    ARROWS_MANUAL,
    ARROWS_NOT_MANUAL,
    BACK,
    BETWEEN,
    CANCEL,
    ENG,
    ENGINEERS,
    GO,
    HELD,
    HOLD,
    HOLD_SHIFT,
    LOAD,
    LONG_TRACK,
    NO,
    NO_ARROW,
    NO_NEXT_ROUND,
    NO_SUCH_COMMAND,
    NONE,
    NOT_A_SEAT,
    NOT_TIMED,
    OVER,
    PARK,
    PICK,
    PUSH,
    READY,
    RELEASE,
    ROUND_OVER,
    ROUND_RUNS,
    SHORT_TRACK,
    STORE,
    TAKE,
    TIERS,
    TIMED,
    TO_HOTEL,
    TOOT,
    TRAINS,
    WAIT,
    XCHG,
    XFER,
    BoardArrays,
    State,
)
from .trains import begin_park, begin_pick, holder, park_refusal, pick_refusal

__all__ = ["actors", "advance", "apply", "legal", "next_event", "over", "refusal", "score", "start"]


# ---------------------------------------------------------------- who decides
def actors(s: State) -> int:
    """All seats act at once, except those that wait for the next event or are ready (RP-TIME-01)."""
    if s.phase == OVER:
        return 0
    return ((1 << s.seats) - 1) & ~s.waiting


def over(s: State) -> bool:
    return s.phase == OVER


def refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """0, or the first rule against the command at this moment (RP-DIG-02)."""
    if s.phase == OVER:
        return ROUND_OVER
    if seat < 0 or seat >= s.seats:
        return NOT_A_SEAT
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_COMMAND
    if s.phase == BETWEEN:
        if action != READY:
            return ROUND_OVER
        return ALREADY_READY if s.waiting >> seat & 1 == 1 else 0
    if action == READY:
        return ROUND_RUNS if s.rounds > 1 else NO_NEXT_ROUND
    if action == WAIT:
        return ALREADY_WAITING if s.waiting >> seat & 1 == 1 else 0
    if action >= HOLD:
        if s.dexterity != TIMED:
            return NOT_TIMED
        return carry_refusal(s, b, seat, action - HOLD_SHIFT)
    if action >= PICK and action < TOOT:
        return carry_refusal(s, b, seat, action)
    if action < PICK:
        return table_refusal(s, b, seat, action)
    return word_refusal(s, b, seat, action)


def table_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """Commands on parked trains: cubes and engineers."""
    if action >= ENG:
        return engineer_refusal(s, b, seat, (action - ENG) // 13, (action - ENG) % 13)
    if action >= XCHG:
        code = action - XCHG
        return xchg_refusal(s, b, seat, code // 36, code // 6 % 6, code % 6)
    if action >= XFER:
        return xfer_refusal(s, b, seat, (action - XFER) // 6, (action - XFER) % 6)
    if action >= STORE:
        return store_refusal(s, b, seat, action - STORE)
    return load_refusal(s, b, seat, (action - LOAD) // 12, (action - LOAD) % 12)


def carry_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """Commands that carry a train."""
    if action >= TAKE:
        return take_refusal(s, b, seat, (action - TAKE) // 2, (action - TAKE) % 2)
    if action >= GO:
        return go_refusal(s, b, seat, (action - GO) // 6, (action - GO) % 6)
    if action >= PARK:
        code = action - PARK
        return park_refusal(s, b, seat, code // 12, code // 2 % 6, code % 2)
    return pick_refusal(s, b, seat, (action - PICK) // 2, (action - PICK) % 2)


def word_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """Commands that take no time: offers, presses, arrows."""
    if action >= ARROW:
        code = action - ARROW
        return arrow_refusal(s, b, seat, code // 42, code // 7 % 6, code % 7)
    if action >= CANCEL:
        return cancel_refusal(s, seat, action - CANCEL)
    if action >= RELEASE:
        return release_refusal(s, b, seat, (action - RELEASE) // TIERS, (action - RELEASE) % TIERS)
    if action >= PUSH:
        return push_refusal(s, b, seat, action - PUSH)
    if action >= NO:
        return no_refusal(s, b, seat, action - NO)
    if action >= BACK:
        return back_refusal(s, seat, action - BACK)
    return toot_refusal(s, b, seat, (action - TOOT) // 6, (action - TOOT) % 6)


def arrow_refusal(s: State, b: BoardArrays, seat: int, city: int, colour: int, to: int) -> int:
    """A player may point the arrows of their cities at neighbouring cities; they change nothing (RP-ARROW-01, -02)."""
    if s.arrows != ARROWS_MANUAL:
        return ARROWS_NOT_MANUAL
    if city >= b.n_cities or b.owner[city] != seat:
        return ARROW_FOREIGN
    if colour >= b.n_cities or colour == city:
        return ARROW_NOWHERE
    if to != NO_ARROW and (to >= b.n_cities or b.dist[city][to] != 1):
        return ARROW_NOWHERE
    return 0


# ---------------------------------------------------------------- legal actions
def legal(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """All commands this seat could give at this moment, sorted."""
    if s.phase == OVER or seat < 0 or seat >= s.seats:
        return 0
    if s.phase == BETWEEN:
        out[0] = READY
        return 1 - (s.waiting >> seat & 1)
    out[0] = WAIT
    n = 1 - (s.waiting >> seat & 1)
    n = add_cargo(s, b, seat, out, n)
    n = add_seatings(s, b, seat, out, n)
    first = n
    n = add_carries(s, b, seat, out, n)
    last = n
    n = add_words(s, b, seat, out, n)
    if s.arrows == ARROWS_MANUAL:
        n = add_arrows(s, b, seat, out, n)
    if s.dexterity == TIMED:
        for k in range(first, last):
            out[n] = out[k] + HOLD_SHIFT
            n += 1
    return n


def add_cargo(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Loading, storing and exchanging in the seat's cities."""
    for end in range(2):
        for train in range(TRAINS):
            if s.place[train] < HELD and load_refusal(s, b, seat, end, train) == 0:
                out[n] = LOAD + 12 * end + train
                n += 1
    for train in range(TRAINS):
        if s.place[train] < HELD and store_refusal(s, b, seat, train) == 0:
            out[n] = STORE + train
            n += 1
    for train in range(TRAINS):
        if s.load[train] > 0 and cargo_refusal(s, b, seat, train) == 0:
            for cube in range(b.n_cities):
                if aboard(s, train, cube) > 0 and xfer_refusal(s, b, seat, train, cube) == 0:
                    out[n] = XFER + 6 * train + cube
                    n += 1
    for train in range(TRAINS):
        if s.load[train] > 0 and s.place[train] < HELD and s.place[train] % 2 == LONG_TRACK:
            other = neighbour(s, train)
            if other != NONE and s.load[other] > 0 and cargo_refusal(s, b, seat, train) == 0:
                n = add_exchanges(s, b, seat, train, other, out, n)
    return n


def add_exchanges(s: State, b: BoardArrays, seat: int, train: int, other: int, out: list[int], n: int) -> int:
    """Cubes that two parked trains may exchange."""
    for cube in range(b.n_cities):
        if aboard(s, train, cube) > 0:
            for back in range(b.n_cities):
                if aboard(s, other, back) > 0 and xchg_refusal(s, b, seat, train, cube, back) == 0:
                    out[n] = XCHG + 36 * train + 6 * cube + back
                    n += 1
    return n


def add_seatings(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Engineers to the trains of their city in order of number, then to its Hotel."""
    for engineer in range(ENGINEERS):
        city = lodging(s, engineer)
        if city != NONE and b.owner[city] == seat:
            if b.options.eng_cross_city == 1:
                n = add_boardings(s, b, seat, engineer, out, n)
            else:
                one = 0 + s.track[city][LONG_TRACK]
                two = 0 + s.track[city][SHORT_TRACK]
                if two < one:
                    one, two = two, one
                if one != NONE and engineer_refusal(s, b, seat, engineer, one) == 0:
                    out[n] = ENG + 13 * engineer + one
                    n += 1
                if two != NONE and engineer_refusal(s, b, seat, engineer, two) == 0:
                    out[n] = ENG + 13 * engineer + two
                    n += 1
            if engineer_refusal(s, b, seat, engineer, TO_HOTEL) == 0:
                out[n] = ENG + 13 * engineer + TO_HOTEL
                n += 1
    return n


def add_boardings(s: State, b: BoardArrays, seat: int, engineer: int, out: list[int], n: int) -> int:
    """Where engineers may change cities: every train they could board (RP-AMB-04)."""
    for train in range(TRAINS):
        if s.driver[train] == NONE and engineer_refusal(s, b, seat, engineer, train) == 0:
            out[n] = ENG + 13 * engineer + train
            n += 1
    return n


def add_carries(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Picking up, parking, moving and taking."""
    for train in range(TRAINS):
        if s.place[train] < HELD:
            for hand in range(2):
                if pick_refusal(s, b, seat, train, hand) == 0:
                    out[n] = PICK + 2 * train + hand
                    n += 1
    for train in range(TRAINS):
        if holder(s, train) == seat:
            for track in range(2):
                if park_refusal(s, b, seat, train, 0 + s.at[train], track) == 0:
                    out[n] = PARK + 12 * train + 2 * s.at[train] + track
                    n += 1
    for train in range(TRAINS):
        if holder(s, train) == seat:
            for city in range(b.n_cities):
                if go_refusal(s, b, seat, train, city) == 0:
                    out[n] = GO + 6 * train + city
                    n += 1
    for train in range(TRAINS):
        if s.offer[train] != NONE:
            for hand in range(2):
                if take_refusal(s, b, seat, train, hand) == 0:
                    out[n] = TAKE + 2 * train + hand
                    n += 1
    return n


def add_words(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Offers, answers, presses and their ends."""
    for train in range(TRAINS):
        if holder(s, train) == seat:
            for city in range(b.n_cities):
                if toot_refusal(s, b, seat, train, city) == 0:
                    out[n] = TOOT + 6 * train + city
                    n += 1
    for train in range(TRAINS):
        if s.offer[train] != NONE and back_refusal(s, seat, train) == 0:
            out[n] = BACK + train
            n += 1
    for train in range(TRAINS):
        if s.offer[train] != NONE and no_refusal(s, b, seat, train) == 0:
            out[n] = NO + train
            n += 1
    for train in range(TRAINS):
        if s.offer[train] != NONE and push_refusal(s, b, seat, train) == 0:
            out[n] = PUSH + train
            n += 1
    for train in range(TRAINS):
        if s.push[train] != 0 or s.job[train] != 0:
            for claim in range(TIERS):
                if release_refusal(s, b, seat, train, claim) == 0:
                    out[n] = RELEASE + TIERS * train + claim
                    n += 1
    for train in range(TRAINS):
        if s.job[train] != 0 and cancel_refusal(s, seat, train) == 0:
            out[n] = CANCEL + train
            n += 1
    return n


def add_arrows(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Where the seat's arrows may point."""
    for city in range(b.n_cities):
        if b.owner[city] == seat:
            for colour in range(b.n_cities):
                for to in range(NO_ARROW + 1):
                    if arrow_refusal(s, b, seat, city, colour, to) == 0:
                        out[n] = ARROW + 42 * city + 7 * colour + to
                        n += 1
    return n


# ---------------------------------------------------------------- doing it
def apply(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """Start an accepted command at this moment; when everybody waits, time goes on (RP-DIG-02, -03, -20)."""
    if action == WAIT or action == READY:
        s.waiting |= 1 << seat
        if s.waiting == (1 << s.seats) - 1:
            if action == WAIT:
                advance(s, b, next_moment(s, b))
            else:
                s.round_no += 1
                begin_round(s, b)
        return
    s.waiting &= ~(1 << seat)
    if action >= HOLD:
        start_carry(s, b, seat, action - HOLD_SHIFT, 1)
    elif action >= PICK and action < TOOT:
        start_carry(s, b, seat, action, 0)
    elif action < PICK:
        start_table(s, b, seat, action)
    else:
        say(s, b, seat, action)


def start_table(s: State, b: BoardArrays, seat: int, action: int) -> None:
    if action >= ENG:
        begin_seating(s, b, seat, (action - ENG) // 13, (action - ENG) % 13)
    elif action >= XCHG:
        code = action - XCHG
        begin_xchg(s, b, seat, code // 36, code // 6 % 6, code % 6)
    elif action >= XFER:
        begin_xfer(s, b, seat, (action - XFER) // 6, (action - XFER) % 6)
    elif action >= STORE:
        begin_store(s, b, seat, action - STORE)
    else:
        begin_load(s, b, seat, (action - LOAD) // 12, (action - LOAD) % 12)


def start_carry(s: State, b: BoardArrays, seat: int, action: int, steady: int) -> None:
    if action >= TAKE:
        begin_take(s, b, seat, (action - TAKE) // 2, (action - TAKE) % 2, steady)
    elif action >= GO:
        begin_go(s, b, seat, (action - GO) // 6, (action - GO) % 6, steady)
    elif action >= PARK:
        code = action - PARK
        begin_park(s, b, seat, code // 12, code // 2 % 6, code % 2, steady)
    else:
        begin_pick(s, b, seat, (action - PICK) // 2, (action - PICK) % 2, steady)


def say(s: State, b: BoardArrays, seat: int, action: int) -> None:
    if action >= ARROW:
        code = action - ARROW
        s.arrow[code // 42][code // 7 % 6] = NONE if code % 7 == NO_ARROW else code % 7
    elif action >= CANCEL:
        cancel(s, action - CANCEL)
    elif action >= RELEASE:
        release(s, b, seat, (action - RELEASE) // TIERS, (action - RELEASE) % TIERS)
    elif action >= PUSH:
        begin_push(s, action - PUSH)
    elif action >= BACK:
        end_by_word(s, b, (action - BACK) % 12)
    else:
        toot(s, seat, (action - TOOT) // 6, (action - TOOT) % 6)


# ---------------------------------------------------------------- score
def score(s: State, b: BoardArrays, out: list[int]) -> int:
    """One common score for all; the team wins with 100 (RP-SCORE-07, -10, RP-AMB-01)."""
    points = match_score(s, b)
    for seat in range(s.seats):
        out[seat] = points
    return (1 << s.seats) - 1 if points >= win_line(s, b) else 0
