/** Rail Pass in words: what is asked, what happened, what a spot is and what it would do. */
import type { Entry } from '../../lib/types.gen'
import type { Focus, GameProps } from '../contract'
import { holder, homeOf, isLong, isLow, jobOf, link, obstacle, offerOf, quitter, undelivered, value, viewOf, type View } from './model'

export const cityName = (p: GameProps, colour: string): string => p.t(`rp.colour.${colour.toUpperCase()}`)
export const seatName = (p: GameProps, seat: number): string => p.table.seats[seat]?.name || `P${seat + 1}`
const options = (p: GameProps) => p.table.options as Record<string, string | number | boolean>

/** A city is called by its colour. */
const city = (p: GameProps, view: View, id: string | null | undefined): string => (id && view.cities[id] ? cityName(p, view.cities[id].colour) : '')
/** A cube by its colour, as it stands after "a". */
const cube = (p: GameProps, colour: string | undefined): string => p.t(`rp.cube.${colour ? colour.toUpperCase() : 'any'}`)

const cubes = (p: GameProps, letters: string): string => (letters ? letters.split('').map((one) => cityName(p, one)).join(', ') : p.t('rp.empty'))
const hand = (p: GameProps, name: string): string => p.t(name === 'lh' ? 'rp.hand.left' : 'rp.hand.right')

export function clockWords(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function trainWords(p: GameProps, view: View, name: string): string {
  const train = view.trains[name]
  const kind = p.t(isLong(name) ? 'rp.train.long' : 'rp.train.short', { name })
  const who = train.engineer ? p.t('rp.train.engineer', { colour: cityName(p, homeOf(train.engineer)) }) : p.t('rp.train.nobody')
  const offer = offerOf(view, name)
  const id = city(p, view, train.at)
  const where = offer ? p.t('rp.train.offered', { from: city(p, view, offer.from), to: city(p, view, offer.to) }) : p.t(holder(train) ? 'rp.train.held' : 'rp.train.parked', { id })
  return `${kind}, ${where}: ${cubes(p, train.cubes)}; ${who}`
}

/** What a spot of the table is, and what it would do for the thing that is picked up. */
export function spotWords(p: GameProps, view: View, spot: string, action: string | undefined, legal: Set<string>): string {
  if (action) return describe(action, p)
  const [what, one, two] = spot.split(':')
  switch (what) {
    case 'yard': {
      const ends = view.cities[one].ends
      const at = ends ? ends[two === '<' ? 0 : 1] : 0
      return p.t(two === '<' ? 'rp.spot.head' : 'rp.spot.tail', { cube: cityName(p, view.cities[one].yard[at] ?? 'W'), city: city(p, view, one), n: view.cities[one].left })
    }
    case 'train':
      return trainWords(p, view, one) + (legal.has(`PUSH ${one}`) ? `. ${p.t('rp.do.PUSH', { train: one })}` : '')
    case 'car':
      return p.t('rp.spot.cube', { cube: cityName(p, view.trains[one].cubes[Number(two)] ?? 'W'), train: one })
    case 'seat': {
      const who = view.trains[one].engineer
      return who ? p.t('rp.spot.engineer', { colour: cityName(p, homeOf(who)), where: one }) : p.t('rp.spot.seat', { train: one })
    }
    case 'eng':
      return p.t('rp.spot.engineer', { colour: cityName(p, homeOf(one)), where: p.t('rp.hotel') })
    case 'hotel':
      return p.t('rp.spot.hotel', { city: city(p, view, one), n: view.cities[one].hotel.length })
    case 'store':
      return p.t('rp.spot.store', { city: city(p, view, one), n: view.cities[one].stored })
    case 'track':
      return p.t(two === 'l' ? 'rp.spot.long' : 'rp.spot.short', { city: city(p, view, one) })
    case 'hand': {
      const train = view.hands[p.seat ?? 0]?.[Number(one)]?.train
      const name = hand(p, one === '0' ? 'lh' : 'rh')
      return train ? `${name}: ${trainWords(p, view, train)}` : p.t('rp.spot.hand', { hand: name })
    }
    case 'link': {
      const [a, b] = one.split('-')
      return p.t('rp.spot.link', { a: city(p, view, a), b: city(p, view, b), kind: p.t(`rp.link.${link(view, a, b)?.kind ?? 'open'}`) })
    }
    case 'city': {
      const here = view.cities[one]
      const trains = [here.long, here.short].filter((name): name is string => !!name).map((name) => `${name}: ${cubes(p, view.trains[name].cubes)}`)
      return p.t('rp.spot.city', { city: city(p, view, one), who: seatName(p, here.seat), n: here.stored, trains: trains.join('; ') || p.t('rp.track.free') })
    }
  }
  return ''
}

const bare = (text: string): string => text.replace(/^(\d+:\d\d\.\d{3} )?(P\d )?/, '')

/** The words of a command, or of what somebody did: "Load a red cube onto L5", "Ida loads a red cube onto L5." */
function commandWords(p: GameProps, view: View, kind: 'do' | 'tell', words: string[], who = '', loaded?: string): string | null {
  const [verb, one = '', two = '', three = '', four = ''] = words
  const name = (colour?: string) => (colour ? cityName(p, colour) : '')
  const known = kind === 'do' ? `rp.do.${verb}` : `rp.tell.${verb}`
  switch (verb) {
    case 'LOAD':
      return p.t(known, { who, cube: cube(p, kind === 'do' ? yardEnd(view, one) : loaded), train: two })
    case 'STORE':
      return p.t(known, { who, cube: cube(p, one), train: two })
    case 'XFER':
      return p.t(known, { who, cube: cube(p, two), train: one, other: three })
    case 'XCHG':
      return p.t(known, { who, cube: cube(p, two), train: one, other: three, back: cube(p, four) })
    case 'ENG':
      return p.t(three.endsWith('.h') ? (kind === 'do' ? 'rp.do.ENG.hotel' : 'rp.tell.ENG.hotel') : known, { who, colour: name(one[1]), train: three })
    case 'PICK':
    case 'TAKE':
      return p.t(known, { who, train: one, hand: hand(p, two) })
    case 'PARK':
      return p.t(kind === 'tell' ? known : two.endsWith('.l') ? 'rp.do.PARK.l' : 'rp.do.PARK.s', { who, train: one, city: name(two[0]) })
    case 'GO':
    case 'TOOT':
      return p.t(known, { who, train: one, city: name(two.split('>')[1]) })
    case 'ARROW':
      return p.t(three === '-' && kind === 'do' ? 'rp.do.ARROW.off' : known, { who, city: name(one), cube: name(two), to: three === '-' ? '' : name(three) })
    case 'BACK': case 'NO': case 'PUSH': case 'RELEASE': case 'CANCEL':
      return p.t(known, { who, train: one })
    case 'WAIT': case 'READY':
      return p.t(known, { who })
  }
  return null
}

/** The cube at an end of a yard, as commands name it: ``k<``. */
function yardEnd(view: View, end: string): string | undefined {
  const found = Object.values(view.cities).find((one) => one.colour.toLowerCase() === end[0]?.toLowerCase())
  const spot = found?.ends?.[end[1] === '<' ? 0 : 1]
  return spot === undefined ? undefined : found!.yard[spot]
}

const plainWords = (given: string): string[] => bare(given).replace(/ hold(=\d+)?$/, '').split(' ')

/** A command as a wish: "Take L2 with your right hand". */
export function describe(given: string, p: GameProps): string {
  const view = viewOf(p)
  if (!view) return given
  const words = plainWords(given)
  const text = commandWords(p, view, 'do', words) ?? given
  const held = / hold(=\d+)?$/.test(given) ? ` (${p.t('rp.do.held')})` : ''
  const who = view.trains[words[1] ?? ''] ? quitter(view, String(options(p).engineer_check ?? 'on_stop'), words.join(' ')) : null
  return text + held + (who ? ` – ${p.t('rp.quit.who', { colour: cityName(p, homeOf(who)) })}` : '')
}

/** A command that was given, as news; a command to load does not say which cube that was. */
export function tellWords(p: GameProps, given: string, seat: number, loaded?: string): string {
  const view = viewOf(p)
  return (view && commandWords(p, view, 'tell', plainWords(given), seatName(p, seat), loaded)) ?? given
}

export function tell(entry: Entry, p: GameProps): string {
  return entry.kind === 'move' && entry.seat !== null ? tellWords(p, entry.text, entry.seat, entry.data?.cube as string | undefined) : ''
}

export function focus(): Focus | null {
  return null
}

/** What went wrong: in words, what it costs, and the rule. */
export interface Fault {
  words: string
  cost: number
  clause: string
}

export function faultOf(p: GameProps, given: string): Fault | null {
  const text = given.replace(/^! /, '').replace(/^\d+:\d\d\.\d{3} /, '')
  const [what, one, rest, at] = text.split(' ')
  if (what === 'SPILL') {
    const n = rest?.split(',').length ?? 1
    return { words: p.t('rp.fault.SPILL', { train: one, n }), cost: n * value(p, 'drop_cost'), clause: 'RP-FAULT-02' }
  }
  if (what === 'WRECK') {
    // In brackets stand the cubes by their colours, then the engineer by name.
    const lost = /\(([^)]*)\)/.exec(text)?.[1]?.split(',').filter(Boolean) ?? []
    const people = lost.filter((one) => one.length > 1).length
    const cost = value(p, 'wreck_cost') + people * value(p, 'engineer_cost') + (lost.length - people) * value(p, 'drop_cost')
    return { words: p.t('rp.fault.WRECK', { train: one }), cost, clause: 'RP-FAULT-08' }
  }
  if (what === 'QUIT') return { words: p.t('rp.fault.QUIT', { colour: cityName(p, one[1]), city: cityName(p, at ?? rest) }), cost: value(p, 'engineer_cost'), clause: 'RP-FAULT-04' }
  if (what === 'ABORT') return { words: p.t('rp.fault.ABORT', { train: one }), cost: 0, clause: '' }
  return what === 'END' ? { words: p.t('rp.fault.END'), cost: 0, clause: '' } : null
}

export function faultWords(p: GameProps, given: string): string {
  const fault = faultOf(p, given)
  return fault ? (fault.cost ? `${fault.words}. ${p.t('rp.fault.cost', { n: fault.cost })}` : fault.words) : ''
}

/** A sign in words. */
export function signWords(p: GameProps, sign: { kind: string; about: string }): string {
  const colour = /^[krbgyw]$/i.test(sign.about)
  const what = colour ? cityName(p, sign.about) : sign.about
  return p.t(sign.kind === 'need' && colour ? 'rp.signal.need.colour' : `rp.signal.${sign.kind}`, { what })
}

/** One sentence: what I can do, most urgent first. */
export function prompt(p: GameProps): string {
  const view = viewOf(p)
  if (!view) return ''
  if (p.result || view.over) {
    const end = view.result ?? { points: view.score.total, won: view.score.total >= (view.score.win ?? 100) }
    return p.t(end.won ? 'rp.prompt.won' : 'rp.prompt.lost', { score: end.points, n: view.score.win ?? 100 })
  }
  if (p.seat === null || !p.live) return p.t('rp.prompt.watch', { a: city(p, view, view.score.lowest[0]), b: city(p, view, view.score.lowest[1]) })
  if (view.phase === 'between') return p.t('rp.prompt.ready')
  if (!undelivered(view)) return p.t('rp.prompt.nothing')
  const seat = p.seat
  const called = view.offers.filter((offer) => view.cities[offer.to].seat === seat && !jobOf(view, offer.train))
  if (called.length) {
    const offer = called[0]
    const full = view.hands[seat]?.every((one) => one?.train)
    const key = full ? 'rp.prompt.full' : obstacle(view, offer.train) && !offer.push ? 'rp.prompt.wait_push' : 'rp.prompt.take'
    return p.t(key, { train: offer.train, who: seatName(p, holder(view.trains[offer.train])?.seat ?? 0) })
  }
  const mine = view.offers.find((offer) => holder(view.trains[offer.train])?.seat === seat && !jobOf(view, offer.train))
  if (mine) return p.t(obstacle(view, mine.train) && !mine.push ? 'rp.prompt.push' : 'rp.prompt.waits', { train: mine.train, who: seatName(p, view.cities[mine.to].seat) })
  const held = view.hands[seat]?.find((one) => one?.train)
  if (held?.train) return p.t('rp.prompt.held', { train: held.train })
  if (p.legal.some((text) => text.startsWith('STORE'))) return p.t('rp.prompt.store')
  const asked = p.signals.findLast((sign) => sign.kind === 'need' && sign.seat !== seat)
  if (asked) {
    const who = seatName(p, asked.seat)
    return /^[LS]\d/.test(asked.about) ? p.t('rp.prompt.asks.train', { who, train: asked.about }) : p.t('rp.prompt.asks.colour', { who, colour: cityName(p, asked.about) })
  }
  return p.t('rp.prompt.load')
}

export function cityLetters(p: GameProps, view: View): { id: string; colour: string; stored: number; low: boolean }[] {
  return Object.entries(view.cities).map(([id, one]) => ({ id, colour: one.colour, stored: one.stored, low: isLow(p, view, id) }))
}
