"""What a seat may see: the only serialiser of a position for anybody but the table itself."""

from __future__ import annotations

from typing import Any

from ..board.load import SUITS, VALUES, goals, owners
from ..rules.state import (
    ABSENT,
    BANDIT,
    BANK_SQUARE,
    BANKS,
    BLANK,
    CARDS,
    CHOOSING,
    COMMITTED,
    DEPOSITED,
    DONE,
    EMPTY,
    ESCAPED,
    ESCAPES,
    FACE_DOWN,
    FACE_UP,
    FORTS,
    FRESH,
    GOAL_SLOTS,
    JAIL_FILL,
    JAIL_MASK,
    MIXED,
    NONE,
    NUGGETS,
    OVER,
    RANCHES,
    ROUNDS,
    SALOON_MASK,
    SPENT,
    STAR,
    TOWNS,
    TURNS,
    YARDS,
    State,
)
from .names import bits
from .notation import Notation

SEAT_NAMES = ("A", "B", "C", "D", "E", "F", "G", "H")
PHASES = ("deal", "turn", "over")
STAGES = ("pick", "name", "draw", "choose", "again", "committed")
FACES = ("absent", "face down", "face up", "removed")
PREVIEW_LEAVES_OUT = ("tracks", "new", "crossed", "reached", "goals")
DIFFICULTIES = ("beginner", "easy", "medium", "hard", "legendary")


def settled(s: State, notation: Notation, seat: int | None) -> State:
    """A copy without the turns that others are writing; what they committed stays secret until all have."""
    seen = s.copy()
    if s.phase != OVER:
        for other in range(s.seats):
            if other != seat:
                notation.rules.drop_turn(seen, notation.b, other)
    return seen


def view(s: State, notation: Notation, seat: int | None) -> dict[str, Any]:
    """The table, the goals and every sheet as the seat, or a spectator, may see them (PR-HAND-02, PR-SOLO-03)."""
    seen = settled(s, notation, seat)
    words: dict[str, Any] = {
        "phase": PHASES[s.phase],
        "round": s.round_no,
        "turn": s.turn_no,
        "seats": s.seats,
        "you": None if seat is None else SEAT_NAMES[seat],
        "dealer": None if s.dealer == NONE else SEAT_NAMES[s.dealer],
        "shown": [notation.card(card) for card in s.shown if card != NONE],
        "burnt": None if s.burnt == NONE else notation.card(s.burnt),
        "taken": None if s.taken == NONE else notation.card(s.taken),
        "gone": [notation.card(card) for card in range(CARDS) if s.seen >> card & 1],
        "deck": s.deck_size,
        "owner": None if s.owner == NONE else dict(owners()[s.owner]),
        "goals": [goal for k in range(GOAL_SLOTS) if (goal := goal_words(s, k)) is not None],
        "waiting": waiting(s),
        "sheets": [sheet_words(seen, notation, p) for p in range(s.seats)],
    }
    if s.seats == 1:
        words["target"] = notation.rules.target(s, notation.b)
    if seat is not None:
        words["own"] = own_words(s, notation, seat)
    return words


def waiting(s: State) -> list[str]:
    if s.phase == OVER:
        return []
    if PHASES[s.phase] == "deal":
        return [SEAT_NAMES[s.dealer]]
    return [SEAT_NAMES[p] for p in range(s.seats) if s.stage[p] != COMMITTED]


def goal_words(s: State, k: int) -> dict[str, Any] | None:
    """A goal on the table; nothing tells which a face-down one is, nor its deck (PR-SOLO-03, -06)."""
    if s.goal_face[k] == ABSENT:
        return None
    if s.goal_face[k] == FACE_DOWN:
        return {"id": None, "face": FACES[FACE_DOWN]}
    card = goals()[s.goal[k]]
    words = {name: card[name] for name in ("id", "deck", "name", "text")}
    words["face"] = FACES[s.goal_face[k]]
    words["met"] = s.goal_met[k]
    if s.seats > 1:
        words["points"] = {SEAT_NAMES[p]: s.star[p][k] for p in range(s.seats) if s.star[p][k]}
    return words


def own_words(s: State, notation: Notation, seat: int) -> dict[str, Any]:
    """What only the seat itself knows: its hand card and the turn it is writing."""
    b = notation.b
    words: dict[str, Any] = {
        "hand_card": None if s.own_card[seat] == NONE else notation.card(s.own_card[seat]),
        "stage": STAGES[s.stage[seat]],
        "card": None if s.card[seat] == NONE else notation.card(s.card[seat]),
        "railway": None if s.rail[seat] == NONE else SUITS[s.rail[seat]],
    }
    if s.phase != OVER and s.rail[seat] != NONE:
        words["tracks_left"] = max(0, notation.rules.allowance(s, b, seat) - s.drawn_count[seat])
        words["permissions"] = notation.rules.town_permits(s, seat)
        words["towns_left"] = max(0, notation.rules.usable_towns(s, seat))
        words["preview"] = preview(s, notation, seat)
    if s.stage[seat] == CHOOSING:
        words["asked"] = notation.sheet.grid.hex_names[s.asked[seat]]
    return words


def preview(s: State, notation: Notation, seat: int) -> dict[str, Any]:
    """The own sheet as if the turn ended here, questions answered plainly, and what that brings (PR-FEAT-01)."""
    b = notation.b
    start, end = s.copy(), s.copy()
    notation.rules.drop_turn(start, b, seat)
    while end.stage[seat] != COMMITTED:
        notation.rules.step(end, b, seat, notation.rules.zombie(end, b, seat) if end.stage[seat] == CHOOSING else DONE)
    end.hand[seat][TURNS * (s.round_no - 1) + s.turn_no - 1] = notation.rules.value_of(s.card[seat])
    before, after = sheet_words(start, notation, seat), sheet_words(end, notation, seat)
    met = [
        goals()[s.goal[k]]["id"]
        for k in range(GOAL_SLOTS)
        if s.goal_face[k] == FACE_UP
        and not (s.seats > 1 and s.star[seat][k])
        and notation.rules.is_met(end, b, seat, s.goal[k])
        and not notation.rules.is_met(start, b, seat, s.goal[k])
    ]
    return {
        "before": before["score"],
        "crossed": {at: how for at, how in after["crossed"].items() if at not in before["crossed"]},
        "towns": [at for at in after["reached"] if at not in before["reached"]],
        "goals": met,
        "sheet": {name: value for name, value in after.items() if name not in PREVIEW_LEAVES_OUT},
    }


# ---------------------------------------------------------------- one sheet
def track_words(s: State, notation: Notation, seat: int) -> list[tuple[str, str]]:
    """All tracks with their railway, this turn's last and in the order drawn."""
    b, late = notation.b, s.drawn[seat][: s.drawn_count[seat]]
    numbers = [e for e in range(b.n_edges) if s.edge[seat][e]]
    for h in range(b.n_hexes):
        if b.terrain[h] == BLANK and s.mark[seat][h]:
            numbers.append(b.n_edges + 3 * h + notation.rules.cut_diagonal(s, seat, h))
    ordered = [t for t in numbers if t not in late] + list(late)
    return [(notation.track(t), SUITS[rail_of(s, notation, seat, t)]) for t in ordered]


def rail_of(s: State, notation: Notation, seat: int, t: int) -> int:
    edges = notation.b.n_edges
    rail = notation.rules.edge_rail(s, seat, t) if t < edges else notation.rules.cut_rail(s, seat, (t - edges) // 3)
    return int(rail)


def crossed_words(s: State, notation: Notation, seat: int) -> dict[str, str]:
    """Completed features; Bandits are captured or escaped."""
    b, found = notation.b, {}
    for k in range(b.n_features):
        h = b.feature[k]
        if s.mark[seat][h]:
            how = ""
            if b.terrain[h] == BANDIT:
                how = "escaped" if s.mark[seat][h] in {ESCAPED, ESCAPED + FRESH} else "captured"
            found[notation.sheet.grid.hex_names[h]] = how
    return found


def hand_words(s: State, seat: int) -> list[list[str]]:
    """The four rows of the hands; a Joker is a star (PR-JOKER-03)."""
    rows = []
    for r in range(ROUNDS):
        row = [s.hand[seat][TURNS * r + k] for k in range(TURNS)]
        rows.append(["*" if value == STAR else VALUES[value] for value in row if value != EMPTY])
    return rows


def saloon_words(s: State, notation: Notation, seat: int) -> list[str]:
    """Desert: open, circled or dead by round; Forest: the circled values (PR-SALOON-06)."""
    mask = s.area[seat][SALOON_MASK]
    if notation.b.forest:
        return [VALUES[k] for k in bits(mask)]
    past = ROUNDS if s.phase == OVER else s.round_no - 1
    return ["circled" if mask >> r & 1 else "dead" if r < past else "open" for r in range(ROUNDS)]


def town_words(s: State, notation: Notation, seat: int) -> list[str]:
    area = s.area[seat]
    return [
        "spent" if k < area[SPENT] else "circled" if k < area[TOWNS] else "open" for k in range(notation.b.town_row)
    ]


def score_words(s: State, notation: Notation, seat: int) -> dict[str, int]:
    """The score as the sheet stands, item by item."""
    b = notation.b
    items = {
        "gold": notation.rules.gold_points(s, b, seat),
        "banks": notation.rules.bank_points(s, b, seat),
        "jails": notation.rules.jail_points(s, b, seat),
        "escaped": notation.rules.escape_points(s, b, seat),
        "forts": notation.rules.fort_points(s, b, seat),
        "ranches": notation.rules.ranch_points(s, b, seat),
        "yards": notation.rules.yard_points(s, b, seat),
        "towns": notation.rules.town_points(s, b, seat),
        "goals": notation.rules.goal_points(s, seat),
        "hands": notation.rules.hands_points(s, seat),
    }
    foreign = {"gold", "banks"} if b.forest else {"jails", "escaped"}
    kept = {name: points for name, points in items.items() if name not in foreign}
    kept["total"] = notation.rules.sheet_points(s, b, seat)
    return kept


def goal_boxes(s: State, seat: int) -> list[dict[str, Any]]:
    """The goal boxes of a sheet; the first star is lost once somebody else was first (PR-GOAL-03)."""
    if s.seats == 1:
        return []
    boxes = []
    for k in range(3):
        card = goals()[s.goal[k]]
        points = s.star[seat][k]
        first = points and not s.late[seat] >> k & 1
        boxes.append(
            {
                "id": card["id"],
                "name": card["name"],
                "text": card["text"],
                "points": points or None,
                "lost": bool(s.goal_met[k] and not first),
            }
        )
    return boxes


def progress_words(s: State, notation: Notation, seat: int) -> dict[str, int]:
    """How far the sheet is with each goal that lies open (PR-GOAL-06)."""
    return {
        goals()[s.goal[k]]["id"]: notation.rules.goal_progress(s, notation.b, seat, s.goal[k])
        for k in range(GOAL_SLOTS)
        if s.goal_face[k] == FACE_UP
    }


def sheet_words(s: State, notation: Notation, seat: int) -> dict[str, Any]:
    """One sheet, in the words that the drawing reads."""
    b, area, grid = notation.b, s.area[seat], notation.sheet.grid
    reached = {
        grid.vertex_names[b.town[k]]: [SUITS[r] for r in bits(s.spot[seat][b.town[k]])]
        for k in range(b.n_towns)
        if s.spot[seat][b.town[k]]
    }
    done = [s.phase == OVER or r < s.round_no - 1 for r in range(ROUNDS)]
    words: dict[str, Any] = {
        "seat": SEAT_NAMES[seat],
        "id": SEAT_NAMES[seat],
        "player": SEAT_NAMES[seat],
        "tracks": track_words(s, notation, seat),
        "new": [notation.track(t) for t in s.drawn[seat][: s.drawn_count[seat]]],
        "crossed": crossed_words(s, notation, seat),
        "reached": reached,
        "hands": hand_words(s, seat),
        "hand_now": None if s.phase == OVER else notation.rules.hand_points(s, b, seat, s.round_no),
        "progress": progress_words(s, notation, seat),
        "hand_points": [s.box[seat][r] if done[r] else None for r in range(ROUNDS)],
        "saloons": saloon_words(s, notation, seat),
        "ranches": area[RANCHES],
        "yards": area[YARDS],
        "network": notation.rules.network(s, b, seat),
        "town_symbols": town_words(s, notation, seat),
        "towns_circled": area[TOWNS],
        "towns_spent": area[SPENT],
        "shared_building": bool(area[MIXED]),
        "joker_used": bool(s.joker_used[seat]),
        "goals": goal_boxes(s, seat),
        "score": score_words(s, notation, seat),
    }
    if b.forest:
        words["jails"] = [area[JAIL_FILL + j] if area[JAIL_MASK] >> j & 1 else None for j in range(b.n_jails)]
        words["escaped"] = area[ESCAPES]
        words["captured"] = notation.rules.captured(s, b, seat)
    else:
        squares = min(area[BANKS], b.n_squares)
        words["nuggets"], words["banked"] = area[NUGGETS], area[DEPOSITED]
        words["banks"] = [area[BANK_SQUARE + k] * b.values.bank[k] for k in range(squares)]
        words["forts"] = area[FORTS]
    if s.seats == 1:
        words["target"] = notation.rules.target(s, b) if s.phase == OVER else None
    return words
