"""What a seat of the team sees: where trains should go, what an exchange would bring, who is slow."""

from __future__ import annotations

from .cargo import aboard, capacity, fits
from .engineers import serves
from .state import (
    CITIES,
    ENGINEERS,
    HELD,
    HOTEL,
    HOTEL_ROOMS,
    NO_JOB,
    NONE,
    PICKING,
    SEATS,
    TAKING,
    TRAINS,
    State,
    Tables,
)
from .team_plan import (
    AGE_S,
    AIM,
    BEGAN,
    BOUND,
    DIALS,
    EAGER,
    ENDS,
    FULL,
    GOES,
    HEARD,
    IDLE,
    LINES,
    LINKS,
    MEMORY,
    MOVED,
    PAIRED,
    REST,
    SEEN_ROUND,
    SHY,
    SOME,
    SUPPLY,
    TEMPO,
    TRIES,
    WAS_AT,
    WAYS,
    WORTH,
)
from .trains import holder

USUAL_TEMPO = 600
SLOWEST_TEMPO = 6000
LAST_RUN_MS = 30000


# ---------------------------------------------------------------- what happened since the last look
def notice(s: State, b: Tables, m: list[int], seat: int) -> None:
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


def forget_round(s: State, m: list[int]) -> None:
    for k in range(CITIES * CITIES):
        m[MOVED + k] = 0 + s.now
        m[SHY + k] = 0
        m[TRIES + k] = 0
    for train in range(TRAINS):
        m[WAS_AT + train] = 0 + s.at[train]
        m[BEGAN + train] = 0
        m[BOUND + train] = 0
    for p in range(SEATS):
        m[HEARD + p] = 0 + s.now
        m[TEMPO + p] = USUAL_TEMPO


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


def count_supply(s: State, b: Tables, m: list[int]) -> None:
    """How well each city is supplied: twice its store, and what is on the way."""
    for city in range(CITIES):
        m[SUPPLY + city] = 2 * s.storage[city]
    for train in range(TRAINS):
        for k in range(s.load[train]):
            m[SUPPLY + s.cargo[train][k]] += 1


def could_add(s: State, m: list[int], city: int, track: int, to: int) -> int:
    """How many cubes could still be put on the train that is to leave for a city."""
    train = 0 + s.track[city][track]
    other = 0 + s.track[city][1 - track]
    away = 0 + m[AIM + 2 * city + 1 - track]
    room = capacity(train) - s.load[train]
    found = 0
    leaving = 0
    if other != NONE:
        for k in range(s.load[other]):
            cube = 0 + s.cargo[other][k]
            if cube != city and nearer(m, city, to, cube) and (away < 0 or not nearer(m, city, away, cube)):
                found += 1
        if away >= 0:
            for k in range(s.load[train]):
                cube = 0 + s.cargo[train][k]
                if cube != city and nearer(m, city, away, cube) and not nearer(m, city, to, cube):
                    leaving += 1
            space = capacity(other) - s.load[other] + found
            leaving = leaving if leaving < space else space
    head = 0 + s.head[city]
    tail = 0 + s.tail[city]
    while head < tail and loadable(s, m, city, train, to, 0 + s.yard[city][head], leaving):
        found += 1
        head += 1
    while tail > head and loadable(s, m, city, train, to, 0 + s.yard[city][tail - 1], leaving):
        found += 1
        tail -= 1
    return found if found < room + leaving else room + leaving


def loadable(s: State, m: list[int], city: int, train: int, to: int, cube: int, leaving: int) -> bool:
    if not nearer(m, city, to, cube):
        return False
    return leaving > 0 or fits(s, train, cube, NONE)


# ---------------------------------------------------------------- engineers
def fit_engineer(s: State, b: Tables, city: int, to: int) -> int:
    """An engineer in the Hotel who serves both cities: who goes home, then who serves the fewest others."""
    best = NONE
    least = 99
    for engineer in range(ENGINEERS):
        if s.engineer[engineer] == HOTEL + city and s.engaged[engineer] == 0 and serves(b, engineer, to):
            rank = 10
            home = engineer // 3
            for other in range(b.n_cities):
                if b.dist[home][other] == 1:
                    rank += 1
            if home == to:
                rank -= 1
            if rank < least:
                least = rank
                best = engineer
    return best


def crew_ready(s: State, b: Tables, train: int, to: int) -> bool:
    return s.driver[train] != NONE and serves(b, 0 + s.driver[train], to)


def crew_possible(s: State, b: Tables, city: int, train: int, to: int) -> bool:
    """Is there an engineer for the way, or could one take the seat?"""
    if crew_ready(s, b, train, to):
        return True
    if fit_engineer(s, b, city, to) == NONE:
        return False
    return s.driver[train] == NONE or s.guests[city] + s.booked[city] < HOTEL_ROOMS


# ---------------------------------------------------------------- where each train is loaded for
def set_aims(s: State, b: Tables, m: list[int]) -> None:
    """A track that serves one link aims over it; one that serves several aims where most can be done."""
    for city in range(b.n_cities):
        for track in range(2):
            only = NONE
            links = 0
            for to in range(b.n_cities):
                if m[LINES + 6 * city + to] == track:
                    only = to
                    links += 1
            m[AIM + 2 * city + track] = only if links == 1 else NONE
            if links > 1:
                m[AIM + 2 * city + track] = -2
    for city in range(b.n_cities):
        for track in range(2):
            if m[AIM + 2 * city + track] == -2:
                m[AIM + 2 * city + track] = best_aim(s, b, m, city, track)


def best_aim(s: State, b: Tables, m: list[int], city: int, track: int) -> int:
    """Of several links, the one with most cubes aboard and at hand on both sides."""
    train = 0 + s.track[city][track]
    best = NONE
    most = -(1 << 30)
    m[AIM + 2 * city + track] = NONE
    for to in range(b.n_cities):
        if m[LINES + 6 * city + to] != track:
            continue
        score = 0
        if train != NONE:
            score = 6 * train_worth(s, m, train, city, to) + 4 * could_add(s, m, city, track, to)
            if not crew_possible(s, b, city, train, to):
                score -= 40
            elif not crew_ready(s, b, train, to):
                score -= 2
        back = 0 + s.track[to][track]
        if back != NONE:
            score += 4 * train_worth(s, m, back, to, city) + 2 * could_add(s, m, to, track, city)
            if not crew_possible(s, b, to, back, city):
                score -= 40
        if score > most:
            most = score
            best = to
    return best


# ---------------------------------------------------------------- which exchanges should start
def weigh_links(s: State, b: Tables, m: list[int], seat: int) -> None:
    """Which exchanges may start, and how much they bring."""
    late = s.ends_at - s.now < LAST_RUN_MS
    for link in range(m[LINKS]):
        one = 0 + m[ENDS + 2 * link]
        two = 0 + m[ENDS + 2 * link + 1]
        track = 0 + m[LINES + 6 * one + two]
        m[WORTH + link] = 0
        m[GOES + link] = 0
        m[REST + link] = 0
        here = 0 + s.track[one][track]
        there = 0 + s.track[two][track]
        if here == NONE or there == NONE or m[AIM + 2 * one + track] != two or m[AIM + 2 * two + track] != one:
            continue
        if leaves(s, here) or leaves(s, there):
            continue
        worth = train_worth(s, m, here, one, two) + train_worth(s, m, there, two, one)
        rest = could_add(s, m, one, track, two) + could_add(s, m, two, track, one)
        m[WORTH + link] = worth
        m[REST + link] = rest
        if worth <= 0 or s.now < m[SHY + 6 * one + two]:
            continue
        if aboard(s, here, one) > 0 or aboard(s, there, two) > 0:
            continue
        if not crew_possible(s, b, one, here, two) or not crew_possible(s, b, two, there, one):
            continue
        size = 2 * (capacity(here) + capacity(there))
        age_s = (s.now - m[MOVED + 6 * one + two]) // 1000
        full = 100 * worth >= m[DIALS + FULL] * size or (rest == 0 and 100 * worth >= m[DIALS + SOME] * size)
        idle = rest == 0 and m[IDLE] == 1 and (b.owner[one] == seat or b.owner[two] == seat)
        if full or idle or late or (age_s >= m[DIALS + AGE_S] and worth >= 4):
            bonus = age_s * m[DIALS + EAGER] // 100
            m[GOES + link] = 2 * worth + (8 if full else 0) + (bonus if bonus < 16 else 16)


def leaves(s: State, train: int) -> bool:
    """Is the train being picked up already?"""
    return s.job[train] == PICKING


def occupied(s: State, p: int) -> bool:
    """Does the seat hold a train, or is it about to?"""
    if s.hand[p][0] != NONE or s.hand[p][1] != NONE:
        return True
    for train in range(TRAINS):
        if (s.job[train] == PICKING or s.job[train] == TAKING) and s.job_seat[train] == p:
            return True
    return False


def pair_seats(s: State, b: Tables, m: list[int]) -> None:
    """The best exchange first, each seat in one at most: partners come to the same answer and start together."""
    for p in range(SEATS):
        m[PAIRED + p] = 0
        if p < s.seats and occupied(s, p):
            m[PAIRED + p] = NONE
    while True:
        best = NONE
        for link in range(m[LINKS]):
            one = b.owner[m[ENDS + 2 * link]]
            two = b.owner[m[ENDS + 2 * link + 1]]
            if m[GOES + link] > 0 and m[PAIRED + one] == 0 and m[PAIRED + two] == 0:
                if best == NONE or m[GOES + link] > m[GOES + best]:
                    best = link
        if best == NONE:
            return
        m[PAIRED + b.owner[m[ENDS + 2 * best]]] = 1 + best
        m[PAIRED + b.owner[m[ENDS + 2 * best + 1]]] = 1 + best


def on_its_way(s: State, b: Tables, m: list[int], city: int, to: int) -> int:
    """The train of the neighbouring city that is offered here or just being picked up for it, or NONE."""
    track = 0 + m[LINES + 6 * city + to]
    for train in range(TRAINS):
        if s.offer[train] == to and s.at[train] == city and s.place[train] >= HELD:
            return train
        if track != NONE and s.job[train] == PICKING and s.place[train] == 2 * city + track:
            if m[AIM + 2 * city + track] == to and m[MEMORY] == 1 and links_on(b, m, city, track) == 1:
                return train
    return NONE


def links_on(b: Tables, m: list[int], city: int, track: int) -> int:
    count = 0
    for to in range(b.n_cities):
        if m[LINES + 6 * city + to] == track:
            count += 1
    return count
