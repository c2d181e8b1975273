"""Laying track: allowance, home bases, railheads, branches of Majors."""

from __future__ import annotations

import pytest

from .scenario import clause, given, lays, plays, refused, tips

FIRST_PIECES = {
    "SF": {"CHI>MIL", "CHI>OMA", "CHI>KSC#1", "CHI>KSC#2"},
    "UP": {"CHI>MIL", "CHI>OMA", "CHI>KSC#1", "CHI>KSC#2"},
    "GN": {"MIL>CHI", "MIL>MIN"},
    "KP": {"KSC>CHI#1", "KSC>CHI#2", "KSC>DEN", "KSC>ELP", "KSC>NOR"},
    "SP": {"NOR>HOU", "NOR>KSC"},
}


# ---------------------------------------------------------------- allowance and duty
@pytest.mark.parametrize("play", ["LAX", "LAX + branch SF", "boom", "none"])
@pytest.mark.parametrize("phase", ["tlt1", "tlt2"])
def test_SFR_LAY_01_plain_play_lays_one_piece_per_turn(phase: str, play: str) -> None:
    match = given(phase, plays={"A": play})
    match.play("A", "lay SF CHI>MIL")
    assert match.actors == (1,)
    assert refused(match, "A", "lay SF MIL>MIN") == "E_ACTOR"


def test_SFR_LAY_01_plain_play_lays_again_in_the_second_turn() -> None:
    match = given(plays={"A": "LAX", "B": "boom", "C": "none"})
    plays(match, "A: lay SF CHI>MIL", "B: lay SF MIL>MIN", "C: lay UP CHI>OMA")
    assert match.view()["phase"] == "tlt2"
    plays(match, "A: lay UP CHI>OMA", "B: lay KP KSC>ELP", "C: lay SP NOR>HOU")
    assert match.view()["round"] == 3


def test_SFR_LAY_02_any_major_may_be_laid() -> None:
    match = given(plays={"A": "LAX"})
    assert {rail: lays(match, "A", rail) for rail in FIRST_PIECES} == FIRST_PIECES
    assert len(match.legal("A")) == 17


def test_SFR_LAY_02_cards_do_not_limit_which_railroad() -> None:
    of_lax = given(plays={"A": "LAX"}, hands={"A": ["LAX", "SFO"]})
    of_oma = given(plays={"A": "OMA"}, hands={"A": ["MIN", "SEA"]})
    assert of_lax.legal("A") == of_oma.legal("A")


def test_SFR_LAY_02_every_piece_chooses_anew_short_lines_too() -> None:
    match = given(plays={"A": "double"}, available=["RI"])
    match.play("A", "lay SF CHI>MIL")
    assert lays(match, "A", "SF") == {"MIL>MIN"}
    assert lays(match, "A", "UP") == {"CHI>OMA", "CHI>KSC#1", "CHI>KSC#2"}
    assert lays(match, "A", "RI") == {"CHI>OMA", "CHI>KSC#1", "CHI>KSC#2"}
    assert lays(match, "A", "KP") == FIRST_PIECES["KP"]
    assert lays(match, "A", "TP") == set()


@pytest.mark.parametrize("phase", ["tlt1", "tlt2"])
@pytest.mark.parametrize("play", ["LAX", "LAX + branch SF", "boom", "none"])
def test_SFR_LAY_03_one_piece_is_due_in_each_turn(phase: str, play: str) -> None:
    match = given(phase, plays={"A": play})
    assert refused(match, "A", "done") == "E_MUST_LAY"
    assert refused(match, "A", "pass") == "E_MUST_LAY"
    assert clause(match, "done") == "SFR-LAY-03"
    assert all(text.startswith("lay ") for text in match.legal("A"))


def test_SFR_LAY_04_segment_holds_one_piece() -> None:
    match = given(track=["SF CHI>MIL 1/1"])
    assert refused(match, "A", "lay UP CHI>MIL") == "E_LINE_TAKEN"
    assert refused(match, "A", "lay SF CHI>MIL") == "E_LINE_TAKEN"
    assert refused(match, "A", "lay GN MIL>CHI") == "E_LINE_TAKEN"
    assert clause(match, "lay UP CHI>MIL") == "SFR-LAY-04"


def test_SFR_LAY_04_each_piece_takes_the_next_segment() -> None:
    match = given(plays={"A": "triple"}, track=["GN MIL>MIN 1/1"])
    for filled in (1, 2, 3):
        match.play("A", "lay GN MIN>SEA")
        assert f"GN MIN>SEA {filled}/3" in match.position()["track"]


def test_SFR_LAY_05_each_lay_uses_a_piece_of_the_supply() -> None:
    match = given(supply={"KP": 0})
    assert refused(match, "A", "lay KP KSC>DEN") == "E_NO_PIECES"
    assert lays(match, "A", "KP") == set()

    match = given(supply={"KP": 1})
    others = {rail: left for rail, left in match.view()["supply"].items() if rail != "KP"}
    match.play("A", "lay KP KSC>DEN")
    assert match.view()["supply"] == {**others, "KP": 0}
    assert refused(match, "B", "lay KP KSC>DEN") == "E_NO_PIECES"


# ---------------------------------------------------------------- home bases
def test_SFR_LAY_06_first_piece_touches_the_home_base() -> None:
    match = given()
    assert refused(match, "A", "lay SP ELP>TUC") == "E_NOT_HOME"
    assert refused(match, "A", "lay SP HOU>NOR") == "E_NOT_HOME"
    match.play("A", "lay SP NOR>HOU")
    assert "SP NOR>HOU 1/1" in match.position()["track"]


@pytest.mark.parametrize("board", ["mini", "rails-to-the-pacific"])
@pytest.mark.parametrize("game", ["santa-fe-rails", "santa-fe"])
def test_SFR_LAY_07_home_bases_of_the_majors(game: str, board: str) -> None:
    bases = {
        "SF": "Chicago",
        "SP": "New Orleans",
        "GN": "Milwaukee",
        "UP": "Chicago",
        "KP": "Kansas City",
    }
    match = given(game=game, board=board)
    names = {city.id: city.name for city in match.setting.board.cities}
    starts = {rail: {names[line[:3]] for line in lays(match, "A", rail)} for rail in bases}
    assert starts == {rail: {base} for rail, base in bases.items()}


@pytest.mark.parametrize("board", ["mini", "rails-to-the-pacific"])
def test_SFR_LAY_08_home_bases_of_the_short_lines(board: str) -> None:
    bases = {"RI": "Chicago", "TP": "New Orleans", "WP": "Sacramento", "DR": "Denver"}
    match = given(board=board, available=list(bases))
    names = {city.id: city.name for city in match.setting.board.cities}
    starts = {rail: {names[line[:3]] for line in lays(match, "A", rail)} for rail in bases}
    assert starts == {rail: {base} for rail, base in bases.items()}


# ---------------------------------------------------------------- extending Major routes
def test_SFR_LAY_09_major_grows_at_its_railhead() -> None:
    match = given(track=["SF CHI>OMA 2/2"])
    assert refused(match, "A", "lay SF CHI>MIL") == "E_NO_TIP"
    assert refused(match, "A", "lay SF DEN>KSC") == "E_NO_TIP"
    match.play("A", "lay SF OMA>MIN")
    assert tips(match, "SF") == ["MIN"]


def test_SFR_LAY_10_railhead_on_a_line_goes_on_along_it() -> None:
    match = given(track=["SF CHI>OMA 1/2"], plays={"A": "double"})
    assert lays(match, "A", "SF") == {"CHI>OMA"}
    assert tips(match, "SF") == ["CHI>OMA"]
    match.play("A", "lay SF CHI>OMA")
    assert tips(match, "SF") == ["OMA"]
    assert lays(match, "A", "SF") == {"OMA>MIN", "OMA>DEN"}


def test_SFR_LAY_11_railhead_at_a_city_may_take_any_open_line() -> None:
    match = given(track=["SF CHI>OMA 2/2"])
    assert lays(match, "A", "SF") == {"OMA>MIN", "OMA>DEN"}
    assert refused(match, "A", "lay SF OMA>SEA") == "E_NO_LINE"


@pytest.mark.parametrize(
    ("track", "railroad", "left"),
    [
        (["SF CHI>OMA 2/2", "GN MIL>MIN 1/1", "GN MIN>OMA 1/1"], "SF", {"OMA>DEN"}),  # started by another
        (["SF CHI>OMA 2/2", "SF OMA>MIN 1/1"], "SF", {"MIN>SEA"}),  # MIN>MIL is against the arrow
        (["SF CHI>KSC#1 2/2"], "SF", {"KSC>DEN", "KSC>ELP", "KSC>NOR"}),  # CHI#2 is parallel to an own line
        (["SF CHI>KSC#1 2/2"], "KP", {"KSC>CHI#2", "KSC>DEN", "KSC>ELP", "KSC>NOR"}),  # but not for others
    ],
)
def test_SFR_LAY_11_taken_arrow_and_parallel_lines_are_not_open(
    track: list[str], railroad: str, left: set[str]
) -> None:
    assert lays(given(track=track), "A", railroad) == left


def test_SFR_LAY_12_extending_moves_the_railhead() -> None:
    match = given(track=["SF CHI>OMA 2/2", "SF OMA>DEN 1/2"])
    assert lays(match, "A", "SF") == {"OMA>DEN"}
    assert refused(match, "A", "lay SF OMA>MIN") == "E_NO_TIP"

    match = given(track=["SF CHI>OMA 2/2"])
    match.play("A", "lay SF OMA>DEN")
    assert tips(match, "SF") == ["OMA>DEN"]
    assert lays(match, "B", "SF") == {"OMA>DEN"}


# ---------------------------------------------------------------- branches of Majors
def test_SFR_LAY_13_branch_starts_at_any_connected_city() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay SF +DEN>KSC") == "E_NOT_CONNECTED"
    assert lays(match, "A", "SF") == {
        "OMA>MIN",
        "OMA>DEN",
        "+CHI>MIL",
        "+CHI>KSC#1",
        "+CHI>KSC#2",
        "+OMA>MIN",
        "+OMA>DEN",
    }
    match.play("A", "lay SF +CHI>MIL")
    assert "SF CHI>MIL 1/1" in match.position()["track"]


def test_SFR_LAY_13_branch_starts_at_a_city_passed_through() -> None:
    match = given(track=["SF CHI>OMA 2/2", "SF OMA>DEN 2/2"], plays={"A": "LAX + branch SF"})
    match.play("A", "lay SF +OMA>MIN")
    assert sorted(tips(match, "SF")) == ["DEN", "MIN"]


def test_SFR_LAY_14_branch_start_adds_a_railhead() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    assert tips(match, "SF") == ["OMA"]
    match.play("A", "lay SF +CHI>MIL")
    assert sorted(tips(match, "SF")) == ["MIL", "OMA"]


def test_SFR_LAY_15_every_route_is_open_to_every_player() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    match.play("A", "lay SF +CHI>MIL")
    assert lays(match, "B", "SF") == {"OMA>MIN", "OMA>DEN", "MIL>MIN"}
    plays(match, "B: lay SF MIL>MIN", "C: lay SF OMA>DEN")
    assert sorted(tips(match, "SF")) == ["MIN", "OMA>DEN"]


def test_SFR_LAY_16_a_major_has_four_routes_at_most() -> None:
    match = given(
        "draw",
        track=["GN MIL>MIN 1/1"],
        hands={"A": ["LAX", "SEA", "TUC"], "B": ["LAX", "SEA", "OMA"], "C": ["SFO", "DEN", "HOU"]},
    )
    plays(match, "A: draw branch GN", "B: draw branch GN", "C: draw branch GN")
    plays(match, "A: play LAX + branch GN", "B: play LAX + branch GN", "C: play SFO + branch GN")
    plays(match, "A: lay GN +MIL>CHI", "B: lay GN +CHI>OMA", "C: lay GN +CHI>KSC#1")
    assert sorted(tips(match, "GN")) == ["CHI", "CHI>KSC#1", "CHI>OMA", "MIN"]
    plays(match, "A: lay GN MIN>SEA", "B: lay SF CHI>KSC#2", "C: lay KP KSC>ELP")
    assert match.view()["phase"] == "draw"
    assert match.view()["display"]["branch"]["GN"] == 0
    assert refused(match, "B", "draw branch GN") == "E_NOT_AVAILABLE"
    assert len(tips(match, "GN")) == 4


def test_SFR_LAY_17_branch_may_start_where_a_railhead_stands() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    match.play("A", "lay SF +OMA>DEN")
    assert sorted(tips(match, "SF")) == ["OMA", "OMA>DEN"]
    assert match.position()["plays"]["A"] == "LAX"
    assert lays(match, "B", "SF") == {"OMA>DEN", "OMA>MIN"}


def test_SFR_LAY_17_extension_leaves_the_card_active() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    match.play("A", "lay SF OMA>DEN")
    assert tips(match, "SF") == ["OMA>DEN"]
    assert match.position()["plays"]["A"] == "LAX + branch SF"


def test_SFR_LAY_17_two_railheads_in_one_city_stay_separate() -> None:
    match = given(
        track=["SF CHI>OMA 2/2", "SF OMA>DEN 2/2", "SF +CHI>KSC#1 2/2", "SF KSC>DEN 2/2"], plays={"A": "double"}
    )
    assert tips(match, "SF") == ["DEN", "DEN"]
    assert lays(match, "A", "SF") == {"DEN>SAC"}
    match.play("A", "lay SF DEN>SAC")
    assert sorted(tips(match, "SF")) == ["DEN", "DEN>SAC"]
    assert lays(match, "A", "SF") == {"DEN>SAC"}


def test_SFR_LAY_18_branch_card_needs_a_started_major() -> None:
    match = given(plays={"A": "double + branch SF"})
    assert refused(match, "A", "lay SF +CHI>OMA") == "E_NOT_STARTED"
    assert not any(line.startswith("+") for line in lays(match, "A", "SF"))
    plays(match, "A: lay SF CHI>MIL", "A: lay SF +CHI>OMA")
    assert sorted(tips(match, "SF")) == ["CHI>OMA", "MIL"]


def test_SFR_LAY_19_line_restrictions_hold_for_branch_starts() -> None:
    match = given(track=["SF CHI>KSC#1 1/2"], plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay SF +CHI>KSC#2") == "E_PARALLEL"
    assert refused(match, "A", "lay SF +CHI>KSC#1") == "E_LINE_TAKEN"
    assert lays(match, "A", "SF") == {"CHI>KSC#1", "+CHI>MIL", "+CHI>OMA"}

    match = given(track=["SF CHI>MIL 1/1", "UP CHI>OMA 1/2"], plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay SF +CHI>OMA") == "E_LINE_TAKEN"

    match = given(track=["SF CHI>OMA 2/2", "SF OMA>MIN 1/1", "SF MIN>SEA 1/3"], plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay SF +MIN>MIL") == "E_ARROW"
