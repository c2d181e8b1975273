"""Pioneer Rails as people play it: with a mouse, a finger, the keyboard; together, alone, in the forest."""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import ROOT
from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
WORDS = ROOT / "web" / "src" / "games" / "pioneer-rails" / "lang"
DATA = ROOT / "src" / "goldenspike" / "games" / "pioneer_rails" / "data"
ME = {"holder": "me", "name": "Ann"}
BOTS = [{"holder": "bot", "bot": "greedy", "name": name} for name in ("Bill", "Cora")]

# Whoever is asked goes on by the page's own buttons until others are awaited: a card, tracks, choices, done.
# What is wished for is pressed once, as soon as it can be; what has been pressed is told.
GO_ON = """async (wishes) => {
  const pressed = []
  const find = (test) => document.querySelector(`[data-test="${test}"]`)
  const stage = () => find('pr-hand')?.dataset.stage
  const mark = () => `${stage()} ${find('pr-hand')?.dataset.steps} ${find('play').dataset.version}`
  for (let steps = 0; steps < 60; steps += 1) {
    if (find('result') || find('prompt').dataset.mine !== 'true') return pressed
    const open = [...document.querySelectorAll('[data-action]:not([aria-disabled="true"])')]
    const of = (test) => open.filter((one) => one.dataset.test === test)
    const joker = of('deal-card').filter((one) => one.dataset.action.includes('*'))
    const tracks = of('track').sort((a, b) => (a.dataset.action < b.dataset.action ? -1 : 1))
    const cards = [...joker, ...of('deal-card')]
    const wished = wishes.filter((wish) => !pressed.includes(wish)).flatMap(of)
    const next = [...of('answer').reverse(), ...of('railway'), ...wished, ...cards, ...tracks, ...of('done')][0]
    const before = mark()
    if (next) next.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    if (wished.includes(next)) pressed.push(next.dataset.test)
    let sure = null  // a Dealer's card is taken before everybody's eyes
    for (const last = performance.now() + 30000; mark() === before; ) {
      if (!sure) (sure = find('confirm'))?.click()
      if (performance.now() > last) throw new Error(`stuck at ${before}: ${next?.dataset.action}`)
      await new Promise((done) => setTimeout(done, 8))
    }
  }
}"""


def sit(me: Person, *others: dict[str, str], board: Any = "desert-a", seed: int = 7, **options: Any) -> None:
    """A new table, set up by the page's own request, on a built-in sheet or one's own; the first seat is mine."""
    sheet = {"board" if isinstance(board, str) else "board_file": board}
    made = me.make(game="pioneer-rails", seats=[ME, *others], options=options, seed=seed, start=True, **sheet)
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()
    expect(me.see("pr-hand")).to_be_visible()


def pick(me: Person, card: int = 0) -> None:
    me.page.locator('[data-test="deal-card"][data-action]').nth(card).click()
    expect(me.shown("tracks-left")).to_have_attribute("data-left", "3")


def go_on(me: Person, *wishes: str) -> list[str]:
    """Go on until others are awaited; which wishes came true."""
    return list(me.page.evaluate(GO_ON, list(wishes)) or [])


def left(me: Person, number: int) -> None:
    expect(me.shown("tracks-left")).to_have_attribute("data-left", str(number))


def to_the_end(*people: Person) -> None:
    """Everybody goes on whenever asked, until the sheets are counted."""
    last = time.monotonic() + 120
    while time.monotonic() < last:
        for person in people:
            go_on(person)
        if all(person.see("result").count() for person in people):
            return
        people[0].page.wait_for_timeout(15)
    raise AssertionError([person.shown("prompt").inner_text() for person in people])


def ends(me: Person, number: int = 0) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a lit track begins and ends on the screen."""
    found = me.page.evaluate(
        """(number) => {
          const target = document.querySelectorAll('[data-test="track"]')[number]
          const line = target.querySelector('path'), circle = target.querySelector('circle')
          const m = line.getScreenCTM(), d = line.getAttribute('d').match(/[\\d.]+/g).map(Number)
          const at = (x, y) => [m.a * x + m.e, m.d * y + m.f]
          const far = at(circle.cx.baseVal.value, circle.cy.baseVal.value)
          const both = [at(d[0], d[1]), at(d[2], d[3])]
          return [both.find(([x, y]) => Math.hypot(x - far[0], y - far[1]) > 3), far]
        }""",
        number,
    )
    return tuple(found[0]), tuple(found[1])


def near(me: Person) -> tuple[tuple[float, float], tuple[float, float]]:
    """A lit track once the sheet has come near enough for a finger and rests."""
    before = ends(me)
    for _ in range(200):
        me.page.wait_for_timeout(60)
        now = ends(me)
        if now == before and math.dist(*now) > 22:
            return now
        before = now
    raise AssertionError(f"the sheet stays too small: {before}")


def finger(me: Person, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger goes down, along a line, and up."""
    hand = me.context.new_cdp_session(me.page)
    for part in range(9):
        x, y = (a + (b - a) * part / 8 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if part else "touchStart"
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# ---------------------------------------------------------------- together
def test_two_people_and_a_bot_play_a_turn(visit: Come) -> None:
    host, guest = begun_together(visit)
    version = host.version
    for person in (host, guest):
        go_on(person)
    for person in (host, guest):
        person.wait_for_version(version + 1)
    expect(guest.page.locator('[data-test="player"][data-seat="0"] .railway')).not_to_have_count(0)


@pytest.mark.long
def test_two_people_and_a_bot_play_a_whole_game(visit: Come) -> None:
    host, guest = begun_together(visit)
    to_the_end(host, guest)
    expect(host.see("play")).to_have_attribute("data-status", "finished")
    assert "completed:" in host.log()
    all_see_the_same_count(host, guest)


def all_see_the_same_count(me: Person, other: Person) -> None:
    """The end of a game of three on two screens."""
    for person in (me, other):
        expect(person.see("final")).to_have_count(3)
    assert me.see("final").all_inner_texts() == other.see("final").all_inner_texts()
    me.page.locator('[data-test="look"]').first.click()
    expect(me.shown("whose")).to_be_visible()


def begun_together(visit: Come) -> tuple[Person, Person]:
    """Two people in their first turn: one has written it and taken it back, the other writes."""
    host = visit("/new/pioneer-rails")
    host.press("seats-3")
    host.shown("holder-1").select_option("free")
    host.page.locator('[data-test="sheet-desert-b"]').check(force=True)
    host.see("more-rules").locator("> summary").click()
    host.shown("option-first_dealer").select_option("A")
    host.press("open-table")
    expect(host.see("room")).to_be_visible()
    guest = visit(str(host.see("copy-link").first.get_attribute("data-link")))
    expect(guest.see("room")).to_be_visible()
    host.press("start")
    host.sit_down()
    guest.sit_down()
    expect(guest.shown("prompt")).to_contain_text("deals and takes a card first")
    # The Dealer takes before everybody's eyes; then nobody waits for anybody.
    host.page.locator('[data-test="deal-card"]').first.click()
    host.press("confirm")
    left(host, 3)
    taken = host.page.locator('[data-test="play"] .held').get_attribute("aria-label")
    pick(guest)
    (x0, y0), (x1, y1) = ends(host)
    host.page.mouse.move(x0, y0)
    host.page.mouse.down()
    for part in range(1, 7):
        host.page.mouse.move(x0 + (x1 - x0) * part / 6, y0 + (y1 - y0) * part / 6)
    host.page.mouse.up()
    left(host, 2)
    host.shown("track").click()
    left(host, 1)
    host.press("undo")
    left(host, 2)
    expect(host.page.locator('[data-test="sheet"] .railway')).to_have_count(1)
    assert guest.page.locator('[data-test="player"][data-seat="0"] .railway').count() == 0, "nobody sees a half turn"
    expect(guest.page.locator('[data-test="player"][data-seat="0"]')).to_have_attribute("data-state", "writing")
    host.page.reload()
    left(host, 2)  # the half turn is still there
    go_on(host)
    expect(host.shown("written")).to_be_visible()
    expect(guest.page.locator('[data-test="player"][data-seat="0"]')).to_have_attribute("data-state", "written")
    assert guest.page.locator('[data-test="player"][data-seat="0"] .railway').count() == 0, "before the reveal"
    host.press("undo")  # a complete turn can be taken back as long as somebody writes
    left(host, 3)
    assert host.page.locator('[data-test="play"] .held').get_attribute("aria-label") == taken
    return host, guest


def test_alone_against_a_target(visit: Come) -> None:
    me = visit("/new/pioneer-rails")
    me.press("seats-1")
    me.see("more-rules").locator("> summary").click()
    me.shown("option-difficulty").select_option("medium")
    me.see("more-table").locator("> summary").click()
    me.shown("seed").fill("5")
    me.press("open-table")
    me.sit_down()
    expect(me.shown("target")).to_contain_text("110")
    assert me.see("goal").count() == 5
    to_the_end(me)
    expect(me.see("verdict")).to_contain_text(re.compile(r"you needed|beaten", re.I))
    total = int(me.see("final").inner_text())
    assert total == int(me.shown("total").inner_text())
    assert "completed:" in me.log()
    me.check_access("the count")


def test_a_forest_game_with_owners_and_jokers_in_german(visit: Come) -> None:
    me = visit("/", language="de-DE")
    sit(me, *BOTS, board="forest-b", seed=11, owners=True, jokers=True, hand_card=True, first_dealer="A")
    expect(me.shown("owner")).to_be_visible()
    assert me.page.locator('[data-row="jails"]').count() == 1
    open_wishes = ["power", "spend"]  # an owner's power, a Town for another track
    while open_wishes and not me.see("result").count():
        came_true = go_on(me, *open_wishes)
        open_wishes = [wish for wish in open_wishes if wish not in came_true]
        me.page.wait_for_timeout(15)
    assert not open_wishes
    to_the_end(me)
    assert me.page.locator('[data-row="towns"] .struck').count() > 0
    text = me.page.locator("body").inner_text()
    assert "Jetzt" in text or "gewinnt" in text
    keys = set(json.loads((WORDS / "en.json").read_text("utf-8")))
    assert not keys & set(re.findall(r"\bpr(?:\.\w+)+\b", text)), "a key of the language file stands on the page"
    assert not {"Draw", "tracks", "Choose", "Goals", "Towns"} & set(re.findall(r"[A-Za-z]+", text))
    record = me.log()
    assert record.count("Bahnbesitzer dieser Runde") >= 3
    assert "Handkarte" in record
    assert me.page.locator(".cell", has_text="★").count() <= 1, "one Joker in a game"
    expect(me.see("play")).to_have_attribute("data-status", "finished")
    all_see_the_same_count(me, visit(me.page.url, language="de-DE"))


# ---------------------------------------------------------------- what the sheet answers
def spot(me: Person, kind: str, number: int = 0) -> tuple[float, float]:
    """The middle of a track of a kind on the screen, once the sheet lies still."""
    box = None
    while box != (now := me.see("sheet").bounding_box()):
        box = now
        me.page.wait_for_timeout(150)
    assert box is not None
    x, y = me.page.evaluate(
        """async ([kind, number]) => {
          const board = await (await fetch('/api/boards/pioneer-rails/desert-a')).json()
          const [, a, b] = board.tracks.filter((track) => track[3] === kind)[number]
          const [p, q] = [board.vertices[a], board.vertices[b]]
          return [(p[1] + q[1]) / 2 / board.width, (p[2] + q[2]) / 2 / board.height]
        }""",
        [kind, number],
    )
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def test_a_sheet_from_a_file_is_checked_and_chosen(visit: Come) -> None:
    me = visit("/new/pioneer-rails")
    field = me.page.locator('[data-test="board-file"]')
    problems = me.page.locator('[data-test="board-problems"]')

    def give(text: str) -> None:
        field.set_input_files({"name": "mine.json", "mimeType": "application/json", "buffer": text.encode()})

    give("{")
    expect(problems).to_contain_text("JSON")
    sheet = json.loads((DATA / "desert_a.json").read_text("utf-8"))
    give(json.dumps({key: value for key, value in sheet.items() if key != "name"}))
    expect(problems).to_contain_text("name")
    give(json.dumps(sheet | {"id": "my-desert", "name": "My desert"}))
    expect(problems).to_have_count(0)
    expect(me.page.locator('[data-test="setup"]')).to_contain_text("My desert")


def test_other_tracks_say_why_not_and_features_what_they_bring(visit: Come) -> None:
    me = visit("/")
    own = json.loads((DATA / "desert_a.json").read_text("utf-8")) | {"id": "my-desert", "name": "My desert"}
    sit(me, BOTS[0], board=own, first_dealer="B")
    pick(me)
    me.page.mouse.click(*spot(me, "bridge"))
    expect(me.shown("why-not")).to_contain_text("PR-TRACK-03")
    me.page.mouse.click(*spot(me, "closed"))
    expect(me.shown("why-not")).to_contain_text("PR-GEO-09")
    me.keys("Escape")
    me.shown("done").click(force=True)
    expect(me.shown("why-not")).to_contain_text("PR-TRACK-13")
    me.press("odds-toggle")
    expect(me.shown("odds")).to_contain_text("Still possible")
    before = me.see("track").count()
    me.press("spend")
    expect(me.shown("permits")).to_be_visible()
    left(me, 4)
    assert me.see("track").count() > before, "shortcuts are offered as well"
    me.press("reset-turn")
    expect(me.page.locator('[data-test="deal-card"][data-action]')).to_have_count(2)
    assert "My desert" in str(me.see("board").get_attribute("aria-label"))
    for path in (str(me.shown("print-pad").get_attribute("href")), "/api/boards/pioneer-rails/desert-a.pdf"):
        kind = "async (path) => (await fetch(path)).headers.get('content-type')"
        assert me.page.evaluate(kind, path) == "application/pdf", path


# ---------------------------------------------------------------- for everybody
def test_turns_by_keyboard_alone(visit: Come) -> None:
    me = visit("/", tour=True)
    sit(me, BOTS[0], first_dealer="B")
    me.press("learn-no")
    expect(me.shown("tour")).to_have_attribute("data-note", "pick")
    me.press("tour-off")
    me.keys("?")
    expect(me.page.get_by_role("dialog")).to_contain_text(re.compile(r"Use the \w+ of \w+"))
    me.keys("Escape", "1")
    left(me, 3)
    me.keys("l")
    first = me.page.evaluate("document.activeElement.dataset.action")
    me.keys("ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight")
    assert me.page.evaluate("document.activeElement.dataset.test") == "track"
    assert first
    for number in (2, 1, 0):
        me.keys("Enter")
        left(me, number)
        if number:
            expect(me.page.locator('[data-test="track"]:focus')).to_be_attached()
    me.keys("u")
    left(me, 1)
    me.keys("l")
    expect(me.page.locator('[data-test="track"]:focus')).to_be_attached()
    me.keys("Enter")
    left(me, 0)
    before = me.version
    me.keys("d")
    me.wait_for_version(before + 1)
    assert "Turned up" in me.see("live-region").inner_text() or "Round 1, turn 2" in me.see("live-region").inner_text()
    expect(me.shown("prompt")).to_have_attribute("data-mine", "true")
    me.keys("2", "Enter")  # in turn 2 I deal: a card is taken and confirmed
    left(me, 3)


@pytest.mark.parametrize("board", [pytest.param("desert-b", marks=pytest.mark.long), "forest-a"])
def test_the_sheet_is_accessible_in_light_and_dark(visit: Come, board: str) -> None:
    me = visit("/new/pioneer-rails")
    if board == "desert-b":
        expect(me.see("setup")).to_be_visible()
        me.check_access("set-up", dark=True)
    sit(me, *BOTS, board=board, seed=3, owners=True, first_dealer="B")
    pick(me)
    me.press("odds-toggle")
    me.shown("track").click()
    left(me, 2)
    me.check_access(f"drawing on {board}", dark=True)
    if board == "forest-a":
        me.press("reset-turn")
        expect(me.page.locator('[data-test="deal-card"][data-action]').first).to_be_visible()
        me.check_access("picking", dark=True)


def test_a_phone_of_360_pixels(visit: Come) -> None:
    me = visit("/new/pioneer-rails", width=360, height=740, has_touch=True, is_mobile=True)
    expect(me.see("setup")).to_be_visible()
    me.check_access("set-up at 360 px")
    sit(me, *BOTS, first_dealer="B")
    me.check_access("picking at 360 px")
    me.page.locator('[data-test="deal-card"][data-action]').first.tap()
    left(me, 3)
    finger(me, *near(me))
    left(me, 2)
    for number in (1, 0):
        (x0, y0), (x1, y1) = near(me)
        me.page.touchscreen.tap((x0 + x1) / 2, (y0 + y1) / 2)
        left(me, number)
    me.check_access("drawn at 360 px")
    me.shown("done").tap()
    expect(me.page.locator('[data-test="deal-card"]').first).to_be_visible()
    me.shown("tab-players").tap()
    expect(me.shown("player")).to_be_visible()
    me.check_access("players at 360 px")
    me.page.locator('[data-test="look"]').first.tap()
    expect(me.shown("whose")).to_be_visible()


def test_another_number_of_the_rulebook_is_set_and_shown(visit: Come) -> None:
    me = visit("/new/pioneer-rails")
    me.see("more-rules").locator("> summary").click()
    me.see("rule-values").locator("summary").click()
    me.see("value-tracks").fill("4")
    me.see("holder-1").select_option("free")
    me.press("open-table")
    expect(me.see("other-value")).to_contain_text("4 instead of 3")


VALUES = {"bank": [5, 6, 7], "goal": [14, 8], "saloon_factor": 3, "nugget_points": 2}


def test_the_sheet_shows_the_numbers_of_this_match(visit: Come) -> None:
    """Some are set by the sheet's file, some for the match, and one back to the standard."""
    me = visit("/")
    sheet = {**json.loads((DATA / "desert_a.json").read_text("utf-8")), "id": "dear", "kind": "fan", "values": VALUES}
    sit(me, *BOTS, board=sheet, **{"values.poker": "9,2,3,4,5,6", "values.nugget_points": 1})
    pad = me.shown("pad")
    assert pad.locator(".bank small").all_inner_texts() == ["×5", "×6", "×7"]
    assert pad.locator(".times").all_inner_texts() == ["×3"] * 4
    assert pad.locator(".times").first.get_attribute("title") == "Not multiplied yet"
    assert pad.locator('[data-row="gold"]').get_attribute("title") == "1 point for each circled nugget, banked or not."
    expect(me.see("goal").first).to_contain_text("14 for the first")
    card = me.page.locator('[data-test="deal-card"][data-action]').first
    assert re.search(r"pair: 9|no points yet", str(card.get_attribute("aria-label")))
    me.press("menu")
    told = me.see("other-value").all_inner_texts()
    assert [text.split(" instead of ")[0] for text in told] == ["9,2,3,4,5,6", "3", "5,6,7", "14,8"]
