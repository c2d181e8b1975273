"""Every clause of the rulebook has a test that carries its id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import pytest
from milk_run.board import KIND_NAMES
from milk_run.state import State

import goldenspike as gs
from goldenspike.engine.errors import BadOption, sentences


def table(
    seats: int = 2,
    hands: Mapping[str, str] | None = None,
    lines: Mapping[str, str] | None = None,
    orders: Mapping[str, str] | None = None,
    deck: int | None = None,
) -> gs.Match:
    """A match with A on, nothing in the hands but what is named, and these lines claimed from the beginning."""
    match = gs.new("milk-run", seats=seats, seed=1)
    s, setting = match.s, match.setting
    s.turn, s.hand = 0, [[0] * 4 for _ in range(4)]
    for name, wagons in (hands or {}).items():
        for part in wagons.split(", "):
            count, kind = part.split()
            s.hand["ABCD".index(name)][KIND_NAMES.index(kind)] = int(count)
    for line, name in (lines or {}).items():
        seat, number = "ABCD".index(name), setting.lines.index(line)
        s.owner[number] = 1 + seat
        s.reach[seat] |= sum(1 << end for end in setting.b.ends[number])
    for name, place in (orders or {}).items():
        s.order["ABCD".index(name)] = setting.places.index(place)
    if deck is not None:
        s.deck = [deck, 0, 0, 0]
    return match


def refused(match: gs.Match, text: str, seat: int | str = "A") -> tuple[str, str]:
    """Code and clause of the refusal; the sentence is the rulebook's."""
    refusal = match.why_not(seat, text)
    assert refusal is not None
    assert refusal.sentence == sentences("milk_run")[refusal.clause]
    with pytest.raises(gs.IllegalAction):
        match.play(seat, text)
    return refusal.code, refusal.clause


def held(s: State, seat: int) -> int:
    return sum(s.hand[seat])


# ---------------------------------------------------------------- what there is
def test_MR_OBJ_01_most_points_win() -> None:
    match = table(lines={"DUN-GRE": "A"}, orders={"A": "IVY", "B": "IVY"}, deck=1)
    match.s.milk = [7, 3, 0, 0]
    match.play("A", "draw")
    assert match.result is not None
    assert match.result.points == (7, 3)
    assert match.result.winners == (0,)


def test_MR_COMP_01_two_to_four_players() -> None:
    assert [gs.new("milk-run", seats=seats).setting.seats for seats in (2, 3, 4)] == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(BadOption, match="for 2 to 4 players"):
            gs.new("milk-run", seats=seats)


@pytest.mark.parametrize(("seats", "each"), [(2, 10), (3, 13), (4, 16)])
def test_MR_COMP_02_wagons_of_four_kinds(seats: int, each: int) -> None:
    s = gs.new("milk-run", seats=seats, seed=3).s
    assert [s.deck[kind] + sum(hand[kind] for hand in s.hand) for kind in range(4)] == [each] * 4


def test_MR_COMP_03_farms_have_churns_and_creameries_none() -> None:
    setting = gs.new("milk-run").setting
    churns = dict(zip(setting.places, setting.b.churns, strict=False))
    assert {place: churns[place] for place in ("COL", "ALD", "BIR", "FAL", "GRE")} == {
        "COL": 8, "ALD": 7, "BIR": 4, "FAL": 3, "GRE": 2,
    }  # fmt: skip
    assert {churns[place] for place in ("DUN", "ELM", "IVY", "JES")} == {0}


def test_MR_COMP_04_lines_have_spaces_and_a_kind() -> None:
    setting = gs.new("milk-run").setting
    b = setting.b
    for line, length, kind in (("ALD-FAL", 3, "whey"), ("DUN-GRE", 1, "cheese"), ("IVY-JES", 4, "any")):
        number = setting.lines.index(line)
        assert (b.length[number], KIND_NAMES[b.kind[number]]) == (length, kind)
        assert [setting.places[end] for end in b.ends[number]] == line.split("-")


# ---------------------------------------------------------------- setup
def test_MR_SETUP_01_everybody_reaches_their_own_creamery() -> None:
    match = gs.new("milk-run", seats=4, seed=9)
    assert [seat["reaches"] for seat in match.view()["seats"]] == [["DUN"], ["JES"], ["ELM"], ["IVY"]]


def test_MR_SETUP_02_the_lot_decides_who_begins() -> None:
    assert {gs.new("milk-run", seats=4, seed=seed).actors for seed in range(40)} == {(0,), (1,), (2,), (3,)}


def test_MR_SETUP_03_later_players_get_more_wagons() -> None:
    for seed in range(12):
        s = gs.new("milk-run", seats=4, seed=seed).s
        assert [held(s, (s.turn + k) % 4) for k in range(4)] == [4, 5, 6, 7]
    s = gs.new("milk-run", seats=3, seed=2, values={"hand": 6}).s
    assert [held(s, (s.turn + k) % 3) for k in range(3)] == [6, 7, 8]


def test_MR_SETUP_04_an_order_from_another_creamery() -> None:
    dealt = [gs.new("milk-run", seats=2, seed=seed) for seed in range(60)]
    places = dealt[0].setting.places
    assert {places[match.s.order[0]] for match in dealt} == {"JES", "ELM", "IVY"}
    assert {places[match.s.order[1]] for match in dealt} == {"DUN", "ELM", "IVY"}
    assert any(match.s.order[0] == match.s.order[1] for match in dealt)


# ---------------------------------------------------------------- the turn
def test_MR_TURN_01_one_after_the_other() -> None:
    match = table(seats=3)
    assert refused(match, "draw", "B") == ("E_TURN", "MR-TURN-01")
    for seat in (0, 1, 2, 0):
        assert match.actors == (seat,)
        match.play(seat, "draw")


def test_MR_TURN_02_draw_or_claim_but_nothing_else() -> None:
    match = table()
    assert match.legal("A") == ["draw"]
    with pytest.raises(gs.BadNotation, match="no action; actions begin with draw, claim"):
        match.play("A", "pass")
    for number in (-1, match.setting.b.n_actions):
        with pytest.raises(gs.IllegalAction, match=r"E_ACTION \(MR-TURN-02\)"):
            match.act(0, number)


def test_MR_DRAW_01_two_wagons() -> None:
    match = table()
    deck = sum(match.s.deck)
    match.play("A", "draw")
    assert (held(match.s, 0), sum(match.s.deck)) == (2, deck - 2)


def test_MR_DRAW_02_the_last_wagon() -> None:
    match = table(deck=1)
    match.play("A", "draw")
    assert match.s.hand[0] == [1, 0, 0, 0]


def test_MR_DRAW_03_a_hand_is_secret_but_not_its_size() -> None:
    match = table(hands={"A": "12 cream, 2 whey"})
    assert match.view("A")["seats"][0]["hand"] == "12 cream, 2 whey"
    for viewer in ("B", None):
        seen = match.view(viewer)["seats"][0]
        assert seen["wagons"] == 14
        assert "hand" not in seen
        assert "order" not in seen
    line = match.play("A", "draw")
    assert re.fullmatch(r"A: draw =.*(cream|butter|cheese|whey)", line)
    assert match.setting.public(line) == "A: draw"


# ---------------------------------------------------------------- claiming
def test_MR_CLAIM_01_a_line_is_claimed_once() -> None:
    match = table(hands={"A": "3 cheese", "B": "2 cheese"}, lines={"GRE-JES": "B"})
    match.play("A", "claim DUN-GRE cheese")
    assert refused(match, "claim DUN-GRE cheese", "B") == ("E_TAKEN", "MR-CLAIM-01")
    assert match.view()["lines"]["DUN-GRE"] == "A"


def test_MR_CLAIM_02_from_where_you_are_to_somewhere_new() -> None:
    match = table(hands={"A": "9 cream, 9 butter"}, lines={"DUN-GRE": "A", "GRE-IVY": "A"})
    assert refused(match, "claim COL-HOL cream") == ("E_JOIN", "MR-CLAIM-02")
    assert refused(match, "claim DUN-IVY cream") == ("E_JOIN", "MR-CLAIM-02")
    match.play("A", "claim GRE-JES butter")
    assert match.view()["seats"][0]["reaches"] == ["GRE", "DUN", "JES", "IVY"]


def test_MR_CLAIM_03_a_wagon_for_each_space_all_of_one_kind() -> None:
    match = table(hands={"A": "2 whey, 1 cream"})
    assert refused(match, "claim ALD-DUN whey") == ("E_WAGONS", "MR-CLAIM-03")
    match.s.hand[0] = [0, 0, 0, 4]
    match.play("A", "claim ALD-DUN whey")
    assert match.s.hand[0] == [0, 0, 0, 0]


def test_MR_CLAIM_04_two_for_each_space_of_another_kind() -> None:
    match = table(hands={"A": "2 butter, 3 cream"})
    assert refused(match, "claim DUN-FAL cream") == ("E_WAGONS", "MR-CLAIM-03")
    match.s.hand[0][0] = 5
    assert {"claim DUN-FAL butter", "claim DUN-FAL cream"} <= set(match.legal("A"))
    match.play("A", "claim DUN-FAL cream")
    assert match.s.hand[0] == [1, 2, 0, 0]


def test_MR_CLAIM_05_paid_wagons_are_gone_and_the_place_is_reached() -> None:
    match = table(hands={"A": "3 cheese"})
    deck = match.s.deck[:]
    match.play("A", "claim DUN-GRE cheese")
    assert match.s.hand[0] == [0, 0, 2, 0]
    assert match.s.deck == deck
    assert match.view()["seats"][0]["reaches"] == ["GRE", "DUN"]


# ---------------------------------------------------------------- milk
def test_MR_MILK_01_all_churns_for_the_first() -> None:
    match = table(hands={"A": "2 butter"})
    match.play("A", "claim DUN-FAL butter")
    assert match.s.milk == [3, 0, 0, 0]


def test_MR_MILK_02_half_of_them_later_rounded_down() -> None:
    match = table(seats=4, hands={"A": "2 butter", "D": "2 cheese"})
    match.play("A", "claim DUN-FAL butter")
    match.play("B", "draw")
    match.play("C", "draw")
    match.play("D", "claim FAL-IVY cheese")
    assert match.s.milk == [3, 0, 0, 1]


def test_MR_MILK_03_a_creamery_has_no_milk() -> None:
    match = table(hands={"A": "4 cream"}, orders={"A": "ELM"})
    match.play("A", "claim DUN-ELM cream")
    assert match.s.milk == [0, 0, 0, 0]


# ---------------------------------------------------------------- the end
def test_MR_END_01_the_last_wagon_ends_the_game_at_once() -> None:
    match = table(hands={"B": "4 cream"}, deck=2)
    match.play("A", "draw")
    assert match.over
    assert match.actors == ()
    assert refused(match, "draw", "B") == ("E_OVER", "MR-END-01")
    assert match.result is not None
    assert match.result.reason == "the deck is empty"


def test_MR_SCORE_01_milk_counts() -> None:
    match = table(hands={"A": "2 butter"}, orders={"A": "ELM"})
    match.play("A", "claim DUN-FAL butter")
    result = match.setting.result(match.s)
    assert [(item.what, item.points) for item in result.sheet[0]] == [("milk", 3), ("order", 0)]


def test_MR_SCORE_02_the_order_brings_six_points() -> None:
    match = table(hands={"A": "4 cream"}, orders={"A": "ELM", "B": "ELM"})
    match.play("A", "claim DUN-ELM cream")
    result = match.setting.result(match.s)
    assert result.points == (6, 0)
    assert [(item.what, item.points) for item in result.sheet[0]] == [("milk", 0), ("order", 6)]


def test_MR_SCORE_03_a_tie_is_a_shared_victory() -> None:
    match = table(seats=3, lines={"DUN-ELM": "A"}, orders={"A": "ELM", "B": "IVY", "C": "IVY"}, deck=1)
    match.s.milk = [2, 8, 7, 0]
    match.play("A", "draw")
    assert match.result is not None
    assert match.result.points == (8, 8, 7)
    assert match.result.winners == (0, 1)


# ---------------------------------------------------------------- the rulebook itself
def test_every_clause_has_a_test_and_every_test_a_clause() -> None:
    clauses = {clause.replace("-", "_") for clause in sentences("milk_run")}
    tested = {"_".join(name.split("_")[1:4]) for name in globals() if name.startswith("test_MR_")}
    assert clauses == tested


def test_the_rules_name_only_clauses_that_there_are() -> None:
    known = set(sentences("milk_run"))
    for file in files("milk_run").iterdir():
        if file.name.endswith((".py", ".md")):
            named = set(re.findall(r"MR-[A-Z]+-[0-9]{2}", file.read_text("utf-8")))
            assert named <= known, file.name


def test_the_rulebook_tells_the_options() -> None:
    text = files("milk_run").joinpath("rulebook.en.md").read_text("utf-8")
    option: Any
    for option in gs.game("milk-run").options:
        assert f'<a id="option-{option.name}"></a>`{option.name}`' in text
