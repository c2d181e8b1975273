"""The sheets and examples of the rulebook, drawn again with the plain rules."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from functools import cache
from importlib import resources
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine.transcript import transcript
from goldenspike.games.pioneer_rails.board.hexes import Grid, Kind, grid
from tests.fixtures.make_pioneer_rails import HERE as FIXTURES

from .test_rulebook import BOOK, GOAL_DECKS

SHEETS = ("desert-a", "desert-b", "forest-a", "forest-b")


TRACK = re.compile(r"`([+=#/]*[A-H][0-9]+(?:\\?\|[A-H][0-9]+|\^[news]+|\*[a-z]+-[a-z]+))`")


@cache
def sheet(name: str) -> dict[str, Any]:
    """The data of one of our sheets."""
    for file in resources.files(BOOK.package).joinpath("data").iterdir():
        if file.name.endswith(".json"):
            data: dict[str, Any] = json.loads(file.read_text("utf-8"))
            if data.get("id") == name:
                return data
    raise LookupError(f"no sheet {name}")


def column(row: str, number: int) -> str:
    """A cell of the tables that compare the sheets."""
    found = re.findall(rf"^\| {row} \|(.*)\|$", BOOK.section("Our sheets"), re.M)
    assert len(found) == 1, row
    return str(found[0].split("|")[number].strip())


@pytest.mark.parametrize("number", range(4))
def test_the_tables_of_the_sheets(number: int) -> None:
    data = sheet(SHEETS[number])
    assert re.search(rf"^\| `{data['id']}` \| {data['name']} \| .+ \|$", BOOK.section("Our sheets"), re.M)
    assert f"{data['rows']} rows and {data['cols']} columns" in " ".join(BOOK.section("Our sheets").split())
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
    row = re.findall(rf"^\| `{name}` \| ([^|]*) \|$", BOOK.section("Our sheets"), re.M)
    assert len(row) == 1
    assert row[0].split(", ") == [f"{town['name']} {town['v']}" for town in sheet(name)["towns"]]


def test_the_names_of_goals_and_owners() -> None:
    data = resources.files(BOOK.package).joinpath("data")
    goals = json.loads(data.joinpath("goals.json").read_text("utf-8"))["goals"]
    for deck in GOAL_DECKS:
        named = ", ".join(f"{goal['id']} {goal['name']}" for goal in goals if goal["deck"] == deck.lower())
        assert f"| {deck} | {named} |" in BOOK.section("Goals")
    owners = json.loads(data.joinpath("owners.json").read_text("utf-8"))["owners"]
    told = re.findall(r"^\| (\d\d) \| ([^|]+) \| [^|]+ \|$", BOOK.section("Company Owners"), re.M)
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
    block = next(block for block in re.split(r"\n\n|\n(?=\|)", BOOK.prose) if words in " ".join(block.split()))
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


def example_record() -> list[str]:
    """The record that the chapter about notation shows."""
    found = re.search(r"^```\n(sheet .*\n(?:.*\n)*?)```$", BOOK.text, re.M)
    assert found
    return found[1].splitlines()


def test_the_game_of_the_notation_can_be_drawn() -> None:
    log = example_record()
    pattern = re.compile(
        r"([A-C]): (10|[JQKA])([SHDC])(?: > ([SHDC]))?((?: t\S*)*) : (.*?)(?: ; (.*?))? [+-]\d+ points"
    )
    turns = [found.groups() for line in log if (found := pattern.fullmatch(line))]
    assert len(turns) == 6
    sheets: dict[str, Pencil] = {}
    for seat, _, suit, other, towns, tracks, marks in turns:
        pencil = sheets.setdefault(seat, Pencil(log[0].split()[1]))
        before = pencil.completed()
        assert len(tracks.split()) == 3 + len(towns.split())
        for track in tracks.split():
            mark = re.match(r"[+=#/]*", track)
            assert mark
            assert pencil.draw(other or suit, track)[0] == mark[0]
        assert set(re.findall(r"!\w+@\w+", marks)) == pencil.completed() - before


def test_the_record_of_the_notation_is_what_the_software_writes() -> None:
    said = re.search(r"three players on Desert A, seed (\d+), with A as first Dealer", " ".join(BOOK.text.split()))
    assert said
    match = gs.new("pioneer-rails", seats=3, seed=int(said[1]), board="desert-a", first_dealer="A")
    shown = example_record()
    for line in shown:
        seat, colon, text = line.partition(": ")
        if colon and len(seat) == 1:
            match.play(seat, re.sub(r" +(\(.*: \d+\)|[+-]\d+ points)$", "", text))
    record = transcript(match).splitlines()
    assert [line[0] for line in record[:2]] == ["[", "["]
    assert record[2 : 2 + len(shown)] == shown
    assert len(record) == 2 + len(shown) + 1, "then come the cards of the next turn"


def test_the_lines_that_the_software_writes_are_really_written() -> None:
    table = BOOK.section("Notation").split("| the software writes |", 1)[1].split("\n\n", 1)[0]
    shown = re.findall(r"^\| `([^`]+)` \|", table, re.M)
    assert len(shown) == 12
    there = set(example_record())
    for name in ("owners-desert", "seats-5", "hand-card", "solo-hard", "sheet-desert-a"):
        there |= set(transcript(gs.load(FIXTURES / f"{name}.json")).splitlines())
    assert [line for line in shown if line not in there] == []


def test_the_notation_names_things_of_our_sheets() -> None:
    data = {name: sheet(name) for name in SHEETS}
    found = re.findall(r"!(\w+)@([A-H][0-9]+)(?![0-9ns])(?:\((\w+))?", BOOK.section("Notation"))
    assert len(found) > 8
    for kind, at, chosen in found:
        word = {"ranch": "cattle"}.get(kind, kind)
        here = [name for name in SHEETS if data[name]["hex"].get(at, {"t": ""})["t"] == word]
        assert here, f"{kind} at {at}"
        if kind == "saloon" and chosen == "A":
            assert any(name.startswith("forest") for name in here)
