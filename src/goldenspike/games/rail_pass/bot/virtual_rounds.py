"""Rounds of a team on the virtual clock: who looks when, who gives which command when.

A seat gives a command at most every ``react`` milliseconds and acts on what was on the table ``see``
milliseconds before; commands that it saw running it expects to complete in time (RP-DIG-21, -31).
"""

from __future__ import annotations

from typing import Any

from ..rules.clock import advance, next_event
from ..rules.engineers import serves
from ..rules.round import apply, refusal
from ..rules.scoring import lowest_product
from ..rules.state import (
    BACK,
    BETWEEN,
    GO,
    HOLD,
    HOLD_SHIFT,
    LOAD,
    NEVER,
    NONE,
    PARK,
    PICK,
    PUSH,
    RELEASE,
    RUNNING,
    SEATS,
    TAKE,
    TIMED,
    TOOT,
    WAIT,
    XFER,
    BoardArrays,
    State,
)
from .routes import MEMORY, TEMPO
from .seat import open_memory, team_move

# ---------------------------------------------------------------- the clock of a team, a row of whole numbers
LOOK_AT = 0  # by seat: when it looks at the table next
GIVE_AT = 6  # by seat: when it gives the command it has chosen
COMMAND = 12  # by seat: that command
REACT = 18  # by seat
SEE = 24  # by seat
KIND = 30  # by seat
AWAY_FROM = 36  # by seat: when it leaves the table
AWAY_TO = 42  # by seat: when it comes back
AGAIN = 48  # by seat: the earliest moment of its next command
GIVEN = 54  # by seat: how many commands it gave
REFUSED = 60
PASSES = 61
GOES_OWN = 62
WITHDRAWN = 63
TO_100 = 64
TO_150 = 65
TO_ALL = 66
LAST_STORE = 67
LONGEST_GAP = 68
STORED = 69
DICE = 70
STAND_IN = 71  # react of a bot that takes over an empty seat
LOGGED = 72  # how many commands were given
WORKED_AT = 73  # when a cube was last loaded or stored, or a train sent over a link
STILL_MS = 74  # the longest time in which nobody did that
STILL_FROM = 75  # and when it began
LOG = 76  # each as (8 * moment + seat) * 2048 + action
LOG_ROOM = 4096
CLOCK_SIZE = LOG + LOG_ROOM

TEAM = 0
RANDOM = 1
NOBODY = 2  # a person, or an empty seat: the team does not act there

POLL_MS = 500
JITTER_MS = 400
RANDOM_TRIES = 1000
RANDOM_COMMANDS = RELEASE - PUSH + BACK - LOAD  # from loading to calling out, and pushing
CALM_MS = 50


def set_clock(s: State, c: list[int], dice: int) -> None:
    """Seats look up one after another in the first moments; the rest of the row is what the caller set."""
    c[DICE] = dice & 0x7FFFFFFF
    for p in range(SEATS):
        c[LOOK_AT + p] = NEVER
        c[GIVE_AT + p] = NEVER
        c[COMMAND + p] = NONE
        c[GIVEN + p] = 0
        c[AGAIN + p] = s.now
        if p < s.seats:
            c[LOOK_AT + p] = s.now + roll(c, 0 + JITTER_MS)
    for k in range(REFUSED, LAST_STORE):
        c[k] = 0
    c[LAST_STORE] = 0 + s.now
    c[LONGEST_GAP] = 0
    c[STORED] = 0
    c[LOGGED] = 0
    c[WORKED_AT] = 0 + s.now
    c[STILL_MS] = 0
    c[STILL_FROM] = 0 + s.now


def roll(c: list[int], n: int) -> int:
    c[DICE] = (c[DICE] * 1103515245 + 12345) & 0x7FFFFFFF
    return (c[DICE] >> 8) % n


def next_due(s: State, c: list[int]) -> int:
    """The moment of the next look, command or event, whichever comes first."""
    moment = next_event(s)
    for k in range(2 * SEATS):
        if c[LOOK_AT + k] < moment:
            moment = 0 + c[LOOK_AT + k]
    return moment


def next_seat(c: list[int], kind: int) -> int:
    """The seat whose look or command comes first."""
    best = 0
    for p in range(1, SEATS):
        if c[kind + p] < c[kind + best]:
            best = p
    return best


# ---------------------------------------------------------------- looking
def who_acts(s: State, b: BoardArrays, c: list[int], p: int) -> int:
    """Who sits there now: the seat itself, nobody, or after the grace a bot of the team (RP-DIG-12, -30)."""
    if s.now < c[AWAY_FROM + p] or s.now >= c[AWAY_TO + p]:
        return 0 + c[KIND + p]
    if s.now < c[AWAY_FROM + p] + 1000 * b.values.absence_s:
        return NOBODY
    return TEAM


def tempo_of(s: State, c: list[int], p: int) -> int:
    if s.now >= c[AWAY_FROM + p] and s.now < c[AWAY_TO + p]:
        return 0 + c[STAND_IN]
    return 0 + c[REACT + p]


def look(view: State, b: BoardArrays, m: list[int], c: list[int], p: int) -> None:
    """Decide what to do at the moment the command could be given; the view is the table as seen now."""
    seen = 0 + view.now
    who = who_acts(view, b, c, p)
    moment = look_ahead(view, b, c, p)
    action = WAIT
    if who == TEAM:
        m[TEMPO + p] = tempo_of(view, c, p)
        action = team_move(view, b, m, p)
    elif who == RANDOM:
        action = random_move(view, b, c, p)
    settle_look(view, c, p, action, seen, moment)


def look_ahead(view: State, b: BoardArrays, c: list[int], p: int) -> int:
    """Bring the view to the moment of the command: what is running is expected to complete in time."""
    moment = view.now + c[SEE + p]
    if moment < c[AGAIN + p]:
        moment = 0 + c[AGAIN + p]
    if moment < view.ends_at or view.phase != RUNNING:
        advance(view, b, moment)
    return moment


def settle_look(view: State, c: list[int], p: int, action: int, seen: int, moment: int) -> None:
    """Keep the command until its moment, or look again when something may have changed."""
    if action != WAIT:
        c[COMMAND + p] = action
        c[GIVE_AT + p] = moment
        c[LOOK_AT + p] = NEVER
        return
    later = next_event(view) - c[SEE + p]
    if later <= seen + CALM_MS:
        later = seen + CALM_MS
    if later > seen + POLL_MS or view.phase == BETWEEN:
        later = seen + POLL_MS
    c[LOOK_AT + p] = later


def random_move(s: State, b: BoardArrays, c: list[int], p: int) -> int:
    """Any command that moves something, each as likely as the other; offers stand until they are taken."""
    for _ in range(RANDOM_TRIES):
        action = LOAD + roll(c, 0 + RANDOM_COMMANDS)
        if action >= BACK:
            action += PUSH - BACK
        if s.dexterity == TIMED and action >= PICK and action < TOOT:
            action += HOLD_SHIFT
        if refusal(s, b, p, action) == 0 and harmless(s, b, action):
            return action
    return WAIT


def harmless(s: State, b: BoardArrays, action: int) -> bool:
    """Would no engineer quit?"""
    bare = action - HOLD_SHIFT if action >= HOLD else action
    if bare < PARK or bare >= GO:
        return True
    driver = 0 + s.driver[(bare - PARK) // 12]
    return driver == NONE or serves(b, driver, (bare - PARK) // 2 % 6)


# ---------------------------------------------------------------- giving
def speak(s: State, c: list[int], p: int) -> int:
    """The command the seat has chosen, given now; the next one comes after its time to react."""
    action = 0 + c[COMMAND + p]
    c[GIVE_AT + p] = NEVER
    c[COMMAND + p] = NONE
    c[AGAIN + p] = s.now + tempo_of(s, c, p)
    c[LOOK_AT + p] = c[AGAIN + p] - c[SEE + p]
    return action


def call_others(s: State, c: list[int], p: int) -> None:
    """What a seat does makes the others look again as soon as they can."""
    for other in range(0 + s.seats):
        if other != p and c[GIVE_AT + other] == NEVER:
            soon = c[AGAIN + other] - c[SEE + other]
            if soon < s.now:
                soon = 0 + s.now
            if soon < c[LOOK_AT + other]:
                c[LOOK_AT + other] = soon


def give(s: State, b: BoardArrays, c: list[int], p: int) -> None:
    """Give the command at its moment; a refusal costs nothing but the time to react."""
    action = speak(s, c, p)
    if refusal(s, b, p, action) != 0:
        if c[KIND + p] == TEAM:
            c[REFUSED] += 1
        return
    c[GIVEN + p] += 1
    if c[LOGGED] < LOG_ROOM:
        c[LOG + c[LOGGED]] = (8 * s.now + p) * 2048 + action
        c[LOGGED] += 1
    bare = action - HOLD_SHIFT if action >= HOLD else action
    if bare >= TAKE and bare < TOOT:
        c[PASSES] += 1
    elif bare >= GO and bare < TAKE:
        c[GOES_OWN] += 1
    elif bare >= BACK and bare < PUSH:
        c[WITHDRAWN] += 1
    if bare < XFER or (bare >= GO and bare < TOOT):
        count_stillness(s, c)
        c[WORKED_AT] = 0 + s.now
    apply(s, b, p, action)
    call_others(s, c, p)


def count_stillness(s: State, c: list[int]) -> None:
    """How long the team has stood still up to now: other commands bring no cube nearer to its city."""
    still = s.now - c[WORKED_AT]
    if still > c[STILL_MS]:
        c[STILL_MS] = still
        c[STILL_FROM] = 0 + c[WORKED_AT]


def keep_score(s: State, b: BoardArrays, c: list[int]) -> None:
    """When which score was reached, and how long nothing was delivered."""
    stored = 0
    for city in range(0 + b.n_cities):
        stored += s.storage[city]
    if stored == c[STORED]:
        return
    c[STORED] = stored
    gap = s.now - c[LAST_STORE]
    if gap > c[LONGEST_GAP]:
        c[LONGEST_GAP] = gap
    c[LAST_STORE] = 0 + s.now
    base = lowest_product(s, b)
    if base >= 100 and c[TO_100] == 0:
        c[TO_100] = s.now - s.began_at
    if base >= 150 and c[TO_150] == 0:
        c[TO_150] = s.now - s.began_at
    if stored == b.n_cities * b.each * (b.n_cities - 1) and c[TO_ALL] == 0:
        c[TO_ALL] = s.now - s.began_at


# ---------------------------------------------------------------- entry points of the compiled rules
def begin_team(s: State, b: BoardArrays, memories: Any, c: list[int], dice: int) -> None:
    """Open the memories of all seats and set the clock of a round that has just been dealt."""
    open_memory(b, memories[0])
    for p in range(1, SEATS):  # the plan follows from the layout alone: everybody has the same
        for k in range(MEMORY):
            memories[p][k] = memories[0][k]
    set_clock(s, c, dice)


def run_team(
    states: Any, i: int, views: Any, v: int, boards: Any, k: int, memories: Any, j: int, clocks: Any, r: int,
    until: int,
) -> int:  # fmt: skip
    """Let the team play until a moment, the end of the round, or the last delivery; the score as it stands."""
    s = states[i]
    b = boards[k]
    c = clocks[r]
    while s.phase == RUNNING and c[TO_ALL] == 0:
        moment = next_due(s, c)
        if moment > until:
            break
        if moment > s.now:
            advance(s, b, moment)
            keep_score(s, b, c)
            if s.phase != RUNNING:
                break
        giver = next_seat(c, 0 + GIVE_AT)
        looker = next_seat(c, 0 + LOOK_AT)
        if c[GIVE_AT + giver] <= moment:
            give(s, b, c, giver)
        elif c[LOOK_AT + looker] <= moment:
            views[v] = s
            look(views[v], b, memories[j + looker], c, looker)
    if c[TO_ALL] == 0:
        count_stillness(s, c)
    return lowest_product(s, b)
