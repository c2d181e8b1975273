/** The sheet and the position as this page reads them; what the rules say is asked of the table. */
import type { Entry } from '../../lib/types.gen'
import type { GameProps } from '../contract'
import type { RuleValues } from './values'

export type Suit = 'S' | 'H' | 'D' | 'C'
export const SUITS: Suit[] = ['S', 'H', 'D', 'C']
export const VALUES = ['10', 'J', 'Q', 'K', 'A']
export const TURNS = 5
export const ROUNDS = 4

// ---------------------------------------------------------------- the sheet as printed
export interface Hex {
  id: string
  x: number
  y: number
  is: string
  corners: number[]
  need?: number
}

export interface TownMark {
  at: string
  vertex: number
  name: string
  label: { x: number; y: number; anchor: string; size: number }
}

export interface Rows {
  ranch: number[]
  yard: number[]
  towns: number
  goal: [number, number]
  fort?: number[]
  nuggets?: number
  nuggets_per_bank?: number
  bank?: number[]
  fort_side?: number
  saloon_values?: string[]
  jails?: number[][]
  escaped?: number
}

export interface Board {
  id: string
  name: string
  map: 'desert' | 'forest'
  side: string
  character: string
  svg: string
  width: number
  height: number
  hex: number
  body: number
  accent: string
  hexes: Hex[]
  vertices: [string, number, number][]
  tracks: [string, number, number, string, number[]][]
  towns: TownMark[]
  stations: { suit: Suit; hex: number; corners: number[] }[]
  ranges: number[][]
  rows: Rows
  suits: { id: Suit; colour: string; core: { stroke_width?: string; stroke_dasharray?: string; stroke_linecap?: 'butt' | 'round' } }[]
  values: string[]
  /** The standard ones. */
  rule_values: RuleValues
  icons: Record<string, string>
  goals: Record<string, { deck: string; need: number }>
}

export interface Track {
  name: string
  /** Vertices. */
  a: number
  b: number
  kind: 'plain' | 'bridge' | 'tunnel' | 'closed' | 'shortcut'
  hexes: number[]
  ax: number
  ay: number
  bx: number
  by: number
  x: number
  y: number
}

export interface Atlas {
  track: Map<string, Track>
  tracks: Track[]
  hex: Map<string, Hex>
  /** Tracks by the vertices they end at. */
  at: Track[][]
  town: Map<number, TownMark>
  townAt: Map<string, TownMark>
  vertex: Map<string, number>
  /** Suit of the station whose corner a vertex is. */
  corner: Map<number, Suit>
}

const atlases = new WeakMap<Board, Atlas>()

export function atlas(board: Board): Atlas {
  let found = atlases.get(board)
  if (found) return found
  const tracks = board.tracks.map(([name, a, b, kind, hexes]): Track => {
    const [, ax, ay] = board.vertices[a]!
    const [, bx, by] = board.vertices[b]!
    return { name, a, b, kind: kind as Track['kind'], hexes, ax, ay, bx, by, x: (ax + bx) / 2, y: (ay + by) / 2 }
  })
  const at: Track[][] = board.vertices.map(() => [])
  for (const track of tracks) {
    at[track.a]!.push(track)
    at[track.b]!.push(track)
  }
  found = {
    tracks,
    at,
    track: new Map(tracks.map((track) => [track.name, track])),
    hex: new Map(board.hexes.map((hex) => [hex.id, hex])),
    town: new Map(board.towns.map((town) => [town.vertex, town])),
    townAt: new Map(board.towns.map((town) => [town.at, town])),
    vertex: new Map(board.vertices.map(([name], v) => [name, v])),
    corner: new Map(board.stations.flatMap((station) => station.corners.map((v) => [v, station.suit] as const))),
  }
  atlases.set(board, found)
  return found
}

// ---------------------------------------------------------------- the position
export interface GoalBox {
  id: string
  points: number | null
  lost: boolean
}

export type Score = Record<string, number> & { total: number }

export interface Sheet {
  seat: string
  tracks: [string, Suit][]
  new: string[]
  crossed: Record<string, string>
  reached: Record<string, Suit[]>
  hands: string[][]
  hand_now: number | null
  hand_points: (number | null)[]
  progress: Record<string, number>
  saloons: string[]
  ranches: number
  yards: number
  network: number
  town_symbols: string[]
  towns_circled: number
  towns_spent: number
  joker_used: boolean
  goals: GoalBox[]
  score: Score
  target?: number | null
  jails?: (number | null)[]
  escaped?: number
  captured?: number
  nuggets?: number
  banked?: number
  banks?: number[]
  forts?: number
}

export type Ahead = Omit<Sheet, 'tracks' | 'new' | 'crossed' | 'reached' | 'goals'>

export interface Preview {
  before: Score
  crossed: Record<string, string>
  towns: string[]
  goals: string[]
  sheet: Ahead
}

export interface Goal {
  id: string | null
  deck: string
  face: string
  met?: number
  points?: Record<string, number>
}

export interface View {
  phase: 'deal' | 'turn' | 'over'
  round: number
  turn: number
  seats: number
  dealer: string | null
  shown: string[]
  burnt: string | null
  taken: string | null
  gone: string[]
  deck: number
  owner: { id: string } | null
  goals: Goal[]
  waiting: string[]
  sheets: Sheet[]
  target?: number
  own?: {
    hand_card: string | null
    stage: 'pick' | 'name' | 'draw' | 'choose' | 'again' | 'committed'
    card: string | null
    railway: Suit | null
    tracks_left?: number
    permissions?: number
    towns_left?: number
    preview?: Preview
    asked?: string
  }
}

export function viewOf(p: GameProps): View | null {
  return p.view && Array.isArray(p.view.sheets) ? (p.view as View) : null
}

export function boardOf(p: GameProps): Board {
  return p.board as Board
}

export function seatNumber(letter: string): number {
  return 'ABCDEFGH'.indexOf(letter)
}

export function isHandTurn(p: GameProps, view: View): boolean {
  return p.table.options.hand_card === true && view.turn === TURNS && view.phase !== 'over'
}

/** This turn's own sheet, or none for those who look on. */
export function mySheet(p: GameProps): Sheet | null {
  const view = viewOf(p)
  return view && p.seat !== null ? (view.sheets[p.seat] ?? null) : null
}

/** The preview of my turn; only where my turn is shown as it is now. */
export function preview(p: GameProps): Preview | null {
  return viewOf(p)?.own?.preview ?? null
}

// ---------------------------------------------------------------- steps
const TRACK = /^([+=#/]*)([A-P][0-9]{1,2}[|^*][0-9A-Za-z-]+)$/

export interface Drawn {
  text: string
  name: string
  marks: string
}

export function trackStep(text: string): Drawn | null {
  const found = TRACK.exec(text)
  return found ? { text, marks: found[1]!, name: found[2]! } : null
}

/** The legal steps that draw a track, by the name of the track. */
export function trackSteps(legal: string[]): Map<string, Drawn> {
  const out = new Map<string, Drawn>()
  for (const text of legal) {
    const step = trackStep(text)
    if (step) out.set(step.name, step)
  }
  return out
}

export interface Card {
  text: string
  value: string
  suit: Suit | null
  /** The railways of a Joker. */
  suits: Suit[]
}

export function card(text: string): Card {
  if (text.startsWith('*')) return { text, value: '★', suit: null, suits: [...text.slice(1)] as Suit[] }
  const suit = text.slice(-1) as Suit
  return { text, value: text.slice(0, -1), suit, suits: [suit] }
}

/** A whole turn as the record writes it: card, railway, segments of towns, tracks and what they completed. */
export interface TurnLine {
  card: string
  rail: Suit | null
  towns: string[]
  owner: string | null
  tracks: Drawn[]
  acts: { kind: string; at: string; detail: string }[]
}

export function turnLine(text: string): TurnLine | null {
  if (!text.includes(':')) return null
  const words = text.trim().split(/\s+/)
  const out: TurnLine = { card: words.shift() ?? '', rail: null, towns: [], owner: null, tracks: [], acts: [] }
  for (let k = 0; k < words.length; k += 1) {
    const word = words[k]!
    const act = /^!([a-z]+)@([A-P][0-9]{1,2}[a-z]{0,2})(?:\((.*)\))?$/.exec(word)
    const drawn = trackStep(word)
    if (word === '>') out.rail = (words[(k += 1)] ?? null) as Suit | null
    else if (word === 't' || word.startsWith('t=')) out.towns.push(word.slice(2))
    else if (/^o\d\d/.test(word)) out.owner = word.slice(1, 3)
    else if (act) out.acts.push({ kind: act[1]!, at: act[2]!, detail: act[3] ?? '' })
    else if (drawn) out.tracks.push(drawn)
  }
  out.rail ??= card(out.card).suit
  return out
}

// ---------------------------------------------------------------- what lies on a sheet
/** Sides of a hex that carry a track. */
export function sides(board: Board, sheet: Sheet, hex: Hex): number {
  const at = atlas(board)
  const number = board.hexes.indexOf(hex)
  return sheet.tracks.filter(([name]) => at.track.get(name)?.hexes.includes(number)).length
}

/** Sides a feature needs now; two owners lower it for a round. */
export function need(view: View, hex: Hex): number {
  if (!hex.need) return 0
  if (view.owner?.id === '01' && hex.is === 'bank') return Math.min(2, hex.need)
  if (view.owner?.id === '02' && hex.is === 'saloon') return Math.min(1, hex.need)
  return hex.need
}

export const FEATURES = new Set(['mine', 'bank', 'saloon', 'fort', 'yard', 'cattle', 'bandit', 'jail'])

/** What a track would do for the features and towns beside it. */
export interface Effect {
  hex?: Hex
  have?: number
  of?: number
  town?: TownMark
}

export function effects(board: Board, view: View, sheet: Sheet, track: Track): Effect[] {
  const at = atlas(board)
  const out: Effect[] = []
  for (const v of [track.a, track.b]) {
    const town = at.town.get(v)
    if (town) out.push({ town })
  }
  for (const number of track.hexes) {
    const hex = board.hexes[number]!
    if (!FEATURES.has(hex.is) || hex.is === 'cattle' || hex.id in sheet.crossed) continue
    out.push({ hex, have: sides(board, sheet, hex) + 1, of: need(view, hex) })
  }
  return out
}

/** The tracks of a seat's last turn that lies open. */
export function lastTracks(entries: Entry[], seat: number): string[] {
  for (let k = entries.length - 1; k >= 0; k -= 1) {
    const entry = entries[k]!
    if (entry.seat !== seat || entry.kind !== 'move') continue
    const line = turnLine((entry.text ?? '').replace(/^[A-H]: /, ''))
    if (line?.tracks.length) return line.tracks.map((one) => one.name)
  }
  return []
}

/** Vertices where the railway can go on: ends of its lines and corners of its station. */
export function startsOf(board: Board, sheet: Sheet, rail: Suit): Set<number> {
  const at = atlas(board)
  const out = new Set<number>()
  for (const [name, suit] of sheet.tracks) {
    if (suit !== rail) continue
    const track = at.track.get(name)
    if (!track) continue
    for (const v of [track.a, track.b]) if (!at.town.has(v)) out.add(v)
  }
  for (const [v, suit] of at.corner) if (suit === rail) out.add(v)
  return out
}
