"""What a seat of the team does with trains: send, take, park, give way."""

from __future__ import annotations

from ..rules.cubes import aboard, store_refusal
from ..rules.engineers import serves
from ..rules.hands import is_free
from ..rules.information import parking_place
from ..rules.passing import back_refusal, go_refusal, push_refusal, toot_refusal
from ..rules.state import (
    BACK,
    GO,
    HOLD_SHIFT,
    LONG_TRACK,
    LONGS,
    NONE,
    PARK,
    PICK,
    PICKING,
    PUSH,
    SHORT_TRACK,
    STORE,
    TAKING,
    TIMED,
    TOOT,
    TRAINS,
    BoardArrays,
    State,
)
from ..rules.trains import holder, park_refusal, pick_refusal
from .absent_partner import DOUBT, blame, has_room, is_odd
from .cubes import is_manned, man_train
from .exchanges import occupied, weigh_links
from .perception import crew_ready
from .routes import (
    ALONE,
    BOUND,
    ENDS,
    GOES,
    HUB,
    LINES,
    LINKS,
    ODDS,
    PAIRED,
    PATIENCE_MS,
    RESCUE,
    SENT,
    SHY,
    TEMPO,
    TRIES,
    VIA,
    WEIGHTS,
    used_links,
)

SHY_MS = 1500
MOST_TRIES = 4
CROSSED_MS = 3000  # of two offers that wait for each other the younger stands so much longer
ODD_STAND_MS = 20000  # so long an offer to an odd seat stands
ODD_WORK_MS = 4000  # or so long if there is something else to do


def steady(s: State, action: int) -> int:
    """A carry is held until it is safe."""
    return action + HOLD_SHIFT if s.dexterity == TIMED else action


def own_track(train: int) -> int:
    """Long Trains belong on long tracks, Short Trains on short ones."""
    return LONG_TRACK if train < LONGS else SHORT_TRACK


def is_open(s: State, city: int, track: int) -> bool:
    return s.track[city][track] == NONE and s.coming[city][track] == NONE


def pick_for(s: State, b: BoardArrays, m: list[int], seat: int, train: int, to: int) -> int:
    """Pick a train up for a city, in an empty hand; NONE if it cannot be done now."""
    for hand in range(2):
        if pick_refusal(s, b, seat, train, hand) == 0:
            m[BOUND + train] = 1 + to
            return steady(s, PICK + 2 * train + hand)
    return NONE


def free_to_go(s: State, b: BoardArrays, m: list[int], seat: int, train: int, city: int, to: int) -> int:
    """Whatever must still be done before the train can leave for a city, and then picking it up."""
    if aboard(s, train, city) > 0:
        return STORE + train if store_refusal(s, b, seat, train) == 0 else NONE
    if not is_manned(s, b, m, train, city, to):
        return man_train(s, b, m, seat, train, city, to)
    return pick_for(s, b, m, seat, train, to)


# ---------------------------------------------------------------- trains in hand
def where_bound(s: State, m: list[int], train: int) -> int:
    """The city the train in hand is meant for: as planned, as it is offered, or the one where it is."""
    if m[BOUND + train] > 0:
        return m[BOUND + train] - 1
    return 0 + (s.at[train] if s.offer[train] == NONE else s.offer[train])


def settle_bounds(s: State, m: list[int], seat: int) -> None:
    """Give every train in hand a city to go to: what somebody else began in this seat is carried on."""
    for train in range(TRAINS):
        if holder(s, train) == seat or (s.job[train] == PICKING and s.job_seat[train] == seat):
            m[BOUND + train] = 1 + where_bound(s, m, train)


def second_pick(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """Between two cities of one's own both trains are picked up before either moves."""
    for train in range(TRAINS):
        mine = holder(s, train) == seat or (s.job[train] == PICKING and s.job_seat[train] == seat)
        if not mine or m[BOUND + train] == 0:
            continue
        city = 0 + s.at[train]
        to = m[BOUND + train] - 1
        if to == city or b.owner[to] != seat:
            continue
        other = 0 + s.track[to][own_track(train)]
        if other == NONE or s.job[other] == PICKING:
            continue
        action = free_to_go(s, b, m, seat, other, to, city)
        if action != NONE:
            return action
        manned = crew_ready(s, b, other, city)
        if s.lock[other] == 0 and not manned and man_train(s, b, m, seat, other, to, city) == NONE:
            m[BOUND + train] = 1 + city
    return NONE


def move_held_train(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """Park what has arrived, send on what is bound for elsewhere."""
    for turn in range(2):
        for hand in range(2):
            train = 0 + s.hand[seat][hand]
            if train == NONE or s.busy[seat][hand] != 0 or s.lock[train] != 0:
                continue
            to = m[BOUND + train] - 1
            if (to == s.at[train]) != (turn == 0):
                continue
            if turn == 0:
                action = park_held(s, b, m, seat, train)
            else:
                action = send_held(s, b, m, seat, train, to)
            if action != NONE:
                return action
    return NONE


def park_held(s: State, b: BoardArrays, m: list[int], seat: int, train: int) -> int:
    """On its own track if that is open."""
    action = park_home(s, b, seat, train)
    return stray_held(s, b, m, seat, train) if action == NONE else action


def park_home(s: State, b: BoardArrays, seat: int, train: int) -> int:
    """Park the train on its own track where it is, or NONE."""
    city = 0 + s.at[train]
    track = own_track(train)
    if s.driver[train] == NONE or serves(b, 0 + s.driver[train], city):
        if park_refusal(s, b, seat, train, city, track) == 0:
            return steady(s, PARK + 12 * train + 2 * city + track)
    return NONE


def stray_held(s: State, b: BoardArrays, m: list[int], seat: int, train: int) -> int:
    """A train without a track goes on any open one, here or in a neighbouring city, or sends the occupant there."""
    city = 0 + s.at[train]
    track = own_track(train)
    if parking_place(s, b, seat, train) == 2 * city + LONG_TRACK:
        if not kept_for_other(s, m, seat, city, 0 + LONG_TRACK, 0 + NONE):
            return steady(s, PARK + 12 * train + 2 * city + LONG_TRACK)
    for to in range(0 + b.n_cities):
        if b.dist[city][to] != 1 or not is_open(s, to, track):
            continue
        if s.driver[train] != NONE and serves(b, 0 + s.driver[train], to):
            m[BOUND + train] = 1 + to
            return send_held(s, b, m, seat, train, to)
        other = 0 + s.track[city][track]
        if other != NONE and crew_ready(s, b, other, to):
            return free_to_go(s, b, m, seat, other, city, to)
    for to in range(0 + b.n_cities):
        if m[LINES + 6 * city + to] == track and b.owner[to] != seat and s.now >= m[SHY + 6 * city + to]:
            if s.driver[train] != NONE and serves(b, 0 + s.driver[train], to):
                m[BOUND + train] = 1 + to
                return send_held(s, b, m, seat, train, to)
    return NONE


def send_held(s: State, b: BoardArrays, m: list[int], seat: int, train: int, to: int) -> int:
    """Move it to an own city, or call it out, push, and take it back when nobody answers."""
    city = 0 + s.at[train]
    if b.owner[to] == seat:
        if go_refusal(s, b, seat, train, to) == 0:
            m[BOUND + train] = 1 + to
            return steady(s, GO + 6 * train + to)
        return NONE
    if m[SENT + train] > 0:
        waited = s.now - m[SENT + train]
        limit = patience(s, b, m, seat, train, to)
        grace = CROSSED_MS * s.pace // 100
        if waited > limit - grace and is_crossed(s, b, seat, train, to):
            waited = limit - grace
            m[SENT + train] = s.now - waited
        # Beside an odd seat a train may have lost its track: then it tries another way after a while.
        lost = m[ODDS] > 0 and waited >= 3 * limit
        if waited >= limit and (lost or is_open(s, city, own_track(train))):
            blame_silence(b, m, seat, to, 0 + DOUBT)
            return give_up(s, m, seat, train, city, to)
    if s.offer[train] == NONE:
        if is_odd(b, m, seat, to) and not has_room(s, b, m, to, own_track(train), train):
            if m[SENT + train] == 0:
                m[SENT + train] = 1 + s.now
            if offered_from(s, to, city):
                return NONE
            if is_open(s, city, own_track(train)):
                m[BOUND + train] = 1 + city
                m[SENT + train] = 0
                return park_home(s, b, seat, train)
        if toot_refusal(s, b, seat, train, to) == 0:
            if m[SENT + train] == 0:
                m[SENT + train] = 1 + s.now
            else:
                blame_silence(b, m, seat, to, 1)
            return TOOT + 6 * train + to
        return NONE
    if push_refusal(s, b, seat, train) == 0:
        return PUSH + train
    return NONE


def blame_silence(b: BoardArrays, m: list[int], seat: int, to: int, weight: int) -> None:
    """Nobody took a train in time. Where many links meet, and in a jam, that is nobody's fault."""
    if m[RESCUE] == 0 and used_links(m, to) < HUB:
        blame(m, seat, 0 + b.owner[to], weight)


def offered_from(s: State, city: int, to: int) -> bool:
    """Is a train held in one city offered to the other?"""
    for train in range(TRAINS):
        if s.offer[train] == to and s.at[train] == city:
            return True
    return False


def give_up(s: State, m: list[int], seat: int, train: int, city: int, to: int) -> int:
    """Nobody took the train: back on its track with it, and not again over this link for a while."""
    m[BOUND + train] = 1 + city
    m[SENT + train] = 0
    wait = SHY_MS * (1 + m[TRIES + 6 * city + to])
    m[SHY + 6 * city + to] = s.now + wait
    m[SHY + 6 * to + city] = s.now + wait
    if m[TRIES + 6 * city + to] < MOST_TRIES:
        m[TRIES + 6 * city + to] += 1
        m[TRIES + 6 * to + city] += 1
    return BACK + train if back_refusal(s, seat, train) == 0 else NONE


def patience(s: State, b: BoardArrays, m: list[int], seat: int, train: int, to: int) -> int:
    """How long an offer stands: by the partner's tempo, longer while they work on it, shorter if others wait."""
    partner = 0 + b.owner[to]
    tempo = 0 + m[TEMPO + partner]
    tries = 0 + m[TRIES + 6 * s.at[train] + to]
    limit = (m[WEIGHTS + PATIENCE_MS] * s.pace // 100 + 600 * seat + 3 * tempo) * (2 + tries) // 2
    if is_odd(b, m, seat, to):
        short = ODD_WORK_MS * s.pace // 100
        if s.now - m[SENT + train] >= short and other_work(s, b, m, seat):
            return short
        return ODD_STAND_MS * s.pace // 100
    back = 0 + s.track[to][own_track(train)]
    if back == NONE or s.job[back] == PICKING:
        return 3 * limit
    if others_wait(s, b, m, seat, partner):
        return 1500 * s.pace // 100 + 500 * seat + 2 * tempo
    return limit


def is_crossed(s: State, b: BoardArrays, seat: int, train: int, to: int) -> bool:
    """Does the partner wait as well, with an older offer over another link? Then they give way first."""
    for other in range(TRAINS):
        if s.offer[other] == NONE or s.lock[other] != 0 or holder(s, other) != b.owner[to]:
            continue
        if b.owner[s.offer[other]] != seat or (s.at[other] == to and s.offer[other] == s.at[train]):
            continue
        if s.offered_at[other] < s.offered_at[train]:
            return True
        if s.offered_at[other] == s.offered_at[train] and b.owner[to] < seat:
            return True
    return False


def other_work(s: State, b: BoardArrays, m: list[int], seat: int) -> bool:
    """Could an exchange start that needs no odd seat?"""
    weigh_links(s, b, m, seat)
    for link in range(m[LINKS]):
        one = 0 + m[ENDS + 2 * link]
        two = 0 + m[ENDS + 2 * link + 1]
        if m[GOES + link] <= 0 or is_odd(b, m, seat, one) or is_odd(b, m, seat, two):
            continue
        if b.owner[one] == seat and (b.owner[two] == seat or not occupied(s, 0 + b.owner[two])):
            return True
        if b.owner[two] == seat and not occupied(s, 0 + b.owner[one]):
            return True
    return False


def others_wait(s: State, b: BoardArrays, m: list[int], seat: int, partner: int) -> bool:
    for train in range(TRAINS):
        if s.offer[train] != NONE and b.owner[s.offer[train]] == seat and s.lock[train] == 0:
            if holder(s, train) != partner and not is_odd(b, m, seat, 0 + s.at[train]):
                return True
    return False


def kept_for_other(s: State, m: list[int], seat: int, city: int, track: int, giver: int) -> bool:
    """Is the open track waiting for a train from another city, or for one already in my other hand?"""
    for hand in range(2):
        held = 0 + s.hand[seat][hand]
        if held != NONE and s.at[held] == city and own_track(held) == track and m[BOUND + held] != 1 + giver:
            return True
    for train in range(TRAINS):
        if s.job[train] == TAKING and s.job_seat[train] == seat and s.job_to[train] == city:
            if own_track(train) == track:
                return True
    return False


# ---------------------------------------------------------------- starting an exchange
def start_exchange(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """Begin the exchange this seat is paired for."""
    if m[PAIRED + seat] <= 0 or s.hand[seat][0] != NONE or s.hand[seat][1] != NONE:
        return NONE
    link = m[PAIRED + seat] - 1
    for side in range(2):
        city = 0 + m[ENDS + 2 * link + side]
        to = 0 + m[ENDS + 2 * link + 1 - side]
        train = 0 + s.track[city][m[VIA + link]]
        if b.owner[city] != seat or train == NONE or s.lock[train] != 0:
            continue
        if m[ALONE + link] > 0 and m[ALONE + link] != 1 + city:
            continue
        other = 0 + s.track[to][m[LINES + 6 * city + to]]
        if b.owner[to] == seat and m[ALONE + link] == 0:
            if s.lock[other] != 0:
                continue
            if not is_manned(s, b, m, other, to, city):
                return man_train(s, b, m, seat, other, to, city)
        action = free_to_go(s, b, m, seat, train, city, to)
        if action != NONE:
            return action
    return NONE


def shift_stray(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """A Short Train on a long track goes back to the short one beside it as soon as that is open."""
    if not is_free(s, seat, 0) or not is_free(s, seat, 1):
        return NONE
    for city in range(0 + b.n_cities):
        if b.owner[city] == seat and is_open(s, city, SHORT_TRACK):
            train = 0 + s.track[city][LONG_TRACK]
            if train >= LONGS and s.lock[train] == 0:
                return pick_for(s, b, m, seat, train, city)
    return NONE
