"""What the environments do with many games in compiled code: one decision in each of them per call.

``here`` is the address of an ``EnvMemory``, as in ``kernels``.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import actors, apply, legal, memory, observe, score, start
from goldenspike.engine.random_numbers import below, next_number

from .kernels import (
    ACTIONS,
    BOARD,
    BOARD_OF,
    BOARDS,
    BYTE,
    CHOSEN,
    COUNT,
    COUNTS,
    DEALT,
    DICE,
    DIE,
    ENDED,
    LISTED,
    LISTED_BYTES,
    LISTS,
    LONGEST,
    LOTS,
    MASKS,
    MOST_PLAYERS,
    NEXT_PLAYERS,
    NO_ACTION,
    NOW,
    NUMBER,
    NUMBERS,
    OVER,
    PACKED,
    PLAYERS,
    REAL,
    REWARDS,
    RULES,
    SEATS,
    SEEN,
    SEEN_WIDTH,
    SIGHT,
    SIGHT_BYTES,
    SLOTS,
    STATE,
    STATES,
    STEPS,
    TALLY,
    WAS,
    WHO,
    WIDTH,
    WON,
    WORK,
    WORK_WIDTH,
    forward,
)
from .packed_kernels import show_packed

# ---------------------------------------------------------------- rewards
AT_END = 0
GAINS = 1
WINS = 2
OWN = 3  # reckoned by somebody else from the points before and after a step

# ---------------------------------------------------------------- in the place of an action
DEAL = -1  # deal a new game
KEEP = -2  # leave this game as it is
STAND = -3  # begin a new game at the position that stands there


def many(here: int, lo: int, hi: int, reward: int, thread: int, again: int, mine: int) -> int:
    """One decision in each game of a part of the batch; how many games ended.

    A game that ended is dealt anew at once (``again`` = 1) or with the next step. The decisions are the caller's
    (``mine`` = 1), or those of outside players between two of the caller's: they belong to the same step.
    """
    row = memory(here, SLOTS, NUMBER)
    count = row[COUNT]
    seats = row[SEATS]
    width = row[WIDTH]
    states = memory(row[STATES], count, STATE)
    dice = memory(row[DICE], count, DIE)
    boards = memory(row[BOARDS], count, BOARD)
    board_of = memory(row[BOARD_OF], count, NUMBER)
    players = memory(row[PLAYERS], count * MOST_PLAYERS, NUMBER)
    counts = memory(row[COUNTS], count, NUMBER)
    who = memory(row[WHO], count, NUMBER)
    ended = memory(row[ENDED], count, BYTE)
    dealt = memory(row[DEALT], count, BYTE)
    chosen = memory(row[CHOSEN], count, NUMBER)
    rewards = memory(row[REWARDS], count * seats, REAL)
    steps = memory(row[STEPS], count, NUMBER)
    rules = memory(row[RULES], row[ACTIONS], NUMBER)
    work = memory(row[WORK] + 8 * row[WORK_WIDTH] * thread, row[WORK_WIDTH], NUMBER)
    over = 0
    for i in range(lo, hi):
        action = chosen[i]
        if action == KEEP:
            continue
        s = states[i]
        b = boards[board_of[i]]
        out = memory(row[LISTS] + LISTED_BYTES * width * i, width, LISTED)
        known = False
        for k in range(counts[i]):
            known |= out[k] == action  # the list of the step before: what is not in it the rules would refuse
        if row[MASKS] != 0:
            mask = memory(row[MASKS] + row[ACTIONS] * i, row[ACTIONS], BYTE)
            for k in range(counts[i]):
                mask[out[k]] = 0
        if mine == 1:
            ended[i] = 0
            dealt[i] = 0
            for seat in range(seats):
                rewards[seats * i + seat] = 0
        asked = OVER
        fresh = action == DEAL or action == STAND or who[i] < 0
        if not fresh:
            if known:
                apply(s, b, who[i], action if row[RULES] == 0 else rules[action])
                steps[i] += mine
                asked = forward(s, b, players, MOST_PLAYERS * i, dice[i], work)
                if steps[i] > 0:
                    pay(row, s, b, i, reward, asked < 0, mine, work)
                else:
                    rebase(row, s, b, i, work)
            if asked < 0:
                if not known:
                    rewards[seats * i + who[i]] = -1
                    pay(row, s, b, i, -1, True, mine, work)
                if steps[i] > 0 or not known:
                    ended[i] = 1 if known else 2
                    over += 1
                    fresh = again == 1
                else:
                    fresh = True  # the caller was not asked in this game
        if fresh:
            dealt[i] = 1
            coming = memory(row[NEXT_PLAYERS], count * MOST_PLAYERS, NUMBER)
            for seat in range(seats):
                players[MOST_PLAYERS * i + seat] = coming[MOST_PLAYERS * i + seat]
            if action == STAND:
                asked = forward(s, b, players, MOST_PLAYERS * i, dice[i], work)
            while asked < 0:
                start(s, b, seats, next_number(dice[i]), next_number(dice[i]))
                asked = forward(s, b, players, MOST_PLAYERS * i, dice[i], work)
            steps[i] = 0
            rebase(row, s, b, i, work)
        show(row, s, b, i, asked, thread, work)
    return over


def show(row: Any, s: Any, b: Any, i: int, asked: int, thread: int, work: Any) -> None:
    """Write who decides in a game, among what, and what they see."""
    width = row[WIDTH]
    who = memory(row[WHO], row[COUNT], NUMBER)
    counts = memory(row[COUNTS], row[COUNT], NUMBER)
    viewer = asked
    if asked < 0:
        viewer = who[i] if who[i] >= 0 else 0
    counts[i] = 0
    if asked >= 0:
        listed = legal(s, b, asked, work)
        if listed > width:
            row[LONGEST + thread] = max(row[LONGEST + thread], listed)
            listed = width
        out = memory(row[LISTS] + LISTED_BYTES * width * i, width, LISTED)
        n = 0
        if row[RULES] == 0:
            for k in range(listed):
                out[k] = work[k]
            n = listed
        else:
            numbers = memory(row[NUMBERS], NO_ACTION, NUMBER)
            for k in range(listed):
                number = numbers[work[k]]
                out[n] = number
                n += number >= 0
        counts[i] = n
        if row[MASKS] != 0:
            mask = memory(row[MASKS] + row[ACTIONS] * i, row[ACTIONS], BYTE)
            for k in range(n):
                mask[out[k]] = 1
    if row[SEEN_WIDTH] > 0:
        observe(s, b, viewer, memory(row[SEEN] + SIGHT_BYTES * row[SEEN_WIDTH] * i, row[SEEN_WIDTH], SIGHT))
    if row[PACKED] != 0:
        show_packed(row, s, b, i, viewer)
    who[i] = asked


def pay(row: Any, s: Any, b: Any, i: int, reward: int, over: bool, mine: int, work: Any) -> None:
    """The rewards of a step: points at the end, points as they come, or a share of the victory; and the points."""
    if reward == AT_END or reward == WINS:
        if not over:
            return
    seats = row[SEATS]
    count = row[COUNT]
    rewards = memory(row[REWARDS], count * seats, REAL)
    tally = memory(row[TALLY], count * seats, REAL)
    now = memory(row[NOW], count * seats, REAL)
    was = memory(row[WAS], count * seats, REAL)
    won = memory(row[WON], count * seats, REAL)
    winners = score(s, b, work)
    number = 0
    for seat in range(seats):
        number += winners >> seat & 1
    for seat in range(seats):
        k = seats * i + seat
        now[k] = work[seat]
        won[k] = 0
        if over and winners >> seat & 1 == 1:
            won[k] = 1.0 / number
        if reward == AT_END:
            rewards[k] = now[k]
        elif reward == WINS:
            rewards[k] = won[k]
        elif reward == GAINS:
            rewards[k] += now[k] - tally[k]
            tally[k] = now[k]
        elif reward == OWN:
            if mine == 1:
                was[k] = tally[k]
            tally[k] = now[k]


def rebase(row: Any, s: Any, b: Any, i: int, work: Any) -> None:
    """Points are counted from here on."""
    seats = row[SEATS]
    tally = memory(row[TALLY], row[COUNT] * seats, REAL)
    score(s, b, work)
    for seat in range(seats):
        tally[seats * i + seat] = work[seat]


def relist(here: int) -> None:
    """List what is legal in every game anew, after the lists have grown."""
    row = memory(here, SLOTS, NUMBER)
    count = row[COUNT]
    states = memory(row[STATES], count, STATE)
    boards = memory(row[BOARDS], count, BOARD)
    board_of = memory(row[BOARD_OF], count, NUMBER)
    who = memory(row[WHO], count, NUMBER)
    work = memory(row[WORK], row[WORK_WIDTH], NUMBER)
    for i in range(count):
        if who[i] >= 0 and actors(states[i]) >> who[i] & 1 == 1:
            show(row, states[i], boards[board_of[i]], i, who[i], 0, work)


def pick(here: int, lo: int, hi: int) -> None:
    """A random legal action for each game, each as likely as the other."""
    row = memory(here, SLOTS, NUMBER)
    count = row[COUNT]
    lots = memory(row[LOTS], count, DIE)
    counts = memory(row[COUNTS], count, NUMBER)
    chosen = memory(row[CHOSEN], count, NUMBER)
    for i in range(lo, hi):
        out = memory(row[LISTS] + LISTED_BYTES * row[WIDTH] * i, row[WIDTH], LISTED)
        chosen[i] = out[below(lots[i], counts[i])] if counts[i] > 0 else 0


# Indexes are counted here or come from the rules' own lists; an action of the caller is looked up before it is used.
