"""The tutorial: positions stand, every step can be done there, wrong tries are refused by the rules they name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from goldenspike.bots import bots_for
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game
from goldenspike.engine.lesson import Lesson
from goldenspike.engine.tutorial import Chapter, Step, Tutorial, Wrong

from .errors import ConformanceError

MOST_WAYS = 400  # ways through a chapter that are tried; few steps leave a choice
LONGEST = 330  # letters of a sentence or two that are read while playing
WORDS_A_SECOND, SECONDS_A_STEP = 3.0, 7.0  # how fast a newcomer reads and acts
MARKUP = re.compile(r"[\[\]|<>\\{}~^_*`]|https?:")


def check_tutorial(game: Game) -> None:
    """What the tutorial shows is what the rules do, and it says so in every language of the rulebook."""
    tutorial = game.tutorial
    if tutorial is None:
        return
    check_words(game, tutorial)
    check_length(game, tutorial)
    check_first_game(game, tutorial)
    for chapter in tutorial.chapters:
        check_chapter(game, chapter)


def fail(game: Game, where: str, problem: str) -> None:
    raise ConformanceError(f"{game.name}: tutorial, {where}: {problem}")


# ------------------------------------------------------------------ sentences
def check_words(game: Game, tutorial: Tutorial) -> None:
    """Every sentence is there in every language in which there is a file, and nothing else is."""
    wanted = list(dict.fromkeys(tutorial.keys))
    for language in sorted({"en", *tutorial.words}):
        words = tutorial.words.get(language, {})
        for key in wanted:
            if not words.get(key):
                fail(game, language, f"no sentence for {key}")
        for key, text in words.items():
            if key not in wanted:
                fail(game, language, f"nothing asks for {key}")
            title = key in {chapter.id for chapter in tutorial.chapters}
            if not (title or text.endswith((".", "!", "?", ":"))) or len(text) > LONGEST or MARKUP.search(text):
                fail(game, language, f"{key} is not a short text of whole sentences without markup: {text!r}")
            if language != "en" and not title and text == tutorial.words["en"][key]:
                fail(game, language, f"{key} is in English")


def check_length(game: Game, tutorial: Tutorial) -> None:
    """It takes about as long as it says."""
    read = [key for key in tutorial.keys if not key.endswith(".help")]
    words = sum(len(tutorial.words["en"][key].split()) for key in read if not _said_after_a_fault(tutorial, key))
    acts = sum(step.times for chapter in tutorial.chapters for step in chapter.steps)
    minutes = (words / WORDS_A_SECOND + acts * SECONDS_A_STEP) / 60
    if not abs(minutes - tutorial.minutes) <= 1:
        fail(game, "minutes", f"{tutorial.minutes} minutes are promised; reading and acting take {minutes:.1f}")


def _said_after_a_fault(tutorial: Tutorial, key: str) -> bool:
    return any(
        key == f"{chapter.id}.{step.id}.{wrong.say}"
        for chapter in tutorial.chapters
        for step in chapter.steps
        for wrong in step.wrong
    )


def check_first_game(game: Game, tutorial: Tutorial) -> None:
    """The game to which it leads can be begun."""
    first = tutorial.first_game
    game.read_seats(first.seats)
    if first.bot not in bots_for(game.name):
        fail(game, "first game", f"there is no bot {first.bot}")
    if first.board is not None and first.board not in game.boards:
        fail(game, "first game", f"there is no built-in board {first.board}")
    game.setting(game.read_options(first.options), game.board(first.board), first.seats)


# ------------------------------------------------------------------ positions and steps
def check_chapter(game: Game, chapter: Chapter) -> None:
    """Whatever a reader chooses of what is asked for, the chapter goes on to its end."""
    try:
        lesson = Lesson(game, chapter)
    except GoldenSpikeError as error:
        raise ConformanceError(f"{game.name}: tutorial, {chapter.id}: {error}") from None
    broken = game.invariants(lesson.match.s, lesson.match.setting.b)
    if broken:
        fail(game, chapter.id, f"no game leads to this position: {broken[0]}")
    if not chapter.steps[-1].done:
        fail(game, chapter.id, "its last step does not say what it brought")
    for step in chapter.steps:
        check_clause(game, lesson, f"{chapter.id}.{step.id}", step.clause)
    done: set[tuple[int, str]] = set()
    for way in _ways(game, chapter):
        done |= way
    for at, step in enumerate(chapter.steps):
        for action in step.do:
            if "*" not in action and (at, action) not in done:
                fail(game, f"{chapter.id}.{step.id}", f"{action} is asked for, but never allowed")


def check_clause(game: Game, lesson: Lesson, where: str, clause: str) -> None:
    if clause not in game.clauses():
        fail(game, where, f"the rulebook has no clause {clause}")
    if not game.clause_applies(clause, lesson.match.setting):
        fail(game, where, f"{clause} belongs to another mode of the game")


def _ways(game: Game, chapter: Chapter) -> Iterable[set[tuple[int, str]]]:
    """Every way through the chapter, as the steps and actions on it; the first way is that of the first actions."""
    waiting: list[list[str]] = [[]]
    known: set[tuple[int, int, str]] = set()
    for _ in range(MOST_WAYS):
        if not waiting:
            return
        path = waiting.pop()
        lesson = Lesson(game, chapter)
        gone: set[tuple[int, str]] = set()
        for text in path:
            gone.add((lesson.at, text))
            _do(game, lesson, text)
        while lesson.step is not None:
            where = lesson.at, lesson.times, lesson.match.hash
            if where in known:
                break
            known.add(where)
            check_step(game, lesson, lesson.step)
            first, *others = lesson.accepted()
            waiting += [[*path, other] for other in others]
            path = [*path, first]
            gone.add((lesson.at, first))
            _do(game, lesson, first)
        yield gone


def _do(game: Game, lesson: Lesson, text: str) -> None:
    where = f"{lesson.chapter.id}.{lesson.step.id if lesson.step else ''}"
    try:
        for _ in lesson.do(text):
            broken = game.invariants(lesson.match.s, lesson.match.setting.b)
            if broken:
                fail(game, where, f"{text}: {broken[0]}")
    except GoldenSpikeError as error:
        fail(game, where, f"{text} or an answer to it: {error}")


def check_step(game: Game, lesson: Lesson, step: Step) -> None:
    """The reader is asked, something that is asked for is allowed, and wrong tries are wrong as the tutorial says."""
    where = f"{lesson.chapter.id}.{step.id}"
    if lesson.seat not in lesson.match.actors:
        fail(game, where, f"{lesson.chapter.seat} is not asked for a decision")
    if not lesson.accepted():
        fail(game, where, f"none of {', '.join(step.do)} is allowed: {_why_not(lesson, step.do[0])}")
    if lesson.accepted()[0] not in lesson.match.legal(lesson.seat):
        fail(game, where, f"{lesson.accepted()[0]} is not written as the game writes it: the page cannot show it")
    if lesson.times:
        return
    for wrong in step.wrong:
        check_wrong(game, lesson, where, wrong)


def check_wrong(game: Game, lesson: Lesson, where: str, wrong: Wrong) -> None:
    if "*" in wrong.do:
        return
    refusal = lesson.match.why_not(lesson.seat, wrong.do)
    if refusal is None and lesson.accepts(wrong.do):
        fail(game, where, f"{wrong.do} is called wrong, and asked for")
    if refusal is None and wrong.clause:
        fail(game, where, f"{wrong.do} is allowed; the tutorial says that {wrong.clause} forbids it")
    if refusal is not None and refusal.clause != wrong.clause:
        fail(game, where, f"{wrong.do} is refused by {refusal.clause}, not by {wrong.clause or 'nothing'}")
    if wrong.clause:
        check_clause(game, lesson, where, wrong.clause)


def _why_not(lesson: Lesson, text: str) -> str:
    try:
        return str(lesson.match.why_not(lesson.seat, text))
    except GoldenSpikeError as error:
        return str(error)
