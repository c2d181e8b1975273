"""A variant in another package: other values, another board, one rule replaced; it is a game like every other."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike import games
from goldenspike.bots import bot
from goldenspike.cli import main
from goldenspike.engine.compiled import added
from goldenspike.engine.rule_set import Kernels

from . import invariants
from .agreement import agree
from .scenario import clause, money, plays

EXAMPLE = Path(__file__).parents[3] / "examples" / "pacific-northwest"
NAME = "pacific-northwest"


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The example as an installer would leave it."""
    folder = tmp_path_factory.mktemp("installed")
    info = folder / "pacific_northwest-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pacific-northwest\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[goldenspike.games]\npacific-northwest = pacific_northwest:GAME\n")
    before = list(sys.path)
    sys.path[:0] = [str(folder), str(EXAMPLE)]
    games.refresh()
    yield
    sys.path[:] = before
    for name in [name for name in sys.modules if name.partition(".")[0] == "pacific_northwest"]:
        del sys.modules[name]
    games.refresh()


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


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_variant_is_compiled_and_agrees() -> None:
    game, dice = gs.game(NAME), random.Random(4)
    fast = added(game.rule_set, Kernels((invariants,), invariants.ENTRY_POINTS))
    for number in range(12):
        options = game.read_options({"terrain": number % 2 == 1})
        agree(fast, game.setting(options, game.board(None), 2 + number % 3), number, 3, dice)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_bots_play_the_variant_and_it_is_saved() -> None:
    match = gs.new(NAME, seats=3, seed=3)
    players = [bot("greedy", 1), bot("superintendent@20", 2), bot("random", 3)]
    while not match.over:
        seat = match.actors[0]
        players[seat].act(match, seat)
    assert gs.load(match.data()).hash == match.hash


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_variant_is_studied_and_played_at_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", NAME, "--games", "6", "--seats", "3", "--cores", "1", "--versus", "values.hand=4"]
    main([*words, "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "values.hand=4" in page
    assert "Seattle" in page
    main(["play", NAME, "--seats", "greedy,greedy", "--seed", "7"])
    assert "Pacific Northwest" in capsys.readouterr().out
