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


def replay(name: str) -> Deed:
    """The end of a match that was played elsewhere."""

    def bring(me: Person) -> None:
        made = me.post("/api/import", json.loads((FIXTURES / name).read_text("utf-8")))
        me.go(f"/t/{made['table']['id']}")

    return bring


def room(me: Person) -> None:
    """A table before its start: with me, a bot and two invitations."""
    seats = [{"holder": "me", "name": "Konstantin"}, {"holder": "bot", "bot": "greedy", "name": NAMES[0]}]
    made = me.make(game="santa-fe-rails", seats=[*seats, {"holder": "free"}, {"holder": "free"}], listed=True)
    me.go(f"/t/{made['table']['id']}")


def some_tables(me: Person) -> None:
    """An open, a running and a finished one."""
    room(me)
    drawing(me)
    replay("santa_fe/santa-fe-rails_seats-4.json")(me)
    expect(me.see("score")).to_be_visible()


def account(me: Person) -> None:
    me.go("/account")
    me.shown("account-name").fill(f"Konstantin{me.page.evaluate('Date.now() % 1e8')}")
    me.shown("account-password").fill("a long word for the gate")
    me.press("register")
    expect(me.see("logout")).to_be_visible()


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
    "layout-editor": Screen(at("/new/rail-pass"), '[data-test="layout-verdict"]', press("layout-new")),
    "room": Screen(room, '[data-test="room"]'),
    "books": Screen(at("/rules"), '[data-test^="book-"]'),
    **{f"rules-{game}": Screen(at(f"/rules/{game}"), '[data-test="rulebook"]') for game in GAMES},
    "log-in": Screen(at("/account"), '[data-test="login"]'),
    "account": Screen(account, '[data-test="logout"]'),
    "import": Screen(at("/import"), '[data-test="import-file"]'),
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
