"""Pictures in a rulebook: positions as data beside the rulebook, and the drawing of each as a file.

``pictures/<name>.json`` in a game's package has the position, ``pictures/<name>.svg`` what the game made of it
(``goldenspike pictures GAME``). The rulebook shows it with ``![caption](pictures/<name>.svg)``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from .json_file import BadData, parse
from .schema_words import schema_problems

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

FOLDER = "pictures"


class BadPicture(BadData):
    """A picture that cannot be drawn, with everything that is wrong with it."""

    what = "picture"
    most_depth = 16


@dataclass(frozen=True)
class RulebookPicture:
    """A position, what of it is shown, and the files it is kept in."""

    name: str
    game: str
    position: Mapping[str, Any]
    box: tuple[float, float, float, float]
    seat: str | None
    do: tuple[tuple[str, str], ...]
    lit: tuple[str, ...]
    file: Traversable  # the drawing

    def svg(self) -> str:
        """The drawing as it is kept."""
        return self.file.read_text("utf-8")

    def match(self, game: Game) -> Match:
        """The position, played to where it is shown."""
        from .match import Match

        match = (game.match or Match).from_position(game, self.position, options={})
        for seat, action in self.do:
            match.play(seat, action)
        return match

    def legal(self, match: Match) -> Sequence[str]:
        """What of the seat's legal actions is lit."""
        if self.seat is None or not self.lit:
            return ()
        return [text for text in match.legal(self.seat) if any(fnmatchcase(text, wanted) for wanted in self.lit)]


def read_pictures(folders: Iterator[Traversable]) -> dict[str, RulebookPicture]:
    """The pictures in the first of these folders that has any."""
    for package in folders:
        folder = package.joinpath(FOLDER)
        if folder.is_dir():
            files = sorted(
                (file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name
            )
            return {picture.name: picture for picture in (_read(file, folder) for file in files)}
    return {}


def _read(file: Traversable, folder: Traversable) -> RulebookPicture:
    where = f"picture {file.name}"
    data = parse(BadPicture, file.read_bytes(), where)
    problems = schema_problems("picture", _schema(), data)
    if problems:
        raise BadPicture(problems, where)
    name = file.name.removesuffix(".json")
    left, top, width, height = data["box"]
    return RulebookPicture(
        name=name,
        game=data["game"],
        position=data["position"],
        box=(left, top, width, height),
        seat=data.get("seat"),
        do=tuple((seat, action) for seat, action in data.get("do", ())),
        lit=tuple(data.get("lit", ())),
        file=folder.joinpath(f"{name}.svg"),
    )


@cache
def _schema() -> Any:
    return json.loads(resources.files(__package__).joinpath("rulebook_picture.schema.json").read_text("utf-8"))
