"""The sheet as a picture and as a printed pad (PR-SHEET-10, -17): everything present, same input same bytes."""

import re
import subprocess
import sys
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenspike.games.pioneer_rails.board import load
from goldenspike.games.pioneer_rails.board.hexes import Kind
from goldenspike.games.pioneer_rails.board.load import SUITS, Terrain
from goldenspike.games.pioneer_rails.drawing import pdf as printing
from goldenspike.games.pioneer_rails.drawing import sheet as drawing
from goldenspike.games.pioneer_rails.drawing.tracks import CORES

SHEETS = ("desert-a", "desert-b", "forest-a", "forest-b", "fx")
SVG = "{http://www.w3.org/2000/svg}"
FILLED: dict[str, Any] = {
    "player": "Ann <&> Bob",
    "tracks": [("C3|C4", "H"), ("C3|D3", "H"), ("A7|B6", "S"), ("D3|D4", "D"), ("A3*n-s", "C")],
    "new": ["C3|D3"],
    "crossed": {"C2": "", "B9": ""},
    "reached": {"C3s": ["H"], "C5s": ["D", "S"]},
    "hands": [["Q", "Q", "A", "A", "*"], ["10"], [], []],
    "hand_points": [8, None, None, None],
    "saloons": ["circled", "dead", "open", "open"],
    "nuggets": 3,
    "banked": 2,
    "banks": [4],
    "ranches": 2,
    "yards": 1,
    "forts": 1,
    "network": 2,
    "town_symbols": ["spent", "circled", "circled", "open", "open"],
    "goals": [{"id": "1F", "name": "Rim", "text": "Reach the rim.", "points": 10}, {"id": "1K", "lost": True}],
    "score": {"gold": 3, "banks": 4, "ranches": 3, "yards": 4, "forts": 4, "towns": 3, "total": 29},
    "target": 80,
}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def by_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in root.iter() if name in (e.get("class") or "").split()]


def words(root: ElementTree.Element) -> Counter[str]:
    return Counter("".join(e.itertext()) for e in root.iter(f"{SVG}text") if e.get("aria-hidden") is None)


@pytest.mark.parametrize("paper", drawing.PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_every_part_of_the_map_is_there(name: str, paper: str) -> None:
    sheet = load.load(name)
    root = parsed(drawing.draw(sheet, paper=paper))
    g = sheet.grid
    assert [e.get("data-hex") for e in by_class(root, "pr-hex")] == list(g.hex_names)
    edges = {e.get("data-edge"): e.get("data-kind") for e in by_class(root, "pr-edge")}
    open_edges = {
        n: sheet.kinds[e].name.lower() for e, n in enumerate(g.edge_names) if sheet.kinds[e] is not Kind.CLOSED
    }
    assert edges == open_edges
    assert {e.get("data-vertex") for e in by_class(root, "pr-town")} == {town.at for town in sheet.towns}
    assert {e.get("data-suit"): e.get("data-hex") for e in by_class(root, "pr-station")} == {
        suit: g.hex_names[h] for suit, h in zip(SUITS, sheet.stations, strict=True)
    }
    posts = {e.get("data-vertex") for e in by_class(root, "pr-post")}
    assert posts == {g.vertex_names[v] for h in sheet.stations for v in g.hex_vertices[h]}
    shown = {e.get("data-hex"): e for e in by_class(root, "pr-feature")}
    kinds = set(load.USUAL_NUMBER) | {Terrain.CATTLE}
    assert set(shown) == {g.hex_names[h] for h in sheet.of(*kinds)}
    for h, number in enumerate(sheet.numbers):
        if number:
            assert words(shown[g.hex_names[h]])[str(number)] == 1
    said = words(root)
    assert all(said[town.name] == 1 for town in sheet.towns)
    assert all(said[chr(65 + r)] >= 1 for r in range(g.rows))
    assert said[sheet.name] == said[sheet.character] == 1


@pytest.mark.parametrize("paper", drawing.PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_PR_SHEET_10_the_score_area_is_whole(name: str, paper: str) -> None:
    sheet = load.load(name)
    root = parsed(drawing.draw(sheet, paper=paper))
    assert len(by_class(root, "pr-hand-box")) == 4
    goals = by_class(root, "pr-goal")
    assert len(goals) == 3
    for goal in goals:
        assert words(goal)["10"] == words(goal)["5"] == 1
    assert len(by_class(root, "pr-target")) == 1
    boxes = {e.get("data-score") for e in by_class(root, "pr-box")} - {None}
    both = {"forts", "ranches", "yards", "towns", "total"}
    assert boxes == both | ({"jails", "escaped"} if sheet.forest else {"gold", "banks"})
    works = words(by_class(root, "pr-panel-works")[0])
    for value in (*sheet.rows.ranch, *(f"×{m}" for m in sheet.rows.yard), *sheet.rows.fort, *sheet.rows.saloon_values):
        assert works[str(value)] >= 1
    assert len(by_class(root, "pr-nugget")) == sheet.rows.nuggets
    assert len(by_class(root, "pr-bank-square")) == len(sheet.rows.bank)
    assert len(by_class(root, "pr-jail-row")) == len(sheet.rows.jails)


@pytest.mark.parametrize("name", SHEETS)
def test_PR_SHEET_17_one_town_symbol_is_given(name: str) -> None:
    sheet = load.load(name)
    root = parsed(drawing.draw(sheet))
    states = [e.get("data-state") for e in by_class(root, "pr-town-symbol")]
    assert states == ["circled"] + ["open"] * len(sheet.towns)
    assert len(by_class(root, "pr-given")) == 1
    assert by_class(root, "pr-circled") == by_class(root, "pr-struck") == []


@pytest.mark.parametrize("paper", drawing.PAPERS)
def test_a_filled_sheet_shows_what_was_drawn(paper: str) -> None:
    sheet = load.load("fx")
    root = parsed(drawing.draw(sheet, FILLED, paper=paper))
    tracks = {e.get("data-track"): e.get("data-suit") for e in by_class(root, "pr-track")}
    assert tracks == dict(FILLED["tracks"])
    assert [e.get("data-track") for e in by_class(root, "pr-track") if e.get("data-new")] == ["C3|D3"]
    assert {e.get("data-hex") for e in by_class(root, "pr-crossed")} == {"C2", "B9"}
    reached = {e.get("data-vertex"): e.get("data-reached") for e in by_class(root, "pr-town")}
    assert reached == {"C3s": "H", "C5s": "S D", "F6n": None, "C2n": None}
    hands = by_class(root, "pr-hand")
    assert [words(h)["Q"] for h in hands] == [2, 0, 0, 0]
    assert words(hands[0])["★"] == 1
    assert words(hands[0])["8"] == 1
    assert words(by_class(root, "pr-panel-total")[0])["29"] == 1
    assert words(by_class(root, "pr-target")[0])["80"] == 1
    assert len(by_class(by_class(root, "pr-panel-gold")[0], "pr-circled")) == 3
    assert len(by_class(by_class(root, "pr-panel-gold")[0], "pr-struck")) == 2
    assert [e.get("data-state") for e in by_class(root, "pr-town-symbol")] == FILLED["town_symbols"]
    assert [e.get("data-goal") for e in by_class(root, "pr-goal")] == ["1F", "1K", None]
    description = next(root.iter(f"{SVG}desc")).text or ""
    assert "hearts 2, diamonds 1, clubs 1" in description
    assert "2 of 4 towns reached" in description


def test_forest_marks() -> None:
    sheet = load.load("forest-b")
    view = {"jails": [2, None, 0], "escaped": 3, "saloons": ["A", "10"], "crossed": {"A5": "captured", "A6": "escaped"}}
    root = parsed(drawing.draw(sheet, view))
    law = by_class(root, "pr-panel-law")[0]
    assert [len(by_class(row, "pr-circled")) for row in by_class(law, "pr-jail-row")] == [3, 0, 1]
    assert len(by_class(law, "pr-circled")) == 4 + 3
    circled = [s for s in by_class(root, "pr-symbol") if by_class(s, "pr-circled")]
    assert sorted(next(iter(words(s))) for s in circled) == ["10", "A"]
    assert {e.get("data-hex"): e.get("data-how") for e in by_class(root, "pr-crossed")} == view["crossed"]


def test_railways_differ_in_colour_and_in_pattern() -> None:
    patterns = [tuple(sorted((k, v) for k, v in core.items())) for core in CORES]
    assert len(set(patterns)) == 4
    sheet = load.load("fx")
    drawn = parsed(drawing.draw(sheet, {"tracks": [("C3|C4", s) for s in SUITS]}))
    shapes = {
        e.get("data-suit"): [(p.get("stroke"), p.get("stroke-dasharray")) for p in e]
        for e in by_class(drawn, "pr-track")
    }
    assert len({tuple(v) for v in shapes.values()}) == 4
    colourless = {suit: [(dash is None, dash) for _, dash in v] for suit, v in shapes.items()}
    assert len({str(v) for v in colourless.values()}) == 4, "patterns tell them apart without colour"


def test_legal_tracks_are_lit_once_each_and_unknown_ones_left_out() -> None:
    sheet = load.load("fx")
    root = parsed(drawing.draw(sheet, legal=["D3|C3", "C3|D3", "A3*n-s", "nonsense", "C2*n-s"]))
    assert [e.get("data-edge") for e in by_class(root, "pr-legal")] == ["C3|D3", "A3*n-s"]
    assert by_class(parsed(drawing.draw(sheet)), "pr-legal") == []


@pytest.mark.parametrize("paper", drawing.PAPERS)
def test_words_from_files_and_players_are_escaped(paper: str) -> None:
    document = load.document("fx") | {"name": "<script>&\"'", "character": "a < b & c > d"}
    document["towns"][0]["name"] = "O'Hara & <b>"
    svg = drawing.draw(
        load.load(document), {"player": "</svg><x>", "goals": [{"id": '"><i>', "text": "<u>&"}]}, paper=paper
    )
    root = parsed(svg)
    assert "<script" not in svg
    assert {e.tag for e in root.iter()}.isdisjoint({f"{SVG}script", f"{SVG}b", f"{SVG}x", f"{SVG}i", f"{SVG}u"})
    assert words(root)["O'Hara & <b>"] == 1


def test_the_picture_speaks() -> None:
    root = parsed(drawing.draw(load.load("desert-b")))
    assert root.get("role") == "img"
    named = (root.get("aria-labelledby") or "").split()
    assert [next(e for e in root.iter() if e.get("id") == n).tag for n in named] == [f"{SVG}title", f"{SVG}desc"]
    assert "Oxbow Divide" in (root[0].text or "")


@pytest.mark.parametrize("paper", drawing.PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_ids_are_unique_and_every_reference_leads_somewhere(name: str, paper: str) -> None:
    svg = drawing.draw(load.load(name), {"id": "seat 2"}, paper=paper)
    root = parsed(svg)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert all((i or "").startswith(f"pr-{name}-seat2-") for i in ids)
    used = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', svg))
    assert {a or b for a, b in used} <= set(ids)


def test_nothing_on_a_page_needs_a_style_or_script() -> None:
    """A page with a strict content policy can show it as it is."""
    svg = drawing.draw(load.load("desert-a"), FILLED, standalone=False)
    assert not svg.startswith("<?xml")
    assert "<style" not in svg
    assert " style=" not in svg
    assert "feTurbulence" not in svg, "too slow for a page that pans and zooms"
    assert parsed(svg).get("width") is None


@pytest.mark.parametrize("name", SHEETS)
def test_paper_has_nothing_a_press_cannot_take(name: str) -> None:
    svg = drawing.draw(load.load(name), paper="print")
    for word in ("<filter", "<use", "clip-path", "Gradient", "<image"):
        assert word not in svg


def test_the_same_picture_has_the_same_bytes_in_every_process() -> None:
    code = (
        "from goldenspike.games.pioneer_rails.board.load import load\n"
        "from goldenspike.games.pioneer_rails.drawing.sheet import PAPERS, draw\n"
        "import hashlib\n"
        "for paper in PAPERS:\n"
        "    svg = draw(load('forest-a'), {'tracks': [('C3|D2', 'H')]}, paper=paper)\n"
        "    print(hashlib.sha256(svg.encode()).hexdigest())\n"
    )
    runs = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(runs) == 1
    assert len(next(iter(runs)).split()) == 3


def test_unknown_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="screen, phone, print"):
        drawing.draw(load.load("fx"), paper="vellum")


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 99)
    | st.text(max_size=5)
    | st.lists(st.integers(-2, 9) | st.text(max_size=3), max_size=5)
)


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(sorted({*FILLED, "jails", "escaped"} - {"tracks", "reached", "crossed", "new"})), VALUES
    )
)
def test_a_strange_view_never_breaks_the_picture(view: dict[str, Any]) -> None:
    for name in ("fx", "forest-a"):
        parsed(drawing.draw(load.load(name), view))


@pytest.mark.parametrize(("rows", "cols"), [(16, 7), (5, 20), (4, 15)])
def test_maps_of_other_sizes_fit(rows: int, cols: int) -> None:
    document = load.document("fx")
    document |= {"rows": rows, "cols": cols, "hex": {}, "river": [], "ranges": {}}
    for place, suit in (("B2", "H"), ("B5", "S"), ("C3", "D"), ("C6", "C")):
        document["hex"][place] = {"t": "station", "suit": suit}
    document["towns"] = [{"v": "C4se", "name": "Middle"}] if rows > 4 else [{"v": "B8s", "name": "Middle"}]
    document["score_rows"]["towns"] = 2
    sheet = load.build(document)
    root = parsed(drawing.draw(sheet))
    chart = by_class(root, "pr-map")[0]
    found = re.search(r"scale\(([\d.]+)\)", chart.get("transform") or "")
    assert found
    assert float(found[1]) < 2
    width, height = (float(x) for x in (root.get("viewBox") or "").split()[2:])
    assert width / height == pytest.approx(1751 / 1208, rel=0.02)


# --- on paper ------------------------------------------------------------------------------------


def pages(pdf: bytes) -> list[tuple[float, float]]:
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    count = len(re.findall(rb"/Type /Page\b(?!s)", pdf))
    sizes = [(float(w), float(h)) for w, h in boxes]
    return sizes * count if len(sizes) == 1 else sizes


@pytest.mark.parametrize(
    ("paper", "copies", "size"),
    [("A4", 1, (841.89, 595.28)), ("letter", 1, (792.0, 612.0)), ("a4", 3, (841.89, 595.28))],
)
def test_a_pad_has_the_right_pages(paper: str, copies: int, size: tuple[float, float]) -> None:
    pdf = printing.pad(load.load("fx"), paper, copies)
    assert pdf.startswith(b"%PDF-")
    found = pages(pdf)
    assert len(found) == copies
    assert all(page == pytest.approx(size, abs=0.02) for page in found)
    assert b"/Subtype /Image" not in pdf, "vectors only"


def test_a_pad_is_the_same_file_every_time() -> None:
    assert printing.pad(load.load("fx")) == printing.pad(load.load("fx"))


def test_a_filled_sheet_and_strange_letters_can_be_printed() -> None:
    document = load.document("fx") | {"name": "Łódź – Śnieżka ★"}
    document["towns"][0]["name"] = "東京 Zürich"
    pdf = printing.pad(load.load(document), "A4", 1, FILLED | {"player": "Renée ☃"})
    assert len(pages(pdf)) == 1
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
    for words in ("Łódź – Śnieżka ★", "?? Zürich", "Renée ?"):
        assert words in text


@pytest.mark.parametrize("name", ["desert-a", "desert-b", "forest-a", "forest-b"])
def test_the_words_of_a_printed_sheet_can_be_read_and_searched(name: str) -> None:
    sheet = load.load(name)
    pdf = pypdfium2.PdfDocument(printing.pad(sheet, "A4", 2))
    assert len(pdf) == 2
    assert sheet.name in pdf.get_metadata_value("Title")
    for page in pdf:
        text = page.get_textpage().get_text_range()
        for words in (sheet.name, "POKER HANDS", "TOTAL", *(town.name for town in sheet.towns)):
            assert words in text


@pytest.mark.parametrize(("paper", "copies"), [("A5", 1), ("", 1), ("A4", 0), ("A4", 101), ("A4", -1)])
def test_a_pad_that_makes_no_sense_is_refused(paper: str, copies: int) -> None:
    with pytest.raises(ValueError, match=r"paper is A4 or Letter|1 to 100 copies"):
        printing.pad(load.load("fx"), paper, copies)
