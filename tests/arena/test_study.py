"""Studies: a page of figures for one setting or two, from a command, and one clear line for bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena.run.play_game import GameRunner
from goldenspike.arena.study.findings import finding
from goldenspike.arena.study.one_game import Forks, one_game, watch
from goldenspike.arena.study.played import Figures
from goldenspike.arena.study.report import study_page
from goldenspike.arena.study.study import questions, study
from goldenspike.arena.tournament.schedule import make_plan
from goldenspike.cli import main
from goldenspike.engine.study import Question
from goldenspike.games.santa_fe.rules.scoring import connections
from goldenspike.games.santa_fe.rules.state import DRAW_DOUBLE, RAILS
from tests.test_cli import refused

SANTA_FE = pytest.mark.xdist_group("santa_fe_compiled")
PIONEER = pytest.mark.xdist_group("pioneer_rails_compiled")


def ignore(done: int) -> None:
    pass


def fireman_games(
    name: str, games: int, seats: int, question: Question | None = None, progress: Callable[[int], None] = ignore,
    cores: int = 1,
) -> Figures:  # fmt: skip
    asked = question or questions(name, {})[0]
    return study(
        name, asked, games=games, seats=seats, word="fireman", seed=3, seconds=60, progress=progress, cores=cores
    )


@SANTA_FE
def test_an_option_side_by_side(tmp_path: Path) -> None:
    words = ["study", "santa-fe-rails", "--games", "8", "--seats", "3", "--versus", "terrain=true"]
    main([*words, "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("<svg") == 7, "course, seats, luck, points, parts, two maps"
    for word in (
        "How a game runs",
        "What there is to decide",
        "Luck and skill",
        "pieces of Union Pacific",
        "as it is",
        "terrain=true",
        "deadlock",
        "cities",
        "city ",
        "Double",
        "seat C",
        "came over it (wide: completed",
    ):
        assert word in page


@SANTA_FE
def test_the_figures_add_up() -> None:
    found = fireman_games("santa-fe-rails", 5, 4)
    assert found.games == len(found.points) == sum(found.reasons.values()) == 5
    assert sum(sum(game) for game in found.won) == pytest.approx(5)
    assert 4 * sum(map(sum, found.items().values())) == sum(found.seat_points())
    places = dict.fromkeys(("city", "line"), 0.0)
    for mark, worth in zip(found.watch.marks, found.worth, strict=True):
        places[mark.kind] += 5 * worth
    assert places["city"] == pytest.approx(4 * sum(found.items()["cities"]))
    assert 0 < places["line"] <= places["city"]
    assert any(found.brought.values())
    assert all(len(gains) <= found.plays[card] for card, gains in found.brought.items())


@SANTA_FE
def test_as_many_cores_as_you_like_play_the_same_games() -> None:
    progress: list[int] = []
    one, two = (
        fireman_games("santa-fe-rails", 4, 3),
        fireman_games("santa-fe-rails", 4, 3, cores=2, progress=progress.append),
    )
    assert one.played == two.played
    assert progress == [1, 2, 3, 4]


@SANTA_FE
@pytest.mark.parametrize("name", ["santa-fe-rails", "santa-fe"])
def test_every_connection_came_over_a_line_or_was_there_at_the_start(name: str) -> None:
    """The points of all lines and of the home bases are the points of all cities (SFR-CONN-01)."""
    runner = GameRunner(make_plan(name, bots=[], lineup=["fireman"] * 3, games=1))
    for seed in range(4):
        played, b = one_game(runner, seed, "fireman"), runner.setting.b
        s = runner.game.state.from_bytes(runner.states[0].tobytes())
        cities = len(runner.setting.board.cities)
        homes = [b.home[rail] for rail in range(RAILS) if s.city_rails[b.home[rail]] >> rail & 1]
        starting = sum(played.worth[city] / connections(s, city) for city in homes)
        assert sum(played.worth[cities:]) + starting == pytest.approx(sum(played.worth[:cities]))
        full = sum(played.used[cities:])
        assert sum(worth > 0 for worth in played.worth[cities:]) <= full


@SANTA_FE
def test_a_special_card_is_weighed_against_the_best_choice_without_it() -> None:
    """The position stays where it was, and taking what promises most anyway brings nothing."""
    (question,) = questions("santa-fe-rails", {})
    plan = make_plan("santa-fe-rails", bots=[], lineup=["fireman"] * 3, games=1, options=question.options)
    runner = GameRunner(plan)
    watched = watch(runner.setting)
    forks = Forks(runner, watched)
    runner.fast.start_at(runner.states, 0, runner.boards, 0, 3, 5, 0)
    before = runner.states[0].tobytes()
    ordinary = forks.ordinary(0)
    assert ordinary is not None
    assert not watched.special_card(ordinary)
    assert forks.gain(0, ordinary) == 0.0
    assert forks.gain(0, DRAW_DOUBLE) is not None
    assert runner.states[0].tobytes() == before


@SANTA_FE
def test_another_board_shows_what_it_changed(tmp_path: Path) -> None:
    """A designer makes Denver worth less: its cards bring less, on the same deals."""
    source = json.loads(json.dumps(gs.game("santa-fe-rails").board(None).source))
    city = next(city for city in source["cities"] if city["name"] == "Denver")
    city["value"] -= 1
    source["id"], source["kind"] = "poor-denver", "fan"
    file = tmp_path / "board.json"
    file.write_text(json.dumps(source))
    one, two = (
        fireman_games("santa-fe-rails", 12, 3, question)
        for question in questions("santa-fe-rails", {}, board=str(file))
    )
    place = next(k for k, mark in enumerate(one.watch.marks) if mark.name == "Denver")
    assert two.worth[place] < one.worth[place]
    assert "poor-denver" in study_page("santa-fe-rails", [finding(one), finding(two)], "fireman")


# ---------------------------------------------------------------- Pioneer Rails
@PIONEER
def test_a_sheet_of_pioneer_rails(tmp_path: Path) -> None:
    main(["study", "pioneer-rails", "--games", "3", "--seats", "2", "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text("utf-8")
    for word in ("saloon", "points per sheet", "reached", "points it brought", "drawn, share of sheets"):
        assert word in page
    assert page.count("<svg") == 6


MADE_BY = {
    "mine": ("gold nuggets",),
    "bank": ("banks",),
    "fort": ("forts",),
    "cattle": ("ranches",),
    "jail bandit": ("jails", "escaped bandits"),
    "yard town": ("rail yards", "towns"),
}


@PIONEER
@pytest.mark.parametrize(("board", "seats"), [("desert-b", 3), ("forest-a", 1), ("forest-b", 2)])
@pytest.mark.parametrize("owners", [False, True])
def test_places_are_worth_what_the_sheets_say(board: str, seats: int, owners: bool) -> None:
    """Every item belongs to its places; one Town symbol is given, and hands need no Saloon (PR-SCORE-01)."""
    options = gs.game("pioneer-rails").read_options({"owners": owners})
    found = fireman_games("pioneer-rails", 4, seats, Question("", options, board))
    worth: dict[str, float] = {}
    for mark, points in zip(found.watch.marks, found.worth, strict=True):
        what = mark.name.split()[0] if mark.kind == "feature" else mark.kind
        worth[what] = worth.get(what, 0.0) + points
    items = {name: sum(points) / found.games for name, points in found.items().items()}
    for places, names in MADE_BY.items():
        given = 1 if "towns" in names else 0
        made = sum(worth.get(place, 0.0) for place in places.split())
        assert made == pytest.approx(sum(items.get(name, 0) for name in names) - given * any(n in items for n in names))
    assert 0 < worth["saloon"] < items["poker hands"]
    assert worth["track"] == 0


@PIONEER
def test_goals_bring_what_the_sheets_say() -> None:
    found = fireman_games("pioneer-rails", 4, 3)
    assert all(len(game.goals) == 9 for game in found.played)
    brought = sum(goal.points for game in found.played for goal in game.goals)
    assert brought == pytest.approx(3 * sum(found.items()["goals"]))
    assert all(goal.reached == (goal.points > 0) for game in found.played for goal in game.goals)


BAD_INPUT = {
    "--versus terrain": "--versus takes OPTION=VALUE",
    "--sweep values.hand": "--sweep takes OPTION=FIRST..LAST",
    "--sweep values.hand=4": "--sweep takes OPTION=FIRST..LAST",
    "--sweep values.hand=6..2": "--sweep takes OPTION=FIRST..LAST",
    "--sweep values.hand=1..99": "at most 12 versions",
    "--sweep values.hand=4..9": "a whole number from 2 to 5",
    "--sweep weather=rain,snow": "no option 'weather'",
    "--versus values.hand=4": "nothing to compare",
    "--alone": "--alone goes with a --board",
    "--skill 3": "a number of iterations from 32",
    "--versus terrain=false": "nothing to compare",
    "--versus weather=rain": "no option 'weather'",
    "--board rails-to-the-pacific": "nothing to compare",
    "--versus board=rails-to-the-pacific": "nothing to compare",
    "--cores -1": "a number of processes",
    "--seats 9": "is for 2 to",
    "--bot hal": "there is no bot 'hal'",
    "--seconds 0": "a time above zero",
}


@pytest.mark.parametrize("words", BAD_INPUT)
def test_bad_input_is_one_line(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert BAD_INPUT[words] in refused(capsys, "study", "santa-fe-rails", "--out", str(tmp_path), *words.split())
