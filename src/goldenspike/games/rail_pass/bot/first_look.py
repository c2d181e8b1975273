"""A seat of the team that has seen nothing but the table as it stands: what it can tell from that alone.

Whoever holds a train without an offer may just have picked it up, or just have taken it. The value of the
exchange tells which: right after one, going back does not pay.
"""

from __future__ import annotations

from ..rules.cubes import aboard
from ..rules.state import CITIES, GOING, NONE, PICKING, TAKING, TRAINS, BoardArrays, State
from ..rules.trains import holder
from .perception import crew_ready, forget_round, train_worth
from .routes import BOUND, LINES, SEEN_ROUND, SENT, SHY, TRIES, VACANT
from .trains import SHY_MS, is_open, own_track


def recall(s: State, b: BoardArrays, m: list[int], seat: int) -> None:
    """Fill a new memory with what the position shows."""
    m[SEEN_ROUND] = 1 + s.round_no
    forget_round(s, m)
    for train in range(TRAINS):
        for city in range(CITIES):
            # The table keeps when the same offer may be made again; a link is left alone a little longer.
            if s.again_at[train][city] > 0 and s.at[train] != NONE:
                link = 6 * s.at[train] + city
                if s.now < s.again_at[train][city] + SHY_MS:
                    m[SHY + link] = s.again_at[train][city] + SHY_MS
                    m[SHY + 6 * city + s.at[train]] = s.again_at[train][city] + SHY_MS
                    m[TRIES + link] = 1
    for train in range(TRAINS):
        if s.offer[train] != NONE and holder(s, train) == seat:
            m[SENT + train] = 1 + s.offered_at[train]
            m[BOUND + train] = 1 + s.offer[train]
        elif holder(s, train) == seat or (s.job[train] == PICKING and s.job_seat[train] == seat):
            m[BOUND + train] = 1 + likely_target(s, b, m, seat, train)
    for city in range(0 + b.n_cities):
        for track in range(2):
            if is_open(s, city, track) and not expected(s, b, city, track):
                m[VACANT + 2 * city + track] = 1


def likely_target(s: State, b: BoardArrays, m: list[int], seat: int, train: int) -> int:
    """Where a train in hand should go: over the link of its track if the exchange is worth while, else nowhere."""
    city = 0 + s.at[train]
    track = own_track(train)
    best = city
    most = 0
    if aboard(s, train, city) > 0 or (s.job[train] != PICKING and not is_open(s, city, track)):
        return city
    for other in range(TRAINS):
        # Whoever offers a train for this track gets the one that stood on it.
        if s.offer[other] == city and other != train and own_track(other) == track:
            if crew_ready(s, b, train, 0 + s.at[other]):
                return 0 + s.at[other]
    rival = second_train(s, seat, city, track, train)
    if rival != NONE:
        most = -99
    for to in range(0 + b.n_cities):
        if m[LINES + 6 * city + to] != track or s.now < m[SHY + 6 * city + to] or not crew_ready(s, b, train, to):
            continue
        worth = train_worth(s, m, train, city, to)
        if rival != NONE:
            # Two trains for one track: the one that gains more by it goes on.
            stays = aboard(s, rival, city) > 0 or not crew_ready(s, b, rival, to)
            more = train_worth(s, m, rival, city, to)
            if not stays and (more > worth or (more == worth and rival < train)):
                continue
        else:
            back = counterpart(s, to, track, train)
            if back != NONE:
                if aboard(s, back, to) > 0:
                    continue
                worth += train_worth(s, m, back, to, city)
        if worth > most:
            most = worth
            best = to
    return best


def second_train(s: State, seat: int, city: int, track: int, other: int) -> int:
    """Another train in the seat's hands, or coming into them, that needs the same track; or NONE."""
    for train in range(TRAINS):
        if train == other or own_track(train) != track:
            continue
        if s.job[train] == TAKING or s.job[train] == GOING:
            if s.job_seat[train] == seat and s.job_to[train] == city:
                return train
        elif holder(s, train) == seat and s.at[train] == city and s.offer[train] == NONE:
            return train
    return NONE


def counterpart(s: State, city: int, track: int, other: int) -> int:
    """The train of that track in a city: parked there, in a hand, on its way there or just leaving."""
    if s.track[city][track] != NONE:
        return 0 + s.track[city][track]
    for train in range(TRAINS):
        if train == other or own_track(train) != track or holder(s, train) == NONE:
            continue
        if s.at[train] == city:
            return train
        if (s.job[train] == TAKING or s.job[train] == GOING) and s.job_to[train] == city:
            return train
    return NONE


def expected(s: State, b: BoardArrays, city: int, track: int) -> bool:
    """Does a hand hold a train that may be meant for the track?"""
    for train in range(TRAINS):
        if own_track(train) == track and holder(s, train) != NONE:
            if s.at[train] == city or b.dist[s.at[train]][city] == 1:
                return True
    return False
