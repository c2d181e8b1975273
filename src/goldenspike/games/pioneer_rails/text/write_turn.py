"""A whole turn as one line: card, Towns, tracks, and what was completed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..board.load import SUITS
from ..rules.state import (
    AGAIN,
    BANDIT,
    BANK,
    BANK_SQUARE,
    BANKS,
    BRIDGE,
    CELL,
    CHOOSING,
    CIRCLE,
    ESCAPED,
    FRESH,
    JAIL,
    JAIL_FILL,
    JAIL_MASK,
    OPEN,
    OWN,
    OWN_RAIL,
    OWNER_STATION,
    SALOON,
    SALOON_MASK,
    SHORTCUT,
    SPEND,
    SUIT,
    SWITCH,
    TRACK,
    TUNNEL,
    State,
)
from .names import BENEFITS, FEATURES, Names, bits


@dataclass
class Segment:
    """The tracks up to one activation check, with what was spent before them and completed after them."""

    spent: int = 0
    uses: list[str] = field(default_factory=list)
    towns: list[str] = field(default_factory=list)
    tracks: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        head = " ".join([*self.towns, ":", *self.tracks])
        return f"{head} ; {' '.join(self.acts)}" if self.acts else head


def write_turn(names: Names, before: State, seat: int, actions: Sequence[int]) -> str:
    """One line for all steps of a turn; ``before`` is the state when the seat's turn began."""
    s, b = before.copy(), names.b
    segments = [Segment()]
    owner = ""
    chosen: dict[int, int] = {}
    start = s.copy()
    for action in actions:
        if s.stage[seat] == CHOOSING:
            chosen[s.asked[seat]] = action
        elif action == SPEND and s.stage[seat] == AGAIN:
            segments[-1].spent = names.rules.towns_spent(s, seat) - names.rules.towns_spent(start, seat)
            segments[-1].acts = completed(names, start, s, seat, chosen)
            segments.append(Segment())
            chosen, start = {}, s.copy()
        elif SUIT <= action < OWN_RAIL:
            segments[-1].uses.append("suit")
        elif OWN_RAIL <= action <= OWN:
            lent = s.owner == OWNER_STATION and s.owner_any_station == 1
            owner = f"o{s.owner + 1:02}" + (f"={SUITS[action - OWN_RAIL]}" if lent else "")
        elif action >= TRACK:
            segments[-1].tracks.append(names.marked(s, seat, action - TRACK))
            segments[-1].uses += paid_by_towns(names, s, seat, action - TRACK)
        names.rules.step(s, b, seat, action)
    segments[-1].spent = names.rules.towns_spent(s, seat) - names.rules.towns_spent(start, seat)
    segments[-1].acts = completed(names, start, s, seat, chosen)
    name_towns(segments)
    if not owner and s.drawn_count[seat] > names.rules.base_tracks(s, b, seat) + names.rules.bonus_tracks(s, b, seat):
        owner = f"o{s.owner + 1:02}"
    if owner:
        segments[0].towns.append(owner)
    head = names.card(s.card[seat])
    if names.rules.is_joker(s.card[seat]) or s.suit_used[seat] or s.rail[seat] != s.card[seat] // 5:
        head += f" > {SUITS[s.rail[seat]]}"
    return f"{head} {' & '.join(map(str, segments))}"


def paid_by_towns(names: Names, s: State, seat: int, t: int) -> list[str]:
    """The benefits of Towns that a track uses, the owner's power left out."""
    kinds = names.specials(s, seat, t)
    after = s.copy()
    names.rules.step(after, names.b, seat, TRACK + t)
    if after.own_special[seat] > s.own_special[seat]:
        lent = {5: SWITCH, 6: BRIDGE, 7: TUNNEL, 8: SHORTCUT}[s.owner]
        kinds.remove(lent)
    return [BENEFITS[kind] for kind in kinds]


def completed(names: Names, start: State, s: State, seat: int, chosen: dict[int, int]) -> list[str]:
    """What a check completed, in the order of activation."""
    b, words = names.b, []
    for k in range(b.n_towns):
        if s.spot[seat][b.town[k]] and not start.spot[seat][b.town[k]]:
            words.append(f"!town@{names.sheet.grid.vertex_names[b.town[k]]}")
    bank = start.area[seat][BANKS]
    circles = bits(s.area[seat][SALOON_MASK] & ~start.area[seat][SALOON_MASK])
    jails = bits(s.area[seat][JAIL_MASK] & ~start.area[seat][JAIL_MASK])
    fills = [start.area[seat][JAIL_FILL + j] for j in range(b.n_jails)]
    for h, action in chosen.items():
        if b.terrain[h] == SALOON:
            circles.remove(action - CIRCLE)
        elif b.terrain[h] == JAIL:
            jails.remove(action - OPEN)
    for k in range(b.n_features):
        h = b.feature[k]
        if s.mark[seat][h] <= FRESH or s.mark[seat][h] == start.mark[seat][h]:
            continue
        kind, detail = b.terrain[h], ""
        if kind == BANK:
            if bank < b.n_squares:
                nuggets = s.area[seat][BANK_SQUARE + bank]
                detail = f"({nuggets}x{b.values.bank[bank]}={nuggets * b.values.bank[bank]})"
            bank += 1
        elif kind == SALOON:
            if h in chosen:
                detail = f"({names.circle(chosen[h] - CIRCLE)})"
            elif circles:
                detail = f"({names.circle(circles.pop(0))})"
        elif kind == JAIL:
            if h in chosen:
                detail = f"(J{chosen[h] - OPEN + 1})"
            elif jails:
                detail = f"(J{jails.pop(0) + 1})"
        elif kind == BANDIT:
            if s.mark[seat][h] == ESCAPED + FRESH:
                detail = "(esc)"
            else:
                jail = chosen[h] - CELL if h in chosen else open_cell(names, s, seat, fills)
                fills[jail] += 1
                detail = f"(J{jail + 1}.{fills[jail]})"
        words.append(f"!{FEATURES[kind]}@{names.sheet.grid.hex_names[h]}{detail}")
    return words


def open_cell(names: Names, s: State, seat: int, fills: Sequence[int]) -> int:
    """The only Jail with a free cell."""
    open_jails = bits(s.area[seat][JAIL_MASK])
    return next(jail for jail in open_jails if fills[jail] < names.b.jail_size[jail])


def name_towns(segments: Sequence[Segment]) -> None:
    """A word per Town spent: what it was used for, in its own segment or, if left over, in a later one."""
    late: list[str] = []
    for segment in reversed(segments):
        uses = segment.uses + late
        late = uses[segment.spent :]
        segment.towns = [f"t={use}" for use in uses[: segment.spent]]
        segment.towns += ["t"] * (segment.spent - len(segment.towns))
