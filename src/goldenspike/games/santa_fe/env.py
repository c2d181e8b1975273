"""What the numbers of the environments mean: parts of an observation, ranges of action numbers."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from goldenspike.engine.env_fields import BYTE, BoardGraph, Part, Verb
from goldenspike.engine.setting import Setting

from .rules import state as n


def parts(setting: Setting) -> Iterator[Part]:
    b: Any = setting.b
    cities, lines = int(b.n_cities), int(b.n_lines)
    by_city, by_line = range(cities), range(lines)
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
    yield Part("own cards", cities, 0, 4, "City cards in the own hand, by city", private=True, nodes=by_city)
    yield Part(
        "own discards", cities, 0, 4, "City cards the observer exchanged away, by city", private=True, nodes=by_city
    )
    for seat in range(n.SEATS):
        who = "own" if seat == 0 else f"+{seat}"
        yield Part(f"{who}: played", cities, 0, 4, "City cards on the table, by city", nodes=by_city)
    yield Part("connected", n.RAILS * cities, 0, 1, "by railroad and city: 1 if connected", nodes=by_city)
    yield Part("railheads", n.MAJORS * cities, *BYTE, "by railroad and city: ends of its track there", nodes=by_city)
    yield Part("marker", cities, *BYTE, "value of the Boomtown marker, by city", nodes=by_city)
    yield Part("reached", cities, 0, 3, "1: first connection made, + 2: some railroad arrived, by city", nodes=by_city)
    yield Part("builder", lines, 0, n.RAILS, "0, or 1 + railroad, by line", edges=by_line)
    yield Part("pieces", lines, *BYTE, "pieces laid, by line", edges=by_line)
    yield Part("origin", lines, -1, 1, "end where the first piece lies, by line", edges=by_line)


GRID_ROWS = range(6, 25)  # how finely the map is divided: as coarsely as keeps the cities apart


def board_graph(setting: Setting) -> BoardGraph:
    """Cities and lines; on the grid a line lies half way between its cities."""
    board, b = setting.board, setting.b
    number = {city.id: k for k, city in enumerate(board.cities)}
    ends = tuple((number[line.a], number[line.b]) for line in board.lines)
    left, top = min(city.x for city in board.cities), min(city.y for city in board.cities)
    wide, high = max(city.x for city in board.cities) - left, max(city.y for city in board.cities) - top
    for rows in GRID_ROWS:
        step = max(high, 1.0) / (rows - 1)
        places = [(round((city.y - top) / step), round((city.x - left) / step)) for city in board.cities]
        if len(set(places)) == len(places):
            break
    middles = [((places[a][0] + places[c][0]) // 2, (places[a][1] + places[c][1]) // 2) for a, c in ends]
    return BoardGraph(
        tuple(city.id for city in board.cities),
        ends,
        rows,
        round(wide / step) + 1,
        BoardGraph.cells(places),
        BoardGraph.cells(middles),
        node_facts={"value": tuple(city.value or 0 for city in board.cities)},
        edge_facts={"length": tuple(int(b.length[line]) for line in range(len(ends)))},
    )


def possible_actions(setting: Setting) -> Iterator[int]:
    """Every action that may be legal at some time: cards and pieces that exist, lines that a railroad can come to."""
    b: Any = setting.b
    values, options = b.values, b.options
    old, terrain, bought = b.edition == n.SF1992, options.terrain == 1, options.track_purchase == 1
    if old and terrain:
        yield from (n.HIRE_NONE, n.HIRE_ENGINEER)
    doubles = values.own_doubles > 0 or values.doubles[setting.seats - 2] + options.two_player_doubles > 0
    branches = values.branch_cards > 0
    kinds = {
        n.DRAW_DOUBLE: doubles,
        n.DRAW_TRIPLE: values.triples,
        n.DRAW_FOUR: values.fours,
        n.DRAW_BOOM: values.booms,
    }
    yield n.DRAW_DECK
    yield from (draw for draw, there in kinds.items() if there)
    if old and terrain and values.engineers:
        yield n.DRAW_ENGINEER
    yield n.DRAW_STOP
    yield from (n.DRAW_BRANCH + rail for rail in range(b.n_majors) if branches)
    yield n.DONE
    if values.fours:
        yield n.HOLD
    if terrain or bought:
        yield n.PASS
    if options.branch_forced and branches:
        yield n.DECLINE
    if bought:
        yield from range(n.BUY_NONE, n.BUY_TRACK + b.n_majors)
    if doubles:
        most = min(values.exchange, n.HAND_SLOTS)
        yield from (n.EXCHANGE + mask for mask in range(1, 1 << n.HAND_SLOTS) if mask.bit_count() <= most)
    if values.booms:
        yield n.BOOM_NONE
        yield from (b.boom_base + one * b.n_sites + two for one in range(b.n_sites) for two in range(one, b.n_sites))
    mains = {
        n.MAIN_DOUBLE: doubles,
        n.MAIN_TRIPLE: values.triples,
        n.MAIN_FOUR: values.fours,
        n.MAIN_BOOM: values.booms,
    }
    cities = [n.MAINS + city for city in range(b.n_cities) if b.copies[city]]
    row = n.MAINS + int(b.n_cities)
    yield from (
        n.PLAY_BASE + main for main in (n.MAIN_NONE, *(main for main, there in mains.items() if there), *cities)
    )
    if branches:
        partners = [n.MAIN_DOUBLE, *cities] if doubles else cities
        yield from (n.PLAY_BASE + (1 + rail) * row + main for rail in range(b.n_majors) for main in partners)
    for rail in [*range(b.n_majors), *range(n.MAJORS, n.MAJORS + (0 if old else b.n_shorts))]:
        ranks = [n.PLAIN_RANK + rail]
        if rail < n.MAJORS and branches:
            ranks.append(n.BRANCH_RANK + rail)
        if rail < n.MAJORS and bought:
            ranks.append(n.BOUGHT_RANK + rail)
            ranks += [n.BOUGHT_BRANCH_RANK + rail] if branches else []
        for way in ways_of(b, rail):
            yield from (b.lay_base + rank * b.ways + way for rank in ranks)


def ways_of(b: Any, rail: int) -> list[int]:
    """The ways that a railroad may go at some time: from cities that its pieces can come to by other lines."""
    found = []
    for way in range(b.ways):
        line, end = divmod(way, 2)
        if b.one_way[line] in (0, 1 + end):
            city, far = int(b.ends[line][end]), int(b.ends[line][1 - end])
            if pieces_to(b, rail, {city, far}).get(city, b.pieces[rail]) < b.pieces[rail]:
                found.append(way)
    return found


def pieces_to(b: Any, rail: int, closed: set[int]) -> dict[int, int]:
    """The fewest pieces that bring a railroad from its base to each city, without the lines between two of them."""
    home = int(b.home[rail])
    todo, found = [(0, home)], {}
    while todo:
        pieces, city = heappop(todo)
        if city in found:
            continue
        found[city] = pieces
        for k in range(b.start_count[city]):
            line, end = divmod(int(b.starts[city][k]), 2)
            far = int(b.ends[line][1 - end])
            if far not in found and {city, far} != closed:
                heappush(todo, (pieces + int(b.length[line]), far))
    return found


def verbs(setting: Setting) -> Iterator[Verb]:
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
