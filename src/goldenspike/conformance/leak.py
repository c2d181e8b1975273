"""No seat sees what it may not see: everything hidden is redealt, and nothing that the seat gets may change."""

from __future__ import annotations

import json
import random
from typing import Any

from goldenspike.engine.contract import SPECTATOR
from goldenspike.engine.env_fields import action_count, parts
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.match import Match
from goldenspike.engine.overlay import laid_over
from goldenspike.engine.random_numbers import seed_chance

from .case import Case
from .play import ROOM, awaited, legal, moments

MOMENTS = 6
ASKED = 24  # actions that every seat is asked about


def redealt(case: Case, s: Any, seat: int, dice: random.Random) -> Any:
    """Another world that the seat cannot tell from this one."""
    world = s.copy()
    seed_chance(world, dice.getrandbits(32), dice.getrandbits(32))
    case.rules.redeal(world, case.setting.b, seat)
    return world


def seen(case: Case, match: Match, seat: int, texts: list[str], drawn: bool) -> dict[str, Any]:
    """Everything that a seat gets from a match, by name; drawing takes longer than all the rest together."""
    setting, rules, b, s = case.setting, case.rules, case.setting.b, match.s
    numbers = [0] * max(case.game.most_legal, ROOM)
    found: dict[str, Any] = {
        "view": json.dumps(match.view(seat)),
        "own overlay": json.dumps(setting.own(s, seat)),
        "observation": numbers[: rules.observe(s, b, seat, numbers)],
        "refusals": [rules.refusal(s, b, seat, action) for action in asked(case)],
        "errors": [answer(match.copy(), seat, text) for text in texts],
    }
    if drawn:
        lit = match.legal(seat) if seat in match.actors else ()
        found["text"], found["picture"] = setting.text(s, seat), setting.svg(s, seat, lit)
    if seat in match.actors:
        found["question"] = setting.question(s, seat)
        found["zombie"] = rules.zombie(s, b, seat)
        found["policy"] = rules.policy(s, b, seat, [0] * max(case.game.most_legal, ROOM))
    return found


def asked(case: Case) -> list[int]:
    """The same action numbers in every world."""
    count = action_count(case.setting)
    return sorted({k * count // ASKED for k in range(ASKED)})


def answer(match: Match, seat: int, text: str) -> str:
    """The answer to an action that the seat types."""
    try:
        return str(match.why_not(seat, text))
    except GoldenSpikeError as error:
        return str(error)


def check_leak(case: Case, dice: random.Random) -> None:
    """Redealt worlds give a seat the same views, overlays, observations, texts, pictures, errors and questions."""
    match = case.match()
    texts: list[str] = []
    for s in moments(case, dice, MOMENTS):
        if case.rules.over(s):
            break
        here = match.copy_at(s)
        for seat in awaited(case, s):
            texts.append(case.setting.write(s, seat, dice.choice(legal(case, s, seat))))
        drawn_for = dice.randrange(case.setting.seats)
        for seat in range(case.setting.seats):
            there = match.copy_at(redealt(case, s, seat, dice))
            drawn = seat == drawn_for
            known, other = (seen(case, match, seat, texts[-4:], drawn) for match in (here, there))
            for what, value in known.items():
                if other[what] != value:
                    case.fail(f"the {what} tells a seat what it may not know", seat)
            case.same(there.actors, here.actors, "another world awaits other seats", seat)
            check_public(case, s, there.s, seat, dice)
        check_spectator(case, s)


def check_public(case: Case, s: Any, other: Any, viewer: int, dice: random.Random) -> None:
    """The same action of somebody else in both worlds: while a viewer's view stays the same, so does what they read."""
    others = [seat for seat in awaited(case, s) if seat != viewer]
    if not others:
        return
    seat = dice.choice(others)
    both = sorted({*legal(case, s, seat)} & {*legal(case, other, seat)})
    if not both:
        return
    action = dice.choice(both)
    here, there = (learned(case, world, seat, action, viewer) for world in (s, other))
    if here["view"] != there["view"]:
        return  # the action itself revealed something
    for what, value in here.items():
        if there[what] != value:
            whom = case.game.seat_names[viewer]
            case.fail(f"the {what} of an action tells seat {whom} what it may not know", seat, action)


def learned(case: Case, s: Any, seat: int, action: int, viewer: int) -> dict[str, Any]:
    """What others learn of an action."""
    setting, after = case.setting, s.copy()
    case.rules.apply(after, setting.b, seat, action)
    view = setting.view(after, viewer)
    match = case.match()
    match.stand(s.to_bytes())
    try:
        line = match.act(seat, action)
    except GoldenSpikeError as error:
        case.fail(f"a legal action is refused: {error}", seat, action)
    logged = len(match.log) > 0
    return {
        "view": json.dumps(view),
        "public line": setting.public(line, revealed=not setting.sealed(match.s)) if logged else "",
        "data": json.dumps(setting.effects(s, after, seat, [action])) if logged and not setting.sealed(match.s) else "",
    }


def check_spectator(case: Case, s: Any) -> None:
    """What everybody sees with a seat's own overlay on it is what the seat sees."""
    public = case.setting.view(s, None)
    for seat in range(case.setting.seats):
        whole = laid_over(public, case.setting.own(s, seat))
        view = case.setting.view(s, seat)
        case.same(json.dumps(whole, sort_keys=True), json.dumps(view, sort_keys=True), "view and overlay differ", seat)


def check_hide(case: Case, dice: random.Random) -> None:
    """What is hidden is blanked in every world alike, for seats and spectators; everything else can still be read."""
    if not case.game.rule_set.hides:
        return
    named = parts(case.setting)
    for s in moments(case, dice, MOMENTS):
        if case.rules.over(s):
            break  # hidden information may be revealed at the end
        for seat in range(case.setting.seats):
            other = redealt(case, s, seat, dice)
            for viewer in (seat, SPECTATOR):
                if hidden(case, s, viewer).to_bytes() != hidden(case, other, viewer).to_bytes():
                    case.fail("the packed position tells what is hidden" + " from everybody" * (viewer < 0), seat)
            check_hidden_fields(case, s, hidden(case, s, seat), seat)
            known = observed(case, s, seat)
            case.same(observed(case, hidden(case, s, seat), seat), known, "the packed position tells less", seat)
            public, at = observed(case, hidden(case, s, SPECTATOR), seat), 0
            for part in named:
                if not part.private and public[at : at + part.count] != known[at : at + part.count]:
                    case.fail(f"the part {part.name!r} of an observation is private and does not say so", seat)
                at += part.count


def check_hidden_fields(case: Case, s: Any, blanked: Any, seat: int) -> None:
    """Where a game names the fields in which something is hidden, all others stay as they are."""
    named = case.game.hidden_fields
    for name in case.game.state.fields:
        if named is not None and name not in named and getattr(blanked, name) != getattr(s, name):
            case.fail(f"the field {name!r} is blanked, and hidden_fields does not name it", seat)


def hidden(case: Case, s: Any, seat: int) -> Any:
    blanked = s.copy()
    case.rules.hide(blanked, case.setting.b, seat)
    return blanked


def observed(case: Case, s: Any, seat: int) -> list[int]:
    numbers = [0] * max(case.game.most_legal, ROOM)
    return numbers[: case.rules.observe(s, case.setting.b, seat, numbers)]


def check_redeal(case: Case, dice: random.Random) -> None:
    """A redeal keeps actors, choices and invariants, and follows from chance and what the seat knows alone."""
    rules, b = case.rules, case.setting.b
    for s in moments(case, dice, MOMENTS):
        if rules.over(s):
            break  # hidden information may be revealed at the end
        for seat in range(case.setting.seats):
            one = redealt(case, s, seat, dice)
            two = redealt(case, one, seat, dice)
            view = case.setting.view(s, seat)
            case.same(case.setting.view(two, seat), view, "a redeal of a redeal shows something else", seat)
            case.same(legal(case, one, seat), legal(case, s, seat), "another world offers other choices", seat)
            case.same(rules.actors(two), rules.actors(s), "another world awaits other seats", seat)
            low, high = dice.getrandbits(32), dice.getrandbits(32)
            worlds = []
            for world in (s.copy(), one, two):
                seed_chance(world, low, high)
                rules.redeal(world, b, seat)
                worlds.append(world.to_bytes())
            if len(set(worlds)) != 1:
                case.fail(
                    "the same chance makes different worlds of what a seat cannot tell apart: a bot could peek", seat
                )
            world = case.game.state.from_bytes(worlds[0])
            for problem in case.game.invariants(world, b):
                case.fail(f"in another world, {problem}", seat)
