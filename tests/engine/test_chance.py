"""Random numbers kept in the state: sfc32, bit for bit, and fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice

import pytest

from goldenspike.engine.errors import BadOption
from goldenspike.engine.random_numbers import MASK, below, next_number, seed_chance
from goldenspike.engine.seeds import halves, read_seed, written_seed
from goldenspike.engine.state_record import Record, i8


class State(Record):
    chance: list[int] = i8(4)


def sfc32(a: int, b: int, c: int, counter: int) -> Iterator[int]:
    """The generator as published (Chris Doty-Humphrey, PractRand), written down apart from the engine.

    tmp = a + b + counter++; a = b ^ (b >> 9); b = c + (c << 3); c = rotl(c, 21) + tmp; return tmp
    """
    while True:
        tmp = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c * 9) % 2**32
        c = (int.from_bytes(c.to_bytes(4, "big")) * 2**21 % 2**32 + c // 2**11 + tmp) % 2**32
        yield tmp


def seeded(low: int, high: int) -> State:
    s = State()
    seed_chance(s, low, high)
    return s


def test_numbers_of_the_published_algorithm() -> None:
    """Worked by hand from a = 1, b = 2, c = 3, counter = 4: first number 1 + 2 + 4, second 2 + 27 + 5."""
    s = State()
    s.chance = [1, 2, 3, 4]
    assert next_number(s) == 7
    assert s.chance == [2, 27, 3 * 2**21 + 7, 5]
    assert next_number(s) == 34
    assert s.chance == [27, (3 * 2**21 + 7) * 9, (7 * 2**21 + 3 * 2**10 + 34) % 2**32, 6]


@pytest.mark.parametrize("start", [(0, 0, 0, 1), (1, 2, 3, 4), (MASK, MASK, MASK, MASK), (0xDEADBEEF, 7, 2**31, 0)])
def test_a_thousand_numbers_agree_with_the_algorithm(start: tuple[int, int, int, int]) -> None:
    s = State()
    s.chance = list(start)
    assert [next_number(s) for _ in range(1000)] == list(islice(sfc32(*start), 1000))
    assert all(0 <= part <= MASK for part in s.chance)


@pytest.mark.parametrize(("low", "high"), [(0, 0), (1, 0), (0, 1), (1869, 0), (MASK, MASK), (123456789, 987654321)])
def test_a_seed_starts_after_fifteen_numbers(low: int, high: int) -> None:
    expected = islice(sfc32(low, high, 0x9E3779B9, 1), 15, 25)
    s = seeded(low, high)
    assert [next_number(s) for _ in range(10)] == list(expected)


def test_long_halves_fill_the_whole_state() -> None:
    """Halves of 64 bits, signed as compiled code holds them: all 128 bits count."""
    low, high = 0x0123456789ABCDEF, -0x0123456789ABCDF0
    words = (0x89ABCDEF, 0x01234567, 0x76543210, 0xFEDCBA98)
    expected = islice(sfc32(*words), 15, 25)
    s = seeded(low, high)
    assert [next_number(s) for _ in range(10)] == list(expected)
    for bit in range(64):
        assert seeded(low ^ 1 << bit, high).chance != seeded(low, high).chance
        assert seeded(low, high ^ 1 << bit).chance != seeded(low, high).chance


def test_a_long_seed_is_mixed_by_a_hash_and_a_short_one_stays_as_it_was() -> None:
    assert halves(1869) == (1869, 0)
    assert halves(2**64 - 1) == (MASK, MASK)
    found = {halves(2**64 + number) for number in range(1000)}
    assert len(found) == 1000
    assert all(-(2**63) <= half < 2**63 for pair in found for half in pair)
    assert halves(2**64) == (
        int.from_bytes(sha256((2**64).to_bytes(16, "big")).digest()[:8], "big", signed=True),
        int.from_bytes(sha256((2**64).to_bytes(16, "big")).digest()[8:16], "big", signed=True),
    )


@pytest.mark.parametrize("seed", ["ab" * 16, 2**128 - 1, 0])
def test_seeds_as_people_and_files_write_them(seed: object) -> None:
    number = read_seed(seed)
    assert read_seed(written_seed(number)) == number


@pytest.mark.parametrize("wrong", [-1, 2**128, True, 1.5, "7", "AB" * 16, "ab" * 15, None])
def test_what_is_no_seed(wrong: object) -> None:
    with pytest.raises(BadOption, match="a seed is a whole number"):
        read_seed(wrong)


def test_different_seeds_give_different_numbers() -> None:
    first = {tuple(next_number(s) for _ in range(2)) for s in (seeded(k, 0) for k in range(2000))}
    assert len(first) == 2000


def test_chance_is_in_the_state() -> None:
    """Two states never disturb each other, and a copy goes on alike."""
    one, two = seeded(1, 1), seeded(2, 2)
    other = one.copy()
    mixed = [next_number(s) for _ in range(5) for s in (one, two)]
    assert mixed[::2] == [next_number(other) for _ in range(5)]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 10, 52, 107])
def test_below_is_uniform(n: int) -> None:
    """Chi-square over 400 n numbers; the limit is passed by chance once in a million."""
    s = seeded(7, n)
    each = 400
    counts = Counter(below(s, n) for _ in range(each * n))
    assert set(counts) == set(range(n))
    square = sum((count - each) ** 2 / each for count in counts.values())
    assert square < (n - 1) + 5 * (2 * max(n - 1, 1)) ** 0.5 + 12


@pytest.mark.parametrize("n", [2, 3, 1000, 3 * 2**18, 2**20 - 1, 2**20])
def test_below_is_exact(n: int) -> None:
    """Numbers of the last, incomplete row are thrown away, so every remainder has as many numbers behind it."""
    limit = 2**32 - 2**32 % n
    assert limit % n == 0
    s, raw = seeded(3, n), sfc32(3, n, 0x9E3779B9, 1)
    for _ in range(15):
        next(raw)
    for _ in range(500):
        assert below(s, n) == next(number for number in raw if number < limit) % n


def test_below_throws_the_incomplete_row_away() -> None:
    """For n = 2**31 + 1 only half of all numbers may be used; n is that large only here."""
    n = 2**31 + 1
    s, raw = seeded(1, 2), sfc32(1, 2, 0x9E3779B9, 1)
    for _ in range(15):
        next(raw)
    drawn = [below(s, n) for _ in range(50)]
    kept = (number for number in raw if number < n)
    assert drawn == [next(kept) for _ in range(50)]
    used = s.chance[3] - 16
    assert used > 60  # about a hundred numbers were needed for fifty


def test_below_one_is_nothing_to_choose() -> None:
    s = seeded(1, 1)
    assert {below(s, 1) for _ in range(20)} == {0}
