"""What a seat of the team sees: where trains should go, what an exchange would bring, who is slow."""

from __future__ import annotations

from ..rules.cubes import aboard, capacity, fits
from ..rules.engineers import serves
from ..rules.state import (
    CITIES,
    ENGINEERS,
    HELD,
    HOTEL,
    HOTEL_ROOMS,
    LONGS,
    NO_JOB,
    NONE,
    PICKING,
    SEATS,
    TAKING,
    TRAINS,
    State,
    Tables,
)
from ..rules.trains import holder
from .absent_partner import DOUBT, blame, has_room, is_odd, is_slow, know_odd, odd_neighbour
from .routes import (
    AGE_S,
    AIM,
    ALONE,
    BEGAN,
    BOUND,
    CAME,
    DIALS,
    EAGER,
    EASED,
    ENDS,
    FULL,
    GOES,
    HEARD,
    IDLE,
    LINES,
    LINKS,
    MOVED,
    ODD,
    PAIRED,
    REST,
    SEEN_ROUND,
    SENT,
    SHY,
    SOME,
    SUPPLY,
    TEMPO,
    TRIES,
    URGENT,
    VACANT,
    VIA,
    WAS_AT,
    WAYS,
    WORTH,
)

USUAL_TEMPO = 600
SLOWEST_TEMPO = 6000
LAST_RUN_MS = 30000
VACANT_MS = 6000


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
    know_odd(s, b, m, seat)


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
    if other != NONE and away >= 0 and s.expert == 0:
        leaving = wrong_cubes(s, m, train, city, to, away)
        space = capacity(other) - s.load[other] + wrong_cubes(s, m, other, city, away, to)
        leaving = leaving if leaving < space else space
    if other != NONE:
        for k in range(s.load[other]):
            cube = 0 + s.cargo[other][k]
            if cube != city and (away < 0 or not nearer(m, city, away, cube)):
                if loadable(s, m, city, train, to, cube, leaving):
                    found += 1
    head = 0 + s.head[city]
    tail = 0 + s.tail[city]
    while head < tail and loadable(s, m, city, train, to, 0 + s.yard[city][head], leaving):
        found += 1
        head += 1
    while tail > head and loadable(s, m, city, train, to, 0 + s.yard[city][tail - 1], leaving):
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
            for other in range(0 + b.n_cities):
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


def best_aim(s: State, b: Tables, m: list[int], city: int, track: int) -> int:
    """Of several links, the one with most cubes aboard and at hand on both sides."""
    train = 0 + s.track[city][track]
    best = NONE
    most = -(1 << 30)
    m[AIM + 2 * city + track] = NONE
    if train == NONE:
        return NONE
    for to in range(0 + b.n_cities):
        if m[LINES + 6 * city + to] != track:
            continue
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
def places(s: State, train: int) -> int:
    """How many cubes may be expected on a train; reserved cars are seldom all in use."""
    return capacity(train) - s.expert


def weigh_links(s: State, b: Tables, m: list[int], seat: int) -> None:
    """Which exchanges may start, and how much they bring."""
    for link in range(m[LINKS]):
        one = 0 + m[ENDS + 2 * link]
        two = 0 + m[ENDS + 2 * link + 1]
        track = 0 + m[LINES + 6 * one + two]
        m[WORTH + link] = 0
        m[GOES + link] = 0
        m[REST + link] = 0
        here = 0 + s.track[one][track]
        there = 0 + s.track[two][track]
        m[ALONE + link] = 0
        m[VIA + link] = track
        if s.now < m[SHY + 6 * one + two]:
            continue
        if is_odd(b, m, seat, one) or is_odd(b, m, seat, two):
            weigh_odd(s, b, m, seat, link)
        elif here != NONE and b.owner[one] == seat and vacant_long(s, b, m, two, track):
            m[GOES + link] = lone_rank(s, b, m, here, one, two, track)
            m[ALONE + link] = 1 + one
        elif there != NONE and b.owner[two] == seat and vacant_long(s, b, m, one, track):
            m[GOES + link] = lone_rank(s, b, m, there, two, one, track)
            m[ALONE + link] = 1 + two
        elif here != NONE and there != NONE:
            if m[AIM + 2 * one + track] == two and m[AIM + 2 * two + track] == one:
                m[GOES + link] = exchange_rank(s, b, m, seat, link)


def weigh_odd(s: State, b: Tables, m: list[int], seat: int, link: int) -> None:
    """To an odd seat trains go one by one, if it has room for them."""
    for side in range(2):
        city = 0 + m[ENDS + 2 * link + side]
        to = 0 + m[ENDS + 2 * link + 1 - side]
        if is_odd(b, m, seat, city):
            continue
        m[ALONE + link] = 1 + city
        for track in range(2):
            train = 0 + s.track[city][track]
            if train == NONE or m[AIM + 2 * city + track] != to or not has_room(s, b, m, to, track, NONE):
                continue
            rank = lone_rank(s, b, m, train, city, to, track)
            if rank > m[GOES + link]:
                m[GOES + link] = rank
                m[VIA + link] = track


def can_leave(s: State, b: Tables, train: int, city: int, to: int) -> bool:
    """Nothing to unload, an engineer at hand, and nobody picks it up already."""
    if s.job[train] == PICKING or aboard(s, train, city) > 0:
        return False
    return crew_possible(s, b, city, train, to)


def exchange_rank(s: State, b: Tables, m: list[int], seat: int, link: int) -> int:
    """0, or how much the exchange of the two trains is wanted now."""
    one = 0 + m[ENDS + 2 * link]
    two = 0 + m[ENDS + 2 * link + 1]
    track = 0 + m[LINES + 6 * one + two]
    here = 0 + s.track[one][track]
    there = 0 + s.track[two][track]
    if not can_leave(s, b, here, one, two) or not can_leave(s, b, there, two, one):
        return 0
    worth = train_worth(s, m, here, one, two) + train_worth(s, m, there, two, one)
    rest = could_add(s, m, one, track, two) + could_add(s, m, two, track, one)
    m[WORTH + link] = worth
    m[REST + link] = rest
    if worth <= 0:
        return 0
    size = 2 * (places(s, here) + places(s, there))
    age_s = (s.now - m[MOVED + 6 * one + two]) // 1000
    full = 100 * worth >= m[DIALS + FULL] * size or (rest == 0 and 100 * worth >= m[DIALS + SOME] * size)
    idle = rest == 0 and m[IDLE] == 1 and (b.owner[one] == seat or b.owner[two] == seat)
    if is_slow(m, seat, slower_tempo(b, m, one, two)):
        idle = False  # the time of a slow partner is better spent on full trains
    aged = worth >= 4 and age_s >= m[DIALS + AGE_S] * slower_tempo(b, m, one, two) // 1000
    if not full and not idle and not aged and s.ends_at - s.now >= LAST_RUN_MS:
        return 0
    bonus = age_s * m[DIALS + EAGER] // 100
    rank = 2 * worth + (8 if full else 0) + (bonus if bonus < 16 else 16)
    needed = aboard(s, here, two) * behind(s, b, two) + aboard(s, there, one) * behind(s, b, one)
    return rank + m[DIALS + URGENT] * needed


def slower_tempo(b: Tables, m: list[int], one: int, two: int) -> int:
    """The slower of the two seats sets the time after which anything goes."""
    tempo = 1000
    if m[TEMPO + b.owner[one]] > tempo:
        tempo = 0 + m[TEMPO + b.owner[one]]
    if m[TEMPO + b.owner[two]] > tempo:
        tempo = 0 + m[TEMPO + b.owner[two]]
    return tempo


def behind(s: State, b: Tables, city: int) -> int:
    """By how many cubes the city is behind the fullest store."""
    most = 0
    for other in range(0 + b.n_cities):
        if s.storage[other] > most:
            most = 0 + s.storage[other]
    return most - s.storage[city]


def vacant_long(s: State, b: Tables, m: list[int], city: int, track: int) -> bool:
    """Has the track been open for so long that nobody seems to bring a train for it?"""
    since = 0 + m[VACANT + 2 * city + track]
    wait = VACANT_MS * s.pace // 100 + 3 * m[TEMPO + b.owner[city]]
    return since > 0 and s.now - since >= wait


def lone_rank(s: State, b: Tables, m: list[int], train: int, city: int, to: int, track: int) -> int:
    """A train may go alone to a track that stays open, if that brings its cubes nearer."""
    if track != (0 if train < LONGS else 1) or not can_leave(s, b, train, city, to):
        return 0
    worth = train_worth(s, m, train, city, to)
    if worth <= 0 or 100 * worth < m[DIALS + SOME] * 2 * places(s, train):
        if worth <= 0 or could_add(s, m, city, track, to) > 0:
            return 0
    return worth


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
            free = m[PAIRED + one] == 0 and m[PAIRED + two] == 0
            if m[ALONE + link] > 0:
                free = m[PAIRED + b.owner[m[ALONE + link] - 1]] == 0
            if m[GOES + link] > 0 and free:
                if best == NONE or m[GOES + link] > m[GOES + best]:
                    best = link
        if best == NONE:
            return
        if m[ALONE + best] > 0:
            m[PAIRED + b.owner[m[ALONE + best] - 1]] = 1 + best
        else:
            m[PAIRED + b.owner[m[ENDS + 2 * best]]] = 1 + best
            m[PAIRED + b.owner[m[ENDS + 2 * best + 1]]] = 1 + best


def on_its_way(s: State, b: Tables, m: list[int], city: int, to: int) -> int:
    """The train of the neighbouring city that is offered here or just being picked up for it, or NONE."""
    track = 0 + m[LINES + 6 * city + to]
    for train in range(TRAINS):
        if s.offer[train] == to and s.at[train] == city and s.place[train] >= HELD:
            return train
        if track != NONE and s.job[train] == PICKING and s.place[train] == 2 * city + track:
            if m[AIM + 2 * city + track] == to and links_on(b, m, city, track) == 1:
                return train
    return NONE


def links_on(b: Tables, m: list[int], city: int, track: int) -> int:
    count = 0
    for to in range(0 + b.n_cities):
        if m[LINES + 6 * city + to] == track:
            count += 1
    return count
