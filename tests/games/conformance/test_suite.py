"""The checks notice what is wrong: a game with one fault each, and one sentence that names it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.cli import main
from goldenspike.conformance.suite import CHECKS, Request, make
from goldenspike.engine.game import Game

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")
GOOD: Any = gs.game("santa-fe-rails")
BY_NAME = {check.name: check for check in CHECKS}


def setting_with(**changed: Any) -> Any:
    """The game with a setting in which these methods are others."""

    def setting(self: Any, options: Any, board: Any, seats: int) -> Any:
        made = type(GOOD).setting(self, options, board, seats)
        made.__class__ = type("Changed", (type(made),), changed)
        return made

    return {"setting": setting}


def leaky_view(self: Any, s: Any, seat: int | None) -> dict[str, Any]:
    return {**super(type(self), self).view(s, seat), "top": s.deck[0]}


def one_word(self: Any, s: Any, seat: int, action: int) -> str:
    return "lay"


def no_text(self: Any, s: Any, seat: int | None = None) -> str:
    raise KeyError("over")


def unsorted(s: Any, b: Any, seat: int, out: Any) -> int:
    count = GOOD.rules.legal(s, b, seat, out)
    out[:count] = out[:count][::-1]
    return int(count)


def wrong_choices(self: Any, s: Any, seat: int) -> dict[str, Any]:
    return {**super(type(self), self).own(s, seat), "seats": []}


FAULTS = {
    "plain page": (setting_with(own=wrong_choices), "the page shows a seat another view"),
    "leak": (setting_with(view=leaky_view), "the view tells a seat what it may not know"),
    "notation": (setting_with(write=one_word), "two legal actions are both written 'lay'"),
    "drawing": (setting_with(text=no_text), "KeyError in no_text"),
    "three forms": ({"rules": SimpleNamespace(**{**vars(GOOD.rules), "legal": unsorted})}, "legal actions differ"),
    "invariants": ({"invariants": lambda self, s, b: ["a card is lost"]}, "a card is lost"),
    "refusals": ({"clause_applies": lambda self, clause, setting: False}, "a clause of another mode"),
    "rulebook": ({"rulebook": lambda self, language: "# Rules\n\nNo clauses."}, "it has no clauses"),
    "boards": ({"board_problems": lambda self, data: 1 / 0}, "ZeroDivisionError"),
    "contract": ({"env_seats": 9}, "env_seats is none of its numbers of seats"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_sentence(name: str) -> None:
    changed, sentence = FAULTS[name]
    bad = type("Bad", (type(GOOD),), changed)()
    (report,) = make(Request(bad, quick=True), [name])
    assert sentence in report.problem
    assert "santa-fe-rails" in report.problem
    assert "\n" not in report.problem


def test_the_command_tells_each_check_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check-game", "santa-fe-rails", "--quick", "--only", "contract", "--only", "rulebook"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["ok", "contract"], ["ok", "rulebook"]]
    assert lines[2] == "santa-fe-rails keeps the contract"


def test_what_a_game_does_not_declare_is_not_called_ok(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that leaves these members at their defaults passes, and is told what was not checked."""
    empty = {"limit_boards": Game.limit_boards, "invariants": Game.invariants, "name": "bare-game"}
    monkeypatch.setattr(gs.games, "outside", lambda: {"bare-game": type("Bare", (type(GOOD),), empty)()})
    only = [word for check in ("limit boards", "invariants", "fixtures", "contract") for word in ("--only", check)]
    main(["check-game", "bare-game", "--quick", *only])
    said = capsys.readouterr().out
    marks = [line.split("  ")[0] for line in said.splitlines() if " s  " in line]
    assert marks == ["ok", *["nothing declared"] * 3]
    assert "Game.limit_boards() names no boards" in said
    assert "Game.invariants() is not defined" in said
    assert "--fixtures DIR" in said
    last = said.splitlines()[-1]
    assert last == "bare-game keeps the contract; nothing is declared for: limit boards, invariants, fixtures"


def test_a_failure_is_exit_code_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    bad = type("Bad", (type(GOOD),), {"name": "bad-game", "env_seats": 9})()
    monkeypatch.setattr(gs.games, "outside", lambda: {"bad-game": bad})
    with pytest.raises(SystemExit) as left:
        main(["check-game", "bad-game", "--only", "contract"])
    assert left.value.code == 1
    assert "bad-game: env_seats is none of its numbers of seats" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["no-such-game"], "there is no game"),
        (["santa-fe", "--games", "0"], "a number of settings from 1"),
        (["santa-fe", "--only", "luck"], "there is no check 'luck'"),
        (["santa-fe", "--fixtures", "/nowhere"], "there is no folder"),
    ],
)
def test_bad_input_is_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["check-game", *words])
    assert left.value.code == 2
    assert line in capsys.readouterr().err
