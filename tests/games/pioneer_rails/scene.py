"""Scenes on the fixture sheet, written the way the clauses are tested: given, when, then."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from goldenspike.engine.errors import IllegalAction
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.board import load
from goldenspike.games.pioneer_rails.board.load import Sheet
from goldenspike.games.pioneer_rails.board.numbers import GOAL_IDS
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS
from goldenspike.games.pioneer_rails.rules import state
from goldenspike.games.pioneer_rails.rules import turn as rules
from goldenspike.games.pioneer_rails.rules.state import CUT_FRESH, FRESH, NONE
from goldenspike.games.pioneer_rails.rules.towns import circle_towns
from goldenspike.games.pioneer_rails.rules.track import put_track


@cache
def forest_fixture() -> Sheet:
    """The fixture as a Forest: mines are bandits, the bank and two blanks are jails, forts have no number."""
    data = load.document("fx")
    data["id"], data["map"] = "fx-forest", "forest"
    for name in ("A9", "B5", "C1", "E9", "G2"):
        data["hex"][name] = {"t": "bandit", "n": 2}
    data["hex"]["A8"] = {"t": "bandit", "n": 2}
    for name in ("C4", "D2", "F6"):
        data["hex"][name] = {"t": "jail", "n": 3}
    data["hex"]["C2"] = {"t": "fort"}
    data["hex"]["B2"] = {"t": "fort"}
    rows = data["score_rows"]
    for name in ("nuggets", "bank", "nuggets_per_bank", "fort"):
        del rows[name]
    rows.update(fort_side=2, saloon=list(load.VALUES), jails=[[1, 2, 3], [1, 2, 3], [2, 2, 2]], escaped=6)
    return load.build(data)


def scene(*cards: str, sheet: Any = "fx", seats: int = 1, seed: int = 1, **options: Any) -> SteppedMatch:
    """A new match in which these cards are turned up; on the Forest fixture if the sheet is 'fx-forest'."""
    chosen = PIONEER_RAILS.read_options({"must_draw": "free", **options})
    printed = forest_fixture() if sheet == "fx-forest" else sheet
    found = printed if isinstance(printed, Sheet) else PIONEER_RAILS.board(printed)
    match = SteppedMatch(PIONEER_RAILS, PIONEER_RAILS.setting(chosen, found, seats), seed)
    offer(match, *cards)
    return match


def card(match: SteppedMatch, text: str) -> int:
    return int(match.setting.notation.read_card(text))  # type: ignore[attr-defined]


def offer(match: SteppedMatch, *cards: str) -> None:
    """Turn these cards up: each changes places with the one that lies there."""
    s = match.s
    for slot, text in enumerate(cards):
        wanted, there = card(match, text), s.shown[slot]
        assert there != NONE, "no card is turned up here"
        for row in (s.deck, s.shown, s.own_card):
            for k in range(len(row)):
                if row[k] == wanted and not (row is s.deck and k >= s.deck_size):
                    row[k] = there
        if s.burnt == wanted:
            s.burnt = there
        s.shown[slot] = wanted
        s.seen |= 1 << wanted
    kept = {s.burnt, *s.shown} - {NONE}
    s.seen &= ~sum(1 << c for c in s.deck[: s.deck_size] if c not in kept)


def turn(match: SteppedMatch, line: str, seat: str = "A") -> str:
    """Turn up the card of a line and play it."""
    word = line.split()[0]
    if rules.actors(match.s) and match.s.shown[0] != NONE and card(match, word) not in match.s.shown:
        offer(match, word)
    return match.play(seat, line)


def round_of(match: SteppedMatch, *lines: str) -> SteppedMatch:
    """Play several turns alone."""
    for line in lines:
        turn(match, line)
    return match


def steps(match: SteppedMatch, *texts: str, seat: str = "A") -> SteppedMatch:
    for text in texts:
        match.play(seat, text)
    return match


def clause(match: SteppedMatch, text: str, seat: str = "A") -> str:
    """The clause that forbids a step or a line; nothing is changed by asking or by trying."""
    before = match.s.to_bytes()
    refusal = match.why_not(seat, text)
    assert refusal is not None, f"{text} is legal"
    with pytest.raises(IllegalAction) as caught:
        match.play(seat, text)
    assert caught.value.refusal == refusal
    assert match.s.to_bytes() == before
    return refusal.clause


def allowed(match: SteppedMatch, text: str, seat: str = "A") -> bool:
    return match.why_not(seat, text) is None


def laid(match: SteppedMatch, rail: str, *names: str, seat: int = 0) -> SteppedMatch:
    """Tracks of earlier turns, put down without looking at the rules."""
    s, b = match.s, match.setting.b
    for name in names:
        t = match.setting.notation.read_track(name)  # type: ignore[attr-defined]
        put_track(s, b, seat, t, load.SUITS.index(rail))
        if t < b.n_edges:
            s.edge[seat][t] -= FRESH
        else:
            s.mark[seat][(t - b.n_edges) // 3] -= CUT_FRESH
    circle_towns(s, b, seat)
    s.before[seat] = list(s.area[seat])
    return match


def give(match: SteppedMatch, seat: int = 0, **marks: int) -> SteppedMatch:
    """Marks of the score area, by the names of its columns: NUGGETS=3."""
    for name, number in marks.items():
        column = getattr(state, name)
        match.s.area[seat][column] = number
        match.s.before[seat][column] = number
    return match


def area(match: SteppedMatch, name: str, seat: int = 0) -> int:
    return int(match.s.area[seat][getattr(state, name)])


def hex_of(match: SteppedMatch, name: str) -> int:
    return int(match.setting.board.grid.hex(name))


def vertex_of(match: SteppedMatch, name: str) -> int:
    return int(match.setting.board.grid.vertex(name))


def is_crossed(match: SteppedMatch, name: str, seat: int = 0) -> bool:
    return match.s.mark[seat][hex_of(match, name)] != 0


def hand(match: SteppedMatch, round_no: int, values: str, seat: int = 0) -> SteppedMatch:
    """Write values into a round's row, such as 'QQAAA' with T for 10 and * for a Joker."""
    for k, value in enumerate(values):
        match.s.hand[seat][5 * (round_no - 1) + k] = "TJQKA*".index(value)
    return match


def goal(match: SteppedMatch, *ids: str) -> SteppedMatch:
    """Put these goals on the table, face up."""
    for k, name in enumerate(ids):
        match.s.goal[k] = GOAL_IDS.index(name)
        match.s.goal_face[k] = state.FACE_UP
    return match


def owner(match: SteppedMatch, number: int) -> SteppedMatch:
    """The owner with this printed number is turned up."""
    deck = match.s.owner_deck
    here, there = match.s.round_no - 1, deck.index(number - 1)
    deck[here], deck[there] = deck[there], deck[here]
    match.s.owner = number - 1
    return match


def at(match: SteppedMatch, round_no: int, turn_no: int) -> SteppedMatch:
    """Another turn of the game; the rows of the hands before it are filled."""
    s = match.s
    s.round_no, s.turn_no = round_no, turn_no
    for seat in range(s.seats):
        for k in range(5 * (round_no - 1) + turn_no - 1):
            if s.hand[seat][k] == state.EMPTY:
                s.hand[seat][k] = k % 2
    return match
