"""A variant of Rail Pass: another score and other values, told, drawn and played by its own rules."""

from __future__ import annotations

import numpy as np
import pytest

from goldenspike.arena.run.processes import as_many
from goldenspike.engine.study import StudyRequest
from goldenspike.games.rail_pass.bot.partners import LEVELS, TeamCrew
from goldenspike.games.rail_pass.bot.run_round import TeamRound, fast, play_round
from goldenspike.games.rail_pass.bot.virtual_rounds import REFUSED
from goldenspike.games.rail_pass.game import RAIL_PASS, RailPass
from goldenspike.games.rail_pass.match import RailPassMatch
from goldenspike.games.rail_pass.rules.state import ACTIONS, BoardArrays, State
from goldenspike.games.rail_pass.study import read_task

from . import lowest_alone, two_cubes

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")


class LowestAlone(RailPass):
    """Only the city with the fewest cubes counts."""

    name = "lowest-alone"
    title = "Rail Pass: the lowest city"
    replaced = (lowest_alone,)


class TwoCubes(RailPass):
    """No train carries more than two cubes."""

    name = "two-cubes"
    title = "Rail Pass: two cubes"
    replaced = (two_cubes,)


GAME = LowestAlone()
TWO_CUBES = TwoCubes()


def counted() -> RailPassMatch:
    chosen = {"clock": "virtual", "dexterity": "off", "colours": "fixed", "seconds": 10, "values.win": 90}
    m = RailPassMatch.new(GAME, seats=3, seed=1, board="RP-L4", options=chosen)
    m.s.storage[:] = [9, 10, 12, 11, 14, 10]
    m.s.dropped[0] = 1
    return m


def test_its_own_rule_counts_everywhere() -> None:
    m = counted()
    assert m.view()["score"] == {"base": 90, "total": 89, "lowest": ["A", "B"], "win": 90}
    m.s.storage[1] = 15
    result = m.setting.result(m.s)
    assert result.points == (89,) * 3, "the second lowest does not matter"
    assert "base 9x10=90" in result.notes[0]
    assert "=89 LOSS" in result.notes[0]
    assert "score 89 " in m.setting.text(m.s)
    assert 'data-total="89"' in m.setting.svg(m.s)


def test_it_is_compiled_and_played_like_every_game() -> None:
    m = counted()
    states, boards = State.array([m.s]), BoardArrays.array([m.setting.b])
    out = np.zeros(ACTIONS, np.int64)
    assert GAME.compiled().score_at(states, 0, boards, 0, out) == 0
    assert out[:3].tolist() == [89] * 3
    fresh = RailPassMatch.new(GAME, seats=3, seed=2, board="RP-L4", options={"clock": "virtual", "seconds": 60})
    TeamCrew(fresh, dict.fromkeys(range(3), LEVELS["superintendent"])).run(60_000)
    assert fresh.result is not None
    assert fresh.result.points == (10 * min(fresh.s.storage),) * 3
    again = RailPassMatch.from_data(GAME, fresh.data())
    assert again.result == fresh.result


def test_the_bots_of_a_crew_look_ahead_by_the_rules_of_the_variant() -> None:
    chosen = {"clock": "virtual", "dexterity": "off", "seconds": 60}
    m = RailPassMatch.new(TWO_CUBES, seats=3, seed=2, board="RP-L4", options=chosen)
    crew = TeamCrew(m, dict.fromkeys(range(3), LEVELS["superintendent"]))
    crew.run(60_000)
    assert sum(m.s.storage) > 0
    # Who thinks that there is room for a third cube is refused again and again.
    assert crew.clock[REFUSED] < 5


def test_it_is_studied_by_its_own_rules() -> None:
    """A round of the variant differs from one of its game, and its compiled loop is made of its own rules."""
    own, usual = (play_round("RP-L7", 3, quick=False, game=game, seconds=20) for game in (TWO_CUBES, RAIL_PASS))
    assert own.log != usual.log
    request = StudyRequest({"seconds": 20}, "RP-L7", None, None, "superintendent", 2, 1, as_many)
    plan = TWO_CUBES.study(request)
    assert read_task(TWO_CUBES, plan.questions[0], None, "superintendent", 2, 1).table(0).game is TWO_CUBES
    loop = fast(TWO_CUBES).entries["run_team"].py_func
    assert loop.__globals__["capacity"].py_func.__module__ == two_cubes.__name__


@pytest.mark.long
def test_the_compiled_rounds_of_a_study_are_its_own() -> None:
    """Interpreted and compiled rounds agree, and differ from those of the game it is derived from."""
    one, other = (TeamRound("RP-L7", 3, quick=quick, game=TWO_CUBES, seconds=40) for quick in (True, False))
    for table in (one, other):
        table.run()
    assert one.outcome() == other.outcome()
    usual = play_round("RP-L7", 3, quick=True, seconds=40)
    assert one.outcome().log != usual.log
    request = StudyRequest({"seconds": 40}, "RP-L7", None, None, "superintendent", 2, 1, as_many)
    plan = TWO_CUBES.study(request)
    figures = plan.play(plan.questions[0], seconds=60, progress=lambda done: None)
    assert figures.setting.game is TWO_CUBES
    most = max(int(load) for load in one.states[0]["load"])
    assert most <= 2
