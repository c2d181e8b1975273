/** Santa Fe Rails (2002) and Santa Fe (1992) on the page. */
import type { GamePage, GameProps, KeyHint, StandingOrder, TourNote } from '../contract'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Players from './Players.svelte'
import Score from './Score.svelte'
import Side from './Side.svelte'
import { selection, pick, playActions } from './selection.svelte'
import { lang } from './lang'
import { effect } from './effect'
import { atlas, boardOf, lays, valuesOf, viewOf } from './model'
import { focus, heading, speak, tell } from './telling'
import { cardName, describe, held, item, prompt, roadName } from './words'

/** Number keys: railroads while laying, cards while playing and drawing. */
function keys(p: GameProps): KeyHint[] {
  const view = viewOf(p)
  if (!view || !p.live || !p.legal.length) return []
  const out: KeyHint[] = []
  const add = (label: string, run: () => void) => {
    if (out.length < 9) out.push({ key: String(out.length + 1), label, run })
  }
  if (lays(p.legal).length) {
    const growing = new Set(lays(p.legal).map((lay) => lay.rail))
    boardOf(p).railroads.forEach((road, k) => {
      if (!growing.has(road.id)) return
      out.push({ key: String(k + 1), label: roadName(p, road.id), run: () => pick(p, road.id) })
    })
  } else if (view.phase === 'play' && p.seat !== null) {
    const me = view.seats[p.seat]
    const cards = [...new Set([...(me?.hand ?? []), ...(me?.specials ?? [])])]
    for (const card of cards) {
      const text = playActions(p.legal, card)[0]
      if (text) add(cardName(p, card), () => p.choose(text))
    }
  } else if (view.phase === 'draw' || view.phase === 'buy' || view.phase === 'hire') {
    for (const text of p.legal) add(describe(text, p), () => p.choose(text))
  }
  if (p.legal.includes('done')) out.push({ key: 'd', label: describe('done', p), run: () => p.choose('done') })
  if (p.legal.includes('pass')) out.push({ key: 'p', label: describe('pass', p), run: () => p.choose('pass') })
  return out
}

/** Does a piece that may be laid now bring me money or points, beyond what it costs? */
function pays(p: GameProps): boolean {
  const [view, seat] = [viewOf(p), p.seat]
  if (!view || seat === null) return false
  return lays(p.legal).some((lay) => {
    const found = effect(atlas(boardOf(p)), view, p.table.options, valuesOf(p), seat, lay)
    return !!found && found.bonus - found.cost + found.gains[seat]! > 0
  })
}

/** What many always do: take cities from the deck, lay no more than is worth it, never buy or hire where that is possible at all. */
function orders(p: GameProps): StandingOrder[] {
  const { terrain, track_purchase } = p.table.options
  const no_more = ['pass', 'done'].find((text) => p.legal.includes(text)) ?? null
  const ids: Record<string, string | null> = {
    deck: 'draw deck',
    [terrain ? 'pass' : 'stop']: no_more === null || pays(p) ? null : no_more,
    ...(track_purchase ? { buy: 'buy none' } : {}),
    ...(terrain && old(p) ? { hire: 'hire none' } : {}),
  }
  return Object.entries(ids).map(([id, text]) => ({ id, text, label: p.t(`sf.order.${id}`) }))
}

const mine = (p: GameProps, ...phases: string[]) => p.live && p.legal.length > 0 && phases.includes(viewOf(p)?.phase ?? '')

/** The older edition has five railroads and knows no Majors. */
const old = (p: GameProps) => viewOf(p)?.edition === '1992'

const tour: TourNote[] = [
  { id: 'cities', when: (p) => mine(p, 'play') && viewOf(p)!.round === 1, at: '[data-test="hand"]', text: 'sf.tour.cities' },
  { id: 'railroad', when: (p) => mine(p, 'tlt1', 'tlt2') && !selection.rail && !p.draft, at: '[data-test="railroad"]', text: 'sf.tour.railroad' },
  { id: 'line', when: (p) => mine(p, 'tlt1', 'tlt2') && !!selection.rail && !p.draft, at: '[data-test="lay-target"]', text: 'sf.tour.line' },
  { id: 'bonus', when: (p) => mine(p, 'tlt1', 'tlt2') && !!p.draft, at: '[data-test="lay-preview"]', text: 'sf.tour.bonus' },
  { id: 'standing', when: (p) => viewOf(p)?.phase === 'tlt2', at: '[data-test="players"]', text: 'sf.tour.standing' },
  { id: 'draw', when: (p) => mine(p, 'draw'), at: '[data-test="draw-choices"]', text: (p) => (old(p) ? 'sf.tour.draw_1992' : 'sf.tour.draw') },
  { id: 'special', when: (p) => mine(p, 'play') && viewOf(p)!.round === 2, at: '[data-test="hand"]', text: (p) => (old(p) ? 'sf.tour.secret_1992' : 'sf.tour.secret') },
  { id: 'end', when: (p) => (viewOf(p)?.round ?? 0) >= 2 && viewOf(p)?.phase === 'tlt1', at: '[data-test="supplies"]', text: (p) => (old(p) ? 'sf.tour.end_1992' : 'sf.tour.end') },
]

const page: GamePage = { Board, Hand, Side, Players, Score, prompt, tell, heading, speak, focus, describe, item, held, keys, orders, tour, lang, counts: true }
export default page
