"""Tutorials: files that are read or refused in words, and lessons that go on, help, or say what the rules say."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.conformance.errors import ConformanceError
from goldenspike.conformance.tutorial import check_tutorial
from goldenspike.engine.errors import BadNotation, IllegalAction
from goldenspike.engine.game import Game
from goldenspike.engine.lesson import Lesson, NotThisStep
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.engine.tutorial import Tutorial, file_problems, tutorial_of

TOO_LONG = "claim ALD-DUN butter"
STEP: dict[str, Any] = {"id": "line", "clause": "MR-CLAIM-03", "do": ["claim DUN-FAL butter"], "done": True}
POSITION = {
    "seats": 2, "board": "clover-valley", "turn": 0, "deck": [8, 7, 7, 9],
    "hand": [[0, 3, 0, 1], [2, 0, 3, 0], [0] * 4, [0] * 4], "reach": [256, 512, 0, 0], "order": [9, 10, 0, 0],
    "milk": [0] * 4, "chance": [1, 2, 3, 4], "owner": [0] * 40,
}  # fmt: skip
FILE = {
    "minutes": 1,
    "first_game": {"seats": 2, "bot": "fireman"},
    "chapters": [{"id": "claim", "seat": "A", "position": POSITION, "steps": [STEP]}],
}
WORDS = {
    "lead": "Milk.", "end": "Milk, then.", "claim": "A line",
    "claim.line": "Claim the line to Fallow End.", "claim.line.help": "It costs two.", "claim.line.done": "Done.",
}  # fmt: skip
TUTORED = [name for name in gs.games.names() if gs.game(name).tutorial is not None]


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The file with another value at a place."""
    data: Any = copy.deepcopy(FILE)
    here = data
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = to
    return data  # type: ignore[no-any-return]


def game_with(data: Any, words: Mapping[str, Mapping[str, str]] | None = None) -> Game:
    """Milk Run with another tutorial."""
    tutorial: Tutorial = tutorial_of(data, words or {"en": WORDS})
    milk_run: Any = type(gs.game("milk-run"))
    bad: Game = type("Bad", (milk_run,), {"tutorial": tutorial})()
    return bad


# ---------------------------------------------------------------- files
def test_a_game_without_the_files_has_no_tutorial_and_a_variant_has_not_that_of_its_game() -> None:
    variant: Any = type("Variant", (type(gs.game("santa-fe-rails")),), {"name": "variant"})()
    assert variant.tutorial is None
    assert set(TUTORED) == {"santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass", "milk-run"}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (changed("minutes", to=30), "minutes must be at most 10, not 30"),
        (changed("chapters", 0, "steps", 0, "do", to=[]), "must have at least 1 entry, not 0"),
        (changed("chapters", 0, "steps", 0, "clause", to="LAY 31"), "must be the id of a clause"),
        (changed("chapters", 0, "steps", 0, "say", to="hello"), 'unknown key "say"'),
        (changed("chapters", 0, "steps", to=[STEP, STEP]), "step of chapter claim line stands twice"),
        (changed("chapters", 0, "id", to="end"), "a chapter cannot be called end"),
        (changed("chapters", 0, "steps", 0, "then", to=[{"do": "draw"}]), "is wrong"),
        ([], "must be an object"),
    ],
)
def test_a_faulty_file_is_explained(data: Any, problem: str) -> None:
    assert any(problem in found for found in file_problems(data)), file_problems(data)


def test_the_sound_file_has_no_problem() -> None:
    assert file_problems(FILE) == []
    check_tutorial(game_with(FILE))


# ---------------------------------------------------------------- against the rules
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (changed("chapters", 0, "steps", 0, "do", to=[TOO_LONG]), f"none of {TOO_LONG} is allowed"),
        (changed("chapters", 0, "steps", 0, "do", to=[*STEP["do"], TOO_LONG]), "never allowed"),
        (changed("chapters", 0, "steps", 0, "clause", to="MR-CLAIM-99"), "the rulebook has no clause MR-CLAIM-99"),
        (changed("chapters", 0, "seat", to="B"), "B is not asked for a decision"),
        (changed("chapters", 0, "position", "turn", to="first"), "tutorial, claim: position"),
        (changed("chapters", 0, "steps", 0, "then", to=[{"seat": "A", "do": "draw"}]), "or an answer to it"),
        (changed("minutes", to=9), "9 minutes are promised"),
        (changed("first_game", "bot", to="nobody"), "there is no bot nobody"),
        (changed("chapters", 0, "steps", 0, "done", to=False), "does not say what it brought"),
        (
            changed("chapters", 0, "steps", 0, "wrong", to=[{"do": TOO_LONG, "say": "help"}]),
            "is refused by MR-CLAIM-03, not by nothing",
        ),
        (
            changed("chapters", 0, "steps", 0, "wrong", to=[{"do": "draw", "clause": "MR-DRAW-01", "say": "help"}]),
            "draw is allowed; the tutorial says that MR-DRAW-01 forbids it",
        ),
    ],
)  # fmt: skip
def test_the_conformance_suite_notices_what_the_rules_do_otherwise(data: Any, problem: str) -> None:
    words = {key: text for key, text in WORDS.items() if key in tutorial_of(data, {}).keys}
    with pytest.raises(ConformanceError, match=problem):
        check_tutorial(game_with(data, {"en": words}))


def test_a_position_to_which_no_game_leads_is_noticed() -> None:
    bad: Any = game_with(FILE)
    bad.invariants = lambda s, b: ["a wagon is lost"]
    with pytest.raises(ConformanceError, match="position: a wagon is lost"):
        check_tutorial(bad)


@pytest.mark.parametrize(
    ("language", "words", "problem"),
    [
        ("en", {**WORDS, "claim.line.help": ""}, "no sentence for claim.line.help"),
        ("en", {**WORDS, "claim.draw": "Draw."}, "nothing asks for claim.draw"),
        ("en", {**WORDS, "claim.line": "Claim [it]."}, "without markup"),
        ("en", {**WORDS, "claim.line": "Claim it" + " now" * 99 + "."}, "is not a short text"),
        ("de", {**WORDS, "lead": "Milch.", "end": "Also Milch."}, "claim.line is in English"),
    ],
)
def test_sentences_are_complete_short_and_translated(language: str, words: dict[str, str], problem: str) -> None:
    with pytest.raises(ConformanceError, match=problem.replace("[", r"\[")):
        check_tutorial(game_with(FILE, {"en": WORDS, language: words}))


def test_a_language_that_is_being_translated_is_shown_in_english_where_it_is_empty() -> None:
    tutorial = game_with(FILE, {"en": WORDS, "es": {**dict.fromkeys(WORDS, ""), "lead": "Leche."}}).tutorial
    assert tutorial is not None
    assert tutorial.sentences("es")["lead"] == "Leche."
    assert tutorial.sentences("es")["end"] == "Milk, then."


# ---------------------------------------------------------------- lessons
def lesson(game: str, chapter: str) -> Lesson:
    tutorial = gs.game(game).tutorial
    assert tutorial is not None
    found = tutorial.chapter(chapter)
    assert found is not None
    return Lesson(gs.game(game), found)


def test_a_lesson_goes_on_with_what_is_asked_for_and_the_others_answer() -> None:
    first = lesson("santa-fe-rails", "city")
    assert [moment.line for moment in first.do("play DEN")] == ["A: play DEN", "B: play SAF", "C: play SPO"]
    assert first.step is not None
    assert first.step.id == "base"


def test_what_the_rules_refuse_and_what_is_not_asked_for_change_nothing() -> None:
    first = lesson("santa-fe-rails", "city")
    first.replay(["play DEN"])
    before = first.match.hash
    with pytest.raises(IllegalAction, match="SFR-LAY-06"):
        list(first.do("lay KP ABL>DEN"))
    with pytest.raises(NotThisStep):
        list(first.do("lay SF CHI>STL#1"))
    with pytest.raises(BadNotation):
        list(first.do("sing"))
    assert first.match.hash == before
    known = first.answer_to("lay KP ABL>DEN")
    assert known is not None
    assert known.say == "not-at-base"


def test_other_spellings_of_an_action_count() -> None:
    first = lesson("pioneer-rails", "card")
    first.replay(["take QS", "C4|B3", "C4|B4"])
    assert first.match.steps("A") == ["B3|C4", "B4|C4"]


def test_a_step_may_take_several_actions_in_any_order_the_rules_allow() -> None:
    first = lesson("pioneer-rails", "fort")
    list(first.do("A4|B4"))
    assert (first.at, first.times) == (0, 1)
    first.replay(["A5|B4", "B4|B5"])
    assert (first.at, first.times) == (1, 0)


def test_in_real_time_the_clock_stands_still_until_the_reader_acts() -> None:
    first = lesson("rail-pass", "load")
    assert isinstance(first.match, TimedMatch)
    assert "WAIT" not in first.match.legal("P1")
    moments = list(first.do("LOAD R< L2"))
    assert sum(moment.wait_ms for moment in moments) == first.match.now == 800
    assert first.match.view()["trains"]["L2"]["cubes"] == "B"


@pytest.mark.parametrize("name", TUTORED)
def test_a_chapter_is_the_same_however_often_it_is_replayed(name: str) -> None:
    tutorial = gs.game(name).tutorial
    assert tutorial is not None
    for chapter in tutorial.chapters:
        hashes = set()
        for _ in range(2):
            again = Lesson(gs.game(name), chapter)
            while again.step is not None:
                list(again.do(again.accepted()[0]))
            hashes.add(again.match.hash)
        assert len(hashes) == 1
        assert json.loads(json.dumps(chapter.position)) == chapter.position
