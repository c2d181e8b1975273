"""State layout: one declaration, three forms (lists, checked memory, NumPy records), one hash.

A game declares its state as a class whose attributes name a machine type and a shape::

    class State(Record):
        phase: int = u1()
        money: list[int] = i2(5)
        hand: list[list[int]] = u1(5, 4)

Rule functions read and write ``s.phase``, ``s.money[p]``, ``s.hand[p][k]`` and run unchanged over
the list-backed class itself, over its checked form (which refuses numbers that do not fit), and,
compiled, over NumPy records of the same layout. A record may hold another one: ``options: Options = nested(Options)``
is read as ``b.options.terrain``.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    import numpy as np

_CODES = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "i4": "i", "i8": "q"}
_SIZES = {"u1": 1, "i1": 1, "u2": 2, "i2": 2, "i4": 4, "i8": 8}
_NESTED = "record"
# NumPy records and Numba have attributes of these names: a field would be hidden by them.
_TAKEN = frozenset({"round", "size", "copy", "item", "all", "any", "data", "flags", "hash", "clear", "dtype"})


@dataclass(frozen=True)
class Field:
    kind: str
    shape: tuple[int, ...]
    form: type[Record] | None = None  # of a nested record

    @property
    def count(self) -> int:
        number = 1
        for length in self.shape:
            number *= length
        return number

    @property
    def width(self) -> int:
        """Bytes per number, or of the whole nested record."""
        return _SIZES[self.kind] if self.form is None else self.form.nbytes

    @property
    def code(self) -> str:
        """How the field is packed, as ``struct`` spells it."""
        return f"{self.count}{_CODES[self.kind]}" if self.form is None else f"{self.form.nbytes}s"


def u1(*shape: int) -> Any:
    return Field("u1", shape)


def i1(*shape: int) -> Any:
    return Field("i1", shape)


def u2(*shape: int) -> Any:
    return Field("u2", shape)


def i2(*shape: int) -> Any:
    return Field("i2", shape)


def i4(*shape: int) -> Any:
    return Field("i4", shape)


def i8(*shape: int) -> Any:
    return Field("i8", shape)


def nested(form: type[Record]) -> Any:
    """A record within a record: its fields are read by their own names."""
    return Field(_NESTED, (), form)


class RecordType(type):
    """Makes the declared fields of a record its slots: rules that run interpreted do little else than look them up."""

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> RecordType:
        own = {key: value for key, value in members.items() if isinstance(value, Field)}
        others = {key: value for key, value in members.items() if key not in own}
        return super().__new__(mcs, name, bases, {**others, "__slots__": tuple(own), "_declared": own})


class Record(metaclass=RecordType):
    """The list-backed form of a state: plain ints and lists of ints."""

    fields: ClassVar[dict[str, Field]] = {}
    _declared: ClassVar[dict[str, Field]]  # those of them that this class adds
    _packed: ClassVar[struct.Struct]
    _pack: ClassVar[Callable[[Any], bytes]]
    _copy_fields: ClassVar[Callable[[Any, Any], None]]
    _offsets: ClassVar[dict[str, int]]
    nbytes: ClassVar[int]

    def __init_subclass__(cls) -> None:
        for name in cls._declared:
            if name in _TAKEN:
                raise TypeError(f"a record cannot have a field called {name!r}")
        # Wide fields first: every field is aligned without padding between them.
        order = sorted({**cls.fields, **cls._declared}.items(), key=lambda item: -_SIZES.get(item[1].kind, 16))
        cls.fields = dict(order)
        cls._offsets = {}
        at = 0
        code = "<"
        for name, field in order:
            cls._offsets[name] = at
            at += field.count * field.width
            code += field.code
        cls.nbytes = -(-at // 8) * 8
        cls._packed = struct.Struct(f"{code}{cls.nbytes - at}x")
        cls._pack, cls._copy_fields = _written_out(cls)

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, _zeros(field.shape) if field.form is None else field.form())

    def copy(self) -> Self:
        other = object.__new__(type(self))
        type(self)._copy_fields(self, other)
        return other

    def assign(self, other: Record) -> None:
        """Become equal to the other record, whatever its form."""
        for name, field in self.fields.items():
            value = getattr(other, name)
            if field.form is not None:
                value = field.form.from_bytes(value.to_bytes())
            elif len(field.shape) == 1:
                value = list(value)
            elif len(field.shape) == 2:
                value = [list(row) for row in value]
            setattr(self, name, value)

    def to_bytes(self) -> bytes:
        return type(self)._pack(self)

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        values = iter(cls._packed.unpack(raw))
        state = object.__new__(cls)
        for name, field in cls.fields.items():
            if field.form is None:
                setattr(state, name, _shaped(values, field.shape))
            else:
                packed: Any = next(values)
                setattr(state, name, field.form.from_bytes(packed))
        return state

    def hash(self) -> str:
        """Sixteen hex digits that any change of the state changes."""
        return digest(self.to_bytes())

    def checked(self) -> Self:
        """The same state over raw memory: a number that does not fit its field raises at once."""
        form = _checked_class(type(self))(bytearray(self.to_bytes()))
        return form  # type: ignore[return-value]

    @classmethod
    @cache
    def dtype(cls) -> np.dtype[np.void]:
        """The layout for NumPy: one object for each record, since a call into compiled code compares it by identity.

        With equal objects that are not the same, Numba compares field by field, which takes longer than most rules.
        """
        import numpy as np

        return np.dtype(
            {
                "names": list(cls.fields),
                "formats": [
                    (field.kind, field.shape) if field.form is None else field.form.dtype()
                    for field in cls.fields.values()
                ],
                "offsets": list(cls._offsets.values()),
                "itemsize": cls.nbytes,
            }
        )

    @classmethod
    def array(cls, records: int | Iterable[Record]) -> np.ndarray[Any, np.dtype[np.void]]:
        """NumPy records: so many zeroed ones, or copies of the given states."""
        import numpy as np

        if isinstance(records, int):
            return np.zeros(records, cls.dtype())
        raw = b"".join(record.to_bytes() for record in records)
        return np.frombuffer(bytearray(raw), cls.dtype())


def digest(raw: bytes) -> str:
    return blake2b(raw, digest_size=8).hexdigest()


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [[0] * shape[1] for _ in range(shape[0])]


def _written_out(form: type[Record]) -> tuple[Callable[[Any], bytes], Callable[[Any, Any], None]]:
    """Packing and copying with every field written out: half the time of a loop over them."""
    values, copies = [], ["pass"]
    for name, field in form.fields.items():
        value = (f"s.{name}", f"*s.{name}", f"*chain(*s.{name})")[len(field.shape)]
        copy = (f"s.{name}", f"s.{name}[:]", f"[row[:] for row in s.{name}]")[len(field.shape)]
        if field.form is not None:
            value, copy = f"s.{name}.to_bytes()", f"s.{name}.copy()"
        values.append(value)
        copies.append(f"t.{name} = {copy}")
    made: dict[str, Any] = {"packed": form._packed.pack, "chain": chain}
    exec(f"def pack(s): return packed({', '.join(values)})", made)
    exec("def copy_fields(s, t):\n " + "\n ".join(copies), made)
    return staticmethod(made["pack"]), staticmethod(made["copy_fields"])


def _shaped(values: Iterator[int], shape: tuple[int, ...]) -> Any:
    if not shape:
        return next(values)
    if len(shape) == 1:
        return [next(values) for _ in range(shape[0])]
    return [[next(values) for _ in range(shape[1])] for _ in range(shape[0])]


class Checked:
    """A record over memory: attributes are views of typed bytes."""

    form: ClassVar[type[Record]]

    def __init__(self, raw: bytearray | memoryview) -> None:
        self.raw = raw
        self.scalars: dict[str, memoryview] = {}
        whole = memoryview(raw)
        for name, field in self.form.fields.items():
            start, width = self.form._offsets[name], field.width
            if field.form is not None:
                setattr(self, name, _checked_class(field.form)(whole[start : start + width]))
                continue
            code = _CODES[field.kind]
            view: memoryview[int] = whole[start : start + field.count * width].cast(code)  # type: ignore[call-overload]
            if not field.shape:
                self.scalars[name] = view
            elif len(field.shape) == 1:
                setattr(self, name, view)
            else:
                row = field.shape[1]
                setattr(self, name, [view[k * row : (k + 1) * row] for k in range(field.shape[0])])

    def to_bytes(self) -> bytes:
        return bytes(self.raw)

    def hash(self) -> str:
        return digest(self.to_bytes())


_CHECKED: dict[type[Record], type[Checked]] = {}


def _checked_class(form: type[Record]) -> type[Checked]:
    if form not in _CHECKED:
        members: dict[str, Any] = {"form": form}
        for name, field in form.fields.items():
            if not field.shape and field.form is None:
                members[name] = _scalar(name)
        _CHECKED[form] = type(f"Checked{form.__name__}", (Checked,), members)
    return _CHECKED[form]


def _scalar(name: str) -> property:
    def read(self: Checked) -> int:
        return self.scalars[name][0]

    def write(self: Checked, value: int) -> None:
        self.scalars[name][0] = value

    return property(read, write)
