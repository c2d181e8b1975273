"""The picture of custom layouts, bare views and positions of real matches."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.board.load import GRID, Layout, load
from goldenspike.games.rail_pass.drawing.cities import HEIGHT, WIDTH
from goldenspike.games.rail_pass.drawing.layout import draw
from goldenspike.games.rail_pass.drawing.tabletop import Tabletop
from goldenspike.games.rail_pass.game import RAIL_PASS

from .test_drawing import RING, having, lettering, one, parse, view


def custom(links: str, places: str = "ABCDEF") -> Layout:
    return load(
        {
            "id": "odd",
            "name": "Odd & <free>",
            "note": "n",
            "kind": "custom",
            "version": 1,
            "unlimited_parts": True,
            "cities": [{"id": p, "colour": c} for p, c in zip(places, "KRBGYW", strict=False)],
            "links": [{"a": ln[0], "b": ln[1], "kind": "open"} for ln in links.split()],
            "seating": [{"players": len(places), "seats": [[p] for p in places]}],
        }
    )


@pytest.mark.parametrize("narrow", [False, True])
def test_tracks_between_any_two_boards_lead_from_edge_to_edge(narrow: bool) -> None:
    layout = custom(" ".join(a + b for a in GRID for b in GRID if a < b))
    table = Tabletop(layout, 100, 200, 104, narrow)
    assert len(having(parse(draw(layout, narrow=narrow)), "rp-link")) == 15
    for a in GRID:
        for b in GRID:
            if a == b:
                continue
            route = table.route(a, b)
            for place, (x, y) in ((a, route[0]), (b, route[-1])):
                left, top = table.corner(place)
                assert left <= x <= left + WIDTH
                assert top <= y <= top + HEIGHT
            for other in GRID:
                left, top = table.corner(other)
                inside = [p for p in route[1:-1] if left < p[0] < left + WIDTH and top < p[1] < top + HEIGHT]
                assert inside == [], f"{a}-{b} runs over {other}"


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("links", ["AB BE AE", "AB AC AD AE AF", "AC DF AF CD BD BE"])
def test_boards_lie_inside_the_frame(links: str, narrow: bool) -> None:
    places = "".join(sorted(set(links.replace(" ", ""))))
    layout = custom(links, places)
    root = parse(draw(layout, narrow=narrow))
    width, height = (float(n) for n in root.get("viewBox", "").split()[2:])
    spots = []
    for board in having(root, "rp-city"):
        x, y = map(float, re.findall(r"[\d.]+", board.get("transform", "")))
        assert 24 <= x <= width - WIDTH - 24
        assert 24 <= y <= height - HEIGHT - 24
        spots.append((x, y))
    assert len(set(spots)) == len(places)
    assert "Odd & <free>" in lettering(root)


def test_a_bare_view_is_drawn() -> None:
    for bare in ({"cities": {}}, {"cities": {}, "trains": {}, "hands": [], "offers": []}, {"players": 3}):
        root = parse(draw(RING, bare))
        assert len(having(root, "rp-city")) == 6
        assert having(root, "rp-train") == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=90), min_size=3, max_size=3), st.text(max_size=60))
def test_any_name_gives_sound_xml(names: list[str], doing: str) -> None:
    told = view()
    told["names"] = names
    told["hands"][0][1]["doing"] = doing
    root = parse(draw(RING, told, seat=0))
    assert len(having(root, "rp-player")) == 3


def test_names_are_escaped() -> None:
    told = view()
    told["names"][0] = '<script>"x"&'
    text = draw(RING, told)
    assert "<script" not in text
    assert '<script>"x"&' in lettering(parse(text))


# ---------------------------------------------------------------- real positions


@pytest.mark.parametrize(("name", "seats"), [("RP-L1", 2), ("RP-L4", 3), ("RP-L7", 6)])
def test_positions_of_a_match_are_drawn_whole(name: str, seats: int) -> None:
    match = TimedMatch.new(RAIL_PASS, seats=seats, seed=11, board=name, options={"dexterity": "off", "expert": True})
    out = [0] * RAIL_PASS.most_legal
    turn = 0
    for step in range(240):
        seat = step % seats
        count = RAIL_PASS.rules.legal(match.s, match.setting.b, seat, out)
        turn = (turn * 31 + 7) % 1009
        if count:
            match.act(seat, out[turn % count])
        if step % 3 == 2:
            match.advance(match.now + 400)
        if step % 60 == 59:
            seen = match.setting.view(match.s, None)
            root = parse(draw(match.setting.board, seen, seat=0, narrow=step % 120 == 119))
            yards = sum(len(having(e, "rp-cube")) for e in having(root, "rp-yard"))
            stored = sum(len(having(e, "rp-cube")) for e in having(root, "rp-storage"))
            shown = [e for g in ("rp-cities", "rp-players") for e in having(one(root, g), "rp-train")]
            aboard = sum(len(having(e, "rp-cube")) for e in shown)
            assert yards + stored + aboard == 120
            assert Counter(e.get("data-train") for e in shown) == {f"{c}{k}": 1 for c in "LS" for k in range(1, 7)}
            seated = sum(len(having(e, "rp-engineer")) for e in (one(root, "rp-cities"), one(root, "rp-players")))
            assert seated == 18 - seen["piles"]["quit"]
            assert len(having(root, "rp-offer")) == len(seen["offers"])
