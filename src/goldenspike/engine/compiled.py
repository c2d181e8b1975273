"""The compiled twin: the very same rule functions, handed to Numba.

Numba's own cache looks only at the file of the function it compiles, so a changed rule would leave
its callers stale. The cache folder is therefore named by a hash of every rule source. Without a
writable folder the twin is compiled in memory.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from . import contract, loops
from . import random_numbers as chance

SHARED = (chance, loops)
# Rules make no arrays: without counting who holds one a call costs half. No index is looked at either: the same source
# runs interpreted in the tests, where every wrong one raises, and a number from outside is refused before it is used.
RULES = {"_nrt": False, "boundscheck": False}
# The large functions of the contract, with what they are given: a state, a board, a number, a list of numbers.
# Whoever calls a compiled function has it compiled into himself, all over again; these are called by name instead.
# A rule file may name more of the kind.
BY_NAME = {
    "start": "sblnnn", "legal": "sbnl", "refusal": "sbnn", "apply": "sbnn", "redeal": "sbn", "policy": "sbnl",
}  # fmt: skip


def sources(modules: Sequence[ModuleType]) -> bytes:
    """Every source line the twin is made of."""
    files = [Path(__file__), *(Path(str(module.__file__)) for module in (*SHARED, *modules))]
    return b"\0".join(path.read_bytes() for path in files)


def stamp(modules: Sequence[ModuleType]) -> str:
    import numba

    made_with = f"{numba.__version__} {sys.version_info[:3]} {sys.platform}".encode()
    return hashlib.sha256(made_with + sources(modules)).hexdigest()[:16]


def cache_folder(modules: Sequence[ModuleType], mark: str = "") -> Path | None:
    """A folder for compiled code that can be written to, or None."""
    named = os.environ.get("GOLDENSPIKE_CACHE")
    if named == "":
        return None
    if named is None:
        import platformdirs

        named = platformdirs.user_cache_dir("goldenspike", appauthor=False)
    folder = Path(named) / "compiled" / f"{stamp(modules)}{mark}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return folder


def functions(modules: Sequence[ModuleType]) -> dict[str, FunctionType]:
    """All rule functions by name; two of the same name would hide each other in the twin."""
    found: dict[str, FunctionType] = {}
    for module in (*SHARED, *modules):
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                if name in found:
                    raise TypeError(f"two rule functions are called {name}")
                found[name] = value
    return found


def twin(modules: Sequence[ModuleType], wrap: Callable[[Any], Any] | None = None) -> dict[str, Any]:
    """Clone the rules and the loops into one namespace, each function wrapped (compiled, or left as it is)."""
    space: dict[str, Any] = {}
    for module in (contract, *SHARED, *modules):
        space.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    for name, function in functions(modules).items():
        clone = _clone(function, space)
        space[name] = wrap(clone) if wrap else clone
    return space


def _clone(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    """The same function, finding all other names in another namespace."""
    clone = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    clone.__module__, clone.__qualname__ = function.__module__, function.__qualname__
    return clone


def interpreted(modules: Sequence[ModuleType]) -> SimpleNamespace:
    """The loops over the plain rules, for tests, debugging and comparison."""
    return SimpleNamespace(**twin(modules))


class Lines:
    """The way to the large functions of a game: compiled once, then called by name from all other compiled code."""

    def __init__(self, space: dict[str, Any], mark: str, kinds: Mapping[str, str]) -> None:
        self.space, self.mark, self.kinds = space, mark, kinds
        self.functions: dict[str, Any] = {}
        self.known: dict[str, Any] = {}
        if "State" in space and "Tables" in space:
            self.functions = {name: space[name] for name in kinds if hasattr(space[name], "py_func")}
            space.update({name: by_name(self, name) for name in self.functions})

    def symbol(self, name: str) -> str:
        return f"goldenspike_{self.mark}_{name}"

    def given(self, name: str) -> tuple[Any, ...]:
        """The types of what the function is given."""
        import numba
        from numba import types

        kinds = {
            "s": numba.from_dtype(self.space["State"].dtype()),
            "b": numba.from_dtype(self.space["Tables"].dtype()),
            "n": types.int64,
            "l": types.Array(types.int64, 1, "C"),
        }
        return tuple(kinds[letter] for letter in self.kinds[name])

    def answer(self, name: str) -> Any:
        """Compile or load the function, make its name known; the type of its answer."""
        import llvmlite.binding

        if name not in self.known:
            function, given = self.functions[name], self.given(name)
            self.connect(function.py_func)
            function.compile(given)
            made = function.overloads[given]
            address = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
            llvmlite.binding.add_symbol(self.symbol(name), address)
            self.known[name] = made.signature.return_type
        return self.known[name]

    def connect(self, function: FunctionType) -> None:
        """Make ready whatever this function, or one it calls, calls by name: code from the disk knows only names."""
        seen: set[str] = set()
        todo = list(function.__code__.co_names)
        while todo:
            name = todo.pop()
            if name in seen:
                continue
            seen.add(name)
            if name in self.functions:
                self.answer(name)
            called = getattr(function.__globals__.get(name), "py_func", None)
            if isinstance(called, FunctionType):
                todo += called.__code__.co_names


class Twin:
    """Compiled entry points by name; each is made ready when it is first asked for."""

    def __init__(self, entries: Mapping[str, Any], lines: Lines) -> None:
        self.entries, self.lines = entries, lines

    def __getattr__(self, name: str) -> Any:
        if name == "entries" or name not in self.entries:
            raise AttributeError(f"the twin has no entry point {name}; it has {', '.join(sorted(self.entries))}")
        self.lines.connect(self.entries[name].py_func)
        setattr(self, name, self.entries[name])
        return self.entries[name]


def by_name(lines: Lines, name: str) -> Any:
    """What stands for such a function in compiled code: a call by its name."""
    from numba.core import cgutils
    from numba.core.typing import signature
    from numba.extending import intrinsic

    def call() -> Any:
        def code(context: Any, builder: Any, sign: Any, arguments: Any) -> Any:
            kind = context.call_conv.get_function_type(sign.return_type, sign.args)
            target = cgutils.get_or_insert_function(builder.module, kind, lines.symbol(name))
            status, answer = context.call_conv.call_function(builder, target, sign.return_type, sign.args, arguments)
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return answer

        return signature(lines.answer(name), *lines.given(name)), code

    def of_three(typing: Any, a: Any, b: Any, c: Any) -> Any:
        return call()

    def of_four(typing: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        return call()

    def of_six(typing: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
        return call()

    return intrinsic({3: of_three, 4: of_four, 6: of_six}[len(lines.kinds[name])])


_TWINS: dict[tuple[str, ...], Twin] = {}
_LINES: dict[tuple[str, ...], Lines] = {}
_ADDED: dict[tuple[str, ...], Twin] = {}


def compiled(modules: Sequence[ModuleType]) -> Twin:
    """The Numba twin of these rule files: its entry points, the loops and whatever a module's ENTRY_POINTS name.

    Made once per process, kept on disk between processes.
    """
    key = tuple(module.__name__ for module in modules)
    if key not in _TWINS:
        entries = {name for module in (loops, *modules) for name in getattr(module, "ENTRY_POINTS", ())}
        with _cached_in(cache_folder(modules)) as options:
            outer, inner = _wrappers({**options, **RULES})
            _, tight = _wrappers({**options, **RULES, "forceinline": True})
            short = {name for module in (*SHARED, *modules) for name in getattr(module, "TIGHT", ())}
            # Only entry points are called from Python: wrappers for the rest would double the time to compile,
            # and without a wrapper a call from Python would crash, so nothing else is handed out.
            space = twin(modules, lambda f: tight(f) if f.__name__ in short else inner(f))
            for name in entries:
                space[name] = outer(space[name].py_func)
            kinds = BY_NAME | {name: kind for one in modules for name, kind in getattr(one, "BY_NAME", {}).items()}
            _LINES[key] = lines = Lines(space, stamp(modules), kinds)
        _TWINS[key] = Twin({name: space[name] for name in entries}, lines)
    return _TWINS[key]


def added(modules: Sequence[ModuleType], room: ModuleType, names: Mapping[str, Any]) -> Twin:
    """More entry points over the same compiled rules: a room of plain functions, compiled when first called.

    ``names`` are constants of the caller's own. Functions named in the room's SHORT_CALLS keep the interpreter's
    lock: letting go of it would cost more than they do. A room too long for one file names the others as PARTS. A
    room whose every index comes from a list of its own says CHECKED = False.
    """
    rooms = (*getattr(room, "PARTS", ()), room)
    key = (*(module.__name__ for module in modules), room.__name__, repr(sorted(names.items())))
    if key not in _ADDED:
        rules = compiled(modules)
        marked = hashlib.sha256(key[-1].encode()).hexdigest()[:8]
        constants = {name: value for one in rooms for name, value in vars(one).items() if name.isupper()}
        lines = _LINES[key[:-2]]
        space = {**lines.space, **doors(), **constants, **names}
        with _cached_in(cache_folder((*modules, *rooms), marked)) as options:
            options["boundscheck"] = getattr(room, "CHECKED", True)
            outer, inner = _wrappers(options)
            short, _ = _wrappers({**options, "nogil": False})
            for one in rooms:
                for name, function in vars(one).items():
                    if isinstance(function, FunctionType) and function.__module__ == one.__name__:
                        wrap = short if name in room.SHORT_CALLS else outer if name in room.ENTRY_POINTS else inner
                        space[name] = wrap(_clone(function, space))
        own = {name: space[name] for name in (*room.ENTRY_POINTS, *room.SHORT_CALLS)}
        _ADDED[key] = Twin({**rules.entries, **own}, lines)
    return _ADDED[key]


@contextmanager
def _cached_in(folder: Path | None) -> Iterator[dict[str, Any]]:
    """The options of Numba's compiler while it is told to keep its work in that folder."""
    import numba

    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": True}
    before = numba.config.CACHE_DIR
    try:
        if folder is not None:
            numba.config.CACHE_DIR = str(folder)
            options["cache"] = True
        yield options
    finally:
        numba.config.CACHE_DIR = before


def _wrappers(options: Mapping[str, Any]) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    import numba

    return numba.njit(**options), numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)


@cache
def doors() -> dict[str, Any]:
    """Ways from a plain address to the memory there: a number is handed over five times as fast as an array.

    ``memory(address, count, like)`` is an array of ``count`` numbers or records of the kind ``like``.
    """
    import numba
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def pointer(typing: Any, address: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], cgutils.voidptr_t)

        return types.voidptr(types.int64), code

    @numba.njit(inline="always")  # type: ignore[untyped-decorator]
    def memory(address: Any, count: Any, like: Any) -> Any:
        return numba.carray(pointer(address), (count,), like)

    return {"memory": memory}
