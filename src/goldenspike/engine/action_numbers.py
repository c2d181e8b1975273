"""Numberings of actions: the rules' own, with a number for everything one may ask, and a dense one for learning.

The rules number whatever can be said, so that they can say why it is refused. Most of that is never legal. The dense
numbering of a setting leaves out what its board, options and values rule out for good, and keeps the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .env_fields import action_count
from .errors import BadOption
from .options import shown
from .setting import Setting

if TYPE_CHECKING:
    import numpy as np

NUMBERINGS = ("all", "dense")


class ActionNumbers:
    """One numbering: ``rules[number]`` is the rules' own number, ``number[own]`` the way back (-1: it has none)."""

    def __init__(self, kind: str, rules: np.ndarray[Any, Any], count: int) -> None:
        import numpy as np

        self.kind, self.rules, self.count = kind, rules, len(rules)
        self.number = np.full(count, -1, np.int64)
        self.number[rules] = np.arange(len(rules))

    @property
    def is_dense(self) -> bool:
        return self.kind == "dense"


def joint_numbers(settings: Sequence[Setting], kind: str) -> ActionNumbers:
    """One numbering for several settings: of what is possible in any of them."""
    import numpy as np

    found = [action_numbers(setting, kind) for setting in settings]
    if len(found) == 1:
        return found[0]
    counts = {len(one.number) for one in found}
    if len(counts) > 1:
        raise BadOption("the games of a batch must have the same actions")
    return ActionNumbers(kind, np.unique(np.concatenate([one.rules for one in found])), counts.pop())


@lru_cache(maxsize=64)
def action_numbers(setting: Setting, kind: str) -> ActionNumbers:
    """The numbering of a setting, by its name."""
    import numpy as np

    if kind not in NUMBERINGS:
        raise BadOption(f"actions are numbered {', '.join(NUMBERINGS)}; not {shown(kind)}")
    count = action_count(setting)
    if kind == "all":
        return ActionNumbers(kind, np.arange(count), count)
    possible = np.array(sorted(set(setting.game.possible_actions(setting))), np.int64)
    if not len(possible) or possible[0] < 0 or possible[-1] >= count:
        raise TypeError(f"{setting.game.name}: possible_actions must be numbers from 0 to {count - 1}")
    return ActionNumbers(kind, possible, count)
