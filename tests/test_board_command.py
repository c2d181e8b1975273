"""The designers' commands, for every game: board check, draw, print and simulate, and their old spellings."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import platformdirs
import pypdfium2
import pytest
from PIL import Image

import goldenspike as gs
from goldenspike.cli import main

FIXTURES = Path(__file__).parent / "fixtures" / "santa_fe"
FINISHED = FIXTURES / "santa-fe-rails_seats-4.json"
GAMES = {"santa-fe-rails": "mini", "santa-fe": "mini", "pioneer-rails": "forest-a", "rail-pass": "RP-L3"}
Said = pytest.CaptureFixture[str]
# Read before a test changes it: compiling anew takes half a minute.
CACHE = os.environ.get("GOLDENSPIKE_CACHE", platformdirs.user_cache_dir("goldenspike", appauthor=False))

pytestmark = pytest.mark.usefixtures("at_home")


def own(tmp_path: Path, game: str, **changes: Any) -> Path:
    """A board file of one's own: a built-in board with another name."""
    data = copy.deepcopy(dict(gs.game(game).board(GAMES[game]).source)) | {"id": "mine", "name": "Mine"} | changes
    path = tmp_path / f"mine-{game}.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def drawn(path: Path) -> str:
    text = path.read_text("utf-8")
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    return text


def colours(image: Image.Image) -> int:
    """How many colours a picture has, made small: a blank page has one."""
    return len(image.convert("RGB").resize((200, 140)).getcolors(1 << 16) or ())


# ---------------------------------------------------------------- check
@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_checked_with_its_warnings(game: str, tmp_path: Path, capsys: Said) -> None:
    path = own(tmp_path, game)
    main(["board", "check", game, str(path)])
    said = capsys.readouterr()
    first, *warnings = said.out.splitlines()
    assert "mine (Mine), hash " in first
    assert "no problems" in first
    own_ones = [line.removeprefix("  - ") for line in warnings if not line.startswith("  - not for")]
    assert own_ones == gs.game(game).board_warnings(json.loads(path.read_text()))
    assert said.err == ""


def test_everything_wrong_with_a_file_is_listed(tmp_path: Path, capsys: Said) -> None:
    path = own(tmp_path, "santa-fe", surprise=1, markers={"4": -3, "5": 7})
    with pytest.raises(SystemExit) as caught:
        main(["board", "check", "santa-fe", str(path)])
    assert caught.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == f"goldenspike: board {path.name} has 2 problem(s):"
    assert [line.removeprefix("  - ") for line in lines[1:]] == gs.game("santa-fe").board_problems(
        json.loads(path.read_text())
    )


def test_several_files_are_checked_at_once(tmp_path: Path, capsys: Said) -> None:
    good, bad = own(tmp_path, "rail-pass"), own(tmp_path, "pioneer-rails")
    with pytest.raises(SystemExit):
        main(["board", "check", "rail-pass", str(good), str(bad), "RP-L1"])
    said = capsys.readouterr()
    assert said.out.count("no problems") == 2
    assert "this is a sheet for Pioneer Rails; a layout for Rail Pass is wanted" in said.err


def test_a_board_is_checked_for_the_players_that_will_play(tmp_path: Path, capsys: Said) -> None:
    data = copy.deepcopy(dict(gs.game("santa-fe").board("mini").source))
    for city in data["cities"]:
        city["value"] = 3 if city["value"] else None
    path = own(tmp_path, "santa-fe", cities=data["cities"])
    main(["board", "check", "santa-fe", str(path), "--seats", "2"])
    assert "no problems, for 2 players" in capsys.readouterr().out
    main(["board", "check", "santa-fe", str(path)])
    said = capsys.readouterr().out
    assert "not for 5 players: board mine has 10 City cards; 5 players need" in said
    with pytest.raises(SystemExit):
        main(["board", "check", "santa-fe", str(path), "--seats", "5"])
    assert "board mine: board mine has 10 City cards; 5 players need" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["board", "check", "rail-pass", "RP-L3", "--seats", "4"])
    assert "made for 3 players, not for 4 (RP-SETUP-01)" in capsys.readouterr().err


# ---------------------------------------------------------------- draw and print
@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_drawn_as_svg_png_and_pdf(game: str, tmp_path: Path, capsys: Said) -> None:
    path = own(tmp_path, game)
    svg, png, pdf = (tmp_path / f"x.{form}" for form in ("svg", "png", "pdf"))
    for target, more in ((svg, []), (png, ["--width", "500"]), (pdf, [])):
        main(["board", "draw", game, str(path), "--out", str(target), *more])
    assert capsys.readouterr().out.splitlines() == [f"wrote {target}" for target in (svg, png, pdf)]
    assert "Mine" in drawn(svg) or "MINE" in drawn(svg)
    image = Image.open(png)
    assert (image.format, image.width) == ("PNG", 500)
    assert colours(image) > 300
    (page,) = pypdfium2.PdfDocument(pdf)
    assert colours(page.render(scale=0.4).to_pil()) > 300
    text = page.get_textpage().get_text_range()
    assert "mine" in text.lower()
    assert abs(page.get_width() / page.get_height() - image.width / image.height) < 0.01


@pytest.mark.parametrize(("paper", "sides"), [("a4", (595, 842)), ("letter", (612, 792))])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_prints_its_boards(game: str, paper: str, sides: tuple[int, int], tmp_path: Path) -> None:
    target = tmp_path / "x.pdf"
    part = {"pioneer-rails": "pad", "rail-pass": "layout"}.get(game, "board-small")
    wanted = ["--parts", part, "--paper", paper, "--copies", "2"]
    main(["board", "print", game, str(own(tmp_path, game)), *wanted, "--out", str(target)])
    pages = list(pypdfium2.PdfDocument(target))
    assert len(pages) == (2 if part == "pad" else 1)
    for page in pages:
        assert sorted(map(round, page.get_size())) == list(sides)
        assert colours(page.render(scale=0.4).to_pil()) > 300


def test_a_position_is_drawn(tmp_path: Path, capsys: Said) -> None:
    empty, match, position, lit = (tmp_path / f"{name}.svg" for name in ("empty", "match", "position", "lit"))
    words = tmp_path / "words.json"
    half = gs.from_position("santa-fe-rails", {"phase": "tlt1", "board": "mini", "track": ["SF CHI>OMA 2/2"]})
    words.write_text(json.dumps(half.position()))
    main(["board", "draw", "santa-fe-rails", "mini", "--out", str(empty)])
    main(["board", "draw", "santa-fe-rails", "--out", str(match), "--position", str(FINISHED)])
    main(["board", "draw", "santa-fe-rails", "--out", str(position), "--position", str(words)])
    main(["board", "draw", "santa-fe-rails", "--out", str(lit), "--position", str(words), "--legal"])
    assert len({drawn(path) for path in (empty, match, position, lit)}) == 4


def test_a_broken_board_is_not_drawn(tmp_path: Path, capsys: Said) -> None:
    path, target = own(tmp_path, "santa-fe", note=3), tmp_path / "x.svg"
    with pytest.raises(SystemExit):
        main(["board", "draw", "santa-fe", str(path), "--out", str(target)])
    assert not target.exists()


def test_who_draws_a_crowded_board_is_warned(tmp_path: Path, capsys: Said) -> None:
    data = copy.deepcopy(dict(gs.game("santa-fe").board("mini").source))
    data["cities"][6] |= {"x": 640, "y": 270}
    main(
        [
            "board",
            "draw",
            "santa-fe",
            str(own(tmp_path, "santa-fe", cities=data["cities"])),
            "--out",
            str(tmp_path / "x.svg"),
        ]
    )
    said = capsys.readouterr()
    assert "goldenspike: warning: board mine: cities OMA and DEN are on one spot (640, 270)" in said.err
    assert said.out == f"wrote {tmp_path / 'x.svg'}\n"


def test_png_says_what_it_needs(tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("goldenspike.drawing.picture_files.find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        main(["board", "draw", "santa-fe", "--out", str(tmp_path / "x.png")])
    assert capsys.readouterr().err.endswith("pip install 'goldenspike[pictures]'\n")


# ---------------------------------------------------------------- simulate
@pytest.mark.xdist_group("santa_fe_compiled")
def test_bots_play_on_boards_side_by_side(tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENSPIKE_CACHE", CACHE)
    words = ["board", "simulate", "santa-fe-rails", "mini", str(own(tmp_path, "santa-fe-rails")), "--seats", "3"]
    main([*words, "--games", "4", "--bot", "greedy", "--json"])
    one, other = json.loads(capsys.readouterr().out)
    assert (one["board"], other["board"]) == ("mini", "mine")
    assert one["games"] == other["games"] == 4
    assert one["points of a seat"] == other["points of a seat"], "the same board and the same seed"
    assert sum(one[f"games won by {seat}"] for seat in "ABC") == pytest.approx(1)
    main([*words, "--games", "2", "--bot", "greedy"])
    assert "points of a seat" in capsys.readouterr().out


# ---------------------------------------------------------------- old spellings
def test_the_old_spelling_of_board_works_and_warns_in_one_line(tmp_path: Path, capsys: Said) -> None:
    target = tmp_path / "x.svg"
    main(["board", "santa-fe", "--board", "mini", "--out", str(target)])
    said = capsys.readouterr()
    assert said.out == f"wrote {target}\n"
    assert said.err == "goldenspike: board GAME is now board draw GAME [BOARD]; the old spelling goes with 0.3\n"
    drawn(target)
    main(["board", "rail-pass", "--layout", "RP-L1"])
    said = capsys.readouterr()
    assert said.out.startswith("layout RP-L1 (Point to point for two)")
    assert said.err == "goldenspike: board GAME is now board check GAME [BOARD]; the old spelling goes with 0.3\n"


def test_the_old_spelling_of_sheet_works_and_warns_in_one_line(tmp_path: Path, capsys: Said) -> None:
    main(["sheet", "check", "desert-a"])
    said = capsys.readouterr()
    assert "no errors" in said.out
    assert said.err == "goldenspike: sheet check is now board check pioneer-rails; the old spelling goes with 0.3\n"
