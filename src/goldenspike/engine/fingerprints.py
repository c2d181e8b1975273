"""What a compiled function is made of: its own code, that of everything it calls, and the constants they use.

Compiled code is kept on disk by this. So a changed rule leaves what does not call it as it is, and a variant shares all
that it does not replace.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from types import CodeType, FunctionType
from typing import Any

import numpy as np


def fingerprints(functions: Mapping[str, FunctionType], space: Mapping[str, Any], how: str) -> dict[str, str]:
    """One for each function, under the names by which they find each other; all other names are those of the space.

    ``how`` says how all of them are compiled.
    """
    own = {name: _digest(function, functions, space) for name, function in functions.items()}
    calls = {
        name: [used for used in _names(function.__code__) if used in functions] for name, function in functions.items()
    }
    return {name: _joined(how, own, _reached(name, calls)) for name in functions}


def _reached(name: str, calls: Mapping[str, list[str]]) -> list[str]:
    seen, todo = {name}, [name]
    while todo:
        for called in calls[todo.pop()]:
            if called not in seen:
                seen.add(called)
                todo.append(called)
    seen.discard(name)
    return [name, *sorted(seen)]


def _joined(how: str, own: Mapping[str, bytes], names: list[str]) -> str:
    whole = hashlib.sha256(how.encode())
    for name in names:
        whole.update(name.encode() + b"\0" + own[name])
    return whole.hexdigest()[:16]


def _digest(function: FunctionType, functions: Mapping[str, FunctionType], space: Mapping[str, Any]) -> bytes:
    """Of the function alone: where its file lies, its comments and its docstring do not matter."""
    parts: list[Any] = [function.__module__, function.__qualname__, function.__defaults__]
    for code in _codes(function.__code__):
        constants = [value for value in code.co_consts if not isinstance(value, (CodeType, str))]
        parts.append((code.co_code, constants, code.co_names, code.co_varnames, code.co_argcount, code.co_flags))
    for name in _names(function.__code__):
        if name in space and name not in functions:
            parts.append((name, _constant(space[name])))
    return hashlib.sha256(repr(parts).encode()).digest()


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)


def _names(code: CodeType) -> list[str]:
    """All names that the code uses, those of fields among them: one too many only means to compile once more."""
    return sorted({name for one in _codes(code) for name in one.co_names})


def _constant(value: Any) -> str:
    """What compiled code contains of a value."""
    if isinstance(value, EnumMeta):
        members: dict[str, Any] = dict(value.__members__)
        return repr([(name, member.value) for name, member in members.items()])
    if isinstance(value, (int, float, tuple, frozenset, np.dtype)):
        return repr(value)  # of a record: all its fields, for kernels are given no more than an address
    if isinstance(value, np.ndarray):
        return f"{value.dtype!r} {value.shape} {value.tobytes().hex()}"
    return type(value).__name__  # of the engine, whose own sources are part of the folder's name
