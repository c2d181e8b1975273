"""Tuning: mirrored parameters in every seat of every deal, a planted effect that is found, a check match."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.arena.run.play_game import GameRunner
from goldenspike.arena.run.processes import run
from goldenspike.arena.run.results import Results
from goldenspike.arena.tune.tune import Tuning, check_plan, checked, findings, make_tuning, searcher, trials
from goldenspike.bots.search import LIMITS
from goldenspike.cli import main
from goldenspike.drawing.intervals import wilson
from tests.test_cli import refused

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")

BOT = "superintendent@4/explore=0.15/horizon=12"  # whatever is found best for the game


def ignore(done: int) -> None:
    pass


def tuning(
    games: int = 240, seats: int = 3, seed: int = 1, parameters: tuple[str, ...] = ("explore", "horizon")
) -> Tuning:
    return make_tuning("santa-fe-rails", BOT, parameters=parameters, games=games, seats=seats, board="mini", seed=seed)


def planted(plan: Tuning, numbers: range, effect: float = 40.0) -> list[dict[str, Any]]:
    """Rows in which two thirds of the usual exploration win most, and the horizon only costs time."""
    rows = []
    for number in numbers:
        fixture, seat = plan.fixture(number), number % plan.seats
        parameters = searcher(fixture.bots[seat], plan.game).own
        explore, horizon = (
            math.log(parameters[name] / usual) for name, usual in zip(plan.parameters, plan.usual, strict=True)
        )
        dice = random.Random(fixture.seed)
        luck = [dice.gauss(0, 20) for _ in range(plan.seats)]  # of the deal: the same for both sides
        points = [round(100 + luck[one] + random.Random(f"{number} {one}").gauss(0, 2)) for one in range(plan.seats)]
        points[seat] += round(effect * (math.log(1.5) ** 2 - (explore + math.log(1.5)) ** 2))
        best = max(points)
        won = [float(value == best) / points.count(best) for value in points]
        seconds = [math.exp(0.5 * horizon) if one == seat else 1.0 for one in range(plan.seats)]
        rows.append(
            {"number": number, "seed": fixture.seed, "bots": list(fixture.bots), "points": points, "won": won,
             "reason": "supply", "decisions": [9] * plan.seats, "seconds": seconds, "longest": seconds}
        )  # fmt: skip
    return rows


def test_one_seat_is_off_in_turn_and_every_game_is_mirrored() -> None:
    plan = tuning()
    games = [plan.fixture(number) for number in range(12)]
    assert [game.seed for game in games] == [games[0].seed] * 6 + [games[6].seed] * 6
    assert games[0].seed != games[6].seed
    for number, game in enumerate(games):
        assert [seat for seat, word in enumerate(game.bots) if word != plan.spec] == [number % 3]
    parameters = [searcher(game.bots[number % 3], plan.game).own for number, game in enumerate(games)]
    assert len({one["explore"] for one in parameters}) == 12
    for number in (0, 1, 2, 6, 7, 8):
        one, other = parameters[number], parameters[number + 3]
        assert math.log(one["explore"] / 0.15) == pytest.approx(-math.log(other["explore"] / 0.15), abs=0.02)
        assert math.log(one["horizon"] / 12) == pytest.approx(-math.log(other["horizon"] / 12), abs=0.12)
        assert isinstance(one["horizon"], int)


def test_dials_follow_from_the_number_of_the_game_and_keep_their_limits() -> None:
    plan = tuning(parameters=())
    assert plan.parameters == ("explore", "horizon", "scale", "random_one_in", "narrow")
    fixtures = [plan.fixture(number) for number in range(plan.games)]
    assert [tuning(games=1000, parameters=()).fixture(number) for number in reversed(range(plan.games))] == fixtures[
        ::-1
    ]
    assert tuning(seed=2, parameters=()).fixture(0).bots != fixtures[0].bots
    for number in range(0, plan.games, 3):
        for name, value in searcher(fixtures[number].bots[0], plan.game).own.items():
            usual = dict(zip(plan.parameters, plan.usual, strict=True))[name]
            assert max(LIMITS[name][0], 0.49 * usual) <= value <= min(LIMITS[name][1], 2.01 * usual)
    wide = make_tuning("santa-fe-rails", "superintendent@4/narrow=200", parameters=["narrow"], games=40, board="mini")
    assert {wide.off(deal, 0, mirrored=side)["narrow"] for deal in range(40) for side in (False, True)} >= {256}


def test_a_bot_that_carries_dials_is_tuned_around_them() -> None:
    plan = make_tuning(
        "santa-fe", "superintendent@4/horizon=30/random_one_in=3", parameters=["horizon"], games=40, seats=2
    )
    assert plan.usual == (30,)
    parameters = searcher(plan.fixture(0).bots[0], plan.game).own
    assert parameters["random_one_in"] == 3
    assert 15 <= parameters["horizon"] <= 60
    assert make_tuning("santa-fe", "superintendent", parameters=[], games=200, seats=2).spec == "superintendent@750ms"
    assert make_tuning("pioneer-rails", "superintendent@4", parameters=[], games=200).parameters == (
        "horizon",
        "narrow",
    )


def test_dials_that_are_not_off_make_one_game_of_all_rotations() -> None:
    """So what the usual parameters win needs no games: that is what the curves go through."""
    plan = tuning(seats=2)
    runner = GameRunner(plan)
    first, second = plan.fixture(0), plan.fixture(1)
    same = "superintendent@4/horizon=12/explore=0.150"
    one, other = (same, BOT), (BOT, same)
    assert runner.play(replace(first, bots=one))["points"] == runner.play(replace(second, bots=other))["points"]


def test_a_tuning_is_taken_up_again(tmp_path: Path) -> None:
    plan = tuning(games=16, seats=2, parameters=("explore",))
    whole = Results(tmp_path / "whole", plan)
    run(plan, whole, cores=1, progress=ignore)
    run(replace(plan, games=5), Results(tmp_path / "parts", plan), cores=1, progress=ignore)
    rest = Results(tmp_path / "parts", plan)
    assert len(rest.rows) == 5
    run(plan, rest, cores=1, progress=ignore)
    keys = ("number", "seed", "bots", "points", "won")
    assert [[row[key] for key in keys] for row in rest.sorted()] == [
        [row[key] for key in keys] for row in whole.sorted()
    ]
    with pytest.raises(gs.BadFile, match="results of another plan"):
        Results(tmp_path / "parts", tuning(games=16, seats=2, parameters=("horizon",)))


def test_a_planted_effect_is_found() -> None:
    plan = tuning(games=600)
    found = findings(plan, planted(plan, range(600)))
    explore, horizon = found.advice()
    assert explore.best == pytest.approx(0.1, abs=0.01)
    assert explore.certain
    assert explore.low <= 0.1 <= explore.high < 0.15
    assert not horizon.certain
    assert horizon.low <= 12 <= horizon.high
    assert found.suggested() == {"explore": explore.best}
    gain, doubt = found.ahead.at(0, -math.log(1.5))
    assert gain == pytest.approx(40 * math.log(1.5) ** 2, abs=3)
    assert 0 < doubt < 3
    share, doubt = found.won.at(0, math.log(2))
    assert share + doubt < 0
    value, doubt = found.ahead.at(1, math.log(1.5))
    assert abs(value) < 2 * doubt
    assert math.exp(found.time.at(1, math.log(1.5))[0]) == pytest.approx(1.5**0.5, abs=0.01)


def test_luck_of_deal_and_seat_drops_out_of_the_slope() -> None:
    """A seat's points differ by twenty from deal to deal: without pairs that would leave a doubt of more than three."""
    plan = tuning()
    found = findings(plan, planted(plan, range(240)))
    up, down = (found.ahead.along(0, [off])[0] for off in (math.log(1.5), -math.log(1.5)))
    slope = (up - down) / 2
    assert slope @ found.ahead.found == pytest.approx(-40 * 2 * math.log(1.5) ** 2, abs=1)
    assert 1.96 * math.sqrt(slope @ found.ahead.doubt @ slope) < 1


def test_a_deal_that_is_not_finished_is_left_out() -> None:
    plan = tuning()
    rows = planted(plan, range(120))
    assert len(trials(plan, rows)) == 120
    assert trials(plan, rows[:-1]) == trials(plan, rows)[:-6]


def test_a_check_match_is_fair_and_on_other_deals() -> None:
    plan = tuning()
    match = check_plan(plan, {"explore": 0.1}, 6)
    word = "superintendent@4/explore=0.1/horizon=12"
    games = [match.fixture(number) for number in range(6)]
    assert [game.bots.index(word) for game in games] == [0, 1, 2] * 2
    assert not {game.seed for game in games} & {plan.fixture(number).seed for number in range(plan.games)}

    def row(number: int, place: int) -> dict[str, Any]:
        game = games[number]
        seat = game.bots.index(word)
        points = [50, 50, 50]
        points[(seat + place) % 3] = 80
        won = [float(value == 80) for value in points]
        return {"number": number, "seed": game.seed, "bots": list(game.bots), "points": points, "won": won,
                "decisions": [5, 5, 5], "seconds": [2.0 if one == seat else 1.0 for one in range(3)]}  # fmt: skip

    check = checked(match, [row(0, 0), row(1, 0), row(2, 1), row(3, 0), row(4, 1), row(5, 2)])
    assert (check.games, check.fair, check.time) == (6, pytest.approx(1 / 3), pytest.approx(2))
    assert check.won == pytest.approx((0.5, *wilson(3, 6)))
    assert check.ahead[0] == pytest.approx((3 * 30 - 3 * 15) / 6)


def kept(folder: Path, effect: float) -> list[str]:
    """Games of a tuning that are in their folder already, and the command that takes them up."""
    plan = tuning()
    results = Results(folder, plan)
    for row in planted(plan, range(plan.games), effect):
        results.add(row)
    results.close()
    return ["tune", "santa-fe-rails", "--bot", BOT, "--parameters", "explore,horizon", "--seats", "3", "--board",
            "mini", "--games", str(plan.games), "--cores", "1", "--out", str(folder)]  # fmt: skip


def test_the_command_reports_suggests_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The games of the tuning are there already, with their planted effect; those of the check match are played."""
    words = kept(tmp_path, 40.0)
    main([*words, "--verify", "6"])
    progress = capsys.readouterr().out
    suggested = next(line for line in progress.splitlines() if line.startswith("suggested: ")).removeprefix(
        "suggested: "
    )
    parameters = searcher(suggested, "santa-fe-rails").own
    assert parameters["explore"] == pytest.approx(0.1, abs=0.02)
    assert parameters["horizon"] == 12
    assert f"{suggested} won " in progress
    assert "of 6 games against the usual parameters, a fair share is 33.3 %" in progress
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("<svg") == 5  # two for each parameter, and the check match
    assert suggested in page
    main(words)
    assert (tmp_path / "report.html").read_text("utf-8").count("<svg") == 4


def test_where_nothing_is_certain_nothing_is_suggested(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*kept(tmp_path, 0.0), "--verify", "6"])
    progress = capsys.readouterr().out
    assert "no parameter is certain to be better elsewhere" in progress
    assert "suggested" not in progress
    assert not any(room.is_dir() for room in tmp_path.iterdir())


def test_the_command_plays(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "tune",
        "santa-fe",
        "--bot",
        "superintendent@2",
        "--parameters",
        "random_one_in",
        "--seats",
        "2",
        "--board",
        "mini",
    ]
    main([*words, "--games", "16", "--cores", "1"])
    assert "random_one_in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["santa-fe", "--bot", "fireman"], "fireman has no parameters"),
        (["santa-fe", "--bot", "hal"], "there is no bot 'hal'"),
        (["santa-fe", "--parameters", "colour"], "the parameters to tune in Santa Fe are explore, horizon"),
        (["santa-fe", "--parameters", "foresee"], "not 'foresee'"),
        (["pioneer-rails", "--parameters", "explore"], "are horizon, narrow"),
        (["pioneer-rails", "--bot", "engineer@10", "--parameters", "horizon"], "horizon is 0 for engineer"),
        (["pioneer-rails", "--seats", "1"], "two seats or more"),
        (["santa-fe", "--seats", "9"], "is for 2 to"),
        (["santa-fe", "--games", "20"], "so many parameters and seats take 160 games or more; not 20"),
        (["santa-fe", "--games", "0"], "a number of games from 1"),
        (["santa-fe", "--verify", "3"], "a check match takes 8 games or more"),
        (["santa-fe", "--verify", "-1"], "a check match takes 8 games or more"),
        (["santa-fe", "--cores", "-1"], "a number of processes"),
        (["santa-fe", "--options", "speed"], "options are written"),
        (["rail-pass"], "rail-pass-team"),
    ],
)
def test_bad_input_is_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line in refused(capsys, "tune", *words)
