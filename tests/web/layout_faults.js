// What is wrong with the controls of this screen. What a board or a tabletop offers may lie close together: it is a map.
() => {
  const WANTED = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]'
  const WORDED = 'button, a.button, [role=tab]'
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1)

  const common = (one, other) => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const larger = (rect, size) => rect.right - rect.left > size && rect.bottom - rect.top > size
  const name = (el) => {
    const words = el.dataset.test || el.getAttribute('aria-label') || el.textContent.trim() || el.name || el.tagName
    return words.replace(/\s+/g, ' ').slice(0, 40)
  }
  // Whatever floats above the page may cover it: one scrolls on.
  const floating = (el) => {
    for (let at = el; at && at !== modal; at = at.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at
    }
    return null
  }

  const found = []
  const seen = []
  for (const el of (modal ?? document).querySelectorAll(WANTED)) {
    const style = getComputedStyle(el)
    if (!el.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || style.pointerEvents === 'none') continue
    if (el.closest('svg, [data-test=tabletop], .unseen')) continue
    const whole = el.getBoundingClientRect()
    let rect = whole
    // A link in a sentence may go on in the next line.
    let lines = [...el.getClientRects()]
    let scrolls = false
    for (let at = el.parentElement; at && at !== modal && at !== document.body; at = at.parentElement) {
      const around = getComputedStyle(at)
      if (around.overflowX === 'visible' && around.overflowY === 'visible') continue
      const frame = at.getBoundingClientRect()
      rect = common(rect, frame)
      lines = lines.map((line) => common(line, frame))
      scrolls ||= /auto|scroll/.test(around.overflowX)
    }
    if (!larger(rect, 3)) continue
    if (!scrolls && (whole.left < -1 || whole.right > innerWidth + 1)) found.push(`${name(el)} sticks out of the window`)
    if (!scrolls && (whole.right - rect.right > 2 || rect.left - whole.left > 2)) found.push(`${name(el)} is cut off`)
    if (el.matches(WORDED) && el.clientWidth && el.scrollWidth > el.clientWidth + 2) found.push(`${name(el)} has no room for its words`)
    seen.push({ el, lines, above: floating(el) })
  }
  seen.forEach((one, place) => {
    for (const other of seen.slice(place + 1)) {
      if (one.above !== other.above || one.el.contains(other.el) || other.el.contains(one.el)) continue
      if (one.lines.some((line) => other.lines.some((next) => larger(common(line, next), 2)))) found.push(`${name(one.el)} and ${name(other.el)} overlap`)
    }
  })
  // A word that breaks in its middle has no room.
  const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const rows = () => new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement
    if (!node.data.trim() || !around.checkVisibility() || around.closest('svg, code, .unseen') || getComputedStyle(around).hyphens === 'auto') continue
    range.selectNodeContents(node)
    if (rows() < 2) continue
    for (const word of node.data.matchAll(/\p{L}{4,}/gu)) {
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      if (rows() > 1) found.push(`${word[0]} is broken in its middle`)
    }
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wide > 0) found.push(`the page is ${wide} px wider than the window`)
  return [...new Set(found)]
}
