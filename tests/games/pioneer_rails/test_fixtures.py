"""Finished matches of every sheet and mode; the conformance suite replays them.

They are made by ``python -m tests.fixtures.make_pioneer_rails``.
"""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.engine.match import read_json
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.engine.transcript import transcript
from goldenspike.games.pioneer_rails.options import OPTIONS
from tests.fixtures import make_pioneer_rails as maker

FILES = sorted(maker.HERE.glob("*.json"))


@pytest.mark.parametrize("case", maker.CASES, ids=lambda case: case.what)
def test_every_case_has_its_file_and_shows_what_it_is_for(case: maker.Case) -> None:
    assert case.path.stat().st_size <= maker.MOST_BYTES
    match = gs.load(case.path)
    assert isinstance(match, SteppedMatch)
    assert match.over
    assert match.setting.seats == case.seats
    assert match.setting.board.id == case.sheet
    assert case.shows(match)


def test_no_file_is_left_over_and_every_choice_of_every_option_has_one() -> None:
    wanted = {case.path for case in maker.CASES} | {maker.HERE / f"{what}.json" for what in maker.OTHERS}
    assert set(FILES) == wanted
    chosen: dict[str, set[object]] = {option.name: set() for option in OPTIONS}
    for path in FILES:
        for name, value in read_json(path)["header"]["options"].items():
            if not name.startswith("values."):
                chosen[name].add(value)
    for option in OPTIONS:
        missing = set(option.choices) - chosen[option.name]
        assert not missing - {"E", "F", "G", "H", 5, 7, 8, 9}, option.name


@pytest.mark.parametrize("kind", maker.PLAYTHROUGHS)
def test_the_playthrough_is_as_written_down(kind: str) -> None:
    """A difference here is a change of rules, notation or views: look at it, then make the file anew."""
    path = maker.HERE / f"playthrough_{kind}.txt"
    assert path.stat().st_size <= maker.MOST_BYTES
    assert maker.playthrough(kind).splitlines() == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", ["seats-3", "solo-hard", "preset-everything", "undo"])
def test_the_written_record_tells_every_turn(name: str) -> None:
    match = gs.load(maker.HERE / f"{name}.json")
    record = transcript(match).splitlines()
    turns = [line for line in match.log if line != "undo" and ": take " not in line]
    for turn in turns:
        assert any(line.startswith(turn) and line.endswith("points") for line in record)
    assert sum(line.startswith("R") and " deal " in line for line in record) >= 15
    assert record[-1].startswith('[Result "')
