"""Who plays whom in the next round, at tables of two seats or more.

Programs that pair chess tournaments know tables of two only. Here a table has as many seats as its game is played with,
so pairing is a search: tables are filled in the order of the standings, then players change places for as long as that
brings fewer repeated meetings, or equal ones between players whose scores are nearer to each other. At tables of two, a
pairing without a repeated meeting is found if there is one.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

BOT = -1  # in the place of a player: a bot that only fills a seat
REPEAT = 1000.0  # how much a repeated meeting weighs, beside the squares of differences in score
RESTARTS = 12
MOST_STEPS = 20_000  # of the search for a round without repeated meetings

Met = Counter[frozenset[int]]


@dataclass(frozen=True)
class Round:
    """The tables of a round, with the players in the order of the seats, and who has no table."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Shape:
    """How many players sit at each table, how many seats each has, and how many players are left over."""

    people: tuple[int, ...]
    seats: tuple[int, ...]
    byes: int


def shape(players: int, seats: int, least: int, bots: bool) -> Shape | None:
    """Tables for so many players with at most so many seats; None if there are too few of them.

    Where bots fill empty seats every table has all its seats. Otherwise tables differ by at most one seat if the game
    allows that; if it does not, some players have a bye.
    """
    if players < 2:
        return None
    tables = math.ceil(players / seats)
    even = tuple(players // tables + (number < players % tables) for number in range(tables))
    if bots:
        return Shape(even, (seats,) * tables, 0)
    if even[-1] >= max(2, least):
        return Shape(even, even, 0)
    tables = players // seats
    return Shape((seats,) * tables, (seats,) * tables, players - tables * seats) if tables else None


def rounds_needed(players: int, seats: int, round_robin: bool) -> int:
    """How many rounds a tournament has unless the host says otherwise.

    Round robin: until everybody can have met everybody. Swiss: until one player at most can have won all tables.
    """
    if round_robin:
        if seats == 2:
            return players - 1 + players % 2
        return max(1, math.ceil((players - 1) / (seats - 1)))
    most = max(1, players - 1) if seats == 2 else players
    return min(most, max(3, math.ceil(math.log(players, seats)) + (seats > 2)))


def next_round(
    ranking: Sequence[int],
    scores: Mapping[int, float],
    earlier: Sequence[Round],
    kind: Shape,
    *,
    round_robin: bool,
    seed: str,
) -> Round:
    """The next round of players in the order of their standings; the same seed gives the same round."""
    met, dice = met_in(earlier), random.Random(seed)
    tables: list[tuple[int, ...]]
    byes = _byes(ranking, earlier, kind.byes)
    playing = [player for player in ranking if player not in byes]
    if round_robin and set(kind.people) == {2} and kind.byes < 2:
        circle = _circle(sorted(ranking), len(earlier))
        tables = [table for table in circle if len(table) > 1]
        byes = tuple(table[0] for table in circle if len(table) == 1)
    else:
        weigh = {player: 0.0 if round_robin else scores.get(player, 0.0) for player in playing}
        tables = _grouped(playing, kind.people, met, weigh, dice)
    seated = [
        _seated((*table, *[BOT] * (kind.seats[number] - len(table))), earlier) for number, table in enumerate(tables)
    ]
    return Round(tuple(seated), byes)


def met_in(earlier: Sequence[Round]) -> Met:
    """How often each two players have met."""
    met: Met = Counter()
    for one in earlier:
        for table in one.tables:
            met.update(frozenset(pair) for pair in combinations([player for player in table if player != BOT], 2))
    return met


def _byes(ranking: Sequence[int], earlier: Sequence[Round], count: int) -> tuple[int, ...]:
    """Whoever had the fewest byes so far, the last in the standings first."""
    had = Counter(player for one in earlier for player in one.byes)
    order = {player: -at for at, player in enumerate(ranking)}
    return tuple(sorted(ranking, key=lambda player: (had[player], order[player]))[:count])


def _circle(players: Sequence[int], number: int) -> list[tuple[int, ...]]:
    """Round robin in pairs: one player stays, the others move on by one place each round."""
    ring: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    turn = number % (len(ring) - 1)
    ring = [ring[0], *ring[1:][turn:], *ring[1:][:turn]]
    pairs = [(ring[at], ring[-1 - at]) for at in range(len(ring) // 2)]
    return [tuple(player for player in pair if player is not None) for pair in pairs]


# ------------------------------------------------------------------ the search
def _grouped(
    playing: Sequence[int], people: Sequence[int], met: Met, weigh: Mapping[int, float], dice: random.Random
) -> list[tuple[int, ...]]:
    """Players at tables: the best of a few searches, each from another order."""
    order = list(playing)
    best: list[list[int]] = []
    lowest = math.inf
    for attempt in range(RESTARTS):
        tables = _improved(_dealt(order, people), met, weigh)
        cost = sum(_cost(table, met, weigh) for table in tables)
        if cost < lowest:
            best, lowest = tables, cost
        if lowest < REPEAT and (attempt >= 2 or not met):
            break
        order = dice.sample(list(playing), len(playing))
    if lowest >= REPEAT and set(people) == {2}:
        fresh = _without_repeats(list(playing), met, [MOST_STEPS])
        best = best if fresh is None else _improved([list(pair) for pair in fresh], met, weigh)
    return [tuple(table) for table in best]


def _dealt(order: Sequence[int], people: Sequence[int]) -> list[list[int]]:
    tables, at = [], 0
    for count in people:
        tables.append(list(order[at : at + count]))
        at += count
    return tables


def _cost(table: Sequence[int], met: Met, weigh: Mapping[int, float]) -> float:
    return sum(
        REPEAT * met[frozenset((one, other))] ** 2 + (weigh[one] - weigh[other]) ** 2
        for one, other in combinations(table, 2)
    )


def _improved(tables: list[list[int]], met: Met, weigh: Mapping[int, float]) -> list[list[int]]:
    """Players of different tables change places for as long as that helps."""
    costs = [_cost(table, met, weigh) for table in tables]
    better = True
    while better:
        better = False
        for a, b in combinations(range(len(tables)), 2):
            for i in range(len(tables[a])):
                for j in range(len(tables[b])):
                    one, other = list(tables[a]), list(tables[b])
                    one[i], other[j] = other[j], one[i]
                    new = _cost(one, met, weigh), _cost(other, met, weigh)
                    if sum(new) < costs[a] + costs[b] - 1e-9:
                        tables[a], tables[b] = one, other
                        costs[a], costs[b] = new
                        better = True
    return tables


def _without_repeats(left: list[int], met: Met, steps: list[int]) -> list[tuple[int, int]] | None:
    """Pairs that have never met, whoever has the fewest opponents left first; None if there is no such round."""
    if not left:
        return []
    steps[0] -= 1
    if steps[0] < 0:
        return None
    free = {one: [other for other in left if other != one and not met[frozenset((one, other))]] for one in left}
    one = min(left, key=lambda player: len(free[player]))
    for other in free[one]:
        rest = _without_repeats([player for player in left if player not in (one, other)], met, steps)
        if rest is not None:
            return [(one, other), *rest]
    return None


def _seated(table: Sequence[int], earlier: Sequence[Round]) -> tuple[int, ...]:
    """The players of a table in the order of their seats: each where they have sat least often so far."""
    sat = Counter((player, seat) for one in earlier for row in one.tables for seat, player in enumerate(row))
    left, order = list(table), []
    for seat in range(len(table)):
        player = min(left, key=lambda one: (sat[one, seat], one == BOT))
        left.remove(player)
        order.append(player)
    return tuple(order)
