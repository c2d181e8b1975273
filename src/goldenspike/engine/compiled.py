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
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from . import chance, contract, loops

SHARED = (chance, loops)


def sources(modules: Sequence[ModuleType]) -> bytes:
    """Every source line the twin is made of."""
    files = [Path(str(module.__file__)) for module in (*SHARED, *modules)]
    return b"\0".join(path.read_bytes() for path in files)


def stamp(modules: Sequence[ModuleType]) -> str:
    import numba

    made_with = f"{numba.__version__} {sys.version_info[:3]} {sys.platform}".encode()
    return hashlib.sha256(made_with + sources(modules)).hexdigest()[:16]


def cache_folder(modules: Sequence[ModuleType]) -> Path | None:
    """A folder for compiled code that can be written to, or None."""
    named = os.environ.get("GOLDENSPIKE_CACHE")
    if named == "":
        return None
    if named is None:
        import platformdirs

        named = platformdirs.user_cache_dir("goldenspike", appauthor=False)
    folder = Path(named) / "compiled" / stamp(modules)
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
        clone = FunctionType(function.__code__, space, name, function.__defaults__)
        clone.__module__, clone.__qualname__ = function.__module__, function.__qualname__
        space[name] = wrap(clone) if wrap else clone
    return SimpleNamespace(**space)


def interpreted(modules: Sequence[ModuleType]) -> SimpleNamespace:
    """The loops over the plain rules, for tests, debugging and comparison."""
    return twin(modules)


_TWINS: dict[tuple[str, ...], SimpleNamespace] = {}


def compiled(modules: Sequence[ModuleType]) -> SimpleNamespace:
    """The Numba twin of these rule files: its entry points, the loops and whatever a module's ENTRY_POINTS name.

    Made once per process, kept on disk between processes.
    """
    key = tuple(module.__name__ for module in modules)
    if key not in _TWINS:
        import numba

        folder = cache_folder(modules)
        entries = {name for module in (loops, *modules) for name in getattr(module, "ENTRY_POINTS", ())}
        options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": True}
        before = numba.config.CACHE_DIR
        try:
            if folder is not None:
                numba.config.CACHE_DIR = str(folder)
                options["cache"] = True
            outer, inner = numba.njit(**options), numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
            # Only entry points are called from Python: wrappers for the rest would double the time to compile,
            # and without a wrapper a call from Python would crash, so nothing else is handed out.
            whole = twin(modules, lambda f: outer(f) if f.__name__ in entries else inner(f))
            _TWINS[key] = SimpleNamespace(**{name: getattr(whole, name) for name in entries})
        finally:
            numba.config.CACHE_DIR = before
    return _TWINS[key]
