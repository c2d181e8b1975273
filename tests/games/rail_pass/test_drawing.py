"""The picture of the table: sound XML, everything on it, nothing told by colour alone."""

from __future__ import annotations

import copy
import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from goldenspike.games.rail_pass.board.load import BUILT_IN, COLOURS, load
from goldenspike.games.rail_pass.drawing.layout import draw
from goldenspike.games.rail_pass.drawing.pieces import definitions
from goldenspike.games.rail_pass.drawing.scene import Train

SVG = "{http://www.w3.org/2000/svg}"
View = dict[str, Any]

RING = load("RP-L4")
YARD = "KGBBYGWBYBKWWGYYWKGK"


def view() -> View:
    """A position on RP-L4 in the middle of things."""
    cities: View = {}
    for k, (place, colour) in enumerate(zip("ABCDEF", "RKBGYW", strict=True)):
        cities[place] = {
            "colour": colour,
            "seat": RING.seats(3).controller[place],
            "yard": ("." * k + YARD[k : 20 - 2 * k] + "." * (2 * k)).replace(colour, "."),
            "stored": 3 + 2 * k,
            "hotel": [f"e{colour}3", "eB2"][: 1 + k % 2],
            "long": f"L{k + 1}",
            "short": f"S{k + 1}",
            "arrows": {"B": ["D", "B"]} if place == "A" else {},
        }
    trains: View = {f"{kind}{k}": {"cubes": "", "engineer": f"eK{k}"} for kind in "LS" for k in range(1, 7)}
    trains["L1"].update(cubes="BGYBW", engineer="eR1")
    trains["L2"].update(cubes="WY", engineer=None, busy=True)
    trains["S3"].update(cubes="R")
    cities["C"]["short"] = cities["F"]["long"] = None
    return {
        "players": 3,
        "names": ["Anna", "Bo", "Cleo"],
        "time": {"left_ms": 251_001, "total_ms": 540_000},
        "cities": cities,
        "trains": trains,
        "hands": [
            [None, {"train": None, "doing": "loads L1", "done": 0.5}],
            [{"train": "S3", "at": "C"}, {"train": "L6", "at": "F"}],
            [None, None],
        ],
        "offers": [{"train": "S3", "from": "C", "to": "B", "push": True, "done": 0.25}],
        "piles": {"dropped": 2, "quit": 1, "wrecks": 0},
        "score": {"base": 15, "total": 11, "lowest": ["A", "B"]},
        "over": False,
    }


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode())


def having(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """All elements with a class."""
    return [e for e in root.iter() if name in e.get("class", "").split()]


def one(root: ElementTree.Element, name: str) -> ElementTree.Element:
    found = having(root, name)
    assert len(found) == 1, name
    return found[0]


def lettering(root: ElementTree.Element) -> list[str]:
    return [e.text or "" for e in root.iter(f"{SVG}text")]


def city(root: ElementTree.Element, place: str) -> ElementTree.Element:
    return next(e for e in having(root, "rp-city") if e.get("data-city") == place)


@pytest.fixture(scope="module")
def picture() -> ElementTree.Element:
    return parse(draw(RING, view()))


# ---------------------------------------------------------------- sound and stable


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_layout_is_drawn(name: str, narrow: bool) -> None:
    layout = load(name)
    root = parse(draw(layout, narrow=narrow))
    assert root.tag == f"{SVG}svg"
    assert [e.get("data-city") for e in having(root, "rp-city")] == list("ABCDEF")
    assert {(e.get("data-link"), e.get("data-kind")) for e in having(root, "rp-link")} == {
        (f"{link.a}-{link.b}", link.kind) for link in layout.links
    }
    trains = Counter(e.get("data-train") for e in having(root, "rp-train"))
    assert trains == {f"{kind}{k}": 1 for kind in "LS" for k in range(1, 7)}
    assert len(having(root, "rp-engineer")) == 18
    assert len(having(root, "rp-player")) == layout.players[0]
    assert having(root, "rp-cube") == []
    assert layout.name in lettering(root)


@pytest.mark.parametrize("seat", [None, 0, 2])
@pytest.mark.parametrize("narrow", [False, True])
def test_drawing_is_deterministic_and_leaves_the_view_alone(seat: int | None, narrow: bool) -> None:
    given_view = view()
    first = draw(RING, given_view, seat=seat, narrow=narrow)
    assert given_view == view()
    assert draw(RING, copy.deepcopy(given_view), seat=seat, narrow=narrow) == first


def test_a_fragment_has_no_declaration() -> None:
    whole, part = draw(RING, view()), draw(RING, view(), standalone=False)
    assert whole.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<svg ')
    assert part.startswith("<svg ")
    assert whole.endswith(part)


def test_the_picture_tells_what_it_is(picture: ElementTree.Element) -> None:
    assert picture.get("role") == "img"
    title, desc = picture[0], picture[1]
    assert (title.tag, desc.tag) == (f"{SVG}title", f"{SVG}desc")
    assert picture.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text == "Rail Pass: Circle for three"
    said = desc.text or ""
    for words in (
        "Our reconstruction",
        "A-B open, B-C tunnel",
        "4:12 left",
        "A red 3, B black 5",
        "Bo holds S3 and L6",
        "S3 is offered from C to B",
        "Score 11",
    ):
        assert words in said
    for group in ("rp-city", "rp-link", "rp-train", "rp-engineer", "rp-hand", "rp-offer"):
        for element in having(picture, group):
            assert element[0].tag == f"{SVG}title"
            assert element[0].text


def test_what_is_used_is_defined(picture: ElementTree.Element) -> None:
    defined = [e.get("id") for e in picture.iter() if e.get("id")]
    assert len(defined) == len(set(defined))
    used = {(e.get("href") or "")[1:] for e in picture.iter(f"{SVG}use")}
    assert used <= set(defined)
    assert "nan" not in draw(RING, view())


def test_pictures_of_different_layouts_can_share_a_page() -> None:
    ids = [set(re.findall(r' id="([^"]+)"', draw(load(name)))) for name in ("RP-L1", "RP-L4")]
    assert ids[0].isdisjoint(ids[1])


# ---------------------------------------------------------------- everything is there


def test_yards_show_what_is_left_and_lift_both_ends(picture: ElementTree.Element) -> None:
    for place, told in view()["cities"].items():
        yard = one(city(picture, place), "rp-yard")
        cubes = {int(e.get("data-spot", -1)): e for e in having(yard, "rp-cube")}
        expected = {k: c for k, c in enumerate(told["yard"]) if c != "."}
        assert {k: e.get("data-colour") for k, e in cubes.items()} == expected
        assert yard.get("data-count") == str(len(expected))
        ends = {k: e.get("data-end") for k, e in cubes.items() if e.get("data-end")}
        assert ends == {min(expected): "head", max(expected): "tail"}


def test_the_last_cube_of_a_yard_is_both_ends() -> None:
    told = view()
    told["cities"]["A"]["yard"] = "." * 7 + "G" + "." * 12
    cubes = having(one(city(parse(draw(RING, told)), "A"), "rp-yard"), "rp-cube")
    assert [e.get("data-end") for e in cubes] == ["head tail"]
    told["cities"]["A"]["yard"] = "." * 20
    assert having(one(city(parse(draw(RING, told)), "A"), "rp-yard"), "rp-cube") == []


def test_trains_stand_on_their_tracks_with_cubes_and_engineer(picture: ElementTree.Element) -> None:
    for place, told in view()["cities"].items():
        tracks = {e.get("data-track"): e for e in having(city(picture, place), "rp-track")}
        for track in ("long", "short"):
            here = [e.get("data-train") for e in having(tracks[track], "rp-train")]
            assert here == ([told[track]] if told[track] else [])
            if not told[track]:
                assert f"{track} track, free" in lettering(tracks[track])
    loaded = next(e for e in having(picture, "rp-train") if e.get("data-train") == "L1")
    assert [e.get("data-colour") for e in having(loaded, "rp-cube")] == list("BGYBW")
    assert one(loaded, "rp-engineer").get("data-engineer") == "eR1"
    unmanned = next(e for e in having(picture, "rp-train") if e.get("data-train") == "L2")
    assert having(unmanned, "rp-engineer") == []
    assert one(unmanned, "rp-no-engineer") is not None
    assert "rp-busy" in unmanned.get("class", "")
    assert "no engineer" in (unmanned[0].text or "")


def test_every_train_is_in_one_place(picture: ElementTree.Element) -> None:
    shown = Counter(
        e.get("data-train") for group in ("rp-cities", "rp-players") for e in having(one(picture, group), "rp-train")
    )
    assert shown == {f"{kind}{k}": 1 for kind in "LS" for k in range(1, 7)}


def test_hands_hold_trains_or_are_busy_or_free(picture: ElementTree.Element) -> None:
    hands = {(e.get("data-seat"), e.get("data-hand")): e for e in having(picture, "rp-hand")}
    assert set(hands) == {(str(seat), side) for seat in range(3) for side in ("left", "right")}
    assert {key: e.get("data-train") for key, e in hands.items() if e.get("data-train")} == {
        ("1", "left"): "S3",
        ("1", "right"): "L6",
    }
    assert lettering(hands["1", "left"])[-4:] == ["at", "C", "to", "B"]
    assert lettering(hands["1", "right"])[-2:] == ["at", "F"]
    assert "loads L1" in lettering(hands["0", "right"])
    assert lettering(hands["2", "left"]) == ["free"]
    assert [name for name in ("Anna", "Bo", "Cleo") if name in lettering(picture)] == ["Anna", "Bo", "Cleo"]


def test_hotels_and_storages(picture: ElementTree.Element) -> None:
    for place, told in view()["cities"].items():
        board = city(picture, place)
        assert [e.get("data-engineer") for e in having(one(board, "rp-hotel"), "rp-engineer")] == told["hotel"]
        stored = having(one(board, "rp-storage"), "rp-cube")
        assert [e.get("data-colour") for e in stored] == [told["colour"]] * told["stored"]
        assert str(told["stored"]) in lettering(one(board, "rp-plate"))


def test_links_have_their_pictures_and_words() -> None:
    told = view()
    told["offers"] = []
    root = parse(draw(RING, told))
    words = {e.get("data-link"): lettering(e) for e in having(root, "rp-link")}
    assert words == {
        "A-B": [],
        "B-C": ["tunnel"],
        "C-F": [],
        "E-F": ["tunnel"],
        "D-E": [],
        "A-D": ["bridge"],
        "B-E": ["blocked"],
    }
    shapes = {
        e.get("data-kind"): tuple(sorted(Counter((part.tag, part.get("fill")) for part in e.iter()).items(), key=str))
        for e in having(root, "rp-link")
    }
    assert len(set(shapes.values())) == 4, "four kinds of link, four different pictures"


def test_an_offer_stands_at_its_link_with_the_call(picture: ElementTree.Element) -> None:
    offer = one(picture, "rp-offer")
    assert (offer.get("data-train"), offer.get("data-from"), offer.get("data-to")) == ("S3", "C", "B")
    assert "S3 push" in lettering(offer)
    told = view()
    told["offers"][0].update(push=False, done=None)
    assert "S3 toot!" in lettering(one(parse(draw(RING, told)), "rp-offer"))


def test_two_offers_over_one_link_do_not_hide_each_other() -> None:
    told = view()
    told["offers"].append({"train": "L2", "from": "B", "to": "C", "push": False})
    places = [e.get("transform") for e in having(parse(draw(RING, told)), "rp-offer")]
    assert len(set(places)) == 2


def test_route_arrows_point_both_ways_when_both_are_short(picture: ElementTree.Element) -> None:
    arrows = {(e.get("data-from"), e.get("data-to"), e.get("data-colour")) for e in having(picture, "rp-arrow")}
    assert arrows == {("A", "B", "B"), ("A", "D", "B")}
    printed = parse(draw(load("RP-L9")))
    assert sum(e.get("data-from") == "A" for e in having(printed, "rp-arrow")) == 5


def test_clock_and_score(picture: ElementTree.Element) -> None:
    clock, score = one(picture, "rp-clock"), one(picture, "rp-score")
    assert lettering(clock) == ["4:12", "left of 9:00"]
    assert clock.get("data-left-ms") == "251001"
    assert (score.get("data-base"), score.get("data-total")) == ("15", "11")
    assert lettering(score) == ["R 3", "×", "K 5", "= 15", "− 4", "11", "2 cubes dropped, 1 engineer lost", "100 wins"]


@pytest.mark.parametrize(("total", "word"), [(100, "Won! "), (99, "Not won. "), (-7, "Not won. ")])
def test_the_end_says_whether_it_was_won(total: int, word: str) -> None:
    told = view()
    told.update(over=True, score={"base": max(total, 0), "total": total, "lowest": ["A", "B"]})
    root = parse(draw(RING, told))
    assert "time is up" in lettering(one(root, "rp-clock"))
    assert any(line.startswith(word) for line in lettering(one(root, "rp-score")))


def test_rounds_and_a_stuck_table_are_told_at_the_clock() -> None:
    told = {**view(), "round": 2, "rounds": 3, "stuck": True}
    assert "left of 9:00, round 2 of 3, no move helps" in lettering(one(parse(draw(RING, told)), "rp-clock"))


def test_the_two_lowest_cities_and_my_own_stand_out() -> None:
    root = parse(draw(RING, view(), seat=1))
    assert [e.get("data-city") for e in having(root, "rp-lowest")] == ["A", "B"]
    assert lettering(root).count("lowest") == 2
    assert [e.get("data-city") for e in having(root, "rp-mine") if e.get("data-city")] == ["C", "F"]
    assert [e.get("data-seat") for e in having(root, "rp-player") if "rp-mine" in e.get("class", "")] == ["1"]
    assert having(parse(draw(RING, view())), "rp-mine") == []


# ---------------------------------------------------------------- never by colour alone


def test_every_cube_and_engineer_shows_its_letter_and_cubes_their_grain() -> None:
    root = parse(f'<svg xmlns="http://www.w3.org/2000/svg">{definitions("p-")}</svg>')
    grains = set()
    for colour in COLOURS:
        for piece in ("cube", "engineer"):
            symbol = next(e for e in root if e.get("id") == f"p-{piece}-{colour}")
            assert lettering(symbol) == [colour]
        drawn = next(e for e in root if e.get("id") == f"p-cube-{colour}")
        grains.add(drawn.find(f"{SVG}path").get("d"))  # type: ignore[union-attr]
    assert len(grains) == 6


def test_coloured_things_carry_letters_or_names(picture: ElementTree.Element) -> None:
    for place, told in view()["cities"].items():
        assert lettering(one(city(picture, place), "rp-plate"))[:2] == [place, COLOURS[told["colour"]].upper()]
    for arrow in having(picture, "rp-arrow"):
        assert lettering(arrow) == [arrow.get("data-colour")]


# ---------------------------------------------------------------- expert trains


def test_reserved_cars_are_marked_and_filled_first() -> None:
    told = view()
    told["trains"]["L1"].update(cubes="RRY", stickers="RB")
    told["trains"]["S1"].update(cubes="", stickers="G")
    root = parse(draw(RING, told))
    train = next(e for e in having(root, "rp-train") if e.get("data-train") == "L1")
    assert [e.get("data-colour") for e in having(train, "rp-sticker")] == ["R", "B"]
    assert Train("L1", "RRY", stickers="RB").wells() == [
        ("R", None),
        ("Y", None),
        (None, None),
        ("R", "R"),
        (None, "B"),
    ]
    assert Train("S1", "", stickers="G").wells() == [(None, None), (None, None), (None, "G")]
    assert Train("S1", "KKK").wells() == [("K", None)] * 3
