"""Pioneer Rails at the terminal: pictures, questions, remarks and whole games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import goldenspike as gs
from goldenspike import cli
from goldenspike.bots import bot
from goldenspike.drawing.plain_text import WIDTH
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.engine.terminal_session import TerminalSession
from goldenspike.games.pioneer_rails.drawing.terminal_map import SIDE_AT, SheetMap
from goldenspike.games.pioneer_rails.rules.scoring import sheet_points
from goldenspike.games.pioneer_rails.rules.state import DRAWING, OVER, TRACK
from goldenspike.terminal.seats import seat_players

SHEETS = ("desert-a", "desert-b", "forest-a", "forest-b")


def new(board: str = "desert-a", seats: int = 2, seed: int = 7, **options: Any) -> SteppedMatch:
    match = gs.new("pioneer-rails", seats=seats, seed=seed, board=board, **options)
    assert isinstance(match, SteppedMatch)
    return match


def play_on(match: SteppedMatch, steps: int, name: str = "random") -> SteppedMatch:
    players = [bot(name, k) for k in range(match.setting.seats)]
    for _ in range(steps):
        if match.over:
            break
        seat = match.actors[0]
        players[seat].act(match, seat)
    return match


def at_table(match: SteppedMatch, seats: str, lines: Iterable[str], keep: Path) -> str:
    """What the terminal shows while these lines are typed."""
    page, typed = StringIO(), iter(lines)

    def ask(prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise EOFError
        page.write(f"{prompt}{line}\n")
        return line

    console = Console(file=page, width=WIDTH, color_system=None, highlight=False)
    TerminalSession(match, seat_players(seats, 1), console, ask, keep).run()
    return page.getvalue()


# ---------------------------------------------------------------- the picture
@pytest.mark.parametrize("board", SHEETS)
def test_the_position_fits_a_terminal_and_names_every_hex(board: str) -> None:
    match = play_on(new(board, preset="everything"), 60)
    text = match.setting.text(match.s, 0)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert "\x1b" not in text
    for name in match.setting.board.grid.hex_names:
        assert re.search(rf"(?<![A-Z0-9]){name}(?![0-9])", text), name
    for suit in "SHDC":
        assert f"= {suit} =" in text
    assert text.count("O") + text.count("@") >= len(match.setting.board.towns)
    for goal in match.view()["goals"]:
        assert goal["text"][:20] in text


def test_tracks_lie_on_their_sides_and_offers_carry_their_numbers() -> None:
    match = new("desert-a", 1, 3)
    while match.s.stage[0] != DRAWING or match.s.drawn_count[0] < 2:
        tracks = [action for action in match.numbers(0) if action >= TRACK]
        match.act(0, tracks[0] if tracks else match.numbers(0)[0])
    legal = match.numbers(0)
    sheet = SheetMap(match.setting, match.s, 0, legal)  # type: ignore[arg-type]
    rows = sheet.text().plain.split("\n")
    grid, found = match.setting.board.grid, 0
    for h in range(len(grid.hexes)):
        x, y = sheet.corner(h)
        for side, e in enumerate(grid.hex_edges[h]):
            cells = [rows[y + dy].ljust(WIDTH)[x + dx] for dx, dy in SIDE_AT[side]]
            if match.s.edge[0][e]:
                assert set(cells) == {"SHDC"[(match.s.edge[0][e] - 1) % 4]}
                found += 1
            elif TRACK + e in legal:
                assert str(legal.index(TRACK + e) + 1)[0] in cells
                found += 1
            else:
                assert not set(cells) & set("SHDC0123456789")
    assert found >= 6


def test_crossed_off_features_and_shortcuts_are_marked() -> None:
    for seed in range(100):
        match = play_on(new("forest-b", 1, seed), 10_000)
        sheet = match.view()["sheets"][0]
        if any("*" in name for name, _ in sheet["tracks"]) and {"captured", "escaped"} <= set(
            sheet["crossed"].values()
        ):
            break
    text = match.setting.text(match.s, 0)
    for how, word in (("captured", "caught"), ("escaped", "gone")):
        assert text.count(word) == sum(found == how for found in sheet["crossed"].values())
    cut = [name for name, _ in sheet["tracks"] if "*" in name]
    assert cut
    for name in cut:
        assert name.partition("*")[2] in text


def test_an_unfinished_turn_is_on_no_screen_but_the_own() -> None:
    match = new("desert-a", 3, 11)
    match.play(match.actors[0], match.legal(match.actors[0])[0])
    before = {seat: match.setting.text(match.s, seat) for seat in (None, 0, 1, 2)}
    seat = next(seat for seat in match.actors if seat != match.s.dealer)
    match.act(seat, match.numbers(seat)[0])
    match.act(seat, next(action for action in match.numbers(seat) if action >= TRACK))
    for other, text in before.items():
        assert (match.setting.text(match.s, other) == text) == (other != seat)


def test_every_stage_has_its_question() -> None:
    asked = ""
    for board in ("desert-a", "forest-a") * 2:
        match = new(board, 2, len(asked), preset="essential", saloon_choice="free", town_same_turn=True)
        players = [bot("random", 1), bot("random", 2)]
        while not match.over:
            seat = match.actors[0]
            question = match.setting.question(match.s, seat)
            assert question.startswith(match.game.seat_names[seat] + ": ")
            asked += question
            players[seat].act(match, seat)
    for part in ("you deal", "which card", "which railway", "draw track", "your tracks are drawn", "how many nuggets"):
        assert part in asked, part
    for part in ("which symbol", "which jail", "spend a Town symbol circled"):
        assert part in asked, part


def test_the_remark_at_done_is_what_the_turn_brings() -> None:
    """The points announced are the points scored, and what is named is crossed off."""
    seen = 0
    match = new("desert-b", 1, 4)
    while not match.over:
        play_on(match, 1, "greedy")
        if match.over or match.s.stage[0] != DRAWING or 0 not in match.numbers(0):
            continue
        remark = match.setting.remark(match.s, match.s, 0, (0,))
        start = match.copy()
        start.drop(0)
        after = match.copy()
        after.act(0, 0)
        if after.s.turn_no != 1 and after.s.turn_no != match.s.turn_no:
            points = sheet_points(after.s, match.setting.b, 0) - sheet_points(start.s, match.setting.b, 0)
            said = re.search(r"([+-][0-9]+) in this turn", remark)
            assert int(said[1] if said else 0) == points, remark
            for kind, name in re.findall(r"(mine|yard|fort|ranch) ([A-H][0-9]+)", remark):
                assert name in after.view()["sheets"][0]["crossed"], (kind, remark)
                seen += 1
    assert seen > 5


def test_a_track_names_what_it_completes_and_what_it_begins() -> None:
    said = set()
    match = new("desert-a", 1, 3)
    board = match.setting.board
    while match.s.round_no == 1:
        tracks = [action for action in match.numbers(0) if TRACK <= action < TRACK + match.setting.b.n_edges]
        for action in tracks:
            after = match.copy()
            after.act(0, action)
            remark = match.setting.remark(match.s, after.s, 0, (action,))
            for h in match.setting.b.edge_hex[action - TRACK]:
                if h < 0 or match.s.mark[0][h] or not board.numbers[h]:
                    continue
                kind, count = (
                    board.terrain[h].name.lower(),
                    board.grid.count(h, {e for e in range(match.setting.b.n_edges) if after.s.edge[0][e]}),
                )
                if count == board.numbers[h]:
                    assert f"{kind} {board.grid.hex_names[h]}" in remark
                    said.add("whole")
                elif count < board.numbers[h]:
                    assert f"{kind} {count}/{board.numbers[h]}" in remark
                    said.add("part")
        play_on(match, 1, "greedy")
    assert said == {"whole", "part"}


# ---------------------------------------------------------------- the table
def test_undo_takes_back_one_step_then_the_turn(tmp_path: Path) -> None:
    match = new("desert-a", 1, 7)
    at_table(match, "you", ["1"], tmp_path / "m.json")
    steps = len(match.pending[0])
    first = match.s.to_bytes()
    page = at_table(match, "you", ["1", "undo", "undo", "undo"], tmp_path / "m.json")
    assert steps == 1
    assert page.count("Taken back.") == 2
    assert "you have made no choice yet" in page
    assert 0 not in match.pending
    assert match.s.to_bytes() != first


def test_a_whole_game_alone_with_target_and_difficulty(tmp_path: Path) -> None:
    match = new("forest-a", 1, 7, difficulty="hard")
    page = at_table(match, "you", ["1"] * 1000, tmp_path / "m.json")
    assert match.over
    assert "1 points now, target 120" in page
    assert "face down" in page
    assert "sheriff" not in page.lower()
    assert "The game is over" in page
    assert re.search(r"the target [0-9]+ was not beaten", page)
    assert gs.load(tmp_path / "m.json").hash == match.hash


def test_a_whole_game_against_bots_shows_turns_once_they_are_revealed(tmp_path: Path) -> None:
    match = new("desert-b", 2, 7)
    page = at_table(match, "random,you", ["1"] * 1000, tmp_path / "m.json")
    assert match.over
    for line in match.log:
        assert " ".join(line.split()) in " ".join(page.split()), line
    assert "(winner)" in page
    shown = page.index("A: " + next(line for line in match.log if line.startswith("A: ") and " : " in line)[3:20])
    assert shown > page.index("which card do you use?" if match.log[0].startswith("A") else "you deal")


def test_a_committed_turn_stays_sealed_until_all_have_committed(tmp_path: Path) -> None:
    match = new("desert-a", 2, 7, first_dealer="A")
    page = at_table(match, "random,you", ["log"], tmp_path / "m.json")
    turn = next(line for line in match.log if " : " in line)
    assert turn.startswith("A: ")
    assert turn not in page
    assert "A: turn ?" in page
    assert match.log[0] in page


def test_hint_why_help_rule_log_and_wrong_words(tmp_path: Path) -> None:
    match = new("desert-a", 1, 7)
    lines = ["hint", "why A1|A2", "1", "why A1|A2", "help", "rule PR-TRACK-01", "rule PR-NONE", "done", "fly", "99"]
    page = at_table(match, "you", [*lines, f"svg {tmp_path / 'x.svg'}", "board", "quit"], tmp_path / "m.json")
    assert re.search(r"Perhaps use \S+", page)
    assert re.search(r"About \d+ points are still to come: .*hand \d", page)
    assert "PR-FLOW-02" in page or "PICK_FIRST" in page or "pick" in page.lower()
    assert "take that choice" in page
    assert "PR-TRACK-01: " in page
    assert "the rulebook has no clause 'PR-NONE'" in page
    assert "'fly' is no step" in page
    assert "there are choices 1 to" in page
    assert (tmp_path / "x.svg").read_text("utf-8").rstrip().endswith("</svg>")
    assert "Go on with: goldenspike play --resume" in page


def test_play_from_the_command_line_and_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["1"] * 6 + ["quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed))
    keep = str(tmp_path / "m.json")
    cli.main(["play", "pioneer-rails", "--seats", "you", "--seed", "7", "--save", keep, "-o", "difficulty=easy"])
    assert "Big Sky Flats" in capsys.readouterr().out
    assert len(gs.load(keep).log) == 1
    typed = iter(["log", "quit"])
    cli.main(["play", "--resume", keep, "--seats", "you", "--save", keep])
    assert "Round 1 of 4, turn 2 of 5" in capsys.readouterr().out


def test_over_is_the_last_phase() -> None:
    match = play_on(new("fx", 1, 1), 10_000)
    assert match.s.phase == OVER
    assert "the game is over" in repr(match)


def test_a_narrow_terminal_cuts_the_map_and_says_so() -> None:
    page = StringIO()
    match = new("desert-a", 1, 7)
    Console(file=page, width=80, color_system=None).print(match.setting.screen(match.s, 0))
    rows = page.getvalue().splitlines()
    assert max(map(len, rows)) <= 80
    assert any(row.startswith("(the map is ") and row.endswith("this terminal has 80)") for row in rows)
    assert sum(row.lstrip(" .").startswith("H1 ") for row in rows) == 1


def test_undo_after_a_turn_leads_back_before_it(tmp_path: Path) -> None:
    match = new("desert-a", 2, 7, first_dealer="B")
    before = match.copy()
    page = at_table(match, "you,random", ["1"] * 6 + ["undo", "log"], tmp_path / "m.json")
    assert "Taken back." in page
    assert match.log[-1] == "undo"
    assert [line[0] for line in match.log if line != "undo"].count("A") >= 1
    assert match.s.round_no == 1
    assert match.s.turn_no == 1
    assert before.s.turn_no == 1
