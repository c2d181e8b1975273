"""Whole turns of Pioneer Rails: thought through once, worth what they promise, better than a beginner's, in time."""

from __future__ import annotations

import random
import time

import pytest

import goldenspike as gs
from goldenspike.arena.run.play_game import GameRunner
from goldenspike.arena.tournament.schedule import make_plan
from goldenspike.bots import Budget, bot, imagine
from goldenspike.bots.levels import SearchBot
from goldenspike.bots.search import parameters_for, search_for
from goldenspike.engine.search import DEEP

pytestmark = pytest.mark.xdist_group("pioneer_rails_compiled")

TURNS = 20


def played(match: gs.Match, word: str, turns_left: int) -> None:
    """Bots of one kind play until this turn and fewer than so many others are left."""
    players = [bot(word, seat) for seat in range(match.setting.seats)]
    while TURNS - 5 * (match.s.round_no - 1) - match.s.turn_no >= turns_left:
        players[match.actors[0]].act(match, match.actors[0])


def test_a_turn_is_thought_through_once() -> None:
    """A plan holds for all steps of its turn, questions of Banks and Saloons included."""
    assert search_for(gs.game("pioneer-rails"), wait=True) is not None
    match = gs.new("pioneer-rails", seats=1, seed=4, difficulty="hard")
    player = bot("superintendent@2", 1)
    assert isinstance(player, SearchBot)
    plans = [player.plan]
    while not match.over:
        player.act(match, 0)
        if player.plan is not plans[-1]:
            plans.append(player.plan)
    assert len(plans) - 1 == TURNS


def test_in_the_last_turn_the_chance_to_win_is_the_result() -> None:
    """Nothing is left to chance then: what the search promises is what the sheet ends with."""
    search = search_for(gs.game("pioneer-rails"), wait=True)
    assert search is not None
    seen = set()
    for seed, word in enumerate(("fireman", "brakeman", "fireman", "brakeman")):
        match = gs.new("pioneer-rails", seats=1, seed=seed, difficulty="legendary", board="desert-a")
        played(match, word, 1)
        parameters = parameters_for(match.game, DEEP)
        found = search.search(imagine(match, 0, random.Random(1)), Budget(iterations=12), parameters, random.Random(2))
        while not match.over:
            mark = search.plan_key(imagine(match, 0, random.Random(3)))
            numbers = match.numbers(0)
            match.act(0, found.plan[mark] if len(numbers) > 1 else numbers[0])
        assert match.result is not None
        assert (found.actions[0].value > 0.5) == bool(match.result.winners)
        seen.add(bool(match.result.winners))
    assert seen == {True, False}


def test_whole_turns_beat_a_beginner() -> None:
    """Alone on the hardest sheet, the same deals: on average many points more above the target."""
    ahead = {}
    for word in ("fireman", "engineer"):
        plan = make_plan("pioneer-rails", bots=[], lineup=[word], games=10, options={"difficulty": "medium"})
        runner = GameRunner(plan)
        rows = [runner.play(plan.fixture(number)) for number in range(plan.games)]
        ahead[word] = sum(row["won"][0] for row in rows), sum(row["points"][0] for row in rows) / plan.games
    assert ahead["engineer"][0] >= ahead["fireman"][0]
    assert ahead["engineer"][1] > ahead["fireman"][1] + 5


def test_a_turn_is_found_in_time() -> None:
    """Processor time, with everything in the game that makes turns long."""
    assert search_for(gs.game("pioneer-rails"), wait=True) is not None
    match = gs.new("pioneer-rails", seats=3, seed=6, preset="everything", board="forest-b")
    played(match, "fireman", 6)
    player = bot("superintendent@200ms", 1)
    seat = match.actors[0]
    world = imagine(match, seat, player.dice)
    begun = time.thread_time()
    assert player.choose(world) in world.legal
    assert time.thread_time() - begun < 0.3
