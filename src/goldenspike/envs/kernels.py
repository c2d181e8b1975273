"""What the environments do in compiled code: plain functions over the contract, like the loops of the engine.

``here`` is the address of an ``EnvMemory``: a row of numbers (see SLOTS) that says where everything else lies. Handing
over one number instead of a dozen arrays is what makes a single step from Python cheap.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import (
    SPECTATOR,
    actors,
    apply,
    hide,
    legal,
    memory,
    observe,
    policy,
    redeal,
    refusal,
    score,
    start,
)  # fmt: skip
from goldenspike.engine.loops import first_seat
from goldenspike.engine.random_numbers import below, next_number, seed_chance

# ---------------------------------------------------------------- who plays a seat
CALLER = 0
RANDOM = 1
POLICY = 2

# ---------------------------------------------------------------- the memory
STATES = 0  # where the records of the positions lie
COUNT = 1  # how many
BOARDS = 2
SEATS = 5
PLAYERS = 6  # by seat: CALLER, RANDOM, POLICY
DICE = 7  # one record with chance per position: for bots and for new games
LOTS = 22  # another one: for actions drawn by lot
LISTS = 8  # legal actions by position
WIDTH = 9  # room in each list
COUNTS = 10  # how many are legal
WHO = 11  # by position: the seat that decides, -1 when the game is over
MASKS = 12
ACTIONS = 13
SEEN = 14  # observations
SEEN_WIDTH = 15
REWARDS = 16  # by position and seat
ENDED = 17  # by position: 1 if the game ended with this step, 2 if an illegal action ended it
CHOSEN = 18  # the actions to take
WORK = 19  # room to work in, by thread
TALLY = 20  # by position and seat: points before this step
STEPS = 21  # by position: decisions of the caller in this game
MARKED = 23  # how many actions the mask of a single game holds, then which
SPARE = 24  # a position to work on, by thread
SLOTS = 25

OVER = -1
REFUSED = -2  # and below: minus the reason

# ---------------------------------------------------------------- rewards
AT_END = 0
GAINS = 1
WINS = 2

SEAT_BITS = 4
ASK = -(1 << 40)  # in the place of an action: who decides now?
NO_ACTION = 1 << 30  # no game has so many
BOTS_MARK = 0x5BD1E995

# ---------------------------------------------------------------- kinds of memory, filled in for each game
NUMBER: Any = None
SMALL: Any = None
BYTE: Any = None
REAL: Any = None
SIGHT: Any = None  # a number of an observation
SIGHT_BYTES = 0
STATE: Any = None
BOARD: Any = None
DIE: Any = None


def forward(s: Any, b: Any, players: Any, die: Any, work: Any) -> int:
    """Let the bots decide until the caller is asked: the seat asked, or OVER."""
    waiting = actors(s)
    while waiting != 0:
        seat = first_seat(waiting)
        kind = players[seat]
        if kind == CALLER:
            return seat
        if kind == RANDOM:
            n = legal(s, b, seat, work)
            apply(s, b, seat, work[below(die, n)])
        else:
            apply(s, b, seat, policy(s, b, seat, work))
        waiting = actors(s)
    return OVER


def turn(here: int, where: int, seat: int, action: int) -> int:
    """One decision: refused, or applied; then who decides next and, in the first list of the row, among what.

    The answer is the next seat and the number of legal actions in one number, OVER, or REFUSED minus the reason.
    With ASK in the place of an action it only says who is asked now.
    """
    row = memory(here, SLOTS, NUMBER)
    s = memory(where, 1, STATE)[0]
    b = memory(row[BOARDS], 1, BOARD)[0]
    if action != ASK:
        reason = refusal(s, b, seat, action if action >= 0 else NO_ACTION)
        if reason != 0:
            return REFUSED - reason
        apply(s, b, seat, action)
    players = memory(row[PLAYERS], 8, NUMBER)
    die = memory(row[DICE], 1, DIE)[0]
    asked = forward(s, b, players, die, memory(row[WORK], row[WIDTH], NUMBER))
    if asked < 0:
        return OVER
    return asked | legal(s, b, asked, memory(row[LISTS], row[WIDTH], NUMBER)) << SEAT_BITS


def go(here: int, where: int, seat: int, action: int) -> int:
    """One decision, and what the same seat sees after it: turn and look in one call."""
    code = turn(here, where, seat, action)
    if code >= OVER:
        look(here, where, seat, code >> SEAT_BITS if code >= 0 else 0)
    return code


def deal(here: int, where: int, low: int, high: int) -> int:
    """A new game from the two halves of a seed; the bots' own chance follows from it too."""
    row = memory(here, SLOTS, NUMBER)
    seed_chance(memory(row[DICE], 1, DIE)[0], low ^ BOTS_MARK, high)
    b = memory(row[BOARDS], 1, BOARD)[0]
    start(memory(where, 1, STATE)[0], b, row[SEATS], low, high)
    return actors(memory(where, 1, STATE)[0])


def ask(here: int, where: int, seat: int) -> int:
    """How many actions the seat has, listed on the row, if its decision is awaited; else none."""
    row = memory(here, SLOTS, NUMBER)
    s = memory(where, 1, STATE)[0]
    if actors(s) >> seat & 1 == 0:
        return 0
    return legal(s, memory(row[BOARDS], 1, BOARD)[0], seat, memory(row[LISTS], row[WIDTH], NUMBER))


def awaited(where: int) -> int:
    """Bit mask of the seats whose decision is awaited."""
    return actors(memory(where, 1, STATE)[0])


def tell(here: int, where: int) -> int:
    """Points by seat as the position stands, written on the row; the mask of the winners."""
    row = memory(here, SLOTS, NUMBER)
    b = memory(row[BOARDS], 1, BOARD)[0]
    return score(memory(where, 1, STATE)[0], b, memory(row[WORK], row[WIDTH], NUMBER))


def imagine(here: int, where: int, seat: int, low: int, high: int) -> None:
    """Another world that the seat cannot tell from this one, with chance of the caller's own."""
    row = memory(here, SLOTS, NUMBER)
    s = memory(where, 1, STATE)[0]
    seed_chance(s, low, high)
    redeal(s, memory(row[BOARDS], 1, BOARD)[0], seat)


def look(here: int, where: int, seat: int, listed: int) -> int:
    """Write what the seat sees, and the mask of the listed actions, into the first rows of the row."""
    row = memory(here, SLOTS, NUMBER)
    s = memory(where, 1, STATE)[0]
    b = memory(row[BOARDS], 1, BOARD)[0]
    n = observe(s, b, seat, memory(row[SEEN], row[SEEN_WIDTH], SIGHT))
    mask = memory(row[MASKS], row[ACTIONS], BYTE)
    marked = memory(row[MARKED], 1 + row[WIDTH], NUMBER)
    for k in range(1, 1 + marked[0]):
        mask[marked[k]] = 0
    out = memory(row[LISTS], row[WIDTH], NUMBER)
    for k in range(listed):
        mask[out[k]] = 1
        marked[1 + k] = out[k]
    marked[0] = listed
    return n


def look_on(here: int, where: int) -> int:
    """Write what a spectator sees, as if from the first seat."""
    row = memory(here, SLOTS, NUMBER)
    b = memory(row[BOARDS], 1, BOARD)[0]
    spare = memory(row[SPARE], 1, STATE)
    spare[0] = memory(where, 1, STATE)[0]
    hide(spare[0], b, SPECTATOR)
    return observe(spare[0], b, 0, memory(row[SEEN], row[SEEN_WIDTH], SIGHT))


def many(here: int, lo: int, hi: int, reward: int, thread: int, again: int) -> int:
    """One decision in each game of a part of the batch; how many games ended.

    A game whose action is -1 is dealt anew; so is a game that ended, at once (``again`` = 1) or with the next step.
    """
    row = memory(here, SLOTS, NUMBER)
    count = row[COUNT]
    seats = row[SEATS]
    width = row[WIDTH]
    states = memory(row[STATES], count, STATE)
    dice = memory(row[DICE], count, DIE)
    b = memory(row[BOARDS], 1, BOARD)[0]
    players = memory(row[PLAYERS], 8, NUMBER)
    counts = memory(row[COUNTS], count, NUMBER)
    who = memory(row[WHO], count, NUMBER)
    ended = memory(row[ENDED], count, BYTE)
    chosen = memory(row[CHOSEN], count, NUMBER)
    rewards = memory(row[REWARDS], count * seats, REAL)
    tally = memory(row[TALLY], count * seats, REAL)
    steps = memory(row[STEPS], count, NUMBER)
    work = memory(row[WORK] + 8 * width * thread, width, NUMBER)
    over = 0
    for i in range(lo, hi):
        s = states[i]
        mask = memory(row[MASKS] + row[ACTIONS] * i, row[ACTIONS], BYTE)
        out = memory(row[LISTS] + 4 * width * i, width, SMALL)
        action = chosen[i]
        known = False
        for k in range(counts[i]):
            mask[out[k]] = 0
            known |= out[k] == action  # the list of the step before: what is not in it the rules would refuse
        for seat in range(seats):
            rewards[seats * i + seat] = 0
        fresh = action < 0 or who[i] < 0
        wrong = not fresh and not known
        if not fresh and known:
            apply(s, b, who[i], action)
            steps[i] += 1
        ended[i] = 0
        asked = OVER
        if not fresh and not wrong:
            asked = forward(s, b, players, dice[i], work)
            pay(s, b, rewards, tally, seats, i, reward, asked < 0, work)
        if wrong:
            rewards[seats * i + who[i]] = -1
        if not fresh and asked < 0:
            ended[i] = 2 if wrong else 1
            over += 1
            fresh = again == 1
        if fresh:
            while asked < 0:
                start(s, b, seats, next_number(dice[i]), next_number(dice[i]))
                asked = forward(s, b, players, dice[i], work)
            steps[i] = 0
            score(s, b, work)
            for seat in range(seats):
                tally[seats * i + seat] = work[seat]
        n = 0
        seen = memory(row[SEEN] + SIGHT_BYTES * row[SEEN_WIDTH] * i, row[SEEN_WIDTH], SIGHT)
        if asked >= 0:
            n = legal(s, b, asked, work)
            for k in range(n):
                out[k] = work[k]
                mask[work[k]] = 1
            observe(s, b, asked, seen)
        elif row[SEEN_WIDTH] > 0:
            observe(s, b, who[i] if who[i] >= 0 else 0, seen)
        counts[i] = n
        who[i] = asked
    return over


def pay(s: Any, b: Any, rewards: Any, tally: Any, seats: int, i: int, reward: int, over: bool, work: Any) -> None:
    """The rewards of a step: points at the end, points as they come, or a share of the victory."""
    if reward == GAINS:
        score(s, b, work)
        for seat in range(seats):
            points = work[seat]
            rewards[seats * i + seat] = points - tally[seats * i + seat]
            tally[seats * i + seat] = points
    elif over:
        winners = score(s, b, work)
        number = 0
        for seat in range(seats):
            number += winners >> seat & 1
        for seat in range(seats):
            if reward == AT_END:
                rewards[seats * i + seat] = work[seat]
            elif winners >> seat & 1 == 1:
                rewards[seats * i + seat] = 1.0 / number


def pick(here: int, lo: int, hi: int) -> None:
    """A random legal action for each game, each as likely as the other."""
    row = memory(here, SLOTS, NUMBER)
    count = row[COUNT]
    lots = memory(row[LOTS], count, DIE)
    counts = memory(row[COUNTS], count, NUMBER)
    chosen = memory(row[CHOSEN], count, NUMBER)
    for i in range(lo, hi):
        out = memory(row[LISTS] + 4 * row[WIDTH] * i, row[WIDTH], SMALL)
        chosen[i] = out[below(lots[i], counts[i])] if counts[i] > 0 else 0


# Indexes are counted here or come from the rules' own lists; an action of the caller is looked up before it is used.
