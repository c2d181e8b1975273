"""What a step would bring, in a few words, for the list of choices and for the written record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..board.load import SUIT_NAMES, VALUES, goals, owners
from ..rules.state import (
    BANDIT,
    BANK,
    BANKS,
    CATTLE,
    CELL,
    CHOOSING,
    CIRCLE,
    CROSSED,
    DEAL,
    DEPOSIT,
    DONE,
    FACE_UP,
    FORT,
    FRESH,
    GOAL_SLOTS,
    JAIL_FILL,
    MINE,
    NAME,
    NONE,
    OPEN,
    OVER,
    OWN,
    OWN_RAIL,
    PICK,
    SPEND,
    STAR,
    SUIT,
    TRACK,
    State,
)
from .names import BENEFITS, FEATURES
from .view import hand_words

if TYPE_CHECKING:
    from ..game import PioneerSetting


def remark(setting: PioneerSetting, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
    """The points of a whole turn, or what a single step means."""
    if len(actions) > 1:
        return f"{gained_points(setting, before, after, seat):+} points"
    action = actions[0]
    if action == DONE:
        return closing_remark(setting, before, seat) if before.phase != OVER else ""
    if action < NAME:
        return card_remark(setting, before, seat, action - PICK)
    if action >= TRACK:
        return track_remark(setting, before, after, seat, action - TRACK)
    return step_remark(setting, before, seat, action)


def gained_points(setting: PioneerSetting, before: State, after: State, seat: int) -> int:
    points = setting.rules.sheet_points
    return int(points(after, setting.b, seat) - points(before, setting.b, seat))


def card_remark(setting: PioneerSetting, s: State, seat: int, card: int) -> str:
    """The row of the hand with this card in it."""
    value = setting.rules.value_of(card)
    row = hand_words(s, seat)[s.round_no - 1]
    counts = setting.rules.hand_counts(s, seat, s.round_no) + (0 if value == STAR else 1 << 3 * value)
    railway = "" if setting.rules.is_joker(card) else f"{SUIT_NAMES[card // 5]}, "
    points = setting.rules.category_points(setting.b, counts)
    return f"({railway}hand {' '.join([*row, '*' if value == STAR else VALUES[value]])}: {points})"


def step_remark(setting: PioneerSetting, s: State, seat: int, action: int) -> str:
    b = setting.b
    if action < SPEND:
        return f"({SUIT_NAMES[action - NAME]})"
    if action == SPEND:
        return "(a Town: one more track, or a special one)"
    if action < OWN_RAIL:
        return f"(a Town: draw for {SUIT_NAMES[action - SUIT]})"
    if action <= OWN:
        return f"({owners()[s.owner]['name']})"
    if action < CIRCLE:
        square = s.area[seat][BANKS]
        return f"+{(action - DEPOSIT) * b.values.bank[square]}" if square < b.n_squares else ""
    if action < OPEN:
        number = action - CIRCLE
        return f"(+1 for each {VALUES[number]})" if b.forest else f"(the hand of round {number + 1} counts twice)"
    if action < CELL:
        jail = action - OPEN
        return f"(cells {' '.join(str(b.jail_cell[jail][k]) for k in range(b.jail_size[jail]))})"
    jail = action - CELL
    return f"+{b.jail_cell[jail][s.area[seat][JAIL_FILL + jail]]}"


# ---------------------------------------------------------------- tracks
def finished(setting: PioneerSetting, s: State, seat: int) -> State:
    """The own sheet as if the turn ended here, questions answered plainly."""
    done = s.copy()
    setting.rules.step(done, setting.b, seat, DONE)
    while done.stage[seat] == CHOOSING:
        setting.rules.step(done, setting.b, seat, setting.rules.zombie(done, setting.b, seat))
    return done


def gained(setting: PioneerSetting, old: State, new: State, seat: int) -> list[str]:
    """What the new sheet has completed and the old one has not."""
    b, grid, words = setting.b, setting.board.grid, []
    for town in setting.board.towns:
        if new.spot[seat][town.vertex] and not old.spot[seat][town.vertex]:
            words.append(town.name)
    for k in range(b.n_features):
        h = b.feature[k]
        mark = new.mark[seat][h]
        if mark == 0 or mark == old.mark[seat][h]:
            continue
        kind, name = FEATURES[b.terrain[h]], grid.hex_names[h]
        if b.terrain[h] == BANDIT:
            words.append(f"{'catches' if mark % FRESH == CROSSED else 'loses'} bandit {name}")
        else:
            words.append(f"{kind} {name}")
    for k in range(GOAL_SLOTS):
        if new.goal_face[k] == FACE_UP and not (new.seats > 1 and new.star[seat][k]):
            if setting.rules.is_met(new, b, seat, new.goal[k]) and not setting.rules.is_met(old, b, seat, old.goal[k]):
                words.append(f"goal {goals()[new.goal[k]]['id']}")
    return words


def track_remark(setting: PioneerSetting, before: State, after: State, seat: int, t: int) -> str:
    b = setting.b
    old, new = finished(setting, before, seat), finished(setting, after, seat)
    words = [BENEFITS[kind] for kind in setting.notation.specials(before, seat, t)]
    words += gained(setting, old, new, seat)
    if t < b.n_edges:
        for h in b.edge_hex[t]:
            if h != NONE and MINE <= b.terrain[h] <= BANK and not new.mark[seat][h] and b.terrain[h] != CATTLE:
                words.append(_part(setting, after, seat, h))
    points = gained_points(setting, old, new, seat)
    if points:
        words.append(f"{points:+}")
    return ", ".join(words)


def _part(setting: PioneerSetting, s: State, seat: int, h: int) -> str:
    """How far a feature is with this track."""
    kind, count = setting.b.terrain[h], setting.rules.sides(s, setting.b, seat, h)
    whole = "" if kind == FORT and setting.b.forest else f"/{setting.rules.sides_needed(s, setting.b, h)}"
    return f"{FEATURES[kind]} {count}{whole}"


def closing_remark(setting: PioneerSetting, s: State, seat: int) -> str:
    """What ending the turn now completes."""
    if s.phase == DEAL:
        return ""
    done, start = finished(setting, s, seat), s.copy()
    setting.rules.drop_turn(start, setting.b, seat)
    words = gained(setting, start, done, seat)
    points = gained_points(setting, start, done, seat)
    return ", ".join([*words, f"{points:+} in this turn"]) if words or points else "(nothing is completed)"
