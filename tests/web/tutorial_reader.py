"""Somebody who takes a tutorial: does what the coach says on the board itself, by mouse, finger or keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Locator, expect

from goldenspike import games
from goldenspike.engine.lesson import Lesson
from goldenspike.engine.tutorial import Tutorial

from .covered import MIDDLE, check_free
from .person import Person

SETTLED = '[data-test="coach"][data-busy="false"], [data-test="coach-end"]'
STATE = """() => {
  const coach = document.querySelector('[data-test="coach"]')
  return coach ? [coach.dataset.step, coach.dataset.times, coach.dataset.reading, coach.dataset.busy].join(' ') : 'end'
}"""
MOVED = f"before => {{ const now = ({STATE})(); return now !== before && !now.endsWith('true') }}"
AT_ENGINE = (0.06, 0.5)  # a train is taken by its engine
HOME = "B"  # where the reader of Rail Pass sits
MOST_TABS = 80


def tutorial_of(game: str) -> Tutorial:
    found = games.game(game).tutorial
    assert found is not None
    return found


class Reader:
    """A person at /learn/<game>; the same lesson goes along here, so that they know what is asked."""

    def __init__(self, person: Person, game: str, *, by_key: bool = False) -> None:
        self.person, self.page, self.game, self.by_key = person, person.page, games.game(game), by_key
        self.tutorial = tutorial_of(game)
        self.touch: bool = person.page.evaluate("navigator.maxTouchPoints > 0")
        self.lesson: Lesson | None = None

    # ------------------------------------------------------------ where they are
    @property
    def where(self) -> str:
        """Chapter and step, as chapter.step; ``end`` when all is done."""
        self.page.locator(SETTLED).first.wait_for()
        coach = self.person.see("coach")
        return (coach.get_attribute("data-step") or "") if coach.count() else "end"

    @property
    def reading(self) -> bool:
        """Is there something to read before the next step?"""
        coach = self.person.see("coach")
        return coach.count() > 0 and coach.get_attribute("data-reading") == "true"

    @property
    def says(self) -> str:
        return self.person.shown("coach-says").inner_text()

    # ------------------------------------------------------------ going on
    def take(self, each: Callable[[str], None] = lambda where: None) -> None:
        """The whole tutorial, with a look at every step and at what it brought."""
        while (where := self.where) != "end":
            if self.reading:
                each(f"{where}-read")
                self.go_on()
                continue
            each(where)
            self.act()
        each("end")

    def go_on(self) -> None:
        before = self.page.evaluate(STATE)
        if self.by_key:
            self.page.keyboard.press("Enter")
        else:
            self.press(self.person.shown("coach-next"))
        self.page.wait_for_function(MOVED, arg=before)

    def act(self) -> None:
        """Do what the step asks for, in the way of this game; wait until it counts."""
        before, action = self.page.evaluate(STATE), self.way()
        ACTS.get(self.game.name, listed)(self, action)
        self.page.wait_for_function(MOVED, arg=before)
        assert self.lesson is not None
        for _ in self.lesson.do(action):
            pass

    def way(self) -> str:
        """The first action the step asks for."""
        name = self.where.partition(".")[0]
        if self.lesson is None or self.lesson.chapter.id != name or self.lesson.step is None:
            chapter = self.tutorial.chapter(name)
            assert chapter is not None
            self.lesson = Lesson(self.game, chapter)
        return self.lesson.accepted()[0]

    # ------------------------------------------------------------ hands
    def press(self, one: Locator, at: tuple[float, float] = MIDDLE, **patience: Any) -> None:
        """Put the mouse or a finger there, by default in the middle; nothing may lie over it."""
        one.scroll_into_view_if_needed(**patience)
        check_free(one, at)
        where: Any = {}
        if at != MIDDLE:
            box = one.bounding_box(**patience)
            if box is None:
                raise Error(f"{one} is gone")
            where["position"] = {"x": box["width"] * at[0], "y": box["height"] * at[1]}
        if self.touch:
            one.tap(**where, **patience)
        else:
            one.click(**where, **patience)

    def tab_to(self, one: Locator) -> None:
        """Walk there with the Tab key alone."""
        for _ in range(MOST_TABS):
            if one.evaluate("node => node === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {one}")


# ------------------------------------------------------------------ how each game is played on its board
def listed(reader: Reader, action: str) -> None:
    """From the list of all choices, which every game of turns has."""
    page = reader.page
    if reader.by_key:
        page.keyboard.press("c")
        expect(reader.person.see("choices-search")).to_be_focused()
        page.keyboard.type(action)
        page.keyboard.press("Tab")
        expect(page.locator(f'dialog [data-action="{action}"]')).to_be_focused()
        page.keyboard.press("Enter")
        expect(reader.person.shown("draft")).to_be_visible()
        page.keyboard.press("Enter")
        return
    reader.press(reader.person.shown("choices"))
    reader.press(page.locator(f'dialog [data-action="{action}"]'))
    reader.press(reader.person.shown("confirm"))


def santa_fe(reader: Reader, action: str) -> None:
    if reader.by_key:
        listed(reader, action)
        return
    page = reader.page
    if action.startswith("lay "):
        railroad = page.locator(f'[data-test="railroad"][data-railroad="{action.split()[1]}"]')
        if railroad.get_attribute("aria-pressed") != "true":
            reader.press(railroad)
        reader.press(page.locator(f'[data-test="lines"] [data-action="{action}"]'))
    else:
        reader.press(page.locator(f'[data-test="hand"] [data-action="{action}"]').first)
    reader.press(reader.person.shown("confirm"))


def pioneer_rails(reader: Reader, action: str) -> None:
    if reader.by_key:
        listed(reader, action)
        return
    part = "board" if "|" in action else "hand"
    reader.press(reader.page.locator(f'[data-test="{part}"] [data-action="{action}"]').first)
    confirm = reader.person.see("confirm")
    if confirm.count():
        reader.press(confirm.first)


def rail_pass(reader: Reader, action: str) -> None:
    """First the thing, then where it goes; or the button that says the same."""
    page, (verb, what, *rest) = reader.page, action.split()
    button = page.locator(f'[data-test="doing"] [data-action="{action}"]')
    if verb not in {"PUSH", "TAKE"}:
        spots = {"LOAD": f"yard:{HOME}:{what[-1]}", "ENG": f"eng:{what}"}
        spot = f'[data-spot="{spots.get(verb, f"train:{what}")}"]'
        if verb == "STORE":
            spot = f'[data-spot^="car:{rest[0]}:"][data-colour="{what}"]'
        thing = page.locator(f'[data-test="tabletop"] {spot}').first
        if reader.by_key:
            reader.tab_to(thing)
            page.keyboard.press("Enter")
        else:
            reader.press(thing, AT_ENGINE if spot.startswith('[data-spot="train') else MIDDLE)
        expect(button).to_be_visible()
    if reader.by_key:
        reader.tab_to(button)
        page.keyboard.press("Enter")
    else:
        reader.press(button)


ACTS = {"santa-fe-rails": santa_fe, "santa-fe": santa_fe, "pioneer-rails": pioneer_rails, "rail-pass": rail_pass}
