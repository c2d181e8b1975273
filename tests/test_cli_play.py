"""The command play as a user would call it: lines typed at the table, saved matches and the score sheet."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import goldenspike as gs
from goldenspike.cli import main
from tests.test_cli import goldenspike

pytestmark = pytest.mark.usefixtures("at_home")


def sitting(tmp_path: Path, typed: str, *more: str) -> str:
    """What is printed while somebody plays Santa Fe Rails against two bots; the match is kept in keep.json."""
    keep = str(tmp_path / "keep.json")
    words = ["play", "santa-fe-rails", "--seats", "you,greedy,greedy", "--seed", "7", "--save", keep, *more]
    done = goldenspike(*words, typed=typed)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_playing_by_number_and_by_notation(tmp_path: Path) -> None:
    said = sitting(tmp_path, "2\nlay sp nol>dal\nquit\n")
    kept = gs.load(tmp_path / "keep.json")
    assert kept.seed == 7
    assert [line for line in kept.log if line.startswith("A")][:2] == ["A: play BUT", "A: lay SP NOL>DAL"]
    assert "A: choose the card you play this Round" in said
    assert "  2 play BUT" in said
    assert "A: lay piece 1 of 1." in said
    assert "B: play " in said
    assert f"--resume{tmp_path / 'keep.json'}" in "".join(said.split())


def test_other_values_are_told_before_the_first_move(tmp_path: Path) -> None:
    board = {**gs.game("santa-fe-rails").board("mini").source, "id": "rich", "values": {"money": 9}}
    (tmp_path / "rich.json").write_text(json.dumps(board), "utf-8")
    said = sitting(tmp_path, "quit\n", "--board", str(tmp_path / "rich.json"), "-o", "values.booms=1")
    assert "Other values: money 9, booms 1." in said
    assert "Other values" not in sitting(tmp_path, "quit\n")


def test_asking_at_the_table_changes_nothing(tmp_path: Path) -> None:
    said = sitting(
        tmp_path,
        "help\nhint\nwhy lay SF CHI>MSP\nwhy play BUT\nrule sfr-lay-27\nboard\nlog\nquit\n",
    )
    assert gs.load(tmp_path / "keep.json").log == []
    assert "number " in said
    assert re.search(r"Perhaps play [A-Z]{3}", said)
    assert "E_PHASE (SFR-SEQ-01)" in said
    assert "play BUT is allowed." in said
    assert "SFR-LAY-27: A line" in said
    assert said.count("Round 1, choosing cards") == 2


def test_wrong_lines_at_the_table_are_answered_and_the_game_goes_on(tmp_path: Path) -> None:
    wrong = ["", "0", "99", "-1", "play the piano", "lay SF", "play double", "rule X", "undo", "why", "[bold]"]
    wrong += ["save /nowhere/at/all.json", "svg /nowhere/at/all.svg", "x" * 3000, "play BUV", "draw deck=LAX"]
    wrong += ["\x01\x02", "é" * 50]
    said = sitting(tmp_path, "\n".join([*wrong, "1", "quit"]) + "\n")
    kept = gs.load(tmp_path / "keep.json")
    assert kept.log[0] == "A: play GRF"
    for answer in (
        "Type a number, an action, or help.",
        "there are choices 1 to 4",
        "there is no city 'the piano'",
        "E_NOT_IN_HAND (SFR-PLAY-01)",
        "the rulebook has no clause 'X'",
        "you have made no choice yet",
        "cannot write /nowhere/at/all.json",
        "cannot write /nowhere/at/all.svg",
        "Did you mean: play BUT",
        "an action does not name the cards it will draw",
    ):
        assert answer in said, answer
    assert "Traceback" not in said


def test_undo_goes_back_to_the_own_choice(tmp_path: Path) -> None:
    said = sitting(tmp_path, "2\nlay sp nol>dal\nundo\nlay gn mke>far\nundo\nundo\n1\nquit\n")
    kept = gs.load(tmp_path / "keep.json")
    assert said.count("Taken back.") == 3
    live: list[str] = []
    for line in kept.log:
        if line == "undo":
            live.pop()
        else:
            live.append(line)
    assert [line for line in live if line.startswith("A")] == ["A: play GRF"]
    assert "A: lay SP NOL>DAL" in kept.log


def test_saving_resuming_and_the_end_of_input(tmp_path: Path) -> None:
    sitting(tmp_path, f"3\nsave {tmp_path / 'mine.json'}\nsvg {tmp_path / 'mine.svg'}\n1\n")  # then the input ends
    mine, kept = gs.load(tmp_path / "mine.json"), gs.load(tmp_path / "keep.json")
    assert mine.log == kept.log[: len(mine.log)]
    assert len(kept.log) > len(mine.log)
    ElementTree.parse(tmp_path / "mine.svg")
    done = goldenspike(
        "play", "--resume", str(tmp_path / "mine.json"), "--save", str(tmp_path / "on.json"), typed="1\n"
    )
    assert done.returncode == 0, done.stderr
    assert "Round 1, first laying turn" in done.stdout
    assert gs.load(tmp_path / "on.json").log[: len(kept.log)] == kept.log


def test_without_a_game_one_is_asked_for(tmp_path: Path) -> None:
    done = goldenspike("play", "--seed", "3", "--seats", "you,random", typed="2\n")
    assert "Santa Fe, seed 3." in done.stdout
    assert "Which game?" in done.stdout
    kept = list(tmp_path.rglob("last-match.json"))
    assert gs.load(kept[0]).game.name == "santa-fe"
    done = goldenspike("play")
    assert done.returncode == 2
    assert done.stderr == "goldenspike: name a game, such as: goldenspike play santa-fe-rails\n"


def test_options_presets_and_boards_reach_the_match(tmp_path: Path) -> None:
    keep = str(tmp_path / "keep.json")
    words = ["--preset", "SF92-advanced", "-o", "track_purchase=on", "-o", "end_timing=round", "--board", "mini"]
    done = goldenspike("play", "santa-fe", "--seats", "you,greedy", "--seed", "1", "--save", keep, *words)
    assert done.returncode == 0, done.stderr
    header = gs.load(keep).header
    assert header["board"]["id"] == "mini"
    assert header["options"]["terrain"] is True
    assert header["options"]["track_purchase"] is True
    assert header["options"]["end_timing"] == "round"


def test_two_people_at_one_keyboard_do_not_see_each_other(tmp_path: Path) -> None:
    keep = str(tmp_path / "keep.json")
    done = goldenspike(
        "play", "santa-fe-rails", "--seats", "you,you,greedy", "--seed", "7", "--save", keep, typed="\n2\n\n"
    )
    assert "Seat A, press Enter" in done.stdout
    before_b, after_b = done.stdout.split("Seat B, press Enter")
    hands = gs.new("santa-fe-rails", seats=3, seed=7).position()["hands"]
    assert " ".join(hands["A"]) in before_b
    assert " ".join(hands["B"]) not in before_b
    assert " ".join(hands["B"]) in after_b
    assert "play BUT" not in after_b
    assert " ".join(hands["C"]) not in done.stdout


@pytest.mark.parametrize("name", ["santa-fe-rails", "santa-fe"])
def test_a_game_of_bots_ends_with_the_score_sheet(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep = tmp_path / "keep.json"
    main(["play", name, "--seats", "greedy,greedy,greedy", "--seed", "1", "--save", str(keep)])
    said = capsys.readouterr().out
    match = gs.load(keep)
    assert match.result is not None
    assert f"The game is over ({match.result.reason})" in said
    last = [line for line in said.splitlines() if line.startswith("│")][-1]
    assert [int(word) for word in re.findall(r"\d+", last)] == list(match.result.points)
    for seat in range(3):
        assert (f"{'ABC'[seat]} (winner)" in said) == (seat in match.result.winners)
        for item in match.result.sheet[seat]:
            assert item.what.split()[0] in said
    assert max(len(line) for line in said.splitlines()) <= 100


def test_two_players_and_their_third_on_the_score_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep = str(tmp_path / "k.json")
    main(["play", "santa-fe-rails", "--seats", "greedy,random", "--seed", "1", "--board", "mini", "--save", keep])
    said = capsys.readouterr().out
    assert "third player" in said
    assert "the third player has" in said


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of this kind are Unix")
def test_at_a_real_terminal_a_key_stops_the_game_and_it_is_kept(tmp_path: Path) -> None:
    import pty
    import select

    def at_terminal() -> None:
        os.close(os.open(os.ttyname(0), os.O_RDWR))
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell ignores it for what runs in the background

    ours, theirs = pty.openpty()
    words = ["play", "santa-fe", "--seats", "you,greedy", "--seed", "7", "--save", str(tmp_path / "keep.json")]
    table = subprocess.Popen(
        [sys.executable, "-m", "goldenspike", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color"},
        preexec_fn=at_terminal,
    )
    os.close(theirs)
    said = b""

    def until(words: bytes) -> None:
        nonlocal said
        while words not in said:
            assert select.select([ours], [], [], 60)[0], f"no {words!r} in {said!r}"
            said += os.read(ours, 65536)
        said = said[said.index(words) + len(words) :]

    try:
        until(b"> ")
        os.write(ours, b"1\n")
        until(b"lay piece 1")
        until(b"\x1b[")  # it is in colour
        until(b"> ")
        while not select.select([ours], [], [], 1)[0]:
            os.write(ours, b"\x03")  # pressed in the very moment of the prompt it would wait for the next one
        until(b"The match is kept.")
        assert table.wait(timeout=120) == 0
    finally:
        table.kill()
        table.wait()
        os.close(ours)
    assert gs.load(tmp_path / "keep.json").log[0].startswith("A: play ")
