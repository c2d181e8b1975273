/** The position as the page reads it: types of view and board, actions taken apart, and what can be worked out in public. */
import type { GameProps } from '../contract'
import { ruleValues } from '../rule_values'

export interface Piece {
  x: number
  y: number
  angle: number
  length: number
  terrain: string
  d: string
  outline: string
}
export interface Line {
  id: string
  a: string
  b: string
  index: number
  one_way: 'a>b' | 'b>a' | null
  follows: string
  d: string
  pieces: Piece[]
}
export interface City {
  id: string
  name: string
  value: number | null
  cards: number
  x: number
  y: number
  r: number
  homes: string[]
  label: { x: number; y: number; width: number; size: number; side: 'left' | 'right' | 'middle' }
  squares: { railroad: string; x: number; y: number }[]
  pins: [number, number][]
}
export interface Stroke {
  ink: 'mark' | 'body'
  width: number
  dash: string
  start: number
  round: boolean
}
export interface Railroad {
  id: string
  name: string
  kind: 'major' | 'short'
  colour: string
  mark: string
  pieces: number
  home: string
  pattern: Stroke[]
}
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface RuleValues {
  hand: number
  connection_bonus: number
  square_bonus: number
  double_bonus: number
  triple_bonus: number
  branch_price: number
  branch_price_terrain: number
  mountain_price: number
  river_price: number
  hire_price: number
  track_price: number
  pieces_plain: number
  pieces_double: number
  pieces_triple: number
  pieces_four: number
}
export interface BoardData {
  id: string
  name: string
  note: string
  edition: '1992' | '2002'
  svg: string
  width: number
  height: number
  slot: number
  pin: number
  square: number
  value_colours: Record<string, string>
  markers: Record<string, number>
  cities: City[]
  lines: Line[]
  railroads: Railroad[]
  /** The standard ones. */
  rule_values: RuleValues
  /** The tables on the map; null where the board has no place for them. */
  panels: { title: Box; key: Box; railroads: Box } | null
}

export interface Player {
  seat: string
  money: number
  hand_size: number
  city_cards: number
  specials: string[]
  engineer: boolean
  table: string[]
  discarded: number
  committed: boolean
  reserve: Record<string, number>
  play?: string
  laid_first?: number
  hand?: string[]
  discards?: string[]
  secret_play?: string
}
export interface Tracked {
  line: string
  railroad: string
  from: string
  filled: number
}
export interface View {
  edition: '1992' | '2002'
  seat: string | null
  round: number
  phase: 'hire' | 'draw' | 'play' | 'boom' | 'tlt1' | 'tlt2' | 'buy' | 'over'
  first: string
  actors: string[]
  laid_now: number
  seats: Player[]
  display: {
    double: number
    triple: number
    four: number
    boom: number
    engineer: number
    branch: Record<string, number>
    markers: Record<string, number>
  }
  deck_size: number
  hidden_shorts: number
  available: string[]
  supply: Record<string, number>
  track: Tracked[]
  tips: Record<string, { city?: string; line?: string }[]>
  connected: Record<string, string[]>
  markers: Record<string, number>
  third_player_cards?: number
  third_player?: string[]
  end?: string
  ended_by?: string | null
}

// ---------------------------------------------------------------- the board, by name
export interface Atlas {
  board: BoardData
  city: Map<string, City>
  line: Map<string, Line>
  road: Map<string, Railroad>
  /** Lines between two cities, both names in order. */
  pair: Map<string, Line[]>
  majorHomes: Set<string>
}
const atlases = new WeakMap<object, Atlas>()

export function atlas(board: BoardData): Atlas {
  let found = atlases.get(board)
  if (!found) {
    const pair = new Map<string, Line[]>()
    for (const line of board.lines) {
      const key = pairKey(line.a, line.b)
      pair.set(key, [...(pair.get(key) ?? []), line])
    }
    found = {
      board,
      city: new Map(board.cities.map((c) => [c.id, c])),
      line: new Map(board.lines.map((l) => [l.id, l])),
      road: new Map(board.railroads.map((r) => [r.id, r])),
      pair,
      majorHomes: new Set(board.railroads.filter((r) => r.kind === 'major').map((r) => r.home)),
    }
    atlases.set(board, found)
  }
  return found
}

export function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

// ---------------------------------------------------------------- actions
export interface Lay {
  do: 'lay'
  text: string
  rail: string
  bought: boolean
  branch: boolean
  from: string
  to: string
  index: number
}
export type Action =
  | Lay
  | { do: 'hire'; what: string }
  | { do: 'draw'; what: string; rail: string | null; got: string[] }
  | { do: 'play'; main: string; branch: string | null }
  | { do: 'boom'; marks: { value: number; city: string }[] }
  | { do: 'exchange'; given: string[]; count: number; got: string[] }
  | { do: 'buy'; rail: string | null }
  | { do: 'done' | 'hold' | 'pass' | 'decline' }
  | { do: 'other'; text: string }

const LAY = /^lay ([A-Z]{2})(\*?) (\+?)(\w{3})>(\w{3})(?:#(\d+))?$/

/** An action in notation, with or without its seat and the notes in braces. */
export function parse(line: string): Action {
  const text = line
    .replace(/^[A-H]: /, '')
    .replace(/\s*\{[^}]*\}/g, '')
    .trim()
  const lay = LAY.exec(text)
  if (lay) {
    const [, rail = '', star, plus, from = '', to = '', index] = lay
    return { do: 'lay', text, rail, bought: !!star, branch: !!plus, from, to, index: Number(index ?? 0) }
  }
  const [verb = '', ...words] = text.split(' ')
  const rest = words.join(' ')
  switch (verb) {
    case 'hire':
      return { do: 'hire', what: rest }
    case 'draw': {
      const [what = '', got = ''] = rest.split('=')
      if (what.startsWith('branch ')) return { do: 'draw', what: 'branch', rail: what.slice(7).trim(), got: [] }
      return { do: 'draw', what: what.trim(), rail: null, got: got.split(' ').filter(Boolean) }
    }
    case 'play': {
      const [main = '', branch] = rest.split(' + branch ')
      return { do: 'play', main, branch: branch ?? null }
    }
    case 'boom': {
      const marks = rest === 'none' ? [] : rest.split(', ').map((m) => m.split(' '))
      return { do: 'boom', marks: marks.map(([value, city]) => ({ value: Number(value), city: city ?? '' })) }
    }
    case 'exchange': {
      const [given = '', got = ''] = rest.split('=')
      const cards = given.split(' ').filter(Boolean)
      const hidden = cards.length === 1 && /^\d+$/.test(cards[0] ?? '')
      return {
        do: 'exchange',
        given: hidden ? [] : cards,
        count: hidden ? Number(cards[0]) : cards.length,
        got: got.split(' ').filter(Boolean),
      }
    }
    case 'buy':
      return { do: 'buy', rail: rest.startsWith('track ') ? rest.slice(6) : null }
    case 'done':
    case 'hold':
    case 'pass':
    case 'decline':
      return { do: verb }
  }
  return { do: 'other', text }
}

export function lays(legal: string[]): Lay[] {
  return legal.map(parse).filter((a): a is Lay => a.do === 'lay')
}

export function lineOf(at: Atlas, lay: { from: string; to: string; index: number }): Line | null {
  const lines = at.pair.get(pairKey(lay.from, lay.to)) ?? []
  return lines.find((l) => l.index === lay.index) ?? lines[0] ?? null
}

/** A way along a line in notation, such as CHI>KCY#2. */
export function way(line: Line, from: string): string {
  const to = from === line.a ? line.b : line.a
  return `${from}>${to}${line.index ? `#${line.index}` : ''}`
}

// ---------------------------------------------------------------- public arithmetic
/** A line as it is built; one that its railroad entered from both ends stands in the view twice. */
export interface Built {
  railroad: string
  filled: number
  /** Pieces by the city they were laid from. */
  from: Record<string, number>
}

export function built(view: View, line: string): Built | undefined {
  const parts = view.track.filter((t) => t.line === line)
  if (!parts.length) return undefined
  const from = Object.fromEntries(parts.map((part) => [part.from, part.filled]))
  return { railroad: parts[0]!.railroad, filled: parts.reduce((sum, part) => sum + part.filled, 0), from }
}

/** The space where the next piece from a city goes, counted from a. */
export function nextSpace(view: View, line: Line, from: string): number {
  const laid = built(view, line.id)?.from[from] ?? 0
  return from === line.a ? laid : line.pieces.length - 1 - laid
}

/** Which spaces of a line are filled, in the order of building. */
export function filled(line: Line, entry: Tracked): number[] {
  const count = line.pieces.length
  return Array.from({ length: entry.filled }, (_, k) => (entry.from === line.a ? k : count - 1 - k))
}

export function value(view: View, city: City): number {
  return view.markers[city.id] ?? city.value ?? 0
}

export function railsAt(view: View, city: string): string[] {
  return view.connected[city] ?? []
}

/** What one played card of a city counts as the map stands. */
export function worth(at: Atlas, view: View, city: string): number {
  const found = at.city.get(city)
  return found ? value(view, found) * railsAt(view, city).length : 0
}

/** What everybody can count: money and the cities on the table. */
export function standing(at: Atlas, view: View, player: Player): number {
  return player.money + player.table.reduce((sum, city) => sum + worth(at, view, city), 0)
}

export function mainPlay(play: string | undefined): string {
  return (play ?? 'none').split(' + ')[0] ?? 'none'
}

/** How many pieces a play allows in a laying turn. */
export function allowance(p: GameProps, view: View, seat: number): number {
  const player = view.seats[seat]
  if (!player) return 0
  const play = mainPlay(player.play)
  if (play === 'four' && view.phase === 'tlt2' && (player.laid_first ?? 0) > 0) return 0
  return piecesOf(p, play)
}

/** The pieces of a card's laying turn. */
export function piecesOf(p: GameProps, card: string): number {
  const values = valuesOf(p)
  if (card === 'double') return values.pieces_double
  if (card === 'triple') return values.pieces_triple
  return card === 'four' ? values.pieces_four : values.pieces_plain
}

/** Railroads that grow in a laying turn, majors first; Short Lines only in their edition. */
export function roads(board: BoardData): Railroad[] {
  return board.railroads
}

export const SPECIALS = ['double', 'triple', 'four', 'boom', 'engineer'] as const

export function seatNumber(letter: string): number {
  return 'ABCDEFGH'.indexOf(letter)
}

export function viewOf(p: GameProps): View | null {
  return (p.view as View | null) ?? null
}

const EMPTY: BoardData = {
  id: '',
  name: '',
  note: '',
  edition: '2002',
  svg: '',
  width: 1,
  height: 1,
  slot: 8,
  pin: 6,
  square: 11,
  value_colours: {},
  markers: {},
  cities: [],
  lines: [],
  railroads: [],
  rule_values: {} as RuleValues,
  panels: null,
}

/** The board; an empty one while it is on its way. */
export function boardOf(p: GameProps): BoardData {
  return (p.board as BoardData | null) ?? EMPTY
}

/** The numbers of the rulebook in this match. */
export function valuesOf(p: GameProps): RuleValues {
  return ruleValues(boardOf(p).rule_values, p.table)
}
