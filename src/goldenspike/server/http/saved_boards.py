"""Boards that people save here, over HTTP. Whoever has the link may look; only who saved a board may change it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from goldenspike.server import catalogue, custom_boards
from goldenspike.server.http.boards import PICTURE_CSP
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.slow_work import run_slow
from goldenspike.server.http.static_files import FOREVER
from goldenspike.server.http.tables import active_tables_of, check_room, current_session, ensure_session
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import now_ms
from goldenspike.server.people.names import is_reserved
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage import saved_boards
from goldenspike.server.storage.store import Store
from goldenspike.server.visible_text import visible_line

router = APIRouter()
LONGEST_NAME = 60
LONGEST_AUTHOR = 24


def store_of(request: Request) -> Store:
    return active_tables_of(request).store


def quotas_of(request: Request) -> Quotas:
    quotas = request.app.state.retention.quotas
    assert isinstance(quotas, Quotas)
    return quotas


async def looked_at(request: Request, game: str, data: dict[str, Any]) -> tuple[str, bool]:
    """The name of a board that is to be saved, and whether it can be played as it is."""
    raw, name = custom_boards.as_bytes(data), data.get("name")
    try:
        playable = bool((await run_slow(request, custom_boards.check, game, raw)).ok)
    except HttpError as error:
        if error.status != 503:
            raise
        playable = False  # nobody had time to look; it is saved nevertheless
    return visible_line(name if isinstance(name, str) else "", LONGEST_NAME), playable


@router.post("/api/saved-boards")
async def save_board(request: Request) -> Response:
    """Save a board, finished or not; it gets a page of its own."""
    wanted = await body(request, m.NewSavedBoard)
    game = catalogue.game(wanted.game).name
    check_rate(request, "heavy")
    check_room(request)
    author = visible_line(wanted.author, LONGEST_AUTHOR)
    if is_reserved(author):
        raise HttpError(409, f"the name {author} is reserved; choose another", "reserved")
    name, playable = await looked_at(request, game, wanted.board)
    session, headers = await ensure_session(request)
    store, holder, quotas = store_of(request), session.holder, quotas_of(request)
    assert holder is not None
    if await store.read(lambda c: saved_boards.count_of(c, session.holders)) >= quotas.boards_per_person:
        raise HttpError(409, f"you have {quotas.boards_per_person} saved boards; delete some of them first", "boards")
    check_rate(request, "boards")
    board = await store.write(
        lambda c: saved_boards.add(
            c,
            holder=holder,
            game=game,
            author=author or session.name or "",
            name=name,
            playable=playable,
            source=wanted.board,
            now_ms=now_ms(),
        )
    )
    return answer(await shown(request, board, None, session), headers=headers)


@router.get("/api/saved-boards")
async def own_boards(request: Request) -> Response:
    """The boards that whoever asks has saved."""
    session = await current_session(request)
    most = quotas_of(request).boards_per_person
    return answer(await store_of(request).read(lambda c: saved_boards.listed(c, session.holders, most)))


@router.get("/api/saved-boards/{saved}")
async def see_board(request: Request, saved: str) -> Response:
    """A saved board with all its versions; the latest unless ``version`` says which."""
    wanted = request.query_params.get("version", "")
    version = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 8 else None
    return answer(await shown(request, saved, version, await current_session(request)))


@router.post("/api/saved-boards/{saved}/versions")
async def save_version(request: Request, saved: str) -> Response:
    """Save the next version of a board of one's own; what was saved before stays as it is."""
    wanted = await body(request, m.NextBoardVersion)
    session, store = await own_board(request, saved), store_of(request)
    check_rate(request, "heavy")
    check_room(request)
    found = await shown(request, saved, None, session)
    most = quotas_of(request).versions_per_board
    if len(found.versions) >= most:
        raise HttpError(409, f"this board has {most} versions; save it as another board", "versions")
    name, playable = await looked_at(request, found.game, wanted.board)
    check_rate(request, "boards")
    await store.write(
        lambda c: saved_boards.add_version(c, saved, name=name, playable=playable, source=wanted.board, now_ms=now_ms())
    )
    return answer(await shown(request, saved, None, session))


@router.get("/api/saved-boards/{saved}/versions/{version}.svg")
async def version_picture(request: Request, saved: str, version: int) -> Response:
    """A version that can be played, as a picture."""
    found = await store_of(request).read(lambda c: saved_boards.source_of(c, saved, version))
    if found is None:
        raise HttpError(404, "there is no such board", "board")
    check_rate(request, "heavy")
    svg = await run_slow(request, custom_boards.picture, found[0], custom_boards.as_bytes(found[1]))
    headers = {"Content-Security-Policy": PICTURE_CSP, "Cache-Control": FOREVER}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.delete("/api/saved-boards/{saved}")
async def delete_board(request: Request, saved: str) -> Response:
    """Delete a board of one's own with all its versions; tables that are played on it keep theirs."""
    await own_board(request, saved)
    await store_of(request).write(lambda c: saved_boards.remove(c, saved))
    return answer(m.Done())


async def own_board(request: Request, board: str) -> Session:
    """The session of who saved a board; HttpError for everybody else."""
    session = await current_session(request)
    holder = await store_of(request).read(lambda c: saved_boards.holder_of(c, board))
    if holder is None:
        raise HttpError(404, "there is no such board", "board")
    if holder not in session.holders:
        raise HttpError(403, "only who saved this board may do that; save a copy of your own", "owner")
    return session


async def shown(request: Request, board: str, version: int | None, session: Session) -> m.SavedBoard:
    found = await store_of(request).read(lambda c: saved_boards.read(c, board, version, session.holders))
    if found is None:
        raise HttpError(404, "there is no such board, or no such version of it", "board")
    return found
