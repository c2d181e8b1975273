"""Tutorials: prepared positions in which a reader acts, one idea at a time. They are data beside the game.

A game has chapters and steps in ``tutorial/<game>.json``, and their sentences in ``tutorial/<game>.<language>.json``.
``engine/lesson.py`` plays a chapter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from .json_file import BadData, parse, unprintable
from .schema_words import schema_problems

if TYPE_CHECKING:
    from .game import Game

FOLDER = "tutorial"
USUAL_WAIT_MS = 700
RESERVED = ("lead", "end")  # keys of the first and the last sentence


class BadTutorial(BadData):
    """A tutorial that cannot be given, with everything that is wrong with it."""

    what = "tutorial"
    most_depth = 16


@dataclass(frozen=True)
class Wrong:
    """A try to which the tutorial has an answer of its own; without a clause the rules allow it."""

    do: str
    say: str
    clause: str = ""


@dataclass(frozen=True)
class Reply:
    """What another player does next, and how long after; without an action, time passes."""

    seat: str
    do: str
    wait_ms: int


@dataclass(frozen=True)
class Step:
    """One thing to do, and the clause it is about."""

    id: str
    do: tuple[str, ...]
    clause: str
    times: int = 1
    look: Mapping[str, Any] | None = None
    at: str = ""
    done: bool = False
    wrong: tuple[Wrong, ...] = ()
    wait_ms: int = 0
    then: tuple[Reply, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A prepared position, the seat of the reader, and what to do there."""

    id: str
    seat: str
    position: Mapping[str, Any]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class FirstGame:
    """The game to which the tutorial leads."""

    seats: int
    bot: str
    board: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Tutorial:
    """A whole tutorial, with its sentences by language and key."""

    minutes: int
    first_game: FirstGame
    chapters: tuple[Chapter, ...]
    words: Mapping[str, Mapping[str, str]]

    def chapter(self, name: str) -> Chapter | None:
        return next((chapter for chapter in self.chapters if chapter.id == name), None)

    def sentences(self, language: str) -> Mapping[str, str]:
        """All sentences, in English where they are not written in that language."""
        return {**self.words["en"], **{key: text for key, text in self.words.get(language, {}).items() if text}}

    @property
    def keys(self) -> list[str]:
        """The keys of all its sentences."""
        return [*RESERVED, *(key for chapter in self.chapters for key in _keys(chapter))]


def _keys(chapter: Chapter) -> Iterator[str]:
    yield chapter.id
    for step in chapter.steps:
        yield f"{chapter.id}.{step.id}"
        yield f"{chapter.id}.{step.id}.help"
        if step.done:
            yield f"{chapter.id}.{step.id}.done"
        yield from dict.fromkeys(f"{chapter.id}.{step.id}.{wrong.say}" for wrong in step.wrong)


# ------------------------------------------------------------------ files
def read_tutorial(game: Game) -> Tutorial | None:
    """The tutorial of a game, or None: a variant has none until it brings its own."""
    found = _folder(game)
    if found is None:
        return None
    raw = parse(BadTutorial, found.joinpath(f"{game.name}.json").read_bytes(), f"tutorial {game.name}.json")
    problems = file_problems(raw)
    if problems:
        raise BadTutorial(problems, f"tutorial {game.name}.json")
    return tutorial_of(raw, _words(game.name, found))


def _folder(game: Game) -> Traversable | None:
    package = type(game).__module__.rpartition(".")[0]
    if not package:
        return None
    folder = resources.files(package).joinpath(FOLDER)
    return folder if folder.joinpath(f"{game.name}.json").is_file() else None


def _words(name: str, folder: Traversable) -> dict[str, dict[str, str]]:
    words: dict[str, dict[str, str]] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        language = file.name.removeprefix(f"{name}.").removesuffix(".json")
        if file.name == f"{name}.{language}.json" and language:
            words[language] = parse(BadTutorial, file.read_bytes(), f"tutorial {file.name}")
    return words


def file_problems(data: Any) -> list[str]:
    """What is wrong with the file of a tutorial, whatever its game: shape, names that stand twice."""
    found = schema_problems("tutorial", _schema(), data)
    if found:
        return found
    names = [chapter["id"] for chapter in data["chapters"]]
    taken = [f"a chapter cannot be called {name}" for name in names if name in RESERVED]
    return [*unprintable(data), *taken, *_twice(names, "chapter")] + [
        problem
        for chapter in data["chapters"]
        for problem in _twice([step["id"] for step in chapter["steps"]], f"step of chapter {chapter['id']}")
    ]


@cache
def _schema() -> Any:
    return json.loads(resources.files(__package__).joinpath("tutorial.schema.json").read_text("utf-8"))


def _twice(names: list[str], what: str) -> list[str]:
    return [f"{what} {name} stands twice" for name in dict.fromkeys(names) if names.count(name) > 1]


def tutorial_of(data: Any, words: Mapping[str, Mapping[str, str]]) -> Tutorial:
    """A tutorial from data that has been checked."""
    return Tutorial(
        data["minutes"], FirstGame(**data["first_game"]), tuple(map(_chapter, data["chapters"])), dict(words)
    )


def _chapter(data: Any) -> Chapter:
    return Chapter(data["id"], data["seat"], data["position"], tuple(map(_step, data["steps"])))


def _step(data: Any) -> Step:
    plain = {name: data[name] for name in ("id", "clause", "times", "look", "at", "done", "wait_ms") if name in data}
    return Step(
        do=tuple(data["do"]),
        wrong=tuple(Wrong(**one) for one in data.get("wrong", ())),
        then=tuple(
            Reply(one.get("seat", ""), one.get("do", ""), one.get("wait_ms", USUAL_WAIT_MS))
            for one in data.get("then", ())
        ),
        **plain,
    )
