/** Where in the page we are: the address bar, and links that do not reload. */
export const place = $state({ path: location.pathname, search: location.search, hash: location.hash, visits: 0 })

function read(): void {
  place.path = location.pathname
  place.search = location.search
  place.hash = location.hash
}

addEventListener('popstate', () => {
  read()
  place.visits += 1
})
addEventListener('hashchange', read)

export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  const moved = location.pathname !== place.path
  read()
  place.visits += 1
  if (moved) scrollTo(0, 0)
}

/** Change what stands behind the address without leaving the screen. */
export function rewrite(to: string): void {
  history.replaceState(null, '', to)
  read()
}

/** For the page's root: plain left clicks on links of our own stay inside the page. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest?.('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  if (link.pathname === location.pathname && link.hash && link.search === location.search) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}
