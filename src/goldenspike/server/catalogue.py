"""What can be played here: games with options and clauses, boards, bots, rulebooks."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Any

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from goldenspike import games
from goldenspike.bots import bots_for
from goldenspike.engine.errors import sentences
from goldenspike.engine.game import Game, shown
from goldenspike.server.http.errors import Trouble
from goldenspike.server.live.messages import BotInfo, GameInfo, OptionInfo

LANGUAGES = ("en", "de", "it")
BOARD_BYTES = 32 * 1024


# ------------------------------------------------------------------ games
@cache
def game(name: str) -> Game:
    """A game by its exact name."""
    if name not in games.names():
        raise Trouble(404, f"there is no game {shown(name)}; there are {', '.join(games.names())}", "game")
    return games.game(name)


def playable(chosen: Game) -> bool:
    """All of them, as things are."""
    return True


def package(chosen: Game) -> str:
    """The room where a game lives."""
    return type(chosen).__module__.rpartition(".")[0]


@cache
def boards(chosen_name: str) -> tuple[str, ...]:
    """The built-in boards of a game, the usual one first."""
    return tuple(import_module(f"{package(game(chosen_name))}.board.load").BUILT_IN)


def board(chosen: Game, name: str | None) -> Any:
    """A built-in board; never a file, whoever asks."""
    if name is None:
        return chosen.board(None)
    if name not in boards(chosen.name):
        raise Trouble(
            404, f"{chosen.title} has no board {shown(name)}; it has {', '.join(boards(chosen.name))}", "board"
        )
    return chosen.board(name)


def bots_of(chosen: Game) -> list[BotInfo]:
    """The bots that can play a game."""
    return [
        BotInfo(name, (bot.__doc__ or "").strip().partition("\n")[0]) for name, bot in bots_for(chosen.name).items()
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
        options=[OptionInfo(o.name, list(o.choices), o.clause, o.about) for o in chosen.options],
        presets={preset: dict(values) for preset, values in chosen.presets.items()},
        boards=list(boards(name)),
        bots=bots_of(chosen),
        playable=playable(chosen),
    )


def all_games() -> list[GameInfo]:
    return [game_info(name) for name in games.names()]


# ------------------------------------------------------------------ boards
@dataclass(frozen=True)
class Picture:
    """A printed board as an image, and the hash that names it."""

    svg: bytes
    stamp: str


@cache
def _page_room(name: str) -> Any:
    room = f"{package(game(name))}.drawing.page_data"
    return import_module(room) if find_spec(room) else None


@cache
def page_board(name: str, board_name: str) -> dict[str, Any]:
    """A board as data for the page; where a game offers nothing of its own, its name and its picture."""
    chosen = game(name)
    own = data_for_page(chosen, board(chosen, board_name))
    picture = board_picture(name, board_name)
    return {"id": board_name, **own, "svg": f"/api/boards/{name}/{board_name}.svg?v={picture.stamp}"}


def data_for_page(chosen: Game, found: Any) -> dict[str, Any]:
    """What a game's page wants to know about a board."""
    room = _page_room(chosen.name)
    return {} if room is None else dict(room.page_board(chosen, found))


@cache
def board_picture(name: str, board_name: str) -> Picture:
    """The empty board as the game draws it."""
    chosen = game(name)
    raw = picture_of(chosen, board(chosen, board_name)).encode()
    return Picture(raw, hashlib.sha256(raw).hexdigest()[:12])


def picture_of(chosen: Game, found: Any) -> str:
    """Any board as the game draws it."""
    room = _page_room(chosen.name)
    if room is not None:
        return str(room.picture(chosen, found))
    seats = getattr(found, "players", (chosen.seats[-1] // 2 + 1,))[0]
    setting = chosen.setting(chosen.read_options({}), found, seats)
    return setting.svg(chosen.start(setting), None)


def own_board(chosen: Game, data: dict[str, Any]) -> Any:
    """A board that somebody sends along; only ever data, never a name or a file of this machine."""
    if len(msgspec.json.encode(data)) > BOARD_BYTES:
        raise Trouble(413, f"a board has at most {BOARD_BYTES // 1024} KiB", "board")
    return chosen.board(data)


# ------------------------------------------------------------------ rulebooks
_ANCHOR = re.compile(r'<a id="([A-Za-z0-9_-]{1,64})"></a>')
_MARK = re.compile("\ue000([A-Za-z0-9_-]{1,64})\ue001")


class _Pages(RendererHTML):
    """HTML whose headings can be linked to."""

    def heading_open(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        tokens[at].attrSet("id", slug(_MARK.sub("", tokens[at + 1].content)))
        return self.renderToken(tokens, at, options, env)

    def table_open(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        return '<div class="table" role="region" tabindex="0">' + self.renderToken(tokens, at, options, env)

    def table_close(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        return self.renderToken(tokens, at, options, env) + "</div>"

    def th_open(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        return _no_style(self, tokens, at, options, env)

    td_open = th_open


def _no_style(pages: _Pages, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    tokens[at].attrs.pop("style", None)  # inline styles are forbidden on the page
    return pages.renderToken(tokens, at, options, env)


def slug(title: str) -> str:
    """The anchor of a heading, as the rulebooks' own tables of contents write it."""
    kept = "".join(c for c in title.strip().lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def language(chosen: Game, wanted: str) -> str:
    """The language wanted if the rulebook is there in it, else English."""
    word = wanted.lower()[:2]
    there = resources.files(package(chosen)).joinpath(f"rulebook.{word}.md").is_file() if word in LANGUAGES else False
    return word if there else "en"


def rulebook(name: str, lang: str) -> dict[str, Any]:
    """The rulebook as safe HTML with its clause anchors, and every clause as a sentence."""
    return _rulebook(name, language(game(name), lang))


@cache
def _rulebook(name: str, word: str) -> dict[str, Any]:
    room = package(game(name))
    text = resources.files(room).joinpath(f"rulebook.{word}.md").read_text("utf-8")
    marked = _ANCHOR.sub("\ue000\\1\ue001", text)
    written = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Pages).enable("table").render(marked)
    html = _MARK.sub(r'<a id="\1" class="clause"></a>', written)
    return {"html": html, "clauses": dict(sentences(room, word)), "lang": word}
