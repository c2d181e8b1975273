"""What the compiler must know of a game's rules: declared by the game, never guessed from names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, ModuleType

from . import defaults, loops, random_numbers
from .state_record import Record

SHARED = (random_numbers, loops)
# Short functions that are called everywhere: compiled into their callers.
SHARED_INLINE = (*random_numbers.INLINE, *loops.INLINE)
# The large functions of the contract, with what they are given: a state, a board, a number, a list of numbers.
# A compiled caller would contain a copy of each function it calls; these are called by name instead.
CALLED_BY_NAME = (
    ("start", "sbnnn"),
    ("legal", "sbnl"),
    ("refusal", "sbnn"),
    ("apply", "sbnn"),
    ("hide", "sbn"),
    ("redeal", "sbn"),
    ("policy", "sbnl"),
)


@dataclass(frozen=True)
class RuleSet:
    """The rule modules of a game, its two records, and how its functions are to be compiled."""

    modules: tuple[ModuleType, ...]
    state: type[Record]
    tables: type[Record]
    inline: tuple[str, ...] = ()  # compiled into their callers: for short functions in hot places
    entry_points: tuple[str, ...] = ()  # called from Python, besides those of ``loops``
    called_by_name: tuple[tuple[str, str], ...] = ()  # large functions, besides CALLED_BY_NAME
    replaced: tuple[ModuleType, ...] = ()  # of a variant: functions that take the place of others of the same name

    @property
    def all_modules(self) -> tuple[ModuleType, ...]:
        return (*SHARED, *self.modules, *self.replaced)

    @property
    def name(self) -> str:
        """The same name, the same rules: for caches within a process."""
        return " ".join([*(module.__name__ for module in self.all_modules), self.state.__name__, self.tables.__name__])

    @property
    def label(self) -> str:
        """What people are told is compiled: the folder of the game."""
        first, *inner = self.state.__module__.split(".")
        return f"the rules of {(inner[1] if inner[:1] == ['games'] else first).replace('_', ' ')}"

    @property
    def hides(self) -> bool:
        """Do the rules say what is hidden? Then there are packed observations, and something for spectators."""
        return "hide" in self._functions

    def functions(self) -> dict[str, FunctionType]:
        """All rule functions by name. Two of the same name would hide each other, unless a variant means it."""
        return dict(self._functions)

    @cached_property
    def _functions(self) -> dict[str, FunctionType]:
        found: dict[str, FunctionType] = {}
        for module in (*SHARED, *self.modules):
            for name, function in own_functions(module):
                if name in found:
                    raise TypeError(
                        f"two rule functions are called {name}, in {found[name].__module__} and {module.__name__}; "
                        "rename one (a variant that replaces a function declares its module in Game.replaced)"
                    )
                found[name] = function
        usual = dict(found)
        for module in self.replaced:
            for name, function in own_functions(module):
                replaces(usual.get(name), function)
                found[name] = function
        for name, function in own_functions(defaults):
            found.setdefault(name, function)
        # A module may use a function under another name; a variant reaches what it replaces that way.
        rules = {module.__name__ for module in self.all_modules}
        for module in (*self.modules, *self.replaced):
            for name, value in vars(module).items():
                if isinstance(value, FunctionType) and value.__module__ in rules and name != value.__name__:
                    found.setdefault(name, value)
        check_constants((*SHARED, *self.modules), found)
        return found


@dataclass(frozen=True)
class Kernels:
    """More compiled functions over a game's rules: their modules, and which of them Python calls.

    Short calls keep the interpreter's lock: letting go of it would cost more than they do. Where every index comes from
    a list of the kernels' own, indices need not be checked.
    """

    modules: tuple[ModuleType, ...]
    entry_points: tuple[str, ...]
    short_calls: tuple[str, ...] = ()
    inline: tuple[str, ...] = ()  # compiled into their callers
    checked: bool = True

    @property
    def name(self) -> str:
        return " ".join(module.__name__ for module in self.modules)


def own_functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions that a module defines itself."""
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield name, value


def check_constants(modules: Sequence[ModuleType], functions: Mapping[str, FunctionType]) -> None:
    """All rules are compiled in one namespace: a constant that they read means the same in every module.

    Only a variant may set one anew, for all rules, in a module that it declares as ``replaced``.
    """
    read = {name for function in functions.values() for name in function.__code__.co_names if name.isupper()}
    known: dict[str, tuple[object, str]] = {}
    for module in modules:
        for name in read.intersection(vars(module)):
            value = vars(module)[name]
            other, place = known.setdefault(name, (value, module.__name__))
            if value is not other and repr(value) != repr(other):
                raise TypeError(f"{place} and {module.__name__} define {name} differently; rename one of them")


def replaces(usual: FunctionType | None, function: FunctionType) -> None:
    """A function that takes another's place must be callable in the same way."""
    if usual is None:
        return
    wanted, given = usual.__code__.co_argcount, function.__code__.co_argcount
    if wanted != given:
        raise TypeError(
            f"{function.__module__}.{function.__name__} takes {given} arguments; "
            f"the function it replaces takes {wanted}"
        )
