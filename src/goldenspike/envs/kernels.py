"""What the environments do with one game in compiled code: plain functions over the contract, like the engine's loops.

``here`` is the address of an ``EnvMemory``: a row of numbers (see SLOTS) that says where everything else lies. Handing
over one number instead of a dozen arrays is what makes a single step from Python cheap.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import actors, apply, legal, memory, observe, policy, redeal, refusal, score, start
from goldenspike.engine.loops import first_seat
from goldenspike.engine.random_numbers import below, seed_chance

# ---------------------------------------------------------------- who plays a seat
CALLER = 0
RANDOM = 1
POLICY = 2
OUTSIDE = 3  # + number: a player outside of compiled code
MOST_PLAYERS = 8

# ---------------------------------------------------------------- the memory
STATES = 0  # where the records of the positions lie
COUNT = 1  # how many
BOARDS = 2  # boards with their options and values; usually one
BOARD_OF = 3  # by position: which of them
SEATS = 4
PLAYERS = 5  # by position and seat: CALLER, RANDOM, POLICY, OUTSIDE + number
NEXT_PLAYERS = 6  # the same for the next game there
DICE = 7  # one record with chance per position: for bots and for new games
LOTS = 8  # another one: for actions drawn by lot
LISTS = 9  # legal actions by position
WIDTH = 10  # room in each list
COUNTS = 11  # how many are legal
WHO = 12  # by position: the seat that decides, -1 when the game is over
MASKS = 13  # 0 where nobody wants them
ACTIONS = 14  # how many numbers actions have here
RULES = 15  # by number of an action: the rules' own number; 0 where they are the same
NUMBERS = 16  # by the rules' own number: the number here, -1 if it has none
SEEN = 17  # observations
SEEN_WIDTH = 18  # 0 where nobody wants them
PACKED = 19  # copies of positions with what is hidden blanked; 0 where nobody wants them
REWARDS = 20  # by position and seat
ENDED = 21  # by position: 1 if the game ended with this step, 2 if an illegal action ended it
DEALT = 22  # by position: 1 if a new game was dealt with this step
CHOSEN = 23  # the actions to take
WORK = 24  # room to work in, by thread
WORK_WIDTH = 25
TALLY = 26  # by position and seat: points before this step
NOW = 27  # by position and seat: points after it, at least when the game ended
WON = 28  # by position and seat: a share of the victory
STEPS = 29  # by position: decisions of the caller in this game
MARKED = 30  # how many actions the mask of a single game holds, then which
SPARE = 31  # a position to work on, by thread
WAS = 32  # by position and seat: points before the caller's last decision, for rewards of the caller's own
ASIDE = 33  # by position: what is hidden in it between two steps; 0 where nobody wants positions that hide it
LONGEST = 34  # the most legal actions that ever were, by thread: more than WIDTH, and the lists must grow
SLOTS = LONGEST + 257

OVER = -1
REFUSED = -2  # and below: minus the reason

SEAT_BITS = 4
BLOCK = 16  # so many numbers of a list are looked at or copied at once; lists have room for whole blocks
ASK = -(1 << 40)  # in the place of an action: who decides now?
NO_ACTION = 1 << 30  # no game has so many
BOTS_MARK = 0x5BD1E995

# ---------------------------------------------------------------- kinds of memory, filled in for each game
NUMBER: Any = None
LISTED: Any = None  # a number in a list of actions of a batch
LISTED_BYTES = 0
NARROW: Any = int  # makes such a number
BYTE: Any = None
REAL: Any = None
SIGHT: Any = None  # a number of an observation
SIGHT_BYTES = 0
STATE: Any = None
STATE_BYTES = 0
HIDDEN_LINES: Any = ()  # of a position, as long as a line of the cache: where it lies, where it is put aside
ASIDE_BYTES = 0
BOARD: Any = None
DIE: Any = None


def forward(s: Any, b: Any, players: Any, die: Any, work: Any) -> int:
    """Let the bots decide until somebody else is asked: the seat asked, or OVER."""
    waiting = actors(s)
    while waiting != 0:
        seat = first_seat(waiting)
        kind = players[seat]
        if kind == CALLER or kind >= OUTSIDE:
            return seat
        if kind == RANDOM:
            n = legal(s, b, seat, work)
            apply(s, b, seat, work[below(die, n)])
        else:
            apply(s, b, seat, policy(s, b, seat, work))
        waiting = actors(s)
    return OVER


def rules_number(row: Any, action: int) -> int:
    """The rules' own number of an action; what has no number here has none there."""
    if action < 0 or action >= row[ACTIONS]:
        return NO_ACTION
    if row[RULES] == 0:
        return action
    own: int = memory(row[RULES], row[ACTIONS], NUMBER)[action]
    return own


def renumber(row: Any, out: Any, n: int) -> int:
    """Turn a list of the rules' own numbers into those here; how many there are."""
    if row[RULES] == 0:
        return n
    numbers = memory(row[NUMBERS], NO_ACTION, NUMBER)
    kept = 0
    for k in range(n):
        out[kept] = numbers[out[k]]
        kept += out[kept] >= 0
    return kept


def turn(here: int, where: int, seat: int, action: int) -> int:
    """One decision: refused, or applied; then who decides next and, in the first list of the row, among what.

    The answer is the next seat and the number of legal actions in one number, OVER, or REFUSED minus the reason.
    With ASK in the place of an action it only says who is asked now.
    """
    row = memory(here, SLOTS, NUMBER)
    s = memory(where, 1, STATE)[0]
    b = memory(row[BOARDS], 1, BOARD)[0]
    if action != ASK:
        number = rules_number(row, action)
        reason = refusal(s, b, seat, number)
        if reason != 0:
            return REFUSED - reason
        apply(s, b, seat, number)
    players = memory(row[PLAYERS], MOST_PLAYERS, NUMBER)
    die = memory(row[DICE], 1, DIE)[0]
    asked = forward(s, b, players, die, memory(row[WORK], row[WORK_WIDTH], NUMBER))
    if asked < 0:
        return OVER
    out = memory(row[LISTS], row[WIDTH], NUMBER)
    return asked | renumber(row, out, legal(s, b, asked, out)) << SEAT_BITS


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
    out = memory(row[LISTS], row[WIDTH], NUMBER)
    return renumber(row, out, legal(s, memory(row[BOARDS], 1, BOARD)[0], seat, out))


def awaited(where: int) -> int:
    """Bit mask of the seats whose decision is awaited."""
    return actors(memory(where, 1, STATE)[0])


def tell(here: int, where: int, board: int) -> int:
    """Points by seat as the position stands, written on the row; the mask of the winners."""
    row = memory(here, SLOTS, NUMBER)
    b = memory(row[BOARDS], board + 1, BOARD)[board]
    return score(memory(where, 1, STATE)[0], b, memory(row[WORK], row[WORK_WIDTH], NUMBER))


def decide(here: int, where: int, seat: int, kind: int) -> int:
    """What a bot of this kind does in a seat that must decide, by the rules' own number."""
    row = memory(here, SLOTS, NUMBER)
    s = memory(where, 1, STATE)[0]
    b = memory(row[BOARDS], 1, BOARD)[0]
    work = memory(row[WORK], row[WORK_WIDTH], NUMBER)
    if kind == RANDOM:
        n = legal(s, b, seat, work)
        action: int = work[below(memory(row[DICE], 1, DIE)[0], n)]
        return action
    return policy(s, b, seat, work)


def imagine(here: int, where: int, seat: int, low: int, high: int, board: int) -> None:
    """Another world that the seat cannot tell from this one, with chance of the caller's own."""
    row = memory(here, SLOTS, NUMBER)
    s = memory(where, 1, STATE)[0]
    seed_chance(s, low, high)
    redeal(s, memory(row[BOARDS], board + 1, BOARD)[board], seat)


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
