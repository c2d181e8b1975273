"""What the numbers of the environments mean: parts of an observation, ranges of action numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from goldenspike.engine.env_fields import BYTE, BoardGraph, Part, Verb
from goldenspike.engine.setting import Setting

from .rules import state as n

LONGEST_MS = 1 << 30


def parts(setting: Setting) -> Iterator[Part]:
    yield Part("seat", 1, 0, n.SEATS - 1, "the observer")
    yield Part("phase", 1, 0, n.OVER, "0: running, 1: between rounds, 2: over")
    yield Part("round", 1, 0, n.ROUNDS, "from 0")
    yield Part("time left", 1, 0, LONGEST_MS, "milliseconds")
    for k in range(n.CITIES):
        part = partial(part_of, "city", str(k), k)
        yield part("owner", 1, -1, n.SEATS - 1, "seat; -1: not in this layout")
        yield part("storage", 1, *BYTE, "cubes stored")
        yield part("dropped", 1, *BYTE, "cubes of its colour dropped")
        yield part("yard ends", 2, *BYTE, "spots from head up to tail can still be loaded")
        yield part("tracks", 2, -1, n.TRAINS - 1, "train on the long, the short track; -1: none")
        yield part("guests", 1, *BYTE, "engineers in the Hotel")
        yield part("yard", n.YARD, -1, n.CITIES - 1, "cubes by spot; -1: taken")
        yield Part(
            f"city {k}: links",
            n.CITIES,
            0,
            n.BLOCKED,
            "to each city: 0 none, 1 open, 2 tunnel, 3 bridge, 4 blocked",
            edges=range(n.CITIES * k, n.CITIES * (k + 1)),
            feature="link",
        )
    for k in range(n.TRAINS):
        part = partial(part_of, "train", f"{'LS'[k // n.LONGS]}{k % n.LONGS + 1}", n.CITIES + k)
        yield part("place", 1, 0, n.ABSENT, "2 x city + track, 12 + 2 x seat + hand, 24 wrecked, 25 absent")
        yield part("city", 1, -1, n.CITIES - 1, "where it is parked or held")
        yield part("driver", 1, -1, n.ENGINEERS - 1, "engineer; -1: none")
        yield part("offer", 1, -1, n.CITIES - 1, "city it is offered to; -1: none")
        yield part("push", 1, *BYTE, "1 while its giver pushes (tunnel, bridge)")
        yield part("job", 1, 0, n.TAKING, "running command")
        yield part("target", 1, *BYTE, "of the running command")
        yield part("due", 1, -LONGEST_MS, LONGEST_MS, "milliseconds to its end; -1: until let go")
        yield part("stickers", 2, -1, n.CITIES - 1, "reserved cars (expert); -1: none")
        yield part("cargo", n.CARS, -1, n.CITIES - 1, "cubes in loading order; -1: empty")
    yield Part("engineers", n.ENGINEERS, 0, n.UNUSED, "train, 12 + city of the Hotel, 18 quit, 19 lost, 20 unused")
    for seat in range(n.SEATS):
        for hand in ("left", "right"):
            yield Part(f"seat {seat}: {hand}", 1, -1, n.TRAINS - 1, "train in this hand; -1: none")
            yield Part(f"seat {seat}: {hand} busy", 1, *BYTE, "1 while a command runs")


def part_of(kind: str, which: str, node: int, name: str, count: int, low: int, high: int, about: str) -> Part:
    """Numbers of a city or train, which is a node of the graph."""
    named = f"{kind} {which}: {name}"
    return Part(named, count, low, high, about, nodes=range(node, node + 1), feature=f"{kind}: {name}")


def board_graph(setting: Setting) -> BoardGraph:
    """Cities and trains; links from every city to every city, and every train joined to every city.

    The grid is a table of cities by cities: links in their cells, cities on the diagonal, trains in the first columns.
    """
    cities, trains = range(n.CITIES), range(n.TRAINS)
    links = tuple((a, b) for a in cities for b in cities)
    carries = tuple((n.CITIES + train, city) for train in trains for city in cities)
    places = [(city, city) for city in cities] + [(train % n.LONGS, train // n.LONGS) for train in trains]
    return BoardGraph(
        (*(f"city {city}" for city in cities), *(f"train {'LS'[k // n.LONGS]}{k % n.LONGS + 1}" for k in trains)),
        links + carries,
        n.CITIES,
        n.CITIES,
        BoardGraph.cells(places),
        tuple((0, a, b) for a, b in links),
        node_facts={"is a train": (0,) * n.CITIES + (1,) * n.TRAINS},
    )


def possible_actions(setting: Setting) -> Iterator[int]:
    """Every command that may be legal at some time: with the cities, trains and engineers of this layout."""
    b: Any = setting.b
    cities = range(b.n_cities)
    trains = [city + first for first in (0, n.LONGS) for city in cities]
    timed = b.options.dexterity == n.TIMED
    yield n.WAIT
    if b.options.rounds > 0:
        yield n.READY
    for train in trains:
        yield from (n.LOAD + 12 * end + train for end in range(2))
        yield from (first + train for first in (n.STORE, n.BACK, n.NO, n.PUSH))
        yield from (n.XFER + 6 * train + cube for cube in cities)
        yield from (n.XCHG + 36 * train + 6 * cube + back for cube in cities for back in cities)
        yield from (n.TOOT + 6 * train + city for city in cities)
        yield from range(n.RELEASE + n.TIERS * train, n.RELEASE + n.TIERS * train + (n.TIERS if timed else 1))
        carries = [first + 2 * train + hand for first in (n.PICK, n.TAKE) for hand in range(2)]
        carries += [n.PARK + 12 * train + 2 * city + track for city in cities for track in range(2)]
        carries += [n.GO + 6 * train + city for city in cities]
        yield from carries
        if timed:
            yield n.CANCEL + train
            yield from (carry + n.HOLD_SHIFT for carry in carries)
    engineers = range(n.CREW * b.n_cities)
    yield from (n.ENG + 13 * engineer + to for engineer in engineers for to in (*trains, n.TO_HOTEL))
    if b.options.arrows == n.ARROWS_MANUAL:
        yield from (
            n.ARROW + 42 * city + 7 * colour + to
            for city in cities
            for colour in cities
            for to in (*cities, n.NO_ARROW)
        )


def verbs(setting: Setting) -> Iterator[Verb]:
    named = (
        (n.WAIT, "WAIT", "let time go on once everybody waits"),
        (n.READY, "READY", "for the next round"),
        (n.LOAD, "LOAD", "+ 12 x end of the yard + train"),
        (n.STORE, "STORE", "+ train"),
        (n.XFER, "XFER", "+ 6 x train + cube"),
        (n.XCHG, "XCHG", "+ 36 x train + 6 x its cube + cube of the other train"),
        (n.ENG, "ENG", "+ 13 x engineer + train, or + 12 for the Hotel"),
        (n.PICK, "PICK", "+ 2 x train + hand"),
        (n.PARK, "PARK", "+ 12 x train + 2 x city + track"),
        (n.GO, "GO", "+ 6 x train + city"),
        (n.TAKE, "TAKE", "+ 2 x train + hand"),
        (n.TOOT, "TOOT", "+ 6 x train + city"),
        (n.BACK, "BACK", "+ train"),
        (n.NO, "NO", "+ train"),
        (n.PUSH, "PUSH", "+ train"),
        (n.RELEASE, "RELEASE", "+ 4 x train + how steady"),
        (n.CANCEL, "CANCEL", "+ train"),
        (n.ARROW, "ARROW", "+ 42 x city + 7 x colour + city, or + 6 for none"),
        (n.HOLD, "PICK to TAKE, held", "the carries once more, let go at the right moment (dexterity timed)"),
    )
    ends = [first for first, _, _ in named[1:]] + [n.ACTIONS]
    for (first, name, about), end in zip(named, ends, strict=True):
        yield Verb(first, end - first, name, about)
