"""Wrong input of every kind: one of our errors, one line, and the match stays as it was to the last byte."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.games.santa_fe.board.load import RAILROADS

# The same examples in every run; raise the number to hunt.
fuzz = settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
HUGE = 10**5000  # a number so long that Python refuses to write it

GAMES = ("santa-fe-rails", "santa-fe")
TABLES: list[tuple[str, int, Any, dict[str, Any]]] = [
    ("santa-fe-rails", 2, None, {}),
    ("santa-fe-rails", 3, "mini", {"terrain": True}),
    ("santa-fe-rails", 5, None, {"end_timing": "round", "double_minimum": "per_round", "branch_forced": False}),
    ("santa-fe", 2, "mini", {"terrain": True, "track_purchase": True}),
    ("santa-fe", 4, None, {"track_purchase": True, "home_base_bonus": "first_arrival"}),
]
STEPS = (0, 3, 17, 60, 110, 1000)

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 2**31, 2**63, 2**64, 10**60])
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["A", "SF", "CHI", "double", "over", "tlt1", "x" * 3000, "a\nb", "\ud800", "1" * 5000]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@cache
def played(table: int, steps: int) -> gs.Match:
    """A match after so many random actions."""
    name, seats, board, options = TABLES[table]
    match = gs.new(name, seats=seats, seed=table, board=board, **options)
    dice = random.Random(steps)
    for _ in range(steps):
        if match.over:
            break
        seat = dice.choice(match.actors)
        match.act(seat, dice.choice(match.numbers(seat)))
    return match


matches = st.builds(played, st.integers(0, len(TABLES) - 1), st.sampled_from(STEPS))


def picture(match: gs.Match) -> tuple[object, ...]:
    """Everything a wrong input could have changed."""
    return match.s.to_bytes(), tuple(match.log), tuple(match._past), json.dumps(match.header), match.seed


def answer(call: Callable[[], Any]) -> gs.GoldenSpikeError | None:
    """The error of a call, or None; anything but our errors, or an unreadable one, fails the test."""
    try:
        call()
    except gs.GoldenSpikeError as error:
        text = str(error)
        assert text.strip()
        assert len(text.splitlines()) == 1
        assert len(text) < 500, text
        return error
    return None


def try_action(match: gs.Match, seat: Any, text: Any) -> None:
    """Ask and play: both give the same answer; a refusal changes nothing."""
    before = picture(match)
    reasons: list[gs.Refusal | None] = []
    asked = answer(lambda: reasons.append(match.why_not(seat, text)))
    assert picture(match) == before
    twin = match.copy()
    error = answer(lambda: twin.play(seat, text))
    if asked is not None:
        assert type(error) is type(asked)
        assert str(error) == str(asked)
    elif reasons == [None]:
        assert error is None
        assert len(twin.log) == len(match.log) + 1
        return
    else:
        assert isinstance(error, gs.IllegalAction)
        assert error.refusal == reasons[0]
    assert picture(twin) == before


# ---------------------------------------------------------------- notation
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
    twin = match.copy()
    if answer(lambda: twin.act(seat, text)) is not None:
        assert picture(twin) == before
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
    for table in range(len(TABLES)):
        try_action(played(table, steps), 0, text)


@pytest.mark.parametrize("table", range(len(TABLES)))
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
            twin = match.copy()
            error = answer(lambda s=seat, n=number, t=twin: t.act(s, n))  # type: ignore[misc]
            assert (error is None) == (number in offered)
            if error is not None:
                assert isinstance(error, gs.IllegalAction)
                assert picture(twin) == before


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


# ---------------------------------------------------------------- data: files, positions, options
def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested data."""
    found = [path]
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in steps:
        found += places(value, (*path, key))
    return found


@st.composite
def damaged(draw: st.DrawFn, whole: dict[str, Any]) -> dict[str, Any]:
    """The data with one to three places changed, dropped, doubled or exchanged."""
    data: dict[str, Any] = json.loads(json.dumps(whole))
    for _ in range(draw(st.integers(1, 3))):
        branch = draw(st.sampled_from(list(data) or [""]))  # first a part, then a place: small parts matter as much
        path = draw(st.sampled_from([p for p in places(data) if p[:1] == (branch,)] or [("new",)]))
        holder: Any = data
        for step in path[:-1]:
            holder = holder[step]
        key = path[-1]
        others = places(data)
        match draw(st.integers(0, 5)):
            case 0 if isinstance(holder, dict):
                holder.pop(key, None)
            case 1 if isinstance(holder, list):
                holder.insert(key, holder[key])
            case 2:
                value: Any = data
                for step in draw(st.sampled_from(others)):
                    value = value[step]
                holder[key] = json.loads(json.dumps(value))
            case 3 if isinstance(holder, dict):
                holder[draw(st.text(max_size=8) | st.sampled_from(["F", "*", "XXX", "preset", "x" * 900]))] = draw(
                    anything
                )
            case 4 if isinstance(holder, dict) and isinstance(holder[key], int):
                holder[key] += draw(st.integers(-3, 3))
            case _:
                holder[key] = draw(anything)
    return data


@st.composite
def damaged_files(draw: st.DrawFn) -> dict[str, Any]:
    match = draw(matches)
    data = match.data()
    if draw(st.booleans()):
        position = match.position()
        again = gs.from_position(match.game.name, position)
        for _ in range(draw(st.integers(0, 3))):
            if not again.over:
                again.act(again.actors[0], again.numbers(again.actors[0])[0])
        data = again.data()
    return draw(damaged(data))


@fuzz
@given(damaged_files())
def test_a_damaged_match_is_refused_or_still_itself(data: dict[str, Any]) -> None:
    found: list[gs.Match] = []
    error = answer(lambda: found.append(gs.load(data)))
    if error is None:
        assert found[0].hash == data["hash"]
        assert found[0].log == data["log"]


@fuzz
@given(st.data())
def test_a_damaged_file_is_one_clear_line(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    raw = bytearray(json.dumps(played(1, 17).data()).encode())
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        if data.draw(st.booleans()):
            raw[at] = data.draw(st.integers(0, 255))
        else:
            raw = raw[:at] or raw
    path.write_bytes(raw)
    answer(lambda: gs.load(path))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "3",
        "{}",
        '{"format": "goldenspike-match/1"}',
        "[" * 100_000,
        '{"a": NaN}',
        "\ufeff{}",
        "9" * 9999,
    ],
)
def test_a_file_that_is_no_match_is_one_clear_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "some.json"
    path.write_text(text, "utf-8")
    assert isinstance(answer(lambda: gs.load(path)), gs.BadFile)


@pytest.mark.parametrize(
    "path", ["", ".", "nowhere/x.json", "a\0b", "x\ny", "y" * 5000, 5, None, b"\xff"], ids=range(9)
)
def test_a_path_that_is_none_is_one_clear_line(path: Any) -> None:
    assert isinstance(answer(lambda: gs.load(path)), gs.BadFile)


@pytest.mark.parametrize("path", ["", ".", "nowhere/x.json", "a\0b", "y" * 5000, 5, None, b"\xff"], ids=range(8))
def test_a_match_that_cannot_be_saved_is_one_clear_line(path: Any) -> None:
    assert isinstance(answer(lambda: played(0, 3).save(path)), gs.BadFile)


@st.composite
def damaged_positions(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A position with parts left out, as people write them, and others changed."""
    match = draw(matches)
    position = match.position()
    if draw(st.booleans()):
        unsaid = draw(st.sets(st.sampled_from(sorted(set(position) - {"seats", "options", "board"}))))
        position = {key: value for key, value in position.items() if key not in unsaid}
    return match.game.name, draw(damaged(position)) if draw(st.integers(0, 4)) else position


@settings(fuzz, max_examples=300)
@given(damaged_positions())
def test_a_damaged_position_is_refused_or_can_be_played(case: tuple[str, dict[str, Any]]) -> None:
    """What is accepted must hold: it can be written again, seen, redealt and played on."""
    name, position = case
    found: list[gs.Match] = []
    if answer(lambda: found.append(gs.from_position(name, position))) is not None:
        return
    again = found[0]
    assert gs.from_position(again.game.name, again.position()).hash == again.hash
    dice = random.Random(1)
    for step in range(30):
        if step % 10 == 0:
            for viewer in (None, *range(again.setting.seats)):
                again.view(viewer)
        if again.over:
            assert again.result is not None
            break
        seat = dice.choice(again.actors)
        again.game.plain().redeal(again.s.copy(), again.setting.b, seat)
        again.act(seat, dice.choice(again.numbers(seat)))
    assert gs.load(json.loads(json.dumps(again.data()))).hash == again.hash


def mini(**words: Any) -> gs.Match:
    return gs.from_position("santa-fe-rails", {"seats": 3, "phase": "tlt1", **words}, board="mini")


@pytest.mark.parametrize(
    "words",
    [
        {"boomtowns": {"OMA": 5.5}},
        {"boomtowns": {7: 5}},
        {"money": {"A": HUGE}},
        {"chance": [HUGE] * 4},
        {"supply": {"SF": 3, 5: 2}},
        {"deck": ["x" * 9000]},
        {"x\ny" * 900: 1},
        {"track": ["SF CHI>OMA 1/2"], "tips": {"SF": [f"CHI>OMA#{'9' * 9000}x"]}},
        {"track": ["SF CHI>OMA 1/2"], "tips": {"GN": ["MIL"]}},
        {"tips": {"SF": ["CHI", "CHI"]}},
        {"plays": {"A": "LAX + branch SF", "B": "LAX + branch SF"}, "display": {"branch": {"SF": 3}}},
        {"phase": "hire"},
        {"phase": "buy"},
        {"ending": "supply"},
        {"ended": "supply"},
        {"reserve": {"A": {"SF": 9}}},
        {"phase": [[[[]]]]},
    ],
)
def test_a_position_that_cannot_be_is_one_clear_line(words: dict[Any, Any]) -> None:
    assert isinstance(answer(lambda: mini(**{str(key): value for key, value in words.items()})), gs.BadFile)


def test_railheads_left_unsaid_are_at_home() -> None:
    """Track laid before the position makes its railroad serve its base, said or not."""
    match = mini(track=["SF CHI>OMA 1/2"], tips={"SF": ["CHI>OMA"]})
    assert match.view()["connected"] == {"CHI": ["SF"]}
    assert match.position()["tips"]["GN"] == ["MIL"]
    for text in match.legal(0):
        assert match.why_not(0, text) is None


def test_a_position_stays_apart_from_the_data_it_was_read_from() -> None:
    words = played(0, 17).position()
    match = gs.from_position("santa-fe-rails", words)
    words["deck"].clear()
    words["money"]["A"] = 99
    assert gs.load(json.loads(json.dumps(match.data()))).hash == match.hash


def test_a_seat_that_does_not_play_cannot_act_by_number() -> None:
    match = played(1, 0)
    before = picture(match)
    number = match.numbers(0)[0]
    for seat in (3, 4, 5, 99, -1, True, None, "D"):
        assert isinstance(answer(lambda seat=seat: match.act(seat, number)), gs.BadOption)  # type: ignore[misc]
    for numbers in ((), ("1",), (None,), (1.0,)):
        assert isinstance(answer(lambda numbers=numbers: match.act(0, *numbers)), gs.BadNotation)  # type: ignore[misc]
    assert picture(match) == before


@pytest.mark.parametrize("value", [HUGE, -HUGE, [HUGE], {"x": HUGE}, "9" * 9000], ids=range(5))
def test_numbers_without_end_are_one_clear_line(value: Any) -> None:
    for call in (
        lambda: gs.new("santa-fe", seed=value),
        lambda: gs.new("santa-fe", seats=value),
        lambda: gs.new("santa-fe", terrain=value),
        lambda: gs.new("santa-fe", preset=value),
        lambda: gs.new("santa-fe", board=value),
        lambda: gs.from_position("santa-fe", {"round": value}),
        lambda: gs.load({"format": "goldenspike-match/1", "header": value}),
        lambda: played(0, 3).play(value, "draw deck"),
        lambda: played(0, 3).play(0, value),
    ):
        assert answer(call) is not None


names = st.sampled_from([option.name for game in GAMES for option in gs.game(game).options])


@fuzz
@given(
    st.sampled_from(GAMES),
    st.dictionaries(
        names | st.text(max_size=8).filter(lambda n: n not in {"name", "seats", "seed", "board"}), anything, max_size=3
    ),
    st.just(3) | anything,
    st.just(0) | anything,
    st.none() | anything,
)
def test_wrong_options_seats_seeds_and_boards(
    name: str, options: dict[str, Any], seats: Any, seed: Any, board: Any
) -> None:
    answer(lambda: gs.new(name, seats=seats, seed=seed, board=board, **options))
    answer(lambda: gs.new(name, seats=3, seed=0, preset=seed))
    answer(lambda: gs.from_position(name, {"seats": seats, "options": options}, board=board))
    answer(lambda: gs.from_position(name, seed))
