"""The refusal table: in every mode each refusal has a code, a sentence, and a clause of that very mode."""

from __future__ import annotations

import random
import re
from typing import Any

from goldenspike.engine.env_fields import action_count
from goldenspike.engine.errors import Refusal

from .case import Case
from .play import CompiledGame, moments

MOMENTS = 6
ASKED = 800  # action numbers that a seat is asked about at each of them
CODE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def check_refusals(case: Case, dice: random.Random) -> None:
    """Every action number of every seat is legal or refused by a clause of the rulebook that belongs to the mode."""
    compiled, known = CompiledGame(case), dict[int, Refusal]()
    count = action_count(case.setting)
    for s in moments(case, dice, MOMENTS):
        compiled.stand(s.to_bytes())
        for seat in range(case.setting.seats):
            legal = set(compiled.legal(seat))
            for action in sorted({*dice.sample(range(count), min(count, ASKED)), *legal}):
                reason = int(compiled.fast.refusal_at(compiled.states, 0, compiled.boards, 0, seat, action))
                if (reason == 0) != (action in legal):
                    case.fail("an action is legal exactly when it is not refused; here it is not so", seat, action)
                if reason and reason not in known:
                    known[reason] = check_reason(case, s, seat, action, reason)
    check_table(case, known)


def check_reason(case: Case, s: Any, seat: int, action: int, reason: int) -> Refusal:
    """A reason that the rules gave."""
    case.same(
        case.rules.refusal(s, case.setting.b, seat, action), reason, "the interpreted refusal differs", seat, action
    )
    try:
        refusal = case.setting.refused(reason)
    except (LookupError, ValueError) as error:
        case.fail(f"refused({reason}) raises {type(error).__name__}: no words for this reason", seat, action)
    if refusal.clause not in case.game.clauses():
        case.fail(f"refused by {refusal.clause}, which the rulebook does not have", seat, action)
    if not case.game.clause_applies(refusal.clause, case.setting):
        case.fail(f"refused by {refusal.clause}, a clause of another mode", seat, action)
    sentence = refusal.sentence
    if not CODE.fullmatch(refusal.code) or len(sentence) < 10 or "\n" in sentence or sentence == refusal.clause:
        case.fail(f"the refusal {str(refusal)[:80]!r} has no code and sentence for people", seat, action)
    return refusal


def check_table(case: Case, known: dict[int, Refusal]) -> None:
    """A code and a clause together stand for one sentence."""
    said: dict[tuple[str, str], str] = {}
    for reason, refusal in known.items():
        key = refusal.code, refusal.clause
        if said.setdefault(key, refusal.sentence) != refusal.sentence:
            case.fail(f"reason {reason}: {key[0]} ({key[1]}) stands for two sentences")
