"""How a seat notices that nothing moves any more, and the exchange that gets the team going again.

The team only starts exchanges that bring more cubes nearer to their cities than away from them. Where many links meet
on one track, every exchange may lose more than it brings; and where engineers were traded by chance, none may be left
who serves the next city. Everybody sees that from the table alone and comes to the same answer: the cube with the
shortest way left goes on, whatever else it takes along, and engineers are sent home.
"""

from __future__ import annotations

from ..rules.cubes import aboard, capacity
from ..rules.engineers import engineer_refusal, serves
from ..rules.state import (
    CREW,
    ENG,
    ENGINEERS,
    HELD,
    HOTEL,
    NONE,
    PICKING,
    TO_HOTEL,
    BoardArrays,
    State,
)
from .perception import nearer, train_worth
from .routes import AIM, BUSY, ENDS, HUB, JAM, JAMS, LINES, LINKS, ODDS, RESCUE, STILL, TEMPO, WAYS, used_links

CALM_JAM_MS = 3000  # in a jam no hand has done anything for so long,
CALM_BEATS = 4  # and for so many commands of the slowest seat more
STILL_JAM_MS = 12000  # or no cube and no train came nearer to its city for so long,
STILL_BEATS = 8  # and for so many commands more
RESCUE_MS = 30000  # so long the team tries to get out of it before it looks again
TURN_MS = 10000  # if one exchange does not help, another one has its turn
TURNS = 4
RANKS = 64


def see_jam(s: State, b: BoardArrays, m: list[int], seat: int) -> None:
    """Is the team in a jam? Then one exchange is chosen, and the trains of its ends aim at each other."""
    m[RESCUE] = 0
    if m[ODDS] != 0:
        return
    tempo = 600
    for p in range(0 + s.seats):
        if m[TEMPO + p] > tempo:
            tempo = 0 + m[TEMPO + p]
    calm = s.now - m[BUSY] >= CALM_JAM_MS * s.pace // 100 + CALM_BEATS * tempo
    still = s.now - m[STILL] >= STILL_JAM_MS * s.pace // 100 + STILL_BEATS * tempo
    if m[JAM] > 0 and s.now - m[JAM] >= RESCUE_MS * s.pace // 100 + STILL_BEATS * tempo:
        m[JAM] = 0
        m[STILL] = 0 + s.now
        m[BUSY] = 0 + s.now
        return
    if calm or (still and m[JAM] == 0):
        if m[JAM] == 0:
            m[JAM] = 0 + s.now
        m[BUSY] = 0 + s.now
        m[JAMS] += 1
    if m[JAM] > 0:
        choose_rescue(s, b, m)


def choose_rescue(s: State, b: BoardArrays, m: list[int]) -> None:
    """The cube nearest to its city goes on; if that did not help, the next one."""
    code = 0 + NONE
    # Seats do not count alike, but the clock is the same for all of them.
    number = 1 if m[JAMS] < 2 else 1 + s.now // TURN_MS % TURNS
    for _ in range(number):
        following = next_cube(s, b, m, code)
        if following == NONE:
            following = next_cube(s, b, m, NONE)
        code = following
    if code == NONE:
        return
    city = code // 72 % 6
    to = code // 12 % 6
    track = code // 6 % 2
    m[AIM + 2 * city + track] = to
    if code // (72 * 6 * RANKS) % 2 == 1:
        return  # the cube must get on the train first
    if not has_crew(s, b, city, to):
        rescue_crew(s, b, m, city, track)
    elif not has_crew(s, b, to, city):
        rescue_crew(s, b, m, to, track)
    else:
        rescue_over(m, city, to)


def next_cube(s: State, b: BoardArrays, m: list[int], after: int) -> int:
    """Of all cubes that a train could take one link nearer, the one that follows another in urgency, as a number."""
    best = 0 + NONE
    for city in range(0 + b.n_cities):
        for to in range(0 + b.n_cities):
            track = 0 + m[LINES + 6 * city + to]
            if track == NONE:
                continue
            train = 0 + s.track[city][track]
            back = 0 + s.track[to][track]
            if train == NONE or back == NONE or s.job[train] == PICKING or s.job[back] == PICKING:
                continue
            gain = RANKS // 2 - train_worth(s, m, train, city, to) - train_worth(s, m, back, to, city)
            rank = 0 if gain < 0 else (gain if gain < RANKS else RANKS - 1)
            for cube in range(0 + b.n_cities):
                if cube == city or not nearer(m, city, to, cube):
                    continue
                wrong = 0
                if aboard(s, train, cube) == 0:
                    wrong = 1
                    if not at_hand(s, b, m, city, to, cube):
                        continue
                code = (((2 * m[WAYS + 6 * city + cube] + wrong) * RANKS + rank) * 6 + city) * 6 + to
                code = (2 * code + track) * 6 + cube
                if code > after and (best == NONE or code < best):
                    best = code
    return best


def at_hand(s: State, b: BoardArrays, m: list[int], city: int, to: int, cube: int) -> bool:
    """Could the cube be put on the train: from the other one, or from an end of the yard?"""
    track = 0 + m[LINES + 6 * city + to]
    other = 0 + s.track[city][1 - track]
    train = 0 + s.track[city][track]
    if other != NONE and aboard(s, other, cube) > 0:
        for k in range(s.load[train]):
            if not nearer(m, city, to, 0 + s.cargo[train][k]):
                return True
        if s.load[train] < capacity(b, train):
            return True
    if s.head[city] >= s.tail[city] or s.load[train] >= capacity(b, train):
        return False
    return s.yard[city][s.head[city]] == cube or s.yard[city][s.tail[city] - 1] == cube


def rescue_over(m: list[int], city: int, to: int) -> None:
    """Choose the exchange over a link."""
    for link in range(m[LINKS]):
        one = 0 + m[ENDS + 2 * link]
        two = 0 + m[ENDS + 2 * link + 1]
        if (one == city and two == to) or (one == to and two == city):
            m[RESCUE] = 1 + link
            track = 0 + m[LINES + 6 * one + two]
            m[AIM + 2 * one + track] = two
            m[AIM + 2 * two + track] = one


def rescue_crew(s: State, b: BoardArrays, m: list[int], city: int, track: int) -> None:
    """An engineer of the city itself serves all its links: fetch one, if possible on the other track."""
    for turn in range(2):
        for to in range(0 + b.n_cities):
            via = 0 + m[LINES + 6 * city + to]
            if via == NONE or (via == track) != (turn == 1) or s.track[city][via] == NONE or s.track[to][via] == NONE:
                continue
            if home_crew(s, to, city) and has_crew(s, b, city, to):
                rescue_over(m, city, to)
                return


# ---------------------------------------------------------------- engineers in a jam
def is_rescue(m: list[int], city: int, to: int) -> bool:
    """Is this the exchange that gets the team going again?"""
    if m[RESCUE] == 0:
        return False
    one = 0 + m[ENDS + 2 * m[RESCUE] - 2]
    two = 0 + m[ENDS + 2 * m[RESCUE] - 1]
    return (one == city and two == to) or (one == to and two == city)


def stays_in(s: State, engineer: int, city: int) -> bool:
    """Is the engineer in the Hotel of a city or on a train parked there?"""
    where = 0 + s.engineer[engineer]
    if where >= HOTEL:
        return where == HOTEL + city
    return s.place[where] < HELD and s.at[where] == city


def home_crew(s: State, city: int, home: int) -> bool:
    """Is somebody in the city whose home is another one?"""
    for engineer in range(CREW * home, CREW * home + CREW):
        if stays_in(s, engineer, city):
            return True
    return False


def sends_home(m: list[int], city: int, to: int) -> bool:
    """Should whoever lives in the other city drive there? To a city with many links, or to get out of a jam."""
    if is_rescue(m, city, to):
        return True
    links = used_links(m, to)
    return links >= HUB or used_links(m, city) >= HUB


def has_crew(s: State, b: BoardArrays, city: int, to: int) -> bool:
    """Is an engineer in the city who serves another one?"""
    for engineer in range(ENGINEERS):
        if stays_in(s, engineer, city) and serves(b, engineer, to):
            return True
    return False


def homeward(s: State, b: BoardArrays, m: list[int], city: int, to: int, train: int) -> int:
    """Who should drive a train to another city: who lives there, then anybody who does not live here; or NONE.

    Nobody is changed without need, and only in a jam somebody leaves the other train for it.
    """
    best = NONE
    least = 99
    jam = is_rescue(m, city, to)
    for engineer in range(ENGINEERS):
        if s.engaged[engineer] != 0 or not stays_in(s, engineer, city) or not serves(b, engineer, to):
            continue
        where = 0 + s.engineer[engineer]
        home = engineer // CREW
        rank = 0 if home == to else (6 if home == city else 3)
        if where >= HOTEL:
            rank += 1
        elif where != train:
            rank += 2
            if not jam:
                continue
        if rank < least:
            least = rank
            best = engineer
    return best


def man_homeward(s: State, b: BoardArrays, m: list[int], seat: int, train: int, city: int, to: int) -> int:
    """The next move that puts this engineer on the train, from the Hotel or the other train; NONE if it is done."""
    driver = 0 + s.driver[train]
    engineer = homeward(s, b, m, city, to, train)
    if engineer == NONE or engineer == driver:
        return NONE
    moved = engineer
    place = 0 + TO_HOTEL
    if s.engineer[engineer] >= HOTEL:
        if driver != NONE:
            moved = driver
        else:
            place = train
    if engineer_refusal(s, b, seat, moved, place) == 0:
        return ENG + 13 * moved + place
    return NONE
