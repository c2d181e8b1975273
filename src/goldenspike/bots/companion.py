"""A bot that adapts to whoever it plays with: careless while it is ahead, thorough while it is behind."""

from __future__ import annotations

from goldenspike.engine.bot import Budget, World, policy_choice
from goldenspike.engine.search import DEEP, TASTE, Searcher

from .levels import SearchBot
from .search import search_for
from .taste import NOTHING, Taste

FAR_AHEAD = 16.0  # points: one decision in two at random
AHEAD = 8.0  # what looks best now
LEVEL = -4.0  # a tenth of the time; further behind, all of it
SHARE = 10


class Companion(SearchBot):
    """Adapts to the others: it thinks less the further it is ahead, and more when it is behind."""

    name = "companion"
    takes_bytes = False  # far ahead it plays by the game's policy, which wants to see the position
    usual = Budget(seconds=0.75)
    style = DEEP
    styles = (DEEP, TASTE)

    def think(self, world: World, search: Searcher, budget: Budget) -> int:
        taste = search_for(world.game, TASTE)
        self.ready = isinstance(taste, Taste)
        if not isinstance(taste, Taste):
            return policy_choice(world)
        return self.as_well_as_others(world, search, self.lead(world, taste))

    def lead(self, world: World, taste: Taste) -> float:
        """About how many points it will be ahead of the best of the others, or of the target."""
        found = taste.look(world, [NOTHING], self.dice)[0]
        return found.own - found.rival

    def as_well_as_others(self, world: World, search: Searcher, lead: float) -> int:
        """What it does so many points ahead."""
        self.plan = {}
        if lead > FAR_AHEAD and self.dice.random() < 0.5:
            return self.dice.choice(list(world.legal))
        if lead > AHEAD:
            return policy_choice(world)
        share = SHARE if lead > LEVEL else 1
        budget = Budget(-(-self.budget.iterations // share), self.budget.seconds / share)
        return super().think(world, search, budget)
