"""Answers that take long to find, remembered for a moment: whoever asks again and again costs next to nothing."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

FRESH_S = 2.0
MOST = 256
T = TypeVar("T")


class RecentAnswers(Generic[T]):
    """By question; of several who ask the same at once, one causes the work."""

    def __init__(self, fresh_s: float = FRESH_S, most: int = MOST, now: Callable[[], float] = time.monotonic) -> None:
        self.fresh_s, self.most, self.now = fresh_s, most, now
        self._found: OrderedDict[Hashable, tuple[float, asyncio.Future[T]]] = OrderedDict()

    async def get(self, question: Hashable, find: Callable[[], Awaitable[T]]) -> T:
        at, known = self._found.get(question, (float("-inf"), None))
        if known is None or self.now() - at > self.fresh_s:
            known = asyncio.ensure_future(find())
            self._found[question] = (self.now(), known)
            self._found.move_to_end(question)
            while len(self._found) > self.most:
                self._found.popitem(last=False)
        try:
            return await asyncio.shield(known)
        except BaseException:
            if known.done() and self._found.get(question, (0.0, None))[1] is known:
                del self._found[question]  # nobody is told of an old failure
            raise
