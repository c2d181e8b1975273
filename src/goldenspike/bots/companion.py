"""A bot as strong as whoever it plays with: careless while it is ahead, thorough while it is behind."""

from __future__ import annotations

from goldenspike.engine.bot import Budget, World, policy_choice
from goldenspike.engine.search import DEEP, TASTE, Searcher, SearchParameters

from .levels import SearchBot
from .search import search_for
from .taste import NOTHING, Taste

FAR_AHEAD = 16.0  # points: one decision in two at random
AHEAD = 8.0  # what looks best now
LEVEL = -4.0  # a tenth of the time; further behind, all of it
SHARE = 10


class Companion(SearchBot):
    """Plays about as well as the others do: it thinks less the further it is ahead, and more when it is behind."""

    name = "companion"
    usual = Budget(seconds=0.75)
    style = DEEP
    styles = (DEEP, TASTE)

    def choose(self, world: World) -> int:
        self.thought = None
        if len(world.legal) == 1:
            return world.legal[0]
        taste, search = search_for(world.game, TASTE), self.searcher(world.game)
        self.ready = search is not None and isinstance(taste, Taste)
        if search is None or not isinstance(taste, Taste):
            return policy_choice(world)
        planned = self.plan.get(search.plan_key(world)) if self.plan else None
        if planned is not None and planned in world.legal:
            return planned
        return self.as_well_as_others(world, search, self.lead(world, taste))

    def lead(self, world: World, taste: Taste) -> float:
        """About how many points it will be ahead of the best of the others, or of the target."""
        found = taste.look(world, [NOTHING], self.dice)[0]
        return found.own - found.rival

    def as_well_as_others(self, world: World, search: Searcher, lead: float) -> int:
        self.plan = {}
        if lead > FAR_AHEAD and self.dice.random() < 0.5:
            return self.dice.choice(list(world.legal))
        if lead > AHEAD:
            return policy_choice(world)
        share = SHARE if lead > LEVEL else 1
        budget = Budget(-(-self.budget.iterations // share), self.budget.seconds / share)
        parameters: SearchParameters = self.parameters(world.game)
        found = search.search(world, budget, parameters, self.dice)
        self.plan, self.thought = found.plan, found
        return found.actions[0].action if found.actions else policy_choice(world)
