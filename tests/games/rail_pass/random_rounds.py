"""Random rounds with the invariants checked after every command and every step of time; compiles with the rules."""

from __future__ import annotations

from typing import Any

from goldenspike.engine.random_numbers import below
from goldenspike.games.rail_pass.rules.clock import advance
from goldenspike.games.rail_pass.rules.invariants import broken_invariant
from goldenspike.games.rail_pass.rules.round import actors, apply, legal, refusal, start
from goldenspike.games.rail_pass.rules.scoring import cubes_dropped, engineers_gone, team_score, wrecks
from goldenspike.games.rail_pass.rules.state import ACTIONS, CANCEL, OFF, RELEASE, TIMED, WAIT, BoardArrays, State

UNSORTED = 90
DISAGREE = 91
FALSE_FAULT = 92
TIME_RAN_BACK = 93
CHANGED_SCORE = 94


def some_actor(s: State, dice: Any) -> int:
    """Any of the seats that may act."""
    mask = actors(s)
    seat = below(dice, s.seats)
    while mask >> seat & 1 == 0:
        seat = (seat + 1) % s.seats
    return seat


def some_command(s: State, b: BoardArrays, dice: Any, seat: int, out: Any, n: int) -> int:
    """Any legal command, though most players hold on until it is time to let go."""
    action = out[below(dice, n)]
    if action >= RELEASE and action < CANCEL and s.dexterity == TIMED and below(dice, 8) != 0:
        train = (action - RELEASE) // 4
        if s.now - s.job_began[train] < s.job_need[train]:
            return WAIT if out[0] == WAIT else action
    return action


def step(s: State, b: BoardArrays, dice: Any, out: Any, strange: int) -> int:
    """One command by somebody, or time that passes; 0 or what is wrong with it."""
    before = 0 + s.now
    if s.phase == 0 and below(dice, 3) == 0:
        advance(s, b, s.now + (1 << below(dice, 11)) - below(dice, 2))
    else:
        seat = some_actor(s, dice)
        n = legal(s, b, seat, out)
        found = 0
        for k in range(n):
            if k > 0 and out[k] <= out[k - 1]:
                return UNSORTED
            if out[k] == strange:
                found = 1
        if (refusal(s, b, seat, strange) == 0) != (found == 1):
            return DISAGREE
        action = some_command(s, b, dice, seat, out, n)
        if refusal(s, b, seat, action) != 0:
            return DISAGREE
        apply(s, b, seat, action)
    if s.now < before:
        return TIME_RAN_BACK
    if s.dexterity != TIMED and (cubes_dropped(s) > 0 or wrecks(s) > 0):
        return FALSE_FAULT
    return broken_invariant(s, b)


def watch(states: Any, boards: Any, k: int, seats: int, dice: Any, out: Any, rounds: int, low: int, counts: Any) -> int:
    """So many rounds; 0, or 1000 * round + what is wrong. ``counts``: commands, delivered, dropped, gone, wrecks."""
    s = states[0]
    b = boards[k]
    for number in range(rounds):
        start(s, b, seats, low + number, 5)
        fault = broken_invariant(s, b)
        while fault == 0 and actors(s) != 0:
            fault = step(s, b, dice[0], out, below(dice[0], ACTIONS))
            counts[0] += 1
        if fault == 0 and s.scores[s.round_no] != team_score(s, b):
            fault = CHANGED_SCORE
        if fault != 0:
            return 1000 * (number + 1) + fault
        for city in range(b.n_cities):
            counts[1] += s.storage[city]
        counts[2] += cubes_dropped(s)
        counts[3] += engineers_gone(s)
        counts[4] += wrecks(s)
        if s.dexterity == OFF:
            counts[5] += 1
    return 0


ENTRY_POINTS = ("watch",)
