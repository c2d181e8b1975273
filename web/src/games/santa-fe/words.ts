/** Actions, entries and what is asked, in the words of the language. */
import { ranking, verdict } from '../../lib/ranking'
import { list } from '../../lib/words.svelte'
import type { GameProps } from '../contract'
import { effect, type Effect } from './effect'
import type { Target } from './marks'
import { sideOf } from './geometry'
import { selection } from './selection.svelte'
import {
  allowance,
  atlas,
  boardOf,
  lineOf,
  parse,
  seatNumber,
  valuesOf,
  viewOf,
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

/** Which of two parallel lines is meant: "northern line"; empty where there is only one. */
export function track(p: GameProps, lay: { from: string; to: string; index: number }): string {
  const at = atlas(boardOf(p))
  const line = lineOf(at, lay)
  const side = line ? sideOf(at, line) : ''
  return side ? p.t(`sf.lay.${side}`) : ''
}

/** Where a piece leads to, with the line where there are several. */
export function goal(p: GameProps, lay: { from: string; to: string; index: number }): string {
  const line = track(p, lay)
  return line ? p.t('sf.lay.by', { city: cityName(p, lay.to), line }) : cityName(p, lay.to)
}

function layWords(p: GameProps, lay: Lay): string {
  const key = lay.branch ? 'sf.act.lay_branch' : lay.bought ? 'sf.act.lay_bought' : 'sf.act.lay'
  return p.t(key, { rail: roadName(p, lay.rail), from: cityName(p, lay.from), to: goal(p, lay) })
}

/** An action in words, as a choice: "Draw from the City deck". */
export function describe(text: string, p: GameProps): string {
  const action = parse(text)
  switch (action.do) {
    case 'lay': {
      const e = effectOf(p, text)
      return e ? `${layWords(p, action)} · ${effectWords(p, e).join(' · ')}` : layWords(p, action)
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

export function markWords(p: GameProps, mark: { value: number; city: string }): string {
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
  if (!p.result) return p.t('sf.prompt.over')
  return p.tally ? p.t('over.counting') : verdict(ranking(p, (seat) => seatName(p, seat)))
}

/** What pointing at a space would do. */
export function targetLabel(p: GameProps, target: Target): string {
  if (target.lays.length === 1) {
    const e = effectOf(p, target.lays[0]!.text)
    const lay = target.lays[0]!
    return `${layWords(p, lay)}${e ? `: ${effectWords(p, e).join('; ')}` : ''}`
  }
  const to = target.from === target.line.a ? target.line.b : target.line.a
  return p.t('sf.line.several', { from: cityName(p, target.from), to: goal(p, { from: target.from, to, index: target.line.index }), n: target.lays.length })
}

// ---------------------------------------------------------------- what is to come
/** What may bring points: a city, a railroad, the hand. */
export function item(what: string, name: string, p: GameProps): string {
  if (what === 'city') return name ? cityName(p, name) : p.t('sf.come.cities')
  if (what === 'railroad') return name ? roadName(p, name) : p.t('sf.hand.railroads')
  return what === 'hand' ? p.t('sf.hand.label') : what
}

export function held(name: string, p: GameProps): string {
  return cardName(p, name)
}
