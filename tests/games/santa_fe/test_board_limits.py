"""Boards at the limits of what a board file may say are played in every form of the rules."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.games.santa_fe.rules.state import MAX_SEGMENTS, BoardArrays, State

from . import many_settings
from .board_data import Data, record
from .scenario import given, money, plays


def with_long_line(mini: Data, name: str = "CHI-MIL") -> Data:
    """The small board with a line of eight spaces, all of them mountains and rivers."""
    record(mini, "lines", name)["segments"] = ["mr"] * MAX_SEGMENTS
    return mini


@pytest.mark.parametrize(("rail", "line"), [("SF", "CHI>MIL"), ("GN", "MIL>CHI")])
def test_SFR_TERR_10_a_line_of_eight_spaces_is_built_from_either_end(mini: Data, rail: str, line: str) -> None:
    match = given(board=with_long_line(mini), terrain=True, track=[f"{rail} {line} 7/8"], money={"A": 5, "B": 5})
    plays(match, f"A: lay {rail} {line}")
    assert money(match, "A") == 3
    # with the line full, everything else at its ends can be asked for and laid
    assert match.why_not("B", f"lay {rail} {line}") is not None
    assert all(match.why_not("B", text) is None for text in match.legal("B"))
    assert "lay UP CHI>OMA" in match.legal("B")


@pytest.mark.parametrize("game", ["santa-fe-rails", "santa-fe"])
def test_a_line_of_eight_spaces_is_played_with_terrain_interpreted(mini: Data, game: str) -> None:
    for name in ("CHI-MIL", "NOR-HOU", "CHI-OMA"):
        with_long_line(mini, name)
    for seed in range(4):
        match = gs.new(game, seats=3, seed=seed, board=mini, terrain=True)
        while not match.over:
            seat = match.actors[0]
            lays = [number for number in match.numbers(seat) if number >= match.setting.b.lay_base]
            match.act(seat, (lays or match.numbers(seat))[seed % len(lays or match.numbers(seat))])


def test_a_line_of_eight_spaces_is_played_with_terrain_compiled(mini: Data) -> None:
    """The compiled rules read no place beyond the row: every position fits the invariants."""
    import numpy as np

    for name in ("CHI-MIL", "NOR-HOU", "CHI-OMA"):
        with_long_line(mini, name)
    for name in ("santa-fe-rails", "santa-fe"):
        game = gs.game(name)
        setting = game.setting(game.read_options({"terrain": True}), game.board(mini), 3)
        states, paid, ends = State.array(2), np.zeros((2, 64), np.int64), np.zeros(4, np.int64)
        dice, out = many_settings.dice_array(1, 3), np.zeros(4096, np.int64)
        boards = BoardArrays.array([setting.b])
        assert many_settings.compiled_rules().watch(states, boards, 0, 3, dice, out, 50, 1, paid, ends) == 0
        assert ends[1:].sum() == 50
