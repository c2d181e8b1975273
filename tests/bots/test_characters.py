"""Bots with a character, and one that adapts: their names, what they choose among, and that they see nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import goldenspike as gs
from goldenspike.arena.run.play_game import GameRunner
from goldenspike.arena.tournament.schedule import Fixture, make_plan
from goldenspike.bots import Bot, World, bot, bot_spec, imagine, policy_choice
from goldenspike.bots.characters import LEVELS, characters_for, liked, nearly_best
from goldenspike.bots.companion import Companion
from goldenspike.bots.levels import SearchBot
from goldenspike.bots.lookup import CHARACTERS, known_bot
from goldenspike.bots.search import search_for
from goldenspike.bots.taste import NOTHING, Leaning, Taste
from goldenspike.engine.bot import Budget
from goldenspike.engine.match import Match
from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.search import DEEP, FLAT, TASTE, ActionValue

SANTA_FE = "santa-fe-rails"
pytestmark = pytest.mark.xdist_group("santa_fe_compiled")


def moments(every: int, seats: int = 3) -> Iterator[tuple[Match, int]]:
    match = gs.new(SANTA_FE, seats=seats, seed=8)
    players = [bot("fireman", seat) for seat in range(seats)]
    count = 0
    while not match.over:
        seat = match.actors[-1]
        if count % every == every - 1 and len(match.numbers(seat)) > 3:
            yield match, seat
        players[seat].act(match, seat)
        count += 1


def world_of(match: Match, seat: int) -> World:
    return imagine(match, seat, random.Random(3))


def taste() -> Taste:
    found = search_for(gs.game(SANTA_FE), TASTE, wait=True)
    assert isinstance(found, Taste)
    assert search_for(gs.game(SANTA_FE), DEEP, wait=True) is not None
    return found


# ---------------------------------------------------------------- names
def test_a_level_with_a_character_has_a_name() -> None:
    player = bot("Superintendent:Blocker@40/horizon=6", 1, SANTA_FE)
    assert isinstance(player, SearchBot)
    assert (player.name, player.budget, player.own) == ("superintendent:blocker", Budget(iterations=40), {"horizon": 6})
    assert player.specification({"narrow": 3}) == "superintendent:blocker@40/horizon=6/narrow=3"
    assert player.searches() == (DEEP, TASTE)
    assert bot("engineer:builder", 1, SANTA_FE).searches() == (FLAT, DEEP, TASTE)
    assert bot_spec(" Fireman:Gambler ") == "fireman:gambler"
    assert bot_spec("my_bots:Miser") == "my_bots:Miser"
    assert "spoil" in bot("fireman:blocker", 1, SANTA_FE).about


def test_wrong_names_are_one_clear_line() -> None:
    with pytest.raises(gs.BadOption, match="there is no bot 'signalman:builder'"):
        bot("signalman:builder", 1, SANTA_FE)
    with pytest.raises(gs.BadOption, match="fireman does not think"):
        bot("fireman:builder@40", 1, SANTA_FE)
    with pytest.raises(gs.BadOption, match="there is no bot 'fireman:builder'"):
        bot("fireman:builder", 1, "rail-pass")
    assert known_bot("superintendent:angler", SANTA_FE) is None
    assert known_bot("superintendent:blocker", "rail-pass") is None


def test_every_level_has_three_characters_and_partners_have_none() -> None:
    names = set(characters_for(gs.game(SANTA_FE)))
    levels = ("brakeman", "fireman", "engineer", "superintendent", "president")
    assert names == {f"{level}:{character}" for level in levels for character in CHARACTERS}
    assert levels == LEVELS
    assert not characters_for(gs.game("rail-pass"))


# ---------------------------------------------------------------- what they choose
def test_only_what_is_nearly_as_good_and_was_tried_is_chosen_from() -> None:
    found = [
        ActionValue(1, 40, 0.5), ActionValue(2, 20, 0.49), ActionValue(3, 20, 0.45), ActionValue(4, 3, 0.6),
        ActionValue(5, 10, 0.52), ActionValue(6, 30, 0.5),
    ]  # fmt: skip
    assert nearly_best(found) == [1, 2, 5]


def test_each_character_likes_something_else() -> None:
    builds, spoils, hopes = Leaning(9.0, 9.0, 8.0), Leaning(7.0, 5.0, 5.0), Leaning(8.0, 9.0, 1.0)
    for character, wanted in zip(CHARACTERS, (builds, spoils, hopes), strict=True):
        assert max((builds, spoils, hopes), key=lambda one: liked(character, one)) is wanted


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_character_takes_what_it_likes_most_of_what_is_nearly_best(character: str) -> None:
    look, others = taste(), 0
    for match, seat in moments(9):
        player, plain = bot(f"superintendent:{character}@40", 2, SANTA_FE), bot("superintendent@40", 2, SANTA_FE)
        assert isinstance(player, SearchBot)
        assert isinstance(plain, SearchBot)
        player.dice, plain.dice = random.Random(7), random.Random(7)
        choice, best = player.choose(world_of(match, seat)), plain.choose(world_of(match, seat))
        assert plain.thought is not None
        near = nearly_best(plain.thought.actions)
        assert near[0] == best
        assert choice in near
        if len(near) > 1:
            found = look.look(world_of(match, seat), near, plain.dice)
            assert liked(character, found[near.index(choice)]) == max(liked(character, one) for one in found)
        others += choice != best
    assert others > 2


WORDS = ("superintendent:blocker@10", "engineer:builder@8", "president:gambler@10", "fireman:gambler", "companion@20")


@pytest.mark.parametrize("word", WORDS)
def test_no_character_peeks(word: str) -> None:
    taste()
    for style in bot(word, 1, SANTA_FE).searches():
        assert search_for(gs.game(SANTA_FE), style, wait=True) is not None
    for match, seat in islice(moments(9), 8):
        other = match.copy()
        seed_chance(other.s, 7, 7)
        other.game.plain().redeal(other.s, other.setting.b, seat)
        one, two = bot(word, 5, SANTA_FE), bot(word, 5, SANTA_FE)
        choice = one.choose(imagine(match, seat, one.dice))
        assert choice == two.choose(imagine(other, seat, two.dice))
        assert choice in match.numbers(seat)


def test_all_of_them_meet_in_the_arena() -> None:
    lineup = ("companion@8", "fireman:blocker", "superintendent:builder@8", "random")
    runner = GameRunner(make_plan(SANTA_FE, bots=(), lineup=lineup, games=1, seed=1))
    row = runner.play(Fixture(0, 5, lineup))
    assert sum(row["won"]) == pytest.approx(1)
    assert min(row["decisions"]) > 10


# ---------------------------------------------------------------- a bot that adapts
def test_a_companion_thinks_less_the_further_it_is_ahead() -> None:
    taste()
    search = search_for(gs.game(SANTA_FE), DEEP)
    assert search is not None
    match, seat = next(islice(moments(9), 4, None))
    world = world_of(match, seat)

    def iterations(lead: float) -> int:
        player = bot("companion@40", 5, SANTA_FE)
        assert isinstance(player, Companion)
        choice = player.as_well_as_others(world, search, lead)
        assert choice in world.legal
        if player.thought is None:
            assert lead > 16 or choice == policy_choice(world)
            return 0
        return player.thought.iterations

    assert [iterations(lead) for lead in (-9.0, 0.0, 9.0)] == [40, 4, 0]
    careless: list[Bot] = [bot("companion@40", seed, SANTA_FE) for seed in range(30)]
    choices = {one.as_well_as_others(world, search, 20.0) for one in careless if isinstance(one, Companion)}
    assert len(choices) > 3


def test_a_companion_sees_who_is_ahead() -> None:
    look, right, asked = taste(), 0, 0
    for match, seat in moments(15):
        points = match.setting.result(match.s).points
        lead = points[seat] - max(one for other, one in enumerate(points) if other != seat)
        if abs(lead) > 8:
            found = look.look(world_of(match, seat), [NOTHING], random.Random(1))[0]
            right += (found.own > found.rival) == (lead > 0)
            asked += 1
    assert asked > 4
    assert right >= 0.8 * asked
