"""A rule that does not compile, explained in a sentence: the function, the line and the likely cause."""

from __future__ import annotations

import dis
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType

from .errors import GoldenSpikeError
from .rule_set import RuleSet


class RuleDoesNotCompile(GoldenSpikeError):
    """A rule function uses something that compiled rules do not have."""


# What Numba says, and what whoever wrote the rule most likely did.
CAUSES = (
    (r"array index type float64|float64.*(index|getitem)|(index|getitem).*float64",
     "a number became a float: an unsigned field (u1, u2) was mixed with a signed number, or / was used instead of //; "
     "declare the field signed (i1, i2, i4)"),
    (r"(Untyped global name|name) '(?P<name>\w+)'(?=.*(not defined|cannot determine))",
     "{name} is no rule function and no constant of a module listed in Game.modules"),
    (r"(Unknown|Invalid) attribute '(?P<name>\w+)' of type Record",
     "the record has no field {name}; fields are declared in the state or in the board's record"),
    (r"Unknown attribute '(?P<name>\w+)'", "compiled numbers and arrays have no attribute {name}"),
    (r"variable '?(?P<name>[\w.]+)'? (is )?(referenced|not defined)",
     "{name} may be read before it is given a value; give it one before the if or the loop"),
    (r"Cannot unify (?P<name>.+?) and (?P<other>.+?) for '(?P<variable>[\w.]+)'",
     "{variable} holds {name} in one place and {other} in another; keep it a whole number throughout"),
    (r"(setitem|getitem).*Record|static_getitem.*Record", "records have fields, not items: write s.field"),
    (r"unicode_type|str\b.*not", "rules know no text: use numbers and let the text modules turn them into words"),
    (r"reflected list|List\(|list\(", "rules make no lists: use a field of the record or the list that was handed in"),
    (r"Use of unsupported|unsupported opcode|Unsupported|not supported|_nrt|NRT required",
     "rules use only whole numbers, fields of the records, if, for and while"),
    (r"(Invalid use of|No implementation of function).*?\b(?P<name>\w+)\b",
     "a function is called with something it cannot take; rules hand over s, b and whole numbers"),
)  # fmt: skip
_UNKNOWN = re.compile(r"(name|attribute) '(?P<name>\w+)'(?=.*(not defined|cannot determine|of type Record))", re.S)
_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')


@contextmanager
def explained(rules: RuleSet) -> Iterator[None]:
    """Turn what Numba says about a rule into a sentence for whoever wrote it."""
    from numba.core.errors import NumbaError

    try:
        yield
    except RuleDoesNotCompile:
        raise
    except KeyError as error:
        # Numba looks a field up in a dictionary and says no more than its name.
        raise RuleDoesNotCompile(sentence(rules, f"Unknown attribute '{error.args[0]}' of type Record")) from error
    except (NumbaError, NotImplementedError, AssertionError, NameError) as error:
        raise RuleDoesNotCompile(sentence(rules, str(error))) from error


def sentence(rules: RuleSet, said: str) -> str:
    """Function, line and likely cause, from the words of the compiler."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", said)
    where = place(rules, plain)
    cause = next((words(pattern, text, plain) for pattern, text in CAUSES if re.search(pattern, plain)), "")
    first = next((line.strip() for line in plain.splitlines() if line.strip() and "Failed in nopython" not in line), "")
    return f"{where} does not compile: {cause or first}"


def words(pattern: str, text: str, said: str) -> str:
    found = re.search(pattern, said)
    assert found is not None
    return text.format(**{name: value or "it" for name, value in found.groupdict().items()})


def place(rules: RuleSet, said: str) -> str:
    """The innermost rule function that the compiler's words point at."""
    known: dict[str, list[tuple[int, str]]] = {}
    for name, function in rules.functions().items():
        code = function.__code__
        known.setdefault(Path(code.co_filename).name, []).append((code.co_firstlineno, name))
    unknown = _UNKNOWN.search(said)
    if unknown is not None:
        # The compiler points at whoever called the function that uses the name.
        for name, function in rules.functions().items():
            if unknown["name"] in function.__code__.co_names:
                file, line = Path(function.__code__.co_filename).name, line_of(function, unknown["name"])
                return f"the rule function {name} ({file}, line {line})"
    for hit in _PLACE.finditer(said):
        file, line = Path(hit["file"]).name, int(hit["line"])
        before = [(first, name) for first, name in known.get(file, ()) if first <= line]
        if before:
            return f"the rule function {max(before)[1]} ({file}, line {line})"
    for name, function in rules.functions().items():
        # Numba finds such a list only when everything is linked, and does not say where.
        for step in dis.get_instructions(function):
            if step.opname in {"BUILD_LIST", "LIST_APPEND"} and step.positions is not None:
                file, line = Path(function.__code__.co_filename).name, step.positions.lineno or 0
                return f"the rule function {name} ({file}, line {line})"
    return "a rule function"


def line_of(function: FunctionType, name: str) -> int:
    """The line of a function that uses a name."""
    line = function.__code__.co_firstlineno
    for step in dis.get_instructions(function):
        line = step.positions.lineno or line if step.positions is not None else line
        if step.argval == name:
            return line
    return line
