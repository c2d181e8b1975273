"""Pioneer Rails: how far a railway is from everything, and what a number of tracks can buy.

Plain functions over the rules, compiled with ``turns``.
"""

from __future__ import annotations

from ..rules.state import NONE, PLAIN, RAILS, SPENT, TOWNS, BoardArrays, State
from ..rules.track import edge_closed

FAR = 99
REACH = 10  # edges from a railway: farther things are not planned for
BANDIT_SIDES = 2

# rows of whole numbers to work in
DIST = 0  # + railway: edges from its open ends to each vertex
NEAR = 4  # + railway: the same to the nearest corner of each hex
QUEUE = 8
MADE = 9  # features completed by the tracks drawn in this turn, by kind
FLOOD = 10  # cells already looked at
ROWS = 11
COLUMNS = 272

# rows of fractions
WEIGHT = 0
GOAL = 1  # what each goal is worth
WORTH = 2  # items
PRICE = 3
EXTRA = 4  # what one unit towards each goal adds
BEFORE = 5  # what was found when the turn began
PART = 6  # what a promise is made of
FEATURE = 7  # what a learned value looks at
HIDDEN = 8  # the hidden layer of its network
LABEL = 9  # what each item is: of these kinds
FRACTIONS = 10

# kinds of items, as labels: behind each, which one
ON_FEATURE = 0  # + hex
ON_TOWN = 1000  # + vertex
ON_JOIN = 2000  # + railway
ON_GOAL = 3000  # + goal

# weights, in the row WEIGHT
SIDE = 0  # tracks that a missing side costs: one track often serves two hexes
STEP = 1  # tracks that an edge on the way costs
SYMBOL = 2  # tracks that an unspent Town symbol is worth
USEFUL = 3  # the share of tracks to come that serve a plan
SEEN_GOAL = 4
HIDDEN_GOAL = 5
NETWORK = 6  # Towns that the network will grow by, for each turn to come
FACTOR = 7  # Rail Yards to come, as a multiplier
HOLD = 8  # a nugget that is not in a Bank yet
SPAN = 9  # Town items: the network
FREE = 10  # how often the card best for the hand can be taken
FUTURE = 11  # a hand of a later round
VALUE = 12  # Forest: a circled value, for each round
CELLS_HOPE = 13
MERGE = 14
PATH = 15  # structural goals: price of an edge
HERDS = 16  # herds that one more line may separate
WEIGHTS_USED = 17


def spread(s: State, b: BoardArrays, seat: int, rail: int, wi: list[list[int]]) -> None:
    """Edges from the open ends and free station corners of a railway to every vertex, and to every hex."""
    dist = wi[DIST + rail]
    queue = wi[QUEUE]
    last = 0
    branch = s.area[seat][TOWNS] > s.area[seat][SPENT]
    for v in range(b.n_vertices):
        dist[v] = FAR
        spot = s.spot[seat][v]
        if b.town_of[v] != NONE:
            continue
        if b.station_of[v] != NONE:
            if b.station_of[v] == rail and spot == 0:
                dist[v] = 0
        elif spot == 4 + rail:
            dist[v] = 0
        if dist[v] == 0:
            queue[last] = v
            last += 1
    if branch:
        for v in range(b.n_vertices):
            if s.spot[seat][v] == 8 + rail and b.town_of[v] == NONE and b.station_of[v] == NONE:
                dist[v] = 1
    at = 0
    level = 0
    while level < REACH:
        # Branches cost a Town: they join the search one edge later.
        if level == 1 and branch:
            for v in range(b.n_vertices):
                if dist[v] == 1 and s.spot[seat][v] == 8 + rail and last < COLUMNS:
                    queue[last] = v
                    last += 1
        end = last
        while at < end:
            v = queue[at]
            at += 1
            for k in range(3):
                e = 0 + b.vertex_edge[v][k]
                if e == NONE or s.edge[seat][e] != 0 or b.edge_kind[e] != PLAIN or edge_closed(s, b, e):
                    continue
                w = b.edge_end[e][0] + b.edge_end[e][1] - v
                if dist[w] <= level + 1 or b.station_of[w] != NONE:
                    continue
                if b.town_of[w] != NONE:
                    dist[w] = level + 1
                elif s.spot[seat][w] == 0 and last < COLUMNS:
                    dist[w] = level + 1
                    queue[last] = w
                    last += 1
        level += 1
        if at == last and level > 1:
            break
    near = wi[NEAR + rail]
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        best = FAR
        for c in range(6):
            if dist[b.hex_vertex[h][c]] < best:
                best = dist[b.hex_vertex[h][c]]
        near[h] = best


def spread_all(s: State, b: BoardArrays, seat: int, wi: list[list[int]]) -> None:
    for rail in range(RAILS):
        spread(s, b, seat, rail, wi)


def nearest(wi: list[list[int]], h: int) -> int:
    """Edges from the nearest railway to a hex."""
    best = min(wi[NEAR][h], wi[NEAR + 1][h])
    return min(best, min(wi[NEAR + 2][h], wi[NEAR + 3][h]))


def add_item(wf: list[list[float]], n: int, worth: float, price: float, label: int) -> int:
    if worth > 0.0 and n < COLUMNS:
        wf[WORTH][n] = worth
        wf[PRICE][n] = price
        wf[LABEL][n] = label
        return n + 1
    return n


def best_buy(wf: list[list[float]], n: int, tracks: float) -> float:
    """What the tracks to come can buy: the best items for their price first, the last one in part."""
    total = 0.0
    left = tracks
    for k in range(n):
        best = k
        for j in range(k + 1, n):
            if wf[WORTH][j] * wf[PRICE][best] > wf[WORTH][best] * wf[PRICE][j]:
                best = j
        worth = wf[WORTH][best]
        price = wf[PRICE][best]
        wf[WORTH][best] = wf[WORTH][k]
        wf[PRICE][best] = wf[PRICE][k]
        if price <= left:
            total += worth
            left -= price
        else:
            return total + worth * left / price
    return total


def add_small(wi: list[list[int]], n: int, cost: int) -> int:
    """Keep numbers in order, the smallest first."""
    room = wi[QUEUE]
    k = n
    while k > 0 and room[k - 1] > cost:
        room[k] = room[k - 1]
        k -= 1
    room[k] = cost
    return n + 1


def smallest(wi: list[list[int]], n: int, count: int) -> int:
    """The sum of the smallest numbers, FAR if there are not so many or one is out of reach."""
    if n < count:
        return 0 + FAR
    total = 0
    for k in range(count):
        total += wi[QUEUE][k]
    return min(total, 0 + FAR)
