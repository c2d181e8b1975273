"""OpenSpiel's IS-MCTS as a bot: legal, reproducible, better than chance, and at home in every environment."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.engine.bot import imagine
from goldenspike.envs import Play

from .tables import ONE_OF_EACH

pytest.importorskip("pyspiel")

ISMCTS = "goldenspike.envs.openspiel_bot:Ismcts"
MINI: dict[str, Any] = {"seats": 2, "board": "mini"}
SECRETS = [one for one in ONE_OF_EACH if gs.game(str(one.values[0])).secrets]


@pytest.mark.xdist_group("santa_fe_compiled")
def test_it_wins_against_chance_and_plays_the_same_game_again() -> None:
    def games() -> list[list[int]]:
        return [Play("santa-fe-rails", seed=k, players=[f"{ISMCTS}@12", "random"], **MINI).points() for k in (1, 2, 3)]

    played = games()
    assert sum(own > other for own, other in played) == 3
    assert games() == played


@pytest.mark.parametrize(("name", "seats", "options"), SECRETS)
def test_it_answers_for_the_seat_that_is_asked(name: str, seats: int, options: dict[str, Any]) -> None:
    """Also where several seats decide at the same time and others have not yet done so."""
    player, dice = bot(f"{ISMCTS}@3", 5, name), random.Random(5)
    chosen = dict(options)
    match = gs.new(name, seats=seats, seed=5, board=chosen.pop("board", None), **chosen)
    later = 0
    for _ in range(12):
        for seat in match.actors:
            world = imagine(match, seat, player.dice)
            assert player.choose(world) in world.legal
            later += seat != match.actors[0]
        seat = dice.choice(match.actors)
        match.act(seat, dice.choice(match.numbers(seat)))
    assert later > 0


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_copy_of_an_environment_with_it_goes_on_alike() -> None:
    play = Play("santa-fe-rails", seed=4, players=["you", f"{ISMCTS}@4"], **MINI)
    for _ in range(3):
        play.apply(play.legal[0])
    other = copy.deepcopy(play)
    for one in (play, other):
        for _ in range(4):
            one.apply(one.legal[-1])
    assert play.dump() == other.dump()


def test_it_counts_simulations() -> None:
    with pytest.raises(gs.BadOption, match="counts simulations"):
        bot(f"{ISMCTS}@50ms")
    with pytest.raises(gs.BadOption, match="a number of iterations"):
        bot(f"{ISMCTS}@many")


@pytest.mark.xdist_group("rail_pass_compiled")
def test_it_says_what_it_cannot_play() -> None:
    play = Play("rail-pass", seats=2, players=["you", ISMCTS], seconds=5)

    def go_on() -> None:
        for _ in range(20):
            play.apply(play.legal[0])

    with pytest.raises(gs.BadOption, match="something is hidden; not rail-pass"):
        go_on()
