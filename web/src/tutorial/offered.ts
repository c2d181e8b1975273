/** Is somebody new at this table, whom the tutorial is offered? */
import type { TableSession } from '../lib/session.svelte'
import { settings } from '../lib/settings.svelte'
import { game } from '../lib/shared.svelte'

const EARLY = 8

/** How long the tutorial takes. */
export const minutes = (session: TableSession): number | null => game(session.table.game)?.tutorial ?? null

/** At the start of a first game against bots, until it has been answered or the first move is made. */
export function isOffered(session: TableSession): boolean {
  const { table, you } = session
  const alone = table.seats.every((seat) => seat.holder === 'bot' || you.seats.includes(seat.seat))
  const early = session.running && session.version < EARLY && session.undoing.last === undefined
  return minutes(session) !== null && alone && early && !table.timed && !table.sandbox && settings.tour && session.seat !== null && !settings.learned.includes(table.game)
}
