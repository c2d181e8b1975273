"""A strong schedule for a whole team, computed beforehand, and a bound that no team can beat.

The planner starts from a round of the team. It cuts the round into stretches and
tries for each of them, from the first to the last, other weights and other chance in the seats' memories; what
follows is played out to the goal every time, and a change stays only if the goal is reached sooner. The
result is a list of commands with their moments that the rules accept as they stand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from ..board.load import OBSTACLES, Layout
from ..board.load import OPEN as OPEN_WORD
from ..board.load import load as load_layout
from ..values import STANDARD
from .routes import EAGER, FAR, FINISH, FULL, NEED, NOISE, SALT, SOME, URGENT, WEIGHTS
from .run_round import Outcome, SeatProfile, TeamRound
from .virtual_rounds import REACT

STRETCH_MS = 8000
TRIES = 60
GOALS = ("100", "all")


@dataclass(frozen=True)
class Plan:
    """The best schedule found for one goal on one layout and seed; moments in milliseconds."""

    layout: str
    seed: int
    goal: str
    reached: int | None
    team: int | None  # when the team got there without planning
    bound: int
    outcome: Outcome

    @property
    def ratio(self) -> float | None:
        return None if self.reached is None else self.reached / self.bound


def plan(
    layout: str | Layout,
    seed: int,
    goal: str = "all",
    *,
    tries: int = TRIES,
    stretch_ms: int = STRETCH_MS,
    react_ms: int = 600,
    quick: bool = True,
) -> Plan:
    """Improve the team's round stretch by stretch, with sight and without; the more tries, the longer it takes."""
    assert goal in GOALS
    found = []
    for see_ms in (0, min(200, react_ms)):
        table = TeamRound(layout, seed, SeatProfile(react_ms=react_ms, see_ms=see_ms), quick=quick)
        found.append(improve(table, goal, tries, stretch_ms))
    return min(found, key=lambda one: (one.reached is None, one.reached))


def improve(table: TeamRound, goal: str, tries: int, stretch_ms: int) -> Plan:
    usual = [int(number) for number in table.memories[0][WEIGHTS : WEIGHTS + 16]]
    dice = random.Random(f"{table.layout.id} {table.seed} {goal}")
    here = table.keep()
    table.run()
    best = first = reached(table.outcome(), goal)
    finished = table.outcome()
    moment = 0
    while best is not None and moment < best:
        kept = here
        for number, weights in enumerate([usual, *variations(usual, dice, tries)]):
            table.go_back(here)
            set_weights(table, weights)
            table.run(moment + stretch_ms)
            after = table.keep()
            set_weights(table, usual)
            table.run()
            outcome = table.outcome()
            time = reached(outcome, goal)
            if number == 0:
                kept = after
            if time is not None and time < best:
                best, finished, kept = time, outcome, after
        here = kept
        moment += stretch_ms
    least = bound(table.layout, goal, int(table.clock[REACT]))
    return Plan(table.layout.id, table.seed, goal, best, first, least, finished)


def reached(outcome: Outcome, goal: str) -> int | None:
    return outcome.to_100 if goal == "100" else outcome.to_all


def set_weights(table: TeamRound, weights: list[int]) -> None:
    for seat in range(table.setting.seats):
        table.memories[seat][WEIGHTS : WEIGHTS + len(weights)] = weights


def variations(usual: list[int], dice: random.Random, count: int) -> Iterator[list[int]]:
    """Other ways to weigh things, most of them with a little chance in the choice of cubes."""
    for _ in range(count):
        weights = usual[:]
        weights[FULL] = dice.choice((70, 85, 95, 105, 115, 125, 150))
        weights[SOME] = dice.choice((40, 55, 70, 85))
        weights[NEED] = dice.choice((1, 2, 4, 4, 8))
        weights[FAR] = dice.choice((-2, 0, 3, 3, 6, 10))
        weights[FINISH] = dice.choice((0, 2, 2, 6))
        weights[EAGER] = dice.choice((0, 13, 40))
        weights[URGENT] = dice.choice((0, 1, 3))
        weights[NOISE] = dice.choice((0, 4, 12, 40))
        weights[SALT] = dice.randrange(1 << 20)
        yield weights


# ---------------------------------------------------------------- what nobody can beat
def bound(layout: str | Layout, goal: str = "all", react_ms: int = 600) -> int:
    """A lower bound in milliseconds: the commands that the busiest seat must give, one every ``react_ms``.

    To bring n cubes home in each city a seat must give, for each of its cities, n STORE and n / 5 PARK; for all
    cubes also 20 LOAD and 4 PICK. Every five cubes (or part of five) that must come in from other seats, or over
    a link that alone joins two parts of the layout, cost a TAKE, a GO within the seat, and going out a TOOT and
    at an obstacle a PUSH. For 100 points n is 10, and all seats together must load 60 cubes. The last
    STORE takes its own time. Nothing is counted for waiting, for engineers and for changing trains.
    """
    board = load_layout(layout)
    seating = board.seats(board.players[0])
    seats: dict[int, list[str]] = {}
    for city, seat in seating.controller.items():
        seats.setdefault(seat, []).append(city)
    whole = goal == "all"
    busiest = max(seat_commands(board, cities, whole) for cities in seats.values())
    if not whole:
        each = sum(seat_commands(board, cities, whole) for cities in seats.values()) + 10 * len(board.cities)
        busiest = max(busiest, ceil(each / len(seats)))
    store_ms = STANDARD["store_ms"]
    assert isinstance(store_ms, int)
    return react_ms * (busiest - 1) + store_ms


def seat_commands(board: Layout, cities: list[str], whole: bool) -> int:
    """How many commands the seat of these cities cannot do without."""
    stored = board.yard if whole else board.yard // 2
    count = len(cities) * (stored + ceil(stored / 5))
    if whole:
        count += len(cities) * (board.yard + ceil(board.yard / 5))
    outside = [city.id for city in board.cities if city.id not in cities]
    cut = False
    for link in board.links:
        ends = [end for end in (link.a, link.b) if end in cities]
        if link.kind != OPEN_WORD and link.kind not in OBSTACLES:
            continue
        side = far_side(board, link.a, link.b)
        if not ends or side is None or not whole:
            continue
        trips = ceil(board.each * len(side) * (len(board.cities) - len(side)) / 5)
        if len(ends) == 2:
            count += 2 * trips
        else:
            cut = True
            count += trips * (2 + (link.kind in OBSTACLES))
    if not cut and outside:
        arriving = board.each * len(cities) * len(outside) if whole else max(0, stored - 4 * (len(cities) - 1))
        count += ceil(arriving / 5) * (2 if whole else 1)
    return count


def far_side(board: Layout, a: str, b: str) -> set[str] | None:
    """The cities that only this link joins to the others, or None if there is another way."""
    found = {b}
    grown = True
    while grown:
        grown = False
        for link in board.links:
            if {link.a, link.b} == {a, b} or (link.kind != OPEN_WORD and link.kind not in OBSTACLES):
                continue
            if (link.a in found) != (link.b in found):
                found |= {link.a, link.b}
                grown = True
    return None if a in found else found
