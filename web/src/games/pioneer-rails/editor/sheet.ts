/** A sheet as its file has it: hexes by name, rivers, ranges, towns and score rows. */
import type { Doc, Spot } from '../../../editor/contract'

export interface HexSpec { t: string; n?: number; suit?: string; range?: string }
export interface Town { v: string; name: string }

export const SIDE = 63
export const LEFT = 44
export const TOP = 34
const ACROSS = SIDE * Math.sqrt(3)
export const CORNERS = ['n', 'ne', 'se', 's', 'sw', 'nw']
export const USUAL: Record<string, number> = { mine: 1, saloon: 2, bandit: 2, bank: 3, yard: 3, jail: 3, fort: 4 }
export const FEATURES = { desert: ['mine', 'bank', 'saloon', 'fort', 'yard', 'cattle'], forest: ['saloon', 'fort', 'yard', 'cattle', 'bandit', 'jail'] }
const NAMES = ['Dry Creek', 'Lone Oak', 'Redrock', 'Sweetwater', 'Bent Fork', 'Cold Spring', 'High Mesa', 'Two Wells', 'Hollow Pine', 'Long Ford', 'Grey Bluff', 'Last Light', 'Fair Acre', 'Old Kiln', 'Salt Lick', 'Wide Gate']

export const hexes = (doc: Doc) => doc.hex as Record<string, HexSpec | undefined>
export const towns = (doc: Doc) => doc.towns as Town[]
export const rivers = (doc: Doc) => doc.river as string[][]
export const ranges = (doc: Doc) => doc.ranges as Record<string, [string, string]>
export const desert = (doc: Doc) => doc.map !== 'forest'

export const nameOf = (row: number, col: number) => `${String.fromCharCode(65 + row)}${col + 1}`
export const placeOf = (name: string) => ({ row: name.charCodeAt(0) - 65, col: Number(name.slice(1)) - 1 })

export function middleOf(name: string): Spot {
  const { row, col } = placeOf(name)
  return { x: LEFT + ACROSS * (col + 0.5 + 0.5 * (row & 1)), y: TOP + SIDE * (1 + 1.5 * row) }
}

export function corner(name: string, k: number): Spot {
  const at = middleOf(name)
  const angle = (Math.PI / 3) * k
  return { x: at.x + SIDE * Math.sin(angle), y: at.y - SIDE * Math.cos(angle) }
}

/** Where a vertex lies, by a hex and one of its corners: C3s. */
export function vertexAt(vertex: string): Spot {
  const [, name = 'A1', at = 'n'] = vertex.match(/^([A-P]\d+)([nsew]+)$/) ?? []
  return corner(name, CORNERS.indexOf(at))
}

export const outline = (name: string, share = 1) => {
  const at = middleOf(name)
  return `M${CORNERS.map((_, k) => corner(name, k)).map((p) => `${(at.x + (p.x - at.x) * share).toFixed(1)} ${(at.y + (p.y - at.y) * share).toFixed(1)}`).join('L')}Z`
}

export function sizeOf(doc: Doc): { width: number; height: number } {
  return { width: LEFT + 18 + ACROSS * (doc.cols + 0.5), height: TOP + 18 + SIDE * (1.5 * doc.rows + 0.5) }
}

export function allHexes(doc: Doc): string[] {
  return Array.from({ length: doc.rows * doc.cols }, (_, k) => nameOf(Math.floor(k / doc.cols), k % doc.cols))
}

/** Every vertex once, with one of its names. */
export function allVertices(doc: Doc): { name: string; at: Spot }[] {
  const found = new Map<string, { name: string; at: Spot }>()
  for (const hex of allHexes(doc)) {
    CORNERS.forEach((side, k) => {
      const at = corner(hex, k)
      const key = `${Math.round(at.x)} ${Math.round(at.y)}`
      if (!found.has(key)) found.set(key, { name: `${hex}${side}`, at })
    })
  }
  return [...found.values()]
}

export function beside(one: string, other: string): boolean {
  const [a, b] = [middleOf(one), middleOf(other)]
  return one !== other && Math.hypot(a.x - b.x, a.y - b.y) < ACROSS * 1.1
}

/** The hex that lies opposite: after half a turn of the sheet, or upside down where the rows are odd in number. Both are exact. */
export function opposite(doc: Doc, hex: string): string {
  const { row, col } = placeOf(hex)
  return nameOf(doc.rows - 1 - row, doc.rows % 2 ? col : doc.cols - 1 - col)
}

export function oppositeVertex(doc: Doc, vertex: string): string {
  const [, name = 'A1', at = 'n'] = vertex.match(/^([A-P]\d+)([nsew]+)$/) ?? []
  const k = CORNERS.indexOf(at)
  return `${opposite(doc, name)}${CORNERS[(doc.rows % 2 ? 9 - k : k + 3) % 6]}`
}

// ---------------------------------------------------------------- changes
/** Make a hex blank: also out of the river and the range it belongs to. */
export function clear(doc: Doc, name: string): void {
  const spec = hexes(doc)[name]
  if (!spec) return
  delete doc.hex[name]
  if (spec.t === 'river') {
    doc.river = rivers(doc).flatMap((path) => {
      const at = path.indexOf(name)
      return at < 0 ? [path] : [path.slice(0, at), path.slice(at + 1)].filter((part) => part.length)
    })
  }
  if (spec.range) {
    for (const other of ranges(doc)[spec.range] ?? []) delete doc.hex[other]
    delete doc.ranges[spec.range]
  }
}

export function paint(doc: Doc, name: string, brush: string): void {
  clear(doc, name)
  if (brush === 'blank') return
  if (brush.startsWith('station')) {
    const suit = brush.slice(-1)
    for (const [other, spec] of Object.entries(hexes(doc))) if (spec?.suit === suit) delete doc.hex[other]
    doc.hex[name] = { t: 'station', suit }
  } else doc.hex[name] = { t: brush, ...(USUAL[brush] && !(brush === 'fort' && !desert(doc)) ? { n: USUAL[brush] } : {}) }
}

/** A river goes on from one of its ends to a neighbour, or a new one begins. */
export function flow(doc: Doc, name: string): void {
  clear(doc, name)
  doc.hex[name] = { t: 'river' }
  const paths = rivers(doc)
  const after = paths.find((path) => beside(path.at(-1)!, name))
  const before = paths.find((path) => path !== after && beside(path[0]!, name))
  if (after && before) {
    after.push(name, ...before)
    doc.river = paths.filter((path) => path !== before)
  } else if (after) after.push(name)
  else if (before) before.unshift(name)
  else doc.river.push([name])
}

export function raise(doc: Doc, one: string, other: string): void {
  clear(doc, one)
  clear(doc, other)
  let n = 1
  while (ranges(doc)[`m${n}`]) n += 1
  doc.ranges[`m${n}`] = [one, other]
  for (const name of [one, other]) doc.hex[name] = { t: 'mountain', range: `m${n}` }
}

export function townAt(doc: Doc, at: Spot): number {
  return towns(doc).findIndex((one) => {
    const spot = vertexAt(one.v)
    return Math.hypot(spot.x - at.x, spot.y - at.y) < 4
  })
}

export function toggleTown(doc: Doc, vertex: string): void {
  const known = townAt(doc, vertexAt(vertex))
  if (known >= 0) doc.towns.splice(known, 1)
  else doc.towns.push({ v: vertex, name: NAMES.find((name) => towns(doc).every((one) => one.name !== name)) ?? `Town ${towns(doc).length + 1}` })
}

/** The score area has as many symbols as the map has things. */
export function fitRows(doc: Doc): void {
  const rows = doc.score_rows
  const count = (kind: string) => Object.values(hexes(doc)).filter((one) => one?.t === kind).length
  const long = (row: number[], many: number) => {
    const found = row.slice(0, Math.max(1, many))
    while (found.length < many) found.push((found.at(-1) ?? 0) + 3)
    return found
  }
  rows.ranch = long(rows.ranch ?? [2], count('cattle'))
  rows.yard = long(rows.yard ?? [2], count('yard'))
  rows.towns = Math.max(1, towns(doc).length + 1)
  if (desert(doc)) {
    rows.nuggets = count('mine')
    rows.fort = long(rows.fort ?? [4], count('fort'))
  } else {
    rows.escaped = count('bandit')
    rows.jails = Array.from({ length: count('jail') }, (_, k) => rows.jails?.[k] ?? [[1, 3, 4], [2, 2, 4], [3, 3, 3]][k % 3])
  }
}

/** The other kind of map: what only one of them has becomes its counterpart. */
export function change(doc: Doc, map: 'desert' | 'forest'): void {
  if (doc.map === map) return
  doc.map = map
  const other: Record<string, string> = map === 'forest' ? { mine: 'bandit', bank: 'jail' } : { bandit: 'mine', jail: 'bank' }
  for (const spec of Object.values(hexes(doc))) {
    if (!spec) continue
    if (other[spec.t]) Object.assign(spec, { t: other[spec.t], n: USUAL[other[spec.t]!] })
    if (spec.t === 'fort') map === 'forest' ? delete spec.n : (spec.n = USUAL.fort)
  }
  const { ranch, yard, towns: symbols, goal, boxes } = doc.score_rows
  const own = map === 'forest' ? { saloon: ['10', 'J', 'Q', 'K', 'A'], jails: [], escaped: 0, fort_side: 2 } : { nuggets: 0, bank: [2, 3, 4], nuggets_per_bank: 4, saloon: 4, fort: [4] }
  doc.score_rows = { ...own, ranch, yard, towns: symbols, goal, boxes }
  fitRows(doc)
}

/** Fewer rows or columns: what lies outside is gone. */
export function resize(doc: Doc, rows: number, cols: number): void {
  Object.assign(doc, { rows, cols })
  const there = new Set(allHexes(doc))
  for (const name of Object.keys(hexes(doc))) if (!there.has(name)) clear(doc, name)
  const spots = new Set(allVertices(doc).map((one) => `${Math.round(one.at.x)} ${Math.round(one.at.y)}`))
  doc.towns = towns(doc).filter((one) => there.has(one.v.match(/^[A-P]\d+/)![0]) && spots.has(`${Math.round(vertexAt(one.v).x)} ${Math.round(vertexAt(one.v).y)}`))
  fitRows(doc)
}

// ---------------------------------------------------------------- beginnings
const MAP = ['^^m.~.m.^^', '.msf~ym.yc', 'c.S.b~cH..', '^m.c~.s.b^', '^b.s.~c.m^', '..Dc~..C.c', '.y.m.~fsm.', '^^.m.~.m^^']
const LETTERS: Record<string, string> = { m: 'mine', b: 'bank', s: 'saloon', f: 'fort', y: 'yard', c: 'cattle' }

export function starter(): Doc {
  const doc: Doc = {
    schema: 1, id: 'my-sheet', kind: 'fan', map: 'desert', side: 'A', name: 'My sheet', character: 'A sheet of my own.', rows: 8, cols: 10, hex: {}, river: [], ranges: {},
    towns: ['C9s', 'F2n', 'D7s', 'E4n', 'B4s', 'G7n', 'C10s', 'F1n'].map((v, k) => ({ v, name: NAMES[k] })),
    score_rows: { nuggets: 10, bank: [2, 3, 4], nuggets_per_bank: 4, saloon: 4, fort: [4, 9], ranch: [2, 4, 6, 8, 10, 13, 16], yard: [2, 4, 5], towns: 9, goal: [10, 5], boxes: { hands: 4, goals: 3, target: 1 } },
  }
  MAP.forEach((line, row) => [...line].forEach((letter, col) => {
    const name = nameOf(row, col)
    if ('SHDC'.includes(letter)) paint(doc, name, `station-${letter}`)
    else if (LETTERS[letter]) paint(doc, name, LETTERS[letter]!)
  }))
  for (const name of ['A5', 'B5', 'C6', 'D5', 'E6', 'F5', 'G6', 'H6']) flow(doc, name)
  for (const [one, other] of [['A1', 'A2'], ['A9', 'A10'], ['D1', 'E1'], ['D10', 'E10'], ['H1', 'H2'], ['H9', 'H10']] as const) raise(doc, one, other)
  fitRows(doc)
  return doc
}

/** A blank map of the same size. */
export function emptied(doc: Doc): void {
  Object.assign(doc, { hex: {}, river: [], ranges: {}, towns: [] })
  fitRows(doc)
}

export function readable(doc: Doc): boolean {
  const object = (value: unknown) => !!value && typeof value === 'object' && !Array.isArray(value)
  return (
    Number.isInteger(doc?.rows) && Number.isInteger(doc?.cols) && doc.rows <= 16 && doc.cols <= 20 && object(doc.hex) && object(doc.ranges) && object(doc.score_rows)
    && Array.isArray(doc.river) && doc.river.every(Array.isArray) && Array.isArray(doc.towns)
    && Object.entries(doc.hex).every(([name, one]: [string, any]) => /^[A-P]\d+$/.test(name) && typeof one?.t === 'string')
    && doc.towns.every((one: any) => /^[A-P]\d+(n|ne|se|s|sw|nw)$/.test(one?.v ?? '') && typeof one.name === 'string')
    && Object.values(doc.ranges).every((pair: any) => Array.isArray(pair) && pair.every((one) => typeof one === 'string'))
  )
}
