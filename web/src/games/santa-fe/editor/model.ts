/** A board of Santa Fe as its file has it, and where its lines lie. */
import type { Doc, Spot } from '../../../editor/contract'
import { aside, cut, far, length, smooth, type Path } from './curves'

export interface City { id: string; name: string; value: number | null; squares: string[]; x: number; y: number; label?: unknown }
export interface Line { id: string; a: string; b: string; index?: number; one_way?: 'a>b' | 'b>a' | null; segments: string[]; via?: [number, number][]; follows?: string }
export interface Railroad { id: string; name: string; kind: 'major' | 'short'; colour: string; pieces: number; home: string }

export const cities = (doc: Doc) => doc.cities as City[]
export const lines = (doc: Doc) => doc.lines as Line[]
export const roads = (doc: Doc) => doc.railroads as Railroad[]

export const radius = (city: City) => (city.value === null ? 15 : 13)
const CLEAR = 4.6
const SIDE = 12.2
const ROOM = 27
const BENDS = [0, 24, -24, 44, -44, 70, -70, 100, -100]

/** A line on the map: its whole path, and one for each space. */
export interface Drawn { line: Line; path: Path; slots: Path[] }

export function drawnLines(doc: Doc): Drawn[] {
  const city = new Map(cities(doc).map((one) => [one.id, one]))
  const groups = new Map<string, Line[]>()
  for (const line of lines(doc)) {
    const pair = [line.a, line.b].sort().join()
    groups.set(pair, [...(groups.get(pair) ?? []), line])
  }
  const found: Drawn[] = []
  for (const group of groups.values()) {
    const first = group[0]!
    const [a, b] = [city.get(first.a), city.get(first.b)]
    if (!a || !b || a === b) continue
    const ways = new Set(group.filter((one) => one.via?.length).map((one) => JSON.stringify(one.a === first.a ? one.via : [...one.via!].reverse())))
    for (const line of group) {
      const turned = line.a !== first.a
      const own = line.via?.length ? line.via : turned ? [...(first.via ?? [])].reverse() : (first.via ?? [])
      const [start, end] = turned ? [b, a] : [a, b]
      let path = centre(doc, start, end, own.map(([x, y]) => ({ x, y })))
      if (group.length > 1 && ways.size < 2) {
        const shift = ((group.length + 1) / 2 - Math.max(1, line.index ?? 0)) * SIDE
        path = aside(path, turned ? -shift : shift)
      }
      path = betweenEdges(path, start, end, line.segments.length)
      found.push({ line, path, slots: slots(path, line.segments.length) })
    }
  }
  return found
}

function centre(doc: Doc, a: City, b: City, via: Spot[]): Path {
  if (via.length) return smooth([a, ...via, b])
  const size = far(a, b) || 1
  const others = cities(doc).filter((one) => one.id !== a.id && one.id !== b.id)
  const mid = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  for (const bend of BENDS) {
    const knee = { x: mid.x + ((b.y - a.y) / size) * bend, y: mid.y + ((a.x - b.x) / size) * bend }
    const path = smooth(bend ? [a, knee, b] : [a, b])
    if (path.every((p) => others.every((one) => far(p, one) > ROOM))) return path
  }
  return smooth([a, b])
}

function betweenEdges(path: Path, start: City, end: City, count: number): Path {
  const total = length(path)
  let begin = leave(path, start, radius(start) + CLEAR)
  let stop = total - leave([...path].reverse(), end, radius(end) + CLEAR)
  if (stop - begin < 4 * count) [begin, stop] = [total * 0.1, total * 0.9]
  return cut(path, begin, stop)
}

function leave(path: Path, from: Spot, by: number): number {
  let run = 0
  for (let k = 0; k + 1 < path.length; k++) {
    const step = far(path[k]!, path[k + 1]!)
    const [near, next] = [far(path[k]!, from), far(path[k + 1]!, from)]
    if (next >= by) return run + (next > near ? (step * Math.max(0, by - near)) / (next - near) : 0)
    run += step
  }
  return run
}

function slots(path: Path, count: number): Path[] {
  const step = length(path) / count
  const gap = Math.min(3.4, step / 4)
  return Array.from({ length: count }, (_, k) => cut(path, step * k + (k ? gap / 2 : 0), step * (k + 1) - (k < count - 1 ? gap / 2 : 0)))
}

/** The ids and indices of all lines between two cities, in their order. */
export function renumber(doc: Doc): void {
  const groups = new Map<string, Line[]>()
  for (const line of lines(doc)) {
    const pair = [line.a, line.b].sort().join()
    groups.set(pair, [...(groups.get(pair) ?? []), line])
  }
  for (const group of groups.values()) {
    const first = group[0]!
    group.forEach((line, k) => {
      line.id = `${first.a}-${first.b}`
      if (line.a !== first.a) {
        ;[line.a, line.b] = [first.a, first.b]
        line.segments.reverse()
        line.via?.reverse()
        if (line.one_way) line.one_way = line.one_way === 'a>b' ? 'b>a' : 'a>b'
      }
      if (group.length > 1) {
        line.index = k + 1
        line.id += `#${k + 1}`
      } else delete line.index
    })
  }
}

/** Three letters for a name that no other city has. */
export function freeCityId(doc: Doc, name: string): string {
  const letters = name.normalize('NFD').toUpperCase().replace(/[^A-Z]/g, '').padEnd(3, 'X')
  const taken = new Set(cities(doc).map((one) => one.id))
  const tries = [letters.slice(0, 3), letters[0]! + letters.slice(-2)]
  for (const a of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') for (const b of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') tries.push(letters[0]! + a + b)
  for (let k = 0; k < 26; k++) tries.push(String.fromCharCode(65 + k) + letters.slice(1, 3))
  return tries.find((one) => !taken.has(one)) ?? 'XXX'
}

/** Another id for a city, wherever it is named. */
export function renameCity(doc: Doc, old: string, id: string): void {
  for (const city of cities(doc)) if (city.id === old) city.id = id
  for (const line of lines(doc)) {
    if (line.a === old) line.a = id
    if (line.b === old) line.b = id
  }
  for (const road of roads(doc)) if (road.home === old) road.home = id
  renumber(doc)
}

/** Other letters for a railroad, wherever they stand. */
export function renameRoad(doc: Doc, old: string, id: string): void {
  for (const road of roads(doc)) if (road.id === old) road.id = id
  for (const city of cities(doc)) city.squares = city.squares.map((one) => (one === old ? id : one))
}

export function removeCity(doc: Doc, id: string): void {
  doc.cities = cities(doc).filter((one) => one.id !== id)
  doc.lines = lines(doc).filter((one) => one.a !== id && one.b !== id)
  renumber(doc)
}

/** The smallest map on which two to four can play: two railroads from the east to the coast. */
export function starter(): Doc {
  const city = (id: string, name: string, value: number | null, x: number, y: number, squares: string[] = []) => ({ id, name, value, squares, x, y })
  const line = (a: string, b: string, ...segments: string[]) => ({ id: `${a}-${b}`, a, b, one_way: null, segments })
  return {
    schema: 1, id: 'my-board', name: 'My board', note: '', kind: 'fan', version: 1, size: { width: 1000, height: 680 },
    cities: [
      city('NOR', 'Northport', null, 860, 220), city('SOU', 'Southport', null, 860, 460), city('ELM', 'Elmwood', 2, 660, 180, ['NR']),
      city('MID', 'Midway', 4, 600, 340), city('RED', 'Red Bank', 3, 660, 500, ['SR']), city('SUM', 'Summit', 5, 400, 240),
      city('GOR', 'Gorge', 6, 400, 460), city('FAI', 'Fairhaven', 7, 160, 180, ['NR']), city('BAY', 'Baytown', 7, 160, 480, ['SR']),
    ],
    lines: [
      line('NOR', 'ELM', '.', '.'), line('NOR', 'MID', '.', '.', '.'), line('SOU', 'MID', '.', '.', '.'), line('SOU', 'RED', '.', '.'), line('NOR', 'SOU', '.', '.'),
      line('ELM', 'SUM', '.', 'm', '.'), line('MID', 'SUM', '.', 'm'), line('MID', 'GOR', '.', 'r'), line('RED', 'GOR', '.', 'r', '.'),
      line('SUM', 'FAI', 'm', '.', '.'), line('GOR', 'BAY', '.', '.'), line('SUM', 'GOR', 'm', '.'), line('FAI', 'BAY', '.', '.', '.'),
    ],
    railroads: [
      { id: 'NR', name: 'Northern', kind: 'major', colour: '#1f5fae', pieces: 14, home: 'NOR' },
      { id: 'SR', name: 'Southern', kind: 'major', colour: '#b3321f', pieces: 14, home: 'SOU' },
    ],
    markers: { 4: 4, 5: 4 },
  }
}

/** Everything off the map; railroads, markers and size stay. */
export function emptied(doc: Doc): void {
  Object.assign(doc, { cities: [], lines: [] })
  delete doc.scenery
}

/** Can a file be drawn at all? What else is wrong with it, the checker says. */
export function readable(doc: Doc): boolean {
  const text = (value: unknown) => typeof value === 'string'
  const number = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
  const all = (list: unknown, good: (one: any) => boolean) => Array.isArray(list) && list.every((one) => one && typeof one === 'object' && good(one))
  return (
    number(doc?.size?.width) && number(doc?.size?.height) && typeof doc.markers === 'object' && doc.markers !== null
    && all(doc.cities, (one) => text(one.id) && text(one.name) && number(one.x) && number(one.y) && Array.isArray(one.squares))
    && all(doc.lines, (one) => text(one.id) && text(one.a) && text(one.b) && Array.isArray(one.segments) && one.segments.length > 0 && one.segments.every(text) && (!one.via || Array.isArray(one.via)))
    && all(doc.railroads, (one) => text(one.id) && text(one.name) && text(one.colour) && text(one.home))
  )
}
