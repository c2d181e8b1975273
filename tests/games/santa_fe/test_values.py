"""Rule values: the numbers of the rulebooks as data that a board or a table may change."""

from __future__ import annotations

import random
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.conformance.case import Case
from goldenspike.conformance.forms import ThreeForms, check_game
from goldenspike.engine.values import RuleValue
from goldenspike.games.santa_fe.board.check import problems

from .board_data import Data
from .scenario import given, money, plays, refused, sf92

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")
GAMES = ("santa-fe-rails", "santa-fe")
EVERY = [pytest.param(name, value, id=f"{name}-{value.name}") for name in GAMES for value in gs.game(name).values]


def values(**changed: Any) -> dict[str, Any]:
    return {f"values.{name}": value for name, value in changed.items()}


def at_limit(value: RuleValue, limit: int) -> Any:
    return [limit] * len(value.standard) if isinstance(value.standard, tuple) else limit


@pytest.mark.parametrize(("name", "value"), EVERY)
def test_every_value_names_a_clause(name: str, value: RuleValue) -> None:
    assert value.clause in gs.game(name).clauses()
    assert value.about.endswith(".")


@pytest.mark.parametrize(("name", "value"), EVERY)
def test_at_its_limits_a_value_is_played_in_every_form(name: str, value: RuleValue) -> None:
    game, dice = gs.game(name), random.Random(5)
    for number, limit in enumerate((value.least, value.most)):
        for terrain in (False, True):
            chosen = {"terrain": terrain, f"values.{value.name}": at_limit(value, limit)}
            options = game.read_options(chosen)
            if value.name == "city_cards" and limit == 0:
                with pytest.raises(gs.BadOption, match="has 0 City cards"):
                    game.setting(options, game.board(None), 4)
            else:
                setting = game.setting(options, game.board(None), 4)
                check_game(ThreeForms(Case(setting, None, number), dice))


@pytest.mark.parametrize("name", GAMES)
def test_with_random_values_both_forms_agree(name: str) -> None:
    game, dice = gs.game(name), random.Random(6)
    for number in range(24):
        chosen: dict[str, Any] = {"terrain": number % 2 == 1}
        for value in game.values:
            if value.name != "city_cards" and dice.random() < 0.5:
                size = len(value.standard) if isinstance(value.standard, tuple) else 0
                row = [dice.randint(value.least, value.most) for _ in range(max(size, 1))]
                chosen[f"values.{value.name}"] = row if size else row[0]
        setting = game.setting(game.read_options(chosen), game.board(None), 2 + number % 4)
        check_game(ThreeForms(Case(setting, None, number), dice))


# ---------------------------------------------------------------- what single values do


def test_SFR_DRAW_01_hands_of_five() -> None:
    match = gs.new("santa-fe-rails", seats=3, seed=1, **values(hand=5))
    assert [seat["hand_size"] for seat in match.view()["seats"]] == [5, 5, 5]
    drawing = given("draw", hands={"A": ["LAX", "SEA", "TUC"]}, **values(hand=5))
    plays(drawing, "A: draw deck", "A: draw deck")
    assert drawing.view()["actors"] == ["B"]


def test_SFR_SETUP_01_money_and_prices() -> None:
    match = gs.new("santa-fe-rails", seats=3, **values(money=7))
    assert [money(match, seat) for seat in "ABC"] == [7, 7, 7]
    rich = given("draw", hands={"A": ["LAX"]}, money={"A": 3}, **values(branch_price=4))
    assert refused(rich, "A", "draw branch SF") == "E_MONEY"
    steep = given(terrain=True, track=["GN MIL>MIN 1/1"], money={"A": 5}, **values(river_price=3))
    assert money(plays(steep, "A: lay GN MIN>SEA"), "A") == 2
    hired = gs.new("santa-fe", seats=3, terrain=True, first="A", **values(hire_price=2))
    assert money(plays(hired, "A: hire engineer"), "A") == 3


def test_SFR_BONUS_01_bonuses() -> None:
    def earned(play: str, **changed: Any) -> int:
        match = given(track=["SF CHI>OMA 1/2"], plays={"A": play}, money={"A": 0}, **values(**changed))
        return money(plays(match, "A: lay SF CHI>OMA"), "A")

    assert earned("LAX", connection_bonus=3) == 3
    assert earned("double", connection_bonus=3, double_bonus=3) == 9
    assert earned("triple", triple_bonus=1) == 2
    square = sf92(track=["SF CHI>KSC#1 1/2"], money={"A": 0}, **values(square_bonus=5))
    assert money(plays(square, "A: lay SF CHI>KSC#1"), "A") == 7


def test_SFR_SETUP_06_cards_of_the_display() -> None:
    changed = values(doubles=[5, 6, 7, 8], triples=2, fours=0, booms=1, branch_cards=1)
    shown = gs.new("santa-fe-rails", seats=3, **changed).view()["display"]
    assert (shown["double"], shown["triple"], shown["four"], shown["boom"]) == (6, 2, 0, 1)
    assert set(shown["branch"].values()) == {1}
    taken = given("draw", hands={"A": ["LAX", "SEA"]}, **values(triples=2))
    taken.play("A", "draw triple")
    assert refused(taken, "A", "draw triple") == "E_PAIR", "each must be played this Round"


def test_SFR_LAY_01_pieces_of_a_turn() -> None:
    match = given(plays={"A": "LAX"}, **values(pieces_plain=2))
    match.play("A", "lay SF CHI>MIL")
    assert match.view()["actors"] == ["A"]
    assert gs.from_position("santa-fe-rails", match.position()).hash == match.hash
    match.play("A", "lay UP CHI>OMA")
    assert match.view()["actors"] == ["B"]


def test_SFR_DBL_07_no_more_than_so_many_cards_are_exchanged() -> None:
    words: dict[str, Any] = {"plays": {"A": "double"}, "hands": {"A": ["LAX", "SEA", "TUC"]}}
    match = given("tlt2", **words, **values(exchange=1))
    assert refused(match, "A", "exchange LAX SEA") == "E_EXCHANGE"
    match.play("A", "exchange LAX")
    assert not any(text.startswith("exchange") for text in given("tlt2", **words, **values(exchange=0)).legal("A"))


def test_SFR_SETUP_03_piles_in_proportion() -> None:
    for shares, low in (([1, 1, 1], 18), ([1, 1, 4], 36), ([9, 1, 1], 4)):
        match = gs.new("santa-fe-rails", seats=3, seed=2, **values(piles=shares))
        deck = match.position()["deck"][::-1]
        assert match.position()["piles"][0] == low
        assert not any(card.startswith("short") for card in deck[:low])
        assert sum(card.startswith("short") for card in deck) == 4


# ---------------------------------------------------------------- a match with other values says so


def test_a_match_with_other_values_says_so_everywhere() -> None:
    match = gs.new("santa-fe-rails", seats=2, seed=3, board="mini", **values(hand=5))
    setting: Any = match.setting
    assert setting.other_values == {"hand": 5}
    assert match.header["options"]["values.hand"] == 5
    assert "with hand 5" in setting.text(match.s)
    assert "with hand 5" in setting.svg(match.s)
    assert setting.opening(match.s)[0] == "! values hand 5"
    assert "played with hand 5" in setting.result(match.s).notes
    usual: Any = gs.new("santa-fe-rails", seats=2, seed=3).setting
    assert usual.other_values == {}
    assert not any("values" in line for line in usual.opening(match.s))


def test_a_saved_match_keeps_its_values() -> None:
    match = gs.new("santa-fe", seats=3, seed=4, values={"hand": 4, "doubles": [2, 2, 2, 2]})
    again = gs.load(match.data())
    assert again.hash == match.hash
    assert again.setting.values["doubles"] == (2, 2, 2, 2)
    assert gs.from_position("santa-fe", match.position()).setting.values == match.setting.values


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("hand", 6, "values.hand is a whole number from 2 to 5; not 6"),
        ("hand", "many", "values.hand is a whole number from 2 to 5; not 'many'"),
        ("doubles", [1, 2], "values.doubles is a row of 4 whole numbers; not [1, 2]"),
        ("hands", 5, "santa-fe-rails has no value 'hands'; did you mean hand?"),
        ("engineers", 5, "santa-fe-rails has no value 'engineers'"),
    ],
)
def test_a_wrong_value_is_one_clear_line(name: str, value: Any, said: str) -> None:
    with pytest.raises(gs.BadOption) as caught:
        gs.new("santa-fe-rails", **values(**{name: value}))
    assert str(caught.value).startswith(said)


def test_a_board_may_set_values_of_both_editions(mini: Data) -> None:
    usual = gs.game("santa-fe").board(mini).hash
    mini["values"] = {"money": 9, "engineers": 1, "booms": 0}
    assert problems(mini) == []
    assert money(gs.new("santa-fe-rails", seats=2, board=mini), "A") == 9
    assert gs.new("santa-fe", seats=2, board=mini, terrain=True).view()["display"]["engineer"] == 1
    match = gs.new("santa-fe-rails", seats=2, board=mini, **values(money=8))
    assert money(match, "A") == 8, "what is set for the match counts more"
    assert gs.load(match.data()).hash == match.hash
    assert gs.game("santa-fe").board(mini).hash != usual
    mini["values"] = {"money": 900, "wheels": 4}
    assert problems(mini) == [
        "values.money is a whole number from 0 to 99; not 900",
        "the game has no value 'wheels'; it has " + ", ".join(known_values()),
    ]


def known_values() -> list[str]:
    return list(dict.fromkeys(value.name for name in GAMES for value in gs.game(name).values))


def test_SFR_BOOM_03_a_city_without_cards_may_boom() -> None:
    """Values 2 and 3 have no cards here, and yet a marker may be placed: what is legal can be typed and replayed."""
    match = given("boom", plays={"A": "boom", "B": "SEA", "C": "SFO"}, **values(city_cards="0,0,2,2,2,2"))
    assert "boom 4 OMA, 5 TUC" in match.legal("A")
    match.play("A", "boom 4 OMA, 5 TUC")
    assert gs.load(match.data()).hash == match.hash
    assert match.position()["boomtowns"] == {"TUC": 5, "OMA": 4}
