"""Clues of railroads and cities as rows of numbers, and what became of them: to fit the tables of arrivals to."""

from __future__ import annotations

from typing import Any

from goldenspike.games.santa_fe.bot.arrivals import (
    AWAYS,
    CLUE,
    CLUES,
    find_city_clues,
    find_clues,
    look_at_cities,
    look_at_railroads,
)
from goldenspike.games.santa_fe.bot.evaluation import MOST_AWAY
from goldenspike.games.santa_fe.rules.state import MAJORS, RAILS
from goldenspike.games.santa_fe.rules.track import is_connected

# behind the clues of a row
IS_SHORT = CLUES
CAME = CLUES + 1
OF_GAME = CLUES + 2
CLUE_ROW = CLUES + 3


def note_clues(states: Any, ends: Any, games: Any, boards: Any, out: Any, rows: Any) -> int:
    """A row for every railroad and every city that it may still reach, in each of the states; how many rows."""
    n = 0
    b = boards[0]
    for i in range(len(states)):
        look_at_railroads(states[i], b, out)
        for rail in range(RAILS):
            if states[i].supply[rail] > 0:
                look_at_cities(states[i], b, rail, out)
                for city in range(b.n_cities):
                    if n < len(rows) and b.value[city] > 0 and out[AWAYS + rail * 64 + city] <= MOST_AWAY:
                        find_city_clues(states[i], b, city, out)
                        find_clues(states[i], rail, city, out)
                        for c in range(CLUES):
                            rows[n][c] = out[CLUE + c]
                        rows[n][IS_SHORT] = 1 if rail >= MAJORS else 0
                        rows[n][CAME] = 1 if is_connected(ends[games[i]], rail, city) else 0
                        rows[n][OF_GAME] = games[i]
                        n += 1
    return n
