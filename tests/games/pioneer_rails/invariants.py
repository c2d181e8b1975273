"""What holds in every position of every game, as plain functions that compile with the rules.

``broken`` looks at one sheet, ``broken_step`` at a sheet and the same one a turn before; both answer with
the number of the first thing that fails, or 0. ``watch`` plays random games and checks after every step.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.random_numbers import below
from goldenspike.games.pioneer_rails.rules.cattle import is_alone
from goldenspike.games.pioneer_rails.rules.features import captured, sides
from goldenspike.games.pioneer_rails.rules.state import (
    BANDIT,
    BANK,
    BANKS,
    BLANK,
    CATTLE,
    CELLS,
    CLOSED,
    DEPOSITED,
    EMPTY,
    ESCAPED,
    ESCAPES,
    FILL,
    FORT,
    FORTS,
    FRESH,
    JAIL_FILL,
    JAIL_MASK,
    MINE,
    NONE,
    NUGGETS,
    OVER,
    RAILS,
    RANCHES,
    SALOON,
    SALOON_MASK,
    SALOONS,
    SPENT,
    TOWNS,
    TURNS,
    BoardArrays,
    State,
)
from goldenspike.games.pioneer_rails.rules.towns import network, towns_reached
from goldenspike.games.pioneer_rails.rules.track import cut_diagonal, cut_rail, edge_rail, rails_in, town_mask
from goldenspike.games.pioneer_rails.rules.turn import actors, apply, legal, refusal, score, start

ENTRY_POINTS = ("watch", "lonely_at", "network_at")


def tracks_at(s: State, b: BoardArrays, seat: int, v: int) -> int:
    """How many tracks meet at a vertex, counted from the tracks themselves."""
    count = 0
    for k in range(3):
        e = 0 + b.vertex_edge[v][k]
        if e != NONE and s.edge[seat][e] != 0:
            count += 1
        h = 0 + b.vertex_hex[v][k]
        if h != NONE and b.terrain[h] == BLANK and s.mark[seat][h] != 0:
            if cut_diagonal(s, seat, h) == b.vertex_corner[v][k] % 3:
                count += 1
    return count


def broken(s: State, b: BoardArrays, seat: int) -> int:
    for v in range(b.n_vertices):
        mask = town_mask(s, b, seat, v)
        number = tracks_at(s, b, seat, v)
        if b.town_of[v] != NONE:
            if rails_in(mask) > 3:
                return 1
            if s.spot[seat][v] != mask:
                return 2
        else:
            if rails_in(mask) > 1:
                return 3  # two lines meet outside a Town
            if number > 3:
                return 4
            if number == 0 and s.spot[seat][v] != 0:
                return 5
            if number > 0 and (s.spot[seat][v] // 4 != number or 1 << s.spot[seat][v] % 4 != mask):
                return 6
            if (
                b.station_of[v] != NONE
                and b.options.station_rim == 0
                and (number > 1 or (number == 1 and mask != 1 << b.station_of[v]))
            ):
                return 7
    for e in range(b.n_edges):
        if s.edge[seat][e] != 0:
            if b.edge_kind[e] == CLOSED:
                return 8
            if s.border_edges == 1 and b.edge_hex[e][1] == NONE:
                return 9
    return broken_area(s, b, seat)


def broken_area(s: State, b: BoardArrays, seat: int) -> int:
    """Symbol rows never overrun, and agree with what is crossed out."""
    if s.area[seat][NUGGETS] > b.nugget_row or s.area[seat][DEPOSITED] > s.area[seat][NUGGETS]:
        return 20
    if s.area[seat][TOWNS] > b.town_row or s.area[seat][SPENT] > s.area[seat][TOWNS]:
        return 21
    if s.area[seat][ESCAPES] > b.escape_row:
        return 22
    if b.forest == 0 and s.area[seat][SALOON_MASK] >= 16:
        return 23
    for jail in range(b.n_jails):
        if s.area[seat][JAIL_FILL + jail] > b.jail_size[jail]:
            return 24
        if s.area[seat][JAIL_FILL + jail] > 0 and s.area[seat][JAIL_MASK] >> jail & 1 == 0:
            return 25
    if crossed_of(s, b, seat, CATTLE) != s.area[seat][RANCHES]:
        return 26
    if crossed_of(s, b, seat, SALOON) != s.area[seat][SALOONS]:
        return 26
    if crossed_of(s, b, seat, BANK) != s.area[seat][BANKS] or crossed_of(s, b, seat, FORT) != s.area[seat][FORTS]:
        return 27
    if crossed_of(s, b, seat, BANDIT) != captured(s, b, seat):
        return 28
    if crossed_of(s, b, seat, MINE) < s.area[seat][NUGGETS]:
        return 29
    return 0


def crossed_of(s: State, b: BoardArrays, seat: int, kind: int) -> int:
    count = 0
    for h in range(b.n_hexes):
        if b.terrain[h] == kind and s.mark[seat][h] != 0 and s.mark[seat][h] % FRESH != ESCAPED:
            count += 1
    return count


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
                    fault = broken(s, b, p)
                    if fault == 0:
                        fault = broken_turn(s, b, p)
                    if fault == 0:
                        fault = broken_step(states[1], s, b, p)
                    if fault != 0:
                        return 1000 * (game + 1) + fault
                states[1] = states[0]
            else:
                fault = broken(s, b, seat)
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
