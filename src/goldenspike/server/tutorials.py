"""Tutorials for the page. A lesson is replayed with every request: nothing of it is kept, here or on the disk."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import Raw

from goldenspike.engine.errors import GoldenSpikeError, IllegalAction
from goldenspike.engine.game import Game, shown
from goldenspike.engine.lesson import Lesson, Moment, NotThisStep
from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import TimedMatch, split_line
from goldenspike.engine.tutorial import Chapter, Step, Tutorial
from goldenspike.engine.values import as_option
from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import EncodedViews, outcome
from goldenspike.server.server_clock import now_ms
from goldenspike.server.storage.table_record import LogRow, entry_of, letters
from goldenspike.server.tables.seats import COLOURS

KEPT = 256  # answers kept in memory: all readers go the same way
CODE = "lesson"  # of a refusal that is not the rules'


# ------------------------------------------------------------------ the tutorial
def of_game(name: str) -> tuple[Game, Tutorial]:
    """A game that has a tutorial."""
    game = catalogue.game(name)
    if game.tutorial is None:
        raise HttpError(404, f"{game.title} has no tutorial", "tutorial")
    return game, game.tutorial


def language_of(name: str, wanted: str) -> str:
    """The language wanted if the tutorial is there in it, else English."""
    short = wanted.lower()[:2]
    return short if short in of_game(name)[1].words else "en"


def in_language(name: str, language: str) -> m.Tutorial:
    """A tutorial with its sentences."""
    game, tutorial = of_game(name)
    words = tutorial.sentences(language)
    first = tutorial.first_game
    return m.Tutorial(
        game=game.name,
        lang=language,
        minutes=tutorial.minutes,
        lead=words["lead"],
        end=words["end"],
        chapters=[_chapter(chapter, words) for chapter in tutorial.chapters],
        first_game=m.FirstGame(first.seats, first.bot, first.board, dict(first.options)),
    )


def _chapter(chapter: Chapter, words: Mapping[str, str]) -> m.TutorialChapter:
    return m.TutorialChapter(chapter.id, words[chapter.id], [_step(chapter, step, words) for step in chapter.steps])


def _step(chapter: Chapter, step: Step, words: Mapping[str, str]) -> m.TutorialStep:
    key = f"{chapter.id}.{step.id}"
    return m.TutorialStep(
        id=step.id,
        say=words[key],
        help=words[f"{key}.help"],
        done=words.get(f"{key}.done", ""),
        clause=step.clause,
        show=list(step.do),
        times=step.times,
        look=None if step.look is None else dict(step.look),
        at=step.at,
    )


# ------------------------------------------------------------------ lessons
@lru_cache(KEPT)
def answer(game: str, chapter: str, done: tuple[str, ...], text: str, language: str, pictures: bool) -> bytes:
    """What comes of an action after others; without one, the position as it stands."""
    return msgspec.json.encode(_answer(game, chapter, done, text, language, pictures))


def reasons(game: str, chapter: str, done: tuple[str, ...], why: tuple[str, ...], language: str) -> bytes:
    """Why actions are not allowed, and what the tutorial says about the first of them that it knows."""
    lesson, words = _lesson(game, chapter, done, language)
    found = [_reason(lesson.match, lesson.seat, text) for text in why]
    given = _said(lesson, found, words)
    return msgspec.json.encode(_told(lesson, [], None, given, found))


def _lesson(name: str, chapter: str, done: tuple[str, ...], language: str) -> tuple[Lesson, Mapping[str, str]]:
    game, tutorial = of_game(name)
    found = tutorial.chapter(chapter)
    if found is None:
        raise HttpError(404, f"the tutorial of {game.title} has no chapter {shown(chapter)}", "chapter")
    lesson = Lesson(game, found)
    try:
        lesson.replay(done)
    except GoldenSpikeError:
        raise HttpError(409, "this lesson has changed; begin the chapter again", "lesson") from None
    return lesson, tutorial.sentences(language)


def _answer(name: str, chapter: str, done: tuple[str, ...], text: str, language: str, pictures: bool) -> m.LessonAnswer:
    lesson, words = _lesson(name, chapter, done, language)
    if not text:
        return _told(lesson, [_moment(lesson, Moment(lesson.seat), pictures)])
    moments: list[m.LessonMoment] = []
    known = lesson.answer_to(text)
    key = "" if lesson.step is None else f"{chapter}.{lesson.step.id}"
    said = words.get(f"{key}.{known.say if known else 'help'}", "")
    try:
        for moment in lesson.do(text):
            moments.append(_moment(lesson, moment, pictures))
    except IllegalAction as error:
        return _told(lesson, [], m.Refused("", error.code, error.clause, error.sentence), said)
    except NotThisStep:
        return _told(lesson, [], m.Refused("", CODE), said)
    except GoldenSpikeError as error:
        return _told(lesson, [], m.Refused("", "notation", "", str(error)), said)
    return _told(lesson, moments)


def _told(
    lesson: Lesson,
    moments: list[m.LessonMoment],
    refused: m.Refused | None = None,
    say: str = "",
    why: list[m.Reason] | None = None,
) -> m.LessonAnswer:
    return m.LessonAnswer(
        table=_table(lesson),
        seat=lesson.seat,
        step=lesson.at,
        times=lesson.times,
        over=lesson.step is None,
        moments=moments,
        refused=refused,
        say=say,
        reasons=why or [],
    )


def _reason(match: Match, seat: int, text: str) -> m.Reason:
    try:
        refusal = match.why_not(seat, text)
    except GoldenSpikeError as error:
        return m.Reason(text, "notation", "", str(error))
    return m.Reason(text) if refusal is None else m.Reason(text, refusal.code, refusal.clause, refusal.sentence)


def _said(lesson: Lesson, found: list[m.Reason], words: Mapping[str, str]) -> str:
    """The tutorial's own answer to a try that the rules refuse; its help where it has none."""
    if lesson.step is None or not any(reason.code for reason in found):
        return ""
    key = f"{lesson.chapter.id}.{lesson.step.id}"
    known = (lesson.answer_to(reason.text) for reason in found if reason.code)
    return words.get(f"{key}.{next((wrong.say for wrong in known if wrong), 'help')}", "")


def _moment(lesson: Lesson, moment: Moment, pictures: bool) -> m.LessonMoment:
    match, seat = lesson.match, lesson.seat
    views = EncodedViews(match)
    view, own = views.public(pictures), views.own(seat, pictures)
    assert view is not None
    assert own is not None
    return m.LessonMoment(
        wait_ms=moment.wait_ms,
        entry=_entry(lesson, moment),
        view=Raw(view),
        own=Raw(own),
        steps=match.steps(seat),
        awaited=list(match.actors),
        happened=list(moment.happened),
        at_ms=match.now if isinstance(match, TimedMatch) else None,
        result=outcome(match.result),
    )


def _entry(lesson: Lesson, moment: Moment) -> m.Entry | None:
    """A line of the log as the reader's seat may read it."""
    match = lesson.match
    if not moment.line or moment.seat is None:
        return None
    setting, seat = match.setting, moment.seat
    data = setting.effects(moment.before, match.s, seat, moment.actions)
    if isinstance(match, TimedMatch):
        at_ms, _, do = split_line(moment.line)
        data |= {"at_ms": at_ms, "do": do, "events": list(moment.happened)}
    else:
        data["events"] = setting.events(moment.before, match.s, seat, moment.actions)
    hidden = bool(setting.sealed(match.s))
    row = LogRow(len(match.log), "move", seat, None, now_ms(), moment.line, data, hidden)
    return entry_of(row, setting, seat if seat == lesson.seat else None, not hidden)


def _table(lesson: Lesson) -> m.Table:
    """A table that is nowhere but on the reader's page."""
    match, game = lesson.match, lesson.game
    setting = match.setting
    names = letters(game, setting.seats)
    return m.Table(
        id=f"lesson-{lesson.chapter.id}",
        game=game.name,
        title=game.title,
        name="",
        status="finished" if match.over else "running",
        listed=False,
        created_ms=0,
        changed_ms=0,
        options=dict(setting.options),
        board=setting.board.id,
        pace=m.TimeControl(),
        hints=False,
        confirm=True,
        sandbox=False,
        rules=game.rules_version,
        version=len(match.log),
        seats=[
            m.Seat(
                seat=seat,
                letter=names[seat],
                holder="person" if seat == lesson.seat else "bot",
                name="",
                colour=COLOURS[seat],
                online=True,
                awaited=seat in match.actors,
            )
            for seat in range(setting.seats)
        ],
        timed=game.wall_clock(setting.options),
        values={name: as_option(value) for name, value in setting.other_values.items()},
    )
