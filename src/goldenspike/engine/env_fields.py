"""What the numbers of an environment mean: the parts of an observation and the ranges of action numbers.

The tables of the documentation, the bounds of the spaces and the tests are all made from these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .setting import Setting

BYTE = (-128, 127)
FIELD = (-32768, 32767)


@dataclass(frozen=True)
class Part:
    """So many numbers of an observation that mean the same thing, and between which bounds they lie."""

    name: str
    count: int
    low: int
    high: int
    about: str
    private: bool = False  # tells the seat something that a spectator does not see
    nodes: range = range(0)  # nodes of the board's graph to which the numbers belong, row by row
    edges: range = range(0)  # or edges
    feature: str = ""  # what the numbers of a node or edge are called; the name of the part if empty

    @property
    def shape(self) -> tuple[int, ...]:
        """By place, where the part belongs to places of the board: one row for each kind of number."""
        places = len(self.nodes) or len(self.edges)
        return (self.count // places, places) if places else (self.count,)


Cell = tuple[int, int, int]  # plane, row and column


@dataclass(frozen=True)
class BoardGraph:
    """A board as a graph, and as a grid: every node and edge has a cell of its own among those of its kind."""

    nodes: tuple[str, ...]  # names
    edges: tuple[tuple[int, int], ...]  # the nodes that an edge joins
    height: int
    width: int
    node_cells: tuple[Cell, ...]  # by node; those that nothing is known of come last and have none
    edge_cells: tuple[Cell, ...]  # likewise by edge
    node_facts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # what never changes, by name and node
    edge_facts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # likewise by edge

    @staticmethod
    def cells(places: Sequence[tuple[int, int]]) -> tuple[Cell, ...]:
        """Cells for places given as row and column; where several fall together, they get planes of their own."""
        taken: dict[tuple[int, int], int] = {}
        found = []
        for place in places:
            plane = taken.get(place, 0)
            taken[place] = plane + 1
            found.append((plane, *place))
        return tuple(found)


@dataclass(frozen=True)
class Verb:
    """A range of action numbers."""

    first: int
    count: int
    name: str
    about: str


def parts(setting: Setting) -> tuple[Part, ...]:
    """The parts of an observation in their order."""
    return tuple(setting.game.parts(setting))


def verbs(setting: Setting) -> tuple[Verb, ...]:
    """The ranges of action numbers in their order; together they are all numbers from 0."""
    return tuple(setting.game.verbs(setting))


def action_count(setting: Setting) -> int:
    """How many action numbers there are."""
    last = verbs(setting)[-1]
    return last.first + last.count


def observed(setting: Setting) -> Iterator[Part]:
    """One part of whatever ``observe`` fills, for games that do not name their numbers."""
    room = [0] * max(setting.game.most_legal, 1 << 14)
    s = setting.game.start(setting)
    yield Part("numbers", int(setting.rules.observe(s, setting.b, 0, room)), *FIELD, "what the seat may know")
