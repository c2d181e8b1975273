"""A match is a header and a log: acting, asking, undoing, keeping, positions."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine.match import FORMAT, UNDO
from goldenspike.engine.transcript import transcript
from goldenspike.games.santa_fe.board.load import load as load_board

NAMES = ("santa-fe-rails", "santa-fe")


def walk(match: gs.Match, seed: int, steps: int = 10_000) -> Iterator[gs.Match]:
    """Random play: the match after every action, up to the end."""
    dice = random.Random(seed)
    for _ in range(steps):
        if match.over:
            return
        seat = dice.choice(match.actors)
        match.act(seat, dice.choice(match.numbers(seat)))
        yield match


def played(steps: int, name: str = "santa-fe-rails", seed: int = 1, **words: Any) -> gs.Match:
    match = gs.new(name, seats=words.pop("seats", 3), seed=seed, **words)
    for _ in walk(match, seed, steps):
        pass
    return match


def everything(match: gs.Match) -> tuple[bytes, list[str], list[bytes]]:
    return match.s.to_bytes(), list(match.log), list(match._past)


# ---------------------------------------------------------------- header and log
def test_the_header_says_what_the_match_is() -> None:
    match = gs.new("santa-fe-rails", seats=4, seed=7, terrain=True, board="mini")
    header = match.header
    assert header["game"] == "santa-fe-rails"
    assert (header["seats"], header["seed"]) == (4, 7)
    assert set(header["options"]) == {option.name for option in gs.game("santa-fe-rails").options}
    assert header["options"]["terrain"] is True
    assert header["options"]["end_timing"] == "immediate"
    assert header["board"] == {"id": "mini", "hash": load_board("mini").hash}
    assert header["rules"] == gs.game("santa-fe-rails").rules_version
    assert json.loads(json.dumps(header)) == header


def test_the_header_cannot_be_changed_from_outside() -> None:
    match = gs.new("santa-fe-rails")
    match.header["options"]["terrain"] = True
    assert match.header["options"]["terrain"] is False


def test_one_log_line_per_action() -> None:
    match = gs.new("santa-fe-rails", seats=3, seed=1869)
    assert match.log == []
    assert match.play(0, "play SAC") == "A: play SAC"
    assert match.play("c", match.legal("C")[0]) == match.log[-1]
    assert [line[0] for line in match.log] == ["A", "C"]


def test_same_header_and_log_give_the_same_state() -> None:
    for name in NAMES:
        one, two = played(60, name), played(60, name)
        assert one.log == two.log
        assert one.hash == two.hash
        assert played(60, name, seed=2).hash != one.hash


# ---------------------------------------------------------------- seats and actions
def test_a_seat_by_number_and_by_letter() -> None:
    match = gs.new("santa-fe-rails", seats=3)
    assert [match.seat(s) for s in (0, 2, "A", "c")] == [0, 2, 0, 2]
    assert match.legal("B") == match.legal(1)
    assert match.view("b") == match.view(1)
    for wrong in (3, -1, "D", "", "AB", None, True, 1.0):
        with pytest.raises(gs.BadOption, match="there is no seat"):
            match.seat(wrong)  # type: ignore[arg-type]


def test_acting_by_number_is_acting_by_text() -> None:
    one, two = gs.new("santa-fe"), gs.new("santa-fe")
    dice = random.Random(3)
    for _ in range(80):
        seat = one.actors[-1]
        number = dice.choice(one.numbers(seat))
        text = one.setting.write(one.s, seat, number)
        assert text in one.legal(seat)
        assert one.act(seat, number) == two.play(seat, text)
        assert one.hash == two.hash
    assert one.log == two.log


def test_an_illegal_number_names_its_rule() -> None:
    match = gs.new("santa-fe-rails")
    before = everything(match)
    with pytest.raises(gs.IllegalAction) as caught:
        match.act(0, 2)
    assert caught.value.clause == "SFR-SEQ-01"
    assert caught.value.sentence in str(caught.value)
    assert everything(match) == before


def test_asking_why_not_changes_nothing() -> None:
    for name in NAMES:
        match = gs.new(name, seats=3, seed=4)
        for number, _ in enumerate(walk(match, 4)):
            if number % 9:
                continue
            before = everything(match)
            for seat in range(3):
                for text in [*match.legal(seat)[:4], "lay SF CHI>KCY", "draw deck", "play double", "boom none", "hold"]:
                    meant = match.setting.parse(match.s, seat, text)[0]
                    assert (match.why_not(seat, text) is None) == (meant in match.numbers(seat))
            assert everything(match) == before


# ---------------------------------------------------------------- undo
def test_undo_is_an_entry_of_the_log() -> None:
    match = played(10)
    states = [match.hash]
    for _ in walk(match, 5, 8):
        states.append(match.hash)
    length = len(match.log)
    for steps in range(1, 9):
        assert match.undo() == UNDO
        assert match.hash == states[-1 - steps]
        assert len(match.log) == length + steps
    assert match.log[-8:] == [UNDO] * 8


def test_nothing_is_left_to_undo_at_the_start() -> None:
    match = gs.new("santa-fe")
    with pytest.raises(gs.BadNotation, match="nothing to undo"):
        match.undo()
    match.play(0, match.legal(0)[0])
    match.undo()
    with pytest.raises(gs.BadNotation):
        match.undo()
    assert len(match.log) == 2


def test_after_an_undo_the_same_future_comes_again() -> None:
    """Chance is in the state: taking back and repeating brings the same cards."""
    match = gs.new("santa-fe-rails", seed=9)
    for _ in walk(match, 9):
        if match.log[-1].partition("=")[2]:
            line = match.log[-1]
            after = match.hash
            match.undo()
            seat, _, text = line.partition(": ")
            assert match.play(seat, text.partition("=")[0]) == line
            assert match.hash == after
            return
    pytest.fail("no card was drawn")


def test_undo_entries_replay() -> None:
    match = gs.new("santa-fe-rails", seed=2)
    dice = random.Random(2)
    for _ in range(120):
        if match._past and dice.random() < 0.25:
            match.undo()
        else:
            seat = dice.choice(match.actors)
            match.act(seat, dice.choice(match.numbers(seat)))
    assert match.log.count(UNDO) > 15
    again = gs.load(match.data())
    assert again.hash == match.hash
    assert again.log == match.log
    assert again._past == match._past


# ---------------------------------------------------------------- copies
def test_a_copy_goes_its_own_way() -> None:
    match = played(30)
    other = match.copy()
    assert everything(other) == everything(match)
    before = everything(match)
    for _ in walk(other, 8, 25):
        pass
    other.undo()
    assert everything(match) == before
    match.undo()
    assert len(match.log) == 31
    assert len(other.log) == 56


# ---------------------------------------------------------------- keeping
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("steps", [0, 1, 40, 5000])
def test_save_and_load(tmp_path: Path, name: str, steps: int) -> None:
    match = played(steps, name, seats=4)
    path = tmp_path / "game.json"
    match.save(path)
    for again in (gs.load(path), gs.load(str(path)), gs.load(json.loads(path.read_text()))):
        assert everything(again) == everything(match)
        assert again.header == match.header
        assert again.over == match.over
        assert again.result == match.result
    data = json.loads(path.read_text())
    assert data["format"] == FORMAT
    assert set(data) == {"format", "header", "log", "hash"}


def test_a_loaded_match_goes_on_as_the_saved_one(tmp_path: Path) -> None:
    match = played(50)
    match.save(tmp_path / "game.json")
    again = gs.load(tmp_path / "game.json")
    for one, two in zip(walk(match, 6, 30), walk(again, 6, 30), strict=True):
        assert one.hash == two.hash


def test_a_save_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file stays until the new one is complete; a failure leaves nothing lying about."""
    path = tmp_path / "game.json"
    old = played(5)
    old.save(path)
    new = played(50)

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(gs.BadFile, match="No space left on device"):
        new.save(path)
    monkeypatch.undo()
    assert gs.load(path).hash == old.hash
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    new.save(path)
    assert gs.load(path).hash == new.hash
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_folder_is_no_place_to_save_to(tmp_path: Path) -> None:
    with pytest.raises(gs.BadFile):
        played(3).save(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: data.update(hash="0" * 16), "the file says '0000000000000000'"),
        (lambda data: data["log"].pop(), "ends in state"),
        (lambda data: data["log"].insert(0, "undo"), "line 1 of the log, 'undo': there is nothing to undo"),
        (lambda data: data["log"].insert(3, "A: lay SF CHI>KCY"), "line 4 of the log"),
        (lambda data: data["log"].insert(3, "Z: play LAX"), "there is no seat 'Z'"),
        (lambda data: data["log"].insert(3, 12), "line 4 of the log is no action: 12"),
        (lambda data: data["header"].update(seed=2), "line "),
        (lambda data: data["header"].update(seats=9), "for 2 to 5 players"),
        (lambda data: data["header"]["board"].update(hash="x"), "is not the one this match was played on"),
        (lambda data: data["header"]["board"].update(id="mini"), "is not the one this match was played on"),
        (lambda data: data["header"]["options"].update(terrain="perhaps"), "option terrain takes"),
        (lambda data: data["header"].pop("options"), "names options and board"),
        (lambda data: data.pop("log"), "has a header and a log"),
        (lambda data: data.update(format="chess"), "no saved match"),
        (lambda data: data["header"].update(game="chess"), "there is no game 'chess'"),
    ],
)
def test_a_file_that_was_tampered_with_says_where(damage: Any, words: str) -> None:
    data = json.loads(json.dumps(played(40).data()))
    damage(data)
    with pytest.raises(gs.GoldenSpikeError, match=words.replace("(", r"\(")):
        gs.load(data)


def test_a_draw_that_does_not_come_is_found_in_the_log() -> None:
    match = played(60)
    data = json.loads(json.dumps(match.data()))
    number, line = next((k, line) for k, line in enumerate(data["log"]) if "draw deck=" in line)
    data["log"][number] = line.partition("=")[0] + ("=LAX" if not line.endswith("LAX") else "=SEA")
    with pytest.raises(gs.BadFile, match=f"line {number + 1} of the log"):
        gs.load(data)


# ---------------------------------------------------------------- boards of one's own
def own_board(name: str = "my-board") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(dict(load_board("mini").source)))
    data["id"] = name
    for road in data["railroads"]:
        road["pieces"] = min(road["pieces"], 9)
    return data


def test_a_board_of_ones_own_travels_with_the_match(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(own_board()))
    for spec in (path, str(path), own_board()):
        match = played(30, board=spec)
        assert match.header["board"]["id"] == "my-board"
        match.save(tmp_path / "game.json")
        data = json.loads((tmp_path / "game.json").read_text())
        assert data["board"] == own_board()
        assert gs.load(tmp_path / "game.json").hash == match.hash
        assert gs.from_position("santa-fe-rails", match.position()).hash == match.hash


def test_a_board_file_beside_us_is_not_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is named like the board, but the match may be read in another folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-board").write_text(json.dumps(own_board()))
    match = played(10, board="my-board")
    assert "board" in match.data()
    assert isinstance(match.position()["board"], dict)


def test_a_board_that_only_borrows_a_name_travels_too() -> None:
    match = played(10, board=own_board("mini"))
    assert gs.load(json.loads(json.dumps(match.data()))).hash == match.hash
    assert "board" in match.data()
    assert "board" not in played(10, board="mini").data()


# ---------------------------------------------------------------- positions
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("santa-fe-rails", {"seats": 2, "short_to_dummy": "reveal"}),
        ("santa-fe-rails", {"seats": 3}),
        ("santa-fe-rails", {"seats": 4, "terrain": True, "end_timing": "turn"}),
        ("santa-fe-rails", {"seats": 5, "double_minimum": "per_round", "branch_forced": False}),
        ("santa-fe-rails", {"seats": 3, "board": "mini", "short_lines_prolong": True, "end_timing": "round"}),
        ("santa-fe", {"seats": 2, "track_purchase": True, "bought_track_end": "free_only"}),
        ("santa-fe", {"seats": 4, "preset": "SF92-advanced-track"}),
        ("santa-fe", {"seats": 3, "board": "mini", "terrain": True, "engineer_mountain_river": "pay_mountain"}),
    ],
)
def test_a_position_in_words_is_the_whole_state(name: str, words: dict[str, Any]) -> None:
    """After every action: written, through JSON, and read again, the state is the same to the last byte."""
    for seed in range(2):
        match = gs.new(name, seed=seed, **words)
        states = 0
        for _ in walk(match, seed):
            told = json.loads(json.dumps(match.position()))
            assert gs.from_position(name, told).s.to_bytes() == match.s.to_bytes()
            states += 1
        assert match.over
        assert states > 30


def test_a_match_from_a_position_is_kept_with_it(tmp_path: Path) -> None:
    start = played(25).position()
    match = gs.from_position("santa-fe-rails", start)
    assert match.seed is None
    assert match.log == []
    for _ in walk(match, 1, 20):
        pass
    match.undo()
    match.save(tmp_path / "puzzle.json")
    again = gs.load(tmp_path / "puzzle.json")
    assert everything(again) == everything(match)
    assert json.loads((tmp_path / "puzzle.json").read_text())["position"]["deck"] == start["deck"]


def test_options_given_win_over_those_of_the_position() -> None:
    told = played(0).position()
    assert gs.from_position("santa-fe-rails", told, terrain=True).header["options"]["terrain"] is True
    assert gs.from_position("santa-fe-rails", {"seats": 2}, board="mini").header["board"]["id"] == "mini"


# ---------------------------------------------------------------- showing
def test_a_match_shows_itself() -> None:
    match = played(40)
    assert repr(match).startswith("Santa Fe Rails (2002)   Round ")
    assert max(len(line) for line in repr(match).splitlines()) <= 100
    assert "<svg " in match._repr_svg_()


def test_the_written_record_tells_every_entry_and_the_result() -> None:
    match = played(30)
    match.undo()
    for _ in walk(match, 3):
        pass
    record = transcript(match)
    lines = record.splitlines()
    assert '[Game "santa-fe-rails"]' in lines[0]
    told = [line for line in lines if line[1:3] == ": " or line == UNDO]
    assert len(told) == len(match.log)
    assert all(line.startswith(entry) for line, entry in zip(told, match.log, strict=True))
    assert match.result is not None
    assert f"! end {match.result.reason}" in record
    assert lines[-1].startswith("[Result ")
