"""What a seat of the team sees: where trains should go, what an exchange would bring, who is slow."""

from __future__ import annotations

from ..rules.cubes import aboard, capacity, fits
from ..rules.engineers import serves
from ..rules.state import (
    CITIES,
    ENGINEERS,
    HELD,
    HOTEL,
    NO_JOB,
    NONE,
    PICKING,
    SEATS,
    TAKING,
    TRAINS,
    BoardArrays,
    State,
)
from ..rules.trains import holder
from .absent_partner import DOUBT, blame, know_odd, odd_neighbour
from .routes import (
    AIM,
    BEGAN,
    BOUND,
    BUSY,
    CAME,
    EASED,
    FED,
    HEARD,
    HOME,
    HUB,
    JAM,
    LINES,
    MOVED,
    ODD,
    SEEN_ROUND,
    SENT,
    SHY,
    SUPPLY,
    TEMPO,
    TRIES,
    VACANT,
    WAS_AT,
    WAYS,
    used_links,
)

USUAL_TEMPO = 600
SLOWEST_TEMPO = 6000


# ---------------------------------------------------------------- what happened since the last look
def notice(s: State, b: BoardArrays, m: list[int], seat: int) -> None:
    """Remember who moved what and how quickly; forget plans for trains that are in other hands."""
    if m[SEEN_ROUND] != 1 + s.round_no:
        m[SEEN_ROUND] = 1 + s.round_no
        forget_round(s, m)
    for train in range(TRAINS):
        here = 0 + s.at[train]
        before = 0 + m[WAS_AT + train]
        if before != here and before != NONE and here != NONE:
            m[MOVED + 6 * before + here] = 0 + s.now
            m[MOVED + 6 * here + before] = 0 + s.now
            m[TRIES + 6 * before + here] = 0
            m[TRIES + 6 * here + before] = 0
            if m[CAME + train] == 1 + here or aboard(s, train, before) > 0:
                blame(m, seat, 0 + b.owner[before], 0 + DOUBT)
            m[CAME + train] = 1 + before
        if s.place[train] < HELD:
            m[CAME + train] = 0
        m[WAS_AT + train] = here
        if s.job[train] != NO_JOB and s.job_began[train] != m[BEGAN + train]:
            m[BEGAN + train] = 0 + s.job_began[train]
            heard_from(m, 0 + s.job_seat[train], 0 + s.job_began[train])
        if s.offer[train] != NONE:
            heard_from(m, holder(s, train), 0 + s.offered_at[train])
        mine = holder(s, train) == seat
        if s.job[train] == PICKING or s.job[train] == TAKING:
            mine = mine or s.job_seat[train] == seat
        if not mine:
            m[BOUND + train] = 0
            m[SENT + train] = 0
    for city in range(0 + b.n_cities):
        for track in range(2):
            if s.track[city][track] != NONE or s.coming[city][track] != NONE:
                m[VACANT + 2 * city + track] = 0
            elif m[VACANT + 2 * city + track] == 0:
                m[VACANT + 2 * city + track] = 1 + s.now
    notice_stores(s, b, m)
    know_odd(s, b, m, seat)


def notice_stores(s: State, b: BoardArrays, m: list[int]) -> None:
    """A cube that has come home ends a jam."""
    stored = 0
    for city in range(0 + b.n_cities):
        stored += s.storage[city]
    if stored != m[HOME]:
        m[HOME] = stored
        m[FED] = 0 + s.now
        m[JAM] = 0


def forget_round(s: State, m: list[int]) -> None:
    for k in range(CITIES * CITIES):
        m[MOVED + k] = 0 + s.now
        m[SHY + k] = 0
        m[TRIES + k] = 0
    for k in range(2 * CITIES):
        m[VACANT + k] = 0
    for train in range(TRAINS):
        m[WAS_AT + train] = 0 + s.at[train]
        m[BEGAN + train] = 0
        m[BOUND + train] = 0
        m[SENT + train] = 0
        m[CAME + train] = 0
    m[EASED] = 0 + s.now
    m[BUSY] = 0 + s.now
    m[FED] = 0 + s.now
    m[HOME] = 0
    m[JAM] = 0
    for p in range(SEATS):
        m[HEARD + p] = 0 + s.now
        m[TEMPO + p] = USUAL_TEMPO
        m[ODD + p] = 0


def heard_from(m: list[int], p: int, moment: int) -> None:
    """A seat's tempo is a running mean of the time between its commands; long silences tell nothing."""
    gap = moment - m[HEARD + p]
    if gap <= 0:
        return
    m[HEARD + p] = moment
    if gap < SLOWEST_TEMPO:
        m[TEMPO + p] = (3 * m[TEMPO + p] + gap) // 4


# ---------------------------------------------------------------- cubes and their ways
def nearer(m: list[int], city: int, to: int, cube: int) -> bool:
    """Does the cube come nearer to its city over this link?"""
    return m[WAYS + 6 * to + cube] < m[WAYS + 6 * city + cube]


def cube_worth(m: list[int], city: int, to: int, cube: int) -> int:
    """Two for a link on the way, three for the last one, less two for a link away from it."""
    if cube == city:
        return 0
    if cube == to:
        return 3
    return 2 * (m[WAYS + 6 * city + cube] - m[WAYS + 6 * to + cube])


def train_worth(s: State, m: list[int], train: int, city: int, to: int) -> int:
    """What sending the train over the link brings; falling with it, the cubes' way is never walked back."""
    total = 0
    for k in range(s.load[train]):
        total += cube_worth(m, city, to, 0 + s.cargo[train][k])
    return total


def aimed(m: list[int], city: int, track: int, cube: int) -> bool:
    """Is this the right track for the cube?"""
    to = m[AIM + 2 * city + track]
    return to >= 0 and cube != city and nearer(m, city, to, cube)


def count_supply(s: State, b: BoardArrays, m: list[int]) -> None:
    """How well each city is supplied: twice its store, and what is on the way."""
    for city in range(CITIES):
        m[SUPPLY + city] = 2 * s.storage[city]
    for train in range(TRAINS):
        for k in range(s.load[train]):
            m[SUPPLY + s.cargo[train][k]] += 1


def could_add(s: State, b: BoardArrays, m: list[int], city: int, track: int, to: int) -> int:
    """How many cubes could still be put on the train that is to leave for a city."""
    train = 0 + s.track[city][track]
    other = 0 + s.track[city][1 - track]
    away = 0 + m[AIM + 2 * city + 1 - track]
    room = capacity(b, train) - s.load[train]
    found = 0
    leaving = 0
    if other != NONE and away >= 0 and s.expert == 0:
        leaving = wrong_cubes(s, m, train, city, to, away)
        space = capacity(b, other) - s.load[other] + wrong_cubes(s, m, other, city, away, to)
        leaving = leaving if leaving < space else space
    if other != NONE:
        for k in range(s.load[other]):
            cube = 0 + s.cargo[other][k]
            if cube != city and (away < 0 or not nearer(m, city, away, cube)):
                if loadable(s, b, m, city, train, to, cube, leaving):
                    found += 1
    head = 0 + s.head[city]
    tail = 0 + s.tail[city]
    while head < tail and loadable(s, b, m, city, train, to, 0 + s.yard[city][head], leaving):
        found += 1
        head += 1
    while tail > head and loadable(s, b, m, city, train, to, 0 + s.yard[city][tail - 1], leaving):
        found += 1
        tail -= 1
    return found if found < room + leaving else room + leaving


def wrong_cubes(s: State, m: list[int], train: int, city: int, to: int, away: int) -> int:
    """How many cubes of a train should rather go the other way."""
    count = 0
    for k in range(s.load[train]):
        cube = 0 + s.cargo[train][k]
        if cube != city and nearer(m, city, away, cube) and not nearer(m, city, to, cube):
            count += 1
    return count


def loadable(s: State, b: BoardArrays, m: list[int], city: int, train: int, to: int, cube: int, leaving: int) -> bool:
    if not nearer(m, city, to, cube):
        return False
    return leaving > 0 or fits(s, b, train, cube, NONE)


# ---------------------------------------------------------------- engineers
def fit_engineer(s: State, b: BoardArrays, city: int, to: int) -> int:
    """An engineer in the Hotel who serves both cities: who goes home, then who serves the fewest others."""
    best = NONE
    least = 99
    for engineer in range(ENGINEERS):
        if s.engineer[engineer] == HOTEL + city and s.engaged[engineer] == 0 and serves(b, engineer, to):
            rank = 10
            home = engineer // 3
            for other in range(0 + b.n_cities):
                if b.dist[home][other] == 1:
                    rank += 1
            if home == to:
                rank -= 1
            if rank < least:
                least = rank
                best = engineer
    return best


def crew_ready(s: State, b: BoardArrays, train: int, to: int) -> bool:
    return s.driver[train] != NONE and serves(b, 0 + s.driver[train], to)


def crew_possible(s: State, b: BoardArrays, city: int, train: int, to: int) -> bool:
    """Is there an engineer for the way, or could one take the seat?"""
    if crew_ready(s, b, train, to):
        return True
    if fit_engineer(s, b, city, to) == NONE:
        return False
    return s.driver[train] == NONE or s.guests[city] + s.booked[city] < b.values.hotel_beds


# ---------------------------------------------------------------- where each train is loaded for
def set_aims(s: State, b: BoardArrays, m: list[int]) -> None:
    """A track that serves one link aims over it; one that serves several aims where most can be done."""
    for city in range(0 + b.n_cities):
        for track in range(2):
            only = NONE
            links = 0
            for to in range(0 + b.n_cities):
                if m[LINES + 6 * city + to] == track:
                    only = to
                    links += 1
            m[AIM + 2 * city + track] = only if links == 1 else NONE
            if links > 1:
                m[AIM + 2 * city + track] = -2
            if links == 0:
                m[AIM + 2 * city + track] = odd_neighbour(b, m, city)
    for city in range(0 + b.n_cities):
        for track in range(2):
            if m[AIM + 2 * city + track] == -2:
                m[AIM + 2 * city + track] = best_aim(s, b, m, city, track)


def best_aim(s: State, b: BoardArrays, m: list[int], city: int, track: int) -> int:
    """Of several links, the one with most cubes aboard and at hand on both sides."""
    train = 0 + s.track[city][track]
    best = NONE
    most = -(1 << 30)
    m[AIM + 2 * city + track] = NONE
    if train == NONE:
        return NONE
    unmanned = 400 if used_links(m, city) >= HUB else 40
    for to in range(0 + b.n_cities):
        if m[LINES + 6 * city + to] != track:
            continue
        score = 6 * train_worth(s, m, train, city, to) + 4 * could_add(s, b, m, city, track, to)
        if not crew_possible(s, b, city, train, to):
            score -= unmanned
        elif not crew_ready(s, b, train, to):
            score -= 2
        back = 0 + s.track[to][track]
        if back != NONE:
            score += 4 * train_worth(s, m, back, to, city) + 2 * could_add(s, b, m, to, track, city)
            if not crew_possible(s, b, to, back, city):
                score -= unmanned
        if score > most:
            most = score
            best = to
    return best
