"""Wrong actions of every kind: one of our errors, one line, and the match stays as it was to the last byte."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.games.santa_fe.board.load import RAILROADS

from .bad_input import MATCHES, STEPS, answer, anything, fuzz, matches, picture, played, try_action


@st.composite
def almost_notation(draw: st.DrawFn) -> tuple[gs.Match, int, str]:
    """A legal action of some seat with a few letters or words changed."""
    match = draw(matches)
    seat = draw(st.integers(0, match.setting.seats - 1))
    phrases = match.legal(seat) or [line.partition(": ")[2] for line in match.log] or ["draw deck"]
    text = draw(st.sampled_from(phrases))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        letter = draw(st.sampled_from(" +*#>-=,;{}0123456789SFCHIabc\n\té"))
        match draw(st.integers(0, 4)):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + letter + text[at:]
            case 2:
                text = text[:at] + letter + text[at + 1 :]
            case 3:
                text = f"{text} {draw(st.sampled_from(phrases))}"
            case _:
                text = text[at:] + text[:at]
    return match, seat, text


VERBS = ["hire", "draw", "play", "boom", "exchange", "lay", "done", "hold", "pass", "decline", "buy", "undo"]
THINGS = ["track", "branch", "deck", "double", "triple", "four", "none", "stop", "engineer", *RAILROADS]
PLACES = ["CHI", "LAX", "KCY", "SFO", "XXX", "CHI>KCY", "CHI>MIL", "NEW>HOU", "DEN>CHI", "#1", "#2", "#999"]
MARKS = ["+", "*", "#", ">", "-", "=", ",", "4", "5", "0", "A:", "{x}", ";"]


@fuzz
@given(matches, st.integers(0, 4) | st.sampled_from("ABCDE"), st.text(max_size=60))
def test_random_text_is_no_action(match: gs.Match, seat: int | str, text: str) -> None:
    try_action(match, seat, text)


@fuzz
@given(almost_notation())
def test_notation_with_slips_is_an_action_or_a_clear_error(case: tuple[gs.Match, int, str]) -> None:
    try_action(*case)


@fuzz
@given(matches, st.integers(0, 4), st.lists(st.sampled_from(VERBS + THINGS + PLACES + MARKS), max_size=7))
def test_word_salad_is_an_action_or_a_clear_error(match: gs.Match, seat: int, words: list[str]) -> None:
    try_action(match, seat, " ".join(words))


@fuzz
@given(matches, anything, anything)
def test_a_seat_and_an_action_may_be_anything_at_all(match: gs.Match, seat: Any, text: Any) -> None:
    try_action(match, seat, text)
    before = picture(match)
    other = match.copy()
    if answer(lambda: other.act(seat, text)) is not None:
        assert picture(other) == before
    answer(lambda: match.legal(seat))
    answer(lambda: match.view(seat))
    assert picture(match) == before


@fuzz
@given(
    matches,
    st.integers(0, 4),
    st.dictionaries(
        st.sampled_from(["what", "rr", "got", "main", "branch", "marks", "cities", "from", "to", "line", "bought"]),
        anything | st.sampled_from([*THINGS, *PLACES]) | st.lists(st.sampled_from([*PLACES, [5, "OMA"]]), max_size=3),
        max_size=5,
    ),
    st.sampled_from(VERBS) | st.none() | st.integers() | st.text(max_size=9) | st.lists(st.integers(), max_size=2),
)
def test_action_data_with_slips_is_an_action_or_a_clear_error(
    match: gs.Match, seat: int, data: dict[str, Any], verb: Any
) -> None:
    try_action(match, seat, {"do": verb, **data})


@pytest.mark.parametrize(
    "text", ["", " ", "lay", "play", "boom", "exchange", "draw", "buy", "hire", "undo", "x" * 10_000], ids=range(11)
)
@pytest.mark.parametrize("steps", STEPS)
def test_half_a_line_is_no_action(text: str, steps: int) -> None:
    for table in range(len(MATCHES)):
        try_action(played(table, steps), 0, text)


@pytest.mark.parametrize("table", range(len(MATCHES)))
@pytest.mark.parametrize("steps", STEPS)
def test_action_numbers_are_legal_or_refused(table: int, steps: int) -> None:
    """Every number there is, and some there are not: legal exactly if listed."""
    match = played(table, steps)
    before = picture(match)
    most = match.setting.b.n_actions  # type: ignore[attr-defined]
    numbers = [-(10**30), -1, most, 10**30, *range(0, most, 19)]
    for seat in range(match.setting.seats):
        offered = match.numbers(seat)
        for number in {*numbers, *offered}:
            other = match.copy()
            error = answer(lambda s=seat, n=number, t=other: t.act(s, n))  # type: ignore[misc]
            assert (error is None) == (number in offered)
            if error is not None:
                assert isinstance(error, gs.IllegalAction)
                assert picture(other) == before


def test_nobody_is_told_what_a_draw_would_bring() -> None:
    """A player who names the next card is refused in the same words as one who names another."""
    match = gs.new("santa-fe-rails", seats=3, seed=5)
    dice = random.Random(5)
    while match.view()["phase"] != "draw":
        seat = match.actors[0]
        match.act(seat, dice.choice(match.numbers(seat)))
    seat = match.actors[0]
    before = picture(match)
    coming = next(card for card in match.position()["deck"] if not card.startswith("short"))
    answers = set()
    for card in [coming, *match.setting.notation.cities]:  # type: ignore[attr-defined]
        for line in (f"draw deck={card}", f"draw deck = {card.lower()}", f"draw deck={card} {{4}}"):
            with pytest.raises(gs.BadNotation) as caught:
                match.play(seat, line)
            answers.add(str(caught.value))
            with pytest.raises(gs.BadNotation):
                match.why_not(seat, line)
    assert len(answers) == 1
    assert coming not in answers.pop()
    assert picture(match) == before


def test_nobody_is_told_what_an_exchange_would_bring() -> None:
    match = gs.from_position(
        "santa-fe-rails",
        {"seats": 3, "phase": "tlt2", "hands": {"A": ["DEN", "OMA"]}, "plays": {"A": "double"}},
        board="mini",
    )
    before = picture(match)
    coming = match.position()["deck"][0]
    answers = {
        str(answer(lambda card=card: match.play(0, f"exchange DEN ={card}")))  # type: ignore[misc]
        for card in [coming, *match.setting.notation.cities]  # type: ignore[attr-defined]
    }
    assert len(answers) == 1
    assert "None" not in answers
    assert coming not in answers.pop()
    assert picture(match) == before
