"""Santa Fe of 1992: the advanced game with its Engineers, and the optional purchase of track."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

import goldenspike as gs

from .scenario import lays, money, plays, refused, sf92

HANDS = {"A": ["LAX", "SEA", "MIN", "DEN"], "B": ["LAX", "SEA", "MIN", "DEN"], "C": ["ELP", "SFO", "SAC", "TUC"]}
MAJORS = ["SF", "SP", "GN", "UP", "KP"]

# a railroad whose next piece crosses a river, a mountain, both, or nothing
RIVER = ("lay GN MIN>SEA", ["GN MIL>MIN 1/1"])
MOUNTAIN = ("lay KP KSC>DEN", ["KP KSC>DEN 1/2"])
BOTH = ("lay UP OMA>DEN", ["UP CHI>OMA 2/2", "UP OMA>DEN 1/2"])
PLAIN: tuple[str, list[str]] = ("lay KP KSC>DEN", [])
LAKE = ("lay SP SFO>SAC", ["SP NOR>HOU 1/1", "SP HOU>ELP 2/2", "SP ELP>TUC 1/1", "SP TUC>LAX 2/2", "SP LAX>SFO 1/1"])


def advanced(phase: str = "tlt1", **words: Any) -> gs.Match:
    return sf92(phase, terrain=True, **words)


def purchase(phase: str = "tlt1", **words: Any) -> gs.Match:
    return sf92(phase, track_purchase=True, **words)


def new(**options: Any) -> gs.Match:
    return gs.new("santa-fe", seats=3, seed=1992, first="A", **options)


def hand(match: gs.Match, seat: str) -> list[str]:
    return sorted(match.position()["hands"][seat])


def cost(place: tuple[str, list[str]], seat: str = "A", **words: Any) -> int:
    """What the seat pays for the piece; nobody has a bonus to expect from Denver or Sacramento."""
    text, track = place
    served = {"DEN": MAJORS, "SAC": MAJORS}
    match = advanced(track=track, connected=served, money={seat: 5}, turn=seat, **words)
    match.play(seat, text)
    return 5 - money(match, seat)


def ended(match: gs.Match) -> tuple[str, str | None]:
    assert match.over
    return match.view()["end"], match.view()["ended_by"]


def one_round(match: gs.Match) -> list[str]:
    """Everybody does the first thing they may (or lays, where they need not); the phases of the Round."""
    now = match.view()["round"]
    phases: list[str] = []
    while match.view()["round"] == now and not match.over and len(phases) < 99:
        actor = match.actors[0]
        lay = [text for text in match.legal(actor) if text.startswith("lay ")]
        phases.append(match.view()["phase"])
        match.play(actor, (lay or match.legal(actor))[0])
    return [phase for phase, _ in groupby(phases)]


# ---------------------------------------------------------------- advanced game
def test_SF_ADV_01_five_dollars_each() -> None:
    assert [seat["money"] for seat in new(terrain=True).view()["seats"]] == [5, 5, 5]


def test_SF_ADV_02_branch_costs_two_dollars() -> None:
    match = advanced("draw", hands=HANDS, money={"A": 1, "B": 2})
    assert refused(match, "A", "draw branch SF") == "E_MONEY"
    plays(match, "A: draw deck", "B: draw branch SF")
    assert (money(match, "A"), money(match, "B")) == (1, 0)


def test_SF_ADV_03_river_costs_one_dollar() -> None:
    assert cost(RIVER) == 1
    assert cost(LAKE) == 0
    assert cost(PLAIN) == 0


def test_SF_ADV_04_mountain_costs_one_dollar() -> None:
    assert cost(MOUNTAIN) == 1


def test_SF_ADV_05_mountain_with_river_costs_two_dollars() -> None:
    assert cost(BOTH) == 2


@pytest.mark.parametrize(("place", "price"), [(RIVER, 1), (MOUNTAIN, 1), (BOTH, 2)])
def test_SF_ADV_05_nothing_costs_anything_in_the_basic_game(place: tuple[str, list[str]], price: int) -> None:
    text, track = place
    match = sf92(track=track, connected={"DEN": MAJORS}, money={"A": 0})
    match.play("A", text)
    assert money(match, "A") == 0
    assert cost(place) == price


def test_SF_ADV_06_no_debt() -> None:
    text, track = BOTH
    match = advanced(track=track, money={"A": 1})  # the bonus of $6 does not help
    assert refused(match, "A", text) == "E_MONEY"
    assert "OMA>DEN" not in lays(match, "A", "UP")
    match = advanced(track=track, money={"A": 2})
    match.play("A", text)
    assert money(match, "A") == 2 - 2 + 6


def test_SF_ADV_07_nobody_has_to_lay() -> None:
    for phase in ("tlt1", "tlt2"):
        match = advanced(phase, plays={"A": "LAX"})
        match.play("A", "pass")
        assert match.actors == (1,)
    match = advanced(plays={"A": "double"})
    match.play("A", "lay SF CHI>MIL")
    assert refused(match, "A", "pass") == "E_PHASE"


@pytest.mark.parametrize("phase", ["tlt1", "tlt2"])
def test_SF_ADV_08_all_passing_in_one_turn_ends_the_game(phase: str) -> None:
    match = advanced(phase)
    plays(match, "A: pass", "B: pass")
    assert not match.over
    match.play("C", "pass")
    assert ended(match) == ("allpass", None)


def test_SF_ADV_08_one_piece_keeps_the_game_going() -> None:
    match = advanced()
    plays(match, "A: pass", "B: pass", "C: lay SF CHI>MIL")
    assert match.view()["phase"] == "tlt2"
    plays(match, "A: lay SF MIL>MIN", "B: pass", "C: pass")
    assert match.view()["phase"] == "draw"


def test_SF_ADV_08_passes_of_two_turns_do_not_add_up() -> None:
    match = advanced()
    plays(match, "A: pass", "B: pass", "C: lay SF CHI>MIL")
    plays(match, "A: lay SF MIL>MIN", "B: lay UP CHI>OMA", "C: pass")
    assert match.view()["phase"] == "draw"


# ---------------------------------------------------------------- Engineers
def test_SF_ENG_01_five_engineers_lie_in_the_display() -> None:
    match = new(terrain=True)
    assert match.view()["phase"] == "hire"
    assert match.view()["display"]["engineer"] == 5
    match.play("A", "hire engineer")
    assert match.view()["display"]["engineer"] == 4


def test_SF_ENG_02_never_more_than_one() -> None:
    match = advanced("draw", hands=HANDS, hired=["A"])
    assert refused(match, "A", "draw engineer") == "E_ENGINEER"
    match = advanced("draw", hands={**HANDS, "A": ["LAX", "SEA", "engineer"]})
    assert refused(match, "A", "draw engineer") == "E_ENGINEER"
    match = advanced("draw", hands={**HANDS, "A": ["LAX", "SEA"]})
    match.play("A", "draw engineer")
    assert refused(match, "A", "draw engineer") == "E_ENGINEER"


def test_SF_ENG_03_hired_before_the_game_for_four_dollars() -> None:
    match = new(terrain=True)
    assert refused(match, "B", "hire engineer") == "E_ACTOR"
    plays(match, "A: hire engineer", "B: hire none", "C: hire none")
    assert [money(match, seat) for seat in "ABC"] == [1, 5, 5]
    assert match.view()["phase"] == "play"
    seen = match.view()["seats"][0]
    assert (seen["engineer"], seen["city_cards"], seen["specials"], seen["hand_size"]) == (True, 4, ["double"], 5)
    one_round(match)
    assert match.view()["seats"][0]["hand_size"] == 5
    assert "engineer" not in hand(match, "A")


def test_SF_ENG_03_no_debt_for_an_engineer() -> None:
    match = advanced("hire", round=1, hands=HANDS, money={"A": 3, "B": 4})
    assert refused(match, "A", "hire engineer") == "E_MONEY"
    plays(match, "A: hire none", "B: hire engineer")
    assert money(match, "B") == 0


def test_SF_ENG_04_drawn_later_for_nothing_and_counts_as_a_card() -> None:
    match = advanced("draw", hands=HANDS, money={"A": 0})
    match.play("A", "draw engineer")
    assert money(match, "A") == 0
    assert match.view()["display"]["engineer"] == 4
    assert match.actors == (1,)
    assert [word for word in hand(match, "A") if word != "engineer"] == sorted(HANDS["A"])
    for _ in range(3):
        one_round(match)
        assert "engineer" in hand(match, "A")
        assert len(hand(match, "A")) == 5


@pytest.mark.parametrize("other", ["deck", "double", "branch SF"])
def test_SF_ENG_04_engineer_goes_with_any_other_card(other: str) -> None:
    match = advanced("draw", hands={**HANDS, "A": ["LAX", "SEA", "MIN"]})
    plays(match, "A: draw engineer", f"A: draw {other}")
    assert len(hand(match, "A")) == 5


def test_SF_ENG_05_engineers_lie_open() -> None:
    match = advanced("draw", hands={**HANDS, "A": ["LAX", "SEA", "MIN", "engineer"]}, hired=["C"])
    assert [seat["engineer"] for seat in match.view("B")["seats"]] == [True, False, True]
    assert match.view("B")["seats"][0]["specials"] == ["engineer"]


@pytest.mark.parametrize("has", [{"hired": ["A"]}, {"hands": {"A": ["engineer", "LAX"]}}])
def test_SF_ENG_06_owner_crosses_rivers_for_nothing(has: dict[str, Any]) -> None:
    assert cost(RIVER, **has) == 0
    assert cost(RIVER) == 1
    assert cost(RIVER, seat="B", **has) == 1


def test_SF_ENG_06_owner_without_money_may_cross() -> None:
    text, track = RIVER
    match = advanced(track=track, money={"A": 0}, hired=["A"])
    match.play("A", text)
    assert money(match, "A") == 0
    assert refused(advanced(track=track, money={"A": 0}), "A", text) == "E_MONEY"


def test_SF_ENG_07_mountain_with_river_is_free() -> None:
    assert cost(BOTH, hired=["A"]) == 0
    assert cost(BOTH) == 2


def test_SF_ENG_07_option_engineer_mountain_river() -> None:
    option = {"engineer_mountain_river": "pay_mountain"}
    assert cost(BOTH, hired=["A"], **option) == 1
    assert cost(BOTH, **option) == 2
    assert cost(RIVER, hired=["A"], **option) == 0
    assert cost(MOUNTAIN, hired=["A"], **option) == 1


def test_SF_ENG_08_mountain_without_river_still_costs() -> None:
    assert cost(MOUNTAIN, hired=["A"]) == 1
    text, track = MOUNTAIN
    assert refused(advanced(track=track, money={"A": 0}, hired=["A"]), "A", text) == "E_MONEY"


# ---------------------------------------------------------------- track purchase
def test_SF_BUY_01_step_between_draw_and_train() -> None:
    match = new(track_purchase=True)
    assert one_round(match) == ["play", "tlt1", "tlt2", "draw", "buy"]
    assert (match.view()["phase"], match.view()["first"]) == ("play", "B")
    match = new(track_purchase=False)
    assert one_round(match) == ["play", "tlt1", "tlt2", "draw"]


def test_SF_BUY_01_with_the_advanced_game_too() -> None:
    match = new(track_purchase=True, terrain=True)
    plays(match, "A: hire none", "B: hire none", "C: hire none")
    assert one_round(match)[-1] == "buy"


def test_SF_BUY_02_each_player_buys_one_piece_for_a_dollar() -> None:
    match = purchase("buy", money={"A": 2, "B": 2})
    assert match.legal("A") == ["buy none"] + [f"buy track {railroad}" for railroad in MAJORS]
    match.play("A", "buy track SF")
    assert money(match, "A") == 1
    assert match.view()["supply"]["SF"] == 31
    assert match.view()["seats"][0]["reserve"] == {"SF": 1}
    assert match.actors == (1,)
    assert refused(match, "A", "buy track SF") == "E_ACTOR"
    match.play("B", "buy none")
    assert (money(match, "B"), match.view()["seats"][1]["reserve"]) == (2, {})
    assert match.actors == (2,)


def test_SF_BUY_02_in_turn_order_before_the_train_moves() -> None:
    match = purchase("buy", hands=HANDS)
    assert match.view()["first"] == "A"
    plays(match, "A: buy none", "B: buy none")
    assert (match.view()["phase"], match.view()["round"]) == ("buy", 2)
    match.play("C", "buy none")
    assert (match.view()["phase"], match.view()["round"], match.view()["first"]) == ("play", 3, "B")


def test_SF_BUY_03_any_number_and_mix_lies_open() -> None:
    match = purchase("buy", hands=HANDS, money={"A": 5})
    plays(match, "A: buy track SF", "B: buy none", "C: buy none")
    for _ in range(99):
        if (match.view()["phase"], match.actors) == ("buy", (0,)):
            break
        actor = match.actors[0]
        match.act(actor, match.numbers(actor)[0])
    assert match.view()["round"] == 3
    match.play("A", "buy track GN")
    for viewer in ("B", "C", None):
        assert match.view(viewer)["seats"][0]["reserve"] == {"SF": 1, "GN": 1}


def test_SF_BUY_04_bought_piece_waits_for_the_free_ones() -> None:
    match = purchase(supply={"SF": 1}, reserve={"A": {"SF": 1}})
    assert refused(match, "A", "lay SF* CHI>MIL") == "E_NOT_AVAILABLE"
    assert not any("*" in text for text in match.legal("A"))
    match = purchase(supply={"SF": 0}, reserve={"A": {"SF": 1}})
    assert refused(match, "A", "lay SF CHI>MIL") == "E_NO_PIECES"
    match.play("A", "lay SF* CHI>MIL")
    assert "SF CHI>MIL 1/1" in match.position()["track"]


def test_SF_BUY_05_bought_piece_follows_all_rules() -> None:
    words: dict[str, Any] = {"supply": {"SF": 0}, "reserve": {"A": {"SF": 1}}, "plays": {"A": "LAX"}}
    match = purchase(track=["SF CHI>OMA 1/2"], money={"A": 2}, **words)
    assert refused(match, "A", "lay SF* CHI>MIL") == "E_NO_TIP"
    assert refused(match, "A", "lay SF* +CHI>MIL") == "E_NO_BRANCH"
    assert lays(match, "A", "SF") == {"CHI>OMA"}
    match.play("A", "lay SF* CHI>OMA")
    assert money(match, "A") == 4
    assert match.view()["seats"][0]["reserve"] == {}
    assert match.actors == (1,)


def test_SF_BUY_05_bought_piece_pays_terrain_and_may_branch() -> None:
    words: dict[str, Any] = {"supply": {"KP": 0, "SF": 0}, "reserve": {"A": {"KP": 1, "SF": 1}}}
    match = purchase(terrain=True, track=MOUNTAIN[1], connected={"DEN": MAJORS}, money={"A": 5}, **words)
    match.play("A", "lay KP* KSC>DEN")
    assert money(match, "A") == 4

    match = purchase(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"}, **words)
    match.play("A", "lay SF* +CHI>MIL")
    assert match.position()["plays"]["A"] == "LAX"
    assert sorted(match.position()["tips"]["SF"]) == ["MIL", "OMA"]


ALL_BOUGHT: dict[str, Any] = {
    "supply": {"*": 0},
    "track": ["SF CHI>OMA 1/2"],
    "reserve": {"A": {"SF": 1}, "B": {"GN": 1}, "C": {"SP": 1}},
}


def test_SF_BUY_06_nobody_has_to_lay_bought_pieces() -> None:
    match = purchase(**ALL_BOUGHT)
    assert set(match.legal("A")) == {"pass", "lay SF* CHI>OMA"}
    match.play("A", "pass")
    assert match.actors == (1,)
    plays(match, "B: lay GN* MIL>MIN")
    assert not match.over


def test_SF_BUY_06_a_free_piece_must_be_laid() -> None:
    match = purchase(**{**ALL_BOUGHT, "supply": {"GN": 1, "*": 0}})
    assert refused(match, "A", "pass") == "E_MUST_LAY"
    assert refused(match, "A", "done") == "E_MUST_LAY"


def test_SF_BUY_06_all_passing_ends_the_game() -> None:
    match = purchase(**ALL_BOUGHT)
    plays(match, "A: pass", "B: pass", "C: pass")
    assert ended(match) == ("allpass", None)


def test_SF_BUY_06_who_has_no_piece_at_all_ends_the_game() -> None:
    match = purchase(**{**ALL_BOUGHT, "reserve": {"A": {"SF": 1, "GN": 1}}})
    match.play("A", "lay SF* CHI>OMA")
    assert ended(match) == ("deadlock", "B")


def test_SF_BUY_07_only_free_pieces_and_no_debt() -> None:
    match = purchase("buy", supply={"SF": 0}, money={"A": 0, "B": 1})
    assert refused(match, "A", "buy track SF") == "E_BUY"
    assert refused(match, "A", "buy track GN") == "E_MONEY"
    assert match.legal("A") == ["buy none"]
    match.play("A", "buy none")
    assert refused(match, "B", "buy track SF") == "E_BUY"
    match.play("B", "buy track GN")
    assert money(match, "B") == 0


def test_SF_BUY_08_bought_piece_is_its_owners() -> None:
    match = purchase(supply={"SF": 0}, reserve={"A": {"SF": 1}}, turn="B")
    assert refused(match, "B", "lay SF* CHI>MIL") == "E_NO_PIECES"
    assert lays(match, "B", "SF") == set()


def test_SF_BUY_08_pieces_left_over_are_worth_nothing() -> None:
    match = purchase("over", ended="allpass", reserve={"A": {"SF": 3}}, money={"A": 1, "B": 2, "C": 0})
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((1, 2, 0), (1,))


# ---------------------------------------------------------------- option bought_track_end
LAST_FREE_PIECE: dict[str, Any] = {
    "track": ["SF CHI>OMA 1/2"],
    "supply": {"SF": 1, "*": 0},
    "reserve": {"B": {"GN": 1}},
}


def test_OPT_17_literal_end_waits_for_the_bought_pieces() -> None:
    match = purchase(**LAST_FREE_PIECE)
    match.play("A", "lay SF CHI>OMA")
    assert match.actors == (1,)
    match.play("B", "lay GN* MIL>MIN")
    assert ended(match) == ("supply", "B")


def test_OPT_17_free_only_ends_with_the_last_free_piece() -> None:
    match = purchase(**LAST_FREE_PIECE, bought_track_end="free_only")
    match.play("A", "lay SF CHI>OMA")
    assert ended(match) == ("supply", "A")


def test_OPT_17_buying_the_last_free_piece() -> None:
    words: dict[str, Any] = {"supply": {"SF": 1, "*": 0}, "money": {"A": 1}, "hands": HANDS}
    match = purchase("buy", **words)
    match.play("A", "buy track SF")
    assert match.actors == (1,)

    match = purchase("buy", **words, bought_track_end="free_only")
    plays(match.copy(), "A: buy none")
    match.play("A", "buy track SF")
    assert ended(match) == ("supply", "A")


def test_OPT_17_purchase_off_means_no_bought_pieces() -> None:
    match = sf92(supply={"SF": 0})
    assert refused(match, "A", "lay SF* CHI>MIL") == "E_NO_PIECES"
    assert refused(match, "A", "buy track SF") == "E_PHASE"
    with pytest.raises(gs.BadFile):
        sf92(reserve={"A": {"SF": 1}})
