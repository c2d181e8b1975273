"""The rulebook: every clause once, as a sentence that can stand alone, and a test for each of them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from goldenspike.engine.errors import sentences
from goldenspike.games.santa_fe.board.load import Board, Line, load

PACKAGE = "goldenspike.games.santa_fe"
TEXT = resources.files(PACKAGE).joinpath("rulebook.en.md").read_text("utf-8")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.M | re.S)
HERE = Path(__file__)

CLAUSES_OF_2002 = {
    "COMP": 10,
    "SETUP": 13,
    "OBJ": 1,
    "SEQ": 11,
    "DRAW": 23,
    "SHORT": 7,
    "PLAY": 11,
    "LAY": 41,
    "CONN": 5,
    "BONUS": 20,
    "CITY": 6,
    "BOOM": 10,
    "DBL": 12,
    "TRI": 6,
    "FOUR": 7,
    "BRANCH": 8,
    "DISC": 4,
    "END": 11,
    "SCORE": 8,
    "2P": 9,
    "TERR": 13,
}
CLAUSES_OF_1992 = {
    "COMP": 5,
    "SETUP": 7,
    "SEQ": 5,
    "PLAY": 4,
    "DISC": 4,
    "DRAW": 6,
    "CITY": 1,
    "DBL": 3,
    "LAY": 5,
    "BONUS": 3,
    "END": 2,
    "SCORE": 2,
    "2P": 1,
    "ADV": 8,
    "ENG": 8,
    "BUY": 8,
}
EXPECTED = [
    f"{edition}-{group}-{number:02}"
    for edition, groups in (("SFR", CLAUSES_OF_2002), ("SF", CLAUSES_OF_1992))
    for group, size in groups.items()
    for number in range(1, size + 1)
]
OPTIONS = {
    "first": ("random", "A", "B", "C", "D", "E"),
    "terrain": ("false", "true"),
    "short_to_dummy": ("hidden", "reveal"),
    "double_minimum": ("per_turn", "per_round"),
    "branch_forced": ("true", "false"),
    "end_timing": ("immediate", "turn", "round"),
    "deadlock_check": ("turn_start", "every_piece"),
    "short_lines_prolong": ("false", "true"),
    "two_player_tie": ("no_winner", "tie_break"),
    "terrain_unit": ("segment", "line_once"),
    "four_minimum": ("1", "0"),
    "four_unused_turn": ("hold", "hold_or_pass", "pass"),
    "boom_must_play": ("false", "true"),
    "boom_timing": ("reveal", "own_turn"),
    "arrows": ("true", "false"),
    "own_far_end": ("refused", "allowed"),
    "home_base_connection": ("first_piece", "available"),
    "two_player_doubles": ("1", "2"),
    "home_base_bonus": ("first_arrival", "none", "unconnected"),
    "all_pass_scope": ("turn", "round"),
    "empty_deck_draw": ("optional", "must_take_double"),
    "engineer_mountain_river": ("free", "pay_mountain"),
    "track_purchase": ("false", "true"),
    "bought_track_end": ("literal", "free_only"),
}
PRESETS = ["SFR", "SFR-terrain", "SF92-basic", "SF92-advanced", "SF92-advanced-DE", "SF92-track", "SF92-advanced-track"]

ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
CLAUSE = re.compile(r"SFR?-[A-Z0-9]+-[0-9]{2}")
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
MENTION = re.compile(r"(?<![A-Za-z0-9])(SFR|SF)[-_]([A-Z0-9]+)[-_]([0-9]{2})(?![0-9])")


def clause_texts() -> list[tuple[str, str]]:
    """Each clause anchor and what follows it on its line, up to the next anchor."""
    found = []
    for line in TEXT.splitlines():
        parts = ANCHOR.split(line)
        found += [(name, text) for name, text in zip(parts[1::2], parts[2::2], strict=True)]
    return [(name, text) for name, text in found if not name.startswith("option-")]


def slug(heading: str) -> str:
    """The address that Markdown renderers give a heading."""
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def headings() -> list[str]:
    return re.findall(r"^#+ (.+)$", PROSE, re.M)


# ---------------------------------------------------------------- clauses


def test_the_rulebook_has_308_clauses_and_each_of_them_once() -> None:
    names = [name for name, _ in clause_texts()]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert sorted(set(EXPECTED) - set(names)) == []
    assert sorted(set(names) - set(EXPECTED)) == []
    assert len(names) == len(EXPECTED) == 308


def test_every_anchor_is_a_clause_or_an_option() -> None:
    names = ANCHOR.findall(TEXT)
    assert TEXT.count("<a ") == len(names)
    assert [n for n in names if not CLAUSE.fullmatch(n) and not n.startswith("option-")] == []


@pytest.mark.parametrize(("clause", "text"), clause_texts(), ids=[name for name, _ in clause_texts()])
def test_a_clause_can_be_shown_alone(clause: str, text: str) -> None:
    assert 15 <= len(text) <= 400
    assert text == " ".join(text.split())
    assert re.match(r"[A-Z]", text), "begins like a sentence"
    assert text.endswith((".", "!", "?"))
    assert len(re.findall(r"[.!?](?: |$)", text)) <= 2, "one sentence, or two short ones"
    assert not re.search(r"[\[\]`*_|<>#\\{}~^]|https?:", text), "no markup in a one-line message"
    assert not re.search(r"\b(above|below|ditto|see the|this (?:rule|section))\b", text, re.I), (
        "points to nothing outside itself"
    )
    assert text.count("(") == text.count(")")


def test_no_two_clauses_say_the_same() -> None:
    said = Counter(text for _, text in clause_texts())
    assert [text for text, count in said.items() if count > 1] == []


def test_a_clause_is_an_item_of_a_list_on_a_line_of_its_own() -> None:
    lines = [line for line in TEXT.splitlines() if ANCHOR.search(line) and "option-" not in line]
    assert [line for line in lines if not re.match(r'- <a id="SFR?-', line) or line.count("<a id") > 1] == []


def test_the_clauses_of_a_group_stand_in_order() -> None:
    seen: dict[str, list[str]] = {}
    for name, _ in clause_texts():
        seen.setdefault(name[:-3], []).append(name)
    assert [names for names in seen.values() if names != sorted(names)] == []


def test_refusals_show_the_sentences_of_the_rulebook() -> None:
    assert sentences(PACKAGE) == dict(clause_texts())


# ---------------------------------------------------------------- every clause has a test


def test_every_clause_is_named_by_a_test() -> None:
    named = set()
    for path in HERE.parent.glob("*.py"):
        if path.name == HERE.name:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                words = node.name
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = node.value
            else:
                continue
            named |= {"-".join(found) for found in MENTION.findall(words)}
    missing = [name for name, _ in clause_texts() if name not in named]
    assert missing == [], f"{len(missing)} clauses have no test"


# ---------------------------------------------------------------- links, options, examples


def test_links_lead_somewhere() -> None:
    slugs = Counter(slug(heading) for heading in headings())
    assert [name for name, count in slugs.items() if count > 1] == []
    targets = set(ANCHOR.findall(TEXT)) | set(slugs)
    links = LINK.findall(PROSE)
    assert len(links) > 100
    assert [target for _, target in links if not target.startswith("#")] == []
    assert [(text, target) for text, target in links if target[1:] not in targets] == []


def test_the_contents_name_every_section() -> None:
    sections = re.findall(r"^## (.+)$", PROSE, re.M)
    contents = PROSE.split("\nContents: ", 1)[1].split("\n\n", 1)[0]
    assert [" ".join(text.split()) for text, _ in LINK.findall(contents)] == sections[1:]


def test_the_1992_part_links_to_the_rules_it_shares() -> None:
    part = PROSE.split("\n## Santa Fe 1992\n", 1)[1].split("\n## ", 1)[0]
    groups = {target.split("-")[1] for _, target in LINK.findall(part) if target.startswith("#SFR-")}
    assert groups == set(CLAUSES_OF_2002) - {"SHORT", "BOOM", "TRI", "FOUR", "2P"}


def test_every_option_has_a_row_with_its_values_and_the_default_first() -> None:
    rows = dict(re.findall(r'^\| <a id="option-(\w+)"></a>(.*)$', TEXT, re.M))
    assert set(rows) == set(OPTIONS)
    assert TEXT.count('<a id="option-') == len(rows)
    for name, values in OPTIONS.items():
        head, listed, change, game, _ = rows[name].split(" |")
        assert head == f"`{name}`"
        assert listed.strip() == ", ".join((f"**{values[0]}**", *values[1:]))
        assert len(change) > 40
        assert game.strip() in {"both", "2002", "1992"}


def test_every_preset_is_described() -> None:
    table = TEXT.split("| preset | game | options |", 1)[1].split("\n\n", 1)[0]
    assert re.findall(r"^\| `([\w-]+)` \|", table, re.M) == PRESETS


def test_no_list_item_but_a_clause_in_the_rules() -> None:
    rules = PROSE.split("\n## What the game is\n", 1)[1].split("\n## Options\n", 1)[0]
    assert [line for line in rules.splitlines() if line.startswith("- ") and not ANCHOR.search(line)] == []


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
