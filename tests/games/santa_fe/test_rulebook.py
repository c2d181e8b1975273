"""The rulebook of both editions: what it says of 1992, of options and presets, and of the board it describes."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from goldenspike.games.santa_fe.board.load import Board, Line, load
from tests.games.rulebooks import LINK, Rulebook, numbered

CLAUSES_OF_2002 = {
    "COMP": 10, "SETUP": 13, "OBJ": 1, "SEQ": 11, "DRAW": 23, "SHORT": 7, "PLAY": 11, "LAY": 41, "CONN": 5,
    "BONUS": 20, "CITY": 6, "BOOM": 10, "DBL": 12, "TRI": 6, "FOUR": 7, "BRANCH": 8, "DISC": 4, "END": 11, "SCORE": 8,
    "2P": 9, "TERR": 13,
}  # fmt: skip
CLAUSES_OF_1992 = {
    "COMP": 5, "SETUP": 7, "SEQ": 5, "PLAY": 4, "DISC": 4, "DRAW": 6, "CITY": 1, "DBL": 3, "LAY": 5, "BONUS": 3,
    "END": 2, "SCORE": 2, "2P": 1, "ADV": 8, "ENG": 8, "BUY": 8,
}  # fmt: skip
PRESETS = ["SFR", "SFR-terrain", "SF92-basic", "SF92-advanced", "SF92-advanced-DE", "SF92-track", "SF92-advanced-track"]
BOOK = Rulebook(
    "santa_fe",
    ("santa-fe-rails", "santa-fe"),
    (*numbered("SFR", CLAUSES_OF_2002), *numbered("SF", CLAUSES_OF_1992)),
    links=100,
    first="What the game is",
    prefix="SFR|SF",
)
TEXT = BOOK.text


def test_the_clauses_of_a_group_stand_in_order() -> None:
    assert [names for names in BOOK.groups.values() if names != sorted(names)] == []


def test_the_1992_part_links_to_the_rules_it_shares() -> None:
    groups = {
        target.split("-")[1] for _, target in LINK.findall(BOOK.section("Santa Fe 1992")) if target.startswith("#SFR-")
    }
    assert groups == set(CLAUSES_OF_2002) - {"SHORT", "BOOM", "TRI", "FOUR", "2P"}


def test_every_option_tells_its_edition() -> None:
    rows = re.findall(r'^\| <a id="option-\w+"></a>(.*)$', TEXT, re.M)
    assert {row.split(" |")[3].strip() for row in rows} == {"both", "2002", "1992"}
    assert {len(row.split(" |")) for row in rows} == {5}


def test_every_preset_is_described() -> None:
    table = TEXT.split("| preset | game | options |", 1)[1].split("\n\n", 1)[0]
    assert re.findall(r"^\| `([\w-]+)` \|", table, re.M) == PRESETS


# ---------------------------------------------------------------- the board it describes


@pytest.fixture(scope="module")
def board() -> Board:
    return load(None)


def test_the_figures_of_the_board(board: Board) -> None:
    spaces = sum(len(line.segments) for line in board.lines)
    assert f"{len(board.cities)} cities and {len(board.lines)} lines with {spaces} spaces" in TEXT
    assert board.name in TEXT


def test_the_table_of_cities(board: Board) -> None:
    rows = re.findall(r"^\| (none|[2-7]) \| ([^|*]* [A-Z]{3}) \|$", TEXT, re.M)
    told = [(name, value) for value, names in rows for name in names.split(", ")]
    true = [(f"{c.name} {c.id}", "none" if c.value is None else str(c.value)) for c in board.cities]
    assert sorted(told) == sorted(true)


def test_the_table_of_railroads(board: Board) -> None:
    for road in board.railroads:
        squares = {city.name for city in board.cities if road.id in city.squares}
        row = re.search(rf"^\| {road.id} \| (.*) \|$", TEXT, re.M)
        assert row, road.id
        name, kind, pieces, home, listed = (cell.strip() for cell in row[1].split("|"))
        assert (name, kind) == (road.name, "Major" if road.kind == "major" else "Short Line")
        assert (int(pieces), home) == (road.pieces, board.city[road.home].name)
        assert set(filter(None, listed.split(", "))) == squares


def test_the_list_of_arrows(board: Board) -> None:
    told = re.search(r"^Fifteen lines carry an arrow: (.*?)\.\n\n", TEXT, re.M | re.S)
    assert told
    lines: Counter[str] = Counter()
    for part in re.split(r", | and (?=New)", " ".join(told[1].split())):
        pair, both = re.fullmatch(r"(.*?)( \(both(?: lines)?\))?", part).groups()  # type: ignore[union-attr]
        lines[pair] += 2 if both else 1
    assert lines == Counter(arrow(board, line) for line in board.lines if line.one_way)
    assert lines.total() == 15


def arrow(board: Board, line: Line) -> str:
    ends = (line.a, line.b) if line.one_way == "a>b" else (line.b, line.a)
    return " to ".join(board.city[end].name for end in ends)


def test_the_lays_of_the_notation_exist_on_the_board(board: Board) -> None:
    lays = re.findall(r"\b([A-Z]{3})>([A-Z]{3})(?:#(\d))?", TEXT)
    assert len(lays) > 10
    for start, end, index in lays:
        lines = [ln for ln in board.lines if ln.pair == tuple(sorted((start, end)))]
        line = next((ln for ln in lines if ln.index == int(index or 0)), None)
        assert line, f"{start}>{end}#{index}"
        assert line.one_way is None or arrow(board, line).startswith(board.city[start].name)


def test_the_spaces_counted_in_the_notation(board: Board) -> None:
    for start, end, index, filled, length, reached in re.findall(
        r"\+?([A-Z]{3})>([A-Z]{3})(?:#(\d))? +\{(\d)/(\d)(?: ([A-Z]{3}))?\}", TEXT
    ):
        pair = tuple(sorted((start, end)))
        line = next(ln for ln in board.lines if ln.pair == pair and ln.index == int(index or 0))
        assert len(line.segments) == int(length)
        assert reached == (end if filled == length else "")
