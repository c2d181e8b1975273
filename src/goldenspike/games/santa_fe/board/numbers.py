"""The board as numbers for the rules."""

from __future__ import annotations

from ..rules.state import BRANCH_RANK, MAINS, MAJORS, PLAY_BASE, RAILS, RANKS, SHORT_CARD, BoardArrays
from .load import Board

assert MAJORS == BRANCH_RANK - 4
assert SHORT_CARD == 64


def fill_board(b: BoardArrays, board: Board, edition: int, arrows: bool) -> None:
    """Number cities and lines in the order of the board file; in 1992 arrows do not hold by default (SF-LAY-03)."""
    b.edition = edition
    index = {city.id: number for number, city in enumerate(board.cities)}
    b.n_cities, b.n_lines = len(board.cities), len(board.lines)
    b.ways = 2 * b.n_lines
    b.n_majors, b.n_shorts = len(board.majors), len(board.short_lines)
    for number, railroad in enumerate(board.by_number):
        if railroad is not None:
            b.home[number] = index[railroad.home]
            b.pieces[number] = railroad.pieces
            if number < MAJORS:
                b.major_base[index[railroad.home]] = 1
    major_ids = [railroad.id for railroad in board.majors]
    b.markers = list(board.markers)
    for c, city in enumerate(board.cities):
        b.value[c] = city.value or 0
        b.copies[c] = 0 if city.value is None else b.values.city_cards[city.value - 2]
        b.card_total += b.copies[c]
        b.squares[c] = sum(1 << major_ids.index(major) for major in city.squares)
        if city.value in (2, 3):
            b.site[b.n_sites] = c
            b.site_of[c] = b.n_sites
            b.n_sites += 1
    rings: dict[tuple[str, str], list[int]] = {}
    for number, line in enumerate(board.lines):
        b.ends[number] = [index[line.a], index[line.b]]
        b.length[number] = len(line.segments)
        if arrows and line.one_way is not None:
            b.one_way[number] = 1 if line.one_way == "a>b" else 2
        for k, flags in enumerate(line.segments):
            b.terrain[number][1 + k] = flags & 3
            b.line_terrain[number] |= flags & 3
        for end in range(2):
            city_number = b.ends[number][end]
            b.exits[city_number][b.exit_count[city_number]] = 2 * number + end
            b.exit_count[city_number] += 1
            if b.one_way[number] in (0, 1 + end):
                b.starts[city_number][b.start_count[city_number]] = 2 * number + end
                b.start_count[city_number] += 1
        rings.setdefault(line.pair, []).append(number)
    for ring in rings.values():
        for number, following in zip(ring, [*ring[1:], ring[0]], strict=True):
            b.next_parallel[number] = following
    b.most_parallel = max(len(ring) for ring in rings.values())
    b.boom_base = PLAY_BASE + (1 + MAJORS) * (MAINS + b.n_cities)
    b.lay_base = b.boom_base + b.n_sites * b.n_sites
    b.nowhere_base = b.lay_base + RANKS * b.ways
    b.n_actions = b.nowhere_base + RAILS
