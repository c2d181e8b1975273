"""Turns as one line of the log: notation, undo, replay, positions, the order of committing."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from goldenspike.engine.errors import BadFile, BadNotation, BadOption, IllegalAction
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS
from goldenspike.games.pioneer_rails.rules import turn as rules
from goldenspike.games.pioneer_rails.rules.state import COMMITTED
from goldenspike.games.pioneer_rails.text.notation import Notation

from .scene import area, give, laid, scene, steps, turn


def random_match(number: int) -> tuple[SteppedMatch, random.Random]:
    dice = random.Random(number)
    options = {
        option.name: dice.choice(option.choices) for option in PIONEER_RAILS.options if option.name != "first_dealer"
    }
    sheet = ("desert-a", "forest-a", "desert-b", "forest-b", "fx")[number % 5]
    seats = 1 + number % 8
    return SteppedMatch.new(PIONEER_RAILS, seats=seats, seed=number, board=sheet, options=options), dice


def test_the_example_of_the_notation() -> None:
    match = laid(scene("AH"), "H", "A4|B4", "A5|B4", "A5|B5", "A6|B5")
    line = turn(match, "AH t=bridge : A6|B6 =A7|B6 A7|B7 A8|B7")
    assert line.startswith("A: AH t=bridge : A6|B6 =A7|B6 A7|B7 A8|B7")
    assert area(match, "SPENT") == 1


def test_steps_become_one_line() -> None:
    match = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=3)
    steps(match, "use QH", "t", "C4|D4", "A3|A4", "A4|B4", "A5|B4", "done")
    assert match.log == []
    line = match.play("A", "bank 2")
    assert line == "A: QH t : C4|D4 A3|A4 A4|B4 A5|B4 ; !ranch@A4 !bank@C4(2x2=4)"
    assert match.log == [line]
    replayed = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=3)
    replayed.replay(line)
    assert replayed.s.to_bytes() == match.s.to_bytes()


def test_towns_are_named_by_what_they_paid_for() -> None:
    match = give(laid(scene("QD"), "H", "C3|C4", "C4|D3"), TOWNS=4)
    steps(match, "use QD", "t=suit > H", "t", "t", "t", "C3|D3", "A3*n-s", "A4|B4", "done")
    assert match.log[-1].startswith("A: QD > H t=suit t=switch t=shortcut t : +C3|D3 /A3*n-s A4|B4 ;")


def test_private_steps_are_taken_back_one_by_one() -> None:
    match = scene("QH", seats=1)
    began = match.s.to_bytes()
    states = []
    for text in ("use QH", "t", "C3|C4", "C3|D3"):
        states.append(match.s.to_bytes())
        match.play("A", text)
    while states:
        assert match.take_back("A")
        assert match.s.to_bytes() == states.pop()
    assert not match.take_back("A")
    steps(match, "use QH", "t", "C3|C4")
    assert match.hash != match.s.hash()
    assert match.drop("A")
    assert match.s.to_bytes() == began
    assert match.log == []


def test_a_whole_turn_replaces_private_steps() -> None:
    match = steps(scene("QH"), "use QH", "A3|A4")
    assert match.why_not("A", "QH : C3|C4") is None
    assert match.s.drawn_count[0] == 1
    match.play("A", "QH : C3|C4")
    assert [name for name, _ in match.view()["sheets"][0]["tracks"]] == ["C3|C4"]
    other = steps(scene("QH"), "use QH", "A3|A4")
    with pytest.raises(IllegalAction):
        other.play("A", "QH : C3|C4 C4|C5 C5|D5 C5|D4 B5|C5")
    with pytest.raises(BadNotation):
        other.play("A", "QH : nonsense")
    assert other.pending == {0: [8, 60 + other.setting.board.grid.edge("A3|A4")]}
    assert other.s.drawn_count[0] == 1


@pytest.mark.parametrize("number", range(10))
def test_random_matches_replay_and_positions_read_back(number: int) -> None:
    match, dice = random_match(number)
    while not match.over:
        seat = dice.choice(match.actors)
        chance = dice.random()
        if chance < 0.03:
            match.take_back(seat)
        elif chance < 0.04:
            match.drop(seat)
        elif chance < 0.045 and match.log:
            match.undo()
        else:
            action = dice.choice(match.numbers(seat))
            assert match.setting.parse(match.s, seat, match.setting.write(match.s, seat, action)) == [action]
            match.act(seat, action)
        if dice.random() < 0.015:
            words = json.loads(json.dumps(match.position()))
            again = SteppedMatch.from_position(PIONEER_RAILS, words, options={})
            assert again.hash == match.hash
            assert again.position() == match.position()
    assert SteppedMatch.from_data(PIONEER_RAILS, json.loads(json.dumps(match.data()))).hash == match.hash
    assert len([line for line in match.log if line != "undo"]) >= 20 * match.setting.seats


def test_all_orders_of_committing_give_the_same_hash() -> None:
    """Steps of four seats are interleaved in every order of committing, on sheets with choices."""
    for number in range(12):
        sheet = ("desert-b", "forest-b", "fx-forest")[number % 3]
        base = scene(sheet=sheet, seats=4, seed=number, owners=True, jokers=True, must_draw="strict")
        dice = random.Random(number)
        for _ in range(dice.randrange(200)):
            seat = dice.choice(base.actors)
            base.act(seat, dice.choice(base.numbers(seat)))
        while base.pending or base.s.phase == 0 or any(base.s.stage[p] == COMMITTED for p in range(4)):
            seat = base.actors[0]
            base.act(seat, dice.choice(base.numbers(seat)))
        turns: dict[int, list[int]] = {}
        for seat in range(4):
            probe = base.s.copy()
            turns[seat] = []
            while probe.stage[seat] != COMMITTED:
                out = [0] * 512
                action = out[dice.randrange(rules.legal(probe, base.setting.b, seat, out))]
                rules.step(probe, base.setting.b, seat, action)
                turns[seat].append(action)
        hashes = set()
        for order in itertools.permutations(range(4)):
            s = base.s.copy()
            left = {seat: list(steps_) for seat, steps_ in turns.items()}
            for seat in order:
                for other in range(4):  # others write a step of their own in between, but do not commit
                    if other != seat and len(left[other]) > 1:
                        rules.apply(s, base.setting.b, other, left[other].pop(0))
                while left[seat]:
                    rules.apply(s, base.setting.b, seat, left[seat].pop(0))
            hashes.add(s.hash())
        assert len(hashes) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "QH",
        "use 11H",
        "take QH",
        "QH : C3|E3",
        "QH : Z9|A1",
        "QH t=boat : C3|C4",
        "QH o07 : C3|C4",
        "QH : C3|C4 ; !mine@B5",
        "QH : C3|C4 ; mine",
        "QH : =C3|C4",
        "QH & t : C3|C4",
        "QH : C3|C4 & t : A3|A4",
        "> X",
        "bank x",
        "saloon r9",
        "jail J9",
        "QH > : C3|C4",
        "QH t=suit : C3|C4",
        "o99",
        ": C3|C4",
    ],
)
def test_wrong_texts_are_one_clear_line(text: str) -> None:
    match = scene("QH", "10S")
    before = match.s.to_bytes()
    with pytest.raises((BadNotation, IllegalAction)) as caught:
        match.play("A", text)
    assert "\n" not in str(caught.value)
    assert match.s.to_bytes() == before


def test_wrong_positions_are_refused() -> None:
    match = steps(scene("QD", "10S", "AC", seats=2, first_dealer="A"), "take QD")
    match.play("B", "10S : B7|B8")
    good = match.position()
    assert SteppedMatch.from_position(PIONEER_RAILS, good, options={}).hash == match.hash
    assert good["turns"] == {"B": "10S : B7|B8"}

    def changed(**parts: object) -> dict[str, object]:
        return {**json.loads(json.dumps(good)), **parts}

    sheet = good["sheets"][0]
    for wrong in (
        changed(phase="later"),
        changed(round=5),
        changed(dealer="C"),
        changed(deck=["QD", "QD"]),
        changed(shown=["*SC", "10S", "AC"]),
        changed(taken="KH"),
        changed(goals=[]),
        changed(goals=[{"id": "9Z", "face": "face up"}] * 3),
        changed(sheets=[]),
        changed(sheets=[{**sheet, "tracks": {"H": ["B3|C3"]}}, sheet]),
        changed(sheets=[{**sheet, "tracks": {"H": ["C3|C4"], "S": ["C4|D3"]}}, sheet]),
        changed(sheets=[{**sheet, "tracks": {"H": ["C2*n-s"]}}, sheet]),
        changed(sheets=[{**sheet, "crossed": {"A1": ""}}, sheet]),
        changed(sheets=[{**sheet, "hands": [["Q"]]}, sheet]),
        changed(sheets=[{**sheet, "towns_spent": 2}, sheet]),
        changed(sheets=[{**sheet, "deposits": [3]}, sheet]),
        changed(turns={"B": "10S : C8|C9"}),
        changed(turns={"Z": "10S : B7|B8"}),
        changed(weather="fine"),
        changed(chance=[1]),
    ):
        with pytest.raises(BadFile):
            SteppedMatch.from_position(PIONEER_RAILS, wrong, options={})


def test_events_and_pictures_of_a_match() -> None:
    match, dice = random_match(3)
    heard: list[str] = []
    while not match.over:
        seat = dice.choice(match.actors)
        before, action = match.s.copy(), dice.choice(match.numbers(seat))
        assert match.setting.question(match.s, seat)
        match.act(seat, action)
        heard += match.setting.events(before, match.s, seat, (action,))
    assert sum(line.startswith("hand R") for line in heard) == 4 * match.setting.seats
    assert sum(line.startswith("score ") for line in heard) == match.setting.seats
    assert sum(" deal " in line or line.endswith("hand cards") for line in heard) == 19
    assert match.setting.svg(match.s, 0).count("<svg") == 1
    assert "over" in repr(match)
    assert match.result is not None
    assert sum(item.points for item in match.result.sheet[0]) == match.result.points[0]


def test_every_action_number_has_a_text() -> None:
    match = steps(scene("QH"), "use QH")
    notation = match.setting.notation  # type: ignore[attr-defined]
    assert isinstance(notation, Notation)
    words = [notation.write(match.s, 0, action) for action in range(match.setting.b.n_actions)]
    assert len(set(words)) == len(words)


def test_wrong_numbers_are_refused() -> None:
    match = scene("QH", "10S")
    before = match.s.to_bytes()
    with pytest.raises(BadOption):
        match.act(9, 1)
    with pytest.raises(BadNotation):
        match.act(0, "QH")  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="PR-FLOW-01"):
        match.act(0, *match.setting.parse(match.s, 0, "QH : C3|C4"), 1)
    for action in (-1, 10**6, 0, 36):
        with pytest.raises(IllegalAction):
            match.act(0, action)
    assert match.s.to_bytes() == before
    dealt = scene("QD", "10S", "AC", seats=2, first_dealer="A")
    with pytest.raises(BadNotation, match="Dealer"):
        dealt.act(0, 1 + 12, 0)
    assert dealt.log == []
