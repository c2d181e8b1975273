"""Studies of Rail Pass: rounds of the team on built-in layouts and layout files, gone through once more and counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldenspike.arena.run.processes import as_many
from goldenspike.cli import main
from goldenspike.engine.study import Question
from goldenspike.games.rail_pass.board.load import load
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.rules.state import State
from goldenspike.games.rail_pass.study import RoundFigures, Trace, questions, read_task, study_rounds
from goldenspike.games.rail_pass.study_report import apart, later, moment_words
from tests.test_cli import refused

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")


def played(question: Question, games: int = 3, level: str = "fireman") -> RoundFigures:
    return study_rounds(
        RAIL_PASS,
        question,
        games=games,
        seats=None,
        level=level,
        seed=1,
        seconds=60,
        progress=lambda done: None,
        run=as_many,
    )


@pytest.fixture
def edited(tmp_path: Path) -> str:
    """RP-L4 with an open link where the bridge was."""
    source = json.loads(json.dumps(load("RP-L4").source))
    for link in source["links"]:
        if link["kind"] == "bridge":
            link["kind"] = "open"
    file = tmp_path / "layout.json"
    file.write_text(json.dumps({**source, "id": "no-bridge", "kind": "custom"}))
    return str(file)


@pytest.mark.parametrize(("options", "level"), [({}, "fireman"), ({"dexterity": "timed"}, "brakeman")])
def test_the_round_is_gone_through_as_it_was_played(options: dict[str, object], level: str) -> None:
    (question,) = questions(RAIL_PASS, "RP-L5", None, options)
    task = read_task(RAIL_PASS, question, None, level, 1, 1)
    table = task.table(0)
    trace = Trace(table)
    table.run()
    outcome = trace.follow(table).outcome
    assert State.from_bytes(trace.states[0].tobytes()).hash() == outcome.hash


def test_the_figures_add_up() -> None:
    (question,) = questions(RAIL_PASS, "RP-L4", None, {})
    found = played(question)
    for one in found.rounds:
        assert [len(moments) for moments in one.home] == list(one.outcome.stored)
        assert sum(one.passes) == sum(one.gave) == sum(one.took)
        assert sum(one.moves) == sum(one.moved)
        under_way = one.outcome.passes - sum(one.passes), one.outcome.moves - sum(one.moves)
        assert all(0 <= trains <= found.setting.seats for trains in under_way)
        assert sum(one.items.values()) == one.outcome.score
        assert all(moments == sorted(moments) for moments in one.home)
    kinds = {link.kind: k for k, link in enumerate(found.links)}
    assert all(one.moves[kinds["bridge"]] == 0 < one.passes[kinds["bridge"]] for one in found.rounds)
    assert played(question).rounds == found.rounds


def test_a_layout_file_beside_the_layout_it_was_made_from(tmp_path: Path, edited: str) -> None:
    """Without the bridge trains wait less there, and the team is sooner home, on the same seeds."""
    asked = questions(RAIL_PASS, "RP-L4", None, {}, [f"board={edited}"])
    one, two = (played(question, 12) for question in asked)
    assert [r.outcome.seed for r in one.rounds] == [r.outcome.seed for r in two.rounds]
    assert sum(r.outcome.to_100 or 0 for r in two.rounds) < sum(r.outcome.to_100 or 0 for r in one.rounds)
    words = ["study", "rail-pass", "--board", "RP-L4", "--versus", f"board={edited}", "--games", "2"]
    main([*words, "--out", str(tmp_path)])
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("<svg") == 3
    for word in ("no-bridge", "A-D bridge / open", "every cube home", "P1 (A B): commands", "deliveries"):
        assert word in page


def test_what_a_layout_is_compared_with(edited: str) -> None:
    labels = [
        [question.label for question in questions(RAIL_PASS, board, seats, {}, versus)]
        for board, seats, versus in (
            (None, None, []), (None, 3, []), ("rp-l4", None, []), (edited, None, []),
            ("RP-L4", None, ["expert=true"]), ("RP-L1", None, ["board=RP-L2"]),
            ("RP-L1", None, ["board=RP-L2", "board=RP-L3"]), ("RP-L1", None, ["expert=true", "board=RP-L2"]),
        )
    ]  # fmt: skip
    assert labels == [
        ["RP-L5"], ["RP-L3"], ["RP-L4"], ["RP-L3", "no-bridge"], ["as it is", "expert=true"], ["RP-L1", "RP-L2"],
        ["RP-L1", "RP-L2", "RP-L3"], ["as it is", "expert=true", "RP-L2"],
    ]  # fmt: skip


def test_a_file_that_keeps_its_name_is_compared_with_the_built_in_layout(edited: str) -> None:
    source = json.loads(Path(edited).read_text())
    Path(edited).write_text(json.dumps({**source, "id": "RP-L4"}))
    assert [question.label for question in questions(RAIL_PASS, edited, None, {})] == ["RP-L4", "RP-L4 (edited)"]


def test_moments_that_are_not_reached_are_late() -> None:
    assert moment_words([100_000, 110_000, 120_000]) == "110 (100 to 120)"
    assert moment_words([100_000, 110_000, None]) == "110 (100 to ...), 2 of 3 rounds"
    assert moment_words([100_000, None, None]) == "only 1 of 3 rounds"
    assert later([100_000] * 9, [90_000] * 9) == "-10 (-10 to -10) *"
    assert later([100_000] * 9, [None] * 9) == "mostly only the first *"
    assert later([None] * 3, [None] * 3) == "-"
    assert later([None, None, 1000], [None, None, 5000]) == "-"
    assert apart(-(1 << 40)) == "-..."


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--board", "RP-L4", "--seats", "5"], "made for 3 players, not for 5"),
        (["--seats", "9"], "is for 2 to 6 players"),
        (["--board", "nowhere.json"], "there is no such file"),
        (["--bot", "hal"], "there is no level 'hal'"),
        (["--games", "0"], "a number of games"),
        (["--versus", "rounds=2"], "leave rounds out"),
        (["--versus", "dexterity=off"], "nothing to compare"),
        (["--versus", "board=RP-L5"], "nothing to compare"),
        (["--preset", "calm"], "leave preset out"),
    ],
)
def test_bad_input_is_one_line(words: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert line in refused(capsys, "study", "rail-pass", "--out", str(tmp_path), *words)


def test_a_study_compares_values(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Trains of another size, on the same seeds; the line of victory may be another one too."""
    asked = questions(RAIL_PASS, "RP-L7", None, {}, ["values.long_cars=2"])
    one, two = (played(question, 4) for question in asked)
    assert (one.label, two.label) == ("as it is", "values.long_cars=2")
    assert two.setting.other_values == {"long_cars": 2}
    assert sum(two.each(lambda r: r.outcome.passes)) > sum(one.each(lambda r: r.outcome.passes)), "more runs"
    hard = played(questions(RAIL_PASS, "RP-L7", None, {"values.win": 1200})[0], 2)
    assert hard.win == 1200
    assert not any(hard.each(lambda r: r.outcome.won))
    main(["study", "rail-pass", "--games", "2", "--cores", "1", "--versus", "values.win=90", "--out", str(tmp_path)])
    assert "values.win=90: 2 rounds" in capsys.readouterr().out
    page = next(tmp_path.rglob("*.html")).read_text("utf-8")
    assert "rounds won (100 and 90 or more)" in page
    data = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert {"won", "score", "to_100"} <= {row["figure"] for row in data["figures"]}
    kept = (tmp_path / "played.jsonl").read_text("utf-8")
    assert len(kept.splitlines()) == 4
    main(["study", "rail-pass", "--games", "2", "--cores", "1", "--versus", "values.win=90", "--out", str(tmp_path)])
    assert (tmp_path / "played.jsonl").read_text("utf-8") == kept, "no round is played again"
