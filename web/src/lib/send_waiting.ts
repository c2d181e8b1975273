/** Moves that wait at tables which are not open: sent as soon as the server can be reached, without opening them. */
import { Channel, type Hooks } from './channel'
import { settings } from './settings.svelte'
import { forgetMoves, tablesWithMoves, waitingMoves } from './waiting_moves'

const FIRST_MS = 3_000
const LOOK_MS = 500
const PATIENCE_MS = 30_000

const busy = new Set<string>()

function send(table: string): void {
  const seat = waitingMoves(table)[0]?.seat
  if (seat === undefined || busy.has(table)) return
  busy.add(table)
  const nothing = () => {}
  // Whoever lost the seat meanwhile has no move to make there.
  const hooks: Hooks = { welcome: nothing, event: nothing, own: nothing, tick: nothing, signalled: nothing, pong: nothing, presence: nothing, line: nothing, ended: () => forgetMoves(table) }
  const channel = new Channel(table, seat, () => settings.language, false, hooks, true)
  const begun = Date.now()
  const look = setInterval(() => {
    if (channel.unanswered && waitingMoves(table).length && Date.now() - begun < PATIENCE_MS) return
    clearInterval(look)
    channel.close()
    busy.delete(table)
  }, LOOK_MS)
}

/** ``open``: the table that is open here, which sends its own. */
export function sendWaiting(open: () => string | null): () => void {
  const now = () => {
    for (const table of tablesWithMoves()) if (table !== open()) send(table)
  }
  const first = setTimeout(now, FIRST_MS)
  addEventListener('online', now)
  return () => {
    clearTimeout(first)
    removeEventListener('online', now)
  }
}
