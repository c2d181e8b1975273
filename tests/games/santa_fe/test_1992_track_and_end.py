"""Santa Fe of 1992, basic game: laying, bonuses, the end and the score."""

from __future__ import annotations

from typing import Any

import goldenspike as gs

from .scenario import SP_DEAD_END, gain, hand, lays, money, plays, refused, sf92, tips

HANDS = {"A": ["LAX", "SEA", "MIN", "DEN"], "B": ["LAX", "SEA", "MIN", "DEN"], "C": ["ELP", "SFO", "SAC", "TUC"]}
SF_TO_EL_PASO = ["SF CHI>KSC#1 2/2", "SF KSC>ELP 1/2"]


# ---------------------------------------------------------------- City and Double cards
def test_SF_CITY_01_value_times_railroads() -> None:
    match = sf92("over", ended="supply", money={"A": 0}, table={"A": ["LAX"]}, connected={"LAX": ["SF", "SP"]})
    assert match.result is not None
    assert match.result.points[0] == 14


def test_SF_DBL_01_up_to_two_pieces_in_each_turn() -> None:
    match = sf92(plays={"A": "double"})
    assert refused(match, "A", "done") == "E_MUST_LAY"
    plays(match, "A: lay SF CHI>OMA", "A: lay UP CHI>MIL")
    assert match.actors == (1,)
    plays(match, "B: lay GN MIL>MIN", "C: lay GN MIN>SEA", "A: lay SF CHI>OMA")
    assert match.actors == (0,)
    plays(match.copy(), "A: done")
    match.play("A", "lay SF OMA>DEN")
    assert match.actors == (1,)


def test_SF_DBL_02_bonuses_are_doubled() -> None:
    assert gain(sf92(plays={"A": "double"}, track=SF_TO_EL_PASO), "A", "lay SF KSC>ELP") == 12
    assert gain(sf92("tlt2", plays={"A": "double"}, track=SF_TO_EL_PASO), "A", "lay SF KSC>ELP") == 12
    assert gain(sf92(plays={"A": "LAX"}, track=SF_TO_EL_PASO), "A", "lay SF KSC>ELP") == 6


def test_SF_DBL_03_exchange_at_the_start_of_the_second_turn() -> None:
    held = {"A": ["LAX", "SEA", "double"]}
    assert refused(sf92("tlt1", plays={"A": "double"}, hands=held), "A", "exchange LAX") == "E_EXCHANGE"
    match = sf92("tlt2", plays={"A": "double"}, hands=held, deck=["TUC", "OMA", "HOU"])
    assert refused(match, "A", "exchange double") == "E_EXCHANGE"
    match.play("A", "exchange LAX SEA")
    assert sorted(hand(match, "A")) == ["OMA", "TUC", "double"]
    assert match.position()["deck"] == ["HOU"]
    assert match.position()["discarded"]["A"] == ["LAX", "SEA"]
    assert match.view("B")["seats"][0]["discarded"] == 2
    assert "discards" not in match.view("B")["seats"][0]
    assert refused(match, "A", "exchange OMA") == "E_EXCHANGE"

    match = sf92("tlt2", plays={"A": "double"}, hands=held, deck=["TUC"])
    assert refused(match, "A", "exchange LAX SEA") == "E_EXCHANGE"
    match.play("A", "lay SF CHI>MIL")
    assert refused(match, "A", "exchange LAX") == "E_EXCHANGE"


# ---------------------------------------------------------------- laying, bonuses
def test_SF_LAY_01_three_routes_at_most() -> None:
    match = sf92("draw", track=["GN MIL>MIN 1/1"], hands=HANDS)
    plays(match, "A: draw branch GN", "B: draw branch GN")
    assert refused(match, "C", "draw branch GN") == "E_NOT_AVAILABLE"
    plays(match, "C: draw deck", "A: play LAX", "B: play LAX", "C: play TUC")
    plays(match, "B: lay GN +MIL>CHI", "C: lay GN MIN>SEA", "A: lay GN +CHI>OMA")
    assert sorted(tips(match, "GN")) == ["CHI", "CHI>OMA", "MIN>SEA"]
    plays(match, "B: lay GN MIN>SEA", "C: lay GN MIN>SEA", "A: lay GN CHI>OMA")
    assert match.view()["display"]["branch"]["GN"] == 0
    assert refused(match, "B", "draw branch GN") == "E_NOT_AVAILABLE"
    assert len(tips(match, "GN")) == 3


def test_SF_LAY_02_nobody_begins_a_started_line_at_its_other_end() -> None:
    own = ["SF CHI>KSC#1 2/2", "SF KSC>DEN 2/2", "SF +CHI>OMA 2/2", "SF OMA>DEN 1/2"]
    match = sf92(track=own, plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay SF DEN>OMA") == "E_LINE_TAKEN"
    assert refused(match, "A", "lay SF +DEN>OMA") == "E_LINE_TAKEN"
    match.play("A", "lay SF OMA>DEN")

    match = sf92(track=[*SF_TO_EL_PASO, "SP NOR>HOU 1/1", "SP HOU>ELP 2/2"])
    assert refused(match, "A", "lay SP ELP>KSC") == "E_LINE_TAKEN"
    assert refused(match, "A", "lay KP KSC>ELP") == "E_LINE_TAKEN"


def test_SF_LAY_03_no_one_way_lines() -> None:
    match = sf92(track=["SF CHI>OMA 2/2", "SF OMA>MIN 1/1"])
    assert lays(match, "A", "SF") == {"MIN>SEA", "MIN>MIL"}
    match.play("A", "lay SF MIN>MIL")
    assert tips(match, "SF") == ["MIL"]


def test_SF_LAY_04_who_can_lay_must() -> None:
    for phase in ("tlt1", "tlt2"):
        match = sf92(phase, plays={"A": "LAX"})
        assert refused(match, "A", "done") == "E_MUST_LAY"
        assert refused(match, "A", "pass") == "E_MUST_LAY"
        assert {text.split()[1] for text in match.legal("A")} == {"SF", "SP", "GN", "UP", "KP"}


def test_SF_LAY_05_partial_lines_stay_and_block() -> None:
    match = sf92(track=["UP CHI>OMA 1/2"], supply={"UP": 0, "SF": 1, "GN": 0, "SP": 0, "KP": 0})
    assert refused(match, "A", "lay SF CHI>OMA") == "E_LINE_TAKEN"
    match.play("A", "lay SF CHI>MIL")
    assert match.over
    assert "UP CHI>OMA 1/2" in match.position()["track"]


def test_SF_BONUS_01_two_dollars_for_the_first_railroad() -> None:
    assert gain(sf92(track=["SF CHI>OMA 1/2"]), "A", "lay SF CHI>OMA") == 2
    assert gain(sf92(track=["SF CHI>OMA 2/2", "GN MIL>MIN 1/1"]), "A", "lay GN MIN>OMA") == 0


def test_SF_BONUS_01_the_first_arrival_at_a_home_base_brings_it_too() -> None:
    assert gs.new("santa-fe").header["options"]["home_base_bonus"] == "first_arrival"
    assert gain(sf92(track=["SP NOR>KSC 1/2"]), "A", "lay SP NOR>KSC") == 2
    # a first piece that leaves the base is no arrival, nor does it bring anything
    match = sf92(track=["SP NOR>KSC 1/2"])
    assert gain(match, "A", "lay KP KSC>DEN") == 0
    assert gain(match, "B", "lay SP NOR>KSC") == 2
    # the second arrival brings nothing
    match = sf92(track=["SP NOR>KSC 1/2", "UP CHI>KSC#1 2/2"])
    assert gain(match, "A", "lay SP NOR>KSC") == 0
    # the square at a base still pays
    assert gain(sf92(track=["SF CHI>KSC#1 1/2"]), "A", "lay SF CHI>KSC#1") == 6


def test_SF_BONUS_01_option_none_is_the_reading_of_2002() -> None:
    option = {"home_base_bonus": "none"}
    assert gain(sf92(track=["SP NOR>KSC 1/2"], **option), "A", "lay SP NOR>KSC") == 0
    assert gain(sf92(track=["SF CHI>KSC#1 1/2"], **option), "A", "lay SF CHI>KSC#1") == 4


def test_SF_BONUS_02_four_dollars_the_first_time() -> None:
    track = ["SP NOR>HOU 1/1", "SP HOU>ELP 2/2", "SP ELP>TUC 1/1", "SP TUC>LAX 1/2"]
    assert gain(sf92(track=track, connected={"LAX": ["GN"]}), "A", "lay SP TUC>LAX") == 4
    assert gain(sf92(track=track, connected={"LAX": ["SP"]}), "A", "lay SP TUC>LAX") == 0
    other = ["SP NOR>HOU 1/1", "SP HOU>ELP 2/2", "KP KSC>ELP 1/2"]
    assert gain(sf92(track=other), "A", "lay KP KSC>ELP") == 0


def test_SF_BONUS_03_example_of_houston() -> None:
    track = ["SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF ELP>HOU 1/2"]
    assert gain(sf92(track=track, plays={"A": "LAX"}), "A", "lay SF ELP>HOU") == 6


# ---------------------------------------------------------------- end and score
def test_SF_END_01_last_piece_ends_the_game() -> None:
    match = sf92(track=["SF CHI>OMA 1/2"], supply={"SF": 1, "*": 0}, plays={"A": "double"}, money={"A": 2})
    match.play("A", "lay SF CHI>OMA")
    assert match.over
    assert (match.view()["end"], match.view()["ended_by"]) == ("supply", "A")
    assert money(match, "A") == 6
    assert refused(match, "B", "lay SF OMA>MIN") == "E_GAME_OVER"


def test_SF_END_02_player_who_cannot_lay_ends_the_game() -> None:
    left = {"SP": 5, "GN": 1, "*": 0}
    match = sf92(track=SP_DEAD_END, supply=left, plays={"C": "LAX + branch SP"})
    match.play("A", "lay GN MIL>CHI")
    assert match.over
    assert (match.view()["end"], match.view()["ended_by"]) == ("deadlock", "B")

    match = sf92(track=SP_DEAD_END, supply=left, plays={"B": "LAX + branch SP"})
    match.play("A", "lay GN MIL>CHI")
    assert match.legal("B") == ["lay SP +NOR>KSC"]


def scored(**words: Any) -> gs.engine.game.Result:
    result = sf92("over", ended="supply", **words).result
    assert result is not None
    return result


def test_SF_SCORE_01_money_and_played_cards() -> None:
    words = {"connected": {"LAX": ["SF", "SP"], "OMA": ["SF", "UP", "GN"]}, "table": {"A": ["LAX", "OMA"]}}
    result = scored(**words, money={"A": 13, "B": 32, "C": 5}, hands={"C": ["LAX"]})
    assert result.points == (13 + 14 + 6, 32, 5)
    assert result.winners == (0,)


def test_SF_SCORE_01_tie_goes_to_the_most_sevens() -> None:
    table = {"A": ["LAX", "SEA"], "B": ["LAX", "MIN"], "C": ["SEA", "SFO", "SFO"]}
    result = scored(table=table, money={"A": 60, "B": 60, "C": 59})
    assert result.winners == (0,)
    table = {"A": ["LAX", "SEA"], "B": ["LAX", "SEA"], "C": ["SFO", "SFO"]}
    assert scored(table=table, money={"A": 60, "B": 60, "C": 59}).winners == (0, 1)


def test_SF_SCORE_02_sheet_shows_value_count_and_product() -> None:
    result = scored(
        table={"A": ["LAX", "DEN"]}, connected={"LAX": ["SF", "SP"], "DEN": ["UP"]}, money={"A": 3, "B": 0, "C": 0}
    )
    sheet = {(item.what, item.detail, item.points) for item in result.sheet[0]}
    assert sheet == {("money", "$3", 3), ("Los Angeles", "7 x 2", 14), ("Denver", "6 x 1", 6)}
    assert sum(item.points for item in result.sheet[0]) == result.points[0]
