"""Does anything lie over a control?"""

from __future__ import annotations

from playwright.sync_api import Locator, Page

# A label belongs to its control; what is gone by now lies under nothing.
FREE = """(one, [across, down]) => {
  const box = one.getBoundingClientRect()
  const top = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down)
  if (!top || !one.isConnected || one.contains(top) || top.closest('label')?.contains(one)) return ''
  return (top.closest('[data-test]')?.dataset.test ?? '') + ' ' + top.outerHTML.slice(0, 120)
}"""
# All controls in sight. What is scrolled away in its own part of the page is out of sight, not covered.
COVERED = """() => {
  const found = []
  for (const one of document.querySelectorAll('button:not(:disabled), a[href], [role="tab"], input, select')) {
    const box = one.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (box.width < 2 || box.height < 2 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
    if (document.querySelector('dialog[open]') && !one.closest('dialog[open]')) continue
    let hidden = getComputedStyle(one).visibility === 'hidden'
    for (let part = one.parentElement; part && !hidden; part = part.parentElement) {
      const frame = part.getBoundingClientRect()
      const within = x > frame.left + 1 && x < frame.right - 1 && y > frame.top + 1 && y < frame.bottom - 1
      hidden = getComputedStyle(part).overflow !== 'visible' && !within
    }
    const top = hidden ? null : document.elementFromPoint(x, y)
    if (!top || one.contains(top) || top.contains(one) || top.closest('label')?.contains(one)) continue
    // A heading that stays in sight while its list is scrolled.
    let over = top
    while (!over.contains(one) && getComputedStyle(over).position !== 'sticky') over = over.parentElement
    if (!over.contains(one)) continue
    const name = (node) => node.closest('[data-test]')?.dataset.test ?? node.tagName
    found.push(`${name(one)} (${one.textContent.trim().slice(0, 30)}) under ${name(top)}`)
  }
  return found
}"""
MIDDLE = (0.5, 0.5)
TRIES, MOMENT_MS = 5, 200  # a table that changes is a moment under way
# A line that others cross is pressed where nothing crosses it: the first such place, from the middle outwards.
OPEN_SPOT = """(one) => {
  const box = one.getBoundingClientRect()
  const spots = [[box.left + box.width / 2, box.top + box.height / 2]]
  for (const line of one.querySelectorAll('path')) {
    const [length, onPage] = [line.getTotalLength(), line.getScreenCTM()]
    for (const part of [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.1]) {
      const at = line.getPointAtLength(length * part).matrixTransform(onPage)
      spots.push([at.x, at.y])
    }
  }
  const free = spots.find(([x, y]) => one.contains(document.elementFromPoint(x, y))) ?? spots[0]
  return [(free[0] - box.left) / box.width, (free[1] - box.top) / box.height]
}"""


def check_free(one: Locator, at: tuple[float, float] = MIDDLE) -> None:
    """A finger put there, by default in the middle, meets the control itself: at once, or when all has come to rest."""
    for _ in range(TRIES):
        over: str = one.evaluate(FREE, list(at))
        if not over:
            return
        one.page.wait_for_timeout(MOMENT_MS)
    raise AssertionError(f"{one} lies under {over}")


def open_spot(one: Locator) -> tuple[float, float]:
    """Where a person would press it, as shares of its width and height."""
    across, down = one.evaluate(OPEN_SPOT)
    return across, down


def check_page(page: Page, where: str) -> None:
    """No control in sight lies under something else."""
    covered: list[str] = page.evaluate(COVERED)
    assert not covered, f"{where}: {covered}"
