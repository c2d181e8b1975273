from __future__ import annotations
from typing import Any
from goldenspike.games.santa_fe.bot.arrivals import CLUE, CLUES, find_clues, look_at_cities, look_at_railroads, may_come
from goldenspike.games.santa_fe.rules.state import MAJORS, RAILS
from goldenspike.games.santa_fe.rules.track import is_connected


def note_clues(states: Any, ends: Any, games: Any, boards: Any, out: Any, rows: Any) -> int:
    n = 0
    b = boards[0]
    for i in range(len(states)):
        look_at_railroads(states[i], b, out)
        for rail in range(RAILS):
            if states[i].supply[rail] > 0:
                look_at_cities(states[i], b, rail, out)
                for city in range(b.n_cities):
                    if n < len(rows) and may_come(states[i], b, rail, city, out):
                        find_clues(states[i], b, rail, city, out)
                        for c in range(CLUES):
                            rows[n][c] = out[CLUE + c]
                        rows[n][CLUES] = 1 if rail >= MAJORS else 0
                        rows[n][CLUES + 1] = 1 if is_connected(ends[games[i]], rail, city) else 0
                        rows[n][CLUES + 2] = games[i]
                        n += 1
    return n
