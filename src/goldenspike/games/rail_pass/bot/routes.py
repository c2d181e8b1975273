"""The team's plan: which links are used, and on which track each of them is served.

Every seat makes the same plan from the layout alone. Each used link belongs to one track; the two trains
on that track at its ends change places, so every city keeps one train per track and nobody is ever in the way.

A seat keeps its memory in a row of whole numbers: the plan, what it means to do with the trains in its hands,
and what it has seen of the others.
"""

from __future__ import annotations

from ..rules.state import CITIES, NONE, TRAINS, BoardArrays

# ---------------------------------------------------------------- the memory of a seat
LINES = 0  # 6 * city + city: the track that serves the link, or NONE
WAYS = 36  # 6 * city + city: how many used links lie between
ENDS = 72  # 2 * link: its two cities
LINKS = 84  # how many links are used
PLANNED = 85  # the number of cities the plan was made for
SEEN_ROUND = 87  # 1 + number of the round it has seen
SCRATCH = 88
AIM = 120  # 2 * city + track: the city the train there is loaded for, or NONE
BOUND = 132  # by train in hand: 1 + the city it is meant for
MOVED = 144  # 6 * city + city: when a train last went over the link
SHY = 180  # 6 * city + city: no exchange is started over the link before this moment
TRIES = 216  # 6 * city + city: how often an offer over the link came to nothing
WAS_AT = 252  # by train: the city where it was last seen
HEARD = 264  # by seat: when it was last seen to begin something
TEMPO = 270  # by seat: how many milliseconds it takes between two commands
BEGAN = 276  # by train: when the last command about it began
SUPPLY = 288  # by city: cubes of its colour stored, twice, and on the way
WORTH = 294  # by link: what an exchange would bring
REST = 300  # by link: cubes that could still be added
GOES = 306  # by link: its rank among the exchanges that may start, or 0
PAIRED = 312  # by seat: 1 + the link of the exchange it should start
IDLE = 318  # 1 if the seat has nothing to do with cubes
VACANT = 320  # 2 * city + track: since when the track is seen open, or 0
SENT = 332  # by train in hand: when it was first offered, or 0
ALONE = 344  # by link: 1 + the city whose train goes without waiting for one in return, or 0
ODD = 350  # by seat: how often it did not do its part
CAME = 356  # by train in hand: 1 + the city it came from without having been parked since, or 0
ODDS = 368  # the odd seats the ways were counted for, one bit each
EASED = 369  # when doubts were last eased
VIA = 370  # by link: the track whose train goes alone
HOME = 376  # how many cubes are stored
FED = 377  # when the last of them was
BUSY = 378  # when a hand was last seen at work
JAM = 379  # when all hands were seen to rest, or 0
RESCUE = 380  # 1 + the link of the exchange that gets the team out of a jam, or 0
CHOSEN = 381  # since when it is that link
SEEN_ORDERS = 382  # how many commands have been seen
WEIGHTS = 384  # how the seat weighs things
MEMORY = 400

FULL = 0  # an exchange starts when it brings this share (in percent) of two full trains
SOME = 1  # or this share when nothing can be added
AGE_S = 2  # or anything worth while after so many seconds without one
PATIENCE_MS = 3
NEED = 4  # weight of a colour that is short
FAR = 5  # weight of each link on a cube's way
FINISH = 6  # weight of filling a train
NOISE = 7  # up to this much is added to the weight of a cube, by chance
SALT = 8  # what that chance comes from
EAGER = 9  # weight of the age of a link in seconds, in hundredths
URGENT = 10  # weight of a cube that arrives, for each cube by which its city is behind the others
WEIGHT_COUNT = 16

HUB = 4  # a city with so many used links needs its own engineers back
DETOUR = 3  # so many links more are better than a way through the hands of an odd seat
LEAF_PAIR = 700  # two links of one city on the same track cost this if both lead to ends
PAIR = 1000


def usual_weights(m: list[int]) -> None:
    """How a good partner weighs things."""
    for k in range(WEIGHT_COUNT):
        m[WEIGHTS + k] = 0
    m[WEIGHTS + FULL] = 115
    m[WEIGHTS + SOME] = 70
    m[WEIGHTS + AGE_S] = 60
    m[WEIGHTS + PATIENCE_MS] = 5000
    m[WEIGHTS + NEED] = 8
    m[WEIGHTS + FAR] = 8
    m[WEIGHTS + FINISH] = 1
    m[WEIGHTS + EAGER] = 13
    m[WEIGHTS + URGENT] = 1


def clear_memory(m: list[int]) -> None:
    """A memory that has seen nothing yet."""
    for k in range(WEIGHTS):
        m[k] = 0
    for train in range(TRAINS):
        m[WAS_AT + train] = NONE


def make_plan(b: BoardArrays, m: list[int]) -> None:
    """Used links, ways and tracks; the same for every seat."""
    for k in range(CITIES * CITIES):
        m[LINES + k] = NONE
    m[LINKS] = 0
    if not plan_ring(b, m):
        plan_tree(b, m)
    count_ways(b, m, 0)
    choose_tracks(b, m)
    m[PLANNED] = b.n_cities


def use_link(m: list[int], one: int, two: int) -> None:
    at = ENDS + 2 * m[LINKS]
    m[at] = one if one < two else two
    m[at + 1] = two if one < two else one
    m[LINKS] += 1
    m[LINES + 6 * one + two] = 0
    m[LINES + 6 * two + one] = 0


def plan_ring(b: BoardArrays, m: list[int]) -> bool:
    """If a ring joins all cities, it is used and nothing else."""
    n = 0 + b.n_cities
    if n < 3:
        return False
    m[SCRATCH] = 0
    depth = 1
    m[SCRATCH + 1] = 0
    while depth > 0:
        m[SCRATCH + depth] += 1
        city = 0 + m[SCRATCH + depth]
        if city >= n:
            depth -= 1
            continue
        fresh = b.dist[m[SCRATCH + depth - 1]][city] == 1
        for k in range(depth):
            if m[SCRATCH + k] == city:
                fresh = False
        if not fresh:
            continue
        if depth < n - 1:
            depth += 1
            m[SCRATCH + depth] = 0
        elif b.dist[city][0] == 1:
            for k in range(n):
                use_link(m, 0 + m[SCRATCH + k], 0 + m[SCRATCH + (k + 1) % n])
            return True
    return False


def plan_tree(b: BoardArrays, m: list[int]) -> None:
    """Otherwise each city is joined to the middle of the layout by a shortest way."""
    n = 0 + b.n_cities
    centre = 0
    least = 999
    for city in range(n):
        total = 0
        for other in range(n):
            total += b.dist[city][other]
        if total < least:
            least = total
            centre = city
    for city in range(n):
        if city != centre:
            nearer = 0 + NONE
            for other in range(n):
                if nearer == NONE and b.dist[city][other] == 1 and b.dist[other][centre] < b.dist[city][centre]:
                    nearer = other
            use_link(m, city, nearer)


def count_ways(b: BoardArrays, m: list[int], odds: int) -> None:
    """Distances over the used links; to leave the city of an odd seat counts as a detour."""
    m[ODDS] = odds
    n = 0 + b.n_cities
    for a in range(n):
        for c in range(n):
            step = 1 + DETOUR * (odds >> b.owner[a] & 1)
            m[WAYS + 6 * a + c] = 0 if a == c else (step if m[LINES + 6 * a + c] != NONE else 99)
    for via in range(n):
        for a in range(n):
            for c in range(n):
                length = m[WAYS + 6 * a + via] + m[WAYS + 6 * via + c]
                if length < m[WAYS + 6 * a + c]:
                    m[WAYS + 6 * a + c] = length


def used_links(m: list[int], city: int) -> int:
    """How many used links meet in a city."""
    count = 0
    for k in range(2 * m[LINKS]):
        if m[ENDS + k] == city:
            count += 1
    return count


def traffic(b: BoardArrays, m: list[int], link: int) -> int:
    """How many pairs of cities send cubes over the link."""
    one = 0 + m[ENDS + 2 * link]
    two = 0 + m[ENDS + 2 * link + 1]
    count = 0
    for a in range(0 + b.n_cities):
        for c in range(0 + b.n_cities):
            whole = 0 + m[WAYS + 6 * a + c]
            if a != c and m[WAYS + 6 * a + one] + 1 + m[WAYS + 6 * two + c] == whole:
                count += 1
            if a != c and m[WAYS + 6 * a + two] + 1 + m[WAYS + 6 * one + c] == whole:
                count += 1
    return count


def choose_tracks(b: BoardArrays, m: list[int]) -> None:
    """Neighbouring links on different tracks where possible; Long Trains where most cubes or the slow links are."""
    best = 0
    least = 1 << 30
    for link in range(m[LINKS]):
        one = 0 + m[ENDS + 2 * link]
        two = 0 + m[ENDS + 2 * link + 1]
        m[SCRATCH + link] = traffic(b, m, link) * (10 + b.link[one][two])
        for other in range(link):
            m[SCRATCH + 6 + 4 * link + other] = shared_cost(m, link, other)
    for mask in range(1 << m[LINKS]):
        cost = track_cost(m, mask)
        if cost < least:
            least = cost
            best = mask
    for link in range(m[LINKS]):
        one = 0 + m[ENDS + 2 * link]
        two = 0 + m[ENDS + 2 * link + 1]
        m[LINES + 6 * one + two] = best >> link & 1
        m[LINES + 6 * two + one] = best >> link & 1


def track_cost(m: list[int], mask: int) -> int:
    """What a choice of tracks costs, from the weights worked out before; a set bit is a link on the short track."""
    cost = 0
    for link in range(m[LINKS]):
        weight = 0 + m[SCRATCH + link]
        cost += weight // 3 if mask >> link & 1 == 1 else weight // 5
        for other in range(link):
            if mask >> other & 1 == mask >> link & 1:
                cost += m[SCRATCH + 6 + 4 * link + other]
    return cost


def shared_cost(m: list[int], link: int, other: int) -> int:
    """Two links that meet on one track make its train serve both in turn."""
    for end in range(2):
        for side in range(2):
            if m[ENDS + 2 * link + end] == m[ENDS + 2 * other + side]:
                far = 0 + m[ENDS + 2 * link + 1 - end]
                farther = 0 + m[ENDS + 2 * other + 1 - side]
                if used_links(m, far) == 1 and used_links(m, farther) == 1:
                    return LEAF_PAIR
                return PAIR
    return 0
