"""The levels that think: they see what their seat may see, keep the rules, repeat themselves by count, stop on time."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.bots import Bot, Budget, bot, bots_for, imagine
from goldenspike.bots.learned_value import value_of
from goldenspike.bots.levels import SearchBot
from goldenspike.bots.search import parameters_for, search_for
from goldenspike.engine.search import DEEP, LEARNED
from tests.test_bots import redealt

SANTA_FE = pytest.mark.xdist_group("santa_fe_compiled")
PIONEER = pytest.mark.xdist_group("pioneer_rails_compiled")

TABLES = [
    pytest.param("santa-fe-rails", 4, {"terrain": True}, marks=SANTA_FE, id="2002"),
    pytest.param("santa-fe", 2, {"preset": "SF92-advanced-track"}, marks=SANTA_FE, id="1992"),
    pytest.param("pioneer-rails", 3, {"preset": "everything"}, marks=PIONEER, id="pioneer"),
    pytest.param("pioneer-rails", 1, {"difficulty": "legendary"}, marks=PIONEER, id="solo"),
]
WORDS = ("random", "greedy", "brakeman", "fireman", "engineer@4", "superintendent@8", "president@8")


def ready(name: str) -> None:
    for style in styles(name):
        assert search_for(gs.game(name), style, wait=True) is not None


def styles(name: str) -> list[str]:
    """How the bots of a game search."""
    kinds = [kind for kind in bots_for(name).values() if issubclass(kind, SearchBot)]
    return sorted({style for kind in kinds for style in kind.searches()})


def moments(name: str, seats: int, options: dict[str, Any], every: int) -> Iterator[tuple[gs.Match, int]]:
    """Decisions of a game between simple bots; whoever may act is taken in any order."""
    match = gs.new(name, seats=seats, seed=8, **options)
    dice = random.Random(8)
    players: list[Bot] = [bot("brakeman", seat) for seat in range(seats)]
    count = 0
    while not match.over:
        seat = dice.choice(match.actors)
        count += 1
        if count % every == 0:
            yield match, seat
        players[seat].act(match, seat)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_no_level_peeks(name: str, seats: int, options: dict[str, Any]) -> None:
    """What is hidden is dealt anew: the same seed makes the same choice, and it is a legal one."""
    ready(name)
    changed = seen = 0
    for match, seat in moments(name, seats, options, 36 if name == "pioneer-rails" and seats > 1 else 9):
        other = redealt(match, seat, seen)
        changed += other.s.to_bytes() != match.s.to_bytes()
        seen += 1
        for word in WORDS:
            if word.partition("@")[0] not in bots_for(name):
                continue
            one, two = bot(word, 5, name), bot(word, 5, name)
            choice = one.choose(imagine(match, seat, one.dice))
            assert choice == two.choose(imagine(other, seat, two.dice)), word
            assert choice in match.numbers(seat), word
    assert seen >= 8
    assert changed >= seen * 0.9


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_a_count_of_walks_repeats_itself(name: str, seats: int, options: dict[str, Any]) -> None:
    """The same world, dice and count: the same visits and values, on one thread and on two."""
    ready(name)
    match = gs.new(name, seats=seats, seed=3, **options)
    for style in (DEEP, DEEP, *({LEARNED} & set(styles(name)))):
        search = search_for(gs.game(name), style)
        assert search is not None
        seat = match.actors[-1]
        world = imagine(match, seat, random.Random(1))
        parameters = parameters_for(match.game, style)
        for threads in (1, 2):
            found = [
                search.search(world, Budget(iterations=20), parameters, random.Random(9), threads=threads)
                for _ in range(2)
            ]
            assert found[0].actions == found[1].actions
            assert found[0].iterations == 20
            assert sum(value.visits for value in found[0].actions) == 20
            assert all(0 <= value.value <= 1 for value in found[0].actions)
        match.act(seat, found[0].actions[0].action)


@pytest.mark.parametrize("word", ["engineer@8", "superintendent@10", "president@10"])
@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_whole_games_without_an_illegal_move(name: str, seats: int, options: dict[str, Any], word: str) -> None:
    ready(name)
    if word.partition("@")[0] not in bots_for(name):
        with pytest.raises(gs.BadOption, match="there is no bot 'president'"):
            bot(word, 0, name)
        return
    match = gs.new(name, seats=seats, seed=2, **options)
    players = [bot(word if seat == 0 else "fireman", seat, name) for seat in range(seats)]
    while not match.over:
        seat = match.actors[0]
        players[seat].act(match, seat)
    assert match.result is not None
    assert isinstance(players[0], SearchBot)
    assert players[0].ready


@SANTA_FE
def test_where_nothing_was_learned_a_president_plays_as_a_superintendent() -> None:
    """With five players nothing won: the same dice, the same choice as a superintendent's."""
    ready("santa-fe-rails")
    value = value_of(gs.game("santa-fe-rails"))
    assert value is not None
    assert 5 not in value.by_seats
    for match, seat in moments("santa-fe-rails", 5, {}, 60):
        one, two = bot("president@20/points=0.5", 3, "santa-fe-rails"), bot("superintendent@20", 3)
        two.dice.setstate(one.dice.getstate())
        assert one.choose(imagine(match, seat, one.dice)) == two.choose(imagine(match, seat, two.dice))


@SANTA_FE
@pytest.mark.parametrize("level", ["superintendent", "president"])
def test_a_clock_is_kept(level: str) -> None:
    """Processor time, so that a busy machine does not matter; and not a fraction of what was given either."""
    ready("santa-fe-rails")
    for match, seat in moments("santa-fe-rails", 4, {}, 40):
        if len(match.numbers(seat)) == 1:
            continue
        player = bot(f"{level}@60ms", 1, "santa-fe-rails")
        world = imagine(match, seat, player.dice)
        begun, wall = time.thread_time(), time.perf_counter()
        player.choose(world)
        assert time.thread_time() - begun < 0.09
        if time.perf_counter() - wall < 0.01:
            continue  # nothing could overtake the best any more
        assert time.perf_counter() - wall > 0.02


@SANTA_FE
def test_engineer_and_superintendent_play_better_than_a_beginner() -> None:
    """Four seats, one of them thinks a little: by chance alone it would win one game in four."""
    ready("santa-fe-rails")
    points = 0.0
    for seed in range(8):
        match = gs.new("santa-fe-rails", seats=4, seed=seed)
        players = [bot("superintendent@150" if seat == seed % 4 else "fireman", seed * 4 + seat) for seat in range(4)]
        while not match.over:
            players[match.actors[0]].act(match, match.actors[0])
        assert match.result is not None
        points += (seed % 4 in match.result.winners) / len(match.result.winners)
    assert points >= 3


def test_until_the_code_is_compiled_a_searcher_plays_simply_and_says_so() -> None:
    """Nothing is compiled at import, and the first choice does not wait for it."""
    code = """
import sys, time
import goldenspike as gs
from goldenspike.bots import bot, imagine
assert "numba" not in sys.modules
match, player, simple = gs.new("santa-fe", seed=1), bot("superintendent", 3), bot("greedy", 3)
world = imagine(match, 0, player.dice)
begun = time.perf_counter()
choice = player.choose(world)
assert time.perf_counter() - begun < 5
assert choice == simple.choose(world)
print(player.about)
import os
sys.stdout.flush()
os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "still compiling" in done.stdout


def test_names_and_budgets() -> None:
    usual = ["random", "greedy", "brakeman", "fireman", "engineer", "superintendent"]
    assert list(bots_for("rail-pass")) == usual
    for name in ("santa-fe-rails", "santa-fe"):
        assert list(bots_for(name)) == [*usual, "president", "companion"]
    learned = gs.game("pioneer-rails").learned() is not None
    assert list(bots_for("pioneer-rails")) == [*usual, *["president"] * learned, "companion"]
    player = bot("superintendent@100ms", 1, "santa-fe")
    assert isinstance(player, SearchBot)
    assert player.budget == Budget(seconds=0.1)
    assert Budget.read("400") == Budget(iterations=400)
    assert Budget.read("1s") == Budget(seconds=1.0)
    for word in ("superintendent@", "superintendent@soon", "superintendent@-3", "engineer@0", "engineer@nans"):
        with pytest.raises(gs.BadOption, match="a bot thinks for a number of iterations"):
            bot(word)
    tuned = bot("superintendent@40/horizon=20/explore=0.5")
    assert isinstance(tuned, SearchBot)
    assert tuned.own == {"horizon": 20, "explore": 0.5}
    for word in ("horizon", "horizon=-1", "horizon=1.5", "speed=3", "explore=nan"):
        with pytest.raises(gs.BadOption, match="a parameter of the search is one of depth"):
            bot(f"superintendent@40/{word}")
    with pytest.raises(gs.BadOption, match="greedy does not think"):
        bot("greedy@100")
    with pytest.raises(gs.BadOption, match="superintendent does not think"):
        bot("superintendent@100", 1, "rail-pass")


def test_what_santa_fe_expects_of_its_cities() -> None:
    """A city nobody can reach any more is worth what it is; one with railroads near it, more."""
    from goldenspike.games.santa_fe.bot import evaluation
    from goldenspike.games.santa_fe.bot.policy import POINT

    match = gs.new("santa-fe-rails", seats=4, seed=5)
    b, s, out = match.setting.b, match.s, [0] * match.game.most_legal
    home = b.home[0]
    away = {b.ends[way // 2][1 - way % 2]: b.length[way // 2] for way in b.exits[home][: b.exit_count[home]]}
    assert evaluation.spread(s, b, 0, evaluation.MOST_AWAY, out)
    for city, pieces in away.items():
        assert out[evaluation.AWAY + city] <= pieces
    assert out[evaluation.AWAY + home] == 0
    living = evaluation.foresee(s, b, out)
    assert living == sum(b.pieces[:5])
    near, before = min(away, key=lambda city: away[city]), list(out)
    assert before[evaluation.WORTH + near] > 0
    for line in range(b.n_lines):  # everything is built up, and no tip can grow
        s.builder[line], s.filled[line] = 1, b.length[line]
    assert evaluation.foresee(s, b, out) == 0
    assert out[evaluation.WORTH + near] == 0
    s.city_rails[near] = 0b11
    evaluation.foresee(s, b, out)
    assert out[evaluation.WORTH + near] == 2 * b.value[near] * POINT


def test_the_guess_at_the_end_comes_near_the_end() -> None:
    """Half a Round before the end it knows the winner nearly always, and the points within a few."""
    match = gs.new("santa-fe-rails", seats=4, seed=11)
    plain, players, guesses = match.game.plain(), [bot("fireman", seat) for seat in range(4)], []
    while not match.over:
        out = [0] * match.game.most_legal
        assert plain.evaluate(match.s, match.setting.b, out) == 4
        guesses.append([points / 12 for points in out[:4]])
        players[match.actors[0]].act(match, match.actors[0])
    assert match.result is not None
    ends = match.result.points
    for guess in guesses[-8:]:
        assert max(abs(one - other) for one, other in zip(guess, ends, strict=True)) < 15
        assert guess.index(max(guess)) in match.result.winners
    early = [max(abs(one - other) for one, other in zip(guess, ends, strict=True)) for guess in guesses]
    assert sum(early[-8:]) < sum(early[:8])


def test_the_third_player_of_a_game_for_two_has_to_be_beaten() -> None:
    match = gs.new("santa-fe-rails", seats=2, seed=4)
    plain, players = match.game.plain(), [bot("fireman", seat) for seat in range(2)]
    while len(match.log) < 60:
        players[match.actors[0]].act(match, match.actors[0])
    out = [0] * match.game.most_legal
    assert plain.evaluate(match.s, match.setting.b, out) == 3
    third = out[2]
    match.s.dummy_size = 0
    plain.evaluate(match.s, match.setting.b, out)
    assert 0 < out[2] < third
