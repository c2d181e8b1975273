"""Exact solving: explicit chance card by card, zero-sum rewards, tiny games and their values by two methods."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.cli import main
from goldenspike.engine.compiled import namespace
from goldenspike.engine.tiny import tiny_problems

from .tables import GROUPS

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability  # noqa: E402

from goldenspike.envs.chance import OutcomeNeeded, ScriptedRules  # noqa: E402
from goldenspike.envs.openspiel import short_name  # noqa: E402
from goldenspike.envs.solve import solve  # noqa: E402

# Histories, positions and information sets of each tiny game, and what it is worth to its first player.
TINY = {
    "santa-fe-rails": (7481, 834, 1380, 23 / 6),
    "santa-fe": (7481, 834, 1380, -23 / 6),  # the other player begins the second Round, and lays the last piece
    "pioneer-rails": (3473, 2416, 960, 5 / 4),
}
GAMES = [pytest.param(name, marks=pytest.mark.xdist_group(GROUPS.get(name, name))) for name in TINY]


@pytest.mark.parametrize("name", [GAMES[0], pytest.param("santa-fe", marks=pytest.mark.long), GAMES[2]])
def test_two_methods_find_the_same_value(name: str) -> None:
    found = solve(name, iterations=300)
    histories, positions, sets, value = TINY[name]
    assert (found.counts["histories"], found.counts["positions"], found.counts["information sets"]) == (
        histories, positions, sets,
    )  # fmt: skip
    assert found.linear == pytest.approx(value, abs=1e-4)
    assert found.agree
    assert found.exploitability < 0.05
    assert found.uniform > 5 * found.exploitability, "random play is much easier to beat"


@pytest.mark.xdist_group("pioneer_rails_compiled")
def test_the_command_cuts_no_figure_off(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    main(["solve", "pioneer-rails", "--iterations", "100"])
    head, row = capsys.readouterr().out.splitlines()
    assert head.split() == ["game", "histories", "positions", "sets", "LP", "CFR+", "exploitable", "random", "play"]
    assert row.split()[:5] == ["pioneer-rails", "3,473", "2,416", "960", "+1.2500"]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_algorithms_run_on_a_tiny_game(name: str) -> None:
    """In Python, on our states: exploitability, best response, counterfactual regret, the value of a policy."""
    game = pyspiel.load_game(short_name(name), {"tiny": True, "reward": "lead"})
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    uniform = policies.UniformRandomPolicy(game)
    value = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
    assert sum(value) == pytest.approx(0)
    answers = [best_response.BestResponsePolicy(game, seat, uniform).value(game.new_initial_state()) for seat in (0, 1)]
    assert answers[0] > value[0]
    assert answers[1] > value[1]
    assert sum(answers) == pytest.approx(exploitability.nash_conv(game, uniform))
    solver = cfr.CFRSolver(game)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < sum(answers)


def scripts(work: Callable[[], Any], rules: ScriptedRules) -> dict[Any, Fraction]:
    """All results of some work that asks for chance, and how likely each is."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, chance = waiting.pop()
        rules.script, rules.used = script, 0
        try:
            found[work()] += chance
        except OutcomeNeeded as needed:
            waiting += [((*script, k), chance / needed.outcomes) for k in range(needed.outcomes)]
    return dict(found)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_SFR_SETUP_04_cards_come_as_likely_one_by_one_as_from_shuffled_piles() -> None:
    """Every order of hands, deck and third player: exactly as likely, with a Short card in Pile 2."""
    tiny = gs.game("santa-fe-rails").tiny
    assert tiny is not None
    board: dict[str, Any] = {**tiny.board, "id": "short"}
    short = {"id": "WP", "name": "Western", "kind": "short", "colour": "#7a4a25", "pieces": 2, "home": "SFO"}
    board["railroads"] = [*board["railroads"], short]
    board["cities"] = [{**city, "value": 2} if city["value"] is None else city for city in board["cities"]]
    setting = replace(tiny, board=board).setting()

    def distribution(modules: tuple[Any, ...]) -> dict[Any, Fraction]:
        rules = ScriptedRules(setting)
        own = setting.game.rule_set
        space = namespace(replace(own, replaced=(*own.replaced, *modules)))
        space["below"] = rules._below

        def dealt() -> Any:
            s = setting.game.state()
            space["start"](s, setting.b, 2, 0, 0)
            hands = tuple(tuple(s.hand[seat][: s.held[seat]]) for seat in (0, 1))
            return hands, tuple(space["top_card"](s) for _ in range(s.deck_size))

        return scripts(dealt, rules)

    one_by_one = distribution(setting.game.card_by_card)
    assert sum(one_by_one.values()) == 1
    assert one_by_one == distribution(())


@pytest.mark.parametrize("name", GAMES)
def test_the_same_deals_come_by_cards_and_by_seeds(name: str) -> None:
    """What a seat may be dealt is the same; whole games by cards end, and lists and points are those of the rules."""
    seats = gs.game(name).seats[0] if name != "pioneer-rails" else 2
    game = pyspiel.load_game(short_name(name), {"seats": seats, "chance": "cards", "reward": "lead"})
    dice, state, decisions = random.Random(5), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(dice.choice(outcomes)[0])
        else:
            decisions += 1
            if decisions == 20:
                again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
                assert again.information_state_string() == state.information_state_string()
                assert again.now.raw.tobytes() == state.now.raw.tobytes()
            state.apply_action(dice.choice(state.legal_actions()))
    assert decisions > 20
    assert sum(state.returns()) == 0
    result = game.setting.result(state.position())
    assert state.returns()[0] == result.points[0] - result.points[1]


@pytest.mark.parametrize(
    ("parameters", "line"),
    [
        ({"chance": "dice"}, "chance is seed, cards"),
        ({"reward": "lead", "seats": 3}, "for two players"),
        ({"reward": "glory"}, "a reward is score, win, lead, duel"),
        ({"tiny": True, "board": "mini"}, "has its own board"),
    ],
)
@pytest.mark.xdist_group("santa_fe_compiled")
def test_wrong_parameters_are_refused(parameters: dict[str, Any], line: str) -> None:
    with pytest.raises(gs.BadOption, match=line):
        pyspiel.load_game("goldenspike_santa_fe_rails", parameters)


def test_a_tiny_form_is_checked() -> None:
    game = gs.game("santa-fe-rails")
    assert game.tiny is not None
    sound = {"about": "A game.", "seats": 2, "board": dict(game.tiny.board), "values": dict(game.tiny.values)}
    assert tiny_problems(game, sound) == []
    assert "seats" in tiny_problems(game, {**sound, "seats": 0})[0]
    assert "is for 2 to 5 players" in tiny_problems(game, {**sound, "seats": 1})[0]
    assert "no value" in tiny_problems(game, {**sound, "values": {"wings": 2}})[0]
    assert "has no option" in tiny_problems(game, {**sound, "options": {"wings": True}})[0]
    assert "cities" in tiny_problems(game, {**sound, "board": {"id": "x"}})[0]
    assert gs.game("rail-pass").tiny is None
    with pytest.raises(gs.BadOption, match="has no tiny form"):
        solve("rail-pass")
