"""Seeds: whole numbers below 2**128. People choose short ones; long ones cannot be found by trial."""

from __future__ import annotations

import re
from hashlib import sha256

from .errors import BadOption
from .options import shown

SHORT = 1 << 64  # seeds below this start the generator as they always did
LONG = 1 << 128
_WRITTEN = re.compile(r"[0-9a-f]{32}")


def read_seed(seed: object) -> int:
    """A seed as a number, or a long one as it is written in files: 32 hexadecimal digits."""
    if isinstance(seed, str) and _WRITTEN.fullmatch(seed):
        return int(seed, 16)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < LONG:
        raise BadOption(f"a seed is a whole number from 0 to 2**128 - 1; not {shown(seed)}")
    return seed


def written_seed(seed: int | None) -> int | str | None:
    """A seed as it is written in files: few readers of JSON know numbers beyond 64 bits."""
    return seed if seed is None or seed < SHORT else f"{seed:032x}"


def halves(seed: int) -> tuple[int, int]:
    """The two numbers from which the generator starts (see ``seed_chance``); a long seed is mixed by a hash first."""
    if seed < SHORT:
        return seed & 0xFFFFFFFF, seed >> 32
    mixed = sha256(seed.to_bytes(16, "big")).digest()
    return int.from_bytes(mixed[:8], "big", signed=True), int.from_bytes(mixed[8:16], "big", signed=True)
