"""The table as people use it: from the first click to the last count."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games.santa_fe.scenario import given
from tests.games.santa_fe.test_options_track import TO_BOTH_ENDS

from .conftest import ServerProcess
from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
# The rest of a game by the page's own cards, lines and buttons, as fast as the page goes; how many decisions it took.
TO_THE_END = """async () => {
  const find = (test) => document.querySelector(`[data-test="${test}"]`)
  const soon = async (ready, ms) => {
    for (const last = performance.now() + ms; !ready() && performance.now() < last; ) {
      await new Promise((done) => setTimeout(done, 5))
    }
    return ready()
  }
  const until = async (ready) => {
    if (!await soon(ready, 30000)) throw new Error(`stuck: ${find('prompt')?.innerText}`)
  }
  for (let decisions = 0; ; ) {
    await until(() => find('score') || find('choices'))
    if (find('score')) return decisions
    const version = find('play').dataset.version
    const open = (what) => document.querySelector(`[data-test="play"] ${what}[data-action]:not([aria-disabled="true"])`)
    const one = open('[data-test="hand-card"]') ?? open('[data-test="lay-target"]') ?? open('')
    one?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    if (!await soon(() => find('confirm'), 2000)) continue  // somebody moved meanwhile: choose again
    find('confirm').click()
    await until(() => find('play').dataset.version !== version && !find('confirm'))
    decisions += 1
  }
}"""


def together(visit: Come, *names: str) -> list[Person]:
    """Friends at one table by links; bots take the seats that are left. The first one is the host."""
    host = visit()
    host.press("invite")
    host.press("pick-santa-fe-rails")
    expect(host.see("room")).to_be_visible()
    links = host.see("copy-link")
    expect(links.first).to_be_visible()
    addresses = [str(links.nth(k).get_attribute("data-link")) for k in range(len(names))]
    guests = []
    for name, address in zip(names, addresses, strict=True):
        guest = visit(address)
        expect(guest.see("room")).to_be_visible()
        assert "#" not in guest.page.url, "the secret leaves the address bar"
        guest.shown("my-name").fill(name)
        guest.shown("my-name").press("Enter")
        expect(host.page.get_by_text(name)).to_be_visible()
        guests.append(guest)
    host.press("start")
    for person in (host, *guests):
        person.sit_down()
    return [host, *guests]


def two_friends(visit: Come) -> tuple[Person, Person]:
    """Two who have met already, and a bot; both have played a first card."""
    host = visit()
    me, bot = {"holder": "me", "name": "Ann"}, {"holder": "bot", "bot": "brakeman", "name": "Bill"}
    made = host.make(game="santa-fe-rails", seats=[me, {"holder": "free"}, bot])
    guest = visit(made["invitations"][0]["path"])
    expect(guest.see("room")).to_be_visible()
    host.go(f"/t/{made['table']['id']}")
    host.press("start")
    for person in (host, guest):
        person.sit_down()
    choose_cards(host, guest)
    return host, guest


def choose_cards(*people: Person) -> None:
    """Everybody plays a first card."""
    for person in people:
        person.wait_for_turn()
        person.choose()


def until_someones_turn(people: list[Person]) -> Person:
    """The one who is to decide."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for person in people:
            if person.awaited and person.see("choices").count():
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"nobody is awaited: {[person.shown('prompt').inner_text() for person in people]}")


def against_bots(visit: Come) -> Person:
    """Somebody at a table with bots who is to choose a first card."""
    me = visit()
    me.press("play-now")
    me.sit_down()
    me.wait_for_turn()
    return me


def cards(person: Person) -> list[str]:
    held = person.see("hand-card")
    return sorted(str(held.nth(k).get_attribute("data-card")) for k in range(held.count()))


def point_at_a_line(person: Person) -> None:
    """Choose a place for a piece on the board itself."""
    person.page.locator('[data-test="lay-target"][data-action]').last.click()


# ---------------------------------------------------------------- a newcomer
WHOLE = """width => {
    const cards = document.querySelector('[data-test="sf-hand"] .cards');
    return innerWidth === width && cards.children.length === 4 && cards.scrollWidth <= cards.clientWidth;
}"""


def cards_are_seen_whole(me: Person, *widths: int) -> None:
    """The four cards of the beginning fit beside each other on usual screens, once the page has laid itself out."""
    usual = me.page.viewport_size
    assert usual is not None
    for width in widths:
        me.page.set_viewport_size({"width": width, "height": 800})
        me.page.wait_for_function(WHOLE, arg=width)
    me.page.set_viewport_size(usual)


def newcomer(visit: Come) -> Person:
    """Somebody from the first screen through the guided first round to a turn of their own."""
    me = visit(tour=True)
    begun = time.monotonic()
    me.press("play-now")
    me.sit_down()
    expect(me.shown("learn-offer")).to_be_visible()
    expect(me.see("tour")).to_have_count(0)  # one thing at a time
    me.press("learn-no")
    expect(me.shown("tour")).to_be_visible()  # the guided first round begins where the cards lie
    cards_are_seen_whole(me, 1024, 1280, 1440)
    me.press("tour-next")
    me.shown("hand-card").click()
    me.press("confirm")
    assert time.monotonic() - begun < 60, "a newcomer has played a first card within a minute"
    me.wait_for_turn()
    if me.see("tour-off").count():
        me.press("tour-off")
    point_at_a_line(me)
    expect(me.shown("draft")).to_be_visible()  # a lay is a preview until it is confirmed
    me.press("cancel")
    expect(me.see("draft")).to_have_count(0)
    return me


def test_a_newcomer_plays_a_first_card_and_looks_at_the_board(visit: Come) -> None:
    me = newcomer(visit)
    me.decide(1)


def test_a_whole_game_against_bots_on_a_small_board(visit: Come) -> None:
    me = visit()
    bot = {"holder": "bot", "bot": "greedy"}
    made = me.make(game="santa-fe-rails", board="mini", seats=[{"holder": "me"}, bot, bot], start=True)
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()
    to_the_count_and_another(me, decisions=5)


@pytest.mark.long
def test_a_newcomer_plays_a_whole_game_against_bots(visit: Come) -> None:
    to_the_count_and_another(newcomer(visit), decisions=20)


def to_the_count_and_another(me: Person, decisions: int) -> None:
    """Play to the end in more decisions than these, look at the count and at the past, and begin another game."""
    made = 3
    for _ in range(made):
        assert me.wait_for_turn()
        me.choose()
    made += me.page.evaluate(TO_THE_END)
    assert made > decisions
    expect(me.see("play")).to_have_attribute("data-status", "finished")
    expect(me.shown("score")).to_be_visible()
    me.check_access("the count")
    me.press("time-first")
    expect(me.shown("past")).to_be_visible()
    me.press("back-to-now")
    finished = me.page.url
    me.press("again")
    expect(me.page).not_to_have_url(finished)
    expect(me.see("score")).to_have_count(0)
    me.sit_down()
    assert me.wait_for_turn()


def test_lines_that_cannot_be_laid_say_why_with_the_clause(visit: Come) -> None:
    me = against_bots(visit)
    me.choose()
    me.wait_for_turn()
    me.shown("railroad").click()
    line = me.page.locator("[data-line]:not([data-action])").first
    line.focus()
    me.keys("Enter")
    expect(me.shown("why-not")).to_contain_text(re.compile(r"SFR-[A-Z0-9]+-\d+"))


def test_a_line_that_is_entered_from_both_ends_shows_where_the_next_piece_goes(visit: Come) -> None:
    """With own_far_end the view has such a line twice; both ends lead to the space between."""
    match = given(track=TO_BOTH_ENDS, own_far_end="allowed", plays={"A": "double", "B": "SEA", "C": "SFO"})
    match.play("A", "lay SF DEN>SAC")
    me = visit()
    me.bring(match)
    laid = me.page.locator('[data-laid="SAC-DEN"]')
    expect(laid).to_have_count(2)
    targets = me.page.locator('[data-test="lay-target"][data-line="SAC-DEN"]')
    expect(targets).to_have_count(2)
    places = {(one.get_attribute("data-x"), one.get_attribute("data-y")) for one in targets.all()}
    assert len(places) == 1, "one space is left"
    for target in targets.all():
        expect(target).to_have_attribute("aria-label", re.compile(r": Connects (Sacramento|Denver)"))


# ---------------------------------------------------------------- friends
def test_two_friends_by_links_and_a_spectator(visit: Come) -> None:
    host, guest = together(visit, "Clara")
    watcher = visit(host.page.url)
    watcher.sit_down()
    assert watcher.see("hand-card").count() == 0
    mine = [
        str(host.see("hand-card").nth(k).get_attribute("data-action")) for k in range(host.see("hand-card").count())
    ]
    assert mine
    chosen = host.choose()
    city = chosen.split()[1]
    guest.wait_for_version(host.version)
    watcher.wait_for_version(host.version)
    assert chosen not in watcher.page.content(), "a secret play is nobody's business before the reveal"
    log = guest.see("log").text_content() or ""  # the guest may hold the other card of that city
    assert city not in log
    guest.choose()
    for _ in range(3):
        until_someones_turn([host, guest]).choose()
    latest = max(host.version, guest.version)
    for person in (host, guest, watcher):
        person.wait_for_version(latest)
    host.press("tab-chat")
    host.shown("chat-text").fill("Good luck <b>all</b>!")
    host.press("chat-send")
    guest.press("tab-chat")
    expect(guest.shown("chat")).to_contain_text("Good luck <b>all</b>!")
    assert city in {word.split()[-1] for word in mine}
    public = [
        person.page.locator('[data-test="player"] .money, [data-test="player"]').all_inner_texts()
        for person in (host, guest)
    ]
    assert len(public[0]) == len(public[1])


def test_the_same_screen_goes_round_with_a_curtain(visit: Come) -> None:
    us = visit()
    us.press("hot-seat")
    us.press("pick-santa-fe-rails")
    if us.see("room").count():
        us.press("start")
    seen = set()
    for _ in range(4):
        expect(us.page.locator('[data-test="curtain"]:visible, [data-test="choices"]:visible').first).to_be_visible()
        if us.see("curtain").count():
            assert us.see("hand-card").count() == 0, "nothing is shown before the next one takes the device"
            us.press("curtain-open")
        us.wait_for_turn()
        seen.add(us.see("play").get_attribute("data-seat"))
        us.choose()
    assert len(seen) > 1


# ---------------------------------------------------------------- time
def test_undo_is_free_until_something_was_revealed_and_then_asks_the_others(visit: Come) -> None:
    host, guest = two_friends(visit)
    layer = until_someones_turn([host, guest])
    other = guest if layer is host else host
    # A lay that ends the turn is followed by others at once; ask for the way back with consent.
    action = layer.choose()
    assert action.startswith("lay")
    layer.press("undo")
    answer = layer.page.locator('[data-test="ask-rewind"], [data-test="log"] li.gone')
    expect(answer.first).to_be_attached()  # it says that others are to be asked, or the lay is struck out
    if layer.see("ask-rewind").count():
        layer.press("ask-rewind")
        expect(other.shown("proposal")).to_be_visible()
        other.press("vote-yes")
        expect(other.see("proposal")).to_have_count(0)
    until_someones_turn([layer])
    assert layer.choose(action) == action  # the very same lay is open again


def test_a_refused_rewind_changes_nothing(visit: Come) -> None:
    host, guest = two_friends(visit)
    mover = until_someones_turn([host, guest])
    other = guest if mover is host else host
    mover.press("time-first")
    expect(mover.shown("past")).to_be_visible()
    mover.press("rewind")
    expect(other.shown("proposal")).to_be_visible()
    other.press("vote-no")
    expect(mover.see("proposal")).to_have_count(0)
    if mover.see("back-to-now").count():
        mover.press("back-to-now")
    until_someones_turn([mover]).choose()


def test_time_travel_has_a_link_that_anybody_can_open(visit: Come) -> None:
    me = visit()
    me.press("play-now")
    me.sit_down()
    me.decide(3)
    me.press("time-back")
    me.press("time-back")
    expect(me.page).to_have_url(re.compile(r"\?at=\d+$"))
    assert me.see("choices").count() == 0, "the past is not for playing"
    moment = me.shown("time-count").inner_text()
    friend = visit(me.page.url)
    expect(friend.shown("past")).to_be_visible()
    assert friend.shown("time-count").inner_text().split(" of ")[0] == moment.split(" of ")[0]
    me.press("back-to-now")
    me.wait_for_turn()


def test_try_from_here_is_a_table_of_ones_own(visit: Come) -> None:
    me = against_bots(visit)
    me.choose()
    me.wait_for_turn()
    first = me.page.url
    hand = cards(me)
    me.press("sandbox")
    expect(me.page).not_to_have_url(first)
    me.sit_down()
    me.wait_for_turn()
    assert cards(me) == hand
    me.choose()
    me.press("from-sandbox")
    expect(me.page).to_have_url(first)
    me.sit_down()
    me.wait_for_turn()


def test_a_hint_is_a_draft_that_can_be_taken(visit: Come) -> None:
    me = against_bots(visit)
    me.press("hint")
    expect(me.shown("draft")).to_be_visible()
    me.accept()
    me.wait_for_turn()


# ---------------------------------------------------------------- when the line breaks
def test_a_killed_server_comes_back_in_the_middle_of_a_turn(visit: Come, server: ServerProcess) -> None:
    me = against_bots(visit)
    me.choose()
    me.wait_for_turn()
    point_at_a_line(me)
    expect(me.shown("draft")).to_be_visible()
    server.stop(kill=True)
    expect(me.shown("offline")).to_be_visible()
    server.start()
    expect(me.see("offline")).to_have_count(0)
    if me.see("confirm").count():
        me.accept()
    me.wait_for_turn()
    me.choose()
    me.page.reload()
    me.sit_down()
    me.wait_for_turn()


def test_decisions_made_ahead_and_bots_at_ones_own_pace(visit: Come) -> None:
    me = visit()
    sent: list[str] = []
    me.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    bot = {"holder": "bot", "bot": "greedy", "name": "Bill"}
    made = me.make(
        game="santa-fe-rails", board="mini", seats=[{"holder": "me", "name": "Ann"}, bot, bot], seed=4, start=True
    )
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()
    me.wait_for_turn()
    me.press("menu")
    me.press("menu-settings")
    me.see("bots-slow").check()
    me.keys("Escape")
    me.press("menu")
    me.press("menu-orders")
    me.see("order-deck").check()
    me.keys("Escape")
    assert any('"tempo"' in frame and "2500" in frame for frame in sent), "the server knows how slow bots shall be"
    me.press("menu")
    me.press("menu-settings")
    me.see("bots-quick").check()
    me.keys("Escape")
    draws = me.see("draw-choices")
    while not draws.count():
        me.wait_for_turn()
        if not draws.count():
            me.choose()
    expect(draws).to_have_count(0)  # a card was drawn as ordered
    me.wait_for_turn()
    me.press("undo")
    expect(draws).to_be_visible()
    me.page.wait_for_timeout(1000)
    expect(draws).to_be_visible()  # whoever takes back decides themselves
    news = me.page.locator('[data-test="log"] li.quiet')
    expect(news.last).to_contain_text("took a move back.")  # one line: bots are not asked
    assert "to go back" not in me.log()


def test_pass_unless_a_piece_brings_more_than_it_costs(visit: Come) -> None:
    me = visit(confirm=False)
    bot = {"holder": "bot", "bot": "greedy", "name": "Bill"}
    options = {"terrain": True, "values.connection_bonus": "0", "values.square_bonus": "0"}
    seats = [{"holder": "me", "name": "Ann"}, bot, bot]
    made = me.make(game="santa-fe-rails", board="mini", seats=seats, options=options, seed=4, start=True)
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()
    me.wait_for_turn()
    me.keys("a")
    me.see("order-pass").check()
    me.keys("Escape")
    me.choose()
    expect(me.shown("log")).to_contain_text("Ann passes.")
