"""End of turn, round and game; the score (PR-END, PR-SCORE)."""

from __future__ import annotations

from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.rules import scoring
from goldenspike.games.pioneer_rails.rules import turn as rules
from goldenspike.games.pioneer_rails.rules.state import OVER

from .scene import at, give, goal, hand, scene, turn, vertex_of


def last_turn(match: SteppedMatch) -> list[str]:
    """Everybody uses the first card and draws nothing; what the record says happened."""
    events: list[str] = []
    before = (match.s.round_no, match.s.turn_no)
    while (match.s.round_no, match.s.turn_no) == before and not match.over:
        seat = match.actors[0]
        legal = match.legal(seat)
        was = match.s.copy()
        number = match.numbers(seat)[legal.index("done") if "done" in legal else 0]
        match.act(seat, number)
        events += match.setting.events(was, match.s, seat, (number,))
    return events


def test_PR_END_01_goals_then_hands_then_the_next_cards() -> None:
    match = give(goal(scene(seats=2, first_dealer="A"), "1E", "1F", "1K"), FORTS=1)
    events = last_turn(match)
    assert events[0] == "goal 1E A:10"
    assert events[-1].startswith("R1T2 D=B deal ")
    assert match.s.dealer == 1


def test_PR_END_02_the_hand_is_written_into_its_box() -> None:
    match = hand(at(scene(), 1, 5), 1, "QQAA")
    turn(match, "AH :")
    assert match.s.box[0] == [4, 0, 0, 0]
    assert match.view()["sheets"][0]["hand_points"] == [4, None, None, None]
    assert match.view()["sheets"][0]["saloons"][0] == "dead"


def test_PR_END_03_four_rounds_and_no_reshuffle_after_the_last() -> None:
    match = at(scene(seats=2), 4, 5)
    chance = list(match.s.chance)
    last_turn(match)
    assert match.s.phase == OVER
    assert match.s.chance == chance
    third = at(scene(seats=2), 3, 5)
    last_turn(third)
    assert (third.s.round_no, third.s.turn_no) == (4, 1)
    assert third.s.chance != chance


def towns_and_goals(match: SteppedMatch) -> None:
    """Two railways meet in a town; six Town symbols, and goals for fifteen points."""
    for rail, towns in {"H": ("C3s", "C5s"), "C": ("C5s", "F6n")}.items():
        for town in towns:
            match.s.spot[0][vertex_of(match, town)] |= 1 << "SHDC".index(rail)
    give(match, TOWNS=6)
    match.s.star[0] = [10, 5, 0]


def desert_sheet() -> SteppedMatch:
    match = give(scene(seats=2), NUGGETS=8, BANKS=3, FORTS=2, RANCHES=3, YARDS=2)
    match.s.area[0][3:6] = match.s.before[0][3:6] = [3, 4, 0]
    towns_and_goals(match)
    match.s.box[0] = [4, 5, 1, 4]
    return match


def test_PR_SCORE_01_the_desert_total() -> None:
    match = desert_sheet()
    parts = match.view()["sheets"][0]["score"]
    assert parts == {
        "gold": 8,
        "banks": 18,
        "forts": 9,
        "ranches": 5,
        "yards": 12,
        "towns": 6,
        "goals": 15,
        "hands": 14,
        "total": 87,
    }
    assert scoring.sheet_points(match.s, match.setting.b, 0) == 87


def test_PR_SCORE_06_the_forest_total() -> None:
    match = give(scene(sheet="fx-forest", seats=2), RANCHES=3, YARDS=2, ESCAPES=4, JAIL_MASK=1, JAIL_FILL=3)
    for name in ("C1|C2", "C2|D1", "C2|D2", "B2|B3", "A2|B2", "B1|B2"):
        match.s.edge[0][match.setting.board.grid.edge(name)] = 1
    towns_and_goals(match)
    match.s.box[0] = [4, 5, 7, 4]
    parts = match.view()["sheets"][0]["score"]
    assert parts == {
        "jails": 6,
        "escaped": -4,
        "forts": 12,
        "ranches": 5,
        "yards": 12,
        "towns": 6,
        "goals": 15,
        "hands": 20,
        "total": 72,
    }


def result(points: tuple[int, ...], hands: tuple[int, ...]) -> int:
    """The mask of winners; gold fills up what the hands do not give."""
    match = scene(seats=len(points))
    for seat in range(len(points)):
        match.s.box[seat] = [hands[seat], 0, 0, 0]
        give(match, seat=seat, TOWNS=0, NUGGETS=points[seat] - hands[seat])
    return rules.score(match.s, match.setting.b, [0] * 8)


def test_PR_SCORE_02_the_highest_total_wins() -> None:
    assert result((87, 85), (10, 20)) == 0b01
    assert result((80, 85, 84), (0, 0, 0)) == 0b010


def test_PR_SCORE_03_hands_break_a_tie() -> None:
    assert result((80, 80), (14, 11)) == 0b01
    assert result((80, 80, 79), (11, 14, 30)) == 0b010


def test_PR_SCORE_04_then_the_victory_is_shared() -> None:
    assert result((80, 80, 80), (14, 14, 11)) == 0b011


def test_PR_SCORE_05_only_escapes_may_lead_below_zero() -> None:
    forest = give(scene(sheet="fx-forest", seats=2), ESCAPES=3)
    assert scoring.sheet_points(forest.s, forest.setting.b, 0) == -2
    desert = scene(seats=2)
    assert scoring.sheet_points(desert.s, desert.setting.b, 0) == 1
