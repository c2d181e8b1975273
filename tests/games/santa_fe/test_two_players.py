"""Two players and the third who is not there."""

from __future__ import annotations

from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine.game import Result

from .scenario import given, plays

FIVE = ["SF", "SP", "GN", "UP", "KP"]


def two(phase: str, **words: Any) -> gs.Match:
    return given(phase, seats=2, **words)


def final(**words: Any) -> Result:
    result = two("over", ended="supply", **{"money": {"A": 0, "B": 0}, **words}).result
    assert result is not None
    return result


def third_player(result: Result) -> int:
    """The points of the third player: the sheet says them card by card, a note says their sum."""
    total = sum(item.points for item in result.sheet[2])
    assert f"the third player has {total} points" in result.notes
    return total


@pytest.mark.parametrize(("first", "second"), [("A", "B"), ("B", "A")])
def test_SFR_2P_01_the_first_player_stays(first: str, second: str) -> None:
    match = gs.new("santa-fe-rails", seats=2, seed=5, first=first)
    order: dict[tuple[int, str], list[str]] = {}
    while match.view()["round"] <= 3:
        seen = match.view()
        assert seen["first"] == first
        if seen["phase"] in ("draw", "tlt1", "tlt2"):
            order.setdefault((seen["round"], seen["phase"]), []).extend(seen["actors"])
        seat = match.actors[0]
        action = next(text for text in match.legal(seat) if text != "done")
        match.play(seat, "draw deck" if "draw deck" in match.legal(seat) else action)
    assert match.view()["first"] == first
    assert set(order) == {(number, step) for number in (1, 2, 3) for step in ("draw", "tlt1", "tlt2")} - {(1, "draw")}
    assert all(turns == [first, second] for turns in order.values())


def test_SFR_2P_02_after_each_draw_step_one_card_goes_to_the_third_player() -> None:
    match = two(
        "draw", hands={"A": ["LAX", "LAX", "TUC"], "B": ["SEA", "SEA", "OMA"]}, deck=["MIN", "DEN", "ELP", "HOU"]
    )
    match.play("A", "draw deck")
    assert match.view()["third_player_cards"] == 0
    match.play("B", "draw deck")
    assert match.view()["phase"] == "play"
    assert match.position()["deck"] == ["HOU"]
    assert match.position()["dummy"] == ["ELP"]
    assert match.view()["third_player_cards"] == 1


def test_SFR_2P_02_only_a_game_of_two_has_a_third_player() -> None:
    hands = {"A": ["LAX", "LAX", "TUC", "MIN"], "B": ["SEA", "SEA", "OMA"], "C": ["SFO", "SFO", "SAC", "SAC"]}
    match = given("draw", hands=hands, deck=["MIN", "DEN", "ELP"])
    match.play("B", "draw deck")
    assert match.position()["deck"] == ["DEN", "ELP"]
    assert "third_player_cards" not in match.view()


def test_SFR_2P_02_also_when_no_card_was_drawn_from_the_deck() -> None:
    match = two("draw", hands={"A": ["LAX", "LAX", "TUC"], "B": ["SEA", "SEA", "OMA"]}, deck=["MIN", "DEN"])
    plays(match, "A: draw double", "B: draw boom")
    assert match.position()["dummy"] == ["MIN"]
    assert match.position()["deck"] == ["DEN"]


def test_SFR_2P_03_nobody_sees_these_cards_before_the_end() -> None:
    def after(dealt: str, left: str) -> gs.Match:
        hands = {"A": ["LAX", "LAX", "TUC"], "B": ["SEA", "SEA", "OMA"]}
        match = two("draw", hands=hands, deck=["MIN", "DEN", dealt, left])
        return plays(match, "A: draw deck", "B: draw deck")

    one, other = after("SFO", "short RI"), after("short RI", "SFO")
    assert one.position()["dummy"] != other.position()["dummy"]
    for viewer in ("A", "B", None):
        seen = one.view(viewer)
        assert seen == other.view(viewer)
        assert seen["third_player_cards"] == 1
        assert "third_player" not in seen
    assert one.log == other.log
    assert two("over", ended="supply", dummy=["SFO", "short RI"]).view()["third_player"] == ["SFO", "short RI"]


def test_SFR_2P_04_no_card_in_round_1_and_no_opening_hand() -> None:
    match = gs.new("santa-fe-rails", seats=2, seed=2)
    assert match.view()["third_player_cards"] == 0
    assert match.view()["deck_size"] == 66 + 4 - 2 * 4
    while match.view()["round"] == 1:
        match.act(match.actors[0], match.numbers(match.actors[0])[0])
    assert match.view()["third_player_cards"] == 0
    for _ in range(2):
        match.play(match.actors[0], "draw deck")
    assert match.view()["phase"] == "play"
    assert match.view()["third_player_cards"] == 1


def test_SFR_2P_05_no_card_for_the_third_player_from_an_empty_deck() -> None:
    hands = {"A": ["LAX", "LAX", "TUC", "MIN"], "B": ["SEA", "SEA", "OMA"]}
    match = two("draw", hands=hands, deck=["DEN"], dummy=["HOU"])
    match.play("B", "draw deck")
    assert match.position()["deck"] == []
    assert match.position()["dummy"] == ["HOU"]
    assert match.view()["phase"] == "play"
    assert "play LAX" in match.legal("A")


def test_SFR_2P_06_the_third_player_scores_his_pile() -> None:
    result = final(
        dummy=["LAX", "TUC"],
        connected={"LAX": ["SF", "SP", "GN"], "TUC": ["SF", "SP"]},
        boomtowns={"TUC": 5},
    )
    assert third_player(result) == 21 + 10
    assert result.points == (0, 0)
    assert [(item.what, item.points) for item in result.sheet[2]] == [("Los Angeles", 21), ("Tucson", 10)]
    empty = final(money={"A": 5, "B": 4})
    assert third_player(empty) == 0, "they have no money"


def test_SFR_2P_07_a_winner_beats_opponent_and_third_player() -> None:
    # two cards of LAX at three railroads and two of MIN at one make 50 points
    fifty: dict[str, Any] = {
        "dummy": ["LAX", "LAX", "MIN", "MIN"],
        "connected": {"LAX": ["SF", "SP", "GN"], "MIN": ["GN"]},
    }
    assert third_player(final(**fifty)) == 50
    assert final(**fifty, money={"A": 50, "B": 45}).winners == ()
    assert final(**fifty, money={"A": 45, "B": 50}).winners == ()
    assert final(**fifty, money={"A": 51, "B": 45}).winners == (0,)
    assert final(**fifty, money={"A": 45, "B": 51}).winners == (1,)
    assert final(**fifty, money={"A": 49, "B": 45}).winners == ()
    assert final(**fifty, money={"A": 60, "B": 60}).winners == (), "nor does anybody win a tie"
    assert final(**fifty, money={"A": 60, "B": 60}, table={"A": ["SEA"]}).winners == ()


def test_SFR_2P_08_the_rest_is_as_in_the_normal_game() -> None:
    match = gs.new("santa-fe-rails", seats=2)
    seen = match.view()
    assert seen["display"] == {
        "double": 1,
        "triple": 1,
        "four": 1,
        "boom": 3,
        "engineer": 0,
        "branch": dict.fromkeys(FIVE, 3),
        "markers": {"4": 3, "5": 7},
    }
    assert [seat["money"] for seat in seen["seats"]] == [2, 2]
    assert [seat["hand_size"] for seat in seen["seats"]] == [4, 4]
    assert seen["available"] == FIVE
    # the third player takes no turns
    played = two("tlt1", plays={"A": "LAX", "B": "SEA"})
    plays(played, "A: lay SF CHI>MIL", "B: lay UP CHI>OMA")
    assert (played.view()["phase"], played.view()["actors"]) == ("tlt2", ["A"])


def test_SFR_2P_08_the_third_player_neither_lays_nor_passes() -> None:
    match = two("tlt1", plays={"A": "LAX", "B": "SEA"}, terrain=True)
    plays(match, "A: pass", "B: pass")
    assert match.result is not None
    assert match.result.reason == "allpass"


def test_SFR_2P_09_a_short_card_of_the_third_player_stays_out_of_play() -> None:
    hands = {"A": ["LAX", "LAX", "TUC"], "B": ["SEA", "SEA", "OMA"]}
    match = two("draw", hands=hands, deck=["MIN", "DEN", "short RI", "HOU"])
    match.play("A", "draw deck")
    before = match.s.copy()
    match.play("B", "draw deck")
    assert match.setting.events(before, match.s, 1, ()) == ["! dummy"]
    assert match.position()["dummy"] == ["short RI"]
    assert match.position()["deck"] == ["HOU"], "and it is not replaced"
    assert match.view()["available"] == FIVE
    assert match.view()["hidden_shorts"] == 4
    result = final(dummy=["short RI", "LAX"], connected={"LAX": ["SF"]})
    assert third_player(result) == 7
    assert "short RI lay with the third player" in result.notes
