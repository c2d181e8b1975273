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
    LONGS,
    NONE,
    PICKING,
    TO_HOTEL,
    TRAINS,
    BoardArrays,
    State,
)
from ..rules.trains import holder
from .absent_partner import has_doubts, is_slow
from .perception import nearer, train_worth
from .routes import (
    AIM,
    BUSY,
    CHOSEN,
    ENDS,
    FED,
    HUB,
    JAM,
    LINES,
    LINKS,
    ODDS,
    RESCUE,
    SEEN_ORDERS,
    TEMPO,
    WAYS,
    used_links,
)

CALM_JAM_MS = 4000  # in a jam no hand has done anything for so long,
CALM_BEATS = 4  # and for so many own commands more
SLACK_MS = 1500  # who sees others begin again after almost as long comes along
RESCUE_MS = 15000  # then the team tries for so long to get out of it
DRY_JAM_MS = 16000  # or no cube has come home for so long,
DRY_BEATS = 16  # and for so many commands of the slowest seat more
SETTLE_MS = 800
TURN_MS = 10000  # if one exchange does not help, another one has its turn
TURNS = 4
RANKS = 64


def see_jam(s: State, b: BoardArrays, m: list[int], seat: int) -> None:
    """Is the team in a jam? Then one exchange is chosen, and the trains of its ends aim at each other."""
    before = 0 + m[RESCUE]
    m[RESCUE] = 0
    see_calm(s, m, seat)
    dry = DRY_JAM_MS * s.pace // 100 + DRY_BEATS * slowest_tempo(s, m, seat)
    waited = s.now - m[FED]
    # Beside somebody who does not do their part few cubes come home anyway.
    if m[ODDS] == 0 and (m[JAM] > 0 or (waited >= dry and not has_doubts(m))):
        if not go_on(s, m, before):
            # Seats may have noticed it at different times, but the clock is the same for all of them.
            choose_rescue(s, b, m, 1 + s.now // TURN_MS % TURNS if waited >= 2 * dry else 1)
    if m[RESCUE] != before:
        m[CHOSEN] = 0 + s.now


def is_settled(s: State, m: list[int], seat: int) -> bool:
    """Has the choice stood for so long that everybody sees the same table and makes the same one?"""
    return s.now - m[CHOSEN] >= SETTLE_MS * s.pace // 100 + m[TEMPO + seat]


def go_on(s: State, m: list[int], before: int) -> bool:
    """What has begun is brought to its end: the exchange for which a train is offered or in a hand."""
    oldest = 0 + NONE
    for train in range(TRAINS):
        if s.offer[train] != NONE and m[LINES + 6 * s.at[train] + s.offer[train]] == (0 if train < LONGS else 1):
            if oldest == NONE or s.offered_at[train] < s.offered_at[oldest]:
                oldest = train
    if oldest != NONE:
        rescue_over(m, 0 + s.at[oldest], 0 + s.offer[oldest])
        return True
    if before == 0:
        return False
    one = 0 + m[ENDS + 2 * before - 2]
    two = 0 + m[ENDS + 2 * before - 1]
    for train in range(TRAINS):
        if m[LINES + 6 * one + two] == (0 if train < LONGS else 1) and (s.at[train] == one or s.at[train] == two):
            if holder(s, train) != NONE or s.job[train] == PICKING:
                rescue_over(m, one, two)
                return True
    return False


def see_calm(s: State, m: list[int], seat: int) -> None:
    """Have all hands been at rest for so long that nobody knows what to do?"""
    calm = CALM_JAM_MS * s.pace // 100 + CALM_BEATS * m[TEMPO + seat]
    rest = s.now - m[BUSY]
    if m[JAM] > 0 and s.now - m[JAM] >= RESCUE_MS * s.pace // 100 + calm:
        m[JAM] = 0
    at_work = s.orders != m[SEEN_ORDERS]
    m[SEEN_ORDERS] = 0 + s.orders
    for train in range(TRAINS):
        if s.offer[train] != NONE or holder(s, train) != NONE:
            at_work = True
    if rest >= calm or (at_work and rest >= calm - SLACK_MS):
        m[JAM] = 0 + s.now
        m[BUSY] = 0 + s.now
    if at_work:
        m[BUSY] = 0 + s.now


def slowest_tempo(s: State, m: list[int], seat: int) -> int:
    """The own time between two commands, or that of somebody much slower."""
    tempo = 0 + m[TEMPO + seat]
    for p in range(0 + s.seats):
        if is_slow(m, seat, 0 + m[TEMPO + p]) and m[TEMPO + p] > tempo:
            tempo = 0 + m[TEMPO + p]
    return tempo


def choose_rescue(s: State, b: BoardArrays, m: list[int], number: int) -> None:
    """The cube nearest to its city goes on, or if that did not help one of the next."""
    code = 0 + NONE
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
