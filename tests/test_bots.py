"""Bots see what their seat may see, play by the rules, and the greedy one plays better than chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.bots import BOTS, Bot, GreedyBot, RandomBot, World, bot, imagine
from goldenspike.engine.random_numbers import seed_chance

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("santa-fe-rails", 2, {}),
    ("santa-fe-rails", 3, {"terrain": True}),
    ("santa-fe-rails", 5, {"double_minimum": "per_round"}),
    ("santa-fe", 2, {"preset": "SF92-advanced-track"}),
    ("santa-fe", 4, {}),
]


def moments(name: str, seats: int, options: dict[str, Any], every: int) -> Iterator[tuple[gs.Match, int]]:
    """Decisions of a game in which people play sensibly and at random in turn."""
    match = gs.new(name, seats=seats, seed=seats, **options)
    players: list[Bot] = [bot("greedy" if seat % 2 else "random", seat) for seat in range(seats)]
    dice = random.Random(seats)
    while not match.over:
        seat = dice.choice(match.actors)
        if len(match.log) % every == 0:
            yield match, seat
        players[seat].act(match, seat)


def redealt(match: gs.Match, seat: int, seed: int) -> gs.Match:
    """The same match in another world that the seat cannot tell from this one."""
    other = match.copy()
    seed_chance(other.s, seed, 99)
    other.game.plain().redeal(other.s, other.setting.b, seat)
    return other


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_a_bot_chooses_alike_whatever_is_hidden(name: str, seats: int, options: dict[str, Any]) -> None:
    """Other hands, the deck, secret plays dealt anew: same dice, same choice."""
    seen = changed = 0
    for match, seat in moments(name, seats, options, 2):
        other = redealt(match, seat, len(match.log))
        changed += other.hash != match.hash
        assert other.numbers(seat) == match.numbers(seat)
        for kind in BOTS.values():
            one, two = kind(5), kind(5)
            assert one.choose(imagine(match, seat, one.dice)) == two.choose(imagine(other, seat, two.dice))
        out = [0] * match.game.most_legal
        plain, b = match.game.plain(), match.setting.b
        assert plain.policy(match.s.copy(), b, seat, out) == plain.policy(other.s, b, seat, out)
        seen += 1
    assert seen >= 60  # five tables: more than three hundred positions
    assert changed >= seen * 0.9


def test_the_world_of_a_bot_is_dealt_anew() -> None:
    """What the seat knows is kept; of two hundred worlds hardly one repeats a hand or the top of the real deck."""
    match = gs.new("santa-fe-rails", seats=4, seed=3)
    dice = random.Random(0)
    hands = tops = 0
    for _ in range(200):
        world = imagine(match, 0, dice)
        assert world.s.hand[0] == match.s.hand[0]
        assert list(world.legal) == match.numbers(0)
        assert match.setting.view(world.s, 0) == match.setting.view(match.s, 0)
        hands += world.s.hand[1] == match.s.hand[1]
        tops += world.s.deck[world.s.deck_size - 1] == match.s.deck[match.s.deck_size - 1]
    assert hands <= 2
    assert tops <= 20


def test_a_bot_that_meddles_with_its_world_changes_nothing() -> None:
    class Vandal(Bot):
        name = "vandal"

        def choose(self, world: World) -> int:
            world.s.money[0] = 99
            world.s.deck_size = 0
            return world.legal[-1]

    match, other = gs.new("santa-fe", seed=1), gs.new("santa-fe", seed=1)
    Vandal(0).act(match, 0)
    other.act(0, other.numbers(0)[-1])
    assert match.hash == other.hash


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_a_bot_plays_the_same_game_from_the_same_seed(kind: str) -> None:
    logs = []
    for seed in (4, 4, 5):
        match = gs.new("santa-fe-rails", seats=3, seed=1, board="mini")
        players = [bot(kind, seed * 10 + k) for k in range(3)]
        while not match.over:
            players[match.actors[0]].act(match, match.actors[0])
        logs.append(match.log)
    assert logs[0] == logs[1]
    assert kind == "greedy" or logs[0] != logs[2]


def test_bots_by_name() -> None:
    assert isinstance(bot("greedy"), GreedyBot)
    assert isinstance(bot("random"), RandomBot)
    with pytest.raises(gs.BadOption, match="there is no bot 'hal'; there are random, greedy"):
        bot("hal")


def test_a_bot_without_a_name_has_that_of_its_class() -> None:
    class Lowest(Bot):
        def choose(self, world: World) -> int:
            return world.legal[0]

    class Higher(GreedyBot):
        pass

    assert (Lowest().name, Higher().name) == ("lowest", "greedy")
    assert Lowest(1).dice.random() == Lowest(1).dice.random() != Lowest(2).dice.random()


def test_the_random_bot_tries_everything() -> None:
    match = gs.new("santa-fe-rails", seats=3, seed=1869)
    player = bot("random", 1)
    assert {player.choose(imagine(match, 0, player.dice)) for _ in range(80)} == set(match.numbers(0))


@pytest.mark.parametrize("name", ["santa-fe-rails", "santa-fe"])
def test_greedy_beats_random_clearly(name: str) -> None:
    """One greedy against two random ones; by chance alone one game in three would be won."""
    wins = 0
    for seed in range(20):
        greedy = seed % 3
        players = [bot("greedy" if seat == greedy else "random", seed * 3 + seat) for seat in range(3)]
        match = gs.new(name, seats=3, seed=seed)
        while not match.over:
            players[match.actors[0]].act(match, match.actors[0])
        assert match.result is not None
        wins += match.result.winners == (greedy,)
    assert wins >= 15
