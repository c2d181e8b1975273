"""Learning from games: what is played repeats itself, what is fitted knows more, only what wins is promoted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.bots.learned_value import blank_value, features_hash, read_value, value_of
from goldenspike.bots.levels import SearchBot
from goldenspike.cli import main
from goldenspike.drawing.intervals import wilson
from goldenspike.learning.fit import KNOTS, fit, knots_of, shares_of_knots
from goldenspike.learning.match_check import check_match, decided
from goldenspike.learning.model_card import card_text, probe
from goldenspike.learning.self_play import SelfPlay, play_games, played_games, positions_of

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")
LEARNERS = [name for name in gs.games.built_in() if gs.game(name).features]
MOST_BYTES = 1_000_000


def nothing(done: int) -> None:
    """Nobody looks at the progress."""


def test_a_toy_value_learned_in_seconds_is_better_than_chance(tmp_path: Path) -> None:
    """Few games of few walks: the value foresees others, and a search that asks it beats one that knows nothing."""
    game = gs.game("santa-fe")
    plan = SelfPlay(game.name, 2, 6, 5)
    fitted = fit(played_games(plan, 100, tmp_path / "games", cores=1, ray=None, progress=nothing))
    assert fitted.explained > 0.1
    assert fitted.log_loss < fitted.log_loss_before - 0.02
    blank = blank_value(game)
    files = {"toy": replace(blank, by_seats={2: fitted.weights}), "blank": blank}
    for name, value in files.items():
        (tmp_path / f"{name}.json").write_text(value.text(), "utf-8")
    toy, other = (f"file:{tmp_path / name}.json@24" for name in files)
    verdict = check_match(game, 2, toy, other, 40, 3, tmp_path / "match", cores=1, ray=None, progress=nothing)
    assert verdict.wins, verdict


def test_a_stopped_run_goes_on_and_makes_the_same_games(tmp_path: Path) -> None:
    plan = SelfPlay("santa-fe-rails", 2, 2, 9)
    seen: list[int] = []
    first = played_games(plan, 20, tmp_path, cores=1, ray=None, progress=seen.append)
    assert seen[-1] == 20
    more = played_games(plan, 36, tmp_path, cores=1, ray=None, progress=seen.append)
    assert seen[seen.index(20) + 1 :] == [20, 36]
    fresh = positions_of(plan, play_games(plan, range(36)))
    assert (more.features == fresh.features).all()
    assert (more.points == fresh.points).all()
    assert (more.features[: len(first)] == first.features).all()
    # Positions in the middle of a Round are among them, with pieces still to lay.
    to_lay = fresh.features[:, 0, gs.game(plan.game).features.index("plain pieces to lay in this Round")]
    assert 0.1 < (to_lay > 0).mean() < 0.9
    # The third player of a game for two has a row of their own, and may win.
    assert fresh.features.shape[1:] == (3, len(gs.game(plan.game).features))
    assert set(np.unique(fresh.won.sum(axis=1))) == {1.0}
    with pytest.raises(gs.GoldenSpikeError, match="results of another plan"):
        played_games(replace(plan, walks=3), 20, tmp_path, cores=1, ray=None, progress=nothing)


def test_a_fit_finds_the_weights_that_made_the_points(tmp_path: Path) -> None:
    """Points that follow from two features, more strongly towards the end: so say the weights."""
    data = positions_of(plan := SelfPlay("santa-fe", 3, 2, 4), play_games(plan, range(60)))
    left = data.features[:, :1, 0]
    near_end = 1 - left / left.max()
    made = 3 * data.features[:, :, 1] * near_end + 2 * data.features[:, :, 2]
    fitted = fit(replace(data, points=made))
    assert fitted.explained > 0.97
    money, table = fitted.weights.weights[:, 1], fitted.weights.weights[:, 2]
    assert money[0] > 2.5
    assert abs(money[-2]) < 1.5
    assert np.allclose(table[:-1], 2, atol=0.3)
    assert len(fitted.weights.knots) == KNOTS


def test_knots_rise_and_share_out_everything() -> None:
    for left in (np.zeros(10), np.arange(50.0), np.full(9, 7.0)):
        knots = knots_of(left)
        assert (np.diff(knots) > 0).all()
        shares = shares_of_knots(np.linspace(-5, 80, 40), knots)
        assert np.allclose(shares.sum(axis=1), 1)
        assert (shares >= 0).all()


def test_the_sequential_test_decides_what_it_should() -> None:
    assert decided(50, 100, 0.25) == 1
    assert decided(40, 200, 0.25) == -1
    assert decided(3, 8, 0.25) == 0
    assert decided(70, 100, 0.5) == 1
    low, _ = wilson(50, 100)
    assert low > 0.25


@pytest.mark.parametrize("name", LEARNERS)
def test_what_is_shipped_agrees_with_its_card(name: str) -> None:
    """The features are those it was fitted to, its figures can be found again, every number of players is there."""
    game = gs.game(name)
    text, value = game.learned(), value_of(game)
    assert text is not None
    assert value is not None
    assert len(text.encode()) < MOST_BYTES
    assert value.features_hash == features_hash(game), "features changed: goldenspike train makes a new value"
    assert value.card["rules"] == game.rules_version
    assert set(value.by_seats) == {int(seats) for seats in value.card["seats"]} <= set(game.seats)
    for seats, weights in value.by_seats.items():
        said = value.card["seats"][str(seats)]
        assert probe(game, seats, weights) == pytest.approx(said["probe"], abs=2e-3)
        assert said["explained"] > said["explained_before"]
        assert said["match"]["wins"]
        assert said["match"]["low"] > said["match"]["fair"]
    files = Path(gs.games.__file__).parent.rglob(f"learned/{name}.md")
    assert [file.read_text("utf-8") for file in files] == [card_text(value.card, game.title)]


def changed(text: str, **values: Any) -> str:
    return json.dumps({**json.loads(text), **values})


def test_a_value_that_does_not_fit_is_refused_in_a_line(tmp_path: Path) -> None:
    game = gs.game("santa-fe-rails")
    good = blank_value(game).text()
    assert read_value(good, game).features == game.features
    wrong_row = {"2": {"knots": [0, 1], "spreads": [1.0, 1.0], "weights": [[0.0], [0.0]]}}
    falling = json.loads(good)["seats"]
    falling["2"]["knots"] = [1, 0]
    for text, why in (
        ("no json", "cannot be read"),
        ("{}", "cannot be read"),
        (changed(good, format="other/2"), "has the format 'other/2'"),
        (changed(good, features=["money"]), "other features than the game has"),
        (changed(good, seats=wrong_row), "rows of the wrong length"),
        (changed(good, seats=falling), "knots that do not rise"),
        (changed(good, seats={}), "no weights"),
    ):
        with pytest.raises(gs.GoldenSpikeError, match=why):
            read_value(text, game)
        (tmp_path / "value.json").write_text(text, "utf-8")
    with pytest.raises(gs.GoldenSpikeError, match="no weights"):
        bot(f"file:{tmp_path}/value.json@20", 1, game.name)
    with pytest.raises(gs.GoldenSpikeError, match="cannot read"):
        bot(f"file:{tmp_path}/none.json@20", 1, game.name)
    (tmp_path / "good.json").write_text(good, "utf-8")
    player = bot(f"file:{tmp_path}/good.json@20/explore=0.3", 1, game.name)
    assert isinstance(player, SearchBot)
    assert (player.budget.iterations, player.own) == (20, {"explore": 0.3})
    assert player.specification({"narrow": 3}) == f"file:{tmp_path}/good.json@20/explore=0.3/narrow=3"


def test_the_command_says_what_it_does_and_refuses_what_it_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, why in (
        (["rail-pass"], "names no features to learn from"),
        (["santa-fe", "--games", "3"], "20 games or more"),
        (["santa-fe", "--seats", "two"], "numbers of players with commas"),
        (["santa-fe", "--seats", "9"], "is for 2 to 5 players"),
        (["santa-fe", "--teacher", str(tmp_path / "none.json")], "cannot read"),
    ):
        with pytest.raises(SystemExit):
            main(["train", *words])
        assert why in capsys.readouterr().err
    main(["train", "santa-fe", "--seats", "2", "--games", "20", "--walks", "2", "--from-scratch", "--check", "0",
          "--cores", "1", "--out", str(tmp_path)])  # fmt: skip
    said = " ".join(capsys.readouterr().out.split())
    assert "2 players: 20 games" in said
    value = read_value((tmp_path / "learned.json").read_text("utf-8"), gs.game("santa-fe"))
    assert value.card["command"] == "goldenspike train santa-fe --seats 2 --games 20 --walks 2 --from-scratch"
    assert value.card["seats"]["2"]["games"] == 20


def test_a_value_of_other_features_is_made_anew_from_scratch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there cannot be read any more: only a run that does not need it may begin."""
    game = gs.game("santa-fe")
    old = changed(blank_value(game).text(), features=["money"])
    monkeypatch.setattr(type(game), "learned", lambda self: old)
    value_of.cache_clear()
    words = ["train", "santa-fe", "--seats", "2", "--games", "20", "--walks", "2", "--check", "0", "--cores", "1"]
    try:
        with pytest.raises(SystemExit):
            main([*words, "--out", str(tmp_path)])
        assert "fitted to other features" in capsys.readouterr().err
        main([*words, "--from-scratch", "--out", str(tmp_path)])
    finally:
        value_of.cache_clear()
    assert read_value((tmp_path / "learned.json").read_text("utf-8"), game).by_seats.keys() == {2}
