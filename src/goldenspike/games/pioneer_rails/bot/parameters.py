"""How the levels of Pioneer Rails look for whole turns.

``narrow`` is the width of the beam, ``horizon`` the turns played on behind it.
"""

from __future__ import annotations

from goldenspike.engine.search import DEEP, FLAT, LEARNED, SearchParameters

PARAMETERS = {
    FLAT: SearchParameters(depth=1, horizon=0, narrow=8),
    DEEP: SearchParameters(horizon=3, narrow=10),
    LEARNED: SearchParameters(horizon=1, narrow=10),
}
