"""Rail Pass at the terminal: through the command line, with what people type; wrong input is one clear line."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

import goldenspike as gs
from goldenspike import cli
from goldenspike.engine.match import read_json
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.board import load as board
from goldenspike.games.rail_pass.terminal import live as rail_pass
from goldenspike.games.rail_pass.terminal.person import PersonTable
from goldenspike.games.rail_pass.text.view_parts import question

from .sample_settings import SMALL
from .scenario import does, give, load, put, table

Run = Callable[..., str]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command with these lines typed; what was printed. Standard input ends after them."""

    def typed(arguments: str, *lines: str) -> str:
        answers: Iterator[str] = iter(lines)

        def ask(prompt: str = "") -> str:
            print(prompt, end="")
            line = next(answers, None)
            if line is None:
                raise EOFError
            return line.replace("TMP", str(tmp_path))

        monkeypatch.setattr("builtins.input", ask)
        cli.main([word.replace("TMP", str(tmp_path)) for word in arguments.split()])
        return capsys.readouterr().out

    return typed


def refused(run: Run, capsys: pytest.CaptureFixture[str], arguments: str) -> str:
    """The one line that a wrong command line gets."""
    with pytest.raises(SystemExit) as left:
        run(arguments)
    assert left.value.code == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1, told
    return told[0]


# ---------------------------------------------------------------- pictures
def test_the_table_fits_a_hundred_columns_and_shows_everything() -> None:
    m = table("RP-L4")
    put(m, "L2", "P1 lh R")
    load(m, "L2", "kyg")
    does(m, "P1 TOOT L2 R>B")
    give(m, "P1 PUSH L2")
    give(m, "P3 LOAD G< L4")
    lines = m.setting.text(m.s).splitlines()
    assert max(len(line) for line in lines) <= 100
    whole = "\n".join(lines)
    for words in ("RP-L4 Circle for three", "9:00 left of 9:00", "lh L2 kyg__ eR1 push>B", "L2→", "║ bridge ║",
                  "▒▒▒▒▒▒▒▒", "blocked", "P1 lh holds L2", "P3 lh loads L4 0%", "hotel eK3",
                  "score 0", "home 0/120"):  # fmt: skip
        assert words in whole, words


@pytest.mark.parametrize("name", board.BUILT_IN)
def test_every_layout_has_all_its_cities_and_fits_eighty_columns_too(name: str) -> None:
    m = table(name)
    for width in (100, 80):
        page = io.StringIO()
        Console(file=page, width=width, color_system=None).print(m.setting.screen(m.s))
        lines = page.getvalue().splitlines()
        assert max(len(line.rstrip()) for line in lines) <= width
        for city in ("K black", "R red", "B blue", "G green", "Y yellow", "W white"):
            assert sum(line.count(city) for line in lines) == 1
        assert len(lines) <= 20


def test_the_colours_are_there_beside_the_letters() -> None:
    m = table()
    page = io.StringIO()
    Console(file=page, width=100, force_terminal=True, color_system="256").print(m.setting.screen(m.s, 0))
    assert "\x1b[" in page.getvalue()


def test_a_layout_of_ones_own_shows_far_links_and_its_own_arrows() -> None:
    cross = {
        **SMALL,
        "links": [{"a": "A", "b": "B", "kind": "open"}, {"a": "B", "b": "D", "kind": "tunnel"}],
        "seating": [{"players": 2, "seats": [["A", "B"], ["D"]]}],
    }
    m = table(cross)
    assert "also joined: Y-R tunnel" in m.setting.text(m.s)
    put(m, "L2", "P1 lh Y")
    does(m, "P1 TOOT L2 Y>R")
    assert "also joined: Y-R tunnel L2" in m.setting.text(m.s)
    assert m.view()["cities"]["A"]["arrows"] == {"Y": ["B"], "R": ["B"]}
    assert m.view()["cities"]["D"]["arrows"] == {"K": ["B"], "Y": ["B"]}
    assert m.view()["cities"]["B"]["arrows"]["R"] == ["D"]


def test_manual_arrows_name_the_layouts_own_cities() -> None:
    m = table(SMALL, arrows="manual")
    does(m, "P1 ARROW K r R")
    assert m.view()["cities"]["A"]["arrows"] == {"R": ["D"]}


def test_the_question_names_free_hands_and_the_round() -> None:
    m = table(rounds=2, seconds=10)
    give(m, "P1 PICK L1 lh")
    assert question(m.s, 0) == "P1: rh free. What do you do?"
    assert question(m.s, 1) == "P2: lh and rh free. What do you do?"
    m.advance(10_000)
    assert question(m.s, 1) == "P2: round 1 brought 0; READY for the next one?"
    for seat in range(3):
        m.play(seat, "READY")
    m.advance(20_000)
    assert question(m.s, 1) == "P2: the round is over."


def test_a_table_where_nothing_can_be_done_says_so() -> None:
    m = table("RP-L7")
    for t in range(12):
        m.s.driver[t] = -1
    for e in range(18):
        m.s.engineer[e] = 18
    for c in range(6):
        m.s.guests[c] = m.s.head[c] = m.s.tail[c] = 0
        m.s.yard[c] = [-1] * 20
    assert "Nothing can be done any more" in m.setting.text(m.s)


# ---------------------------------------------------------------- bots alone
@pytest.mark.parametrize("clock", ["virtual", "ticks"])
def test_bots_play_to_the_end_at_once_without_a_wall_clock(run: Run, tmp_path: Path, clock: str) -> None:
    out = run(f"play rail-pass --layout RP-L7 --seats bots --seed 3 --clock {clock} -o seconds=30 --save TMP/a.json")
    assert "the round is over" in out
    assert "wrecks" in out
    assert "The team has" in out
    assert f"clock={clock}" in str(read_json(tmp_path / "a.json")["header"]).replace("': '", "=").replace("'", "")
    again = gs.load(tmp_path / "a.json")
    assert again.over
    assert len(again.log) > 50


def test_the_live_demo_runs_to_the_end_at_high_speed(run: Run, tmp_path: Path) -> None:
    begun = time.monotonic()
    out = run("play rail-pass --layout RP-L4 --seats bots --seed 1 --speed 400 -o seconds=40 --save TMP/live.json")
    assert time.monotonic() - begun < 20
    assert "Rail Pass on RP-L4 (Circle for three), seed 1." in out
    assert "The team has lost" in out
    assert "left in the yards" in out
    kept = gs.load(tmp_path / "live.json")
    assert kept.over
    assert kept.header["options"]["clock"] == "real"


def test_the_live_demo_ends_early_when_everything_is_home(run: Run, tmp_path: Path) -> None:
    out = run("play rail-pass --layout RP-L7 --seats bots --seed 2 --speed 1000 --save TMP/live.json")
    assert "home 120/120" in out
    assert "The team has won" in out


def test_RP_DIG_20_the_same_seed_gives_the_same_round_on_the_real_and_the_virtual_clock(
    run: Run, tmp_path: Path
) -> None:
    logs = []
    for extra in ("--speed 700", "--speed 90", "--clock virtual"):
        run(f"play rail-pass --layout RP-L8 --seats bots --seed 5 {extra} -o seconds=15 --save TMP/x.json")
        logs.append(gs.load(tmp_path / "x.json").log)
    assert logs[0] == logs[1] == logs[2]
    assert len(logs[0]) > 30


def test_tempo_greedy_and_random_bots_sit_down_too(run: Run) -> None:
    out = run("play rail-pass --seats team:1500,greedy,random --seed 1 --clock virtual -o seconds=20")
    assert "Rail Pass on RP-L3" in out
    assert "The team has lost" in out


def test_rounds_follow_each_other(run: Run, tmp_path: Path) -> None:
    out = run("play rail-pass --seats bots --seed 1 --speed 500 -o rounds=3 -o seconds=10 --save TMP/r.json")
    assert "rounds: 0 lost, 0 lost, 0 lost" in out


def test_the_live_board_is_drawn_and_ctrl_c_leaves_cleanly(tmp_path: Path) -> None:
    """A real terminal, a real interrupt."""
    screen, keyboard = pty.openpty()
    words = ["play", "rail-pass", "--layout", "RP-L4", "--seats", "bots", "--seed", "1", "--speed", "5"]
    process = subprocess.Popen(
        [sys.executable, "-m", "goldenspike", *words, "--save", str(tmp_path / "left.json")],
        stdin=keyboard, stdout=keyboard, stderr=keyboard, env={**os.environ, "TERM": "xterm-256color", "LINES": "40"},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # not ignored, as behind an &
    )  # fmt: skip
    os.close(keyboard)
    seen, until = b"", time.monotonic() + 120
    interrupted = False
    try:
        while time.monotonic() < until:
            if not select.select([screen], [], [], 0.2)[0]:
                continue
            try:
                seen += os.read(screen, 65536)
            except OSError:
                break
            if not interrupted and seen.count(b"Ctrl-C leaves") > 3:
                process.send_signal(signal.SIGINT)
                interrupted = True
        process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()
    os.close(screen)
    assert interrupted, seen[-2000:]
    assert process.returncode == 0
    assert b"Traceback" not in seen
    assert b"The match is kept" in seen
    kept = gs.load(tmp_path / "left.json")
    assert not kept.over
    assert kept.log


def test_an_interrupt_in_the_middle_of_a_command_spoils_nothing(tmp_path: Path) -> None:
    m = table(clock="real")
    give(m, "P1 LOAD K< L1", 300)
    m.advance(500)
    whole = m.hash
    m.s.job[5] = 3  # as if the next command had just begun to write
    rail_pass.settled(m).save(tmp_path / "kept.json")
    assert gs.load(tmp_path / "kept.json").hash == whole


def test_a_live_match_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    m = gs.new("rail-pass", seats=3, seed=4, board="RP-L4", seconds=20)
    assert isinstance(m, TimedMatch)
    m.play("P1", m.legal("P1")[1], 0)
    m.advance(12_000)
    m.save(tmp_path / "half.json")
    out = run("play --resume TMP/half.json --seats bots --speed 400 --save TMP/done.json")
    assert "The team has lost" in out
    done = gs.load(tmp_path / "done.json")
    assert done.over
    assert done.log[0] == m.log[0]
    assert all(line >= "00:12.000" for line in done.log[1:])


# ---------------------------------------------------------------- one person
def test_one_person_and_bots_with_numbers_notation_and_time(run: Run, tmp_path: Path) -> None:
    out = run(
        "play rail-pass --layout RP-L4 --clock ticks --seats you,team,team --seed 1 --save TMP/p.json",
        "1", "LOAD Y> S1", "", "hint", "ways", "board", "log", "rule RP-DIG-20", "help", "wait", "wait 2.2",
        "svg TMP/x.svg", "save TMP/y.json", "quit",
    )  # fmt: skip
    assert "You are P1." in out
    assert "1 LOAD Y< L1 g 1s" in out
    assert "Perhaps " in out
    assert "from  to Y" in out
    assert "RP-DIG-20: " in out
    assert "wait until something happens" in out
    assert "The match is kept" in out
    kept = gs.load(tmp_path / "p.json")
    assert isinstance(kept, TimedMatch)
    assert kept.log[:2] == ["00:00.000 P1 LOAD Y< L1", "00:00.000 P1 LOAD Y> S1"]
    assert 1000 + 500 + 2500 < kept.now <= 1000 + 5000 + 500 + 2500  # both hands busy, something happens, two waits
    assert "<svg" in (tmp_path / "x.svg").read_text("utf-8")
    assert gs.load(tmp_path / "y.json").hash == kept.hash
    assert any(" P2 " in line for line in kept.log)
    assert kept.header["options"]["dexterity"] == "off"


def test_one_person_in_all_seats_to_the_end(run: Run, tmp_path: Path) -> None:
    out = run(
        "play rail-pass --layout RP-L1 --clock ticks --seats all -o seconds=10 -o colours=fixed --save TMP/p.json",
        "P2 LOAD G< L4", "LOAD K< L1", "LOAD G> S4", "why P1 LOAD G< L4", "why TAKE L4 lh", "", "wait 30", "wait 1",
    )  # fmt: skip
    assert "You are P1, P2." in out
    assert "city_of_another (RP-LOAD-01)" in out
    assert "The team has lost" in out
    assert "A new best score for this setup: 0" in out
    log = gs.load(tmp_path / "p.json").log
    assert log == ["00:00.000 P2 LOAD G< L4", "00:00.000 P1 LOAD K< L1", "00:00.000 P2 LOAD G> S4"]


def test_RP_TIME_06_the_best_score_of_a_setup_is_remembered(run: Run) -> None:
    words = "play rail-pass --clock ticks --seats you --seed 1 -o seconds=5"
    assert "A new best score for this setup: 0" in run(words, "wait 5")
    assert "The best score for this setup is 0." in run(words, "wait 5")


def test_a_person_comes_back_to_his_match(run: Run, tmp_path: Path) -> None:
    run("play rail-pass --clock ticks --seats you --seed 1 -o seconds=20 --save TMP/p.json", "1", "wait 3", "quit")
    first = gs.load(tmp_path / "p.json")
    out = run("play --resume TMP/p.json --save TMP/q.json", "wait 60")
    assert "0:17 left of 0:20" in out
    assert "The team has lost" in out
    assert gs.load(tmp_path / "q.json").log[: len(first.log)] == first.log


def test_with_dexterity_a_person_holds_and_lets_go(run: Run, tmp_path: Path) -> None:
    out = run(
        "play rail-pass --layout RP-L4 --clock ticks --seats all --seed 1 -o dexterity=timed --save TMP/p.json",
        "PICK L1 lh hold", "P2 PICK L3 lh", "wait", "RELEASE L3", "quit",
    )  # fmt: skip
    assert "PICK L1 lh hold=500" in out
    kept = gs.load(tmp_path / "p.json")
    assert kept.view()["hands"][0][0]["train"] == "L1"
    assert kept.view()["hands"][1][0]["train"] == "L3"


def test_between_two_rounds_enter_means_ready(run: Run, tmp_path: Path) -> None:
    out = run(
        "play rail-pass --clock ticks --seats you --seed 1 -o rounds=2 -o seconds=5 --save TMP/p.json",
        "wait 5", "", "wait 5",
    )  # fmt: skip
    assert "READY for the next one?" in out
    assert "rounds: 0 lost, 0 lost" in out


WRONG = [
    ("0", "there are choices 1 to"),
    ("999", "there are choices 1 to"),
    ("FLY L1", "no such command"),
    ("P9", "no such command"),
    ("P2 LOAD K< L1", "P2 is not your seat"),
    ("P5 LOAD K< L1", "there is no seat"),
    ("LOAD K<", "LOAD is written like"),
    ("TAKE L1 lh", "no_train_call (RP-PASS-03)"),
    ("undo", "time cannot be taken back"),
    ("rule RP-NONE", "the rulebook has no clause"),
    ("why", "no such command"),
    ("wait soon", "wait for some seconds"),
    ("wait -1", "wait for some seconds"),
    ("wait nan", "wait for some seconds"),
    ("wait 1e99", "wait for some seconds"),
    ("save /nowhere/at/all.json", "cannot write"),
    ("svg /nowhere/at/all.svg", "cannot write"),
    ("\u0661", "there are choices|no such command"),
    ("x" * 3000, "no such command"),
    ("[bold]", "no such command"),
]


@pytest.mark.parametrize(("line", "told"), WRONG, ids=[line[:12] for line, _ in WRONG])
def test_wrong_input_is_one_clear_line_and_changes_nothing(line: str, told: str) -> None:
    m = gs.new("rail-pass", seats=3, seed=1, board="RP-L4", preset="ticks")
    assert isinstance(m, TimedMatch)
    page = io.StringIO()
    partners = rail_pass.sit(m, ["you", "team", "team"], 1)
    person = PersonTable(m, partners, Console(file=page, width=4000), lambda _: "", Path("unused"))
    person.choices = person.offered()
    before = m.hash, m.now, list(m.log)
    person.answer(0, [], line)
    assert (m.hash, m.now, m.log) == before
    lines = page.getvalue().splitlines()
    assert len(lines) == 1
    assert any(word in lines[0] for word in told.split("|"))


# ---------------------------------------------------------------- the command line
def test_a_newcomer_chooses_rail_pass_from_the_menu(run: Run) -> None:
    number = str(gs.games.names().index("rail-pass") + 1)
    out = run("play --seed 1 --save TMP/p.json", number, "", "quit")
    assert "play one seat together with bots" in out
    assert "You are P1." in out
    assert "What do you do?" in out
    out = run("play --seed 1 --save TMP/p.json", number, "2", "quit")
    assert "You are P1, P2, P3." in out


BAD = [
    ("play rail-pass --layout RP-L99 --seats bots", "RP-L99"),
    ("play rail-pass --layout RP-L4 --seats bots,bots", "there is no bot 'bots'"),
    ("play rail-pass --layout RP-L4 --seats team,team", "RP-L4"),
    ("play rail-pass --layout RP-L4 --seats you,team,nobody --clock ticks", "there is no bot 'nobody'"),
    ("play rail-pass --seats team:fast,team,team", "a tempo is 50 to 60000 ms"),
    ("play rail-pass --seats team:9999999999,team,team", "a tempo is 50 to 60000 ms"),
    ("play rail-pass --seats you --clock real", "--clock ticks"),
    ("play rail-pass --seats you -o clock=real", "--clock ticks"),
    ("play rail-pass --seats you --preset calm", "--clock ticks"),
    ("play rail-pass --seats bots --clock sundial", "--clock"),
    ("play rail-pass --seats bots --speed 0", "the speed is above 0"),
    ("play rail-pass --seats bots --speed nan", "the speed is above 0"),
    ("play rail-pass --seats bots --speed fast", "--speed"),
    ("play rail-pass --seats , --clock ticks", "seats are words"),
    ("play rail-pass", "say who plays"),
    ("play rail-pass --seats bots --seed -1", "a seed is"),
    ("play rail-pass --seats bots -o seconds=601", "option seconds"),
    ("play santa-fe-rails --clock ticks", "has no clock"),
    ("play santa-fe-rails --speed 2", "has no clock"),
    ("play --resume TMP/none.json", "cannot read"),
    ("board check rail-pass TMP/none.json", "none.json"),
]


@pytest.mark.parametrize(("words", "told"), BAD, ids=[words for words, _ in BAD])
def test_a_wrong_command_line_is_one_clear_line(
    run: Run, capsys: pytest.CaptureFixture[str], words: str, told: str
) -> None:
    assert told in refused(run, capsys, words)


@pytest.mark.parametrize("name", ["RP-L1", "RP-L4", "RP-L5", "RP-L6", "RP-L9"])
def test_every_layout_is_drawn_from_the_command_line(run: Run, tmp_path: Path, name: str) -> None:
    run(f"board draw rail-pass {name} --out TMP/x.svg")
    assert (tmp_path / "x.svg").read_text("utf-8").count("<svg") == 1
    assert re.match(rf"layout {name} .*: no problems", run(f"board check rail-pass {name}"))


def test_a_saved_round_is_printed_and_verified(run: Run, tmp_path: Path) -> None:
    run("play rail-pass --seats bots --seed 1 --clock virtual -o seconds=10 --save TMP/p.json")
    record = run("replay TMP/p.json")
    assert record.startswith('[Game "rail-pass"] [Board "RP-L3"] [Seats "3"]')
    assert "! 00:10.000 END" in record
    assert "verified" in run("replay TMP/p.json --verify")
