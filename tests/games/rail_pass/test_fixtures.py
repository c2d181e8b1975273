"""Finished rounds of every kind; the conformance suite replays them.

They are made by ``python -m tests.fixtures.make_rail_pass``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.engine.match import read_json
from goldenspike.engine.options import RangeOption
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.engine.transcript import transcript
from goldenspike.games.rail_pass.board.load import BUILT_IN
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.rules.state import ABSENT, HELD, LOST, NONE, QUIT, UNUSED, WRECKED, State
from tests.fixtures import make_rail_pass as maker

FILES = sorted(maker.HERE.glob("*.json"))
WHOLE = ("layout-l4", "wreck", "clock-ticks", "rounds-3", "engineer-check-on-receive")


def read(path: Path) -> TimedMatch:
    match = gs.load(path)
    assert isinstance(match, TimedMatch)
    return match


def fresh(match: TimedMatch) -> TimedMatch:
    return type(match)(match.game, match.setting, match.seed, match.origin)


def count(s: State, cities: int) -> tuple[int, int, int]:
    """Cubes, trains and engineers, counted where they lie."""
    cubes = sum(cube != NONE for yard in s.yard for cube in yard) + sum(s.storage) + sum(s.dropped)
    cubes += sum(cube != NONE for cargo in s.cargo for cube in cargo)
    tracks = [train for city in s.track for train in city if train != NONE]
    hands = [train for pair in s.hand for train in pair if train != NONE]
    wrecked = [train for train, place in enumerate(s.place) if place == WRECKED]
    trains = tracks + hands + wrecked
    assert len(set(trains)) == len(trains), "a train is in two places"
    assert sorted(tracks) == [train for train, place in enumerate(s.place) if place < HELD]
    driving = [driver for driver in s.driver if driver != NONE]
    assert len(set(driving)) == len(driving), "an engineer drives two trains"
    away = sum(where in (QUIT, LOST) for where in s.engineer)
    assert sum(place == ABSENT for place in s.place) == 12 - 2 * cities
    assert sum(where == UNUSED for where in s.engineer) == 18 - 3 * cities
    return cubes, len(trains), len(driving) + sum(s.guests) + away


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_RP_MODEL_01_02_03_a_finished_match_has_all_its_pieces_and_its_score(path: Path) -> None:
    data, match = read_json(path), read(path)
    cities = len(match.setting.board.cities)
    pieces = cities * match.setting.board.yard, 2 * cities, 3 * cities
    assert pieces == (120, 12, 18) or path.stem in {"layout-own", "playthrough"}
    assert count(match.s, cities) == pieces
    assert match.over
    assert maker.last_round(match) == data["score"]
    assert [sum(item.points for item in sheet) for sheet in match.result.sheet] == match.s.scores[: match.s.rounds]


@pytest.mark.parametrize("case", [*maker.CASES, maker.STORY], ids=lambda case: case.what)
def test_every_case_has_its_file_and_shows_what_it_is_for(case: maker.Case) -> None:
    assert case.path.stat().st_size <= maker.MOST_BYTES
    match = read(case.path)
    assert match.over
    assert set(case.shows) <= maker.shown(match)
    assert {name: match.setting.options[name] for name in case.options} == case.options
    if case.option is not None:
        assert match.setting.options[case.option] != RAIL_PASS.read_options({})[case.option]
        assert maker.tells(match, case.option)


def test_no_file_is_left_over_and_everything_occurs() -> None:
    assert {path.stem for path in FILES} == {case.what for case in [*maker.CASES, maker.STORY]}
    headers = [read_json(path)["header"] for path in FILES]
    assert {header["board"]["id"] for header in headers} >= set(BUILT_IN)
    assert {header["seats"] for header in headers} == {2, 3, 4, 5, 6}
    for option in RAIL_PASS.options:
        used = {header["options"].get(option.name, option.default) for header in headers}
        if isinstance(option, RangeOption):
            assert len(used) > 2
        else:
            assert used == set(option.choices), option.name


@pytest.mark.parametrize("what", WHOLE)
def test_the_maker_makes_the_same_match_from_the_same_seed(what: str) -> None:
    """Only for those that no bot has played: bots may learn."""
    case = next(case for case in maker.CASES if case.what == what)
    match = read(case.path)
    if case.by == "team":
        again = fresh(match)
        for line in match.data()["log"]:
            again.replay(line)
    else:
        again = maker.played(case, match.seed or 0)
    told = json.loads(maker.file_text(again))
    kept = json.loads(case.path.read_text("utf-8"))
    # The files are as old as their options: those that came later have their defaults.
    kept["header"]["options"] = RAIL_PASS.read_options(kept["header"]["options"])
    assert told == kept


def test_the_written_record_tells_commands_and_what_went_wrong() -> None:
    record = transcript(read(maker.HERE / "everything-wrong.json")).splitlines()
    assert record[0] == '[Game "rail-pass"] [Board "RP-L9"] [Seats "6"]'
    events = {line.split()[2] for line in record if line.startswith("! ") and line[2].isdigit()}
    assert events >= {"WRECK", "SPILL", "QUIT", "END"}
    assert record[-1] == '[Result "nobody"]'
    assert sum(line[0].isdigit() for line in record) == len(read_json(maker.HERE / "everything-wrong.json")["log"]) - 1


def test_the_playthrough_is_what_the_rules_say_today() -> None:
    """A change of rules shows here line by line; make the fixtures anew if it is meant."""
    assert maker.playthrough(read(maker.STORY.path)) == maker.PLAYTHROUGH.read_text("utf-8")
