"""Forms of an observation: the same numbers as one row, by name, as planes of a picture, or as a graph.

Every form is made from flat observations, of one game or of many at once, by looking numbers up in them. So it hides
and shows what they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldenspike.engine.env_fields import BoardGraph, Cell, Part
from goldenspike.engine.env_fields import parts as parts_of
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Setting, shown

FORMS = ("flat", "named", "planes", "graph")
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Column:
    """Numbers of one kind at places of the board: where they lie in a flat observation, -1 where they never change."""

    name: str
    source: Array  # by place
    fact: Array  # by place: the number itself where it has no source


@dataclass(frozen=True)
class Lookup:
    """One array of a form: where its numbers lie in a flat observation, -1 for those that never change."""

    source: Array
    fact: Array

    def of(self, flat: Array) -> Array:
        """The array of one observation, or of each of a batch."""
        found = np.where(self.source >= 0, flat[..., np.maximum(self.source, 0)], self.fact)
        return found.astype(flat.dtype, copy=False)


class ObservationForm:
    """How observations of a setting look: ``form(flat)`` gives them in this form, for one game or a batch.

    ``named`` is a dictionary by the names of parts. ``planes`` has ``planes`` (kind of number, row, column) and
    ``vector``, whatever does not lie on the board. ``graph`` has ``nodes`` and ``edges`` (a row of features for each),
    ``edge_links`` (the two nodes of each edge) and ``vector``. ``plane_names``, ``node_features``, ``edge_features``
    and ``vector_names`` say what the numbers are.
    """

    def __init__(self, setting: Setting, name: str = "flat", parts: Sequence[Part] | None = None) -> None:
        if name not in FORMS:
            raise BadOption(f"an observation is {', '.join(FORMS)}; not {shown(name)}")
        self.name, self.parts = name, tuple(parts or parts_of(setting))
        self.width = sum(part.count for part in self.parts)
        self.lookups: dict[str, Lookup] = {}
        self.fixed: dict[str, Array] = {}  # arrays that are the same in every observation
        self.plane_names: tuple[str, ...] = ()
        self.node_features: tuple[str, ...] = ()
        self.edge_features: tuple[str, ...] = ()
        self.vector_names: tuple[str, ...] = ()
        if name == "named":
            self._by_name()
        elif name != "flat":
            graph = setting.game.board_graph(setting)
            if graph is None:
                raise BadOption(f"{setting.game.name} does not say how its board is a graph; take flat or named")
            self._rest()
            if name == "graph":
                self._as_graph(graph)
            else:
                self._as_planes(graph)

    def __call__(self, flat: Array) -> Any:
        if self.name == "flat":
            return flat
        before = flat.shape[:-1]
        fixed = {name: np.broadcast_to(array, (*before, *array.shape)).copy() for name, array in self.fixed.items()}
        return {name: lookup.of(flat) for name, lookup in self.lookups.items()} | fixed

    def bounds(self) -> tuple[Any, Any]:
        """The least and the greatest values of every number, in this form."""
        low = np.concatenate([np.full(part.count, part.low, np.int64) for part in self.parts])
        high = np.concatenate([np.full(part.count, part.high, np.int64) for part in self.parts])
        return self(low), self(high)

    # ------------------------------------------------------------ making one
    def _by_name(self) -> None:
        for part, source in self._sources():
            self.lookups[part.name] = Lookup(source, np.zeros(source.shape, np.int64))

    def _sources(self) -> list[tuple[Part, Array]]:
        """Every part with the places of its numbers, in its shape."""
        found, at = [], 0
        for part in self.parts:
            found.append((part, np.arange(at, at + part.count).reshape(part.shape)))
            at += part.count
        return found

    def _rest(self) -> None:
        """Numbers that belong to no place of the board, in a row."""
        rest = [(part, source) for part, source in self._sources() if not part.nodes and not part.edges]
        self.vector_names = tuple(name for part, source in rest for name in numbered(part.name, len(source)))
        source = np.concatenate([source for _, source in rest]) if rest else np.zeros(0, np.int64)
        self.lookups["vector"] = Lookup(source, np.zeros(len(source), np.int64))

    def _columns(self, kind: str, count: int, facts: Mapping[str, Sequence[int]]) -> list[Column]:
        """What is known of nodes or edges, by kind of number."""
        found: dict[str, Column] = {}
        for part, source in self._sources():
            places: range = getattr(part, kind)
            if places:
                for name, row in zip(numbered(part.feature or part.name, len(source)), source, strict=True):
                    none = Column(name, np.full(count, -1), np.zeros(count, np.int64))
                    found.setdefault(name, none).source[list(places)] = row
        fixed = [Column(name, np.full(count, -1), np.array(numbers)) for name, numbers in facts.items()]
        return [*found.values(), *fixed]

    def _as_graph(self, graph: BoardGraph) -> None:
        nodes = self._columns("nodes", len(graph.nodes), graph.node_facts)
        edges = self._columns("edges", len(graph.edges), graph.edge_facts)
        self.node_features = tuple(column.name for column in nodes)
        self.edge_features = tuple(column.name for column in edges)
        for key, columns in (("nodes", nodes), ("edges", edges)):
            stacked = [np.stack([getattr(column, what) for column in columns], axis=1) for what in ("source", "fact")]
            self.lookups[key] = Lookup(*stacked)
        self.fixed["edge_links"] = np.array(graph.edges, np.int64).reshape(-1, 2)

    def _as_planes(self, graph: BoardGraph) -> None:
        columns = [
            *((column, graph.node_cells) for column in self._columns("nodes", len(graph.nodes), graph.node_facts)),
            *((column, graph.edge_cells) for column in self._columns("edges", len(graph.edges), graph.edge_facts)),
        ]
        names: list[str] = []
        planes: list[Lookup] = []
        for column, cells in columns:
            depth = 1 + max(plane for plane, _, _ in cells)
            names += numbered(column.name, depth)
            planes.append(spread(column, cells, (depth, graph.height, graph.width)))
        self.plane_names = tuple(names)
        self.lookups["planes"] = Lookup(
            np.concatenate([one.source for one in planes]), np.concatenate([one.fact for one in planes])
        )


def spread(column: Column, cells: Sequence[Cell], shape: tuple[int, int, int]) -> Lookup:
    """A kind of number laid out on the grid, each in the cell of its place."""
    source, fact = np.full(shape, -1), np.zeros(shape, np.int64)
    for place, cell in enumerate(cells):
        source[cell], fact[cell] = column.source[place], column.fact[place]
    return Lookup(source, fact)


def numbered(name: str, count: int) -> list[str]:
    """The name of each of several numbers that have one name."""
    return [name] if count == 1 else [f"{name} {k}" for k in range(count)]
