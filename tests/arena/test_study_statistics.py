"""The statistics of a study: exact on small examples; they find what was planted, and nothing where nothing is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from goldenspike.arena.study.article import measure_verdicts, told_first
from goldenspike.arena.study.course import lead_changes, margins, sliced, tension
from goldenspike.arena.study.journal import FILE, Journal, key_of
from goldenspike.arena.study.measures import measures_for
from goldenspike.arena.study.one_game import TableClock, decision_seconds
from goldenspike.arena.study.played import Choices, Played
from goldenspike.arena.study.significance import difference, holm, of_mean, seat_balance, shares_of_luck, unpaired
from goldenspike.arena.study.trials import iterations_of, luck, skill_step
from goldenspike.arena.study.verdicts import ALIKE, CHANGED, FACT, UNCLEAR, WARNING, Side, alone, compared, is_clear
from goldenspike.engine.errors import BadOption
from goldenspike.engine.study import NUMBER, SHARE, Measure, read_sweep


# ---------------------------------------------------------------- the course of a game
def test_a_lead_changes_when_another_seat_is_ahead_alone() -> None:
    assert lead_changes([[1, 0], [1, 1], [1, 2], [3, 2]]) == 2
    assert lead_changes([[1, 0], [1, 1], [2, 1]]) == 0, "a tie, and the same seat again"
    assert lead_changes([[0, 0], [0, 0]]) == 0


def test_a_game_is_decided_when_the_winner_is_ahead_for_good() -> None:
    course = [[0, 4], [5, 4], [5, 9], [12, 9], [20, 12]]
    found = tension(course, [0])
    assert found is not None
    assert margins(course, [0]) == [-4, 1, -4, 3, 8]
    assert found.decided == 4 / 5
    assert found.behind_at_half, "after the third of five rounds"
    assert found.behind == 2 / 4
    assert found.worst == 4
    assert found.drama == pytest.approx(2 * (4 / 16) ** 0.5 / 4)


def test_a_game_that_is_led_from_the_start_has_no_drama() -> None:
    found = tension([[1, 0], [2, 0], [3, 0], [4, 0]], [0])
    assert found is not None
    assert (found.decided, found.behind_at_half, found.drama, found.worst) == (0.25, False, 0.0, 0.0)


def test_a_tie_break_decides_at_the_end_and_a_win_of_everybody_not_at_all() -> None:
    found = tension([[1, 0], [3, 3]], [1])
    assert found is not None
    assert found.decided == 1.0
    assert tension([[1, 1], [3, 3]], [0, 1]) is None
    assert tension([[1, 1], [3, 3]], []) is None


def test_games_of_any_length_are_cut_into_the_same_slices() -> None:
    assert sliced([1, 2], 4) == [0.0, 0.0, 1, 1, 2]
    assert len(sliced([5.0])) == len(sliced([1.0] * 77)) == 21


# ---------------------------------------------------------------- how long people would play
def test_those_who_are_asked_together_think_together() -> None:
    clock = TableClock()
    for waiting, seat in ((0b11, 0), (0b10, 1), (0b11, 0), (0b10, 1)):
        clock.decision(waiting, seat, 4 if seat else 1)
    assert clock.seconds() == 2 * decision_seconds(4)
    clock = TableClock()
    for seat in (0, 1, 0, 1):
        clock.decision(1 << seat, seat, 4 if seat else 1)
    assert clock.seconds() == 2 * (decision_seconds(4) + decision_seconds(1))


def test_twice_as_many_choices_take_three_seconds_more() -> None:
    assert decision_seconds(1) < decision_seconds(2)
    assert decision_seconds(16) - decision_seconds(8) == pytest.approx(3.0)


# ---------------------------------------------------------------- differences
def test_differences_are_taken_deal_by_deal() -> None:
    """What differs between deals cancels out; deals that lack the figure are left out of both."""
    one: list[float | None] = [float(k * 100) for k in range(30)]
    two: list[float | None] = [float(k * 100 + 2 + k % 2) for k in range(30)]
    one[3], two[5] = None, None
    found = difference(one, two)
    assert found.deals == 28
    assert found.mean == pytest.approx(2.5, abs=0.05)
    assert found.p < 1e-6
    assert difference(one, one).p == 1.0
    assert of_mean([1.0, 1.0, 1.0]).p == 0.0
    assert unpaired([1.0, 2.0] * 20, [5.0, 6.0] * 20).p < 1e-6


def test_several_questions_at_once_need_more() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]


def test_where_there_is_nothing_few_studies_find_something() -> None:
    """Four hundred comparisons of eight figures without any difference: about one in twenty may find one."""
    dice = np.random.default_rng(7)
    false = 0
    for _ in range(400):
        sides = dice.normal(0, 1, (2, 8, 60))
        false += min(holm([difference(a.tolist(), b.tolist()).p for a, b in zip(*sides, strict=True)])) < 0.05
    assert false / 400 < 0.09


# ---------------------------------------------------------------- seats
def games_of(seats: int, games: int, seed: int, more: float = 0.0) -> tuple[list[list[float]], list[list[float]]]:
    """Points by chance, with so many more for the first seat; and who won."""
    points = np.random.default_rng(seed).normal(60, 15, (games, seats))
    points[:, 0] += more
    won = (points == points.max(axis=1, keepdims=True)).astype(float)
    return won.tolist(), points.tolist()


def test_a_seat_with_ten_more_is_found_and_a_shuffled_control_is_not() -> None:
    found, control = [], []
    for seed in range(12):
        won, points = games_of(4, 80, seed, 10.0)
        found.append(seat_balance(won, points).p <= 0.01)
        dice = np.random.default_rng(seed)
        order = [dice.permutation(4) for _ in won]
        mixed = [[[row[k] for k in turn] for row, turn in zip(rows, order, strict=True)] for rows in (won, points)]
        control.append(seat_balance(mixed[0], mixed[1]).p <= 0.01)
    assert sum(found) >= 11
    assert sum(control) <= 1


def test_the_advantage_of_a_seat_is_measured_against_the_others() -> None:
    balance = seat_balance([[1.0, 0.0]] * 30, [[12.0, 2.0]] * 30)
    assert balance.points == [10.0, -10.0]
    assert balance.share == [1.0, 0.0]
    assert balance.p == 2 / 2000


# ---------------------------------------------------------------- luck and skill
def rotated(deal: float, skill: float, rest: float, deals: int = 40, seats: int = 4, seed: int = 5) -> list[dict]:  # type: ignore[type-arg]
    """Rows of the arena with known shares: spreads of the deal, between players, and of the rest."""
    dice, rows = np.random.default_rng(seed), []
    for number in range(deals):
        cards = dice.normal(0, deal, seats)
        for turn in range(seats):
            bots = ["strong" if (seat + turn) % 2 == 0 else "weak" for seat in range(seats)]
            gained = [skill if bot == "strong" else -skill for bot in bots]
            points = [cards[k] + gained[k] + dice.normal(0, rest) for k in range(seats)]
            rows.append({"seed": number, "bots": bots, "points": points, "won": [0.0] * seats})
    return rows


@pytest.mark.parametrize(
    ("deal", "skill", "rest"), [(6.0, 4.0, 2.0), (2.0, 8.0, 2.0), (3.0, 0.0, 5.0), (0.0, 3.0, 3.0)]
)
def test_the_shares_of_luck_are_those_that_were_planted(deal: float, skill: float, rest: float) -> None:
    found = luck(rotated(deal, skill, rest))
    assert found is not None
    whole = deal**2 + skill**2 + rest**2
    assert found.deal == pytest.approx(deal**2 / whole, abs=0.08)
    assert found.skill == pytest.approx(skill**2 / whole, abs=0.08)
    assert found.deal + found.skill + found.rest == pytest.approx(1.0)
    assert found.low <= found.deal <= found.high
    assert found.deals == 40


def test_one_deal_says_nothing_about_luck() -> None:
    assert luck(rotated(3.0, 3.0, 3.0, deals=1)) is None
    assert shares_of_luck([]) is None


def test_a_player_alone_meets_the_same_deals_as_another() -> None:
    rows = [
        {"seed": deal, "bots": [bot], "points": [10.0 * deal + (3 if bot == "strong" else 0)], "won": [1.0]}
        for deal in range(9)
        for bot in ("strong", "weak")
    ]
    found = luck(rows)
    assert found is not None
    assert found.deal > 0.9
    assert found.rest == pytest.approx(0.0, abs=1e-9)


def test_skill_is_what_thinking_brings_on_the_same_deals() -> None:
    rows = rotated(8.0, 2.0, 1.0)
    for row in rows:
        row["bots"] = ["superintendent@32" if bot == "strong" else "superintendent@16" for bot in row["bots"]]
    step = skill_step(rows, 32)
    assert step.ahead.mean == pytest.approx(4.0, abs=0.5), "the luck of the deal cancels out"
    assert step.ahead.low > 3
    assert step.ahead.deals == 40
    assert iterations_of(64) == [4, 16, 64]


# ---------------------------------------------------------------- verdicts
SHARE_OF = Measure(
    "decided", "decided", "decided at {} of its length", lambda one: one, SHARE, 0.05, 0.4, 0.95, "earlier", "later",
    "too soon",
)  # fmt: skip


def near(middle: float, games: int, seed: int, spread: float = 0.1) -> list[float]:
    return np.random.default_rng(seed).normal(middle, spread, games).tolist()


def test_a_verdict_names_the_figure_of_the_other_version() -> None:
    (said,) = compared([SHARE_OF], Side("as it is", near(0.65, 80, 1)), Side("board mine", near(0.43, 80, 2)))
    assert said.tone == CHANGED
    words = r"Decided at 4\d % \(4\d to 4\d %\) of its length: earlier than the 6\d % of “as it is”\."
    assert re.fullmatch(words, said.text), said.text


def test_a_figure_outside_of_what_is_good_is_a_warning() -> None:
    said = alone(SHARE_OF, Side("as it is", near(0.2, 80, 1)))
    assert said is not None
    assert said.tone == WARNING
    assert "too soon (good boards: 40 to 95 %)" in said.text
    fine = alone(SHARE_OF, Side("as it is", near(0.6, 80, 1)))
    assert fine is not None
    assert fine.tone == FACT
    few = alone(SHARE_OF, Side("as it is", near(0.2, 5, 1)))
    assert few is not None
    assert few.tone == UNCLEAR, "five games say nothing"


def test_a_few_games_are_called_few() -> None:
    """Three games of three are not all games, and nothing but their number is told at once."""
    behind = Measure("behind", "behind", "behind in {} of the games", lambda one: one, SHARE, 0.1)
    said = measure_verdicts([behind, SHARE_OF], [Side("as it is", [1.0, 1.0, 1.0])])
    assert [one.text for one in told_first(said, "as it is")] == ["3 games are too few to say anything for sure."]
    (share,) = (one for one in said if one.key == "behind")
    assert (share.tone, share.text) == (UNCLEAR, "Behind in 100 % (44 to 100 %) of the games.")
    enough = measure_verdicts([behind], [Side("as it is", [1.0, 0.0] * 20)])
    assert [one.text for one in told_first(enough, "as it is")] == ["Behind in 50 % (35 to 65 %) of the games."]


def test_alike_is_more_than_not_different() -> None:
    """With many games a difference is known to be small; with few nothing is known."""
    many = compared([SHARE_OF], Side("one", near(0.6, 400, 1)), Side("two", near(0.6, 400, 2)))
    few = compared([SHARE_OF], Side("one", near(0.6, 24, 3)), Side("two", near(0.62, 24, 5)))
    assert [one.tone for one in many] == [ALIKE]
    assert [one.tone for one in few] == [UNCLEAR]
    assert "too close to tell after 24 games" in few[0].text
    assert told_first(few, "two") == []


def test_a_study_stops_when_more_games_change_nothing() -> None:
    wide = Measure("rounds", "rounds", "{} rounds", lambda one: one, NUMBER, 0.5)
    assert not is_clear([wide], [Side("one", near(20, 30, 1, 0.5))]), "too few to stop at all"
    assert is_clear([wide], [Side("one", near(20, 60, 1, 0.5))])
    assert not is_clear([wide], [Side("one", near(20, 60, 1, 9.0))])
    far, same = Side("far", near(30, 60, 2, 2.0)), Side("same", near(20, 60, 3, 2.0))
    base = Side("one", near(20, 60, 1, 2.0))
    assert is_clear([wide], [base, far]), "clearly different"
    assert not is_clear([wide], [base, far, same]), "one of them may still be different"
    won, points = games_of(4, 60, 1)
    assert not is_clear([wide], [Side("one", near(20, 60, 1, 0.5))], won, points), "seats are not known yet"
    won, points = games_of(4, 60, 1, 60.0)
    assert is_clear([wide], [Side("one", near(20, 60, 1, 0.5))], won, points), "but that one is"


def test_measures_make_sense_for_the_number_of_players() -> None:
    assert {"decided", "margin"} <= {one.key for one in measures_for(4)}
    assert {"won", "points"} <= {one.key for one in measures_for(1)}
    assert not {"decided", "margin"} & {one.key for one in measures_for(1)}


# ---------------------------------------------------------------- sweeps, and games on disk
def test_a_sweep_names_its_versions() -> None:
    assert read_sweep("values.hand=3..5") == ["values.hand=3", "values.hand=4", "values.hand=5"]
    assert read_sweep("values.money=0..20:10") == ["values.money=0", "values.money=10", "values.money=20"]
    assert read_sweep("terrain=false, true") == ["terrain=false", "terrain=true"]
    for wrong in ("values.hand", "=3..5", "values.hand=5..3", "values.hand=3..9:0", "values.hand=1..99999999999"):
        with pytest.raises(BadOption, match=r"--sweep takes|at most"):
            read_sweep(wrong)


def test_a_journal_leaves_out_a_line_that_was_cut_off(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    key = key_of({"game": "x", "seed": 1})
    journal.add(key, 0, {"points": [1]})
    journal.add(key, 1, {"points": [2]})
    journal.close()
    file = tmp_path / FILE
    file.write_text(file.read_text("utf-8")[:-9], "utf-8")
    again = Journal(tmp_path)
    assert again.games(key) == {0: {"points": [1]}}
    again.add(key, 1, {"points": [3]})
    again.close()
    last = Journal(tmp_path)
    last.close()
    assert last.games(key) == {0: {"points": [1]}, 1: {"points": [3]}}
    assert key_of({"seed": 1, "game": "x"}) == key


def test_a_game_is_the_same_after_a_file() -> None:
    from collections import Counter

    from goldenspike.engine.study import Goal

    one = Played(
        4.5, [3.0, 5.0], [0.0, 1.0], "the deck is empty", [Counter(milk=3), Counter(milk=4, order=1)], [1.0, 0.25],
        [0.0, 2.5], [Goal("1A", True, 3.0)], Counter(Double=2), [("Double", -1.5)], [[1.0, 0.0], [3.0, 5.0]], 12.5,
        [Choices(3, 9, 1)] * 3, {"draw": Choices(9, 27, 3)}, {"pieces": 2.0},
    )  # fmt: skip
    again = Played.from_data(json.loads(json.dumps(one.data())))
    assert again == one
    assert again.rounds == 2
    assert again.winners == [1]
    assert again.all_choices.free == pytest.approx(24 / 6)
