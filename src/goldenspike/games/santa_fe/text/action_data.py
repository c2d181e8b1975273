"""Actions as plain data, for programs: the same verbs as the notation, both ways without loss."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from goldenspike.engine.errors import BadNotation
from goldenspike.engine.game import shown

_LAY = re.compile(r"lay (?P<rr>\w+)(?P<star>\*?) (?P<plus>\+?)(?P<a>\w+)>(?P<b>\w+)(?:#(?P<k>\d+))?")
ALONE = ("done", "hold", "pass", "decline")


def to_data(text: str) -> dict[str, Any]:
    """An action in (canonical) notation as data."""
    verb, _, rest = text.partition(" ")
    if text in ALONE:
        return {"do": text}
    if verb == "hire":
        return {"do": "hire", "what": rest}
    if verb == "draw":
        what, _, got = rest.partition("=")
        if what.startswith("branch "):
            return {"do": "draw", "what": "branch", "rr": what[7:]}
        return {"do": "draw", "what": what, "got": got.split()} if got else {"do": "draw", "what": what}
    if verb == "play":
        main, _, branch = rest.partition(" + branch ")
        return {"do": "play", "main": main, "branch": branch} if branch else {"do": "play", "main": main}
    if verb == "boom":
        marks = [] if rest == "none" else [mark.split() for mark in rest.split(", ")]
        return {"do": "boom", "marks": [[int(value), city] for value, city in marks]}
    if verb == "exchange":
        given, _, got = rest.partition("=")
        if given.isdecimal():
            return {"do": "exchange", "count": int(given)}  # as everybody else reads it
        data: dict[str, Any] = {"do": "exchange", "cities": given.split()}
        return {**data, "got": got.split()} if got else data
    if verb == "buy":
        return {"do": "buy", "rr": rest[6:] if rest.startswith("track ") else None}
    found = _LAY.fullmatch(text)
    if found is None:
        raise BadNotation(f"{text!r} is no action")
    lay: dict[str, Any] = {"do": "lay", "rr": found["rr"], "from": found["a"], "to": found["b"]}
    if found["k"]:
        lay["line"] = int(found["k"])
    if found["plus"]:
        lay["branch"] = True
    if found["star"]:
        lay["bought"] = True
    return lay


def to_text(data: Mapping[str, Any]) -> str:
    """The notation of an action given as data; what it means is for the notation to say."""
    verb = data.get("do")
    try:
        if verb in ALONE:
            return str(verb)
        if verb == "hire":
            return f"hire {data['what']}"
        if verb == "draw":
            what = f"branch {data['rr']}" if data["what"] == "branch" else data["what"]
            return f"draw {what}={' '.join(data['got'])}" if "got" in data else f"draw {what}"
        if verb == "play":
            return f"play {data['main']} + branch {data['branch']}" if data.get("branch") else f"play {data['main']}"
        if verb == "boom":
            return "boom " + (", ".join(f"{value} {city}" for value, city in data["marks"]) or "none")
        if verb == "exchange":
            text = f"exchange {' '.join(data['cities'])}".strip()
            return f"{text} ={' '.join(data['got'])}" if "got" in data else text
        if verb == "buy":
            return f"buy track {data['rr']}" if data["rr"] else "buy none"
        if verb == "lay":
            star, plus = "*" if data.get("bought") else "", "+" if data.get("branch") else ""
            line = f"#{data['line']}" if data.get("line") is not None else ""
            return f"lay {data['rr']}{star} {plus}{data['from']}>{data['to']}{line}"
    except (KeyError, TypeError, ValueError) as error:
        raise BadNotation(f"an action to {shown(verb)} lacks or misuses {shown(str(error))}") from None
    raise BadNotation(
        f"{shown(verb)} is nothing to do; there are hire, draw, play, boom, exchange, lay, buy, {', '.join(ALONE)}"
    )
