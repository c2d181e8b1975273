"""Networks for a search of the game's own: fitted to what games tell, played in rounds, kept with a card."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.bots import Budget, bot, imagine
from goldenspike.bots.learned_network import LearnedNetwork, network_of, read_network, size
from goldenspike.bots.levels import SearchBot
from goldenspike.bots.search import parameters_for, search_for
from goldenspike.cli import main
from goldenspike.engine.learner import Learner, Network
from goldenspike.engine.search import LEARNED
from goldenspike.learning.network_card import network_card_text
from goldenspike.learning.network_fit import fit_network
from tests.test_bots import redealt

pytestmark = pytest.mark.xdist_group("pioneer_rails_compiled")
LEARNERS = [name for name in gs.games.built_in() if gs.game(name).learner() is not None]
MOST_BYTES = 1_000_000


def learner_of(name: str = "pioneer-rails") -> Learner:
    found = gs.game(name).learner()
    assert found is not None
    return found


def blank() -> LearnedNetwork:
    """A network that adds nothing."""
    learner = learner_of()
    numbers = np.zeros(size(learner, 2))
    numbers[0] = 2
    network = Network(numbers, np.ones(learner.moments))
    return LearnedNetwork("pioneer-rails", tuple(learner.features), "", network, {"seats": {}})


def nothing(done: int) -> None:
    """Nobody looks at the progress."""


def test_a_fit_finds_what_made_the_points() -> None:
    """Points that follow from two columns, one of them only above a threshold: the network says so of other games."""
    learner, dice = learner_of(), np.random.default_rng(3)
    rows = np.zeros((6000, len(learner.features) + 2), np.float32)
    rows[:, 0] = dice.integers(1, 20, 6000) / 20
    rows[:, 10:14] = dice.standard_normal((6000, 4))
    rows[:, -1] = 60 + 4 * rows[:, 10] + 5 * np.maximum(rows[:, 12], 0)
    fitted = fit_network(learner, rows, np.arange(6000) // 20, 8, 1, nothing)
    assert (fitted.games, fitted.rows) == (300, 6000)
    assert fitted.explained > 0.95
    assert fitted.explained_before < 0.05
    assert fitted.off < 1.2
    again = fit_network(learner, rows, np.arange(6000) // 20, 8, 1, nothing)
    assert (again.network.numbers == fitted.network.numbers).all()


@pytest.mark.long  # test_training shows the same of a value; the search by a network has its own test below
def test_a_stopped_run_goes_on_and_its_network_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Few games: the second round asks what the first has learned; nothing is played twice."""
    words = ["train", "pioneer-rails", "--games", "20", "--from-scratch", "--check", "0", "--cores", "1"]
    main([*words, "--out", str(tmp_path)])
    said = " ".join(capsys.readouterr().out.split())
    assert "round 2: 40 games" in said
    text = (tmp_path / "learned.json").read_text("utf-8")
    parts = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")}
    assert len(parts) == 2
    main([*words, "--out", str(tmp_path)])
    assert (tmp_path / "learned.json").read_text("utf-8") == text
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.parquet")} == parts
    learned = read_network(text, gs.game("pioneer-rails"))
    assert learned.card["command"] == "goldenspike train pioneer-rails --games 20 --from-scratch"
    assert [one["teacher"] for one in learned.card["rounds"]] == ["own evaluation", "network"]
    assert search_for(gs.game("pioneer-rails"), LEARNED, wait=True) is not None
    match = gs.new("pioneer-rails", seats=1, seed=3)
    player = bot(f"file:{tmp_path}/learned.json@2", 1, "pioneer-rails")
    assert isinstance(player, SearchBot)
    while not match.over:
        player.act(match, 0)
    assert match.result is not None
    assert match.result.points[0] > 50
    assert player.ready


@pytest.mark.parametrize("seats", [1, 3])
def test_a_search_by_a_network_repeats_itself_and_does_not_peek(seats: int) -> None:
    """The same dice and count: the same turns and values, also where everything hidden lies otherwise."""
    learner, dice = learner_of(), np.random.default_rng(5)
    numbers = dice.standard_normal(size(learner, 4)) * 0.3
    numbers[0] = 4
    search, plain = (learner.searcher(network) for network in (Network(numbers, np.ones(learner.moments)), None))
    match, other_turns = gs.new("pioneer-rails", seats=seats, seed=7), 0
    while not match.over:
        seat = match.actors[0]
        if len(match.log) % 9 == 1 and len(match.numbers(seat)) > 1:
            parameters = parameters_for(match.game, LEARNED)
            found = [
                one.search(imagine(table, seat, random.Random(1)), Budget(iterations=4), parameters, random.Random(2))
                for one, table in ((search, match), (search, redealt(match, seat, 3)), (plain, match))
            ]
            assert found[0].actions == found[1].actions
            assert found[0].plan == found[1].plan
            assert sum(value.visits for value in found[0].actions) == 4
            assert all(0 <= value.value <= 1 for value in found[0].actions)
            other_turns += found[0].plan != found[2].plan
        bot("fireman", seat).act(match, seat)
    assert other_turns


@pytest.mark.parametrize("name", LEARNERS)
def test_what_is_shipped_agrees_with_its_card(name: str) -> None:
    """The features are those it was fitted to, and it won with every number of players that it is used for."""
    game, learned = gs.game(name), network_of(gs.game(name))
    text = game.learned()
    if text is None:
        assert learned is None
        return
    assert learned is not None
    assert len(text.encode()) < MOST_BYTES
    assert learned.features_hash == learner_of(name).fingerprint(), "features changed: goldenspike train learns anew"
    assert learned.card["rules"] == game.rules_version
    assert learned.card["rounds"][-1]["explained"] > learned.card["rounds"][-1]["explained_before"]
    assert learned.seats
    assert set(learned.seats) <= set(game.seats)
    assert all(match["wins"] for match in learned.card["seats"].values())
    assert learned.text() == text
    files = Path(gs.games.__file__).parent.rglob(f"learned/{name}.md")
    assert [file.read_text("utf-8") for file in files] == [network_card_text(learned.card, game.title)]


def changed(text: str, **values: Any) -> str:
    return json.dumps({**json.loads(text), **values})


def test_a_network_that_does_not_fit_is_refused_in_a_line() -> None:
    game, good = gs.game("pioneer-rails"), blank().text()
    assert read_network(good, game).text() == good
    short = replace(blank(), network=Network(blank().network.numbers, np.ones(3))).text()
    for text, why in (
        ("no json", "cannot be read"),
        (changed(good, format="other/2"), "has the format 'other/2'"),
        (changed(good, features=["points"]), "other features than the game has"),
        (changed(good, hidden=3), "rows of the wrong length"),
        (short, "spreads for other moments"),
    ):
        with pytest.raises(gs.GoldenSpikeError, match=why):
            read_network(text, game)
    with pytest.raises(gs.GoldenSpikeError, match="santa-fe asks no network"):
        read_network(good, gs.game("santa-fe"))
