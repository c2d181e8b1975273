/** The states of an open table that the gallery shows: each a table of its own, with something changed. */
import type { TableSession } from '../lib/session.svelte'
import type { Entry, TutorialChapter } from '../lib/types.gen'
import { openTable, position } from './open_table'

export type States = Record<string, TableSession>

const MINUTE = 60_000

function chat(version: number, seat: number, text: string): Entry {
  return { version, at_ms: Date.now() - 10 * MINUTE + version * 1000, kind: 'chat', seat, text, data: null, events: [] }
}

function due(session: TableSession, in_ms: number): void {
  const seats = session.table.seats.map((one) => (one.awaited ? { ...one, bank_ms: null, due_ms: Date.now() + in_ms } : one))
  session.table = { ...session.table, seats }
}

function others(session: TableSession): void {
  session.table = { ...session.table, seats: session.table.seats.map((one) => ({ ...one, awaited: one.seat !== session.seat })) }
}

/** What is changed at a table of the first chapter. */
const CHANGES: Record<string, (session: TableSession) => void> = {
  'my turn': () => {},
  'chosen': (session) => (session.draft = session.legalNow[0] ?? null),
  'on its way': (session) => { session.draft = session.legalNow[0] ?? null; session.sending = 1 },
  'somebody else’s turn': others,
  'a spectator': (session) => { session.seat = null; session.own = null; session.you = { ...session.you, seats: [] } },
  'much time': (session) => due(session, 62 * MINUTE),
  'little time': (session) => due(session, 15_000),
  'waiting long': (session) => { others(session); session.entries = session.entries.map((one) => ({ ...one, at_ms: one.at_ms - 5 * MINUTE })) },
  'refused': (session) => (session.notice = { text: 'That is against the rules.', clause: 'SFR-LAY-27' }),
  'a question to all': (session) => (session.table = { ...session.table, proposal: { id: 'p', by: 1, to: 0, agreed: [1], awaited: [0, 2] } }),
  'offline': (session) => { session.line = 'waiting'; session.retryAt = Date.now() + 20_000 },
  'sandbox': (session) => { session.table = { ...session.table, sandbox: true }; session.you = { ...session.you, origin: 'gallery' } },
  'the past': (session) => (session.history.shown = 0),
  'hand over': (session) => (session.curtain = 1),
  'said': (session) => (session.entries = [chat(101, 0, 'Good luck, everybody!'), chat(102, 1, 'A long sentence that needs more than one line, as people like to write them, and-a-word-that-is-far-too-long-to-be-broken-anywhere.')]),
  'silence': (session) => (session.entries = []),
}

/** A table for every state, from the first chapter of a game's tutorial. */
export async function tableStates(name: string, chapter: TutorialChapter): Promise<States> {
  const told = await position(name, chapter)
  const later = await position(name, chapter, chapter.steps.length)
  const states: States = {}
  for (const [state, change] of Object.entries(CHANGES)) {
    states[state] = await openTable(name, state === 'my turn' || state === 'chosen' ? told : { ...told, entries: later.entries }, state === 'my turn')
    change(states[state])
  }
  return states
}
