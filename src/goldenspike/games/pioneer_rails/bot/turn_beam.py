"""Whole turns of Pioneer Rails: a beam over cards, Towns and tracks, then a few turns on in worlds dealt anew.

Plain functions over the rules, compiled when first used. A turn is written step by step on copies of the position;
the copies that promise most go on. Turns that are complete are judged by ``sheet_promise``; the best of them are played
on for some turns against other deals.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.loops import first_seat

from ..rules.scoring import sheet_points, target
from ..rules.state import (
    AGAIN,
    CHOOSING,
    COMMITTED,
    DEAL,
    DONE,
    DRAWING,
    OVER,
    OWN,
    SPEND,
    SUIT,
    TRACK,
    BoardArrays,
    State,
)
from ..rules.towns import usable_towns
from ..rules.track import allowance, towns_spent
from ..rules.turn import actors, apply, legal, next_turn, step
from .distances import BEFORE, spread, spread_all
from .goal_value import weigh_goals
from .hand_value import fill_odds
from .policy import policy
from .sheet_features import sheet_worth
from .sheet_value import herd_promise, sheet_promise
from .track_value import turns_left

STEPS = 40  # of a turn; the last column holds how many
LENGTH = 39
OPENINGS = 96
KEYS = 2048

# columns of what is asked for
WIDE = 0  # how many copies go on
KEEP = 1  # how many complete turns are kept
TOWNS_MOST = 2  # symbols spent in one turn
SUITS = 3  # may a symbol buy another railway?
MOST = 4  # copies judged; after that no other way to begin is looked at
JUDGED = 5  # how many were judged so far
ASKED = 6

TURNS_IN_ALL = 20
ROUND = 5


def first_free(width: int) -> int:
    return 2 * width + 2


def copy_steps(steps: Any, i: int, j: int) -> None:
    for k in range(STEPS):
        steps[j][k] = steps[i][k]


def add_step(steps: Any, j: int, action: int) -> None:
    steps[j][steps[j][LENGTH]] = action
    steps[j][LENGTH] += 1


def open_turns(
    s0: Any, b: BoardArrays, seat: int, pool: Any, steps: Any, at: int, out: Any, towns: int, suits: int
) -> int:
    """Every way to begin: card, railway, owner, Towns; how many stand in the pool from ``at`` on."""
    pool[at] = s0
    for k in range(STEPS):
        steps[at][k] = 0
    count = 1
    done = 0
    while done < count:
        i = at + done
        done += 1
        if pool[i].phase == DEAL or pool[i].stage[seat] != DRAWING:
            if pool[i].phase != DEAL and (pool[i].stage[seat] == CHOOSING or pool[i].stage[seat] == AGAIN):
                continue
            n = legal(pool[i], b, seat, out)
            for k in range(n):
                if count < OPENINGS:
                    j = at + count
                    pool[j] = pool[i]
                    copy_steps(steps, i, j)
                    add_step(steps, j, 0 + out[k])
                    if pool[j].phase == DEAL:
                        apply(pool[j], b, seat, 0 + out[k])
                    else:
                        step(pool[j], b, seat, 0 + out[k])
                    count += 1
            continue
        if pool[i].drawn_count[seat] == 0 and pool[i].owner_used[seat] == 0 and towns_spent(pool[i], seat) == 0:
            n = legal(pool[i], b, seat, out)
            for k in range(n):
                action = 0 + out[k]
                if action < SUIT or action > OWN or count >= OPENINGS or (suits == 0 and action < OWN):
                    continue
                j = at + count
                pool[j] = pool[i]
                copy_steps(steps, i, j)
                add_step(steps, j, action)
                step(pool[j], b, seat, action)
                count += 1
        if towns_spent(pool[i], seat) < towns and usable_towns(pool[i], seat) > 0 and count < OPENINGS:
            j = at + count
            pool[j] = pool[i]
            copy_steps(steps, i, j)
            add_step(steps, j, 0 + SPEND)
            step(pool[j], b, seat, 0 + SPEND)
            count += 1
    return count


def set_key(s: State, seat: int) -> int:
    """A number for the set of tracks drawn in this turn, in whatever order."""
    key = 1
    for k in range(s.drawn_count[seat]):
        t = 0 + s.drawn[seat][k]
        key += (t + 17) * (t + 91) * (t * 2654435 + 7919)
    return key & 0xFFFFFFFFFFFF


def is_new(keys: Any, key: int) -> bool:
    """Enter a number into the table; was it missing?"""
    at = key % KEYS
    for _ in range(KEYS):
        if keys[at] == key:
            return False
        if keys[at] == 0:
            keys[at] = key
            return True
        at = (at + 1) % KEYS
    return True


def weakest(values: Any, low: int, count: int) -> int:
    worst = low
    for k in range(low + 1, low + count):
        if values[k] < values[worst]:
            worst = k
    return worst


def close_turn(
    pool: Any, steps: Any, values: Any, b: BoardArrays, seat: int, i: int, spare: int, wi: Any, wf: Any, odds: Any,
    out: Any, net: Any, finals: int, count: int, keep: int,
) -> int:  # fmt: skip
    """Close the drawing of a copy, answer what is asked, judge it, and keep it among the best; how many there are."""
    pool[spare] = pool[i]
    copy_steps(steps, i, spare)
    if pool[spare].stage[seat] == DRAWING:
        add_step(steps, spare, 0 + DONE)
        step(pool[spare], b, seat, 0 + DONE)
    spread_all(pool[spare], b, seat, wi)
    while pool[spare].stage[seat] != COMMITTED:
        action = 0 + DONE
        if pool[spare].stage[seat] == CHOOSING:
            n = legal(pool[spare], b, seat, out)
            best = -1e9
            action = 0 + out[n - 1]
            if n > 1:
                for k in range(n):
                    pool[spare + 1] = pool[spare]
                    step(pool[spare + 1], b, seat, 0 + out[k])
                    worth = sheet_promise(pool[spare + 1], b, seat, wi, wf, odds)
                    if worth > best:
                        best = worth
                        action = 0 + out[k]
        add_step(steps, spare, action)
        step(pool[spare], b, seat, action)
    worth = sheet_worth(pool[spare], b, seat, wi, wf, odds, net)
    place = finals + count
    if count == keep:
        place = weakest(values, finals, count)
        if values[place] >= worth:
            return count
    else:
        count += 1
    pool[place] = pool[spare]
    values[place] = worth
    copy_steps(steps, spare, place)
    return count


def plan_turn(
    states: Any, i: int, b: BoardArrays, seat: int, pool: Any, steps: Any, values: Any, keys: Any, wi: Any, wf: Any,
    odds: Any, out: Any, ask: Any, net: Any,
) -> int:  # fmt: skip
    """The best whole turns from a position, in the pool behind its first ``first_free(width)`` places; how many."""
    width = 0 + ask[WIDE]
    keep = 0 + ask[KEEP]
    spare = 2 * width
    finals = first_free(width)
    opens = finals + keep
    weigh_goals(states[i], b, seat, wf)
    fill_odds(states[i], b, seat, wf, odds)
    wf[BEFORE][0] = herd_promise(states[i], b, seat, wi)
    begun = open_turns(states[i], b, seat, pool, steps, opens, out, 0 + ask[TOWNS_MOST], 0 + ask[SUITS])
    count = 0
    judged = 0
    for o in range(opens, opens + begun):
        if judged > ask[MOST] and count > 0:
            break
        stage = 0 + pool[o].stage[seat]
        if pool[o].phase == DEAL or stage == COMMITTED:
            continue
        if stage == CHOOSING or stage == AGAIN:
            count = close_turn(pool, steps, values, b, seat, o, spare, wi, wf, odds, out, net, finals, count, keep)
            continue
        if stage != DRAWING:
            continue
        for k in range(KEYS):
            keys[k] = 0
        rail = 0 + pool[o].rail[seat]
        spread_all(pool[o], b, seat, wi)
        pool[0] = pool[o]
        copy_steps(steps, o, 0)
        have = 1
        here = 0
        there = width
        while have > 0:
            more = 0
            for node in range(here, here + have):
                n = legal(pool[node], b, seat, out)
                if n == 0:
                    continue
                full = pool[node].drawn_count[seat] >= allowance(pool[node], b, seat)
                if out[0] == DONE and out[n - 1] < TRACK:
                    full = True
                if out[0] == DONE and full:
                    count = close_turn(
                        pool, steps, values, b, seat, node, spare, wi, wf, odds, out, net, finals, count, keep
                    )
                    continue
                if out[0] == DONE:
                    idle = towns_spent(pool[node], seat) - pool[node].suit_used[seat] - pool[node].specials[seat]
                    if idle <= 0:
                        count = close_turn(
                            pool, steps, values, b, seat, node, spare, wi, wf, odds, out, net, finals, count, keep
                        )
                        n = legal(pool[node], b, seat, out)
                for k in range(n):
                    action = 0 + out[k]
                    if action < TRACK:
                        continue
                    pool[spare] = pool[node]
                    step(pool[spare], b, seat, action)
                    if not is_new(keys, set_key(pool[spare], seat)):
                        continue
                    spread(pool[spare], b, seat, rail, wi)
                    judged += 1
                    worth = sheet_promise(pool[spare], b, seat, wi, wf, odds)
                    place = there + more
                    if more == width:
                        place = weakest(values, there, more)
                        if values[place] >= worth:
                            continue
                    else:
                        more += 1
                    pool[place] = pool[spare]
                    values[place] = worth
                    copy_steps(steps, node, place)
                    add_step(steps, place, action)
            have = more
            here = there
            there = width - here
    ask[JUDGED] += judged
    return count


def best_final(values: Any, finals: int, count: int) -> int:
    best = finals
    for k in range(finals + 1, finals + count):
        if values[k] > values[best]:
            best = k
    return best


def finish_turn(s: State, b: BoardArrays, out: Any) -> None:
    """The others write their turns as sensible beginners would, up to the next decision of this seat."""
    turn = turns_left(s)
    while s.phase != OVER and turns_left(s) == turn:
        waiting = actors(s)
        if waiting == 0:
            next_turn(s, b)
        else:
            other = first_seat(waiting)
            apply(s, b, other, policy(s, b, other, out))


def wait_for(s: State, b: BoardArrays, seat: int, out: Any) -> None:
    """Let a Dealer before this seat take their card."""
    while s.phase == DEAL and s.dealer != seat:
        apply(s, b, 0 + s.dealer, policy(s, b, 0 + s.dealer, out))


def judge(s: State, b: BoardArrays, seat: int, wi: Any, wf: Any, odds: Any) -> float:
    """About the points at the end; alone, above the target."""
    worth = 0.0 + sheet_points(s, b, seat)
    if s.phase != OVER:
        weigh_goals(s, b, seat, wf)
        fill_odds(s, b, seat, wf, odds)
        wf[BEFORE][0] = herd_promise(s, b, seat, wi)
        spread_all(s, b, seat, wi)
        worth = sheet_promise(s, b, seat, wi, wf, odds)
    if s.seats == 1:
        worth -= target(s, b)
    return worth
