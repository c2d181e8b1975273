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

from . import chance, contract, loops

SHARED = (chance, loops)
# Rules make no arrays: without counting who holds one a call costs half. No index is looked at either: the same source
# runs interpreted in the tests, where every wrong one raises, and a number from outside is refused before it is used.
RULES = {"_nrt": False, "boundscheck": False}


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


def twin(modules: Sequence[ModuleType], wrap: Callable[[Any], Any] | None = None) -> SimpleNamespace:
    """Clone the rules and the loops into one namespace, each function wrapped (compiled, or left as it is)."""
    space: dict[str, Any] = {}
    for module in (contract, *SHARED, *modules):
        space.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    for name, function in functions(modules).items():
        clone = _clone(function, space)
        space[name] = wrap(clone) if wrap else clone
    return SimpleNamespace(**space)


def _clone(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    """The same function, finding all other names in another namespace."""
    clone = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    clone.__module__, clone.__qualname__ = function.__module__, function.__qualname__
    return clone


def interpreted(modules: Sequence[ModuleType]) -> SimpleNamespace:
    """The loops over the plain rules, for tests, debugging and comparison."""
    return twin(modules)


_TWINS: dict[tuple[str, ...], SimpleNamespace] = {}
_SPACES: dict[tuple[str, ...], dict[str, Any]] = {}
_ADDED: dict[tuple[str, ...], SimpleNamespace] = {}


def compiled(modules: Sequence[ModuleType]) -> SimpleNamespace:
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
            whole = twin(
                modules,
                lambda f: outer(f) if f.__name__ in entries else tight(f) if f.__name__ in short else inner(f),
            )
            _SPACES[key] = vars(whole)
            _TWINS[key] = SimpleNamespace(**{name: getattr(whole, name) for name in entries})
    return _TWINS[key]


def added(modules: Sequence[ModuleType], room: ModuleType, names: Mapping[str, Any]) -> SimpleNamespace:
    """More entry points over the same compiled rules: a room of plain functions, compiled when first called.

    ``names`` are constants of the caller's own. Functions named in the room's SHORT_CALLS keep the interpreter's
    lock: letting go of it would cost more than they do. A room too long for one file names the others as PARTS.
    """
    rooms = (*getattr(room, "PARTS", ()), room)
    key = (*(module.__name__ for module in modules), room.__name__, repr(sorted(names.items())))
    if key not in _ADDED:
        compiled(modules)
        marked = hashlib.sha256(key[-1].encode()).hexdigest()[:8]
        constants = {name: value for one in rooms for name, value in vars(one).items() if name.isupper()}
        space = {**_SPACES[key[:-2]], **doors(), **constants, **names}
        with _cached_in(cache_folder((*modules, *rooms), marked)) as options:
            outer, inner = _wrappers(options)
            short, _ = _wrappers({**options, "nogil": False})
            for one in rooms:
                for name, function in vars(one).items():
                    if isinstance(function, FunctionType) and function.__module__ == one.__name__:
                        wrap = short if name in room.SHORT_CALLS else outer if name in room.ENTRY_POINTS else inner
                        space[name] = wrap(_clone(function, space))
        _ADDED[key] = SimpleNamespace(**{name: space[name] for name in (*room.ENTRY_POINTS, *room.SHORT_CALLS)})
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
