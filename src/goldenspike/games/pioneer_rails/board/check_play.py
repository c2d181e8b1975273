"""The map as a game: distances, balance, what is within reach (PR-SHEET-03..05, -07, -11..13)."""

from collections import Counter
from itertools import combinations

from . import distances, goal_proofs
from .findings import ADVICE, BALANCE, PLAYABLE, WHOLE, Findings, many
from .load import SUIT_NAMES, SUITS, USUAL_NUMBER, Sheet, Terrain, goals

TOWNS_APART, TOWN_TO_STATION, TOWN_NEAR, TOWNS_NEAR = 3, 2, 5, 2
MOUNTAIN_NEAR = 5
GREATEST_SPREAD = 0.25
LEAST_BY_BARRIER, GOOD_BY_BARRIER = 3, 4


def check_river_banks(sheet: Sheet, found: Findings) -> None:
    """Each bank has two towns and a station (PR-SHEET-04)."""
    bank: dict[int, int] = {}
    for first in range(len(sheet.hexes)):
        if first in bank or sheet.terrain[first] is Terrain.RIVER:
            continue
        bank[first], todo = first, [first]
        while todo:
            for beside in sheet.grid.hex_neighbours[todo.pop()]:
                if beside >= 0 and beside not in bank and sheet.terrain[beside] is not Terrain.RIVER:
                    bank[beside] = first
                    todo.append(beside)
    homes = Counter(bank[h] for h in sheet.stations)
    # The land hexes at a town are neighbours of each other, so the first one tells its bank.
    lands = [[bank[h] for h in sheet.grid.vertex_hexes[town.vertex] if h in bank] for town in sheet.towns]
    towns = Counter(land[0] for land in lands if land)
    for b in sorted(set(bank.values())):
        side = f"the river bank of {sheet.grid.hex_names[b]}"
        if towns[b] < 2:
            found.add(BALANCE, "PR-SHEET-04", f"{side} has fewer than two towns")
        if not homes[b]:
            found.add(BALANCE, "PR-SHEET-04", f"{side} has no station")


def check_distances(sheet: Sheet, found: Findings) -> None:
    """Towns are spread out, and every station has some within reach (PR-SHEET-03, -05)."""
    far = [distances.spacing(sheet, town.vertex) for town in sheet.towns]
    for (i, one), (j, other) in combinations(enumerate(sheet.towns), 2):
        if far[i][sheet.towns[j].vertex] < TOWNS_APART:
            pair = f"the towns at {one.at} and {other.at}"
            found.add(BALANCE, "PR-SHEET-05", f"{pair} are {far[i][other.vertex]} edges apart, not {TOWNS_APART}")
    for i, town in enumerate(sheet.towns):
        near = min(far[i][v] for v, suit in enumerate(sheet.corner_of) if suit >= 0)
        if near < TOWN_TO_STATION:
            text = f"the town at {town.at} is {near} edge from a station corner, not {TOWN_TO_STATION}"
            found.add(BALANCE, "PR-SHEET-05", text)
    peaks = {v for h in sheet.of(Terrain.MOUNTAIN) for v in sheet.grid.hex_vertices[h]}
    for suit, name in enumerate(SUIT_NAMES):
        steps = distances.station_walk(sheet, suit)
        near = sum(steps.get(town.vertex, 99) <= TOWN_NEAR for town in sheet.towns)
        if near < TOWNS_NEAR:
            text = f"the station of {name} has {many(near, 'town')} within {TOWN_NEAR} tracks, not {TOWNS_NEAR}"
            found.add(ADVICE, "PR-SHEET-05", text)
        if sheet.forest and min((steps.get(v, 99) for v in peaks), default=99) > MOUNTAIN_NEAR:
            text = f"the station of {name} is more than {MOUNTAIN_NEAR} tracks from every mountain (goal 2F)"
            found.add(BALANCE, "PR-SHEET-03", text)
    if sheet.forest:
        for where, by in (
            ("river", [t.by_river for t in sheet.towns]),
            ("mountain", [t.by_mountain for t in sheet.towns]),
        ):
            goal = "2A" if where == "river" else "2B"
            if sum(by) < LEAST_BY_BARRIER:
                text = f"{many(sum(by), 'town')} at a {where}; goal {goal} needs {LEAST_BY_BARRIER}"
                found.add(PLAYABLE, "PR-SHEET-03", text)
            elif sum(by) < GOOD_BY_BARRIER:
                found.add(BALANCE, "PR-SHEET-03", f"{many(sum(by), 'town')} at a {where}, not {GOOD_BY_BARRIER}")


def check_balance(sheet: Sheet, found: Findings) -> None:
    """No suit has much more around its station than another (PR-SHEET-07)."""
    sums = distances.prospects(sheet)
    spread = 1 - min(sums) / max(sums) if max(sums) else 0.0
    if spread > GREATEST_SPREAD:
        listed = ", ".join(f"{name} {value:g}" for name, value in zip(SUIT_NAMES, sums, strict=True))
        found.add(BALANCE, "PR-SHEET-07", f"the stations are worth {listed}: {spread:.0%} between best and worst")


def check_reach(sheet: Sheet, found: Findings) -> None:
    """Every feature can be completed by one station by land and by two with benefits (PR-SHEET-11)."""
    for h, terrain in enumerate(sheet.terrain):
        if terrain not in USUAL_NUMBER:
            continue
        need = sheet.numbers[h] or 2
        what = f"the {terrain.name.lower()} at {sheet.grid.hex_names[h]}"
        for kinds, least, how in ((distances.LAND, 1, "without benefits"), (distances.SPECIAL, 2, "with benefits")):
            able = 0
            for suit in range(len(SUITS)):
                able += able < least and distances.Surveyor(sheet).line_along(suit, h, need, kinds) is not None
            if able < least:
                wanted = f"{many(able, 'station')} can complete it {how}, not {least}"
                found.add(PLAYABLE, "PR-SHEET-11", f"{what}: {wanted}")


def check_herds(sheet: Sheet, found: Findings) -> None:
    """No herd is alone before a track is drawn; six tracks then part any two herds (PR-SHEET-12, PR-CATTLE-04)."""
    company = Counter(sheet.pasture[h] for h in sheet.cattle)
    for h in sheet.cattle:
        if company[sheet.pasture[h]] < 2:
            text = f"the cattle at {sheet.grid.hex_names[h]} are alone from the start"
            found.add(WHOLE, "PR-SHEET-12", text)


def check_goals(sheet: Sheet, found: Findings) -> None:
    """Every goal of the map can be met by one player within twenty turns (PR-SHEET-13)."""
    if found.kind == "test":
        return
    for goal in goals():
        if sheet.map in goal["maps"] and goal_proofs.witness(sheet, goal) is None:
            found.add(BALANCE, "PR-SHEET-13", f"no way was found to meet goal {goal['id']} in twenty turns")
