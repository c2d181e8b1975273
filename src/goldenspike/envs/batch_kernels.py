"""What the environments do with many games in compiled code: one decision in each of them per call.

``here`` is the address of an ``EnvMemory``, as in ``kernels``.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import actors, apply, fetch, legal, memory, observe, score, start
from goldenspike.engine.random_numbers import below, next_number

from .kernels import (
    ACTIONS,
    ASIDE,
    ASIDE_BYTES,
    BLOCK,
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
    NARROW,
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
    STATE_BYTES,
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
from .unpacked_kernels import cover, uncover

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
    counts = memory(row[COUNTS], count, NUMBER)
    who = memory(row[WHO], count, NUMBER)
    ended = memory(row[ENDED], count, BYTE)
    dealt = memory(row[DEALT], count, BYTE)
    chosen = memory(row[CHOSEN], count, NUMBER)
    steps = memory(row[STEPS], count, NUMBER)
    rules = memory(row[RULES], row[ACTIONS], NUMBER)
    work = memory(row[WORK] + 8 * row[WORK_WIDTH] * thread, row[WORK_WIDTH], NUMBER)
    over = 0
    for i in range(lo, hi):
        fetch_next(row, i + 1)
        action = chosen[i]
        if action == KEEP:
            continue
        uncover(row, i)
        s = states[i]
        b = boards[board_of[i]]
        out = memory(row[LISTS] + LISTED_BYTES * width * i, width, LISTED)
        players = memory(row[PLAYERS] + 8 * MOST_PLAYERS * i, MOST_PLAYERS, NUMBER)
        rewards = memory(row[REWARDS] + 8 * seats * i, seats, REAL)
        listed = counts[i]
        known = False
        wanted = NARROW(action)
        for k in range(blocks(listed)):
            known |= (out[k] == wanted) & (k < listed)  # the list of the step before: the rules refuse anything else
        known &= (action >= 0) & (action < row[ACTIONS])
        if row[MASKS] != 0:
            mask = memory(row[MASKS] + row[ACTIONS] * i, row[ACTIONS], BYTE)
            for k in range(listed):
                mask[out[k]] = 0
        if mine == 1:
            ended[i] = 0
            dealt[i] = 0
            for seat in range(seats):
                rewards[seat] = 0
        asked = OVER
        fresh = action == DEAL or action == STAND or who[i] < 0
        if not fresh:
            if known:
                apply(s, b, who[i], action if row[RULES] == 0 else rules[action])
                steps[i] += mine
                asked = forward(s, b, players, dice[i], work)
                if steps[i] == 0:
                    rebase(row, s, b, i, work)
                elif asked < 0 or (reward != AT_END and reward != WINS):
                    pay(row, s, b, i, reward, asked < 0, mine, work)
            if asked < 0:
                if not known:
                    rewards[who[i]] = -1
                    pay(row, s, b, i, -1, True, mine, work)
                if steps[i] > 0 or not known:
                    ended[i] = 1 if known else 2
                    over += 1
                    fresh = again == 1
                else:
                    fresh = True  # the caller was not asked in this game
        if fresh:
            dealt[i] = 1
            coming = memory(row[NEXT_PLAYERS] + 8 * MOST_PLAYERS * i, MOST_PLAYERS, NUMBER)
            for seat in range(seats):
                players[seat] = coming[seat]
            if action == STAND:
                asked = forward(s, b, players, dice[i], work)
            while asked < 0:
                start(s, b, seats, next_number(dice[i]), next_number(dice[i]))
                asked = forward(s, b, players, dice[i], work)
            steps[i] = 0
            rebase(row, s, b, i, work)
        show(row, s, b, i, asked, thread, work)
    return over


NEAR = 2048  # so many bytes of a row are fetched at most


def fetch_next(row: Any, i: int) -> None:
    """Bring what the next game needs into the nearest cache while this one is played: it would be waited for."""
    fetch(row[STATES] + STATE_BYTES * i, min(STATE_BYTES, NEAR))
    fetch(row[LISTS] + LISTED_BYTES * row[WIDTH] * i, LISTED_BYTES * 2 * BLOCK)
    if row[PACKED] != 0:
        fetch(row[PACKED] + STATE_BYTES * i, min(STATE_BYTES, NEAR))
    if row[ASIDE] != 0:
        fetch(row[ASIDE] + ASIDE_BYTES * i, ASIDE_BYTES)
    if row[SEEN_WIDTH] > 0:
        fetch(row[SEEN] + SIGHT_BYTES * row[SEEN_WIDTH] * i, min(SIGHT_BYTES * row[SEEN_WIDTH], NEAR))
    if row[MASKS] != 0 and i < row[COUNT]:
        out = memory(row[LISTS] + LISTED_BYTES * row[WIDTH] * i, row[WIDTH], LISTED)
        for k in range(memory(row[COUNTS], row[COUNT], NUMBER)[i]):
            fetch(row[MASKS] + row[ACTIONS] * i + out[k], 1)


def blocks(n: int) -> int:
    """As many numbers as the blocks have that so many numbers fill: no rest is left to be done one by one."""
    return (n + BLOCK - 1) & -BLOCK


def show(row: Any, s: Any, b: Any, i: int, asked: int, thread: int, work: Any) -> None:
    """Write who decides in a game, among what, and what they see."""
    width = row[WIDTH]
    who = memory(row[WHO], row[COUNT], NUMBER)
    counts = memory(row[COUNTS], row[COUNT], NUMBER)
    viewer = asked
    if asked < 0:
        viewer = who[i] if who[i] >= 0 else 0
    listed = legal(s, b, asked, work) if asked >= 0 else 0
    # What was listed just now is on its way to memory: it is read again after everything else.
    if row[SEEN_WIDTH] > 0:
        observe(s, b, viewer, memory(row[SEEN] + SIGHT_BYTES * row[SEEN_WIDTH] * i, row[SEEN_WIDTH], SIGHT))
    cover(row, s, b, i, viewer)
    counts[i] = 0
    if asked >= 0:
        if listed > width:
            row[LONGEST + thread] = max(row[LONGEST + thread], listed)
            listed = width
        out = memory(row[LISTS] + LISTED_BYTES * width * i, width, LISTED)
        n = 0
        if row[RULES] == 0:
            for k in range(blocks(listed)):
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
    who[i] = asked


def pay(row: Any, s: Any, b: Any, i: int, reward: int, over: bool, mine: int, work: Any) -> None:
    """The rewards of a step: points at the end, points as they come, or a share of the victory; and the points."""
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
        uncover(row, i)
        if who[i] >= 0 and actors(states[i]) >> who[i] & 1 == 1:
            show(row, states[i], boards[board_of[i]], i, who[i], 0, work)
        else:
            cover(row, states[i], boards[board_of[i]], i, max(who[i], 0))


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
