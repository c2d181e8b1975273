/** Actions, entries and what is asked, in the words of the language. */
import { list } from '../../lib/words.svelte'
import type { Entry } from '../../lib/types.gen'
import type { Focus, GameProps } from '../contract'
import { effect, type Effect } from './effect'
import type { Target } from './marks'
import { selection } from './selection.svelte'
import {
  allowance,
  atlas,
  boardOf,
  lineOf,
  mainPlay,
  parse,
  seatNumber,
  valuesOf,
  viewOf,
  type Action,
  type Atlas,
  type Lay,
  type View,
} from './model'

export { list }

export function seatName(p: GameProps, seat: number): string {
  const found = p.table.seats[seat]
  return found?.name || found?.letter || 'ABCDEFGH'[seat] || ''
}

/** The seat itself is spoken to as "you". */
export function who(p: GameProps, seat: number): string {
  return seat === p.seat && !p.table.hot_seat ? p.t('sf.you') : seatName(p, seat)
}

export function money(p: GameProps, n: number): string {
  return p.t('sf.money', { amount: n })
}

/** A change of money, always with its sign. */
export function change(p: GameProps, n: number): string {
  return `${n < 0 ? '−' : '+'}${money(p, Math.abs(n))}`
}

export function cityName(p: GameProps, id: string): string {
  return atlas(boardOf(p)).city.get(id)?.name ?? id
}

export function roadName(p: GameProps, id: string): string {
  return atlas(boardOf(p)).road.get(id)?.name ?? id
}

const CARDS = new Set(['double', 'triple', 'four', 'boom', 'engineer', 'none', 'deck', 'stop'])

/** A card as named in the notation: a city, a special card, "branch SF". */
export function cardName(p: GameProps, card: string): string {
  if (card.startsWith('branch ')) return p.t('sf.card.branch_of', { rail: roadName(p, card.slice(7)) })
  if (card.startsWith('short ')) return p.t('sf.card.short_of', { rail: roadName(p, card.slice(6)) })
  return CARDS.has(card) ? p.t(`sf.card.${card}`) : cityName(p, card)
}

export function playName(p: GameProps, play: string): string {
  const [main = 'none', branch] = play.split(' + ')
  return branch ? p.t('sf.card.with', { main: cardName(p, main), branch: cardName(p, branch) }) : cardName(p, main)
}

// ---------------------------------------------------------------- what a piece will do
export function effectOf(p: GameProps, text: string): Effect | null {
  const action = parse(text)
  const view = viewOf(p)
  if (action.do !== 'lay' || !view) return null
  const seat = p.seat ?? seatNumber(view.actors[0] ?? 'A')
  return effect(atlas(boardOf(p)), view, p.table.options, valuesOf(p), seat, action)
}

/** The parts of an effect that are worth saying, the own gain first. */
export function effectWords(p: GameProps, e: Effect): string[] {
  const out: string[] = []
  if (e.reaches) out.push(p.t('sf.effect.reaches', { city: cityName(p, e.reaches) }))
  else out.push(p.t('sf.effect.spaces', { k: e.count, of: e.total, n: e.total - e.count }))
  if (e.bonus) out.push(p.t('sf.effect.bonus', { money: change(p, e.bonus) }))
  else if (e.first + e.square > 0) out.push(p.t('sf.effect.lost', { money: money(p, e.first + e.square) }))
  if (e.cost) out.push(p.t('sf.effect.cost', { money: money(p, e.cost) }))
  const order = e.gains.map((n, seat) => ({ n, seat })).filter((g) => g.n > 0)
  order.sort((a, b) => Number(b.seat === p.seat) - Number(a.seat === p.seat) || b.n - a.n)
  for (const { n, seat } of order) {
    out.push(
      seat === p.seat && !p.table.hot_seat
        ? p.t('sf.effect.points_you', { n })
        : p.t('sf.effect.points', { n, who: seatName(p, seat) }),
    )
  }
  return out
}

function layWords(p: GameProps, lay: Lay): string {
  const key = lay.branch ? 'sf.act.lay_branch' : lay.bought ? 'sf.act.lay_bought' : 'sf.act.lay'
  return p.t(key, { rail: roadName(p, lay.rail), from: cityName(p, lay.from), to: cityName(p, lay.to) })
}

/** An action in words, as a choice: "Draw from the City deck". */
export function describe(text: string, p: GameProps): string {
  const action = parse(text)
  switch (action.do) {
    case 'lay': {
      const e = effectOf(p, text)
      return e ? `${layWords(p, action)} (${effectWords(p, e).join('; ')})` : layWords(p, action)
    }
    case 'hire':
      return p.t(action.what === 'none' ? 'sf.act.hire_none' : 'sf.act.hire', { money: money(p, valuesOf(p).hire_price) })
    case 'draw':
      if (action.what === 'branch') {
        return p.t('sf.act.draw_branch', { rail: roadName(p, action.rail ?? ''), money: money(p, branchPrice(p)) })
      }
      if (action.what === 'deck') return p.t('sf.act.draw_deck')
      if (action.what === 'stop') return p.t('sf.act.draw_stop')
      return p.t('sf.act.draw', { card: cardName(p, action.what) })
    case 'play':
      if (action.main === 'none') return p.t('sf.act.play_none')
      return p.t('sf.act.play', { card: playName(p, action.branch ? `${action.main} + branch ${action.branch}` : action.main) })
    case 'boom':
      if (!action.marks.length) return p.t('sf.act.boom_none')
      return p.t('sf.act.boom', { sites: list(action.marks.map((m) => markWords(p, m))) })
    case 'exchange':
      return p.t('sf.act.exchange', { n: action.count, cards: list(action.given.map((c) => cityName(p, c))) })
    case 'buy':
      return action.rail
        ? p.t('sf.act.buy', { rail: roadName(p, action.rail), money: money(p, valuesOf(p).track_price) })
        : p.t('sf.act.buy_none')
    case 'other':
      return action.text
    default:
      return p.t(`sf.act.${action.do}`)
  }
}

function markWords(p: GameProps, mark: { value: number; city: string }): string {
  return p.t('sf.boom.site', { city: cityName(p, mark.city), value: mark.value })
}

export function branchPrice(p: GameProps): number {
  const { branch_price, branch_price_terrain } = valuesOf(p)
  return p.table.options.terrain === true ? branch_price_terrain : branch_price
}

// ---------------------------------------------------------------- what is asked
export function prompt(p: GameProps): string {
  const view = viewOf(p)
  if (!view) return p.t('sf.prompt.before')
  if (view.phase === 'over') return overWords(p)
  const mine = p.seat !== null && view.actors.includes('ABCDEFGH'[p.seat] ?? '') && p.live && p.legal.length > 0
  const others = view.actors.map(seatNumber).filter((s) => s !== p.seat || !mine)
  const waiting = list(others.map((s) => seatName(p, s)))
  if (!mine || p.seat === null) {
    const chosen = view.phase === 'play' && p.seat !== null && view.seats[p.seat]?.committed
    return p.t(chosen ? 'sf.prompt.chosen' : `sf.prompt.wait_${view.phase}`, { who: waiting })
  }
  const me = view.seats[p.seat]!
  switch (view.phase) {
    case 'play': {
      const branch = me.specials.find((s) => s.startsWith('branch '))
      if (p.legal.length === 1 && p.legal[0] === 'play none') return p.t('sf.prompt.play_none')
      if (p.legal.every((t) => t === 'play triple' || t === 'play four')) {
        return p.t('sf.prompt.play_must', { card: cardName(p, parse2main(p.legal[0] ?? '')) })
      }
      if (branch) return p.t('sf.prompt.play_branch', { rail: roadName(p, branch.slice(7)) })
      return p.t(view.round === 1 ? 'sf.prompt.play_first' : 'sf.prompt.play')
    }
    case 'draw': {
      const n = valuesOf(p).hand - me.hand_size
      return p.t('sf.prompt.draw', { n: Math.max(1, n) })
    }
    case 'tlt1':
    case 'tlt2':
      return layPrompt(p, view, p.seat)
    case 'boom':
      return p.t('sf.prompt.boom')
    case 'hire':
      return p.t('sf.prompt.hire', { money: money(p, valuesOf(p).hire_price) })
    case 'buy':
      return p.t('sf.prompt.buy', { money: money(p, valuesOf(p).track_price) })
  }
}

function parse2main(text: string): string {
  const action = parse(text)
  return action.do === 'play' ? action.main : 'none'
}

function layPrompt(p: GameProps, view: View, seat: number): string {
  const n = allowance(p, view, seat)
  const values = { k: view.laid_now + 1, of: n, rail: selection.rail ? roadName(p, selection.rail) : '' }
  let words = p.t(n > 1 ? 'sf.prompt.lay_many' : 'sf.prompt.lay_single', values)
  words += ' ' + p.t(selection.rail ? 'sf.prompt.pick_line' : 'sf.prompt.pick_rail', values)
  if (p.legal.some((t) => t.startsWith('exchange '))) words += ' ' + p.t('sf.prompt.may_exchange')
  else if (p.legal.includes('hold')) words += ' ' + p.t('sf.prompt.may_hold')
  return words
}

export function overWords(p: GameProps): string {
  const result = p.result
  if (!result) return p.t('sf.prompt.over')
  if (!result.winners.length) return p.t('sf.prompt.nobody')
  return p.t('sf.prompt.won', { n: result.winners.length, who: list(result.winners.map((s) => seatName(p, s))) })
}

// ---------------------------------------------------------------- what happened
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
  const parts: string[] = []
  if (entry.kind === 'move' && entry.seat !== null && entry.seat !== undefined) {
    parts.push(...moveWords(p, entry, entry.seat))
  }
  for (const event of entry.events ?? []) {
    const words = eventWords(p, event, entry)
    if (words) parts.push(words)
  }
  return parts.join(' ')
}

function moveWords(p: GameProps, entry: Entry, seat: number): string[] {
  const action = parse(entry.text ?? '')
  const name = seatName(p, seat)
  const said = p.t(...tellKey(p, action, name))
  const after = layNote(p, entry, action)
  return [after ? `${said.replace(/\.$/, '')}: ${after}.` : said]
}

type Telling = [string, Record<string, string | number>]

function tellKey(p: GameProps, action: Action, name: string): Telling {
  switch (action.do) {
    case 'lay': {
      const values = { who: name, rail: roadName(p, action.rail), from: cityName(p, action.from), to: cityName(p, action.to) }
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

function eventWords(p: GameProps, event: string, entry: Entry): string {
  const round = /^== R(\d+) first=(\w)/.exec(event)
  if (round) return p.t('sf.event.round', { k: round[1]!, who: seatName(p, seatNumber(round[2]!)) })
  const [, what = '', ...rest] = event.split(' ')
  switch (what) {
    case 'reveal': {
      const lines = ((entry.data ?? {}) as { revealed?: string[] }).revealed ?? []
      const shown = lines.map((line) => {
        const action = parse(line)
        const card =
          action.do === 'play' ? playName(p, action.branch ? `${action.main} + branch ${action.branch}` : action.main) : ''
        return `${seatName(p, seatNumber(line[0] ?? 'A'))}: ${card}`
      })
      return shown.length ? p.t('sf.event.revealed', { plays: shown.join('; ') }) : p.t('sf.event.reveal')
    }
    case 'short':
      return p.t('sf.event.short', { rail: roadName(p, rest[0] ?? '') })
    case 'dummy':
      return p.t('sf.event.dummy')
    case 'train':
      return p.t('sf.event.train', { who: seatName(p, seatNumber(rest[0] ?? 'A')) })
    case 'end':
      return p.t(`sf.event.end_${rest[0]}`, { who: rest[1] ? seatName(p, seatNumber(rest[1])) : '' })
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

export { mainPlay }

/** What pointing at a space would do. */
export function targetLabel(p: GameProps, target: Target): string {
  if (target.lays.length === 1) {
    const e = effectOf(p, target.lays[0]!.text)
    const lay = target.lays[0]!
    return `${p.t('sf.act.lay', { rail: roadName(p, lay.rail), from: cityName(p, lay.from), to: cityName(p, lay.to) })}${e ? `: ${effectWords(p, e).join('; ')}` : ''}`
  }
  const to = target.from === target.line.a ? target.line.b : target.line.a
  return p.t('sf.line.several', { from: cityName(p, target.from), to: cityName(p, to), n: target.lays.length })
}
