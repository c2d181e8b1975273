"""What holds in every position: the general invariants, and the game's own."""

from __future__ import annotations

import random
from typing import Any

from .case import Case
from .play import CompiledGame, awaited, legal

ACTIONS = 400  # at most, from the start of a match
RESULTS = 12  # positions between whose results are looked at


def check_invariants(case: Case, dice: random.Random) -> None:
    """After every action of a game: somebody can act or it is over, and none of the game's own invariants is broken."""
    played = CompiledGame(case)
    moves = played.moves(dice)
    s = played.after([])
    check_position(case, s)
    for number, (seat, action) in enumerate(moves[:ACTIONS]):
        case.rules.apply(s, case.setting.b, seat, action)
        check_position(case, s, seat, action)
        if number % RESULTS == 0:
            check_result(case, s)
    end = played.after(moves)
    check_position(case, end)
    check_result(case, end)


def check_position(case: Case, s: Any, seat: int | None = None, action: int | None = None) -> None:
    for problem in case.game.invariants(s, case.setting.b):
        case.fail(f"after it, {problem}" if action is not None else problem, seat, action)
    waiting = awaited(case, s)
    if bool(case.rules.over(s)) == bool(waiting):
        case.fail("the game is over and somebody is awaited, or it goes on and nobody is", seat, action)


def check_result(case: Case, s: Any) -> None:
    """Points and winners are those of the rules, and every score sheet adds up."""
    seats = case.setting.seats
    out = [0] * max(case.game.most_legal, 64)
    mask = case.rules.score(s, case.setting.b, out)
    result = case.setting.result(s)
    case.same(list(result.points), out[:seats], "the result has other points than the rules")
    winners = [seat for seat in range(seats) if mask >> seat & 1]
    case.same(list(result.winners), winners, "the result has other winners than the rules")
    if case.rules.over(s):
        if not result.reason:
            case.fail("the result of a finished game does not say why it ended")
        totals = [sum(item.points for item in sheet) for sheet in result.sheet]
        if case.game.team:  # a sheet for each round: the best of them counts, or all together
            if totals and result.points[0] not in {max(totals), sum(totals)}:
                case.fail(f"the sheets of the rounds add up to {totals}, the team has {result.points[0]} points")
        else:
            for seat, total in enumerate(totals[:seats]):
                case.same(total, result.points[seat], "the score sheet does not add up to the points", seat)
        for seat in range(seats):
            case.same(legal(case, s, seat), [], "an action is legal after the end", seat)
