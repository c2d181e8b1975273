"""Positions on the MINI board, written the way the clauses are tested: given, when, then."""

from __future__ import annotations

from typing import Any

import pytest

import goldenspike as gs

# Everything else a test gives is part of the position, the First Player too.
OPTIONS = {option.name for name in ("santa-fe-rails", "santa-fe") for option in gs.game(name).options} - {"first"}


# SP stands at HOU, whose only other line SF has started from El Paso
SP_DEAD_END = ["SP NOR>HOU 1/1", "SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF ELP>HOU 1/2"]


def given(
    phase: str = "tlt1", *, game: str = "santa-fe-rails", seats: int = 3, board: Any = "mini", **words: Any
) -> gs.Match:
    """A match at a position: option names and values are options, all other words are position words."""
    options = {name: words.pop(name) for name in list(words) if name in OPTIONS or name.startswith("values.")}
    return gs.from_position(game, {"seats": seats, "phase": phase, **words}, board=board, **options)


def sf92(phase: str = "tlt1", **words: Any) -> gs.Match:
    return given(phase, game="santa-fe", **words)


def refused(match: gs.Match, seat: str | int, text: str) -> str:
    """The code of the refusal; the match stays as it was."""
    before, log = match.hash, list(match.log)
    reason = match.why_not(seat, text)
    assert reason is not None, f"{text} is legal"
    assert reason.clause
    assert len(reason.sentence) > 10
    with pytest.raises(gs.IllegalAction) as caught:
        match.play(seat, text)
    assert caught.value.refusal == reason
    assert (match.hash, match.log) == (before, log)
    return reason.code


def lays(match: gs.Match, seat: str | int, railroad: str) -> set[str]:
    """Where a seat may lay a railroad, such as {'CHI>MIL', '+CHI>OMA'}."""
    found = (text.split() for text in match.legal(seat) if text.startswith("lay "))
    return {line for _, rail, line in found if rail.rstrip("*") == railroad}


def plays(match: gs.Match, *lines: str) -> gs.Match:
    """Play several actions, each written 'A: lay SF CHI>MIL'."""
    for line in lines:
        seat, _, text = line.partition(":")
        match.play(seat.strip(), text.strip())
    return match


def money(match: gs.Match, seat: str) -> int:
    return int(match.s.money[match.seat(seat)])


def tips(match: gs.Match, railroad: str) -> list[str]:
    """Railheads of a Major: 'OMA' at a city, 'CHI>OMA' on a line."""
    return list(match.position()["tips"][railroad])


def hand(match: gs.Match, seat: str) -> list[str]:
    """The cards a seat holds, as its position names them."""
    return list(match.position()["hands"][seat])


def actors(match: gs.Match) -> str:
    """The seats whose decision is awaited, such as 'BC'."""
    return "".join(match.view()["actors"])


def gain(match: gs.Match, seat: str, text: str) -> int:
    """What an action brings its seat, in dollars."""
    before = money(match, seat)
    match.play(seat, text)
    return money(match, seat) - before


def clause(match: gs.Match, text: str, seat: str = "A") -> str:
    """The clause that forbids an action."""
    reason = match.why_not(seat, text)
    assert reason is not None, f"{text} is legal"
    return reason.clause
