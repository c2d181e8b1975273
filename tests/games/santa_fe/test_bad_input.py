"""Wrong files, positions and options: one of our errors, one line, and the match stays as it was to the last byte."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldenspike as gs

from .bad_input import GAMES, HUGE, answer, anything, fuzz, matches, picture, played


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
