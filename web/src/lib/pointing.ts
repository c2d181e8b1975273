/** A ring around a part of the page that a lesson or a tip speaks of; where it is scrolled out of sight, it comes back once. */
export function point(one: Element): void {
  if (one.classList.contains('pointed')) return
  one.classList.add('pointed')
  if (!one.closest('[data-test="hand"], .people')) return
  const [box, shown] = [one.getBoundingClientRect(), one.closest('.handy, .sheet-body, .people')?.getBoundingClientRect()]
  // Something high that begins in sight stays where it is: what is to be done now would scroll away above it.
  if (shown && box.height > shown.height / 2 && box.top >= shown.top && box.top < shown.bottom - 60) return
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
