/** Games of others: which are worth watching, and how late they are seen. */
import type { Listing, Table, You } from './types.gen'
import { t } from './words.svelte'

const FRESH_MS = 10 * 60_000

/** What a host can choose, in seconds; 0: others see the game as it is played. */
export const WATCH_DELAYS = [0, 60, 180, 600]

export const delayMinutes = (table: Pick<Table, 'watch_delay_s'>): number => Math.ceil((table.watch_delay_s ?? 0) / 60)
export const delayWord = (seconds: number): string => (seconds ? t('watch.after', { n: seconds / 60 }) : t('watch.live'))

/** Does somebody who only watches see the game later than it is played? */
export const seesLate = (table: Table, you: You): boolean => !!table.watch_delay_s && !you.host && !you.seats.length

/** Running public games: the most watched first, then where most people are at their seats, then what moved last. */
export function worthWatching(running: Listing[], most: number, now = Date.now()): Listing[] {
  const here = ({ table }: Listing) => table.seats.filter((seat) => seat.holder === 'person' && seat.online && !seat.stands_in).length
  const moved = ({ table }: Listing) => table.changed_ms + 1000 * (table.watch_delay_s ?? 0)
  return running
    .filter((row) => !row.you.seats.length && here(row) > 0 && now - moved(row) < FRESH_MS)
    .sort((a, b) => (b.watching ?? 0) - (a.watching ?? 0) || here(b) - here(a) || moved(b) - moved(a))
    .slice(0, most)
}
