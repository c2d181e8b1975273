"""The board as numbers for the rules."""

from __future__ import annotations

from ..rules.state import BRANCH_RANK, MAINS, MAJORS, PLAY_BASE, RANKS, SFR2002, SHORT_CARD, Tables
from .load import Board

assert MAJORS == BRANCH_RANK - 4
assert SHORT_CARD == 64


def fill_board(b: Tables, board: Board, edition: int) -> None:
    """Number cities and lines in the order of the board file; arrows hold in 2002 only (SF-LAY-03)."""
    b.edition = edition
    index = {city.id: number for number, city in enumerate(board.cities)}
    major_ids = [railroad.id for railroad in board.railroads[:MAJORS]]
    b.n_cities, b.n_lines = len(board.cities), len(board.lines)
    b.ways = 2 * b.n_lines
    for number, railroad in enumerate(board.railroads):
        b.home[number] = index[railroad.home]
        b.pieces[number] = railroad.pieces
        if number < MAJORS:
            b.major_base[index[railroad.home]] = 1
    b.markers = list(board.markers)
    for c, city in enumerate(board.cities):
        b.value[c] = city.value or 0
        b.copies[c] = city.cards
        b.card_total += city.cards
        b.squares[c] = sum(1 << major_ids.index(major) for major in city.squares)
        if city.value in (2, 3):
            b.site[b.n_sites] = c
            b.site_of[c] = b.n_sites
            b.n_sites += 1
    rings: dict[tuple[str, str], list[int]] = {}
    for number, line in enumerate(board.lines):
        b.ends[number] = [index[line.a], index[line.b]]
        b.length[number] = len(line.segments)
        if edition == SFR2002 and line.one_way is not None:
            b.one_way[number] = 1 if line.one_way == "a>b" else 2
        for k, flags in enumerate(line.segments):
            b.terrain[number][k] = flags & 3
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
    b.boom_base = PLAY_BASE + (1 + MAJORS) * (MAINS + b.n_cities)
    b.lay_base = b.boom_base + b.n_sites * b.n_sites
    b.nowhere_base = b.lay_base + RANKS * b.ways
    b.n_actions = b.nowhere_base + len(board.railroads)
