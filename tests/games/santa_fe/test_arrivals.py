"""What tells the president of Santa Fe whether a railroad will come: the right clues, and more than the distance."""

from __future__ import annotations

from typing import Any

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.games.santa_fe.bot import arrivals, evaluation
from goldenspike.games.santa_fe.rules.state import MAJORS, ON_TABLE, RAILS


def positions(seats: int, seed: int) -> tuple[list[Any], gs.Match]:
    """A game between firemen: its positions, one of so many, and its end."""
    match = gs.new("santa-fe-rails", seats=seats, seed=seed)
    players = [bot("fireman", seat) for seat in range(seats)]
    found, decisions = [], 0
    while not match.over:
        if decisions % 23 == 0:
            found.append(match.s.copy())
        players[match.actors[0]].act(match, match.actors[0])
        decisions += 1
    return found, match


def test_the_clues_foresee_more_than_the_distance_alone() -> None:
    """Over all railroads and cities of some games: squared errors, and chances that are about right on average."""
    told = alone = came_in_all = foreseen = pairs = 0.0
    out = [0] * 4096
    for seed in range(4):
        seen, match = positions(4, seed)
        b, end = match.setting.b, match.s
        for s in seen:
            arrivals.look_at_railroads(s, b, out)
            for rail in range(RAILS):
                if not s.supply[rail]:
                    continue
                arrivals.look_at_cities(s, b, rail, out)
                for city in range(b.n_cities):
                    away = out[arrivals.AWAYS + rail * 64 + city]
                    if away > evaluation.MOST_AWAY or not b.value[city]:
                        continue
                    assert not s.city_rails[city] >> rail & 1
                    assert away <= s.supply[rail]
                    chance = arrivals.chance_to_come(s, rail, city, out)
                    assert 0 < chance < 100
                    came = end.city_rails[city] >> rail & 1
                    table = evaluation.MAJOR_COMES if rail < MAJORS else evaluation.SHORT_COMES
                    told += (came - chance / 100) ** 2
                    alone += (came - table[away] / 100) ** 2
                    came_in_all, foreseen, pairs = came_in_all + came, foreseen + chance / 100, pairs + 1
    assert pairs > 3000
    assert told < 0.93 * alone
    assert abs(came_in_all - foreseen) < 0.08 * pairs


def test_clues_are_what_their_names_say() -> None:
    seen, match = positions(3, 5)
    b, out, under_way = match.setting.b, [0] * 4096, 0
    for s in seen:
        living = arrivals.look_at_railroads(s, b, out)
        assert living <= sum(s.supply[:MAJORS]) == out[arrivals.CLUE + arrivals.LEFT_NOW]
        for rail in range(MAJORS):
            arrivals.look_at_cities(s, b, rail, out)
            aways = [out[arrivals.AWAYS + rail * 64 + city] for city in range(b.n_cities)]
            for city in range(b.n_cities):
                if aways[city] > evaluation.MOST_AWAY or not b.value[city] or not s.supply[rail]:
                    continue
                arrivals.find_city_clues(s, b, city, out)
                arrivals.find_clues(s, rail, city, out)
                clue = out[arrivals.CLUE : arrivals.CLUE + arrivals.CLUES]
                assert clue[arrivals.ON_TABLES] == sum(ON_TABLE <= k < ON_TABLE + 3 for k in s.gone[city])
                in_hands = sum(list(s.hand[seat][: s.held[seat]]).count(city) for seat in range(3))
                assert clue[arrivals.IN_HANDS] == in_hands
                assert clue[arrivals.WORTH_NOW] == (s.marker[city] or b.value[city])
                assert clue[arrivals.DISTANT] + clue[arrivals.SPARE] == s.supply[rail]
                nearer = sum(away <= aways[city] for other, away in enumerate(aways) if b.value[other])
                assert clue[arrivals.NEARER] == min(nearer, 15)
                if clue[arrivals.UNDER_WAY]:
                    tips = [-1 - tip for tip in s.tips[rail][: s.tip_count[rail]] if tip < 0]
                    assert city in {b.ends[line][1 - (s.origin[line] & 1)] for line in tips}
                    under_way += 1
    assert under_way > 5
