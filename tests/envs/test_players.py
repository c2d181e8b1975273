"""Who plays the other seats: bots by name, bots and policies of one's own, files, pools; and rewards of one's own."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.bots import Bot, World
from goldenspike.engine.policy_file import save_layers
from goldenspike.envs import Play, Pool, make_setting, vector

from .tables import ONE_OF_EACH

gymnasium = pytest.importorskip("gymnasium")

from goldenspike.envs.gym import SeatAmongBots, SeatsAmongBots  # noqa: E402

Array = np.ndarray[Any, Any]


def first_legal(observations: Array, masks: Array) -> Array:
    """A policy: the legal action with the lowest number."""
    return masks.argmax(1)


class FirstLegal(Bot):
    """The same as a bot."""

    name = "first-legal"
    takes_bytes = True  # it does not look at the position

    def choose(self, world: World) -> int:
        return min(world.legal)


class FirstOfPosition(FirstLegal):
    """The same as a bot that is shown positions."""

    takes_bytes = False

    def choose(self, world: World) -> int:
        assert world.game.plain().actors(world.s) >> world.seat & 1
        return super().choose(world)


def saved_policy(path: Path, name: str, seats: int, options: dict[str, Any], actions: str) -> str:
    """The same as a file: every action is worth the less, the higher its number."""
    chosen = dict(options)
    setting = make_setting(name, seats, chosen.pop("board", None), chosen)
    play = Play(setting, actions=actions)
    narrow = np.zeros((play.memory.width, 1)), np.zeros(1)
    wide = np.zeros((1, play.memory.actions)), -np.arange(play.memory.actions) / 1000
    save_layers(path, setting, [narrow, wide], actions=actions)
    return f"file:{path}"


def game_of(env: SeatAmongBots, seed: int) -> list[Any]:
    """What is told of a whole game in which the last legal action is chosen, now and then."""
    seen, info = env.reset(seed=seed)
    told: list[Any] = [seen.tobytes()]
    over = False
    while not over:
        seen, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-(len(told) % 2)]))
        told.append((seen.tobytes(), reward))
    return [*told, info["points"]]


@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_a_policy_a_bot_and_a_file_that_play_alike_make_the_same_games(
    name: str, seats: int, options: dict[str, Any], tmp_path: Path
) -> None:
    files = [saved_policy(tmp_path / f"{kind}.npz", name, seats, options, kind) for kind in ("all", "dense")]
    games = [
        game_of(SeatAmongBots(name, seats=seats, opponents=opponent, seat=1, **options), 3)
        for opponent in (first_legal, FirstLegal, FirstOfPosition(5), *files, Pool(first_legal, FirstLegal))
    ]
    assert all(game == games[0] for game in games)
    assert games[0] != game_of(SeatAmongBots(name, seats=seats, opponents="random", seat=1, **options), 3)


@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_a_batch_with_outside_players_plays_the_games_of_one_alone(
    name: str, seats: int, options: dict[str, Any], tmp_path: Path
) -> None:
    """Rewards of a step contain what the others did after it; new games begin where the caller is asked."""
    file = saved_policy(tmp_path / "dense.npz", name, seats, options, "dense")
    for opponent, reward in ((first_legal, "gain"), (file, "score"), (FirstLegal, gained_twice)):
        many = SeatsAmongBots(4, name, seats=seats, seat=1, opponents=opponent, reward=reward, **options)
        one = SeatAmongBots(name, seats=seats, seat=1, opponents=opponent, reward=reward, **options)
        seeds = [11, 12, 13, 14]
        seen, info = many.reset(options={"seed": seeds})
        alone, other = one.reset(options={"seed": 13})
        for _ in range(400):
            assert (seen[2] == alone).all()
            assert (info["action_mask"][2] == other["action_mask"]).all()
            assert (many.batch.who == 1).all() | (many.batch.ended != 0).any()
            actions = np.array([int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in info["action_mask"]])
            seen, paid, over, _, info = many.step(actions)
            alone, reward_alone, ended, _, other = one.step(int(actions[2]))
            assert paid[2] == reward_alone
            assert over[2] == ended
            if ended:
                assert info["points"][2].tolist() == list(other["points"])
                break
        assert ended
        many.close()


def gained_twice(before: Array, after: Array, over: Array, won: Array) -> Array:
    return 2 * (after - before) + 100 * won * over[:, None]


@pytest.mark.xdist_group("santa_fe_compiled")
@pytest.mark.parametrize("autoreset", ["same", "next"])
def test_a_reward_of_ones_own_is_what_it_says_of_points_and_victory(autoreset: str) -> None:
    totals = {}
    for name, reward in (("gain", "gain"), ("win", "win"), ("own", gained_twice)):
        batch = vector("santa-fe-rails", 5, seats=3, seed=8, reward=reward, autoreset=autoreset)
        got, live = np.zeros((5, 3)), np.ones(5, bool)
        while live.any():
            batch.step(batch.sample())
            got[live] += batch.rewards[live]
            live &= batch.ended == 0
        totals[name] = got
    assert np.allclose(totals["own"], 2 * totals["gain"] + 100 * totals["win"])
    zoo = pytest.importorskip("goldenspike.envs.pettingzoo")
    env = zoo.env("santa-fe-rails", seats=3, reward=gained_twice)
    env.reset(seed=1)
    start, paid = np.array(env.play.points()), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, gained, over, _, _ = env.last()
        paid[agent] += gained
        env.step(None if over else int(np.flatnonzero(seen["action_mask"])[0]))
    share = np.array([1 / len(env.play.winners()) if seat in env.play.winners() else 0 for seat in range(3)])
    assert np.allclose(list(paid.values()), 2 * (np.array(env.play.points()) - start) + 100 * share)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_bots_by_name_play_in_environments() -> None:
    env = SeatAmongBots("santa-fe-rails", seats=3, opponents=["superintendent@20", "brakeman"], board="mini")
    assert len(game_of(env, 1)) > 5
    assert game_of(env, 1)[-1] is not None
    batch = vector("santa-fe-rails", 2, seats=2, players=["you", "engineer@10"], board="mini")
    ended = 0
    while ended == 0:
        assert (batch.who == 0).all()
        ended = batch.step(batch.sample())


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_pool_draws_somebody_for_every_game_and_seat() -> None:
    asked: dict[str, int] = {"first": 0, "second": 0}

    def member(name: str) -> Any:
        def choose(observations: Array, masks: Array) -> Array:
            asked[name] += len(masks)
            return masks.argmax(1)

        return choose

    pool = Pool(member("first"), member("second"), "greedy", weights=[3, 1, 1])
    batch = vector("santa-fe-rails", 16, seats=3, players=["you", pool, pool], board="mini", seed=5)
    drawn = set()
    for _ in range(300):
        batch.step(batch.sample())
        drawn |= {tuple(row) for row in batch.memory.players[:, 1:3].tolist()}
    assert len(drawn) == 9, "every pair of members comes up"
    assert asked["first"] > 1.5 * asked["second"] > 0
    again = vector("santa-fe-rails", 16, seats=3, players=["you", pool, pool], board="mini", seed=5)
    assert (again.memory.players == vector("santa-fe-rails", 16, seats=3, players=["you", pool, pool], board="mini",
                                           seed=5).memory.players).all()  # fmt: skip
    for wrong in ((), ("you",), (Pool("greedy"),)):
        with pytest.raises(gs.BadOption, match="pool"):
            Pool(*wrong)
    with pytest.raises(gs.BadOption, match="weights"):
        Pool("greedy", "random", weights=[1])


@pytest.mark.xdist_group("santa_fe_compiled")
def test_copies_and_saved_states_of_environments_with_outside_players() -> None:
    env = SeatAmongBots("santa-fe-rails", seats=3, opponents=Pool(first_legal, FirstLegal), board="mini")
    env.reset(seed=3)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert game_of(other, 7) == game_of(env, 7)
    batch = vector("santa-fe-rails", 6, seats=3, players=["you", first_legal, FirstLegal], board="mini", seed=4)
    saved, twin = batch.save(), pickle.loads(pickle.dumps(batch))
    first = [(batch.step(batch.sample()), batch.observations.copy()) for _ in range(40)]
    batch.restore(saved)
    for number, (ended, seen) in enumerate(first):
        assert batch.step(batch.sample()) == twin.step(twin.sample()) == ended, number
        assert (batch.observations == seen).all()
        assert (twin.observations == seen).all()


@pytest.mark.xdist_group("santa_fe_compiled")
def test_wrong_players_are_one_clear_line(tmp_path: Path) -> None:
    def refused(match: str, **settings: Any) -> None:
        with pytest.raises(gs.GoldenSpikeError, match=match):
            SeatAmongBots("santa-fe-rails", seats=2, **settings)

    refused("no bot 'grandmaster'", opponents="grandmaster")
    refused("a bot by its name", opponents=3.5)
    refused("no policy", opponents="file:nowhere.npz")
    refused("no bot 'nowhere:Bot'", opponents="nowhere:Bot")
    refused("is no bot", opponents="pathlib:Path")
    refused("cannot be made from a seed and a budget", opponents=f"{__name__}:FirstLegal@20")
    refused("no policy 'nowhere:policy.npz'", opponents="nowhere:policy.npz")
    refused("no policy", opponents="goldenspike.games:nothing.npz")
    refused("opponents are bots", opponents=["greedy", "greedy"])
    refused("a reward is", reward="praise")
    other = saved_policy(tmp_path / "other.npz", "santa-fe", 2, {}, "dense")
    refused("plays santa-fe; not santa-fe-rails", opponents=other)
    mini = saved_policy(tmp_path / "mini.npz", "santa-fe-rails", 2, {"board": "mini"}, "dense")
    env = SeatAmongBots("santa-fe-rails", seats=2, opponents="greedy")
    with pytest.raises(gs.BadOption, match=r"was made for santa-fe-rails with .* another board, or other options"):
        game_of(SeatAmongBots("santa-fe-rails", seats=2, opponents=mini), 1)
    (tmp_path / "broken.npz").write_bytes(b"nothing")
    refused("cannot read the policy", opponents=f"file:{tmp_path / 'broken.npz'}")
    np.savez(tmp_path / "other_arrays.npz", a=np.zeros(3))
    refused("does not say for what game", opponents=f"file:{tmp_path / 'other_arrays.npz'}")

    def illegal(observations: Array, masks: Array) -> Array:
        return np.zeros(len(masks), np.int64)

    with pytest.raises(gs.BadOption, match=r"the policy illegal chose 0, which is no legal action of seat \d"):
        game_of(SeatAmongBots("santa-fe-rails", seats=2, opponents=illegal), 1)
    with pytest.raises(gs.BadOption, match="must choose 1 whole numbers"):
        game_of(SeatAmongBots("santa-fe-rails", seats=2, opponents=lambda seen, masks: "pass"), 1)
    with pytest.raises(gs.BadOption, match="policies need observations and masks"):
        vector("santa-fe-rails", 2, seats=2, players=["you", illegal], observation="none")
    assert env.reset(seed=1)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_what_a_policy_file_needs_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the packages, tests/envs/ecosystem plays networks of PyTorch and of save_layers as .onnx."""
    for package in ("onnx", "onnxruntime"):
        monkeypatch.setitem(sys.modules, package, None)
    setting = make_setting("santa-fe-rails", 2, "mini")
    play = Play(setting, actions="dense")
    layers = [(np.zeros((play.memory.width, play.memory.actions)), np.zeros(play.memory.actions))]
    needs = r"pip install 'goldenspike\[onnx\]'"
    with pytest.raises(gs.BadOption, match=needs):
        save_layers(tmp_path / "policy.onnx", setting, layers)
    (tmp_path / "other.onnx").write_bytes(b"nothing")
    with pytest.raises(gs.BadOption, match=needs):
        Play(setting, players=["you", f"file:{tmp_path / 'other.onnx'}"])
    with pytest.raises(gs.BadOption, match="an activation is relu, tanh; not 'sigmoid'"):
        save_layers(tmp_path / "policy.npz", setting, layers, activation="sigmoid")
    assert [path.name for path in tmp_path.iterdir()] == ["other.onnx"]


# ---------------------------------------------------------------- vector environments: seeds, options, positions
@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_vector_environment_takes_seeds_positions_and_options_for_each_game() -> None:
    env = SeatsAmongBots(3, "santa-fe-rails", seats=3, opponents="greedy")
    one = SeatAmongBots("santa-fe-rails", seats=3, opponents="greedy")
    seen, _ = env.reset(options={"seed": [5, 6, 1869]})
    for number, seed in enumerate((5, 6, 1869)):
        assert (seen[number] == one.reset(options={"seed": seed})[0]).all()
    position = gs.new("santa-fe-rails", seats=3, seed=77).position()
    seen, _ = env.reset(options={"position": position})
    alone = one.reset(options={"position": position})[0]
    assert (seen == alone).all()
    before = env.reset(seed=3)[0].copy()
    after, info = env.reset(options={"reset_mask": np.array([False, True, False])})
    assert (after[[0, 2]] == before[[0, 2]]).all()
    assert (after[1] != before[1]).any()
    assert info["action_mask"].any(1).all()
    for options, match in (
        ({"colour": "red"}, "seed, position and reset_mask; it has no option 'colour'"),
        ({"seed": [1, 2]}, "3 games; 2 seeds"),
        ({"reset_mask": [1, 0]}, "3 truth values"),
        ({"seed": 1, "position": position}, "not both"),
    ):
        with pytest.raises(gs.BadOption, match=match):
            env.reset(options=options)
    env.close()


@pytest.mark.xdist_group("santa_fe_compiled")
def test_games_of_one_batch_may_have_options_of_their_own() -> None:
    own: list[dict[str, object]] = [{}, {"terrain": True}, {"values.money": 9}, {"terrain": True}]
    batch = vector("santa-fe-rails", 4, seats=3, seed=1, game_options=own, actions="dense")
    assert len(batch.memory.settings) == 3
    money = batch.memory.states["money"][:, 0].tolist()
    assert money == [2, 5, 9, 5]
    for _ in range(200):
        before = batch.memory.states.copy()
        chosen = batch.sample().copy()
        batch.step(chosen)
        for i in range(4):
            setting = batch.memory.settings[int(batch.memory.board_of[i])]
            s = setting.game.state.from_bytes(before[i].tobytes())
            out = [0] * setting.game.most_legal
            seat = (setting.rules.actors(s) & -setting.rules.actors(s)).bit_length() - 1
            setting.rules.legal(s, setting.b, seat, out)
            setting.rules.apply(s, setting.b, seat, int(batch.memory.numbers.rules[chosen[i]]))
            if not batch.ended[i]:
                assert s.to_bytes() == batch.memory.states[i].tobytes()
    with pytest.raises(gs.BadOption, match="4 games; options for 1"):
        vector("santa-fe-rails", 4, game_options=[{}])
    with pytest.raises(gs.BadOption, match="same observations"):
        vector("santa-fe-rails", 2, game_options=[{}, {"board": "mini"}])


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_batch_tells_the_points_of_games_that_ended() -> None:
    """Also where the next game has begun in the same step."""
    for reward in ("score", "win", "gain"):
        batch = vector("santa-fe-rails", 4, seats=3, seed=2, board="mini", reward=reward)
        alone = [Play(batch.setting) for _ in range(4)]
        ended = 0
        while ended < 3:
            for i, play in enumerate(alone):
                play.load(batch.memory.states[i].tobytes())
            chosen = batch.sample().copy()
            ended += batch.step(chosen)
            for i in np.flatnonzero(batch.ended):
                alone[i].apply(int(chosen[i]))
                assert alone[i].over
                assert batch.final_points[i].tolist() == alone[i].points()


@pytest.mark.xdist_group("santa_fe_compiled")
def test_lists_of_a_batch_grow_with_what_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    from goldenspike.envs import memory

    monkeypatch.setattr(memory, "LISTED", 3)
    small = vector("santa-fe-rails", 8, seats=3, seed=2)
    monkeypatch.undo()
    large = vector("santa-fe-rails", 8, seats=3, seed=2)
    for _ in range(150):
        assert small.step(small.sample()) == large.step(large.sample())
        assert (small.masks == large.masks).all()
        assert [small.legal(i) for i in range(8)] == [large.legal(i) for i in range(8)]
    assert 3 < small.lists.shape[1] < large.lists.shape[1]
