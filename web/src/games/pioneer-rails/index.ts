/** Pioneer Rails on the page. */
import type { GamePage, GameProps, KeyHint, StandingOrder, TourNote } from '../contract'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Players from './Players.svelte'
import Score from './Score.svelte'
import Sheets from './Sheets.svelte'
import Side from './Side.svelte'
import { selection, showSheet, shownSeat, take } from './selection.svelte'
import { lang } from './lang'
import { trackStep, viewOf } from './model'
import { describe, focus, heading, item, prompt, seatName, speak, tell } from './words'

/** Digits for cards and choices, letters for what one does in every turn, Tab and arrows for the tracks on the map. */
function keys(p: GameProps): KeyHint[] {
  const view = viewOf(p)
  if (!view) return []
  const out: KeyHint[] = []
  if (p.live && p.legal.length) {
    const plain = p.legal.filter((text) => !trackStep(text) && text !== 't' && text !== 'done' && !text.startsWith('t=') && !/^o\d\d/.test(text))
    plain.slice(0, 9).forEach((text, k) => {
      out.push({ key: String(k + 1), label: describe(text, p), run: () => (text.startsWith('take ') ? p.choose(text) : void take(p, text)) })
    })
    if (p.legal.some((text) => trackStep(text))) out.push({ key: 'l', label: p.t('pr.keys.line'), run: toTracks })
    if (p.legal.includes('t')) out.push({ key: 't', label: describe('t', p), run: () => void take(p, 't') })
    const power = p.legal.find((text) => /^o\d\d$/.test(text))
    if (power) out.push({ key: 'o', label: describe(power, p), run: () => void take(p, power) })
    if (p.legal.includes('done')) out.push({ key: 'd', label: p.t('pr.done'), run: () => void take(p, 'done') })
  }
  out.push({ key: 'q', label: p.t('pr.odds.show'), run: () => (selection.odds = !selection.odds) })
  if (view.seats > 1) {
    const next = (shownSeat(p) + 1) % view.seats
    out.push({ key: 's', label: p.t('pr.keys.sheet', { who: seatName(p, next) }), run: () => showSheet(p, next) })
  }
  return out
}

/** A turn without tracks left to draw can end by itself. */
function orders(p: GameProps): StandingOrder[] {
  const over = p.legal.includes('done') && !p.legal.some((text) => trackStep(text))
  return [{ id: 'done', label: p.t('pr.order.done'), text: over ? 'done' : null }]
}

/** To the tracks that may be drawn; arrows go on from there. */
function toTracks(): void {
  const focus = () => document.querySelector<SVGElement>('[data-test="track"][tabindex="0"]')?.focus({ preventScroll: true })
  if (selection.seat === null) return focus()
  selection.seat = null
  setTimeout(focus)
}

const mine = (p: GameProps, ...stages: string[]) => p.live && p.legal.length > 0 && viewOf(p)?.phase === 'turn' && stages.includes(viewOf(p)?.own?.stage ?? '')
const first = (p: GameProps) => viewOf(p)?.round === 1

const tour: TourNote[] = [
  { id: 'deal', when: (p) => p.live && p.legal.length > 0 && viewOf(p)?.phase === 'deal', at: '[data-test="deal"]', text: 'pr.tour.deal' },
  { id: 'pick', when: (p) => mine(p, 'pick') && first(p), at: '[data-test="deal"]', text: 'pr.tour.pick' },
  { id: 'draw', when: (p) => mine(p, 'draw') && first(p) && !viewOf(p)!.sheets[p.seat!]?.new.length, at: '[data-test="track"]', text: 'pr.tour.draw' },
  { id: 'preview', when: (p) => mine(p, 'draw') && !!viewOf(p)!.sheets[p.seat!]?.new.length, at: '[data-test="preview"]', text: 'pr.tour.preview' },
  { id: 'town', when: (p) => mine(p, 'draw') && p.legal.includes('t') && (viewOf(p)?.turn ?? 0) > 1, at: '[data-test="spend"]', text: 'pr.tour.town' },
  { id: 'pad', when: (p) => mine(p, 'pick') && (viewOf(p)?.turn ?? 0) === 2, at: '[data-test="pad"]', text: 'pr.tour.pad' },
  { id: 'goals', when: (p) => mine(p, 'pick') && (viewOf(p)?.turn ?? 0) >= 3, at: '[data-test="goal"]', text: 'pr.tour.goals' },
  { id: 'hand', when: (p) => mine(p, 'pick') && (viewOf(p)?.turn ?? 0) >= 4, at: '[data-test="pad"] .this[data-hand]', text: 'pr.tour.hand' },
]

const page: GamePage = { Board, Hand, Side, Players, Score, prompt, tell, heading, speak, focus, describe, item, keys, orders, Boards: Sheets, tour, lang, counts: true }
export default page
