"""What a seat of Santa Fe may look forward to: points to come by city, by railroad and from the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from goldenspike.engine.outlook import Expected

from ..rules.state import MAJORS, ON_TABLE, RAILS
from .evaluation import AWAY, MAJOR_COMES, MOST_AWAY, SHORT_COMES, WORTH
from .policy import POINT

if TYPE_CHECKING:
    from ..game import SantaFeSetting

LEAST = 0.05  # points that are worth a line


def expected(setting: SantaFeSetting, s: Any, seat: int) -> Sequence[Expected]:
    """What railroads will probably still bring the seat's cities, and what its hand is good for.

    The same figures by which searching bots judge a position, without anything that the seat does not see.
    """
    rules, b = setting.rules, setting.b
    out = [0] * setting.game.most_legal
    plays = rules.plays_left(s, rules.foresee(s, b, out))
    cards = {city: sum(where == ON_TABLE + seat for where in s.gone[city]) for city in range(b.n_cities)}
    own = {city: count for city, count in cards.items() if count}
    found = []
    for city, count in own.items():
        value = rules.counted_value(s, b, city)
        points = count * (out[WORTH + city] / POINT - value * rules.connections(s, city))
        found.append(Expected("city", setting.notation.cities[city], points))
    found.append(Expected("hand", "", rules.hand_worth(s, seat, plays, out) / POINT))
    found += by_railroad(setting, s, own)
    return tuple(sorted((one for one in found if one.points >= LEAST), key=lambda one: (one.again, -one.points)))


def by_railroad(setting: SantaFeSetting, s: Any, own: dict[int, int]) -> list[Expected]:
    """The points that come to cities on the table once more: by the railroad that will bring them."""
    rules, b = setting.rules, setting.b
    out = [0] * setting.game.most_legal
    found = []
    for rail in range(RAILS):
        if s.supply[rail] == 0:
            continue
        last = min(s.supply[rail], MOST_AWAY)
        rules.spread(s, b, rail, last, out)
        points = 0.0
        for city, count in own.items():
            away = out[AWAY + city]
            if away <= last and not rules.is_connected(s, rail, city):
                comes = MAJOR_COMES[away] if rail < MAJORS else SHORT_COMES[away]
                points += count * rules.counted_value(s, b, city) * comes / 100
        found.append(Expected("railroad", setting.notation.rails[rail], points, again=True))
    return found
