"""The table of what other libraries make of the environments: every row is there, and a change of a row shows."""

from __future__ import annotations

from pathlib import Path

from .ecosystem.__main__ import KNOWN, PASSES, kept_rows, page, summary
from .ecosystem.trials import TABLES, TRIALS

PAGE = Path(__file__).parents[2] / "docs" / "measurements" / "ecosystem.md"


def test_every_trial_has_a_row_that_passes_or_is_known() -> None:
    rows = kept_rows(PAGE)
    assert list(rows) == [(one.library, one.tool) for one in TRIALS]
    assert {row[4] for row in rows.values() if row[2] not in KNOWN} == {PASSES}


def test_a_row_says_what_fails_and_whether_that_was_known() -> None:
    games = [table.game for table in TABLES]
    works = next(one for one in TRIALS if one.tool not in KNOWN)
    assert summary(works, dict.fromkeys(games, PASSES)) == (PASSES, True)
    said, good = summary(works, {**dict.fromkeys(games, PASSES), games[1]: "ValueError: no"})
    assert not good
    assert said.endswith(": ValueError: no")
    for tool, (part, reason) in KNOWN.items():
        known = next(one for one in TRIALS if one.tool == tool)
        assert summary(known, dict.fromkeys(games, f"AssertionError: {part}")) == (f"does not work: {reason}", True)
        assert not summary(known, dict.fromkeys(games, PASSES))[1], "the table must learn that it works now"
        assert not summary(known, dict.fromkeys(games, "KeyError: else"))[1]
    assert "| a | 1 | `b` | all | passes |" in page([("a", "1", "`b`", "all", "passes")])
