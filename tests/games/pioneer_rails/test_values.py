"""Rule values: other numbers than the rulebook's, in the rules, in files and in words."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.engine.errors import BadOption, sentences
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.engine.transcript import transcript
from goldenspike.games.pioneer_rails.board.check import examine
from goldenspike.games.pioneer_rails.board.load import document, load
from goldenspike.games.pioneer_rails.game import PACKAGE, PIONEER_RAILS, PioneerSetting
from goldenspike.games.pioneer_rails.rules import poker, scoring
from goldenspike.games.pioneer_rails.rules.state import MAX_DRAWN, BoardArrays, State, Values

from . import mixed_settings
from .scene import allowed, area, clause, give, goal, hand, laid, owner, scene, steps, turn

LEAST = {value.name: [value.least] * len(value.standard) if isinstance(value.standard, tuple) else value.least
         for value in PIONEER_RAILS.values}  # fmt: skip
MOST = {value.name: [value.most] * len(value.standard) if isinstance(value.standard, tuple) else value.most
        for value in PIONEER_RAILS.values}  # fmt: skip


def test_every_value_has_a_field_a_clause_and_words() -> None:
    assert {value.name for value in PIONEER_RAILS.values} == set(Values.fields)
    for value in PIONEER_RAILS.values:
        assert value.clause in sentences(PACKAGE)
        assert value.about.endswith(".")


def test_the_standard_is_what_the_sheets_print() -> None:
    for name in PIONEER_RAILS.boards:
        setting = PIONEER_RAILS.setting(PIONEER_RAILS.read_options({}), load(name), 1)
        assert setting.other_values == {}
        assert setting.printed is setting.board


# ---------------------------------------------------------------- in the rules
def with_values(
    *cards: str, sheet: str = "fx", seats: int = 1, values: Mapping[str, Any], **options: Any
) -> SteppedMatch:
    return scene(*cards, sheet=sheet, seats=seats, values=dict(values), **options)


def test_PR_TRACK_02_other_numbers_of_tracks() -> None:
    match = with_values("QH", values={"tracks": 2, "town_tracks": 2})
    assert clause(match, "QH : C3|C4 A3|A4 B2|C3") == "PR-TRACK-02"
    assert allowed(match, "QH t : C3|C4 A3|A4 B2|C3 A3|B2")
    none = with_values("QH", values={"tracks": 1, "owner_price": 3}, owners=True)
    assert allowed(owner(none, 7), "QH o07 :")
    assert clause(owner(none, 7), "QH o07 : C3|C4") == "PR-TRACK-02"


def test_PR_POKER_03_other_points() -> None:
    match = with_values(values={"poker": [2, 3, 5, 7, 11, 13], "five_kind": 17}, jokers=True)
    for values, points in (("TTJKA", 2), ("QQAAJ", 3), ("KKKTA", 5), ("QQAAA", 7), ("ATKJQ", 11), ("KKKKT", 13)):
        assert poker.hand_points(hand(match, 1, values).s, match.setting.b, 0, 1) == points
    assert poker.hand_points(hand(match, 1, "KKKK*").s, match.setting.b, 0, 1) == 17
    triple = give(with_values(values={"saloon_factor": 3}), SALOON_MASK=1)
    assert poker.hand_points(hand(triple, 1, "QQAAA").s, triple.setting.b, 0, 1) == 12


def test_PR_SCORE_01_other_points_of_the_score_area() -> None:
    match = with_values(values={"nugget_points": 2, "town_points": 3, "bank": [5, 6, 7]})
    give(match, NUGGETS=4, TOWNS=2, BANKS=2, BANK_SQUARE=3, DEPOSITED=3)
    assert match.view()["sheets"][0]["score"] == {
        "gold": 8, "banks": 15, "forts": 0, "ranches": 0, "yards": 0, "towns": 6, "goals": 0, "hands": 0, "total": 29,
    }  # fmt: skip
    forest = give(laid(with_values(sheet="fx-forest", values={"fort_side": 5, "escape": 4}), "H", "B2|C3"), ESCAPES=2)
    assert scoring.sheet_points(forest.s, forest.setting.b, 0) == 1 + 5 - 8


def test_PR_GOAL_02_other_points_of_goals() -> None:
    match = goal(with_values(seats=2, values={"goal": [7, 2], "owner_goal": 1}, owners=True, many_threshold=2), "1E")
    give(owner(match, 10), seat=0, FORTS=1)
    while match.s.turn_no == 1:
        seat = match.actors[0]
        match.play(seat, "done" if "done" in match.legal(seat) else match.legal(seat)[0])
    assert match.s.star[0][0] == 8


def test_PR_SOLO_09_other_targets() -> None:
    values = {"solo_target": [50, 60, 70, 80, 90], "solo_goal": 7, "solo_goals": [0, 0, 1, 1, 4]}
    match = with_values(values=values, difficulty="medium")
    assert match.s.goal_face.count(2) == 1
    assert match.view()["target"] == 70 + 7 * 4
    again = gs.from_position("pioneer-rails", match.position())
    assert again.view()["target"] == match.view()["target"]


def test_PR_OWNER_04_other_numbers_of_tracks() -> None:
    match = laid(owner(with_values("QH", values={"owner_fort": 2}, owners=True, must_draw="strict"), 4), "H", "B2|C3")
    steps(match, "use QH", "C2|C3", "A3|A4", "C3|C4", "A4|B4")
    assert clause(match, "done") == "PR-OWNER-04"
    line = turn(match, "QH o04 : C2|C3 A3|A4 C3|C4 A4|B4 C4|D3")
    assert line.startswith("A: QH o04 : ")


@pytest.mark.xdist_group("pioneer_rails_compiled")
@pytest.mark.parametrize("values", [LEAST, MOST], ids=["least", "most"])
def test_interpreted_and_compiled_rules_agree_at_the_limits(values: dict[str, Any]) -> None:
    fast, dice = mixed_settings.compiled_rules(), random.Random(3)
    states, out, buffer = State.array(1), np.zeros(8192, np.int64), [0] * 8192
    for number, (sheet, seats) in enumerate((("desert-a", 1), ("forest-b", 2), ("fx", 5))):
        given = {"owners": True, "jokers": True, "hand_card": number == 1, "values": values}
        chosen = PIONEER_RAILS.read_options(given)
        setting = PIONEER_RAILS.setting(chosen, PIONEER_RAILS.board(sheet), seats)
        plain, b, boards, s = PIONEER_RAILS.plain(), setting.b, BoardArrays.array([setting.b]), State()
        plain.start(s, b, seats, number, 1)
        checked, checked_board = s.checked(), b.checked()
        fast.start_at(states, 0, boards, 0, seats, number, 1)
        while waiting := plain.actors(s):
            seat = dice.choice([seat for seat in range(seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            assert buffer[:n] == list(out[: fast.legal_at(states, 0, boards, 0, seat, out)])
            action = dice.choice(buffer[:n])
            plain.apply(s, b, seat, action)
            plain.apply(checked, checked_board, seat, action)
            fast.apply_at(states, 0, boards, 0, seat, action)
            assert states[0].tobytes() == s.to_bytes() == checked.to_bytes()
            assert max(s.drawn_count) <= MAX_DRAWN
        assert plain.score(s, b, [0] * 8) >= 0


# ---------------------------------------------------------------- in words and files
def test_a_match_with_other_values_says_so_everywhere() -> None:
    match = gs.new("pioneer-rails", seats=1, seed=5, values={"bank": [3, 4, 5], "tracks": 4})
    said = "tracks 4, bank 3,4,5"
    assert said in match.setting.text(match.s, 0)
    assert "x3" in match.setting.text(match.s, 0)
    assert f"values {said}" in transcript(match).splitlines()
    assert match.view("A")["values"] == {"tracks": 4, "bank": "3,4,5"}
    assert "other values" in match.setting.svg(match.s, 0)
    hands = gs.new("pioneer-rails", seats=1, seed=5, values={"poker": [1, 2, 3, 4, 5, 19]})
    assert ">19<" in hands.setting.svg(hands.s, 0)
    assert said in match.setting.result(match.s).notes[0]
    usual = gs.new("pioneer-rails", seats=1, seed=5)
    assert "values" not in usual.view("A")
    assert "other values" not in usual.setting.text(usual.s, 0)


def test_values_are_kept_with_a_match_and_a_position(tmp_path: Any) -> None:
    match = gs.new("pioneer-rails", seats=2, seed=5, values={"tracks": 4})
    while len(match.log) < 6:
        seat = match.actors[0]
        match.act(seat, PIONEER_RAILS.plain().policy(match.s, match.setting.b, seat, [0] * 8192))
    match.save(tmp_path / "four.json")
    again = gs.load(tmp_path / "four.json")
    assert again.hash == match.hash
    assert again.setting.values["tracks"] == 4
    assert gs.from_position("pioneer-rails", match.position()).setting.other_values == {"tracks": 4}


def test_a_sheet_may_set_values_and_a_match_others() -> None:
    sheet = document("desert-a")
    sheet["id"], sheet["kind"], sheet["values"] = "own-values", "fan", {"tracks": 4, "poker": [2, 2, 3, 4, 5, 6]}
    match = gs.new("pioneer-rails", seats=1, board=sheet)
    assert match.setting.other_values == {"tracks": 4, "poker": (2, 2, 3, 4, 5, 6)}
    assert gs.new("pioneer-rails", seats=1, board=sheet, values={"tracks": 2}).setting.values["tracks"] == 2
    assert isinstance(match.setting, PioneerSetting)
    assert area(match, "TOWNS") == 1  # type: ignore[arg-type]


def test_a_sheet_is_drawn_with_the_numbers_of_the_match_even_where_these_are_the_standard_ones() -> None:
    sheet = document("desert-a")
    sheet["id"], sheet["kind"], sheet["values"] = "dear-banks", "fan", {"bank": [7, 8, 9]}
    own = gs.new("pioneer-rails", seats=1, board=sheet)
    assert "×7" in own.setting.svg(own.s, 0)
    back = gs.new("pioneer-rails", seats=1, board=sheet, values={"bank": [2, 3, 4]})
    picture = back.setting.svg(back.s, 0)
    assert "×7" not in picture
    assert "×4" in picture
    assert "other values" not in picture


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"trackz": 4}, "did you mean tracks"),
        ({"tracks": 7}, "from 1 to 6"),
        ({"tracks": [1]}, "from 1 to 6"),
        ({"bank": [1, 2]}, "row of 3"),
        ({"poker": [1, 2, 3, 4, 5, 21]}, "from 0 to 20"),
    ],
)
def test_a_wrong_value_is_one_clear_line(values: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words) as caught:
        gs.new("pioneer-rails", values=values)
    assert "\n" not in str(caught.value)
    sheet = document("desert-a")
    sheet["values"] = values
    assert any(words in problem for problem in examine(sheet).errors)
