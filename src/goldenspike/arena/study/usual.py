"""The study of a game in turns: its games, then luck and skill; the report is there after the first part already."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game
from goldenspike.engine.study import Measure, Question, StudyRequest, effective

from ..run.command_line import write
from ..tournament.schedule import Plan
from .article import Sweep, measure_verdicts
from .files import more_figures, write_all
from .findings import Findings, finding, luck_verdict, skill_verdict, verdicts
from .journal import Journal
from .measures import measures_for
from .played import Figures, Played
from .progress import ProgressFile, bars
from .report import study_page
from .run import Limits, play_versions, rows_in
from .study import study_versions
from .terminal import line, show, tell
from .trials import LUCK, SKILL, block, iterations_of, luck, skill_step, thinker, two_strengths, weaker
from .verdicts import Side, is_clear

MAIN_PART = 0.7  # of the time; the rest is for luck
LUCK_DEALS = 60
SKILL_DEALS = 200


def run_usual(
    game: Game,
    request: StudyRequest,
    asked: Sequence[Question],
    arguments: argparse.Namespace,
    folder: Path,
    warnings: Sequence[str],
) -> None:
    """Play, write and tell; then ask further and write again."""
    seats = game.read_seats(request.seats if request.seats is not None else min(4, game.seats[-1]))
    if arguments.skill is not None and not game.searched:
        raise BadOption(f"{game.title} has no search: --skill does nothing here")
    journal = Journal(folder)
    try:
        file = ProgressFile(Path(arguments.progress) if arguments.progress else None)
        one = UsualStudy(game, request, asked, seats, arguments, folder, warnings, journal, file)
        figures, why = one.play()
        found = [finding(version) for version in figures]
        one.keep(found, why)
        show([line(version) for version in figures], verdicts(found), [version.label for version in figures])
        one.ask_luck(found)
        if arguments.skill is not None:
            one.ask_skill(found)
        one.keep(found, why)
    finally:
        journal.close()
    for version in found:
        later = [*luck_verdict(version), *skill_verdict(version)]
        if later:
            tell(version.label, later)
    tell(f"report: {folder / 'report.html'}", ())


@dataclass(frozen=True)
class UsualStudy:
    """What was asked, and where it is played and kept."""

    game: Game
    request: StudyRequest
    asked: Sequence[Question]
    seats: int
    arguments: argparse.Namespace
    folder: Path
    warnings: Sequence[str]
    journal: Journal
    file: ProgressFile

    @property
    def measures(self) -> tuple[Measure, ...]:
        return measures_for(self.seats, self.game.study_limits)

    def limits(self, games: int, seconds: float) -> Limits:
        return Limits(games, seconds, self.arguments.cores, self.arguments.ray)

    def play(self) -> tuple[list[Figures], str]:
        """The games of all versions, until the answer is clear."""
        labels, request = [one.label for one in self.asked], self.request
        limits = self.limits(request.games, MAIN_PART * self.arguments.seconds)
        with bars(labels, request.games) as shown:
            return study_versions(
                self.game.name,
                self.asked,
                limits,
                seats=self.seats,
                word=request.bot,
                seed=request.seed,
                progress=self.file.along(shown, 0.0, MAIN_PART, len(labels) * limits.games, limits.seconds),
                journal=self.journal,
                clear=None if self.arguments.all else self.clear,
            )

    def clear(self, played: list[list[Played]]) -> bool:
        sides = [Side(one.label, games) for one, games in zip(self.asked, played, strict=True)]
        if self.file.file is not None:
            self.file.say(measure_verdicts(self.measures, sides))
        first = played[0]
        return is_clear(self.measures, sides, [one.won for one in first], [one.points for one in first])

    # ------------------------------------------------------------ luck and skill
    def ask_luck(self, found: Sequence[Findings]) -> None:
        """Two levels of players on the same deals, in every rotation of their seats."""
        strong, weak = self.request.bot, weaker(self.request.bot, self.game)
        # Whoever asks for few games is in a hurry.
        deals = max(2, min(LUCK_DEALS, self.request.games // 4))
        rows = self.meet(strong, weak, LUCK, deals, (1 - MAIN_PART) * self.arguments.seconds)
        for one, played in zip(found, rows, strict=True):
            one.luck = luck(played)

    def ask_skill(self, found: Sequence[Findings]) -> None:
        """A search against the same search with half the iterations, at three levels."""
        levels = iterations_of(self.arguments.skill)
        for level in levels:
            seconds = self.arguments.seconds / len(levels)
            rows = self.meet(thinker(level), thinker(level // 2), SKILL, SKILL_DEALS, seconds)
            for one, played in zip(found, rows, strict=True):
                one.skill.append(skill_step(played, level))

    def meet(self, strong: str, weak: str, kind: str, deals: int, seconds: float) -> list[list[Any]]:
        """Games of two strengths in every version."""
        seed = self.request.seed + 1
        plans: list[Plan] = [
            two_strengths(self.game, one, self.seats, strong, weak, 1, seed) for one in self.asked
        ]  # fmt: skip
        games = deals * block(plans[0])
        with bars([f"{kind}, {strong}: {one.label}" for one in self.asked], games) as shown:
            done = play_versions(
                rows_in,
                plans,
                self.limits(games, seconds),
                kind=kind,
                progress=self.file.along(shown, MAIN_PART, 1.0, games * len(plans), seconds),
                journal=self.journal,
                block=block(plans[0]),
            )
        return done.played

    # ------------------------------------------------------------ report
    def keep(self, found: Sequence[Findings], why: str) -> None:
        """Write everything that is known so far."""
        settings = [one.figures.setting for one in found]
        sweep = sweep_of(self.game, self.request, self.asked, settings)
        page = study_page(self.game.name, found, self.request.bot, warnings=self.warnings, sweep=sweep, why=why)
        write(self.folder / "report.html", page)
        about = {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "bot": self.request.bot,
            "seats": self.seats,
            "seed": self.request.seed,
            "stopped by": why,
            "boards": {one.label: one.figures.setting.board.hash for one in found},
            "options": {one.label: dict(one.figures.setting.options) for one in found},
            "warnings": list(self.warnings),
        }
        sides, said = [one.side for one in found], verdicts(found)
        write_all(self.folder, about, self.measures, sides, said, more_figures(found))
        self.file.say(said)


def sweep_of(game: Game, request: StudyRequest, asked: Sequence[Question], settings: Sequence[Any]) -> Sweep | None:
    """The axis of a sweep: the first version and those of the sweep, by number or as they were named."""
    if not request.sweep:
        return None
    option = request.sweep[0].partition("=")[0].strip()
    places = []
    for k, (question, setting) in enumerate(zip(asked, settings, strict=True)):
        if k == 0 or question.label in request.sweep:
            value = effective(game, question.options, setting.board).get(option, "?")
            places.append((k, str(value).lower() if isinstance(value, bool) else str(value)))
    listed = [text.partition("=")[2] for text in request.sweep]
    if all(name.lstrip("-").isdecimal() for _, name in places):
        places.sort(key=lambda place: int(place[1]))
    else:
        places.sort(key=lambda place: listed.index(place[1]) if place[1] in listed else -1)
    return Sweep(option, places)
