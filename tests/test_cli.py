"""Every command but play as a user would call it: what it prints, what it writes, and what it says to wrong input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import platformdirs
import pytest

import goldenspike as gs
from goldenspike.cli import main

FIXTURES = Path(__file__).parent / "fixtures" / "santa_fe"
FINISHED = FIXTURES / "santa-fe-rails_seats-4.json"
# Read before a test changes it: compiling anew takes half a minute.
CACHE = os.environ.get("GOLDENSPIKE_CACHE", platformdirs.user_cache_dir("goldenspike", appauthor=False))

pytestmark = pytest.mark.usefixtures("at_home")


def goldenspike(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with lines typed into it."""
    return subprocess.run(
        [sys.executable, "-m", "goldenspike", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        timeout=300,
    )


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a wrong command gets."""
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    said = capsys.readouterr()
    assert caught.value.code == 2
    assert said.err.startswith("goldenspike: ")
    assert len(said.err.splitlines()) == 1
    assert len(said.err) < 500
    return said.err.strip()


# ---------------------------------------------------------------- games
def test_games_lists_games_options_and_presets(capsys: pytest.CaptureFixture[str]) -> None:
    main(["games"])
    said = capsys.readouterr().out
    for name in ("santa-fe-rails", "santa-fe"):
        game = gs.game(name)
        assert f"{name}  {game.title} ({game.year}), 2 to 5 players" in said
        for option in game.options:
            assert option.name in said
        assert f"presets: {', '.join(game.presets)}" in said
    assert max(len(line) for line in said.splitlines()) <= 100


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["play", "--help"], ["--version"]):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 0
        assert "goldenspike" in capsys.readouterr().out


# ---------------------------------------------------------------- replay
def test_replay_prints_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", str(FINISHED)])
    said = capsys.readouterr().out
    match = gs.load(FINISHED)
    assert said.startswith('[Game "santa-fe-rails"]')
    assert all(line in said for line in match.log)
    assert "! end supply" in said
    assert "[Result " in said


def test_replay_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", "--verify", str(FINISHED)])
    said = capsys.readouterr().out
    data = json.loads(FINISHED.read_text())
    assert said == f"{FINISHED}: {len(data['log'])} entries, state {data['hash']}, verified\n"


def test_replay_finds_what_was_tampered_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(FINISHED.read_text())
    line = next(k for k, text in enumerate(data["log"]) if ": lay " in text)
    data["log"][line] = data["log"][line].split(":")[0] + ": lay SF LAX>SDG"
    path = tmp_path / "tampered.json"
    path.write_text(json.dumps(data))
    assert f"line {line + 1} of the log" in refused(capsys, "replay", str(path), "--verify")
    data = json.loads(FINISHED.read_text())
    data["hash"] = "f" * 16
    path.write_text(json.dumps(data))
    assert "the file says 'ffffffffffffffff'" in refused(capsys, "replay", str(path), "--verify")


# ---------------------------------------------------------------- wrong input
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "santa-fe", "--seed", "x"], "invalid int value: 'x'"),
        (["play", "santa-fe", "--seed", "-1"], "a seed is a whole number"),
        (["play", "santa-fe", "--seed", "9" * 40], "a seed is a whole number"),
        (["play", "santa-fe", "--seed", "9" * 5000], "invalid int value"),
        (["play", "santa-fe", "--seats", "you"], "for 2 to 5 players; not 1"),
        (["play", "santa-fe", "--seats", "you,nobody"], "there is no bot 'nobody'"),
        (["play", "santa-fe", "--seats", ","], "there is no bot ''"),
        (["play", "santa-fe", "--seats", "you," * 9], "for 2 to 5 players; not 10"),
        (["play", "santa-fe", "-o", "terrain"], "options are written NAME=VALUE"),
        (["play", "santa-fe", "-o", "terrain=perhaps"], "option terrain takes false, true"),
        (["play", "santa-fe", "-o", "colour=red"], "has no option 'colour'"),
        (["play", "santa-fe", "-o", "first=E"], "there is no seat E in a game of 3"),
        (["play", "santa-fe", "--preset", "wild"], "has no preset 'wild'"),
        (["play", "santa-fe", "--board", "nowhere"], "no such file, and no built-in board"),
        (["play", "santa-fe", "--save", "/nowhere/at/all.json"], "cannot write /nowhere/at/all.json"),
        (["play", "--resume", "/nowhere.json"], "cannot read /nowhere.json"),
        (["play", "--resume", str(FINISHED), "--seats", "you,you"], "this match has 4 seats"),
        (["replay", "/nowhere.json"], "cannot read /nowhere.json"),
        (["replay", __file__], "is not a JSON file"),
        (["replay", str(FIXTURES)], "cannot read"),
        (["board"], "the following arguments are required: ACTION"),
        (["board", "check", "chess"], "there is no game 'chess'"),
        (["board", "check", "santa-fe"], "name a board file; built in are rails-to-the-pacific, mini"),
        (["board", "check", "santa-fe", "mini", "--seats", "9"], "for 2 to 5 players; not 9"),
        (["board", "draw", "santa-fe"], "the following arguments are required: --out"),
        (["board", "draw", "santa-fe", "--out", "x.gif"], "a picture is written to FILE.svg, FILE.png or FILE.pdf"),
        (["board", "draw", "santa-fe", "--out", "x.svg", "--width", "9"], "--width goes with FILE.png"),
        (["board", "draw", "santa-fe", "--out", "x.png", "--width", "9"], "16 to 12000 pixels wide; not 9"),
        (["board", "draw", "santa-fe", "--out", "x.svg", "--position", "/nowhere.json"], "cannot read /nowhere.json"),
        (["board", "draw", "santa-fe", "--out", "/nowhere/at/all.svg"], "cannot write /nowhere/at/all.svg"),
        (["board", "print", "santa-fe", "--out", "x.svg"], "what is printed is written to FILE.pdf"),
        (["board", "print", "santa-fe", "--out", "x.pdf", "--copies", "0"], "1 to 100 copies can be printed, not 0"),
        (["board", "simulate", "santa-fe", "mini", "--games", "0"], "games"),
        (["board", "simulate", "santa-fe", "mini", "--goal-games", "3"], "has no goal cards"),
        (["bench", "chess"], "there is no game 'chess'"),
        (["bench", "--fast"], "unrecognized arguments: --fast"),
    ],
)
def test_wrong_input_is_one_line(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in refused(capsys, *arguments)


def test_a_process_with_wrong_input_ends_without_a_traceback() -> None:
    done = goldenspike("replay", "/nowhere.json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "goldenspike: cannot read /nowhere.json: No such file or directory\n"


def test_a_home_that_cannot_be_written_to_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    homes = {name: str(file) for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_DATA_HOME")}
    done = goldenspike("play", "santa-fe", "--seed", "1", **homes)
    assert done.returncode == 2
    assert "--save" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_terminal_without_our_letters_still_shows_the_board(tmp_path: Path) -> None:
    words = ["play", "santa-fe-rails", "--seats", "greedy,greedy", "--board", "mini", "--seed", "1"]
    done = goldenspike(*words, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout


def test_a_reader_who_leaves_early_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "goldenspike", "replay", str(FINISHED)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)


# ---------------------------------------------------------------- bench
@pytest.mark.long  # tests/examples/test_milk_run.py asks for the same figures of a smaller game
@pytest.mark.xdist_group("santa_fe_compiled")
def test_bench_measures_everything() -> None:
    done = goldenspike("bench", "santa-fe", "--quick", "--json", GOLDENSPIKE_CACHE=CACHE)
    assert done.returncode == 0, done.stderr
    (figures,) = json.loads(done.stdout)
    assert figures["game"] == "santa-fe"
    wanted: dict[str, Any] = {
        "record bytes": range(1, 2049),
        "import s": (0, 60),
        "warm start s": (0, 60),
        "interpreted steps/s": (1, None),
        "compiled steps/s": (1, None),
        "compiled games/s": (1, None),
        "decisions per game": (50, 1000),
        "clone ns": (0, 60),
        "batch 4096, 1 thread steps/s": (1, None),
        "batch 4096, 2 threads steps/s": (1, None),
        "mid-game playouts/s": (1, None),
        "compiled / interpreted": (30, None),
    }
    assert set(wanted) <= set(figures)
    for name, limits in wanted.items():
        if isinstance(limits, range):
            assert figures[name] in limits, name
        else:
            low, high = limits
            assert figures[name] > low, name
            assert high is None or figures[name] <= high, name
