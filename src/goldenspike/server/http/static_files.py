"""Content that is the same for everybody: the built page, boards, rulebooks; compressed once, cached by hash."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import time
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import HttpError

router = APIRouter()  # takes every address that is left over, so it comes last

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
_COMPRESSED = {"text/javascript", "text/css", "text/html", "image/svg+xml", "application/json", "text/plain"}
RESCAN_S = 1.0

NOT_BUILT = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Golden Spike</title></head><body><main>
<h1>Golden Spike</h1><p>The server runs, but its page has not been built yet.</p>
<p>Run <code>./play</code> in the project's folder: it builds the page and starts the server.
From an installed package, install it again from a complete release.</p></main></body></html>
"""


@dataclass(frozen=True)
class StaticContent:
    """Bytes with a type, and the hash by which a browser recognises them."""

    raw: bytes
    kind: str
    cache: str = ASK_AGAIN
    status: int = 200

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.raw).hexdigest()[:20]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        small = gzip.compress(self.raw, 6, mtime=0) if self.kind in _COMPRESSED and len(self.raw) > 1024 else self.raw
        return small if len(small) < len(self.raw) else None

    def answer(self, request: Request, more: dict[str, str] | None = None) -> Response:
        """The bytes, or 304 if the browser has them already."""
        headers = {"Cache-Control": self.cache, "ETag": self.tag, "Vary": "Accept-Encoding", **(more or {})}
        if self.status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.raw
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", "").lower():
            body = self.compressed
            headers["Content-Encoding"] = "gzip"
        kind = f"{self.kind}; charset=utf-8" if self.kind.startswith("text/") else self.kind
        return Response(body, self.status, headers, media_type=kind)


class Page:
    """The built page in a folder. Only files that are in it can be asked for: a request never becomes a path."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(str(files("goldenspike.server"))) / "page"
        self._found: dict[str, tuple[Path, int]] = {}
        self._read: dict[str, tuple[int, StaticContent]] = {}
        self._scanned = float("-inf")

    @property
    def built(self) -> bool:
        return self._file("index.html") is not None

    @property
    def games(self) -> frozenset[str]:
        """The games for which the built page has a page of its own; the server draws all others."""
        content = self._file("games.json")
        return frozenset() if content is None else frozenset(msgspec.json.decode(content.raw, type=list[str]))

    def _file(self, name: str) -> StaticContent | None:
        if time.monotonic() - self._scanned > RESCAN_S:
            self._scan()
        found = self._found.get(name)
        if found is None:
            return None
        path, stamp = found
        kept = self._read.get(name)
        if kept is None or kept[0] != stamp:
            try:
                raw = path.read_bytes()
            except OSError:
                return None
            kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            kept = (stamp, StaticContent(raw, kind, FOREVER if name.startswith("assets/") else ASK_AGAIN))
            self._read[name] = kept
        return kept[1]

    def _scan(self) -> None:
        """A page that is built anew while the server runs is seen at once."""
        self._scanned = time.monotonic()
        found = {}
        for path in self.folder.rglob("*") if self.folder.is_dir() else ():
            if path.is_file() and not path.name.startswith("."):
                found[path.relative_to(self.folder).as_posix()] = (path, path.stat().st_mtime_ns)
        self._found = found
        self._read = {name: kept for name, kept in self._read.items() if name in found}

    def answer(self, request: Request, path: str) -> Response:
        """A file of the page, or the page itself for every address of its own."""
        if path == "api" or path.startswith("api/"):
            raise HttpError(404)
        file = self._file(path) if path else None
        if file is not None:
            return file.answer(request)
        if "." in path.rpartition("/")[2] or path.startswith("assets/"):
            raise HttpError(404, "there is no such file")
        index = self._file("index.html")
        return (index or StaticContent(NOT_BUILT, "text/html", "no-store", 503)).answer(request)


def page_of(request: Request) -> Page:
    page = request.app.state.page
    assert isinstance(page, Page)
    return page


@router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request, path: str) -> Response:
    return page_of(request).answer(request, path)
