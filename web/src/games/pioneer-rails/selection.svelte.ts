/** What a player has in hand between two steps: whose sheet lies on top, tracks still to be sent, an answer to read. */
import type { Reason } from '../../lib/types.gen'
import type { GameProps } from '../contract'
import { trackSteps, viewOf } from './model'

export interface Answer {
  x: number
  y: number
  title: string
  reason: Reason | null
  notes: string[]
  /** A track that a Town would make possible. */
  offer?: string
}

export const selection = $state({
  /** Whose sheet is shown; null is one's own. */
  seat: null as number | null,
  /** Tracks drawn by hand that are on their way to the table. */
  queue: [] as string[],
  /** The track under the pointer or the focus. */
  over: null as string | null,
  answer: null as Answer | null,
  /** The part of the score area that is being counted. */
  counted: null as string | null,
  odds: false,
})

let seen = ''

/** Put away what belongs to another table, seat or turn. That others are done with this turn changes nothing: everybody
 * draws at the same time, and a track that was just pressed would be lost. */
export function tidy(p: GameProps): void {
  const view = viewOf(p)
  const own = p.entries.findLast((one) => one.seat === p.seat)?.version ?? -1
  const now = `${p.table.id} ${p.seat} ${p.live} ${view?.round} ${view?.turn} ${view?.phase} ${own}`
  if (now === seen) return
  if (seen.split(' ')[0] !== p.table.id || seen.split(' ')[1] !== String(p.seat)) {
    selection.seat = null
    selection.counted = null
  }
  seen = now
  selection.queue = []
  selection.answer = null
  selection.over = null
}

/** Whose sheet lies on top: a chosen one, my own, or for those who look on the first. */
export function shownSeat(p: GameProps): number {
  return selection.seat ?? p.about ?? p.seat ?? 0
}

export function showSheet(p: GameProps, seat: number | null): void {
  selection.answer = null
  selection.seat = seat === null || seat === p.seat ? null : seat
}

let sending = false

/** Draw tracks one after another, each when the table has agreed to the one before; a refusal ends it. */
export async function draw(now: () => GameProps, refused: (name: string, reason: Reason) => void): Promise<void> {
  if (sending) return
  sending = true
  try {
    while (selection.queue.length) {
      const name = selection.queue[0]!
      const p = now()
      const reason = await p.step(trackSteps(p.legal).get(name)?.text ?? name)
      if (reason) {
        selection.queue = []
        refused(name, reason)
        return
      }
      p.sound('lay')
      if (selection.queue[0] === name) selection.queue = selection.queue.slice(1)
    }
  } finally {
    sending = false
  }
}

/** A step that is no track: a card, a Town, a choice; what is refused is told where everybody looks. */
export async function take(p: GameProps, text: string): Promise<void> {
  selection.answer = null
  selection.seat = null
  const reason = await p.step(text)
  if (reason) selection.answer = { x: -1, y: -1, title: '', reason, notes: [] }
  else p.sound(text.startsWith('use') ? 'card' : 'lay')
}

/** Take steps back until a track of this turn is gone. */
export function erase(p: GameProps, name: string): void {
  const place = p.steps.findIndex((text) => text.replace(/^[+=#/]*/, '') === name)
  if (place < 0) return
  selection.answer = null
  for (let k = p.steps.length; k > place; k -= 1) p.back()
}
