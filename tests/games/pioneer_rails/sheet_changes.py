"""Breaking a good sheet on purpose, and reading what is said about it."""

from collections.abc import Callable
from typing import Any

from goldenspike.games.pioneer_rails.board import check, load

OFFICIAL = ("desert-a", "desert-b", "forest-a", "forest-b")
Document = dict[str, Any]


def errors(change: Callable[[Document], object], name: str = "desert-a") -> list[str]:
    document = load.document(name)
    change(document)
    return check.examine(document).errors


def only(clause: str, found: list[str]) -> str:
    """The sentences, after making sure that nothing but this clause is broken."""
    assert found, f"{clause} is not noticed"
    assert {text.split(":")[0] for text in found} == {clause}, found
    return "\n".join(found)


def some(clause: str, found: list[str]) -> str:
    texts = [text for text in found if text.startswith(clause + ":")]
    assert texts, found
    return "\n".join(texts)


def put(document: Document, name: str, kind: str | None, **more: object) -> None:
    document["hex"].pop(name, None)
    if kind:
        document["hex"][name] = {"t": kind, **more}


def move(document: Document, here: str, there: str) -> None:
    document["hex"][there] = document["hex"].pop(here)


def move_town(document: Document, here: str, there: str) -> None:
    next(town for town in document["towns"] if town["v"] == here)["v"] = there
