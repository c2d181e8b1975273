"""The switches of Santa Fe Rails: each choice against the default."""

from __future__ import annotations

from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine.game import Result

from .scenario import given, lays, money, plays, refused

PLAIN = {"A": "LAX", "B": "SEA", "C": "SFO"}
FIVE = ["SF", "SP", "GN", "UP", "KP"]
BLOCKED_HOU = ["SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF ELP>HOU 1/2"]
DEAD_SP = ["SP NOR>HOU 1/1", *BLOCKED_HOU]
SP_ONLY = {"SP": 5, "*": 0}


def ended(match: gs.Match) -> tuple[str, str | None]:
    """Why the game is over, and at whose turn."""
    assert match.over
    seen = match.view()
    return seen["end"], seen["ended_by"]


# ---------------------------------------------------------------- OPT-08: end_timing


def last_piece(**words: Any) -> gs.Match:
    """A is about to lay the last piece of all Majors; Rock Island has track left."""
    words = {"plays": {**PLAIN, "A": "double"}, "available": ["RI"], "supply": {"SF": 1, "*": 0}, **words}
    return given(track=["SF CHI>OMA 1/2"], money={"A": 0}, **words)


def test_OPT_08_end_timing_immediate_stops_the_turn() -> None:
    match = last_piece(end_timing="immediate")
    match.play("A", "lay SF CHI>OMA")
    assert ended(match) == ("supply", "A")
    assert money(match, "A") == 4
    assert last_piece().header["options"]["end_timing"] == "immediate", "the default"


def test_OPT_08_end_timing_turn_lets_the_player_finish() -> None:
    match = last_piece(end_timing="turn")
    match.play("A", "lay SF CHI>OMA")
    assert not match.over
    assert money(match, "A") == 4
    assert set(match.legal("A")) == {"done", "lay RI CHI>MIL", "lay RI CHI>KSC#1", "lay RI CHI>KSC#2"}
    stopped = plays(match.copy(), "A: done")
    assert ended(stopped) == ("supply", "A")
    match.play("A", "lay RI CHI>MIL")
    assert ended(match) == ("supply", "A"), "B has no turn any more"


def test_OPT_08_end_timing_turn_ends_at_once_when_nothing_is_left_to_lay() -> None:
    match = last_piece(end_timing="turn", available=[])
    match.play("A", "lay SF CHI>OMA")
    assert ended(match) == ("supply", "A")
    plain = last_piece(end_timing="turn", plays=PLAIN)
    plain.play("A", "lay SF CHI>OMA")
    assert ended(plain) == ("supply", "A"), "a plain turn is over after its piece"


def test_OPT_08_end_timing_turn_after_a_deadlock() -> None:
    words: dict[str, Any] = {"track": DEAD_SP, "supply": SP_ONLY, "plays": PLAIN, "turn": "B", "available": ["RI"]}
    assert ended(given(**words)) == ("deadlock", "B")
    match = given(end_timing="turn", **words)
    assert match.view()["actors"] == ["B"]
    assert lays(match, "B", "RI") == {"CHI>MIL", "CHI>OMA", "CHI>KSC#2"}
    assert ended(plays(match.copy(), "B: lay RI CHI>MIL")) == ("deadlock", "B")
    assert ended(plays(match.copy(), "B: done")) == ("deadlock", "B")
    assert ended(given(end_timing="turn", **{**words, "available": []})) == ("deadlock", "B")


def test_OPT_08_end_timing_round_gives_everybody_his_turns() -> None:
    match = last_piece(end_timing="round", plays=PLAIN)
    match.play("A", "lay SF CHI>OMA")
    turns = []
    for line in ("CHI>MIL", "MIL>MIN", "CHI>KSC#1", "CHI>KSC#1", "KSC>DEN"):
        assert not match.over
        turns += match.view()["actors"]
        match.play(turns[-1], f"lay RI {line}")
    assert turns == ["B", "C", "A", "B", "C"]
    assert ended(match) == ("supply", "A")
    assert match.view()["round"] == 2, "no new Round begins"


def test_OPT_08_end_timing_round_skips_who_cannot_lay_and_tests_no_deadlock() -> None:
    # two pieces of Rock Island are left: B and C lay them, then nobody can lay anything
    match = last_piece(end_timing="round", plays=PLAIN, supply={"SF": 1, "*": 0, "RI": 2})
    plays(match, "A: lay SF CHI>OMA", "B: lay RI CHI>MIL", "C: lay RI MIL>MIN")
    assert ended(match) == ("supply", "A")
    words: dict[str, Any] = {"track": DEAD_SP, "supply": {**SP_ONLY, "RI": 1}, "available": ["RI"]}
    match = given(end_timing="round", plays={**PLAIN, "C": "SFO + branch SP"}, turn="B", **words)
    match.play("B", "lay RI CHI>MIL")
    assert lays(match, "C", "SP") == {"+NOR>KSC"}, "C can still lay a Major piece, and gets a turn"
    plays(match, "C: lay SP +NOR>KSC", "A: lay SP NOR>KSC", "B: lay SP KSC>DEN", "C: lay SP KSC>DEN")
    assert ended(match) == ("deadlock", "B")


# ---------------------------------------------------------------- OPT-09: deadlock_check


def closing(**words: Any) -> gs.Match:
    """B can lay one piece of SP, and is then dead-ended in Houston; C could go on with their Branch card."""
    words = {"plays": {"A": "LAX", "B": "double", "C": "SFO + branch SP"}, "supply": SP_ONLY, **words}
    return given(turn="B", track=BLOCKED_HOU, **words)


def test_OPT_09_deadlock_is_tested_at_the_start_of_a_turn() -> None:
    match = closing()
    match.play("B", "lay SP NOR>HOU")
    assert not match.over
    assert match.view()["actors"] == ["C"]
    assert lays(match, "C", "SP") == {"+NOR>KSC"}


def test_OPT_09_deadlock_is_tested_before_every_further_piece() -> None:
    match = closing(deadlock_check="every_piece")
    match.play("B", "lay SP NOR>HOU")
    assert ended(match) == ("deadlock", "B")
    plain = closing(deadlock_check="every_piece", plays={**PLAIN, "C": "SFO + branch SP"})
    plain.play("B", "lay SP NOR>HOU")
    assert plain.view()["actors"] == ["C"], "a plain player is allowed no further piece"
    going_on = closing(deadlock_check="every_piece", supply={"SP": 5, "GN": 5, "*": 0})
    going_on.play("B", "lay SP NOR>HOU")
    assert going_on.view()["actors"] == ["B"], "one Major that can grow is enough"


# ---------------------------------------------------------------- OPT-10: short_lines_prolong


def test_OPT_10_short_lines_prolong_the_game() -> None:
    words: dict[str, Any] = {"track": DEAD_SP, "supply": SP_ONLY, "plays": PLAIN, "turn": "B", "available": ["RI"]}
    assert ended(given(**words)) == ("deadlock", "B")
    match = given(short_lines_prolong=True, **words)
    assert match.view()["actors"] == ["B"]
    assert refused(match, "B", "done") == "E_MUST_LAY"
    assert set(match.legal("B")) == {"lay RI CHI>MIL", "lay RI CHI>OMA", "lay RI CHI>KSC#2"}
    match.play("B", "lay RI CHI>MIL")
    assert match.view()["actors"] == ["C"]


def test_OPT_10_without_a_short_line_to_lay_the_game_ends_as_ever() -> None:
    words: dict[str, Any] = {"track": DEAD_SP, "supply": SP_ONLY, "plays": PLAIN, "turn": "B"}
    assert ended(given(short_lines_prolong=True, **words)) == ("deadlock", "B")
    used_up = {**words, "supply": {**SP_ONLY, "RI": 0}, "available": ["RI"]}
    assert ended(given(short_lines_prolong=True, **used_up)) == ("deadlock", "B")
    match = last_piece(short_lines_prolong=True)
    match.play("A", "lay SF CHI>OMA")
    assert ended(match) == ("supply", "A"), "the last Major piece ends the game as ever"


def exchanging(*deck: str, others: dict[str, str] | None = None, **words: Any) -> gs.Match:
    """Second laying turn of a Double player who can lay nothing, with one City card to exchange."""
    return given(
        "tlt2",
        turn="B",
        track=DEAD_SP,
        supply=SP_ONLY,
        plays={**PLAIN, **(others or {}), "B": "double"},
        laid_first=dict.fromkeys("ABC", 1),
        hands={"B": ["DEN"]},
        deck=deck,
        **words,
    )


def test_OPT_10_an_exchange_may_bring_the_short_line() -> None:
    assert ended(exchanging("short RI", "OMA")) == ("deadlock", "B")
    match = exchanging("short RI", "OMA", short_lines_prolong=True)
    assert not match.over
    match.play("B", "exchange DEN")
    assert "RI" in match.view()["available"]
    assert set(match.legal("B")) == {"lay RI CHI>MIL", "lay RI CHI>OMA", "lay RI CHI>KSC#2"}


@pytest.mark.parametrize("action", ["exchange DEN", "done"])
def test_OPT_10_an_exchange_without_a_short_line_ends_the_game(action: str) -> None:
    match = exchanging("OMA", "short RI", short_lines_prolong=True)
    match.play("B", action)
    assert ended(match) == ("deadlock", "B")


def test_OPT_10_with_terrain_a_pass_does_not_put_off_the_end() -> None:
    # C could go on with their Branch card, but it is B who can lay nothing
    words: dict[str, Any] = {"short_lines_prolong": True, "terrain": True, "others": {"C": "SFO + branch SP"}}
    match = exchanging("OMA", "short RI", **words)
    assert not match.over
    match.play("B", "pass")
    assert ended(match) == ("deadlock", "B")


# ---------------------------------------------------------------- OPT-11 and OPT-12: two players


def test_OPT_11_a_short_card_for_the_third_player_is_revealed_and_replaced() -> None:
    hands = {"A": ["LAX", "LAX", "TUC", "MIN"], "B": ["SEA", "SEA", "OMA"]}
    match = given("draw", seats=2, hands=hands, deck=["DEN", "short RI", "SFO", "HOU"], short_to_dummy="reveal")
    before = match.s.copy()
    match.play("B", "draw deck")
    assert match.setting.events(before, match.s, 1, ()) == ["! short RI", "! dummy"]
    assert match.view()["available"] == [*FIVE, "RI"]
    assert match.position()["dummy"] == ["SFO"]
    assert match.position()["deck"] == ["HOU"]
    plays(match, "A: play LAX", "B: play SEA")
    assert "CHI>MIL" in lays(match, "A", "RI")


def test_OPT_12_a_tie_of_two_may_be_broken() -> None:
    def final(third: list[str], table: dict[str, list[str]], **words: Any) -> Result:
        # MIN serves five railroads: 20 points for each of its cards
        words = {"money": {"A": 50, "B": 50}, "connected": {"MIN": FIVE}, **words}
        result = given("over", seats=2, ended="supply", dummy=third, table=table, **words).result
        assert result is not None
        return result

    forty, sixty = ["MIN", "MIN"], ["MIN", "MIN", "SAC", "SAC"]
    two_to_one = {"A": ["LAX", "SEA"], "B": ["LAX"]}
    assert final(forty, two_to_one, two_player_tie="tie_break").winners == (0,)
    assert final(forty, {"A": ["LAX"], "B": ["LAX", "SEA"]}, two_player_tie="tie_break").winners == (1,)
    assert final(forty, {"A": ["LAX"], "B": ["SEA"]}, two_player_tie="tie_break").winners == (0, 1)
    assert final(forty, two_to_one).winners == (), "by default nobody wins"
    both = {"connected": {"MIN": FIVE, "SAC": FIVE}}
    assert final(sixty, two_to_one, two_player_tie="tie_break", **both).winners == (), "the third has more"
    fifty: dict[str, Any] = {"connected": {"MIN": FIVE, "SAC": ["SP"]}}
    assert final(sixty, two_to_one, two_player_tie="tie_break", **fifty).winners == (), "or as much"


# ---------------------------------------------------------------- OPT-14: terrain_unit


def starts(line: str, track: list[str], unit: str, pieces: int) -> list[int]:
    """What a Triple player, who gets no bonuses, pays for the pieces of a line."""
    words: dict[str, Any] = {"plays": {**PLAIN, "A": "triple"}, "money": {"A": 5}, "terrain": True}
    match = given(track=track, terrain_unit=unit, **words)
    paid = []
    for _ in range(pieces):
        before = money(match, "A")
        match.play("A", f"lay {line}")
        paid.append(before - money(match, "A"))
    return paid


@pytest.mark.parametrize(
    ("line", "track", "segments", "once"),
    [
        ("GN MIN>SEA", ["GN MIL>MIN 1/1"], [1, 0, 1], [2, 0, 0]),
        ("UP OMA>DEN", ["UP CHI>OMA 2/2"], [0, 2], [2, 0]),
        ("KP DEN>OMA", ["KP KSC>DEN 2/2"], [2, 0], [2, 0]),
        ("KP DEN>SAC", ["KP KSC>DEN 2/2"], [1, 0, 1], [1, 0, 0]),
        ("SF CHI>OMA", [], [0, 1], [1, 0]),
        ("SF CHI>KSC#1", [], [0, 0], [0, 0]),
    ],
)
def test_OPT_14_terrain_is_paid_once_for_a_line(
    line: str, track: list[str], segments: list[int], once: list[int]
) -> None:
    assert starts(line, track, "segment", len(segments)) == segments
    assert starts(line, track, "line_once", len(once)) == once


def test_OPT_14_who_goes_on_with_a_line_pays_nothing() -> None:
    words: dict[str, Any] = {"plays": PLAIN, "money": {"A": 1, "B": 0}, "terrain": True, "terrain_unit": "line_once"}
    match = given(track=["GN MIL>MIN 1/1"], **words)
    assert refused(match, "A", "lay GN MIN>SEA") == "E_MONEY", "two dollars for a river and a mountain"
    match = given(track=["GN MIL>MIN 1/1", "GN MIN>SEA 2/3"], turn="B", **words)
    match.play("B", "lay GN MIN>SEA")
    assert money(match, "B") == 2 + 4
