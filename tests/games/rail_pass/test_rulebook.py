"""The rulebook: every clause once, as a sentence that can stand alone, and true of the layouts and the rules."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest

from goldenspike.engine.errors import IllegalAction, sentences
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.board.load import BLOCKED, BUILT_IN, COLOURS, LONG_STICKERS, Layout, for_players, load
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.options import Span
from goldenspike.games.rail_pass.text.refusals import REASONS
from goldenspike.games.rail_pass.values import STANDARD

PACKAGE = "goldenspike.games.rail_pass"
TEXT = resources.files(PACKAGE).joinpath("rulebook.en.md").read_text("utf-8")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.M | re.S)

GROUPS = {
    "COMP": 8,
    "MODEL": 5,
    "SETUP": 10,
    "LAYOUT": 14,
    "TIME": 7,
    "LOAD": 14,
    "ENG": 13,
    "TRAIN": 12,
    "PASS": 13,
    "FAULT": 11,
    "SCORE": 10,
    "EXPERT": 6,
    "ARROW": 2,
    "DIG": 32,
}
RULINGS = (1, 4, 9, 10, 12, 13, 14, 16, 22)
EXPECTED = [f"RP-{group}-{number:02}" for group, size in GROUPS.items() for number in range(1, size + 1)]
EXPECTED += [f"RP-AMB-{number:02}" for number in RULINGS]

ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
CLAUSE = re.compile(r"RP-[A-Z]+-[0-9]{2}")
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")


def clause_texts() -> list[tuple[str, str]]:
    """Each clause anchor and what follows it on its line, up to the next anchor."""
    found = []
    for line in TEXT.splitlines():
        parts = ANCHOR.split(line)
        found += [(name, text) for name, text in zip(parts[1::2], parts[2::2], strict=True)]
    return [(name, text) for name, text in found if not name.startswith("option-")]


def sentence(group: str, number: int) -> str:
    return sentences(PACKAGE)[f"RP-{group}-{number:02}"]


def slug(heading: str) -> str:
    """The address that Markdown renderers give a heading."""
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def table(head: str) -> list[list[str]]:
    """The rows of the table that begins with this line."""
    rows = TEXT.split(f"\n{head}\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def whole(name: str) -> int:
    value = STANDARD[name]
    assert isinstance(value, int)
    return value


def clock(seconds: int | None) -> str:
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"


# ---------------------------------------------------------------- clauses


def test_the_rulebook_has_166_clauses_and_each_of_them_once() -> None:
    names = [name for name, _ in clause_texts()]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert sorted(set(EXPECTED) - set(names)) == []
    assert sorted(set(names) - set(EXPECTED)) == []
    assert len(names) == len(EXPECTED) == 166


def test_every_anchor_is_a_clause_or_an_option() -> None:
    names = ANCHOR.findall(TEXT)
    assert TEXT.count("<a ") == len(names)
    assert [n for n in names if not CLAUSE.fullmatch(n) and not n.startswith("option-")] == []


@pytest.mark.parametrize(("clause", "text"), clause_texts(), ids=[name for name, _ in clause_texts()])
def test_a_clause_can_be_shown_alone(clause: str, text: str) -> None:
    assert 15 <= len(text) <= 300
    assert text == " ".join(text.split())
    assert re.match(r"[A-Z]", text), "begins like a sentence"
    assert text.endswith(".")
    assert len(re.findall(r"[.!?](?: |$)", text)) <= 2, "one sentence, or two short ones"
    assert not re.search(r"[\[\]`*_|<>#\\{}~^]|https?:", text), "no markup in a one-line message"
    assert not re.search(r"\b(above|below|ditto|see the|this (?:rule|section))\b", text, re.I), (
        "points to nothing outside itself"
    )
    assert not re.search(r"\b(he|him|his|himself)\b", text), "players and engineers are anybody"
    assert text.count("(") == text.count(")")


def test_no_two_clauses_say_the_same() -> None:
    said = Counter(text for _, text in clause_texts())
    assert [text for text, count in said.items() if count > 1] == []


def test_a_clause_is_an_item_of_a_list_on_a_line_of_its_own() -> None:
    lines = [line for line in TEXT.splitlines() if ANCHOR.search(line) and "option-" not in line]
    assert [line for line in lines if not re.match(r'- <a id="RP-', line) or line.count("<a id") > 1] == []


def test_the_clauses_of_a_group_stand_in_order_but_those_of_the_digital_table_by_theme() -> None:
    seen: dict[str, list[str]] = {}
    for name, _ in clause_texts():
        seen.setdefault(name[:-3], []).append(name)
    assert list(seen) == [f"RP-{group}" for group in (*GROUPS, "AMB")]
    assert [names for group, names in seen.items() if names != sorted(names) and group != "RP-DIG"] == []


def test_refusals_show_the_sentences_of_the_rulebook() -> None:
    assert sentences(PACKAGE) == dict(clause_texts())
    for code, clause in REASONS.values():
        assert clause in sentences(PACKAGE), code


# ---------------------------------------------------------------- links, options


def test_links_lead_somewhere() -> None:
    slugs = Counter(slug(heading) for heading in re.findall(r"^#+ (.+)$", PROSE, re.M))
    assert [name for name, count in slugs.items() if count > 1] == []
    targets = set(ANCHOR.findall(TEXT)) | set(slugs)
    links = LINK.findall(PROSE)
    assert len(links) > 60
    assert [target for _, target in links if not target.startswith("#")] == []
    assert [(text, target) for text, target in links if target[1:] not in targets] == []


def test_the_contents_name_every_section() -> None:
    sections = re.findall(r"^## (.+)$", PROSE, re.M)
    contents = PROSE.split("\nContents: ", 1)[1].split("\n\n", 1)[0]
    assert [" ".join(text.split()) for text, _ in LINK.findall(contents)] == sections[1:]


def test_every_option_has_a_row_with_its_values_and_the_default_first() -> None:
    rows = dict(re.findall(r'^\| <a id="option-(\w+)"></a>(.*)$', TEXT, re.M))
    assert list(rows) == [option.name for option in RAIL_PASS.options]
    assert TEXT.count('<a id="option-') == len(rows)
    for option in RAIL_PASS.options:
        head, listed, change, _ = rows[option.name].split(" |")
        assert head == f"`{option.name}`"
        values = [str(value).lower() if isinstance(value, bool) else str(value) for value in option.choices]
        if isinstance(option, Span):
            values = [values[0], f"{option.low} to {option.high}"]
        assert listed.strip() == ", ".join((f"**{values[0]}**", *values[1:]))
        assert len(change) > 40


def test_every_option_is_named_where_its_rule_stands() -> None:
    rules = PROSE.split("\n## Options\n", 1)[0]
    pointed = re.findall(r"\(#option-(\w+)\)", rules)
    assert set(pointed) == {option.name for option in RAIL_PASS.options}


def test_every_preset_is_described() -> None:
    rows = table("| preset | options |")
    assert [row[0].strip("`") for row in rows] == list(RAIL_PASS.presets)
    for row, chosen in zip(rows, RAIL_PASS.presets.values(), strict=True):
        told = ", ".join(f"`{name}` {value}" for name, value in chosen.items())
        assert row[1] == (told or "all defaults")


def test_no_list_item_but_a_clause_in_the_rules() -> None:
    rules = PROSE.split("\n## What is in the box\n", 1)[1].split("\n## Options\n", 1)[0]
    assert [line for line in rules.splitlines() if line.startswith("- ") and not ANCHOR.search(line)] == []


# ---------------------------------------------------------------- the layouts it describes


def links_told(layout: Layout) -> str:
    links = ", ".join(f"{link.kind} {link.a}-{link.b}" for link in layout.links if link.joins)
    blocked = " and ".join(f"{link.a}-{link.b}" for link in layout.links if link.kind == BLOCKED)
    return f"{links}, with {blocked or 'nothing'} blocked."


@pytest.mark.parametrize("number", range(1, 10))
def test_the_sentence_of_a_layout_tells_its_links(number: int) -> None:
    layout = load(f"RP-L{number}")
    words = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}[layout.players[0]]
    shape = {"point to point": "a line", "circle": "a circle", "H or I": "an H or I", "figure eight": "a figure eight"}
    told = sentence("LAYOUT", number)
    assert told.startswith(f"{layout.id} is {shape[layout.shape]} for {words} players")
    assert told.endswith(": " + links_told(layout))


def test_the_table_of_layouts() -> None:
    rows = table("| id | name | players | control | suggested time | express |")
    assert [row[0] for row in rows] == list(BUILT_IN)
    for row in rows:
        layout = load(row[0])
        (seating,) = layout.seating
        control = ", ".join("".join(cities) for cities in seating.seats)
        express = clock(seating.express_s)
        assert row[1:] == [layout.name, str(seating.players), control, clock(seating.time_s), express]


def test_the_layouts_taken_without_a_choice() -> None:
    ids = [for_players(n).id for n in range(2, 7)]
    assert f"{', '.join(ids[:-1])} or {ids[-1]} for two to six players" in " ".join(TEXT.split())


def test_the_colours_and_stickers() -> None:
    assert table("| letter | K | R | B | G | Y | W |")[0][1:] == list(COLOURS.values())
    pairs = [f"{COLOURS[pair[0]]}-{COLOURS[pair[1]]}" for pair in LONG_STICKERS]
    told = sentence("EXPERT", 5)
    assert told.endswith(f"the pairs {', '.join(pairs[:-1])} and {pairs[-1]}.")


# ---------------------------------------------------------------- the figures and the example


def test_the_times_of_the_commands() -> None:
    told = {row[0]: row[4] for row in table("| command | hands | needs | does | time |")}
    for verb in ("LOAD", "STORE", "XFER", "XCHG", "ENG", "PICK", "PARK", "GO"):
        assert told[f"`{verb}`"] == f"{STANDARD[verb.lower() + '_ms']} ms"
    assert told["`TAKE`"] == (
        f"{STANDARD['take_open_ms']} ms open, {STANDARD['take_tunnel_ms']} ms tunnel, "
        f"{STANDARD['take_bridge_ms']} ms bridge"
    )
    assert f"takes {STANDARD['cube_ms']} ms\nmore for every cube" in TEXT
    assert f"not more than {STANDARD['trust_ms']} milliseconds" in sentence("DIG", 16)


def test_the_summary_gives_the_same_times() -> None:
    seconds = re.findall(r"(\d\.\d) s", TEXT.split("\n- **Trains.**")[0])
    names = ("LOAD", "STORE", "XFER", "XCHG", "ENG", "PICK", "PARK", "TAKE_OPEN", "TAKE_TUNNEL", "TAKE_BRIDGE")
    assert seconds == [f"{whole(name.lower() + '_ms') / 1000:.1f}" for name in names]


def test_the_notation_has_every_verb() -> None:
    from goldenspike.games.rail_pass.text.notation import VERBS

    section = TEXT.split("\n## Notation\n", 1)[1].split("\n## ", 1)[0]
    told = set(re.findall(r"`([A-Z]+)(?: [^`]*)?`", section))
    assert set(VERBS.split(", ")) <= told


def test_the_example_of_the_notation_can_be_played() -> None:
    example = TEXT.split("\n## Notation\n", 1)[1].split("```\n", 1)[1].split("```", 1)[0].splitlines()
    match = TimedMatch.new(RAIL_PASS, seats=3, seed=7, board="RP-L4", options={"colours": "fixed"})
    for line in example:
        refused = line.startswith("x ")
        if line.startswith("!"):
            continue
        moment, seat, text = line.removeprefix("x ").split(" : ")[0].split(" ", 2)
        at_ms = 60000 * int(moment[:2]) + int(moment[3:].replace(".", ""))
        try:
            match.play(seat, text, at_ms=at_ms)
            assert not refused
        except IllegalAction:
            assert refused
    # Which cube falls depends on the seed; everything else must be as printed.
    journal = [re.sub(r"SPILL S2 .$", "SPILL S2 k", line) for line in match.journal]
    assert journal == example


def test_the_other_examples_are_true() -> None:
    assert "9, 10, 12, 11, 14 and 10 cubes. The base score is 9 x 10 = 90" in TEXT
    assert sorted([9, 10, 12, 11, 14, 10])[:2] == [9, 10]
    tunnel, cube = whole("take_tunnel_ms"), whole("cube_ms")
    assert f"{tunnel} + 2 x {cube} = {tunnel + 2 * cube} ms" in TEXT
