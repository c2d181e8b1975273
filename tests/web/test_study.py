"""Studies in a real browser: from the menu of a finished table to a page that tells how far it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
FINISHED = Path(__file__).parents[1] / "fixtures" / "santa_fe" / "santa-fe-rails_seats-4.json"
# What a study says, with the figures in it: as the server tells it when one is done.
SAID = [
    {
        "version": "as it is", "key": "decided", "tone": "fact", "text": "Decided at 69 % of its length.",
        "figures": {"form": "share", "mean": 0.69, "low": 0.65, "high": 0.72, "least": 0.4, "most": 0.95, "wrong": ""},
    },
    {
        "version": "as it is", "key": "seats", "tone": "warning", "text": "Seat A has an advantage.",
        "figures": {"seat": "A", "ahead": 9.8, "share": 0.45, "fair": 0.25, "p": 0.0005},
    },
    {
        "version": "as it is", "key": "own", "tone": "fact", "text": "Only the game knows this.",
        "figures": {"form": "number", "mean": 1.0, "low": 1.0, "high": 1.0, "least": None, "most": None, "wrong": ""},
    },
]  # fmt: skip
SENTENCES = {
    "English": ("A game is decided at 69% (65% to 72%) of its length.", "Seat A has an advantage: 9.8 points more"),
    "Deutsch": ("Eine Partie ist nach 69 % (65 % bis 72 %) ihrer Länge", "Platz A ist im Vorteil: 9,8 Punkte"),
    "Français": ("Une partie se décide à 69 % (65 % à 72 %) de sa durée.", "La place A est avantagée"),
    "Italiano": ("Una partita si decide a 69% (da 65% a 72%)", "Il posto A è avvantaggiato: 9,8 punti"),
    "Español": ("Una partida se decide al 69 % (de 65 % a 72 %)", "El asiento A tiene ventaja: 9,8 puntos"),
}


def test_a_finished_table_is_studied(visit: Come) -> None:
    me = visit("/")
    made = me.post("/api/import", json.loads(FINISHED.read_text("utf-8")))
    me.go(f"/t/{made['table']['id']}")
    expect(me.see("score")).to_be_visible()
    me.press("menu")
    me.press("study-board")
    expect(me.shown("study-told")).to_be_visible()
    expect(me.see("study-progress")).to_have_attribute("max", "1")
    me.check_access("study", dark=True)
    me.press("study-stop")
    expect(me.page.locator('[data-test="study"][data-status="stopped"]')).to_be_visible()
    me.page.reload()
    expect(me.shown("study-told")).to_contain_text("This study was stopped")
    me.press("own-studies")
    expect(me.see("study-row")).to_contain_text("stopped")
    me.see("study-row").click()
    me.press("study-delete")
    me.press("study-delete-sure")
    expect(me.see("no-studies")).to_be_visible()


def test_verdicts_in_the_readers_language(visit: Come) -> None:
    """The sentences are the page's own where it knows them, and the study's in English where it does not."""
    me = visit("/")
    study = {
        "id": "x", "game": "santa-fe-rails", "board": "Short Rails", "board_hash": "0", "seats": 4, "alone": True,
        "status": "done", "share": 1.0, "games": 300, "before": 0, "said": SAID, "line": "", "mine": False,
        "report": "/api/studies/x/report", "created_ms": 0, "kept_days": 60,
    }  # fmt: skip
    me.page.route("**/api/studies/x", lambda route: route.fulfill(json=study))
    me.go("/study/x")
    for language, (decided, seats) in SENTENCES.items():
        me.see("language").first.select_option(label=language)
        said = me.see("study-said")
        expect(said).to_contain_text(seats)
        words = said.inner_text().replace("\u00a0", " ").replace("\u202f", " ")
        assert decided in words, words
        assert "Only the game knows this." in (said.text_content() or "")
    for width in (1440, 800, 390):
        me.page.set_viewport_size({"width": width, "height": 860})
        assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    me.check_access("verdicts", dark=True)
