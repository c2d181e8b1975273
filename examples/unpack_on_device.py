"""Packed observations of Santa Fe Rails where the network is: bytes go to the device, and become numbers there.

pip install torch        # or jax; without either, NumPy shows the same
python examples/unpack_on_device.py --library torch --device cuda

A packed observation is half as long as a flat one, so half as much is written, kept in a replay buffer and sent to the
device. ``Batch.unpack`` makes flat observations of it on the processor; ``unpack`` here does the same with the
operations of an array library, for a whole batch at once. docs/environments-games.md explains the numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

from goldenspike.envs import vector

SEATS, MAJORS, RAILS, TIPS = 5, 5, 9, 4
ON_TABLE, DISCARDED = 1, 1 + SEATS  # where a City card lies that nobody holds: table or discards of a seat
PHASES = 8


# ---------------------------------------------------------------- bytes become fields
def numpy_number(raw: Any, width: int) -> Any:
    return np.ascontiguousarray(raw).view(f"i{width}").astype(np.int32)


def torch_number(raw: Any, width: int) -> Any:
    import torch

    return raw.contiguous().view({1: torch.int8, 2: torch.int16}[width]).to(torch.int32)


def jax_number(raw: Any, width: int) -> Any:
    from jax import lax
    from jax import numpy as jnp

    kind = {1: jnp.int8, 2: jnp.int16}[width]
    pairs = raw if width == 1 else raw.reshape(len(raw), -1, width)
    return lax.bitcast_convert_type(pairs, kind).astype(jnp.int32)


def fields(raw: Any, kind: np.dtype[Any], number: Callable[[Any, int], Any]) -> dict[str, Any]:
    """The fields of packed observations by name; ``chance`` is always blank, and left out."""
    found = {}
    for name in kind.names or ():
        inner, first = kind.fields[name][:2]
        if name != "chance":
            numbers = number(raw[:, first : first + inner.itemsize], inner.base.itemsize)
            found[name] = numbers.reshape((len(raw), *inner.shape))
    return found


# ---------------------------------------------------------------- fields become what a seat sees
def unpack(f: dict[str, Any], who: Any, cities: int, lines: int, xp: Any, count: Callable[[int], Any]) -> Any:
    """Flat observations of the seats ``who``; ``count(n)`` is 0, 1, ... n - 1 on the device."""
    games, seats = len(who), f["seats"][:, None]
    order = (who[:, None] + count(SEATS)) % seats  # seats from the observer on
    there = count(SEATS) < seats
    picked = order[:, :, None] == count(SEATS)

    def by_seat(name: str) -> Any:
        return (picked * f[name][:, None, :]).sum(2)

    def row(*numbers: Any) -> Any:
        return xp.stack(numbers, 1)

    on_turn = f["first"] + f["turn"]
    clock = [
        1 * (f["phase"][:, None] == count(PHASES)),
        row(f["round_no"], (f["first"] - who) % f["seats"], (on_turn - who) % f["seats"], f["laid_now"], f["edition"]),
        row(f["terrain"], f["seats"]),
    ]
    plain = ("money", "held", "doubles", "booms", "triples", "fours")
    own = [by_seat(name) for name in plain]
    own += [1 + by_seat("branch"), by_seat("engineer"), 1 * (by_seat("committed") != 0), by_seat("card")]
    own += [1 + by_seat("shown"), 1 + by_seat("active_branch"), by_seat("laid_first")]
    bought = (picked[:, :, :, None] * f["reserve"][:, None]).sum(2)
    players = there[:, :, None] * xp.concatenate([xp.stack(own, 2), bought], 2)
    display = [
        row(*(f[f"shop_{name}"] for name in ("double", "triple", "four", "boom", "engineer"))),
        f["shop_branch"],
        f["shop_marker"],
        row(f["deck_size"], f["dummy_size"], f["exchanged"]),
    ]
    mine = who[:, None] == count(SEATS)
    hand, held = (mine[:, :, None] * f["hand"]).sum(1), (mine * f["held"]).sum(1)
    in_hand = count(hand.shape[1])[:, None] < held[:, None, None]
    cards = ((hand[:, :, None] == count(cities)) & in_hand).sum(1)
    tables = there * (ON_TABLE + order) - 1 * ~there  # -1: a seat that nobody has
    where = xp.concatenate([DISCARDED + who[:, None], tables], 1)
    gone = (f["gone"][:, None, :cities, :] == where[:, :, None, None]).sum(3)
    connected = f["city_rails"][:, None, :cities] >> count(RAILS)[:, None] & 1
    tips = count(TIPS) < f["tip_count"][:, :, None]
    railheads = ((f["tips"][:, :, :, None] == count(cities)) & tips[:, :, :, None]).sum(2)
    parts = [*clock, players, *display, f["available"], f["supply"], cards, gone, connected, railheads]
    parts += [f["marker"][:, :cities], f["reached"][:, :cities]]
    parts += [1 + f["builder"][:, :lines], f["filled"][:, :lines], f["origin"][:, :lines] & 1]
    return xp.concatenate([part.reshape(games, -1) for part in parts], 1)


def on_device(library: str, device: str, packed: Any, who: Any, cities: int, lines: int) -> Any:
    """The same with NumPy, PyTorch or JAX; the answer as a NumPy array, to be compared."""
    raw = packed.view(np.uint8).reshape(len(packed), -1)
    if library == "torch":
        import torch

        there = torch.tensor(raw, device=device)
        seen = unpack(
            fields(there, packed.dtype, torch_number), torch.tensor(who, device=device), cities, lines, torch,
            lambda n: torch.arange(n, device=device),
        )  # fmt: skip
        return seen.cpu().numpy()
    if library == "jax":
        import jax
        from jax import numpy as jnp

        def whole(raw: Any, who: Any) -> Any:
            return unpack(fields(raw, packed.dtype, jax_number), who, cities, lines, jnp, jnp.arange)

        return np.asarray(jax.jit(whole)(jnp.asarray(raw), jnp.asarray(who, jnp.int32)))
    return unpack(fields(raw, packed.dtype, numpy_number), who, cities, lines, np, np.arange)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", choices=("numpy", "torch", "jax"), default="numpy")
    parser.add_argument("--device", default="cpu", help="of PyTorch")
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--steps", type=int, default=400)
    wanted = parser.parse_args()
    batch = vector("santa-fe-rails", wanted.games, seats=4, seed=1, observation="packed", masks=False)
    cities, lines = int(batch.setting.b.n_cities), int(batch.setting.b.n_lines)
    checked = 0
    for step in range(wanted.steps):
        batch.step(batch.sample())
        if step % 20 == 0:
            seen = on_device(wanted.library, wanted.device, batch.packed, batch.who, cities, lines)
            assert (seen == batch.unpack()).all(), "another observation"
            checked += len(seen)
    print(f"{checked} packed observations of {batch.packed.dtype.itemsize} bytes unpacked with {wanted.library}:")
    print(f"each is the flat one of {seen.shape[1]} numbers")


if __name__ == "__main__":
    main()
