"""Which exchanges of trains should start now, what they bring, and which seats pair up for them."""

from __future__ import annotations

from ..rules.cubes import aboard, capacity
from ..rules.state import (
    HELD,
    LONGS,
    NONE,
    PICKING,
    SEATS,
    TAKING,
    TRAINS,
    BoardArrays,
    State,
)
from .absent_partner import has_room, is_odd, is_slow
from .jams import has_crew, is_settled
from .perception import could_add, crew_possible, train_worth
from .routes import (
    AGE_S,
    AIM,
    ALONE,
    EAGER,
    ENDS,
    FULL,
    GOES,
    IDLE,
    LINES,
    LINKS,
    MOVED,
    PAIRED,
    RESCUE,
    REST,
    SHY,
    SOME,
    TEMPO,
    URGENT,
    VACANT,
    VIA,
    WEIGHTS,
    WORTH,
)

LAST_RUN_MS = 30000
VACANT_MS = 6000


def places(s: State, b: BoardArrays, train: int) -> int:
    """How many cubes may be expected on a train; reserved cars are seldom all in use."""
    return capacity(b, train) - s.expert


def weigh_links(s: State, b: BoardArrays, m: list[int], seat: int) -> None:
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
            if m[RESCUE] > 0:
                m[GOES + link] = rescue_rank(s, b, m, seat, link)
            elif m[AIM + 2 * one + track] == two and m[AIM + 2 * two + track] == one:
                m[GOES + link] = exchange_rank(s, b, m, seat, link)


def weigh_odd(s: State, b: BoardArrays, m: list[int], seat: int, link: int) -> None:
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


def can_leave(s: State, b: BoardArrays, train: int, city: int, to: int) -> bool:
    """Nothing to unload, an engineer at hand, and nobody picks it up already."""
    if s.job[train] == PICKING or aboard(s, train, city) > 0:
        return False
    return crew_possible(s, b, city, train, to)


def exchange_rank(s: State, b: BoardArrays, m: list[int], seat: int, link: int) -> int:
    """0, or how much the exchange of the two trains is wanted now."""
    one = 0 + m[ENDS + 2 * link]
    two = 0 + m[ENDS + 2 * link + 1]
    track = 0 + m[LINES + 6 * one + two]
    here = 0 + s.track[one][track]
    there = 0 + s.track[two][track]
    if not can_leave(s, b, here, one, two) or not can_leave(s, b, there, two, one):
        return 0
    worth = train_worth(s, m, here, one, two) + train_worth(s, m, there, two, one)
    rest = could_add(s, b, m, one, track, two) + could_add(s, b, m, two, track, one)
    m[WORTH + link] = worth
    m[REST + link] = rest
    if worth <= 0:
        return 0
    size = 2 * (places(s, b, here) + places(s, b, there))
    age_s = (s.now - m[MOVED + 6 * one + two]) // 1000
    full = 100 * worth >= m[WEIGHTS + FULL] * size or (rest == 0 and 100 * worth >= m[WEIGHTS + SOME] * size)
    idle = rest == 0 and m[IDLE] == 1 and (b.owner[one] == seat or b.owner[two] == seat)
    if is_slow(m, seat, slower_tempo(b, m, one, two)):
        idle = False  # the time of a slow partner is better spent on full trains
    aged = worth >= 4 and age_s >= m[WEIGHTS + AGE_S] * slower_tempo(b, m, one, two) // 1000
    if not full and not idle and not aged and s.ends_at - s.now >= LAST_RUN_MS:
        return 0
    bonus = age_s * m[WEIGHTS + EAGER] // 100
    rank = 2 * worth + (8 if full else 0) + (bonus if bonus < 16 else 16)
    needed = aboard(s, here, two) * behind(s, b, two) + aboard(s, there, one) * behind(s, b, one)
    return rank + m[WEIGHTS + URGENT] * needed


def rescue_rank(s: State, b: BoardArrays, m: list[int], seat: int, link: int) -> int:
    """In a jam one exchange starts, whatever it brings."""
    if m[RESCUE] != 1 + link or not is_settled(s, m, seat):
        return 0
    for side in range(2):
        city = 0 + m[ENDS + 2 * link + side]
        train = 0 + s.track[city][m[VIA + link]]
        if s.job[train] == PICKING or aboard(s, train, city) > 0:
            return 0
        if not has_crew(s, b, city, 0 + m[ENDS + 2 * link + 1 - side]):
            return 0
    return 1


def slower_tempo(b: BoardArrays, m: list[int], one: int, two: int) -> int:
    """The slower of the two seats sets the time after which anything goes."""
    tempo = 1000
    if m[TEMPO + b.owner[one]] > tempo:
        tempo = 0 + m[TEMPO + b.owner[one]]
    if m[TEMPO + b.owner[two]] > tempo:
        tempo = 0 + m[TEMPO + b.owner[two]]
    return tempo


def behind(s: State, b: BoardArrays, city: int) -> int:
    """By how many cubes the city is behind the fullest store."""
    most = 0
    for other in range(0 + b.n_cities):
        if s.storage[other] > most:
            most = 0 + s.storage[other]
    return most - s.storage[city]


def vacant_long(s: State, b: BoardArrays, m: list[int], city: int, track: int) -> bool:
    """Has the track been open for so long that nobody seems to bring a train for it?"""
    since = 0 + m[VACANT + 2 * city + track]
    wait = VACANT_MS * s.pace // 100 + 3 * m[TEMPO + b.owner[city]]
    return since > 0 and s.now - since >= wait


def lone_rank(s: State, b: BoardArrays, m: list[int], train: int, city: int, to: int, track: int) -> int:
    """A train may go alone to a track that stays open, if that brings its cubes nearer."""
    if track != (0 if train < LONGS else 1) or not can_leave(s, b, train, city, to):
        return 0
    worth = train_worth(s, m, train, city, to)
    if worth <= 0 or 100 * worth < m[WEIGHTS + SOME] * 2 * places(s, b, train):
        if worth <= 0 or could_add(s, b, m, city, track, to) > 0:
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


def pair_seats(s: State, b: BoardArrays, m: list[int]) -> None:
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


def on_its_way(s: State, b: BoardArrays, m: list[int], city: int, to: int) -> int:
    """The train of the neighbouring city that is offered here or just being picked up for it, or NONE."""
    track = 0 + m[LINES + 6 * city + to]
    for train in range(TRAINS):
        if s.offer[train] == to and s.at[train] == city and s.place[train] >= HELD:
            return train
        if track != NONE and s.job[train] == PICKING and s.place[train] == 2 * city + track:
            if m[AIM + 2 * city + track] == to and links_on(b, m, city, track) == 1:
                return train
    return NONE


def links_on(b: BoardArrays, m: list[int], city: int, track: int) -> int:
    count = 0
    for to in range(0 + b.n_cities):
        if m[LINES + 6 * city + to] == track:
            count += 1
    return count
