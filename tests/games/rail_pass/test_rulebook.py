"""The rulebook of Rail Pass is true of the layouts, the rules and the times."""

from __future__ import annotations

import re

import pytest

from goldenspike.engine.errors import IllegalAction
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.board.load import BLOCKED, BUILT_IN, COLOURS, LONG_STICKERS, Layout, for_players, load
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.text.refusals import REASONS
from goldenspike.games.rail_pass.values import STANDARD
from tests.games.rulebooks import Rulebook, numbered

GROUPS = {
    "COMP": 8, "MODEL": 5, "SETUP": 10, "LAYOUT": 14, "TIME": 7, "LOAD": 14, "ENG": 13, "TRAIN": 12, "PASS": 13,
    "FAULT": 11, "SCORE": 10, "EXPERT": 6, "ARROW": 2, "DIG": 32,
}  # fmt: skip
RULINGS = (1, 4, 9, 10, 12, 13, 14, 16, 22)
BOOK = Rulebook(
    "rail_pass",
    ("rail-pass",),
    (*numbered("RP", GROUPS), *(f"RP-AMB-{number:02}" for number in RULINGS)),
    links=60,
    first="What is in the box",
    prefix="RP",
)
TEXT = BOOK.text


def sentence(group: str, number: int) -> str:
    return BOOK.sentence(f"RP-{group}-{number:02}")


def whole(name: str) -> int:
    value = STANDARD[name]
    assert isinstance(value, int)
    return value


def clock(seconds: int | None) -> str:
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"


# ---------------------------------------------------------------- clauses and options
def test_the_clauses_of_a_group_stand_in_order_but_those_of_the_digital_table_by_theme() -> None:
    assert list(BOOK.groups) == [f"RP-{group}" for group in (*GROUPS, "AMB")]
    assert [names for group, names in BOOK.groups.items() if names != sorted(names) and group != "RP-DIG"] == []


def test_every_refusal_names_a_clause() -> None:
    known = dict(BOOK.clauses)
    assert [code for code, clause in REASONS.values() if clause not in known] == []


def test_the_rows_of_options_stand_in_the_order_of_the_game() -> None:
    rows = re.findall(r'^\| <a id="option-(\w+)"></a>', TEXT, re.M)
    assert rows == [option.name for option in RAIL_PASS.options]


def test_every_preset_is_described() -> None:
    rows = BOOK.table("| preset | options |")
    assert [row[0].strip("`") for row in rows] == list(RAIL_PASS.presets)
    for row, chosen in zip(rows, RAIL_PASS.presets.values(), strict=True):
        told = ", ".join(f"`{name}` {value}" for name, value in chosen.items())
        assert row[1] == (told or "all defaults")


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
    rows = BOOK.table("| id | name | players | control | suggested time | express |")
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
    assert BOOK.table("| letter | K | R | B | G | Y | W |")[0][1:] == list(COLOURS.values())
    pairs = [f"{COLOURS[pair[0]]}-{COLOURS[pair[1]]}" for pair in LONG_STICKERS]
    told = sentence("EXPERT", 5)
    assert told.endswith(f"the pairs {', '.join(pairs[:-1])} and {pairs[-1]}.")


# ---------------------------------------------------------------- the figures and the example


def test_the_times_of_the_commands() -> None:
    told = {row[0]: row[4] for row in BOOK.table("| command | hands | needs | does | time |")}
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
