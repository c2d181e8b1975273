"""What a review found, as the page shows it: lines of the match become versions of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from goldenspike.server.live import messages as m


def findings(data: Mapping[str, Any], versions: Sequence[int]) -> m.ReviewFindings:
    """``versions``: of the start, then of each line."""

    def version(line: int) -> int:
        return versions[min(line, len(versions) - 1)]

    def placed(one: Mapping[str, Any]) -> dict[str, Any]:
        line = one.get("line")
        rest = {name: value for name, value in one.items() if name != "line"}
        return {**rest, "version": None if line is None else version(line)}

    decisions = [{**placed(one), "before": version(one["line"] - 1)} for one in data["decisions"]]
    timed = data["timed"] and {name: value for name, value in data["timed"].items() if name != "moments"}
    for part in ("waits", "setbacks") if timed else ():
        timed[part] = [placed(one) for one in timed[part]]
    points = [
        {
            "first": version(one["first"]),
            "last": version(one["last"]),
            "before": version(one["first"] - 1),
            "seat": one["seat"],
            "about": one["about"],
            "was": one["before"],
            "became": one["after"],
            "error": one["error"],
        }
        for one in data["turning_points"]
    ]
    return msgspec.convert(
        {
            "moments": [placed(one) for one in data["moments"]],
            "turning_points": points,
            "decisions": decisions,
            "left": max(0, data["effort"].get("decisions", 0) - data["effort"].get("judged", 0)),
            "by": data["by"],
            "winners": data["winners"],
            "timed": timed,
            "seconds": data["seconds"],
        },
        m.ReviewFindings,
    )
