"""Options and values: usual choices, rulings of earlier versions, numbers of the rulebook set by board or word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, Option, Setting, Value
from goldenspike.engine.options import version
from goldenspike.engine.state_record import Record, i1, i2, i8, nested
from goldenspike.engine.values import RuleValue, as_option


class Options(Record):
    order: int = i1()
    ruling: int = i1()


class Values(Record):
    hand: int = i2()
    row: list[int] = i2(3)


class Arrays(Record):
    options: Options = nested(Options)
    values: Values = nested(Values)
    cells: list[list[int]] = i1(2, 3)
    width: int = i1()


class State(Record):
    chance: list[int] = i8(4)


class Board:
    id = "small"
    hash = "0"
    source = "small"

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        self.values = values or {}


class SmallSetting(Setting):
    """Only what is asked here."""

    def fill_board(self, b: Any) -> None:
        b.width = 2 * b.values.hand

    parse = write = entry = public = refused = view = position = from_position = result = svg = text = None  # type: ignore[assignment]


class Small(Game):
    name, title, about = "small", "Small", "For tests."
    year, rules_version = 2026, "3"
    seats = range(1, 3)
    options = (
        Option("order", ("first", "last"), "S-1", "Who begins."),
        Option("ruling", (False, True), "S-2", "A ruling that changed.", usual=True, since="3", before=False),
    )
    values = (
        RuleValue("hand", 4, 1, 9, "S-3", "Cards in hand."),
        RuleValue("row", (1, 2, 4), 0, 20, "S-4", "Points of a row."),
    )
    state = State
    tables = Arrays
    modules = ()
    most_legal = 1

    def board(self, spec: Any) -> Board:
        return Board(spec)

    def setting(self, options: Mapping[str, Value], board: Any, seats: int) -> Setting:
        made = type("Made", (SmallSetting,), {"__abstractmethods__": frozenset()})
        setting: Setting = made(self, options, board, seats)
        return setting


GAME = Small()


def made(given: Mapping[str, object] | None = None, board: Any = None, rules: str | None = None) -> Setting:
    return GAME.setting(GAME.read_options(given or {}, rules), GAME.board(board), 1)


# ---------------------------------------------------------------- options
def test_the_usual_choice_need_not_be_the_first() -> None:
    assert GAME.read_options({}) == {"order": "first", "ruling": True}
    assert made().b.options.ruling == 1


@pytest.mark.parametrize(("rules", "ruling"), [("1", False), ("2.9", False), ("3", True), ("10", True), ("", False)])
def test_a_match_keeps_the_rulings_it_was_begun_under(rules: str, ruling: bool) -> None:
    assert GAME.read_options({}, rules)["ruling"] is ruling


def test_what_a_header_says_counts_more_than_its_version() -> None:
    assert GAME.read_options({"ruling": True}, "1")["ruling"] is True
    assert GAME.read_options({"ruling": False}, "3")["ruling"] is False


def test_versions_are_compared_as_numbers() -> None:
    assert version("2") < version("10")
    assert version("1.2") < version("1.10") < version("2")
    assert version("nonsense") < version("1")


# ---------------------------------------------------------------- values
def test_values_reach_the_rules_by_name() -> None:
    b = made({"values.hand": "5", "values": {"row": [3, 2, 1]}}).b
    assert (b.values.hand, b.values.row, b.width) == (5, [3, 2, 1], 10)


def test_a_board_sets_values_and_the_match_has_the_last_word() -> None:
    assert made(board={"hand": 7}).b.values.hand == 7
    assert made({"values.hand": 2}, {"hand": 7}).b.values.hand == 2
    assert made({"values.hand": 4}, {"hand": 7}).values["hand"] == 4


def test_other_values_than_the_standard_are_listed() -> None:
    assert made().other_values == {}
    assert made({"values.row": "1:2:5"}, {"hand": 4}).other_values == {"row": (1, 2, 5)}
    both = made({"values.row": "1:2:5"}, {"hand": 7})
    assert both.other_values == {"hand": 7, "row": (1, 2, 5)}, "whoever set them"
    assert both.values_text == "hand 7, row 1,2,5"
    assert made({"values.hand": 4}, {"hand": 7}).values_text == ""


def test_values_stand_among_the_options_and_are_read_back() -> None:
    chosen = GAME.read_options({"values.row": (9, 9, 9), "values.hand": 1})
    assert chosen["values.row"] == "9,9,9" == as_option((9, 9, 9))
    assert chosen["values.hand"] == 1
    assert GAME.read_options(chosen) == chosen
    assert GAME.read_options({}).keys() == {"order", "ruling"}  # the standard leaves no trace in a header


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"values.hand": 10}, "values.hand is a whole number from 1 to 9; not 10"),
        ({"values.hand": "many"}, "values.hand is a whole number from 1 to 9; not 'many'"),
        ({"values.hand": True}, "values.hand is a whole number from 1 to 9; not True"),
        ({"values.hand": 4.0}, "values.hand is a whole number from 1 to 9; not 4.0"),
        ({"values.hand": "9" * 5000}, "values.hand is a whole number from 1 to 9; not '999"),
        ({"values.row": "1,2"}, "values.row is a row of 3 whole numbers; not '1,2'"),
        ({"values.row": 5}, "values.row is a row of 3 whole numbers; not 5"),
        ({"values.row": "1,2,21"}, "values.row is a whole number from 0 to 20; not '21'"),
        ({"values.hnad": 5}, "small has no value 'hnad'; did you mean hand?"),
        ({"values.zzz": 5}, "small has no value 'zzz'; it has hand, row"),
        ({"values": 5}, "values are a mapping of names to numbers; not 5"),
    ],
)
def test_a_wrong_value_is_one_clear_line(given: dict[str, object], words: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.read_options(given)
    assert str(refused.value).startswith(words)
    assert "\n" not in str(refused.value)


# ---------------------------------------------------------------- records within records
def test_a_nested_record_is_packed_copied_and_checked_like_its_fields() -> None:
    b = made({"values.hand": 5}).b
    b.cells[1][2] = 3
    again = Arrays.from_bytes(b.to_bytes())
    assert again.values.hand == 5
    assert again.values.row == [1, 2, 4]
    assert again.cells[1][2] == 3
    assert again.to_bytes() == b.to_bytes()
    copy = b.copy()
    copy.values.row[0] = 9
    assert b.values.row[0] == 1
    checked: Any = b.checked()
    checked.values.hand = 6
    assert checked.values.hand == 6
    with pytest.raises((ValueError, OverflowError, TypeError)):
        checked.options.order = 1000
    other = Arrays()
    other.assign(checked)
    assert (other.values.hand, other.width) == (6, 10)
    assert int(Arrays.array([b])[0]["values"]["row"][2]) == 4
