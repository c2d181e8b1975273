"""Tree search with a learned value: plain functions over the rules' contract, compiled when first used.

It differs from ``ismcts`` in three ways. Seats that decide at the same time choose independently of each other, each
by what it has learned at this node: nobody answers a card that lies face down. Behind the tree a sensible beginner
plays on for some decisions, never beyond a settled position. And what is found there is judged by a value fitted to
finished games: weights of the game's features, interpolated by how much of the game is left.
"""

from __future__ import annotations

import math
from typing import Any

from goldenspike.engine.contract import (
    actors,
    apply,
    candidates,
    evaluate,
    features,
    legal,
    policy,
    redeal,
    reopen,
    score,
    settled,
    start,
)
from goldenspike.engine.loops import first_seat
from goldenspike.engine.random_numbers import below, seed_chance

from .ismcts import (
    ACTION,
    ACTOR,
    FIRST,
    NEXT,
    NODE,
    SEATS_MOST,
    SEEN,
    VISITS,
    keep_best,
    next_seat,
    search_tree,
    width,
)

# what the root keeps where other nodes keep how they were reached: the seeds of its worlds
WORLDS = ACTION
MORE_WORLDS = SEEN
KNOWN = NEXT  # and how many of them were judged
WORLDS_MOST = 4096  # then they come again
FIRST_WORLDS = 8  # by them all others are measured

UNSETTLED_ONE_IN = 6  # positions in the middle of something, of those to learn from

EXP = math.exp
ROOT = math.sqrt
LOGARITHM = math.log


# ---------------------------------------------------------------- the learned value
def learned_points(s: Any, b: Any, out: Any, knots: Any, weights: Any, ahead: Any) -> int:
    """What each row of features is worth in points, apart from what all have in common; how many rows there are."""
    rows = features(s, b, out)
    wide = weights.shape[1]
    k = 0
    while k + 2 < len(knots) and out[0] >= knots[k + 1]:
        k += 1
    t = (out[0] - knots[k]) / (knots[k + 1] - knots[k])
    t = min(max(t, 0.0), 1.0)
    for row in range(rows):
        low = 0.0
        high = 0.0
        for f in range(wide):
            x = out[row * wide + f]
            low += weights[k][f] * x
            high += weights[k + 1][f] * x
        ahead[row] = low + t * (high - low)
    ahead[SEATS_MOST] = k + t
    return rows


def learned_leaf(
    s: Any, b: Any, seats: int, out: Any, leaf: Any, ahead: Any, knots: Any, weights: Any, spreads: Any, scale: float,
    points: float,
) -> None:  # fmt: skip
    """How good this world is for each seat, from 0 to 1: the chance to win, and a share of how far it is ahead."""
    finished = actors(s) == 0
    winners = 0
    rows = seats
    whole = 0.0
    most = -1e9
    if finished:
        winners = score(s, b, out)
        for p in range(seats):
            ahead[p] = 1.0 * out[p]
            whole += winners >> p & 1
    else:
        rows = learned_points(s, b, out, knots, weights, ahead)
        k = int(ahead[SEATS_MOST])
        k = min(k, len(spreads) - 2)
        spread_now = spreads[k] + (ahead[SEATS_MOST] - k) * (spreads[k + 1] - spreads[k])
        for p in range(rows):
            most = max(most, ahead[p])
        for p in range(rows):
            leaf[p] = EXP((ahead[p] - most) / spread_now)
            whole += leaf[p]
    for p in range(seats):
        best = -1e9
        for q in range(rows):
            if q != p and ahead[q] > best:
                best = ahead[q]
        lead = (ahead[p] - best) / scale
        chance = leaf[p] / whole if not finished else 0.0
        if finished and winners >> p & 1:
            chance = 1.0 / whole
        leaf[p] = (1.0 - points) * chance + points * (0.5 + 0.5 * lead / (1.0 + abs(lead)))


def run_to_rest(s: Any, b: Any, dice: Any, d: int, out: Any, steps: int, random_one_in: int) -> None:
    """Go on as sensible beginners would, one decision in so many at random, up to a settled position or the end."""
    waiting = actors(s)
    while waiting != 0 and steps > 0 and not settled(s):
        seat = first_seat(waiting)
        if below(dice[d], random_one_in) == 0:
            n = legal(s, b, seat, out)
            apply(s, b, seat, out[below(dice[d], n)])
        else:
            apply(s, b, seat, policy(s, b, seat, out))
        steps -= 1
        waiting = actors(s)


# ---------------------------------------------------------------- the tree
def choice_of(nodes: Any, node: int, seat: int, action: int) -> int:
    """The child that stands for this choice of this seat, or 0."""
    child: int = nodes[node][FIRST]
    while child != 0 and (nodes[child][ACTION] != action or nodes[child][ACTOR] != seat):
        child = nodes[child][NEXT]
    return child


def best_choice(nodes: Any, values: Any, node: int, seat: int, out: Any, n: int, explore: float) -> int:
    """The child with the best promise; if a candidate was never tried, minus one and its place in the list."""
    best = 0
    most = -9.0
    for k in range(n):
        child = choice_of(nodes, node, seat, out[k])
        if child == 0:
            return -1 - k
        nodes[child][SEEN] += 1
        visits = nodes[child][VISITS]
        promise = values[child][seat] / visits + explore * ROOT(LOGARITHM(nodes[child][SEEN] + 1.0) / visits)
        if promise > most:
            most = promise
            best = child
    return best


def walk_together(
    s: Any, b: Any, me: int, opening: int, nodes: Any, values: Any, path: Any, used: int, out: Any, gains: Any,
    narrow: int, explore: float,
) -> int:  # fmt: skip
    """From the root, with this opening, to a new leaf; who decides together chooses from the same node. Nodes used."""
    depth = 1
    path[0] = 0
    node = 0
    fresh = False
    last = len(path) - 1
    waiting = actors(s)
    while waiting != 0 and not fresh and depth + SEATS_MOST < last:
        first = next_seat(waiting, me)
        here = node
        while waiting != 0:
            seat = next_seat(waiting, me)
            waiting &= ~(1 << seat)
            if here == 0 and seat == me:
                action = opening
                child = choice_of(nodes, 0, me, opening)
            else:
                keep = width(nodes[here][VISITS], narrow)
                n = keep_best(out, gains, candidates(s, b, seat, out, gains), keep)
                child = best_choice(nodes, values, here, seat, out, n, explore)
                action = out[-1 - child] if child < 0 else 0
            if child <= 0:
                child = used
                if used >= len(nodes):
                    apply(s, b, seat, action)
                    fresh = True
                    continue
                used += 1
                nodes[child][ACTION] = action
                nodes[child][FIRST] = 0
                nodes[child][NEXT] = nodes[here][FIRST]
                nodes[child][ACTOR] = seat
                nodes[child][SEEN] = 1
                nodes[child][VISITS] = 0
                for p in range(SEATS_MOST):
                    values[child][p] = 0.0
                nodes[here][FIRST] = child
                if seat == first:
                    fresh = True
            apply(s, b, seat, nodes[child][ACTION])
            path[depth] = child
            depth += 1
            if seat == first:
                node = child
        waiting = actors(s)
    path[last] = depth
    return used


def search_learned(
    states: Any, i: int, scratch: Any, j: int, boards: Any, k: int, seat: int, seats: int, nodes: Any, values: Any,
    used: int, path: Any, leaf: Any, ahead: Any, dice: Any, d: int, out: Any, gains: Any, openings: Any, bases: Any,
    knots: Any, weights: Any, spreads: Any, iterations: int, horizon: int, random_one_in: int, narrow: int,
    explore: float, scale: float, points: float, paired: int,
) -> int:  # fmt: skip
    """Search from the position for that seat; nodes used. With ``used`` 0 the tree begins anew.

    If they are ``paired``, every opening meets the same worlds, one after another: it is chosen first, then the world
    that it has not met yet. And what a walk finds is compared with what its world was worth before (``bases``). So
    choices differ by what they bring, and hardly by the cards that others happen to hold.
    """
    if used == 0:
        begin_tree(nodes, values, dice, d)
        used = 1
        for p in range(seats):
            bases[WORLDS_MOST][p] = 0.0
        for world in range(FIRST_WORLDS):
            deal_world(states, i, scratch, j, boards, k, seat, nodes, world)
            learned_leaf(scratch[j], boards[k], seats, out, leaf, ahead, knots, weights, spreads, scale, points)
            for p in range(seats):
                bases[world][p] = leaf[p]
                bases[WORLDS_MOST][p] += leaf[p] / FIRST_WORLDS
        nodes[0][KNOWN] = FIRST_WORLDS
    last = len(path) - 1
    n = candidates(states[i], boards[k], seat, out, gains)
    n = keep_best(out, gains, n, n)
    for a in range(n):
        openings[a] = out[a]
    for _ in range(iterations):
        wide = min(n, narrow + width(nodes[0][VISITS], narrow))
        child = best_choice(nodes, values, 0, seat, openings, wide, explore)
        opening = nodes[child][ACTION] if child > 0 else openings[-1 - child]
        world = nodes[child][VISITS] % WORLDS_MOST if child > 0 else 0
        if paired == 0:
            nodes[0][WORLDS] = below(dice[d], 1 << 20)
        deal_world(states, i, scratch, j, boards, k, seat, nodes, world)
        if paired == 1 and world >= nodes[0][KNOWN]:
            learned_leaf(scratch[j], boards[k], seats, out, leaf, ahead, knots, weights, spreads, scale, points)
            for p in range(seats):
                bases[world][p] = leaf[p]
            nodes[0][KNOWN] = world + 1
        used = walk_together(
            scratch[j], boards[k], seat, opening, nodes, values, path, used, out, gains, narrow, explore
        )
        run_to_rest(scratch[j], boards[k], dice, d, out, horizon, random_one_in)
        learned_leaf(scratch[j], boards[k], seats, out, leaf, ahead, knots, weights, spreads, scale, points)
        if paired == 1:
            for p in range(seats):
                leaf[p] += bases[WORLDS_MOST][p] - bases[world][p]
        for depth in range(path[last]):
            node = path[depth]
            nodes[node][VISITS] += 1
            for p in range(seats):
                values[node][p] += leaf[p]
    return used


def begin_tree(nodes: Any, values: Any, dice: Any, d: int) -> None:
    """A root without children, and the seeds of its worlds."""
    for c in range(NODE):
        nodes[0][c] = 0
    nodes[0][WORLDS] = below(dice[d], 1 << 20)
    nodes[0][MORE_WORLDS] = below(dice[d], 1 << 20)
    for p in range(SEATS_MOST):
        values[0][p] = 0.0


def deal_world(
    states: Any, i: int, scratch: Any, j: int, boards: Any, k: int, seat: int, nodes: Any, world: int
) -> None:  # fmt: skip
    """One of the worlds that the position may be, by its number."""
    scratch[j] = states[i]
    seed_chance(scratch[j], nodes[0][WORLDS] + world, nodes[0][MORE_WORLDS])
    redeal(scratch[j], boards[k], seat)
    reopen(scratch[j], boards[k], seat)


# ---------------------------------------------------------------- games to learn from
def most_visited(nodes: Any, seat: int) -> int:
    """What the search found best for the seat that asked; minus one if it found nothing."""
    action = -1
    most = 0
    child = nodes[0][FIRST]
    while child != 0:
        if nodes[child][ACTOR] == seat:
            visits = nodes[child][VISITS]
            if visits > most or (visits == most and nodes[child][ACTION] < action):
                most = visits
                action = nodes[child][ACTION]
        child = nodes[child][NEXT]
    return action


def self_play(
    states: Any, i: int, scratch: Any, j: int, boards: Any, k: int, seats: int, low: int, high: int, nodes: Any,
    values: Any, path: Any, leaf: Any, ahead: Any, dice: Any, d: int, out: Any, gains: Any, openings: Any, bases: Any,
    knots: Any, weights: Any, spreads: Any, learned: int, walks: int, stray: int, horizon: int, random_one_in: int,
    narrow: int, explore: float, scale: float, points: float, rows: Any, limit: int,
) -> int:  # fmt: skip
    """A game between equal searchers, one decision in ``stray`` at random; the features of its positions.

    All settled positions are noted, and some of the others: a search judges both. Their number is the answer; the final
    points are left in ``ahead``, the winners behind them.
    """
    start(states[i], boards[k], seats, low, high)
    noted = 0
    decisions = 0
    waiting = actors(states[i])
    while waiting != 0 and decisions < limit:
        if (settled(states[i]) or below(dice[d], UNSETTLED_ONE_IN) == 0) and noted < len(rows):
            count = features(states[i], boards[k], out)
            for c in range(count * weights.shape[1]):
                rows[noted][c] = out[c]
            # What the game itself expects is noted too: the learned value has to know better.
            evaluate(states[i], boards[k], out)
            for c in range(count):
                rows[noted][count * weights.shape[1] + c] = out[c]
            noted += 1
        seat = first_seat(waiting)
        n = legal(states[i], boards[k], seat, out)
        action = out[0]
        if n > 1:
            if below(dice[d], stray) == 0:
                action = out[below(dice[d], n)]
            else:
                if learned == 1:
                    search_learned(
                        states, i, scratch, j, boards, k, seat, seats, nodes, values, 0, path, leaf, ahead, dice, d,
                        out, gains, openings, bases, knots, weights, spreads, walks, horizon, random_one_in, narrow,
                        explore, scale, points, 1,
                    )  # fmt: skip
                else:
                    search_tree(
                        states, i, scratch, j, boards, k, seat, seats, nodes, values, 0, path, leaf, dice, d, out,
                        gains, walks, horizon, random_one_in, narrow, explore, scale, 0, 1,
                    )  # fmt: skip
                found = most_visited(nodes, seat)
                if found >= 0:
                    action = found
        apply(states[i], boards[k], seat, action)
        decisions += 1
        waiting = actors(states[i])
    winners = score(states[i], boards[k], out)
    for p in range(seats + 1):
        ahead[p] = 1.0 * out[p]
    ahead[SEATS_MOST] = 1.0 * winners
    return noted if waiting == 0 else 0


def learned_values(
    states: Any, i: int, boards: Any, k: int, out: Any, knots: Any, weights: Any, ahead: Any, times: int
) -> int:
    """Judge one position again and again: what a learned value costs."""
    for _ in range(times):
        learned_points(states[i], boards[k], out, knots, weights, ahead)
    return times
