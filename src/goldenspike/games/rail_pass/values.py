"""The numbers of the rulebook that a layout or a table may set otherwise."""

from __future__ import annotations

from goldenspike.engine.values import Number, RuleValue, load_values, standard_values

VALUES: tuple[RuleValue, ...] = load_values("goldenspike.games.rail_pass")
STANDARD: dict[str, Number] = standard_values(VALUES)


def in_words(values: dict[str, Number]) -> str:
    """Values as they are typed: win=80, time_s=300,300,300,300,300."""
    return ", ".join(
        f"{name}={','.join(map(str, value)) if isinstance(value, tuple) else value}" for name, value in values.items()
    )
