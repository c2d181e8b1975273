"""Where compiled functions are kept on disk: one place for all environments of a user.

Numba files its own cache by the path and age of a source file, so each new virtual environment would compile again. The
folder here is named by the contents of the sources, Numba and Python; inside it Numba tells processors apart by itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator


def keep_in(folder: Path, function: Any) -> Any:
    """Let a jitted function be loaded from this folder, and be saved there once it is compiled."""

    class Locator(_CacheLocator):  # type: ignore[misc]
        def __init__(self, place: str, file: str) -> None:
            self._place, self._py_file = place, file

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return "current"  # the folder's name says it all

        def get_disambiguator(self) -> str:
            return self._place

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:
            return cls(f"{py_func.__module__}-{py_func.__code__.co_firstlineno}", py_file)

    class Files(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = [Locator]  # noqa: RUF012 (as Numba declares it)

    class Kept(FunctionCache):  # type: ignore[misc]
        _impl_class = Files

    function._cache = Kept(function.py_func)
    return function
