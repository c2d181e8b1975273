"""What the drawing shows: a layout at the start, or a public position read from a view.

A view is plain data. Everything but ``cities`` and ``trains`` may be left out.

``players``    number of seats; ``names``: what they are called, seat by seat
``time``       ``left_ms`` and ``total_ms`` of the round
``cities``     by position A to F: ``colour`` (K R B G Y W), ``seat`` (from 0), ``yard`` (one letter for each
               spot in reading order, "." where the cube is gone), ``stored`` (cubes of the city's colour),
               ``misplaced`` (other cubes in the storage), ``hotel`` (list of engineers such as "eK1"),
               ``long`` and ``short`` (train on that track or null), ``arrows`` (colour -> list of positions)
``trains``     by id L1 to S6: ``cubes`` (letters, last loaded last), ``engineer`` (or null), ``stickers``
               (expert only, letters), ``busy`` (true while a command holds the train), ``cars`` (how many cubes it
               holds, where that is not the usual number)
``hands``      seat by seat a list of two entries, left and right: null, or an object with ``train`` (or null),
               ``at`` (position of the train), ``doing`` (words for a running command) and ``done`` (0 to 1)
``offers``     objects with ``train``, ``from``, ``to`` (positions), ``push`` (the giver presses) and
               ``done`` (0 to 1 while the train is being taken)
``piles``      ``dropped`` cubes, ``quit`` engineers (lost ones included), ``wrecks``, ``misplaced``
``values``     by name: numbers of the rulebook that are others than usual
``result``     ``points`` of the match and ``won``, once it is over
``score``      ``base``, ``total``, ``lowest`` (the two positions that make the base), ``win`` (what wins a round)
``round``      which round it is, of how many ``rounds``
``stuck``      true when no command can change anything any more
``over``       true at the end
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from goldenspike.games.rail_pass.board.load import COLOURS, Layout
from goldenspike.games.rail_pass.values import in_words

HANDS = ("left", "right")


@dataclass(frozen=True)
class Train:
    """A train with its places, cargo and driver."""

    id: str
    cubes: str = ""
    engineer: str | None = None
    stickers: str = ""
    busy: bool = False
    cars: int | None = None  # where it is not the usual number

    @property
    def long(self) -> bool:
        """Long Trains are called L1 to L6."""
        return self.id.upper().startswith("L")

    @property
    def places(self) -> int:
        """Five on a Long Train, three on a Short one, unless the match has other trains (RP-LOAD-04)."""
        return self.cars or (5 if self.long else 3)

    def wells(self) -> list[tuple[str | None, str | None]]:
        """Cube and reserved colour of each car, the reserved ones last (RP-EXPERT-02)."""
        general: list[str] = []
        kept: dict[str, str | None] = dict.fromkeys(self.stickers)
        for cube in self.cubes:
            if cube in kept and kept[cube] is None:
                kept[cube] = cube
            else:
                general.append(cube)
        free = self.places - len(kept)
        if len(general) > free:
            # A load that an option allows or a view invents is still shown in full.
            free = len(general)
        cars: list[tuple[str | None, str | None]] = [(cube, None) for cube in general]
        cars += [(None, None)] * (free - len(general))
        return cars + [(cube, colour) for colour, cube in kept.items()]


@dataclass(frozen=True)
class Town:
    """One city board with everything on it."""

    id: str
    colour: str
    seat: int
    yard: str
    stored: int
    misplaced: int
    hotel: tuple[str, ...]
    long: Train | None
    short: Train | None
    arrows: Mapping[str, tuple[str, ...]]
    lowest: bool = False
    mine: bool = False

    @property
    def ends(self) -> tuple[int, int] | None:
        """The two spots whose cubes can be lifted (RP-LOAD-02)."""
        spots = [k for k, cube in enumerate(self.yard) if cube in COLOURS]
        return (spots[0], spots[-1]) if spots else None

    @property
    def waiting(self) -> int:
        """Cubes still in the yard."""
        return sum(cube in COLOURS for cube in self.yard)


@dataclass(frozen=True)
class Hand:
    """One hand of a player: a train, an errand, or nothing."""

    train: Train | None = None
    at: str | None = None
    to: str | None = None
    doing: str = ""
    done: float | None = None


@dataclass(frozen=True)
class Seat:
    """A player with two hands."""

    number: int
    name: str
    cities: tuple[str, ...]
    hands: tuple[Hand, Hand]
    mine: bool = False


@dataclass(frozen=True)
class Offer:
    """A train held out over a link, taken or not yet."""

    train: Train
    start: str
    end: str
    push: bool = False
    done: float | None = None


@dataclass(frozen=True)
class Scene:
    """Everything on the table."""

    layout: Layout
    towns: dict[str, Town]
    seats: tuple[Seat, ...]
    offers: tuple[Offer, ...] = ()
    left_ms: int = 0
    total_ms: int = 0
    piles: Mapping[str, int] = field(default_factory=dict)
    base: int | None = None
    total: int | None = None
    lowest: tuple[str, ...] = ()
    round_no: int = 1
    rounds: int = 1
    stuck: bool = False
    over: bool = False
    points: int | None = None  # of the whole match, once it is over
    win: int = 100
    values: str = ""  # numbers of the rulebook that are others than usual
    won: bool | None = None
    started: bool = False


def read(layout: Layout, view: Mapping[str, Any] | None, seat: int | None) -> Scene:
    """The scene of a position, or of the layout before the cubes are dealt."""
    return _position(layout, view, seat) if view else _printed(layout, seat)


def _printed(layout: Layout, seat: int | None) -> Scene:
    """All boards as they are set up, with the yards still face down (RP-SETUP-05, -06)."""
    seating = layout.seating[0]
    towns = {}
    for k, city in enumerate(layout.cities):
        owner = seating.controller[city.id]
        towns[city.id] = Town(
            id=city.id,
            colour=city.colour,
            seat=owner,
            yard="?" * layout.yard,
            stored=0,
            misplaced=0,
            hotel=(f"e{city.colour}3",),
            long=Train(f"L{k + 1}", engineer=f"e{city.colour}1"),
            short=Train(f"S{k + 1}", engineer=f"e{city.colour}2"),
            arrows=_shortest(layout, city.id, {c.id: c.colour for c in layout.cities}),
            mine=owner == seat,
        )
    seats = tuple(
        Seat(k, f"Player {k + 1}", cities, (Hand(), Hand()), k == seat) for k, cities in enumerate(seating.seats)
    )
    time = 1000 * seating.time_s
    return Scene(layout, towns, seats, left_ms=time, total_ms=time)


def _shortest(layout: Layout, start: str, colours: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {colours[c.id]: layout.next_hops(start, c.id) for c in layout.cities if c.id != start}


def _position(layout: Layout, view: Mapping[str, Any], seat: int | None) -> Scene:
    players = int(view.get("players") or layout.players[0])
    names: Sequence[Any] = view.get("names") or ()
    trains = {printable(name): _train(printable(name), data) for name, data in (view.get("trains") or {}).items()}
    score: Mapping[str, Any] = view.get("score") or {}
    lowest = tuple(str(city) for city in score.get("lowest") or ())
    towns = {}
    for city in layout.cities:
        data = (view.get("cities") or {}).get(city.id) or {}
        owner = int(data.get("seat") or 0)
        towns[city.id] = Town(
            id=city.id,
            colour=_colour(data.get("colour"), city.colour),
            seat=owner,
            yard=str(data.get("yard") or ""),
            stored=int(data.get("stored") or 0),
            misplaced=int(data.get("misplaced") or 0),
            hotel=tuple(printable(e) for e in data.get("hotel") or ()),
            long=_named(trains, data.get("long")),
            short=_named(trains, data.get("short")),
            arrows={str(k): tuple(v) for k, v in (data.get("arrows") or {}).items()},
            lowest=city.id in lowest,
            mine=owner == seat,
        )
    offers = tuple(_offer(trains, data) for data in view.get("offers") or ())
    bound = {offer.train.id: offer.end for offer in offers}
    hands: Sequence[Any] = view.get("hands") or ()
    seats = tuple(
        Seat(
            number=k,
            name=printable(names[k]) if k < len(names) else f"Player {k + 1}",
            cities=tuple(town.id for town in towns.values() if town.seat == k),
            hands=_hands(trains, hands[k] if k < len(hands) else (), bound),
            mine=k == seat,
        )
        for k in range(players)
    )
    time: Mapping[str, Any] = view.get("time") or {}
    result: Mapping[str, Any] = view.get("result") or {}
    return Scene(
        layout=layout,
        towns=towns,
        seats=seats,
        offers=offers,
        left_ms=int(time.get("left_ms") or 0),
        total_ms=int(time.get("total_ms") or 0),
        piles={str(k): int(v) for k, v in (view.get("piles") or {}).items()},
        base=score.get("base"),
        total=score.get("total"),
        lowest=lowest,
        round_no=int(view.get("round") or 1),
        rounds=int(view.get("rounds") or 1),
        stuck=bool(view.get("stuck")),
        over=bool(view.get("over")),
        points=result.get("points"),
        win=int(score.get("win") or 100),
        values=printable(in_words(view.get("values") or {})),
        won=result.get("won"),
        started=True,
    )


def printable(value: Any) -> str:
    """Words from outside without anything that cannot stand in a picture."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(value))
    return " ".join(text.split())[:80]


def _colour(data: Any, fallback: str) -> str:
    return str(data) if data in COLOURS else fallback


def _letters(data: Any) -> str:
    return "".join(letter for letter in "".join(data or ()).upper() if letter in COLOURS)


def _named(trains: Mapping[str, Train], name: Any) -> Train | None:
    return None if name is None else trains.get(printable(name), Train(printable(name)))


def _train(name: str, data: Mapping[str, Any]) -> Train:
    return Train(
        id=name,
        cubes=_letters(data.get("cubes")),
        engineer=printable(data["engineer"]) if data.get("engineer") else None,
        stickers=_letters(data.get("stickers")),
        busy=bool(data.get("busy")),
        cars=data.get("cars"),
    )


def _offer(trains: Mapping[str, Train], data: Mapping[str, Any]) -> Offer:
    done = data.get("done")
    train = _named(trains, data["train"]) or Train(printable(data["train"]))
    return Offer(train, printable(data["from"]), printable(data["to"]), bool(data.get("push")), _share(done))


def _hands(trains: Mapping[str, Train], data: Sequence[Any], bound: Mapping[str, str]) -> tuple[Hand, Hand]:
    pair = [*(data or ()), None, None][:2]
    return (_hand(trains, pair[0], bound), _hand(trains, pair[1], bound))


def _hand(trains: Mapping[str, Train], data: Mapping[str, Any] | None, bound: Mapping[str, str]) -> Hand:
    if not data:
        return Hand()
    train = _named(trains, data.get("train"))
    return Hand(
        train=train,
        at=printable(data["at"]) if data.get("at") else None,
        to=bound.get(train.id) if train else None,
        doing=printable(data.get("doing") or ""),
        done=_share(data.get("done")),
    )


def _share(value: Any) -> float | None:
    return None if value is None else max(0.0, min(1.0, float(value)))
