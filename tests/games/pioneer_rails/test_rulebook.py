"""The rulebook: every clause once, as a sentence that can stand alone, and a test for each of them."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from importlib import resources
from pathlib import Path

import pytest

from goldenspike.engine.errors import sentences

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
    "solo_goal_order": ("random", "by_deck"),
    "owner_fort_track": ("due", "optional"),
    "owner_fort_bonus": ("per_turn", "per_fort"),
    "owner_retroactive": ("true", "false"),
    "owner_double_forest": ("total", "base"),
    "owners_skip_dead": ("false", "true"),
    "solo_owner10": ("removed", "plus5"),
    "joker_hand_deal": ("excluded", "included"),
    "same_railway_at_town": ("allowed", "forbidden"),
    "station_rim": ("closed", "open"),
    "many_threshold": ("5", "2", "3", "4", "6", "7", "8", "9"),
    "goal_building_when": ("at_completion", "any_time"),
    "goal_edge_touch": ("vertex", "distinct_sides"),
    "goal_mountain_2f": ("touch", "along"),
}

ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
CLAUSE = re.compile(r"PR-(?:[A-Z]+-[0-9]{2}|GOAL-[12][A-O])")
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
MENTION = re.compile(r"(?<![A-Za-z0-9])PR[-_]([A-Z]+)[-_]([0-9]{2}|[12][A-O])(?![0-9A-Za-z])")


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
