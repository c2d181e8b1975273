"""How much the first visit loads, and when a slow phone can press its first button.

usage: python -m tests.web.first_load [--json]     the processor four times slower, nothing in the cache

The phone profile is that of 4G as Lighthouse has it: 1.6 Mbit/s down, 150 ms for a round trip.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from .conftest import ServerProcess
from .find_chromium import FLAGS, chromium

SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
MOST_KB, MOST_S = 450, 2.0
PRESSED = """() => new Promise((done) => {
  const look = () => {
    const play = document.querySelector('[data-test="play-now"]:enabled')
    play ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look)
  }
  look()
})"""


@dataclass(frozen=True)
class FirstLoad:
    kilobytes: float  # over the wire, until the network is silent
    files: int
    interactive_s: float  # the first button can be pressed: processor throttled, the network as it is
    interactive_4g_s: float  # the same on a phone's line


def visit(browser: Browser, address: str, line: dict[str, object] | None) -> tuple[float, float, int]:
    """Kilobytes, seconds until the first button can be pressed, files."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if line:
        session.send("Network.emulateNetworkConditions", line)
    arrived: list[float] = []
    session.on("Network.loadingFinished", lambda event: arrived.append(event["encodedDataLength"]))
    page.goto(address, wait_until="commit")
    seconds = page.evaluate(PRESSED) / 1000
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(arrived) / 1000, seconds, len(arrived)


def measure() -> FirstLoad:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        visit(browser, server.address, None)  # the server's own first time does not count
        kilobytes, seconds, files = visit(browser, server.address, None)
        _, slow, _ = visit(browser, server.address, LINE)
        browser.close()
        server.stop()
    return FirstLoad(round(kilobytes, 1), files, round(seconds, 2), round(slow, 2))


def main() -> int:
    found = measure()
    if "--json" in sys.argv:
        print(json.dumps(asdict(found), indent=1))
    else:
        print(f"first load: {found.kilobytes:.0f} kB in {found.files} files (at most {MOST_KB} kB)")
        print(
            f"interactive after {found.interactive_s:.2f} s, processor {SLOWER} times slower (at most {MOST_S:.0f} s)"
        )
        print(f"and after {found.interactive_4g_s:.2f} s if its line is that of a phone on 4G, too")
    return 0 if found.kilobytes <= MOST_KB and found.interactive_s <= MOST_S else 1


if __name__ == "__main__":
    sys.exit(main())
