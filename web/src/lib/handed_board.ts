/** A board on its way from one screen to another of this tab, between editor, set-up and the page of a saved board. */
const KEY = (game: string) => `goldenspike handed ${game}`

export function hand(game: string, board: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(KEY(game), JSON.stringify(board))
  } catch {
    // A browser that keeps nothing: then there is nothing to take.
  }
}

export function handed(game: string): Record<string, any> | null {
  try {
    const board = JSON.parse(sessionStorage.getItem(KEY(game)) ?? 'null')
    return board && typeof board === 'object' ? board : null
  } catch {
    return null
  }
}

/** The set-up of a table with such a board, for so many players. */
export function setUpWith(game: string, board: Record<string, unknown>, players: number | undefined, saved: { id: string; version: number } | null): string {
  hand(game, board)
  const more = new URLSearchParams({ board: 'handed', ...(players ? { seats: String(players) } : {}), ...(saved ? { saved: `${saved.id}/${saved.version}` } : {}) })
  return `/new/${game}?${more}`
}
