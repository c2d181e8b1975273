"""OpenSpiel's own integration test of its interface, and what each kind of observer shows."""

from __future__ import annotations

import random
import unittest
from typing import Any

import numpy as np
import pytest

import goldenspike as gs

from .tables import GROUPS

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from goldenspike.envs.openspiel import short_name  # noqa: E402

SINGLE, NONE, ALL = (
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
API_TESTS = [name for name in dir(api_test.EnforceAPIOnPartialTreeBase) if name.startswith("test_")]
GAMES = [
    pytest.param(name, marks=pytest.mark.xdist_group(GROUPS.get(name, name)))
    for name in ("milk-run", *gs.games.built_in())
]


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_api_test_passes(name: str) -> None:
    """integration_tests/api_test.py on some 400 positions: five tests for each game."""
    assert len(API_TESTS) == 5
    random.seed(19)  # the library samples positions with the global generator
    kind: Any = type(f"EnforceAPIPartialTree_{name}", (api_test.EnforceAPIOnPartialTreeBase,), {})
    kind.game_name, kind.game = short_name(name), pyspiel.load_game(short_name(name))
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    assert result.testsRun == 5
    assert [text for _, text in (*result.failures, *result.errors)] == []


def moments(game: Any, seed: int, every: int) -> list[Any]:
    """Positions of a random game."""
    dice, state, found = random.Random(seed), game.new_initial_state(), []
    while not state.is_terminal():
        if not state.is_chance_node() and dice.randrange(every) == 0:
            found.append(state.clone())
        state.apply_action(dice.choice(state.legal_actions()))
    return found


def observer(game: Any, *, public: bool, hidden: Any, recall: bool = False, **params: Any) -> Any:
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=hidden)
    return make_observation(game, kind, params)


@pytest.mark.parametrize("recall", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_public_own_and_everybodys_information_as_asked(name: str, recall: bool) -> None:
    seats = gs.game(name).seats[min(1, len(gs.game(name).seats) - 1)]
    options = {"seats": seats, **gs.game(name).short_options}
    words = ",".join(f"{key}={value}" for key, value in options.items())
    game, dice = pyspiel.load_game(f"{short_name(name)}({words})"), random.Random(3)
    public, own, alone, everybody, secrets, nothing = (
        observer(game, public=shown, hidden=hidden, recall=recall)
        for shown, hidden in ((True, NONE), (True, SINGLE), (False, SINGLE), (True, ALL), (False, ALL), (False, NONE))
    )
    differ = 0
    for state in moments(game, 5, 6)[:12]:
        words_of_all = {public.string_from(state, player) for player in range(seats)}
        assert len(words_of_all) == 1, "what is public is the same for everybody"
        assert next(iter(words_of_all)).startswith("public ")
        assert nothing.string_from(state, 0) == ""
        assert nothing.tensor.size == 0
        for player in range(seats):
            other = state.resample_from_infostate(player, dice.random)
            for one in (public, own, alone):
                one.set_from(state, player)
                seen, text = one.tensor.copy(), one.string_from(state, player)
                one.set_from(other, player)
                assert np.array_equal(one.tensor, seen), "nothing that the player cannot know"
                assert one.string_from(other, player) == text
                assert sum(part.size for part in one.dict.values()) == one.tensor.size
            assert everybody.string_from(state, player) == everybody.string_from(state, 0)
            if gs.game(name).secrets:
                everybody.set_from(state, player)
                all_seen = everybody.tensor.copy()
                everybody.set_from(other, player)
                differ += not np.array_equal(all_seen, everybody.tensor)
                assert alone.string_from(state, player).startswith(f"p{player} ")
                secrets.set_from(state, player)
                part = secrets.dict["private"].reshape(seats, -1)[player].copy()
                alone.set_from(state, player)
                assert np.array_equal(part, alone.dict["private"])
            else:
                assert alone.string_from(state, player) == secrets.string_from(state, player) == ""
    assert differ > 0 or not gs.game(name).secrets


@pytest.mark.xdist_group("santa_fe_compiled")
def test_an_observation_by_the_names_of_its_parts() -> None:
    game = pyspiel.load_game("goldenspike_santa_fe_rails(seats=2)")
    named = observer(game, public=True, hidden=SINGLE, named=True)
    flat = observer(game, public=True, hidden=SINGLE)
    state = moments(game, 1, 9)[4]
    for one in (named, flat):
        one.set_from(state, 1)
    assert np.array_equal(named.tensor, flat.tensor)
    assert named.dict["own cards"].sum() == named.dict["own: hand"][0] > 0
    with pytest.raises(gs.BadOption, match="observation parameter"):
        observer(game, public=True, hidden=SINGLE, colour="red")
