"""Everything that can be wrong with a layout, said in sentences that name place and clause."""

from __future__ import annotations

from collections import Counter
from typing import Any

from goldenspike.engine.board_file import read_document
from goldenspike.engine.errors import BadOption
from goldenspike.engine.schema_words import place, schema_problems
from goldenspike.engine.values import Number, read_values

from ..values import VALUES
from .load import (
    BLOCKED,
    BRIDGE,
    COLOURS,
    KINDS,
    PARTS,
    PLACES,
    TUNNEL,
    BadLayout,
    Link,
    hops,
    link_between,
    most_each,
    schema,
    suggested_s,
)


def problems(data: Any) -> list[str]:
    """Everything that forbids playing on this layout, each as a sentence naming place and clause."""
    data, found = read_document(BadLayout, schema(), data)
    # The rest looks at whatever can be read, so that one wrong word does not hide other mistakes.
    cities = [(i, c["id"], c.get("colour")) for i, c in _records(data, "cities") if c.get("id") in _LETTERS]
    names = [name for _, name, _ in cities]
    known = list(dict.fromkeys(names))
    links, dangling = _links(data, known)
    found += _city_problems(data, cities) + dangling + _pair_problems(links) + _part_problems(data, links)
    readable = not schema_problems(
        "layout", schema(), {**_EMPTY, "cities": data.get("cities"), "links": data.get("links")}
    )
    if readable and not dangling:
        found += _unreached(names, [link for _, link in links])
    values, wrong = _values(data)
    found += wrong
    for i, entry in _records(data, "seating"):
        found += _seating_problems(f"seating[{i}]", entry, known, links, values)
    counts = Counter(n for _, e in _records(data, "seating") if isinstance(n := e.get("players"), int))
    found += [f"seating: {n} players are seated twice (RP-SETUP-01)" for n, times in counts.items() if times > 1]
    return found + _yard_problems(data, len(names))


_LETTERS = tuple(PLACES)
_EMPTY = {
    "id": "x",
    "name": "x",
    "note": "",
    "kind": "custom",
    "version": 1,
    "seating": [{"players": 2, "seats": [["A"], ["B"]]}],
}


def _records(data: dict[str, Any], key: str) -> list[tuple[int, dict[str, Any]]]:
    """The records of a list that are objects at all, with their places."""
    items = data.get(key)
    return [(i, r) for i, r in enumerate(items) if isinstance(r, dict)] if isinstance(items, list) else []


def _city_problems(data: dict[str, Any], cities: list[tuple[int, str, Any]]) -> list[str]:
    """Cities that stand twice or out of order, and colours given twice."""
    found: list[str] = []
    names = [name for _, name, _ in cities]
    for name, times in Counter(names).items():
        if times > 1:
            found.append(f"cities: {name} stands {times} times, a place holds one city (RP-COMP-01)")
    if len(set(names)) == len(names) and names != sorted(names):
        found.append(f"cities: they stand in alphabetical order, not {' '.join(names)} (RP-LAYOUT-12)")
    owner: dict[str, str] = {}
    for _, name, colour in cities:
        if not isinstance(colour, str) or colour not in COLOURS:
            continue
        if colour in owner and owner[colour] != name:
            found.append(f"cities: {owner[colour]} and {name} are both {COLOURS[colour]} (RP-COMP-01)")
        owner.setdefault(colour, name)
    return found


def _links(data: dict[str, Any], names: list[str]) -> tuple[list[tuple[int, Link]], list[str]]:
    """The links that can be read, and those that lead to no city."""
    links: list[tuple[int, Link]] = []
    found: list[str] = []
    for i, record in _records(data, "links"):
        a, b, kind = record.get("a"), record.get("b"), record.get("kind")
        ends = [end for end in (a, b) if isinstance(end, str) and end in _LETTERS]
        lost = [end for end in dict.fromkeys(ends) if end not in names]
        where = place(data, ("links", i))
        found += [
            f"{where}: there is no city {end}; there are {', '.join(names) or 'none'} (RP-LAYOUT-12)" for end in lost
        ]
        if len(ends) == 2 and not lost and isinstance(kind, str) and kind in KINDS:
            links.append((i, link_between(ends[0], ends[1], kind)))
    return links, found


def _pair_problems(links: list[tuple[int, Link]]) -> list[str]:
    """Links from a city to itself, and pairs with two markers."""
    found: list[str] = []
    first: dict[tuple[str, str], int] = {}
    for i, link in links:
        pair = (link.a, link.b)
        if link.a == link.b:
            found.append(f"links[{i}]: {link.a} cannot be joined to itself (RP-MODEL-04)")
        elif pair in first:
            found.append(
                f"links[{i}]: {link.a} and {link.b} already have links[{first[pair]}]; "
                "a pair has at most one (RP-LAYOUT-12)"
            )
        first.setdefault(pair, i)
    return found


def _part_problems(data: dict[str, Any], links: list[tuple[int, Link]]) -> list[str]:
    """More tunnels, bridges or markers than one box holds."""
    if data.get("unlimited_parts") is True:
        return []
    used = Counter(link.kind for _, link in links)
    words = {TUNNEL: "tunnels", BRIDGE: "bridges", BLOCKED: "Blocked Track markers"}
    return [
        f"links: {used[kind]} {words[kind]}, a box holds {most}; set unlimited_parts if you have more (RP-COMP-05)"
        for kind, most in PARTS.items()
        if used[kind] > most
    ]


def _unreached(names: list[str], links: list[Link]) -> list[str]:
    """Cities that no train can ever reach."""
    far = hops(links, names[0])
    lost = [name for name in dict.fromkeys(names) if name not in far]
    if not lost:
        return []
    return [f"links: no way leads from {names[0]} to {', '.join(lost)}; all must be connected (RP-LAYOUT-12)"]


def _values(data: dict[str, Any]) -> tuple[dict[str, Number], list[str]]:
    """The numbers of the rulebook that the layout sets, and what is wrong with others."""
    given = data.get("values")
    found: dict[str, Number] = {}
    wrong: list[str] = []
    for name, value in given.items() if isinstance(given, dict) else ():
        try:
            found |= read_values(VALUES, {name: value}, "rail-pass")
        except BadOption as error:
            wrong.append(f"values: {error}")
    return found, wrong


def _seating_problems(
    where: str, entry: dict[str, Any], names: list[str], links: list[tuple[int, Link]], values: dict[str, Number]
) -> list[str]:
    """Seats that are too many or too few, cities with no or two players, obstacles nobody could pass."""
    found: list[str] = []
    players, seats, express = entry.get("players"), entry.get("seats"), entry.get("express_s")
    number = players if isinstance(players, int) and not isinstance(players, bool) else None
    if number is not None and 2 <= number <= 6:
        if isinstance(express, int) and express > suggested_s(number, values):
            found.append(
                f"{where}.express_s: {express} s is no challenge, "
                f"the limit for {number} players is {suggested_s(number, values)} s (RP-TIME-02)"
            )
    if not isinstance(seats, list) or not all(isinstance(cities, list) for cities in seats):
        return found
    if number is not None and len(seats) != number:
        found.append(f"{where}: {number} players but {len(seats)} seats (RP-SETUP-09)")
    owners: dict[str, list[int]] = {}
    for seat, cities in enumerate(seats):
        for city in cities:
            if isinstance(city, str) and city in _LETTERS:
                owners.setdefault(city, []).append(seat)
    for city, at in owners.items():
        if city not in names:
            found.append(f"{where}: there is no city {city}; there are {', '.join(names) or 'none'} (RP-SETUP-09)")
        elif len(at) > 1:
            found.append(f"{where}: {city} is given {len(at)} times, a city has one player (RP-SETUP-09)")
    for city in names:
        if city not in owners:
            found.append(f"{where}: nobody controls {city} (RP-SETUP-09)")
    for i, link in links:
        shared = set(owners.get(link.a, ())) & set(owners.get(link.b, ()))
        if link.obstacle and link.a != link.b and shared:
            found.append(
                f"{where}: player {min(shared) + 1} controls both ends of the {link.kind} "
                f"{link.a}-{link.b} (links[{i}]), where a train must change hands "
                "(RP-LAYOUT-12, RP-PASS-09)"
            )
    return found


def _yard_problems(data: dict[str, Any], cities: int) -> list[str]:
    """More cubes of a colour than one box holds."""
    yard = data.get("yard")
    each = yard.get("each") if isinstance(yard, dict) else None
    if not isinstance(each, int) or isinstance(each, bool) or not 2 <= cities <= 6:
        return []
    if each <= most_each(cities):
        return []
    return [
        f"yard.each: {each} cubes of each colour in {cities - 1} yards are more than the box has; "
        f"at most {most_each(cities)} with {cities} cities (RP-COMP-02)"
    ]
