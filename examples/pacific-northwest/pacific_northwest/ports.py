"""The rule that differs: the first railroad at a port brings twice the usual bonus."""

from __future__ import annotations

from goldenspike.games.santa_fe.rules.state import BoardArrays, State
from goldenspike.games.santa_fe.rules.track import connection_bonus as usual_connection_bonus

PORT_VALUE = 7


def connection_bonus(s: State, b: BoardArrays, city: int) -> int:
    """As everywhere, but twice as much at a port."""
    bonus = usual_connection_bonus(s, b, city)
    if b.value[city] == PORT_VALUE:
        return 2 * bonus
    return bonus
