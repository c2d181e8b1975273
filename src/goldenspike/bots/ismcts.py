"""Information-set tree search: plain functions over the rules' contract, compiled when first used.

One tree is kept for the seat that asks. Every walk down begins in a world dealt anew from what that seat may
know, so a node stands for all worlds that look alike to it; of its children only those legal in the world at
hand take part, and how often each was available is counted with it.

Where seats decide at the same time the one that asks goes first, so that it cannot answer what it could not know.

A game adds two functions to its rules: ``candidates`` (what each legal action promises) and ``evaluate`` (about
how many points each seat will end with, in twelfths).
"""

from __future__ import annotations

import math
from typing import Any

from goldenspike.engine.contract import actors, apply, candidates, evaluate, legal, policy, redeal, score
from goldenspike.engine.loops import first_seat
from goldenspike.engine.random_numbers import below, seed_chance

SQRT = math.sqrt  # capitals are handed over to compiled code
LOG = math.log

SEATS_MOST = 8
# columns of a node
ACTION = 0
FIRST = 1
NEXT = 2
ACTOR = 3
SEEN = 4  # how often it could have been chosen
VISITS = 5
NODE = 6

RULED_OUT = -(1 << 30)


def leaf_values(s: Any, b: Any, seats: int, out: Any, leaf: Any, scale: float, foresee: int) -> None:
    """How good this world is for each seat, from 0 to 1: by the result, by about what it will be, or as it stands."""
    finished = actors(s) == 0
    winners = 0
    rivals = seats
    counted = finished or foresee == 0
    if counted:
        winners = score(s, b, out)
        for p in range(seats):
            out[p] = out[p] * 12
    if seats == 1 or not counted:
        rivals = max(seats, evaluate(s, b, out))
    shared = 0
    for p in range(seats):
        shared += winners >> p & 1
    for p in range(seats):
        best = -(1 << 40)
        for q in range(rivals):
            if q != p and out[q] > best:
                best = out[q]
        if seats == 1:
            best = out[1]
        ahead = (out[p] - best) / (12.0 * scale)
        value = 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
        if finished:
            value = 0.25 * value
            if winners >> p & 1:
                value += 0.75 / shared
        leaf[p] = value


def run_on(s: Any, b: Any, dice: Any, d: int, out: Any, steps: int, random_one_in: int) -> None:
    """Go on as sensible beginners would, one decision in so many at random, up to the end or that many steps."""
    waiting = actors(s)
    while waiting != 0 and steps > 0:
        seat = first_seat(waiting)
        if below(dice[d], random_one_in) == 0:
            n = legal(s, b, seat, out)
            apply(s, b, seat, out[below(dice[d], n)])
        else:
            apply(s, b, seat, policy(s, b, seat, out))
        steps -= 1
        waiting = actors(s)


def next_seat(waiting: int, me: int) -> int:
    """Who decides next: the seat that asks whenever it may, so that it never answers a secret choice of another."""
    if waiting >> me & 1:
        return me
    return first_seat(waiting)


def child_of(nodes: Any, node: int, action: int) -> int:
    child: int = nodes[node][FIRST]
    while child != 0 and nodes[child][ACTION] != action:
        child = nodes[child][NEXT]
    return child


def select_child(nodes: Any, values: Any, node: int, seat: int, out: Any, n: int, explore: float) -> int:
    """The first candidate never tried (as 0), or the child with the best promise."""
    best = 0
    most = -1.0
    for k in range(n):
        child = child_of(nodes, node, out[k])
        if child == 0:
            return 0
        nodes[child][SEEN] += 1
        visits = nodes[child][VISITS]
        promise = values[child][seat] / visits + explore * SQRT(LOG(nodes[child][SEEN] + 1.0) / visits)
        if promise > most:
            most = promise
            best = child
    return best


def keep_best(out: Any, gains: Any, n: int, keep: int) -> int:
    """Sort the most promising to the front, equal ones by number; drop the rest and what was ruled out."""
    kept = 0
    while kept < n and (kept < keep or kept == 0):
        best = kept
        for k in range(kept + 1, n):
            if gains[k] > gains[best]:
                best = k
        if gains[best] <= RULED_OUT and kept > 0:
            return kept
        action = out[best]
        gain = gains[best]
        at = best
        while at > kept:
            out[at] = out[at - 1]
            gains[at] = gains[at - 1]
            at -= 1
        out[kept] = action
        gains[kept] = gain
        kept += 1
    return kept


def width(visits: int, narrow: int) -> int:
    """How many candidates a node looks at: more with every doubling of its visits."""
    wide = narrow
    while visits > 8:
        visits >>= 1
        wide += 1
    return wide


def walk_down(
    s: Any, b: Any, me: int, nodes: Any, values: Any, path: Any, used: int, out: Any, gains: Any, narrow: int,
    explore: float, alone: int,
) -> int:  # fmt: skip
    """From the root to a new leaf of the tree; ``path`` holds the nodes, its length stands at its end. Nodes used."""
    depth = 1
    path[0] = 0
    node = 0
    waiting = actors(s)
    last = len(path) - 1
    while waiting != 0 and depth < last:
        seat = next_seat(waiting, me)
        if alone == 1 and seat != me:
            # Players build for themselves: modelling what others might do is not worth a tree.
            apply(s, b, seat, policy(s, b, seat, out))
            waiting = actors(s)
            continue
        keep = width(nodes[node][VISITS], narrow)
        if node == 0:
            keep += narrow
        n = keep_best(out, gains, candidates(s, b, seat, out, gains), keep)
        child = select_child(nodes, values, node, seat, out, n, explore)
        fresh = child == 0
        if fresh:
            if used >= len(nodes):
                break
            k = 0
            while child_of(nodes, node, out[k]) != 0:
                k += 1
            child = used
            used += 1
            nodes[child][ACTION] = out[k]
            nodes[child][FIRST] = 0
            nodes[child][NEXT] = nodes[node][FIRST]
            nodes[child][ACTOR] = seat
            nodes[child][SEEN] = 1
            nodes[child][VISITS] = 0
            for p in range(SEATS_MOST):
                values[child][p] = 0.0
            nodes[node][FIRST] = child
        apply(s, b, seat, nodes[child][ACTION])
        path[depth] = child
        depth += 1
        node = child
        waiting = actors(s)
        if fresh:
            break
    path[last] = depth
    return used


def search_tree(
    states: Any, i: int, scratch: Any, j: int, boards: Any, k: int, seat: int, seats: int, nodes: Any, values: Any,
    used: int, path: Any, leaf: Any, dice: Any, d: int, out: Any, gains: Any, iterations: int, horizon: int,
    random_one_in: int, narrow: int, explore: float, scale: float, alone: int, foresee: int,
) -> int:  # fmt: skip
    """Search from the position for that seat; nodes used. With ``used`` 0 the tree begins anew."""
    if used == 0:
        for c in range(NODE):
            nodes[0][c] = 0
        for p in range(SEATS_MOST):
            values[0][p] = 0.0
        used = 1
    last = len(path) - 1
    for _ in range(iterations):
        scratch[j] = states[i]
        seed_chance(scratch[j], below(dice[d], 1 << 20), below(dice[d], 1 << 20))
        redeal(scratch[j], boards[k], seat)
        used = walk_down(scratch[j], boards[k], seat, nodes, values, path, used, out, gains, narrow, explore, alone)
        run_on(scratch[j], boards[k], dice, d, out, horizon, random_one_in)
        leaf_values(scratch[j], boards[k], seats, out, leaf, scale, foresee)
        for depth in range(path[last]):
            node = path[depth]
            nodes[node][VISITS] += 1
            for p in range(seats):
                values[node][p] += leaf[p]
    return used
