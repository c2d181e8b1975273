"""Boards that people bring: checked, built, drawn and printed by worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from goldenspike import games
from goldenspike.engine.board_places import places
from goldenspike.engine.board_report import board_word, report
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game, shown
from goldenspike.engine.json_file import BadData, not_an_object, parse
from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError
from goldenspike.server.live import messages as m
from goldenspike.server.storage import board_cache
from goldenspike.server.worker_pool import WorkerPool

BOARD_BYTES = 256 * 1024
MOST_WARNINGS = 40


class UnusableBoard(HttpError):
    """What somebody brought is no board of this game."""

    def __init__(self, line: str) -> None:
        super().__init__(400, line, "refused")

    def __reduce__(self) -> tuple[Any, ...]:
        return UnusableBoard, (self.line,)


async def prepare(workers: WorkerPool, visitor: str, game: str, data: Any) -> None:
    """Have a custom board built, so that ``board_cache`` knows it; HttpError if it is no board."""
    if board_cache.known(game, data):
        return
    board = await workers.run(visitor, build, game, as_bytes(data))
    board_cache.keep(game, data, board)
    board_cache.keep(game, board.source, board)


def as_bytes(data: Any) -> bytes:
    """A board as it is handed to a worker: small, and the same bytes for the same board."""
    raw = msgspec.json.encode(data, order="sorted")
    if len(raw) > BOARD_BYTES:
        raise too_large()
    return raw


def too_large() -> HttpError:
    return HttpError(413, f"a board has at most {BOARD_BYTES // 1024} KiB", "board")


# ------------------------------------------------------------------ in a worker process
def build(game: str, raw: bytes) -> Any:
    """A board from its data; what is wrong with it is one line."""
    try:
        return _board(game, raw)[1]
    except GoldenSpikeError as error:
        raise UnusableBoard(str(error)) from None


def check_text(game: str, text: str) -> m.BoardCheck:
    """The same for the text of a file: what is no JSON is explained as well."""
    word = board_word(catalogue.game(game))
    try:
        data = parse(type("BadText", (BadData,), {"what": word}), text, word)
        raw = msgspec.json.encode(data, order="sorted")
    except BadData as error:
        return m.BoardCheck(False, list(error.problems))
    except UnicodeEncodeError:
        return m.BoardCheck(False, ["a text has half a character: \\ud800 to \\udfff stand in pairs"])
    if not isinstance(data, dict):
        return m.BoardCheck(False, [not_an_object(word, data)])
    return check(game, raw)


def check(game: str, raw: bytes) -> m.BoardCheck:
    """What is wrong with a board; if nothing is, its warnings, who can play on it, and its picture."""
    chosen = catalogue.game(game)
    try:
        board = _board(game, raw)[1]
    except BadData as error:
        return _refused(chosen, raw, games.explained(error, chosen).problems)
    except GoldenSpikeError as error:
        return m.BoardCheck(False, [str(error)])
    found = report(chosen, board)
    if found.problems:
        return _refused(chosen, raw, found.problems)
    svg = preview(chosen, board, found.players[0])
    warnings = tuple(found.all_warnings[:MOST_WARNINGS])
    return m.BoardCheck(True, [], svg, warnings, found.players, _places(chosen, raw, warnings))


def _refused(chosen: Game, raw: bytes, problems: Sequence[str]) -> m.BoardCheck:
    return m.BoardCheck(False, list(problems), places=_places(chosen, raw, problems[:MOST_WARNINGS]))


def _places(chosen: Game, raw: bytes, sentences: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The places of the board that each sentence speaks of."""
    data = msgspec.json.decode(raw)
    names = chosen.board_names(data)
    return tuple(places(data, names, sentence) for sentence in sentences)


def preview(chosen: Game, board: Any, seats: int) -> str:
    """A board as people see it, with its names; over the picture of a table the page writes them by itself."""
    printed = chosen.printed(board)
    if printed is not None:
        return printed
    setting = chosen.setting(chosen.read_options({}), board, seats)
    return setting.svg(chosen.start(setting))


def picture(game: str, raw: bytes) -> str:
    return catalogue.picture_of(*_kept_board(game, raw))


def board_of(game: str, raw: bytes) -> tuple[Game, Any]:
    """A game and a board of it, by name or as data; without any, the usual one."""
    if raw == b"null":
        return catalogue.game(game), catalogue.game(game).board(None)
    return _board(game, raw)


def page_data(game: str, raw: bytes) -> dict[str, Any]:
    return catalogue.board_data(*_kept_board(game, raw))


def _kept_board(game: str, raw: bytes) -> tuple[Game, Any]:
    """The board of a table that exists already: if it cannot be built any more, that is the rules' doing."""
    try:
        return _board(game, raw)
    except GoldenSpikeError as error:
        raise HttpError(409, str(error), "rules") from None


@lru_cache(16)
def _board(game: str, raw: bytes) -> tuple[Game, Any]:
    """A built-in board by its name, or a custom one by its data; never a file of this machine."""
    chosen, spec = catalogue.game(game), msgspec.json.decode(raw)
    if isinstance(spec, str):
        return chosen, catalogue.board(chosen, spec)
    if not isinstance(spec, dict):
        raise HttpError(400, f"a board is an object, not {shown(spec)}", "board")
    return chosen, chosen.board(spec)
