"""What can be played here: games with options and clauses, boards, bots, rulebooks.

This is the one place where the server asks a game for anything beyond its rules.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from goldenspike import games
from goldenspike.bots import bots_for
from goldenspike.bots.characters import characters_for
from goldenspike.bots.lookup import CHARACTERS
from goldenspike.engine.game import Game, shown
from goldenspike.engine.match import Match
from goldenspike.engine.values import as_option
from goldenspike.server.http.errors import HttpError
from goldenspike.server.live.messages import BotInfo, GameInfo, OptionInfo, ValueInfo


# ------------------------------------------------------------------ games
@cache
def game(name: str) -> Game:
    """A game by its exact name."""
    if name not in games.names():
        raise HttpError(404, f"there is no game {shown(name)}; there are {', '.join(games.names())}", "game")
    return games.game(name)


def bots_of(chosen: Game) -> list[BotInfo]:
    """The bots that can play a game."""
    levels = {name.partition(":")[0] for name in characters_for(chosen)}
    return [
        BotInfo(name, (bot.__doc__ or "").strip().partition("\n")[0], list(CHARACTERS) if name in levels else [])
        for name, bot in bots_for(chosen.name).items()
    ]


@cache
def game_info(name: str) -> GameInfo:
    chosen = game(name)
    return GameInfo(
        name=chosen.name,
        title=chosen.title,
        year=chosen.year,
        about=chosen.about,
        least_seats=chosen.seats[0],
        most_seats=chosen.seats[-1],
        options=[
            OptionInfo(o.name, o.default, list(o.choices), o.clause, o.about) for o in chosen.options if o.offered
        ],
        values=[ValueInfo(v.name, as_option(v.standard), v.least, v.most, v.clause, v.about) for v in chosen.values],
        presets={preset: dict(values) for preset, values in chosen.presets.items()},
        starts=list(chosen.starts),
        boards=list(chosen.boards),
        board_names={name: str(chosen.board(name).name) for name in chosen.boards},
        bots=bots_of(chosen),
        team=chosen.team,
        words=words(chosen),
        tutorial=None if chosen.tutorial is None else chosen.tutorial.minutes,
        page=None if page_module(chosen) is None else f"/games/{name}/page.js",
        shown_as=list(chosen.shown_as),
    )


def all_games() -> list[GameInfo]:
    return [game_info(name) for name in games.names()]


def words(chosen: Game) -> dict[str, dict[str, str]]:
    """By language: what the page calls a game's options, choices, presets and bots."""
    return {language: dict(texts) for language, texts in chosen.words.items()}


def page_module(chosen: Game) -> bytes | None:
    """A page of its own that a game's package brings, as a JavaScript module."""
    return None if chosen.page is None else chosen.page.read_bytes()


def statistics(match: Match) -> dict[str, Any]:
    """What a game counted in a finished match."""
    return dict(match.game.statistics(match))


# ------------------------------------------------------------------ boards
@dataclass(frozen=True)
class Picture:
    """A printed board as an image, and the hash that names it."""

    svg: bytes
    stamp: str


def board(chosen: Game, name: str | None) -> Any:
    """A built-in board; never a file, whoever asks."""
    if name is None:
        return chosen.board(None)
    if name not in chosen.boards:
        raise HttpError(404, f"{chosen.title} has no board {shown(name)}; it has {', '.join(chosen.boards)}", "board")
    return chosen.board(name)


@cache
def page_board(name: str, board_name: str) -> dict[str, Any]:
    """A built-in board as data for the page: its name and picture, and whatever else the game's page needs."""
    chosen = game(name)
    own = board_data(chosen, board(chosen, board_name))
    picture = board_picture(name, board_name)
    return {"id": board_name, **own, "svg": f"/api/boards/{name}/{board_name}.svg?v={picture.stamp}"}


def board_data(chosen: Game, found: Any) -> dict[str, Any]:
    """What a game's page needs to know about a board."""
    return dict(chosen.page_board(found))


@cache
def board_picture(name: str, board_name: str) -> Picture:
    """The empty board as the game draws it."""
    chosen = game(name)
    raw = picture_of(chosen, board(chosen, board_name)).encode()
    return Picture(raw, hashlib.sha256(raw).hexdigest()[:12])


def picture_of(chosen: Game, found: Any) -> str:
    """Any board as the game draws it."""
    return chosen.picture(found)


# ------------------------------------------------------------------ rulebooks
def language(chosen: Game, wanted: str) -> str:
    """The language wanted if the rulebook is there in it, else English."""
    short = wanted.lower()[:2]
    return short if short in chosen.languages() else "en"


def rulebook(name: str, wanted: str) -> dict[str, Any]:
    """The rulebook as safe HTML with its clause anchors, and every clause as a sentence."""
    return _rulebook(name, language(game(name), wanted))


@cache
def _rulebook(name: str, short: str) -> dict[str, Any]:
    from goldenspike.server.rulebook_html import rulebook_html  # when the first is read: a server starts sooner

    chosen = game(name)
    text = chosen.rulebook(short)
    if text is None:
        raise HttpError(404, f"{chosen.title} brings no rulebook", "rulebook")
    return {"html": rulebook_html(text, partial(_picture, name)), "clauses": dict(chosen.clauses(short)), "lang": short}


def rulebook_picture(name: str, picture: str) -> Picture:
    """A picture of a rulebook."""
    found = game(name).rulebook_pictures.get(picture)
    if found is None:
        raise HttpError(404, f"the rulebook of {game(name).title} has no picture {shown(picture)}", "picture")
    raw = found.svg().encode()
    return Picture(raw, hashlib.sha256(raw).hexdigest()[:12])


def _picture(name: str, source: str) -> tuple[str, float, float] | None:
    """Where the page finds a picture that the rulebook names, and how large it is."""
    found = game(name).rulebook_pictures.get(source.removeprefix("pictures/").removesuffix(".svg"))
    if found is None:
        return None
    stamp = rulebook_picture(name, found.name).stamp
    return f"/api/rulebook/{name}/pictures/{found.name}.svg?v={stamp}", found.box[2], found.box[3]
