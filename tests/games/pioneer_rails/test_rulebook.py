"""The rulebook: every clause once, as a sentence that can stand alone, and a test for each of them."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter, defaultdict
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from goldenspike.engine.errors import sentences
from goldenspike.games.pioneer_rails.board.hexes import Grid, Kind, grid

PACKAGE = "goldenspike.games.pioneer_rails"
TEXT = resources.files(PACKAGE).joinpath("rulebook.en.md").read_text("utf-8")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.M | re.S)
HERE = Path(__file__)

CLAUSES = {
    "COMP": 4,
    "SETUP": 5,
    "FLOW": 11,
    "POKER": 7,
    "TRACK": 16,
    "FEAT": 10,
    "MINE": 2,
    "SALOON": 6,
    "BANK": 6,
    "YARD": 4,
    "FORT": 2,
    "CATTLE": 9,
    "TOWN": 4,
    "BENEFIT": 16,
    "GOAL": 7,
    "END": 3,
    "SCORE": 6,
    "HAND": 7,
    "MANY": 6,
    "SOLO": 12,
    "FOREST": 20,
    "OWNER": 15,
    "JOKER": 10,
    "COMBO": 12,
    "GEO": 12,
    "SHEET": 17,
}
GOAL_DECKS = {
    "Sheriff": ("1A", "1B", "1C", "1D", "1E", "2C", "2D", "2E"),
    "Ranch": ("1F", "1G", "1H", "1I", "1J", "2B", "2F"),
    "Train": ("1K", "1L", "1M", "1N", "1O", "2A"),
}
EXPECTED = [f"PR-{group}-{number:02}" for group, size in CLAUSES.items() for number in range(1, size + 1)] + [
    f"PR-GOAL-{goal}" for goals in GOAL_DECKS.values() for goal in goals
]
OPTIONS = {
    "hand_card": ("false", "true"),
    "owners": ("false", "true"),
    "jokers": ("false", "true"),
    "difficulty": ("beginner", "easy", "medium", "hard", "legendary"),
    "first_dealer": ("random", "A", "B", "C", "D", "E", "F", "G", "H"),
    "border_edges": ("buildable", "forbidden"),
    "saloon_choice": ("next", "free"),
    "town_same_turn": ("false", "true"),
    "joker_value": ("wild", "dead"),
    "solo_beat": ("strict", "at_least"),
    "must_draw": ("strict", "free"),
    "bandit_retry": ("never", "allowed"),
    "owner_any_station": ("pay_one", "reassign_one"),
}
SHEETS = ("desert-a", "desert-b", "forest-a", "forest-b")

ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
CLAUSE = re.compile(r"PR-(?:[A-Z]+-[0-9]{2}|GOAL-[12][A-O])")
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
MENTION = re.compile(r"(?<![A-Za-z0-9])PR[-_]([A-Z]+)[-_]([0-9]{2}|[12][A-O])(?![0-9A-Za-z])")
TRACK = re.compile(r"`([+=#/]*[A-H][0-9]+(?:\\?\|[A-H][0-9]+|\^[news]+|\*[a-z]+-[a-z]+))`")


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


def section(heading: str) -> str:
    """What stands under a heading of the second level."""
    return PROSE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


# ---------------------------------------------------------------- clauses


def test_the_rulebook_has_250_clauses_and_each_of_them_once() -> None:
    names = [name for name, _ in clause_texts()]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert sorted(set(EXPECTED) - set(names)) == []
    assert sorted(set(names) - set(EXPECTED)) == []
    assert len(names) == len(EXPECTED) == 250


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
    assert [line for line in lines if not re.match(r'- <a id="PR-', line) or line.count("<a id") > 1] == []


def test_the_clauses_of_a_group_stand_in_order() -> None:
    seen: dict[str, list[str]] = defaultdict(list)
    for name, _ in clause_texts():
        if name[-1].isdigit():
            seen[name[:-3]].append(name)
    owners = seen.pop("PR-OWNER")
    assert owners == [f"PR-OWNER-{number:02}" for number in (13, 14, 15, *range(1, 13))], (
        "how they come, then who they are"
    )
    assert [names for names in seen.values() if names != sorted(names)] == []


def test_the_goals_stand_under_their_decks_and_name_them() -> None:
    told = {
        deck: [
            (name[-2:], text)
            for name, text in clause_texts()
            if name in TEXT.split(f"### {deck} goals\n", 1)[1].split("\n#", 1)[0]
        ]
        for deck in GOAL_DECKS
    }
    for deck, goals in GOAL_DECKS.items():
        assert tuple(goal for goal, _ in told[deck]) == goals
        for goal, text in told[deck]:
            assert text.startswith(f"Goal {goal}, {deck}{', only on Forest' if goal[0] == '2' else ''}: ")


def test_every_owner_names_its_number() -> None:
    said = dict(clause_texts())
    assert [n for n in range(1, 11) if not said[f"PR-OWNER-{n:02}"].startswith(f"Owner {n:02}: ")] == []


def test_refusals_show_the_sentences_of_the_rulebook() -> None:
    assert sentences(PACKAGE) == dict(clause_texts())


def test_the_clauses_of_sheets_stand_in_the_chapter_for_designers() -> None:
    last = section("For sheet designers")
    mine = set(ANCHOR.findall(last))
    assert mine == {name for name in EXPECTED if name.startswith(("PR-GEO-", "PR-SHEET-"))}
    assert TEXT.rstrip().endswith(last.rstrip()[-40:])


# ---------------------------------------------------------------- every clause has a test


def test_every_clause_is_named_by_a_test() -> None:
    named = set()
    for path in HERE.parent.glob("*.py"):
        if path.name == HERE.name:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                words = node.name.replace("_", "-")
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = node.value
            else:
                continue
            named |= {f"PR-{group}-{number}" for group, number in MENTION.findall(words)}
    missing = [name for name, _ in clause_texts() if name not in named]
    assert missing == [], f"{len(missing)} clauses have no test"


# ---------------------------------------------------------------- links, options, tables


def test_links_lead_somewhere() -> None:
    slugs = Counter(slug(heading) for heading in re.findall(r"^#+ (.+)$", PROSE, re.M))
    assert [name for name, count in slugs.items() if count > 1] == []
    targets = set(ANCHOR.findall(TEXT)) | set(slugs)
    links = LINK.findall(PROSE)
    assert len(links) > 80
    assert [target for _, target in links if not target.startswith("#")] == []
    assert [(text, target) for text, target in links if target[1:] not in targets] == []


def test_the_contents_name_every_section() -> None:
    sections = re.findall(r"^## (.+)$", PROSE, re.M)
    contents = PROSE.split("\nContents: ", 1)[1].split("\n\n", 1)[0]
    assert [" ".join(text.split()) for text, _ in LINK.findall(contents)] == sections[1:]


def test_every_option_has_a_row_with_its_values_and_the_default_first() -> None:
    rows = dict(re.findall(r'^\| <a id="option-(\w+)"></a>(.*)$', TEXT, re.M))
    assert set(rows) == set(OPTIONS)
    assert TEXT.count('<a id="option-') == len(rows)
    for name, values in OPTIONS.items():
        head, listed, change, where, _ = rows[name].split(" |")
        assert head == f"`{name}`"
        assert listed.strip() == ", ".join((f"**{values[0]}**", *values[1:]))
        assert len(change) > 40
        assert re.search(r"\(#PR-", change), "leads to the clause it changes"
        assert where.strip() in {"all", "solo", "2+ players", "Desert", "Forest", "Jokers", "Owners"}


def test_every_option_is_named_where_its_rule_stands() -> None:
    rules = PROSE.split("\n## Options\n", 1)[0]
    assert [name for name in OPTIONS if f"[`{name}`](#option-{name})" not in rules] == []


def test_no_list_item_but_a_clause_in_the_rules() -> None:
    rules = PROSE.split("\n## What the game is\n", 1)[1].split("\n## Options\n", 1)[0]
    assert [line for line in rules.splitlines() if line.startswith("- ") and not ANCHOR.search(line)] == []


def test_every_table_has_as_many_cells_in_each_row() -> None:
    for table in re.findall(r"(?:^\|.*\n)+", TEXT, re.M):
        widths = {len(re.split(r"(?<!\\)\|", row)) for row in table.splitlines()}
        assert len(widths) == 1, table


def test_the_poker_table_pays_what_the_clause_says() -> None:
    said = dict(clause_texts())["PR-POKER-03"]
    rows = re.findall(r"^\| ([A-Z][A-Za-z ]+) \| ((?:10|[JQKA])(?: (?:10|[JQKA])){4}) \| (\d) \|$", TEXT, re.M)
    assert [int(points) for _, _, points in rows] == [1, 2, 3, 4, 5, 6]
    shapes = {"Pair": "2111", "Two Pair": "221", "Three of a Kind": "311", "Full House": "32", "Straight": "11111"}
    for name, values, points in rows:
        assert f"{name} {points}" in said
        counts = sorted(Counter(values.split()).values(), reverse=True)
        assert "".join(map(str, counts)) == shapes.get(name, "41")


def test_the_score_of_the_example_adds_up() -> None:
    table = section("End and scoring").split("| part |", 1)[1]
    points = [int(p) for p in re.findall(r"^\| [\w ]+ \| .+ \| (\d+) \|$", table, re.M)]
    total = re.search(r"^\| \*\*total\*\* \| \| \*\*(\d+)\*\* \|$", table, re.M)
    assert len(points) == 8
    assert total
    assert sum(points) == int(total[1])


# ---------------------------------------------------------------- the sheets it describes


@cache
def sheet(name: str) -> dict[str, Any]:
    """The data of one of our sheets."""
    for file in resources.files(PACKAGE).joinpath("data").iterdir():
        if file.name.endswith(".json"):
            data: dict[str, Any] = json.loads(file.read_text("utf-8"))
            if data.get("id") == name:
                return data
    raise LookupError(f"no sheet {name}")


def column(row: str, number: int) -> str:
    """A cell of the tables that compare the sheets."""
    found = re.findall(rf"^\| {row} \|(.*)\|$", section("Our sheets"), re.M)
    assert len(found) == 1, row
    return str(found[0].split("|")[number].strip())


@pytest.mark.parametrize("number", range(4))
def test_the_tables_of_the_sheets(number: int) -> None:
    data = sheet(SHEETS[number])
    assert re.search(rf"^\| `{data['id']}` \| {data['name']} \| .+ \|$", section("Our sheets"), re.M)
    assert f"{data['rows']} rows and {data['cols']} columns" in " ".join(section("Our sheets").split())
    counts = Counter(hexagon["t"] for hexagon in data["hex"].values())
    kinds = ("Mines", "Saloons", "Banks", "Rail Yards", "Forts", "Cattle", "Bandits", "Jails")
    words = ("mine", "saloon", "bank", "yard", "fort", "cattle", "bandit", "jail")
    assert [int(column(kind, number)) for kind in kinds] == [counts[word] for word in words]
    assert int(column("Towns", number)) == len(data["towns"])
    rows = data["score_rows"]
    forest = data["map"] == "forest"
    fort = f"{rows['fort_side']} per side" if forest else " ".join(map(str, rows["fort"]))
    assert column("Fort row", number) == fort
    assert column("ranch row", number) == " ".join(map(str, rows["ranch"]))
    assert column("Rail Yard row", number) == " ".join(f"x{n}" for n in rows["yard"])
    assert column("Bank squares", number) == ("none" if forest else " ".join(f"x{n}" for n in rows["bank"]))
    jails = ", ".join(" ".join(map(str, cells)) for cells in rows["jails"]) if forest else "none"
    assert column("Jail cells", number) == jails


@pytest.mark.parametrize("name", SHEETS)
def test_the_table_of_towns(name: str) -> None:
    row = re.findall(rf"^\| `{name}` \| ([^|]*) \|$", section("Our sheets"), re.M)
    assert len(row) == 1
    assert row[0].split(", ") == [f"{town['name']} {town['v']}" for town in sheet(name)["towns"]]


def test_the_names_of_goals_and_owners() -> None:
    data = resources.files(PACKAGE).joinpath("data")
    goals = json.loads(data.joinpath("goals.json").read_text("utf-8"))["goals"]
    for deck in GOAL_DECKS:
        named = ", ".join(f"{goal['id']} {goal['name']}" for goal in goals if goal["deck"] == deck.lower())
        assert f"| {deck} | {named} |" in section("Goals")
    owners = json.loads(data.joinpath("owners.json").read_text("utf-8"))["owners"]
    told = re.findall(r"^\| (\d\d) \| ([^|]+) \| [^|]+ \|$", section("Company Owners"), re.M)
    assert told == [(owner["id"], owner["name"]) for owner in owners]


class Pencil:
    """A sheet on which the examples are drawn again, with the plain rules for where a track may run."""

    def __init__(self, name: str) -> None:
        data = sheet(name)
        self.g: Grid = grid(data["rows"], data["cols"])
        self.printed = {self.g.hex(at): what for at, what in data["hex"].items()}
        self.stations = {what["suit"]: at for at, what in self.printed.items() if what["t"] == "station"}
        self.towns = {self.g.vertex(town["v"]): town["v"] for town in data["towns"]}
        rivers = [[self.g.hex(at) for at in river] for river in data["river"]]
        ranges = [(self.g.hex(one), self.g.hex(other)) for one, other in data["ranges"].values()]
        self.kinds = self.g.kinds(self.stations.values(), rivers, ranges)
        self.tracks: set[int] = set()
        self.at: dict[int, list[str]] = defaultdict(list)
        self.reached: set[str] = set()

    def draw(self, rail: str, text: str) -> tuple[str, int]:
        """Draw one track; its kind as the notation marks it, and the point where it ends."""
        name = text.replace("\\", "").lstrip("+=#/")
        if "*" in name:
            where, diagonal = self.g.shortcut(name)
            assert where not in self.printed, f"{name}: the hex is not blank"
            ends, kind = self.g.shortcut_vertices(where, diagonal), "/"
        else:
            edge = self.g.edge(name)
            assert edge not in self.tracks, f"{name} is taken"
            assert self.kinds[edge] != Kind.CLOSED, f"{name} is closed"
            self.tracks.add(edge)
            ends, kind = self.g.edge_vertices[edge], {Kind.BRIDGE: "=", Kind.TUNNEL: "#"}.get(self.kinds[edge], "")
        corners = {vertex: suit for suit, at in self.stations.items() for vertex in self.g.hex_vertices[at]}
        for start, end in (ends, ends[::-1]):
            here = self.at[start]
            if start in self.towns or corners.get(start, rail) != rail or set(here) - {rail} or end in corners:
                continue
            if self.at[end] and end not in self.towns:
                continue
            if (start in corners and not here) or (start not in corners and len(here) in (1, 2)):
                fork = "+" if len(here) == 2 else ""
                for vertex in ends:
                    self.at[vertex].append(rail)
                if end in self.towns:
                    self.reached.add(self.towns[end])
                return fork + kind, end
        raise AssertionError(f"{name} cannot be drawn for {rail}")

    def completed(self) -> set[str]:
        """Towns and features with enough tracks, as the notation writes them; ranches apart."""
        done = {f"!town@{town}" for town in self.reached}
        for at, what in self.printed.items():
            if "n" in what and self.g.count(at, self.tracks) >= what["n"]:
                done.add(f"!{what['t']}@{self.g.hex_names[at]}")
        return done

    def herds(self, name: str) -> set[str]:
        """The Cattle hexes that a herd can reach."""
        reached, open_ends = {self.g.hex(name)}, [self.g.hex(name)]
        while open_ends:
            here = open_ends.pop()
            for edge, beyond in zip(self.g.hex_edges[here], self.g.hex_neighbours[here], strict=True):
                wall = beyond < 0 or self.printed.get(beyond, {"t": ""})["t"] in {"river", "mountain", "station"}
                if not wall and edge not in self.tracks and beyond not in reached:
                    reached.add(beyond)
                    open_ends.append(beyond)
        return {self.g.hex_names[at] for at in reached if self.printed.get(at, {"t": ""})["t"] == "cattle"}


def example(words: str) -> list[str]:
    """The tracks named in the paragraph or table row that contains these words."""
    block = next(block for block in re.split(r"\n\n|\n(?=\|)", PROSE) if words in " ".join(block.split()))
    return TRACK.findall(block)


def test_the_example_of_drawing_reaches_dry_spoon() -> None:
    pencil = Pencil("desert-a")
    first, second, fork, third = example("The Spades station is C3")
    for track in (first, second):
        assert pencil.draw("S", track)[0] == ""
    assert pencil.reached == {"B4s"}
    assert pencil.draw("S", third)[0] == ""
    assert pencil.draw("S", fork)[0] == "+"


def test_the_example_of_a_point_that_is_taken() -> None:
    free, taken, *_ = example("you hold a Spades card again")
    pencil = Pencil("desert-a")
    pencil.draw("S", "D2|D3")
    pencil.draw("D", "E3|E4")
    with pytest.raises(AssertionError, match="cannot be drawn"):
        pencil.draw("S", taken)
    assert pencil.draw("S", free)[0] == ""


def test_the_example_of_a_fort() -> None:
    pencil = Pencil("desert-a")
    for track in example("four sides of the Fort B4"):
        assert pencil.draw("S", track)[0] == ""
    assert pencil.completed() == {"!fort@B4", "!mine@A4"}


def test_the_example_of_a_ranch() -> None:
    pencil = Pencil("desert-a")
    assert pencil.herds("C2") == {"C2", "C4", "E3"}
    for track in example("the herds C2, C4 and E3"):
        pencil.draw("S", track)
    assert pencil.herds("C2") == {"C2"}
    assert pencil.herds("C4") == {"C4", "E3"}


@pytest.mark.parametrize(
    ("words", "rail", "marks"),
    [
        ("| Bridge |", "D", ["", "", "", "="]),
        ("| Tunnel |", "S", ["", "", "", "#"]),
        ("| Shortcut |", "S", ["/"]),
        ("| Switch |", "H", ["", "", "+"]),
    ],
)
def test_the_examples_of_benefits(words: str, rail: str, marks: list[str]) -> None:
    pencil = Pencil("desert-a")
    drawn = [pencil.draw(rail, track) for track in example(words)]
    assert [mark for mark, _ in drawn] == marks
    if words == "| Tunnel |":
        assert drawn[-1][1] in pencil.g.rim_vertices


def test_the_example_of_two_bandits() -> None:
    pencil = Pencil("forest-b")
    for track in dict.fromkeys(example("lies between the Bandits F1 and F2")):
        assert pencil.draw("S", track)[0] == ""
    assert len(pencil.tracks) == 3
    assert pencil.completed() == {"!bandit@F1", "!bandit@F2"}


def test_the_game_of_the_notation_can_be_drawn() -> None:
    log = re.search(r"^```\n#PR sheet=(\S+) .*\n((?:.*\n)*?)```$", TEXT, re.M)
    assert log
    turns = re.findall(r"^([A-C]): (10|[JQKA])([SHDC])(?: >([SHDC]))?((?: t\S*)*) : (.*?)(?: ; (.*))?$", log[2], re.M)
    assert len(turns) == 6
    sheets: dict[str, Pencil] = {}
    for seat, _, suit, other, towns, tracks, marks in turns:
        pencil = sheets.setdefault(seat, Pencil(log[1]))
        before = pencil.completed()
        assert len(tracks.split()) == 3 + len(towns.split())
        for track in tracks.split():
            mark = re.match(r"[+=#/]*", track)
            assert mark
            assert pencil.draw(other or suit, track)[0] == mark[0]
        assert set(re.findall(r"!\w+@\w+", marks)) == pencil.completed() - before
    for cards in re.findall(r" deal (.*)\n([A-C]): take (\S+)\n[A-C]: use (\S+)\n[A-C]: use (\S+)$", log[2], re.M):
        shown, _, taken, *used = cards
        assert {taken, *used} <= set(shown.split())
        assert taken not in used


def test_the_notation_names_things_of_our_sheets() -> None:
    data = {name: sheet(name) for name in SHEETS}
    found = re.findall(r"!(\w+)@([A-H][0-9]+)(?![0-9ns])(?:\((\w+))?", section("Notation"))
    assert len(found) > 8
    for kind, at, chosen in found:
        word = {"ranch": "cattle"}.get(kind, kind)
        here = [name for name in SHEETS if data[name]["hex"].get(at, {"t": ""})["t"] == word]
        assert here, f"{kind} at {at}"
        if kind == "saloon" and chosen == "A":
            assert any(name.startswith("forest") for name in here)
