"""The end of a round: what counts, what it costs, and whether the team has won."""

from __future__ import annotations

from .cubes import close_yard
from .hands import clear_job
from .state import BETWEEN, CITIES, ENGINEERS, LOST, NO_JOB, OVER, QUIT, SEATS, SUM, TRAINS, WRECKED, BoardArrays, State
from .trains import forget_offers


def lowest_product(s: State, b: BoardArrays) -> int:
    """The product of the two lowest counts of delivered cubes (RP-SCORE-03, -04, -09)."""
    low = 0 + s.storage[0]
    second = 0 + s.storage[1]
    if second < low:
        low, second = second, low
    for city in range(2, b.n_cities):
        count = 0 + s.storage[city]
        if count < low:
            second = low
            low = count
        elif count < second:
            second = count
    return low * second


def cubes_dropped(s: State) -> int:
    total = 0
    for colour in range(CITIES):
        total += s.dropped[colour]
    return total


def engineers_gone(s: State) -> int:
    """Engineers who quit and those lost in wrecks cost the same (RP-FAULT-04, RP-SCORE-06)."""
    total = 0
    for engineer in range(ENGINEERS):
        if s.engineer[engineer] == QUIT or s.engineer[engineer] == LOST:
            total += 1
    return total


def wrecks(s: State) -> int:
    total = 0
    for train in range(TRAINS):
        if s.place[train] == WRECKED:
            total += 1
    return total


def team_score(s: State, b: BoardArrays) -> int:
    """Base less what dropped cubes, engineers gone and wrecks cost; it may fall below 0 (RP-SCORE-05, -08)."""
    lost = b.values.drop_cost * cubes_dropped(s) + b.values.engineer_cost * engineers_gone(s)
    return lowest_product(s, b) - lost - b.values.wreck_cost * wrecks(s)


def best_score(s: State, b: BoardArrays) -> int:
    """The best round so far; the running one counts as it stands until the match is over (RP-TIME-06, -07)."""
    finished = 0 + s.round_no
    if s.phase != 0:
        finished += 1
    best = 0
    for k in range(finished):
        if k == 0 or s.scores[k] > best:
            best = 0 + s.scores[k]
    if s.phase == 0:
        running = team_score(s, b)
        if finished == 0 or running > best:
            best = running
    return best


def total_score(s: State, b: BoardArrays) -> int:
    """All rounds so far added up, the running one as it stands (RP-AMB-01)."""
    total = 0
    for k in range(s.round_no):
        total += s.scores[k]
    return total + (team_score(s, b) if s.phase == 0 else 0 + s.scores[s.round_no])


def match_score(s: State, b: BoardArrays) -> int:
    """What the match is worth: its best round, or all rounds together if the table agreed on that (RP-AMB-01)."""
    return total_score(s, b) if b.options.rounds_total == SUM else best_score(s, b)


def win_line(s: State, b: BoardArrays) -> int:
    """What wins the match: 100, or 100 for each round where they are added up (RP-SCORE-07, RP-AMB-01)."""
    return b.values.win * (s.rounds if b.options.rounds_total == SUM else 1)


def end_round(s: State, b: BoardArrays) -> None:
    """At the limit the round is over at once; what still runs comes to nothing (RP-TIME-04, RP-DIG-04)."""
    s.now = s.ends_at
    for slot in range(TRAINS):
        if s.job[slot] != NO_JOB:
            clear_job(s, slot)
        forget_offers(s, slot)
    for city in range(b.n_cities):
        close_yard(s, city)
    for seat in range(SEATS):
        s.used[seat] = 0
    s.waiting = 0
    s.scores[s.round_no] = team_score(s, b)
    s.phase = BETWEEN if s.round_no + 1 < s.rounds else OVER
