"""The plain page: everything that the server sends of a game so that it can be shown without a page of its own."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec

from goldenspike.engine.game import Game
from goldenspike.engine.overlay import laid_over
from goldenspike.server import catalogue
from goldenspike.server.live.frames import EncodedViews, outcome

from .boards import check_picture
from .case import Case
from .errors import ConformanceError
from .play import awaited, legal, moments

MOMENTS = 2


def check_plain_page(case: Case, dice: random.Random) -> None:
    """The game is in the catalogue; every seat gets view, picture, text, choices and question as JSON."""
    check_catalogue(case.game)
    match = case.match()
    for s in moments(case, dice, MOMENTS):
        here = match.copy_at(s)
        views = EncodedViews(here)
        public = decoded(views.public(pictures=True))
        for seat in (None, dice.randrange(case.setting.seats)):
            own = {} if seat is None else decoded(views.own(seat, pictures=True))
            check_shown(case, {**public, **own}, seat)
            if seat is not None:
                check_own(case, s, seat, own)
                whole = laid_over(public, {key: value for key, value in own.items() if key not in DRAWN})
                check_overlay(case, s, seat, whole)
        if here.over:
            score = json.loads(msgspec.json.encode(outcome(here.result)))
            case.same(len(score["points"]), case.setting.seats, "the outcome has points for another number of seats")


DRAWN = ("picture", "text")
ADDED = ("legal", "question", "steps", *DRAWN)


def decoded(raw: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(bytes(raw))
    return found


def check_catalogue(game: Game) -> None:
    """What the page's list of games says, as JSON."""
    info = json.loads(msgspec.json.encode(catalogue.game_info(game.name)))
    for key in ("title", "about", "bots"):
        if not info[key]:
            raise ConformanceError(f"{game.name}: the list of games says nothing about its {key}")
    if info["boards"] and catalogue.page_board(game.name, info["boards"][0])["id"] != info["boards"][0]:
        raise ConformanceError(f"{game.name}: the page gets another board than {info['boards'][0]}")


def check_shown(case: Case, shown: dict[str, Any], seat: int | None) -> None:
    """A position that the page can draw and write."""
    check_picture(f"the picture of a position ({case})", shown["picture"])
    if not shown["text"].strip():
        case.fail("the text of a position is empty", seat)


def check_own(case: Case, s: Any, seat: int, own: dict[str, Any]) -> None:
    """The choices and the question of the seat are those of the rules."""
    waiting = seat in awaited(case, s)
    wanted = [case.setting.write(s, seat, action) for action in legal(case, s, seat)] if waiting else []
    case.same(sorted(own["legal"]), sorted(wanted), "the page offers other choices than the rules", seat)
    if waiting and not own["question"].strip():
        case.fail("nothing is asked of a seat that is awaited", seat)


def check_overlay(case: Case, s: Any, seat: int, whole: dict[str, Any]) -> None:
    """The public view with the seat's own part over it is what the seat sees."""
    view = json.loads(json.dumps(case.setting.view(s, seat)))
    shown = {key: value for key, value in whole.items() if key in view or key not in ADDED}
    case.same(shown, view, "the page shows a seat another view", seat)
