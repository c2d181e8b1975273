"""OpenSpiel: its integration test, searches, exact algorithms and learners."""

from __future__ import annotations

import unittest
from typing import Any

import numpy as np

from .trials import Table, trial


def spiel(table: Table, **more: Any) -> Any:
    import pyspiel

    from goldenspike.envs.openspiel import short_name

    return pyspiel.load_game(short_name(table.game), {**table.openspiel, **more})


@trial("OpenSpiel", "open-spiel", "`random_sim_test` with serialisation (five games)")
def openspiel_sims(table: Table) -> None:
    import pyspiel

    pyspiel.random_sim_test(spiel(table), num_sims=5, serialize=True, verbose=False)


@trial("OpenSpiel", "open-spiel", "`integration_tests/api_test.py` (five tests)")
def openspiel_api(table: Table) -> None:
    from open_spiel.integration_tests import api_test

    game = spiel(Table(table.game, 3, {}))  # the test loads it by its name alone
    kind: Any = type(f"Enforce_{table.game}", (api_test.EnforceAPIOnPartialTreeBase,), {})
    kind.game_name, kind.game = game.get_type().short_name, game
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    assert result.testsRun == 5
    problems = [text.strip().splitlines()[-1] for _, text in (*result.failures, *result.errors)]
    assert not problems, "; ".join(problems)


@trial("OpenSpiel", "open-spiel", "`ismcts` in Python (ten decisions)", without="rail-pass")
def openspiel_ismcts(table: Table) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, dice = spiel(table, reward="win"), np.random.RandomState(1)
    search = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.4, 4, random_state=dice)
    state = begun(game, dice)
    for _ in range(10):
        action = search.step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))


@trial("OpenSpiel", "open-spiel", "`mcts` in Python (five decisions)")
def openspiel_mcts(table: Table) -> None:
    from open_spiel.python.algorithms import mcts

    game, dice = spiel(table, reward="win"), np.random.RandomState(1)
    state = begun(game, dice)
    search = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    for _ in range(5):
        state.apply_action(int(search.step(state)))


def begun(game: Any, dice: Any) -> Any:
    """A state after what chance decides first."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(dice.choice([outcome for outcome, _ in state.chance_outcomes()])))
    return state


@trial(
    "OpenSpiel", "open-spiel", "tiny games: CFR, external-sampling MCCFR, best response, exploitability",
    without="rail-pass",
)  # fmt: skip
def openspiel_exact(table: Table) -> None:
    import pyspiel
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import (
        best_response,
        cfr,
        expected_game_score,
        exploitability,
        external_sampling_mccfr,
    )

    from goldenspike.envs.openspiel import short_name

    game = pyspiel.load_game(short_name(table.game), {"tiny": True, "reward": "lead"})
    uniform = policies.UniformRandomPolicy(game)
    value, *_ = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
    assert best_response.BestResponsePolicy(game, 0, uniform).value(game.new_initial_state()) > value
    solver = cfr.CFRSolver(game)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    better, worse = (exploitability.nash_conv(game, one) for one in (solver.average_policy(), uniform))
    assert better < worse
    external_sampling_mccfr.ExternalSamplingSolver(game).iteration()


@trial("OpenSpiel", "open-spiel", "`rl_environment` with DQN and NFSP in PyTorch (two games each)")
def openspiel_learners(table: Table) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.pytorch import dqn, nfsp

    env = rl_environment.Environment(spiel(table, actions="dense"))
    width, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    learns = {"batch_size": 8, "min_buffer_size_to_learn": 8, "learn_every": 16, "replay_buffer_capacity": 200}
    teams = (
        [dqn.DQN(seat, width, actions, [16], **learns) for seat in range(table.seats)],
        [nfsp.NFSP(seat, width, actions, [16], 200, 0.1, **learns) for seat in range(table.seats)],
    )
    for agents in teams:
        for _ in range(2):
            step = env.reset()
            while not step.last():
                step = env.step([agents[step.observations["current_player"]].step(step).action])
            for agent in agents:
                agent.step(step)
