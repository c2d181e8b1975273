"""Draw the pictures of a rulebook again, from their positions, and keep them as files."""

from __future__ import annotations

from pathlib import Path

from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import Game
from goldenspike.engine.rulebook_picture import RulebookPicture

from .close_up import close_up


def draw(game: Game, picture: RulebookPicture) -> str:
    """A picture as the game draws it now."""
    match = picture.match(game)
    seat = None if picture.seat is None else match.seat(picture.seat)
    return close_up(match.setting.svg(match.s, seat, picture.legal(match)), *picture.box)


def write(game: Game) -> list[Path]:
    """Draw all pictures of a game's rulebook that are positions of this game; the files that have changed."""
    changed = []
    for picture in game.rulebook_pictures.values():
        if picture.game != game.name:
            continue
        if not isinstance(picture.file, Path):
            raise BadFile(f"{game.name} is not installed as files that can be written")
        svg = draw(game, picture)
        if not picture.file.is_file() or picture.svg() != svg:
            picture.file.write_text(svg, "utf-8", newline="\n")
            changed.append(picture.file)
    return changed
