"""Random numbers kept in the state: sfc32, the same on every platform, interpreted or compiled.

Only additions, shifts and exclusive-ors of numbers below 2**53, so Python, Numba and C agree.
Every state record of a game has a field ``chance: list[int] = i8(4)``.
"""

from __future__ import annotations

from typing import Protocol

MASK = 0xFFFFFFFF


class HasChance(Protocol):
    chance: list[int]


def seed_chance(s: HasChance, low: int, high: int) -> None:
    """Start the generator from the halves of a seed: two of 32 bits, or two of 64 that fill the whole state.

    Halves of 64 bits are signed numbers: compiled code knows no others that are so long.
    """
    s.chance[0] = low & MASK
    if low >> 32 == 0 and high >> 32 == 0:
        s.chance[1] = high & MASK
        s.chance[2] = 0x9E3779B9
        s.chance[3] = 1
    else:
        s.chance[1] = (low >> 32) & MASK
        s.chance[2] = high & MASK
        s.chance[3] = (high >> 32) & MASK
    for _ in range(15):
        next_number(s)


def next_number(s: HasChance) -> int:
    """The next 32 random bits."""
    chance = s.chance
    b = chance[1]
    c = chance[2]
    counter = chance[3]
    total = (chance[0] + b + counter) & MASK
    chance[0] = b ^ (b >> 9)
    chance[1] = (c + ((c << 3) & MASK)) & MASK
    chance[2] = ((((c << 21) & MASK) | (c >> 11)) + total) & MASK
    chance[3] = (counter + 1) & MASK
    return total


def below(s: HasChance, n: int) -> int:
    """A number from 0 to n - 1, every one equally likely (n at most 2**20)."""
    while True:
        number = next_number(s)
        rest = number % (n & MASK)  # the same as % n, and the compiler knows that no sign matters
        # Numbers beyond the last full range would favour small results: they are drawn again.
        if number - rest + n <= MASK + 1:
            return rest


INLINE = ("below", "next_number")
