/** What happened, in the words of the language: lines of the log, headings, what the live region says. */
import { list } from '../../lib/words.svelte'
import type { Entry } from '../../lib/types.gen'
import type { Focus, GameProps } from '../contract'
import { atlas, boardOf, lineOf, parse, seatNumber, viewOf, type Action, type Atlas } from './model'
import { cardName, change, cityName, goal, markWords, playName, roadName, seatName } from './words'

const ROUND = /^== R(\d+) first=(\w)/
const told = new WeakMap<Entry, { key: string; words: string }>()

/** An entry in a sentence; said once per language and set of names, for a log is long. */
export function tell(entry: Entry, p: GameProps): string {
  const key = `${p.t('sf.you')} ${boardOf(p).id} ${p.table.seats.map((seat) => seat.name).join()}`
  const known = told.get(entry)
  if (known?.key === key) return known.words
  const words = sentence(entry, p)
  told.set(entry, { key, words })
  return words
}

function sentence(entry: Entry, p: GameProps): string {
  // A new round is a heading, and the cards that are turned up stand above in their own lines.
  const events = (entry.events ?? []).filter((event) => !ROUND.test(event) && event !== '! reveal')
  const parts = events.map((event) => eventWords(p, event, entry))
  if (entry.kind === 'move' && entry.seat !== null && entry.seat !== undefined) parts.unshift(moveWords(p, entry, entry.seat))
  return parts.filter(Boolean).join(' ')
}

/** The round that begins after an entry. */
export function heading(entry: Entry, p: GameProps): string {
  const round = (entry.events ?? []).find((event) => ROUND.test(event))
  return round ? eventWords(p, round, entry) : ''
}

/** Who listens hears of rounds and cards in the order in which they come. */
export function speak(entry: Entry, p: GameProps): string {
  const events = (entry.events ?? []).filter((event) => ROUND.test(event) || event === '! reveal')
  return [tell(entry, p), ...events.map((event) => eventWords(p, event, entry))].filter(Boolean).join(' ')
}

function moveWords(p: GameProps, entry: Entry, seat: number): string {
  const action = parse(entry.text ?? '')
  const name = seatName(p, seat)
  const said = p.t(...tellKey(p, action, name))
  const after = layNote(p, entry, action)
  return after ? `${p.t('phrase.colon', { what: said.replace(/\.$/, ''), more: after })}.` : said
}

type Telling = [string, Record<string, string | number>]

function tellKey(p: GameProps, action: Action, name: string): Telling {
  switch (action.do) {
    case 'lay': {
      const values = { who: name, rail: roadName(p, action.rail), from: cityName(p, action.from), to: goal(p, action) }
      return [action.branch ? 'sf.tell.lay_branch' : action.bought ? 'sf.tell.lay_bought' : 'sf.tell.lay', values]
    }
    case 'hire':
      return [action.what === 'none' ? 'sf.tell.hire_none' : 'sf.tell.hire', { who: name }]
    case 'draw':
      if (action.what === 'branch') return ['sf.tell.draw_branch', { who: name, rail: roadName(p, action.rail ?? '') }]
      if (action.what === 'deck' && action.got.length) {
        return ['sf.tell.draw_city', { who: name, card: list(action.got.map((c) => cityName(p, c))) }]
      }
      if (action.what === 'deck' || action.what === 'stop') return [`sf.tell.draw_${action.what}`, { who: name }]
      return ['sf.tell.draw', { who: name, card: cardName(p, action.what) }]
    case 'play':
      if (action.main === '?') return ['sf.tell.play_hidden', { who: name }]
      if (action.main === 'none') return ['sf.tell.play_none', { who: name }]
      return [
        'sf.tell.play',
        { who: name, card: playName(p, action.branch ? `${action.main} + branch ${action.branch}` : action.main) },
      ]
    case 'boom':
      if (!action.marks.length) return ['sf.tell.boom_none', { who: name }]
      return ['sf.tell.boom', { who: name, sites: list(action.marks.map((m) => markWords(p, m))) }]
    case 'exchange':
      if (action.given.length) {
        return [
          'sf.tell.exchange_own',
          {
            who: name,
            cards: list(action.given.map((c) => cityName(p, c))),
            got: list(action.got.map((c) => cityName(p, c))) || '?',
          },
        ]
      }
      return ['sf.tell.exchange', { who: name, n: action.count }]
    case 'buy':
      return action.rail
        ? ['sf.tell.buy', { who: name, rail: roadName(p, action.rail) }]
        : ['sf.tell.buy_none', { who: name }]
    case 'other':
      return ['sf.tell.other', { who: name, text: action.text }]
    default:
      return [`sf.tell.${action.do}`, { who: name }]
  }
}

/** City reached, money earned or paid: what the table noted about a piece. */
function layNote(p: GameProps, entry: Entry, action: Action): string {
  const data = (entry.data ?? {}) as { note?: string; gains?: Record<string, number> }
  const notes = [...`${entry.text ?? ''} ${data.note ?? ''}`.matchAll(/\{([^}]*)\}/g)].map((m) => m[1] ?? '')
  const parts: string[] = []
  for (const note of notes) {
    const reached = /^(\d+)\/(\d+)(?: (\w+))?$/.exec(note)
    if (reached?.[3]) parts.push(p.t('sf.tell.reaches', { city: cityName(p, reached[3]) }))
    else if (reached && action.do === 'lay') parts.push(p.t('sf.effect.count', { k: reached[1]!, of: reached[2]! }))
    const earned = /= \$(\d+)$/.exec(note)
    if (earned) parts.push(change(p, Number(earned[1])))
    const paid = /^-(\d+)$/.exec(note)
    if (paid) parts.push(change(p, -Number(paid[1])))
  }
  if (!notes.length && data.gains) {
    for (const [seat, n] of Object.entries(data.gains)) if (n) parts.push(`${seatName(p, Number(seat))} ${change(p, n)}`)
  }
  return parts.join(', ')
}

/** Why a game is over; the older edition knows no Majors. */
export function endKey(p: GameProps, end: string): string {
  return viewOf(p)?.edition === '1992' && end !== 'allpass' ? `sf.event.end_${end}_1992` : `sf.event.end_${end}`
}

function eventWords(p: GameProps, event: string, entry: Entry): string {
  const round = ROUND.exec(event)
  if (round) return p.t('sf.event.round', { k: round[1]!, who: seatName(p, seatNumber(round[2]!)) })
  const [, what = '', ...rest] = event.split(' ')
  switch (what) {
    case 'reveal': {
      const lines = ((entry.data ?? {}) as { revealed?: string[] }).revealed ?? []
      const shown = lines.map((line) => {
        const action = parse(line)
        const card =
          action.do === 'play' ? playName(p, action.branch ? `${action.main} + branch ${action.branch}` : action.main) : ''
        return p.t('phrase.colon', { what: seatName(p, seatNumber(line[0] ?? 'A')), more: card })
      })
      return shown.length ? p.t('sf.event.revealed', { plays: shown.reduce((what, more) => p.t('phrase.semicolon', { what, more })) }) : p.t('sf.event.reveal')
    }
    case 'short':
      return p.t('sf.event.short', { rail: roadName(p, rest[0] ?? '') })
    case 'dummy':
      return p.t('sf.event.dummy')
    case 'train':
      return p.t('sf.event.train', { who: seatName(p, seatNumber(rest[0] ?? 'A')) })
    case 'end':
      return p.t(endKey(p, rest[0] ?? 'supply'), { who: rest[1] ? seatName(p, seatNumber(rest[1])) : '' })
  }
  return ''
}

/** What an entry points at on the board. */
export function focus(entry: Entry, p: GameProps): Focus | null {
  if (entry.kind !== 'move') return null
  const at = atlas(boardOf(p))
  const found = focusAction(at, parse(entry.text ?? ''))
  if (found) return found
  const revealed = ((entry.data ?? {}) as { revealed?: string[] }).revealed ?? []
  const cities = revealed.map((line) => parse(line)).flatMap((a) => (a.do === 'play' && at.city.has(a.main) ? [a.main] : []))
  return cities.length ? { kind: 'city', ids: cities } : null
}

export function focusAction(at: Atlas, action: Action): Focus | null {
  switch (action.do) {
    case 'lay': {
      const line = lineOf(at, action)
      return line ? { kind: 'line', ids: [line.id] } : null
    }
    case 'play':
      return at.city.has(action.main) ? { kind: 'city', ids: [action.main] } : null
    case 'boom':
      return action.marks.length ? { kind: 'city', ids: action.marks.map((m) => m.city) } : null
    case 'draw':
      return action.rail ? { kind: 'railroad', ids: [action.rail] } : null
    case 'buy':
      return action.rail ? { kind: 'railroad', ids: [action.rail] } : null
  }
  return null
}
