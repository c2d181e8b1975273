/** What is marked on the board: where a piece may go, and what has just been laid. */
import type { Entry, Seat } from '../../lib/types.gen'
import { filled, lineOf, nextSpace, parse, type Atlas, type Lay, type Line, type Piece, type Railroad, type View } from './model'

/** A space that may be filled next, with everybody who may fill it from this end. */
export interface Target {
  key: string
  line: Line
  from: string
  space: number
  lays: Lay[]
  x: number
  y: number
  angle: number
  /** How wide it may be pointed at. */
  room: number
}

export function targetsOf(at: Atlas, view: View, lays: Lay[], rail: string | null): Target[] {
  const found = new Map<string, Target>()
  for (const lay of lays) {
    if (rail && lay.rail !== rail) continue
    const line = lineOf(at, lay)
    if (!line) continue
    const space = nextSpace(view, line, lay.from)
    const piece = line.pieces[space]
    if (!piece) continue
    const key = `${line.id} ${lay.from}`
    const target = found.get(key)
    if (target) target.lays.push(lay)
    else {
      const angle = lay.from === line.a ? piece.angle : piece.angle + 180
      found.set(key, { key, line, from: lay.from, space, lays: [lay], x: piece.x, y: piece.y, angle, room: 44 })
    }
  }
  const places = [...found.values()]
  // Two tracks side by side share the room between them, so that pointing at one never takes the other.
  for (const one of places) {
    for (const other of places) {
      if (other !== one) one.room = Math.min(one.room, Math.max(9, Math.hypot(other.x - one.x, other.y - one.y)))
    }
  }
  return places
}

/** A piece that is chosen and not yet laid. */
export interface Ghost {
  piece: Piece
  road: Railroad
}

export function ghostOf(at: Atlas, view: View, lay: Lay): Ghost | null {
  const line = lineOf(at, lay)
  const road = at.road.get(lay.rail)
  if (!line || !road) return null
  const piece = line.pieces[nextSpace(view, line, lay.from)]
  return piece ? { piece, road } : null
}

/** A piece that has just been laid. */
export interface Recent {
  d: string
  key: string
  x: number
  y: number
  colour: string
}

/** The pieces of the last moves, in the colour of who laid them. */
export function recentPieces(at: Atlas, view: View, last: Entry[], seats: Seat[]): Recent[] {
  const by = new Map<string, number[]>()
  for (const entry of last) {
    const action = parse(entry.text ?? '')
    if (entry.kind !== 'move' || action.do !== 'lay') continue
    const line = lineOf(at, action)
    // A line that is complete has forgotten from which ends it was built.
    const part = line && (view.track.find((t) => t.line === line.id && t.from === action.from) ?? view.track.find((t) => t.line === line.id))
    if (part) by.set(`${part.line} ${part.from}`, [...(by.get(`${part.line} ${part.from}`) ?? []), entry.seat ?? 0])
  }
  return [...by].flatMap(([key, laid]) => {
    const entry = view.track.find((t) => `${t.line} ${t.from}` === key)!
    const id = entry.line
    const line = at.line.get(id)!
    return filled(line, entry)
      .slice(-laid.length)
      .map((space, k) => ({ d: line.pieces[space]!.outline, x: line.pieces[space]!.x, y: line.pieces[space]!.y, key: `${id} ${space}`, colour: seats[laid[k]!]?.colour ?? '#ffd75e' }))
  })
}

/** The golden burst of a boomtown. */
export const BURST = Array.from({ length: 28 }, (_, k) => {
  const r = k % 2 ? 18 : 14
  return `${(r * Math.cos((k * Math.PI) / 14)).toFixed(1)} ${(r * Math.sin((k * Math.PI) / 14)).toFixed(1)}`
}).join('L')
