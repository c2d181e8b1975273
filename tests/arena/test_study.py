"""Studies: a page of figures for one setting or two, from a command, and one clear line for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.arena.plan import make_plan
from goldenspike.arena.play import Hall
from goldenspike.arena.study import Figures, Forks, questions, study
from goldenspike.arena.study_report import study_page
from goldenspike.arena.usage import watch
from goldenspike.cli import main
from goldenspike.games.santa_fe.state import DRAW_DOUBLE

SANTA_FE = pytest.mark.xdist_group("santa_fe_compiled")
PIONEER = pytest.mark.xdist_group("pioneer_rails_compiled")


def ignore(done: int) -> None:
    pass


@SANTA_FE
def test_an_option_side_by_side(tmp_path: Path) -> None:
    words = ["study", "santa-fe-rails", "--games", "8", "--seats", "3", "--versus", "terrain=true"]
    main([*words, "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("<svg") == 3
    for word in ("as it is", "terrain=true", "deadlock", "cities", "city ", "Double", "seat C"):
        assert word in page


@SANTA_FE
def test_the_figures_add_up() -> None:
    (question,) = questions("santa-fe-rails", {}, None, None)
    found = study("santa-fe-rails", question, games=5, seats=4, word="fireman", seed=3, seconds=60, told=ignore)
    assert found.games == len(found.points) == sum(found.reasons.values()) == 5
    assert sum(sum(game) for game in found.won) == pytest.approx(5)
    assert sum(map(sum, found.items.values())) == sum(found.seat_points())
    assert sum(found.worth) == sum(found.items["cities"])
    again = study("santa-fe-rails", question, games=5, seats=4, word="fireman", seed=3, seconds=60, told=ignore)
    assert (again.points, again.used, again.brought) == (found.points, found.used, found.brought)
    assert any(found.brought.values())
    assert all(len(gains) <= found.plays[card] for card, gains in found.brought.items())


@SANTA_FE
def test_a_special_card_is_weighed_against_the_best_choice_without_it() -> None:
    """The position stays where it was, and taking what promises most anyway brings nothing."""
    (question,) = questions("santa-fe-rails", {}, None, None)
    plan = make_plan("santa-fe-rails", bots=[], lineup=["fireman"] * 3, games=1, options=question.options)
    hall = Hall(plan)
    found = Figures("", hall.setting, watch(hall.setting))
    forks = Forks(hall, found)
    hall.fast.start_at(hall.states, 0, hall.boards, 0, hall.options, 3, 5, 0)
    before = hall.states[0].tobytes()
    ordinary = forks.ordinary(0)
    assert ordinary is not None
    assert not found.watch.play_of(ordinary)
    forks.look(0, ordinary, "nothing")
    forks.look(0, DRAW_DOUBLE, "Double")
    assert found.brought["nothing"] == [0.0]
    assert len(found.brought["Double"]) == 1
    assert hall.states[0].tobytes() == before


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
        study("santa-fe-rails", question, games=12, seats=3, word="fireman", seed=1, seconds=60, told=ignore)
        for question in questions("santa-fe-rails", {}, None, str(file))
    )
    place = next(k for k, mark in enumerate(one.watch.marks) if mark.name == "Denver")
    assert two.worth[place] < one.worth[place]
    assert "poor-denver" in study_page("santa-fe-rails", [one, two], "fireman")


@PIONEER
def test_a_sheet_of_pioneer_rails(tmp_path: Path) -> None:
    main(["study", "pioneer-rails", "--games", "3", "--seats", "2", "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "saloon" in page
    assert page.count("<svg") == 2


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--versus", "terrain"], "--versus takes OPTION=VALUE"),
        (["--versus", "terrain=false"], "nothing to compare"),
        (["--versus", "weather=rain"], "no option 'weather'"),
        (["--board", "rails-to-the-pacific"], "nothing to compare"),
        (["--seats", "9"], "is for 2 to"),
        (["--bot", "hal"], "there is no bot 'hal'"),
        (["--seconds", "0"], "a time above zero"),
    ],
)
def test_bad_input_is_one_line(words: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["study", "santa-fe-rails", "--out", str(tmp_path), *words])
    error = capsys.readouterr().err
    assert line in error
    assert len(error.splitlines()) == 1
