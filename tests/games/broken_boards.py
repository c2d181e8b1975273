"""Board files as designers break them: what was done to a good one, and what must be said about it.

Each case is a change of a good file and the words that its message must have: the place, and what is wanted there.
A change gets the document; what it returns, if anything, is the file instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
Change = Callable[[Data], Any]
Cases = dict[str, tuple[Change, tuple[str, ...]]]

GOOD = {"santa-fe-rails": "mini", "pioneer-rails": "desert-a", "rail-pass": "RP-L1"}


def record(data: Data, key: str, name: str) -> Data:
    found: Data = next(one for one in data[key] if one["id"] == name)
    return found


def text(data: Data) -> str:
    return json.dumps(data, indent=1)


def rewritten(data: Data, old: str, new: str) -> str:
    """The file with one piece of its text replaced, as a slip of the keyboard would."""
    before = text(data)
    assert old in before
    return before.replace(old, new, 1)


def of_any_kind(what: str) -> Cases:
    """What is wrong with the text itself: the same in every game."""
    return {
        "empty": (lambda d: "", ("the file is empty", f"a {what} is a JSON object")),
        "only-space": (lambda d: " \n\n", ("the file is empty",)),
        "comment": (
            lambda d: rewritten(d, '"id"', '// mine\n "id"'),
            ("a comment (//) at line 3, column 2", "JSON has no comments"),
        ),
        "hash-comment": (lambda d: "# my file\n" + text(d), ("a comment (#) at line 1, column 1",)),
        "trailing-comma": (lambda d: text(d)[:-2] + ",\n}", ("a comma before the closing }", "take it out")),
        "missing-comma": (lambda d: rewritten(d, '1,\n "id"', '1\n "id"'), ("a comma is missing at line 2",)),
        "single-quotes": (lambda d: rewritten(d, '"id"', "'id'"), ("line 3, column 2", "straight double quotes")),
        "python-words": (
            lambda d: rewritten(d, '"id": ', '"note": None, "id": '),
            ("None at line 3", "JSON writes null"),
        ),
        "cut-off": (
            lambda d: text(d)[:-2],
            ("the file ends too early", "{ of line 1, column 1", "never closed with }"),
        ),
        "two-files": (lambda d: text(d) + "\n" + text(d), (f"the {what} is closed before line", "more text follows")),
        "key-twice": (
            lambda d: rewritten(d, '"id": ', '"id": "a",\n "id": '),
            ('the key "id" stands twice', "line 4, column 2"),
        ),
        "utf-16": (lambda d: text(d).encode("utf-16"), ("UTF-16", "save it as UTF-8")),
        "latin-1": (
            lambda d: rewritten(d, '"name": "', '"name": "Mün').encode("latin-1"),
            ("not UTF-8", "ü in an older encoding", "save it as UTF-8"),
        ),
        "picture": (lambda d: b"\x89PNG\r\n\x1a\n" + bytes(60), ("the file is a PNG picture",)),
        "drawing": (lambda d: "<svg xmlns='http://www.w3.org/2000/svg'/>", ("the file is an SVG picture",)),
        "list": (lambda d: "[]", (f"a {what} is a JSON object", "not a list")),
        "match": (lambda d: '{"format": "goldenspike-match/1", "header": {}}', ("this is a saved match", "is wanted")),
    }


BOARDS: Cases = {
    "city-in-small-letters": (
        lambda d: record(d, "cities", "DEN").update(id="den"),
        (
            "cities[6] (den).id must be three capital letters",
            'there is no city "DEN", which 3 other places',
            "did you mean den?",
        ),
    ),
    "unknown-end": (
        lambda d: record(d, "lines", "OMA-DEN").update(a="OMO"),
        ("lines[5] (OMA-DEN).a", 'there is no city "OMO"', "did you mean OMA?"),
    ),
    "unknown-home": (
        lambda d: record(d, "railroads", "WP").update(home="SCA"),
        ("railroads[7] (WP).home", 'there is no city "SCA"', "did you mean SEA?"),
    ),
    "unknown-major": (
        lambda d: record(d, "cities", "DEN").update(squares=["RI"]),
        ("cities[6] (DEN).squares", 'there is no major "RI"', "there are SF, SP, GN, UP, KP"),
    ),
    "colour-in-words": (
        lambda d: record(d, "railroads", "SF").update(colour="blue"),
        ("railroads[0] (SF).colour", "#rrggbb", 'not "blue"'),
    ),
    "short-colour": (
        lambda d: record(d, "railroads", "UP").update(colour="#f00"),
        ("railroads[3] (UP).colour", "#rrggbb"),
    ),
    "value": (
        lambda d: record(d, "cities", "DEN").update(value=8),
        ("cities[6] (DEN).value", "one of 2, 3, 4, 5, 6, 7, null", "not 8"),
    ),
    "value-in-quotes": (
        lambda d: record(d, "cities", "DEN").update(value="6"),
        ("cities[6] (DEN).value", "write 6 without quotes"),
    ),
    "place-in-quotes": (
        lambda d: record(d, "cities", "LAX").update(x="200"),
        ("cities[10] (LAX).x must be a number", "write 200 without quotes"),
    ),
    "american-colour": (
        lambda d: record(d, "railroads", "SF").update(color=record(d, "railroads", "SF").pop("colour")),
        ("railroads[0] (SF)", 'unknown key "color"; did you mean colour?', '"colour" missing', "#rrggbb"),
    ),
    "no-cities": (lambda d: d.pop("cities"), ('board: "cities" missing', "each with id, name, value", "a list")),
    "one-city": (lambda d: d.update(cities=d["cities"][:1], lines=[]), ("cities must have at least 2 entries, not 1",)),
    "terrain": (
        lambda d: record(d, "lines", "OMA-DEN").update(segments=[".", "q"]),
        ("lines[5] (OMA-DEN).segments[1]", ". (plain), m (mountain)", 'not "q"'),
    ),
    "no-spaces": (
        lambda d: record(d, "lines", "OMA-DEN").update(segments=[]),
        ("lines[5] (OMA-DEN).segments must have at least 1 entry",),
    ),
    "arrow": (
        lambda d: record(d, "lines", "MIL-MIN").update(one_way="A>B"),
        ("lines[1] (MIL-MIN).one_way", '"a>b"', 'did you mean "a>b"?'),
    ),
    "line-id": (
        lambda d: record(d, "lines", "OMA-DEN").update(id="OMADEN"),
        ("lines[5] (OMADEN).id", "the ids of its two cities with a dash", '"CHI-OMA"'),
    ),
    "line-id-of-others": (
        lambda d: record(d, "lines", "OMA-DEN").update(id="OMA-SFO"),
        ("line OMA-SFO", "its ends and index make it OMA-DEN"),
    ),
    "no-index": (
        lambda d: record(d, "lines", "CHI-KSC#1").pop("index"),
        ("line CHI-KSC#1", "its ends and index make it CHI-KSC"),
    ),
    "city-twice": (
        lambda d: d["cities"].append(dict(d["cities"][6], x=300)),
        ("cities[14]", 'the id "DEN" is already taken by cities[6]'),
    ),
    "outside": (
        lambda d: record(d, "cities", "SEA").update(x=4000),
        ("city SEA", "(4000, 100) lies outside the board of 1000 x 680"),
    ),
    "cut-off-city": (
        lambda d: d.update(lines=[one for one in d["lines"] if "SEA" not in (one["a"], one["b"])]),
        ("the map is not connected", "no way from CHI to SEA"),
    ),
    "too-many-pieces": (
        lambda d: record(d, "railroads", "WP").update(pieces=20),
        ("railroad WP", "20 pieces, at most 15"),
    ),
    "square-at-home": (
        lambda d: record(d, "cities", "CHI").update(squares=["SF"]),
        ("city CHI", "shows a square of SF, which is based there"),
    ),
    "unknown-value": (lambda d: d.update(values={"hnd": 5}), ("no value 'hnd'", "did you mean hand?")),
    "value-out-of-range": (lambda d: d.update(values={"hand": 99}), ("values.hand is a whole number from", "not 99")),
    "id-with-spaces": (lambda d: d.update(id="My Board"), ("id must be at most 40 small letters", '"my-board"')),
    "point": (
        lambda d: record(d, "lines", "OMA-DEN").update(via=[5]),
        ("lines[5] (OMA-DEN).via[0]", "a point written [x, y]"),
    ),
    "no-markers": (lambda d: d.update(markers={"4": 3}), ('markers: "5" missing', "a whole number")),
    "name-that-nobody-sees": (
        lambda d: record(d, "cities", "DEN").update(name="De\tnver"),
        ("cities[6].name", "cannot be printed"),
    ),
    "a-sheet": (lambda d: "pioneer-rails", ("this is a sheet for Pioneer Rails", "a board for Santa Fe")),
    "a-layout": (lambda d: "rail-pass", ("this is a layout for Rail Pass", "a board for Santa Fe")),
}

SHEETS: Cases = {
    "hex-off-the-alphabet": (
        lambda d: d["hex"].update(Z9={"t": "mine", "n": 1}),
        ('hex: the name "Z9" must be a hex: a row letter from A to P', '"C3"'),
    ),
    "hex-off-the-map": (lambda d: d["hex"].update(P20={"t": "mine", "n": 1}), ("P20 is off the map of",)),
    "terrain": (
        lambda d: d["hex"].update(A1={"t": "castle"}),
        ("hex.A1.t must be one of", '"cattle"', 'did you mean "cattle"?'),
    ),
    "terrain-in-capitals": (lambda d: d["hex"].update(A1={"t": "Mine", "n": 1}), ("hex.A1.t", 'did you mean "mine"?')),
    "bare-terrain": (lambda d: d["hex"].update(A1="mine"), ("hex.A1 must be an object, not text",)),
    "no-terrain": (lambda d: d["hex"].update(A1={"n": 1}), ('hex.A1: "t" missing', "one of", '"mine"')),
    "forest-on-desert": (lambda d: d["hex"].update(A1={"t": "jail", "n": 3}), ("A1 is a jail, which a desert sheet",)),
    "no-number": (lambda d: d["hex"].update(A1={"t": "bank"}), ("A1, a bank, needs its number of sides",)),
    "number-in-quotes": (
        lambda d: d["hex"].update(A1={"t": "bank", "n": "3"}),
        ("hex.A1.n must be a whole number", "write 3 without quotes"),
    ),
    "suit": (
        lambda d: d["hex"].update(A1={"t": "station", "suit": "spades"}),
        ("hex.A1.suit must be S (spades), H (hearts)",),
    ),
    "two-stations": (
        lambda d: d["hex"].update(A1={"t": "station", "suit": "S"}),
        ("there must be one station of spades, not 2",),
    ),
    "town-corner": (
        lambda d: d["towns"][0].update(v="C3x"),
        ("towns[0] (", ").v must be a hex and one of its corners", '"C3s"'),
    ),
    "town-off-the-map": (lambda d: d["towns"][0].update(v="P20n"), ("the town", "at P20n", "is off the map")),
    "town-twice": (
        lambda d: d["towns"].append(dict(d["towns"][0], name="Twin")),
        ('the town "Twin" at', "stands where"),
    ),
    "two-towns-of-a-name": (lambda d: d["towns"][1].update(name=d["towns"][0]["name"]), ("two towns are called",)),
    "nameless-town": (lambda d: d["towns"].__setitem__(0, {"v": "C3s"}), ('towns[0]: "name" missing', "text")),
    "river-jumps": (lambda d: d["river"][0].__delitem__(3), ("the river jumps", "are not adjacent")),
    "river-on-land": (lambda d: d["river"][0].append("A1"), ("the river runs through A1, which is no river hex",)),
    "river-hex": (lambda d: d["river"][0].append("a-1"), ("river[0][", "must be a hex", '"C3"')),
    "range-key": (
        lambda d: d["ranges"].update(x1=["A1", "A2"]),
        ('ranges: the name "x1" must be the letter m and a number',),
    ),
    "range-on-land": (lambda d: d["ranges"].update(m9=["A1", "A2"]), ("range m9: A1 is no mountain of this range",)),
    "half-a-range": (lambda d: d["ranges"].update(m1=["A1"]), ("ranges.m1 must have at least 2 entries",)),
    "map": (lambda d: d.update(map="dessert"), ('map must be one of "desert", "forest"', 'did you mean "desert"?')),
    "rows": (lambda d: d.update(rows=40), ("rows must be at most 16, not 40",)),
    "side": (lambda d: d.update(side="front"), ("side must be one capital letter", 'not "front"')),
    "unknown-key": (
        lambda d: d.update(town=d.pop("towns")),
        ('unknown key "town"; did you mean towns?', '"towns" missing'),
    ),
    "short-row": (lambda d: d["score_rows"].update(nuggets=1), ('the row "nuggets" has 1 symbols, not',)),
    "falling-row": (lambda d: d["score_rows"].update(ranch=[9, 8, 7, 6, 5, 4, 3]), ('the row "ranch" must rise',)),
    "saloon": (
        lambda d: d["score_rows"].update(saloon="four"),
        ("score_rows.saloon must be a number of symbols from 0 to 8",),
    ),
    "value": (lambda d: d.update(values={"track": 4}), ("no value 'track'", "did you mean tracks?")),
    "a-board": (lambda d: "santa-fe-rails", ("this is a board for Santa Fe", "a sheet for Pioneer Rails is wanted")),
    "a-layout": (lambda d: "rail-pass", ("this is a layout for Rail Pass", "a sheet for Pioneer Rails is wanted")),
}

LAYOUTS: Cases = {
    "city-in-small-letters": (
        lambda d: d["cities"][0].update(id="a"),
        ('cities[0] (a).id must be one of "A", "B"', 'did you mean "A"?', "links[0]", "there is no city A"),
    ),
    "colour-in-words": (
        lambda d: d["cities"][0].update(colour="black"),
        ("cities[0] (A).colour", "K (black), R (red)", 'not "black"'),
    ),
    "colour-twice": (lambda d: d["cities"][1].update(colour="K"), ("cities: A and B are both black",)),
    "city-twice": (lambda d: d["cities"][1].update(id="A"), ("cities: A stands 2 times", "a place holds one city")),
    "order": (lambda d: d["cities"].reverse(), ("cities: they stand in alphabetical order, not F E D C B A",)),
    "seven-cities": (
        lambda d: d["cities"].append({"id": "G", "colour": "K"}),
        ("cities must have at most 6 entries, not 7",),
    ),
    "named-city": (lambda d: d["cities"][0].update(name="Ulm"), ('unknown key "name"', "it may have id, colour")),
    "link-kind": (
        lambda d: d["links"][0].update(kind="tunel"),
        ("links[0] (A-D).kind", '"open", "tunnel"', 'did you mean "tunnel"?'),
    ),
    "no-kind": (
        lambda d: d["links"].__setitem__(0, {"a": "A", "b": "D"}),
        ('links[0] (A-D): "kind" missing', 'one of "open", "tunnel"'),
    ),
    "link-to-itself": (
        lambda d: d["links"].append({"a": "A", "b": "A", "kind": "open"}),
        ("links[7]", "A cannot be joined to itself"),
    ),
    "link-to-nowhere": (
        lambda d: d["cities"].pop(),
        ("links[4] (C-F)", "there is no city F", "there are A, B, C, D, E"),
    ),
    "link-twice": (
        lambda d: d["links"].append({"a": "D", "b": "A", "kind": "open"}),
        ("links[7]: A and D already have links[0]", "at most one"),
    ),
    "too-many-tunnels": (
        lambda d: [link.update(kind="tunnel") for link in d["links"]],
        ("links: 7 tunnels, a box holds 3", "set unlimited_parts"),
    ),
    "cut-off": (lambda d: d["links"][0].update(kind="blocked"), ("links: no way leads from A to",)),
    "unseated-city": (lambda d: d["seating"][0]["seats"][0].remove("A"), ("seating[0]: nobody controls A",)),
    "city-of-two": (
        lambda d: d["seating"][0]["seats"][0].append("D"),
        ("seating[0]: D is given 2 times", "a city has one player"),
    ),
    "seats": (lambda d: d["seating"][0].update(players=3), ("seating[0]: 3 players but 2 seats",)),
    "players": (lambda d: d["seating"][0].update(players=7), ("seating[0].players must be at most 6, not 7",)),
    "players-in-quotes": (
        lambda d: d["seating"][0].update(players="2"),
        ("seating[0].players", "write 2 without quotes"),
    ),
    "seating-twice": (lambda d: d["seating"].append(d["seating"][0]), ("seating: 2 players are seated twice",)),
    "both-ends": (
        lambda d: d["links"][1].update(kind="bridge"),
        ("seating[0]: player 2 controls both ends of the bridge D-E", "a train must change hands"),
    ),
    "no-seating": (lambda d: d.pop("seating"), ('layout: "seating" missing', "one entry for each number of players")),
    "express": (lambda d: d["seating"][0].update(express_s=10), ("seating[0].express_s must be at least 30, not 10",)),
    "cubes": (lambda d: d["yard"].update(each=5), ("yard.each: 5 cubes of each colour", "at most 4 with 6 cities")),
    "half-a-cube": (lambda d: d["yard"].update(each=1.5), ("yard.each must be a whole number, not 1.5",)),
    "unlimited": (lambda d: d.update(unlimited_parts="yes"), ("unlimited_parts must be true or false, not text",)),
    "unknown-key": (
        lambda d: d.update(link=d.pop("links")),
        ('unknown key "link"; did you mean links?', '"links" missing'),
    ),
    "value": (lambda d: d.update(values={"wins": 90}), ("no value 'wins'", "did you mean win?")),
    "id": (lambda d: d.update(id="my layout"), ("id must be at most 40 letters and digits", '"my-layout"')),
    "a-board": (lambda d: "santa-fe-rails", ("this is a board for Santa Fe", "a layout for Rail Pass is wanted")),
    "a-sheet": (lambda d: "pioneer-rails", ("this is a sheet for Pioneer Rails", "a layout for Rail Pass is wanted")),
}

BROKEN: dict[str, Cases] = {
    "santa-fe-rails": BOARDS | of_any_kind("board"),
    "pioneer-rails": SHEETS | of_any_kind("sheet"),
    "rail-pass": LAYOUTS | of_any_kind("layout"),
}
