"""What the eye of a player would stumble over on a map that can be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from goldenspike.drawing.colours import difference
from goldenspike.drawing.geometry import Box, Path, Point, crossing, distance, length, thin

from ..drawing.placement import FRAME, SLOT, Placement
from .load import Board

ALIKE = 6.0  # a difference of two colours that hardly anybody can see
SHORTEST_SPACE = 9.0  # pixels of a space on which a piece can still be seen


def map_warnings(board: Board) -> list[str]:
    """Cities on one spot, colours that look alike, lines through cities and through each other, tiny spaces."""
    placement = Placement(board)
    paths = {line.id: thin(placement.paths[line.id], 1.0) for line in board.lines}
    return [
        *_crowded(placement),
        *_colours(board),
        *_through_cities(placement, paths),
        *_crossings(board, paths),
        *_short_spaces(placement),
    ]


def _crowded(placement: Placement) -> Iterator[str]:
    board = placement.board
    for one, other in combinations(board.cities, 2):
        apart = distance((one.x, one.y), (other.x, other.y))
        if apart < 1:
            yield f"cities {one.id} and {other.id} are on one spot ({one.x:g}, {one.y:g})"
        elif apart < placement.radius(one) + placement.radius(other):
            yield f"cities {one.id} and {other.id} overlap: they are {apart:.0f} apart"
    for city in board.cities:
        edge = min(city.x, city.y, board.width - city.x, board.height - city.y)
        if edge < FRAME + placement.radius(city) / 2:
            yield f"city {city.id} lies under the frame: it is {edge:g} from the edge, the frame takes {FRAME:g}"


def _colours(board: Board) -> Iterator[str]:
    for one, other in combinations(board.railroads, 2):
        apart = difference(one.colour, other.colour)
        if one.colour.lower() == other.colour.lower():
            yield f"railroads {one.id} and {other.id} have one colour ({one.colour})"
        elif apart < ALIKE:
            yield f"railroads {one.id} and {other.id} look alike ({one.colour} and {other.colour})"


def _through_cities(placement: Placement, paths: dict[str, Path]) -> Iterator[str]:
    for line in placement.board.lines:
        around = _box(paths[line.id], 40.0)
        for city in placement.board.cities:
            if city.id in line.pair or not _within(around, (city.x, city.y)):
                continue
            near = min(_from_segment((city.x, city.y), p, q) for p, q in pairwise(paths[line.id]))
            if near < placement.radius(city) + SLOT / 2:
                yield f"line {line.id} runs through {city.id}; points in via can lead it around"


def _crossings(board: Board, paths: dict[str, Path]) -> Iterator[str]:
    boxes = {name: _box(path, 1.0) for name, path in paths.items()}
    for one, other in combinations(board.lines, 2):
        a, b = boxes[one.id], boxes[other.id]
        if a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]:
            continue
        met = crossing(paths[one.id], paths[other.id])
        if met is not None:
            yield f"lines {one.id} and {other.id} run through each other at ({met[0][0]:.0f}, {met[0][1]:.0f})"


def _short_spaces(placement: Placement) -> Iterator[str]:
    for line in placement.board.lines:
        each = length(placement.paths[line.id]) / len(line.segments)
        if each < SHORTEST_SPACE:
            yield f"line {line.id}: its {len(line.segments)} spaces are {each:.0f} long, too small to see a piece there"


def _box(path: Path, margin: float) -> Box:
    xs, ys = [x for x, _ in path], [y for _, y in path]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def _within(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _from_segment(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a straight piece of a line."""
    size = distance(start, end) ** 2
    if size == 0:
        return distance(point, start)
    along = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / size
    along = max(0.0, min(1.0, along))
    return distance(point, (start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1])))
