"""Milk Run as a game of Golden Spike: three forms that agree, secrets that stay, everything there and back."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from boards import small_board
from milk_run import MILK_RUN
from milk_run.state import BoardArrays, State

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.engine.board_file import BadBoard
from goldenspike.engine.random_numbers import seed_chance

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.json"))
BOARDS: list[Any] = [None, small_board(), *MILK_RUN.limit_boards()]


def settings(count: int) -> Iterator[Any]:
    """Boards, numbers of players and options in turn."""
    for number in range(count):
        options = MILK_RUN.read_options(
            {"values.hand": (4, 6)[number // 3 % 2], "farms": ("half", "first_only")[number // 9 % 2]}
        )
        yield MILK_RUN.setting(options, MILK_RUN.board(BOARDS[number % 4]), 2 + number // 6 % 3)


def positions(count: int) -> Iterator[tuple[gs.Match, random.Random]]:
    """Matches played at random, at every decision and at their end."""
    for number, setting in enumerate(settings(count)):
        match, dice = gs.Match(MILK_RUN, setting, number), random.Random(number)
        while not match.over:
            yield match, dice
            match.act(match.actors[0], dice.choice(match.numbers(match.actors[0])))
        yield match, dice


# ---------------------------------------------------------------- three forms
def test_interpreted_checked_and_compiled_agree_after_every_action() -> None:
    plain, fast = MILK_RUN.plain(), MILK_RUN.compiled()
    states, out = State.array(1), np.zeros(MILK_RUN.most_legal, np.int64)
    for number, setting in enumerate(settings(54)):
        b, seats, s, dice = setting.b, setting.seats, State(), random.Random(number)
        boards, checked_b = BoardArrays.array([b]), b.checked()
        plain.start(s, b, seats, number, 5)
        fast.start_at(states, 0, boards, 0, seats, number, 5)
        checked = s.checked()
        room = [0] * MILK_RUN.most_legal
        while plain.actors(s):
            assert states[0].tobytes() == s.to_bytes() == checked.to_bytes()
            seat = s.turn
            n = plain.legal(s, b, seat, room)
            legal = room[:n]
            assert fast.legal_at(states, 0, boards, 0, seat, out) == n
            assert out[:n].tolist() == legal == sorted(legal)
            strange = dice.randrange(-3, b.n_actions + 3)
            reason = plain.refusal(s, b, seat, strange)
            assert fast.refusal_at(states, 0, boards, 0, seat, strange) == reason
            assert (reason == 0) == (strange in legal)
            assert fast.policy_at(states, 0, boards, 0, seat, out) == plain.policy(s, b, seat, room)
            assert fast.zombie_at(states, 0, boards, 0, seat) == plain.zombie(s, b, seat)
            m = plain.observe(s, b, seat, room)
            assert fast.observe_at(states, 0, boards, 0, seat, out) == m
            assert out[:m].tolist() == room[:m]
            action = dice.choice(legal)
            plain.apply(s, b, seat, action)
            plain.apply(checked, checked_b, seat, action)
            fast.apply_at(states, 0, boards, 0, seat, action)
        assert plain.score(s, b, room) == fast.score_at(states, 0, boards, 0, out)
        assert out[:seats].tolist() == room[:seats]


def test_bots_leave_the_position_as_it_was() -> None:
    plain = MILK_RUN.plain()
    room, gains = [0] * MILK_RUN.most_legal, [0] * MILK_RUN.most_legal
    for match, _ in positions(6):
        before, b = match.hash, match.setting.b
        for seat in match.actors:
            n = plain.candidates(match.s, b, seat, room, gains)
            assert room[:n] == match.numbers(seat)
            assert plain.policy(match.s, b, seat, room) in match.numbers(seat)
        assert plain.evaluate(match.s, b, room) == match.setting.seats
        assert match.hash == before


def test_wagons_lines_and_milk_are_conserved() -> None:
    for match, _ in positions(18):
        s, b = match.s, match.setting.b
        spent = [0] * match.setting.seats
        for line in range(b.n_lines):
            if s.owner[line]:
                spent[s.owner[line] - 1] += b.length[line]
        for kind in range(4):
            assert 0 <= s.deck[kind] + sum(hand[kind] for hand in s.hand) <= b.wagons
            assert min(s.deck[kind], *(hand[kind] for hand in s.hand)) >= 0
        left = sum(s.deck) + sum(map(sum, s.hand))
        assert sum(spent) <= 4 * b.wagons - left <= 2 * sum(spent)
        for seat in range(match.setting.seats):
            own = sum(owner == 1 + seat for owner in s.owner)
            assert s.reach[seat].bit_count() == 1 + own
        brought = sum(
            b.churns[farm] + (visitors - 1) * (b.churns[farm] // 2) * (b.options.farms == 0)
            for farm in range(b.n_farms)
            if (visitors := sum(s.reach[seat] >> farm & 1 for seat in range(match.setting.seats)))
        )
        assert sum(s.milk) == brought


# ---------------------------------------------------------------- secrets
def test_redealt_worlds_look_the_same_from_every_seat() -> None:
    plain, changed, checked = MILK_RUN.plain(), 0, 0
    for match, dice in positions(18):
        if match.over or dice.random() < 0.7:
            continue
        b = match.setting.b
        for seat in range(match.setting.seats):
            other = match.copy()
            seed_chance(other.s, dice.getrandbits(32), 1)
            plain.redeal(other.s, b, seat)
            rooms = [[0] * MILK_RUN.most_legal for _ in range(2)]
            assert len({plain.observe(m.s, b, seat, room) for m, room in zip((match, other), rooms, strict=True)}) == 1
            assert rooms[0] == rooms[1]
            assert match.view(seat) == other.view(seat)
            assert match.view(None) == other.view(None)
            assert match.setting.svg(match.s, seat) == other.setting.svg(other.s, seat)
            totals = [[sum(kind) for kind in zip(m.s.deck, *m.s.hand, strict=True)] for m in (match, other)]
            assert totals[0] == totals[1]
            changed += match.s.hand != other.s.hand or match.s.order != other.s.order
            checked += 1
    assert checked > 200
    assert changed > 0.9 * checked


def test_a_redealt_world_does_not_depend_on_the_real_one() -> None:
    """Two worlds that a seat cannot tell apart become the same one with the same dice."""
    plain = MILK_RUN.plain()
    match = gs.new("milk-run", seats=4, seed=3)
    worlds = []
    for low in range(2):
        other = match.s.copy()
        seed_chance(other, low, 1)
        plain.redeal(other, match.setting.b, 2)
        seed_chance(other, 9, 9)
        plain.redeal(other, match.setting.b, 2)
        worlds.append(other.hash())
    assert worlds[0] == worlds[1]


def test_the_public_record_names_no_wagons() -> None:
    match = gs.load(json.loads(FIXTURES[0].read_text("utf-8")))
    drawn = [line for line in match.log if ": draw" in line]
    assert drawn
    assert all("=" in line for line in drawn)
    assert {match.setting.public(line).partition(": ")[2] for line in drawn} == {"draw"}


# ---------------------------------------------------------------- there and back
def test_notation_there_and_back() -> None:
    for match, _ in positions(3):
        for seat in match.actors:
            for number, text in zip(match.numbers(seat), match.legal(seat), strict=True):
                assert match.setting.parse(match.s, seat, f"  {text.upper()} ") == (number,)


def test_positions_there_and_back() -> None:
    for match, _ in positions(18):
        position = json.loads(json.dumps(match.position()))
        assert gs.from_position("milk-run", position).hash == match.hash


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"turn": 3}, "turn: not possible"),
        ({"turn": "A"}, "turn takes 1 whole numbers"),
        ({"turn": 400}, "turn cannot hold 400"),
        ({"deck": [99, 0, 0, 0]}, "wagons: not possible"),
        ({"deck": [-1, 0, 0, 0]}, "wagons: not possible"),
        ({"deck": 4}, "deck is a list"),
        ({"hand": [[1, 2], [3, 4]]}, "hand takes 16 whole numbers"),
        ({"order": [0, 8, 0, 0]}, "order: not possible"),
        ({"owner": [3] * 40}, "owner: not possible"),
        ({"reach": [-1, 0, 0, 0]}, "reach: not possible"),
        ({"more": 1}, "its names must be"),
    ],
)
def test_positions_that_cannot_be(change: dict[str, Any], message: str) -> None:
    position = gs.new("milk-run", seats=2).position()
    with pytest.raises(gs.BadFile, match=message):
        gs.from_position("milk-run", {**position, **change})


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_whole_games_replay(path: Path) -> None:
    """Every fixture ends where it ended, or loading it would fail."""
    data = json.loads(path.read_text("utf-8"))
    match = gs.load(data)
    assert match.over
    assert match.hash == data["hash"]
    assert match.data() == data


def test_there_are_fixtures() -> None:
    stems = {"board", "farms", "position", "random", "seats-2", "seats-3", "seats-4", "undo"}
    assert {path.stem for path in FIXTURES} == stems


def test_a_record_that_draws_other_wagons_is_refused() -> None:
    data = gs.new("milk-run", seats=2, seed=4).data()
    match = gs.load(data)
    line = match.play(match.actors[0], "draw")
    other = re.sub(r"=.*", "=2 cream" if "2 cream" not in line else "=2 whey", line)
    with pytest.raises(gs.BadFile, match="that is not what comes"):
        gs.load({**match.data(), "log": [other]})
    with pytest.raises(gs.BadNotation, match="does not name what it will bring"):
        match.play(match.actors[0], "draw =2 cream")


# ---------------------------------------------------------------- boards
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lines": []}, "lines must have at least 4 entries"),
        ({"creameries": []}, "creameries must have at least 4 entries"),
        ({"wagons": [2, 2, 2]}, "must be at least 8"),
        ({"name": "\t"}, "cannot be printed"),
    ],
)
def test_boards_that_leave_the_schema(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadBoard, match=message):
        MILK_RUN.board({**small_board(), **change})


def test_boards_that_make_no_map() -> None:
    data = small_board()
    data["lines"][0]["ends"] = ["EAS", "MID"]
    data["creameries"][1]["id"] = "WES"
    with pytest.raises(BadBoard) as error:
        MILK_RUN.board(data)
    assert error.value.problems == [
        "WES stands twice",
        "EAS-MID stands twice",
        "there is no place SOU for a line to end at",
        "NOR cannot be reached from WES",
    ]


@pytest.mark.parametrize("spec", ["no-such-board", 7, [], "board\0"])
def test_what_is_no_board(spec: object) -> None:
    with pytest.raises(BadBoard):
        MILK_RUN.board(spec)


def test_a_board_is_known_by_its_contents() -> None:
    board, other = small_board(), small_board()
    other["lines"][0]["length"] = 3
    assert MILK_RUN.board(board).hash == MILK_RUN.board(small_board()).hash != MILK_RUN.board(other).hash
    assert MILK_RUN.board("clover-valley") is MILK_RUN.board(None)


# ---------------------------------------------------------------- pictures and numbers
def test_the_picture_shows_the_map_and_the_own_hand_only() -> None:
    for match, _ in positions(2):
        for seat in (None, *range(match.setting.seats)):
            legal = match.legal(seat) if seat is not None else ()
            drawn = match.setting.svg(match.s, seat, legal)
            ElementTree.fromstring(drawn)
            text = match.setting.text(match.s, seat)
            for place in match.setting.board.source["farms"]:
                assert place["name"] in drawn
                assert f"{place['id']} {place['churns']}" in text
            for number, line in enumerate(match.setting.lines):
                assert (f"{line} {match.setting.b.length[number]}" in text) == (match.s.owner[number] == 0)
            hands = match.setting.seats if match.over else seat is not None
            assert drawn.count("order from") == text.count("order") == hands


def test_the_parts_are_what_is_observed() -> None:
    plain, room = MILK_RUN.plain(), [0] * MILK_RUN.most_legal
    for match, _ in positions(18):
        parts = list(MILK_RUN.parts(match.setting))
        for seat in range(match.setting.seats):
            n = plain.observe(match.s, match.setting.b, seat, room)
            assert n == sum(part.count for part in parts)
            place = 0
            for part in parts:
                assert all(part.low <= value <= part.high for value in room[place : place + part.count]), part
                place += part.count


def test_the_verbs_are_all_actions() -> None:
    for setting in settings(3):
        last = list(MILK_RUN.verbs(setting))[-1]
        assert last.first + last.count == setting.b.n_actions == len(setting.actions())


# ---------------------------------------------------------------- bots
LADDER = ("random", "brakeman", "fireman", "engineer@100", "superintendent@400")
GAMES = 60


@pytest.mark.parametrize(("weak", "strong"), pairwise(LADDER))
def test_every_level_beats_the_one_below(weak: str, strong: str) -> None:
    """Each deal is played twice, from both seats; a number of iterations makes the games the same everywhere."""
    from goldenspike.bots.search import search_for

    assert search_for(MILK_RUN, wait=True) is not None
    won = 0.0
    for seed in range(GAMES):
        match = gs.new("milk-run", seats=2, seed=seed // 2)
        players = [bot(strong, seed), bot(weak, seed)]
        while not match.over:
            seat = match.actors[0]
            players[(seat + seed) % 2].act(match, seat)
        assert match.result is not None
        won += sum((seat + seed) % 2 == 0 for seat in match.result.winners) / len(match.result.winners)
    assert won > 0.55 * GAMES


def test_the_package_is_small() -> None:
    """The promise of the example: a whole game in five hundred lines."""
    folder = Path(MILK_RUN.modules[0].__file__ or "").parent
    assert sum(len(file.read_text("utf-8").splitlines()) for file in folder.glob("*.py")) <= 500


# ---------------------------------------------------------------- values of a board
def test_a_board_sets_values_and_the_match_says_so() -> None:
    board = {**small_board(), "values": {"hand": 6}}
    match = gs.new("milk-run", seats=2, board=board)
    assert match.setting.b.values.hand == 6
    assert match.setting.other_values == {"hand": 6}
    assert gs.load(match.data()).setting.b.values.hand == 6
    assert gs.new("milk-run", seats=2, board=board, values={"hand": 2}).setting.b.values.hand == 2


def test_values_that_a_board_cannot_set_are_all_named() -> None:
    problems = MILK_RUN.board_problems({**small_board(), "values": {"hands": 6, "drawn": 99}})
    assert problems == [
        "the game has no value 'hands'; did you mean hand?",
        "values.drawn is a whole number from 1 to 4; not 99",
    ]
