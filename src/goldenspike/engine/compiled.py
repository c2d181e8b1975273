"""Compiled rules: the same rule functions, compiled by Numba.

Numba's own cache looks only at the file of the function it compiles, so a changed rule would leave its callers stale.
Here every function has a fingerprint of all it is made of. It is part of the function's name in compiled code and on
disk, so that no two rule sets are ever mistaken for each other, and what they have in common is compiled once. All
environments of a user share one cache. Without a writable folder the rules are compiled in memory.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

from . import contract, defaults, loops
from .compile_errors import explained
from .compile_progress import told
from .fingerprints import fingerprints
from .rule_set import CALLED_BY_NAME, SHARED_INLINE, Kernels, RuleSet, own_functions

# Rules allocate no arrays, so reference counting is off, which halves the cost of a call. So are bounds checks: the
# same source runs interpreted in the tests, where every wrong index raises, and numbers from outside are refused first.
RULES = {"_nrt": False, "boundscheck": False}
CACHE_LINE = 64
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": True}


def stamp() -> str:
    """What all compiled code depends on: Numba, Python, and how the engine compiles."""
    import numba

    made_with = f"{numba.__version__} {sys.version_info[:3]} {sys.platform}".encode()
    return hashlib.sha256(made_with + Path(__file__).read_bytes()).hexdigest()[:16]


def cache_folder() -> Path | None:
    """A folder for compiled code that can be written to, or None."""
    named = os.environ.get("GOLDENSPIKE_CACHE")
    if named == "":
        return None
    if named is None:
        import platformdirs

        named = platformdirs.user_cache_dir("goldenspike", appauthor=False)
    folder = Path(named) / "compiled" / stamp()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return folder


def names_of(rules: RuleSet) -> dict[str, Any]:
    """All names that rules find, the functions still as they were written."""
    space: dict[str, Any] = {}
    for module in (contract, defaults, *rules.all_modules):
        space.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    return {**space, **rules.functions()}


def namespace(rules: RuleSet, wrap: Callable[[Any], Any] | None = None) -> dict[str, Any]:
    """The rules and the loops cloned into one namespace, each function wrapped (compiled, or left as it is)."""
    space = names_of(rules)
    functions = rules.functions()
    marks: Mapping[str, str] = rule_fingerprints(rules) if wrap else {}
    for name, function in functions.items():
        clone = _clone(function, space, marks.get(name, ""))
        space[name] = wrap(clone) if wrap else clone
    return space


@cache
def rule_fingerprints(rules: RuleSet) -> Mapping[str, str]:
    """Of every rule function: what it is made of, and how that is compiled."""
    how = repr(
        (OPTIONS, RULES, sorted({*SHARED_INLINE, *rules.inline}), sorted(rules.entry_points), by_name_kinds(rules))
    )
    return fingerprints(rules.functions(), names_of(rules), how)


def by_name_kinds(rules: RuleSet) -> dict[str, str]:
    """The functions that are called by name, with what they are given."""
    return dict((*CALLED_BY_NAME, *rules.called_by_name))


def _clone(function: FunctionType, space: dict[str, Any], mark: str = "") -> FunctionType:
    """The same function, finding all other names in another namespace.

    The mark becomes part of its name in compiled code. Numba itself numbers functions by the order in which a process
    compiles them: code of two processes could take each other's names.
    """
    clone = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    clone.__module__, clone.__qualname__ = function.__module__, function.__qualname__ + (f"_{mark}" if mark else "")
    clone.__doc__ = function.__doc__
    return clone


@cache
def interpreted(rules: RuleSet) -> SimpleNamespace:
    """All rule functions and loops, interpreted: for the table, tests, debugging and comparison."""
    return SimpleNamespace(**namespace(rules))


@cache
def interpreted_with(rules: RuleSet, kernels: Kernels) -> SimpleNamespace:
    """The same with functions of a search, for questions that are asked once in a while."""
    space = namespace(rules)
    for module in kernels.modules:
        space.update({name: value for name, value in vars(module).items() if name.isupper()})
        space.update({name: _clone(function, space) for name, function in own_functions(module)})
    return SimpleNamespace(**space)


class ByNameCalls:
    """The way to the large functions of a game: compiled once, then called by name from all other compiled code."""

    def __init__(self, space: dict[str, Any], rules: RuleSet) -> None:
        self.space, self.rules = space, rules
        self.marks = rule_fingerprints(rules)
        self.kinds = by_name_kinds(rules)
        self.known: dict[str, Any] = {}
        self.functions = {name: space[name] for name in self.kinds if hasattr(space[name], "py_func")}
        space.update({name: by_name(self, name) for name in self.functions})

    def symbol(self, name: str) -> str:
        return f"goldenspike_{name}_{self.marks[name]}"

    def given(self, name: str) -> tuple[Any, ...]:
        """The types of what the function is given."""
        import numba
        from numba import types

        kinds = {
            "s": numba.from_dtype(self.rules.state.dtype()),
            "b": numba.from_dtype(self.rules.tables.dtype()),
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
            with explained(self.rules), told(self.rules.label, len(self.reached(function.py_func))):
                function.compile(given)
            made = function.overloads[given]
            address = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
            llvmlite.binding.add_symbol(self.symbol(name), address)
            self.known[name] = made.signature.return_type
        return self.known[name]

    def connect(self, function: FunctionType) -> None:
        """Make ready whatever this function, or one it calls, calls by name: code from the disk knows only names."""
        for name in self.reached(function):
            if name in self.functions:
                self.answer(name)

    def reached(self, function: FunctionType) -> list[str]:
        """The names of everything that this function calls, or that those call which it calls."""
        seen: dict[str, None] = {}
        todo = list(function.__code__.co_names)
        while todo:
            name = todo.pop()
            called = getattr(self.functions.get(name, function.__globals__.get(name)), "py_func", None)
            if name not in seen and isinstance(called, FunctionType):
                seen[name] = None
                todo += called.__code__.co_names
        return list(seen)


class CompiledRules:
    """Compiled entry points by name; each is made ready when it is first asked for."""

    def __init__(self, entries: Mapping[str, Any], calls: ByNameCalls) -> None:
        self.entries, self.calls = entries, calls

    def __getattr__(self, name: str) -> Any:
        if name == "entries" or name not in self.entries:
            offered = ", ".join(sorted(self.entries))
            raise AttributeError(f"the compiled rules have no entry point {name}; they have {offered}")
        entry = self.entries[name]
        with told(self.calls.rules.label, len(self.calls.reached(entry.py_func))):
            self.calls.connect(entry.py_func)
        _watch_compiler(entry, self.calls)
        setattr(self, name, entry)
        return entry


def _watch_compiler(entry: Any, calls: ByNameCalls) -> None:
    """Say that rules are compiled, and tell in a sentence why one is not: Numba compiles at a function's first call."""
    compile_for_args = entry._compile_for_args

    def watched(*arguments: Any, **named: Any) -> Any:
        with explained(calls.rules), told(calls.rules.label, len(calls.reached(entry.py_func))):
            return compile_for_args(*arguments, **named)

    entry._compile_for_args = watched


def by_name(calls: ByNameCalls, name: str) -> Any:
    """The stand-in for such a function in compiled code: a call by name."""
    from numba.core import cgutils
    from numba.core.typing import signature
    from numba.extending import intrinsic

    def call() -> Any:
        def code(context: Any, builder: Any, sign: Any, arguments: Any) -> Any:
            kind = context.call_conv.get_function_type(sign.return_type, sign.args)
            target = cgutils.get_or_insert_function(builder.module, kind, calls.symbol(name))
            status, answer = context.call_conv.call_function(builder, target, sign.return_type, sign.args, arguments)
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return answer

        return signature(calls.answer(name), *calls.given(name)), code

    def of_two(typing: Any, a: Any, b: Any) -> Any:
        return call()

    def of_three(typing: Any, a: Any, b: Any, c: Any) -> Any:
        return call()

    def of_four(typing: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        return call()

    def of_five(typing: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
        return call()

    def of_six(typing: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
        return call()

    def of_seven(typing: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
        return call()

    kinds = {2: of_two, 3: of_three, 4: of_four, 5: of_five, 6: of_six, 7: of_seven}
    return intrinsic(kinds[len(calls.kinds[name])])


_COMPILED: dict[str, CompiledRules] = {}
_CALLS: dict[str, ByNameCalls] = {}
_ADDED: dict[tuple[str, ...], CompiledRules] = {}


def compiled(rules: RuleSet) -> CompiledRules:
    """The compiled form of these rules: the loops and whatever the game declares as entry points.

    Made once per process, kept on disk between processes.
    """
    key = rules.name
    if key not in _COMPILED:
        entries = (*loops.ENTRY_POINTS, *rules.entry_points)
        folder = cache_folder()
        outer, inner = _wrappers({**OPTIONS, **RULES}, folder)
        _, inlined = _wrappers({**OPTIONS, **RULES, "forceinline": True}, folder)
        short = {*SHARED_INLINE, *rules.inline}
        # Only entry points are called from Python: wrappers for the rest would double the time to compile,
        # and without a wrapper a call from Python would crash, so nothing else is handed out.
        space = namespace(rules, lambda f: inlined(f) if f.__name__ in short else inner(f))
        for name in entries:
            space[name] = outer(space[name].py_func)
        _CALLS[key] = calls = ByNameCalls(space, rules)
        _COMPILED[key] = CompiledRules({name: space[name] for name in entries}, calls)
    return _COMPILED[key]


def added(rules: RuleSet, kernels: Kernels, names: Mapping[str, Any] | None = None) -> CompiledRules:
    """More entry points over the same compiled rules, compiled when first called; ``names`` are constants they use."""
    given = dict(names or {})
    key = (rules.name, kernels.name, repr(sorted(given.items())))
    if key not in _ADDED:
        base = compiled(rules)
        calls = _CALLS[rules.name]
        constants = {name: value for one in kernels.modules for name, value in vars(one).items() if name.isupper()}
        space = {**calls.space, **raw_memory(), **constants, **given}
        options = {**OPTIONS, "boundscheck": True} if kernels.checked else {**OPTIONS, **RULES}
        folder = cache_folder()
        outer, inner = _wrappers(options, folder)
        short, _ = _wrappers({**options, "nogil": False}, folder)
        _, inlined = _wrappers({**options, "forceinline": True}, folder)
        functions = {name: function for module in kernels.modules for name, function in own_functions(module)}
        how = repr((options, kernels.entry_points, kernels.short_calls, kernels.inline, rules.inline, calls.kinds))
        marks = fingerprints({**rules.functions(), **functions}, {**names_of(rules), **constants, **given}, how)
        for name, function in functions.items():
            called = short if name in kernels.short_calls else outer if name in kernels.entry_points else inner
            wrap = inlined if name in kernels.inline else called
            space[name] = wrap(_clone(function, space, marks[name]))
        own = {name: space[name] for name in (*kernels.entry_points, *kernels.short_calls)}
        _ADDED[key] = CompiledRules({**base.entries, **own}, calls)
    return _ADDED[key]


def _wrappers(options: Mapping[str, Any], folder: Path | None) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """Numba's compiler for what Python calls and for what only compiled code calls; its work is kept in the folder."""
    import numba

    outer, inner = numba.njit(**options), numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
    if folder is None:
        return outer, inner
    from .compile_cache import keep_in

    return lambda function: keep_in(folder, outer(function)), lambda function: keep_in(folder, inner(function))


@cache
def raw_memory() -> dict[str, Any]:
    """The way from a plain address to the memory there: a number is handed over five times as fast as an array.

    ``memory(address, count, like)`` is an array of ``count`` numbers or records of the kind ``like``; ``fetch`` brings
    bytes into the processor's cache that will be needed soon, ``copy_line`` copies as many as one line of it has.
    """
    import numba
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    @intrinsic  # type: ignore[untyped-decorator]
    def memory(typing: Any, address: Any, count: Any, like: Any) -> Any:
        kind = types.Array(like.dtype, 1, "C")

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(kind)(context, builder)
            item = context.get_data_type(kind.dtype)
            size = context.get_constant(types.intp, context.get_abi_sizeof(item))
            start = builder.inttoptr(arguments[0], item.as_pointer())
            # Without meminfo: nobody counts who uses it.
            populate_array(array, start, [arguments[1]], [size], size, None)
            return array._getvalue()

        return kind(types.int64, types.int64, like), code

    @intrinsic  # type: ignore[untyped-decorator]
    def fetch_line(typing: Any, address: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            line = builder.inttoptr(arguments[0], cgutils.voidptr_t)
            number = cgutils.int32_t
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
            prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            builder.call(prefetch, [line, number(1), number(3), number(1)])  # to write, to the nearest cache, data
            return context.get_dummy_value()

        return types.void(types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def copy_line(typing: Any, to: Any, source: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            line = ir.VectorType(cgutils.int8_t, CACHE_LINE).as_pointer()
            there, here = (builder.inttoptr(address, line) for address in arguments)
            builder.store(builder.load(here, align=1), there, align=1)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), code

    @numba.njit(inline="always", _nrt=False)  # type: ignore[untyped-decorator]
    def fetch(address: Any, size: Any) -> Any:
        for offset in range(0, size, CACHE_LINE):
            fetch_line(address + offset)

    return {"memory": memory, "fetch": fetch, "copy_line": copy_line}
