"""What holds in every position of every game, as plain functions that compile with the rules.

``broken_sheet`` of the rules looks at one sheet, ``broken_turn`` at one between turns, ``broken_step`` also at the same
sheet a turn before; all answer with the number of the first thing that fails, or 0. ``watch`` plays random games and
checks after every step.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.random_numbers import below
from goldenspike.games.pioneer_rails.rules.cattle import is_alone
from goldenspike.games.pioneer_rails.rules.features import sides
from goldenspike.games.pioneer_rails.rules.invariants import broken_sheet
from goldenspike.games.pioneer_rails.rules.state import (
    BANDIT,
    BLANK,
    CATTLE,
    CELLS,
    EMPTY,
    FILL,
    FRESH,
    OVER,
    RAILS,
    RANCHES,
    SPENT,
    TOWNS,
    TURNS,
    BoardArrays,
    State,
)
from goldenspike.games.pioneer_rails.rules.towns import network, towns_reached
from goldenspike.games.pioneer_rails.rules.track import cut_diagonal, cut_rail, edge_rail
from goldenspike.games.pioneer_rails.rules.turn import actors, apply, legal, refusal, score, start

ENTRY_POINTS = ("watch", "lonely_at", "network_at")


def broken_turn(s: State, b: BoardArrays, seat: int) -> int:
    """Between turns: nothing unfinished, every touched herd and bandit settled, the hands as long as the game."""
    if s.drawn_count[seat] != 0:
        return 40
    if s.area[seat][TOWNS] != 1 + towns_reached(s, b, seat) and s.area[seat][TOWNS] != b.town_row:
        return 41
    for h in range(b.n_hexes):
        if b.terrain[h] == CATTLE and is_alone(s, b, seat, h) != (s.mark[seat][h] == 1):
            return 42
        if b.terrain[h] == BANDIT and sides(s, b, seat, h) > 0 and s.mark[seat][h] == 0:
            return 43
        if b.terrain[h] != BLANK and s.mark[seat][h] > FRESH:
            return 44
    for e in range(b.n_edges):
        if s.edge[seat][e] > FRESH:
            return 45
    played = CELLS if s.phase == OVER else TURNS * (s.round_no - 1) + s.turn_no - 1
    for k in range(CELLS):
        if (s.hand[seat][k] != EMPTY) != (k < played):
            return 46
    for k in range(FILL):
        if s.fill[k] != 0:
            return 47
    return 0


def broken_step(old: State, s: State, b: BoardArrays, seat: int) -> int:
    """Tracks only grow, railways never change, symbols are never lost, ranches stay."""
    for e in range(b.n_edges):
        if old.edge[seat][e] != 0 and edge_rail(old, seat, e) != edge_rail(s, seat, e):
            return 60
    for h in range(b.n_hexes):
        if b.terrain[h] == BLANK and old.mark[seat][h] != 0:
            if cut_rail(old, seat, h) != cut_rail(s, seat, h) or cut_diagonal(old, seat, h) != cut_diagonal(s, seat, h):
                return 61
        if b.terrain[h] == CATTLE and old.mark[seat][h] != 0 and not is_alone(s, b, seat, h):
            return 62
    for k in range(3):
        if s.seats > 1 and old.star[seat][k] != 0 and s.star[seat][k] != old.star[seat][k]:
            return 63
    if s.area[seat][SPENT] < old.area[seat][SPENT] or s.area[seat][TOWNS] < old.area[seat][TOWNS]:
        return 64
    if s.area[seat][RANCHES] < old.area[seat][RANCHES]:
        return 65
    return 0


def sorted_and_legal(s: State, b: BoardArrays, seat: int, out: Any, n: int) -> int:
    for k in range(n):
        if k > 0 and out[k] <= out[k - 1]:
            return 80
        if refusal(s, b, seat, out[k]) != 0:
            return 81
    return 0


def some_seat(mask: int, dice: Any, d: int) -> int:
    """A random seat of a mask."""
    chosen = 0
    count = 0
    for seat in range(8):
        if mask >> seat & 1 == 1:
            count += 1
            if below(dice[d], count) == 0:
                chosen = seat
    return chosen


def watch(states: Any, boards: Any, k: int, seats: int, dice: Any, out: Any, games: int, seed: int, counts: Any) -> int:
    """Play games at random, checking each; 0, or 1000 * (game + 1) + what failed. ``counts`` gathers steps."""
    s = states[0]
    b = boards[k]
    for game in range(games):
        start(s, b, seats, seed + game, 77)
        states[1] = states[0]
        turn = 0
        while actors(s) != 0:
            seat = some_seat(actors(s), dice, 0)
            n = legal(s, b, seat, out)
            if n == 0:
                return 1000 * (game + 1) + 99
            fault = sorted_and_legal(s, b, seat, out, n)
            if fault != 0:
                return 1000 * (game + 1) + fault
            apply(s, b, seat, out[below(dice[0], n)])
            counts[0] += 1
            now = TURNS * (s.round_no - 1) + s.turn_no
            if s.phase == OVER:
                now = 100
            if now != turn:
                turn = now
                for p in range(seats):
                    fault = broken_sheet(s, b, p)
                    if fault == 0:
                        fault = broken_turn(s, b, p)
                    if fault == 0:
                        fault = broken_step(states[1], s, b, p)
                    if fault != 0:
                        return 1000 * (game + 1) + fault
                states[1] = states[0]
            else:
                fault = broken_sheet(s, b, seat)
                if fault != 0:
                    return 1000 * (game + 1) + fault
        mask = score(s, b, out)
        if seats > 1 and mask == 0:
            return 1000 * (game + 1) + 98
        for p in range(seats):
            counts[1] += out[p]
            for rail in range(RAILS):
                for e in range(b.n_edges):
                    if edge_rail(s, p, e) == rail:
                        counts[2 + rail] += 1
    return 0


def lonely_at(states: Any, i: int, boards: Any, k: int, seat: int, h: int) -> int:
    return 1 if is_alone(states[i], boards[k], seat, h) else 0


def network_at(states: Any, i: int, boards: Any, k: int, seat: int) -> int:
    return network(states[i], boards[k], seat)
