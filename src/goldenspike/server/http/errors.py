"""Errors over HTTP: always a status, one clear line and a code for programs; never a traceback."""

from __future__ import annotations

import logging
import math
import re
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.server.live.messages import Problem
from goldenspike.server.visible_text import visible_line

T = TypeVar("T")
LONGEST = 400
log = logging.getLogger("goldenspike.server")

_USUAL = {
    400: ("bad", "this request cannot be read"),
    401: ("login", "log in first"),
    403: ("forbidden", "this is not yours to do"),
    404: ("nowhere", "there is nothing at this address"),
    405: ("method", "this address does not take such requests"),
    409: ("conflict", "that is not possible now"),
    413: ("large", "this request is too large"),
    415: ("type", "send JSON (Content-Type: application/json)"),
    429: ("fast", "too many requests; wait a little"),
    500: ("server", "something went wrong here; nothing was changed"),
    503: ("busy", "the server cannot do this now; try again"),
}


class HttpError(Exception):
    """A request that cannot be granted: status, one line, and a code for programs."""

    def __init__(self, status: int, line: str = "", code: str = "", *, wait: float = 0.0) -> None:
        usual = _USUAL.get(status, ("bad", "this request cannot be granted"))
        self.status = status
        self.line = one_line(line or usual[1])
        self.code = code or usual[0]
        self.wait = wait
        super().__init__(self.line)

    def __reduce__(self) -> tuple[Any, ...]:
        return _http_error, (self.status, self.line, self.code, self.wait)


def _http_error(status: int, line: str, code: str, wait: float) -> HttpError:
    """An error that came from a worker process."""
    return HttpError(status, line, code, wait=wait)


def one_line(text: str) -> str:
    """Text for people, on one line and not too long."""
    line = visible_line(text)
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def error_response(status: int, line: str = "", code: str = "", *, wait: float = 0.0) -> Response:
    """An error as an answer."""
    error = HttpError(status, line, code)
    headers = {"Retry-After": str(max(1, math.ceil(wait)))} if wait or status in {429, 503} else None
    return Response(
        msgspec.json.encode(Problem(error.line, error.code)), status, headers, media_type="application/json"
    )


_PLACE = re.compile(r" - at `\$\.?(?P<place>[^`]*)`$")


def shape_line(error: msgspec.MsgspecError) -> str:
    """What msgspec found, in plain words."""
    text = str(error)
    place = _PLACE.search(text)
    if place and place["place"]:
        return f"{place['place']}: {text[: place.start()]}"
    return text[: place.start()] if place else text


def decode(raw: bytes | str, shape: type[T]) -> T:
    """A message of this shape, or one clear line."""
    try:
        return msgspec.json.decode(raw, type=shape)
    except msgspec.ValidationError as error:
        raise HttpError(400, shape_line(error), "shape") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise HttpError(400, "the request holds no JSON", "json") from None


async def body(request: Request, shape: type[T]) -> T:
    """The body of a request as a message of this shape."""
    return decode(await request.body(), shape)


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A message as JSON."""
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


def install(app: FastAPI) -> None:
    """Every error of this app becomes a Problem."""

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HttpError)
        return error_response(error.status, error.line, error.code, wait=error.wait)

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        given = error_response(error.status_code)
        for name, value in (error.headers or {}).items():
            given.headers[name] = value
        return given

    async def shape(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0] if error.errors() else {}
        place = ".".join(str(part) for part in first.get("loc", ())[1:])
        return error_response(400, f"{place}: {first.get('msg', 'not understood')}", "shape")

    async def wrong(request: Request, error: Exception) -> Response:
        return error_response(400, str(error), "refused")

    async def own_fault(request: Request, error: Exception) -> Response:
        log.exception("request failed", extra={"path": request.url.path, "method": request.method}, exc_info=error)
        return error_response(500)

    app.add_exception_handler(HttpError, http_error)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, shape)
    app.add_exception_handler(GoldenSpikeError, wrong)
    app.add_exception_handler(Exception, own_fault)
