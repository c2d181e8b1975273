/** A ring around a part of the page that a lesson or a tip speaks of; in the hand, which scrolls, it comes into sight once. */
export function point(one: Element): void {
  if (one.classList.contains('pointed')) return
  one.classList.add('pointed')
  if (one.closest('[data-test="hand"]')) one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
