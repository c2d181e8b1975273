"""Every screen of the page and the way to it, for whatever looks at all of them."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from .conftest import ServerProcess
from .find_chromium import FLAGS, chromium
from .person import Person
from .test_review import PATIENCE_MS, finished_match

FIXTURES = Path(__file__).parents[1] / "fixtures"
GAMES = ("santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass")
NAMES = ("Maximiliane", "Otto", "Bartholomew", "Ida", "Mabel")
UNFOLD = "() => document.querySelectorAll('details').forEach((one) => (one.open = true))"
PLAY = '[data-test="play"] [data-test="board"]'
SCORE = '[data-test="score"]'
DIALOG = "dialog[open]"
Deed = Callable[[Person], None]


@dataclass(frozen=True)
class Screen:
    """``arrange`` leads there once, ``there`` is on it, and ``again`` is to be done after every reload."""

    arrange: Deed
    there: str
    again: Deed = lambda me: None


def visit(browser: Browser, address: str, screen: Screen) -> Person:
    """Somebody new, on the way there."""
    me = Person(browser, address)
    me.go("/")
    screen.arrange(me)
    return me


def visits(names: Sequence[str]) -> Iterator[tuple[str, Screen, Person]]:
    """Somebody new on the way to each of these screens; says how long they stayed."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for name in names:
            began = time.monotonic()
            me = visit(browser, server.address, SCREENS[name])
            yield name, SCREENS[name], me
            me.leave()
            print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)
        browser.close()
        server.stop()


def arrive(me: Person, screen: Screen) -> None:
    """Wait until everything is there, at first and after a reload."""
    screen.again(me)
    expect(me.page.locator(screen.there).first).to_be_visible()


# ------------------------------------------------------------------ tables
def table(me: Person, game: str, seats: int = 4, **wanted: Any) -> None:
    bots = [{"holder": "bot", "bot": "greedy", "name": name} for name in NAMES[: seats - 1]]
    made = me.make(game=game, seats=[{"holder": "me", "name": "Konstantin"}, *bots], seed=5, start=True, **wanted)
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()


def laying(me: Person) -> None:
    table(me, "santa-fe-rails")
    me.wait_for_turn()
    me.choose()
    me.wait_for_turn()


def late(me: Person) -> None:
    table(me, "santa-fe-rails")
    for _ in range(40):
        if not me.wait_for_turn():
            break
        me.choose()


def ended(me: Person) -> None:
    table(me, "santa-fe-rails", board="mini")
    while me.wait_for_turn():
        me.choose()


def drawing(me: Person) -> None:
    table(me, "pioneer-rails")
    me.wait_for_turn()


def yard(me: Person) -> None:
    table(me, "rail-pass", options={"clock": "ticks", "dexterity": "off"})


def played(name: str) -> Callable[[], Any]:
    return lambda: json.loads((FIXTURES / name).read_text("utf-8"))


def replay(name: str) -> Deed:
    """The end of a match that was played elsewhere."""

    def bring(me: Person) -> None:
        made = me.post("/api/import", played(name)())
        me.go(f"/t/{made['table']['id']}")

    return bring


def room(me: Person) -> None:
    """A table before its start: with me, a bot and two invitations."""
    seats = [{"holder": "me", "name": "Konstantin"}, {"holder": "bot", "bot": "greedy", "name": NAMES[0]}]
    made = me.make(game="santa-fe-rails", seats=[*seats, {"holder": "free"}, {"holder": "free"}], listed=True)
    me.go(f"/t/{made['table']['id']}")


def study(me: Person) -> None:
    """A study that has just begun."""
    made = me.post("/api/studies", {"game": "santa-fe-rails", "board": "mini"})
    me.go(f"/study/{made['id']}")


def cup(status: str) -> Deed:
    """A tournament with its host, a bot and somebody who has not come yet."""

    def bring(me: Person) -> None:
        pace = {"kind": "live", "per_move_s": 600, "absence": "bot"}
        wanted = {"game": "santa-fe-rails", "name": "Friday cup", "player": "Konstantin", "pace": pace, "bots": True}
        made = me.post("/api/tournaments", wanted)["tournament"]["info"]["id"]
        for player in ({"bot": "greedy", "name": NAMES[1]}, {"name": NAMES[2]}):
            me.post(f"/api/tournaments/{made}/players", player)
        if status == "running":
            me.post(f"/api/tournaments/{made}/start", {})
        me.go(f"/tournament/{made}")

    return bring


def finished_cup(me: Person) -> None:
    """A tournament that was played to its end: its host was away, so a bot played for them."""
    pace = {"kind": "live", "per_move_s": 1, "absence": "bot"}
    wanted = {"game": "santa-fe-rails", "board": "mini", "name": "Friday cup", "player": "Konstantin", "rounds": 1}
    made = me.post("/api/tournaments", {**wanted, "pace": pace})["tournament"]["info"]["id"]
    for name in NAMES[1:4]:
        me.post(f"/api/tournaments/{made}/players", {"bot": "greedy", "name": name})
    me.post(f"/api/tournaments/{made}/start", {})
    me.go(f"/tournament/{made}")
    expect(me.see("tournament")).to_have_attribute("data-status", "finished", timeout=120_000)


def review(match: Callable[[], Any]) -> Deed:
    """The review of a match that was played elsewhere."""

    def bring(me: Person) -> None:
        made = me.post("/api/import", match())["table"]["id"]
        me.post(f"/api/tables/{made}/review", {})
        me.go(f"/review/{made}")
        expect(me.see("curve").or_(me.see("timed-waits")).first).to_be_visible(timeout=PATIENCE_MS)

    return bring


def watched(me: Person) -> None:
    """Somebody else's game, which is shown late to those who watch."""
    host = Person(me.page.context.browser, me.address)
    host.go("/")
    seats = [{"holder": "me", "name": "Konstantin"}, {"holder": "bot", "bot": "greedy", "name": NAMES[2]}]
    made = host.make(game="pioneer-rails", seats=seats, watch_delay_s=1, listed=True, start=True)
    me.go(f"/t/{made['table']['id']}")
    host.leave()
    expect(me.see("play")).to_be_visible(timeout=15_000)


def some_tables(me: Person) -> None:
    """An open, a running and a finished one."""
    room(me)
    drawing(me)
    replay("santa_fe/santa-fe-rails_seats-4.json")(me)
    expect(me.see("score")).to_be_visible()


def saved_board(me: Person) -> None:
    """A board that was saved twice, and its page."""
    me.go("/")
    board = me.page.evaluate("fetch('/api/boards/santa-fe-rails/mini/file').then((one) => one.json())")
    wish = {"game": "santa-fe-rails", "board": board | {"name": "From coast to coast"}, "author": "Konstantin"}
    made = me.post("/api/saved-boards", wish)
    me.post(f"/api/saved-boards/{made['id']}/versions", {"board": board | {"name": "From coast to coast again"}})
    me.go(f"/board/{made['id']}")


def select_a_city(me: Person) -> None:
    me.press("tab-selected")
    me.shown("ed-things").select_option("city:MID")


def account(me: Person) -> None:
    me.go("/account")
    me.shown("account-name").fill(f"Konstantin{me.page.evaluate('Date.now() % 1e8')}")
    me.shown("account-password").fill("a long word for the gate")
    me.press("register")
    expect(me.see("logout")).to_be_visible()


def profile(me: Person) -> None:
    """With one game that was played to its end."""
    table(me, "santa-fe-rails", 2, board="mini")
    while me.wait_for_turn():
        me.choose()
    account(me)
    me.press("to-profile")


# ------------------------------------------------------------------ what is opened on a screen
def at(path: str) -> Deed:
    return lambda me: me.go(path)


def then(first: Deed, second: Deed) -> Deed:
    def both(me: Person) -> None:
        first(me)
        second(me)

    return both


def press(*names: str) -> Deed:
    """One control after the other."""

    def do(me: Person) -> None:
        for name in names:
            me.press(name)

    return do


def key(name: str) -> Deed:
    """A dialog of the table by its key."""

    def do(me: Person) -> None:
        me.sit_down()
        me.wait_for_turn()
        me.keys(name)

    return do


def unfold(me: Person) -> None:
    """The set-up with everything that it hides at first, and a clock."""
    expect(me.see("setup")).to_be_visible()
    me.page.evaluate(UNFOLD)
    if me.see("pace-live").count():
        me.see("pace-live").check()


SCREENS: dict[str, Screen] = {
    "home": Screen(at("/"), '[data-test="game"]'),
    "home-tables": Screen(then(some_tables, at("/")), '[data-test="resume"]'),
    "which-game": Screen(at("/"), DIALOG, press("invite")),
    "which-way": Screen(at("/"), DIALOG, press("play-rail-pass")),
    "lobby": Screen(then(some_tables, at("/lobby")), '[data-test="lobby"] li'),
    "set-up-which": Screen(at("/new"), '[data-test^="choose-"]'),
    **{f"set-up-{game}": Screen(at(f"/new/{game}"), '[data-test="setup"]', unfold) for game in GAMES},
    "workshop": Screen(then(saved_board, at("/workshop")), '[data-test="saved-board"]'),
    "board-page": Screen(saved_board, '[data-test="bp-verdict"][data-ok]'),
    **{
        f"editor-{game}": Screen(at(f"/workshop/{game}?new"), '[data-test="canvas"]', press("tab-board"))
        for game in ("santa-fe-rails", "pioneer-rails", "rail-pass")
    },
    "editor-selected": Screen(at("/workshop/santa-fe-rails?new"), '[data-test="ed-city-name"]', select_a_city),
    "editor-values": Screen(at("/workshop/pioneer-rails?new"), '[data-test="ed-values-find"]', press("tab-values")),
    "editor-check": Screen(at("/workshop/rail-pass?from=RP-L2"), '[data-test="ed-verdict"]', press("tab-check")),
    "editor-save": Screen(at("/workshop/rail-pass?new"), DIALOG, press("ed-share")),
    "room": Screen(room, '[data-test="room"]'),
    "tournaments": Screen(then(cup("open"), at("/tournaments")), '[data-test="cup-row"]'),
    "tournament-open": Screen(cup("open"), '[data-test="cup-player-row"]'),
    "tournament-running": Screen(cup("running"), '[data-test="standing"]'),
    "tournament-form": Screen(at("/tournaments"), '[data-test="new-cup"]', lambda me: me.page.evaluate(UNFOLD)),
    "tournament-finished": Screen(finished_cup, '[data-test="cup-winner"]'),
    "review": Screen(review(finished_match), '[data-test="curve"]'),
    "review-rail-pass": Screen(review(played("rail_pass/layout-l2.json")), '[data-test="timed-lesson"]'),
    "watched": Screen(watched, '[data-test="late"]'),
    "books": Screen(at("/rules"), '[data-test^="book-"]'),
    **{f"rules-{game}": Screen(at(f"/rules/{game}"), '[data-test="rulebook"]') for game in GAMES},
    "log-in": Screen(at("/account"), '[data-test="login"]'),
    "profile": Screen(profile, '[data-test="played"]'),
    "no-profile": Screen(at("/people/Nobody"), '[data-test="no-profile"]'),
    "account": Screen(account, '[data-test="logout"]', lambda me: me.page.evaluate(UNFOLD)),
    "offline": Screen(at("/offline"), '[data-test="shelf-book"]'),
    "import": Screen(at("/import"), '[data-test="import-file"]'),
    "study": Screen(study, '[data-test="study-told"]'),
    "studies": Screen(then(study, at("/study")), '[data-test="study-row"]'),
    "wrong": Screen(at("/nowhere"), '[data-test="wrong"]'),
    **{f"learn-{game}": Screen(at(f"/learn/{game}"), '[data-test="coach"]', Person.sit_down) for game in GAMES},
    "laying": Screen(laying, PLAY),
    "late": Screen(late, PLAY),
    "drawing": Screen(drawing, PLAY),
    "yard": Screen(yard, PLAY),
    "settings": Screen(laying, '[data-test="settings-dialog"]', then(Person.sit_down, press("menu", "menu-settings"))),
    "menu": Screen(laying, DIALOG, then(Person.sit_down, press("menu"))),
    "keys": Screen(laying, DIALOG, key("?")),
    "orders": Screen(laying, '[data-test="orders-dialog"]', key("a")),
    "choices": Screen(laying, '[data-test="choices-dialog"]', key("c")),
    "drawing-keys": Screen(drawing, DIALOG, key("?")),
    "ended": Screen(ended, SCORE),
    "ended-santa-fe": Screen(replay("santa_fe/santa-fe_seats-4.json"), SCORE),
    "ended-pioneer-rails": Screen(replay("pioneer_rails/seats-8.json"), SCORE),
    "ended-rail-pass": Screen(replay("rail_pass/layout-l7.json"), '[data-test="rp-end"]'),
}
