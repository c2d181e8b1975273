"""Santa Fe of 1992, basic game: five cards, own Doubles, open Branch cards, drawing at the end of the Round."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

import pytest

import goldenspike as gs

from .scenario import lays, money, plays, refused, sf92

HANDS = {"A": ["LAX", "SEA", "MIN", "DEN"], "B": ["LAX", "SEA", "MIN", "DEN"], "C": ["ELP", "SFO", "SAC", "TUC"]}
SF_TO_EL_PASO = ["SF CHI>KSC#1 2/2", "SF KSC>ELP 1/2"]


def new(seats: int = 3, **options: Any) -> gs.Match:
    return gs.new("santa-fe", seats=seats, seed=1992, **options)


def hand(match: gs.Match, seat: str) -> list[str]:
    return sorted(match.position()["hands"][seat])


def step(match: gs.Match) -> tuple[str, int]:
    """Let the next seat do the first thing it may; the phase and the seat that acted."""
    phase, seat = match.view()["phase"], match.actors[0]
    match.act(seat, match.numbers(seat)[0])
    return phase, seat


def one_round(match: gs.Match) -> list[tuple[str, int]]:
    now = match.view()["round"]
    taken: list[tuple[str, int]] = []
    while match.view()["round"] == now and not match.over and len(taken) < 99:
        taken.append(step(match))
    return taken


# ---------------------------------------------------------------- components and setup
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_SF_COMP_01_two_to_five_players(seats: int) -> None:
    if 2 <= seats <= 5:
        assert len(new(seats).view()["seats"]) == seats
    else:
        with pytest.raises(gs.BadOption):
            new(seats)


def test_SF_COMP_02_ninety_cards() -> None:
    position = new(5, terrain=True).position()
    cards = Counter(
        "city" if word.isupper() else word for held in position["hands"].values() for word in held
    ) + Counter("city" for _ in position["deck"])
    display = position["display"]
    cards["double"] += display["double"]
    cards["branch"] += sum(display["branch"].values())
    cards["engineer"] += display["engineer"]
    assert cards == {"city": 66, "double": 9, "branch": 10, "engineer": 5}
    assert (display["triple"], display["four"], display["boom"]) == (0, 0, 0)
    assert display["markers"] == {"4": 0, "5": 0}
    assert not any(word.startswith("short") for word in position["deck"])


def test_SF_COMP_03_five_majors_and_no_short_line() -> None:
    match = new()
    assert match.view()["supply"] == {"SF": 32, "SP": 30, "GN": 25, "UP": 24, "KP": 17}
    assert sum(match.position()["supply"].values()) == 128
    assert match.view()["available"] == ["SF", "SP", "GN", "UP", "KP"]
    assert refused(sf92(), "A", "lay RI CHI>OMA") == "E_NOT_AVAILABLE"


def test_SF_COMP_04_city_cards_follow_the_values() -> None:
    position = new(5).position()
    cards = Counter(word for held in position["hands"].values() for word in held if word.isupper())
    cards += Counter(position["deck"])
    values = {city.id: city.value for city in new().setting.board.cities}
    found = Counter((values[city], count) for city, count in cards.items())
    assert found == {(2, 1): 3, (3, 1): 7, (4, 2): 5, (5, 2): 7, (6, 2): 9, (7, 2): 7}


def test_SF_COMP_05_two_branch_cards_per_railroad() -> None:
    assert new().view()["display"]["branch"] == {"SF": 2, "SP": 2, "GN": 2, "UP": 2, "KP": 2}


def test_SF_SETUP_01_two_dollars_each() -> None:
    assert [seat["money"] for seat in new(4).view()["seats"]] == [2, 2, 2, 2]


def test_SF_SETUP_02_engineers_stay_in_the_box() -> None:
    match = new()
    assert match.view()["display"]["engineer"] == 0
    assert match.view()["phase"] == "play"
    assert refused(sf92("draw", hands=HANDS), "A", "draw engineer") == "E_NOT_AVAILABLE"


@pytest.mark.parametrize(("seats", "doubles"), [(2, 3), (3, 5), (4, 7), (5, 9)])
def test_SF_SETUP_03_doubles_in_the_game(seats: int, doubles: int) -> None:
    seen = new(seats).view()
    held = sum(seat["specials"].count("double") for seat in seen["seats"])
    assert held + seen["display"]["double"] == doubles


def test_SF_SETUP_04_each_player_has_a_double_of_his_own() -> None:
    seen = new(4).view()
    assert [seat["specials"] for seat in seen["seats"]] == [["double"]] * 4
    assert seen["display"]["double"] == 3


@pytest.mark.parametrize(("seats", "deck"), [(2, 58), (3, 54), (4, 50), (5, 46)])
def test_SF_SETUP_05_four_city_cards_and_one_deck(seats: int, deck: int) -> None:
    match = new(seats)
    assert match.view()["deck_size"] == deck
    assert all(word.isupper() and len(word) == 3 for word in match.position()["deck"])
    assert all((seat["city_cards"], seat["hand_size"]) == (4, 5) for seat in match.view()["seats"])


def test_SF_SETUP_06_branch_cards_lie_face_up_by_railroad() -> None:
    assert new().view("A")["display"]["branch"] == {"SF": 2, "SP": 2, "GN": 2, "UP": 2, "KP": 2}
    match = sf92("draw", hands=HANDS)
    match.play("A", "draw branch KP")
    assert match.view("C")["display"]["branch"] == {"SF": 2, "SP": 2, "GN": 2, "UP": 2, "KP": 1}


@pytest.mark.parametrize("seat", ["A", "B", "C"])
def test_SF_SETUP_07_first_player_is_named(seat: str) -> None:
    match = new(first=seat)
    assert match.view()["first"] == seat
    for actor in match.actors:
        match.act(actor, match.numbers(actor)[0])
    assert match.actors == ("ABC".index(seat),)


def test_SF_2P_01_no_third_player() -> None:
    match = new(2, first="A")
    one_round(match)
    assert match.view()["deck_size"] == 58 - 2
    one_round(match)
    assert "third_player_cards" not in match.view()
    assert match.position()["dummy"] == []
    result = sf92("over", ended="supply", seats=2, money={"A": 60, "B": 60}, table={"B": ["LAX"]}).result
    assert result is not None
    assert (result.points, result.winners) == ((60, 60), (1,))


# ---------------------------------------------------------------- sequence and hands
def test_SF_SEQ_01_drawing_ends_the_round() -> None:
    match = new(first="A")
    assert "play" not in match.view()["seats"][0]
    steps = one_round(match)
    assert [phase for phase, _ in groupby(steps, key=lambda taken: taken[0])] == ["play", "tlt1", "tlt2", "draw"]
    assert (match.view()["round"], match.view()["phase"], match.view()["first"]) == (2, "play", "B")


def test_SF_SEQ_01_reveal_follows_the_last_play() -> None:
    match = sf92("play", hands=HANDS)
    plays(match, "A: play LAX", "B: play SEA")
    assert all("play" not in seat for seat in match.view()["seats"])
    match.play("C", "play TUC")
    assert [seat["play"] for seat in match.view()["seats"]] == ["LAX", "SEA", "TUC"]
    assert match.view()["phase"] == "tlt1"


def test_SF_SEQ_02_hands_are_refilled_to_five_before_the_train_moves() -> None:
    match = new(first="A")
    draws = [seat for phase, seat in one_round(match) if phase == "draw"]
    assert draws == [0, 1, 2]
    assert [seat["hand_size"] for seat in match.view()["seats"]] == [5, 5, 5]
    assert match.view()["first"] == "B"
    draws = [seat for phase, seat in one_round(match) if phase == "draw"]
    assert draws == [1, 2, 0]


def test_SF_SEQ_02_one_player_refills_after_the_other() -> None:
    match = sf92("draw", hands={**HANDS, "A": ["LAX", "SEA", "MIN"]})
    assert refused(match, "B", "draw deck") == "E_ACTOR"
    plays(match, "A: draw deck", "A: draw deck")
    assert len(hand(match, "A")) == 5
    assert match.actors == (1,)


def test_SF_SEQ_03_round_one_is_a_city_card() -> None:
    hands = {"A": ["LAX", "SEA", "TUC", "OMA", "double"], "B": ["LAX"], "C": ["SEA"]}
    match = sf92("play", round=1, hands=hands)
    assert refused(match, "A", "play double") == "E_NEED_CITY"
    assert len(match.legal("A")) == 4
    match.play("A", "play LAX")
    assert "play double" in sf92("play", round=2, hands=hands).legal("A")


def test_SF_SEQ_04_open_branch_and_drawn_engineer_count_among_the_five() -> None:
    hands = {**HANDS, "A": ["branch SF", "engineer", "LAX", "SEA"]}
    match = sf92("draw", terrain=True, hands=hands)
    match.play("A", "draw deck")
    assert match.actors == (1,)
    assert match.view()["seats"][0]["city_cards"] == 3
    assert len(hand(match, "A")) == 5


def test_SF_SEQ_05_train_moves_with_two_players_too() -> None:
    match = new(2, first="A")
    one_round(match)
    assert match.view()["first"] == "B"
    one_round(match)
    assert match.view()["first"] == "A"


# ---------------------------------------------------------------- playing and discarding
PLAY_HAND = ["LAX", "SEA", "TUC", "double", "double"]


def test_SF_PLAY_01_city_or_double() -> None:
    match = sf92("play", hands={"A": PLAY_HAND, "B": ["LAX"], "C": ["SEA"]})
    assert sorted(match.legal("A")) == ["play LAX", "play SEA", "play TUC", "play double"]
    for text in ("play LAX + SEA", "play LAX + double", "play double + double"):
        assert refused(match, "A", text) == "E_COMBO"
    assert refused(match, "A", "play LAX + branch UP") == "E_NOT_IN_HAND"
    for text in ("play triple", "play four", "play boom"):
        assert refused(match, "A", text) == "E_NOT_IN_HAND"


def test_SF_PLAY_01_the_same_with_an_open_branch() -> None:
    match = sf92("play", hands={"A": [*PLAY_HAND[:4], "branch UP"], "B": ["LAX"], "C": ["SEA"]})
    assert sorted(match.legal("A")) == [
        "play LAX + branch UP",
        "play SEA + branch UP",
        "play TUC + branch UP",
        "play double + branch UP",
    ]
    assert refused(match, "A", "play branch UP") == "E_COMBO"
    assert refused(match, "A", "play LAX + SEA") == "E_COMBO"


def test_SF_PLAY_02_branch_belongs_to_the_next_round() -> None:
    match = sf92("draw", round=3, hands=HANDS, track=["UP CHI>OMA 2/2"])
    plays(match, "A: draw branch UP", "B: draw deck", "C: draw deck")
    assert (match.view()["round"], match.view()["seats"][0]["specials"]) == (4, ["branch UP"])
    plays(match, "A: play LAX", "B: play LAX", "C: play TUC")
    assert match.view()["seats"][0]["play"] == "LAX + branch UP"
    match.play("B", "lay SF CHI>KSC#1")  # the Train is with B
    match.play("C", "lay SF CHI>KSC#1")
    assert "+CHI>MIL" in lays(match, "A", "UP")
    plays(match, "A: lay UP OMA>MIN", "B: lay KP KSC>ELP", "C: lay KP KSC>ELP", "A: lay UP MIN>SEA")
    seen = match.view()
    assert (seen["round"], seen["phase"]) == (4, "draw")
    assert seen["seats"][0]["specials"] == []
    assert seen["seats"][0]["play"] == "none"
    assert seen["display"]["branch"]["UP"] == 1


def test_SF_PLAY_03_open_branch_joins_the_card_from_the_hand() -> None:
    match = sf92("play", hands={"A": ["LAX", "SEA", "TUC", "double", "branch UP"], "B": ["LAX"], "C": ["SEA"]})
    assert match.copy().play("A", "play double") == "A: play double + branch UP"
    assert match.play("A", "play LAX") == "A: play LAX + branch UP"
    plays(match, "B: play LAX", "C: play SEA")
    assert match.position()["plays"]["A"] == "LAX + branch UP"
    assert hand(match, "A") == ["SEA", "TUC", "double"]


def test_SF_PLAY_04_branch_lies_open_and_its_partner_is_secret() -> None:
    match = sf92("draw", hands=HANDS)
    plays(match, "A: draw branch UP")
    assert match.view("B")["seats"][0]["specials"] == ["branch UP"]
    plays(match, "B: draw deck", "C: draw deck")
    line = match.play("A", "play LAX")
    seen = match.view("B")["seats"][0]
    assert seen["specials"] == ["branch UP"]
    assert seen["committed"] is True
    assert "secret_play" not in seen
    assert "play" not in seen
    assert match.setting.public(line, revealed=False) == "A: play ?"


def test_SF_DISC_01_city_card_stays_on_the_table() -> None:
    match = sf92("play", hands=HANDS)
    plays(match, "A: play LAX", "B: play SEA", "C: play TUC")
    one_round(match)
    one_round(match)
    assert match.view()["round"] == 4
    assert "LAX" in match.view("B")["seats"][0]["table"]


def test_SF_DISC_02_double_returns_before_the_draw_of_the_same_round() -> None:
    match = sf92("tlt2", round=3, turn="C", plays={"B": "double"}, display={"double": 0}, hands=HANDS)
    match.play("C", "lay SF CHI>MIL")
    assert (match.view()["round"], match.view()["phase"]) == (3, "draw")
    match.play("A", "draw double")
    assert hand(match, "A").count("double") == 1
    assert refused(match, "B", "draw double") == "E_NOT_AVAILABLE"


def test_SF_DISC_02_returned_double_is_all_there_is_to_draw() -> None:
    empty = {"double": 0, "branch": dict.fromkeys(["SF", "SP", "GN", "UP", "KP"], 0)}
    match = sf92("tlt2", turn="C", plays={"B": "double"}, display=empty, hands=HANDS, deck=[])
    match.play("C", "lay SF CHI>MIL")
    assert match.legal("A") == ["draw double", "draw stop"]


def test_SF_DISC_03_used_branch_leaves_the_game_at_once() -> None:
    match = sf92(plays={"A": "LAX + branch SF"}, track=["SF CHI>OMA 2/2"], display={"branch": {"SF": 1}})
    match.play("A", "lay SF +CHI>MIL")
    assert match.position()["plays"]["A"] == "LAX"
    assert match.view()["display"]["branch"]["SF"] == 1


def test_SF_DISC_03_unused_branch_leaves_after_the_second_turn() -> None:
    match = sf92(plays={"A": "LAX + branch SF"}, track=["SF CHI>OMA 2/2"], display={"branch": {"SF": 1}}, hands=HANDS)
    plays(match, "A: lay SF OMA>DEN", "B: lay SF OMA>DEN", "C: lay SF DEN>SAC")
    plays(match, "A: lay SF DEN>SAC", "B: lay SF DEN>SAC")
    assert match.position()["plays"]["A"] == "LAX + branch SF"
    match.play("C", "lay SF SAC>SFO")
    assert match.position()["plays"]["A"] == "none"
    assert match.view()["seats"][0]["specials"] == []
    assert match.view()["display"]["branch"]["SF"] == 1


def test_SF_DISC_04_another_branch_may_be_bought_in_the_same_round() -> None:
    match = sf92("tlt2", round=4, turn="C", plays={"A": "LAX + branch UP"}, hands=HANDS, money={"A": 1})
    match.play("C", "lay GN MIL>CHI")
    assert (match.view()["round"], match.view()["phase"]) == (4, "draw")
    match.play("A", "draw branch SF")
    assert (money(match, "A"), match.view()["seats"][0]["specials"]) == (0, ["branch SF"])


# ---------------------------------------------------------------- drawing
def test_SF_DRAW_01_deck_double_or_branch() -> None:
    match = sf92("draw", hands=HANDS, display={"double": 0, "branch": {"GN": 0}}, money={"A": 1})
    assert refused(match, "A", "draw double") == "E_NOT_AVAILABLE"
    assert refused(match, "A", "draw branch GN") == "E_NOT_AVAILABLE"
    assert match.legal("A") == ["draw deck"] + [f"draw branch {rail}" for rail in ("SF", "SP", "UP", "KP")]
    plays(match.copy(), "A: draw deck")
    match.play("A", "draw branch KP")
    assert money(match, "A") == 0
    assert "draw double" in sf92("draw", hands=HANDS).legal("A")
    assert refused(sf92("draw", hands=HANDS, money={"A": 0}), "A", "draw branch KP") == "E_MONEY"


@pytest.mark.parametrize("played", ["LAX", "double"])
@pytest.mark.parametrize("drawn", ["draw deck", "draw double", "draw branch UP"])
def test_SF_DRAW_02_any_kind_after_any_play(played: str, drawn: str) -> None:
    match = sf92("tlt2", turn="C", plays={"A": played}, hands=HANDS)
    plays(match, "C: lay SF CHI>MIL", f"A: {drawn}")
    assert len(hand(match, "A")) == 5


TWO_SHORT = {**HANDS, "A": ["LAX", "SEA", "MIN"]}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("deck", "deck"),
        ("double", "double"),
        ("deck", "double"),
        ("double", "deck"),
        ("deck", "branch SF"),
        ("branch SF", "deck"),
        ("double", "branch SF"),
        ("branch SF", "double"),
    ],
)
def test_SF_DRAW_03_allowed_pairs(first: str, second: str) -> None:
    match = sf92("draw", hands=TWO_SHORT, money={"A": 3})
    plays(match, f"A: draw {first}", f"A: draw {second}")
    assert len(hand(match, "A")) == 5
    assert match.actors == (1,)


def test_SF_DRAW_03_two_branch_cards_are_no_pair() -> None:
    match = sf92("draw", hands=TWO_SHORT, money={"A": 3})
    match.play("A", "draw branch SF")
    assert refused(match, "A", "draw branch UP") == "E_PAIR"
    assert refused(match, "A", "draw branch SF") == "E_PAIR"


def test_SF_DRAW_04_one_branch_per_player() -> None:
    match = sf92("draw", hands=TWO_SHORT, money={"A": 9, "B": 9})
    plays(match, "A: draw branch SF")
    assert refused(match, "A", "draw branch UP") == "E_PAIR"
    plays(match, "A: draw deck", "B: draw branch UP")
    assert match.view()["seats"][1]["specials"] == ["branch UP"]


def test_SF_DRAW_05_empty_deck_stays_empty() -> None:
    match = sf92("draw", deck=["TUC"], hands={"A": ["LAX"]}, discarded={"B": ["SEA", "SEA"]})
    match.play("A", "draw deck")
    assert refused(match, "A", "draw deck") == "E_NOT_AVAILABLE"
    assert match.view()["deck_size"] == 0


def test_SF_DRAW_06_nothing_to_draw_ends_the_draw_by_itself() -> None:
    empty = {"double": 0, "branch": dict.fromkeys(["SF", "SP", "GN", "UP", "KP"], 0)}
    match = sf92("tlt2", turn="C", deck=[], display=empty, hands=HANDS)
    match.play("C", "lay SF CHI>MIL")
    assert (match.view()["round"], match.view()["phase"]) == (3, "play")
    assert len(hand(match, "A")) == 4


def test_SF_DRAW_06_with_an_empty_deck_nobody_must_draw() -> None:
    match = sf92("draw", deck=[], display={"double": 1}, hands=HANDS)
    plays(match.copy(), "A: draw double")
    match.play("A", "draw stop")
    assert len(hand(match, "A")) == 4
    assert match.actors == (1,)
    assert refused(sf92("draw", deck=["OMA"], hands=HANDS), "A", "draw stop") == "E_MUST_DRAW"
