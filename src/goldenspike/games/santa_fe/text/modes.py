"""Which clauses belong to the game as it is played: its edition, its options, its number of players."""

from __future__ import annotations

import re

from goldenspike.engine.setting import Setting

# Clauses of 2002 that hold in 1992 as well; of a group not named, none does.
SHARED = {
    "COMP": {3, 4, 8, 9},
    "SETUP": {1, 11, 13},
    "OBJ": {1},
    "SEQ": {4, 6, 7, 8, 10, 11},
    "DRAW": {2, 3, 6, 8, 9, 11, *range(15, 24)},
    "PLAY": {3, 4, 7, 8, 9, 10},
    "LAY": {*range(1, 8), *range(9, 16), 17, 18, 19, *range(27, 42)},
    "CONN": {*range(1, 6)},
    "BONUS": {1, 2, *range(7, 14), *range(17, 21)},
    "CITY": {*range(1, 7)},
    "DBL": {*range(1, 13)},
    "BRANCH": {1, 2, *range(4, 9)},
    "DISC": {1, 2, 4},
    "END": {1, 3, 4, 5, 6, 8, 9, 10, 11},
    "SCORE": {1, 2, 4, 5, 6, 7, 8},
    "TERR": {10, 11, 13},
}
CLAUSE = re.compile(r"(SFR|SF)-(\w+)-(\d\d)")


def applies(clause: str, setting: Setting, modern: bool) -> bool:
    """Is this a clause of what is being played here?"""
    found = CLAUSE.fullmatch(clause)
    if found is None:
        return False
    edition, group, number = found[1], found[2], int(found[3])
    if modern and (edition == "SF" or (group == "2P" and setting.seats != 2)):
        return False
    if not modern and edition == "SFR" and number not in SHARED.get(group, ()):
        return False
    if group in {"TERR", "ADV", "ENG"}:
        return setting.options["terrain"] is True
    return group != "BUY" or setting.options["track_purchase"] is True
