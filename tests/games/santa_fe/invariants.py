"""What holds from one position to the next (INV-07 to -09, -12), as plain functions that compile with the rules.

``broken_step`` looks at a position and the one before it, and answers with the number of the first invariant that
fails, or 0. ``watch`` plays random games; after every action it checks that, and what holds in every position.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.loops import first_seat
from goldenspike.engine.random_numbers import below
from goldenspike.games.santa_fe.rules.invariants import begun_at, broken
from goldenspike.games.santa_fe.rules.rounds import actors, apply, legal, start
from goldenspike.games.santa_fe.rules.state import (
    DOUBLE_PLAY,
    DRAW,
    MAJORS,
    NONE,
    SFR2002,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)


def forced_left(s: State) -> bool:
    """INV-09: nobody keeps Triple, Four or Branch after its Round."""
    for seat in range(s.seats):
        if s.triples[seat] + s.fours[seat] > 0 or s.branch[seat] != NONE or s.active_branch[seat] != NONE:
            return True
    return False


def broken_step(p: State, s: State, b: BoardArrays, seat: int, paid2: Any, paid4: Any) -> int:
    """INV-07, -08, -09, -12: track stays, money moves for a reason, forced cards go, each bonus is paid once."""
    if s.edition == SFR2002 and s.round_no != p.round_no and forced_left(s):
        return 9
    for line in range(b.n_lines):
        if p.builder[line] != NONE:
            if (
                s.builder[line] != p.builder[line]
                or begun_at(s, line) != begun_at(p, line)
                or s.filled[line] < p.filled[line]
            ):
                return 7
    for city in range(b.n_cities):
        if p.city_rails[city] & ~s.city_rails[city] != 0:
            return 7
        for k in range(2):
            where = p.gone[city][k]
            if where != 0 and s.gone[city][0] != where and s.gone[city][1] != where:
                return 7
    expected = 0 + p.money[seat]
    for line in range(b.n_lines):
        if s.filled[line] > p.filled[line] and s.filled[line] == b.length[line]:
            city = b.ends[line][1 - begun_at(s, line)]
            rail = 0 + s.builder[line]
            bonus = 0
            if p.reached[city] == 0 and b.major_base[city] == 0:
                bonus += 2
                paid2[city] += 1
            if rail < MAJORS and b.squares[city] >> rail & 1 == 1 and p.city_rails[city] >> rail & 1 == 0:
                bonus += 4
                paid4[city] += 1 << (4 * rail)
            if p.card[seat] == DOUBLE_PLAY:
                bonus *= 2
            if p.card[seat] == TRIPLE_PLAY:
                bonus = 0
            expected += bonus
            if paid2[city] > 1 or paid4[city] & 0xEEEEE != 0:
                return 12
    if s.home_base_bonus == 0 and s.terrain == 0 and s.track_purchase == 0:
        for other in range(s.seats):
            if other != seat and s.money[other] != p.money[other]:
                return 8
        if p.phase == DRAW:
            if s.money[seat] != p.money[seat] and s.money[seat] != p.money[seat] - 1:
                return 8
        elif s.money[seat] != expected:
            return 8
    return 0


def watch(
    states: Any,
    boards: Any,
    k: int,
    seats: int,
    dice: Any,
    out: Any,
    games: int,
    low: int,
    paid: Any,
    ends: Any,
) -> int:
    """Random games, every position checked; 0, or 1000 * game + invariant. ``ends`` counts ends and decisions."""
    b = boards[k]
    s = states[0]
    for game in range(games):
        start(s, b, seats, low + game, 77)
        for city in range(b.n_cities):
            paid[0][city] = 0
            paid[1][city] = 0
        steps = 0
        fault = broken(s, b)
        if fault != 0:
            return 1000 * (game + 1) + fault
        while actors(s) != 0:
            states[1] = states[0]
            seat = first_seat(actors(s))
            n = legal(s, b, seat, out)
            if n == 0 or steps > 3000:
                return 1000 * (game + 1) + 16
            for j in range(1, n):
                if out[j] <= out[j - 1]:
                    return 1000 * (game + 1) + 14
            apply(s, b, seat, out[below(dice[0], n)])
            steps += 1
            fault = broken(s, b)
            if fault == 0:
                fault = broken_step(states[1], s, b, seat, paid[0], paid[1])
            if fault != 0:
                return 1000 * (game + 1) + fault
        ends[s.ended] += 1
        ends[0] += steps
    return 0


ENTRY_POINTS = ("watch",)
