/** Rail Pass on the page: one screen per player, everything by drag, by tap and by keyboard. */
import type { GamePage, GameProps, KeyHint, TourNote } from '../contract'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Layouts from './Layouts.svelte'
import Score from './Score.svelte'
import Side from './Side.svelte'
import { selection, freeHand } from './selection.svelte'
import { lang } from './lang'
import { holder, mayPause, obstacle, viewOf } from './model'
import { countdown, pulse } from './pulse.svelte'
import { cityName, describe, faultWords, focus, prompt, tell } from './words'

const reach = (spot: string) => setTimeout(() => document.querySelector<SVGElement>(`[data-test="tabletop"] [data-spot="${spot}"]`)?.focus())

/** Short ways for the keyboard; everything else is reached by arrow keys. */
function keys(p: GameProps): KeyHint[] {
  const view = viewOf(p)
  if (!view || !p.live || p.seat === null || view.phase !== 'running') return []
  const seat = p.seat
  const out: KeyHint[] = []
  const called = view.offers.find((offer) => view.cities[offer.to].seat === seat)
  out.push({
    key: 't', label: p.t('rp.key.take'),
    run: () => {
      const hand = freeHand(view, seat)
      if (!called || !hand) return
      selection.picked = { kind: 'train', train: called.train }
      reach(`hand:${hand === 'lh' ? 0 : 1}`)
    },
  })
  const mine = view.offers.find((offer) => holder(view.trains[offer.train])?.seat === seat && obstacle(view, offer.train))
  out.push({ key: 'p', label: p.t('rp.key.push'), run: () => mine && reach(`train:${mine.train}`) })
  for (const [key, hand] of [['l', 0], ['r', 1]] as const) {
    out.push({
      key, label: `${p.t('rp.key.hands')} (${p.t(hand ? 'rp.hand.right' : 'rp.hand.left')})`,
      run: () => {
        const train = view.hands[seat]?.[hand]?.train
        if (!train) return
        selection.picked = { kind: 'train', train }
        reach(`train:${train}`)
      },
    })
  }
  Object.keys(view.cities).filter((id) => view.cities[id].seat === seat).forEach((id, k) => {
    out.push({ key: String(k + 1), label: p.t('phrase.colon', { what: p.t('rp.key.city'), more: cityName(p, view.cities[id].colour) }), run: () => { selection.picked = null; reach(`yard:${id}:<`) } })
  })
  out.push({ key: 'w', label: p.t('rp.key.whole'), run: () => (selection.whole = !selection.whole) })
  out.push({ key: 's', label: p.t('rp.key.sign'), run: () => (selection.asking = !selection.asking) })
  return out
}

/** No tip while the seconds to the start, or to the end of a pause, are counted over the table. */
const playing = (p: GameProps) => p.live && p.seat !== null && viewOf(p)?.phase === 'running' && (p.clock?.now() ?? 0) >= 0 && (p.paused || countdown(p, pulse.now) <= 0)
const loaded = (p: GameProps) => Object.values(viewOf(p)?.trains ?? {}).some((train) => train.cubes.length > 0 && train.where.includes('.') && viewOf(p)!.cities[train.at!]?.seat === p.seat)

const tour: TourNote[] = [
  { id: 'yard', when: (p) => playing(p) && !selection.picked, at: '[data-test="yard-end"]', text: 'rp.tour.yard' },
  { id: 'load', when: (p) => playing(p) && selection.picked?.kind === 'yard', at: '[data-test="train"][data-action]', text: 'rp.tour.load' },
  { id: 'take', when: (p) => playing(p) && p.legal.some((text) => text.startsWith('TAKE')), at: '[data-test="offer"]', text: 'rp.tour.take' },
  { id: 'store', when: (p) => playing(p) && p.legal.some((text) => text.startsWith('STORE')), at: '[data-test="store"]', text: 'rp.tour.store' },
  { id: 'pass', when: (p) => playing(p) && p.legal.some((text) => text.startsWith('TOOT')), at: '[data-test="city"]', text: 'rp.tour.pass' },
  { id: 'pick', when: (p) => playing(p) && !selection.picked && loaded(p) && p.legal.some((text) => text.startsWith('PICK')), at: '[data-test="hand-left"]', text: 'rp.tour.pick' },
  { id: 'score', when: (p) => playing(p) && (viewOf(p)?.time.now_ms ?? 0) > 25_000, at: '[data-test="projected"], [data-test="strip"]', text: 'rp.tour.score' },
  { id: 'signs', when: (p) => playing(p) && (viewOf(p)?.time.now_ms ?? 0) > 45_000, at: '[data-test="signs"]', text: 'rp.tour.signs' },
]

const page: GamePage = {
  Board, Hand, Side, Score, Boards: Layouts, whole: true, open: true, mayPause, prompt, tell, focus, describe, keys, tour, lang,
  place: (where, p) => where.split('-').map((id) => cityName(p, viewOf(p)?.cities[id]?.colour ?? 'W')).join('–'),
  mishap: (what, p) => what.split('; ').map((one) => faultWords(p, one)).join(' '),
  hears: (entry, p) => entry.kind !== 'move' || p.table.timed !== true,
}
export default page
