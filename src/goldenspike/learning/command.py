"""goldenspike train: games against themselves, a value fitted to them, a match against the champion."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import goldenspike as gs
from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.game import Game

from .files import read_text, write_text


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    train = commands.add_parser("train", help="learn the president's value of a game from games against itself")
    train.add_argument("game", help="a game with features to learn from")
    train.add_argument("--seats", default="", help="numbers of players, such as 2,4 (all)")
    train.add_argument("--games", type=int, default=1500, help="games for each number of players (1500)")
    train.add_argument("--walks", type=int, default=24, help="walks of the search for each decision in them (24)")
    train.add_argument(
        "--teacher", default="", metavar="FILE", help="a learned value by which they are played (the one that is there)"
    )
    train.add_argument("--from-scratch", action="store_true", help="play them with the game's own evaluation instead")
    train.add_argument("--check", type=int, default=200, metavar="GAMES", help="most games of a match (200; 0: none)")
    train.add_argument("--check-walks", type=int, default=200, help="walks of the champion in them (200)")
    train.add_argument("--against", default="", help="another champion, such as superintendent")
    train.add_argument("--promote", action="store_true", help="put what wins into the folder of the game")
    train.add_argument("--seed", type=int, default=1, help="the same seed makes the same value")
    train.add_argument("--out", metavar="DIR", help="where to keep games and value; a stopped run continues there")
    train.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    train.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (auto, local, or HOST:PORT)")
    train.set_defaults(run=train_command)


def train_command(arguments: argparse.Namespace) -> None:
    from goldenspike.arena.run.processes import read_cores

    game = gs.game(arguments.game)
    if not game.features and game.learner() is None:
        raise BadOption(f"{game.name} names no features to learn from (see docs/bots.md)")
    if arguments.games < 20 or arguments.walks < 1:
        raise BadOption("training takes 20 games or more, with at least one walk for each decision")
    read_cores(arguments.cores)
    with TemporaryDirectory() as passing:
        folder = Path(arguments.out or passing)
        if game.learner() is None:
            Training(game, arguments, folder).run()
            return
        from .network_training import NetworkTraining

        NetworkTraining(game, arguments, folder, asked_for(game, arguments)).run()


def asked_for(game: Game, given: argparse.Namespace) -> str:
    """The command as it must be given again to learn the same."""
    kept = {"seats": "", "games": 1500, "walks": 24, "teacher": "", "from_scratch": False, "against": "", "seed": 1}
    words = ["goldenspike", "train", game.name]
    for name, usual in kept.items():
        value = getattr(given, name)
        if value != usual:
            words += [f"--{name.replace('_', '-')}"] + ([] if value is True else [shlex.quote(str(value))])
    return " ".join(words)


class Training:
    """One call of the command."""

    def __init__(self, game: Game, given: argparse.Namespace, folder: Path) -> None:
        from rich.console import Console

        self.game, self.given, self.folder = game, given, folder
        self.console = Console(highlight=False)
        self.shipped = self._shipped()
        words = given.seats.split(",") if given.seats else [str(seats) for seats in game.seats if seats > 1]
        if not all(word.strip().isdecimal() for word in words):
            raise BadOption(f"numbers of players with commas between them; not {given.seats!r}")
        self.seats = [game.read_seats(int(word)) for word in words]
        self.teacher = self._teacher()

    def _shipped(self) -> Any:
        """What is there; one that was fitted to other features counts for nothing when it is made from scratch."""
        from goldenspike.bots.learned_value import value_of

        try:
            return value_of(self.game)
        except BadFile:
            if self.given.from_scratch:
                return None
            raise

    def _teacher(self) -> str:
        if self.given.teacher:
            return read_text(self.given.teacher)
        return "" if self.given.from_scratch else self.game.learned() or ""

    def run(self) -> None:
        """Play, fit, write the value; then the matches, and the folder of the game if something was won."""
        from goldenspike.bots.learned_value import LearnedValue, features_hash

        found: dict[int, Any] = {}
        card: dict[str, Any] = {
            "version": gs.__version__,
            "rules": self.game.rules_version,
            "date": datetime.now(UTC).date().isoformat(),
            "command": asked_for(self.game, self.given),
            "seed": self.given.seed,
            "seats": {},
        }
        for seats, (weights, said) in self.learn().items():
            found[seats], card["seats"][str(seats)] = weights, said
        value = LearnedValue(self.game.name, self.game.features, features_hash(self.game), found, card)
        file = self.folder / "learned.json"
        write_text(file, value.text())
        if self.given.check:
            for seats in self.seats:
                card["seats"][str(seats)]["match"] = self.check(seats, file)
            value = replace(value, card=card)
            write_text(self.folder / "checked.json", value.text())
        if self.given.promote:
            self.promote(value)
        if self.given.out:
            self.console.print(f"value: {file}", soft_wrap=True)

    def learn(self) -> dict[int, tuple[Any, dict[str, Any]]]:
        """The weights for each number of players, and what the card says of them."""
        from .fit import fit_all
        from .model_card import probe

        tables = {seats: self.play(seats) for seats in self.seats}
        found = {}
        for seats, fitted in fit_all(tables).items():
            minutes = tables[seats].seconds / 60
            self.console.print(
                f"{seats} players: {fitted.games} games, {fitted.positions} positions; explains "
                f"{fitted.explained:.1%} of the differences (the game's own evaluation {fitted.explained_before:.1%}), "
                f"log loss {fitted.log_loss:.3f} (blind {fitted.log_loss_before:.3f}); "
                f"{minutes:.1f} minutes of processor time",
                soft_wrap=True,
            )
            found[seats] = (
                fitted.weights,
                {
                    "games": fitted.games,
                    "positions": fitted.positions,
                    "walks": self.given.walks,
                    "teacher": "learned value" if self.teacher else "own evaluation",
                    "penalty": fitted.penalty,
                    "explained": round(fitted.explained, 4),
                    "explained_before": round(fitted.explained_before, 4),
                    "log_loss": round(fitted.log_loss, 4),
                    "log_loss_before": round(fitted.log_loss_before, 4),
                    "probe": probe(self.game, seats, fitted.weights),
                    "minutes": round(minutes, 1),
                },
            )
        return found

    def play(self, seats: int) -> Any:
        """Positions of the games with so many players."""
        from goldenspike.arena.run.command_line import progress_bar

        from .self_play import SelfPlay, played_games

        given = self.given
        plan = SelfPlay(self.game.name, seats, given.walks, given.seed, self.teacher)
        with progress_bar(f"{seats} players", given.games) as progress:
            return played_games(
                plan, given.games, self.folder / f"seats-{seats}", cores=given.cores, ray=given.ray, progress=progress
            )

    def check(self, seats: int, file: Path) -> dict[str, Any]:
        """A match of the new value against the champion."""
        from goldenspike.arena.run.command_line import progress_bar

        from .match_check import check_match, equal_time

        given = self.given
        champion = given.against or ("superintendent" if self.shipped is None else "president")
        champion = f"{champion}@{given.check_walks}"
        spec = self.once(
            f"match-{seats}.txt",
            champion,
            lambda: equal_time(self.game, seats, f"file:{file}@{given.check_walks}", champion),
        )
        with progress_bar(f"{seats} players: match", given.check) as progress:
            verdict = check_match(
                self.game, seats, spec, champion, given.check, given.seed + 1000, self.folder / f"match-{seats}",
                cores=given.cores, ray=given.ray, progress=progress,
            )  # fmt: skip
        self.console.print(verdict.sentence(), soft_wrap=True)
        data = verdict.data()
        return {name: text.replace(f"file:{file}", "president") if isinstance(text, str) else text
                for name, text in data.items()}  # fmt: skip

    def once(self, name: str, key: str, measure: Callable[[], str]) -> str:
        """What was measured before, so that a stopped match goes on with the same players; else measure it now."""
        file = self.folder / name
        known = file.read_text("utf-8").split("\n") if file.is_file() else []
        if known[:1] == [key] and len(known) > 1:
            return known[1]
        found = measure()
        write_text(file, f"{key}\n{found}")
        return found

    def promote(self, value: Any) -> None:
        """Of the new weights those that won, beside what was there before."""
        won = {seats: weights for seats, weights in value.by_seats.items()
               if value.card["seats"][str(seats)].get("match", {}).get("wins")}  # fmt: skip
        if not won:
            self.console.print("nothing is clearly better than what is there: nothing is changed")
            return
        by_seats, seats_cards = dict(won), {str(seats): value.card["seats"][str(seats)] for seats in won}
        if self.shipped is not None:
            by_seats = {**self.shipped.by_seats, **by_seats}
            seats_cards = {**self.shipped.card["seats"], **seats_cards}
        promoted = replace(value, by_seats=by_seats, card={**value.card, "seats": seats_cards})
        place = Path(str(resources.files(type(self.game).__module__.rpartition(".")[0]))) / "learned"
        place.mkdir(exist_ok=True)
        from .model_card import card_text

        write_text(place / f"{self.game.name}.json", promoted.text())
        write_text(place / f"{self.game.name}.md", card_text(promoted.card, self.game.title))
        self.console.print(f"promoted for {', '.join(map(str, won))} players: {place}", soft_wrap=True)
