/** Rail Pass as data: the view as the table tells it, and which command a gesture means. */
import type { GameProps } from '../contract'
import { ruleValues } from '../rule_values'

export type HandName = 'lh' | 'rh'
export type TrackName = 'l' | 's'
export type LinkKind = 'open' | 'tunnel' | 'bridge' | 'blocked'

export interface City {
  colour: string
  seat: number
  yard: string
  ends: [number, number] | null
  left: number
  stored: number
  hotel: string[]
  long: string | null
  short: string | null
  arrows: Record<string, string[]>
}

export interface Train {
  cubes: string
  engineer: string | null
  stickers: string
  busy: boolean
  at: string | null
  where: string
  /** How many cubes it holds, where that is not the usual number. */
  cars?: number
}

export interface Held {
  train: string | null
  at: string | null
  doing: string
  done: number | null
}

export interface Offer {
  train: string
  from: string
  to: string
  push: boolean
  since_ms: number
  done: number | null
}

export interface Job {
  train: string
  do: 'load' | 'store' | 'xfer' | 'xchg' | 'eng' | 'pick' | 'park' | 'go' | 'take'
  seat: number
  hands: HandName[]
  began_ms: number
  need_ms: number
  due_ms: number | null
  other?: string
  cube?: string
  back?: string
  spot?: number
  engineer?: string
  hand?: HandName
  track?: string
  to?: string
}

export interface Link {
  a: string
  b: string
  kind: LinkKind
}

export interface View {
  layout: string
  players: number
  names: string[]
  phase: 'running' | 'between' | 'over'
  round: number
  rounds: number
  scores: number[]
  time: { now_ms: number; left_ms: number; total_ms: number }
  actors: string[]
  links: Link[]
  cities: Record<string, City>
  trains: Record<string, Train>
  hands: (Held | null)[][]
  offers: Offer[]
  jobs: Job[]
  piles: { dropped: number; quit: number; wrecks: number; misplaced: number }
  score: { base: number; total: number; lowest: string[]; win?: number }
  stuck: boolean
  over: boolean
  /** What the match is worth once it is over; of several rounds not always the last. */
  result: { points: number; won: boolean } | null
  /** Numbers of the rulebook that are others in this match. */
  values?: Record<string, number | number[]>
}

export interface Board {
  id: string
  name: string
  note: string
  kind: string
  yard: number
  win: number
  times: Record<string, number>
  /** The standard numbers of the rulebook. */
  rule_values: Record<string, number | number[]>
  cities: { id: string; colour: string; column: number; row: number }[]
  links: Link[]
  seating: { players: number; seats: string[][]; time_s: number; express_s: number | null }[]
}

/** Something that can be taken hold of. */
export type Thing =
  | { kind: 'yard'; city: string; end: '<' | '>' }
  | { kind: 'cube'; train: string; cube: string; place: number }
  | { kind: 'engineer'; name: string }
  | { kind: 'train'; train: string }
  | { kind: 'arrow'; city: string; colour: string }

export const COLOURS = ['K', 'R', 'B', 'G', 'Y', 'W'] as const
/** Fill, ink and rim of each colour, and a sign that says in every language which one it is, 20 units wide around its middle. */
export const PAINT: Record<string, { fill: string; ink: string; rim: string; grain: string; sign: string }> = {
  K: { fill: '#3a3431', ink: '#fff8e8', rim: '#171311', grain: 'M4 9L9 4M4 16L16 4M18 30L30 18M25 30L30 25M4 25L9 30M4 18L16 30M18 4L30 16M25 4L30 9', sign: 'M0-10L8 0L0 10L-8 0Z' },
  R: { fill: '#b23a2c', ink: '#fff8e8', rim: '#6d1d15', grain: 'M3 12L12 3M3 19L19 3M3 26L26 3M8 31L31 8M15 31L31 15M22 31L31 22', sign: 'M0-9.500L9.800 7.500H-9.800Z' },
  B: { fill: '#2d649f', ink: '#fff8e8', rim: '#173a60', grain: 'M6 6h.1M6 13h.1M6 20h.1M6 27h.1M28 6h.1M28 13h.1M28 20h.1M28 27h.1M13 6h.1M20 6h.1M13 28h.1M20 28h.1', sign: 'M-8.500 0a8.500 8.500 0 1 0 17 0a8.500 8.500 0 1 0-17 0Z' },
  G: { fill: '#3f8149', ink: '#fff8e8', rim: '#1f4a27', grain: 'M6 3V31M10.5 3V31M23.5 3V31M28 3V31', sign: 'M0-10.500C8-6 8 6 0 10.500C-8 6-8-6 0-10.500Z' },
  Y: { fill: '#e9bb3a', ink: '#2b2118', rim: '#8a6510', grain: 'M3 5.5H31M3 9H31M3 26H31M3 29.5H31', sign: 'M0-10.500L2.700-3.400L10.200-3L4.300 1.600L6.300 8.900L0 4.700L-6.300 8.900L-4.300 1.600L-10.200-3L-2.700-3.400Z' },
  W: { fill: '#fffdf6', ink: '#2b2118', rim: '#857a67', grain: 'M6 6H28V28H6Z', sign: 'M-3.200-9H3.200V-3.200H9V3.200H3.200V9H-3.200V3.200H-9V-3.200H-3.200Z' },
}

export const viewOf = (p: GameProps): View | null => (p.view && p.view.cities ? (p.view as View) : null)
/** The layout with the times and the line of victory of this match. */
export function boardOf(p: GameProps): Board | null {
  if (!p.board?.cities) return null
  const board = p.board as Board
  const values = ruleValues(board.rule_values, p.table)
  const same = board.win === values.win && Object.keys(board.times).every((name) => board.times[name] === values[`${name}_ms`])
  if (same) return board
  return { ...board, times: Object.fromEntries(Object.keys(board.times).map((name) => [name, values[`${name}_ms`] as number])), win: values.win as number }
}

/** A number of the rulebook in this match. */
export function value(p: GameProps, name: string): number {
  return ruleValues((p.board as Board).rule_values, p.table)[name] as number
}

/** Options of the match that this page looks at. */
const chosen = (p: GameProps) => p.table.options as Record<string, string | number | boolean>
/** A round to learn in: nobody needs to look at the clock. */
export const isPractice = (p: GameProps): boolean => chosen(p).dexterity === 'off' && chosen(p).seconds === 600
/** May the clock be stopped? Where nothing falls, by whoever plays with bots alone. */
export const mayPause = (p: GameProps): boolean =>
  p.table.timed === true && !p.lesson && p.seat !== null && chosen(p).dexterity !== 'timed' && p.table.seats.every((seat) => seat.seat === p.seat || seat.holder !== 'person')

export const isLong = (train: string): boolean => train.startsWith('L')
export const room = (name: string, train?: Train): number => train?.cars ?? (isLong(name) ? 5 : 3)
export const homeOf = (engineer: string): string => engineer[1]
export const handNames: HandName[] = ['lh', 'rh']
export const pair = (a: string, b: string): string => (a < b ? `${a}-${b}` : `${b}-${a}`)

export function cityOf(view: View, colour: string): string | null {
  return Object.keys(view.cities).find((id) => view.cities[id].colour === colour.toUpperCase()) ?? null
}

export function link(view: View, a: string, b: string): Link | undefined {
  return view.links.find((one) => pair(one.a, one.b) === pair(a, b))
}

export function neighbours(view: View, city: string): string[] {
  return view.links.filter((one) => one.kind !== 'blocked' && (one.a === city || one.b === city)).map((one) => (one.a === city ? one.b : one.a))
}

/** Would this engineer stay with a train that stops here? */
export function serves(view: View, engineer: string, city: string): boolean {
  const home = cityOf(view, homeOf(engineer))
  return home === null || home === city || neighbours(view, home).includes(city)
}

export function holder(train: Train): { seat: number; hand: number } | null {
  const found = /^P(\d) (lh|rh)$/.exec(train.where)
  return found ? { seat: Number(found[1]) - 1, hand: found[2] === 'lh' ? 0 : 1 } : null
}

export function parked(view: View, train: string): { city: string; track: TrackName } | null {
  for (const [id, city] of Object.entries(view.cities)) {
    if (city.long === train) return { city: id, track: 'l' }
    if (city.short === train) return { city: id, track: 's' }
  }
  return null
}

export const offerOf = (view: View, train: string): Offer | undefined => view.offers.find((one) => one.train === train)
export const jobOf = (view: View, train: string): Job | undefined => view.jobs.find((one) => one.train === train)

/** Where an engineer is: a train, or the Hotel of a city. */
export function lodging(view: View, engineer: string): { city: string; place: string } | null {
  for (const [id, city] of Object.entries(view.cities)) if (city.hotel.includes(engineer)) return { city: id, place: `${city.colour}.h` }
  for (const [name, train] of Object.entries(view.trains)) if (train.engineer === engineer && train.at) return { city: train.at, place: name }
  return null
}

// ---------------------------------------------------------------- gestures
/** The command that putting this thing on that spot means, legal or not; null where it means nothing. */
export function command(view: View, seat: number, thing: Thing, spot: string): string | null {
  const [what, one, two] = spot.split(':')
  const onto = what === 'train' || what === 'car' || what === 'seat' ? one : what === 'track' ? onTrack(view, one, two) : null
  switch (thing.kind) {
    case 'yard':
      return onto ? `LOAD ${view.cities[thing.city].colour}${thing.end} ${onto}` : null
    case 'cube':
      return cubeCommand(view, thing, spot, onto)
    case 'engineer':
      return engineerCommand(view, thing.name, what, one, onto)
    case 'train':
      return trainCommand(view, seat, thing.train, what, one, two)
    case 'arrow':
      return arrowCommand(view, thing, what, one)
  }
}

function onTrack(view: View, city: string, track: string): string | null {
  return track === 'l' ? view.cities[city].long : view.cities[city].short
}

function cubeCommand(view: View, thing: { train: string; cube: string }, spot: string, onto: string | null): string | null {
  const [what, one, two] = spot.split(':')
  const here = parked(view, thing.train)
  if (what === 'store' || what === 'city') return here && one === here.city ? `STORE ${view.cities[one].colour} ${thing.train}${thing.cube === view.cities[one].colour ? '' : ` ${thing.cube.toLowerCase()}`}` : null
  if (!onto || onto === thing.train) return null
  const back = what === 'car' ? view.trains[onto].cubes[Number(two)] : undefined
  if (!back || back === thing.cube) return `XFER ${thing.train} ${thing.cube.toLowerCase()} ${onto}`
  const [x, y] = [thing.cube.toLowerCase(), back.toLowerCase()]
  return here?.track === 's' ? `XCHG ${onto} ${y} ${thing.train} ${x}` : `XCHG ${thing.train} ${x} ${onto} ${y}`
}

function engineerCommand(view: View, name: string, what: string, one: string, onto: string | null): string | null {
  const from = lodging(view, name)
  if (!from) return null
  if (what === 'hotel' || what === 'eng') {
    const city = what === 'hotel' ? one : lodging(view, one)?.city
    return city === from.city && from.place !== `${view.cities[city].colour}.h` ? `ENG ${name} ${from.place} ${view.cities[city].colour}.h` : null
  }
  return onto && onto !== from.place ? `ENG ${name} ${from.place} ${onto}` : null
}

function trainCommand(view: View, seat: number, train: string, what: string, one: string, two: string): string | null {
  const piece = view.trains[train]
  const offer = offerOf(view, train)
  const held = holder(piece)
  if (what === 'hand') {
    const hand = one === '0' ? 'lh' : 'rh'
    if (!held) return `PICK ${train} ${hand}`
    if (offer && view.cities[offer.to].seat === seat && held.seat !== seat) return `TAKE ${train} ${hand}`
    return offer && held.seat === seat ? `BACK ${train}` : null
  }
  if (!held || held.seat !== seat || !piece.at) return null
  if (what === 'track') return `PARK ${train} ${view.cities[one].colour}.${two}`
  const from = view.cities[piece.at].colour
  let to = what === 'city' ? one : what === 'link' ? one.split('-').find((end) => end !== piece.at) : undefined
  if (what === 'link' && !one.split('-').includes(piece.at)) to = undefined
  if (!to || to === piece.at || !view.cities[to]) return null
  return `${view.cities[to].seat === seat ? 'GO' : 'TOOT'} ${train} ${from}>${view.cities[to].colour}`
}

function arrowCommand(view: View, thing: { city: string; colour: string }, what: string, one: string): string | null {
  const to = what === 'city' ? one : what === 'link' ? one.split('-').find((end) => end !== thing.city) : undefined
  if (!to || !view.cities[to]) return null
  return `ARROW ${view.cities[thing.city].colour} ${thing.colour.toLowerCase()} ${to === thing.city ? '-' : view.cities[to].colour}`
}

/** Does the command carry a train, and must it be held? */
export const isCarry = (text: string): boolean => /^(PICK|PARK|GO|TAKE) /.test(text)
export const trainIn = (text: string): string => text.split(' ')[1]

/** How long a carry must be held, as things stand. */
export function need(view: View, board: Board, pace: number, dexterity: string, text: string): number {
  const [verb, train] = text.split(' ')
  const offer = offerOf(view, train)
  const kind = offer ? (link(view, offer.from, offer.to)?.kind ?? 'open') : 'open'
  const base = verb === 'TAKE' || verb === 'PUSH' ? board.times[`take_${kind}`] : board.times[verb.toLowerCase()]
  const cubes = dexterity === 'off' ? 0 : (view.trains[train]?.cubes.length ?? 0)
  return Math.ceil(((base ?? 600) * pace) / 100) + (board.times.cube ?? 100) * cubes
}

/** The two cities that make the score, as long as a cube can still come home to them. */
export const isLow = (p: GameProps, view: View, id: string): boolean => view.score.lowest.includes(id) && view.cities[id].stored < (boardOf(p)?.yard ?? Infinity)

/** Cubes that are not home yet: in yards and on trains. */
export function undelivered(view: View): number {
  const yards = Object.values(view.cities).reduce((sum, city) => sum + city.left, 0)
  return yards + Object.values(view.trains).reduce((sum, train) => sum + train.cubes.length, 0)
}

/** What letting go after this share of the time does. */
export type Steady = 'wreck' | 'back' | 'half' | 'one' | 'clean'
export function steady(share: number, cubes: number, obstacle: boolean): { what: Steady; falls: number } {
  if (share >= 1) return { what: 'clean', falls: 0 }
  if (share < 0.5) return { what: obstacle ? 'back' : 'wreck', falls: obstacle ? 0 : cubes }
  if (cubes === 0) return { what: 'clean', falls: 0 }
  return share >= 0.75 ? { what: 'one', falls: 1 } : { what: 'half', falls: Math.ceil(cubes / 2) }
}

export function obstacle(view: View, train: string): boolean {
  const offer = offerOf(view, train)
  const kind = offer && link(view, offer.from, offer.to)?.kind
  return kind === 'tunnel' || kind === 'bridge'
}

/** The engineer who would quit if this command were carried out. */
export function quitter(view: View, check: string, text: string): string | null {
  const [verb, train, to] = text.split(' ')
  const piece = view.trains[train]
  if (!piece?.engineer) return null
  const at = verb === 'PARK' ? piece.at : check === 'on_receive' && verb === 'TAKE' ? (offerOf(view, train)?.to ?? null) : check === 'on_receive' && verb === 'GO' ? cityOf(view, to.split('>')[1]) : null
  return at && !serves(view, piece.engineer, at) ? piece.engineer : null
}
