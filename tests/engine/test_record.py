"""One declaration, three forms: lists, checked memory, NumPy records; and one hash for all."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from goldenspike.engine.state_record import Record, i1, i2, i4, i8, u1, u2

LIMITS = {"u1": (0, 255), "i1": (-128, 127), "u2": (0, 65535), "i2": (-32768, 32767)}
LIMITS |= {"i4": (-(2**31), 2**31 - 1), "i8": (-(2**63), 2**63 - 1)}


class Table(Record):
    """Every machine type, in an order that would leave holes if it were kept, as number, row and grid."""

    phase: int = u1()
    seed: list[int] = i8(2)
    marks: list[int] = i1(3)
    money: list[int] = i2(5)
    grid: list[list[int]] = i2(2, 3)
    seen: int = u2()
    flag_bits: int = i4()
    hands: list[list[int]] = u1(4, 5)


def filled(seed: int = 1) -> Table:
    """A record with a different number in every place, extremes among them."""
    dice = random.Random(seed)
    table = Table()
    for name, field in Table.fields.items():
        low, high = LIMITS[field.kind]

        def number(low: int = low, high: int = high) -> int:
            return dice.choice([low, high, dice.randint(low, high)])

        value: Any = number()
        if len(field.shape) == 1:
            value = [number() for _ in range(field.shape[0])]
        elif len(field.shape) == 2:
            value = [[number() for _ in range(field.shape[1])] for _ in range(field.shape[0])]
        setattr(table, name, value)
    return table


def every_place(table: Any) -> list[tuple[Any, Any]]:
    """(holder, key) of every number of a record."""
    found: list[tuple[Any, Any]] = []
    for name, field in Table.fields.items():
        value = getattr(table, name)
        if not field.shape:
            found.append((table, name))
        elif len(field.shape) == 1:
            found += [(value, k) for k in range(field.shape[0])]
        else:
            found += [(row, k) for row in value for k in range(field.shape[1])]
    return found


def read(holder: Any, key: Any) -> int:
    return int(getattr(holder, key) if isinstance(key, str) else holder[key])


def write(holder: Any, key: Any, value: int) -> None:
    if isinstance(key, str):
        setattr(holder, key, value)
    else:
        holder[key] = value


# ---------------------------------------------------------------- lists
def test_a_new_record_is_plain_zeros() -> None:
    table = Table()
    assert table.phase == 0
    assert table.seed == [0, 0]
    assert table.grid == [[0, 0, 0], [0, 0, 0]]
    assert table.hands[0] is not table.hands[1]
    assert table.to_bytes() == bytes(Table.nbytes)


def test_a_copy_shares_nothing() -> None:
    table = filled()
    other = table.copy()
    assert other.to_bytes() == table.to_bytes()
    before = table.to_bytes()
    for holder, key in every_place(other):
        write(holder, key, 0)
    assert table.to_bytes() == before
    assert other.to_bytes() == bytes(Table.nbytes)


def test_assign_takes_lists_and_checked_memory() -> None:
    table = filled(2)
    for form in (table, table.checked()):
        other = Table()
        other.assign(form)
        assert isinstance(other.hands[1], list)
        other.hands[1][0] = 0
        table_again = filled(2)
        table_again.hands[1][0] = 0
        assert other.to_bytes() == table_again.to_bytes()


def test_fields_of_a_parent_are_kept() -> None:
    class Bigger(Table):
        more: int = i2()

    assert next(iter(Bigger.fields)) == "seed"
    assert set(Bigger.fields) == {*Table.fields, "more"}
    assert "more" not in Table.fields


@pytest.mark.parametrize(
    "name", ["round", "size", "copy", "item", "all", "any", "data", "flags", "hash", "clear", "dtype"]
)
def test_names_that_records_have_already_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        type("Wrong", (Record,), {name: i1()})


# ---------------------------------------------------------------- bytes and hash
@pytest.mark.parametrize("seed", range(20))
def test_bytes_bring_the_same_record_back(seed: int) -> None:
    table = filled(seed)
    raw = table.to_bytes()
    again = Table.from_bytes(raw)
    assert again.to_bytes() == raw
    assert [read(*place) for place in every_place(again)] == [read(*place) for place in every_place(table)]
    assert len(raw) == Table.nbytes
    assert Table.nbytes % 8 == 0


def test_wide_fields_come_first_and_every_field_is_aligned() -> None:
    widths = [{"1": 1, "2": 2, "4": 4, "8": 8}[field.kind[1]] for field in Table.fields.values()]
    assert widths == sorted(widths, reverse=True)
    for name, offset in Table._offsets.items():
        assert offset % int(Table.fields[name].kind[1]) == 0


def test_the_hash_changes_with_every_number() -> None:
    table = filled(3)
    seen = {table.hash()}
    for place in every_place(table):
        old = read(*place)
        write(*place, old - 1 if old > 0 else old + 1)
        seen.add(table.hash())
        write(*place, old)
    assert len(seen) == 1 + len(every_place(table))
    assert table.hash() == filled(3).hash()
    assert all(len(one) == 16 and int(one, 16) >= 0 for one in seen)


def test_the_hash_is_the_same_everywhere() -> None:
    """A fixed value: another byte order, layout or digest would break every saved match."""
    table = Table()
    table.money[1] = 258
    table.seed[1] = -2
    raw = bytearray(Table.nbytes)
    raw[8:16] = b"\xfe" + b"\xff" * 7
    raw[Table._offsets["money"] + 2 : Table._offsets["money"] + 4] = b"\x02\x01"
    assert table.to_bytes() == bytes(raw)
    assert table.hash() == "feb5d3ae075e2d9d"


# ---------------------------------------------------------------- checked
def test_the_checked_form_is_the_same_record() -> None:
    table = filled(4)
    checked = table.checked()
    assert [read(*place) for place in every_place(checked)] == [read(*place) for place in every_place(table)]
    assert checked.to_bytes() == table.to_bytes()
    assert checked.hash() == table.hash()
    checked.hands[2][3] = 7
    assert table.hands[2][3] == filled(4).hands[2][3]
    assert Table.from_bytes(checked.to_bytes()).hands[2][3] == 7


def test_the_checked_form_refuses_what_does_not_fit() -> None:
    checked: Any = Table().checked()
    for name, field in Table.fields.items():
        low, high = LIMITS[field.kind]
        value = getattr(checked, name)
        holder, key = (checked, name) if not field.shape else (value, 0) if len(field.shape) == 1 else (value[0], 0)
        for good in (low, high):
            write(holder, key, good)
            assert read(holder, key) == good
        for bad in (low - 1, high + 1):
            with pytest.raises((ValueError, TypeError)):
                write(holder, key, bad)
            assert read(holder, key) == high
        with pytest.raises(TypeError):
            write(holder, key, 0.5)  # type: ignore[arg-type]


def test_lists_that_overflow_cannot_be_packed() -> None:
    import struct

    table = Table()
    table.phase = 256
    with pytest.raises(struct.error):
        table.to_bytes()


# ---------------------------------------------------------------- NumPy
def test_numpy_records_lie_where_the_packed_bytes_lie() -> None:
    table = filled(5)
    records = Table.array([table, Table(), table])
    assert records.dtype.itemsize == Table.nbytes
    assert records.tobytes() == table.to_bytes() + bytes(Table.nbytes) + table.to_bytes()
    for name in Table.fields:
        assert records.dtype.fields is not None
        assert records.dtype.fields[name][1] == Table._offsets[name]
    record: Any = records[0]
    assert [read(*p) for p in every_place(table)] == [
        int(x) for name in Table.fields for x in record[name].reshape(-1).tolist()
    ]


def test_numpy_records_can_be_written() -> None:
    records = Table.array(2)
    records["money"][1][4] = -7
    assert Table.from_bytes(records[1].tobytes()).money[4] == -7
    assert Table.from_bytes(records[0].tobytes()).money == [0] * 5


def test_every_array_of_a_record_has_the_same_layout_object() -> None:
    class Wider(Table):
        more: int = u1()

    one, other = Table.array(1), Table.array([Table()])
    assert one.dtype is other.dtype is Table.dtype()
    assert Wider.dtype() is not Table.dtype()


def test_a_record_has_the_fields_that_it_declares_and_nothing_else() -> None:
    table: Any = filled()
    with pytest.raises(AttributeError, match="mony"):
        table.mony = 3
    for other in (table.copy(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other.to_bytes() == table.to_bytes()
        other.money[0] -= 1
        assert other.to_bytes() != table.to_bytes()


def test_a_record_may_add_fields_to_those_of_another() -> None:
    class Longer(Table):
        more: list[int] = i2(2)

    longer = Longer()
    longer.more[1], longer.money[2] = 7, 8
    assert {*Longer.fields} == {*Table.fields, "more"}
    again = Longer.from_bytes(longer.to_bytes())
    assert (again.more, again.money[2]) == ([0, 7], 8)
    assert "more" not in Table.fields
