"""How the levels of Santa Fe search: what matches found best."""

from __future__ import annotations

from goldenspike.engine.search import DEEP, FLAT, LEARNED, SearchParameters

PARAMETERS = {
    # About four Rounds played on, long enough to see what a City card will bring without being told.
    FLAT: SearchParameters(depth=1, horizon=60, foresee=False),
    DEEP: SearchParameters(explore=0.15),
    # Few decisions played on, and none of a Round's end: that many more walks, each with less noise, were worth more.
    LEARNED: SearchParameters(explore=0.05, horizon=3, random_one_in=40),
}
