"""How a seat notices a partner who does not cooperate, and how it then plays around them.

Such a partner shows by trains that go back and forth in their hands, or carry cubes away from their own city. Their
cities are still supplied, but they get no more trains than they have tracks for: with both hands full nobody can
unload.
"""

from __future__ import annotations

from ..rules.engineers import serves
from ..rules.state import ENGINEERS, HOTEL, LONGS, NONE, OPEN, SEATS, SHORT_TRACK, TRAINS, BoardArrays, State
from .routes import EASED, LINES, ODD, ODDS, TEMPO, count_ways, used_links

ODD_FROM = 4  # so many doubts make a seat odd
ODD_MOST = 12
DOUBT = 2
EASE_MS = 20000  # after this time one doubt is forgotten
SLOW_MS = 1000
JUDGE_MS = 2000


# ---------------------------------------------------------------- who is odd
def know_odd(s: State, b: BoardArrays, m: list[int], seat: int) -> None:
    """A seat that repeatedly fails to cooperate counts as odd until that is forgotten; routes avoid its cities."""
    if s.now - m[EASED] >= EASE_MS:
        m[EASED] = 0 + s.now
        for p in range(SEATS):
            if m[ODD + p] > 0:
                m[ODD + p] -= 1
    odds = 0
    for p in range(0 + s.seats):
        if p != seat and m[ODD + p] >= ODD_FROM:
            odds |= 1 << p
    if odds != m[ODDS]:
        count_ways(b, m, odds)


def has_doubts(m: list[int]) -> bool:
    """Is there any reason to count somebody as odd?"""
    for p in range(SEATS):
        if m[ODD + p] > 0:
            return True
    return False


def doubt(m: list[int], p: int, weight: int) -> None:
    """One more reason to count a seat as odd."""
    m[ODD + p] += weight
    if m[ODD + p] > ODD_MOST:
        m[ODD + p] = 0 + ODD_MOST


def blame(m: list[int], seat: int, p: int, weight: int) -> None:
    """A seat did not cooperate. Slow seats are not blamed, and a slow bot does not judge."""
    if m[TEMPO + seat] < JUDGE_MS and not is_slow(m, seat, 0 + m[TEMPO + p]):
        doubt(m, p, weight)


def is_slow(m: list[int], seat: int, tempo: int) -> bool:
    """Is somebody much slower than this seat?"""
    return tempo > 2 * m[TEMPO + seat] + SLOW_MS


def is_odd(b: BoardArrays, m: list[int], seat: int, city: int) -> bool:
    """Is the city in the hands of somebody who does not answer as the team does?"""
    return b.owner[city] != seat and m[ODD + b.owner[city]] >= ODD_FROM


def odd_neighbour(b: BoardArrays, m: list[int], city: int) -> int:
    """The odd seat's city at the other end of the only link, or NONE: it gets both trains of the city in turn."""
    if m[ODDS] >> b.owner[city] & 1 == 0:
        for to in range(0 + b.n_cities):
            if m[LINES + 6 * city + to] != NONE and m[ODDS] >> b.owner[to] & 1 == 1:
                return to
    return NONE


# ---------------------------------------------------------------- what an odd seat can do with a train
def has_room(s: State, b: BoardArrays, m: list[int], city: int, track: int, but: int) -> bool:
    """Has an odd seat a track for one more train? A single city that trains pass through may have one in hand."""
    near = neighbourhood(b, city)
    longs = 0
    tracks = 1 if near == 1 << city and used_links(m, city) > 1 else 0
    for other in range(0 + b.n_cities):
        if near >> other & 1 == 1:
            tracks += 2
            longs += 1
    for train in range(TRAINS):
        if s.at[train] != NONE and train != but:
            if near >> s.at[train] & 1 == 1 or (s.offer[train] != NONE and near >> s.offer[train] & 1 == 1):
                tracks -= 1
                if train < LONGS:
                    longs -= 1
    return tracks > 0 and (longs > 0 or track == SHORT_TRACK)


def neighbourhood(b: BoardArrays, city: int) -> int:
    """The cities of one seat between which it can move trains by itself, one bit each."""
    near = 1 << city
    for _ in range(2):
        for one in range(0 + b.n_cities):
            for two in range(0 + b.n_cities):
                if near >> one & 1 == 1 and b.owner[one] == b.owner[two] and b.link[one][two] == OPEN:
                    near |= 1 << two
    return near


def range_in(b: BoardArrays, engineer: int, near: int) -> int:
    """How many of some cities the engineer serves."""
    count = 0
    for city in range(0 + b.n_cities):
        if near >> city & 1 == 1 and serves(b, engineer, city):
            count += 1
    return count


def wide_engineer(s: State, b: BoardArrays, city: int, to: int) -> int:
    """An engineer in the Hotel who serves the other end and most of that seat's cities around it."""
    near = neighbourhood(b, to)
    best = NONE
    most = 0
    for engineer in range(ENGINEERS):
        if s.engineer[engineer] == HOTEL + city and s.engaged[engineer] == 0 and serves(b, engineer, to):
            count = range_in(b, engineer, near)
            if count > most:
                most = count
                best = engineer
    return best
