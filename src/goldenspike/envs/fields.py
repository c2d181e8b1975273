"""What the numbers mean: the parts of an observation and the ranges of action numbers, game by game.

The tables of the documentation, the bounds of the spaces and the tests are all made from these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from goldenspike.engine.game import Setting


@dataclass(frozen=True)
class Part:
    """So many numbers of an observation that mean the same thing, and between which bounds they lie."""

    name: str
    count: int
    low: int
    high: int
    about: str


@dataclass(frozen=True)
class Verb:
    """A range of action numbers."""

    first: int
    count: int
    name: str
    about: str


BYTE = (-128, 127)
LONGEST_MS = 1 << 30


def parts(setting: Setting) -> tuple[Part, ...]:
    """The parts of an observation in their order."""
    return tuple(_PARTS[setting.game.name](setting))


def verbs(setting: Setting) -> tuple[Verb, ...]:
    """The ranges of action numbers in their order; together they are all numbers from 0."""
    return tuple(_VERBS[setting.game.name](setting))


def action_count(setting: Setting) -> int:
    """How many action numbers there are."""
    last = verbs(setting)[-1]
    return last.first + last.count


# ---------------------------------------------------------------- Santa Fe Rails and Santa Fe
def santa_fe_parts(setting: Setting) -> Iterator[Part]:
    from goldenspike.games.santa_fe.rules import state as n

    b: Any = setting.b
    cities, lines = int(b.n_cities), int(b.n_lines)
    for name in ("hire", "draw", "play", "boom", "turn 1", "turn 2", "buy", "over"):
        yield Part(f"phase: {name}", 1, 0, 1, "1 in this phase")
    yield Part("round", 1, 0, 32767, "number of the Round")
    yield Part("first player", 1, 0, n.SEATS, "seats from the observer to the First Player")
    yield Part("turn of", 1, 0, n.SEATS, "seats from the observer to the seat whose turn it is")
    yield Part("laid now", 1, *BYTE, "pieces laid in this turn")
    yield Part("edition", 1, 0, 1, "0: Santa Fe Rails, 1: Santa Fe")
    yield Part("terrain", 1, 0, 1, "1 if terrain costs money")
    yield Part("seats", 1, 2, n.SEATS, "players")
    for seat in range(n.SEATS):
        who = "own" if seat == 0 else f"+{seat}"
        yield Part(f"{who}: money", 1, -32768, 32767, "dollars")
        yield Part(f"{who}: hand", 1, 0, n.HAND_SLOTS, "City cards in hand")
        for card in ("Double", "Boomtown", "Triple", "Four"):
            yield Part(f"{who}: {card}", 1, *BYTE, f"{card} cards in hand")
        yield Part(f"{who}: Branch", 1, 0, n.MAJORS, "0, or 1 + railroad of the Branch card held")
        yield Part(f"{who}: Engineer", 1, *BYTE, "1: hired, 2: drawn (1992)")
        yield Part(f"{who}: chosen", 1, 0, 1, "1 once the card of the Round is chosen")
        yield Part(f"{who}: card", 1, 0, n.BOOM_PLAY, "kind of card played, once revealed")
        yield Part(f"{who}: city", 1, 0, n.MAX_CITIES, "0, or 1 + city played, once revealed")
        yield Part(f"{who}: active Branch", 1, 0, n.MAJORS, "0, or 1 + railroad of the Branch played")
        yield Part(f"{who}: laid first", 1, *BYTE, "pieces laid in the first turn of the Round")
        yield Part(f"{who}: bought", n.MAJORS, *BYTE, "bought track by railroad (1992)")
    for name in ("Double", "Triple", "Four", "Boomtown", "Engineer"):
        yield Part(f"display: {name}", 1, *BYTE, f"{name} cards in the display")
    yield Part("display: Branch", n.MAJORS, *BYTE, "Branch cards by railroad")
    yield Part("display: markers", 2, *BYTE, "Boomtown markers of 4 and of 5")
    yield Part("deck", 1, 0, n.MAX_CARDS, "cards in the deck")
    yield Part("third player", 1, 0, n.MAX_CARDS, "cards of the third player (two players)")
    yield Part("exchanged", 1, *BYTE, "1 once cards were exchanged in this turn")
    yield Part("available", n.RAILS, 0, 1, "railroads that may build")
    yield Part("supply", n.RAILS, *BYTE, "pieces left by railroad")
    yield Part("own cards", cities, 0, 4, "City cards in the own hand, by city")
    yield Part("own discards", cities, 0, 4, "City cards the observer exchanged away, by city")
    for seat in range(n.SEATS):
        who = "own" if seat == 0 else f"+{seat}"
        yield Part(f"{who}: played", cities, 0, 4, "City cards on the table, by city")
    yield Part("connected", n.RAILS * cities, 0, 1, "by railroad and city: 1 if connected")
    yield Part("railheads", n.MAJORS * cities, *BYTE, "by railroad and city: ends of its track there")
    yield Part("marker", cities, *BYTE, "value of the Boomtown marker, by city")
    yield Part("reached", cities, 0, 3, "1: first connection made, + 2: some railroad arrived, by city")
    yield Part("builder", lines, 0, n.RAILS, "0, or 1 + railroad, by line")
    yield Part("pieces", lines, *BYTE, "pieces laid, by line")
    yield Part("origin", lines, -1, 1, "end where the first piece lies, by line")


def santa_fe_verbs(setting: Setting) -> Iterator[Verb]:
    from goldenspike.games.santa_fe.rules import state as n

    b: Any = setting.b
    mains = n.MAINS + int(b.n_cities)
    yield Verb(n.HIRE_NONE, 2, "hire", "hire no Engineer, or one (1992)")
    yield Verb(n.DRAW_DECK, 7, "draw", "deck, Double, Triple, Four, Boomtown, Engineer, nothing")
    yield Verb(n.DRAW_BRANCH, n.MAJORS, "draw branch", "the Branch card of a railroad")
    yield Verb(n.DONE, 4, "done, hold, pass, decline", "end a turn of laying")
    yield Verb(n.BUY_NONE, 6, "buy", "no track, or a piece of a railroad (1992)")
    yield Verb(n.EXCHANGE, 32, "exchange", "+ bit mask of hand slots")
    yield Verb(n.BOOM_WRONG_FOUR, 4, "boom", "three numbers that are always refused, then no marker")
    yield Verb(n.PLAY_WRONG, 1, "play", "always refused")
    yield Verb(
        n.PLAY_BASE, (1 + n.MAJORS) * mains, "play", f"+ {mains} x (0, or 1 + railroad of the Branch card) + main card"
    )
    yield Verb(int(b.boom_base), int(b.lay_base - b.boom_base), "boom", "markers on one or two cities")
    yield Verb(
        int(b.lay_base),
        int(b.nowhere_base - b.lay_base),
        "lay",
        f"+ {int(b.ways)} x rank + 2 x line + end it starts from",
    )
    yield Verb(int(b.nowhere_base), int(b.n_actions - b.nowhere_base), "lay", "on a line that is not there: refused")


# ---------------------------------------------------------------- Pioneer Rails
def pioneer_parts(setting: Setting) -> Iterator[Part]:
    from goldenspike.games.pioneer_rails.rules import state as n

    b: Any = setting.b
    last = n.CARDS - 1
    yield Part("seats", 1, 1, n.SEATS, "players")
    yield Part("phase", 1, 0, n.OVER, "0: the Dealer takes a card, 1: all write, 2: over")
    yield Part("round", 1, 1, n.ROUNDS, "1 to 4")
    yield Part("turn", 1, 1, n.TURNS, "1 to 5")
    yield Part("dealer", 1, -1, n.SEATS - 1, "seat of the Dealer; -1 in solo")
    yield Part("burnt", 1, -1, last, "card put aside; -1: none")
    yield Part("taken", 1, -1, last, "card the Dealer took for himself; -1: none")
    yield Part("owner", 1, -1, n.OWNERS - 1, "Company Owner of the round; -1: none")
    yield Part("deck", 1, 0, n.CARDS, "cards in the deck")
    yield Part("shown", n.SHOWN, -1, last, "cards on the table: 5 x suit + value; -1: none")
    yield Part("seen", n.CARDS, 0, 1, "cards turned up in this round, by card")
    for slot in range(n.GOAL_SLOTS):
        yield Part(f"goal {slot + 1}: card", 1, -1, n.GOALS - 1, "-1: none, or face down")
        yield Part(f"goal {slot + 1}: face", 1, 0, n.REMOVED, "0: none, 1: face down, 2: face up, 3: removed")
        yield Part(f"goal {slot + 1}: met", 1, 0, n.CELLS, "turn (1 to 20) in which somebody first met it")
    yield Part("own card", 1, -1, last, "card dealt face down for the fifth turn; -1: none")
    yield Part("stage", 1, 0, n.COMMITTED, "own turn: 0 picking, 1 naming, 2 drawing, 3 choosing, 4 again, 5 committed")
    yield Part("card", 1, -1, last, "own card of this turn")
    yield Part("railway", 1, -1, n.RAILS - 1, "railway that draws")
    yield Part("tracks", 1, 0, n.MAX_DRAWN, "tracks drawn in this turn")
    yield Part("owner used", 1, *BYTE, "1 once the owner's power is used in this turn")
    yield Part("suit used", 1, *BYTE, "1 once a Town changed the suit in this turn")
    yield Part("permissions", 1, *BYTE, "permissions of Towns used in this turn")
    yield Part("asked", 1, -1, n.MAX_HEXES - 1, "hex whose feature asks for a choice; -1: none")
    yield Part("extra", 1, -1, n.RAILS - 1, "second railway for one track; -1: none")
    for seat in range(setting.seats):
        who = "own" if seat == 0 else f"+{seat}"
        yield Part(f"{who}: committed", 1, 0, 1, "1 once the turn is complete")
        yield Part(f"{who}: Joker", 1, *BYTE, "1 once a Joker was used")
        yield Part(f"{who}: stars", 3, *BYTE, "points by goal")
        yield Part(f"{who}: hands", n.ROUNDS, *BYTE, "points of the poker hands by round")
        yield Part(f"{who}: cells", n.CELLS, -1, n.STAR, "values written by turn; -1: empty, 5: Joker")
        yield Part(f"{who}: area", n.AREA, *BYTE, "score area, in the order of AREA in state.py")
        yield Part(f"{who}: edges", int(b.n_edges), 0, 2 * n.FRESH, "0, or 1 + railway; 4 more in the own open turn")
        yield Part(f"{who}: hexes", int(b.n_hexes), 0, 2 * n.CUT_FRESH, "crossed, escaped, or a shortcut")


def pioneer_verbs(setting: Setting) -> Iterator[Verb]:
    from goldenspike.games.pioneer_rails.rules import state as n

    b: Any = setting.b
    yield Verb(n.DONE, 1, "done", "the turn is complete")
    yield Verb(n.PICK, n.CARDS, "pick", "+ card")
    yield Verb(n.NAME, n.RAILS, "name", "+ suit a Joker stands for")
    yield Verb(n.SPEND, 1, "spend", "a Town symbol for one more track")
    yield Verb(n.SUIT, n.RAILS, "suit", "+ suit to change to, for a Town symbol")
    yield Verb(n.OWN_RAIL, n.RAILS, "owner", "+ railway (Owner 03)")
    yield Verb(n.OWN, 1, "owner", "use the power of the owner")
    yield Verb(n.DEPOSIT, n.DEPOSITS, "deposit", "+ nuggets")
    yield Verb(n.CIRCLE, n.OPEN - n.CIRCLE, "circle", "+ round (Desert) or value (Forest)")
    yield Verb(n.OPEN, n.MAX_JAILS, "open", "+ Jail")
    yield Verb(n.CELL, n.MAX_JAILS, "cell", "+ Jail")
    yield Verb(n.TRACK, int(b.n_edges), "track", "+ edge")
    yield Verb(n.TRACK + int(b.n_edges), 3 * int(b.n_hexes), "shortcut", "+ 3 x hex + diagonal")


# ---------------------------------------------------------------- Rail Pass
def rail_pass_parts(setting: Setting) -> Iterator[Part]:
    from goldenspike.games.rail_pass.rules import state as n

    yield Part("seat", 1, 0, n.SEATS - 1, "the observer")
    yield Part("phase", 1, 0, n.OVER, "0: running, 1: between rounds, 2: over")
    yield Part("round", 1, 0, n.ROUNDS, "from 0")
    yield Part("time left", 1, 0, LONGEST_MS, "milliseconds")
    for k in range(n.CITIES):
        yield Part(f"city {k}: owner", 1, -1, n.SEATS - 1, "seat; -1: not in this layout")
        yield Part(f"city {k}: storage", 1, *BYTE, "cubes stored")
        yield Part(f"city {k}: dropped", 1, *BYTE, "cubes of its colour dropped")
        yield Part(f"city {k}: yard ends", 2, *BYTE, "spots from head up to tail can still be loaded")
        yield Part(f"city {k}: tracks", 2, -1, n.TRAINS - 1, "train on the long, the short track; -1: none")
        yield Part(f"city {k}: guests", 1, *BYTE, "engineers in the Hotel")
        yield Part(f"city {k}: yard", n.YARD, -1, n.CITIES - 1, "cubes by spot; -1: taken")
        yield Part(
            f"city {k}: links", n.CITIES, 0, n.BLOCKED, "to each city: 0 none, 1 open, 2 tunnel, 3 bridge, 4 blocked"
        )
    for k in range(n.TRAINS):
        name = f"train {'LS'[k // n.LONGS]}{k % n.LONGS + 1}"
        yield Part(f"{name}: place", 1, 0, n.ABSENT, "2 x city + track, 12 + 2 x seat + hand, 24 wrecked, 25 absent")
        yield Part(f"{name}: city", 1, -1, n.CITIES - 1, "where it is parked or held")
        yield Part(f"{name}: driver", 1, -1, n.ENGINEERS - 1, "engineer; -1: none")
        yield Part(f"{name}: offer", 1, -1, n.CITIES - 1, "city it is offered to; -1: none")
        yield Part(f"{name}: push", 1, *BYTE, "1 while its giver pushes (tunnel, bridge)")
        yield Part(f"{name}: job", 1, 0, n.TAKING, "running command")
        yield Part(f"{name}: target", 1, *BYTE, "of the running command")
        yield Part(f"{name}: due", 1, -LONGEST_MS, LONGEST_MS, "milliseconds to its end; -1: until let go")
        yield Part(f"{name}: stickers", 2, -1, n.CITIES - 1, "reserved cars (expert); -1: none")
        yield Part(f"{name}: cargo", n.CARS, -1, n.CITIES - 1, "cubes in loading order; -1: empty")
    yield Part("engineers", n.ENGINEERS, 0, n.UNUSED, "train, 12 + city of the Hotel, 18 quit, 19 lost, 20 unused")
    for seat in range(n.SEATS):
        for hand in ("left", "right"):
            yield Part(f"seat {seat}: {hand}", 1, -1, n.TRAINS - 1, "train in this hand; -1: none")
            yield Part(f"seat {seat}: {hand} busy", 1, *BYTE, "1 while a command runs")


def rail_pass_verbs(setting: Setting) -> Iterator[Verb]:
    from goldenspike.games.rail_pass.rules import state as n

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


_PARTS: dict[str, Callable[[Setting], Iterator[Part]]] = {
    "santa-fe-rails": santa_fe_parts,
    "santa-fe": santa_fe_parts,
    "pioneer-rails": pioneer_parts,
    "rail-pass": rail_pass_parts,
}
_VERBS: dict[str, Callable[[Setting], Iterator[Verb]]] = {
    "santa-fe-rails": santa_fe_verbs,
    "santa-fe": santa_fe_verbs,
    "pioneer-rails": pioneer_verbs,
    "rail-pass": rail_pass_verbs,
}


# ---------------------------------------------------------------- bounds of a result
@cache
def most_points(name: str) -> tuple[int, int]:
    """No game ends with fewer or with more points than these."""
    return {"santa-fe-rails": (-1000, 10_000), "santa-fe": (-1000, 10_000), "pioneer-rails": (-200, 1000)}.get(
        name, (-300, 400)
    )
