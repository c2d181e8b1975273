"""The rulebook of Pioneer Rails: goals, owners, the chapter for designers, and its examples."""

from __future__ import annotations

import re
from collections import Counter

from tests.games.rulebooks import ANCHOR, Rulebook, numbered

CLAUSES = {
    "COMP": 4, "SETUP": 5, "FLOW": 11, "POKER": 7, "TRACK": 16, "FEAT": 10, "MINE": 2, "SALOON": 6, "BANK": 6,
    "YARD": 4, "FORT": 2, "CATTLE": 9, "TOWN": 4, "BENEFIT": 16, "GOAL": 7, "END": 3, "SCORE": 6, "HAND": 7,
    "MANY": 6, "SOLO": 12, "FOREST": 20, "OWNER": 15, "JOKER": 10, "COMBO": 12, "GEO": 12, "SHEET": 17,
}  # fmt: skip
GOAL_DECKS = {
    "Sheriff": ("1A", "1B", "1C", "1D", "1E", "2C", "2D", "2E"),
    "Ranch": ("1F", "1G", "1H", "1I", "1J", "2B", "2F"),
    "Train": ("1K", "1L", "1M", "1N", "1O", "2A"),
}
BOOK = Rulebook(
    "pioneer_rails",
    ("pioneer-rails",),
    (*numbered("PR", CLAUSES), *(f"PR-GOAL-{goal}" for goals in GOAL_DECKS.values() for goal in goals)),
    links=80,
    first="What the game is",
    prefix="PR",
)
TEXT = BOOK.text


def test_the_clauses_of_a_group_stand_in_order() -> None:
    seen = BOOK.groups
    owners = seen.pop("PR-OWNER")
    assert owners == [f"PR-OWNER-{number:02}" for number in (13, 14, 15, *range(1, 13))], (
        "how they come, then who they are"
    )
    assert [names for names in seen.values() if names != sorted(names)] == []


def test_the_goals_stand_under_their_decks_and_name_them() -> None:
    told = {
        deck: [
            (name[-2:], text)
            for name, text in BOOK.clauses
            if name in TEXT.split(f"### {deck} goals\n", 1)[1].split("\n#", 1)[0]
        ]
        for deck in GOAL_DECKS
    }
    for deck, goals in GOAL_DECKS.items():
        assert tuple(goal for goal, _ in told[deck]) == goals
        for goal, text in told[deck]:
            assert text.startswith(f"Goal {goal}, {deck}{', only on Forest' if goal[0] == '2' else ''}: ")


def test_every_owner_names_its_number() -> None:
    said = dict(BOOK.clauses)
    assert [n for n in range(1, 11) if not said[f"PR-OWNER-{n:02}"].startswith(f"Owner {n:02}: ")] == []


def test_the_clauses_of_sheets_stand_in_the_chapter_for_designers() -> None:
    last = BOOK.section("For sheet designers")
    mine = set(ANCHOR.findall(last))
    assert mine == {name for name in BOOK.expected if name.startswith(("PR-GEO-", "PR-SHEET-"))}
    assert TEXT.rstrip().endswith(last.rstrip()[-40:])


def test_every_option_leads_to_its_clause_and_tells_where_it_counts() -> None:
    for row in re.findall(r'^\| <a id="option-\w+"></a>(.*)$', TEXT, re.M):
        _, _, change, where, _ = row.split(" |")
        assert re.search(r"\(#PR-", change), "leads to the clause it changes"
        assert where.strip() in {"all", "solo", "2+ players", "Desert", "Forest", "Jokers", "Owners"}


def test_the_poker_table_pays_what_the_clause_says() -> None:
    said = dict(BOOK.clauses)["PR-POKER-03"]
    rows = re.findall(r"^\| ([A-Z][A-Za-z ]+) \| ((?:10|[JQKA])(?: (?:10|[JQKA])){4}) \| (\d) \|$", TEXT, re.M)
    assert [int(points) for _, _, points in rows] == [1, 2, 3, 4, 5, 6]
    shapes = {"Pair": "2111", "Two Pair": "221", "Three of a Kind": "311", "Full House": "32", "Straight": "11111"}
    for name, values, points in rows:
        assert f"{name} {points}" in said
        counts = sorted(Counter(values.split()).values(), reverse=True)
        assert "".join(map(str, counts)) == shapes.get(name, "41")


def test_the_score_of_the_example_adds_up() -> None:
    table = BOOK.section("End and scoring").split("| part |", 1)[1]
    points = [int(p) for p in re.findall(r"^\| [\w ]+ \| .+ \| (\d+) \|$", table, re.M)]
    total = re.search(r"^\| \*\*total\*\* \| \| \*\*(\d+)\*\* \|$", table, re.M)
    assert len(points) == 8
    assert total
    assert sum(points) == int(total[1])
