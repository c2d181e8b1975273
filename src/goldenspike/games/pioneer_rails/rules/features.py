"""Activation: what is completed when the drawing closes, in which order, and what the player chooses."""

from __future__ import annotations

from .cattle import is_alone
from .owners import sides_needed
from .state import (
    AGAIN,
    BANDIT,
    BANK,
    BANK_SQUARE,
    BANKS,
    BLANK,
    CATTLE,
    CELL,
    CHOOSING,
    CIRCLE,
    CIRCLED_BEFORE,
    COMMITTED,
    CROSSED,
    DEPOSIT,
    DEPOSITED,
    DEPOSITS,
    ESCAPED,
    ESCAPES,
    FORT,
    FORTS,
    FRESH,
    JAIL,
    JAIL_FILL,
    JAIL_IS_OPEN,
    JAIL_MASK,
    JAILS,
    MINE,
    MIXED,
    NO_BANDIT_ASKS,
    NO_BANK_ASKS,
    NO_FREE_CELL,
    NO_JAIL_ASKS,
    NO_SALOON_ASKS,
    NO_SUCH_ROUND,
    NONE,
    NUGGETS,
    OPEN,
    PAST_ROUND,
    RANCHES,
    ROUNDS,
    SALOON,
    SALOON_MASK,
    SALOONS,
    TOO_MUCH_GOLD,
    TOWNS,
    TRACK,
    VALUES,
    YARD,
    YARDS,
    BoardArrays,
    State,
)
from .towns import circle_towns, usable_towns
from .track import edge_rail, rails_in


# ---------------------------------------------------------------- counting
def sides(s: State, b: BoardArrays, seat: int, h: int) -> int:
    """Sides of a hex that carry a track, whoever's and whenever drawn (PR-GEO-11, PR-FEAT-03)."""
    count = 0
    for k in range(6):
        if s.edge[seat][b.hex_edge[h][k]] != 0:
            count += 1
    return count


def fresh_sides(s: State, b: BoardArrays, seat: int, h: int) -> int:
    """Sides drawn in this turn (PR-FOREST-07, -11, -12)."""
    count = 0
    for k in range(6):
        if s.edge[seat][b.hex_edge[h][k]] > FRESH:
            count += 1
    return count


def side_rails(s: State, b: BoardArrays, seat: int, h: int) -> int:
    """Mask of the railways along a hex."""
    mask = 0
    for k in range(6):
        e = 0 + b.hex_edge[h][k]
        if s.edge[seat][e] != 0:
            mask |= 1 << edge_rail(s, seat, e)
    return mask


def free_nuggets(s: State, seat: int) -> int:
    return s.area[seat][NUGGETS] - s.area[seat][DEPOSITED]


def most_deposit(s: State, b: BoardArrays, seat: int) -> int:
    """Up to four free nuggets, if a Bank square is left (PR-BANK-02, -04, -05)."""
    if s.area[seat][BANKS] >= b.n_squares:
        return 0
    free = free_nuggets(s, seat)
    return free if free < b.values.nuggets_per_bank else 0 + b.values.nuggets_per_bank


def free_cell(s: State, b: BoardArrays, seat: int, jail: int) -> bool:
    """An opened Jail with a cell left (PR-FOREST-09, -13)."""
    if s.area[seat][JAIL_MASK] >> jail & 1 == 0:
        return False
    return s.area[seat][JAIL_FILL + jail] < b.jail_size[jail]


def captured(s: State, b: BoardArrays, seat: int) -> int:
    """Bandits in cells (PR-GOAL-2D)."""
    count = 0
    for jail in range(b.n_jails):
        count += s.area[seat][JAIL_FILL + jail]
    return count


# ---------------------------------------------------------------- choices
def choice_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """May the asked feature be answered so?"""
    kind = 0 + BLANK
    if s.stage[seat] == CHOOSING:
        kind = 0 + b.terrain[s.asked[seat]]
    if action < CIRCLE:
        if kind != BANK:
            return NO_BANK_ASKS
        return TOO_MUCH_GOLD if action - DEPOSIT > most_deposit(s, b, seat) else 0
    if action < OPEN:
        if kind != SALOON:
            return NO_SALOON_ASKS
        return circle_refusal(s, b, seat, action - CIRCLE)
    if action < CELL:
        if kind != JAIL:
            return NO_JAIL_ASKS
        if action - OPEN >= b.n_jails or s.area[seat][JAIL_MASK] >> (action - OPEN) & 1 == 1:
            return JAIL_IS_OPEN
        return 0
    if kind != BANDIT:
        return NO_BANDIT_ASKS
    if action - CELL >= b.n_jails or not free_cell(s, b, seat, action - CELL):
        return NO_FREE_CELL
    return 0


def circle_refusal(s: State, b: BoardArrays, seat: int, number: int) -> int:
    """Desert: a round not past; Forest: a value; each once (PR-SALOON-02, -03, PR-FOREST-05)."""
    if b.forest == 0 and number >= ROUNDS:
        return NO_SUCH_ROUND
    if b.forest == 0 and number < s.round_no - 1:
        return PAST_ROUND
    if s.area[seat][SALOON_MASK] >> number & 1 == 1:
        return CIRCLED_BEFORE
    return 0


def add_choices(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    kind = 0 + b.terrain[s.asked[seat]]
    low = 0 + CELL
    high = 0 + TRACK
    if kind == BANK:
        low = DEPOSIT
        high = DEPOSIT + DEPOSITS
    elif kind == SALOON:
        low = CIRCLE
        high = OPEN
    elif kind == JAIL:
        low = OPEN
        high = CELL
    for action in range(low, high):
        if choice_refusal(s, b, seat, action) == 0:
            out[n] = action
            n += 1
    return n


def choose(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """Answer for the asked feature, then go on activating."""
    h = 0 + s.asked[seat]
    s.asked[seat] = NONE
    if action < CIRCLE:
        complete_bank(s, b, seat, h, action - DEPOSIT)
    elif action < OPEN:
        complete_saloon(s, b, seat, h, action - CIRCLE)
    elif action < CELL:
        complete_jail(s, b, seat, h, action - OPEN)
    else:
        capture(s, seat, h, action - CELL)
    activate(s, b, seat)


# ---------------------------------------------------------------- completing
def cross_out(s: State, seat: int, h: int) -> None:
    """Each feature activates once (PR-FEAT-05)."""
    s.mark[seat][h] = CROSSED + FRESH


def note_building(s: State, b: BoardArrays, seat: int, h: int) -> None:
    """Goal 1J looks at a Building in the moment it is activated (PR-GOAL-1J, PR-FOREST-20, PR-COMBO-10)."""
    if rails_in(side_rails(s, b, seat, h)) >= 2:
        s.area[seat][MIXED] = 1


def complete_mine(s: State, b: BoardArrays, seat: int, h: int) -> None:
    """One nugget (PR-MINE-01)."""
    cross_out(s, seat, h)
    if s.area[seat][NUGGETS] < b.nugget_row:
        s.area[seat][NUGGETS] += 1


def complete_bank(s: State, b: BoardArrays, seat: int, h: int, nuggets: int) -> None:
    """Nuggets go into the next square (PR-BANK-02..05)."""
    cross_out(s, seat, h)
    note_building(s, b, seat, h)
    if s.area[seat][BANKS] < b.n_squares:
        s.area[seat][BANK_SQUARE + s.area[seat][BANKS]] = nuggets
        s.area[seat][DEPOSITED] += nuggets
    s.area[seat][BANKS] += 1


def complete_saloon(s: State, b: BoardArrays, seat: int, h: int, number: int) -> None:
    """Circle a round or a value; with none left it still counts (PR-SALOON-02, PR-FOREST-05, PR-FEAT-09)."""
    cross_out(s, seat, h)
    note_building(s, b, seat, h)
    s.area[seat][SALOONS] += 1
    if number != NONE:
        s.area[seat][SALOON_MASK] |= 1 << number


def complete_jail(s: State, b: BoardArrays, seat: int, h: int, jail: int) -> None:
    """Open a Jail symbol; with none left it still counts (PR-FOREST-14, PR-FEAT-09)."""
    cross_out(s, seat, h)
    note_building(s, b, seat, h)
    s.area[seat][JAILS] += 1
    if jail != NONE:
        s.area[seat][JAIL_MASK] |= 1 << jail


def capture(s: State, seat: int, h: int, jail: int) -> None:
    """The left-most free cell of the Jail is circled (PR-FOREST-13)."""
    cross_out(s, seat, h)
    s.area[seat][JAIL_FILL + jail] += 1


def escape(s: State, b: BoardArrays, seat: int, h: int) -> None:
    """An escaped Bandit is crossed out for good (PR-FOREST-08, -09, -10)."""
    s.mark[seat][h] = ESCAPED + FRESH
    if s.area[seat][ESCAPES] < b.escape_row:
        s.area[seat][ESCAPES] += 1


# ---------------------------------------------------------------- the check
def activate(s: State, b: BoardArrays, seat: int) -> None:
    """Go through the features in order until one asks the player, or the turn is complete (PR-FEAT-01, -06..08)."""
    circle_towns(s, b, seat)
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        if is_complete(s, b, seat, h) and not complete(s, b, seat, h):
            s.asked[seat] = h
            s.stage[seat] = CHOOSING
            return
    if may_reopen(s, seat):
        s.stage[seat] = AGAIN
        return
    let_escape(s, b, seat)


def may_reopen(s: State, seat: int) -> bool:
    """With the option, symbols circled this turn may be spent at once (option town_same_turn)."""
    return s.town_same_turn == 1 and s.area[seat][TOWNS] > s.before[seat][TOWNS] and usable_towns(s, seat) > 0


def let_escape(s: State, b: BoardArrays, seat: int) -> None:
    """Bandits touched once in this turn escape when it ends, and the turn is committed (PR-FOREST-08)."""
    if b.forest == 1:
        for k in range(b.n_features):
            h = 0 + b.feature[k]
            if b.terrain[h] == BANDIT and s.mark[seat][h] == 0 and fresh_sides(s, b, seat, h) > 0:
                escape(s, b, seat, h)
    s.stage[seat] = COMMITTED


def is_complete(s: State, b: BoardArrays, seat: int, h: int) -> bool:
    """Does the feature activate now? The standing total decides, not the new tracks (PR-FEAT-02, -03, -06)."""
    kind = 0 + b.terrain[h]
    if kind == BANDIT:
        if s.mark[seat][h] == 0 or (s.bandit_retry == 1 and s.mark[seat][h] == ESCAPED):
            return fresh_sides(s, b, seat, h) >= b.need[h]
        return False
    if s.mark[seat][h] != 0:
        return False
    if kind == CATTLE:
        return is_alone(s, b, seat, h)
    if kind == FORT and b.forest == 1:
        return False
    count = sides(s, b, seat, h)
    if count < sides_needed(s, b, h):
        return False
    return count >= b.need[h] or b.options.owner_retroactive == 0 or fresh_sides(s, b, seat, h) > 0


def complete(s: State, b: BoardArrays, seat: int, h: int) -> bool:
    """Complete a feature that leaves no choice; False if the player must choose."""
    kind = 0 + b.terrain[h]
    if kind == MINE:
        complete_mine(s, b, seat, h)
    elif kind == YARD:
        cross_out(s, seat, h)
        note_building(s, b, seat, h)
        s.area[seat][YARDS] += 1
    elif kind == FORT:
        cross_out(s, seat, h)
        note_building(s, b, seat, h)
        s.area[seat][FORTS] += 1
    elif kind == CATTLE:
        cross_out(s, seat, h)
        s.area[seat][RANCHES] += 1
    elif kind == BANK:
        if most_deposit(s, b, seat) > 0:
            return False
        complete_bank(s, b, seat, h, 0)
    elif kind == SALOON:
        number = only_circle(s, b, seat)
        if number >= VALUES:
            return False
        complete_saloon(s, b, seat, h, number)
    elif kind == JAIL:
        number = only_jail(s, b, seat)
        if number >= b.n_jails:
            return False
        complete_jail(s, b, seat, h, number)
    else:
        return complete_bandit(s, b, seat, h)
    return True


def complete_bandit(s: State, b: BoardArrays, seat: int, h: int) -> bool:
    """Captured if a cell is free, else escaped (PR-FOREST-07, -09)."""
    number = only_cell(s, b, seat)
    if number >= b.n_jails:
        return False
    if number != NONE:
        capture(s, seat, h, number)
    elif s.mark[seat][h] == 0:
        escape(s, b, seat, h)
    return True


def only_circle(s: State, b: BoardArrays, seat: int) -> int:
    """The symbol a Saloon circles: NONE if there is none, a number past the row if there is a choice."""
    found = 0 + NONE
    for number in range(VALUES):
        if circle_refusal(s, b, seat, number) == 0:
            if found != NONE:
                return 0 + VALUES
            found = number
            if b.forest == 0 and s.saloon_choice == 0:
                return found
    return found


def only_jail(s: State, b: BoardArrays, seat: int) -> int:
    """The Jail symbol to open: NONE if all are, a number past the row if there is a choice."""
    found = 0 + NONE
    for jail in range(b.n_jails):
        if s.area[seat][JAIL_MASK] >> jail & 1 == 0:
            if found != NONE:
                return 0 + b.n_jails
            found = jail
    return found


def only_cell(s: State, b: BoardArrays, seat: int) -> int:
    """The Jail that takes a Bandit: NONE if all are full, a number past the row if there is a choice."""
    found = 0 + NONE
    for jail in range(b.n_jails):
        if free_cell(s, b, seat, jail):
            if found != NONE:
                return 0 + b.n_jails
            found = jail
    return found
