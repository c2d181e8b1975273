"""Games of other packages: the plain page shows what the server draws, and a package may bring a page of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from .conftest import ServerProcess
from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]

GAMES = """
from pathlib import Path

from goldenspike.games.santa_fe.game import SantaFeRails


class WithoutPage(SantaFeRails):
    name = "without-page"
    title = "Without Page"
    shown_as = ("without-page",)


class WithPage(SantaFeRails):
    name = "with-page"
    title = "With Page"
    page = Path(__file__).with_name("page.js")


WITHOUT_PAGE, WITH_PAGE = WithoutPage(), WithPage()
"""
PAGE = """
function board(target, p) {
  const line = document.createElement('p')
  line.dataset.test = 'board'
  target.append(line)
  const update = (p) => {
    line.textContent = `${p.table.title}: ${p.entries.filter((entry) => entry.kind === 'move').length} moves`
  }
  update(p)
  return { update, destroy: () => line.remove() }
}
export default { Board: board, prompt: (p) => (p.legal.length ? 'Your own page asks' : 'Wait') }
"""
ENTRY_POINTS = """[goldenspike.games]
with-page = outside_games:WITH_PAGE
without-page = outside_games:WITHOUT_PAGE
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that finds a package with two games in its path."""
    site = tmp_path_factory.mktemp("site")
    (site / "outside_games.py").write_text(GAMES, "utf-8")
    (site / "page.js").write_text(PAGE, "utf-8")
    metadata = site / "outside_games-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-games\nVersion: 1.0\n", "utf-8")
    (metadata / "entry_points.txt").write_text(ENTRY_POINTS, "utf-8")
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    server = ServerProcess(tmp_path_factory.mktemp("tables"), environment={"PYTHONPATH": path})
    yield server
    server.stop()


def sit(me: Person, game: str) -> None:
    bot = {"holder": "bot", "bot": "random"}
    made = me.make(game=game, board="mini", seats=[{"holder": "me", "name": "Anna"}, bot], seed=3, start=True)
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()


def picture(me: Person) -> str:
    return me.shown("picture").get_attribute("src") or ""


def test_a_game_without_a_page_is_drawn_by_the_server(visit: Come) -> None:
    me = visit()
    sit(me, "without-page")
    assert me.wait_for_turn()
    before, text = picture(me), me.shown("position-text").inner_text()
    assert before.startswith("data:image/svg+xml,")
    expect(me.shown("picture")).to_have_js_property("complete", True)
    assert int(me.shown("picture").evaluate("picture => picture.naturalWidth")) > 100
    assert "to decide: A" in text
    expect(me.shown("own-cards")).to_contain_text(re.compile(r"hand\s*[A-Z]{3}, [A-Z]{3}"))
    done = me.choose()
    expect(me.shown("log")).to_contain_text(done.split()[0])
    for _ in range(3):
        assert me.wait_for_turn()
        me.choose()
    assert me.wait_for_turn()
    assert picture(me) != before
    me.check_access("the plain page")


def test_the_past_of_a_drawn_game_is_drawn_too(visit: Come) -> None:
    me = visit()
    sit(me, "without-page")
    for _ in range(4):
        assert me.wait_for_turn()
        me.choose()
    assert me.wait_for_turn()
    now = me.shown("position-text").inner_text()
    me.keys(",", ",", ",", ",")
    expect(me.see("past")).to_be_visible()
    expect(me.shown("position-text")).not_to_have_text(now)
    assert picture(me).startswith("data:image/svg+xml,")


def test_a_package_brings_its_own_page(visit: Come) -> None:
    me = visit()
    sit(me, "with-page")
    assert me.wait_for_turn()
    expect(me.shown("prompt")).to_have_text("Your own page asks")
    expect(me.shown("board")).to_contain_text("With Page: ")
    before = me.shown("board").inner_text()
    me.choose()  # buttons of the plain page, since the module brings none
    expect(me.shown("board")).not_to_have_text(before)


def test_options_of_a_variant_have_the_words_of_its_game(visit: Come) -> None:
    me = visit("/new/without-page", language="de-DE")
    me.see("more-rules").locator("> summary").click()
    expect(me.see("option-terrain")).to_be_visible()
    expect(me.page.locator('label[for="option-terrain"]')).to_have_text("Gebirge und Flüsse")
