"""The HTTP API as OpenAPI, made from the shapes that the server really reads and writes."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.routing import APIRoute

from goldenspike import __version__
from goldenspike.server.http.tables import SitDown
from goldenspike.server.live import messages as m

# What a request carries, and what comes back. "match" is a match file, "any" some JSON, "text" no JSON.
SHAPES: dict[tuple[str, str], tuple[Any, Any]] = {
    ("GET", "/api/games"): (None, list[m.GameInfo]),
    ("GET", "/api/boards/{game}/{board}.svg"): (None, "text"),
    ("GET", "/api/boards/{game}/{board}.pdf"): (None, "text"),
    ("GET", "/api/boards/{game}/{board}"): (None, "any"),
    ("GET", "/api/boards/{game}/{board}/file"): (None, "any"),
    ("POST", "/api/boards/{game}/check"): (m.BoardFile, m.BoardCheck),
    ("POST", "/api/boards/{game}/print"): (m.PrintOrder, "text"),
    ("GET", "/api/print/{game}"): (None, list[m.PrintablePart]),
    ("POST", "/api/saved-boards"): (m.NewSavedBoard, m.SavedBoard),
    ("GET", "/api/saved-boards"): (None, list[m.SavedBoardInfo]),
    ("GET", "/api/saved-boards/{saved}"): (None, m.SavedBoard),
    ("DELETE", "/api/saved-boards/{saved}"): (None, m.Done),
    ("POST", "/api/saved-boards/{saved}/versions"): (m.NextBoardVersion, m.SavedBoard),
    ("GET", "/api/saved-boards/{saved}/versions/{version}.svg"): (None, "text"),
    ("GET", "/api/rulebook/{game}"): (None, "any"),
    ("GET", "/api/rulebook/{game}/pictures/{picture}.svg"): (None, "text"),
    ("GET", "/api/tutorials/{game}"): (None, m.Tutorial),
    ("POST", "/api/tutorials/{game}/{chapter}"): (m.LessonTry, m.LessonAnswer),
    ("GET", "/games/{game}/page.js"): (None, "text"),
    ("GET", "/api/best"): (None, list[m.Best]),
    ("GET", "/api/tables/{table}/board"): (None, "any"),
    ("GET", "/api/tables/{table}/board.svg"): (None, "text"),
    ("GET", "/api/tables/{table}/board.pdf"): (None, "text"),
    ("GET", "/api/tables/{table}/reel"): (None, m.Replay),
    ("GET", "/api/me"): (None, m.Account),
    ("POST", "/api/account"): (m.Credentials, m.Account),
    ("POST", "/api/login"): (m.Credentials, m.Account),
    ("POST", "/api/logout"): (None, m.Account),
    ("PUT", "/api/me/notices"): (m.NewNotices, m.Account),
    ("GET", "/api/me/push"): (None, m.PushSettings),
    ("PUT", "/api/me/push"): (m.NewPush, m.PushSettings),
    ("DELETE", "/api/me/push"): (None, m.PushSettings),
    ("POST", "/api/me/push/try"): (None, m.Done),
    ("PUT", "/api/tables/{table}/notices"): (m.TableNotices, m.PushSettings),
    ("DELETE", "/api/me"): (m.OwnPassword, m.Account),
    ("POST", "/api/me/password"): (m.NewPassword, m.Account),
    ("POST", "/api/me/recovery-codes"): (m.OwnPassword, m.RecoveryCodes),
    ("POST", "/api/me/totp"): (m.OwnPassword, m.TotpSetUp),
    ("POST", "/api/me/totp/on"): (m.TotpCode, m.RecoveryCodes),
    ("POST", "/api/me/totp/off"): (m.TotpOff, m.Account),
    ("GET", "/api/me/sessions"): (None, list[m.BrowserSession]),
    ("DELETE", "/api/me/sessions"): (None, m.Account),
    ("DELETE", "/api/me/sessions/{session}"): (None, m.Account),
    ("GET", "/api/me/tokens"): (None, list[m.ApiToken]),
    ("POST", "/api/me/tokens"): (m.NewApiToken, m.MadeApiToken),
    ("DELETE", "/api/me/tokens/{token}"): (None, list[m.ApiToken]),
    ("GET", "/api/tables/{table}/events"): (None, "text"),
    ("POST", "/api/tables/{table}/moves"): (m.ApiMove, m.ApiMoved),
    ("GET", "/api/finished-games/{game}"): (None, "text"),
    ("GET", "/api/me/people"): (None, list[m.Related]),
    ("DELETE", "/api/me/people/{person}"): (None, list[m.Related]),
    ("GET", "/api/me/data"): (None, "any"),
    ("GET", "/api/profiles/{name}"): (None, m.Profile),
    ("GET", "/api/profiles/{name}/games"): (None, m.PlayedGames),
    ("PUT", "/api/me/profile"): (m.ProfileChange, m.Profile),
    ("GET", "/api/tables/{table}/people/{who}"): (None, m.PersonHere),
    ("POST", "/api/recover"): (m.Recover, m.Done),
    ("POST", "/api/recover/password"): (m.RecoverPassword, m.Done),
    ("POST", "/api/confirm"): (m.ConfirmEmail, m.Done),
    ("POST", "/api/tables/{table}/leave"): (m.Leave, m.Listing),
    ("POST", "/api/tables/{table}/host"): (None, m.Listing),
    ("PUT", "/api/tables/{table}/people/{who}"): (m.RelationChange, m.Listing),
    ("POST", "/api/tables/{table}/people/{who}/report"): (m.Report, m.Done),
    ("GET", "/api/lobby"): (None, m.Lobby),
    ("GET", "/api/keeping"): (None, m.Keeping),
    ("POST", "/api/tables"): (m.NewTable, m.Made),
    ("GET", "/api/tables/{table}"): (None, m.Listing),
    ("PATCH", "/api/tables/{table}"): (m.TableChange, m.Listing),
    ("POST", "/api/tables/{table}/start"): (None, m.Listing),
    ("POST", "/api/tables/{table}/claim"): (m.Claim, m.Listing),
    ("POST", "/api/tables/{table}/sit"): (SitDown, m.Listing),
    ("POST", "/api/quick"): (m.QuickJoin, m.Listing),
    ("GET", "/api/tournaments"): (None, m.TournamentLists),
    ("POST", "/api/tournaments"): (m.NewTournament, m.TournamentMade),
    ("GET", "/api/tournaments/{tournament}"): (None, m.Tournament),
    ("DELETE", "/api/tournaments/{tournament}"): (None, m.Tournament),
    ("POST", "/api/tournaments/{tournament}/link"): (None, m.TournamentLink),
    ("POST", "/api/tournaments/{tournament}/join"): (m.JoinTournament, m.Tournament),
    ("POST", "/api/tournaments/{tournament}/players"): (m.NewTournamentPlayer, m.AddedPlayer),
    ("DELETE", "/api/tournaments/{tournament}/players/{number}"): (None, m.Tournament),
    ("POST", "/api/tournaments/{tournament}/start"): (None, m.Tournament),
    ("POST", "/api/tables/{table}/link"): (None, m.AnySeatLink),
    ("POST", "/api/tables/{table}/seats/{seat}"): (m.SeatChange, m.Listing),
    ("POST", "/api/tables/{table}/seats/{seat}/invitation"): (None, m.Invitation),
    ("POST", "/api/tables/{table}/seats/{seat}/device"): (None, m.Invitation),
    ("POST", "/api/tables/{table}/seats/{seat}/absence"): (None, m.Listing),
    ("POST", "/api/tables/{table}/deal"): (m.Contribution, m.Listing),
    ("GET", "/api/tables/{table}/deal"): (None, m.PublishedDeal),
    ("GET", "/api/tables/{table}/at/{version}"): (None, m.Past),
    ("GET", "/api/tables/{table}/entries"): (None, list[m.Entry]),
    ("GET", "/api/tables/{table}/note"): (None, m.Note),
    ("PUT", "/api/tables/{table}/note"): (m.Note, m.Note),
    ("POST", "/api/tables/{table}/sandbox"): (m.Sandbox, m.Made),
    ("POST", "/api/tables/{table}/again"): (m.Again, m.Made),
    ("GET", "/api/tables/{table}/export"): (None, "any"),
    ("POST", "/api/import"): ("any", m.Made),
    ("GET", "/api/tables/{table}/review"): (None, m.Review),
    ("POST", "/api/tables/{table}/review"): (None, m.Review),
    ("POST", "/api/studies"): (m.NewStudy, m.Study),
    ("GET", "/api/studies"): (None, list[m.Study]),
    ("GET", "/api/studies/{study}"): (None, m.Study),
    ("GET", "/api/studies/{study}/report"): (None, "text"),
    ("POST", "/api/studies/{study}/stop"): (None, m.Study),
    ("DELETE", "/api/studies/{study}"): (None, m.Done),
    ("GET", "/health"): (None, "any"),
    ("GET", "/healthz"): (None, "any"),
    ("GET", "/readyz"): (None, "any"),
    ("GET", "/metrics"): (None, "text"),
}
_QUERY: dict[str, dict[str, dict[str, Any]]] = {
    "/api/profiles/{name}/games": {"game": {"type": "string"}, "after": {"type": "string"}},
    "/api/best": {"game": {"type": "string"}, "board": {"type": "string"}},
    "/api/finished-games/{game}": {"after": {"type": "string"}},
    "/api/tables/{table}/events": {
        "seat": {"type": "integer", "minimum": 0, "maximum": 7},
        "after": {"type": "integer", "minimum": 0},
    },
    "/api/print/{game}": {"lang": {"type": "string"}},
    "/api/saved-boards/{saved}": {"version": {"type": "integer", "minimum": 1}},
    "/api/rulebook/{game}": {"lang": {"type": "string"}},
    "/api/tutorials/{game}": {"lang": {"type": "string"}},
    "/api/tables/{table}/at/{version}": {
        "seat": {"type": "integer", "minimum": 0, "maximum": 7},
        "pictures": {"type": "integer", "minimum": 0, "maximum": 1},
    },
    "/api/tables/{table}/entries": {
        "after": {"type": "integer", "minimum": 0},
        "before": {"type": "integer", "minimum": 0},
        "seat": {"type": "integer", "minimum": 0, "maximum": 7},
    },
}
_NUMBERS = {"seat", "version", "number"}
_PARAMETER = re.compile(r"\{(\w+)\}")


def routes(app: FastAPI) -> list[tuple[str, str, str]]:
    """Method, address and name of everything the app answers over HTTP, apart from its own page."""
    found: list[tuple[str, str, str]] = []
    for route in _all(app.routes):
        if isinstance(route, APIRoute) and route.include_in_schema:
            found += [(method, route.path, route.summary or route.name) for method in sorted(route.methods or ())]
    return found


def _all(given: Any) -> list[Any]:
    """Routes, also those that stand in a router of their own."""
    found: list[Any] = []
    for route in given:
        inner = getattr(getattr(route, "original_router", None), "routes", None)
        found += _all(inner) if inner is not None else [route]
    return found


def document(app: FastAPI) -> dict[str, Any]:
    """The whole description."""
    shapes = [shape for pair in SHAPES.values() for shape in pair if shape is not None and not isinstance(shape, str)]
    refs, parts = msgspec.json.schema_components([*shapes, m.Problem], ref_template="#/components/schemas/{name}")
    known = {repr(shape): ref for shape, ref in zip([*shapes, m.Problem], refs, strict=True)}
    paths: dict[str, Any] = {}
    for method, path, name in routes(app):
        asked, given = SHAPES[method, path]
        entry: dict[str, Any] = {
            "operationId": name.replace(" ", "_").lower(),
            "parameters": [*map(_in_path, _PARAMETER.findall(path)), *_in_query(path)],
            "responses": {
                "200": {"description": "done", **_content(given, known)},
                "default": {"description": "why not, in one line", **_content(m.Problem, known)},
            },
        }
        if asked is not None:
            entry["requestBody"] = {"required": True, **_content(asked, known)}
        elif method not in {"GET", "HEAD"}:
            entry["requestBody"] = {"required": False, "content": {"application/json": {"schema": {"type": "object"}}}}
        paths.setdefault(path, {})[method.lower()] = entry
    return {
        "openapi": "3.1.0",
        "info": {"title": "Golden Spike table", "version": __version__},
        "paths": paths,
        "components": {"schemas": parts},
    }


def _in_path(name: str) -> dict[str, Any]:
    shape = {"type": "integer", "minimum": 0} if name in _NUMBERS else {"type": "string", "minLength": 1}
    return {"name": name, "in": "path", "required": True, "schema": shape}


def _in_query(path: str) -> list[dict[str, Any]]:
    return [{"name": name, "in": "query", "schema": shape} for name, shape in _QUERY.get(path, {}).items()]


def _content(shape: Any, known: dict[str, Any]) -> dict[str, Any]:
    if shape == "text":
        return {}
    return {"content": {"application/json": {"schema": {} if shape == "any" else known[repr(shape)]}}}
