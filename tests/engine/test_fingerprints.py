"""The fingerprint of a function: the same as long as the compiled code would be the same, and no longer."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.engine.compiled import rule_fingerprints
from goldenspike.engine.fingerprints import fingerprints

RULES = '''
from enum import IntEnum
PRICE = 4
ROWS = (1, 2, 3)
class Kind(IntEnum):
    PLAIN = 0
    FOREST = 1
def price(s, line):
    return PRICE + s.extra[line]
def forest(s, line):
    return s.kind[line] == Kind.FOREST
def cost(s, line):
    """What a line costs."""
    return price(s, line) if forest(s, line) else 0
def row(k):
    return ROWS[k]
def total(s):
    return cost(s, 0) + row(1)
def even(n):
    return n == 0 or odd(n - 1)
def odd(n):
    return n != 0 and even(n - 1)
'''


def marks(text: str, how: str = "") -> dict[str, str]:
    space: dict[str, Any] = {"__name__": "rules"}
    exec(compile(text, "rules.py", "exec"), space)
    functions = {name: value for name, value in space.items() if isinstance(value, FunctionType)}
    return fingerprints(functions, space, how)


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ("PRICE + s", "PRICE - s", {"price", "cost", "total"}),
        ("PRICE = 4", "PRICE = 5", {"price", "cost", "total"}),
        ("FOREST = 1", "FOREST = 2", {"forest", "cost", "total"}),
        ("(1, 2, 3)", "(1, 2, 4)", {"row", "total"}),
        ("else 0", "else 1", {"cost", "total"}),
        ("row(1)", "row(2)", {"total"}),
        ("s.extra", "s.added", {"price", "cost", "total"}),
        ("price(s, line):", "price(s, line=1):", {"price", "cost", "total"}),
        ("n != 0", "n > 0", {"even", "odd"}),
    ],
)
def test_who_reaches_what_changed_is_compiled_again_and_nobody_else(before: str, after: str, changed: set[str]) -> None:
    assert before in RULES
    old, new = marks(RULES), marks(RULES.replace(before, after))
    assert {name for name in old if old[name] != new[name]} == changed


def test_comments_docstrings_and_lines_do_not_matter() -> None:
    told = "# A comment.\n" + RULES.replace("What a line costs", "Forests cost money")
    assert told.count("Forests") == 1
    assert marks(told) == marks(RULES)


def test_a_record_of_another_form_matters() -> None:
    """Kernels get addresses: what lies there, they know from a constant alone."""
    code = "def total(address):\n    return memory(address, 1, STATE)[0].points\n"
    space: dict[str, Any] = {"__name__": "kernels"}
    exec(code, space)
    seen = set()
    for fields in ([("points", "i2")], [("points", "i4")], [("seat", "i2"), ("points", "i2")]):
        for state in (np.dtype(fields), np.zeros(1, fields)):
            seen.add(fingerprints({"total": space["total"]}, {"STATE": state}, "")["total"])
    assert len(seen) == 6


def test_all_are_compiled_again_if_they_are_compiled_in_another_way() -> None:
    old, new = marks(RULES), marks(RULES, "with checks")
    assert not {name for name in old if old[name] == new[name]}


def test_a_variant_shares_what_it_does_not_replace() -> None:
    usual, variant = (rule_fingerprints(gs.game(name).rule_set) for name in ("santa-fe-rails", "pacific-northwest"))
    same = {name for name in usual if usual[name] == variant[name]}
    assert {"legal", "refusal", "start"} <= same
    assert not same & {"connection_bonus", "apply"}
    assert len(same) > len(usual) // 2
