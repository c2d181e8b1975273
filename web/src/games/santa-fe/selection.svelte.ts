/** What a player has in hand between two actions: a railroad picked up, an open city, cards laid aside. Board and hand share it. */
import type { GameProps } from '../contract'
import { lays } from './model'

export const selection = $state({
  /** The railroad whose lines light up. */
  rail: null as string | null,
  /** The city whose card is open. */
  city: null as string | null,
  /** The line whose choices are open, with the end it is built from. */
  line: null as { id: string; from: string } | null,
  /** Whose cities are shown; null is one's own. */
  player: null as number | null,
  /** Boomtown sites picked so far. */
  marks: [] as string[],
  /** Places in the hand of cards to exchange. */
  swap: [] as number[],
})

let seen = ''
let before = -1

/** Put away what belongs to an earlier decision; a railroad stays picked up while it can still grow. */
export function tidy(p: GameProps): void {
  const version = p.entries.at(-1)?.version ?? -1
  const at = `${p.table.id} ${p.seat} ${p.live} ${version}`
  if (at === seen) return
  // The next chapter of a lesson begins: another position.
  if (version < before) selection.rail = selection.city = null
  before = version
  seen = at
  selection.line = null
  selection.marks = []
  selection.swap = []
  if (selection.rail && !lays(p.legal).some((lay) => lay.rail === selection.rail)) selection.rail = null
}

export function pick(p: GameProps, rail: string | null): void {
  if (p.draft) p.choose(null)
  selection.line = null
  selection.city = null
  selection.rail = selection.rail === rail ? null : rail
}

/** The boomtown action that places exactly these markers, if it is allowed. */
export function boomAction(legal: string[], cities: string[]): string | null {
  if (!cities.length) return legal.find((text) => text === 'boom none') ?? null
  const wanted = [...cities].sort().join(' ')
  for (const text of legal) {
    if (!text.startsWith('boom ') || text === 'boom none') continue
    const found = text
      .slice(5)
      .split(', ')
      .map((mark) => mark.split(' ')[1])
      .sort()
      .join(' ')
    if (found === wanted) return text
  }
  return null
}

/** The exchange of exactly these cards, if it is allowed. */
export function exchangeAction(legal: string[], cards: string[]): string | null {
  const wanted = [...cards].sort().join(' ')
  const found = legal.find((text) => text.startsWith('exchange ') && text.slice(9).split(' ').sort().join(' ') === wanted)
  return cards.length ? (found ?? null) : null
}

/** The ways to play a card of the hand: alone or with the Branch Line card. */
export function playActions(legal: string[], main: string): string[] {
  return legal.filter((text) => text === `play ${main}` || text.startsWith(`play ${main} + `))
}
