"""The end: points, ties, and what does not count."""

from __future__ import annotations

from typing import Any

from goldenspike.engine.game import Result

from .scenario import given, plays
from .test_sequence import led_by

NO_MONEY = {"A": 0, "B": 0, "C": 0}


def final(**words: Any) -> Result:
    """The result of a finished game on MINI, where nobody has money unless it is said."""
    words["money"] = {**NO_MONEY, **words.get("money", {})}
    result = given("over", ended="supply", **words).result
    assert result is not None
    return result


def test_SFR_SCORE_01_a_dollar_is_a_point() -> None:
    assert final(money={"A": 13, "C": 1}).points == (13, 0, 1)


def test_SFR_SCORE_02_played_city_cards_by_value_and_railroads() -> None:
    words = {"table": {"A": ["LAX", "OMA"]}, "connected": {"LAX": ["SF", "SP"], "OMA": ["SF", "UP", "RI"]}}
    result = final(**words)
    assert result.points == (14 + 6, 0, 0)
    items = [(item.what, item.points, item.detail) for item in result.sheet[0]]
    assert items == [("money", 0, "$0"), ("Omaha", 6, "2 x 3"), ("Los Angeles", 14, "7 x 2")]
    assert final(**words, money={"A": 5}).points == (25, 0, 0)


def test_SFR_SCORE_02_a_railroad_counts_once_whatever_its_lines() -> None:
    track = ["SF CHI>OMA 2/2", "SF OMA>DEN 2/2", "SF DEN>KSC 2/2", "SF KSC>CHI#1 2/2", "SF CHI>MIL 1/1"]
    again = ["SF MIL>MIN 1/1", "SF MIN>OMA 1/1"]
    assert final(table={"A": ["OMA"]}, track=[*track, *again]).points == (2, 0, 0)


def test_SFR_SCORE_03_markers_replace_the_printed_value() -> None:
    words = {"table": {"A": ["LAX", "OMA"]}, "connected": {"LAX": ["SF", "SP"], "OMA": ["SF", "UP", "RI"]}}
    result = final(**words, boomtowns={"OMA": 4})
    assert result.points == (14 + 12, 0, 0)
    assert ("Omaha", 12, "4 (boomtown) x 3") in [(item.what, item.points, item.detail) for item in result.sheet[0]]


def test_SFR_SCORE_04_nothing_for_unconnected_cities_and_other_cards() -> None:
    words = {"table": {"A": ["SEA"]}, "hands": {"A": ["double", "boom", "SFO"]}, "connected": {"SFO": ["SP"]}}
    assert final(**words).points == (0, 0, 0)
    assert final(**words, money={"A": 4}).points == (4, 0, 0)
    # a line that ends before the city connects nothing, and a Branch card paid for is not refunded
    assert final(**words, track=["GN MIL>MIN 1/1", "GN MIN>SEA 2/3"]).points == (0, 0, 0)
    assert final(**words, track=["GN MIL>MIN 1/1", "GN MIN>SEA 3/3"]).points == (7, 0, 0)
    assert final(plays={"A": "SEA + branch SF"}).points == (0, 0, 0)


def test_SFR_SCORE_05_the_highest_total_wins() -> None:
    assert final(money={"A": 61, "B": 60, "C": 44}).winners == (0,)
    assert final(money={"A": 61, "B": 60, "C": 62}).winners == (2,)
    # the tie-break is for ties only: B has more cards of value 7
    words = {"table": {"B": ["LAX", "SEA"]}, "connected": {"LAX": ["SF"]}}
    result = final(**words, money={"A": 8})
    assert (result.points, result.winners) == ((8, 7, 0), (0,))


def test_SFR_SCORE_06_a_tie_goes_to_the_most_played_cards_of_value_7() -> None:
    tie = {"A": 60, "B": 60, "C": 59}
    two, one, four = ["LAX", "SEA"], ["LAX"], ["SEA", "SFO", "SFO", "POR"]
    assert final(board=None, table={"A": two, "B": one, "C": four}, money=tie).winners == (0,)
    assert final(board=None, table={"A": one, "B": two, "C": four}, money=tie).winners == (1,)
    # other cards do not break it, nor do cards of value 7 in hand or discarded
    table = {"A": ["LAX"], "B": ["DEN", "DEN", "ELP"]}
    assert final(table=table, hands={"B": ["LAX", "SEA"]}, discarded={"B": ["SFO"]}, money=tie).winners == (0,)


def test_SFR_SCORE_07_still_tied_they_share_the_victory() -> None:
    tie = {"A": 60, "B": 60, "C": 59}
    two_each = {"A": ["LAX", "SEA"], "B": ["LAX", "SEA"], "C": ["SFO", "SFO"]}
    assert final(table=two_each, money=tie).winners == (0, 1)
    assert final(money=tie).winners == (0, 1)
    assert final(money={"A": 60, "B": 60, "C": 60}, table={"A": ["LAX"], "C": ["SEA"]}).winners == (0, 2)


def test_SFR_SCORE_08_cards_revealed_in_the_last_round_count() -> None:
    match = led_by(
        "B",
        "play",
        hands={"A": ["LAX", "SEA"], "B": ["DEN"], "C": ["SFO"]},
        money=NO_MONEY,
        track=["SF CHI>OMA 1/2"],
        supply={"SF": 1, "*": 0},
        connected={"LAX": ["SP", "GN"], "SEA": ["GN"]},
    )
    plays(match, "A: play LAX", "B: play DEN", "C: play SFO", "B: lay SF CHI>OMA")
    assert match.over, "A has laid nothing in this Round"
    assert match.result is not None
    assert match.result.reason == "supply"
    assert match.result.points == (14, 2, 0)
