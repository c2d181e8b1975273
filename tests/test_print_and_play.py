"""Print and play: what is printed is what the rules count, within what printers reach, in every language."""

from __future__ import annotations

import copy
import io
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pypdfium2
import pytest

from goldenspike.cli import main
from goldenspike.drawing.pages import cards, tiles
from goldenspike.drawing.pages.lettering import block, look, paragraph
from goldenspike.drawing.pages.paper import MARGIN, sheet
from goldenspike.drawing.pages.print_and_play import all_parts, print_and_play
from goldenspike.drawing.pages.print_words import LANGUAGES, Words, filled, general
from goldenspike.drawing.pages.tokens import Tokens, token_pages
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game
from goldenspike.engine.print_and_play import PrintOrder
from goldenspike.games import built_in, game

OURS = list(built_in())
POINT = 72 / 25.4 / 10  # of a tenth of a millimetre


def counted(name: str, board: Any, kind: str, **order: Any) -> Counter[str]:
    """How often each card, token, aid or place is printed."""
    found: Counter[str] = Counter()
    for part in all_parts(game(name), game(name).board(board), PrintOrder(**order)):
        if part.name != "rules":
            for page in part.pages():
                found.update(re.findall(rf'data-{kind}="([^"]*)"', page.body))
    return found


def kinds(found: Counter[str]) -> Counter[str]:
    """The same by the first word."""
    summed: Counter[str] = Counter()
    for name, count in found.items():
        summed[name.partition(" ")[0]] += count
    return summed


# ---------------------------------------------------------------- numbers
def test_santa_fe_rails_prints_the_deck_of_the_rulebook() -> None:
    """SFR-COMP-02, -04 to -07."""
    printed = counted("santa-fe-rails", None, "card")
    by_kind = {"city": 66, "double": 4, "triple": 1, "four": 1, "boom": 3, "branch": 15, "short": 4}
    assert kinds(printed) == by_kind
    board = game("santa-fe-rails").board(None)
    for city in board.cities:
        assert printed[f"city {city.id}"] == city.cards
    tokens = counted("santa-fe-rails", None, "token")
    assert {road.id: tokens[f"track {road.id}"] for road in board.railroads} == {
        road.id: road.pieces for road in board.railroads
    }
    assert (tokens["boom 4"], tokens["boom 5"]) == board.markers
    assert kinds(tokens)["railhead"] == 5 * (1 + 3)
    assert tokens["train"] == 1
    assert counted("santa-fe-rails", None, "aid")["1"] == 5


def test_santa_fe_of_1992_prints_its_own_deck() -> None:
    """SF-COMP-02, SF-SETUP-04, SF-ENG-01: five own Doubles and four in the display, and no Short Lines."""
    printed = kinds(counted("santa-fe", None, "card"))
    assert printed == {"city": 66, "double": 9, "branch": 10, "engineer": 5}
    assert not any(name.startswith(("boom", "track RI")) for name in counted("santa-fe", None, "token"))


def test_changed_values_change_what_is_printed() -> None:
    options = {"values.booms": 5, "values.city_cards": "2,2,2,2,2,2", "values.triples": 0, "values.branch_cards": 1}
    printed = kinds(counted("santa-fe-rails", None, "card", options=options))
    assert (printed["city"], printed["boom"], printed["triple"], printed["branch"]) == (76, 5, 0, 5)
    said = words_of(
        "santa-fe-rails", "mini", ["aid", "board-small"], options={"values.hand": 3, "values.square_bonus": 9}
    )
    assert "Draw to 3 cards" in said
    assert "first visit $9" in said


@pytest.mark.parametrize(("sheet_name", "goals"), [("desert-a", 15), ("forest-b", 17)])
def test_pioneer_rails_prints_goals_owners_and_a_deck(sheet_name: str, goals: int) -> None:
    """PR-COMP-01, -02, -04: the goals of the map, ten owners, twenty cards and two Jokers."""
    printed = kinds(counted("pioneer-rails", sheet_name, "card"))
    assert printed == {"goal": goals, "owner": 10, "card": 20, "joker": 2, "dealer": 1}
    (pad,) = (
        part
        for part in all_parts(game("pioneer-rails"), game("pioneer-rails").board(sheet_name), PrintOrder(copies=3))
        if part.name == "pad"
    )
    assert len(pad.pages()) == 3


@pytest.mark.parametrize("layout", ["RP-L1", "RP-L7"])
def test_rail_pass_prints_the_box(layout: str) -> None:
    """RP-COMP-01 to -06: boards, cubes, engineers, trains, arrows, and the markers of the layout."""
    board = game("rail-pass").board(layout)
    tokens = counted("rail-pass", layout, "token")
    assert kinds(tokens)["cube"] == 120
    assert kinds(tokens)["engineer"] == 18
    assert kinds(tokens)["arrow"] == 30
    assert (tokens["train long"], tokens["train short"]) == (6, 6)
    links = Counter(link.kind for link in board.links)
    assert {kind: tokens[kind] for kind in ("tunnel", "bridge", "blocked")} == {
        kind: links[kind] for kind in ("tunnel", "bridge", "blocked")
    }
    assert sum(counted("rail-pass", layout, "city").values()) == 6
    beds = counted("rail-pass", layout, "bed", options={"values.hotel_beds": 5})
    assert set(beds.values()) == {6}
    assert len(beds) == 5
    cars = counted("rail-pass", layout, "car", options={"values.long_cars": 4})
    assert sum(cars.values()) == 6 * 4 + 6 * 3


def own_board() -> dict[str, Any]:
    """A board with railroads and letters of its own."""
    data = copy.deepcopy(dict(game("santa-fe-rails").board("mini").source))
    data |= {"id": "own", "name": "Żółta Łódź"}
    data["cities"][4]["name"] = "Θεσσαλονίκη"
    data["cities"][5]["name"] = "Днепр"
    old = data["railroads"][0]["id"]
    data["railroads"][0] |= {"id": "ZZ", "name": "Kolej Świętokrzyska", "colour": "#123456", "pieces": 21}
    for city in data["cities"]:
        city["squares"] = ["ZZ" if road == old else road for road in city["squares"]]
    return data


def words_of(name: str, board: Any, parts: list[str], **order: Any) -> str:
    made = print_and_play(game(name), game(name).board(board), PrintOrder(**order), parts)
    pages = pypdfium2.PdfDocument(made.pdf)
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pages)


def test_a_board_with_its_own_railroads_and_letters_prints_them() -> None:
    data = own_board()
    assert counted("santa-fe-rails", data, "token")["track ZZ"] == 21
    assert counted("santa-fe-rails", data, "card")["branch ZZ"] == 3
    said = words_of("santa-fe-rails", data, ["board-small", "cards", "track"])
    for word in ("Żółta Łódź", "Θεσσαλονίκη", "Днепр", "Kolej Świętokrzyska (ZZ) × 21"):
        assert word in said


# ---------------------------------------------------------------- paper
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", OURS)
def test_everything_lies_where_printers_reach(name: str, paper: str) -> None:
    one = game(name)
    parts = [part.name for part in all_parts(one, one.board(None), PrintOrder(paper=paper)) if part.name != "rules"]
    made = print_and_play(one, one.board(None), PrintOrder(paper=paper, copies=1), parts)
    assert len(made.pdf) < 1_500_000
    edge = int((MARGIN - 6) * POINT)  # letters have tails
    for k, page in enumerate(pypdfium2.PdfDocument(made.pdf), 1):
        assert sorted(map(round, page.get_size())) == {"a4": [595, 842], "letter": [612, 792]}[paper]
        seen = page.render(scale=1, grayscale=True).to_numpy()
        assert seen.min() < 200, (name, k, "nothing is printed")
        rim = (seen[:edge], seen[-edge:], seen[:, :edge], seen[:, -edge:])
        assert min(int(strip.min()) for strip in rim) > 240, (name, paper, k)


def test_backs_lie_behind_their_fronts() -> None:
    """Turned over the long edge, left becomes right: the back of a card is where its front is."""
    for paper in ("a4", "letter"):
        page = sheet(paper)
        for (x, y), (back_x, back_y) in zip(cards.places(page), cards.places(page, mirrored=True), strict=True):
            assert back_x == pytest.approx(page.width - x - cards.WIDTH)
            assert back_y == y
    made = [cards.Card(f"c{k}", "<path/>", "<path/>") for k in range(10)]
    fronts, backs, last, last_backs = cards.card_pages(made, "a4", backs=True)
    assert (len(backs.pictures), len(last_backs.pictures)) == (9, 1)
    assert fronts.body.count("data-card") == 9
    assert 'class="gs-marks"' in last.body
    assert last_backs.pictures[0].x == pytest.approx(sheet("a4").width - cards.places(sheet("a4"))[0][0] - cards.WIDTH)
    assert len(cards.card_pages(made, "a4", backs=False)) == 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("width", "height", "wished"), [(1600, 1150, 4.8), (1000, 950, 4.8), (300, 3000, 5), (50, 40, 4)]
)
def test_tiles_cover_a_board_and_overlap(width: float, height: float, wished: float, paper: str) -> None:
    svg = cards.as_picture("<path/>", width, height)
    how = tiles.tiling(width, height, wished, paper)
    assert wished * 0.85 <= how.scale <= wished * 1.06
    pages = tiles.tile_pages(svg, how, Words("en"))
    assert len(pages) == how.pages
    for axis, length, count in ((0, width, how.columns), (1, height, how.rows)):
        spans = set()
        for page in pages:
            (placed,) = page.pictures
            assert placed.window is not None
            start = placed.window[axis] - (placed.x, placed.y)[axis]
            spans.add((round(start, 3), round(start + placed.window[2 + axis], 3)))
        ordered = sorted(spans)
        assert len(ordered) == count
        assert ordered[0][0] == 0
        assert ordered[-1][1] == pytest.approx(length * how.scale, abs=0.01)
        for (_, end), (start, _) in pairwise(ordered):
            assert end - start == pytest.approx(tiles.OVERLAP, abs=0.01)
    assert all('class="gs-marks"' in page.body for page in pages)


def test_pieces_fit_the_spaces_of_the_printed_board() -> None:
    from goldenspike.drawing.geometry import length
    from goldenspike.games.santa_fe.drawing.placement import SLOT, Placement
    from goldenspike.games.santa_fe.printing.tokens import slot_size

    board = game("santa-fe-rails").board(None)
    slots = [length(slot) for line in Placement(board).slots.values() for slot in line]
    for scale in (3.0, 4.8, 6.0):
        long, wide = slot_size(Placement(board), scale)
        assert wide == pytest.approx(SLOT * scale)
        assert sum(slot * scale >= long for slot in slots) >= 0.85 * len(slots)


def test_a_group_of_tokens_goes_on_where_a_page_ends() -> None:
    pages = token_pages([Tokens("many", 400, 200, 200, "<path/>"), Tokens("few", 3, 90, 90, "<path/>", "few")], "a4")
    found = Counter(re.findall(r'data-token="([^"]*)"', "".join(page.body for page in pages)))
    assert found == {"many": 400, "few": 3}
    assert len(pages) == 4


def test_text_fits_its_box() -> None:
    long = "A **sentence** that says *much more* than its small box has room for, again and again. " * 4
    drawn = block(0, 0, long, look(12), 400, 150)
    assert max(float(y) for y in re.findall(r' y="([\d.]+)"', drawn)) <= 150
    assert 'font-weight="700"' in drawn
    assert 'font-style="italic"' in drawn
    whole, height = paragraph(0, 0, "one two three", look(10), 60)
    assert whole.count("<text") == 3
    assert height == pytest.approx(3 * look(10).size * 1.34)


# ---------------------------------------------------------------- words
@pytest.mark.parametrize("name", OURS)
def test_every_language_has_all_words_with_the_same_values(name: str) -> None:
    every: list[dict[str, dict[str, str]]] = [
        {language: dict(game(name).print_words[language]) for language in LANGUAGES},
        {language: general(language) for language in LANGUAGES},
    ]
    for words in every:
        for language in LANGUAGES:
            assert words[language].keys() == words["en"].keys()
            for key, text in words[language].items():
                assert text.strip(), (language, key)
                assert text.count("\n") == words["en"][key].count("\n"), (language, key)
                assert values_in(text) == values_in(words["en"][key]) or key.endswith(".one"), (language, key)


def values_in(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def test_words_choose_by_number() -> None:
    assert filled("{n} {n|page|pages}", {"n": 1}) == "1 page"
    assert filled("{n} {n|page|pages}", {"n": 8}) == "8 pages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_is_in_the_language_asked_for(language: str) -> None:
    parts = {"santa-fe": "pad", "pioneer-rails": "goals", "rail-pass": "layout"}
    for name, part in parts.items():
        words = Words(language, game(name).print_words)
        said = words_of(name, game(name).boards[0], [part, "aid"], language=language)
        assert words("cover.ruler") in said
        assert words("part.aid") in said
        key = {"santa-fe": "pad.money", "pioneer-rails": "goal.1A.name", "rail-pass": "colour.K"}[name]
        assert words(key) in said


# ---------------------------------------------------------------- the command, and games of other packages
def test_the_command_lists_the_parts_and_their_pages(tmp_path: Any, capsys: Any) -> None:
    target = tmp_path / "x.pdf"
    main(["board", "print", "rail-pass", "RP-L3", "--parts", "pad,layout", "--language", "de", "--out", str(target)])
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"wrote {target}"
    assert said[1].split(":")[0].split() == ["layout", "page", "2"]
    assert said[2].split(":")[0].split() == ["pad", "pages", "3-4"]
    assert len(pypdfium2.PdfDocument(target)) == 4
    for wrong, why in (
        (["--parts", "pads"], "there is no part 'pads'; did you mean pad?"),
        (["--language", "la"], "what is printed can be in en, de, fr, it, es"),
        (["--scale", "900"], "the scale is 25 to 200 percent; not 900"),
        (["--option", "values.win=0"], "values.win is a whole number from 1"),
    ):
        with pytest.raises(SystemExit):
            main(["board", "print", "rail-pass", "--out", str(target), *wrong])
        assert why in capsys.readouterr().err


def test_half_the_scale_takes_fewer_pages_and_smaller_pieces() -> None:
    one = game("santa-fe-rails")
    board = one.board(None)
    full, half = ({part.name: part for part in all_parts(one, board, PrintOrder(scale=scale))} for scale in (100, 50))
    assert len(half["board"].pages()) < len(full["board"].pages())
    assert "23 x 4 mm" in full["track"].about
    assert "23 x 4 mm" not in half["track"].about
    with pytest.raises(BadOption):
        PrintOrder(paper="a3")


def test_a_game_without_parts_prints_its_picture_and_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    one = game("santa-fe-rails")
    monkeypatch.setattr(type(one), "print_parts", Game.print_parts)
    made = print_and_play(one, one.board("mini"), PrintOrder(language="it"))
    assert [part.name for part, _, _ in made.parts] == ["board", "rules"]
    pages = pypdfium2.PdfDocument(io.BytesIO(made.pdf))
    assert len(pages) == made.parts[-1][2]
    rules = " ".join(page.get_textpage().get_text_range() for page in list(pages)[2:])
    for word in ("Componenti", "Punteggio", "Santa Fe Rails"):
        assert word in rules
    assert "<a id" not in rules
    assert "](" not in rules
