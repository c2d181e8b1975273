"""Reviews of finished matches: chances, turning points, and decisions judged by what their seat could know."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.bots import bot, imagine
from goldenspike.bots.play_on import PlayOn, Worth
from goldenspike.bots.review import DecisionJudge, Effort, Played, as_data, played_again, review, turning_points
from goldenspike.bots.review_command import sentences
from goldenspike.cli import main
from goldenspike.engine.bot import Budget
from goldenspike.engine.errors import BadOption
from goldenspike.engine.match import Match
from goldenspike.engine.match_review import Moment

QUICK = Effort(look=24, closely=96, pairs=16, pairs_closely=32)
THINK = Budget(iterations=40)
SMALL = {"santa-fe-rails": {"board": "mini"}, "pioneer-rails": {}, "milk-run": {}}


def finished(game: str, seed: int = 3, seats: int = 2, *names: str) -> Match:
    match = gs.new(game, seats=seats, seed=seed, **SMALL[game])
    bots = [bot(name, seed=seat, game=game) for seat, name in enumerate(names or ["fireman"] * seats)]
    while not match.over:
        seat = match.actors[0]
        bots[seat].act(match, seat)
    return match


def test_a_match_is_reviewed_from_its_beginning_to_its_end() -> None:
    match = finished("santa-fe-rails")
    told: list[float] = []
    found = review(match, seats=[0], effort=QUICK, think=THINK, tell=told.append)
    assert found == replace(review(match, seats=[0], effort=QUICK, think=THINK), seconds=found.seconds), (
        "the same again"
    )
    assert (found.moments[0].line, found.moments[-1].line) == (0, len(match.log))
    assert match.result is not None
    assert found.moments[-1].points == match.result.points
    assert found.moments[-1].chance == tuple(
        1.0 / len(match.result.winners) * (s in match.result.winners) for s in (0, 1)
    )
    for moment in found.moments:
        assert 0.5 < sum(moment.chance) <= 1.0 + 1e-9, "with two players nobody may win"
    assert {one.seat for one in found.decisions} == {0}
    assert all(one.choices > 1 for one in found.decisions)
    assert all((one.games == 0) == one.agrees for one in found.decisions)
    assert any(not one.agrees for one in found.decisions)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert json.loads(json.dumps(as_data(found)))["decisions"]


def test_a_blunder_is_found_and_costs_points() -> None:
    """One side plays at random: somewhere that must have cost it something beyond doubt."""
    match = finished("santa-fe-rails", 5, 2, "random", "fireman")
    found = review(match, seats=[0], effort=replace(QUICK, pairs=40, pairs_closely=200), think=THINK)
    costly = [one for one in found.decisions if one.clear]
    assert costly
    assert max(one.points for one in costly) > 3
    assert all(one.best != one.played for one in costly)
    assert all(one.value is not None and one.expected for one in costly), "what the bot saw is told with them"
    assert any(one.held for one in costly)
    assert all(one.value is None for one in found.decisions if not one.clear)
    assert "The bot saw a chance of" in " ".join(sentences(match, found))


class Lucky(PlayOn):
    """Plays on with much luck for A every second time that it is asked closely; in truth nothing ever changes."""

    asked: dict[bytes, int]

    def value(self, s: Any, games: int) -> Worth:
        if games != QUICK.closely:
            return Worth((0.5, 0.5), (0.0, 0.0))
        key = s.to_bytes()
        self.asked[key] = self.asked.get(key, 0) + 1
        lucky = self.asked[key] == 1 and len(self.asked) % 2 == 0
        return Worth((0.9, 0.1) if lucky else (0.5, 0.5), (0.0, 0.0))


def test_a_mark_tells_what_other_games_told_than_those_it_was_chosen_by() -> None:
    match = finished("santa-fe-rails")
    _, played = played_again(match)
    groups = [[one] for one in played]
    moments = [Moment(line, (0, 0), (0.5, 0.5)) for line in range(len(groups) + 1)]
    lucky = Lucky(match.setting)
    lucky.asked = {}
    points, _ = turning_points(moments, groups, lucky, QUICK, lambda: None)
    assert max(lucky.asked.values()) == 2, "something looked like a turning point"
    assert points == []


@pytest.mark.parametrize("game", ["santa-fe-rails", "pioneer-rails"])
def test_a_decision_is_judged_by_what_its_seat_could_know(game: str) -> None:
    """Two worlds that look alike to a seat lead to the same judgement, word by word and figure by figure."""
    match = finished(game)
    again, played = played_again(match)
    dice = random.Random(7)
    differed = 0
    for one in [one for one in played if one.seat == 0][4:24:5]:
        other = imagine(again.copy_at(one.before), 0, dice).s
        differed += other.to_bytes() != one.before.to_bytes()
        judged = [
            DecisionJudge(again, PlayOn(match.setting, 1), QUICK, THINK, 1).decision(
                Played(one.line, state, one.after, one.seat, one.actions)
            )
            for state in (one.before, other)
        ]
        assert judged[0] == judged[1], one.line
    assert differed


def test_only_finished_matches_are_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = gs.new("santa-fe-rails", seats=2, seed=3, board="mini")
    with pytest.raises(BadOption, match="once it is over"):
        review(match)
    match.save(tmp_path / "running.json")
    with pytest.raises(SystemExit):
        main(["review", str(tmp_path / "running.json")])
    assert "once it is over" in capsys.readouterr().err


def test_a_round_in_real_time_tells_who_waited_for_whom() -> None:
    data = json.loads(next(Path("tests/fixtures/rail_pass").glob("*.json")).read_text())
    match = gs.load(data)
    found = review(match)
    assert found.timed is not None
    assert found.moments[-1].points[0] == match.setting.result(match.s).points[0]
    assert {goal.name for goal in found.timed.goals} == {"100", "all"}
    for goal in found.timed.goals:
        assert goal.bound_ms > 0
        assert goal.reached_ms is None or goal.reached_ms >= goal.bound_ms
    for wait in found.timed.waits:
        assert wait.seat != wait.other
        assert 0 < wait.ms <= found.moments[-1].at_ms
        assert wait.line is not None
        begun, after = (f"{line} -".split(" ")[0] for line in [*match.log, "99:99.999"][wait.line - 1 : wait.line + 1])
        clock = f"{wait.at_ms // 60_000:02}:{wait.at_ms % 60_000 // 1000:02}.{wait.at_ms % 1000:03}"
        assert begun <= clock < after, "the line with which it began"


def test_hands_with_nothing_left_to_do_are_not_idle() -> None:
    """A team whose cubes are all home before the end has no fault in the rest of the time."""
    match = gs.load(json.loads(Path("tests/fixtures/rail_pass/seconds-express.json").read_text()))
    found = review(match).timed
    assert found is not None
    home = next(goal.reached_ms for goal in found.goals if goal.name == "all")
    assert home is not None
    assert home < match.now
    for seat in found.seats:
        assert seat["working_ms"] + seat["holding_ms"] + seat["idle_ms"] == 2 * home  # each hand for itself
