"""All messages as one JSON Schema, from which the page's types are generated.

usage: python -m goldenspike.server.live.json_schema [--check]      writes web/schema.json
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import fields

from goldenspike.server.live import messages
from goldenspike.server.live.messages import (
    answers,
    from_page,
    people,
    profiles,
    programs,
    requests,
    reviews,
    studies,
    table,
    to_page,
    tournaments,
    tutorials,
)

ROOT = Path(__file__).resolve().parents[4]
TARGET = ROOT / "web" / "schema.json"
AGAIN = "python -m goldenspike.server.live.json_schema"
PARTS = (
    table, from_page, to_page, requests, people, answers, tutorials, studies, reviews, tournaments, programs, profiles,
)  # fmt: skip
# Only what a page sends may leave a field out; what the server writes always has them all.
SENT_BY_PAGE = {
    "Hello", "Look", "Move", "Back", "Undo", "Rewind", "Vote", "Say", "Why", "Hint", "Signal", "Ping",
    "NewTable", "NewSeat", "Claim", "SeatChange", "TableChange", "Sandbox", "Again", "BoardFile", "PrintOrder",
    "NewSavedBoard", "NextBoardVersion", "QuickJoin", "NewTournament", "NewTournamentPlayer", "JoinTournament",
    "Credentials", "NewNotices", "NewPush", "RecoverPassword", "RelationChange", "Report", "Leave", "LessonTry",
    "NewStudy",
}  # fmt: skip


def shapes() -> list[type[messages.Shape]]:
    """Every shape of the messages, in the order in which the modules define them."""
    return [
        value
        for part in PARTS
        for value in vars(part).values()
        if inspect.isclass(value) and issubclass(value, messages.Shape) and value.__module__ == part.__name__
    ][1:]  # all but Shape itself


def schema() -> dict[str, Any]:
    """All shapes and the two unions of frames under the names the page uses."""
    known = shapes()
    _, parts = msgspec.json.schema_components(known)
    for shape in known:
        part = parts[shape.__name__]
        if shape.__name__ not in SENT_BY_PAGE:
            sure = [field.encode_name for field in fields(shape) if field.default is not UNSET]
            tag = shape.__struct_config__.tag_field
            part["required"] = ([tag] if tag else []) + sure
    for name, union in (("FromPage", messages.FromPage), ("ToPage", messages.ToPage)):
        (whole,), _ = msgspec.json.schema_components([union])
        parts[name] = {"title": name, "anyOf": whole["anyOf"]}
    return {"title": "Shapes", "protocol": messages.PROTOCOL, "$defs": parts}


def schema_text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    text = schema_text()
    if "--check" in sys.argv[1:]:
        if TARGET.read_text("utf-8") == text:
            return 0
        print(f"web/schema.json is out of date; run `{AGAIN}`", file=sys.stderr)
        return 1
    TARGET.write_text(text, "utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(shapes())} shapes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
