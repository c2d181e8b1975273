"""A study finds what was planted in a real game, and nothing where nothing was."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.arena.run.play_game import GameRunner
from goldenspike.arena.study.findings import Findings, dead_places, finding, verdicts
from goldenspike.arena.study.journal import FILE
from goldenspike.arena.study.one_game import one_game, watch
from goldenspike.arena.study.played import Figures, Played
from goldenspike.arena.study.verdicts import ALIKE, CHANGED, WARNING
from goldenspike.arena.tournament.schedule import make_plan
from goldenspike.cli import main
from goldenspike.games.santa_fe.rules.state import DRAW_DOUBLE

MILK = pytest.mark.xdist_group("milk_run_compiled")
SANTA_FE = pytest.mark.xdist_group("santa_fe_compiled")


class PlantedRules:
    """Compiled rules with something added: what is not named here is as it always is."""

    def __init__(self, fast: Any, **own: Callable[..., Any]) -> None:
        self.fast = fast
        self.__dict__.update(own)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.fast, name)


def runner_for(name: str, seats: int, board: Any = None, options: dict[str, object] | None = None) -> GameRunner:
    return GameRunner(make_plan(name, bots=[], lineup=["fireman"] * seats, games=1, board=board, options=options))


def rich_seat(runner: GameRunner, field: str, more: int) -> GameRunner:
    """The first seat starts with so much more."""
    real = runner.fast

    def start_at(states: Any, i: int, *rest: Any) -> None:
        real.start_at(states, i, *rest)
        states[field][i][0] += more

    runner.fast = PlantedRules(real, start_at=start_at)  # type: ignore[assignment]
    return runner


def rich_card(runner: GameRunner, card: int, more: int) -> GameRunner:
    """Whoever takes this card is given so many dollars."""
    real = runner.fast

    def apply_at(states: Any, i: int, boards: Any, k: int, seat: int, action: int) -> int:
        waiting = int(real.apply_at(states, i, boards, k, seat, action))
        if action == card:
            states["money"][i][seat] += more
        return waiting

    runner.fast = PlantedRules(real, apply_at=apply_at)  # type: ignore[assignment]
    return runner


def played(runner: GameRunner, games: int, label: str = "as it is", first: int = 0) -> Findings:
    found = [one_game(runner, 1000 + first + number, "fireman") for number in range(games)]
    return finding(Figures(label, runner.setting, watch(runner.setting), found))


def tones(found: list[Findings], label: str) -> dict[str, str]:
    return {one.key: one.tone for one in verdicts(found) if one.version == label}


def shuffled(found: Findings, seed: int = 3) -> Findings:
    """The same games with their seats in any order."""
    dice, games = Random(seed), []
    for game in found.figures.played:
        order = list(range(len(game.points)))
        dice.shuffle(order)
        data = game.data()
        data["points"], data["won"] = ([game_of[k] for k in order] for game_of in (game.points, game.won))
        data["course"] = [[points[k] for k in order] for points in game.course]
        games.append(Played.from_data(data))
    return finding(Figures("as it is", found.figures.setting, found.figures.watch, games))


# ---------------------------------------------------------------- a seat
@MILK
def test_a_seat_that_starts_with_ten_more_is_found() -> None:
    found = played(rich_seat(runner_for("milk-run", 3), "milk", 10), 50)
    said = next(one for one in verdicts([found]) if one.key == "seats")
    assert said.tone == WARNING
    assert re.match(r"Seat A has an advantage: \d+\.\d points more than the others", said.text)
    control = next(one for one in verdicts([shuffled(found)]) if one.key == "seats")
    assert control.tone == ALIKE
    assert control.text.startswith("No seat is favoured")


@SANTA_FE
def test_ten_dollars_more_for_a_seat_are_found() -> None:
    found = played(rich_seat(runner_for("santa-fe-rails", 3), "money", 10), 200)
    assert tones([found], "as it is")["seats"] == WARNING
    assert found.balance.points[0] > 5
    assert tones([shuffled(found)], "as it is")["seats"] == ALIKE


# ---------------------------------------------------------------- versions
@MILK
def test_a_value_changed_is_found_and_the_same_value_again_is_not() -> None:
    base = played(runner_for("milk-run", 3), 60)
    other = played(runner_for("milk-run", 3, options={"values.hand": 8}), 60, "values.hand=8")
    same = played(runner_for("milk-run", 3), 60, "again", first=60)
    assert CHANGED in tones([base, other], "values.hand=8").values()
    assert tones([base, other], "values.hand=8")["rounds"] == CHANGED
    assert not {CHANGED, WARNING} & set(tones([base, same], "again").values())


# ---------------------------------------------------------------- a card
@SANTA_FE
def test_a_card_that_wins_is_found() -> None:
    plain = played(runner_for("santa-fe-rails", 3), 60)
    found = played(rich_card(runner_for("santa-fe-rails", 3), DRAW_DOUBLE, 40), 40, "rich Double")
    assert tones([plain, found], "rich Double")["card Double"] in (WARNING, CHANGED)
    told = [one.text for one in verdicts([plain, found]) if one.key == "card Double" and one.version == "rich Double"]
    assert any("points more than with “as it is”" in text for text in told)
    assert "card Double" not in tones([plain], "as it is")
    half = len(plain.figures.played) // 2
    sides = [
        finding(Figures(label, plain.figures.setting, plain.figures.watch, games))
        for label, games in (("as it is", plain.figures.played[:half]), ("other half", plain.figures.played[half:]))
    ]
    assert not any(key.startswith("card") for key in tones(sides, "other half")), "nothing was planted between halves"


# ---------------------------------------------------------------- a corner of the board
def lonely_eureka() -> dict[str, Any]:
    """One single line of eight spaces joins Eureka, and its arrow lets nobody in."""
    source = json.loads(json.dumps(gs.game("santa-fe-rails").board(None).source))
    there = [line for line in source["lines"] if "EUR" in (line["a"], line["b"])]
    there[0] |= {"segments": ["."] * 8, "one_way": "a>b" if there[0]["a"] == "EUR" else "b>a"}
    source["lines"] = [line for line in source["lines"] if line not in there[1:]]
    return {**source, "id": "lonely-eureka", "kind": "fan"}


@SANTA_FE
def test_a_dead_corner_of_the_board_is_found() -> None:
    base = played(runner_for("santa-fe-rails", 2), 40)
    found = played(runner_for("santa-fe-rails", 2, lonely_eureka()), 40, "lonely")
    assert "Eureka" not in dead_places(base.figures)
    assert "Eureka" in dead_places(found.figures)
    said = next(one for one in verdicts([base, found]) if one.key == "places" and one.version == "lonely")
    assert said.tone == WARNING
    assert "Eureka" in said.text
    again = played(runner_for("santa-fe-rails", 2), 40, "again", first=40)
    assert tones([base, again], "again")["places"] == ALIKE
    few = finding(Figures("few", base.figures.setting, base.figures.watch, base.figures.played[:10]))
    assert "places" not in tones([few], "few"), "ten games tell nothing about a place that nobody used"


# ---------------------------------------------------------------- the command
def study(folder: Path, *words: str) -> None:
    main(["study", "milk-run", "--seats", "3", "--cores", "1", "--out", str(folder), *words])


def lines(folder: Path) -> list[str]:
    return (folder / FILE).read_text("utf-8").splitlines()


@MILK
def test_a_stopped_study_goes_on(tmp_path: Path) -> None:
    """What was played is not played again, and a study in one go finds the same."""
    study(tmp_path / "parts", "--games", "8")
    before = lines(tmp_path / "parts")
    study(tmp_path / "parts", "--games", "16")
    after = lines(tmp_path / "parts")
    assert after[: len(before)] == before
    study(tmp_path / "parts", "--games", "16")
    assert lines(tmp_path / "parts") == after
    study(tmp_path / "once", "--games", "16")
    for name in ("games.csv", "figures.csv", "figures.json"):
        assert (tmp_path / "parts" / name).read_text() == (tmp_path / "once" / name).read_text()


@MILK
def test_figures_for_other_programs(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    study(tmp_path, "--games", "6", "--versus", "values.hand=6", "--versus", "farms=first_only")
    data = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    labels = ["as it is", "values.hand=6", "farms=first_only"]
    assert list(data["versions"]) == labels
    assert data["versions"]["as it is"]["luck"]["deals"] == 2
    assert sum(data["versions"]["as it is"]["seats"]["share of wins"].values()) == pytest.approx(1.0)
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 18
    table = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert [float(row["points_1"]) for row in rows] == [row["points_1"] for row in table]
    figure = next(row for row in data["figures"] if row["figure"] == "rounds" and row["version"] == "as it is")
    own = [float(row["rounds"]) for row in rows if row["version"] == "as it is"]
    assert figure["mean"] == pytest.approx(sum(own) / 6)
    assert {row["figure"] for row in pq.read_table(tmp_path / "figures.parquet").to_pylist()} >= {"decided", "minutes"}
    page = (tmp_path / "report.html").read_text("utf-8")
    assert all(f"<h3>{label}</h3>" in page for label in labels)


@MILK
def test_a_sweep_in_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study(tmp_path, "--games", "6", "--sweep", "values.hand=3..5")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<h2>Along values.hand</h2>" in page
    assert "values.hand=4 (as it is): 6 games" in capsys.readouterr().out
    along = page[page.index("<h2>Along") :].split("</svg>")[0]
    assert [along.index(f">{name}</text>") for name in "345"] == sorted(
        along.index(f">{name}</text>") for name in "345"
    )


@MILK
def test_skill_is_asked_at_three_levels(tmp_path: Path) -> None:
    study(tmp_path, "--games", "4", "--skill", "32", "--seconds", "2")
    skill = json.loads((tmp_path / "figures.json").read_text("utf-8"))["versions"]["as it is"]["skill"]
    assert [step["iterations"] for step in skill] == [2, 8, 32]
    assert all(step["ahead"]["deals"] >= 1 for step in skill)
    assert "32 against 16" in (tmp_path / "report.html").read_text("utf-8")


# ---------------------------------------------------------------- how often it is wrong
@MILK
@pytest.mark.long
def test_shuffled_seats_are_hardly_ever_called_unfair() -> None:
    """A seat is called favoured from p = 0.01 on: of 100 shuffled controls that happens to a few at most."""
    found = played(rich_seat(runner_for("milk-run", 3), "milk", 10), 200)
    alarms = [tones([shuffled(found, seed)], "as it is")["seats"] == WARNING for seed in range(100)]
    assert sum(alarms) <= 5


@SANTA_FE
@pytest.mark.long
@pytest.mark.parametrize("more", [4, 6, 10])
def test_smaller_gifts_are_found_with_more_games(more: int) -> None:
    found = played(rich_seat(runner_for("santa-fe-rails", 4), "money", more), 1500)
    assert tones([found], "as it is")["seats"] == WARNING
    assert max(range(4), key=found.balance.points.__getitem__) == 0
    assert tones([shuffled(found)], "as it is")["seats"] == ALIKE
    assert tones([played(runner_for("santa-fe-rails", 4), 1500)], "as it is")["seats"] == ALIKE
