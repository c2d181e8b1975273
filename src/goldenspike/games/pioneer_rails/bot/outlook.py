"""What a seat of Pioneer Rails may look forward to: points to come by feature, by goal, from Towns and from hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from goldenspike.engine.compiled import interpreted_with
from goldenspike.engine.outlook import Expected
from goldenspike.engine.rule_set import Kernels

from ..board.load import goals as goal_cards
from ..rules.state import DRAWING, FACE_UP, GOAL_SLOTS, GOALS, NAMING, OVER, PICKING
from ..text.names import FEATURES
from . import distances, goal_value, hand_value, sheet_value
from .distances import (
    BEFORE,
    COLUMNS,
    FRACTIONS,
    GOAL,
    HERDS,
    LABEL,
    ON_GOAL,
    ON_TOWN,
    PRICE,
    ROWS,
    SYMBOL,
    USEFUL,
    WEIGHT,
    WORTH,
)
from .turn_search import WEIGHTS

if TYPE_CHECKING:
    from ..game import PioneerSetting

PARTS = Kernels((distances, goal_value, hand_value, sheet_value), entry_points=())
ODDS = 1 << 15
LEAST = 0.05  # points that are worth a line
Kind = tuple[str, str]


def expected(setting: PioneerSetting, s: Any, seat: int) -> Sequence[Expected]:
    """The parts of the sheet value by which searching bots judge; together with the points written they are all of it.

    What is the same kind of thing is one line: all Mines that the tracks to come can reach, the Towns, a goal.
    """
    if s.phase == OVER:
        return ()
    found: dict[Kind, float] = {}
    for kind, points in parts(setting, s, seat):
        found[kind] = found.get(kind, 0.0) + points
    lines = [Expected(what, name, points) for (what, name), points in found.items() if abs(points) >= LEAST]
    return tuple(sorted(lines, key=lambda one: -one.points))


def parts(setting: PioneerSetting, s: Any, seat: int) -> list[tuple[Kind, float]]:
    """The same sum as ``sheet_promise``, taken apart."""
    b, rules = setting.b, interpreted_with(setting.game.rule_set, PARTS)
    wi, wf, odds = rows()
    rules.weigh_goals(s, b, seat, wf)
    rules.fill_odds(s, b, seat, wf, odds)
    wf[BEFORE][0] = rules.herd_promise(s, b, seat, wi)
    rules.spread_all(s, b, seat, wi)
    left, open_tracks = rules.turns_left(s), open_to_draw(rules, s, b, seat)
    reached = min(1 + rules.towns_reached(s, b, seat), b.town_row)
    tracks = wf[WEIGHT][USEFUL] * b.values.tracks * left + open_tracks
    if left > 0:
        tracks += wf[WEIGHT][SYMBOL] * min(reached - s.area[seat][rules.SPENT], 2 * left)
    found: list[tuple[Kind, float]] = [
        (("hand", ""), rules.hand_promise(s, b, seat, wf, odds)),
        (("town", ""), b.values.town_points * (reached - s.area[seat][rules.TOWNS])),
    ]
    if rules.note_made(s, b, seat, wi):
        found.append((("turn", ""), rules.made_worth(s, b, seat, wi, wf, odds)))
    else:
        gold = rules.free_nuggets(s, seat)
        found.append((("feature", "gold"), rules.hold_worth(b, wf, gold, s.area[seat][rules.BANKS], left)))
    found += goals_met(rules, s, b, seat, wi, wf, tracks)
    if left == 0 and open_tracks == 0:
        return found
    herds = rules.herd_promise(s, b, seat, wi) if rules.meets_any(s, b, seat) else wf[BEFORE][0]
    found.append((("feature", "ranch"), wf[WEIGHT][HERDS] * herds * min(1.0, left / 6.0)))
    n = rules.feature_items(s, b, seat, wi, wf, odds, left)
    n = rules.town_items(s, b, seat, wi, wf, n, left)
    n = rules.goal_items(s, b, seat, wi, wf, n)
    return found + bought(s, b, wf, n, tracks)


def rows() -> tuple[list[list[int]], list[list[float]], list[float]]:
    """Room to work in, with the weights of the sheet value."""
    wi = [[0] * COLUMNS for _ in range(ROWS)]
    wf = [[0.0] * COLUMNS for _ in range(FRACTIONS)]
    for name, weight in WEIGHTS.items():
        wf[WEIGHT][getattr(distances, name.upper())] = weight
    return wi, wf, [0.0] * ODDS


def open_to_draw(rules: SimpleNamespace, s: Any, b: Any, seat: int) -> int:
    """Tracks of this turn that are not drawn yet."""
    if s.stage[seat] == DRAWING:
        return int(rules.allowance(s, b, seat) - s.drawn_count[seat])
    return int(b.values.tracks) if s.stage[seat] in {PICKING, NAMING} else 0


def goals_met(
    rules: SimpleNamespace, s: Any, b: Any, seat: int, wi: Any, wf: Any, tracks: float
) -> list[tuple[Kind, float]]:
    """Goals that are met or well on the way, each by itself; what a unit towards each adds is left in ``wf``."""
    worths = wf[GOAL]
    found = []
    for goal in range(GOALS):
        if worths[goal]:
            wf[GOAL] = [worth if k == goal else 0.0 for k, worth in enumerate(worths)]
            found.append((goal_kind(s, goal), rules.settle_goals(s, b, seat, wi, wf, tracks)))
    wf[GOAL] = worths
    rules.settle_goals(s, b, seat, wi, wf, tracks)
    return found


def bought(s: Any, b: Any, wf: Sequence[Sequence[float]], n: int, tracks: float) -> list[tuple[Kind, float]]:
    """What the tracks to come buy, as ``best_buy`` does: what gives most for its price first, the last one in part."""
    found = []
    for k in sorted(range(n), key=lambda k: -wf[WORTH][k] / wf[PRICE][k]):
        part = min(1.0, tracks / wf[PRICE][k])
        found.append((item_kind(s, b, int(wf[LABEL][k])), part * wf[WORTH][k]))
        tracks -= wf[PRICE][k]
        if tracks <= 0:
            break
    return found


def item_kind(s: Any, b: Any, label: int) -> Kind:
    if label >= ON_GOAL:
        return goal_kind(s, label - ON_GOAL)
    if label >= ON_TOWN:
        return "town", ""
    names: Mapping[int, str] = FEATURES
    return "feature", names[b.terrain[label]]


def goal_kind(s: Any, goal: int) -> Kind:
    """A goal on the table by its name; all that may still lie face down are one line."""
    seen = any(s.goal_face[k] == FACE_UP and s.goal[k] == goal for k in range(GOAL_SLOTS))
    return "goal", str(goal_cards()[goal]["id"]) if seen else ""
