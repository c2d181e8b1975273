"""Partners for Rail Pass know what everybody sees: the chance of rounds to come changes nothing they do."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.bot.partners import LEVELS, Level, TeamCrew

SEATS = 3


def crew_of(level: Level) -> TeamCrew:
    match = gs.new("rail-pass", seats=SEATS, seed=11, rounds=2, dexterity="off")
    assert isinstance(match, TimedMatch)
    return TeamCrew(match, dict.fromkeys(range(SEATS), level))


@pytest.mark.parametrize("name", LEVELS)
def test_no_partner_peeks_at_the_next_round(name: str) -> None:
    here, there = crew_of(LEVELS[name]), crew_of(LEVELS[name])
    assert here.match.hash == there.match.hash
    seed_chance(there.match.s, 4711, 99)
    there.match.game.plain().redeal(there.match.s, there.match.setting.b, 0)
    assert here.match.hash != there.match.hash
    for crew in (here, there):
        crew.run(20_000)
    assert len(here.match.log) >= SEATS
    assert here.match.log == there.match.log
