/** The table's record as it is read: entries in words, and what became of those that lay face down. */
import type { Entry, Table, You } from './types.gen'
import { t } from './words.svelte'

/** Kinds of entries that change the position. */
export const STEPS = new Set(['start', 'resume', 'move', 'undo', 'rewind', 'finish'])
const SEAT_NEWS = new Set(['claim', 'bot', 'hand_back', 'again', 'leave', 'host', 'device', 'invite', 'absent', 'back'])
const NAMED = new Set(['claim', 'leave']) // they tell the name of whoever it was, which the seat may not have any more
// Who holds a seat concerns everybody at any time.
const ALWAYS = new Set(['claim', 'host', 'device', 'invite'])

/** An entry in a sentence: the shell knows what happens at every table, the game its own moves. */
export function entryWords(entry: Entry, who: string, all: Entry[], own: () => string): string {
  switch (entry.kind) {
    case 'move':
      return guarded(own, t('phrase.colon', { what: who, more: entry.text }))
    case 'chat':
      return entry.data?.removed ? '' : t('entry.chat', { who, text: entry.text })
    case 'undo':
      return t('entry.undo', { who })
    case 'rewind':
      return rewindWords(entry, who, all)
    case 'start':
      return t('entry.start')
    case 'resume':
      return t('entry.resume')
    case 'finish':
      return guarded(own, '') || t('entry.finish')
    case 'close':
      return t(entry.data?.what === 'left' ? 'entry.close.left' : 'entry.close')
    case 'open':
      return openWords(entry)
    case 'seat':
      return seatWords(entry, who, all)
    case 'vote':
      return voteWords(entry, who)
    case 'pace':
      if (entry.data?.what === 'pause') return t('entry.pace.pause', { who })
      return entry.data?.what === 'clock' ? t('entry.pace.clock', { minutes: minutes(entry.data.ms) }) : t('entry.pace.late', { who })
  }
}

/** Records of earlier versions only say in words that the seed was chosen. */
function openWords(entry: Entry): string {
  const known = String(entry.data?.known ?? (entry.text ? 'seed' : ''))
  return known ? `${t('entry.open')} ${t(`known.${known}`)}` : t('entry.open')
}

/** How far a clock jumped, with its sign. */
function minutes(ms: unknown): string {
  const whole = Math.round(Number(ms) / 60000)
  return whole > 0 ? `+${whole}` : `${whole}`
}

function seatWords(entry: Entry, who: string, all: Entry[]): string {
  // Names, colours and what was set up before the start are no news for the record.
  const what = String(entry.data?.what ?? '')
  if (!SEAT_NEWS.has(what)) return ''
  // Where earlier entries are not here, the start is among them.
  const start = all.find((one) => one.kind === 'start')?.version ?? ((all[0]?.version ?? 1) > 1 ? 0 : Infinity)
  if (!ALWAYS.has(what) && entry.version < start) return ''
  return t(`entry.seat.${what}`, { who: NAMED.has(what) ? String(entry.data?.name || t('person.gone')) : who })
}

/** Where nobody had to agree, going back reads like any other undo. */
function rewindWords(entry: Entry, who: string, all: Entry[]): string {
  if (!entry.data?.alone) return t('entry.rewind')
  const before = standing(all.filter((one) => one.version < entry.version))
  const back = before.filter((one) => one.kind === 'move' && one.seat === entry.seat && one.version > Number(entry.data?.to))
  return t(back.length === 1 ? 'entry.undo' : 'entry.rewind.alone', { who })
}

function voteWords(entry: Entry, who: string): string {
  if (entry.data?.alone) return ''
  const key = `entry.vote.${entry.data?.what ?? ''}`
  const words = t(key, { who })
  return words === key ? t('entry.vote.cast', { who }) : words
}

/** Lines that lay face down read as what they were, once an entry reveals them. */
export function turnedUp(entries: Entry[], by: Entry): Entry[] {
  const lines = by.data?.revealed
  const versions = by.data?.reveals
  if (!Array.isArray(lines) || !Array.isArray(versions)) return entries
  return entries.map((entry) => {
    const place = versions.indexOf(entry.version)
    return place < 0 || typeof lines[place] !== 'string' ? entry : { ...entry, text: lines[place] }
  })
}

/** A fault in a game's words must not take the table down. */
export function guarded<T>(make: () => T, otherwise: T): T {
  try {
    return make()
  } catch (fault) {
    console.error(fault)
    return otherwise
  }
}

/** Did somebody say this whom this person does not want to hear? */
export function unheard(entry: Entry, you: You): boolean {
  return entry.kind === 'chat' && (you.muted ?? []).includes(entry.seat ?? -1)
}

/** Where the next game of these people is, once somebody has asked for it. */
export function rematch(entries: Entry[]): string | null {
  const path = entries.findLast((entry) => typeof entry.data?.again === 'string')?.data?.again
  return typeof path === 'string' && path.startsWith('/t/') ? path : null
}

export function firstSeat(table: Table, you: You): number | null {
  const awaited = table.seats.find((seat) => seat.awaited && you.seats.includes(seat.seat))
  return awaited?.seat ?? you.seats[0] ?? null
}

/** Entries that change the position and have not been taken back. */
export function standing(entries: Entry[]): Entry[] {
  const kept: Entry[] = []
  for (const entry of entries) {
    if (!STEPS.has(entry.kind)) continue
    if (entry.kind === 'undo') {
      const last = kept.findLastIndex((one) => (entry.data?.of === undefined ? one.seat === entry.seat : one.version === entry.data.of))
      if (last >= 0) kept.splice(last, 1)
    } else if (entry.kind === 'rewind') {
      const to = Number(entry.data?.to ?? entry.version)
      while (kept.length && kept[kept.length - 1].version > to) kept.pop()
    } else kept.push(entry)
  }
  return kept
}

/** The moves since a seat's own last one, as far as they are news; without a seat only the very last. */
export function lastMoves(entries: Entry[], seat: number | null): Entry[] {
  const moves = entries.filter((entry) => entry.kind === 'move')
  if (seat === null) return moves.slice(-1)
  const mine = moves.findLastIndex((entry) => entry.seat === seat)
  return moves.slice(Math.max(mine + 1, moves.length - 24))
}

/** How many moves at the end of the record are a seat's own, with nothing after them. */
export function movesAtEnd(standing: Entry[], seat: number): number {
  const other = standing.findLastIndex((entry) => entry.kind !== 'move' || entry.seat !== seat)
  return standing.length - 1 - other
}
