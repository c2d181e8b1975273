"""Rail Pass in real browsers: people at one table, tunnels, drops and returns, replays, every way of playing."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, expect

import goldenspike as gs

from .conftest import ServerProcess
from .person import Person

pytestmark = pytest.mark.xdist_group("rail-pass")
Come = Callable[..., Person]
# The mouse is let go at the very moment the ring is in one of these states: no test is quick enough on a busy machine.
LET_GO_AT = """(states) => {
  const watch = new MutationObserver(() => {
    const ring = document.querySelector('[data-test="hold-ring"]')
    if (!states.includes(ring?.dataset.state)) return
    watch.disconnect()
    const event = new PointerEvent('pointerup', { pointerId: 1, bubbles: true })
    document.querySelector('[data-test="tabletop"]').dispatchEvent(event)
  })
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state'] })
}"""
RATE, HASTE = 5, 150  # how many times as fast the table's clock runs


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Tables whose clocks are quick; people come here."""
    server = ServerProcess(tmp_path_factory.mktemp("rounds"), "--fast-clock", str(RATE))
    yield server
    server.stop()


@pytest.fixture
def hurry(server: ServerProcess) -> Iterator[Callable[[int], None]]:
    """The server goes away and comes back with another clock."""

    def back(rate: int) -> None:
        if server.more[-1] == str(rate):
            return
        server.stop()
        server.more = ("--fast-clock", str(rate))
        server.start()

    yield back
    back(RATE)


def gather(
    visit: Come, board: Any, people: int, bots: int = 0, look: Any = None, host: Person | None = None, **options: Any
) -> list[Person]:
    """A table with so many people, each in a browser of their own, at the moment the clock begins to run."""
    host = host or visit(**(look or {}))
    seats: list[dict[str, Any]] = [{"holder": "me", "name": "Anna"}]
    seats += [{"holder": "free"}] * (people - 1)
    seats += [{"holder": "bot", "bot": "brakeman", "name": f"Bot {k}"} for k in range(bots)]
    layout = {"board" if isinstance(board, str) else "board_file": board}
    made = host.make(game="rail-pass", seats=seats, seed=7, options={"colours": "fixed", **options}, **layout)
    guests = [visit(one["path"], **(look or {})) for one in made["invitations"]]
    for guest in guests:
        guest.press("sit-anyway")  # the seed was chosen
        expect(guest.see("room")).to_be_visible()
    host.go(f"/t/{made['table']['id']}")
    host.press("start")
    for person in (host, *guests):
        begin(person)
    return [host, *guests]


def begin(person: Person) -> None:
    """Wait until the clock runs (or has run out already)."""
    runs = '[data-test="board"][data-starts="false"] [data-test="tabletop"], [data-test="rp-end"]'
    expect(person.page.locator(runs).first).to_be_visible()


def spot(person: Person, name: str) -> Locator:
    return person.page.locator(f'[data-test="tabletop"] [data-spot="{name}"]')


def goal(person: Person, action: str) -> Locator:
    """Where to put what is picked up, on the table itself."""
    return person.page.locator(f'[data-test="tabletop"] rect[data-action="{action}"]').first


def reach(person: Person, one: Locator) -> tuple[float, float]:
    """Where the middle of a thing is, once it has come to rest and nothing lies over it; the pointer is there then."""
    one.hover()
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hold_of(person: Person, train: str) -> None:
    """The pointer over the engine of a train that has come to rest."""
    piece = spot(person, f"train:{train}")
    box = piece.bounding_box()
    assert box is not None
    piece.hover(position={"x": box["width"] * 0.06, "y": box["height"] * 0.6})


def grab(person: Person, train: str) -> None:
    """Pick a train up by its engine: a tap on it."""
    hold_of(person, train)
    person.page.mouse.down()
    person.page.mouse.up()
    expect(person.see("put-down")).to_be_visible()


def press(person: Person, one: Locator) -> None:
    """Press and keep pressing."""
    reach(person, one)
    person.page.mouse.down()


def by_hand(*people: Person) -> None:
    """They hold trains by pressing, for as long as it takes."""
    for person in people:
        person.see("steady").check()


def lift(person: Person, train: str) -> None:
    """Into the left hand by two taps."""
    grab(person, train)
    goal(person, f"PICK {train} lh").click()
    expect(person.see("hand-left")).to_have_attribute("data-holds", train)


def load(person: Person, city: str, train: str) -> None:
    """The first cube of a yard by tap and tap."""
    spot(person, f"yard:{city}:<").click()
    person.page.locator(f'[data-test="tabletop"] [data-spot="train:{train}"][data-action^="LOAD"]').click(
        position={"x": 12, "y": 25}
    )
    expect(spot(person, f"car:{train}:0")).to_be_visible()


# ---------------------------------------------------------------- together
def open_for_two() -> dict[str, Any]:
    """A layout for two people whose first cities have an open track between them."""
    layout = copy.deepcopy(gs.game("rail-pass").board("RP-L1").source) | {"id": "open-for-two", "kind": "custom"}
    next(link for link in layout["links"] if (link["a"], link["b"]) == ("A", "D"))["kind"] = "open"
    return layout


@pytest.mark.parametrize("number", [2, pytest.param(6, marks=pytest.mark.long)])
def test_people_play_a_round_and_look_at_it_again(visit: Come, hurry: Callable[[int], None], number: int) -> None:
    look = {"width": 900, "height": 700}
    board, cities, way = ("RP-L7", "ABCDEF", "K>R") if number == 6 else (open_for_two(), "AD", "K>G")
    people = gather(visit, board, number, look=look, seconds=600)
    berta = people[1]
    yard = spot(berta, f"yard:{cities[1]}:<")
    deal = yard.get_attribute("aria-label")
    for person, city in zip(people, cities, strict=True):
        load(person, city, f"L{'ABCDEF'.index(city) + 1}")
    expect(yard).not_to_have_attribute("aria-label", str(deal))
    anna = people[0]
    lift(anna, "L1")
    grab(anna, "L1")
    goal(anna, f"TOOT L1 {way}").click()  # an open track: only the taker holds
    expect(berta.page.locator('[data-test="offer"][data-train="L1"]')).to_be_visible()
    expect(berta.see("heard")).to_contain_text("L1")
    berta.page.locator('[data-test="do"][data-action="TAKE L1 lh"]').click()
    expect(berta.see("hand-left")).to_have_attribute("data-holds", "L1")
    expect(anna.see("hand-left")).to_have_attribute("data-holds", "")
    watcher = visit(anna.page.url, **look)
    expect(watcher.page.locator('[data-test="board"][data-whole="true"]')).to_be_visible()
    assert watcher.page.locator('[data-test="tabletop"] [role="button"]').count() == 0
    berta.press("signs")
    berta.page.locator('[data-test="sign-need"][data-colour="R"]').click()
    for other in (people[0], watcher):
        expect(other.page.locator('[data-test="sign"][data-kind="need"]')).to_be_visible()
    hurry(HASTE)  # in the middle of the round: all of them come back by themselves and it goes on
    for person in (*people, watcher):
        expect(person.see("rp-end")).to_be_visible(timeout=60_000)
    anna.press("end-replay")
    expect(anna.see("round-replay")).to_be_visible()
    assert anna.see("replay-slice").count() == 12
    anna.see("replay-slider").fill("570000")
    expect(anna.see("replay-at")).to_contain_text("9:30")
    anna.page.locator('[data-test="replay-speed"][data-speed="60"]').click()
    anna.press("replay-play")
    expect(anna.see("replay-at")).to_contain_text(re.compile(r"^10:00"))
    assert anna.page.locator('[data-test="round-replay"] [data-train="L1"]').count() > 0
    anna.press("end-figures")
    expect(anna.see("figures")).to_contain_text("Anna")
    anna.press("end-best")
    expect(anna.page.locator("#rp-panel table, #rp-panel p").first).to_be_visible()
    hurry(RATE)
    old = anna.page.url
    anna.press("again-same")
    expect(anna.page).not_to_have_url(old)
    for other in people[1:]:
        other.see("rematch").get_by_role("link").click()
        expect(other.page).to_have_url(anna.page.url)
        other.press("agree")
    begin(berta)
    expect(yard).to_have_attribute("aria-label", str(deal))  # the same deal lies on the table again


def test_a_train_goes_through_a_tunnel_while_both_hold_on(visit: Come) -> None:
    anna, berta = gather(visit, "RP-L1", 2, seconds=300)
    lift(anna, "L1")
    grab(anna, "L1")
    goal(anna, "TOOT L1 K>G").click()
    expect(anna.page.locator('[data-test="offer"][data-train="L1"]')).to_be_visible()
    by_hand(anna, berta)
    take = berta.page.locator('[data-test="do"][data-action="TAKE L1 lh"]')
    expect(take).to_be_disabled()  # nobody pushes yet
    press(anna, spot(anna, "train:L1"))
    expect(take).to_be_enabled()
    press(berta, take)
    for person in (anna, berta):
        expect(person.see("hold-ring")).to_be_visible()
    expect(berta.page.locator('[data-test="hold-ring"][data-state="clean"]')).to_be_visible()
    berta.page.mouse.up()
    expect(berta.see("hand-left")).to_have_attribute("data-holds", "L1")
    anna.page.mouse.up()
    expect(anna.see("hand-left")).to_have_attribute("data-holds", "")
    expect(anna.see("hold-ring")).to_have_count(0)
    assert anna.see("projected").get_attribute("data-score") == "0", "nothing fell"


def test_who_drops_out_is_played_by_a_bot_and_gets_the_seat_back(visit: Come) -> None:
    anna, berta = gather(visit, "RP-L1", 2, seconds=300)
    lift(berta, "L4")
    seat = anna.page.locator('[data-test="player"][data-seat="1"]')
    table = berta.page.url
    berta.go("/lobby")
    expect(seat).to_have_attribute("data-stands", "true")
    expect(anna.see("heard")).not_to_be_empty()
    berta.go(table)
    begin(berta)
    expect(seat).to_have_attribute("data-stands", "false")
    choices = berta.page.locator('[data-test="do"]:enabled')
    for name in ("hand:0", "hand:1", "yard:D:<", "yard:E:<", "yard:F:<"):  # whatever the bot has left to do
        if not choices.count() and spot(berta, name).count():
            spot(berta, name).click(force=True)
    choices.first.click()
    berta.page.wait_for_timeout(300)
    expect(berta.see("rp-note")).to_have_count(0)


# ---------------------------------------------------------------- every way of playing
def test_drag_and_drop_and_what_letting_go_too_early_does(visit: Come) -> None:
    # Holding takes three seconds of the quick clock: a page that stutters does not miss the moment to let go.
    (me,) = gather(visit, "RP-L3", 1, bots=2, seconds=300, **{"values.pick_ms": 15_000})
    by_hand(me)
    mouse = me.page.mouse
    train, hand, yard = (reach(me, spot(me, name)) for name in ("train:L1", "hand:1", "yard:A:<"))
    press(me, spot(me, "yard:A:>"))
    mouse.move(*train, steps=6)
    mouse.up()
    expect(spot(me, "car:L1:0")).to_be_visible()
    hold_of(me, "L1")
    mouse.down()
    mouse.move(*hand, steps=6)
    expect(me.see("hold-ring")).to_be_visible()
    mouse.move(*yard, steps=3)  # away again: called off, nothing happens
    expect(me.see("hold-ring")).to_have_count(0)
    mouse.up()
    expect(me.see("hand-right")).to_have_attribute("data-holds", "")
    grab(me, "L1")
    me.page.evaluate(LET_GO_AT, ["half", "one"])
    press(me, goal(me, "PICK L1 rh"))
    expect(me.see("hand-right")).to_have_attribute("data-holds", "L1")
    mouse.up()
    expect(me.see("projected")).to_have_attribute("data-score", "-1")  # the only cube fell
    expect(me.see("alarm")).to_contain_text("RP-FAULT-02")  # and nobody can miss it


def test_a_page_that_stutters_loses_no_tap(visit: Come) -> None:
    (me,) = gather(visit, "RP-L3", 1, bots=2, seconds=300)
    mouse = me.page.mouse
    x, y = reach(me, spot(me, "yard:A:<"))
    mouse.down()
    mouse.move(x + 14, y + 9, steps=3)  # a hasty finger slips: a tap nevertheless
    mouse.up()
    expect(spot(me, "yard:A:<")).to_have_attribute("aria-pressed", "true")
    me.press("put-down")
    grab(me, "L1")
    reach(me, goal(me, "PICK L1 lh"))
    me.page.evaluate("setTimeout(() => { const until = performance.now() + 700; while (performance.now() < until); })")
    mouse.down()  # the page hears of it when it has come to itself again
    mouse.up()
    expect(me.see("hand-left")).to_have_attribute("data-holds", "L1")
    expect(me.see("hold-ring")).to_have_count(0)
    assert me.see("projected").get_attribute("data-score") == "0", "it was held long enough"


def test_by_keyboard_alone(visit: Come) -> None:
    (me,) = gather(visit, "RP-L3", 1, bots=2, seconds=300)
    me.keys("1")
    expect(spot(me, "yard:A:<")).to_be_focused()
    me.keys("Enter")
    expect(me.page.locator('[data-action^="LOAD K< "]:focus')).to_be_visible()
    me.keys("Enter")
    expect(me.page.locator('[data-spot^="car:"]').first).to_be_visible()
    for _ in range(12):  # on foot from thing to thing, to a train
        if str(me.page.evaluate("document.activeElement?.dataset?.spot")).startswith("train:"):
            break
        me.keys("ArrowDown")
    train = str(me.page.evaluate("document.activeElement.dataset.train"))
    me.keys("Enter")
    expect(me.page.locator('[data-action^="PICK"]:focus')).to_be_visible()
    me.keys("Enter")
    held = me.page.locator(f'[data-test^="hand-"][data-holds="{train}"]')
    expect(held).to_be_visible()
    me.keys("l" if held.get_attribute("data-test") == "hand-left" else "r")
    expect(me.see("put-down")).to_be_visible()
    me.keys("Escape")
    expect(me.see("put-down")).to_have_count(0)
    me.keys("?")
    expect(me.page.get_by_role("dialog")).to_be_visible()
    me.keys("Escape")
    me.keys("w")
    expect(me.page.locator('[data-test="board"][data-whole="true"]')).to_be_visible()


def test_a_click_picks_up_and_keeps_holding(visit: Come) -> None:
    (me,) = gather(visit, "RP-L3", 1, bots=2, seconds=300)
    load(me, "A", "L1")
    grab(me, "L1")
    goal(me, "PICK L1 lh").click(delay=150)
    expect(me.see("hand-left")).to_have_attribute("data-holds", "L1")
    grab(me, "L1")
    me.page.locator('[data-test="do"][data-action="PARK L1 K.l"]').click()
    expect(me.see("hand-left")).to_have_attribute("data-holds", "")


def test_arrows_by_hand_and_what_is_in_the_wrong_place_is_told_with_the_rule(visit: Come) -> None:
    (me,) = gather(visit, "RP-L3", 1, bots=2, seconds=300, arrows="manual")
    arrows = me.see("arrow").count()
    me.see("arrow-pin").first.click()
    me.page.locator('[data-test="tabletop"] [data-action^="ARROW"]').first.click()
    expect(me.see("arrow")).to_have_count(arrows + 1)
    spot(me, "eng:eK3").click()
    grab(me, "L2")  # in another city
    expect(me.see("rp-note")).to_contain_text("RP-ENG-")


def test_two_at_one_screen_step_by_step(visit: Come) -> None:
    me = visit()
    seats = [{"holder": "me", "name": name} for name in ("Ann", "Ben")]
    options = {"clock": "ticks", "dexterity": "off", "colours": "fixed"}
    made = me.make(game="rail-pass", board="RP-L1", seats=seats, seed=7, options=options, start=True)
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()
    play, wait = me.see("play"), me.page.locator('[data-test="do"][data-action="WAIT"]')
    expect(play).to_have_attribute("data-seat", "0")
    spot(me, "yard:A:<").click()
    me.page.locator('[data-test="do"][data-action="LOAD K< L1"]').click()
    expect(me.page.locator('[data-hand="0"]')).to_have_class(re.compile("works"))
    expect(me.see("log")).to_contain_text("Ann loads a green cube onto L1.")
    seen = set()
    for _ in range(40):  # the screen goes round without a curtain: nothing is hidden here
        seen.add(play.get_attribute("data-seat"))
        if spot(me, "car:L1:0").count():
            break
        before = me.version
        wait.click()
        me.wait_for_version(before + 1)
    expect(spot(me, "car:L1:0")).to_be_visible()
    assert seen == {"0", "1"}, "both have waited for the cube to be loaded"


# ---------------------------------------------------------------- for everybody
def test_accessible_in_every_state_in_light_and_dark(visit: Come) -> None:
    (me,) = gather(visit, "RP-L4", 1, bots=2, seconds=600)
    spot(me, "yard:A:<").click()
    me.press("signs")
    me.check_access("picked up", dark=True)
    gather(visit, "RP-L4", 1, bots=2, host=me, seconds=5)
    ends = {"score": ".bars", "figures": '[data-test="figures"]', "replay": '[data-test="round-replay"]'}
    for tab, there in ends.items():
        me.press(f"end-{tab}")
        expect(me.page.locator(f"#rp-panel {there}")).to_be_visible()
        me.check_access(tab, dark=True)


@pytest.mark.parametrize("board", [pytest.param("RP-L1", marks=pytest.mark.long), "RP-L7"])
def test_a_phone_of_360_pixels(visit: Come, board: str) -> None:
    look = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "language": "de-DE"}
    (me,) = gather(visit, board, 1, bots=1 if board == "RP-L1" else 5, look=look, seconds=300)
    me.check_access(f"{board} at 360 px")
    spot(me, "yard:A:<").tap()
    me.page.locator('[data-test="do"][data-action^="LOAD"]').first.tap()
    expect(spot(me, "car:L1:0")).to_be_visible()
    for tab in ("players", "log"):
        me.shown(f"tab-{tab}").tap()
        me.check_access(f"{tab} at 360 px")


# ---------------------------------------------------------------- somebody new
def test_who_only_clicks_wrecks_nothing_in_a_calm_round_and_who_does_nothing_is_asked(visit: Come) -> None:
    (me,) = gather(visit, "RP-L3", 1, bots=2, seconds=75, dexterity="off")
    expect(
        me.page.locator('[data-test="sign"][data-kind="need"], [data-test="sign"][data-kind="take"]').first
    ).to_be_visible(timeout=10_000)
    asked = re.compile(r"is waiting for|is offering|is pushing")
    expect(me.shown("prompt")).to_have_text(asked, timeout=10_000)
    done = me.page.locator('[data-test="do"]:enabled')
    things = me.page.locator('[data-test="tabletop"] [role="button"][data-spot]:not([data-spot^="eng:"])')
    clicks = 0
    while not me.see("rp-end").count():
        for one in (done, things):
            # Whatever is there: a newcomer tries everything.
            if count := one.count():
                with suppress(PlaywrightError):  # it may be gone by now: the others play too
                    one.nth(clicks * 7 % count).click(delay=150, timeout=700)
                    clicks += 1
    assert clicks > 5, "somebody played"
    expect(me.see("rp-end")).to_be_visible()
    said = me.log() if me.see("log").count() else me.page.locator("body").inner_text()
    assert not re.search(r"wrecked|fell|falls", said), said
