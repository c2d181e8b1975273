"""Several rounds: one answer for the match, and a sheet for each round (RP-AMB-01, RP-TIME-07)."""

from __future__ import annotations

from goldenspike.engine.game import Result
from goldenspike.engine.setting import BestScore
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.game import RAIL_PASS, RailPassSetting

from .scenario import give, table


def store(m: TimedMatch, *numbers: int) -> None:
    """So many delivered cubes by city; they come out of the yards."""
    for c, number in enumerate(numbers):
        for other in range(6):
            for spot, cube in enumerate(m.s.yard[other]):
                if cube == c and m.s.storage[c] < number:
                    m.s.yard[other][spot] = -1
                    m.s.storage[c] += 1


def round_of(m: TimedMatch, *numbers: int, dropped: int = 0) -> None:
    """A round to its end, and the next one begun unless it was the last."""
    store(m, *numbers)
    for k in range(dropped):
        cube = m.s.yard[k].index(max(m.s.yard[k]))
        m.s.dropped[m.s.yard[k][cube]] += 1
        m.s.yard[k][cube] = -1
    m.advance(int(m.s.ends_at))
    for seat in () if m.over else m.actors:
        m.play(seat, "READY")


def three_rounds(**options: object) -> TimedMatch:
    m = table("RP-L4", rounds=3, seconds=60, **options)
    round_of(m, 9, 10, 12, 11, 14, 10)
    round_of(m, 11, 12, 20, 20, 20, 20, dropped=3)
    round_of(m, 5, 6, 7, 8, 9, 10)
    assert m.over
    return m


def counted(m: TimedMatch) -> Result:
    assert m.result is not None
    return m.result


def sums(result: Result) -> list[int]:
    return [sum(item.points for item in sheet) for sheet in result.sheet]


def test_RP_AMB_01_the_best_round_is_the_answer_and_every_round_has_its_sheet() -> None:
    m = three_rounds()
    result = counted(m)
    assert sums(result) == [90, 129, 30] == m.s.scores
    assert result.points == (129,) * 3
    assert result.winners == (0, 1, 2)
    assert [sheet[0].detail for sheet in result.sheet] == ["9 x 10", "11 x 12", "5 x 6"]
    assert [sheet[1].detail for sheet in result.sheet] == ["0", "3", "0"]
    rounds = [note for note in result.notes if note.startswith("round ")]
    assert [note.rsplit("=", 1)[1] for note in rounds] == ["90 LOSS", "129 WIN", "30 LOSS"]
    assert "rounds: 90 lost, 129 won, 30 lost" in result.notes
    assert not any(note.startswith("score ") for note in result.notes), "no line looks like the score of the match"
    assert sum(note.startswith("left in the yards") for note in result.notes) == 3


def test_RP_AMB_01_no_picture_says_otherwise() -> None:
    m = three_rounds()
    view = m.view()
    assert view["result"] == {"points": 129, "won": True}
    assert "Won!" in m.setting.svg(m.s)
    assert "Not won." not in m.setting.svg(m.s)
    assert "129" in m.setting.text(m.s)
    assert isinstance(m.setting, RailPassSetting)
    assert m.setting.best_score(counted(m)) == BestScore(m.setting.best_score_key, 129, 60_000)


def test_RP_AMB_01_lost_rounds_are_a_lost_match() -> None:
    m = table("RP-L4", rounds=2, seconds=60)
    round_of(m, 9, 10, 12, 11, 14, 10)
    round_of(m, 5, 6, 7, 8, 9, 10)
    result = counted(m)
    assert (result.points, result.winners) == ((90,) * 3, ())
    assert m.view()["result"] == {"points": 90, "won": False}


def test_RP_AMB_01_with_a_common_total_the_rounds_are_added_up() -> None:
    m = three_rounds(rounds_total="sum")
    result = counted(m)
    assert sums(result) == [90, 129, 30]
    assert (result.points, result.winners) == ((249,) * 3, ()), "three rounds need three hundred points"
    assert "rounds: 90, 129, 30; together 249 of 300" in result.notes
    assert m.view()["result"] == {"points": 249, "won": False}
    won = table("RP-L4", rounds=2, seconds=60, rounds_total="sum")
    round_of(won, 9, 10, 12, 11, 14, 10)
    round_of(won, 11, 10, 12, 11, 14, 12)
    assert (counted(won).points, counted(won).winners) == ((200,) * 3, (0, 1, 2))
    one = table("RP-L4", seconds=60, rounds_total="sum")
    round_of(one, 10, 10, 12, 11, 14, 10)
    assert (counted(one).points, counted(one).winners) == ((100,) * 3, (0, 1, 2))


def test_sheets_of_rounds_survive_saving_copying_and_replaying() -> None:
    m = table("RP-L4", rounds=2, seconds=10, dexterity="timed")
    give(m, "P1 PICK L1 lh")
    give(m, "P1 RELEASE L1", 10)
    round_of(m)
    copied = m.copy()
    round_of(m)
    round_of(copied)
    for other in (copied, RAIL_PASS.match.from_data(RAIL_PASS, m.data())):
        assert other.result == m.result
    assert sums(counted(m)) == [-7, 0]
    assert [item.detail for item in counted(m).sheet[0]] == ["0 x 0", "0", "2 x 1", "5 x 1", "2 x 0"]


def test_a_round_that_this_match_has_not_seen_keeps_its_score() -> None:
    m = three_rounds()
    other = table("RP-L4", rounds=3, seconds=60)
    other.s = m.s.copy()
    result = counted(other)
    assert sums(result) == [90, 129, 30]
    assert [item.what for item in result.sheet[0]] == ["score of the round"]
    assert result.sheet[2][0].what == "deliveries", "the last round is on the table"
    assert (result.points, result.winners) == ((129,) * 3, (0, 1, 2))


def test_one_round_is_counted_as_ever() -> None:
    m = table("RP-L4", seconds=60)
    round_of(m, 9, 10, 12, 11, 14, 10)
    result = counted(m)
    assert sums(result) == [90]
    assert result.notes[0] == "score K9 R10 B12 G11 Y14 W10 base 9x10=90 drop-0 quit-0 wreck-0 wrong-0 =90 LOSS"
    assert m.view()["result"] == {"points": 90, "won": False}
    assert table().view()["result"] is None
