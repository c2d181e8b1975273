/** What a player is doing right now: a thing picked up, where it is over, and what is being pressed. */
import { SvelteMap } from 'svelte/reactivity'
import type { GameProps } from '../contract'
import { boardOf, command, handNames, holder, isCarry, jobOf, need, obstacle, offerOf, parked, trainIn, viewOf, type Thing, type View } from './model'
import { moment } from './pulse.svelte'

/** A carry or a push that is held down. */
export interface Press {
  text: string
  train: string
  spot: string
  /** By the game's clock. */
  began: number
  /** When the finger went down and when the command left, by the clock of this page. */
  since: number
  sent: number
  /** When the table had answered. */
  known: number | null
  answer?: Promise<boolean>
  need: number
  cubes: number
  obstacle: boolean
}

const KEY = 'goldenspike-rail-pass'
/** So much of the way to the table and back counts as held; the table would believe more. */
const TRUST_MS = 100

function kept(): boolean {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}').steady === true
  } catch {
    return false
  }
}

export const selection = $state({
  picked: null as Thing | null,
  /** Where a thing is being dragged, in stage units. */
  drag: null as { x: number; y: number } | null,
  over: null as string | null,
  /** Why the last wish was not granted. */
  note: null as { text: string; clause: string } | null,
  /** I hold the trains with my own finger, for as long as that takes. Unless somebody wants it so, a click does it all. */
  steady: kept(),
  whole: false,
  asking: false,
})

/** What is pressed, by pointer or key. */
export const presses = new SvelteMap<string, Press>()

export function keepSteady(on: boolean): void {
  selection.steady = on
  try {
    localStorage.setItem(KEY, JSON.stringify({ steady: on }))
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

const options = (p: GameProps) => p.table.options as Record<string, string | number | boolean>
export const timed = (p: GameProps): boolean => (options(p).dexterity ?? 'timed') === 'timed'
/** Must a carry be held by hand here? */
export const byHand = (p: GameProps): boolean => timed(p) && p.clock !== null && selection.steady

export function tidy(view: View, seat: number | null): void {
  const thing = selection.picked
  if (!thing || seat === null) return
  const gone =
    (thing.kind === 'train' && view.trains[thing.train].where === 'wreck') ||
    (thing.kind === 'cube' && view.trains[thing.train].cubes[thing.place] !== thing.cube) ||
    (thing.kind === 'yard' && !view.cities[thing.city].ends) ||
    (thing.kind === 'train' && thingAt(view, seat, `train:${thing.train}`) === null)
  if (gone) selection.picked = null
}

/** The thing of mine that lies on a spot, if any. */
export function thingAt(view: View, seat: number, spot: string): Thing | null {
  const [what, one, two] = spot.split(':')
  const mine = (city: string | null | undefined) => !!city && view.cities[city]?.seat === seat
  if (what === 'yard') return mine(one) && view.cities[one].ends ? { kind: 'yard', city: one, end: two as '<' | '>' } : null
  if (what === 'eng') return { kind: 'engineer', name: one }
  if (what === 'arrow') return mine(one) ? { kind: 'arrow', city: one, colour: two } : null
  if (what === 'hand') {
    const train = view.hands[seat]?.[Number(one)]?.train
    return train ? { kind: 'train', train } : null
  }
  if (what === 'track') {
    const train = two === 'l' ? view.cities[one].long : view.cities[one].short
    return train && mine(one) ? { kind: 'train', train } : null
  }
  if (what !== 'train' && what !== 'car' && what !== 'seat') return null
  const piece = view.trains[one]
  if (!piece) return null
  const here = parked(view, one)
  if (here && mine(here.city)) {
    if (what === 'car' && piece.cubes[Number(two)]) return { kind: 'cube', train: one, cube: piece.cubes[Number(two)], place: Number(two) }
    if (what === 'seat' && piece.engineer) return { kind: 'engineer', name: piece.engineer }
    return { kind: 'train', train: one }
  }
  const held = holder(piece)
  const offer = offerOf(view, one)
  if (held && (held.seat === seat || (offer && mine(offer.to)))) return { kind: 'train', train: one }
  return null
}

/** Every spot that would take the thing, with the command it means. */
export function targets(view: View, seat: number, thing: Thing, legal: Set<string>): Map<string, string> {
  const found = new Map<string, string>()
  const trySpot = (spot: string) => {
    const text = command(view, seat, thing, spot)
    if (text && legal.has(text)) found.set(spot, text)
  }
  trySpot('hand:0')
  trySpot('hand:1')
  for (const [id, city] of Object.entries(view.cities)) {
    if (city.seat === seat) {
      for (const track of ['l', 's']) if (thing.kind === 'train') trySpot(`track:${id}:${track}`)
      for (const train of [city.long, city.short]) {
        if (!train || thing.kind === 'train') continue
        trySpot(thing.kind === 'engineer' ? `seat:${train}` : `train:${train}`)
        if (thing.kind === 'cube') for (let k = 0; k < view.trains[train].cubes.length; k += 1) trySpot(`car:${train}:${k}`)
      }
      trySpot(`hotel:${id}`)
      trySpot(`store:${id}`)
    }
    if (thing.kind === 'train' || thing.kind === 'arrow') trySpot(`city:${id}`)
  }
  if (thing.kind === 'train' || thing.kind === 'arrow') for (const link of view.links) trySpot(`link:${link.a}-${link.b}`)
  return found
}

// ---------------------------------------------------------------- giving commands
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
/** Who is quick off the mark, or acts while the clock stands still, may be ahead of it: that command is given again, not lost. */
const EARLY = { codes: ['countdown', 'pause'], again: 100, tries: 30 }

async function send(p: GameProps, text: string, held?: number, sent = () => {}): Promise<boolean> {
  selection.note = null
  if (p.paused) p.pause(false)
  let reason = await p.step(text, held)
  for (let k = 0; reason && EARLY.codes.includes(reason.code) && k < EARLY.tries; k += 1) {
    await pause(EARLY.again)
    sent()
    reason = await p.step(text, held)
  }
  if (reason) selection.note = { text: reason.sentence || reason.code, clause: reason.clause }
  return reason === null
}

/** A command that takes no holding, or that the table holds for me. */
export function give(p: GameProps, text: string): Promise<boolean> {
  selection.picked = null
  selection.drag = null
  selection.over = null
  return send(p, isCarry(text) && timed(p) ? `${text} hold` : text)
}

/** The moment of an event, also where the page was too busy to hear of it at once. */
export function when(event: Event): number {
  const now = performance.now()
  return event.timeStamp > now - 5000 && event.timeStamp < now ? event.timeStamp : now
}

export function press(p: GameProps, text: string, spot: string, id: string, since = performance.now()): void {
  const [view, board] = [viewOf(p), boardOf(p)]
  if (!view || !board || presses.has(id)) return
  const train = trainIn(text)
  const one: Press = $state({
    text, train, spot, began: moment(p), since, sent: performance.now(), known: null, cubes: view.trains[train]?.cubes.length ?? 0, obstacle: obstacle(view, train),
    need: need(view, board, Number(options(p).pace ?? 100), String(options(p).dexterity ?? 'timed'), text),
  })
  const again = () => {
    one.sent = performance.now()
    one.began = moment(p)
  }
  one.answer = send(p, text, undefined, again).then((done) => {
    if (done) {
      one.known = performance.now()
      one.began = Math.max(one.began, moment(p) - TRUST_MS)
    } else for (const [id, other] of presses) if (other.since === since) presses.delete(id)
    return done
  })
  presses.set(id, one)
}

/** Let go: the train is where it was carried, or something falls. */
export function release(p: GameProps, id: string, at = performance.now()): void {
  const one = presses.get(id)
  if (!one) return
  presses.delete(id)
  selection.picked = null
  void letGo(p, one, at - one.since)
}

/** A press that a busy page or a slow line has delayed lasts as long as the finger did: it is let go as late. */
async function letGo(p: GameProps, one: Press, held: number): Promise<void> {
  const late = `late ${one.since}`
  if (one.known === null || held - (performance.now() - one.sent) > 5) {
    presses.set(late, one)
    const done = await one.answer
    if (done) await pause(Math.max(0, held - (performance.now() - one.sent)))
    if (!presses.delete(late) || !done) return
  }
  await send(p, `RELEASE ${one.train}`, one.text.startsWith('PUSH') ? undefined : moment(p) - one.began)
}

/** Call it off: nothing happens. */
export function callOff(p: GameProps, id: string): void {
  const one = presses.get(id)
  if (!one) return
  presses.delete(id)
  void one.answer?.then((done) => done && send(p, one.text.startsWith('PUSH') ? `RELEASE ${one.train}` : `CANCEL ${one.train}`))
}

/** Presses that somebody else has ended: the other side let go, or the round is over. */
export function forget(p: GameProps): void {
  const view = viewOf(p)
  if (!view) return
  for (const [id, one] of presses) {
    if (one.known === null || performance.now() - one.known < 700) continue
    const stands = one.text.startsWith('PUSH') ? offerOf(view, one.train)?.push : jobOf(view, one.train)
    if (!stands || !p.live) presses.delete(id)
  }
}

/** Say why this thing cannot go there. */
export async function ask(p: GameProps, thing: Thing, spot: string): Promise<void> {
  const view = viewOf(p)
  if (!view || p.seat === null) return
  const text = command(view, p.seat, thing, spot)
  if (!text) return
  const [reason] = await p.why([text])
  if (reason?.sentence) {
    selection.note = { text: reason.sentence, clause: reason.clause }
    p.sound('refused')
  }
}

/** The hand that is free for a take, if any. */
export function freeHand(view: View, seat: number): 'lh' | 'rh' | null {
  const at = view.hands[seat]?.findIndex((hand) => hand === null) ?? -1
  return at < 0 ? null : handNames[at]
}
