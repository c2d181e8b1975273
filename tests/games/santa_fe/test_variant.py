"""A variant in another package: other values, another board, one rule replaced; it is a game like every other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike import games
from goldenspike.bots import bot
from goldenspike.cli import main
from goldenspike.envs import vector
from goldenspike.envs.single import Play

from .scenario import clause, money, plays

NAME = "pacific-northwest"
pytestmark = pytest.mark.xdist_group("pacific_northwest_compiled")


def position(**words: Any) -> gs.Match:
    return gs.from_position(NAME, {"seats": 3, "phase": "tlt1", **words})


def test_the_variant_has_values_railroads_and_a_board_of_its_own() -> None:
    assert NAME in games.names()
    match = gs.new(NAME, seats=3, seed=1)
    seen = match.view()
    assert [seat["hand_size"] for seat in seen["seats"]] == [5, 5, 5]
    assert [seat["money"] for seat in seen["seats"]] == [3, 3, 3]
    assert seen["board"] == "cascades"
    assert list(seen["supply"]) == ["NP", "MR", "OS", "CP", "WC", "OE"]
    assert match.setting.other_values == {}, "these are its standard"
    assert match.header["rules"] == "2"


def test_the_replaced_rule_pays_double_at_ports() -> None:
    port = position(track=["CP KAM>VAN 2/3"], money={"A": 0})
    setting: Any = port.setting
    before = port.s.copy()
    port.play("A", "lay CP KAM>VAN")
    assert money(port, "A") == 4 + 4
    assert setting.remark(before, port.s, 0, (action(port, before, "lay CP KAM>VAN"),)) == "{3/3 VAN} {+4 +4 = $8}"
    inland = plays(position(track=["CP KAM>WEN 2/3"], money={"A": 0}), "A: lay CP KAM>WEN")
    assert money(inland, "A") == 2
    usual = gs.from_position("santa-fe-rails", {**port.origin, "board": dict(setting.board.source), "seats": 3})  # type: ignore[dict-item]
    assert money(plays(usual, "A: lay CP KAM>VAN"), "A") == 2 + 4


def action(match: gs.Match, before: Any, text: str) -> int:
    return int(match.setting.parse(before, 0, text)[0])


def test_refusals_and_views_are_those_of_santa_fe() -> None:
    match = gs.new(NAME, seats=2, seed=2)
    assert clause(match, "draw deck") == "SFR-SEQ-01"
    assert "Pacific Northwest" in match.setting.text(match.s)
    assert "Pacific Northwest" in match.setting.svg(match.s)
    assert gs.game(NAME).rulebook("de") == gs.game("santa-fe-rails").rulebook("de")


def test_bots_play_the_variant_and_it_is_saved() -> None:
    match = gs.new(NAME, seats=3, seed=3)
    players = [bot("greedy", 1), bot("superintendent@20", 2), bot("random", 3)]
    while not match.over:
        seat = match.actors[0]
        players[seat].act(match, seat)
    assert gs.load(match.data()).hash == match.hash


def test_the_variant_is_studied_and_played_at_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", NAME, "--games", "6", "--seats", "3", "--cores", "1", "--versus", "values.hand=4"]
    main([*words, "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "values.hand=4" in page
    assert "Seattle" in page
    main(["play", NAME, "--seats", "greedy,greedy", "--seed", "7"])
    assert "Pacific Northwest" in capsys.readouterr().out


def test_the_variant_meets_itself_in_the_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["arena", NAME, "--bots", "random,greedy", "--games", "6", "--cores", "1", "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "Pacific Northwest" in page
    assert "greedy" in capsys.readouterr().out


def test_the_variant_is_an_environment_with_its_own_rule_and_values() -> None:
    play = Play(gs.game(NAME).setting({**gs.game(NAME).read_options({})}, gs.game(NAME).board(None), 3), seed=1)
    state: Any = gs.game(NAME).state.from_bytes(play.dump())
    assert list(state.held[:3]) == [5, 5, 5]
    assert list(state.money[:3]) == [3, 3, 3]
    other = vector(NAME, 8, seats=3, seed=2, **{"values.hand": 4, "values.money": 9})
    assert {int(hand) for hand in other.memory.states["held"][:, :3].ravel()} == {4}
    assert {int(money) for money in other.memory.states["money"][:, :3].ravel()} == {9}
    for _ in range(200):
        other.step(other.sample())
    assert other.ended.shape == (8,)
    other.close()
